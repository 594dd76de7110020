/* How a run begins and ends, and its results. */
#include "lib.h"

#include <stdlib.h>
#include <string.h>

#include "model/control.h"
#include "model/model.h"
#include "model/source_banks.h"

/* ---- Before and after ---- */

/* Keeps the state before the run, for the summary. */
static bool keep_state_before(sfpu_machine *m)
{
    if (!m->before)
        m->before = aligned_alloc(_Alignof(struct sfp_state), sizeof *m->before);
    if (!m->before)
        return false;
    *m->before = m->m->s;
    return true;
}

static bool looks_for_uninit(const sfpu_machine *m)
{
    return !m->running.quiet && !m->policy.off[SFP_FIND_UNINIT]
        && m->policy.level[SFP_FIND_UNINIT] >= SFP_WARNING;
}

/* Compares a timed run with the program's schedules, if any. Returns false without memory. */
static bool begin_proof(sfpu_machine *m, bool timed, struct sfp_observer **observers)
{
    struct sfp_observer *own;

    if (!timed || m->running.quiet || m->kernel.program.schedule_count == 0)
        return true;
    m->proof = sfp_proof_new(&m->kernel, sfp_findings_log_reporter(m->log));
    if (!m->proof)
        return false;
    own = sfp_proof_observer(m->proof);
    own->next = *observers;
    *observers = own;
    return true;
}

/* Returns whether more than one thread has words. */
static bool has_several_threads(const sfpu_machine *m)
{
    size_t words[SFP_THREADS];
    unsigned threads = 0;

    sfp_streams_count(&m->kernel.program, words);
    for (unsigned i = 0; i < SFP_THREADS; i++)
        threads += words[i] > 0;
    return threads > 1;
}

/* Looks for races in a timed run of several threads. Returns false without memory. */
static bool begin_races(sfpu_machine *m, bool timed, struct sfp_observer **observers)
{
    struct sfp_observer *own;

    if (!timed || m->running.quiet || !has_several_threads(m))
        return true;
    if (lib_has_cores(m) || m->running.ignore_waits) /* cores order threads unseen; waits that are ignored order nothing */
        return true;
    m->races = sfp_races_new(m->m);
    if (!m->races)
        return false;
    own = sfp_races_observer(m->races);
    own->next = *observers;
    *observers = own;
    return true;
}

/* Keeps the last writers of a timed run, if wanted. Returns false without memory. */
static bool begin_writers(sfpu_machine *m, bool timed, struct sfp_observer **observers)
{
    struct sfp_observer *own;

    if (!timed || !m->running.keeps_writers)
        return true;
    m->writers = lib_writers_new(m);
    if (!m->writers)
        return false;
    own = lib_writers_observer(m->writers);
    own->next = *observers;
    *observers = own;
    return true;
}

static void begin_results(sfpu_machine *m, unsigned long passes, bool timed)
{
    m->run_number = ++m->runs;
    m->begun = m->running;
    m->timed = timed;
    m->passes = passes;
    m->timing = (struct sfp_timing_result){0};
    m->result = (struct sfp_run_result){0};
    m->failure = (struct lib_failure){0};
}

/* Lets the cores push the words of a run. Returns a code. */
static int begin_cores(sfpu_machine *m, unsigned long passes, struct sfp_timing_options *options)
{
    const struct sfp_feed *feeds[SFP_THREADS] = {NULL};
    int code;

    options->run.repeat = 1; /* the cores run the passes */
    code = m->core->begin(m, passes, feeds);
    if (options->threads)
        memcpy(m->streams.feeds, feeds, sizeof feeds);
    else
        options->run.feed = feeds[SFP_THREAD_MATH];
    return code;
}

/* Checks that cores can run this many passes: words beside them would run once. Returns a code. */
static int check_passes(sfpu_machine *m, unsigned long passes)
{
    size_t words[SFP_THREADS];

    sfp_streams_count(&m->kernel.program, words);
    for (unsigned i = 0; i < SFP_THREADS && passes > 1 && lib_has_cores(m); i++)
        if (words[i] > 0 && !m->threads[i].compiled)
            return lib_fail(m, SFPU_BAD_ARGUMENT, "several passes: not for words of %s beside the core of another "
                            "thread", sfp_thread_name((enum sfp_thread_id)i));
    return SFPU_OK;
}

