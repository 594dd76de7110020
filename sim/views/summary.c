/* Prints a run's summary, a few lines. */
#include "summary.h"

#include <inttypes.h>
#include <string.h>

#include "base/terminal.h"

/* Two states of Dst, compared by rows of the format in use: 32-bit rows if format 0 is fp32, or if 16-bit accesses
 * reach halves of 32-bit cells; otherwise 16-bit rows. */
struct rows {
    const struct sfp_state *before, *after;
    bool wide;
    unsigned count;
};

/* A range of differing rows, found by next_range(). */
struct range {
    unsigned first, last;
};

static struct rows find_dst_rows(const struct sfp_state *before, const struct sfp_state *after)
{
    const bool wide = after->derived.own.srcb_mode == SFP_FMT_FP32 || after->dst_16bit_view;

    return (struct rows){before, after, wide, wide ? SFP_DST_ROWS / 2 : SFP_DST_ROWS};
}

static bool physical_changed(const struct rows *r, unsigned row)
{
    return memcmp(r->before->dst[row], r->after->dst[row], sizeof r->before->dst[row]) != 0
           || r->before->dst_valid[row] != r->after->dst_valid[row];
}

static bool row_changed(const struct rows *r, unsigned row)
{
    const unsigned physical = r->wide ? sfp_dst_row32(r->after, row) : sfp_dst_row16(r->after, row);

    return physical_changed(r, physical) || (r->wide && physical_changed(r, physical + SFP_LOW_HALF_ROWS));
}

static bool next_range(const struct rows *rows, unsigned from, struct range *r)
{
    while (from < rows->count && !row_changed(rows, from))
        from++;
    if (from >= rows->count)
        return false;
    r->first = r->last = from;
    while (r->last + 1 < rows->count && row_changed(rows, r->last + 1))
        r->last++;
    return true;
}

static void print_dst(FILE *stream, const struct sfp_state *before, const struct sfp_state *after)
{
    enum { RANGES_SHOWN = 8 };
    const struct rows all = find_dst_rows(before, after);
    unsigned rows = 0, ranges = 0;
    struct range r;

    for (unsigned from = 0; next_range(&all, from, &r); from = r.last + 1)
        rows += r.last - r.first + 1;
    if (rows == 0) {
        fputs("  Dst: unchanged\n", stream);
        return;
    }
    fprintf(stream, "  Dst: %u of %u %srows changed:", rows, all.count, all.wide ? "32-bit " : "");
    for (unsigned from = 0; next_range(&all, from, &r); from = r.last + 1) {
        if (ranges++ == RANGES_SHOWN) {
            fputs(" ...", stream);
            break;
        }
        if (r.first == r.last)
            fprintf(stream, " %u", r.first);
        else
            fprintf(stream, " %u-%u", r.first, r.last);
    }
    fputc('\n', stream);
}

static void print_lregs(FILE *stream, const struct sfp_state *before, const struct sfp_state *after)
{
    bool any = false;

    for (unsigned reg = 0; reg < SFP_LREGS; reg++) {
        if (memcmp(before->lreg[reg], after->lreg[reg], sizeof before->lreg[reg]) == 0)
            continue;
        fprintf(stream, "%s L%u", any ? "" : "  LRegs changed:", reg);
        any = true;
    }
    fputs(any ? "\n" : "  LRegs: unchanged\n", stream);
}

static void print_causes(FILE *stream, const uint64_t cycles[SFP_STALLS])
{
    const char *separator = ": ";

    for (unsigned c = 0; c < SFP_STALLS; c++) {
        if (!cycles[c])
            continue;
        fprintf(stream, "%s%s %" PRIu64, separator, sfp_stall_info((enum sfp_stall)c)->name, cycles[c]);
        separator = ", ";
    }
}

static uint64_t sum_stalls(const uint64_t cycles[SFP_STALLS])
{
    uint64_t all = 0;

    for (unsigned c = 0; c < SFP_STALLS; c++)
        all += cycles[c];
    return all;
}

