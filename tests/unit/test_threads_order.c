/*
 * Programs whose threads are ordered as they should be: by semaphores, by a mutex with all set-up inside it, or by
 * sharing nothing. Dst must not depend on who gets a unit, who starts first, or whose words come late. 200 pairs and
 * triples in 20 interleavings each, 2,000 with SFP_LONG.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dis/dis.h"
#include "model/config.h"
#include "time/pipeline.h"
#include "pipeline_random.h"

enum {
    INTERLEAVINGS = 20,
    ROWS = 160, /* of Dst, for each thread */
    FP32 = 3,
    STORE_DELAY = 3,
    OPCODE_ATGETM = 0xA0, OPCODE_SEMWAIT = 0xA6,
    SFPENCC_ALL = 0x8A00300A, LANE_CONFIG_0 = 0x910000F1,
    BUSY_WH = 0x4000, BUSY_BH = 0x0800, /* STALLWAIT's condition: vector unit busy */
    BLOCK_SYNC = 1 << 1, BLOCK_VECTOR = 1 << 8, BLOCK_ALL = 0x1FF,
};

/* How the threads of a set are kept apart. */
enum order { HANDOFF, GUARDED, DISJOINT, ORDERS };

struct threads {
    struct program of[SFP_THREADS];
    enum sfp_arch arch;
    enum order order;
    uint64_t seed;
};

static size_t sets(void)
{
    return getenv("SFP_LONG") ? 2000 : 200;
}

/* ---- Words that chance makes, in the rows and registers of one thread ---- */

/* Where a thread may be: its first row, and its registers. */
struct place {
    uint32_t row;
    unsigned first_lreg, lregs;
};

static uint32_t lreg_in(struct program *p, const struct place *at)
{
    return at->first_lreg + below(p, at->lregs);
}

static uint32_t transfer(const struct program *p, uint32_t op, uint32_t vd, uint32_t modifier, uint32_t row)
{
    return op << 24 | vd << 20 | FP32 << 16 | modifier << (p->arch == SFP_WH ? 14 : 13) | row;
}

static uint32_t row_in(struct program *p, const struct place *at)
{
    return at->row + 2 * below(p, 16);
}

/* A result of two cycles, and nothing that could read it too early on either architecture. */
static void add_slow(struct program *p, uint32_t word)
{
    add(p, word);
    add(p, SFPNOP);
}

/* Another unit's word with an effect on its own thread alone. */
static void add_own_other(struct program *p)
{
    switch (below(p, 4)) {
    case 0: add(p, NOP); break;
    case 1: add(p, 0x38000000 | 2u * below(p, 2) << 14); break; /* INCRWC Dst */
    case 2: add(p, 0x45000000 | below(p, 1 << 14) << 8 | below(p, 16)); break; /* SETDMAREG */
    default: add(p, DMANOP); break;
    }
}

static void add_arithmetic(struct program *p, const struct place *at)
{
    const uint32_t a = lreg_in(p, at), b = lreg_in(p, at), c = lreg_in(p, at), d = lreg_in(p, at);

    switch (below(p, 9)) {
    case 0: add_slow(p, 0x84000000 | a << 16 | b << 12 | c << 8 | d << 4); break;           /* SFPMAD */
    case 1: add_slow(p, 0x75000000 | below(p, 0x10000) << 8 | d << 4); break;               /* SFPADDI */
    case 2: add(p, 0x79000005 | below(p, 0x1000) << 12 | c << 8 | d << 4); break;           /* SFPIADD, no flags */
    case 3: add(p, 0x7C000000 | c << 8 | d << 4); break;                                    /* SFPMOV */
    case 4: add(p, 0x7D000001 | c << 8 | d << 4); break;                                    /* SFPABS */
    case 5: add(p, 0x8D000000 | c << 8 | d << 4); break;                                    /* SFPXOR */
    case 6: add(p, 0x7A000001 | (chance(p, 50) ? 3u : 0xFFDu) << 12 | d << 4); break;           /* SFPSHFT */
    case 7: add(p, 0x71000000 | d << 20 | (0x3F80 | below(p, 0x80)) ); break;               /* SFPLOADI */
    default:
        if (at->lregs > 1)
            add(p, 0x92000000 | at->first_lreg << 8 | (at->first_lreg + 1) << 4 | below(p, 2)); /* SFPSWAP */
    }
}

