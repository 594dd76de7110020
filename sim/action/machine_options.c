/* Options of the machine, and applying them. */
#include "machine_options.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/echo.h"
#include "cli/options.h"
#include "cli/run_files.h"
#include "voice.h"
#include "option_values.h"
#include "base/diag.h"
#include "base/names.h"

/* Keeps a setting; option and setting have the same name. */
static void keep_setting(struct argp_state *state, char *argument, void *options)
{
    struct sfp_machine_options *o = options;
    const char *name = option_row(state)->name, *value = argument ? argument : "";
    char wrong[512];

    if (sfpu_check_setting(name, value, wrong, sizeof wrong) != SFPU_OK)
        option_error(state, "--%s", wrong);
    else
        o->settings[o->setting_count++] = (struct sfp_setting){name, value, o->threads.current};
}

/* Returns the name after "no-", "error=" or "no-error=". */
static const char *strip_warning_prefix(const char *argument)
{
    static const char *const prefixes[] = {"error=", "no-error=", "no-"};

    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
        if (strncmp(argument, prefixes[i], strlen(prefixes[i])) == 0)
            return argument + strlen(prefixes[i]);
    return argument;
}

/* Refuses a name that is neither a finding nor a class of warnings, and suggests a similar name. */
static void refuse_warning_name(const struct argp_state *state, const struct sfp_machine_options *o,
                                const char *argument)
{
    static const char where[] =
        "findings are listed in sfpu-findings(7), classes of the assembler's warnings in sfpasm(1)";
    struct sfpu_finding_kind kind = {.size = sizeof kind};
    struct sfpu_warning_class class = {.size = sizeof class};
    const char *name = strip_warning_prefix(argument);
    struct nearest search;
    uint64_t spent = 0;

    nearest_init(&search, &spent, name, strlen(name));
    for (size_t i = 0; o->finds && sfpu_get_finding_kind(i, &kind) == SFPU_OK; i++)
        nearest_offer(&search, kind.name);
    for (size_t i = 0; sfpu_get_warning_class(i, &class) == SFPU_OK; i++)
        nearest_offer(&search, class.name);
    if (search.best)
        option_error(state, "-W%s: no such finding or warning; did you mean '-W%.*s%s'? %s", argument,
                     (int)(name - argument), argument, search.best, where);
    else
        option_error(state, "-W%s: no such finding or warning; %s", argument, where);
}

/* Keeps -W for the run or for the assembler; findings and classes of warnings have distinct names. */
static void keep_warning(struct argp_state *state, char *argument, void *options)
{
    struct sfp_machine_options *o = options;
    const bool finding = sfpu_check_warning(argument) == SFPU_OK;

    if (sfpu_check_warning_class(argument) == SFPU_OK)
        o->warnings[o->warning_count++] = argument;
    else if (finding && o->finds)
        o->findings[o->finding_count++] = argument;
    else if (finding)
        option_error(state, "-W%s: that is a finding, which only a plain run of sfpsim reports", argument);
    else
        refuse_warning_name(state, o, argument);
}

void machine_add_call(struct sfp_machine_options *o, const char *call)
{
    o->cpp.calls[o->cpp.call_count++] = (struct cpp_call){o->threads.current, call};
}

static void keep_call(struct argp_state *state, char *argument, void *options)
{
    (void)state;
    machine_add_call(options, argument);
}

enum { MOST_VECTORS = 1000000000 };

