/*
 * When the instructions of a core issue (sfpu-riscv(7), Time): hand-worked cases. Each is a sequence of steps and the
 * cycle of each, Wormhole's and Blackhole's; the working is beside it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/clock.h"

enum { MOST_STEPS = 12, NEVER = -1 };

struct timed {
    struct tile_step step;
    int at[2]; /* Wormhole, Blackhole; NEVER: not before somebody says so */
};

#define ALU(d, a) {.timing = RV_CLASS_ALU, .rd = d, .rs1 = a, .foreseen = true}
#define MUL(d, a) {.timing = RV_CLASS_MUL, .rd = d, .rs1 = a}
#define DIV(d, cycles) {.timing = RV_CLASS_DIV, .rd = d, .divide = cycles}
#define BRANCH(was) {.timing = RV_CLASS_BRANCH, .foreseen = was}
#define LOAD(d, from) {.timing = RV_CLASS_LOAD, .rd = d, .region = from}
#define HELD(d) {.timing = RV_CLASS_LOAD, .rd = d, .region = TILE_SYNC, .held = true}
#define BEHIND(d, from, back) {.timing = RV_CLASS_LOAD, .rd = d, .region = from, .behind = back}
#define CALC(d, a, b) {.timing = RV_CLASS_ALU, .rd = d, .rs1 = a, .rs2 = b, .foreseen = true}
#define STORE_AT(to, a) {.timing = RV_CLASS_STORE, .region = to, .rs1 = a}
#define STORE(to, where) {.timing = RV_CLASS_STORE, .region = to, .address = where, .merges = true}
#define PUSH {.timing = RV_CLASS_PUSH}
#define FUSED(at) {.timing = RV_CLASS_PUSH, .fused = true, .pc = at}
#define FENCE {.timing = RV_CLASS_FENCE}
#define CSR(d) {.timing = RV_CLASS_CSR, .rd = d}
#define AMO(d) {.timing = RV_CLASS_AMO, .rd = d, .region = TILE_L1}

static const enum sfp_arch arches[] = {SFP_WH, SFP_BH};

static void check(const struct timed *steps, bool flows)
{
    for (unsigned a = 0; a < 2; a++) {
        struct tile_clock c;

        tile_clock_start(&c, arches[a]);
        for (const struct timed *t = steps; t->step.timing != RV_CLASSES; t++) {
            enum tile_stall because;
            const uint64_t at = tile_clock_earliest(&c, &t->step, &because);

            if (t->at[a] == NEVER) {
                assert_true(at == TILE_NEVER);
                break;
            }
            if (at != (uint64_t)t->at[a])
                fail_msg("%s, step %td: cycle %llu, not %d", sfp_arch_name(arches[a]), t - steps,
                         (unsigned long long)at, t->at[a]);
            tile_clock_issue(&c, &t->step, flows);
        }
    }
}

#define END {{.timing = RV_CLASSES}, {0, 0}}
#define CHECK(flows, ...) check((const struct timed[]){__VA_ARGS__, END}, flows)

static void test_integers(void **state)
{
    (void)state;
    CHECK(true, {ALU(1, 0), {0, 0}}, {ALU(2, 1), {1, 1}}, {ALU(3, 2), {2, 2}});
    /* Wormhole: the multiplier keeps the next one for two cycles; Blackhole: the next one may start, its reader not */
    CHECK(true, {MUL(1, 0), {0, 0}}, {MUL(2, 0), {2, 1}}, {ALU(3, 2), {4, 3}});
    CHECK(true, {DIV(1, 14), {0, 0}}, {ALU(2, 0), {14, 14}});
    CHECK(true, {BRANCH(true), {0, 0}}, {BRANCH(false), {1, 1}}, {ALU(1, 0), {4, 6}});
}