/* Prints a number of cycles, and the cycles of them that were lost, by cause. */
static void print_lost(FILE *stream, uint64_t cycles, const uint64_t stalls[SFP_STALLS])
{
    const uint64_t lost = sum_stalls(stalls);

    fprintf(stream, "%" PRIu64 " %s", cycles, cycles == 1 ? "cycle" : "cycles");
    if (lost)
        fprintf(stream, ", %" PRIu64 " of them lost", lost);
    print_causes(stream, stalls);
}

/* Prints the cycles, the lost cycles by cause, and the hidden stalls. `own`: each thread's line says what it lost. */
static void print_cycles(FILE *stream, const struct sfp_timing_result *timing, bool own)
{
    static const uint64_t nothing[SFP_STALLS];

    fputs("  ", stream);
    print_lost(stream, timing->cycles, own ? nothing : timing->stalls);
    if (sum_stalls(timing->hidden))
        fputs("; stalls hidden", stream);
    print_causes(stream, timing->hidden);
    if (timing->discarded)
        fprintf(stream, "; %" PRIu64 " %s discarded", timing->discarded,
                timing->discarded == 1 ? "instruction" : "instructions");
    fputc('\n', stream);
}

static bool ran_threads(const struct sfp_timing_result *timing)
{
    bool ran = false;

    for (unsigned t = 0; t < SFP_THREADS; t++)
        ran |= timing->thread[t].ran;
    return ran;
}

/* Prints a line for each thread of a run of several. */
static void print_threads(FILE *stream, const struct sfp_kernel *kernel, const struct sfp_timing_result *timing)
{
    for (unsigned t = 0; t < SFP_THREADS; t++) {
        const struct sfp_thread_result *thread = &timing->thread[t];

        if (!thread->ran)
            continue;
        fprintf(stream, "  %s: ", sfp_thread_name(t));
        shown_put(stream, sfp_kernel_path(kernel, t), strlen(sfp_kernel_path(kernel, t)));
        fprintf(stream, ": %" PRIu64 " %s, %" PRIu64 " by the vector unit, in ", thread->executed,
                thread->executed == 1 ? "instruction" : "instructions", thread->vector);
        print_lost(stream, thread->cycles, thread->stalls);
        fputc('\n', stream);
    }
}

/* Prints how many datacopies were taken as done because Dst holds the input (--dst-is-input), and how many
 * instructions of other units were skipped (--skip-fpu). */
static void print_others(FILE *stream, const struct sfp_state *before, const struct sfp_state *after)
{
    const uint64_t copied = after->copied - before->copied, skipped = after->skipped - before->skipped;

    if (copied)
        fprintf(stream, "  %" PRIu64 " %s copied the initial contents of Dst\n", copied,
                copied == 1 ? "datacopy" : "datacopies");
    if (skipped)
        fprintf(stream, "  %" PRIu64 " %s of other units skipped\n", skipped,
                skipped == 1 ? "instruction" : "instructions");
}

/* Writes the kernel's description. A compiled kernel has no word count, since only its run shows it. */
static void describe_kernel(const struct sfp_kernel *kernel, char *text, size_t size)
{
    const size_t count = kernel->program.count;
    char selected[SELECTED_TEXT];

    if (sfp_kernel_has_core(kernel))
        snprintf(text, size, "compiled");
    else
        snprintf(text, size, "%zu %s%s", count, count == 1 ? "word" : "words",
                 selected_text(selected, " ", kernel->program.chosen.profile));
}

void sfp_summary_print(FILE *stream, const struct sfp_kernel *kernel, unsigned long passes,
                       const struct sfp_run_result *result, const struct sfp_timing_result *timing,
                       const struct sfp_state *before, const struct sfp_state *after)
{
    char text[SELECTED_TEXT + 32];

    describe_kernel(kernel, text, sizeof text);
    shown_print(stream, "%s: %s, %s, %lu %s", kernel->path, sfp_arch_name(after->arch), text, passes,
                passes == 1 ? "pass" : "passes");
    fprintf(stream, "  %" PRIu64 " %s executed, %" PRIu64 " by the vector unit\n", result->executed,
            result->executed == 1 ? "instruction" : "instructions", result->vector);
    if (timing) {
        print_cycles(stream, timing, ran_threads(timing));
        print_threads(stream, kernel, timing);
    }
    print_others(stream, before, after);
    print_dst(stream, before, after);
    print_lregs(stream, before, after);
}
