/* What the verdict on gaps says. */
#ifndef SFP_GAPS_REPORT_H
#define SFP_GAPS_REPORT_H

#include "gaps.h"

struct assembler;

/* Says of a schedule that gaps would do it harm, and what that is. */
void gaps_report(struct assembler *as, const struct schedule *s, struct place directive,
                 const struct gap_finding *finding);

#endif
