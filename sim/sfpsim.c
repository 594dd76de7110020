/* sfpsim: options and main. */
#include <argp.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "fileio.h"
#include "findings_log.h"
#include "image.h"
#include "kernel.h"
#include "model/check.h"
#include "run.h"
#include "setup.h"
#include "statefile.h"
#include "summary.h"

enum { EXIT_CHECK_FAILED = 1, EXIT_CANNOT_RUN = 2 };

enum hazards { HAZARDS_WARN, HAZARDS_ERROR, HAZARDS_OFF };

struct options {
    enum sfp_arch arch; /* 0: not given */
    const char *kernel, *dst, *dst_out, *expect, *state_in, *state_out;
    enum sfp_format dst_format, dst_out_format;
    enum sfp_layout layout;
    enum hazards hazards;
    struct sfp_setup setup;
    struct sfp_tolerance tolerance;
    struct sfp_run_options run;
    struct sfp_findings_policy policy;
    bool quiet, verbose;
};

const char *argp_program_version = "sfpsim " SFP_VERSION;

enum {
    KEY_ARCH = 256, KEY_DST, KEY_DST_OUT, KEY_DST_FORMAT, KEY_DST_OUT_FORMAT, KEY_LAYOUT, KEY_FP32, KEY_SRCB,
    KEY_ADDR_MOD, KEY_ADDR_MOD_BASE, KEY_DST_BASE, KEY_PRNG_SEED, KEY_STATE_IN, KEY_STATE_OUT, KEY_MOP_CFG,
    KEY_WARN = 'W',
    KEY_INIT = KEY_MOP_CFG + 1, KEY_REPEAT, KEY_TIMING, KEY_HAZARDS, KEY_EXPECT, KEY_ULP, KEY_RTOL, KEY_ATOL, KEY_IGNORE_WAITS,
};

static const struct argp_option option_table[] = {
    {0, 0, 0, 0, "Input and output:", 1},
    {"arch", KEY_ARCH, "ARCH", 0, "wormhole (default; wh) or blackhole (bh)", 0},
    {"dst", KEY_DST, "FILE", 0, "Dst image at the start; zeros without it", 0},
    {"dst-out", KEY_DST_OUT, "FILE", 0, "write the Dst image at the end", 0},
    {"dst-format", KEY_DST_FORMAT, "F", 0,
     "raw (default), fp32, bf16, fp16, int32, uint32, uint16, sm32, int16 or int8", 0},
    {"dst-out-format", KEY_DST_OUT_FORMAT, "F", 0, "the same for --dst-out; the input's by default", 0},
    {"layout", KEY_LAYOUT, "rows|tile", 0, "tile: files hold row-major 32x32 tiles", 0},
    {"state-in", KEY_STATE_IN, "FILE", 0, "architectural state at the start, as JSON", 0},
    {"state-out", KEY_STATE_OUT, "FILE", 0, "write the architectural state at the end", 0},
    {0, 0, 0, 0, "The machine at the start:", 2},
    {"init", KEY_INIT, "reset|llk", 0,
     "reset (default), or llk: predication on, L11 = -1, address modifiers 6 and 7 as the vendor's runtime sets them", 0},
    {"fp32-dest", KEY_FP32, 0, 0, "format 0 of loads and stores is fp32", 0},
    {"srcb-format", KEY_SRCB, "F", 0, "source format that decides format 0: bf16, fp16, ... or a code", 0},
    {"addr-mod", KEY_ADDR_MOD, "I:INCR", 0, "address modifier I steps Dst by INCR", 0},
    {"addr-mod-base", KEY_ADDR_MOD_BASE, 0, 0, "Wormhole: address modifier fields select entries 4 to 7", 0},
    {"dst-base", KEY_DST_BASE, "ROW", 0, "added to Dst addresses", 0},
    {"prng-seed", KEY_PRNG_SEED, "N", 0, "seed the random number generators", 0},
    {"mop-cfg", KEY_MOP_CFG, "I:WORD", 0, "word I of the MOP expander's configuration", 0},
    {0, 0, 0, 0, "Running:", 3},
    {"repeat", KEY_REPEAT, "N", 0, "run the kernel N times back to back", 0},
    {"timing", KEY_TIMING, "off", 0, "off: results only", 0},
    {"hazards", KEY_HAZARDS, "warn|error|off", 0, "what a finding does (default warn)", 0},
    {"warn", KEY_WARN, "[no-|error=]NAME", 0, "report a finding, do not, or let it fail the run", 0},
    {"ignore-waits", KEY_IGNORE_WAITS, 0, 0, "treat waits on semaphores as satisfied", 0},
    {0, 0, 0, 0, "Checking:", 4},
    {"expect", KEY_EXPECT, "FILE", 0, "compare the final Dst with FILE, bit for bit unless a tolerance is given", 0},
    {"ulp", KEY_ULP, "N", 0, "accept N units in the last place", 0},
    {"rtol", KEY_RTOL, "X", 0, "accept a relative error of X", 0},
    {"atol", KEY_ATOL, "X", 0, "accept an absolute error of X", 0},
    {0, 0, 0, 0, "Other:", 5},
    {"quiet", 'q', 0, 0, "print errors and failed checks only", 0},
    {"verbose", 'v', 0, 0, "print notes too, and how the run was done", 0},
    {0, 0, 0, 0, 0, 0},
};