/* Begins a run: fills the options, attaches views and observers, and resets the results. Returns a code. */
static int begin_run(sfpu_machine *m, unsigned long passes, bool timed, struct sfp_timing_options *options)
{
    const struct sfp_program *program = &m->kernel.program;
    const struct sfp_threads *threads;
    bool ok = true;
    int code;

    if (!m->has_program)
        return lib_fail(m, SFPU_NO_PROGRAM, "%s", sfpu_code_text(SFPU_NO_PROGRAM));
    if ((code = check_passes(m, passes)) != SFPU_OK || (code = lib_pace(m)) != SFPU_OK
        || (code = lib_begin_threads(m, &threads)) != SFPU_OK)
        return code;
    lib_forget_run(m);
    *options = (struct sfp_timing_options){
        .run = {.repeat = passes, .progress = &m->progress, .ignore_waits = m->running.ignore_waits},
        .threads = threads,
        .gaps = lib_gaps(m),
        .later_gaps = m->pace.later.gaps,
        .tables = program,
        .uninit = timed && looks_for_uninit(m),
        .written = m->written,
        .observers = lib_views_begin(m, lib_events(m), &ok),
    };
    if (!ok || !begin_proof(m, timed, &options->observers) || !begin_writers(m, timed, &options->observers)
        || !begin_races(m, timed, &options->observers) || !keep_state_before(m)) {
        lib_views_free(m);
        return lib_no_memory(m);
    }
    if (!options->uninit) /* nothing then records writes */
        memset(m->written, 0xFF, sizeof m->written);
    begin_results(m, passes, timed);
    m->as_threads = threads;
    lib_hush(m);
    if (m->races) {
        m->m->dst_written = sfp_races_hear_dst;
        m->m->dst_listener = m->races;
    }
    if (m->writers) /* also passes writes on to the race detector */
        lib_writers_listen(m->writers);
    if (!m->running.quiet) {
        m->m->reporter = sfp_findings_log_reporter(m->log);
        sfp_check_words(m->m, program->words, program->count);
    }
    sfp_progress_start(&m->progress, passes);
    sfp_stack_begin(m->m);
    sfp_widths_begin(m->m);
    options->results_only = !timed;
    return lib_has_cores(m) ? begin_cores(m, passes, options) : SFPU_OK;
}

/* Returns the end of the message about a refused instruction: what would allow it. */
static const char *find_refusal_remedy(const sfpu_machine *m, const struct sfp_insn *insn, uint32_t word)
{
    if (m->result.why)
        return m->result.why;
    if (sfp_matrix_models(m->m, insn))
        return " with these operands";
    switch ((enum sfp_disposition)insn->sim) {
    case SFP_MODEL:
        if (insn->id == SFP_I_ATGETM || insn->id == SFP_I_ATRELM)
            return " with this number: the arch has no such mutex, and hardware waits for ever";
        return " with these operands";
    case SFP_COPY:
        if (insn->id == SFP_I_ELWADD && m->m->s.sum.word == word)
            return ": it adds two sources, as its address modifier and its broadcast show, and is not a datacopy";
        if (sfp_is_copy(insn, word))
            return ": with dst-is-input, it brings what Dst holds at the start";
        return " where it adds to Dst: with skip-fpu, it only steps its counters";
    case SFP_SKIP:
        return ": with skip-fpu, it only steps its counters";
    case SFP_REFUSE:
    case SFP_NOTE:
        break;
    }
    return "";
}

