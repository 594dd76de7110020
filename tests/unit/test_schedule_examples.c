/*
 * The examples with a schedule: each in its three forms against its plain twin, bit for bit, and both against results
 * worked out on the host, on all inputs of 16 bits, and on special and seeded random ones of 32 (10^6 of them if
 * SFP_LONG is set); their cycles a vector; what is reported about them; and what becomes of them when instructions come
 * late.
 */
#include "sfpu_test.h"

#include <math.h>
#include <stdbool.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum {
    ROW = 16,
    OPERANDS = 3,
    ALL_16 = 1 << 16,
    FEW_32 = 1 << 15,
    MANY_32 = 1000000,
    COMMAND = 200,
    LINE = 32,
    MAX_VALUES = 1024 * ROW,
    ANY = SFPU_WORMHOLE | SFPU_BLACKHOLE,
};

/* What a kernel makes of a lane: of its operands, in the formats' own bits. */
typedef uint32_t meaning(const uint32_t *x);

/* What it comes near to: for x from `from` to `to`, the largest relative error is `error`, to three digits. */
struct real {
    double (*of)(double);
    double from, to, error;
};

struct kernel {
    const char *path;
    int arches;
    int from, to; /* formats */
    bool view;    /* 16-bit values lie in 32-bit cells */
    unsigned operands, result; /* tiles one after another in Dst; which of them the result replaces */
    unsigned cycles, plain; /* a vector, with the schedule and without */
    meaning *meaning;    /* NULL: see `real` */
    const char *findings; /* about the schedule, or NULL: nothing is said */
    bool solid;          /* a gap within an iteration spoils it */
    const struct real *real;
};

/* ---- Results worked out on the host ---- */

static float as_float(uint32_t x)
{
    float f;

    memcpy(&f, &x, sizeof f);
    return f;
}

static uint32_t bits_of(float f)
{
    uint32_t x;

    memcpy(&x, &f, sizeof x);
    return x;
}

/* The upper half of a finite number, to nearest, ties away from zero. */
static uint32_t bf16_away(float f) { return (bits_of(f) + 0x8000) >> 16; }

static uint32_t same(const uint32_t *x) { return x[0]; }
static uint32_t unsigned_to_fp32(const uint32_t *x) { return bits_of((float)x[0]); }
static uint32_t signed_to_fp32(const uint32_t *x) { return bits_of((float)(int32_t)x[0]); }
static uint32_t unsigned_to_bf16(const uint32_t *x) { return bf16_away((float)x[0]); }
static uint32_t signed_to_bf16(const uint32_t *x) { return bf16_away((float)(int32_t)x[0]); }
static uint32_t unsigned_to_uint16(const uint32_t *x) { return x[0] < 65535 ? x[0] : 65535; }
static uint32_t signed_to_uint16(const uint32_t *x) { return (int32_t)x[0] < 0 ? 0 : unsigned_to_uint16(x); }

/* As integers, so that what is above the largest number rounds to infinity, and infinity and NaNs go on from there. */
static uint32_t fp32_to_bf16(const uint32_t *x)
{
    const uint32_t half = (x[0] + 0x7FFF + (x[0] >> 16 & 1)) >> 16;

    return half & 0x7F80 ? half : half & 0x8000; /* a store of bf16 has no subnormals */
}

/* NaNs are the largest numbers of their sign. */
static uint32_t fp32_to_uint16(const uint32_t *x)
{
    const float f = as_float(x[0]);

    if (x[0] >> 31)
        return 0;
    return f < 65535 ? (uint32_t)floor((double)f + 0.5) : 65535;
}

static uint32_t choose(const uint32_t *x) { return x[0] ? x[1] : x[2]; }
static uint32_t square(const uint32_t *x) { return x[0] * x[0] & 0xFFFF; }
static uint32_t multiply(const uint32_t *x) { return x[0] * x[1] & 0xFFFF; }

enum { BF16_EXPONENT = 0x7F80, BF16_SIGN = 0x8000 };

/* 1/x, for numbers d/128 * 2^n the nearest c/256 * 2^-n; zeros for what is 2^126 and more, NaNs included. */
static uint32_t bf16_reciprocal(const uint32_t *x)
{
    enum { FIRST_LOST = 253 /* exponent field of 2^126 */ };
    const uint32_t sign = x[0] & BF16_SIGN, exponent = x[0] >> 7 & 0xFF, d = 128 | (x[0] & 0x7F);

    if (exponent == 0)
        return sign | BF16_EXPONENT;
    if (exponent >= FIRST_LOST)
        return sign;
    assert_true(65536 % d != 0 || 65536 / d % 2 == 0); /* no tie */
    return sign | ((FIRST_LOST - exponent) * 128 + ((65536 + d) / (2 * d) - 128));
}

