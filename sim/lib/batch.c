/* Batches: a pass repeated on other values of Dst. */
#include "time/pipeline.h"

#include <stdlib.h>

#include "model/image.h"
#include "lib.h"

struct sfpu_batch {
    sfpu_machine *m;
    struct sfp_rerun *passes;
    struct sfp_cells in, out;
    bool in_full; /* passes are simulated in full, because a pass differed from the first, or none can be repeated */
};

static int plan_batch_cells(sfpu_machine *m, const struct sfpu_cells *callers, struct sfp_cells *cells)
{
    struct sfpu_cells own;
    char *error;

    if (!lib_take(&own, sizeof own, callers))
        return lib_given(m, false);
    if (!lib_is_format(own.format))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "%d is not a format", own.format);
    if (!own.cells || own.count == 0)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no cells");
    if (!sfp_cells_plan(cells, (enum sfp_format)own.format, own.cells, own.count, &m->m->s, &error))
        return lib_fail_with(m, SFPU_BAD_ARGUMENT, error);
    return SFPU_OK;
}

static int open_on(sfpu_batch *batch, const struct sfpu_cells *in, const struct sfpu_cells *out)
{
    sfpu_machine *m = batch->m;
    struct sfp_timing_options options = {
        .run = {.repeat = 1, .ignore_waits = m->running.ignore_waits}, .results_only = true};
    const struct sfp_program *program = &m->kernel.program;
    int code = lib_pace(m);

    if (code == SFPU_OK)
        code = plan_batch_cells(m, in, &batch->in);
    if (code == SFPU_OK)
        code = plan_batch_cells(m, out, &batch->out);
    if (code != SFPU_OK)
        return code;
    options.gaps = lib_gaps(m);
    lib_run_abandon(m);
    m->m->reporter = (struct sfp_reporter){0};
    m->m->dst_written = NULL;
    m->timed = true;
    m->over = false;
    m->passes = 1;
    batch->passes = sfp_rerun_new(m->m, program->words, program->count, &options, &m->timing);
    m->result = m->timing.run;
    if (!batch->passes)
        return lib_run_failed(m);
    batch->in_full = sfp_rerun_in_full(batch->passes) != NULL;
    return SFPU_OK;
}

int sfpu_batch_open(sfpu_machine *m, const struct sfpu_cells *in, const struct sfpu_cells *out, sfpu_batch **batch)
{
    int code;

    if (!m || !in || !out || !batch)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no cells, or no place for the batch");
    *batch = NULL;
    if (!lib_may_change(m))
        return SFPU_BAD_ARGUMENT;
    if (!m->has_program)
        return lib_fail(m, SFPU_NO_PROGRAM, "%s", sfpu_code_text(SFPU_NO_PROGRAM));
    if (m->compiled)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "a batch cannot run a compiled kernel, but can run its recorded words");
    if ((code = lib_need_one_thread(m, "runs on many inputs")) != SFPU_OK)
        return code;
    *batch = calloc(1, sizeof **batch);
    if (!*batch)
        return lib_no_memory(m);
    (*batch)->m = m;
    code = open_on(*batch, in, out);
    if (code == SFPU_OK) {
        m->lent = true;
    } else {
        sfpu_batch_close(*batch);
        *batch = NULL;
    }
    return code;
}

static bool repeat_pass(sfpu_batch *batch, const uint32_t *in)
{
    sfp_rerun_rewind(batch->passes);
    sfp_cells_write(&batch->in, in, batch->m->m);
    return sfp_rerun_pass(batch->passes);
}

static int pass_in_full(sfpu_batch *batch, const uint32_t *in)
{
    sfpu_machine *m = batch->m;
    struct sfp_timing_result result;

    sfp_rerun_rewind(batch->passes);
    sfp_cells_write(&batch->in, in, m->m);
    if (sfp_rerun_pass_in_full(batch->passes, &result))
        return SFPU_OK;
    m->timing = result;
    m->result = result.run;
    return lib_run_failed(m);
}

int sfpu_batch_run(sfpu_batch *batch, const uint32_t *in, uint32_t *out)
{
    int code = SFPU_OK;

    if (!batch)
        return SFPU_BAD_ARGUMENT;
    if (!in || !out)
        return lib_fail(batch->m, SFPU_BAD_ARGUMENT, "no values, or no place for results");
    if (!batch->in_full && !repeat_pass(batch, in))
        batch->in_full = true;
    if (batch->in_full)
        code = pass_in_full(batch, in);
    if (code == SFPU_OK)
        sfp_cells_read(&batch->out, batch->m->m, out);
    return code;
}

const char *sfpu_batch_in_full(const sfpu_batch *batch)
{
    if (!batch || !batch->in_full)
        return NULL;
    return sfp_rerun_in_full(batch->passes) ? sfp_rerun_in_full(batch->passes)
                                            : "what SFPCONFIG writes depends on the values";
}

void sfpu_batch_close(sfpu_batch *batch)
{
    if (!batch)
        return;
    sfp_rerun_free(batch->passes);
    sfp_cells_free(&batch->in);
    sfp_cells_free(&batch->out);
    batch->m->lent = false;
    if (batch->m->closed)
        sfpu_close(batch->m);
    free(batch);
}
