/* The modes of include/modes.def against what the sources list, and the tables that name modes against each other. */
#include "isa/modes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/thread_state.h"

/*
 * Modes as sets, bit i for mode i. Documented ones: sfpu-semantics(7), instruction by instruction. Those that the peer
 * takes: the mod column of its operand tables (the modes {0-2,4-6,8-10} of SFPIADD are bits 0x777). 0: no such
 * instruction.
 */
static const struct expected {
    const char *name;
    uint16_t documented[2], gnu[2]; /* Wormhole, Blackhole */
} expected[] = {
    {"sfpload", {0xFFFF, 0xFFFF}, {0xFFFF, 0xCFFF}},
    {"sfploadi", {0x0517, 0x0517}, {0x071F, 0x071F}},
    {"sfpstore", {0xFFFF, 0xFFFF}, {0xFFFF, 0xCFFF}},
    {"sfploadmacro", {0xFFFF, 0xFFFF}, {0xF3FF, 0xF3FF}},
    {"sfplut", {0x1111, 0x1111}, {0x1111, 0x1111}},
    {"sfpmuli", {0x1111, 0x5555}, {0x1111, 0x1111}},
    {"sfpaddi", {0x1111, 0x5555}, {0x1111, 0x1111}},
    {"sfpmad", {0x1111, 0xFFFF}, {0x0001, 0x000F}},
    {"sfpadd", {0x1111, 0xFFFF}, {0x0001, 0x000F}},
    {"sfpmul", {0x1111, 0xFFFF}, {0x0001, 0x000F}},
    {"sfplutfp32", {0xDDDD, 0xDDDD}, {0x44DD, 0x44DD}},
    {"sfpmul24", {0, 0x3333}, {0, 0x3333}},
    {"sfpdivp2", {0x0003, 0x0003}, {0x0003, 0x0003}},
    {"sfpexexp", {0x0F0F, 0x0F0F}, {0x0F0F, 0x0F0F}},
    {"sfpexman", {0x0003, 0x0003}, {0x0003, 0x0003}},
    {"sfpsetexp", {0x0007, 0x0007}, {0x0007, 0x0007}},
    {"sfpsetman", {0x0003, 0x0003}, {0x0003, 0x0003}},
    {"sfpsetsgn", {0x0003, 0x0003}, {0x0003, 0x0003}},
    {"sfpabs", {0x0003, 0x0003}, {0x0003, 0x0003}},
    {"sfparecip", {0, 0x0007}, {0, 0x0007}},
    {"sfpiadd", {0x7777, 0x7777}, {0x0777, 0x0777}},
    {"sfpshft", {0x0003, 0x00AF}, {0x0003, 0x00AF}},
    {"sfplz", {0x5555, 0x5555}, {0x5555, 0x5555}},
    {"sfpsetcc", {0x0157, 0x0157}, {0xFFFF, 0xFFFF}},
    {"sfpencc", {0x0707, 0x0707}, {0x0707, 0x0707}},
    {"sfppushc", {0x0001, 0xFFFF}, {0xFFFF, 0xFFFF}},
    {"sfppopc", {0xFFFF, 0xFFFF}, {0xFFFF, 0xFFFF}},
    {"sfple", {0, 0xFFFF}, {0, 0xFFFF}},
    {"sfpgt", {0, 0xFFFF}, {0, 0xFFFF}},
    {"sfpswap", {0x83FF, 0x83FF}, {0x01FF, 0x01FF}},
    {"sfpshft2", {0x007F, 0x007F}, {0x007F, 0x007F}},
    {"sfpmov", {0x0107, 0x0107}, {0x0107, 0x0107}},
    {"sfpstochrnd", {0xFFFF, 0xFFFF}, {0x30FF, 0x30FF}},
    {"sfpcast", {0x0003, 0x000F}, {0x0003, 0x000F}},
    {"sfpconfig", {0xFFFF, 0xFFFF}, {0xD7FF, 0xD7FF}},
};

static const enum sfp_arch archs[] = {SFP_WH, SFP_BH};

static const struct sfp_insn *row_of(enum sfp_arch arch, const char *name)
{
    struct sfp_index index;

    sfp_index_init(&index, arch);
    return sfp_insn_by_gnu(&index, name, strlen(name));
}

