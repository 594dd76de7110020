/* One run of sfpsim, from its options to its exit status. */
#include "session.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "util/fileio.h"
#include "views/findings_log.h"
#include "frontend/gaps.h"
#include "frontend/kernel.h"
#include "model/check.h"
#include "outputs.h"
#include "pipeline/pipeline.h"
#include "session_paths.h"
#include "images/statefile.h"
#include "views/summary.h"
#include "util/terminal.h"

enum { EXIT_CHECK_FAILED = 1 };

__attribute__((format(printf, 1, 2))) static int complain(const char *format, ...)
{
    va_list arguments;
    char *text;

    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    va_end(arguments);
    sfp_print_shown(stderr, "sfpsim: error: %s", text ? text : "not enough memory");
    free(text);
    return SFP_CANNOT_RUN;
}

/* Prints and frees a message from the library, with the file it is about unless it says so itself. */
static int complain_of(const char *path, char *error)
{
    int status = path ? complain("%s: %s", path, error ? error : "not enough memory")
                      : complain("%s", error ? error : "not enough memory");

    free(error);
    return status;
}

/* Everything a run holds; all of it goes at the end, whatever happened. */
struct session {
    const struct sfp_session_options *o;
    struct sfp_kernel kernel;
    struct sfp_machine *machine;
    struct sfp_state *before;
    struct sfp_findings_log *log;
    struct sfp_image *input; /* NULL: none */
    struct sfp_image *image; /* room for another */
    struct sfp_image *expected; /* NULL: none */
    struct sfp_writer dst_writer, state_writer;
    struct sfp_outputs *outputs; /* NULL: none wanted */
    uint32_t *gaps;              /* NULL: none */
    struct sfp_timing_result timing;
    struct sfp_run_result result;
};

static int read_image(const char *path, enum sfp_format format, enum sfp_layout layout, struct sfp_image *image)
{
    struct sfp_buffer file;
    char *error = NULL;
    bool ok;

    if (!sfp_read_small_file(path, SFP_IMAGE_MAX_BYTES, &file, &error))
        return complain_of(NULL, error);
    ok = sfp_image_read((const uint8_t *)file.data, file.size, sfp_container_of(path), format, layout, image, &error);
    sfp_buffer_free(&file);
    return ok ? 0 : complain_of(path, error);
}

static void warn_of_loss(const char *path, const struct sfp_image_loss *loss)
{
    if (loss->count)
        sfp_print_shown(stderr, "sfpsim: warning: %s: %u %s: %s", path, loss->count,
                        loss->count == 1 ? "value" : "values", loss->what);
}

/* The image's format configures the machine, unless options say otherwise. */
static void apply_format(struct sfp_machine *m, enum sfp_format format)
{
    struct sfp_format_config config;
    struct sfp_setup setup = {.has_fp32 = true, .has_srcb = true};
    char *error;

    if (!sfp_format_config(format, &config))
        return;
    setup.fp32 = config.fp32_enabled;
    setup.srcb = config.srcb_format;
    sfp_setup_apply(m, &setup, &error);
}

static int read_state(const char *path, struct sfp_machine *m)
{
    struct sfp_buffer file;
    char *error = NULL;
    bool ok;

    if (!sfp_read_file(path, &file, &error))
        return complain_of(NULL, error);
    ok = sfp_statefile_read(file.data, file.size, &m->s, &error);
    sfp_buffer_free(&file);
    return ok ? 0 : complain_of(path, error);
}

/* Brings the machine to where the run starts. */
static int prepare(struct session *s)
{
    const struct sfp_session_options *o = s->o;
    struct sfp_machine *m = s->machine;
    struct sfp_image_loss loss = {0};
    char *error;
    int status;

    sfp_setup_init(m, o->setup.init);
    if (o->dst) {
        s->input = malloc(sizeof *s->input);
        if (!s->input)
            return complain("not enough memory");
        status = read_image(o->dst, o->dst_format, o->layout, s->input);
        if (status)
            return status;
        apply_format(m, s->input->format);
    } else if (o->dst_format != SFP_FORMAT_DEFAULT) {
        apply_format(m, o->dst_format);
    }
    if (o->state_in && (status = read_state(o->state_in, m)))
        return status;
    if (!sfp_setup_apply(m, &o->setup, &error))
        return complain_of(NULL, error);
    if (s->input && !sfp_image_fits(s->input, &m->s, &error))
        return complain_of(o->dst, error);
    if (s->input)
        sfp_image_to_dst(s->input, &m->s, &loss);
    warn_of_loss(o->dst, &loss);
    return 0;
}