static double reciprocal(double x) { return 1 / x; }

static const struct real exponential = {exp, -87, 88.5, 0.0325};
static const struct real reciprocal_8 = {reciprocal, 0x1p-126, 0x1.FFp125, 0.00559};
static const struct real reciprocal_16 = {reciprocal, 0x1p-126, 0x1.FFp125, 3.13e-5};
static const struct real reciprocal_24 = {reciprocal, 0x1p-126, 0x1p102, 7.4e-8};

#define WH SFPU_WORMHOLE
#define BH SFPU_BLACKHOLE
#define U16 SFPU_UINT16
#define U32 SFPU_UINT32
#define I32 SFPU_INT32
#define FP32 SFPU_FP32
#define BF16 SFPU_BF16
#define TYPECAST "examples/typecast/"
#define RECIP "examples/recip-bh/"

static const struct kernel kernels[] = {
    {TYPECAST "uint16-to-bf16", WH | BH, U16, BF16, false, 1, 0, 1, 4, unsigned_to_bf16, NULL, false, NULL},
    {TYPECAST "uint16-to-fp32", WH | BH, U16, FP32, true, 1, 0, 1, 3, unsigned_to_fp32, NULL, false, NULL},
    {TYPECAST "uint16-to-uint32", WH | BH, U16, U32, true, 1, 0, 1, 2, same, NULL, false, NULL},
    {TYPECAST "fp32-to-uint16", WH | BH, FP32, U16, false, 1, 0, 2, 5, fp32_to_uint16, NULL, false, NULL},
    {TYPECAST "uint32-to-uint16", WH | BH, U32, U16, false, 1, 0, 2, 8, unsigned_to_uint16, NULL, false, NULL},
    {TYPECAST "int32-to-uint16", WH | BH, I32, U16, false, 1, 0, 2, 8, signed_to_uint16, NULL, false, NULL},
    {TYPECAST "fp32-to-bf16", WH | BH, FP32, BF16, false, 1, 0, 3, 7, fp32_to_bf16, NULL, false, NULL},
    {TYPECAST "uint32-to-bf16", WH | BH, U32, BF16, false, 1, 0, 3, 11, unsigned_to_bf16, NULL, false, NULL},
    {TYPECAST "uint32-to-fp32", WH | BH, U32, FP32, false, 1, 0, 3, 10, unsigned_to_fp32, NULL, false, NULL},
    {TYPECAST "int32-to-fp32", WH | BH, I32, FP32, false, 1, 0, 3, 10, signed_to_fp32, NULL, false, NULL},
    {TYPECAST "int32-to-bf16", WH | BH, I32, BF16, false, 1, 0, 4, 11, signed_to_bf16, NULL, false, NULL},
    {TYPECAST "int32-to-bf16-wormhole", WH, I32, BF16, false, 1, 0, 3, 9, signed_to_bf16, NULL, false, NULL},
    {"examples/where/where", WH | BH, U16, U16, false, 3, 0, 3, 6, choose, "flags-clash-load", true, NULL},
    {"examples/exp-shift-add/exp", WH | BH, BF16, BF16, false, 1, 0, 2, 7, NULL, NULL, false, &exponential},
    {"examples/exp-shift-add/exp-in-range", WH | BH, BF16, BF16, false, 1, 0, 1, 6, NULL, NULL, false, &exponential},
    {"examples/mul-uint16/square", BH, U16, U16, false, 1, 0, 1, 4, square, NULL, false, NULL},
    {"examples/mul-uint16/in-place", BH, U16, U16, false, 2, 0, 2, 5, multiply, NULL, false, NULL},
    {"examples/mul-uint16/mul", BH, U16, U16, false, 3, 2, 3, 5, multiply, NULL, false, NULL},
    {RECIP "recip-8", BH, BF16, BF16, false, 1, 0, 1, 3, NULL, NULL, false, &reciprocal_8},
    {RECIP "recip-bf16", BH, BF16, BF16, false, 1, 0, 3, 8, bf16_reciprocal, NULL, false, NULL},
    {RECIP "recip-16", BH, FP32, FP32, false, 1, 0, 3, 9, NULL, NULL, false, &reciprocal_16},
    {RECIP "recip-24", BH, FP32, FP32, false, 1, 0, 5, 12, NULL, NULL, false, &reciprocal_24},
};

