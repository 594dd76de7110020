/*
 * The check of selections (asm/validate). Words that are right for a list are let through, and wrong ones are refused:
 * one kind of fault at a time. Then mutants: words of random lists with one change. They run in the simulator too; a
 * mutant that leaves other values in Dst there must be refused.
 */
#include "unit/node_lists.h"

#include "time/pipeline.h"
#include "reference/operands.h"
#include "reference/random_nodes.h"
#include "validate/terms.h"
#include "validate/validate.h"

#include <stdio.h>

/* ---- Words by hand ---- */

enum { MOST_WORDS = 64 };

static struct selected_word given[MOST_WORDS];
static size_t given_count;

static void give(uint32_t word)
{
    assert_true(given_count < MOST_WORDS);
    given[given_count++] = (struct selected_word){.word = word, .chosen = true};
}

static void give_own(uint32_t word)
{
    give(word);
    given[given_count - 1].chosen = false;
}

static char *validated(void)
{
    const struct selection selection = {.words = given, .count = given_count, .vector = true};
    char *error;

    if (validate_selection(&list, &selection, &error))
        return NULL;
    assert_non_null(error);
    return error;
}

/* The words are right for the list, or wrong, with this in the error. */
static void expect_right(void)
{
    char *error = validated();

    if (error)
        fail_msg("%s", error);
    given_count = 0;
}

static void expect_wrong(const char *what)
{
    char *error = validated();

    if (!error || !strstr(error, what))
        fail_msg("%s", error ? error : "let through");
    free(error);
    given_count = 0;
}

static const char *const stores_another = "internal error: words leave another value in Dst";

static void finish(void)
{
    node_list_free(&list);
}

/* ---- Lists ---- */

/* Wormhole's words, with L0 to L7 by their last digits. */
enum {
    LOAD_L0_AT_0 = 0x7003C000, LOAD_L1_AT_2 = 0x7013C002, LOAD_L1_AT_0 = 0x7013C000, STORE_L0_AT_0 = 0x7203C000,
    STORE_L0_AT_4 = 0x7203C004, STORE_L1_AT_0 = 0x7213C000, STORE_L1_AT_2 = 0x7213C002, STORE_L1_AT_4 = 0x7213C004,
    L0_IS_LESS_THAN_0 = 0x7B000000, L0_IS_NOT_LESS = 0x7B000004, HALF_OF_L0 = 0x743F0000, TWICE_L0 = 0x74400000,
    PUSH = 0x87000000, POP = 0x88000000, TURN = 0x8B000000, ALL = 0x8A00300A, NOP = 0x8F000000,
    L0_TIMES_L0_TO_L0 = 0x86000900, L1_TIMES_L0_TO_L0 = 0x86010900,
    L0_TIMES_L1_TO_L0 = 0x86001900, L1_IS_L0 = 0x7C000010, L1_IS_L0_EVERYWHERE = 0x7C000012,
    STEP_2 = 0x38008000,
};

/* v_if (a < 0) { a = a * 0.5f; } v_endif; dst = a. */
static void begin_predicated(const char *profile)
{
    int32_t a, half;

    begin(SFP_WH, profile);
    a = load(0);
    begin_if(compare(NODE_FLOAT, a, NODE_LT, -1, 0));
    half = constant(0x3F000000);
    a = assign(a, product(a, half));
    plain(NODE_POPC);
    store(a, 0);
}

static void give_all(const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        give(words[i]);
}

