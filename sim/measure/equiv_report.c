/* Report of sfpsim equiv as text. */
#include "equiv_parts.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/terminal.h"

enum { DIGITS = 9 }; /* enough digits to distinguish fp32 numbers */

static const char margin[] = "            ";

bool equiv_report_one(const struct equiv_report *report)
{
    const struct equiv_tally *t = report->tally;

    return t->first.number == t->worst.number && t->first.index == t->worst.index;
}

/* Drops a NaN's sign, which has no meaning here: the bits beside it show it. */
static double drop_nan_sign(double value)
{
    return isnan(value) ? (double)NAN : value;
}

/* Prints "0x3f80 (1)". */
static void put_bits_and_number(FILE *out, unsigned bits, uint32_t value, double number)
{
    fprintf(out, "0x%0*" PRIx32 " (%.*g)", (int)bits / 4, value, DIGITS, drop_nan_sign(number));
}

static void put_kernel_name(FILE *out, const char *name)
{
    shown_put(out, name, strlen(name));
}

/* ---- The run ---- */

static void put_kernels(FILE *out, const struct equiv_report *r)
{
    for (unsigned k = 0; k < EQUIV_KERNELS; k++) {
        const struct vector_cycles *cycles = &r->plan->probe[k].cycles;
        char selected[SELECTED_TEXT];

        fprintf(out, "%c           ", equiv_letter(k));
        put_kernel_name(out, r->plan->o->kernel[k]);
        fprintf(out, ": %s, %.2f cycles per 32 lanes", sfpu_arch_name(sfpu_machine_arch(r->plan->m[k])), cycles->run);
        if (cycles->is_steady)
            fprintf(out, "; in the steady state %.2f", cycles->steady);
        fprintf(out, "%s\n", selected_text(selected, ", of words ", sfpu_selected(r->plan->m[k], 0, SIZE_MAX)));
    }
}

static void put_compared_inputs(FILE *out, const struct equiv_report *r)
{
    const struct equiv_options *o = r->plan->o;
    const struct inputs *inputs = &r->plan->inputs;

    fprintf(out, "inputs      %" PRIu64 " of %" PRIu64 "%s %s%s", r->tally->inputs, inputs->count,
            inputs->sample ? " drawn," : "", sfpu_format_name(o->input.in), o->input.operands > 1 ? " pairs" : "");
    if (inputs->sample)
        fprintf(out, ", a sample (seed %" PRIu64 ")", inputs->seed);
    fprintf(out, ", in Dst %s\n", sfpu_format_name(o->input.dst));
    fprintf(out, "compared    %zu cells for each %zu inputs, as %s\n", r->plan->compared, r->plan->slots,
            sfpu_format_name(o->input.out));
}

static void put_notes(FILE *out, const struct equiv_report *r)
{
    const struct equiv_plan *p = r->plan;

    for (unsigned k = 0; k < EQUIV_KERNELS; k++)
        if (p->alone[k])
            fprintf(out, "note: only %c loads %zu of the cells\n", equiv_letter(k), p->alone[k]);
    if (p->unpaired)
        fprintf(out, "note: %zu cells that are loaded get no input and are 0\n", p->unpaired);
    if (p->without_result)
        fprintf(out, "note: %zu of each %zu inputs have no result of their own (--operands, --result)\n",
                p->without_result, p->slots);
    if (p->without_owner)
        fprintf(out, "note: %zu of the compared cells belong to no input (--result)\n", p->without_owner);
    for (unsigned k = 0; k < EQUIV_KERNELS; k++)
        if (r->in_full[k])
            fprintf(out, "note: each pass of %c was timed anew: %s\n", equiv_letter(k), r->in_full[k]);
}

static void put_interrupted(FILE *out, const struct equiv_report *r)
{
    const uint64_t wanted = r->plan->end - r->plan->first;

    if (r->done < wanted)
        fprintf(out, "interrupted: %" PRIu64 " of %" PRIu64 " inputs are done, and nothing is known of the others\n",
                r->done, wanted);
}

/* Prints the criterion of equality. */
static void put_equal(FILE *out, const struct equiv_report *r)
{
    const struct equiv_options *o = r->plan->o;

    if (o->has_ulp)
        fprintf(out, "within %" PRIu64 " ulp", o->ulp);
    else
        fputs("bit for bit", out);
    if (o->any_nan)
        fputs(", except the bits of NaNs", out);
}

static void put_difference_counts(FILE *out, const struct equiv_report *r)
{
    const struct equiv_tally *t = r->tally;

    if (t->cells) {
        fprintf(out, "different   %" PRIu64 " inputs, %" PRIu64 " cells\n", t->different, t->cells);
    } else {
        fputs("equal       ", out);
        put_equal(out, r);
        fprintf(out, "%s\n", r->plan->inputs.sample ? ", in this sample" : "");
    }
    if (t->tolerated)
        fprintf(out, "tolerated   %" PRIu64 " cells with other bits\n", t->tolerated);
}