#define EACH_KERNEL(k) for (const struct kernel *k = kernels; k < kernels + COUNT(kernels); k++)
#define EACH_ARCH(arch, k) \
    for (int arch = WH; arch <= BH; arch++) \
        if ((k)->arches & arch)

/* ---- Sources ---- */

static void print_diagnostic(void *context, const struct sfpu_diagnostic *diagnostic)
{
    (void)context;
    fputs(diagnostic->printed, stderr);
}

/* The kernel's source after the preprocessor, for any number of vectors and in any form, or its twin's. */
static void preprocess(const struct kernel *k, bool plain, struct text *t)
{
    char command[COMMAND], bytes[4096];
    FILE *f;

    snprintf(command, sizeof command, "cc -E -P -x assembler-with-cpp -DVECTORS=VECTORS -DFORM=FORM %s %s.S",
             plain ? "-DPLAIN" : "", k->path);
    f = popen(command, "r");
    assert_non_null(f);
    for (size_t n = fread(bytes, 1, sizeof bytes, f); n > 0; n = fread(bytes, 1, sizeof bytes, f))
        text_add(t, bytes, n);
    assert_int_equal(pclose(f), 0);
}

static struct text sources[COUNT(kernels)], twins[COUNT(kernels)];

static int preprocess_all(void **state)
{
    (void)state;
    EACH_KERNEL (k) {
        preprocess(k, false, &sources[k - kernels]);
        preprocess(k, true, &twins[k - kernels]);
    }
    return 0;
}

static int free_all(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(kernels); i++) {
        text_free(&sources[i]);
        text_free(&twins[i]);
    }
    return 0;
}

/* A machine that has the kernel in `form`, of the loop, or the twin if that is NULL. */
static sfpu_machine *machine_for(const struct kernel *k, int arch, const char *form, unsigned vectors)
{
    const char *source = form ? sources[k - kernels].bytes : twins[k - kernels].bytes;
    const char *at = form ? strstr(source, "FORM") : source;
    struct text text = {0};
    char line[LINE];
    sfpu_machine *m = machine_of(arch);

    assert_non_null(at);
    text_add(&text, line, (size_t)snprintf(line, sizeof line, ".set VECTORS, %u\n", vectors));
    text_add(&text, source, (size_t)(at - source));
    if (form) {
        text_add(&text, form, strlen(form));
        at += strlen("FORM");
    }
    text_add(&text, at, strlen(at));
    sfpu_on_diagnostic(m, print_diagnostic, NULL);
    if (sfpu_load_text(m, k->path, text.bytes, text.size) != SFPU_OK)
        fail_msg("%s: %s", k->path, sfpu_error(m));
    text_free(&text);
    return m;
}

/* ---- Runs ---- */

/* As the vendor's runtime leaves it, with Dst 0. */
static void start(sfpu_machine *m, const struct kernel *k)
{
    assert_int_equal(sfpu_reset(m), SFPU_OK);
    assert_int_equal(sfpu_set(m, "init", "llk"), SFPU_OK);
    if (k->view)
        assert_int_equal(sfpu_set(m, "dst-16bit-view", ""), SFPU_OK);
}

/* Values of a format, from 32 bits each and back. */
static void write_values(sfpu_machine *m, int format, const uint32_t *values, size_t count)
{
    uint16_t halves[MAX_VALUES];
    const size_t bytes = sfpu_format_bytes(format);

    for (size_t i = 0; i < count; i++)
        halves[i] = (uint16_t)values[i];
    assert_int_equal(sfpu_write_dst(m, format, SFPU_ROWS, bytes == sizeof *halves ? (const void *)halves : values,
                                    count * bytes), SFPU_OK);
}

static void read_values(sfpu_machine *m, int format, uint32_t *values, size_t count)
{
    uint16_t halves[MAX_VALUES];
    const bool narrow = sfpu_format_bytes(format) == sizeof *halves;

    assert_int_equal(sfpu_read_dst(m, format, SFPU_ROWS, narrow ? (void *)halves : values,
                                   count * sfpu_format_bytes(format)), SFPU_OK);
    for (size_t i = 0; narrow && i < count; i++)
        values[i] = halves[i];
}

