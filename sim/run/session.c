/* One run of sfpsim: loads the kernel, prepares the machine, runs, prints, writes and checks. Returns the exit
 * status. */
#include "session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "action/voice.h"
#include "action/parallel.h"
#include "session_parts.h"
#include "compiled_options.h"
#include "action/progress.h"
#include "base/fileio.h"
#include "base/terminal.h"

enum { EXIT_CHECK_FAILED = 1 };

/* ---- Before the run ---- */

static bool wants_summary(const struct sfp_session_options *o)
{
    return !o->action.quiet && !o->only_findings && !o->output.json && !session_stdout_taken(o);
}

/* Returns the least severity with which a finding fails the run and becomes an error. */
static int failing_severity(const struct sfp_session_options *o)
{
    return o->hazards == SFP_HAZARDS_ERROR ? SFPU_WARNING : SFPU_ERROR + 1;
}

static struct sfpu_running make_running(const struct sfp_session_options *o)
{
    struct sfpu_running running = machine_running(&o->machine);

    running.untimed = o->untimed;
    running.quiet = o->hazards == SFP_HAZARDS_OFF;
    running.no_partners = o->compiled.no_partners;
    running.keeps_words = !o->gdb && (wants_summary(o) || o->output.json || o->compiled.record || o->compiled.gaps);
    return running;
}

static int configure_session(struct session *s)
{
    const struct sfp_session_options *o = s->o;
    const struct sfpu_running running = make_running(o);

    sfpu_configure_runs(s->m, &running);
    sfpu_limit_findings(s->m, o->action.verbose ? SFPU_NOTE : SFPU_ADVICE, o->most_findings);
    for (size_t i = 0; i < o->machine.finding_count; i++)
        sfpu_warn(s->m, o->machine.findings[i]);
    sfpu_fail_findings(s->m, failing_severity(o));
    return 0;
}

static int read_initial_state(struct session *s)
{
    struct sfp_buffer file;
    char *error = NULL;
    int code;

    if (!file_read(s->o->state_in, &file, &error))
        return complain_of(error);
    code = sfpu_set_state(s->m, file.data, file.size);
    buffer_free(&file);
    return code == SFPU_OK ? 0 : complain_for(s->m, s->o->state_in);
}

/* Sets the machine to the run's initial state. Returns 0 or an exit status. */
static int prepare_machine(struct session *s)
{
    const struct sfp_session_options *o = s->o;
    int status = machine_initialise(&o->machine, s->m, s->m);

    if (status)
        return status;
    if ((status = images_read(s->m, &o->dst, o->machine.dst_format, o->layout, &s->inputs)))
        return status;
    sfpu_configure_format(s->m, s->inputs.count ? images_format(&s->inputs) : o->machine.dst_format);
    if (o->state_in && (status = read_initial_state(s)))
        return status;
    if ((status = machine_apply(&o->machine, s->m)))
        return status;
    status = machine_feed(&o->machine, s->m, o->layout);
    return status ? status : images_to_dst(s->m, &o->dst, &s->inputs);
}

/* Delays the words of the selected thread as the file says. */
static int read_gaps_file(sfpu_machine *m, const char *path)
{
    struct sfp_buffer file;
    char *error = NULL;
    int code;

    if (!file_read(path, &file, &error))
        return complain_of(error);
    code = sfpu_set_gaps(m, file.data, file.size);
    buffer_free(&file);
    return code == SFPU_OK ? 0 : complain_for(m, path);
}

/* Delays the words of each thread: by the thread's --gaps, or else by the --gaps before any --thread. */
static int read_gaps(struct session *s)
{
    const struct sfp_session_options *o = s->o;
    const int shown = machine_shown_thread(s->m);
    int status = 0;

    for (int thread = 0; !status && thread < SFPU_THREADS; thread++) {
        const char *path = o->gaps[thread] ? o->gaps[thread] : o->all_gaps;

        if (!path || (thread != shown && !sfpu_thread_kernel(s->m, thread)))
            continue;
        sfpu_select_thread(s->m, thread);
        status = read_gaps_file(s->m, path);
    }
    sfpu_select_thread(s->m, shown);
    return status;
}

