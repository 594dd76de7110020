/* Machines: opening and closing them, and what went wrong. */
#include "lib.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

const char *sfpu_code_text(int code)
{
    switch ((enum sfpu_code)code) {
    case SFPU_OK:
        return "done";
    case SFPU_STOPPED:
        return "stopped at a limit";
    case SFPU_DIFFERENT:
        return "the values differ";
    case SFPU_NO_MEMORY:
        return NO_MEMORY;
    case SFPU_BAD_ARGUMENT:
        return "an argument is out of range";
    case SFPU_BAD_INPUT:
        return "malformed input";
    case SFPU_BAD_SOURCE:
        return "the source has errors";
    case SFPU_NO_PROGRAM:
        return "no program is loaded";
    case SFPU_REFUSED:
        return "an instruction is not modelled";
    case SFPU_DEADLOCK:
        return "the program waits for ever";
    case SFPU_INTERRUPTED:
        return "the run was interrupted";
    }
    return "no such code";
}

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

bool lib_is_arch(int arch)
{
    return arch == SFPU_ANY_ARCH || sfp_is_arch(arch);
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

/* ---- Errors ---- */

int lib_fail(sfpu_machine *m, int code, const char *format, ...)
{
    va_list arguments;

    if (!m)
        return code;
    free(m->error);
    va_start(arguments, format);
    m->error = format_text(format, arguments);
    va_end(arguments);
    return code;
}

int lib_fail_with(sfpu_machine *m, int code, char *error)
{
    if (!error)
        return lib_no_memory(m);
    if (!m) {
        free(error);
        return code;
    }
    free(m->error);
    m->error = error;
    return code;
}

int lib_no_memory(sfpu_machine *m)
{
    return lib_fail(m, SFPU_NO_MEMORY, NO_MEMORY);
}

const char *sfpu_error(const sfpu_machine *m)
{
    return !m || !m->error ? "" : m->error;
}

/* ---- Structs that grow ---- */

static size_t size_of(const void *callers)
{
    size_t size;

    memcpy(&size, callers, sizeof size);
    return size;
}

bool lib_take(void *here, size_t size, const void *callers)
{
    const size_t theirs = size_of(callers);

    memset(here, 0, size);
    memcpy(here, callers, theirs < size ? theirs : size);
    return theirs >= sizeof theirs;
}

bool lib_give(void *callers, const void *here, size_t size)
{
    const size_t theirs = size_of(callers), common = theirs < size ? theirs : size;

    if (common > sizeof theirs)
        memcpy((char *)callers + sizeof theirs, (const char *)here + sizeof theirs, common - sizeof theirs);
    return theirs >= sizeof theirs;
}

int lib_given(sfpu_machine *m, bool ok)
{
    return ok ? SFPU_OK : lib_fail(m, SFPU_BAD_ARGUMENT, "a struct does not say its size");
}

void lib_hand_out(char **to, char *text)
{
    if (to)
        *to = text;
    else
        free(text);
}

/* ---- Opening and closing ---- */

int lib_need(sfpu_machine *m, enum sfp_arch arch)
{
    if (!m)
        return SFPU_BAD_ARGUMENT;
    if (m->arch && m->arch != arch)
        return lib_fail(m, SFPU_BAD_INPUT, "the program is for %s, and the machine %s", sfp_arch_name(arch),
                        sfp_arch_name(m->arch));
    if (m->m)
        return SFPU_OK;
    m->m = sfp_machine_new(arch, sfp_semantics_best());
    if (!m->m)
        return lib_no_memory(m);
    m->arch = arch;
    return SFPU_OK;
}

int lib_need_any(sfpu_machine *m)
{
    return lib_need(m, m && m->arch ? m->arch : SFP_WH);
}

bool lib_may_read(sfpu_machine *m)
{
    if (!m || !m->lent)
        return true;
    lib_fail(m, SFPU_BAD_ARGUMENT, "a batch is open, and until it is closed the machine is its own");
    return false;
}

void lib_tell_begin(sfpu_machine *m)
{
    if (m)
        m->telling++;
}

void lib_tell_end(sfpu_machine *m)
{
    if (m)
        m->telling--;
}

bool lib_may_change(sfpu_machine *m)
{
    if (!m || !m->telling)
        return lib_may_read(m);
    lib_fail(m, SFPU_BAD_ARGUMENT, "a function that the machine calls may read it, and nothing else");
    return false;
}

int lib_to_read(sfpu_machine *m)
{
    return lib_may_read(m) ? lib_need_any(m) : SFPU_BAD_ARGUMENT;
}

int lib_to_change(sfpu_machine *m)
{
    return lib_may_change(m) ? lib_need_any(m) : SFPU_BAD_ARGUMENT;
}

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
    sfp_proof_free(m->proof);
    lib_program_free(m);
    lib_snapshots_end(m);
    lib_writers_free(m->writers);
    sfp_machine_free(m->m);
    sfp_findings_log_free(m->log);
    free(m->gaps);
    tile_pace_free(&m->pace);
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
