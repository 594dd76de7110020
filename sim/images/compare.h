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

/* A value that was not accepted. */
struct sfp_mismatch {
    size_t index; /* in file order */
    uint32_t got, expected;
    bool ranked;  /* neither is NaN: ulp and error mean something */
    uint64_t ulp;
    double error; /* got - expected; infinite where one of them is */
    double badness; /* orders the list: how far beyond the tolerance */
};

struct sfp_comparison {
    enum sfp_format format;
    enum sfp_layout layout;
    struct sfp_tolerance tolerance;
    size_t compared, mismatching;
    uint64_t max_ulp; /* over all pairs, accepted or not, without a NaN */
    double max_abs;   /* over all pairs of finite values */
    double max_rel;   /* idem, where the expected value is not 0 */
    unsigned worst_count;
    struct sfp_mismatch worst[SFP_WORST_MAX]; /* worst first, then in file order */
};

/*
 * Compares images of one format, layout and number of rows, and lists the
 * `worst` mismatches (at most SFP_WORST_MAX). False with a message in *error,
 * which the caller frees, if the images differ in kind, or if
 * sfp_tolerance_check refuses the tolerance.
 */
bool sfp_compare(const struct sfp_image *got, const struct sfp_image *expected, const struct sfp_tolerance *tolerance,
                 unsigned worst, struct sfp_comparison *result, char **error);

/* Prints a summary and the list of mismatches as text. */
void sfp_compare_print(FILE *out, const struct sfp_comparison *result);

#endif