static void run(sfpu_machine *m)
{
    if (sfpu_run(m, 1) != SFPU_OK)
        fail_msg("%s", sfpu_error(m));
}

/* What the kernel makes of the operands, one after another, `lanes` of each. */
static void apply(sfpu_machine *m, const struct kernel *k, const uint32_t *operands, size_t lanes, uint32_t *results)
{
    uint32_t all[MAX_VALUES];

    start(m, k);
    write_values(m, k->from, operands, lanes * k->operands);
    run(m);
    read_values(m, k->to, all, lanes * (k->result + 1));
    memcpy(results, all + lanes * k->result, lanes * sizeof *results);
}

/* ---- Inputs ---- */

static uint32_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 32);
}

/* Ends of ranges, ties and their neighbours, of integers and floats. */
static const uint32_t special[] = {
    0, 1, 2, 0x80000000, 0x80000001, 0xFFFFFFFF, 0xFFFFFFFE, 0x7FFFFFFF, 0x7FFFFFFE, 65534, 65535, 65536, 65537,
    0xFFFF0000, 0xFFFF0001, 0xFFFEFFFF,                         /* -65536, -65535, -65537 */
    0xFFFFFF, 0x1000000, 0x1000001, 0x1000002, 0x1000003,       /* about 2^24 */
    0x7FFFFF, 0x800000, 0x800001, 0xFF800000, 0xFF800001, 0xFF7FFFFF,
    0x7FFFFFBF, 0x7FFFFFC0, 0x7FFFFFC1, 0xFFFFFF7F, 0xFFFFFF80, /* ties of 24 bits at the upper end */
    0x017FFFFF, 0x01808000, 0x01818000, 0x7F808000,             /* and of 8 */
    0x3EFFFFFF, 0x3F000000, 0x3F800000, 0x3FC00000, 0xBF000000, 0xBF800000,
    0x477FFF00, 0x477FFF7F, 0x477FFF80, 0x47800000,             /* 65535, below 65535.5, 65535.5, 65536 */
    0x3F808000, 0x3F808001, 0x3F807FFF, 0x3F818000,             /* ties of bf16 */
    0x007F7FFF, 0x007F8000, 0x80008000, 0x7F7FFFFF, 0x7F7F7FFF, 0x7F7F8000, 0x7F800000, 0xFF800000,
};

/* Value i of an operand: every pattern of 16 bits, in an order of its own; or a special one, or numbers of all
 * sizes. */
static uint32_t value_of(const struct kernel *k, unsigned operand, size_t i, uint64_t *seed)
{
    static const uint32_t odd[OPERANDS] = {1, 40503, 30011};
    uint32_t r;

    if (sfpu_format_bytes(k->from) == 2)
        return i / ALL_16 == 1 && operand == 0 && next_random(seed) >> 31 ? 0 : (uint16_t)(i * odd[operand] + operand);
    if (i < COUNT(special))
        return special[i];
    r = next_random(seed);
    if (k->from != SFPU_FP32 || i % 2)
        r >>= next_random(seed) % 32;
    return k->from == SFPU_INT32 && i % 2 ? -r : r;
}

/* How many of them; where() sees all conditions, and then half of them 0. */
static size_t inputs_of(const struct kernel *k)
{
    if (sfpu_format_bytes(k->from) == 2)
        return k->operands == OPERANDS ? 2 * ALL_16 : ALL_16;
    return getenv("SFP_LONG") ? MANY_32 : FEW_32;
}

/* Vectors that fill Dst with operands. */
static unsigned most_vectors(const struct kernel *k)
{
    const bool wide = k->view || sfpu_format_bytes(k->from) == 4;

    return (wide ? 256u : 512u) >> (k->operands - 1);
}

static void fill(const struct kernel *k, uint32_t *operands, size_t lanes, size_t first, uint64_t *seed)
{
    for (unsigned o = 0; o < k->operands; o++)
        for (size_t i = 0; i < lanes; i++)
            operands[o * lanes + i] = value_of(k, o, first + i, seed);
}

/* ---- Results ---- */

static const char *const forms[] = {"unroll", "replay=0", "solid=0"};