static int refused(const struct session *s)
{
    enum { PLACE = 4096 };
    const struct sfp_insn *insn = sfp_insn_of_word(&s->machine->index, s->result.word);
    char place[PLACE];

    sfp_kernel_place(&s->kernel, s->result.index, place, sizeof place);
    if (!insn)
        return complain("%s: instruction %zu, 0x%08X: no %s instruction has opcode 0x%02X", place, s->result.index,
                        s->result.word, sfp_arch_name(s->kernel.program.arch), s->result.word >> SFP_OPCODE_LSB);
    return complain("%s: instruction %zu, %s (0x%08X), is not modelled%s", place, s->result.index, insn->macro,
                    s->result.word, insn->sim == SFP_MODEL ? " with these operands" : "");
}

/* Runs the kernel, in time or without. */
static void execute(struct session *s)
{
    const struct sfp_program *program = &s->kernel.program;
    const struct sfp_timing_options timing = {
        .run = s->o->run,
        .gaps = s->gaps,
        .uninit = !s->o->policy.off[SFP_FIND_UNINIT] && s->o->policy.level[SFP_FIND_UNINIT] >= SFP_WARNING,
        .written_at_start = s->o->state_in != NULL,
        .observers = s->outputs ? sfp_outputs_observers(s->outputs) : NULL,
    };

    if (s->o->untimed) {
        sfp_run_untimed(s->machine, program->words, program->count, &s->o->run, &s->result);
        return;
    }
    sfp_run_timed(s->machine, program->words, program->count, &timing, &s->timing);
    s->result = s->timing.run;
}

static int run(struct session *s)
{
    enum { PLACE = 4096 };
    struct sfp_progress *progress = s->o->run.progress;
    char place[PLACE];

    if (s->o->hazards != SFP_HAZARDS_OFF) {
        s->machine->reporter = sfp_findings_log_reporter(s->log);
        sfp_check_words(s->machine, s->kernel.program.words, s->kernel.program.count);
    }
    if (progress)
        sfp_progress_start(progress, s->o->run.repeat);
    execute(s);
    if (progress)
        sfp_progress_end(progress);
    switch (s->result.status) {
    case SFP_RUN_DONE:
        return 0;
    case SFP_RUN_REFUSED:
        return refused(s);
    case SFP_RUN_DEADLOCK:
        sfp_kernel_place(&s->kernel, s->result.index, place, sizeof place);
        return complain("%s: instruction %zu waits for semaphore %u, which nothing in this thread can change "
                        "(--ignore-waits treats such waits as satisfied)",
                        place, s->result.index, s->result.semaphore);
    default:
        return complain("not enough memory");
    }
}

static int write_bytes(struct sfp_writer *writer, const void *bytes, size_t size)
{
    char *error = NULL;

    if (fwrite(bytes, 1, size, writer->stream) != size)
        return complain("cannot write '%s': %s", writer->path ? writer->path : "<stdout>", strerror(errno));
    return sfp_writer_finish(writer, &error) ? 0 : complain_of(NULL, error);
}

static int write_dst(struct session *s)
{
    const struct sfp_session_options *o = s->o;
    enum sfp_format format = o->dst_out_format;
    struct sfp_image_loss loss = {0};
    char *error = NULL;
    uint8_t *bytes;
    size_t size;
    int status;

    if (format == SFP_FORMAT_DEFAULT && !s->input)
        format = o->dst_format;
    if (!sfp_image_plan(s->image, format, o->layout, s->input, &s->machine->s, &error))
        return complain_of(o->dst_out, error);
    sfp_image_from_dst(&s->machine->s, s->image, &loss);
    warn_of_loss(o->dst_out, &loss);
    bytes = sfp_image_write(s->image, sfp_container_of(o->dst_out), &size);
    if (!bytes)
        return complain("not enough memory");
    status = write_bytes(&s->dst_writer, bytes, size);
    free(bytes);
    return status;
}

/* Findings on their way into a state file. */
struct hazard_list {
    struct sfp_statefile_hazard *items;
    size_t count;
    const struct sfp_findings_policy *policy;
};

static void list_hazard(void *context, enum sfp_finding finding, size_t index, uint64_t times,
                        const struct sfp_finding_detail *detail)
{
    struct hazard_list *list = context;
    const struct sfp_finding_info *info = sfp_finding_info(finding);

    (void)times;
    if (sfp_findings_reported(list->policy, finding))
        list->items[list->count++] = (struct sfp_statefile_hazard){
            .cycle = detail ? detail->cycle : 0, .index = index, .kind = info->name, .text = info->text};
}

