/* Trace of one lane of a kernel during a pass: every value that an instruction or a scheduled item writes in that
 * lane. */
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
    LANE_LREG,  /* a value in an LReg */
    LANE_CELL,  /* a value in a cell of Dst */
    LANE_FLAGS, /* the lane's LaneFlags (bit 0) and UseLaneFlagsForLaneEnable (bit 1) */
};

enum { LANE_ITEM = 64 };

struct lane_step {
    uint64_t id, cycle; /* id of the instruction, and cycle in which the result landed */
    size_t index;       /* index of the instruction's word, or of the SFPLOADMACRO that scheduled it */
    uint32_t word;
    bool scheduled;
    char item[LANE_ITEM]; /* if scheduled: the instruction with its registers, cut at LANE_ITEM */
    bool configures;    /* the step fills L0 for an SFPCONFIG of a sequence, a template or Misc */
    bool moved;         /* another input gave another value; set by lane_trace_run_marked() */
    enum lane_result result;
    uint32_t at;        /* number of the LReg or of the cell */
    uint32_t before, after;
};

/* A lane's trace; each run replaces the last. The caller zeroes the struct, sets the members up to `lane`, and frees
 * `steps`. */
struct lane_trace {
    const struct sfp_machine_options *options;
    const char *kernel;    /* the kernel's name in messages */
    sfpu_machine *m;       /* machine with the kernel */
    struct sfpu_cells in;  /* cells that receive the run's values, in Dst's format */
    int out;               /* format of the results */
    unsigned lane;
    struct lane_step *steps; /* array of steps in order of issue, scheduled steps included */
    size_t count, room;
    bool failed;              /* memory ran out */
    uint32_t lreg[SFPU_LREGS], flags;                  /* present values in the lane */
    unsigned char dst[PROBE_CELLS * sizeof(uint16_t)]; /* Dst in the results' format */
};

/* Runs a pass with these values in the cells of `in`. Returns 0, or an exit status after a message. */
int lane_trace_run(struct lane_trace *lane, const uint32_t *values);

/* Runs a pass on `others` and then a pass on `values`, and marks the steps of the second pass whose value differs
 * from the first pass; every step, if the passes differ in their instructions. Returns 0, or an exit status after a
 * message. */
int lane_trace_run_marked(struct lane_trace *lane, const uint32_t *values, const uint32_t *others);

/* Returns the value of a cell in the results' format. */
uint32_t lane_trace_cell(const struct lane_trace *lane, uint32_t cell);

/* Returns whether two steps have equal opcodes and kinds of result. */
bool lane_same_insn(const struct lane_step *a, const struct lane_step *b);

/* Returns the first step that depends on the input; earlier steps are set-up. 0 without such a step. */
size_t lane_first_moved(const struct lane_trace *lane);

/* ---- Reports ---- */

/* Writes a step's place and instruction as texts. */
enum { LANE_TEXT = 512 };

void lane_step_texts(sfpu_machine *m, const struct lane_step *step, char place[LANE_TEXT], char instruction[LANE_TEXT]);

/* Returns a step's value as a number. LRegs count as fp32, or as int32 if the results are integers. */
double lane_step_number(int out, const struct lane_step *step, uint32_t value);

/* Write members of an object: bits and number of a value; a step of the machine's run, with results in the format
 * `out`. */
void lane_value_json(struct sfp_json *j, unsigned bits, uint32_t value, double number);
void lane_step_json(struct sfp_json *j, sfpu_machine *m, int out, const struct lane_step *step);

/* Writes a cell's row, column and lane. */
void lane_place_json(struct sfp_json *j, const char *name, uint32_t cell);

/* Writes a list of the steps from the first to the last that depends on the input, or of every step if no step
 * depends on it. Lists longer than 1000 lose their middle; the member NAME_dropped has the number of lost steps. */
void lane_steps_json(struct sfp_json *j, const char *name, const struct lane_trace *lane);

#endif
