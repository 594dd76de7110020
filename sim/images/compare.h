/*
 * Comparing two Dst images (sfpsim(1), Checking). The usual way:
 *
 *     sfp_image_read(file, ..., &expected);  sfp_image_normalise(&expected, &loss);
 *     sfp_image_plan(&got, expected.format, expected.layout, &expected, ...);
 *     sfp_image_from_dst(state, &got, &loss);
 *     sfp_compare(&got, &expected, &tolerance, worst, &comparison, ...);
 */
#ifndef SFP_COMPARE_H
#define SFP_COMPARE_H

#include "image.h"

#include <stdio.h>

/*
 * What counts as equal. With none of the three, values must have the same
 * bits. Otherwise a value is accepted when it has the same bits, when both are
 * NaN, when it lies within `ulp` units in the last place of the format, or when
 * |got - expected| <= atol + rtol * |expected|, as numpy.isclose has it: rtol
 * and atol together make one bound (one that is not given is 0), and ulp
 * accepts on its own. By ulp -0 and +0 are 0 apart, an infinity follows the
 * largest number, and a unit of an integer is 1. By rtol and atol an infinity
 * is close to itself only.
 */
struct sfp_tolerance {
    bool has_ulp, has_rtol, has_atol;
    uint64_t ulp;
    double rtol, atol;
};

/* May values of `format` be compared so? False with a message in *error, which the caller frees, if a tolerance is
 * given for raw cells, which are bits, or if one is negative or not a number. */
bool sfp_tolerance_check(const struct sfp_tolerance *tolerance, enum sfp_format format, char **error);

enum {
    SFP_WORST_DEFAULT = 10,
    SFP_WORST_MAX = 100,
};

/* What the two values of a pair are. */
enum sfp_pair {
    SFP_PAIR_FINITE,   /* both are finite */
    SFP_PAIR_INFINITE, /* one is an infinity, and none a NaN */
    SFP_PAIR_NAN,      /* one is a NaN */
    SFP_PAIRS,
};

/* A value that was not accepted. */
struct sfp_mismatch {
    size_t index; /* in file order */
    uint32_t got, expected;
    enum sfp_pair pair;
    uint64_t ulp; /* not of a NaN, as `error` */
    double error; /* got - expected; infinite where one of them is */
    double badness; /* orders the list: how far beyond the tolerance */
};

/* Of one kind of pairs: how many were not accepted, and some of them. */
struct sfp_mismatches {
    size_t count;
    unsigned listed;
    struct sfp_mismatch worst[SFP_WORST_MAX]; /* finite ones: the worst first; then in file order */
};

/*
 * Units in the last place are of all pairs but those that differ and are not
 * both finite, accepted or not; percentiles are the smallest number that is not
 * less than so many of a hundred.
 */
struct sfp_comparison {
    enum sfp_format format;
    enum sfp_layout layout;
    unsigned first; /* row of Dst */
    struct sfp_tolerance tolerance;
    size_t compared, mismatching;
    size_t exact;     /* have the same bits */
    size_t measured;  /* have an ulp */
    uint64_t max_ulp, p50, p95, p99;
    double mean_ulp;
    double max_abs;   /* over all pairs of finite values */
    double max_rel;   /* idem, where the expected value is not 0 */
    struct sfp_mismatches kinds[SFP_PAIRS];
};

/*
 * Compares images of one format, layout and number of rows, and lists `worst`
 * mismatches of each kind (at most SFP_WORST_MAX). False with a message in
 * *error, which the caller frees (NULL: no memory), if the images differ in
 * kind, or if sfp_tolerance_check refuses the tolerance.
 */
bool sfp_compare(const struct sfp_image *got, const struct sfp_image *expected, const struct sfp_tolerance *tolerance,
                 unsigned worst, struct sfp_comparison *result, char **error);

/* Images that Dst had before, for values that were replaced by those that are compared. */
struct sfp_inputs {
    const struct sfp_image *const *images; /* a later one went over an earlier one */
    size_t count;
};

/* The cell of a mismatch, and its lane (sfpu-dst(7), Addresses). */
struct sfp_dst_place sfp_mismatch_cell(const struct sfp_comparison *result, const struct sfp_mismatch *m);
unsigned sfp_cell_lane(struct sfp_dst_place cell);

/* The input of that cell, in rows of the same width; NULL: none has it. *index: in that image. */
const struct sfp_image *sfp_input_at(const struct sfp_inputs *inputs, enum sfp_format format, struct sfp_dst_place cell,
                                     size_t *index);

/* Prints a summary and the lists of mismatches as text. */
void sfp_compare_print(FILE *out, const struct sfp_comparison *result, const struct sfp_inputs *inputs);

#endif
