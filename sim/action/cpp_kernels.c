/* Kernels in C++: records the calls of a header, and loads the words. */
#include "cpp_kernels.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/record_program.h"
#include "cli/run_files.h"
#include "thread_options.h"
#include "voice.h"

bool cpp_kernel_named(const char *path)
{
    static const char *const suffixes[] = {".h", ".hh", ".hpp", ".hxx", ".cc", ".cpp", ".cxx"};
    const char *dot = strrchr(path, '.');

    for (size_t i = 0; dot && i < sizeof suffixes / sizeof suffixes[0]; i++)
        if (strcmp(dot, suffixes[i]) == 0)
            return true;
    return false;
}

bool cpp_kernel_loaded(const sfpu_machine *m, int thread)
{
    for (int t = 0; t < SFPU_THREADS; t++)
        if ((thread == ALL_THREADS || t == thread) && sfpu_thread_kernel(m, t)
            && cpp_kernel_named(sfpu_thread_kernel(m, t)))
            return true;
    return false;
}

/* Returns the texts of the thread's calls as an array for the caller to free, and sets *count; NULL: memory ran out. */
static const char **list_calls(const struct cpp_options *o, int thread, size_t *count)
{
    const char **calls = calloc(o->call_count + 1, sizeof *calls);

    *count = 0;
    for (size_t i = 0; calls && i < o->call_count; i++)
        if (o->calls[i].thread == ALL_THREADS || o->calls[i].thread == thread)
            calls[(*count)++] = o->calls[i].text;
    return calls;
}

/* Warns about the words, and gives them to the machine. Returns 0, or an exit status after a message. */
static int load_recorded_program(const struct sfpu_assembly *how, const char *path, sfpu_program *program,
                                 sfpu_machine *m)
{
    const int code = sfpu_warn_words(how, program);

    if (code == SFPU_BAD_SOURCE)
        return SFP_CANNOT_RUN;
    if (code != SFPU_OK)
        return complain_no_memory();
    return sfpu_load_program(m, path, program) == SFPU_OK ? 0 : complain_for(m, NULL);
}

static int record_kernel(const struct cpp_options *o, const struct sfpu_assembly *how, const char *const *calls,
                         size_t call_count, const char *path, sfpu_machine *m)
{
    const struct sfp_recording recording = {
        .arch = how->arch == SFPU_ANY_ARCH ? NULL : sfpu_arch_name(how->arch),
        .calls = calls,
        .call_count = call_count,
        .headers = &path,
        .header_count = 1,
        .include_dirs = how->include_dirs,
        .include_dir_count = how->include_dir_count,
        .defines = how->defines,
        .define_count = how->define_count,
        .sfpi = o->sfpi,
        .schedule = o->schedule,
    };
    struct recorded_program recorded;
    int status = SFP_CANNOT_RUN;

    if (record_program(&recording, program_invocation_short_name, voice_err(), &recorded))
        status = load_recorded_program(how, path, recorded.program, m);
    for (size_t i = 0; i < recorded.file_count; i++)
        run_file_source(NULL, recorded.files[i]);
    recorded_program_free(&recorded);
    return status;
}

int cpp_kernel_load(const struct cpp_options *o, const struct sfpu_assembly *how, int thread, const char *path,
                    sfpu_machine *m)
{
    size_t count;
    const char **calls = list_calls(o, thread, &count);
    int status;

    if (!calls)
        return complain_no_memory();
    status = count > 0 ? record_kernel(o, how, calls, count, path, m)
                       : complain("%s: a kernel in C++ needs --call, which names the function", path);
    free(calls);
    return status;
}
