/* sfpsched: finds the shortest table of a kernel's loop, proves it on the machine, and prints it. */
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "action/parallel.h"
#include "action/voice.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "answer_search.h"
#include "own_order.h"
#include "period_search.h"
#include "sched_header.h"
#include "scheduling.h"
#include "split_search.h"
#include "base/fail.h"
#include "base/fileio.h"
#include "two_rows.h"
#include "why.h"

/* ---- Proof ---- */

/* Counts the cells that a kernel iteration loads. */
static unsigned count_operands(const struct graph *g)
{
    unsigned count = 0;

    for (size_t i = 0; i < g->count; i++) {
        bool is_new = graph_is_load(&g->operations[i]) && !g->operations[i].rewrite;

        for (size_t k = 0; k < i && is_new; k++)
            is_new = !(graph_is_load(&g->operations[k]) && g->operations[k].address == g->operations[i].address);
        count += is_new;
    }
    return count / g->iterations;
}

static struct prove_wants make_prove_wants(struct scheduling *s)
{
    return (struct prove_wants){
        .machine = &s->options->machine, .plain = s->machine,
        .words = s->recorded ? sfpu_program_words(s->recorded) : sfpu_words(s->machine),
        .count = s->recorded ? sfpu_program_word_count(s->recorded) : sfpu_word_count(s->machine),
        .operands = count_operands(&s->used->graph), .carries = s->used->graph.carried_count > 0,
        .workers = parallel_workers(), .all = s->options->all, .stop = answer_search_is_over, .context = s};
}

/* Reports an internal error: the model permits what the machine does not. With -v, prints the source in its first
 * form. Frees `error`; NULL: memory ran out. Returns the exit status. */
static int report_defect(const struct scheduling *s, const struct source *source, const char *what, char *error)
{
    struct text text = {0};

    if (!error)
        return complain_no_memory();
    complain("internal: the table found %s: %s", what, error);
    free(error);
    if (s->options->verbose) {
        source_print(source, &source_forms[0], source_iterations(source), &text);
        fwrite(text.data, 1, text.size, stderr);
    }
    text_free(&text);
    return SFP_CANNOT_RUN;
}

static int complain_of_include(void)
{
    return complain("cannot read 'sfpu.inc', which the source found includes: it belongs in include/ beside sfpsched "
                    "or, if sfpsched is installed in bin/, in share/sfpu/ beside bin/");
}

static int prove_found_answer(struct scheduling *s, const struct source *source, struct proof *proof)
{
    struct prove_wants wants = make_prove_wants(s);
    const struct compared *c = &proof->compared;
    char *error = NULL, *text = NULL;
    bool good;

    if (source_has_include(source) && !prove_finds_include(s->body.arch))
        return complain_of_include();
    wants.goes_on = report_changes_values(&s->search.answer);
    progress_show(s, "proving the table");
    good = prove_answer(&wants, source, proof, &error);
    progress_clear(s);
    if (!good)
        return report_defect(s, source, "fails on the machine", error);
    if (c->equal || wants.goes_on)
        return 0;
    if (asprintf(&text, "cell %zu of Dst is 0x%04x instead of 0x%04x", c->cell, c->left[1], c->left[0]) < 0)
        text = NULL;
    return report_defect(s, source, "differs from the kernel", text);
}

/* ---- Output ---- */

static int write_report(const struct scheduling *s, const struct report *r, const struct text *text)
{
    struct sfp_writer writer;
    char *error = NULL;
    const struct sfp_target target = {s->options->output ? s->options->output : "-", "--output", NULL};
    bool good = writer_open(&writer, &target, &interruptible, &error);

    if (!good)
        return complain_of(error);
    good = s->options->json ? report_as_json(r, text, writer.stream) : writer_put(&writer, text->data, text->size);
    if (!good && s->options->json) {
        writer_abort(&writer);
        return complain_no_memory();
    }
    return writer_commit(&writer, &error) ? 0 : complain_of(error);
}

/* If the period is above the floor, appends the rules that exclude the next shorter period, or, if they are not
 * found soon, a hint at --why. */
static void find_binding(struct scheduling *s, struct text *text)
{
    enum { PATIENCE = 1000 };
    const unsigned period = s->search.answer.wants.period;
    struct search_wants search = answer_search_wants(s);
    const struct why_wants wants = {
        .period = period - 1, .search = &search, .refuted = s->search.next_refuted, .rules_only = true};
    struct why why;

    if (s->search.answer.wants.no_macros || answer_is_one_period(s) || period <= s->search.floor)
        return;
    progress_show(s, "asking what binds");
    search.conflicts = PATIENCE;
    search.tell = NULL;
    split_why_find(s->used, &wants, &why);
    progress_clear(s);
    if (why.answer == WHY_IMPOSSIBLE)
        why_print_short(&why, text);
    else
        text_print(text, "not known; --why=%u", period - 1);
    text_add_char(text, '\0');
    text->failed |= why.answer == WHY_NO_MEMORY;
    why_free(&why);
}

