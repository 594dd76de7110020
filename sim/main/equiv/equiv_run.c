/* sfpsim equiv: from options to a report. */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/complain.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "base/said.h"
#include "cli/interrupt.h"
#include "equiv_report.h"

enum { EQUIV_DIFFERENT = 1 /* exit status */, STRETCH_INPUTS = 1 << 13 /* of a job, about */ };

/* What a worker is doing, and how that ended. */
struct job {
    struct equiv_worker *worker;
    struct equiv_tally tally;
    bool skipped, failed;
    char *error; /* failed: why; NULL: memory ran out */
};

struct equiv {
    struct equiv_plan plan;
    struct equiv_tally tally;
    uint64_t stretch, done; /* inputs of a job, in whole blocks; inputs that are done */
    struct progress progress;
    unsigned workers;
    struct job *jobs;    /* of each worker */
    atomic_bool stopped; /* what follows is not to be done */
    int status;
};

/* ---- Jobs ---- */

/* An sfpu_job. */
static void work(void *equiv, size_t i, unsigned worker)
{
    struct equiv *e = equiv;
    struct job *job = &e->jobs[worker];
    const uint64_t first = e->plan.first + i * e->stretch, end = first + e->stretch;

    job->skipped = e->stopped;
    if (!job->skipped)
        job->failed = !equiv_work(job->worker, first, end < e->plan.end ? end : e->plan.end, &job->tally, &job->error);
    job->skipped |= sfp_told_to_stop();
}

/* In order, behind each job: what follows an error, or a signal, does not count. */
static bool take(void *equiv, size_t i, unsigned worker)
{
    struct equiv *e = equiv;
    struct job *job = &e->jobs[worker];
    const uint64_t wanted = e->plan.end - e->plan.first, done = (i + 1) * e->stretch;

    if (job->failed && !e->stopped)
        e->status = complain("%s", job->error ? job->error : "not enough memory");
    if (job->skipped || job->failed)
        e->stopped = true;
    if (e->stopped)
        return false;
    equiv_tally_add(&e->tally, &job->tally);
    e->done = done < wanted ? done : wanted;
    progress_tell(&e->progress, e->done);
    return true;
}

static int make_jobs(struct equiv *e, uint64_t stretches)
{
    e->workers = parallel_workers() < stretches ? parallel_workers() : (unsigned)stretches;
    e->jobs = calloc(e->workers, sizeof *e->jobs);
    for (unsigned i = 0; e->jobs && i < e->workers; i++)
        if (!(e->jobs[i].worker = equiv_worker_new(&e->plan)))
            return SFP_CANNOT_RUN;
    return e->jobs ? 0 : complain("not enough memory");
}

static void free_jobs(struct equiv *e)
{
    for (unsigned i = 0; e->jobs && i < e->workers; i++) {
        equiv_worker_free(e->jobs[i].worker);
        free(e->jobs[i].error);
    }
    free(e->jobs);
}

static int try_all(struct equiv *e)
{
    const uint64_t slots = e->plan.slots, wanted = e->plan.end - e->plan.first;
    uint64_t stretches;
    int status;

    e->stretch = (STRETCH_INPUTS + slots - 1) / slots * slots;
    stretches = (wanted + e->stretch - 1) / e->stretch;
    if ((status = make_jobs(e, stretches)))
        return status;
    progress_begin(&e->progress, 0, wanted);
    parallel_in_order(stretches, e->workers, work, take, e);
    progress_end(&e->progress);
    if (!e->status && !e->tally.inputs && e->done == wanted)
        return equiv_nothing_in_range(e->plan.o);
    return e->status;
}

/* ---- The whole ---- */

/* Why passes of a kernel were run in full, by any of the workers, or NULL. */
static const char *in_full(const struct equiv *e, unsigned kernel)
{
    const char *why = NULL;

    for (unsigned i = 0; !why && i < e->workers; i++)
        why = equiv_worker_in_full(e->jobs[i].worker, kernel);
    return why;
}

static int report(struct equiv *e)
{
    const struct equiv_options *o = e->plan.o;
    struct equiv_report report = {.plan = &e->plan, .tally = &e->tally, .done = e->done};
    int status;

    for (unsigned k = 0; k < EQUIV_KERNELS; k++)
        report.in_full[k] = in_full(e, k);
    if (e->tally.cells && ((status = equiv_diverge(&e->plan, &e->tally.first, &report.first))
                           || (status = equiv_diverge(&e->plan, &e->tally.worst, &report.worst))))
        return status;
    if ((e->tally.cells || !o->action.quiet || e->done < e->plan.end - e->plan.first) && !o->print(said_out(), &report))
        return complain("not enough memory");
    if (!e->tally.cells)
        return 0;
    verdict_check(o->action.verdict, CHECK_EQUIV, "%s and %s differ for %" PRIu64 " inputs, in %" PRIu64 " cells",
                  o->kernel[0], o->kernel[1], e->tally.different, e->tally.cells);
    return EQUIV_DIFFERENT;
}

int equiv_run(const struct equiv_options *options)
{
    struct equiv *e = calloc(1, sizeof *e);
    int status;

    if (!e)
        return complain("not enough memory");
    if ((status = equiv_plan_begin(&e->plan, options)) == 0 && (status = try_all(e)) == 0)
        status = report(e);
    free_jobs(e);
    equiv_plan_end(&e->plan);
    free(e);
    return status;
}