static int write_state(struct session *s)
{
    struct hazard_list list = {.policy = &s->o->policy};
    struct sfp_statefile_run run = {.cycles = s->timing.cycles};
    size_t size, entries = sfp_findings_log_entries(s->log);
    char *text;
    int status;

    list.items = calloc(entries + 1, sizeof *list.items);
    if (!list.items)
        return complain("not enough memory");
    if (s->o->hazards != SFP_HAZARDS_OFF)
        sfp_findings_log_visit(s->log, list_hazard, &list);
    run.hazards = list.items;
    run.hazard_count = list.count;
    text = sfp_statefile_write(&s->machine->s, s->o->untimed ? NULL : &run, &size);
    free(list.items);
    if (!text)
        return complain("not enough memory");
    status = write_bytes(&s->state_writer, text, size);
    free(text);
    return status;
}

/* Reads and checks what --expect names. */
static int read_expected(struct session *s)
{
    const struct sfp_session_options *o = s->o;
    enum sfp_format format = o->dst_out_format != SFP_FORMAT_DEFAULT ? o->dst_out_format : o->dst_format;
    struct sfp_image_loss loss = {0};
    char *error = NULL;
    int status;

    s->expected = malloc(sizeof *s->expected);
    if (!s->expected)
        return complain("not enough memory");
    if (format == SFP_FORMAT_DEFAULT && s->input && sfp_container_of(o->expect) == SFP_PLAIN)
        format = s->input->format;
    if ((status = read_image(o->expect, format, o->layout, s->expected)))
        return status;
    sfp_image_normalise(s->expected, &loss);
    warn_of_loss(o->expect, &loss);
    if (!sfp_image_fits(s->expected, &s->machine->s, &error) ||
        !sfp_tolerance_check(&o->tolerance, s->expected->format, &error))
        return complain_of(o->expect, error);
    return 0;
}

/* Compares the final Dst, as s->image is planned for it, with --expect. */
static int compare(struct session *s, struct sfp_comparison *comparison)
{
    const struct sfp_session_options *o = s->o;
    struct sfp_image_loss loss = {0};
    char *error = NULL;

    sfp_image_from_dst(&s->machine->s, s->image, &loss);
    if (!sfp_compare(s->image, s->expected, &o->tolerance, SFP_WORST_DEFAULT, comparison, &error))
        return complain_of(o->expect, error);
    if (comparison->mismatching || !o->quiet)
        sfp_compare_print(stdout, comparison);
    if (comparison->mismatching && o->hazards != SFP_HAZARDS_OFF)
        sfp_findings_log_print_hidden(s->log, &s->kernel, &o->policy, stderr);
    return comparison->mismatching ? EXIT_CHECK_FAILED : 0;
}

static int check(struct session *s)
{
    const struct sfp_image *expected = s->expected;
    struct sfp_comparison *comparison = malloc(sizeof *comparison);
    char *error = NULL;
    int status;

    if (!comparison)
        return complain("not enough memory");
    if (sfp_image_plan(s->image, expected->format, expected->layout, expected, &s->machine->s, &error))
        status = compare(s, comparison);
    else
        status = complain_of(s->o->expect, error);
    free(comparison);
    return status;
}

/* Prints findings; says whether they fail the run. */
static int report(const struct session *s)
{
    const struct sfp_session_options *o = s->o;
    bool fails = sfp_findings_log_fatal(s->log, &o->policy)
                 || (o->hazards == SFP_HAZARDS_ERROR && sfp_findings_log_count(s->log, &o->policy));

    if (o->hazards == SFP_HAZARDS_OFF)
        return 0;
    if (!o->quiet || fails)
        sfp_findings_log_print(s->log, &s->kernel, &o->policy, stderr);
    return fails ? EXIT_CHECK_FAILED : 0;
}

/* Why --repeat was, or was not, done by replaying what was found. */
static void print_reuse(const struct session *s)
{
    if (s->timing.reused)
        printf("  %llu passes replayed the schedule of those before\n", (unsigned long long)s->timing.reused);
    if (s->timing.not_reused)
        printf("  each pass was scheduled anew: %s\n", s->timing.not_reused);
}

static void summarise(const struct session *s)
{
    const struct sfp_timing_result *timing = s->o->untimed ? NULL : &s->timing;

    sfp_summary_print(stdout, &s->kernel, s->o->run.repeat, &s->result, timing, s->before, &s->machine->s);
    if (!s->o->verbose)
        return;
    print_reuse(s);
    printf("  simulated with %s vectors\n", s->machine->semantics->level);
}