static void add_plain(struct program *p, const struct place *at)
{
    const uint32_t kind = below(p, 100);

    if (kind < 20)
        add(p, transfer(p, 0x70, lreg_in(p, at), below(p, 2), row_in(p, at)));
    else if (kind < 45)
        add(p, transfer(p, 0x72, lreg_in(p, at), below(p, 2), row_in(p, at)));
    else if (kind < 57)
        add_own_other(p);
    else if (kind < 62)
        add(p, SFPNOP);
    else
        add_arithmetic(p, at);
}

/* All registers get values of the thread's own rows, in all lanes. */
static void add_loads(struct program *p, const struct place *at)
{
    add(p, SFPENCC_ALL);
    for (unsigned i = 0; i < at->lregs; i++)
        add(p, transfer(p, 0x70, at->first_lreg + i, 0, row_in(p, at)));
}

static void add_plain_work(struct program *p, const struct place *at)
{
    for (uint32_t i = 0; i < 2 + below(p, 8); i++)
        add_plain(p, at);
    add(p, transfer(p, 0x72, lreg_in(p, at), 0, row_in(p, at)));
}

/* ---- A kernel of SFPLOADMACRO like the vendor's reciprocals: set-up, macros, SFPNOPs until the stores are over */

static uint32_t template_word(struct program *p, bool mad)
{
    static const uint32_t simple[] = {0x7D0000C1, 0x7C0000C0, 0x790010C5, 0x890010C1};

    return mad ? 0x840AA0C0 : simple[below(p, 4)]; /* SFPMAD 1.0 * 1.0 + VC; SFPABS, SFPMOV, SFPIADD, SFPSETSGN */
}

static void add_macro_setup(struct program *p, bool mad)
{
    const uint32_t compute = 4u << (mad ? 8 : 0), store = (3u | STORE_DELAY << 3) << 24;

    add(p, SFPENCC_ALL);
    add(p, LANE_CONFIG_0);
    add(p, SFPNOP);
    add(p, template_word(p, mad));
    configure(p, 4, compute | store);
    add(p, config(0xFF0, 8, 1)); /* delays count instructions, stores have their macros' formats */
    add(p, SFPNOP);
    add(p, SFPNOP);
}

/* The macros' rows differ, and no register comes again before its store. */
static void add_macro_work(struct program *p, const struct place *at)
{
    const uint32_t count = 1 + below(p, 8), first = at->row + 2 * below(p, 8);

    add_macro_setup(p, chance(p, 50));
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t vd = 1 + i % 4;

        if (chance(p, 15))
            add(p, chance(p, 50) ? NOP : DMANOP);
        add(p, (uint32_t)OPCODE_SFPLOADMACRO << 24 | (vd & 3) << 20 | FP32 << 16 | (first + 2 * i) | vd >> 2);
    }
    for (unsigned i = 0; i <= STORE_DELAY; i++)
        add(p, SFPNOP);
}

/* ---- Order ---- */

/* Holds the sync unit's words until the thread's results have landed. */
static void add_drain(struct program *p)
{
    add(p, 0xA2000000 | BLOCK_SYNC << 15 | (p->arch == SFP_WH ? BUSY_WH : BUSY_BH));
}

static void add_free(struct program *p)
{
    for (uint32_t i = below(p, 4); i > 0; i--)
        add_own_other(p);
}

static void add_take_turn(struct program *p, unsigned semaphore)
{
    const uint32_t block = chance(p, 50) ? BLOCK_ALL : BLOCK_SYNC | BLOCK_VECTOR;

    add(p, 0xA6000001 | block << 15 | 4u << semaphore); /* SEMWAIT while it is 0 */
    add(p, 0xA5000000 | 4u << semaphore);               /* SEMGET */
}