/* A number that ends where the text does or, if `end` is given, wherever. Negative ones only if `low` is. */
static long long number(struct argp_state *state, const char *option, const char *text, long long low, long long high,
                        char **end)
{
    char *after;
    long long value;

    errno = 0;
    value = strtoll(text, &after, 0);
    if (after == text || (!end && *after))
        argp_error(state, "%s: '%s' is not a number", option, text);
    if (errno || value < low || value > high)
        argp_error(state, "%s: '%s' is not in %lld..%lld", option, text, low, high);
    if (end)
        *end = after;
    return value;
}

static double tolerance(struct argp_state *state, const char *option, const char *text)
{
    char *after;
    double value = strtod(text, &after);

    if (after == text || *after || !isfinite(value) || value < 0)
        argp_error(state, "%s: '%s' is not a number from 0 up", option, text);
    return value;
}

/* I:VALUE, with I below `count`; returns I. */
static unsigned indexed(struct argp_state *state, const char *option, const char *text, unsigned count, long long low,
                        long long high, long long *value)
{
    char *colon;
    long long i = number(state, option, text, 0, count - 1, &colon);

    if (*colon != ':')
        argp_error(state, "%s: '%s' is not INDEX:VALUE", option, text);
    *value = number(state, option, colon + 1, low, high, NULL);
    return (unsigned)i;
}

static void parse_format(struct argp_state *state, const char *option, const char *text, enum sfp_format *format)
{
    if (!sfp_format_parse(text, format))
        argp_error(state, "%s: '%s' is none of raw fp32 bf16 fp16 int32 uint32 uint16 sm32 int16 int8", option, text);
}

/* Which of `count` names `text` is. */
static unsigned choice(struct argp_state *state, const char *option, const char *text, const char *const *names,
                       unsigned count)
{
    char known[64] = "";
    size_t length = 0;

    for (unsigned i = 0; i < count; i++) {
        if (strcmp(text, names[i]) == 0)
            return i;
        length += (size_t)snprintf(known + length, sizeof known - length, "%s%s", i ? ", " : "", names[i]);
    }
    argp_error(state, "%s: '%s' is not among its values: %s", option, text, known);
    return 0;
}