static void test_sets(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        for (size_t a = 0; a < 2; a++) {
            const struct sfp_insn *insn = row_of(archs[a], expected[i].name);
            const struct sfp_operand *mode = insn ? sfp_operand_of(insn, SFP_F_MOD) : NULL;

            assert_int_equal(insn != NULL, expected[i].documented[a] != 0);
            if (!insn)
                continue;
            if (sfp_documented_modes(insn, mode) != expected[i].documented[a] ||
                sfp_gnu_modes(insn, mode) != expected[i].gnu[a])
                fail_msg("%s on %s: documented 0x%04X, GNU 0x%04X", insn->gnu, sfp_arch_name(archs[a]),
                         sfp_documented_modes(insn, mode), sfp_gnu_modes(insn, mode));
        }
    }
}

/* No instruction with modes is missing above. */
static void test_complete(void **state)
{
    (void)state;
    for (size_t i = 0; i < sfp_isa_rows; i++) {
        bool listed = false;

        if (sfp_isa[i].unit == SFP_UNIT_NONE || !sfp_operand_of(&sfp_isa[i], SFP_F_MOD))
            continue;
        for (size_t j = 0; j < sizeof expected / sizeof expected[0]; j++)
            listed |= strcmp(expected[j].name, sfp_isa[i].gnu) == 0;
        if (!listed && sfp_isa[i].id != SFP_I_SFPAND && sfp_isa[i].id != SFP_I_SFPOR)
            fail_msg("%s is not listed", sfp_isa[i].gnu);
    }
}

/* Blackhole's SFPAND and SFPOR have modes 0 and 1; Wormhole's have no mode. */
static void test_logic(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        const char *name = i ? "sfpor" : "sfpand";
        const struct sfp_insn *bh = row_of(SFP_BH, name);

        assert_null(sfp_operand_of(row_of(SFP_WH, name), SFP_F_MOD));
        assert_int_equal(sfp_documented_modes(bh, sfp_operand_of(bh, SFP_F_MOD)), 3);
    }
}

#define RESOURCE(resource) (UINT32_C(1) << SFP_R_##resource)

