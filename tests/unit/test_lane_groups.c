/*
 * SFPLOADMACRO where the macro configuration differs between lanes, so that
 * several groups of lanes execute different items on one sub-unit in one cycle,
 * and instructions that only some lanes take for a template. By hand from sfpu-timing(7), SFPLOADMACRO, and
 * sfpu-semantics(7), Template loads.
 *
 * At the start L0..L7 = 1.0..8.0 in all lanes, and row r of Dst holds the 16-bit
 * integer r, so that a UINT16 load of address 4 gives lane l the integer 4 + l / 8.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "reference/slow_pipeline.h"

enum { T0 = 4, MAD_SLOT = 8, ROUND_SLOT = 16, DISABLE_BACKDOOR = 2 };

static const char *const load_l0 = "sfploadmacro 0,L0,4,6,0";
static const uint32_t floats[8] = {0x3F800000, 0x40000000, 0x40400000, 0x40800000,
                                   0x40A00000, 0x40C00000, 0x40E00000, 0x41000000};

static uint32_t loaded(unsigned l)
{
    return 4 + l / 8;
}

/* Starts a machine whose sequence 0 executes template 0 on the sub-unit at `slot` in the next cycle. */
static void start(struct watched *w, enum sfp_arch arch, unsigned slot)
{
    watched_start(w, arch);
    for (unsigned l = 0; l < SFP_LANES; l++)
        w->m->s.macro_sequence[0][l] = (uint32_t)T0 << slot;
}

static void run_diverging(struct watched *w, const uint32_t template[4])
{
    for (unsigned l = 0; l < SFP_LANES; l++)
        w->m->s.macro_template[0][l] = template[l / 8];
    sfp_state_refresh(&w->m->s);
    watched_run(w, load_l0);
    assert_non_null(strstr(w->findings, "macro-diverges 0"));
}

/*
 * Each row of lanes exchanges L0, the loaded integer, with another register: mode 1 gives that the smaller one, and
 * integers this small are denormals, below 3.0 and more.
 */
static void test_swaps_of_groups(void **state)
{
    static const uint32_t swap_with[4] = {0x92000021, 0x92000031, 0x92000041, 0x92000051};

    (void)state;
    for (unsigned arch = SFP_WH; arch <= SFP_BH; arch++) {
        struct watched w;

        start(&w, (enum sfp_arch)arch, 0);
        run_diverging(&w, swap_with);
        assert_int_equal(w.result.cycles, 3);
        for (unsigned l = 0; l < SFP_LANES; l++) {
            for (unsigned reg = 1; reg < 8; reg++)
                assert_int_equal(w.m->s.lreg[reg][l], reg == 2 + l / 8 ? loaded(l) : floats[reg]);
            assert_int_equal(w.m->s.lreg[0][l], floats[2 + l / 8]);
        }
        watched_end(&w);
    }
}

/* The same with a template for each lane, which differ in a field that SFPSWAP does not look at. The SFPMOV reads L2 in the
 * cycle in which the exchange is done: still the old one. */
static void test_swaps_of_lanes(void **state)
{
    enum { IMM_LSB = 12 };

    (void)state;
    for (unsigned arch = SFP_WH; arch <= SFP_BH; arch++) {
        struct watched w;

        start(&w, (enum sfp_arch)arch, 0);
        for (unsigned l = 0; l < SFP_LANES; l++)
            w.m->s.macro_template[0][l] = (0x92000021 + l / 8 * 0x10) | l << IMM_LSB;
        sfp_state_refresh(&w.m->s);
        watched_run(&w, "sfploadmacro 0,L0,4,6,0\n sfpnop\n sfpmov L7,L2,0");
        for (unsigned l = 0; l < SFP_LANES; l++) {
            for (unsigned reg = 1; reg < 7; reg++)
                assert_int_equal(w.m->s.lreg[reg][l], reg == 2 + l / 8 ? loaded(l) : floats[reg]);
            assert_int_equal(w.m->s.lreg[0][l], floats[2 + l / 8]);
            assert_int_equal(w.m->s.lreg[7][l], floats[2]);
        }
        watched_end(&w);
    }
}

/* SFPIADD of 100 in all lanes but the first, or but the last, where it is of 200. */
static void test_lone_lanes(void **state)
{
    (void)state;
    for (unsigned lone = 0; lone < SFP_LANES; lone += SFP_LANES - 1) {
        struct watched w;

        start(&w, SFP_WH, 0);
        for (unsigned l = 0; l < SFP_LANES; l++)
            w.m->s.macro_template[0][l] = l == lone ? 0x790C8005 : 0x79064005;
        sfp_state_refresh(&w.m->s);
        watched_run(&w, load_l0);
        assert_non_null(strstr(w.findings, "macro-diverges 0"));
        for (unsigned l = 0; l < SFP_LANES; l++)
            assert_int_equal(w.m->s.lreg[0][l], loaded(l) + (l == lone ? 200 : 100));
        watched_end(&w);
    }
}

