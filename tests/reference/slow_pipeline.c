/* One thread on the vector unit; and the log of the pipeline itself. */
#include "slow_pipeline.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assembly/asm.h"

void slow_run(struct sfp_machine *m, const struct slow_program *program, struct slow_result *result)
{
    struct slow_threads threads = {.alone = true};

    threads.thread[m->thread] = *program;
    slow_run_threads(m, &threads, result);
}

/* ---- The pipeline's own log ---- */

static void tell(char *text, size_t size, const char *format, ...)
{
    size_t used = strlen(text);
    va_list args;

    if (used)
        used += (size_t)snprintf(text + used, size - used, " | ");
    if (used >= size) /* full: programs that are not looked at so closely may tell more */
        return;
    va_start(args, format);
    vsnprintf(text + used, size - used, format, args);
    va_end(args);
}

static void tell_event(void *context, const struct sfp_event *e)
{
    struct watched *w = context;
    unsigned long long cycle = e->cycle;
    const char *unit = e->unit == SFP_UNIT_NONE ? "other" : sfp_unit_name(e->unit), *by = e->scheduled ? "m" : "";
    size_t index = e->scheduled ? e->macro_index : e->op ? e->op->index : 0;

    if (e->kind == SFP_EVENT_EXEC)
        tell(w->log, sizeof w->log, "%llu:%s %s%zu", cycle, unit, by, index);
    else if (e->kind == SFP_EVENT_DISCARD)
        tell(w->log, sizeof w->log, "%llu:discard %s %zu", cycle, unit, index);
    else if (e->kind == SFP_EVENT_FORGET)
        tell(w->log, sizeof w->log, "%llu:forget %s %s%zu", cycle, unit, by, index);
    else if (e->kind == SFP_EVENT_STALL)
        tell(w->log, sizeof w->log, "%llu:stall %zu %s", cycle, index, sfp_stall_info(e->stall)->name);
    else if (e->kind == SFP_EVENT_BUBBLE)
        tell(w->log, sizeof w->log, "%llu:bubble %s %zu", cycle, sfp_stall_info(e->stall)->name, e->origin.position);
}

static void tell_finding(void *context, enum sfp_finding finding, const struct sfp_op *op,
                         const struct sfp_finding_detail *d)
{
    struct watched *w = context;
    char other[32] = "", values[64] = "";

    if (finding == SFP_FIND_MACRO_OUTSIDE || finding == SFP_FIND_STORE_LOAD) /* of which many programs here are made */
        return;
    if (d && d->other != SFP_NO_INDEX)
        snprintf(other, sizeof other, " other %zu", d->other);
    if (d && d->possible)
        snprintf(values, sizeof values, " L%d possible", d->lreg);
    else if (d && d->lreg >= 0)
        snprintf(values, sizeof values, " L%d %X/%X", d->lreg, d->lanes, d->differs);
    tell(w->findings, sizeof w->findings, "%s %zu%s%s", sfp_finding_info(finding)->name, (size_t)op->index, other,
         values);
}

void watched_start(struct watched *w, enum sfp_arch arch)
{
    memset(w, 0, sizeof *w);
    w->m = sfp_machine_new(arch, sfp_semantics_best());
    if (!w->m)
        abort();
    for (unsigned r = 0; r < 8; r++) {
        float value = (float)(r + 1);

        for (unsigned l = 0; l < SFP_LANES; l++)
            memcpy(&w->m->s.lreg[r][l], &value, sizeof value);
    }
    for (unsigned row = 0; row < SFP_DST_ROWS; row++)
        for (unsigned column = 0; column < SFP_DST_COLUMNS; column++)
            w->m->s.dst[row][column] = (uint16_t)row;
    w->m->s.own.addr_mods_known = UINT8_MAX; /* programs here need not set up what they do not look at */
    sfp_state_refresh(&w->m->s);
    w->m->reporter = (struct sfp_reporter){.report = tell_finding, .context = w};
    w->options.run.repeat = 1;
}

static void assemble(const char *source, enum sfp_arch arch, struct sfp_program *program)
{
    struct sfp_asm_source text = {.path = "test", .text = source, .size = strlen(source)};
    struct sfp_asm_options options = {.arch = arch, .sink = diagnostic_print, .context = stderr};

    if (!assembly_make(&options, &text, 1, program))
        abort();
}

static void run(struct watched *w, const char *source, struct sfp_observer *observer)
{
    struct sfp_program program = {0};

    if (*source) /* the assembler refuses nothing at all */
        assemble(source, w->m->s.arch, &program);
    sfp_state_refresh(&w->m->s);
    w->log[0] = w->findings[0] = '\0';
    w->options.observers = observer;
    sfp_run_timed(w->m, program.words, program.count, &w->options, &w->result);
    w->options.observers = NULL;
    sfp_program_free(&program);
}

void watched_run(struct watched *w, const char *source)
{
    run(w, source, &(struct sfp_observer){.event = tell_event, .context = w});
}

void watched_run_unwatched(struct watched *w, const char *source)
{
    run(w, source, NULL);
}

void watched_end(struct watched *w)
{
    sfp_machine_free(w->m);
}
