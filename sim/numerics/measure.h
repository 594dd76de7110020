/*
 * How results compare with what they should be. Terms and names are those of Tenstorrent's eltwise accuracy reports
 * (tt-eltwise-accuracy-report, analyze-report/contract.md), with the correctly rounded value as the reference.
 */
#ifndef SFP_NUMERICS_MEASURE_H
#define SFP_NUMERICS_MEASURE_H

#include <stdio.h>

#include "curve.h"
#include "tally.h"

enum {
    CLIPPED_ULP = 1000, /* above it, an ULP is out of all charts */
    ULP_CLASSES = 14,   /* 0, up to 1/2, up to 1, 2, 4, and so on to 1024, and more */
};

/* Numbers of an input, or of two, and of its result. */
struct measured_point {
    double x, y, got, expected;
    uint32_t x_bits, y_bits; /* which tell NaNs apart */
};

/* Inputs whose reference is NaN, as a tally has them. */
struct measured_undefined {
    uint64_t inputs, numbers;
    struct measured_point first;
};

struct measured_offender {
    double ulp; /* real */
    struct measured_point at;
};

struct measured_bin {
    double low, high; /* of x; `high` is the next one's, but of the last bin */
    uint64_t inputs, scored, inexact, defects;
    double max_ulp, mean_ulp; /* mean: of the inexact ones; 0 without */
};

struct measures {
    unsigned operands;
    const struct number_format *in, *out;
    bool ordered; /* by |x|, with neighbours: there are breaks and usable_to */
    uint64_t inputs, outcomes[OUTCOMES];
    uint64_t scored;  /* with ULP */
    uint64_t defects; /* zeroed, mismatch */
    double max_ulp, mean_ulp, p50_ulp, p95_ulp, p99_ulp; /* mean: of those that are not exact */
    uint64_t ulp_clipped;               /* above CLIPPED_ULP */
    uint64_t ulp_classes[ULP_CLASSES];  /* how many have an ULP of which class */
    double max_real_ulp, mean_real_ulp; /* against f itself; mean: of the inexact ones, rounded to 10^-6 */
    double bias_ulp;                    /* the mean of (f - result) / ulp, likewise */
    double rounded_frac;                /* of those with ULP: within half an ULP of f */
    uint64_t faithful;                  /* of the inexact ones: f lies between it and the reference, its neighbour */
    struct measured_undefined of_nan, of_numbers;
    bool has_real_worst;
    struct measured_point real_worst;
    struct measured_offender offenders[TALLY_OFFENDERS]; /* inexact ones, the largest real ULP first */
    size_t offender_count;
    double max_abs, max_rel, median_rel; /* median: of those above 0; 0 without */
    double bits_worst, bits_median;      /* -log2 of max_rel and median_rel; NaN: these are 0 */
    double exact_frac;
    double usable_to; /* NaN: nothing is; specials count */
    uint64_t breaks;
    bool has_worst, has_break, has_defect, has_unflushed;
    struct measured_point worst, worst_abs, worst_rel; /* the first of each; if there is an inexact one */
    struct measured_point break_at;                    /* that of the first two neighbours that came later */
    struct measured_point first_defect, first_unflushed;
    struct measured_point specials[TALLY_SPECIALS];    /* by x, then y; -0 before 0, NaN last */
    size_t special_count;                              /* of those listed */
    struct tally_specials special_counts;              /* of all */
    struct measured_bin bins[TALLY_BINS];
};

/* The upper end of a class of ULP; infinite of the last. */
double ulp_class_end(unsigned i);

void tally_measures(const struct tally *t, struct measures *m);

/* Is a special's result the reference? A reference of NaN says nothing of a result whose format has none. */
bool measured_as_expected(const struct measures *m, const struct measured_point *p);

/* The first special in the list whose result is not the reference, or NULL. */
const struct measured_point *measured_wrong_special(const struct measures *m);

/* Is a special's result a number or an infinity that is not within `most_ulp` of a reference that is no NaN? */
bool measured_is_far(const struct measures *m, const struct measured_point *p, double most_ulp);

/* How many specials are. Specials behind the end of the list count as far if they are wrong. */
uint64_t measured_far_specials(const struct measures *m, double most_ulp);

/* How many results are numbers or infinities where the reference is NaN, specials too; and the first, or NULL. */
uint64_t measured_numbers(const struct measures *m);
const struct measured_point *measured_first_number(const struct measures *m);

/* The first that is true of a few sentences, as that contract has them; `sampled`: not all inputs there are were in
 * it. Then how many results are numbers where the reference is NaN, and how many specials are wrong. */
enum { VERDICT_SIZE = 320 };
void verdict_of(const struct measures *m, bool sampled, char verdict[VERDICT_SIZE]);

/*
 * Is every result within `most_ulp` of its reference, specials too, with no defects, no unflushed results, and no number
 * where the reference is NaN? If not, `why` says the first of these that is not so.
 */
enum { MARK_SIZE = 256 };
bool measures_pass(const struct measures *m, double most_ulp, char why[MARK_SIZE]);

/* ---- A sweep, said ---- */

struct sweep_finding {
    const char *name, *severity;
    unsigned long long times;
    bool possible; /* not with the data of the run that found it */
};

/* Writes it as an element of a list. */
void sweep_finding_json(struct sfp_json *j, const struct sweep_finding *finding);

struct sweep_report {
    const char *kernel, *arch, *function, *domain, *in, *dst, *out; /* the last three: names of formats */
    const struct measures *measures;
    bool sampled;          /* not all inputs that the format has */
    uint64_t done, wanted; /* inputs gone through, of all that the sweep has: fewer if it was interrupted */
    double cycles_per_32_lanes, steady_cycles_per_32_lanes;
    bool is_steady; /* there is a steady state */
    const char *selected; /* the profile that words of it were selected by, or NULL */
    const struct sweep_finding *findings;
    size_t finding_count;
    /* For a page, or NULL: a list of the worst inputs' traces, by sweep_traces(), and errors over the inputs. */
    const json_t *traces;
    const struct curve *curve;
};

/* False: memory ran out. What the stream says of errors is its owner's to ask. */
bool report_text(FILE *out, const struct sweep_report *report);
bool report_json(FILE *out, const struct sweep_report *report);
bool report_document(FILE *out, const struct sweep_report *report); /* the JSON, on a line */
bool report_csv(FILE *out, const struct sweep_report *report);

/* The histogram of ULP, and the largest and mean ULP over x: as a file of SVG, and as text of 80 columns. */
bool report_svg(FILE *out, const struct sweep_report *report);
bool report_plot_text(FILE *out, const struct sweep_report *report);

#endif