static void test_divisions(void **state)
{
    (void)state;
    assert_int_equal(tile_divide_cycles(SFP_WH, false, 1000, 1), 2);
    assert_int_equal(tile_divide_cycles(SFP_WH, false, 1000, 0), 2);
    assert_int_equal(tile_divide_cycles(SFP_BH, true, 0x80000000, UINT32_MAX), 2);
    assert_int_equal(tile_divide_cycles(SFP_BH, false, 0x80000000, UINT32_MAX), 33); /* unsigned: 32 bits, 36, 33 at most */
    assert_int_equal(tile_divide_cycles(SFP_BH, true, UINT32_MAX, 3), 6);            /* -1: one bit, 1, 6 at least */
    assert_int_equal(tile_divide_cycles(SFP_BH, true, 0xFFF, 3), 14);                /* (9 * 12 + 5) / 8, measured 14.0 */
    assert_int_equal(tile_divide_cycles(SFP_BH, true, 0x10000000, 3), 33);           /* (9 * 29 + 5) / 8, measured 33.0 */
    assert_int_equal(tile_divide_cycles(SFP_WH, false, 0, 3), 6);
}

static void test_loads(void **state)
{
    (void)state;
    CHECK(true, {LOAD(1, TILE_LOCAL), {0, 0}}, {ALU(2, 1), {2, 2}});
    CHECK(true, {LOAD(1, TILE_L1), {0, 0}}, {ALU(2, 0), {1, 1}}, {ALU(2, 1), {8, 8}});
    CHECK(true, {LOAD(1, TILE_TDMA), {0, 0}}, {ALU(2, 1), {7, 4}});
    /* four of eight cycles in seven: the fifth starts when the first one's are over but one */
    CHECK(true, {LOAD(1, TILE_L1), {0, 0}}, {LOAD(2, TILE_L1), {1, 1}}, {LOAD(3, TILE_L1), {2, 2}},
          {LOAD(4, TILE_L1), {3, 3}}, {LOAD(5, TILE_L1), {7, 7}}, {LOAD(6, TILE_L1), {8, 8}});
    /* of those of four cycles, one a cycle */
    CHECK(true, {LOAD(1, TILE_GPRS), {0, 0}}, {LOAD(2, TILE_GPRS), {1, 1}}, {LOAD(3, TILE_GPRS), {2, 2}},
          {LOAD(4, TILE_GPRS), {3, 3}}, {LOAD(5, TILE_GPRS), {4, 4}}, {ALU(6, 5), {8, 8}});
}

/*
 * One that overlaps a store waits until that has left the queue: stores to L1 that issue in 0 and 1 leave in 1 and 6.
 */
static void test_loads_behind_stores(void **state)
{
    (void)state;
    CHECK(true, {STORE(TILE_LOCAL, 0), {0, 0}}, {BEHIND(1, TILE_LOCAL, 1), {1, 1}});
    CHECK(true, {STORE(TILE_L1, 0), {0, 0}}, {STORE(TILE_L1, 0x100), {1, 1}}, {BEHIND(1, TILE_L1, 2), {2, 2}});
    CHECK(true, {STORE(TILE_L1, 0), {0, 0}}, {STORE(TILE_L1, 0x100), {1, 1}}, {BEHIND(1, TILE_L1, 1), {6, 6}},
          {ALU(2, 0), {7, 7}}, {ALU(3, 1), {14, 14}});
    CHECK(false, {STORE(TILE_GPRS, 0), {0, 0}}, {BEHIND(1, TILE_GPRS, 1), {NEVER, NEVER}});
}

/* Words leave in the cycle after they issue. */
static void test_words_flow(void **state)
{
    (void)state;
    CHECK(true, {PUSH, {0, 0}}, {PUSH, {1, 1}}, {PUSH, {2, 2}}, {PUSH, {3, 3}}, {PUSH, {4, 4}}, {PUSH, {5, 5}});
    /* Blackhole: four at once, which leave at once, as one store */
    CHECK(true, {FUSED(0), {0, 0}}, {FUSED(4), {1, 0}}, {FUSED(8), {2, 0}}, {FUSED(12), {3, 0}}, {FUSED(16), {4, 1}},
          {FUSED(20), {5, 1}}, {ALU(1, 0), {6, 2}}, {FUSED(28), {7, 3}});
    /* a word at the start of a line of 16 bytes does not join the word before */
    CHECK(true, {FUSED(8), {0, 0}}, {FUSED(12), {1, 0}}, {FUSED(16), {2, 1}}, {FUSED(20), {3, 1}});
}