#define OPTIONS struct sfp_machine_options
static const struct option_row rows[] = {
    {"arch", 'a', "ARCH", arch_help, AS(option_set_kernel_arch, arch), .everyday = true},
    {"define", 'D', "NAME[=EXPR]", "define a symbol of sources; 1 without an expression",
     AS_LIST(defines, define_count)},
    {"include", 'I', "DIR", "search DIR for files that sources include", AS_LIST(include_dirs, include_dir_count)},
    {"warn", 'W', "[no-|error=]NAME", "report a finding of the run, hide it, or let it fail the run; or a warning "
                                      "of sources, as sfpasm's -W takes it", BY(keep_warning)},
    {"init", 0, "reset|llk", "begin as after power-on (reset), or as the vendor's runtime calls a kernel (llk): "
                             "predication on, L11 = -1, address modifiers 6 and 7 set; default: what .init of the "
                             "source states, or else reset (sfpsched: llk)", BY(keep_setting)},
    {"fp32-dest", 0, NULL, "format 0 of loads and stores is fp32", BY(keep_setting)},
    {"srcb-format", 0, "F", "source format that decides format 0: bf16, fp16, ... or a code", BY(keep_setting)},
    {"addr-mod", 0, "I:INCR", "address modifier I steps Dst by INCR", BY(keep_setting)},
    {"addr-mod-base", 0, NULL, "Wormhole: address modifier fields select entries 4 to 7", BY(keep_setting)},
    {"dst-16bit-view", 0, NULL, "16-bit accesses reach the high halves of 32-bit Dst cells", BY(keep_setting)},
    {"dst-base", 0, "ROW", "added to Dst addresses", BY(keep_setting)},
    {"dst-is-input", 0, NULL, "datacopies (MOVA2D, MOVB2D, ELWADD) bring what Dst holds at the start",
     BY(keep_setting)},
    {"skip-fpu", 0, NULL, "other words of the matrix unit, unpackers and packers do nothing but step counters",
     BY(keep_setting)},
    {"prng-seed", 0, "N", "seed the random number generators", BY(keep_setting)},
    {"mop-cfg", 0, "I:WORD", "word I of the MOP expander's configuration", BY(keep_setting)},
    {"pushed-by", 0, "ideal|inline|stores|hoisted",
     "words without a core: one a cycle (default), or as pushed by a core that has them in line or stores them",
     BY(keep_setting)},
    {"gathering", 0, "on|off",
     "whether Blackhole's core begins with instruction gathering, up to four .ttinsn in a cycle; default: off, as the "
     "vendor's firmware has it", BY(keep_setting)},
    {"dst-format", 0, "F", format_help, AS(option_set_format, dst_format)},
    {"ignore-waits", 0, NULL, "treat waits on semaphores as satisfied", AS_FLAG(ignore_waits)},
    {"sfpi", 0, "PROFILE", "kernels in C++: select words of sfpi code as this version of its compiler would",
     AS_TEXT(cpp.sfpi)},
    {"schedule", 0, NULL, "kernels in C++: order the selected words of sfpi code for the fewest cycles",
     AS_FLAG(cpp.schedule)},
    {"vectors", 0, "N", "count N vectors in a pass, for cycles per vector, instead of those it stores",
     AS_NUMBER(vectors, 1, MOST_VECTORS)},
    {0},
};

static const struct option_row call_rows[] = {
    {"call", 0, "CALL", "the kernel is a C++ header: compile and run CALL on this machine, and take the words that it "
                        "issues; repeatable", BY(keep_call)},
    {0},
};
#undef OPTIONS

const struct option_table machine_table = {.rows = rows};
const struct option_table machine_calls_table = {.rows = call_rows};

bool machine_options_init(struct sfp_machine_options *o, size_t count)
{
    *o = (struct sfp_machine_options){
        .settings = calloc(count + 1, sizeof *o->settings),
        .include_dirs = calloc(count + 1, sizeof *o->include_dirs),
        .defines = calloc(count + 1, sizeof *o->defines),
        .warnings = calloc(count + 1, sizeof *o->warnings),
        .findings = calloc(count + 1, sizeof *o->findings),
        .source_dirs = calloc(count + 1, sizeof *o->source_dirs),
        .cpp.calls = calloc(count + 1, sizeof *o->cpp.calls),
        .sources = {{.files = calloc(count + 1, sizeof *o->sources[0].files)},
                    {.files = calloc(count + 1, sizeof *o->sources[1].files)}},
    };
    thread_options_init(&o->threads);
    return o->sources[SFPU_SRCA].files && o->sources[SFPU_SRCB].files && o->cpp.calls && o->source_dirs && o->settings
        && o->include_dirs && o->defines && o->warnings && o->findings;
}

void machine_options_free(struct sfp_machine_options *o)
{
    free(o->settings);
    free(o->include_dirs);
    free(o->defines);
    free(o->warnings);
    free(o->findings);
    free(o->source_dirs);
    free(o->cpp.calls);
    source_list_free(&o->sources[SFPU_SRCA]);
    source_list_free(&o->sources[SFPU_SRCB]);
    thread_options_free(&o->threads);
}

struct sfpu_running machine_running(const struct sfp_machine_options *o)
{
    return (struct sfpu_running){
        .size = sizeof(struct sfpu_running), .ignore_waits = o->ignore_waits, .vectors = (uint64_t)o->vectors};
}

