/* sfpsim: options and main. */
#include <argp.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/interrupt.h"
#include "cli/options.h"
#include "session.h"
#include "stopped.h"

const char *argp_program_version = "sfpsim " SFP_VERSION;

enum {
    KEY_ARCH = 256, KEY_DST, KEY_DST_OUT, KEY_DST_FORMAT, KEY_DST_OUT_FORMAT, KEY_LAYOUT, KEY_FP32, KEY_SRCB,
    KEY_ADDR_MOD, KEY_ADDR_MOD_BASE, KEY_DST_BASE, KEY_DST_VIEW, KEY_PRNG_SEED, KEY_STATE_IN, KEY_STATE_OUT, KEY_MOP_CFG,
    KEY_INIT, KEY_REPEAT, KEY_TIMING, KEY_HAZARDS, KEY_EXPECT, KEY_ULP, KEY_RTOL, KEY_ATOL, KEY_IGNORE_WAITS,
    KEY_GAPS, KEY_STATS, KEY_JSON, KEY_TIMELINE, KEY_TRACE, KEY_COMMIT_LOG, KEY_KANATA, KEY_PERFETTO,
    KEY_MAX_FINDINGS, KEY_PERTURB,
};

enum { MOST_PAIRS = 1000000 };

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
     "reset (default), or llk: predication on, L11 = -1, address modifiers 6 and 7 as the vendor's runtime sets them",
     0},
    {"fp32-dest", KEY_FP32, 0, 0, "format 0 of loads and stores is fp32", 0},
    {"srcb-format", KEY_SRCB, "F", 0, "source format that decides format 0: bf16, fp16, ... or a code", 0},
    {"addr-mod", KEY_ADDR_MOD, "I:INCR", 0, "address modifier I steps Dst by INCR", 0},
    {"addr-mod-base", KEY_ADDR_MOD_BASE, 0, 0, "Wormhole: address modifier fields select entries 4 to 7", 0},
    {"dst-16bit-view", KEY_DST_VIEW, 0, 0, "16-bit accesses reach the high halves of 32-bit Dst cells", 0},
    {"dst-base", KEY_DST_BASE, "ROW", 0, "added to Dst addresses", 0},
    {"prng-seed", KEY_PRNG_SEED, "N", 0, "seed the random number generators", 0},
    {"mop-cfg", KEY_MOP_CFG, "I:WORD", 0, "word I of the MOP expander's configuration", 0},
    {0, 0, 0, 0, "Running:", 3},
    {"repeat", KEY_REPEAT, "N", 0, "run the kernel N times back to back", 0},
    {"timing", KEY_TIMING, "on|off", 0, "on (default): cycle by cycle; off: results only", 0},
    {"gaps", KEY_GAPS, "FILE", 0, "cycles by which words are pushed late: lines of INDEX CYCLES, or * CYCLES", 0},
    {"perturb", KEY_PERTURB, "N[,PAIRS]", OPTION_ARG_OPTIONAL,
     "push each word 1 to N cycles late (default 8), then two of them, and report what changes", 0},
    {"hazards", KEY_HAZARDS, "warn|error|off", 0, "what a finding does (default warn)", 0},
    {"warn", 'W', "[no-|error=]NAME", 0, "report a finding, do not, or let it fail the run", 0},
    {"max-findings", KEY_MAX_FINDINGS, "N", 0, "print N findings at most, 0: all (default 50)", 0},
    {"ignore-waits", KEY_IGNORE_WAITS, 0, 0, "treat waits on semaphores as satisfied", 0},
    {0, 0, 0, 0, "Reports of the cycle model:", 4},
    {"stats", KEY_STATS, "FILE", OPTION_ARG_OPTIONAL, "where the cycles went; to FILE or standard output", 0},
    {"json", KEY_JSON, 0, 0,
     "statistics as JSON, or what --perturb finds; alone on standard output unless --stats names a file", 0},
    {"timeline", KEY_TIMELINE, "table|mca|schedule", OPTION_ARG_OPTIONAL,
     "cycle by sub-unit (default), instruction by cycle, or its loops as source", 0},
    {"trace", KEY_TRACE, "FILE", 0, "events as JSON Lines", 0},
    {"commit-log", KEY_COMMIT_LOG, "FILE", 0, "a line for each completed instruction, with what it wrote", 0},
    {"kanata", KEY_KANATA, "FILE", 0, "pipeline log for Konata", 0},
    {"perfetto", KEY_PERFETTO, "FILE", 0, "trace for ui.perfetto.dev", 0},
    {0, 0, 0, 0, "Checking:", 5},
    {"expect", KEY_EXPECT, "FILE", 0, "compare the final Dst with FILE, bit for bit unless a tolerance is given", 0},
    {"ulp", KEY_ULP, "N", 0, "accept N units in the last place", 0},
    {"rtol", KEY_RTOL, "X", 0, "accept a relative error of X", 0},
    {"atol", KEY_ATOL, "X", 0, "accept an absolute error of X", 0},
    {0, 0, 0, 0, "Other:", 6},
    {"quiet", 'q', 0, 0, "print errors and failed checks only", 0},
    {"verbose", 'v', 0, 0, "print notes too, and how the run was done", 0},
    {0, 0, 0, 0, 0, 0},
};

