/* Machines: opening and closing; names of arches. */
#include "lib.h"

#include <stdlib.h>
#include <string.h>

const char *sfpu_version(void)
{
    return SFP_VERSION;
}

void sfpu_free(void *memory)
{
    free(memory);
}

int sfpu_arch_named(const char *name)
{
    enum sfp_arch arch;

    return name && sfp_arch_parse(name, &arch) ? (int)arch : SFPU_ANY_ARCH;
}

const char *sfpu_arch_name(int arch)
{
    return sfp_is_arch(arch) ? sfp_arch_name((enum sfp_arch)arch) : "any arch";
}

int sfpu_arch_names(char *text, size_t size)
{
    char names[SFP_ARCH_NAMES_SIZE];

    if (!text || size == 0)
        return SFPU_BAD_ARGUMENT;
    snprintf(text, size, "%s", sfp_arch_names(names));
    return SFPU_OK;
}

_Static_assert((int)SFPU_THREAD_UNPACK == (int)SFP_THREAD_UNPACK && (int)SFPU_THREAD_MATH == (int)SFP_THREAD_MATH
                   && (int)SFPU_THREAD_PACK == (int)SFP_THREAD_PACK && (int)SFPU_THREADS == (int)SFP_THREADS,
               "threads");

int sfpu_thread_named(const char *name)
{
    enum sfp_thread_id thread;

    return name && sfp_thread_parse(name, strlen(name), &thread) ? (int)thread : -1;
}

const char *sfpu_thread_name(int thread)
{
    return thread >= 0 && thread < SFPU_THREADS ? sfp_thread_name((enum sfp_thread_id)thread) : "no thread";
}

/* ---- Opening and closing ---- */

int sfpu_open(const struct sfpu_options *options, sfpu_machine **machine)
{
    struct sfpu_options own = {0};
    sfpu_machine *m;

    if (!machine)
        return SFPU_BAD_ARGUMENT;
    *machine = NULL;
    if (options && !lib_take(&own, sizeof own, options))
        return SFPU_BAD_ARGUMENT;
    if (!lib_is_arch(own.arch))
        return SFPU_BAD_ARGUMENT;
    m = calloc(1, sizeof *m);
    if (!m)
        return SFPU_NO_MEMORY;
    m->selected = SFP_THREAD_MATH;
    m->log = sfp_findings_log_new();
    sfp_findings_policy_init(&m->policy, false);
    lib_sources_init(&m->sources);
    if (!m->log || (own.arch && lib_need(m, (enum sfp_arch)own.arch))) {
        sfpu_close(m);
        return SFPU_NO_MEMORY;
    }
    sfp_findings_log_of(m->log, &m->kernel.program);
    *machine = m;
    return SFPU_OK;
}

void sfpu_close(sfpu_machine *m)
{
    if (!m || m->telling)
        return;
    if (m->lent) {
        m->closed = true;
        return;
    }
    lib_run_abandon(m);
    lib_views_free(m);
    lib_forget_run(m);
    lib_program_free(m);
    lib_snapshots_end(m);
    sfp_machine_free(m->m);
    sfp_findings_log_free(m->log);
    free(m->gaps);
    lib_free_pace(m);
    free(m->before);
    free(m->core_before);
    lib_sources_free(&m->sources);
    sfpu_preprocessed_close(m->preprocessed);
    lib_free_texts(m->source_dirs);
    free(m->error);
    free(m);
}

int sfpu_machine_arch(const sfpu_machine *m)
{
    return m ? (int)m->arch : SFPU_ANY_ARCH;
}

const char *sfpu_simd_level(const sfpu_machine *m)
{
    return m && m->m ? m->m->semantics->level : "";
}
