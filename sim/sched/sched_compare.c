/* Runs two kernels on equal inputs, one pass after another: every value, or drawn values mixed with critical ones. */
#include "sched_compare.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "action/parallel.h"
#include "isa/modes.h"
#include "base/fail.h"

enum {
    DST_CELLS = 16384, /* 16-bit cells in Dst */
    DST_COLUMNS = 16,
    ROW_GROUP = 3,     /* mask of the row within an address's group of four */
    ODD_COLUMNS = 2,   /* address bit for odd columns (sfpu-dst(7), Addresses) */
    LANE_COLUMNS = 8,
    MODES = 16,
    DRAWN = 1000000,
    JOB = 1 << 18,     /* inputs of a job */
};

/* ---- Loaded cells and their formats ---- */

struct operands {
    int format;                  /* enum sfpu_format */
    uint32_t cells[DST_CELLS];
    size_t count;
    bool loaded[DST_CELLS], stored[DST_CELLS];
    uint32_t modes;              /* of loads: bit i for Mod0 i */
    struct sfp_index index;
};

static void note_access(void *operands, const struct sfpu_event *event)
{
    struct operands *o = operands;
    const struct sfp_insn *insn = sfp_insn_of_word(&o->index, event->word);
    const bool is_store = strcmp(event->unit, "store") == 0;

    if (event->kind != SFPU_EVENT_EXEC || event->address < 0 || !insn)
        return;
    for (int lane = 0; lane < SFPU_LANES; lane++) {
        const int row = (event->address & ~ROW_GROUP) + lane / LANE_COLUMNS;
        const int cell = row * DST_COLUMNS + 2 * (lane % LANE_COLUMNS) + !!(event->address & ODD_COLUMNS);

        if (cell >= DST_CELLS)
            continue;
        if (!is_store && !o->stored[cell])
            o->modes |= UINT32_C(1) << sfp_mode(insn, event->word);
        o->loaded[cell] |= !is_store && !o->stored[cell];
        o->stored[cell] |= is_store;
    }
}

/* Returns the format of cells for loads with this Mod0; SFPU_ANY_FORMAT if the loads take cells of either width. */
static int find_load_format(const sfpu_machine *m, unsigned mode)
{
    enum { NARROW = SFPU_UINT16, HALF = SFPU_UINT16, KEPT = SFPU_UINT16, WIDE = SFPU_UINT32 };
    static const int formats[MODES] = {
#define FORMAT(arch, value, name, loads, stores, loaded, stored) [value] = loads,
#define FORMAT_VARIANT(...)
#include "modes.def"
    };

    if (mode == SFP_FMT_SRCB)
        return sfpu_configured_format((sfpu_machine *)(uintptr_t)m);
    return mode == SFP_FMT_BF16 ? SFPU_BF16 : mode == SFP_FMT_FP16 ? SFPU_FP16 : formats[mode];
}

/* Sets the format for filling the cells. With loads of several formats, or none, the cells are filled as raw bits. */
static void choose_fill_format(struct operands *o, const sfpu_machine *m)
{
    o->format = SFPU_ANY_FORMAT;
    for (unsigned mode = 0; mode < MODES; mode++) {
        const int format = find_load_format(m, mode);

        if (!(o->modes >> mode & 1))
            continue;
        o->format = o->format == SFPU_ANY_FORMAT || o->format == format ? format : SFPU_RAW;
    }
    if (o->modes == 0)
        o->format = SFPU_RAW;
    if (o->format == SFPU_FP32)
        o->format = SFPU_UINT32;
}

static bool find_loaded_cells(struct operands *o, sfpu_machine *m, char **error)
{
    sfpu_on_event(m, note_access, o);
    if (sfpu_run(m, 1) != SFPU_OK)
        return fail_with(error, "%s", sfpu_error(m));
    sfpu_on_event(m, NULL, NULL);
    choose_fill_format(o, m);
    for (uint32_t cell = 0; cell < DST_CELLS; cell++)
        if (o->format == SFPU_RAW || o->loaded[cell])
            o->cells[o->count++] = cell;
    return true;
}

