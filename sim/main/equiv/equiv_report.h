/* What sfpsim equiv found, for people and for programs. */
#ifndef SFP_EQUIV_REPORT_H
#define SFP_EQUIV_REPORT_H

#include "equiv_trace.h"

struct equiv_report {
    const struct equiv_plan *plan;
    const struct equiv_tally *tally;
    uint64_t done;                        /* inputs that were come to: all of the plan's unless interrupted */
    struct equiv_divergence first, worst; /* where there are differences */
    const char *in_full[EQUIV_KERNELS];   /* why passes were run in full, or NULL */
};

/* Both return false without memory. */
bool equiv_report_text(FILE *out, const struct equiv_report *report);
bool equiv_report_json(FILE *out, const struct equiv_report *report);

/* Is the worst difference the first one too? */
bool equiv_report_one(const struct equiv_report *report);

/* Room for a place, and for an instruction, and what they are of a step. */
enum { EQUIV_TEXT = 512 };

void equiv_step_texts(const struct equiv_report *report, unsigned kernel, const struct equiv_step *step,
                      char place[EQUIV_TEXT], char instruction[EQUIV_TEXT]);

/* A value that an LReg or a cell has, as a number: LRegs are fp32 or, where results are integers, int32. */
double equiv_step_number(const struct equiv_report *report, const struct equiv_step *step, uint32_t value);

#endif
