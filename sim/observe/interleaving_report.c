/* Writes what interleavings change, as text and as JSON. */
#include "interleaving.h"

#include <inttypes.h>

#include "base/json_writer.h"
#include "dis/dis.h"
#include "program/streams.h"

/* What the search found, as a whole. */
enum verdict { VERDICT_SAME, VERDICT_RACE, VERDICT_ORDER, VERDICT_DEADLOCK };

/* A change without a race comes from the order in which threads took a mutex or a semaphore. */
static enum verdict judge_interleaved(const struct sfp_interleaved *result,
                                      const struct sfp_interleaving_options *options)
{
    if (options->races)
        return VERDICT_RACE;
    if (result->count == 0)
        return VERDICT_SAME;
    return result->deadlocks == result->count ? VERDICT_DEADLOCK : VERDICT_ORDER;
}

/* ---- Text ---- */

enum { PLACE = 4096 };

/* Writes the options that make the interleaving again. */
static void print_interleaving(const struct sfp_interleaving *how, const struct sfp_interleaving_options *options,
                               FILE *out)
{
    fprintf(out, "--arbiter=%s", sfp_arbiter_name(how->arbiter));
    if (how->arbiter == SFP_ARBITER_RANDOM)
        fprintf(out, ":%" PRIu64, how->seed);
    for (unsigned t = 0; t < SFP_THREADS; t++)
        if (how->start[t])
            fprintf(out, " --start=%s:+%" PRIu32, sfp_thread_name((enum sfp_thread_id)t), how->start[t]);
    for (unsigned i = 0; i < how->late; i++) {
        char place[PLACE];

        sfp_kernel_place(options->kernel, how->index[i], place, sizeof place);
        fprintf(out, "%s %s late by %" PRIu32, i ? " and" : ", with", place, how->cycles[i]);
    }
}

static void print_change_end(const struct sfp_interleaved_change *change, FILE *out)
{
    const struct sfp_difference *d = &change->difference;

    if (change->status == SFP_RUN_DEADLOCK)
        fputs("    the threads wait for each other for ever\n", out);
    else if (change->status != SFP_RUN_DONE)
        fputs("    the run does not come to its end\n", out);
    else
        fprintf(out, "    Dst row %d, column %d: %0*x instead of %0*x\n", d->row, d->column, d->digits, d->is, d->digits,
                d->was);
}

static size_t count_dst_changes(const struct sfp_interleaved *result)
{
    size_t changes = 0;

    for (size_t i = 0; i < result->count; i++)
        changes += result->list[i].status == SFP_RUN_DONE;
    return changes;
}

static void print_interleaved_head(const struct sfp_interleaved *result,
                                   const struct sfp_interleaving_options *options, FILE *out)
{
    static const char *const data[] = {
        [SFP_DATA_GIVEN] = "", [SFP_DATA_DRAWN] = "; Dst was drawn, as no data were given (--dst)",
        [SFP_DATA_ZEROS] = "; all of Dst is 0, so changes may not show"};

    fprintf(out, "%s: %zu runs in which a thread starts 1 to %u cycles late, %zu other arbiters, %zu random runs: ",
            options->kernel->path, result->skews, options->most, result->arbiters, result->random);
    if (count_dst_changes(result))
        fprintf(out, "%zu change Dst, to %zu different contents in all", count_dst_changes(result), result->images);
    else
        fputs("Dst stays the same", out);
    if (result->deadlocks)
        fprintf(out, "; %zu end in a deadlock", result->deadlocks);
    fprintf(out, "%s\n", data[options->data]);
}

static void print_verdict(enum verdict verdict, const struct sfp_interleaving_options *options, FILE *out)
{
    switch (verdict) {
    case VERDICT_RACE:
        fprintf(out, "  %zu %s of state %s a race (sfpsim check names the places) [thread-race]\n", options->races,
                options->races == 1 ? "kind" : "kinds", options->races == 1 ? "has" : "have");
        break;
    case VERDICT_ORDER:
        fputs("  no race was found in the runs looked at: the result depends on which thread came first, or on a hazard of one "
              "thread [thread-order]\n", out);
        break;
    case VERDICT_DEADLOCK:
    case VERDICT_SAME:
        break;
    }
}

/* Returns whether two changes end alike: with the same status and, if done, the same contents of Dst. */
static bool end_alike(const struct sfp_interleaved_change *x, const struct sfp_interleaved_change *y)
{
    return x->status == y->status && x->image == y->image;
}

/* Returns the number of changes that end like change `i`, with it; 0 if an earlier one does. */
static size_t count_alike(const struct sfp_interleaved *result, size_t i)
{
    size_t alike = 0;

    for (size_t j = 0; j < i; j++)
        if (end_alike(&result->list[j], &result->list[i]))
            return 0;
    for (size_t j = i; j < result->count; j++)
        alike += end_alike(&result->list[j], &result->list[i]);
    return alike;
}