static void expect_same(const struct kernel *k, const char *what, const uint32_t *operands, size_t lanes,
                        const uint32_t *got, const uint32_t *expected)
{
    for (size_t i = 0; i < lanes; i++)
        if (got[i] != expected[i])
            fail_msg("%s, %s: %08x becomes %08x, not %08x", k->path, what, operands[i], got[i], expected[i]);
}

static double value(int format, uint32_t x) { return as_float(format == SFPU_BF16 ? x << 16 : x); }

/* The larger of `worst` and the relative errors of the results. */
static double relative_error(const struct kernel *k, const uint32_t *x, size_t lanes, const uint32_t *results,
                             double worst)
{
    for (size_t i = 0; i < lanes; i++) {
        const double at = value(k->from, x[i]), exact = k->real->of(at);

        if (at >= k->real->from && at <= k->real->to)
            worst = fmax(worst, fabs(value(k->to, results[i]) - exact) / exact);
    }
    return worst;
}

static void expect_meaning(const struct kernel *k, const uint32_t *operands, size_t lanes, const uint32_t *results)
{
    uint32_t x[OPERANDS];

    for (size_t i = 0; i < lanes; i++) {
        for (unsigned o = 0; o < k->operands; o++)
            x[o] = operands[o * lanes + i];
        if (results[i] != k->meaning(x))
            fail_msg("%s: %08x becomes %08x, not %08x", k->path, x[0], results[i], k->meaning(x));
    }
}

/* The twin against the host, and each form against the twin. */
static void expect_results(const struct kernel *k, int arch)
{
    const unsigned vectors = most_vectors(k);
    const size_t lanes = (size_t)vectors * SFPU_LANES;
    uint32_t operands[MAX_VALUES], plain[MAX_VALUES], results[MAX_VALUES];
    sfpu_machine *twin = machine_for(k, arch, NULL, vectors), *machines[COUNT(forms)];
    const struct sfpu_running quiet = {.size = sizeof quiet, .quiet = 1};
    uint64_t seed = 1;
    double worst = 0;

    assert_int_equal(sfpu_configure_runs(twin, &quiet), SFPU_OK);
    for (size_t f = 0; f < COUNT(forms); f++) {
        machines[f] = machine_for(k, arch, forms[f], vectors);
        assert_int_equal(sfpu_configure_runs(machines[f], &quiet), SFPU_OK);
    }
    for (size_t first = 0; first < inputs_of(k); first += lanes) {
        fill(k, operands, lanes, first, &seed);
        apply(twin, k, operands, lanes, plain);
        if (k->meaning)
            expect_meaning(k, operands, lanes, plain);
        else
            worst = relative_error(k, operands, lanes, plain, worst);
        for (size_t f = 0; f < COUNT(forms); f++) {
            apply(machines[f], k, operands, lanes, results);
            expect_same(k, forms[f], operands, lanes, results, plain);
        }
    }
    if (k->real && !(worst <= k->real->error && worst > 0.9 * k->real->error))
        fail_msg("%s: the largest relative error is %g", k->path, worst);
    for (size_t f = 0; f < COUNT(forms); f++)
        sfpu_close(machines[f]);
    sfpu_close(twin);
}

static void results(void **state)
{
    (void)state;
    EACH_KERNEL (k)
        EACH_ARCH (arch, k)
            expect_results(k, arch);
}

/* ---- Cycles ---- */

static uint64_t cycles_of(const struct kernel *k, int arch, const char *form, unsigned vectors)
{
    sfpu_machine *m = machine_for(k, arch, form, vectors);
    uint64_t cycles;

    start(m, k);
    run(m);
    cycles = result_of(m).cycles;
    sfpu_close(m);
    return cycles;
}

/* 24 vectors more are whole turns of every rotation, which are of 1, 2, 3 or 4 registers, and whole loop bodies. */
static void expect_cycles(const struct kernel *k, int arch, const char *form, unsigned a_vector)
{
    enum { FEWEST = 48, MORE = 24, MOST = 96 };
    uint64_t before = cycles_of(k, arch, form, FEWEST);

    for (unsigned vectors = FEWEST + MORE; vectors <= MOST; vectors += MORE) {
        const uint64_t cycles = cycles_of(k, arch, form, vectors);

        if (cycles != before + (uint64_t)a_vector * MORE)
            fail_msg("%s, %s: %d vectors more take %d cycles more", k->path, form ? form : "plain", MORE,
                     (int)(cycles - before));
        before = cycles;
    }
}