static int read_expected(struct session *s)
{
    const struct sfp_session_options *o = s->o;

    if (!expect_given(&o->expect))
        return 0;
    return expectations_read(&o->expect, s->m, o->dst_out_format ? o->dst_out_format : o->machine.dst_format, o->layout,
                             &s->inputs, &s->expectations);
}

static bool are_stops_given(const struct stops_options *o)
{
    return o->count || o->steps;
}

/* Returns Dst's format in use: the images' format, or else the format of format 0 in loads and stores. */
static int choose_dst_format(const struct session *s)
{
    const struct sfp_session_options *o = s->o;
    const int given = o->dst_out_format ? o->dst_out_format
                      : images_format(&s->inputs) ? images_format(&s->inputs) : o->machine.dst_format;

    return given && given != SFPU_RAW ? given : sfpu_configured_format(s->m);
}

static int prepare_stops(struct session *s)
{
    char *error;

    if (!are_stops_given(&s->o->stops))
        return 0;
    s->stops = stops_new(&s->o->stops, s->m, choose_dst_format(s), &error);
    return s->stops ? 0 : complain_of(error);
}

/* Returns whether a thread other than math has words. */
static bool has_other_threads(const sfpu_machine *m)
{
    return sfpu_thread_kernel(m, SFPU_THREAD_UNPACK) || sfpu_thread_kernel(m, SFPU_THREAD_PACK);
}

/* Tries runs with late words, and keeps the report in `perturbed`. `perturbing` is set if a late word changes how
 * the run ends. A run without an end gives no error here: the run itself will report it. Returns 0 or an exit
 * status. */
static int perturb_kernel(struct session *s)
{
    const struct sfp_session_options *o = s->o;
    const bool threads = has_other_threads(s->m);
    const struct sfpu_perturbing what = {
        .size = sizeof what, .most = threads && !o->output.has_most ? SFPU_USUAL_SKEW : o->output.perturb,
        .pairs = threads && !o->output.has_pairs ? SFPU_USUAL_RANDOM : o->output.perturb_pairs, .json = o->output.json,
        .workers = parallel_workers(), .each = parallel_each, .draw = s->inputs.count == 0 && !o->state_in};
    FILE *stream = open_memstream(&s->perturbed, &s->perturbed_size);
    int code;

    if (!stream)
        return complain_no_memory();
    code = sfpu_perturb(s->m, o->passes, &what, voice_write, stream);
    if (fclose(stream) != 0)
        return complain_no_memory();
    s->perturbing = code == SFPU_DIFFERENT;
    return code == SFPU_OK || code == SFPU_DIFFERENT || code == SFPU_REFUSED || code == SFPU_DEADLOCK
         ? 0 : complain_for(s->m, NULL);
}

/* ---- After the run ---- */

/* Compares Dst and the state with the expectations, and prints the comparison unless a document contains it. Returns
 * the exit status. */
static int check_expectations(struct session *s)
{
    const struct sfp_session_options *o = s->o;
    bool differs;
    int status = expectations_compare(s->expectations, s->m, o->layout, &differs);

    if (!status && !o->output.json)
        status = expectations_print(s->expectations, o->action.quiet);
    if (status)
        return status;
    if (differs)
        verdict_check(o->action.verdict, CHECK_EXPECT, "the run's results differ from the expected ones");
    if (differs && o->hazards != SFP_HAZARDS_OFF && sfpu_print_findings(s->m, 1, voice_write, voice_err()) != SFPU_OK)
        return complain_for(s->m, NULL);
    return differs ? EXIT_CHECK_FAILED : 0;
}

/* Returns the format in which Dst will be read after the run, or SFPU_ANY_FORMAT if no option says. With
 * Fp32_enabled set, the packer reads cells of 32 bits. */