/* Writes the first interleaving of an end, and how many more have it. */
static void print_change_entry(const struct sfp_interleaved *result, size_t i, size_t alike,
                               const struct sfp_interleaving_options *options, FILE *stream)
{
    fputs("  ", stream);
    print_interleaving(&result->list[i].interleaving, options, stream);
    if (alike > 1)
        fprintf(stream, ", and %zu more to the same end", alike - 1);
    putc('\n', stream);
    print_change_end(&result->list[i], stream);
}

bool sfp_interleaved_print(const struct sfp_interleaved *result, const struct sfp_interleaving_options *options,
                           size_t most, FILE *stream)
{
    size_t printed = 0, left_out = 0;

    print_interleaved_head(result, options, stream);
    print_verdict(judge_interleaved(result, options), options, stream);
    for (size_t i = 0; i < result->count; i++) {
        const size_t alike = count_alike(result, i);

        if (alike == 0)
            continue;
        if (most && printed == most) {
            left_out++;
            continue;
        }
        print_change_entry(result, i, alike, options, stream);
        printed++;
    }
    if (left_out)
        fprintf(stream, "%s: %zu more not printed (--max-findings=0 prints all)\n", options->kernel->path, left_out);
    return true;
}

/* ---- JSON ---- */

static void put_late_words(struct sfp_json *j, const struct sfp_interleaving *how, const struct sfp_program *program)
{
    json_list(j, "late");
    for (unsigned i = 0; i < how->late; i++) {
        json_begin(j, NULL);
        json_count(j, "index", how->index[i]);
        json_text(j, "thread", sfp_thread_name(sfp_thread_of_word(program, how->index[i])));
        json_count(j, "cycles", how->cycles[i]);
        json_end(j);
    }
    json_list_end(j);
}

static void put_interleaved_change(struct sfp_json *j, const struct sfp_interleaved_change *change,
                                   const struct sfp_program *program)
{
    const struct sfp_interleaving *how = &change->interleaving;
    const struct sfp_difference *d = &change->difference;

    json_begin_on_line(j, NULL);
    json_text(j, "arbiter", sfp_arbiter_name(how->arbiter));
    if (how->arbiter == SFP_ARBITER_RANDOM)
        json_count(j, "seed", how->seed);
    json_begin(j, "start");
    for (unsigned t = 0; t < SFP_THREADS; t++)
        if (how->start[t])
            json_count(j, sfp_thread_name((enum sfp_thread_id)t), how->start[t]);
    json_end(j);
    put_late_words(j, how, program);
    json_text(j, "end", change->status == SFP_RUN_DONE       ? "done"
                        : change->status == SFP_RUN_DEADLOCK ? "deadlock"
                                                             : "failed");
    if (change->status == SFP_RUN_DONE) {
        json_count(j, "row", (unsigned)d->row);
        json_count(j, "column", (unsigned)d->column);
        json_hex(j, "was", d->was, (unsigned)d->digits);
        json_hex(j, "is", d->is, (unsigned)d->digits);
    }
    json_end(j);
}

bool sfp_interleaved_print_json(const struct sfp_interleaved *result, const struct sfp_interleaving_options *options,
                                FILE *stream)
{
    enum { VERSION = 1 };
    static const char *const data[] = {
        [SFP_DATA_GIVEN] = "given", [SFP_DATA_DRAWN] = "drawn", [SFP_DATA_ZEROS] = "zeros"};
    static const char *const verdicts[] = {
        [VERDICT_SAME] = "same", [VERDICT_RACE] = "race", [VERDICT_ORDER] = "order", [VERDICT_DEADLOCK] = "deadlock"};
    struct sfp_json json = {0}, *j = &json;

    json_begin(j, NULL);
    json_text(j, "schema", "sfpsim-interleave");
    json_count(j, "version", VERSION);
    json_shown(j, "kernel", options->kernel->path);
    json_text(j, "arch", sfp_arch_name(options->kernel->program.arch));
    json_text(j, "dst", data[options->data]);
    json_count(j, "most", options->most);
    json_count(j, "skews", result->skews);
    json_count(j, "arbiters", result->arbiters);
    json_count(j, "random", result->random);
    json_count(j, "contents", result->images);
    json_count(j, "races", options->races);
    json_text(j, "verdict", verdicts[judge_interleaved(result, options)]);
    json_list(j, "changes");
    for (size_t i = 0; i < result->count; i++)
        put_interleaved_change(j, &result->list[i], &options->kernel->program);
    json_list_end(j);
    json_end(j);
    return json_print(j, stream);
}