/* Returns how sources are assembled. */
static struct sfpu_assembly make_assembly(const struct sfp_machine_options *o)
{
    return (struct sfpu_assembly){
        .size = sizeof(struct sfpu_assembly),
        .arch = o->arch,
        .include_dirs = o->include_dirs,
        .include_dir_count = o->include_dir_count,
        .defines = o->defines,
        .define_count = o->define_count,
        .warnings = o->warnings,
        .warning_count = o->warning_count,
    };
}

int machine_configure_sources(const struct sfp_machine_options *o, sfpu_machine *m)
{
    const struct sfpu_assembly how = make_assembly(o);

    return sfpu_configure_assembly(m, &how) == SFPU_OK ? 0 : complain_for(m, NULL);
}

/* Prints a diagnostic, after the program's name if it has no place in a file. */
static void print_diagnostic(void *options, const struct sfpu_diagnostic *d)
{
    const struct sfp_machine_options *o = options;

    if (o->hear)
        o->hear(o->hearer, d);
    if (!d->file)
        fprintf(voice_err(), "%s: ", program_invocation_short_name);
    echo_put(voice_err(), color_wanted(voice_err()) ? d->colored : d->printed);
}

/* Records a kernel in C++ for the selected thread. Returns 0, or an exit status after a message. */
static int load_recorded(const struct sfp_machine_options *o, sfpu_machine *m, int thread, const char *kernel)
{
    struct sfpu_assembly how = make_assembly(o);

    how.diagnose = print_diagnostic;
    how.context = (void *)(uintptr_t)o;
    return cpp_kernel_load(&o->cpp, &how, thread, kernel, m);
}

/* Loads a thread's kernel. */
static int load_thread(const struct sfp_machine_options *o, sfpu_machine *m, int thread, const char *kernel)
{
    int code = sfpu_select_thread(m, thread);

    run_file_kernel(kernel);
    if (code == SFPU_OK && cpp_kernel_named(kernel))
        return load_recorded(o, m, thread, kernel);
    if (code == SFPU_OK)
        code = sfpu_load_file(m, kernel);
    if (code == SFPU_BAD_SOURCE)
        return SFP_CANNOT_RUN;
    return code == SFPU_OK ? 0 : complain_for(m, NULL);
}

/* Returns whether the thread runs the file that was loaded for it: a later file, with .thread, replaces all words. */
static bool keeps_kernel(const sfpu_machine *m, int thread, const char *kernel)
{
    const char *runs = sfpu_thread_kernel(m, thread);

    return runs && strcmp(runs, strcmp(kernel, "-") == 0 ? "<stdin>" : kernel) == 0;
}

/* Loads the kernels of --thread after the kernel of math, if that is not NULL. */
static int load_threads(const struct sfp_machine_options *o, const char *math, sfpu_machine *m)
{
    const char *kernels[SFPU_THREADS];
    int status = 0;

    for (int thread = 0; thread < SFPU_THREADS; thread++)
        kernels[thread] = thread == SFPU_THREAD_MATH && math ? math : o->threads.kernels[thread];
    for (int thread = 0; !status && thread < SFPU_THREADS; thread++)
        status = kernels[thread] ? load_thread(o, m, thread, kernels[thread]) : 0;
    for (int thread = 0; !status && o->threads.any && thread < SFPU_THREADS; thread++)
        if (kernels[thread] ? !keeps_kernel(m, thread, kernels[thread]) : sfpu_thread_kernel(m, thread) != NULL)
            return complain("--thread: a source with words of other threads ('.thread') is a whole program: give it "
                            "alone");
    return status;
}

int machine_shown_thread(const sfpu_machine *m)
{
    for (int thread = SFPU_THREADS - 1; !sfpu_thread_kernel(m, SFPU_THREAD_MATH) && thread >= 0; thread--)
        if (sfpu_thread_kernel(m, thread))
            return thread;
    return SFPU_THREAD_MATH;
}

/* Sets how the threads run, and selects the thread whose state is shown. */
static int configure_threads(const struct sfp_machine_options *o, sfpu_machine *m)
{
    for (int thread = 0; thread < SFPU_THREADS; thread++)
        if (o->threads.started[thread] && !sfpu_thread_kernel(m, thread))
            return complain("--start: %s has no words", sfpu_thread_name(thread));
    if (sfpu_select_thread(m, machine_shown_thread(m)) != SFPU_OK
        || sfpu_configure_threads(m, &o->threads.how) != SFPU_OK)
        return complain_for(m, NULL);
    return 0;
}