/* Two groups exchange, two add: the exchange is over a cycle later, and each keeps to its own lanes. */
static void test_swap_beside_another(void **state)
{
    static const uint32_t swap_or_add[4] = {0x79064005, 0x92000021, 0x79064005, 0x92000031}; /* SFPIADD VC + 100 */

    (void)state;
    for (unsigned arch = SFP_WH; arch <= SFP_BH; arch++) {
        struct watched w;

        start(&w, (enum sfp_arch)arch, 0);
        run_diverging(&w, swap_or_add);
        for (unsigned l = 0; l < SFP_LANES; l++) {
            const unsigned row = l / 8;

            assert_int_equal(w.m->s.lreg[0][l], row == 1 ? floats[2] : row == 3 ? floats[3] : loaded(l) + 100);
            assert_int_equal(w.m->s.lreg[2][l], row == 1 ? loaded(l) : floats[2]);
            assert_int_equal(w.m->s.lreg[3][l], row == 3 ? loaded(l) : floats[3]);
        }
        watched_end(&w);
    }
}

/* Multiply-adds of groups: L0 = Lx * Ly + loaded, the last a denormal that counts as 0: 3*4, 4*5, 5*6, 6*7. */
static void test_multiply_adds_of_groups(void **state)
{
    static const uint32_t mads[4] = {0x84023400 | 0 << 8, 0x84034000, 0x84045000, 0x84056000};
    static const float products[4] = {12, 20, 30, 42};

    (void)state;
    for (unsigned arch = SFP_WH; arch <= SFP_BH; arch++) {
        struct watched w;

        start(&w, (enum sfp_arch)arch, MAD_SLOT);
        run_diverging(&w, mads);
        assert_int_equal(w.result.cycles, 3);
        for (unsigned l = 0; l < SFP_LANES; l++) {
            uint32_t bits;

            memcpy(&bits, &products[l / 8], sizeof bits);
            assert_int_equal(w.m->s.lreg[0][l], bits);
        }
        watched_end(&w);
    }
}

/* SFPSETCC of groups, of the loaded integers 4 to 7: rows 0 to 3 ask for != 0, == 0, >= 0 and < 0, and each has its own
 * answer. All lanes had their flag set, and are enabled by it. */
static void test_flags_of_groups(void **state)
{
    static const uint32_t conditions[4] = {0x7B000002, 0x7B000006, 0x7B000004, 0x7B000000};

    (void)state;
    for (unsigned arch = SFP_WH; arch <= SFP_BH; arch++) {
        struct watched w;

        start(&w, (enum sfp_arch)arch, 0);
        w.m->s.use_flags = w.m->s.flags = UINT32_MAX;
        run_diverging(&w, conditions);
        assert_int_equal(w.m->s.flags, 0x00FF00FF);
        assert_int_equal(w.m->s.use_flags, UINT32_MAX);
        watched_end(&w);
    }
}

/* SFPSHFT2 mode 3 rotates each row of eight lanes by one, lane 7's value to lane 0; in two of the four rows only. */
static void test_rotations_of_groups(void **state)
{
    static const uint32_t rotate = 0x94000003, nop = 0x8F000000;

    (void)state;
    for (unsigned arch = SFP_WH; arch <= SFP_BH; arch++) {
        for (unsigned still = 0; still < 2; still++) { /* rows 0 and 2 stay, or 1 and 3 */
            const uint32_t template[4] = {still ? rotate : nop, still ? nop : rotate, still ? rotate : nop,
                                          still ? nop : rotate};
            struct watched w;

            start(&w, (enum sfp_arch)arch, ROUND_SLOT);
            for (unsigned l = 0; l < SFP_LANES; l++)
                w.m->s.dst[4 + l / 8][2 * (l % 8)] = (uint16_t)l;
            run_diverging(&w, template);
            assert_int_equal(w.result.cycles, 3);
            for (unsigned l = 0; l < SFP_LANES; l++)
                assert_int_equal(w.m->s.lreg[0][l], l / 8 % 2 == still ? l : l - l % 8 + (l + 7) % 8);
            watched_end(&w);
        }
    }
}

/* Of a multiply-add sub-unit, only two rows: the others have SFPNOP there, and keep what was loaded. */
static void test_multiply_adds_of_some_groups(void **state)
{
    static const uint32_t mad_or_nop[4] = {0x8F000000, 0x84034000, 0x8F000000, 0x84056000};
    static const uint32_t products[4] = {4, 0x41A00000, 6, 0x42280000}; /* loaded, 4*5 = 20.0, loaded, 6*7 = 42.0 */

    (void)state;
    for (unsigned arch = SFP_WH; arch <= SFP_BH; arch++) {
        struct watched w;

        start(&w, (enum sfp_arch)arch, MAD_SLOT);
        run_diverging(&w, mad_or_nop);
        for (unsigned l = 0; l < SFP_LANES; l++)
            assert_int_equal(w.m->s.lreg[0][l], products[l / 8]);
        watched_end(&w);
    }
}