/* ---- A difference ---- */

static void put_difference_input(FILE *out, const struct equiv_report *r, const struct equiv_difference *d)
{
    const struct number_format *in = r->plan->in;
    const uint32_t cell = r->plan->cell[d->index];

    if (d->owned) {
        fputs("x = ", out);
        put_bits_and_number(out, in->bits, d->x, number_of(in, d->x));
    }
    if (d->owned && r->plan->o->input.operands > 1) {
        fputs(", y = ", out);
        put_bits_and_number(out, in->bits, d->y, number_of(in, d->y));
    }
    if (!d->owned)
        fprintf(out, "in the pass from input %" PRIu64 " on", d->block);
    fprintf(out, ": row %u, column %u, lane %u\n", cell / PROBE_COLUMNS, cell % PROBE_COLUMNS, probe_lane(cell));
}

static void put_different_results(FILE *out, const struct equiv_report *r, const struct equiv_difference *d)
{
    fputs(margin, out);
    for (unsigned k = 0; k < EQUIV_KERNELS; k++) {
        fprintf(out, "%c ", equiv_letter(k));
        put_bits_and_number(out, r->plan->out->bits, d->got[k], number_of(r->plan->out, d->got[k]));
        fputs(", ", out);
    }
    if (d->apart == EQUIV_NAN_APART)
        fputs("one is NaN\n", out);
    else
        fprintf(out, "%" PRIu64 " ulp apart\n", d->apart);
}

static void put_step_flags(FILE *out, const char *when, uint32_t flags)
{
    fprintf(out, "%sflag %u, %s", when, flags & 1, flags >> 1 ? "used" : "not used");
}

static void put_step_effect(FILE *out, const struct equiv_report *r, const struct lane_step *s)
{
    const unsigned bits = s->result == LANE_CELL ? r->plan->out->bits : 32;

    if (s->result == LANE_FLAGS) {
        put_step_flags(out, "", s->before);
        put_step_flags(out, " -> ", s->after);
        return;
    }
    if (s->result == LANE_LREG)
        fprintf(out, "L%" PRIu32 " ", s->at);
    else
        fprintf(out, "row %" PRIu32 ", column %" PRIu32 " ", s->at / PROBE_COLUMNS, s->at % PROBE_COLUMNS);
    put_bits_and_number(out, bits, s->before, lane_step_number(r->plan->o->input.out, s, s->before));
    fputs(" -> ", out);
    put_bits_and_number(out, bits, s->after, lane_step_number(r->plan->o->input.out, s, s->after));
}

static void put_divergence_kind(FILE *out, unsigned kernel, enum equiv_divergence_kind kind)
{
    fprintf(out, "%s%c", margin, equiv_letter(kernel));
    switch (kind) {
    case EQUIV_SAME_SHAPE:
        fputs(" differs at ", out);
        return;
    case EQUIV_LACKING:
        fputs(" alone has the result of ", out);
        return;
    case EQUIV_STORES:
        fputs(" stores last at ", out);
        return;
    }
}

static void put_divergence_step(FILE *out, const struct equiv_report *r, unsigned kernel,
                                const struct equiv_divergence *d)
{
    const struct lane_step *s = &d->step[kernel];
    char place[LANE_TEXT], instruction[LANE_TEXT];

    if (!d->there[kernel]) {
        fprintf(out, "%s%c never stores to this cell\n", margin, equiv_letter(kernel));
        return;
    }
    lane_step_texts(r->plan->m[kernel], s, place, instruction);
    put_divergence_kind(out, kernel, d->kind[kernel]);
    fprintf(out, "%s: %s%s\n%s  cycle %" PRIu64 ": ", place, s->scheduled ? "schedules " : "", instruction, margin,
            s->cycle);
    put_step_effect(out, r, s);
    putc('\n', out);
}

static void put_difference_text(FILE *out, const struct equiv_report *r, const char *which,
                                const struct equiv_difference *d, const struct equiv_divergence *divergence)
{
    fputs(which, out);
    put_difference_input(out, r, d);
    put_different_results(out, r, d);
    for (unsigned k = 0; k < EQUIV_KERNELS; k++)
        put_divergence_step(out, r, k, divergence);
}

bool equiv_report_text(FILE *out, const struct equiv_report *r)
{
    put_kernels(out, r);
    put_compared_inputs(out, r);
    put_notes(out, r);
    put_interrupted(out, r);
    put_difference_counts(out, r);
    if (!r->tally->cells)
        return true;
    put_difference_text(out, r, "first       ", &r->tally->first, &r->first);
    if (equiv_report_one(r))
        fputs("worst       the first\n", out);
    else
        put_difference_text(out, r, "worst       ", &r->tally->worst, &r->worst);
    return true;
}