int machine_load(const struct sfp_machine_options *o, const char *kernel, sfpu_machine **m)
{
    const struct sfpu_options options = {.size = sizeof options, .arch = o->arch};
    int code;

    if (sfpu_open(&options, m) != SFPU_OK)
        return complain_no_memory();
    sfpu_on_diagnostic(*m, print_diagnostic, (void *)(uintptr_t)o);
    sfpu_on_read(*m, run_file_source, NULL);
    sfpu_share_preprocessed(*m, o->preprocessed);
    sfpu_fail_findings(*m, SFPU_ERROR + 1); /* findings are no errors until the caller decides */
    if ((code = machine_configure_sources(o, *m)))
        return code;
    if (sfpu_search_sources(*m, o->source_dirs, o->source_dir_count) != SFPU_OK)
        return complain_for(*m, NULL);
    code = load_threads(o, kernel, *m);
    return code ? code : configure_threads(o, *m);
}

int machine_need_math(const sfpu_machine *m, const char *what)
{
    if (!sfpu_thread_kernel(m, SFPU_THREAD_UNPACK) && !sfpu_thread_kernel(m, SFPU_THREAD_PACK))
        return 0;
    return complain("%s: not for kernels of several threads, or of another thread than math, yet", what);
}

/* Returns the name of the thread's kernel; the names of all kernels for ALL_THREADS, or if the thread has none. */
static const char *find_called_kernel(const sfpu_machine *m, int thread)
{
    const char *name = thread == ALL_THREADS ? NULL : sfpu_thread_kernel(m, thread);

    return name ? name : sfpu_kernel_name(m);
}

int machine_check_calls(const struct sfp_machine_options *o, const sfpu_machine *m)
{
    for (size_t i = 0; i < o->cpp.call_count; i++)
        if (!cpp_kernel_loaded(m, o->cpp.calls[i].thread))
            return complain("--call: '%s' is not a kernel in C++: a name that ends in .h, .hpp, .cc, .cpp or a like "
                            "ending", find_called_kernel(m, o->cpp.calls[i].thread));
    return 0;
}

int machine_load_words(const struct sfp_machine_options *o, const char *kernel, sfpu_machine **m)
{
    int status = machine_load(o, kernel, m);

    if (!status)
        status = machine_check_calls(o, *m);
    if (status || !sfpu_is_compiled(*m))
        return status ? status : machine_need_math(*m, kernel);
    return complain("%s: a compiled kernel has words only once it runs: record them (--record), and give that file",
                    kernel);
}

static bool is_init(const struct sfp_setting *setting)
{
    return strcmp(setting->name, "init") == 0;
}

const char *machine_initial_state(const struct sfp_machine_options *o, const sfpu_machine *loaded)
{
    const char *init = sfpu_stated_init(loaded);

    for (size_t i = 0; i < o->setting_count; i++)
        if (is_init(&o->settings[i]))
            init = o->settings[i].value;
    return init ? init : o->default_init;
}

int machine_initialise(const struct sfp_machine_options *o, const sfpu_machine *loaded, sfpu_machine *m)
{
    const char *init = machine_initial_state(o, loaded);

    return !init || sfpu_set(m, "init", init) == SFPU_OK ? 0 : complain_for(m, NULL);
}

const char *machine_setting(const struct sfp_machine_options *o, const char *name)
{
    const char *value = NULL;

    for (size_t i = 0; i < o->setting_count; i++)
        if (strcmp(o->settings[i].name, name) == 0)
            value = o->settings[i].value;
    return value;
}

/* Applies the settings without a thread, and the settings of this thread. */
static int apply_to_thread(const struct sfp_machine_options *o, int thread, sfpu_machine *m)
{
    if (sfpu_select_thread(m, thread) != SFPU_OK)
        return complain_for(m, NULL);
    for (size_t i = 0; i < o->setting_count; i++) {
        const struct sfp_setting *setting = &o->settings[i];

        if (is_init(setting) || (setting->thread != thread && setting->thread != ALL_THREADS))
            continue;
        if (sfpu_set(m, setting->name, setting->value) != SFPU_OK)
            return complain("--%s", sfpu_error(m));
    }
    return 0;
}

int machine_apply(const struct sfp_machine_options *o, sfpu_machine *m)
{
    const int shown = machine_shown_thread(m);
    int status = 0;

    for (int thread = 0; !status && thread < SFPU_THREADS; thread++)
        if (thread == shown || sfpu_thread_kernel(m, thread))
            status = apply_to_thread(o, thread, m);
    if (!status && sfpu_select_thread(m, shown) != SFPU_OK)
        status = complain_for(m, NULL);
    return status;
}
