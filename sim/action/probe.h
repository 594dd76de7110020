/* Which cells of Dst a kernel computes with: a run in time on zeros tells. */
#ifndef SFP_PROBE_H
#define SFP_PROBE_H

#include <stdbool.h>
#include <stddef.h>

#include "machine_options.h"

enum {
    PROBE_ROWS = 1024, /* of 16-bit formats; 32-bit ones have half of them */
    PROBE_COLUMNS = 16,
    PROBE_CELLS = PROBE_ROWS * PROBE_COLUMNS,
    PROBE_TILE_ROWS = 64,
};

/* Cycles for each vector of 32 lanes, as sfpsim-stats(7) has them; 0: nothing was stored. */
struct vector_cycles {
    double run, steady; /* of all of the run, and in the steady state, or what comes nearest to one */
    bool is_steady;
};

struct probe {
    bool loaded[PROBE_CELLS], stored[PROBE_CELLS]; /* loaded: before they were stored to */
    size_t loads;
    uint32_t formats; /* of loads of cells that were not stored to: bit i for Mod0 = i */
    struct vector_cycles cycles;
};

/* Where operands and results lie: `second` and `result` in rows below the first operand, which has the cells listed. */
struct layout {
    unsigned operands; /* 1 or 2 */
    int second, result;
    size_t count;
    uint32_t first_cell[PROBE_CELLS];
};

/* Rows of Dst in a format, and the lane that a cell of it belongs to (sfpu-dst(7), Addresses). */
unsigned probe_rows(int format);
unsigned probe_lane(uint32_t cell);

/* Brings a machine to the start of a run: its settings, and Dst of this format. Returns an exit status. */
int probe_begin(const struct sfp_machine_options *o, sfpu_machine *m, int format);

/* Looks at the kernel that the machine has; its findings are left in it. Returns an exit status. */
int probe_kernel(const struct sfp_machine_options *o, sfpu_machine *m, int format, struct probe *probe);

/* What the kernel takes its operands for, if none of its loads is one for cells of this format: of other width, or of the
 * other float; else NULL. */
const char *probe_unfit(const struct probe *probe, int format);

/* Lists the cells whose operands the kernel loads and whose results it stores, `layout` having the rest; complains and
 * returns an exit status if there are none. `rows`: how many the formats have. */
int probe_layout(const struct probe *probe, const char *kernel, unsigned rows, struct layout *layout);

#endif