/* A number in low..high. */
static long long number(struct argp_state *state, const char *option, const char *text, long long low, long long high)
{
    char *after;
    long long value;

    errno = 0;
    value = strtoll(text, &after, 0);
    if (after == text || *after)
        argp_error(state, "%s: '%s' is not a number", option, text);
    if (errno || value < low || value > high)
        argp_error(state, "%s: '%s' is not in %lld..%lld", option, text, low, high);
    return value;
}

/* "N" or "N,PAIRS", which is cut in two. */
static void parse_perturb(struct argp_state *state, char *arg, struct sfp_output_options *o)
{
    char *pairs = arg ? strchr(arg, ',') : NULL;

    o->perturb = SFPU_USUAL_GAP;
    o->perturb_pairs = SFPU_USUAL_PAIRS;
    if (pairs)
        *pairs++ = '\0';
    if (arg)
        o->perturb = (unsigned)number(state, "--perturb", arg, 1, SFPU_MOST_GAP);
    if (pairs)
        o->perturb_pairs = (size_t)number(state, "--perturb", pairs, 0, MOST_PAIRS);
}

static double tolerance(struct argp_state *state, const char *option, const char *text)
{
    char *after;
    double value = strtod(text, &after);

    if (after == text || *after || !isfinite(value) || value < 0)
        argp_error(state, "%s: '%s' is not a number from 0 up", option, text);
    return value;
}