static void add_give_turn(struct program *p, unsigned semaphore)
{
    add_drain(p);
    add(p, 0xA4000000 | 4u << semaphore); /* SEMPOST */
}

/* Flags are made in a turn, and may outlast it. */
static void add_turn(struct program *p, const struct place *at)
{
    if (chance(p, 40))
        add_macro_work(p, at);
    if (chance(p, 30))
        add(p, 0x7B000000 | lreg_in(p, at) << 8 | 4 * below(p, 2)); /* SFPSETCC */
    add_plain_work(p, at);
}

/* The threads of `set` take turns with all registers and rows, one after the other: `mine` is a thread's place. */
static void generate_handoff(struct program *p, unsigned mine, unsigned threads, unsigned rounds)
{
    const struct place shared = {.row = 0, .first_lreg = 0, .lregs = 4};

    for (unsigned i = 0; i < rounds; i++) {
        add_free(p);
        if (i || mine)
            add_take_turn(p, mine);
        add_turn(p, &shared);
        add_give_turn(p, (mine + 1) % threads);
    }
}

static void generate_guarded(struct program *p, unsigned mine, unsigned rounds)
{
    const struct place at = {.row = mine * ROWS, .first_lreg = 0, .lregs = 4};

    for (unsigned i = 0; i < rounds; i++) {
        add_free(p);
        add(p, 0xA0000004); /* ATGETM */
        if (chance(p, 60))
            add_macro_work(p, &at);
        if (chance(p, 60)) {
            add_loads(p, &at);
            add_plain_work(p, &at);
        }
        add_drain(p);
        add(p, 0xA1000004); /* ATRELM */
    }
}

/* Registers and rows of its own, and two registers that a mutex guards. */
static void generate_disjoint(struct program *p, unsigned mine, unsigned rounds)
{
    const struct place own = {.row = mine * ROWS, .first_lreg = 2 * mine, .lregs = 2};
    const struct place guarded = {.row = mine * ROWS, .first_lreg = 6, .lregs = 2};

    for (unsigned i = 0; i < rounds; i++) {
        add_plain_work(p, &own);
        if (chance(p, 60))
            continue;
        add(p, 0xA0000002);
        for (unsigned r = 0; r < 2; r++)
            add(p, transfer(p, 0x70, 6 + r, 0, row_in(p, &guarded)));
        add_plain_work(p, &guarded);
        add_drain(p);
        add(p, 0xA1000002);
    }
}

static void generate_ordered(struct program *p, enum order order, unsigned mine, unsigned threads, unsigned rounds)
{
    switch (order) {
    case HANDOFF: generate_handoff(p, mine, threads, rounds); break;
    case GUARDED: generate_guarded(p, mine, 1 + below(p, 3)); break;
    default: generate_disjoint(p, mine, 1 + below(p, 3)); break;
    }
}

static void generate_threads(struct threads *t, enum sfp_arch arch, enum order order, uint64_t seed)
{
    struct program chooser = {.arch = arch, .random = seed};
    const bool all = chance(&chooser, 25);
    const unsigned left_out = all ? SFP_THREADS : below(&chooser, SFP_THREADS), rounds = 1 + below(&chooser, 2);
    unsigned mine = 0;

    memset(t, 0, sizeof *t);
    t->arch = arch;
    t->order = order;
    t->seed = seed;
    for (unsigned i = 0; i < SFP_THREADS; i++) {
        struct program *p = &t->of[i];

        if (i == left_out)
            continue;
        p->arch = arch;
        p->random = splitmix64(&chooser.random);
        generate_ordered(p, order, mine++, all ? SFP_THREADS : SFP_THREADS - 1, rounds);
        assert_true(p->count < MAX_WORDS);
    }
}

/* ---- Runs ---- */

static struct sfp_machine *machine_for(const struct threads *t)
{
    struct sfp_machine *m = sfp_machine_new(t->arch, sfp_semantics_best());
    uint64_t random = t->seed + 1;