/* What single modes read and write: sfpu-semantics(7), by instruction. */
static void test_uses(void **state)
{
    static const struct {
        const char *name;
        enum sfp_arch arch;
        unsigned mode;
        uint32_t reads, writes; /* beyond flags and LaneConfig */
    } uses[] = {
        {"sfpcast", SFP_WH, 0, RESOURCE(VC), RESOURCE(VD)},
        {"sfpcast", SFP_WH, 1, RESOURCE(VC) | RESOURCE(PRNG), RESOURCE(VD) | RESOURCE(PRNG)},
        {"sfpcast", SFP_WH, 3, RESOURCE(VC) | RESOURCE(PRNG), RESOURCE(VD) | RESOURCE(PRNG)}, /* bit 0 only counts */
        {"sfpcast", SFP_BH, 3, RESOURCE(VC), RESOURCE(VD)},
        {"sfpshft2", SFP_WH, 1, RESOURCE(L0_L3), RESOURCE(L0_L3)},
        {"sfpshft2", SFP_BH, 2, RESOURCE(L1_L3) | RESOURCE(VC), RESOURCE(L0_L3) | RESOURCE(LATCH)},
        {"sfpshft2", SFP_BH, 5, RESOURCE(VB) | RESOURCE(VC), RESOURCE(VD)},
        {"sfpshft2", SFP_BH, 7, 0, 0},
        {"sfpstochrnd", SFP_BH, 4, RESOURCE(VB) | RESOURCE(VC) | RESOURCE(PRNG), RESOURCE(VD) | RESOURCE(PRNG)},
        {"sfpstochrnd", SFP_BH, 12, RESOURCE(VC) | RESOURCE(PRNG), RESOURCE(VD) | RESOURCE(PRNG)},
        {"sfpload", SFP_BH, 14, RESOURCE(RWC) | RESOURCE(CONFIG) | RESOURCE(DST) | RESOURCE(VD),
         RESOURCE(VD) | RESOURCE(RWC)},
        {"sfpload", SFP_BH, 6, RESOURCE(RWC) | RESOURCE(CONFIG) | RESOURCE(DST), RESOURCE(VD) | RESOURCE(RWC)},
        /* Predication: SFPCOMPC looks at the stack, and changes flags alone; SFPPUSHC those in modes 13 to 15 only. */
        {"sfpsetcc", SFP_WH, 0, RESOURCE(VC), RESOURCE(FLAGS)}, {"sfpsetcc", SFP_BH, 6, RESOURCE(VC), RESOURCE(FLAGS)},
        {"sfpsetcc", SFP_WH, 1, 0, RESOURCE(FLAGS)}, {"sfpsetcc", SFP_WH, 8, 0, RESOURCE(FLAGS)},
        {"sfpencc", SFP_WH, 2, 0, RESOURCE(FLAGS)}, {"sfpcompc", SFP_WH, 0, RESOURCE(STACK), RESOURCE(FLAGS)},
        {"sfppushc", SFP_WH, 0, RESOURCE(STACK), RESOURCE(STACK)},
        {"sfppushc", SFP_BH, 12, RESOURCE(STACK), RESOURCE(STACK)},
        {"sfppushc", SFP_BH, 13, RESOURCE(STACK), RESOURCE(STACK) | RESOURCE(FLAGS)},
        {"sfppopc", SFP_WH, 0, RESOURCE(STACK), RESOURCE(STACK) | RESOURCE(FLAGS)},
        {"sfpiadd", SFP_WH, 0, RESOURCE(VC) | RESOURCE(B), RESOURCE(VD) | RESOURCE(FLAGS)},
        {"sfpiadd", SFP_WH, 9, RESOURCE(VC), RESOURCE(VD) | RESOURCE(FLAGS)},
        {"sfpiadd", SFP_WH, 4, RESOURCE(VC) | RESOURCE(B), RESOURCE(VD)},
        {"sfpiadd", SFP_WH, 5, RESOURCE(VC), RESOURCE(VD)},
        {"sfpexexp", SFP_WH, 1, RESOURCE(VC), RESOURCE(VD)},
        {"sfpexexp", SFP_WH, 2, RESOURCE(VC), RESOURCE(VD) | RESOURCE(FLAGS)},
        {"sfplz", SFP_BH, 0, RESOURCE(VC), RESOURCE(VD)},
        {"sfplz", SFP_BH, 10, RESOURCE(VC), RESOURCE(VD) | RESOURCE(FLAGS)},
        {"sfpgt", SFP_BH, 1, RESOURCE(VC) | RESOURCE(B), RESOURCE(FLAGS)},
        {"sfple", SFP_BH, 2, RESOURCE(VC) | RESOURCE(B) | RESOURCE(STACK), RESOURCE(STACK)},
        {"sfpgt", SFP_BH, 8, RESOURCE(VC) | RESOURCE(B), RESOURCE(VD)},
        /* Registers that L7 names; halves, which keep the other one; tables; all of them. */
        {"sfpmad", SFP_WH, 0, RESOURCE(VA) | RESOURCE(VB) | RESOURCE(VC), RESOURCE(VD)},
        {"sfpmad", SFP_WH, 4, RESOURCE(VB) | RESOURCE(VC) | RESOURCE(L7) | RESOURCE(ANY), RESOURCE(VD)},
        {"sfpmad", SFP_BH, 8, RESOURCE(VA) | RESOURCE(VB) | RESOURCE(VC) | RESOURCE(L7), RESOURCE(ANY)},
        {"sfpmuli", SFP_WH, 0, RESOURCE(VC), RESOURCE(VD)}, {"sfpaddi", SFP_BH, 0, RESOURCE(VC), RESOURCE(VD)},
        {"sfploadi", SFP_WH, 0, 0, RESOURCE(VD)}, {"sfploadi", SFP_WH, 8, RESOURCE(VD), RESOURCE(VD)},
        {"sfploadi", SFP_BH, 10, RESOURCE(VD), RESOURCE(VD)},
        {"sfpswap", SFP_WH, 1, RESOURCE(VC) | RESOURCE(B), RESOURCE(VC) | RESOURCE(B)},
        {"sfptransp", SFP_BH, 0, RESOURCE(L0_L7), RESOURCE(L0_L7)},
        {"sfplut", SFP_WH, 4, RESOURCE(L0_L3), RESOURCE(VD)},
        {"sfplutfp32", SFP_BH, 0, RESOURCE(L0_L3) | RESOURCE(L4_L6), RESOURCE(VD)},
        {"sfpstore", SFP_WH, 0, RESOURCE(VD) | RESOURCE(RWC) | RESOURCE(CONFIG), RESOURCE(DST) | RESOURCE(RWC)},
        {"sfpshft", SFP_WH, 0, RESOURCE(VC) | RESOURCE(B), RESOURCE(VD)},
        {"sfpshft", SFP_WH, 1, RESOURCE(B), RESOURCE(VD)},
        {"sfpsetexp", SFP_WH, 0, RESOURCE(VC) | RESOURCE(B), RESOURCE(VD)},
        {"sfpsetexp", SFP_WH, 1, RESOURCE(VC), RESOURCE(VD)}, {"sfpnop", SFP_WH, 0, 0, 0},
    };
    const uint32_t everyone = RESOURCE(FLAGS) | RESOURCE(LANE_CONFIG);

    (void)state;
    for (size_t i = 0; i < sizeof uses / sizeof uses[0]; i++) {
        const struct sfp_insn *insn = row_of(uses[i].arch, uses[i].name);

        assert_int_equal(sfp_resources_read(insn, uses[i].mode, 0) & ~everyone, uses[i].reads);
        assert_int_equal(sfp_resources_written(insn, uses[i].mode, 0), uses[i].writes);
    }
}

