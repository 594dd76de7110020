/*
 * Measures of a sweep: how results compare with their references. Terms and names follow Tenstorrent's eltwise accuracy
 * reports (tt-eltwise-accuracy-report, analyze-report/contract.md), with the correctly rounded value as the reference.
 */
#ifndef SFP_NUMERICS_MEASURE_H
#define SFP_NUMERICS_MEASURE_H

#include <stdio.h>

#include "curve.h"
#include "tally.h"

enum {
    CLIPPED_ULP = 1000, /* largest ULP in charts */
    ULP_CLASSES = 14,   /* number of ULP classes: 0, up to 1/2, up to 1, 2, 4, and so on to 1024, and more */
};

/* An input's operands, result and reference, as numbers. */
struct measured_point {
    double x, y, got, expected;
    uint32_t x_bits, y_bits; /* bit patterns of x and y, which distinguish NaNs */
};

/* Inputs whose reference is NaN, as in struct tally_undefined. */
struct measured_undefined {
    uint64_t inputs, numbers;
    struct measured_point first;
};

struct measured_offender {
    double ulp; /* real ULP */
    struct measured_point at;
};

struct measured_bin {
    double low, high; /* range of x: from `low` up to the next bin's low */
    uint64_t inputs, scored, inexact, defects;
    double max_ulp, mean_ulp; /* mean: over inexact results; 0 if the bin has no inexact result */
};

struct measures {
    unsigned operands;
    const struct number_format *in, *out;
    bool ordered; /* inputs are ordered by |x|: `breaks` and `usable_to` are defined */
    uint64_t inputs, outcomes[OUTCOMES];
    uint64_t scored;  /* number of results with ULP */
    uint64_t defects; /* number of results that are zeroed or a mismatch */
    double max_ulp, mean_ulp, p50_ulp, p95_ulp, p99_ulp; /* mean: over inexact results */
    uint64_t ulp_clipped;               /* number of results above CLIPPED_ULP */
    uint64_t ulp_classes[ULP_CLASSES];  /* number of results in each ULP class */
    double max_real_ulp, mean_real_ulp; /* against unrounded f; mean: over inexact results, rounded to 10^-6 */
    double bias_ulp;                    /* mean of (f - result) / ulp over inexact results, rounded to 10^-6 */
    double rounded_frac;                /* fraction of the scored results within half an ULP of f */
    uint64_t faithful;                  /* number of inexact results next to their reference, with f between the two */
    struct measured_undefined of_nan, of_numbers;
    bool has_real_worst;
    struct measured_point real_worst;
    struct measured_offender offenders[TALLY_OFFENDERS]; /* inexact results, ordered by falling real ULP */
    size_t offender_count;
    double max_abs, max_rel, median_rel; /* median: over errors above 0; 0 if no error is */
    double bits_worst, bits_median;      /* -log2 of max_rel and median_rel; NaN if these are 0 */
    double exact_frac;
    double usable_to; /* largest usable |x|, specials included; NaN: no input is usable */
    uint64_t breaks;
    bool has_worst, has_break, has_defect, has_unflushed;
    struct measured_point worst, worst_abs, worst_rel; /* the first input of each maximum; valid if has_worst is set */
    struct measured_point break_at;                    /* the later neighbour of the first break */
    struct measured_point first_defect, first_unflushed;
    struct measured_point specials[TALLY_SPECIALS];    /* special inputs, by x, then y; -0 before 0, NaN last */
    size_t special_count;                              /* number of specials listed */
    struct tally_specials special_counts;              /* counts over every special, listed or not */
    struct measured_bin bins[TALLY_BINS];
};

/* Returns the upper end of an ULP class; infinity for the last class. */
double ulp_class_end(unsigned i);

/* Computes the measures of a tally. */
void tally_measures(const struct tally *t, struct measures *m);

/* Returns whether a special's result is the reference. If the reference is NaN and the result's format has no NaN,
 * every result is as expected. */
bool measured_as_expected(const struct measures *m, const struct measured_point *p);

/* Returns the first listed special whose result is not the reference, or NULL. */
const struct measured_point *measured_wrong_special(const struct measures *m);

/* Returns whether a special's result is a number or an infinity that is more than `most_ulp` from a reference other
 * than NaN. */
bool measured_is_far(const struct measures *m, const struct measured_point *p, double most_ulp);

/* Returns the number of specials for which measured_is_far() is true. Wrong specials beyond the end of the list
 * count as far. */
uint64_t measured_far_specials(const struct measures *m, double most_ulp);

/* measured_numbers() returns how many results are numbers or infinities although the reference is NaN, specials
 * included; measured_first_number() returns the first such result, or NULL. */
uint64_t measured_numbers(const struct measures *m);
const struct measured_point *measured_first_number(const struct measures *m);

/* Writes the verdict: the first sentence that applies, in the order of the contract named above, then the number of
 * results that are numbers where the reference is NaN, and the number of wrong specials. `sampled`: the sweep had
 * only a sample of the inputs. */
enum { VERDICT_SIZE = 320 };
void verdict_of(const struct measures *m, bool sampled, char verdict[VERDICT_SIZE]);

/*
 * Returns whether every result, specials included, is within `most_ulp` of its reference, and the sweep has no defects,
 * no unflushed results, and no numbers where the reference is NaN. If not, `why` gets the first condition that fails.
 */
enum { MARK_SIZE = 256 };
bool measures_pass(const struct measures *m, double most_ulp, char why[MARK_SIZE]);

/* ---- Reports of a sweep ---- */

struct sweep_finding {
    const char *name, *severity;
    unsigned long long times;
    bool possible; /* the run that found the hazard did not meet it with its data */
};

/* Writes the finding as an element of a list. */
void sweep_finding_json(struct sfp_json *j, const struct sweep_finding *finding);

struct sweep_report {
    const char *kernel, *arch, *function, *domain, *in, *dst, *out; /* names of kernel, arch, function and domain;
                                                                     * in, dst, out: names of formats */
    const struct measures *measures;
    bool sampled;          /* the sweep had only a sample of the format's inputs */
    uint64_t done, wanted; /* number of inputs done, and of inputs in the whole sweep; done is smaller after an
                            * interrupt */
    double cycles_per_32_lanes, steady_cycles_per_32_lanes;
    bool is_steady; /* the kernel reached a steady state */
    const char *selected; /* the profile that selected the kernel's words, or NULL */
    const struct sweep_finding *findings;
    size_t finding_count;
    /* For pages, or NULL: the traces of the worst inputs, from sweep_traces(), and the errors over the inputs. */
    const json_t *traces;
    const struct curve *curve;
};

/* Write a report. Return false if memory ran out. The caller checks the stream for errors. */
bool report_text(FILE *out, const struct sweep_report *report);
bool report_json(FILE *out, const struct sweep_report *report);
bool report_document(FILE *out, const struct sweep_report *report); /* the JSON, on one line */
bool report_csv(FILE *out, const struct sweep_report *report);

/* Draw the histogram of ULP, and the largest and mean ULP over x: report_svg() as an SVG file, report_plot_text() as
 * text in 80 columns. */
bool report_svg(FILE *out, const struct sweep_report *report);
bool report_plot_text(FILE *out, const struct sweep_report *report);

#endif