static int choose_read_format(const struct session *s)
{
    const struct sfp_session_options *o = s->o;

    if (o->dst_out_format)
        return o->dst_out_format;
    if (images_format(&s->inputs))
        return images_format(&s->inputs);
    return o->machine.dst_format || !machine_setting(&o->machine, "fp32-dest") ? o->machine.dst_format : SFPU_FP32;
}

/* Reads Dst once in the output's format. A read of cells written with another width makes a finding, which must
 * exist before the findings are printed. */
static int read_dst_back(const struct session *s)
{
    const int format = choose_read_format(s);
    sfpu_image *image;

    if (format == SFPU_ANY_FORMAT || format == SFPU_RAW)
        return 0;
    if (sfpu_image_from_dst(s->m, format, SFPU_ROWS, NULL, &image, NULL) != SFPU_OK)
        return complain_for(s->m, NULL);
    sfpu_image_free(image);
    return 0;
}

/* Prints the findings. Returns whether they fail the run, as an exit status. */
static int report_findings(const struct session *s)
{
    const struct sfp_session_options *o = s->o;
    size_t warnings, fatal;
    bool fails;

    if (read_dst_back(s))
        return SFP_CANNOT_RUN;
    verdict_take(o->action.verdict, s->m, failing_severity(o));
    if (o->hazards == SFP_HAZARDS_OFF)
        return 0;
    sfpu_count_findings(s->m, &warnings, &fatal);
    fails = fatal || (o->hazards == SFP_HAZARDS_ERROR && warnings);
    if ((!o->action.quiet || fails) && sfpu_print_findings(s->m, 0, voice_write, voice_err()) != SFPU_OK)
        return complain_for(s->m, NULL);
    return fails ? EXIT_CHECK_FAILED : 0;
}

/* Prints the place where --steps ended the run. */
static void print_stop_place(const struct session *s)
{
    enum { PLACE = 4096 };
    const struct sfpu_result *at = s->stops ? stops_early(s->stops) : NULL;
    char place[PLACE];

    if (!at)
        return;
    fprintf(voice_out(), "  stopped after %llu %s", (unsigned long long)at->instructions,
            at->instructions == 1 ? "instruction" : "instructions");
    if (sfpu_place(s->m, at->next, place, sizeof place) == SFPU_OK)
        fprintf(voice_out(), ", before %s", place);
    putc('\n', voice_out());
}

/* Returns whether more than one thread has a kernel. */
static bool has_several_kernels(const sfpu_machine *m)
{
    unsigned count = 0;

    for (int thread = 0; thread < SFPU_THREADS; thread++)
        count += sfpu_thread_kernel(m, thread) != NULL;
    return count > 1;
}

static int print_run_summary(const struct session *s)
{
    struct sfpu_result result = {.size = sizeof result};

    if (sfpu_report(s->m, SFPU_SUMMARY, voice_write, voice_out()) != SFPU_OK)
        return complain_for(s->m, NULL);
    print_stop_place(s);
    if (compiled_summarise(s->m) || pusher_summarise(s->m))
        return SFP_CANNOT_RUN;
    sfpu_get_result(s->m, &result);
    if (!result.seeks_races && has_several_kernels(s->m) && s->o->hazards != SFP_HAZARDS_OFF)
        fputs("  races were not looked for: that takes a run in time of words alone (a compiled kernel's: --record)\n",
              voice_out());
    if (s->harness)
        harness_print(s->harness, s->m, s->o->passes);
    if (!s->o->action.verbose)
        return 0;
    if (result.reused)
        fprintf(voice_out(), "  %llu passes replayed the schedule of earlier passes\n",
                (unsigned long long)result.reused);
    if (result.not_reused)
        fprintf(voice_out(), "  each pass was scheduled anew: %s\n", result.not_reused);
    fprintf(voice_out(), "  simulated with %s vectors\n", sfpu_simd_level(s->m));
    return 0;
}

/* ---- The run ---- */