/* ---- Values ---- */

/* SplitMix64: returns number n of the sequence from `seed`. */
static uint64_t draw_from_seed(uint64_t seed, uint64_t n)
{
    uint64_t z = seed + (n + 1) * UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Zeros, ones, infinities, NaNs, denormals and their neighbours, and limits of integers, as fp32 and as integers. */
static const uint32_t corners[] = {
    0, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000, 0x7f800001, 0xff800001,
    0x7f7fffff, 0xff7fffff, 0x00000001, 0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0x80800000, 0x7fffffff,
    0xffffffff, 0x00007fff, 0x00008000, 0x0000ffff, 0x00010000, 0xffff0000, 0xffff8000, 0x000000ff, 0xffffff80,
    0x3f7fffff, 0x3fffffff, 0x4effffff, 0x4f000000, 0xcf000000, 0x477fff00, 0x47800000, 0x38800000,
};

enum { CORNERS = sizeof corners / sizeof corners[0] };

/* Returns input n. A quarter are corners or their neighbours, a quarter numbers of few bits with either sign, the
 * rest uniform. */
static uint32_t draw_input(uint64_t n, unsigned bits)
{
    enum { KINDS = 8, WORD = 32 };
    const uint64_t random = draw_from_seed(1, n);
    const uint32_t low = (uint32_t)random, kind = (uint32_t)(random >> WORD) % KINDS, more = (uint32_t)(random >> 40);
    const uint32_t corner = corners[low % CORNERS] + (kind == 1 ? more % 5 - 2 : 0);

    if (kind <= 1)
        return bits == WORD ? corner : more & 1 ? corner >> 16 : corner & UINT16_MAX;
    if (kind <= 3)
        return (kind == 2 ? low >> more % WORD : (uint32_t)-(low >> more % WORD)) &
               (uint32_t)(UINT64_MAX >> (64 - bits));
    return bits == WORD ? low : low & UINT16_MAX;
}

/* Returns input n for a loop that carries values: a float with one of 16 exponents about that of 1. In a sum of such
 * values, and in a maximum, every value counts; corners would soon make a NaN of it, which hides the rest. */
static uint32_t draw_near_one(uint64_t n, int format)
{
    enum { FP32_SIGN_AND_FRACTION = 0x807fffff, BF16_SIGN_AND_FRACTION = 0x807f, FP16_SIGN_AND_FRACTION = 0x83ff,
           FP32_FRACTION_BITS = 23, BF16_FRACTION_BITS = 7, FP16_FRACTION_BITS = 10, LEAST = 120, LEAST_FP16 = 8,
           EXPONENTS = 16, WORD = 32 };
    const uint64_t random = draw_from_seed(3, n);
    const uint32_t low = (uint32_t)random, exponent = (uint32_t)(random >> WORD) % EXPONENTS;

    if (format == SFPU_FP16)
        return (low & FP16_SIGN_AND_FRACTION) | (LEAST_FP16 + exponent) << FP16_FRACTION_BITS;
    if (sfpu_format_bytes(format) == sizeof(uint16_t))
        return (low & BF16_SIGN_AND_FRACTION) | (LEAST + exponent) << BF16_FRACTION_BITS;
    return (low & FP32_SIGN_AND_FRACTION) | (LEAST + exponent) << FP32_FRACTION_BITS;
}

/* ---- Passes ---- */

struct pair {
    sfpu_machine *m[2];
    sfpu_batch *batch[2];
    uint32_t *in, *out[2];
};

struct comparing {
    const struct comparison_wants *wants;
    const uint32_t *const *words;
    const size_t *counts;
    const struct operands *operands;
    struct compared *compared;
    uint64_t total;
    struct pair *pairs;    /* by worker */
    uint32_t every[DST_CELLS];
    atomic_bool differs, failed, stopped;
    _Atomic uint64_t done, different;
    char **error;          /* error of the first worker that fails */
};

static bool open_kernel_machine(struct comparing *c, struct pair *pair, unsigned kernel, char **error)
{
    const struct sfpu_options options = {.size = sizeof options,
                                         .arch = c->wants->arch == SFP_WH ? SFPU_WORMHOLE : SFPU_BLACKHOLE};
    const struct sfpu_cells in = {.size = sizeof in, .format = c->operands->format, .cells = c->operands->cells,
                                  .count = c->operands->count},
                            out = {.size = sizeof out, .format = SFPU_RAW, .cells = c->every, .count = DST_CELLS};
    uint16_t filling[DST_CELLS];
    sfpu_machine **m = &pair->m[kernel];

    for (size_t i = 0; i < DST_CELLS; i++)
        filling[i] = (uint16_t)draw_from_seed(2, i);
    *error = NULL;
    if (sfpu_open(&options, m) != SFPU_OK)
        return false;
    if (sfpu_load_words(*m, c->words[kernel], c->counts[kernel]) != SFPU_OK)
        return fail_with(error, "%s", sfpu_error(*m));
    if (!c->wants->begin(c->wants->begin_context, *m, error))
        return false;
    return (sfpu_write_dst(*m, SFPU_RAW, SFPU_ROWS, filling, sizeof filling) == SFPU_OK &&
            sfpu_batch_open(*m, &in, &out, &pair->batch[kernel]) == SFPU_OK) || fail_with(error, "%s", sfpu_error(*m));
}

static bool open_pair(struct comparing *c, struct pair *pair, char **error)
{
    *error = NULL;
    pair->in = calloc(c->operands->count + 1, sizeof *pair->in);
    pair->out[0] = calloc(2 * DST_CELLS, sizeof *pair->out[0]);
    if (!pair->in || !pair->out[0])
        return false;
    pair->out[1] = pair->out[0] + DST_CELLS;
    return open_kernel_machine(c, pair, 0, error) && open_kernel_machine(c, pair, 1, error);
}

static void close_pair(struct pair *pair)
{
    for (unsigned kernel = 0; kernel < 2; kernel++) {
        sfpu_batch_close(pair->batch[kernel]);
        sfpu_close(pair->m[kernel]);
    }
    free(pair->in);
    free(pair->out[0]);
}

/* Returns whether the inputs of the pass that begins with input `first` are drawn near one: in every second pass of a
 * loop that carries values. */
static bool draws_near_one(const struct comparing *c, uint64_t first)
{
    return c->wants->carries && first / (c->operands->count + !c->operands->count) % 2 == 1;
}

static void fill_inputs(const struct comparing *c, struct pair *pair, uint64_t first)
{
    const bool near_one = draws_near_one(c, first);

    for (size_t i = 0; i < c->operands->count; i++)
        pair->in[i] = c->compared->exhaustive
                      ? (uint32_t)(first + i) & (uint32_t)(UINT64_MAX >> (64 - c->compared->bits))
                      : near_one ? draw_near_one(first + i, c->operands->format)
                                 : draw_input(first + i, c->compared->bits);
}

static void note_cell_difference(struct comparing *c, const struct pair *pair)
{
    uint64_t different = 0;
    size_t cell = 0;

    for (size_t i = 0; i < DST_CELLS; i++)
        different += pair->out[0][i] != pair->out[1][i];
    atomic_fetch_add(&c->different, different);
    if (atomic_exchange(&c->differs, true))
        return;
    while (pair->out[0][cell] == pair->out[1][cell])
        cell++;
    c->compared->cell = cell;
    c->compared->left[0] = pair->out[0][cell];
    c->compared->left[1] = pair->out[1][cell];
}

static bool is_comparison_over(const struct comparing *c)
{
    return atomic_load(&c->failed) || atomic_load(&c->stopped) || (atomic_load(&c->differs) && !c->wants->goes_on);
}

static void compare_job(void *comparing, size_t job, unsigned worker)
{
    struct comparing *c = comparing;
    struct pair *pair = &c->pairs[worker];
    const size_t pass = c->operands->count ? c->operands->count : 1;
    const uint64_t end = (job + 1) * (uint64_t)JOB < c->total ? (job + 1) * (uint64_t)JOB : c->total;
    char *error = NULL;

    if (!pair->in && !open_pair(c, pair, &error) && !atomic_exchange(&c->failed, true))
        *c->error = error;
    for (uint64_t first = job * (uint64_t)JOB; first < end && !is_comparison_over(c); first += pass) {
        fill_inputs(c, pair, first);
        if ((sfpu_batch_run(pair->batch[0], pair->in, pair->out[0]) != SFPU_OK ||
             sfpu_batch_run(pair->batch[1], pair->in, pair->out[1]) != SFPU_OK) && !atomic_exchange(&c->failed, true))
            fail_with(c->error, "a pass ends differently from the previous pass");
        if (memcmp(pair->out[0], pair->out[1], DST_CELLS * sizeof *pair->out[0]) != 0)
            note_cell_difference(c, pair);
        atomic_fetch_add(&c->done, end - first < pass ? end - first : pass);
        if (c->compared->exhaustive && c->total > DRAWN && c->wants->stop && c->wants->stop(c->wants->context))
            atomic_store(&c->stopped, true);
    }
}

/* Decides the number of inputs, and whether they cover every value. */
static void plan_inputs(struct comparing *c)
{
    const struct operands *o = c->operands;
    const bool wide = sfpu_format_bytes(o->format) == sizeof(uint32_t);

    c->compared->bits = wide ? 32 : 16;
    c->compared->exhaustive =
        c->wants->operands == 1 && !c->wants->carries && o->format != SFPU_RAW && (!wide || c->wants->all);
    c->total = c->compared->exhaustive ? UINT64_C(1) << c->compared->bits : DRAWN;
    for (uint32_t cell = 0; cell < DST_CELLS; cell++)
        c->every[cell] = cell;
}

static bool compare_every_input(struct comparing *c)
{
    const unsigned workers = c->wants->workers ? c->wants->workers : 1;
    bool good;

    c->pairs = calloc(workers, sizeof *c->pairs);
    if (!c->pairs)
        return false;
    if (workers > 1)
        parallel_each(NULL, (size_t)((c->total + JOB - 1) / JOB), compare_job, c);
    else
        for (size_t job = 0; job * (uint64_t)JOB < c->total; job++)
            compare_job(c, job, 0);
    for (unsigned worker = 0; worker < workers; worker++)
        close_pair(&c->pairs[worker]);
    free(c->pairs);
    good = !atomic_load(&c->failed);
    c->compared->equal = good && !atomic_load(&c->differs);
    c->compared->stopped = atomic_load(&c->stopped);
    c->compared->exhaustive &= !c->compared->stopped;
    c->compared->inputs = atomic_load(&c->done);
    c->compared->different = atomic_load(&c->different);
    return good;
}

/* Runs the first kernel to find the operands. */
static bool look_for_operands(struct comparing *c, struct operands *o, char **error)
{
    const struct sfpu_options options = {.size = sizeof options,
                                         .arch = c->wants->arch == SFP_WH ? SFPU_WORMHOLE : SFPU_BLACKHOLE};
    sfpu_machine *m;
    bool good;

    if (sfpu_open(&options, &m) != SFPU_OK)
        return false;
    sfp_index_init(&o->index, c->wants->arch);
    good = sfpu_load_words(m, c->words[0], c->counts[0]) == SFPU_OK && c->wants->begin(c->wants->begin_context, m,
                                                                                       error) &&
           find_loaded_cells(o, m, error);
    sfpu_close(m);
    return good;
}

bool compare_kernels(const struct comparison_wants *wants, const uint32_t *const words[2], const size_t counts[2],
                     struct compared *compared, char **error)
{
    struct operands *operands = calloc(1, sizeof *operands);
    struct comparing *c = calloc(1, sizeof *c);
    bool good = false;

    *compared = (struct compared){0};
    *error = NULL;
    if (operands && c) {
        c->wants = wants;
        c->words = words;
        c->counts = counts;
        c->operands = operands;
        c->compared = compared;
        c->error = error;
        good = look_for_operands(c, operands, error);
        if (good) {
            plan_inputs(c);
            good = compare_every_input(c);
        }
    }
    free(operands);
    free(c);
    return good;
}