/* Returns the exit status after a report: SCHED_EXIT_NOT if the comparison stopped early or the period is not proven
 * minimal. */
static int find_report_status(const struct scheduling *s, const struct proof *proof, const char *bound)
{
    int status = proof->compared.stopped ? SCHED_EXIT_NOT : 0;

    if (!answer_is_one_period(s) && !search_is_proven(&s->search)) {
        status = SCHED_EXIT_NOT;
        if (!s->options->quiet)
            fprintf(stderr, "sfpsched: %s\n", bound);
    }
    return status;
}

static int print_answer(struct scheduling *s, struct source *source, const struct proof *proof)
{
    struct report r = {.command = s->options->command, .source = source, .search = &s->search, .proof = proof,
                       .steps = &s->steps, .two_rows = &s->two_rows, .offered = s->offered,
                       .one_period = answer_is_one_period(s)};
    struct text binding = {0}, comments = {0}, text = {0};
    char *bound = report_bound(&r);
    sfpu_program *program = NULL;
    int status;

    find_binding(s, &binding);
    r.binds = binding.data;
    report_comments(&r, &comments);
    text_add_char(&comments, '\0');
    source->comments = comments.data;
    source_print(source, proof->form, source_iterations(source), &text);
    status = binding.failed || comments.failed || text.failed || !bound ? complain_no_memory() : 0;
    if (!status && s->options->header)
        status = sched_header_make(s, comments.data, &text);
    else if (!status && s->options->macro_words)
        status = sched_macro_words(s, comments.data, &text);
    else if (!status && s->options->json)
        status = (r.program = program = sched_assemble(s, &text)) ? 0 : SFP_CANNOT_RUN;
    if (!status)
        status = write_report(s, &r, &text);
    if (!status)
        status = find_report_status(s, proof, bound);
    if (proof_is_slower(proof) && !s->options->quiet && !r.one_period)
        fprintf(stderr, "sfpsched: warning: slower in all than the kernel as written: %" PRIu64 " cycles instead of %"
                        PRIu64 "\n", proof->whole_cycles, proof->plain_cycles);
    if (proof->warned && !s->options->quiet)
        fputs(proof->warnings ? proof->warnings : "", stderr);
    free(bound);
    sfpu_program_free(program);
    text_free(&binding);
    text_free(&comments);
    text_free(&text);
    return status;
}

/* Writes refutations of every shorter period for a graph. */
static bool write_refutations_of(struct scheduling *s, const struct graph *g, const char *prefix, unsigned *count)
{
    const struct search_wants wants = answer_search_wants(s);
    char *error = NULL;

    if (refutations_write(g, &wants, s->search.first, s->search.answer.wants.period, prefix, count, &error))
        return true;
    complain_of(error);
    return false;
}

/* Writes the refutations of another graph, whose files have its suffix in their names. */
static bool write_other_refutations(struct scheduling *s, const struct other_graph *other, unsigned *count)
{
    char *prefix = NULL;
    bool good;

    if (asprintf(&prefix, "%s%s", s->options->proof, other->suffix) < 0) {
        complain_no_memory();
        return false;
    }
    good = write_refutations_of(s, &other->graph, prefix, count);
    free(prefix);
    return good;
}

/* Writes the refutations of all graphs for --proof. Complains if the search has proven nothing. Returns an exit
 * status. */
static int write_refutations(struct scheduling *s)
{
    unsigned count, more;
    bool good;

    if (!s->search.proven || s->search.unproven)
        return complain("%s: no refutations to write, as nothing is proven", s->options->proof);
    good = write_refutations_of(s, &s->used->graph, s->options->proof, &count);
    for (size_t i = 0; i < s->used->other_count && good; i++) {
        good = write_other_refutations(s, &s->used->others[i], &more);
        count += good ? more : 0;
    }
    if (!good)
        return SFP_CANNOT_RUN;
    if (!s->options->quiet)
        fprintf(stderr, "sfpsched: %u model%s refuted in %s-*.cnf\n", count, count == 1 ? "" : "s", s->options->proof);
    return 0;
}

/* Measures the kernel's own order, the bound for --no-macros. With --pin there is no bound: pinned cells belong to a
 * table. */
