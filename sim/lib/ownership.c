/*
 * A machine's ownership of its program and its last run, freed with the next program, the next run, or the machine.
 */
#include "lib.h"

#include <stdlib.h>

/* ---- The last run ---- */

void lib_hush(sfpu_machine *m)
{
    m->m->reporter = (struct sfp_reporter){0};
    m->m->dst_written = NULL;
}

void lib_forget_run(sfpu_machine *m)
{
    m->run_number = 0;
    m->over = false;
    sfp_proof_free(m->proof);
    m->proof = NULL;
    lib_writers_free(m->writers);
    m->writers = NULL;
}

void lib_run_abandon(sfpu_machine *m)
{
    if (!m->stepping)
        return;
    sfp_stepping_free(m->stepping);
    m->stepping = NULL;
    lib_views_free(m);
    sfp_progress_end(&m->progress);
    lib_hush(m);
}

void lib_snapshots_expire(sfpu_machine *m)
{
    m->program_number++;
}

/* ---- The program ---- */

/* Reports the files of a loaded program that was not assembled. */
static void tell_program_files(sfpu_machine *m)
{
    const struct sfp_program *p = &m->kernel.program;

    lib_tell_begin(m);
    for (size_t i = 0; m->read && i < p->file_count; i++)
        m->read(m->read_context, p->files[i].name);
    for (size_t i = 0; m->read && i < p->read_count; i++)
        m->read(m->read_context, p->read[i]);
    lib_tell_end(m);
}

void lib_program_free(sfpu_machine *m)
{
    if (m->has_program)
        sfp_kernel_free(&m->kernel);
    if (m->compiled)
        m->core->free(m->compiled);
    m->compiled = NULL;
    free(m->name);
}

int lib_take_kernel(sfpu_machine *m, struct sfp_kernel *kernel, char *name)
{
    const int code = lib_need(m, kernel->program.arch);

    if (code != SFPU_OK) {
        sfp_kernel_free(kernel);
        free(name);
        return code;
    }
    lib_run_abandon(m);
    lib_snapshots_expire(m);
    lib_views_forget(m);
    sfp_findings_log_clear(m->log);
    lib_program_free(m);
    free(m->gaps);
    m->kernel = *kernel;
    m->name = name;
    m->gaps = NULL;
    m->failure = (struct lib_failure){0};
    lib_forget_run(m);
    tile_pace_free(&m->pace);
    m->has_program = true;
    tell_program_files(m);
    return SFPU_OK;
}
