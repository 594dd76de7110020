/*
 * Where configuration fields lie: word, lowest bit and width of each on both
 * arches, as the vendor's headers define them (cfg_defines.h; sfpu-frontend(7), Fields).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/config.h"
#include "model/model.h"

enum { NOWHERE = -1 };

static const struct {
    enum sfp_config_field field;
    bool thread; /* ThreadConfig, which SETC16 writes; else Config */
    struct {
        int index, lsb, width;
    } at[2]; /* Wormhole, Blackhole */
} fields[] = {
    {SFP_CFG_STATE_ID, true, {{0, 0, 1}, {0, 0, 1}}},
    {SFP_CFG_MATH_OFFSET, true, {{1, 0, 12}, {1, 0, 12}}},
    {SFP_CFG_ADDR_MOD_BASE, true, {{2, 0, 1}, {NOWHERE, 0, 0}}},
    {SFP_CFG_IMPLIED_SRCA_OFF, true, {{NOWHERE, 0, 0}, {2, 0, 1}}},
    {SFP_CFG_IMPLIED_SRCB_OFF, true, {{NOWHERE, 0, 0}, {3, 0, 1}}},
    {SFP_CFG_DEST_FMT_ENABLE, true, {{NOWHERE, 0, 0}, {4, 0, 1}}},
    {SFP_CFG_DEST_FMT, true, {{NOWHERE, 0, 0}, {4, 1, 4}}},
    {SFP_CFG_KEEP_SRCA, true, {{5, 0, 1}, {7, 0, 1}}},
    {SFP_CFG_KEEP_SRCB, true, {{5, 1, 1}, {7, 1, 1}}},
    {SFP_CFG_FIDELITY_BASE, true, {{6, 0, 2}, {11, 0, 2}}},
    {SFP_CFG_ADDR_MOD_AB, true, {{7, 0, 16}, {12, 0, 16}}},
    {SFP_CFG_ADDR_MOD_DST, true, {{23, 0, 16}, {28, 0, 16}}},
    {SFP_CFG_ADDR_MOD_BIAS, true, {{48, 0, 5}, {47, 0, 5}}},
    {SFP_CFG_STACK_INCR, true, {{NOWHERE, 0, 0}, {36, 0, 10}}},
    {SFP_CFG_FP16A_FORCE, true, {{56, 0, 1}, {55, 0, 1}}},
    {SFP_CFG_TRACK_CONFIG, true, {{NOWHERE, 0, 0}, {56, 0, 1}}},
    {SFP_CFG_TRACK_GPRS, true, {{NOWHERE, 0, 0}, {56, 2, 1}}},
    {SFP_CFG_TRACK_TDMA, true, {{NOWHERE, 0, 0}, {56, 3, 1}}},
    {SFP_CFG_TRACK_WORDS, true, {{NOWHERE, 0, 0}, {56, 4, 1}}},
    {SFP_CFG_SRCA_VAL, false, {{0, 0, 4}, {0, 0, 4}}},
    {SFP_CFG_SRCA_OVERRIDE, false, {{0, 4, 1}, {0, 4, 1}}},
    {SFP_CFG_SRCA, false, {{1, 17, 4}, {1, 17, 4}}},
    {SFP_CFG_SRCB_VAL, false, {{0, 5, 4}, {0, 5, 4}}},
    {SFP_CFG_SRCB_OVERRIDE, false, {{0, 9, 1}, {0, 9, 1}}},
    {SFP_CFG_SRCB, false, {{1, 21, 4}, {1, 21, 4}}},
    {SFP_CFG_FPU_SRND, false, {{1, 0, 1}, {1, 0, 1}}},
    {SFP_CFG_ZERO_FLAG_OFF, false, {{2, 0, 1}, {2, 0, 1}}},
    {SFP_CFG_FP32, false, {{1, 29, 1}, {1, 29, 1}}},
    {SFP_CFG_SFPU_FP32, false, {{1, 30, 1}, {1, 30, 1}}},
    {SFP_CFG_INT8_MATH, false, {{1, 31, 1}, {1, 31, 1}}},
    {SFP_CFG_CORE_DST_NO_SWIZZLE, false, {{NOWHERE, 0, 0}, {3, 19, 1}}},
    {SFP_CFG_CORE_DST_UNSIGNED, false, {{NOWHERE, 0, 0}, {3, 20, 1}}},
    {SFP_CFG_CORE_DST_FMT, false, {{NOWHERE, 0, 0}, {3, 21, 3}}},
    {SFP_CFG_DEST_REGW_BASE, false, {{6, 0, 16}, {6, 0, 16}}},
    {SFP_CFG_DEST_SP_BASE, false, {{NOWHERE, 0, 0}, {7, 0, 16}}},
    {SFP_CFG_SWIZZLE, false, {{NOWHERE, 0, 0}, {220, 0, 1}}},
    {SFP_CFG_REMAP, false, {{NOWHERE, 0, 0}, {220, 1, 1}}},
    {SFP_CFG_ABSOLUTE_TILE, false, {{NOWHERE, 0, 0}, {220, 3, 1}}},
    {SFP_CFG_SCBD_DISABLE, false, {{NOWHERE, 0, 0}, {222, 0, 1}}},
};