static int measure_own_order(struct scheduling *s)
{
    const struct prove_wants wants = make_prove_wants(s);
    char *error = NULL;

    if (!s->options->no_macros || s->options->pin)
        return 0;
    if (own_order_measure(&wants, &s->body, &s->used->graph, s->name, &s->own, &error))
        return 0;
    return complain_of(error);
}

/* Returns whether the options demand a table. */
static bool must_be_table(const struct scheduling *s)
{
    const struct sched_options *o = s->options;

    return answer_is_one_period(s) || o->rows > 1 || o->macro_words || o->proof;
}

/* Returns whether the kernel's own order can take fewer cycles than the table found: the order takes at least a cycle for
 * each word. Without a table, the order can stand in if models are left; otherwise the search has shown that there is no
 * table. */
static bool may_stand_in(const struct scheduling *s)
{
    const struct search *found = &s->search;

    if (s->options->no_macros || must_be_table(s))
        return false;
    return found->found ? found->answer.wants.period > s->body.count * s->used->graph.iterations
                        : found->stopped || found->given_up > 0;
}

/* Makes the kernel's own order the answer if the search has found no table, or a longer one. Returns an exit status. */
static int take_own_order(struct scheduling *s)
{
    const struct prove_wants wants = make_prove_wants(s);
    char *error = NULL;

    if (!may_stand_in(s))
        return 0;
    if (!own_order_measure(&wants, &s->body, &s->used->graph, s->name, &s->own, &error))
        return complain_of(error);
    if (!s->search.found || s->search.answer.wants.period > s->own.wants.period)
        own_order_stand_in(&s->search, &s->own);
    return 0;
}

static int print_shortest(struct scheduling *s)
{
    struct source source = {.name = s->name, .body = &s->body, .answer = &s->search.answer,
                            .init = machine_initial_state(&s->options->machine, s->machine)};
    struct proof proof = {0};
    int status = measure_own_order(s);

    if (status || (status = answer_search(s)) || (status = take_own_order(s)))
        return status;
    if (!s->search.found)
        return answer_search_report_none(s);
    if (!s->search.stands_in && (status = two_rows_try(s)))
        return status;
    if (!kept_names_read(&s->body, &s->kept))
        return complain_no_memory();
    if (s->kept.no_include)
        return complain_of_include();
    source.kept = &s->kept;
    status = prove_found_answer(s, &source, &proof);
    if (!status)
        status = print_answer(s, &source, &proof);
    if (!status && s->options->proof)
        status = write_refutations(s);
    proof_free(&proof);
    return status;
}

/* ---- Checks ---- */

/* Writes a period, with the number of kernel iterations if that is not 1. */
static void put_period(struct text *text, unsigned period, unsigned rows)
{
    text_print(text, "%u", period);
    if (rows > 1)
        text_print(text, " of %u rows", rows);
    text_add_char(text, '\0');
}

static int judge_checked_table(const struct scheduling *s, const struct proof *proof, unsigned period)
{
    const unsigned found = s->search.answer.wants.period;
    const struct report r = {.search = &s->search};
    struct text shown = {0};
    char *bound = report_bound(&r);
    int status = SCHED_EXIT_NOT;

    put_period(&shown, period, s->used->graph.iterations);
    if (!bound || shown.failed)
        status = complain_no_memory();
    else if (!proof->compared.equal)
        printf("%s: leaves other values in Dst than %s: cell %zu is 0x%04x instead of 0x%04x\n", s->options->check,
               s->options->kernel,
               proof->compared.cell, proof->compared.left[1], proof->compared.left[0]);
    else if (found < period)
        printf("%s: period %s, but there is a table of %u\n", s->options->check, shown.data, found);
    else {
        printf("%s: period %s: %s\n", s->options->check, shown.data,
               found > period ? "shorter than the table found" : bound);
        status = found > period || search_is_proven(&s->search) ? 0 : SCHED_EXIT_NOT;
    }
    text_free(&shown);
    free(bound);
    return status;
}

/* Makes s->used the graphs in which an iteration is as many kernel iterations as in the checked table: the table's step
 * of Dst divided by the kernel's. Returns an exit status, after a message if not 0. */