/* Stores to L1 leave in 1, 6, 11, 16: the fifth has the place of the first from 2 on, the sixth that of the second. */
static void test_stores_to_l1(void **state)
{
    (void)state;
    CHECK(true, {STORE(TILE_L1, 0), {0, 0}}, {STORE(TILE_L1, 64), {1, 1}}, {STORE(TILE_L1, 128), {2, 2}},
          {STORE(TILE_L1, 192), {3, 3}}, {STORE(TILE_L1, 256), {4, 4}}, {STORE(TILE_L1, 320), {7, 7}},
          {STORE(TILE_L1, 384), {12, 12}});
    /* to other memory in 1, 2, 3 ... */
    CHECK(true, {STORE(TILE_LOCAL, 0), {0, 0}}, {STORE(TILE_LOCAL, 64), {1, 1}}, {STORE(TILE_LOCAL, 0), {2, 2}},
          {STORE(TILE_LOCAL, 0), {3, 3}}, {STORE(TILE_LOCAL, 0), {4, 4}}, {STORE(TILE_LOCAL, 0), {5, 5}});
}

/* Neighbours within 16 bytes merge where the core does that: 0, 4 and 8, and not 16. */
static void test_merged_stores(void **state)
{
    const struct tile_step steps[] = {STORE(TILE_L1, 0), STORE(TILE_L1, 4), STORE(TILE_L1, 8), STORE(TILE_L1, 16)};
    struct tile_clock c;

    (void)state;
    tile_clock_start(&c, SFP_BH);
    for (unsigned i = 0; i < 4; i++)
        tile_clock_issue(&c, &steps[i], true);
    assert_int_equal(c.stores[1].left, 1);
    assert_int_equal(c.stores[2].left, 2);
    assert_int_equal(c.stores[3].left, 3);
    assert_int_equal(c.stores[0].left, 8); /* five cycles behind the third */
}

/* Where that is switched off, they leave in 1 and 6, and a fence issues in 7. */
static void test_stores_apart(void **state)
{
    const struct tile_step first = STORE(TILE_L1, 0),
                           second = {.timing = RV_CLASS_STORE, .region = TILE_L1, .address = 4};
    struct tile_clock c;

    (void)state;
    tile_clock_start(&c, SFP_BH);
    tile_clock_issue(&c, &first, true);
    tile_clock_issue(&c, &second, true);
    assert_int_equal(c.last_left, 6);
}

/* Four lines of 16 bytes; the fifth takes the place of the first. */
static void test_cache(void **state)
{
    struct tile_cache c = {.oldest = 0};

    (void)state;
    for (uint32_t line = 0; line < 5; line++)
        tile_cache_fill(&c, 16 * line, 8 + line);
    assert_false(tile_cache_has(&c, 0, 100));
    assert_false(tile_cache_has(&c, 16, 8));
    assert_true(tile_cache_has(&c, 16, 9));
    assert_true(tile_cache_has(&c, 31, 9));
    assert_true(tile_cache_has(&c, 64, 12));
    tile_cache_fill(&c, 20, 50); /* it is there */
    assert_true(tile_cache_has(&c, 16, 49));
    tile_cache_drop(&c, 18);
    assert_false(tile_cache_has(&c, 16, 100));
    assert_true(tile_cache_has(&c, 32, 100));
    tile_cache_flush(&c);
    assert_false(tile_cache_has(&c, 32, 100));
}

