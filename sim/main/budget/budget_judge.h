/* What a line of a budget allows, and what its sweep has measured. */
#ifndef SFP_BUDGET_JUDGE_H
#define SFP_BUDGET_JUDGE_H

#include "budget_file.h"
#include "numerics/measure.h"
#include "sweep/sweep_part.h"

enum budget_verdict {
    BUDGET_WITHIN,
    BUDGET_BETTER,   /* less than is allowed */
    BUDGET_OPEN,     /* nothing is said of how much is allowed */
    BUDGET_EXCEEDED,
};

struct judged_limit {
    double allowed, measured;
    enum budget_verdict verdict;
};

struct judged_exclusion {
    uint64_t inputs; /* that it leaves out */
    bool needed;     /* some of them exceed a limit */
};

struct judged_line {
    struct budget_line *line;
    const struct sweep_options *sweep;
    const char *arch;
    struct vector_cycles cycles;
    const json_t *findings; /* as parts of sweeps have them */
    struct measures measures; /* without exclusions; none where cycles are all that is asked for */
    struct judged_limit limits[BUDGET_MEASURES];
    struct judged_exclusion *exclusions; /* as many as the line has */
    enum budget_verdict verdict;         /* the last of those of its limits */
};

const char *budget_verdict_name(enum budget_verdict verdict);

/* Judges what is measured, and renews the limits of the line that are not so. */
void budget_judge(struct judged_line *judged);

/* Would these inputs, which are left out of the judged line, do? */
bool budget_exceeds(const struct judged_line *judged, const struct measures *excluded);

/* The input that a measure is of, or the first one that it counts; NULL: there is none. */
const struct measured_point *budget_point(const struct judged_line *judged, enum budget_measure measure);

#endif