    assert_non_null(m);
    for (unsigned r = 0; r < 8; r++)
        for (unsigned l = 0; l < SFP_LANES; l++)
            m->s.lreg[r][l] = random_edge_operand(&random);
    for (unsigned row = 0; row < SFP_DST_ROWS; row++)
        for (unsigned column = 0; column < SFP_DST_COLUMNS; column++)
            m->s.dst[row][column] = (uint16_t)splitmix64(&random);
    for (unsigned i = 0; i < SFP_SEMAPHORES; i++)
        m->s.semaphore[i] = (struct sfp_semaphore){.value = 0, .max = 1};
    for (unsigned i = 0; i < SFP_THREADS; i++) {
        sfp_machine_select(m, (enum sfp_thread_id)i);
        sfp_config_set(&m->s, SFP_CFG_ADDR_MOD_DST, 1, 2);
        m->s.own.addr_mods_known = UINT8_MAX;
        sfp_state_refresh(&m->s);
    }
    sfp_machine_select(m, SFP_THREAD_MATH);
    return m;
}

struct interleaving {
    struct sfp_threads threads;
    bool has_gaps, has_late;
    uint32_t gaps[SFP_THREADS * MAX_WORDS], late[SFP_THREADS * MAX_WORDS];
};

/* Starts apart, with the chosen arbiter; then the others; then random ones, with words that come late. */
static void interleave(struct interleaving *i, struct program *chooser, unsigned number)
{
    enum { SKEWS = 8, FIXED = 12 };

    memset(i, 0, sizeof *i);
    i->threads.arbiter = number < SKEWS ? SFP_ARBITER_RR : (enum sfp_arbiter)(number % 4);
    i->threads.seed = splitmix64(&chooser->random);
    for (unsigned t = 0; t < SFP_THREADS && number; t++)
        i->threads.start[t] = chance(chooser, 50) ? 0 : below(chooser, 60);
    i->has_gaps = number >= FIXED;
    i->has_late = number >= FIXED && chance(chooser, 50);
    for (unsigned w = 0; w < SFP_THREADS * MAX_WORDS; w++) {
        i->gaps[w] = chance(chooser, 12) ? 1 + below(chooser, chance(chooser, 20) ? 30 : 4) : 0;
        i->late[w] = chance(chooser, 8) ? 1 + below(chooser, 4) : 0;
    }
}

/* Runs one interleaving from the start; the caller frees the machine. */
static struct sfp_machine *run_threads(const struct threads *t, const struct interleaving *i,
                                       struct sfp_timing_result *result)
{
    static uint32_t words[SFP_THREADS * MAX_WORDS];
    struct sfp_stream streams[SFP_THREADS];
    struct sfp_threads threads = i->threads;
    const struct sfp_timing_options options = {.run.repeat = 1, .threads = &threads,
                                               .gaps = i->has_gaps ? i->gaps : NULL,
                                               .late = i->has_late ? i->late : NULL};
    struct sfp_machine *m = machine_for(t);
    size_t count = 0, ranges = 0;

    for (unsigned n = 0; n < SFP_THREADS; n++) {
        const struct program *p = &t->of[n];

        if (!p->count)
            continue;
        streams[ranges++] = (struct sfp_stream){(enum sfp_thread_id)n, count, count + p->count};
        memcpy(words + count, p->words, p->count * sizeof words[0]);
        count += p->count;
    }
    threads.streams = streams;
    threads.stream_count = ranges;
    sfp_run_timed(m, words, count, &options, result);
    return m;
}

static void print_threads(const struct threads *t)
{
    static const char *const orders[] = {"handoff", "guarded", "disjoint"};
    char text[SFP_DISASSEMBLY_SIZE];

    fprintf(stderr, "%s, %s, seed %llu\n", sfp_arch_name(t->arch), orders[t->order], (unsigned long long)t->seed);
    for (unsigned i = 0; i < SFP_THREADS; i++) {
        if (t->of[i].count)
            fprintf(stderr, "thread %s\n", sfp_thread_name((enum sfp_thread_id)i));
        for (size_t w = 0; w < t->of[i].count; w++) {
            disassembly_of_word(&index_of[t->arch], t->of[i].words[w], SFP_SYNTAX_GNU, text);
            fprintf(stderr, "%3zu  %08X  %s\n", w, t->of[i].words[w], text);
        }
    }
}