static void cycles(void **state)
{
    (void)state;
    EACH_KERNEL (k) {
        EACH_ARCH (arch, k) {
            for (size_t f = 0; f < COUNT(forms); f++)
                expect_cycles(k, arch, forms[f], k->cycles);
            expect_cycles(k, arch, NULL, k->plain);
        }
    }
}

/* ---- Findings ---- */

/* About any words of a schedule: that a gap could come there, and what comes right behind the last SFPCONFIG. */
static bool is_said_of_any(const char *name)
{
    return strcmp(name, "macro-outside-replay") == 0 || strcmp(name, "macro-config") == 0;
}

/* Notes included, there is nothing else to say but what the table has. */
static void expect_findings(const struct kernel *k, int arch, const char *form)
{
    enum { VECTORS = 8 };
    sfpu_machine *m = machine_for(k, arch, form, VECTORS);
    struct sfpu_finding finding = {.size = sizeof finding};
    bool found = false;

    assert_int_equal(sfpu_limit_findings(m, SFPU_NOTE, 0), SFPU_OK);
    start(m, k);
    run(m);
    for (size_t i = 0; sfpu_get_finding(m, i, &finding) == SFPU_OK; i++) {
        const bool meant = form && k->findings && strstr(k->findings, finding.name);

        found |= meant;
        if (!meant && !(form && is_said_of_any(finding.name)))
            fail_msg("%s, %s: %s", k->path, form ? form : "plain", finding.name);
    }
    assert_int_equal(found, form && k->findings);
    sfpu_close(m);
}

static void findings(void **state)
{
    (void)state;
    EACH_KERNEL (k) {
        EACH_ARCH (arch, k) {
            for (size_t f = 0; f < COUNT(forms); f++)
                expect_findings(k, arch, forms[f]);
            expect_findings(k, arch, NULL);
        }
    }
}

/* ---- Instructions that come late ---- */

enum { LATE_VECTORS = 32, LATE_LANES = LATE_VECTORS * SFPU_LANES, LONGEST_GAP = 12 };

static void set_random_gaps(sfpu_machine *m, uint64_t *seed)
{
    char *text = malloc(sfpu_word_count(m) * LINE + 1);
    size_t length = 0;

    assert_non_null(text);
    for (size_t i = 0; i < sfpu_word_count(m); i++)
        if (next_random(seed) % 3 == 0)
            length += (size_t)snprintf(text + length, LINE, "%zu %u\n", i, 1 + next_random(seed) % LONGEST_GAP);
    assert_int_equal(sfpu_set_gaps(m, text, length), SFPU_OK);
    free(text);
}

/* In how many of some random patterns of gaps the form gives something else than the twin. */
static unsigned spoilt(const struct kernel *k, int arch, const char *form)
{
    enum { PATTERNS = 20 };
    uint32_t operands[OPERANDS * LATE_LANES], plain[LATE_LANES], results[LATE_LANES];
    sfpu_machine *twin = machine_for(k, arch, NULL, LATE_VECTORS), *m = machine_for(k, arch, form, LATE_VECTORS);
    uint64_t seed = 1;
    unsigned count = 0;

    fill(k, operands, LATE_LANES, sfpu_format_bytes(k->from) == 2 ? ALL_16 : 0, &seed);
    apply(twin, k, operands, LATE_LANES, plain);
    for (unsigned n = 0; n < PATTERNS; n++) {
        set_random_gaps(m, &seed);
        apply(m, k, operands, LATE_LANES, results);
        count += memcmp(results, plain, sizeof plain) != 0;
    }
    sfpu_close(twin);
    sfpu_close(m);
    return count;
}

/* Whether words are recorded first, so that nothing can come between them, or not: only some kernels need it. */
static void late_instructions(void **state)
{
    (void)state;
    EACH_KERNEL (k) {
        EACH_ARCH (arch, k) {
            if (spoilt(k, arch, "solid=0"))
                fail_msg("%s, solid: gaps matter", k->path);
            if ((spoilt(k, arch, "unroll") != 0) != k->solid)
                fail_msg("%s, unroll: gaps %s", k->path, k->solid ? "do not matter" : "matter");
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results),
        cmocka_unit_test(cycles),
        cmocka_unit_test(findings),
        cmocka_unit_test(late_instructions),
    };

    return cmocka_run_group_tests(tests, preprocess_all, free_all);
}
