/*
 * The host's floating-point modes are the caller's: runs compute in their own and give them back with the flags, and an
 * executor leaves them as they were.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fenv.h>

#include "model/model.h"
#include "time/pipeline.h"

enum { MAX_LEVELS = 4, SUM = 0, CAST = 1, PRODUCT = 2, PLUS = 3 };

static const int roundings[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
enum { ROUNDINGS = sizeof roundings / sizeof roundings[0] };

static const uint32_t program[] = {
    0x84045600, /* sfpmad L0, L4, L5, L6, 0 */
    0x90000710, /* sfpcast L1, L7, 0 */
    0x86045920, /* sfpmul L2, L4, L5, L9, 0 */
    0x850A5630, /* sfpadd L3, L10, L5, L6, 0 */
    0x8F000000, /* sfpnop: the last result lands */
};
enum { WORDS = sizeof program / sizeof program[0] };

/*
 * Every result lies between two floats. 0x3F800001 = 1 + 2^-23, 0x3F800003 = 1 + 3 * 2^-23, 0x33C00001 = 0.75 * 2^-23
 * and a little.
 *   L4 * L5      = 1 + 4 * 2^-23 + 3 * 2^-46: rounds down to 0x3F800004
 *   L5 + L6      = 1 + 3.75 * 2^-23 and a little: rounds up to 0x3F800004
 *   L4 * L5 + L6 = 1 + 4.75 * 2^-23 and a little: rounds up to 0x3F800005
 *   float(L7)    = 0x1000003 = 2^24 + 3, a tie between 2^24 + 2 and 2^24 + 4: the even one is 0x4B800002
 */
static void set_operands(struct sfp_machine *m)
{
    for (unsigned l = 0; l < SFP_LANES; l++) {
        m->s.lreg[4][l] = 0x3F800001;
        m->s.lreg[5][l] = 0x3F800003;
        m->s.lreg[6][l] = 0x33C00001;
        m->s.lreg[7][l] = 0x01000003;
    }
}

static void assert_results(const struct sfp_machine *m)
{
    for (unsigned l = 0; l < SFP_LANES; l++) {
        assert_int_equal(m->s.lreg[SUM][l], 0x3F800005);
        assert_int_equal(m->s.lreg[CAST][l], 0x4B800002);
        assert_int_equal(m->s.lreg[PRODUCT][l], 0x3F800004);
        assert_int_equal(m->s.lreg[PLUS][l], 0x3F800004);
    }
}

/* Executors need rounding to nearest, but keep the rest of the caller's modes. */
static void run_executors(struct sfp_machine *m)
{
    struct sfp_op op;

    for (unsigned i = 0; i < WORDS; i++) {
        sfp_decode(m, program[i], i, &op);
        op.exec(m, &op);
    }
}

static void run_untimed(struct sfp_machine *m)
{
    const struct sfp_run_options options = {.repeat = 1};
    struct sfp_run_result result;

    sfp_run_untimed(m, program, WORDS, &options, &result);
}

static void run_timed(struct sfp_machine *m)
{
    const struct sfp_timing_options options = {.run.repeat = 1};
    struct sfp_timing_result result;

    sfp_run_timed(m, program, WORDS, &options, &result);
}

/* At every level and on both arches; modes and flags are the same after as before. */
static void check(void (*run)(struct sfp_machine *m), int rounding, int flags_kept)
{
    static const enum sfp_arch arches[] = {SFP_WH, SFP_BH};
    const struct sfp_semantics *level[MAX_LEVELS] = {NULL};

    sfp_semantics_list(level);
    for (unsigned i = 0; i < 2 * MAX_LEVELS; i++) {
        struct sfp_machine *m = level[i / 2] ? sfp_machine_new(arches[i % 2], level[i / 2]) : NULL;
        int after, flags;

        if (!m)
            break;
        set_operands(m);
        fesetround(rounding);
        feclearexcept(FE_ALL_EXCEPT);
        feraiseexcept(FE_DIVBYZERO);
        run(m);
        after = fegetround();
        flags = fetestexcept(flags_kept);
        fesetround(FE_TONEAREST);
        assert_results(m);
        sfp_machine_free(m);
        assert_int_equal(after, rounding);
        assert_int_equal(flags, FE_DIVBYZERO);
    }
}

static void executors(void **state)
{
    (void)state;
    check(run_executors, FE_TONEAREST, FE_DIVBYZERO);
}

static void untimed(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ROUNDINGS; i++)
        check(run_untimed, roundings[i], FE_ALL_EXCEPT);
}

static void timed(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ROUNDINGS; i++)
        check(run_timed, roundings[i], FE_ALL_EXCEPT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(executors),
        cmocka_unit_test(untimed),
        cmocka_unit_test(timed),
    };

    return cmocka_run_group_tests_name("the host's floating-point modes", tests, NULL, NULL);
}