/* What an interleaving met, so that a test in which nothing meets is found out. */
struct met {
    uint64_t taken, wait, mutex;
};

/* Returns in how many interleavings Dst differs from that of the first, or the run does not end. */
static unsigned differing(const struct threads *t, struct met *met)
{
    static uint16_t dst[SFP_DST_ROWS][SFP_DST_COLUMNS];
    struct program chooser = {.random = t->seed};
    unsigned count = 0;

    for (unsigned number = 0; number < INTERLEAVINGS; number++) {
        static struct interleaving i;
        struct sfp_timing_result result;
        struct sfp_machine *m;

        interleave(&i, &chooser, number);
        m = run_threads(t, &i, &result);
        if (number == 0)
            memcpy(dst, m->s.dst, sizeof dst);
        count += result.run.status != SFP_RUN_DONE || memcmp(dst, m->s.dst, sizeof dst) != 0;
        met->taken += result.stalls[SFP_STALL_TAKEN];
        met->wait += result.stalls[SFP_STALL_WAIT];
        met->mutex += result.stalls[SFP_STALL_MUTEX];
        sfp_machine_free(m);
    }
    return count;
}

static void check_order(enum order order, struct met *met)
{
    struct threads t;

    for (size_t i = 0; i < sets() / ORDERS; i++) {
        generate_threads(&t, i & 1 ? SFP_BH : SFP_WH, order, (uint64_t)order << 40 | i);
        if (!differing(&t, met))
            continue;
        print_threads(&t);
        fail_msg("Dst depends on who comes first");
    }
    print_message("%zu sets in %d interleavings: %llu cycles taken, %llu waited, %llu for a mutex\n", sets() / ORDERS,
                  (int)INTERLEAVINGS, (unsigned long long)met->taken, (unsigned long long)met->wait,
                  (unsigned long long)met->mutex);
}

static void test_handoff(void **state)
{
    struct met met = {0};

    (void)state;
    check_order(HANDOFF, &met);
    assert_true(met.wait > sets() * INTERLEAVINGS);
}

static void test_guarded(void **state)
{
    struct met met = {0};

    (void)state;
    check_order(GUARDED, &met);
    assert_true(met.mutex > sets() * INTERLEAVINGS);
}

static void test_disjoint(void **state)
{
    struct met met = {0};

    (void)state;
    check_order(DISJOINT, &met);
    assert_true(met.taken > sets() * INTERLEAVINGS);
}

/* The same without what orders them: most sets then have different outcomes, or the tests above could not fail. */
static void remove_order(struct threads *t)
{
    for (unsigned i = 0; i < SFP_THREADS; i++) {
        struct program *p = &t->of[i];

        for (size_t w = 0; w < p->count; w++)
            if (p->words[w] >> 24 == OPCODE_ATGETM || p->words[w] >> 24 == OPCODE_SEMWAIT)
                p->words[w] = NOP;
    }
}

static void test_without_order(void **state)
{
    size_t differ = 0;
    struct met met = {0};
    struct threads t;

    (void)state;
    for (size_t i = 0; i < sets() / ORDERS; i++) {
        generate_threads(&t, i & 1 ? SFP_BH : SFP_WH, i & 2 ? HANDOFF : GUARDED, i);
        remove_order(&t);
        differ += differing(&t, &met) > 0;
    }
    print_message("%zu of %zu sets differ\n", differ, sets() / ORDERS);
    assert_true(differ > sets() / ORDERS / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_handoff),
        cmocka_unit_test(test_guarded),
        cmocka_unit_test(test_disjoint),
        cmocka_unit_test(test_without_order),
    };

    sfp_index_init(&index_of[SFP_WH], SFP_WH);
    sfp_index_init(&index_of[SFP_BH], SFP_BH);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