/* Sets of formats: sfpu-dst(7), Loads and Stores. 32-bit cells: FP32, INT32, INT32_ALL and INT32_SM, 1 << 3 | 1 << 4 |
 * 1 << 10 | 1 << 12; stores of HI16 and LO16 too, 1 << 7 | 1 << 9. Halves: UINT16, HI16, LO16, LO16_ONLY, HI16_ONLY. */
static void test_formats(void **state)
{
    (void)state;
    assert_int_equal(SFP_WIDE_LOADS, 0x1418);
    assert_int_equal(SFP_RAW_STORES, 0x0280);
    assert_int_equal(SFP_WIDE_STORES, 0x1698);
    assert_int_equal(SFP_HALF_LOADS, 0xC2C0);
}

/* Variants of a format have the widths of the row they vary, which the sets go by. */
static void test_format_variants(void **state)
{
    enum { COUNT = SFP_MODES };
    int widths[COUNT] = {0};

    (void)state;
#define FORMAT(arch, value, name, loads, stores, ...) widths[value] = SFP_WIDTH_##loads << 4 | SFP_WIDTH_##stores;
#include "modes.def"
#define FORMAT_VARIANT(arch, value, name, loads, stores, ...) \
    assert_int_equal(widths[value], SFP_WIDTH_##loads << 4 | SFP_WIDTH_##stores);
#include "modes.def"
}

/* The text of an option; NULL: it does nothing. */
static const char *option_of(enum sfp_id id, unsigned bit, const char *insn, const char *name)
{
    for (size_t i = 0; i < sfp_isa_rows; i++) {
        const struct sfp_mode_part *part;

        if (sfp_isa[i].id != id)
            continue;
        part = sfp_mode_part_of(&sfp_isa[i], bit);
        assert_string_equal(part ? part->insn : "", insn);
        assert_string_equal(part ? part->name : "", name);
        return part ? part->text : NULL;
    }
    fail_msg("no such instruction");
    return NULL;
}

/* Options have a text, their own or another instruction's: all but bit 2 of SFPMULI and SFPADDI, which have no VA. */
static void test_options(void **state)
{
    (void)state;
    for (size_t i = 0; i < sfp_isa_rows && sfp_isa[i].unit != SFP_UNIT_NONE; i++)
        for (unsigned bit = 1; bit < SFP_MODES; bit <<= 1) {
            const bool nothing = (sfp_isa[i].id == SFP_I_SFPMULI || sfp_isa[i].id == SFP_I_SFPADDI) && bit == 4;
            const struct sfp_mode_part *part = sfp_mode_part_of(&sfp_isa[i], bit);

            if (sfp_mode_options(&sfp_isa[i], sfp_first_arch(sfp_isa[i].arch), bit))
                assert_true(nothing ? !part : part && part->text);
        }
    assert_string_equal(option_of(SFP_I_SFPLE, 1, "SFPLE", "SET_CC"), "flags = the answer");
    assert_string_equal(option_of(SFP_I_SFPMUL, 2, "SFPMAD", "NEGATE_VC"), "VC is read with its sign flipped");
    assert_string_equal(option_of(SFP_I_SFPMULI, 2, "SFPMULI", "NEGATE"), "VD is read with its sign flipped");
    assert_null(option_of(SFP_I_SFPMULI, 4, "", ""));
    assert_null(option_of(SFP_I_SFPIADD, 1, "SFPIADD", "ARG_IMM")); /* its modes say it */
}

/* The bits of LaneConfig are 18, one behind the other. */
static void test_lane_config(void **state)
{
    unsigned next = 0;

    (void)state;
#define FOLLOWS(lsb, width) \
    do { \
        assert_int_equal(lsb, next); \
        next += (width); \
    } while (0);
#define LANE_CONFIG(id, name, lsb, width, effect) FOLLOWS(lsb, width)
#define LANE_CONFIG_UNNAMED(id, lsb, width, effect) FOLLOWS(lsb, width)
#include "lane_config.def"
    assert_int_equal(next, 18);
    assert_int_equal(SFP_LC_BITS, 0x3FFFF);
    assert_int_equal(SFP_LC_ROW_MASK, 0xF000);
    assert_int_equal(SFP_LC_ROW_MASK_LSB, 12);
    assert_int_equal(SFP_LC_WR_COL_EXCHANGE, 0x80);
    assert_int_equal(SFP_LC_L0_ONLY, 0x30000);
}

static const struct {
    const char *name;
    unsigned value;
} modes[] = {
#define MODE(id, arch, value, name, ...) {#id "_MOD_" #name, value},
#define PART(id, bit, name, ...) {#id "_MOD_" #name, bit},
#include "modes.def"
};

/* The value of a mode that is named as a constant of the vendor's is, SFPCAST_MOD1_INT32_ABS say; -1: there is none. */
static int mode_named(const char *constant)
{
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        const size_t prefix = (size_t)(strstr(modes[i].name, "_MOD_") - modes[i].name) + strlen("_MOD");

        if (strncmp(constant, modes[i].name, prefix) == 0 && constant[prefix] != '\0' &&
            strcmp(constant + prefix + 1, modes[i].name + prefix) == 0)
            return (int)modes[i].value;
    }
    return -1;
}