/* Four words that find no room fill the queue. */
static void test_full_queue(void **state)
{
    const struct tile_step push = PUSH, add = ALU(1, 0);

    (void)state;
    for (unsigned a = 0; a < 2; a++) {
        struct tile_clock c;
        enum tile_stall because;

        tile_clock_start(&c, arches[a]);
        assert_true(tile_clock_leaves(&c) == TILE_NEVER);
        for (unsigned i = 0; i < 4; i++)
            tile_clock_issue(&c, &push, false);
        assert_true(tile_clock_earliest(&c, &push, &because) == TILE_NEVER);
        assert_int_equal(because, TILE_STALL_FULL);
        /* on Wormhole nothing passes it */
        assert_true(tile_clock_earliest(&c, &add, &because) == (arches[a] == SFP_WH ? TILE_NEVER : 4));
        assert_int_equal(tile_clock_leaves(&c), 1);
        tile_clock_leave(&c, 9);
        assert_int_equal(tile_clock_leaves(&c), 10);
        assert_int_equal(tile_clock_earliest(&c, &push, &because), 10);
        tile_clock_issue(&c, &push, false);
        assert_int_equal(c.stalls[TILE_STALL_FULL], 6); /* 4 to 9 */
    }
}

/* A read that is held lets seven others go on. */
static void test_held_read(void **state)
{
    const struct tile_step reader = ALU(2, 1), other = ALU(3, 0), store = STORE(TILE_LOCAL, 0),
                           load = LOAD(4, TILE_SYNC), elsewhere = LOAD(4, TILE_GPRS), held = HELD(1);

    (void)state;
    for (unsigned a = 0; a < 2; a++) {
        struct tile_clock c;
        enum tile_stall because;

        tile_clock_start(&c, arches[a]);
        tile_clock_issue(&c, &held, true);
        assert_true(tile_clock_earliest(&c, &reader, &because) == TILE_NEVER);
        assert_int_equal(because, TILE_STALL_SYNC);
        assert_true(tile_clock_earliest(&c, &load, &because) == TILE_NEVER);
        assert_int_equal(tile_clock_earliest(&c, &elsewhere, &because), 1);
        for (unsigned i = 0; i < 7; i++)
            tile_clock_issue(&c, &store, true);
        assert_true(tile_clock_earliest(&c, &store, &because) == TILE_NEVER);
        assert_int_equal(because, TILE_STALL_QUEUE);
        assert_true(tile_clock_earliest(&c, &other, &because) == TILE_NEVER);
        tile_clock_answer(&c, 20);
        assert_int_equal(tile_clock_earliest(&c, &reader, &because), 23); /* three cycles, as any load from there */
        /* the read retires in 23, which frees its place; the stores do one by one behind it */
        assert_int_equal(tile_clock_earliest(&c, &store, &because), 23);
        tile_clock_issue(&c, &store, true);
        assert_int_equal(tile_clock_earliest(&c, &store, &because), 24);
    }
}

/*
 * MemoryOrdering.md of the ISA documentation, Mailbox read from the future: a load that waits for the store behind it,
 * six instructions later. On both arches it gets there where each of the six uses the result of the one before. Where
 * one of them does not, the next has missed that: on Wormhole because it is kept until it retires, on Blackhole because
 * two instructions that set the register wait to retire; with one alone, Blackhole hands it on.
 */
static void test_results_behind_a_held_read(void **state)
{
    (void)state;
    CHECK(true, {HELD(2), {0, 0}}, {ALU(3, 4), {1, 1}}, {ALU(3, 3), {2, 2}}, {ALU(3, 3), {3, 3}}, {ALU(3, 3), {4, 4}},
          {ALU(3, 3), {5, 5}}, {ALU(3, 3), {6, 6}}, {STORE_AT(TILE_MAILBOX, 3), {7, 7}}, {ALU(0, 0), {NEVER, NEVER}});
    CHECK(true, {HELD(2), {0, 0}}, {ALU(3, 4), {1, 1}}, {ALU(3, 3), {2, 2}}, {ALU(0, 0), {3, 3}},
          {ALU(3, 3), {NEVER, NEVER}});
    CHECK(true, {HELD(2), {0, 0}}, {ALU(3, 4), {1, 1}}, {ALU(0, 0), {2, 2}}, {ALU(0, 0), {3, 3}},
          {STORE_AT(TILE_MAILBOX, 3), {NEVER, 4}});
}