/* ---- What observers hear ---- */

enum { MOST = 16 };

struct heard {
    uint64_t started[MOST], completed[MOST]; /* cycles, by id; 0: not heard of, since a load comes first */
    unsigned latency[MOST];
    unsigned starts;
    uint32_t lanes; /* of all that started */
};

static void hear(void *context, const struct sfp_event *event)
{
    struct heard *h = context;

    if (event->kind == SFP_EVENT_EXEC && event->cycle > 0) {
        assert_true(event->id < MOST && !h->started[event->id]);
        h->started[event->id] = event->cycle;
        h->latency[event->id] = event->latency;
        h->starts++;
        assert_int_equal(__builtin_popcount(event->lanes), SFP_LANES / 4);
        h->lanes |= event->lanes;
    } else if (event->kind == SFP_EVENT_COMPLETE && event->cycle > 0) {
        assert_true(event->id < MOST && !h->completed[event->id]);
        h->completed[event->id] = event->cycle;
    }
}

/* Each group's item completes once, in the cycle in which it starts or, of two cycles, in the next; SFPNOP does too. */
static void test_each_group_completes(void **state)
{
    static const struct {
        unsigned slot;
        uint32_t template[4];
    } items[] = {
        {0, {0x79064005, 0x92000021, 0x79064006, 0x92000031}},          /* SFPIADD, SFPSWAP */
        {0, {0x79064005, 0x79064006, 0x7906400A, 0x8F000000}},
        {MAD_SLOT, {0x84023400, 0x84034000, 0x8F000000, 0x84056000}},   /* SFPMAD */
        {MAD_SLOT, {0x8F000000, 0x84034000, 0x84045000, 0x84056000}},
        {ROUND_SLOT, {0x94000003, 0x8E000001, 0x94000013, 0x8F000000}}, /* SFPSHFT2, SFPSTOCHRND */
    };
    static const uint32_t word = 0x93060004; /* load_l0 */

    (void)state;
    for (size_t i = 0; i < 2 * sizeof items / sizeof items[0]; i++) {
        struct heard h = {0};
        struct sfp_observer observer = {.event = hear, .context = &h};
        struct watched w;

        start(&w, i % 2 ? SFP_WH : SFP_BH, items[i / 2].slot);
        for (unsigned l = 0; l < SFP_LANES; l++)
            w.m->s.macro_template[0][l] = items[i / 2].template[l / 8];
        sfp_state_refresh(&w.m->s);
        w.options.observers = &observer;
        sfp_run_timed(w.m, &word, 1, &w.options, &w.result);
        assert_int_equal(h.starts, 4);
        assert_int_equal(h.lanes, UINT32_MAX); /* a quarter each */
        for (unsigned id = 0; id < MOST; id++)
            assert_int_equal(h.completed[id], h.started[id] ? h.started[id] + h.latency[id] - 1 : 0);
        watched_end(&w);
    }
}

/* ---- DISABLE_BACKDOOR_LOAD in some lanes only ---- */

/* SFPSWAP of L1 with L12 in mode 0: upper lanes exchange, as far as L12 can be written; the others take a template. */
static void test_swap_captured_in_part(void **state)
{
    (void)state;
    for (unsigned arch = SFP_WH; arch <= SFP_BH; arch++) {
        struct watched w;

        watched_start(&w, (enum sfp_arch)arch);
        for (unsigned l = 0; l < SFP_LANES; l++) {
            w.m->s.lane_config[l] = l < 16 ? 0 : DISABLE_BACKDOOR;
            w.m->s.lreg[12][l] = 0xC0C0;
        }
        sfp_state_refresh(&w.m->s);
        watched_run(&w, ".ttinsn 0x920001C0");
        assert_string_equal(w.findings, "backdoor-diverges 0");
        for (unsigned l = 0; l < SFP_LANES; l++) {
            assert_int_equal(w.m->s.macro_template[0][l], l < 16 ? 0x920001C0 : 0);
            assert_int_equal(w.m->s.lreg[1][l], l < 16 ? floats[1] : 0xC0C0);
            assert_int_equal(w.m->s.lreg[12][l], 0xC0C0);
        }
        watched_end(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_swaps_of_groups),
        cmocka_unit_test(test_swaps_of_lanes),
        cmocka_unit_test(test_lone_lanes),
        cmocka_unit_test(test_swap_beside_another),
        cmocka_unit_test(test_multiply_adds_of_groups),
        cmocka_unit_test(test_flags_of_groups),
        cmocka_unit_test(test_rotations_of_groups),
        cmocka_unit_test(test_multiply_adds_of_some_groups),
        cmocka_unit_test(test_each_group_completes),
        cmocka_unit_test(test_swap_captured_in_part),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
