/* Finds the cells of Dst that a kernel computes with, by a timed run on zeros. */
#ifndef SFP_PROBE_H
#define SFP_PROBE_H

#include <stdbool.h>
#include <stddef.h>

#include "machine_options.h"

enum {
    PROBE_ROWS = 1024, /* rows of a 16-bit format; 32-bit formats have half */
    PROBE_COLUMNS = 16,
    PROBE_CELLS = PROBE_ROWS * PROBE_COLUMNS,
    PROBE_TILE_ROWS = 64,
};

/* Cycles per vector of 32 lanes, as in sfpsim-stats(7); 0: the kernel stored nothing. */
struct vector_cycles {
    double run, steady; /* average over the run; in the steady state, or the nearest estimate if not `is_steady` */
    bool is_steady;
};

struct probe {
    bool loaded[PROBE_CELLS], stored[PROBE_CELLS]; /* sets of cells: loaded before any store to the cell; stored to */
    size_t loads;
    uint32_t formats; /* set of modes of the loads of cells not yet stored to: bit i for Mod0 = i */
    struct vector_cycles cycles;
};

/* Places of operands and results. `second` and `result` are rows below the first operand, whose cells are listed. */
struct layout {
    unsigned operands; /* number of operands, 1 or 2 */
    int second, result;
    size_t count;
    uint32_t first_cell[PROBE_CELLS];
};

/* Return the number of Dst's rows in a format, and the lane of a cell (sfpu-dst(7), Addresses). */
unsigned probe_rows(int format);
unsigned probe_lane(uint32_t cell);

/* Brings `m` to the start of a run: settings, and Dst in this format. `loaded` is as in machine_initialise(). Returns
 * 0, or an exit status after a message. */
int probe_begin(const struct sfp_machine_options *o, const sfpu_machine *loaded, sfpu_machine *m, int format);

/* Runs the machine's kernel once on zeros and fills in `probe`; its findings stay in the machine. Returns 0, or an
 * exit status after a message. */
int probe_kernel(const struct sfp_machine_options *o, sfpu_machine *m, int format, struct probe *probe);

/* If no load of the kernel suits cells of this format, returns the format that the kernel loads instead, of other
 * width or another float; otherwise NULL. */
const char *probe_unfit(const struct probe *probe, int format);

/* Lists in `layout` the first operands' cells: loaded by the kernel, with results stored at `result`, and second
 * operands loaded at `second`. `rows`: number of Dst's rows in the formats. Returns 0, or an exit status after a
 * message if no cell qualifies. */
int probe_layout(const struct probe *probe, const char *kernel, unsigned rows, struct layout *layout);

#endif