/* Prints why the run failed, and adds the reason to reports. Returns the exit status. */
static int report_failed_run(struct session *s, int code)
{
    const bool at_semaphore = code == SFPU_DEADLOCK && !sfpu_is_compiled(s->m)
                              && strstr(sfpu_error(s->m), "waits for semaphore");
    const int status = at_semaphore
        ? complain("%s (--ignore-waits treats such waits as satisfied)", sfpu_error(s->m))
        : complain_for(s->m, NULL);

    char *said = NULL;

    if (deadlock_is_told(s->m, code) && (s->deadlock = strdup(sfpu_error(s->m)))) {
        deadlock_print(s->m, voice_err());
        said = deadlock_line(s->m, s->deadlock);
    }
    verdict_fail(s->o->action.verdict, s->m, said);
    free(said);
    return status;
}

static int run_session_kernel(struct session *s, int *code)
{
    bool printed = true;

    if (!s->o->action.preprocessed)
        stopped_watch(s->m);
    if (s->stops)
        printed = stops_run(s->stops, s->o->passes, code);
    else
        *code = sfpu_run(s->m, s->o->passes);
    if (!s->o->action.preprocessed)
        stopped_watch(NULL);
    if (!printed)
        return complain_no_memory();
    return *code == SFPU_OK ? 0 : report_failed_run(s, *code);
}

/* With --json, prints the document of a run that ends with `status`. Returns the final exit status. */
static int print_run_document(struct session *s, int status)
{
    const struct sfp_session_options *o = s->o;
    const struct document document = {
        .m = s->m, .kernel = sfpu_kernel_name(s->m), .passes = o->passes, .timed = !o->untimed,
        .quiet = o->hazards == SFP_HAZARDS_OFF, .timeline = view_outputs_timeline(&o->output),
        .harness = s->harness, .perturbed = s->perturbed, .early = s->stops ? stops_early(s->stops) : NULL,
        .prints = s->stops && o->output.json ? stops_json(s->stops) : NULL,
        .expectations = s->deadlock ? NULL : s->expectations,
        .deadlock = s->deadlock, .status = status};

    return !o->output.json || document_print(&document) ? status : complain_no_memory();
}

/*
 * Notes a failed check, after which the run's other steps still follow. Returns false if the step was impossible, which
 * ends the run; the step printed the reason.
 */
static bool note_step_status(struct session *s, int status)
{
    s->check_failed |= status == EXIT_CHECK_FAILED;
    return status != SFP_CANNOT_RUN;
}

static int want_summary(struct session *s)
{
    if (!wants_summary(s->o) || sfpu_want(s->m, SFPU_SUMMARY, NULL, NULL) == SFPU_OK)
        return 0;
    return complain_for(s->m, NULL);
}

static void session_free(struct session *s);

/* Runs `other`, a session for the kernel of --against, and keeps its page JSON in `beside`. Returns 0 or an exit
 * status. */
static int run_beside(struct session *s, struct session *other)
{
    size_t size;
    FILE *stream = open_memstream(&s->beside, &size);
    int code = SFPU_OK, status;

    if (!stream)
        return complain_no_memory();
    status = machine_load(&other->o->machine, other->o->kernel, &other->m)
             || configure_session(other) || prepare_machine(other) || compiled_prepare(&other->o->compiled, other->m)
             || sfpu_want(other->m, SFPU_PAGE_JSON, NULL, NULL) != SFPU_OK || run_session_kernel(other, &code)
             || sfpu_report(other->m, SFPU_PAGE_JSON, voice_write, stream) != SFPU_OK;
    if (fclose(stream) != 0)
        return complain_no_memory();
    return status ? SFP_CANNOT_RUN : 0;
}

static int read_against(struct session *s)
{
    struct sfp_session_options options = *s->o;
    struct session other = {.o = &options};
    int status;

    options.kernel = options.against;
    status = run_beside(s, &other);
    session_free(&other);
    return status;
}

