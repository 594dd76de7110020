/*
 * sfpsim sweep: cuts the inputs into units, gives each unit to a worker, and joins the units' tallies in order. The
 * result depends neither on the number of workers, nor on shards, nor on a checkpoint that a run continued from.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "action/voice.h"
#include "action/parallel.h"
#include "action/progress.h"
#include "cli/interrupt.h"
#include "numerics/reference.h"
#include "sweep_part.h"
#include "base/fail.h"

enum {
    UNITS = 256,            /* number of units of a large sweep */
    LEAST_UNIT = 1 << 14,   /* inputs: making a tally costs as much as some thousand inputs */
    CHECKPOINT_SECONDS = 5,
};

struct sweep {
    struct sweep_plan plan;
    struct probe probe;
    sfpu_machine *m;
    struct sweep_part part;
    uint64_t unit;  /* inputs in a unit */
    uint64_t start; /* first input not yet done */
    struct progress progress;
    time_t written; /* time of the last checkpoint */
    unsigned workers;
    struct job *jobs; /* array with a job for each worker */
    atomic_bool stopped; /* skip later units */
    int status;
};

/* A worker, and the result of its present unit. */
struct job {
    struct sweep_worker *worker;
    struct tally *tally;
    struct curve *curve; /* NULL: no curve wanted */
    bool skipped, failed;
    char *error;
};

/* ---- Golden results ---- */