static void parse_format(struct argp_state *state, const char *option, const char *text, int *format)
{
    *format = sfpu_format_named(text);
    if (*format < 0)
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

/* Keeps what followed an option in a list, which has room for every argument. */
static void keep_setting(struct argp_state *state, struct sfp_session_options *o, const char *name, const char *value)
{
    char wrong[512];

    if (sfpu_check_setting(name, value, wrong, sizeof wrong) != SFPU_OK)
        argp_error(state, "--%s", wrong);
    o->settings[o->setting_count++] = (struct sfp_setting){name, value};
}

static const char *option_name(int key)
{
    const struct argp_option *option = option_table;

    while (option->key != key)
        option++;
    return option->name;
}

/* Settings have the names of their options. */
static error_t parse_machine(int key, char *arg, struct argp_state *state, struct sfp_session_options *o)
{
    switch (key) {
    case KEY_INIT:
    case KEY_FP32:
    case KEY_SRCB:
    case KEY_ADDR_MOD:
    case KEY_ADDR_MOD_BASE:
    case KEY_DST_VIEW:
    case KEY_DST_BASE:
    case KEY_PRNG_SEED:
    case KEY_MOP_CFG:
        keep_setting(state, o, option_name(key), arg ? arg : "");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse_check(int key, char *arg, struct argp_state *state, struct sfp_session_options *o)
{
    switch (key) {
    case KEY_EXPECT:
        o->expect = arg;
        return 0;
    case KEY_ULP:
        o->tolerance.has_ulp = true;
        o->tolerance.ulp = (uint64_t)number(state, "--ulp", arg, 0, INT64_MAX);
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
        return parse_machine(key, arg, state, o);
    }
}

static error_t parse_output(int key, char *arg, struct argp_state *state, struct sfp_session_options *o)
{
    static const char *const forms[] = {"table", "mca", "schedule"};
    struct sfp_output_options *output = &o->output;

    switch (key) {
    case KEY_STATS:
        output->stats = true;
        output->stats_file = arg && strcmp(arg, "-") == 0 ? NULL : arg;
        return 0;
    case KEY_JSON:
        output->json = true;
        return 0;
    case KEY_PERTURB:
        parse_perturb(state, arg, output);
        return 0;
    case KEY_TIMELINE:
        output->timeline = true;
        output->form = SFPU_TIMELINE + (arg ? (int)choice(state, "--timeline", arg, forms, 3) : 0);
        return 0;
    case KEY_TRACE:
        output->trace = arg;
        return 0;
    case KEY_COMMIT_LOG:
        output->commit_log = arg;
        return 0;
    case KEY_KANATA:
        output->kanata = arg;
        return 0;
    case KEY_PERFETTO:
        output->perfetto = arg;
        return 0;
    default:
        return parse_check(key, arg, state, o);
    }
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
    static const char *const hazards[] = {
        [SFP_HAZARDS_WARN] = "warn", [SFP_HAZARDS_ERROR] = "error", [SFP_HAZARDS_OFF] = "off"};
    static const char *const timings[] = {"on", "off"};
    struct sfp_session_options *o = state->input;

    switch (key) {
    case KEY_ARCH:
        o->arch = sfpu_arch_named(arg);
        if (o->arch == SFPU_ANY_ARCH)
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
        o->layout = sfpu_layout_named(arg);
        if (o->layout < 0)
            argp_error(state, "--layout: '%s' is neither rows nor tile", arg);
        return 0;
    case KEY_STATE_IN:
        o->state_in = arg;
        return 0;
    case KEY_STATE_OUT:
        o->state_out = arg;
        return 0;
    case KEY_REPEAT:
        o->passes = (unsigned long)number(state, "--repeat", arg, 1, INT32_MAX);
        return 0;
    case KEY_TIMING:
        o->untimed = choice(state, "--timing", arg, timings, 2) == 1;
        return 0;
    case KEY_HAZARDS:
        o->hazards = (enum sfp_hazards)choice(state, "--hazards", arg, hazards, 3);
        return 0;
    case KEY_MAX_FINDINGS:
        o->most_findings = (size_t)number(state, "--max-findings", arg, 0, INT32_MAX);
        return 0;
    case KEY_GAPS:
        o->gaps = arg;
        return 0;
    case KEY_IGNORE_WAITS:
        o->ignore_waits = true;
        return 0;
    case 'W':
        if (sfpu_check_warning(arg) != SFPU_OK)
            argp_error(state, "-W%s: no such finding (sfpsim(1) lists them)", arg);
        o->warnings[o->warning_count++] = arg;
        return 0;
    case 'q':
        o->quiet = true;
        return 0;
    case 'v':
        o->verbose = true;
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
        return parse_output(key, arg, state, o);
    }
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
    struct sfp_session_options options = {
        .passes = 1,
        .most_findings = SFPU_FINDINGS_PRINTED,
        .tolerance.size = sizeof options.tolerance,
        .settings = calloc((size_t)argc, sizeof *options.settings),
        .warnings = calloc((size_t)argc, sizeof *options.warnings),
        .output.files = &sfp_interruptible,
    };
    int status;

    sfp_keep_standard_files();
    sfp_ignore_write_signals();
    sfp_end_on_signals(stopped_say);
    argp_err_exit_status = SFP_CANNOT_RUN;
    if (!options.settings || !options.warnings) {
        fputs("sfpsim: error: not enough memory\n", stderr);
        return SFP_CANNOT_RUN;
    }
    status = sfp_options_parse(&parser, argc, argv, &options) == 0 ? sfp_session(&options) : SFP_CANNOT_RUN;
    free(options.settings);
    free(options.warnings);
    errno = 0;
    if ((fflush(stdout) != 0 || ferror(stdout)) && status != SFP_CANNOT_RUN) {
        fprintf(stderr, "sfpsim: error: standard output: %s\n", errno ? strerror(errno) : "a write failed");
        status = SFP_CANNOT_RUN;
    }
    return status;
}
