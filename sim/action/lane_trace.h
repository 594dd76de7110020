/* One lane of a kernel in a pass: what each instruction, and each item that is scheduled, writes there. */
#ifndef SFP_LANE_TRACE_H
#define SFP_LANE_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "machine_options.h"
#include "numerics/number.h"
#include "probe.h"
#include "base/json_writer.h"

enum lane_result {
    LANE_LREG,  /* an LReg got a value */
    LANE_CELL,  /* a cell of Dst did */
    LANE_FLAGS, /* LaneFlags, bit 0, and UseLaneFlagsForLaneEnable, bit 1, of the lane */
};

enum { LANE_ITEM = 64 };

struct lane_step {
    uint64_t id, cycle; /* in which it landed */
    size_t index;       /* of its word, or of the SFPLOADMACRO that scheduled it */
    uint32_t word;
    bool scheduled;
    char item[LANE_ITEM]; /* then: the instruction with its registers, as far as there is room */
    bool configures;    /* it fills L0 for an SFPCONFIG of what is no LReg: a sequence, a template, Misc */
    bool moved;         /* for who compares runs: another input would have given another value */
    enum lane_result result;
    uint32_t at;        /* the LReg, or the cell */
    uint32_t before, after;
};

/* One run after another. Begins as 0 but for the members up to the lane; the steps are to be freed. */
struct lane_trace {
    const struct sfp_machine_options *options;
    const char *kernel;    /* as messages have it */
    sfpu_machine *m;       /* which has it */
    struct sfpu_cells in;  /* that a run gets values in, in Dst's format */
    int out;               /* the format of results */
    unsigned lane;
    struct lane_step *steps; /* in order of issue, with what is scheduled */
    size_t count, room;
    bool failed;              /* memory ran out */
    uint32_t lreg[SFPU_LREGS], flags;                  /* of the lane, as they are */
    unsigned char dst[PROBE_CELLS * sizeof(uint16_t)]; /* in the results' format */
};

/* Runs a pass on these values of its cells. Returns an exit status. */
int lane_trace_run(struct lane_trace *lane, const uint32_t *values);

/* The same behind a run on `others`, of which steps that have given another value there are marked; all, if the two do
 * not go step by step. */
int lane_trace_run_marked(struct lane_trace *lane, const uint32_t *values, const uint32_t *others);

/* What a cell of the results' format has. */
uint32_t lane_trace_cell(const struct lane_trace *lane, uint32_t cell);

/* Are they by the same instruction, and of the same kind? */
bool lane_same_insn(const struct lane_step *a, const struct lane_step *b);

/* The first that depends on the input: what is before it sets a loop up. 0: none does. */
size_t lane_first_moved(const struct lane_trace *lane);

/* ---- How it is told ---- */

/* Room for a place, and for an instruction, and what they are of a step. */
enum { LANE_TEXT = 512 };

void lane_step_texts(sfpu_machine *m, const struct lane_step *step, char place[LANE_TEXT], char instruction[LANE_TEXT]);

/* A value that an LReg or a cell has, as a number: LRegs are fp32 or, where results are integers, int32. */
double lane_step_number(int out, const struct lane_step *step, uint32_t value);

/* Members of a value, and of a step of the machine with results of that format. */
void lane_value_json(struct sfp_json *j, unsigned bits, uint32_t value, double number);
void lane_step_json(struct sfp_json *j, sfpu_machine *m, int out, const struct lane_step *step);

/* Where a cell is. */
void lane_place_json(struct sfp_json *j, const char *name, uint32_t cell);

/* A list of the steps from the first up to the last that depend on the input, or of all if none does; and a member with
 * "_dropped" behind its name: how many are left out in the middle, as a list has 1000 at most. */
void lane_steps_json(struct sfp_json *j, const char *name, const struct lane_trace *lane);

#endif