static int fail_refused(sfpu_machine *m)
{
    enum { PLACE = 4096 };
    const struct sfp_run_result *r = &m->result;
    const struct sfp_insn *insn = sfp_insn_of_word(&m->m->index, r->word);
    bool lacks_data;
    char place[PLACE];

    sfp_kernel_place(&m->kernel, r->index, place, sizeof place);
    if (!insn)
        return lib_fail(m, SFPU_REFUSED, "%s: instruction %zu, 0x%08X: no %s instruction has opcode 0x%02X", place,
                        r->index, r->word, sfp_arch_name(m->arch), r->word >> SFP_OPCODE_LSB);
    if (m->compiled && insn->id == SFP_I_SFPLOADMACRO)
        return lib_fail(m, SFPU_REFUSED, "%s: SFPLOADMACRO (0x%08X), which no constant of the code shows, needs a "
                        "timed run", place, r->word);
    lacks_data = !r->why && !m->m->banks && sfp_matrix_computes(insn);
    return lib_fail(m, SFPU_REFUSED, "%s: instruction %zu, %s (0x%08X), is not modelled%s%s", place, r->index,
                    insn->macro, r->word, find_refusal_remedy(m, insn, r->word),
                    lacks_data ? "; a run with data for SrcA and SrcB (--srca, --srcb) computes it" : "");
}

/* Appends "THREAD: PLACE waits for ..." to the text. */
static void tell_deadlock_end(sfpu_machine *m, const struct sfp_deadlock_end *end, FILE *stream)
{
    enum { PLACE = 4096 };
    char place[PLACE];

    sfp_kernel_place(&m->kernel, end->index, place, sizeof place);
    fprintf(stream, "%s: %s ", sfp_thread_name(end->thread), place);
    if (end->in_feed) {
        m->core->write_wait(m, end->thread, stream);
        return;
    }
    fprintf(stream, "waits for %s %u", end->for_mutex ? "mutex" : "semaphore", end->number);
    if (end->for_mutex)
        fprintf(stream, ", which %s has", sfp_thread_name(end->owner));
}

static int fail_deadlocked_threads(sfpu_machine *m)
{
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);

    if (!stream)
        return lib_no_memory(m);
    for (unsigned i = 0; i < m->result.end_count; i++) {
        fputs(i > 0 ? "; " : "", stream);
        tell_deadlock_end(m, &m->result.ends[i], stream);
    }
    if (ferror(stream) | fclose(stream)) {
        free(text);
        text = NULL;
    }
    return lib_fail_with(m, text ? SFPU_DEADLOCK : SFPU_NO_MEMORY, text);
}

/* A word waits for data of a source. */
static int fail_starved(sfpu_machine *m, const char *place)
{
    const struct sfp_run_result *r = &m->result;
    const enum sfp_source source = strcmp(r->source, sfp_source_name(SFP_SRCA)) == 0 ? SFP_SRCA : SFP_SRCB;

    return lib_fail(m, SFPU_DEADLOCK,
                    "%s: instruction %zu, %s (0x%08X), waits for data in %s, which nothing brings (banks fed: %zu)",
                    place, r->index, sfp_insn_of_word(&m->m->index, r->word)->macro, r->word, r->source,
                    m->m->banks->feed[source].count);
}

static int fail_deadlocked(sfpu_machine *m)
{
    enum { PLACE = 4096 };
    char place[PLACE];

    if (m->result.end_count > 0)
        return fail_deadlocked_threads(m);

    sfp_kernel_place(&m->kernel, m->result.index, place, sizeof place);
    if (m->result.source)
        return fail_starved(m, place);
    return lib_fail(m, SFPU_DEADLOCK,
                    "%s: instruction %zu waits for semaphore %u, which nothing in this thread can change", place,
                    m->result.index, m->result.semaphore);
}

int lib_run_failed(sfpu_machine *m)
{
    switch (m->result.status) {
    case SFP_RUN_REFUSED:
        lib_note_failure(m, FAILURE_REFUSED, m->result.index);
        return fail_refused(m);
    case SFP_RUN_DEADLOCK:
        lib_note_failure(m, FAILURE_DEADLOCK, m->result.index);
        return fail_deadlocked(m);
    case SFP_RUN_ENDED:
        return lib_fail(m, SFPU_INTERRUPTED, "%s", sfpu_code_text(SFPU_INTERRUPTED));
    case SFP_RUN_DONE:
    case SFP_RUN_NO_MEMORY:
        break;
    }
    return lib_no_memory(m);
}