/* Maps --golden's file, which must have a result for every input. Returns 0 or an exit status. */
static int map_golden(struct sweep *s)
{
    const struct sweep_options *o = s->plan.o;
    const struct inputs *inputs = &s->plan.inputs;
    const uint64_t wanted = (UINT64_C(1) << (inputs->operands * inputs->format->bits)) * (s->plan.out->bits / 8u);
    const int file = open(o->golden, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* O_NONBLOCK: opening a pipe must not wait,
                                                                          * since a pipe is refused below */
    struct stat about;
    void *mapped;

    if (file < 0 || fstat(file, &about) != 0) {
        const int why = errno;

        if (file >= 0)
            close(file);
        return complain("cannot read '%s': %s", o->golden, strerror(why));
    }
    if (!S_ISREG(about.st_mode) || (uint64_t)about.st_size != wanted) {
        close(file);
        return complain("%s: has %lld bytes; a %s for every %s%s takes %llu", o->golden, (long long)about.st_size,
                        sfpu_format_name(o->input.out), inputs->operands > 1 ? "pair of " : "",
                        sfpu_format_name(o->input.in), (unsigned long long)wanted);
    }
    mapped = mmap(NULL, (size_t)wanted, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (mapped == MAP_FAILED)
        return complain("cannot map '%s': %s", o->golden, strerror(errno));
    s->plan.golden = mapped;
    s->plan.golden_bytes = (size_t)wanted;
    return 0;
}

static void unmap_golden(struct sweep *s)
{
    if (s->plan.golden)
        munmap((void *)(uintptr_t)s->plan.golden, s->plan.golden_bytes);
}

/* ---- Plans ---- */

static int refuse_empty_range(const struct sweep_options *o)
{
    return complain("--range: no %s is from %.17g to %.17g", sfpu_format_name(o->input.in), o->input.low,
                    o->input.high);
}

static int choose_inputs(struct sweep *s)
{
    const struct sweep_options *o = s->plan.o;
    struct sweep_plan *plan = &s->plan;

    if (!inputs_make(&plan->inputs, plan->in, plan->layout.operands, o->input.sample, o->input.seed))
        return complain("there are too many pairs of %s to run them all: --sample=N runs N",
                        sfpu_format_name(o->input.in));
    inputs_narrow(&plan->inputs, o->input.low, o->input.high);
    plan->specials = inputs_specials(&plan->inputs, plan->special);
    inputs_between(&plan->inputs, o->input.low, o->input.high, &plan->first, &plan->end);
    if (plan->first >= plan->end && !o->is_line)
        return refuse_empty_range(o);
    return o->golden ? map_golden(s) : 0;
}

/* Prints a note if the kernel loads another format than Dst has: its results would belong to other values than the
 * report shows. */
static void say_unfit(const struct sweep *s)
{
    const struct sweep_options *o = s->plan.o;
    const char *const loaded = probe_unfit(&s->probe, o->input.dst);

    if (loaded && !o->is_line)
        fprintf(voice_err(), "sfpsim: note: %s loads %s, and Dst has %s: see --dst-format and --in\n", o->kernel,
                loaded, sfpu_format_name(o->input.dst));
}

/* Runs the kernel once on zeros to find its operands and results. Returns 0 or an exit status. */
static int probe_sweep_kernel(struct sweep *s)
{
    const struct sweep_options *o = s->plan.o;
    const unsigned in_rows = probe_rows(o->input.dst), out_rows = probe_rows(o->input.out);
    struct layout *l = &s->plan.layout;
    int status = probe_kernel(&o->machine, s->m, o->input.dst, &s->probe);

    if (status)
        return status;
    if (!o->is_line && sfpu_print_findings(s->m, 0, voice_write, voice_err()) != SFPU_OK)
        return complain_for(s->m, NULL);
    say_unfit(s);
    l->operands = o->function ? o->function->operands : o->input.operands;
    l->second = l->operands > 1 ? o->input.second : 0;
    l->result = o->input.result;
    return probe_layout(&s->probe, o->kernel, in_rows < out_rows ? in_rows : out_rows, l);
}

/* ---- Units ---- */

static uint64_t round_up(uint64_t value, uint64_t to)
{
    return (value + to - 1) / to * to;
}

static uint64_t count_units(const struct sweep *s)
{
    return round_up(s->plan.end - s->plan.first, s->unit) / s->unit;
}

/* Returns the first input of a unit, or the sweep's end. */
static uint64_t find_unit_start(const struct sweep *s, uint64_t unit)
{
    const uint64_t first = s->plan.first + unit * s->unit;

    return first < s->plan.end ? first : s->plan.end;
}

/* Cuts the sweep into units and sets the shard's range. The units are independent of the shard, so that shards join
 * exactly. Returns 0 or an exit status. */
static int cut_units(struct sweep *s)
{
    const struct sweep_options *o = s->plan.o;
    const uint64_t count = s->plan.end - s->plan.first, cells = s->plan.layout.count;
    const uint64_t least = count / UNITS > LEAST_UNIT ? count / UNITS : LEAST_UNIT;
    uint64_t units;

    s->unit = round_up(least, cells);
    units = count_units(s);
    s->part.from = s->plan.first;
    s->part.until = s->plan.end;
    if (o->shards > units)
        return complain("--shard: this sweep has %llu shards at most, not %u", (unsigned long long)units, o->shards);
    if (o->shards) {
        s->part.from = find_unit_start(s, units * (o->shard - 1) / o->shards);
        s->part.until = find_unit_start(s, units * o->shard / o->shards);
    }
    s->part.to = s->part.from;
    return 0;
}

/* Runs unit `i`. An sfpu_job. */
static void run_unit(void *sweep, size_t i, unsigned worker)
{
    struct sweep *s = sweep;
    struct job *job = &s->jobs[worker];
    const uint64_t first = s->start + i * s->unit, end = first + s->unit;

    job->skipped = s->stopped;
    if (!job->skipped)
        job->failed = !sweep_work(job->worker, first, end < s->part.until ? end : s->part.until, job->tally,
                                  job->curve, &job->error);
    job->skipped |= told_to_stop();
}

static int save_checkpoint(struct sweep *s)
{
    s->written = time(NULL);
    return part_write(&s->part, s->plan.o->checkpoint, "--checkpoint");
}

/* Joins unit `i` into the part, in order, and writes the checkpoint from time to time. A parallel_finish. */
static bool join_unit(void *sweep, size_t i, unsigned worker)
{
    struct sweep *s = sweep;
    struct job *job = &s->jobs[worker];
    const uint64_t end = s->start + (i + 1) * s->unit;

    if (job->failed && !s->stopped)
        s->status = complain("%s", job->error ? job->error : NO_MEMORY);
    if (job->skipped || job->failed)
        s->stopped = true;
    if (s->stopped)
        return false;
    tally_merge(s->part.tally, job->tally);
    if (job->curve)
        curve_merge(s->part.curve, job->curve);
    s->part.to = end < s->part.until ? end : s->part.until;
    progress_tell(&s->progress, s->part.to - s->part.from);
    if (s->plan.o->checkpoint && time(NULL) - s->written >= CHECKPOINT_SECONDS && (s->status = save_checkpoint(s)))
        s->stopped = true;
    return !s->stopped;
}

static int make_sweep_jobs(struct sweep *s, uint64_t units)
{
    s->workers = parallel_workers() < units ? parallel_workers() : (unsigned)units;
    s->jobs = calloc(s->workers, sizeof *s->jobs);
    for (unsigned w = 0; s->jobs && w < s->workers; w++) {
        s->jobs[w].tally = malloc(sizeof *s->jobs[w].tally);
        if (s->part.curve)
            s->jobs[w].curve = malloc(sizeof *s->jobs[w].curve);
        if (!s->jobs[w].tally || (s->part.curve && !s->jobs[w].curve))
            return complain_no_memory();
        s->jobs[w].worker = sweep_worker_new(&s->plan, s->m);
        if (!s->jobs[w].worker)
            return SFP_CANNOT_RUN;
    }
    return s->jobs ? 0 : complain_no_memory();
}

static void free_sweep_jobs(struct sweep *s)
{
    for (unsigned w = 0; s->jobs && w < s->workers; w++) {
        sweep_worker_free(s->jobs[w].worker);
        free(s->jobs[w].tally);
        free(s->jobs[w].curve);
        free(s->jobs[w].error);
    }
    free(s->jobs);
}

static void say_in_full(const struct sweep *s)
{
    const char *why = NULL;

    for (unsigned w = 0; !why && w < s->workers; w++)
        why = sweep_worker_in_full(s->jobs[w].worker);
    if (why && !s->plan.o->is_line)
        fprintf(voice_err(), "sfpsim: note: each pass was run in full, which is slow: %s\n", why);
}

static int run_units(struct sweep *s)
{
    const uint64_t units = round_up(s->part.until - s->start, s->unit) / s->unit;
    int status;

    if (units == 0)
        return 0;
    if ((status = make_sweep_jobs(s, units)))
        return status;
    progress_begin(&s->progress, s->start - s->part.from, s->part.until - s->part.from);
    parallel_in_order(units, s->workers, run_unit, join_unit, s);
    parallel_end(s->workers, reference_thread_end);
    progress_end(&s->progress);
    say_in_full(s);
    return s->status;
}

/* ---- The whole sweep ---- */

void sweep_list_files(const struct sweep_options *o, const sfpu_machine *m, struct file_uses *uses)
{
    file_uses_kernel(uses, o->kernel, &o->machine, m);
    file_uses_read(uses, o->golden, "--golden");
    file_uses_sources(uses, &o->machine);
    file_uses_write(uses, o->checkpoint, "--checkpoint"); /* also read, to continue from */
    file_uses_write(uses, o->outputs.svg, "--svg");
    file_uses_write(uses, o->outputs.html, "--html");
    if (o->shards)
        file_uses_write(uses, o->part, "--output");
    file_uses_write(uses, o->page, "--html");
    if (o->renews)
        file_uses_write(uses, o->budget, "--update");
    else
        file_uses_read(uses, o->budget, "the budget");
}

int sweep_check_files(const struct sweep_options *o, const sfpu_machine *m)
{
    struct file_uses uses = {0};

    sweep_list_files(o, m, &uses);
    if (!o->shards && !o->action.reports.tap)
        file_uses_write(&uses, "-", "a report");
    return action_check_files(&o->action, &uses);
}

/* Continues from the checkpoint of an earlier run, if the file exists. Returns 0 or an exit status. */
static int continue_from_checkpoint(struct sweep *s)
{
    const char *path = s->plan.o->checkpoint;
    struct sweep_part before;
    int status;

    if (!path || access(path, F_OK) != 0)
        return 0;
    if ((status = part_read(&before, path)))
        return status;
    if (!part_is_of(&before, &s->part) || before.from != s->part.from || before.until != s->part.until
        || (before.to != before.until && (before.to - before.from) % s->unit)) {
        part_end(&before);
        return complain("%s: a checkpoint of another sweep; remove it to begin this one", path);
    }
    part_end(&s->part);
    s->part = before;
    return 0;
}

static bool wants_page(const struct sweep *s)
{
    return s->plan.o->outputs.html && !s->plan.o->shards;
}

/* Starts the page's curve, except after a checkpoint: the earlier results are not known. */
static int begin_curve(struct sweep *s)
{
    if (!wants_page(s) || s->start != s->part.from)
        return 0;
    s->part.curve = malloc(sizeof *s->part.curve);
    if (!s->part.curve)
        return complain_no_memory();
    curve_start(s->part.curve, s->plan.in, s->plan.out);
    return 0;
}

/* Traces the worst inputs for the page, except after a signal. Returns 0 or an exit status. */
static int trace_worst_inputs(struct sweep *s)
{
    if (s->part.to < s->part.until)
        return 0;
    s->part.traces = sweep_traces(&s->plan, s->m, s->part.tally);
    return s->part.traces ? 0 : SFP_CANNOT_RUN;
}

static int run_whole_sweep(struct sweep *s)
{
    const struct sweep_options *o = s->plan.o;
    int status = machine_load_words(&o->machine, o->kernel, &s->m);

    if (status || (status = sweep_check_files(o, s->m)) || (status = probe_sweep_kernel(s))
        || (status = choose_inputs(s)) || (status = part_begin(&s->part, &s->plan, s->m, &s->probe.cycles))
        || (status = cut_units(s)) || (status = continue_from_checkpoint(s)))
        return status;
    s->start = s->part.to;
    if ((status = begin_curve(s)))
        return status;
    if ((o->checkpoint && (status = save_checkpoint(s))) || (status = run_units(s))
        || (o->checkpoint && (status = save_checkpoint(s))))
        return status;
    return wants_page(s) ? trace_worst_inputs(s) : 0;
}

int sweep_measure(const struct sweep_options *options, struct sweep_part *part)
{
    struct sweep *s = calloc(1, sizeof *s);
    int status;

    *part = (struct sweep_part){0};
    if (!s)
        return complain_no_memory();
    s->plan.o = options;
    s->plan.in = number_format(options->input.in);
    s->plan.out = number_format(options->input.out);
    status = run_whole_sweep(s);
    free_sweep_jobs(s);
    unmap_golden(s);
    if (status)
        part_end(&s->part);
    *part = s->part;
    sfpu_close(s->m);
    free(s);
    return status;
}

/* Writes the shard's file or prints the report. Returns the exit status. */
static int write_sweep_result(const struct sweep_options *o, const struct sweep_part *part)
{
    const bool complete = part->to == part->until;

    if (o->shards && complete)
        return part_write(part, o->part, "--output");
    if (part->to > part->from && tally_inputs(part->tally) == 0 && complete && !o->shards)
        return refuse_empty_range(o);
    return part_report(part, &o->outputs, o->action.verdict);
}

int sweep_run(struct sweep_options *options)
{
    struct sweep_part part;
    int status;

    action_share(&options->action, &options->machine);
    options->outputs.quiet = options->action.quiet;
    status = sweep_measure(options, &part);
    if (!status)
        status = write_sweep_result(options, &part);
    part_end(&part);
    return status;
}