#define GIVE(...) \
    give_all((const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

static void test_predicated_in_place(void **state)
{
    (void)state;
    begin_predicated("7.71");
    GIVE(LOAD_L0_AT_0, L0_IS_LESS_THAN_0, HALF_OF_L0, ALL, STORE_L0_AT_0);
    expect_right();
    GIVE(LOAD_L0_AT_0, PUSH, L0_IS_LESS_THAN_0, HALF_OF_L0, POP, STORE_L0_AT_0);
    expect_right();
    GIVE(LOAD_L0_AT_0, HALF_OF_L0, L0_IS_LESS_THAN_0, ALL, STORE_L0_AT_0); /* in all lanes */
    expect_wrong(stores_another);
    GIVE(LOAD_L0_AT_0, L0_IS_LESS_THAN_0, ALL, HALF_OF_L0, STORE_L0_AT_0);
    expect_wrong(stores_another);
    GIVE(LOAD_L0_AT_0, L0_IS_NOT_LESS, HALF_OF_L0, ALL, STORE_L0_AT_0); /* in the other lanes */
    expect_wrong(stores_another);
    GIVE(LOAD_L0_AT_0, L0_IS_NOT_LESS, TURN, HALF_OF_L0, ALL, STORE_L0_AT_0);
    expect_right();
    GIVE(LOAD_L0_AT_0, L0_IS_LESS_THAN_0, TWICE_L0, ALL, STORE_L0_AT_0); /* another constant */
    expect_wrong(stores_another);
    GIVE(LOAD_L0_AT_0, L0_IS_LESS_THAN_0, HALF_OF_L0, STORE_L0_AT_0, ALL); /* stored in fewer lanes */
    expect_wrong(stores_another);
    GIVE(LOAD_L0_AT_0, L0_IS_LESS_THAN_0, HALF_OF_L0, ALL, STORE_L0_AT_4);
    expect_wrong(stores_another);
    GIVE(LOAD_L0_AT_0, L0_IS_LESS_THAN_0, HALF_OF_L0, ALL);
    expect_wrong(stores_another);
    GIVE(LOAD_L0_AT_0, PUSH, L0_IS_LESS_THAN_0, HALF_OF_L0, STORE_L0_AT_0); /* no SFPPOPC */
    expect_wrong(stores_another);
    GIVE(LOAD_L0_AT_0, L0_IS_LESS_THAN_0, HALF_OF_L0, POP, STORE_L0_AT_0); /* no SFPPUSHC */
    expect_wrong("internal error: words pop more from the flag stack");
    GIVE(LOAD_L0_AT_0, L0_IS_LESS_THAN_0, HALF_OF_L0, ALL, STORE_L0_AT_0, PUSH);
    expect_wrong("internal error: words leave other lanes enabled");
    finish();
}

/* dst[2] = a in lanes where a < 0, then another constant in all lanes. */
static void test_constants(void **state)
{
    enum { LOW_OF_L1 = 0x711A2345, HIGH_OF_L1 = 0x71180001, HIGH_2_OF_L1 = 0x71180002 };
    int32_t a, c;

    (void)state;
    begin(SFP_WH, "7.71");
    a = load(0);
    begin_if(compare(NODE_FLOAT, a, NODE_LT, -1, 0));
    c = constant(0x00012345);
    store(c, 2);
    plain(NODE_POPC);
    c = constant(0x00012345);
    store(c, 4);
    GIVE(LOAD_L0_AT_0, LOW_OF_L1, HIGH_OF_L1, L0_IS_LESS_THAN_0, STORE_L1_AT_2, ALL, STORE_L1_AT_4);
    expect_right();
    GIVE(LOAD_L0_AT_0, HIGH_OF_L1, L0_IS_LESS_THAN_0, LOW_OF_L1, STORE_L1_AT_2, ALL, LOW_OF_L1, STORE_L1_AT_4);
    expect_right();
    GIVE(LOAD_L0_AT_0, L0_IS_LESS_THAN_0, LOW_OF_L1, HIGH_OF_L1, STORE_L1_AT_2, ALL, STORE_L1_AT_4); /* fewer lanes */
    expect_wrong(stores_another);
    GIVE(LOAD_L0_AT_0, LOW_OF_L1, HIGH_2_OF_L1, L0_IS_LESS_THAN_0, STORE_L1_AT_2, ALL, STORE_L1_AT_4);
    expect_wrong(stores_another);
    GIVE(LOAD_L0_AT_0, LOW_OF_L1, L0_IS_LESS_THAN_0, STORE_L1_AT_2, ALL, STORE_L1_AT_4);
    expect_wrong(stores_another);
    finish();
}

static void test_registers(void **state)
{
    int32_t a, b;

    (void)state;
    begin(SFP_WH, "plain");
    a = load(0);
    b = load(2);
    store(product(a, b), 4);
    store(a, 0);
    GIVE(LOAD_L0_AT_0, LOAD_L1_AT_2, 0x86001920 /* to L2 */, 0x7223C004, STORE_L0_AT_0);
    expect_right();
    GIVE(LOAD_L1_AT_2, LOAD_L0_AT_0, 0x86001910 /* to L1 */, STORE_L0_AT_0, STORE_L1_AT_4); /* in another order */
    expect_right();
    GIVE(LOAD_L0_AT_0, LOAD_L1_AT_2, L0_TIMES_L1_TO_L0, STORE_L0_AT_4, STORE_L0_AT_0); /* `a` is lost */
    expect_wrong(stores_another);
    GIVE(LOAD_L0_AT_0, L0_TIMES_L0_TO_L0, STORE_L0_AT_4, LOAD_L0_AT_0, STORE_L0_AT_0);
    expect_wrong(stores_another);
    GIVE(LOAD_L0_AT_0, LOAD_L1_AT_2, 0x86010920 /* factors exchanged, to L2 */, 0x7223C004, STORE_L0_AT_0);
    expect_wrong(stores_another);
    finish();
}

static void test_dst(void **state)
{
    int32_t a, b;

    (void)state;
    begin(SFP_WH, "plain");
    a = load(0);
    store(a, 2);
    b = load(2);
    store(b, 4);
    GIVE(LOAD_L0_AT_0, 0x7203C002, LOAD_L1_AT_2, STORE_L1_AT_4);
    expect_right();
    GIVE(LOAD_L0_AT_0, LOAD_L1_AT_2, 0x7203C002, STORE_L1_AT_4); /* it was to load what is stored */
    expect_wrong(stores_another);
    finish();

    begin(SFP_WH, "plain"); /* of 32 bits, then of 16: not told apart by their addresses */
    store(load(0), 2);
    a = load(64);
    list.nodes[list.count - 1].mod = SFP_FMT_BF16;
    store(a, 4);
    GIVE(LOAD_L0_AT_0, 0x7203C002, 0x7012C040, STORE_L1_AT_4);
    expect_right();
    GIVE(LOAD_L0_AT_0, 0x7012C040, 0x7203C002, STORE_L1_AT_4);
    expect_wrong(stores_another);
    finish();

    begin(SFP_WH, "plain");
    store(load(0), 2);
    with(NODE_WORD, STEP_2);
    store(load(0), 4);
    GIVE(LOAD_L0_AT_0, 0x7203C002);
    give_own(STEP_2);
    GIVE(LOAD_L1_AT_0, STORE_L1_AT_4);
    expect_right();
    GIVE(LOAD_L0_AT_0, LOAD_L1_AT_2, 0x7203C002); /* the second load passes INCRWC and the store to its cells */
    give_own(STEP_2);
    GIVE(STORE_L1_AT_4);
    expect_wrong(stores_another);
    GIVE(LOAD_L0_AT_0);
    give_own(STEP_2);
    GIVE(STORE_L0_AT_0, LOAD_L1_AT_0, STORE_L1_AT_4); /* with its address corrected */
    expect_right();
    GIVE(LOAD_L0_AT_0);
    give_own(STEP_2);
    GIVE(0x7203C002, LOAD_L1_AT_0, STORE_L1_AT_4);
    expect_wrong(stores_another);
    finish();
}

static void test_own_words(void **state)
{
    enum { ADD_1_TO_L5 = 0x79001555, L6_IS_L5 = 0x7C000560, SET_RWC = 0x37000000, MACRO = 0x9303C000 };

    (void)state;
    begin(SFP_WH, "7.71");
    write_lreg(load(0), 5);
    with(NODE_WORD, ADD_1_TO_L5);
    with(NODE_WORD, L6_IS_L5);
    store(read_lreg(6), 2);
    GIVE(0x7053C000);
    give_own(ADD_1_TO_L5);
    give_own(L6_IS_L5);
    GIVE(0x7263C002);
    expect_right();
    GIVE(0x7053C000);
    give_own(L6_IS_L5);
    give_own(ADD_1_TO_L5);
    GIVE(0x7263C002);
    expect_wrong("own word 79001555 is not in its place");
    GIVE(0x7043C000);
    give_own(ADD_1_TO_L5);
    give_own(L6_IS_L5);
    GIVE(0x7263C002);
    expect_wrong("this word finds another value in L5");
    GIVE(0x7053C000, L0_IS_LESS_THAN_0);
    give_own(ADD_1_TO_L5);
    GIVE(ALL);
    give_own(L6_IS_L5);
    GIVE(0x7263C002);
    expect_wrong("this word is executed in other lanes");
    GIVE(0x7053C000);
    give_own(ADD_1_TO_L5);
    expect_wrong("own word 7C000560 is not in its place");
    finish();

    begin(SFP_WH, "7.71");
    store(load(0), 2);
    with(NODE_WORD, SET_RWC);
    GIVE(LOAD_L0_AT_0, 0x7203C002);
    give_own(SET_RWC);
    expect_right();
    GIVE(LOAD_L0_AT_0);
    give_own(SET_RWC);
    GIVE(0x7203C002);
    expect_wrong(stores_another);
    finish();

    begin(SFP_WH, "7.71");
    with(NODE_WORD, MACRO);
    with(NODE_WORD, NOP);
    store(load(0), 2);
    give_own(MACRO);
    give_own(NOP);
    GIVE(NOP, LOAD_L0_AT_0, 0x7203C002);
    expect_right();
    give_own(MACRO);
    GIVE(NOP);
    give_own(NOP);
    GIVE(LOAD_L0_AT_0, 0x7203C002);
    expect_wrong("a selected word comes between this word and a macro before it");
    finish();
}

/* What a macro schedules may read each LReg that was written before the macro, except the one that its load replaces.
 * It may write any. */
static void test_macros(void **state)
{
    enum { L0_IS_5 = 0x71020005, MACRO_OF_L0 = 0x9303C000, MACRO_OF_L1 = 0x9313C000, STORE_L0_AT_2 = 0x7203C002,
           RECORD_1 = 0x04000011, PLAY_1 = 0x04000010 };

    (void)state;
    begin(SFP_WH, "7.71");
    store(load(0), 2);
    with(NODE_WORD, MACRO_OF_L0);
    GIVE(LOAD_L0_AT_0, STORE_L0_AT_2);
    give_own(MACRO_OF_L0);
    expect_right();
    finish();

    begin(SFP_WH, "7.71");
    with(NODE_WORD, L0_IS_5);
    store(load(0), 2);
    with(NODE_WORD, MACRO_OF_L0);
    give_own(L0_IS_5);
    GIVE(LOAD_L0_AT_0, STORE_L0_AT_2);
    give_own(MACRO_OF_L0);
    expect_right();
    finish();

    begin(SFP_WH, "7.71");
    with(NODE_WORD, L0_IS_5);
    store(load(0), 2);
    with(NODE_WORD, MACRO_OF_L1);
    give_own(L0_IS_5);
    GIVE(LOAD_L0_AT_0, STORE_L0_AT_2);
    give_own(MACRO_OF_L1);
    expect_wrong("this word finds another value in L0");
    give_own(L0_IS_5);
    GIVE(LOAD_L1_AT_0, STORE_L1_AT_2);
    give_own(MACRO_OF_L1);
    expect_right();
    finish();

    /* A word that is only recorded writes nothing, until it is played. */
    begin(SFP_WH, "7.71");
    with(NODE_WORD, RECORD_1);
    with(NODE_WORD, L0_IS_5);
    store(load(0), 2);
    with(NODE_WORD, MACRO_OF_L1);
    with(NODE_WORD, PLAY_1);
    give_own(RECORD_1);
    give_own(L0_IS_5);
    GIVE(LOAD_L0_AT_0, STORE_L0_AT_2);
    give_own(MACRO_OF_L1);
    give_own(PLAY_1);
    expect_right();
    finish();

    begin(SFP_WH, "7.71");
    with(NODE_WORD, MACRO_OF_L1); /* it may write L0, and the next one may read that */
    store(load(0), 2);
    with(NODE_WORD, MACRO_OF_L1);
    give_own(MACRO_OF_L1);
    GIVE(LOAD_L0_AT_0, STORE_L0_AT_2);
    give_own(MACRO_OF_L1);
    expect_wrong("this word finds another value in L0");
    give_own(MACRO_OF_L1);
    GIVE(LOAD_L1_AT_0, STORE_L1_AT_2);
    give_own(MACRO_OF_L1);
    expect_right();
    finish();
}

/* REPLAY of slot 0 that records two words and executes them, and one that plays them. */
static void test_replays(void **state)
{
    enum { RECORD = 0x04000023, PLAY = 0x04000020 };

    (void)state;
    begin(SFP_WH, "7.71");
    with(NODE_WORD, RECORD);
    plain(NODE_BARRIER);
    store(load(0), 2);
    plain(NODE_BARRIER);
    with(NODE_WORD, STEP_2);
    with(NODE_WORD, PLAY);
    give_own(RECORD);
    GIVE(LOAD_L0_AT_0, 0x7203C002);
    give_own(STEP_2);
    give_own(PLAY);
    expect_right();
    give_own(RECORD);
    GIVE(LOAD_L0_AT_0, 0x7203C004);
    give_own(STEP_2);
    give_own(PLAY);
    expect_wrong(stores_another);
    GIVE(LOAD_L0_AT_0); /* it is loaded once, and stored twice */
    give_own(RECORD);
    GIVE(0x7203C002, NOP);
    give_own(STEP_2);
    give_own(PLAY);
    expect_wrong(stores_another);
    give_own(RECORD);
    GIVE(LOAD_L0_AT_0, NOP, 0x7203C002);
    give_own(STEP_2);
    give_own(PLAY);
    expect_wrong(stores_another);
    finish();
}

/* What a profile lets selection exchange, and no other. */
static void test_profiles(void **state)
{
    const char *const profiles[] = {"plain", "7.71"};

    (void)state;
    for (unsigned joins = 0; joins < 2; joins++) {
        int32_t a;

        begin(SFP_WH, profiles[joins]);
        a = load(0);
        store(sum(product(a, a), a), 0);
        GIVE(LOAD_L0_AT_0, 0x86000910, 0x850A1000, STORE_L0_AT_0);
        expect_right();
        GIVE(LOAD_L0_AT_0, 0x84000000, STORE_L0_AT_0); /* SFPMAD */
        if (joins)
            expect_right();
        else
            expect_wrong(stores_another);
        finish();
    }
}

/* 0.0f - 0.0f is the sum of 0 and -0, in either order: 0. A store of -0 is another value. */
static void test_zeros(void **state)
{
    int32_t zero;

    (void)state;
    begin(SFP_WH, "7.71");
    zero = constant(0);
    store(sum(zero, negation(zero)), 0);
    GIVE(0x71008000, 0x75000000, NOP, STORE_L0_AT_0); /* sfploadi L0, -0; sfpaddi L0, 0 */
    expect_right();
    GIVE(0x71008000, STORE_L0_AT_0);
    expect_wrong(stores_another);
    finish();
}

/* y - (x - x) may have the sign in another place: y + (x - x), as x - x is 0 or NaN. Another sum is not the same. */
static void test_cancelled(void **state)
{
    int32_t x, y;

    (void)state;
    begin(SFP_WH, "7.38");
    x = load(0);
    y = load(2);
    store(sum(y, negation(sum(x, negation(x)))), 0);
    GIVE(LOAD_L0_AT_0, LOAD_L1_AT_2, 0x8400B020, NOP, 0x850A1200, NOP, STORE_L0_AT_0); /* L2 = L0 - L0; L0 = L1 + L2 */
    expect_right();
    GIVE(LOAD_L0_AT_0, LOAD_L1_AT_2, 0x8400B020, NOP, 0x850A0200, NOP, STORE_L0_AT_0); /* L0 = L0 + L2 */
    expect_wrong(stores_another);
    finish();
}

/* a - b is -(b - a) for any two values that differ, whatever their hashes: no sum is taken for x - x by chance. */
static void test_not_cancelled(void **state)
{
    enum { PAIRS = 1024 }; /* of 512 samples: 8 hashes that look like x - x are expected, with chance 2^-16 each */
    const struct term_rules rules = term_rules_of(profile_named("7.38", SFP_BH));
    const uint64_t minus_one = term_negated(term_constant(SFP_BITS_ONE));
    struct term a, b;

    (void)state;
    for (unsigned n = 0; n < PAIRS; n++) {
        term_set_fresh(&a, TERM_ENTRY, n);
        term_set_fresh(&b, TERM_CELL, n);
        for (unsigned i = 0; i < SAMPLES; i++)
            assert_int_equal(term_multiply_add(&rules, b.hash[i], minus_one, a.hash[i], i),
                             term_negated(term_multiply_add(&rules, a.hash[i], minus_one, b.hash[i], i)));
    }
}

/* ---- Mutants ---- */

enum { MUTATED_LISTS = 60, MUTANTS_OF_ONE = 30 };

static const struct profile mutated[] = {
    {"pushed", SFP_BOTH, PRODUCTS_APART, IMMEDIATES_NONE, NEGATIONS_OF_OPERANDS, COMPARE_BY_SIGN, OUTERMOST_PUSHED, ""},
    {"enabled", SFP_BOTH, PRODUCTS_APART, IMMEDIATES_NONE, NEGATIONS_OF_OPERANDS, COMPARE_BY_BITS, OUTERMOST_ENCC, ""},
};

struct counts {
    unsigned long made, refused, wrong, missed;
};

/* The machine as kernels find it, with values to load. */
static struct sfp_machine *new_machine(enum sfp_arch arch)
{
    struct sfp_machine *m = machine(arch);
    uint64_t random = 1;

    sfp_setup_init(m, SFP_INIT_LLK);
    for (unsigned row = 0; row < 64; row++)
        for (unsigned column = 0; column < SFP_DST_COLUMNS; column++)
            m->s.dst[row][column] = (uint16_t)(random_edge_operand(&random) >> 16);
    for (unsigned r = 0; r < 8; r++)
        for (unsigned l = 0; l < SFP_LANES; l++)
            m->s.lreg[r][l] = random_edge_operand(&random);
    m->s.flags = m->s.use_flags = UINT32_MAX;
    sfp_state_refresh(&m->s);
    return m;
}

/* Runs without time, where no word waits for another. */
static void run_words(struct sfp_machine *m, const struct sfp_machine *start, const struct selection *selection)
{
    struct sfp_run_options options = {.repeat = 1};
    struct sfp_run_result result;
    uint32_t words[4096];

    assert_true(selection->count < sizeof words / sizeof words[0]);
    for (size_t i = 0; i < selection->count; i++)
        words[i] = selection->words[i].word;
    m->s = start->s;
    sfp_run_untimed(m, words, selection->count, &options, &result);
}

/* One change: two neighbours exchanged, a word left out, or another register, immediate or mode. */
static void mutate(struct selection *selection, uint64_t *random)
{
    const size_t at = splitmix64(random) % selection->count, next = (at + 1) % selection->count;
    struct selected_word *words = selection->words;
    const uint64_t kind = splitmix64(random) % 4;

    if (kind == 0 && next > at) {
        const struct selected_word word = words[at];

        words[at] = words[next];
        words[next] = word;
    } else if (kind == 1) {
        memmove(&words[at], &words[at + 1], (selection->count - at - 1) * sizeof *words);
        selection->count--;
    } else {
        words[at].word ^= 1u << splitmix64(random) % 24;
    }
}

static void try_mutants(const struct sfp_machine *start, struct sfp_machine *right, struct sfp_machine *wrong,
                        const struct selection *selection, uint64_t seed, struct counts *counts)
{
    struct selection mutant = *selection;
    uint64_t random = seed;

    mutant.words = malloc(selection->count * sizeof *mutant.words);
    assert_non_null(mutant.words);
    run_words(right, start, selection);
    for (unsigned i = 0; i < MUTANTS_OF_ONE; i++) {
        bool differs, refused;
        char *error;

        memcpy(mutant.words, selection->words, selection->count * sizeof *mutant.words);
        mutant.count = selection->count;
        mutate(&mutant, &random);
        run_words(wrong, start, &mutant);
        differs = memcmp(wrong->s.dst, right->s.dst, sizeof wrong->s.dst) != 0;
        refused = !validate_selection(&list, &mutant, &error);
        counts->made++;
        counts->refused += refused;
        counts->wrong += differs;
        counts->missed += differs && !refused;
        if (differs && !refused)
            print_error("seed %llu, mutant %u is let through\n", (unsigned long long)seed, i);
        free(error);
    }
    free(mutant.words);
}

static void test_mutants(void **state)
{
    const size_t lists = getenv("SFP_LONG") ? 20 * MUTATED_LISTS : MUTATED_LISTS;
    struct counts counts = {0};

    (void)state;
    EACH_ARCH(arch) {
        struct sfp_machine *start = new_machine(arch), *right = machine(arch), *wrong = machine(arch);

        for (uint64_t seed = 1; seed <= lists; seed++) {
            struct selection selection;
            char *error;

            node_list_init(&list, arch, &mutated[seed % 2]);
            node_name(&list.files, "k");
            right->s = start->s;
            random_nodes(&list, right, seed);
            if (select_nodes(&list, seed % 3 ? SELECT_SCHEDULE : 0, &selection, &error)) {
                if (selection.count > 0)
                    try_mutants(start, right, wrong, &selection, seed, &counts);
                selection_free(&selection);
            }
            free(error);
            node_list_free(&list);
        }
        sfp_machine_free(start);
        sfp_machine_free(right);
        sfp_machine_free(wrong);
    }
    print_message("%lu mutants, %lu refused; %lu leave other values in Dst, %lu of these let through\n", counts.made,
                  counts.refused, counts.wrong, counts.missed);
    assert_true(counts.wrong > counts.made / 5);
    assert_int_equal(counts.missed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_predicated_in_place),
        cmocka_unit_test(test_constants),
        cmocka_unit_test(test_registers),
        cmocka_unit_test(test_dst),
        cmocka_unit_test(test_own_words),
        cmocka_unit_test(test_replays),
        cmocka_unit_test(test_profiles),
        cmocka_unit_test(test_zeros),
        cmocka_unit_test(test_cancelled),
        cmocka_unit_test(test_not_cancelled),
        cmocka_unit_test(test_mutants),
        cmocka_unit_test(test_macros),
    };

    return cmocka_run_group_tests_name("validate", tests, NULL, NULL);
}