static error_t parse_machine(int key, char *arg, struct argp_state *state, struct sfp_setup *setup)
{
    static const char *const inits[] = {[SFP_INIT_RESET] = "reset", [SFP_INIT_LLK] = "llk"};
    enum { DST_INCR_LOW = -512, DST_INCR_HIGH = 1023 };
    long long value;
    unsigned i;

    switch (key) {
    case KEY_INIT:
        setup->init = (enum sfp_init)choice(state, "--init", arg, inits, 2);
        return 0;
    case KEY_FP32:
        setup->has_fp32 = setup->fp32 = true;
        return 0;
    case KEY_SRCB:
        setup->has_srcb = true;
        if (!sfp_data_format_parse(arg, &setup->srcb))
            argp_error(state, "--srcb-format: '%s' is neither a data format nor a code from 0 to 15", arg);
        return 0;
    case KEY_ADDR_MOD:
        i = indexed(state, "--addr-mod", arg, SFP_ADDR_MODS, DST_INCR_LOW, DST_INCR_HIGH, &value);
        setup->addr_mods |= 1u << i;
        setup->addr_mod_incr[i] = (int16_t)value;
        return 0;
    case KEY_ADDR_MOD_BASE:
        setup->addr_mod_base = true;
        return 0;
    case KEY_DST_BASE:
        setup->has_dst_base = true;
        setup->dst_base = (uint16_t)number(state, "--dst-base", arg, 0, SFP_DST_ROWS - 1, NULL);
        return 0;
    case KEY_PRNG_SEED:
        setup->has_prng_seed = true;
        setup->prng_seed = (uint32_t)number(state, "--prng-seed", arg, 0, UINT32_MAX, NULL);
        return 0;
    case KEY_MOP_CFG:
        i = indexed(state, "--mop-cfg", arg, SFP_MOP_CFGS, 0, UINT32_MAX, &value);
        setup->mop_cfgs |= 1u << i;
        setup->mop_cfg[i] = (uint32_t)value;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse_check(int key, char *arg, struct argp_state *state, struct options *o)
{
    switch (key) {
    case KEY_EXPECT:
        o->expect = arg;
        return 0;
    case KEY_ULP:
        o->tolerance.has_ulp = true;
        o->tolerance.ulp = (uint64_t)number(state, "--ulp", arg, 0, INT64_MAX, NULL);
        return 0;
    case KEY_RTOL:
        o->tolerance.has_rtol = true;
        o->tolerance.rtol = tolerance(state, "--rtol", arg);
        return 0;
    case KEY_ATOL:
        o->tolerance.has_atol = true;
        o->tolerance.atol = tolerance(state, "--atol", arg);
        return 0;
    default:
        return parse_machine(key, arg, state, &o->setup);
    }
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
    static const char *const hazards[] = {
        [HAZARDS_WARN] = "warn", [HAZARDS_ERROR] = "error", [HAZARDS_OFF] = "off"};
    static const char *const timings[] = {"off"};
    struct options *o = state->input;

    switch (key) {
    case KEY_ARCH:
        if (!sfp_arch_parse(arg, &o->arch))
            argp_error(state, "--arch: '%s' is neither wormhole (wh) nor blackhole (bh)", arg);
        return 0;
    case KEY_DST:
        o->dst = arg;
        return 0;
    case KEY_DST_OUT:
        o->dst_out = arg;
        return 0;
    case KEY_DST_FORMAT:
        parse_format(state, "--dst-format", arg, &o->dst_format);
        return 0;
    case KEY_DST_OUT_FORMAT:
        parse_format(state, "--dst-out-format", arg, &o->dst_out_format);
        return 0;
    case KEY_LAYOUT:
        if (!sfp_layout_parse(arg, &o->layout))
            argp_error(state, "--layout: '%s' is neither rows nor tile", arg);
        return 0;
    case KEY_STATE_IN:
        o->state_in = arg;
        return 0;
    case KEY_STATE_OUT:
        o->state_out = arg;
        return 0;
    case KEY_REPEAT:
        o->run.repeat = (unsigned long)number(state, "--repeat", arg, 1, INT32_MAX, NULL);
        return 0;
    case KEY_TIMING:
        choice(state, "--timing", arg, timings, 1);
        return 0;
    case KEY_HAZARDS:
        o->hazards = (enum hazards)choice(state, "--hazards", arg, hazards, 3);
        return 0;
    case KEY_IGNORE_WAITS:
        o->run.ignore_waits = true;
        return 0;
    case KEY_WARN:
        if (!sfp_findings_policy_set(&o->policy, arg))
            argp_error(state, "-W%s: no such finding (sfpsim(1) lists them)", arg);
        return 0;
    case 'q':
        o->quiet = true;
        return 0;
    case 'v':
        o->verbose = true;
        o->policy.least = SFP_INFO;
        return 0;
    case ARGP_KEY_ARG:
        if (o->kernel)
            argp_error(state, "one kernel at a time: '%s' and '%s'", o->kernel, arg);
        o->kernel = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "no kernel given");
        return 0;
    default:
        return parse_check(key, arg, state, o);
    }
}

__attribute__((format(printf, 1, 2))) static int complain(const char *format, ...)
{
    va_list arguments;

    fputs("sfpsim: error: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return EXIT_CANNOT_RUN;
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
    const struct options *o;
    struct sfp_kernel kernel;
    struct sfp_machine *machine;
    struct sfp_state *before;
    struct sfp_findings_log *log;
    struct sfp_image *input; /* NULL: none */
    struct sfp_image *image; /* room for another */
    struct sfp_run_result result;
};

static int read_image(const char *path, enum sfp_format format, enum sfp_layout layout, struct sfp_image *image)
{
    struct sfp_buffer file;
    char *error = NULL;
    bool ok;

    if (!sfp_read_file(path, &file, &error))
        return complain_of(NULL, error);
    ok = sfp_image_read((const uint8_t *)file.data, file.size, sfp_container_of(path), format, layout, image, &error);
    sfp_buffer_free(&file);
    return ok ? 0 : complain_of(path, error);
}

static void warn_of_loss(const char *path, const struct sfp_image_loss *loss)
{
    if (loss->count)
        fprintf(stderr, "sfpsim: warning: %s: %u %s: %s\n", path, loss->count, loss->count == 1 ? "value" : "values",
                loss->what);
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
    const struct options *o = s->o;
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

static int run(struct session *s)
{
    enum { PLACE = 4096 };
    char place[PLACE];

    s->machine->reporter = sfp_findings_log_reporter(s->log);
    sfp_check_words(s->machine, s->kernel.program.words, s->kernel.program.count);
    sfp_run_untimed(s->machine, s->kernel.program.words, s->kernel.program.count, &s->o->run, &s->result);
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

static int write_bytes(const char *path, const void *bytes, size_t size)
{
    struct sfp_writer writer;
    char *error = NULL;

    if (!sfp_writer_open(&writer, path, &error))
        return complain_of(NULL, error);
    if (fwrite(bytes, 1, size, writer.stream) != size) {
        int why = errno;

        sfp_writer_abort(&writer);
        return complain("cannot write '%s': %s", path, strerror(why));
    }
    return sfp_writer_commit(&writer, &error) ? 0 : complain_of(NULL, error);
}

static int write_dst(struct session *s)
{
    const struct options *o = s->o;
    enum sfp_format format = o->dst_out_format;
    struct sfp_image_loss loss = {0};
    char *error = NULL;
    uint8_t *bytes;
    size_t size;
    int status;

    if (format == SFP_FORMAT_DEFAULT && !s->input)
        format = o->dst_format;
    if (!sfp_image_plan(s->image, format, o->layout, s->input, &error))
        return complain_of(o->dst_out, error);
    sfp_image_from_dst(&s->machine->s, s->image, &loss);
    warn_of_loss(o->dst_out, &loss);
    bytes = sfp_image_write(s->image, sfp_container_of(o->dst_out), &size);
    if (!bytes)
        return complain("not enough memory");
    status = write_bytes(o->dst_out, bytes, size);
    free(bytes);
    return status;
}

static int write_state(struct session *s)
{
    size_t size;
    char *text = sfp_statefile_write(&s->machine->s, NULL, &size);
    int status;

    if (!text)
        return complain("not enough memory");
    status = write_bytes(s->o->state_out, text, size);
    free(text);
    return status;
}

/* Compares the final Dst with --expect. */
static int check(struct session *s)
{
    const struct options *o = s->o;
    struct sfp_image *expected = malloc(sizeof *expected);
    struct sfp_comparison *comparison = malloc(sizeof *comparison);
    enum sfp_format format = o->dst_out_format != SFP_FORMAT_DEFAULT ? o->dst_out_format : o->dst_format;
    struct sfp_image_loss loss = {0};
    char *error = NULL;
    int status = 0;

    if (format == SFP_FORMAT_DEFAULT && s->input && sfp_container_of(o->expect) == SFP_PLAIN)
        format = s->input->format;
    if (!expected || !comparison) {
        status = complain("not enough memory");
    } else if ((status = read_image(o->expect, format, o->layout, expected)) == 0) {
        sfp_image_normalise(expected, &loss);
        warn_of_loss(o->expect, &loss);
        if (!sfp_image_plan(s->image, expected->format, expected->layout, expected, &error)) {
            status = complain_of(o->expect, error);
        } else {
            sfp_image_from_dst(&s->machine->s, s->image, &loss);
            if (!sfp_compare(s->image, expected, &o->tolerance, SFP_WORST_DEFAULT, comparison, &error))
                status = complain_of(o->expect, error);
            else if (comparison->mismatching)
                status = EXIT_CHECK_FAILED;
            if (!error && (status || !o->quiet))
                sfp_compare_print(stdout, comparison);
        }
    }
    free(expected);
    free(comparison);
    return status;
}

/* Prints findings; says whether they fail the run. */
static int report(const struct session *s)
{
    const struct options *o = s->o;
    bool fails = sfp_findings_log_fatal(s->log, &o->policy)
                 || (o->hazards == HAZARDS_ERROR && sfp_findings_log_count(s->log, &o->policy));

    if (o->hazards == HAZARDS_OFF)
        return 0;
    if (!o->quiet || fails)
        sfp_findings_log_print(s->log, &s->kernel, &o->policy, stderr);
    return fails ? EXIT_CHECK_FAILED : 0;
}

static int simulate(struct session *s)
{
    const struct options *o = s->o;
    int status, failed;

    if ((status = prepare(s)))
        return status;
    *s->before = s->machine->s;
    status = run(s);
    if (s->result.status == SFP_RUN_REFUSED)
        return status; /* most likely no kernel at all, on whose every word there would be something to say */
    failed = report(s);
    if (status)
        return status;
    if (!o->quiet)
        sfp_summary_print(stdout, &s->kernel, o->run.repeat, &s->result, s->before, &s->machine->s);
    if (o->verbose)
        printf("  simulated with %s vectors\n", s->machine->semantics->level);
    if (o->dst_out && (status = write_dst(s)))
        return status;
    if (o->state_out && (status = write_state(s)))
        return status;
    if (o->expect && (status = check(s)))
        return status;
    return failed;
}

static int session_run(struct session *s)
{
    char *error = NULL;

    if (!sfp_kernel_load(s->o->kernel, s->o->arch, sfp_diagnostic_print, stderr, &s->kernel, &error))
        return error ? complain_of(NULL, error) : EXIT_CANNOT_RUN;
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
    sfp_findings_log_free(s->log);
    sfp_machine_free(s->machine);
    free(s->before);
    free(s->input);
    free(s->image);
    sfp_kernel_free(&s->kernel);
}

int main(int argc, char **argv)
{
    static const struct argp parser = {
        .options = option_table,
        .parser = parse_option,
        .args_doc = "KERNEL",
        .doc = "Run a kernel for Tenstorrent's vector unit (SFPU), bit for bit.\v"
               "KERNEL is a file of instruction words, or assembly source (*.s, *.S). "
               "Exit status: 0 done; 1 ran, and a check failed; 2 could not run.",
    };
    struct options options = {.run.repeat = 1};
    struct session session = {.o = &options};
    int status;

    sfp_findings_policy_init(&options.policy, false);
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is a write error like any other */
    argp_err_exit_status = EXIT_CANNOT_RUN;
    argp_parse(&parser, argc, argv, 0, NULL, &options);
    status = session_run(&session);
    session_free(&session);
    if (fflush(stdout) != 0 || ferror(stdout))
        status = complain("standard output: %s", strerror(errno));
    return status;
}