static void test_fields(void **state)
{
    (void)state;
    assert_int_equal(sizeof fields / sizeof fields[0], SFP_CONFIG_FIELDS);
    for (size_t i = 0; i < SFP_CONFIG_FIELDS; i++) {
        for (unsigned a = 0; a < 2; a++) {
            const struct sfp_config_place p = sfp_config_place(a ? SFP_BH : SFP_WH, fields[i].field, 0);

            if (fields[i].at[a].index == NOWHERE) {
                assert_int_equal(p.space, SFP_SPACE_NONE);
                continue;
            }
            assert_int_equal(p.space, fields[i].thread ? SFP_SPACE_THREAD : SFP_SPACE_CONFIG);
            assert_int_equal(p.index, fields[i].at[a].index);
            assert_int_equal(p.lsb, fields[i].at[a].lsb);
            assert_int_equal(p.width, fields[i].at[a].width);
        }
    }
}

/* A field is its bits and no others: all ones in it read back as all ones, and leave its neighbours alone. */
static void test_fields_apart(void **state)
{
    (void)state;
    for (unsigned a = 0; a < 2; a++) {
        struct sfp_machine *m = sfp_machine_new(a ? SFP_BH : SFP_WH, sfp_semantics_best());

        assert_non_null(m);
        for (size_t i = 0; i < SFP_CONFIG_FIELDS; i++) {
            const int width = fields[i].at[a].width, index = fields[i].at[a].index, lsb = fields[i].at[a].lsb;
            const uint32_t ones = width ? UINT32_MAX >> (32 - width) : 0;

            if (index == NOWHERE || fields[i].field == SFP_CFG_STATE_ID) { /* which bank is meant */
                if (index == NOWHERE)
                    assert_false(sfp_config_set(&m->s, fields[i].field, 0, 1));
                continue;
            }
            assert_true(sfp_config_set(&m->s, fields[i].field, 0, UINT32_MAX));
            assert_int_equal(sfp_config_get(&m->s, fields[i].field, 0), ones);
            assert_int_equal(fields[i].thread ? m->s.own.thread_config[index] : m->s.config[0][index], ones << lsb);
            assert_true(sfp_config_set(&m->s, fields[i].field, 0, 0));
            assert_int_equal(fields[i].thread ? m->s.own.thread_config[index] : m->s.config[0][index], 0);
        }
        sfp_machine_free(m);
    }
}

static void test_seed(void **state)
{
    (void)state;
    assert_int_equal(sfp_config_shape(SFP_WH)->prng_seed, 164);
    assert_int_equal(sfp_config_shape(SFP_BH)->prng_seed, 186);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fields),
        cmocka_unit_test(test_fields_apart),
        cmocka_unit_test(test_seed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