/* The constants that sources use are another list, with the vendor's names: where both have a name, they agree. */
static void test_constants(void **state)
{
    static const struct {
        const char *name;
        int value;
    } constants[] = {
#define CONSTANT(type, name, value, archs) {type[0] ? "" : name, (int)(value)},
#define ENUMERATOR(...)
#define SCOPED(...)
#define DUBIOUS(...)
#include "constants.def"
#undef CONSTANT
#undef ENUMERATOR
#undef SCOPED
#undef DUBIOUS
    };
    unsigned found = 0;

    (void)state;
    for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++) {
        const int value = mode_named(constants[i].name);

        if (value < 0)
            continue;
        if (value != constants[i].value)
            fail_msg("%s is %d, and %d as a mode", constants[i].name, constants[i].value, value);
        found++;
    }
    assert_in_range(found, 50, 200);
}

/* SfpuType is an enumeration that numbers itself, alike on both arches: 112 names in its order, and 38 of tt-metal. */
static void test_operations(void **state)
{
    static const struct {
        const char *type;
        int value, archs;
    } constants[] = {
#define CONSTANT(...)
#define ENUMERATOR(...)
#define SCOPED(type, name, value, archs) {type, value, archs},
#define DUBIOUS(...)
#include "constants.def"
    };
    int next = 0;

    (void)state;
    for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++) {
        if (strcmp(constants[i].type, "SfpuType") != 0)
            continue;
        assert_int_equal(constants[i].value, next++);
        assert_int_equal(constants[i].archs, SFP_BOTH);
    }
    assert_int_equal(next, 112 + 38);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sets),      cmocka_unit_test(test_complete), cmocka_unit_test(test_logic),
        cmocka_unit_test(test_uses),      cmocka_unit_test(test_formats),  cmocka_unit_test(test_format_variants),
        cmocka_unit_test(test_constants), cmocka_unit_test(test_operations),
        cmocka_unit_test(test_options),   cmocka_unit_test(test_lane_config),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