static int match_rows(struct scheduling *s, const struct checked_table *table)
{
    const struct graph *g = &s->used->graph;
    const unsigned step = g->rows > 0 ? (unsigned)g->rows / g->iterations : 0;
    const unsigned rows = step && table->step % step == 0 && table->step > 0 ? table->step / step : 1;
    char *error = NULL;

    if (rows == g->iterations)
        return 0;
    if (s->options->rows)
        return complain("%s: an iteration of the table is %u of the kernel's, expected %u (--rows-per-iteration)",
                        s->options->check, rows, s->options->rows);
    if (rows > SCHED_MOST_ROWS)
        return complain("%s: an iteration of the table is %u of the kernel's: at most %d can be compared",
                        s->options->check, rows, SCHED_MOST_ROWS);
    if (s->body.iterations % rows)
        return complain("%s: an iteration of the table is %u of the kernel's, which has %zu, not a multiple of %u",
                        s->options->check, rows, s->body.iterations, rows);
    if (!scheduling_make_graphs(s, rows, &s->two, &error))
        return complain_of(error);
    if (!scheduling_fits(&s->two.graph))
        return complain("%s: an iteration of the table is %u of the kernel's, with %zu operations: at most %d can be "
                        "scheduled", s->options->check, rows, s->two.graph.count, MODEL_OPERATIONS);
    s->used = &s->two;
    return 0;
}

/* Checks the table of --check. The -D names of the command line apply to the kernel only. */
static int check_given_table(struct scheduling *s)
{
    const struct prove_wants wants = make_prove_wants(s);
    struct proof proof = {0};
    struct checked_table table = {0};
    char *error = NULL;
    int status;

    if (!prove_file(&wants, s->body.arch, s->options->check, &proof, &table, &error)) {
        status = complain_of(error);
    } else if (!(status = match_rows(s, &table)) && !(status = answer_search(s))) {
        status = s->search.found ? judge_checked_table(s, &proof, table.period) : answer_search_report_none(s);
    }
    proof_free(&proof);
    return status;
}

/* ---- Main ---- */

static int explain_period(struct scheduling *s)
{
    struct text text = {0};
    const struct search_wants search = answer_search_wants(s);
    const struct why_wants wants = {.period = s->options->why, .search = &search};
    const struct graph *g = &s->used->graph;
    struct why why;
    bool good;
    int status = measure_own_order(s);

    if (status)
        return status;
    if (s->own.operations && s->own.wants.period == s->options->why)
        why = (struct why){.answer = WHY_POSSIBLE, .period = s->options->why};
    else
        g = split_why_find(s->used, &wants, &why);
    good = why.answer != WHY_NO_MEMORY;
    progress_clear(s);
    status = why.answer == WHY_UNKNOWN || why.answer == WHY_UNEXPLAINED ? SCHED_EXIT_NOT : 0;
    if (good && s->options->json) {
        good = why_as_json(g, &s->body, &why, s->options->command, stdout);
    } else if (good) {
        why_print(g, &s->body, &why, &text);
        good = !text.failed;
        if (good)
            fwrite(text.data, 1, text.size, stdout);
    }
    text_free(&text);
    why_free(&why);
    return good ? status : complain_no_memory();
}

static int schedule_kernel(struct scheduling *s)
{
    int status = machine_load(&s->options->machine, s->options->kernel, &s->machine);

    if (status || (status = machine_need_math(s->machine, s->options->kernel)) || (status = scheduling_read(s)))
        return status;
    s->name = scheduling_name(s->options);
    if (!s->name)
        return complain_no_memory();
    if (s->options->graph) {
        graph_print(&s->used->graph, stdout);
        return 0;
    }
    if (s->options->why)
        return explain_period(s);
    return s->options->check ? check_given_table(s) : print_shortest(s);
}

static void end_scheduling(struct scheduling *s)
{
    answer_free(&s->search.answer);
    answer_free(&s->own);
    free(s->steps.steps);
    free(s->name);
    sfp_program_free(&s->pinned);
    loop_graphs_free(&s->one);
    loop_graphs_free(&s->two);
    kept_names_free(&s->kept);
    loop_body_free(&s->body);
    sfpu_program_free(s->recorded);
    sfpu_close(s->machine);
}

int main(int argc, char **argv)
{
    struct sched_options options = {0};
    struct scheduling s = {.options = &options};
    int status = SFP_CANNOT_RUN;

    keep_standard_files();
    ignore_write_signals();
    end_on_signals(NULL);
    argp_err_exit_status = SFP_CANNOT_RUN;
    if (sched_options_parse(&options, argc, argv)) {
        s.end = options.time > 0 ? answer_search_clock() + options.time : 0;
        s.shows = isatty(STDERR_FILENO) && !options.quiet;
        note_signals();
        status = schedule_kernel(&s);
    }
    end_scheduling(&s);
    sched_options_free(&options);
    errno = 0;
    if ((fflush(stdout) != 0 || ferror(stdout)) && status != SFP_CANNOT_RUN)
        status = complain("standard output: %s", errno ? strerror(errno) : "a write failed");
    return status;
}