/* The same behind a load from L1, which is done and retires in 8; those behind it retire in 9, 10, 11 and 12. */
static void test_results_behind_a_load(void **state)
{
    (void)state;
    CHECK(true, {LOAD(1, TILE_L1), {0, 0}}, {ALU(2, 0), {1, 1}}, {ALU(3, 2), {2, 2}}, {ALU(4, 2), {9, 3}});
    /* a load's result comes when it retires */
    CHECK(true, {LOAD(1, TILE_L1), {0, 0}}, {LOAD(2, TILE_LOCAL), {1, 1}}, {ALU(3, 2), {9, 3}});
    /* of two operands the first is missed while the second is waited for, until 9: it is kept until 10 */
    CHECK(true, {LOAD(1, TILE_L1), {0, 0}}, {ALU(2, 0), {1, 1}}, {ALU(3, 0), {2, 2}}, {CALC(4, 3, 2), {10, 3}});
    /* two that set x2: on Blackhole until the first has retired, in 9 */
    CHECK(true, {LOAD(1, TILE_L1), {0, 0}}, {ALU(2, 0), {1, 1}}, {ALU(2, 0), {2, 2}}, {ALU(3, 0), {3, 3}},
          {ALU(4, 2), {10, 9}});
}

/* Behind all that is under way, and before all that follows. Wormhole's fence does nothing, and it has no CSRs. */
static void test_serial(void **state)
{
    (void)state;
    /* the load is done in 2 */
    CHECK(true, {LOAD(1, TILE_LOCAL), {0, 0}}, {CSR(2), {1, 2}}, {ALU(3, 0), {2, 7}});
    /* the stores leave in 1 and 6; the fence is next */
    CHECK(true, {STORE(TILE_L1, 0), {0, 0}}, {STORE(TILE_L1, 64), {1, 1}}, {FENCE, {2, 7}}, {ALU(1, 0), {3, 12}});
    /* an atomic operation waits for the stores, and lets others go on */
    CHECK(true, {STORE(TILE_L1, 0), {0, 0}}, {AMO(2), {2, 2}}, {ALU(1, 0), {3, 3}}, {ALU(3, 2), {14, 14}});
}

/* Cycles in which nothing issues are counted for what came last of all that was waited for. */
static void test_stalls(void **state)
{
    const struct tile_step steps[] = {LOAD(1, TILE_L1), ALU(2, 1), BRANCH(false), MUL(1, 0), ALU(2, 1), ALU(2, 2)};
    struct tile_clock c;

    (void)state;
    tile_clock_start(&c, SFP_BH);
    for (unsigned i = 0; i < sizeof steps / sizeof steps[0]; i++)
        tile_clock_issue(&c, &steps[i], true);
    assert_int_equal(c.issued, 17); /* 0, 8, 9, 14, 16, 17 */
    assert_int_equal(c.stalls[TILE_STALL_LOAD], 7);
    assert_int_equal(c.stalls[TILE_STALL_BRANCH], 4);
    assert_int_equal(c.stalls[TILE_STALL_OPERAND], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers),      cmocka_unit_test(test_divisions),  cmocka_unit_test(test_loads),
        cmocka_unit_test(test_loads_behind_stores),
        cmocka_unit_test(test_words_flow),    cmocka_unit_test(test_stores_to_l1), cmocka_unit_test(test_merged_stores),
        cmocka_unit_test(test_stores_apart), cmocka_unit_test(test_cache),
        cmocka_unit_test(test_full_queue),    cmocka_unit_test(test_held_read),  cmocka_unit_test(test_serial),
        cmocka_unit_test(test_results_behind_a_held_read), cmocka_unit_test(test_results_behind_a_load),
        cmocka_unit_test(test_stalls),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