static int read_gaps(struct session *s)
{
    size_t words = s->kernel.program.count;
    struct sfp_buffer file;
    char *error = NULL;
    bool ok;

    if (!sfp_read_file(s->o->gaps, &file, &error))
        return complain_of(NULL, error);
    s->gaps = malloc(words * sizeof *s->gaps);
    ok = s->gaps && sfp_gaps_parse(file.data, file.size, s->gaps, words, &error);
    sfp_buffer_free(&file);
    return ok ? 0 : complain_of(s->o->gaps, error);
}

/* Opens all that is to be written, so that what cannot be is known before the run. */
static int open_outputs(struct session *s)
{
    const struct sfp_session_options *o = s->o;
    char *error;

    if (sfp_outputs_wanted(&o->output) &&
        !(s->outputs = sfp_outputs_open(&o->output, &s->kernel, o->policy.least, &error)))
        return complain_of(NULL, error);
    if ((o->dst_out && !sfp_writer_open(&s->dst_writer, o->dst_out, o->output.files, &error)) ||
        (o->state_out && !sfp_writer_open(&s->state_writer, o->state_out, o->output.files, &error)))
        return complain_of(NULL, error);
    return 0;
}

/* Completes every output. */
static int write_outputs(struct session *s)
{
    const struct sfp_session_options *o = s->o;
    char *error;
    int status;

    if (s->outputs && !sfp_outputs_finish(s->outputs, s->timing.cycles, &error))
        return complain_of(NULL, error);
    if (o->dst_out && (status = write_dst(s)))
        return status;
    return o->state_out ? write_state(s) : 0;
}

/* Puts every output in its place; none of them before all are complete. */
static int commit_outputs(struct session *s)
{
    const struct sfp_session_options *o = s->o;
    char *error;

    if ((s->outputs && !sfp_outputs_commit(s->outputs, &error)) ||
        (o->dst_out && !sfp_writer_commit(&s->dst_writer, &error)) ||
        (o->state_out && !sfp_writer_commit(&s->state_writer, &error)))
        return complain_of(NULL, error);
    return 0;
}

static int simulate(struct session *s)
{
    const struct sfp_session_options *o = s->o;
    int status, failed;

    if ((status = prepare(s)))
        return status;
    if (o->gaps && (status = read_gaps(s)))
        return status;
    if (o->expect && (status = read_expected(s)))
        return status;
    if ((status = open_outputs(s)))
        return status;
    *s->before = s->machine->s;
    status = run(s);
    if (s->result.status == SFP_RUN_REFUSED)
        return status; /* most likely no kernel at all, on whose every word there would be something to say */
    failed = report(s);
    if (status)
        return status;
    if (sfp_findings_log_lost(s->log))
        return complain("not enough memory");
    if (!o->quiet && !(o->output.json && !o->output.stats_file) && !session_stdout_taken(o))
        summarise(s);
    if ((status = write_outputs(s)) || (status = commit_outputs(s)))
        return status;
    if (o->expect && (status = check(s)))
        return status;
    return failed;
}

/* Options that only a timed run can meet. */
static int check_options(const struct sfp_session_options *o)
{
    if (o->untimed && (sfp_outputs_wanted(&o->output) || o->gaps))
        return complain("--stats, --json, --timeline, --gaps and all traces need the cycle model: "
                        "not with --timing=off");
    return 0;
}

static int run_session(struct session *s)
{
    char *error = NULL;
    int status = check_options(s->o);

    if (status)
        return status;
    if (!sfp_kernel_load(s->o->kernel, s->o->arch, sfp_diagnostic_print, stderr, &s->kernel, &error))
        return error ? complain_of(NULL, error) : SFP_CANNOT_RUN;
    if (!session_paths_apart(s->o, &s->kernel, &error))
        return complain_of(NULL, error);
    s->machine = sfp_machine_new(s->kernel.program.arch, sfp_semantics_best());
    s->before = aligned_alloc(_Alignof(struct sfp_state), sizeof *s->before);
    s->image = malloc(sizeof *s->image);
    s->log = sfp_findings_log_new();
    if (!s->machine || !s->before || !s->image || !s->log)
        return complain("not enough memory");
    return simulate(s);
}

static void session_free(struct session *s)
{
    sfp_outputs_free(s->outputs);
    sfp_writer_abort(&s->dst_writer);
    sfp_writer_abort(&s->state_writer);
    free(s->gaps);
    sfp_findings_log_free(s->log);
    sfp_machine_free(s->machine);
    free(s->before);
    free(s->input);
    free(s->image);
    free(s->expected);
    sfp_kernel_free(&s->kernel);
}

int sfp_session(const struct sfp_session_options *options)
{
    struct session session = {.o = options};
    int status = run_session(&session);

    session_free(&session);
    return status;
}