void sfpu_interrupt(sfpu_machine *m)
{
    if (m)
        atomic_store(&m->progress.ends, true);
}

/* Ends a run, whether done, failed or cut short. `ended`: the threads came to their ends. Returns a code. */
static int complete_run(sfpu_machine *m, bool ended)
{
    const struct sfp_reporter reporter = sfp_findings_log_reporter(m->log);
    const int views = lib_views_end(m);
    int code;

    m->over = true;
    if (m->proof)
        sfp_proof_finish(m->proof);
    if (m->races)
        sfp_races_finish(m->races, &reporter, ended && m->result.status == SFP_RUN_DONE);
    sfp_progress_end(&m->progress);
    lib_hush(m);
    if (lib_has_cores(m) && (code = m->core->end(m)) != SFPU_OK)
        return code;
    if (m->result.status != SFP_RUN_DONE)
        return lib_run_failed(m);
    return sfp_findings_log_lost(m->log) ? lib_no_memory(m) : views;
}

int lib_finish(sfpu_machine *m)
{
    const struct sfp_finding_detail when = {.cycle = m->timing.cycles, .other = SFP_NO_INDEX, .lreg = -1};

    if (m->result.status == SFP_RUN_DONE)
        sfp_stack_end(m->m, m->kernel.program.words, m->kernel.program.count, m->timed ? &when : NULL);
    if (m->result.status == SFP_RUN_DONE && m->before)
        sfp_leftovers_end(m->m, m->before, &(struct sfp_left_words){m->kernel.program.words, m->kernel.program.count,
                                                                     m->timed ? &when : NULL, has_several_threads(m)});
    if (!lib_check_close(m))
        return lib_no_memory(m);
    return complete_run(m, true);
}

/* ---- Runs ---- */

int lib_run_whole(sfpu_machine *m, unsigned long passes)
{
    struct sfp_timing_options options;
    const struct sfp_program *program = &m->kernel.program;
    const int code = begin_run(m, passes, !m->running.untimed, &options);

    if (code != SFPU_OK)
        return code;
    if (m->timed || m->as_threads || (lib_has_cores(m) && m->core->has_macros(m))) {
        sfp_run_timed(m->m, program->words, program->count, &options, &m->timing);
        m->result = m->timing.run;
    } else {
        sfp_run_untimed(m->m, program->words, program->count, &options.run, &m->result);
    }
    return lib_finish(m);
}

int lib_begin_stepping(sfpu_machine *m, unsigned long passes)
{
    struct sfp_timing_options options;
    const struct sfp_program *program = &m->kernel.program;
    int code = lib_need_no_cores_beside(m, "runs that stop");

    if (code == SFPU_OK)
        code = begin_run(m, passes, true, &options);
    if (code != SFPU_OK)
        return code;
    if (m->compiled)
        trail_begin(&compiled_tile(m->compiled)->trail, &compiled_tile(m->compiled)->core);
    m->stepping = sfp_stepping_new(m->m, program->words, program->count, &options, &m->timing);
    m->result = m->timing.run;
    return m->stepping ? SFPU_OK : complete_run(m, false);
}

/* Begins a run that a snapshot has as finished. Returns a code. */
static int begin_nothing(sfpu_machine *m, unsigned long passes, bool timed)
{
    struct sfp_timing_options options;
    const int code = begin_run(m, passes, timed, &options);

    if (code != SFPU_OK)
        return code;
    lib_views_free(m);
    sfp_progress_end(&m->progress);
    lib_hush(m);
    return SFPU_OK;
}

int lib_run_again(sfpu_machine *m, const struct sfpu_running *how, unsigned long passes, bool stopped)
{
    const struct sfpu_running own = m->running;
    int code;

    lib_run_abandon(m);
    m->running = *how;
    m->hushed = true;
    code = stopped ? lib_begin_stepping(m, passes) : begin_nothing(m, passes, !how->untimed);
    m->hushed = false;
    m->running = own;
    return code;
}