static bool set_up_session(struct session *s)
{
    const struct sfp_session_options *o = s->o;

    return configure_session(s) == 0 && prepare_machine(s) == 0 && harness_set_gathering(s->harness, s->m) == 0
        && compiled_prepare(&o->compiled, s->m) == 0 && read_gaps(s) == 0 && (!o->against || read_against(s) == 0)
        && read_expected(s) == 0
        && prepare_stops(s) == 0 && session_outputs_open(s) == 0 && want_summary(s) == 0
        && (!o->output.perturb || perturb_kernel(s) == 0);
}

/* Prints the report on late words, and fails the run under --hazards=error if they change its end. */
static void report_late_words(struct session *s)
{
    const struct sfp_session_options *o = s->o;

    if (s->perturbed && !o->output.json && (s->perturbing || !o->action.quiet))
        fwrite(s->perturbed, 1, s->perturbed_size, voice_out());
    if (!s->perturbing || o->hazards != SFP_HAZARDS_ERROR)
        return;
    verdict_check(o->action.verdict, CHECK_PERTURB, "a word that comes late changes how the run ends");
    s->check_failed = true;
}

static bool print_after_run(struct session *s)
{
    if (wants_summary(s->o) && print_run_summary(s) != 0)
        return false;
    report_late_words(s);
    return !s->stops || stops_missed(s->stops) == 0;
}

static bool judge_run(struct session *s)
{
    s->check_failed |= !limits_kept(&s->o->limits, sfpu_kernel_name(s->m), s->m, s->o->action.verdict);
    return !s->expectations || note_step_status(s, check_expectations(s));
}

static int simulate_session(struct session *s)
{
    bool ran;
    int code;

    if (!set_up_session(s))
        return SFP_CANNOT_RUN;
    ran = run_session_kernel(s, &code) == 0;
    if (code == SFPU_REFUSED || code == SFPU_NO_MEMORY)
        return SFP_CANNOT_RUN; /* the words are probably not a kernel, and every word would have a finding */
    if (!note_step_status(s, report_findings(s)))
        return SFP_CANNOT_RUN;
    if (!ran)
        return s->deadlock ? print_run_document(s, SFP_CANNOT_RUN) : SFP_CANNOT_RUN;
    if (!print_after_run(s) || session_outputs_write(s) != 0 || session_outputs_commit(s) != 0 || !judge_run(s))
        return SFP_CANNOT_RUN;
    return print_run_document(s, s->check_failed ? EXIT_CHECK_FAILED : 0);
}

/* Runs the kernel under gdb, without outputs and checks after the run: gdb shows the state. Returns the exit status. */
static int debug_session(struct session *s)
{
    const struct sfp_session_options *o = s->o;
    const struct sfpu_running running = make_running(o);
    int status = configure_session(s);

    if (status || (status = prepare_machine(s)) || (status = compiled_prepare(&o->compiled, s->m))
        || (status = read_gaps(s)))
        return status;
    return debug_kernel(o, &running, s->m);
}

static int run_session(struct session *s)
{
    struct file_uses uses = {0};
    int status = session_options_check(s->o);

    if (status || (status = machine_load(&s->o->machine, s->o->kernel, &s->m)) ||
        (status = harness_choose(s->m, s->o->harness, machine_setting(&s->o->machine, "gathering"), &s->harness)))
        return status;
    session_paths_list(s->o, s->m, &uses);
    if ((status = action_check_files(&s->o->action, &uses)))
        return status;
    return s->o->gdb ? debug_session(s) : simulate_session(s);
}

static void session_free(struct session *s)
{
    free(s->beside);
    session_outputs_free(s);
    stops_free(s->stops);
    free(s->perturbed);
    free(s->deadlock);
    images_free(&s->inputs);
    expectations_free(s->expectations);
    sfpu_close(s->m);
}

int session_run(struct sfp_session_options *options)
{
    struct session session = {.o = options};
    int status;

    action_share(&options->action, &options->machine);
    status = run_session(&session);
    session_free(&session);
    return status;
}