int sfpu_end_run(sfpu_machine *m)
{
    if (!m || !lib_may_change(m))
        return SFPU_BAD_ARGUMENT;
    if (!m->stepping)
        return SFPU_OK;
    sfp_stepping_free(m->stepping);
    m->stepping = NULL;
    return complete_run(m, false);
}

/* ---- Results ---- */

int sfpu_get_result(sfpu_machine *m, struct sfpu_result *result)
{
    const struct sfp_stats_totals *totals;
    struct sfpu_result own;

    if (!m || !result)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no place for the result");
    own = (struct sfpu_result){.cycles = m->timing.cycles,
                               .instructions = m->result.executed,
                               .vector = m->result.vector,
                               .next = m->stepping ? sfp_stepping_next(m->stepping) : m->result.index,
                               .reused = m->timing.reused,
                               .not_reused = m->timing.not_reused,
                               .position = m->stepping ? sfp_stepping_origin(m->stepping).position : SFP_NO_INDEX,
                               .reasons = m->stepping ? sfp_stepping_reasons(m->stepping) : 0,
                               .watch = m->stopped.watch,
                               .finding = m->stopped.finding,
                               .finding_index = m->stopped.finding_index,
                               .seeks_races = m->races != NULL};
    if ((totals = lib_totals(m))) {
        own.vectors = totals->vectors;
        own.is_steady = totals->repeats;
        own.cycles_per_32_lanes = sfp_stats_per_vector(totals);
        own.steady_cycles_per_32_lanes = sfp_stats_steady_per_vector(totals);
    }
    return lib_given(m, lib_give(result, &own, sizeof own));
}

int sfpu_get_progress(const sfpu_machine *m, struct sfpu_progress *progress)
{
    struct sfpu_progress own;

    if (!m || !progress)
        return SFPU_BAD_ARGUMENT;
    own = (struct sfpu_progress){.running = atomic_load(&m->progress.running),
                                 .wanted = sfp_progress_read(&m->progress.wanted),
                                 .passes = sfp_progress_read(&m->progress.passes),
                                 .cycles = sfp_progress_read(&m->progress.cycles)};
    return lib_give(progress, &own, sizeof own) ? SFPU_OK : SFPU_BAD_ARGUMENT;
}

/* ---- The failure of a run, for reports ---- */

void lib_note_failure(sfpu_machine *m, enum lib_failures failure, size_t index)
{
    static const struct lib_failure failures[] = {
#define FAILURE(id, name, text, source) [FAILURE_##id] = {name, text, source, 0},
#include "failures.def"
#undef FAILURE
    };

    m->failure = failures[failure];
    m->failure.index = index;
}

void lib_note_core_failure(sfpu_machine *m, const struct sfp_tile *tile)
{
    const size_t own = tile_index(tile, tile->core.pc);
    const bool elsewhere = m->as_threads && own >= tile->core.code.size / RV_BYTES;
    const size_t at = elsewhere ? m->kernel.program.count : tile->devices.offset + own; /* no other thread's word */
    const struct rv_finding_row *found = rv_finding_row(tile->core.fault.finding);

    if (tile->end == TILE_FOUND)
        m->failure = (struct lib_failure){found->name, found->text, found->source, at};
    else if (tile->end == TILE_DEADLOCK)
        lib_note_failure(m, FAILURE_DEADLOCK, at);
    else
        lib_note_failure(m, tile->end == TILE_EXITED ? FAILURE_CORE_EXIT : FAILURE_CORE_ACCESS, at);
}

int sfpu_get_failure(sfpu_machine *m, struct sfpu_finding *failure)
{
    struct sfpu_finding own;

    if (!m || !failure)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no place for the failure");
    if (!m->failure.name)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "the last run of the program has not failed, or there was none");
    own = (struct sfpu_finding){.name = m->failure.name, .text = m->failure.text, .source = m->failure.source,
                                .severity = SFPU_ERROR, .index = m->failure.index, .times = 1, .fatal = 1};
    lib_locate(m, &own);
    return lib_given(m, lib_give(failure, &own, sizeof own));
}
