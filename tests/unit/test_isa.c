/* The instruction table is sound: what every layer takes for granted about a row holds for all rows. */
#include "isa/matrix_time.h"
#include "isa/modes.h"
#include "isa/vector_unit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { ALL_BITS = 0xFFFFFF };

static const enum sfp_arch archs[] = {SFP_WH, SFP_BH};

/* Calls `check` on each row of each arch. */
static void each_row(void (*check)(const struct sfp_insn *insn, enum sfp_arch arch))
{
    for (size_t a = 0; a < 2; a++)
        for (size_t i = 0; i < sfp_isa_rows; i++)
            if (sfp_isa[i].arch & archs[a])
                check(&sfp_isa[i], archs[a]);
}

#define ROW_ASSERT(condition) \
    do { \
        if (!(condition)) \
            fail_msg("%s on %s: %s", insn->gnu, sfp_arch_name(arch), #condition); \
    } while (0)

/* The bits of a list of operands; none may be in two, unless the later one says so. */
static uint32_t bits_of(const struct sfp_operand *list, const struct sfp_insn *insn, enum sfp_arch arch)
{
    uint32_t seen = 0;

    for (const struct sfp_operand *o = list; !sfp_operand_end(o); o++) {
        const uint32_t mask = sfp_operand_mask(o);

        ROW_ASSERT(o->lsb + o->width <= SFP_FIELD_BITS);
        ROW_ASSERT(o->unused >> o->width == 0);
        ROW_ASSERT(o->shared == ((seen & mask) != 0));
        seen |= mask;
    }
    return seen;
}

static void check_bits(const struct sfp_insn *insn, enum sfp_arch arch)
{
    const uint32_t named = bits_of(insn->ops, insn, arch);
    uint32_t marked = 0;

    /* A bit is an operand's, or reserved: by an operand that says so, or because no operand names it. */
    for (const struct sfp_operand *o = insn->ops; !sfp_operand_end(o); o++)
        if (o->kind == SFP_K_RESERVED)
            marked |= sfp_operand_mask(o);
    ROW_ASSERT(sfp_reserved_bits(insn) == (marked | (ALL_BITS & ~named)));
}

static void test_bits(void **state)
{
    (void)state;
    each_row(check_bits);
}

struct expected_bits {
    const char *name;
    uint32_t wormhole, blackhole;
};

static void assert_bits(const struct expected_bits *expected, uint32_t bits_of_row(const struct sfp_insn *insn))
{
    for (size_t a = 0; a < 2; a++) {
        struct sfp_index index;
        const struct sfp_insn *insn;

        sfp_index_init(&index, archs[a]);
        insn = sfp_insn_by_gnu(&index, expected->name, strlen(expected->name));
        assert_non_null(insn);
        assert_int_equal(bits_of_row(insn), a == 0 ? expected->wormhole : expected->blackhole);
    }
}

/* Worked by hand from the layouts on the ISA pages. */
static void test_reserved(void **state)
{
    static const struct expected_bits expected[] = {
        {"sfpload", 0, 0},           {"sfploadi", 0, 0},          {"sfplut", 0x00FFFF, 0x00FFFF},
        {"sfpmuli", 0, 0},           {"sfpmad", 0xF00000, 0xF00000}, {"sfpmul", 0xF00000, 0xF00000},
        {"sfpabs", 0xFFF000, 0xFFF000}, {"sfpiadd", 0, 0},        {"sfpsetcc", 0, 0},
        {"sfpand", 0xFFF00F, 0xFF0000}, {"sfpnot", 0xFFF00F, 0xFFF00F}, {"sfpencc", 0x000F00, 0x000F00},
        {"sfppushc", 0xFFFF00, 0xFFFF00}, {"sfpcompc", 0xFFFF0F, 0xFFFF0F}, {"sfpnop", 0xFFFF0F, 0xFFFF0F},
        {"sfpstochrnd", 0xC00000, 0x800000}, {"sfploadmacro", 0x003C00, 0x001C00},
        {"sfplutfp32", 0xFFFF00, 0xF0FF00}, {"ttsetrwc", 0, 0}, {"ttsetdvalid", 0xFF0000, 0xFF0000},
    };

    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
        assert_bits(&expected[i], sfp_reserved_bits);
}

/* With the bits in operands that must be 0, by the ISA pages. */
static void test_zero(void **state)
{
    static const struct expected_bits expected[] = {
        {"sfpload", 0, 0}, {"sfpstore", 0, 0}, {"sfploadmacro", 0x003C00, 0x001C00},
        {"ttreplay", 0xF83C0C, 0xF83C0C}, {"ttmopcfg", 0xFF0000, 0xFF0000}, {"ttzeroacc", 0xC27C00, 0xE03C00},
        {"ttcleardvalid", 0x3FFFFC, 0x3FFFFC}, {"ttsetdvalid", 0xFFFFFC, 0xFFFFFC}, {"ttsetrwc", 0x000020, 0x000020},
        {"ttincrwc", 0xE0003F, 0xE0003F}, {"ttatgetm", 0xFF0000, 0xFF0000}, {"ttatrelm", 0xFF0000, 0xFF0000},
        {"ttseminit", 0x00FC03, 0x00FC03}, {"ttsempost", 0xFFFC03, 0xFFFC03}, {"ttsemget", 0xFFFC03, 0xFFFC03},
        {"ttsemwait", 0x007C00, 0x007C00}, {"ttwrcfg", 0xC07800, 0xC07800}, {"ttrdcfg", 0xC0F800, 0xC0F800},
        {"sfpmad", 0xF00000, 0xF00000}, {"sfpmuli", 0, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
        assert_bits(&expected[i], sfp_zero_bits);
}

static void check_args(const struct sfp_insn *insn, enum sfp_arch arch)
{
    const uint32_t args = bits_of(insn->args, insn, arch);
    uint32_t hidden = 0;
    uint32_t written = 0;

    for (const struct sfp_operand *o = insn->ops; !sfp_operand_end(o); o++) {
        if (o->hidden)
            hidden |= sfp_operand_mask(o);
        else
            written |= sfp_operand_mask(o);
    }
    /* The macro reaches all that the GNU form does, and beyond it only hidden and reserved bits. */
    ROW_ASSERT((written & ~args) == 0);
    ROW_ASSERT((args & ~(written | hidden | sfp_reserved_bits(insn))) == 0);
    for (const struct sfp_operand *arg = insn->args; !sfp_operand_end(arg); arg++) {
        const struct sfp_operand *o = sfp_operand_of(insn, (enum sfp_field)arg->field);

        /* The same field is at the same place in both orders, and the macro's no narrower, unless it overlaps another in
         * the GNU form. */
        if (o && o->kind != SFP_K_SPLIT && !o->shared)
            ROW_ASSERT(o->lsb == arg->lsb && o->width <= arg->width);
    }
}

static void test_args(void **state)
{
    (void)state;
    each_row(check_args);
}

static void test_unique(void **state)
{
    (void)state;
    for (size_t i = 0; i < sfp_isa_rows; i++) {
        const struct sfp_insn *a = &sfp_isa[i];

        assert_true(a->arch == SFP_WH || a->arch == SFP_BH || a->arch == SFP_BOTH);
        for (size_t j = i + 1; j < sfp_isa_rows; j++) {
            const struct sfp_insn *b = &sfp_isa[j];

            if (a->arch & b->arch) {
                assert_int_not_equal(a->opcode, b->opcode);
                assert_string_not_equal(a->gnu, b->gnu);
                assert_string_not_equal(a->macro, b->macro);
                assert_int_not_equal(a->id, b->id);
            } else {
                /* Rows of the same mnemonic are variants of each other. */
                assert_int_equal(strcmp(a->gnu, b->gnu) == 0, a->id == b->id);
            }
        }
    }
}

static void check_names(const struct sfp_insn *insn, enum sfp_arch arch)
{
    for (const char *p = insn->gnu; *p; p++)
        ROW_ASSERT((*p >= 'a' && *p <= 'z') || (*p >= '0' && *p <= '9') || *p == '_');
    for (const char *p = insn->macro; *p; p++)
        ROW_ASSERT((*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9') || *p == '_');
    /* Vector mnemonics are the macros' names; others have tt before them. */
    ROW_ASSERT(strncmp(insn->gnu, insn->unit == SFP_UNIT_NONE ? "tt" : "sfp", 2) == 0);
    if (insn->sim == SFP_MODEL)
        ROW_ASSERT(insn->what != NULL);
}

static void test_names(void **state)
{
    (void)state;
    each_row(check_names);
}

static void check_modes(const struct sfp_insn *insn, enum sfp_arch arch)
{
    const struct sfp_operand *mode = sfp_operand_of(insn, SFP_F_MOD);
    bool by_mode = false;

    for (const struct sfp_operand *o = insn->ops; !sfp_operand_end(o); o++) {
        by_mode |= o->kind == SFP_K_BY_MODE;
        if (o->kind != SFP_K_MOD)
            continue;
        ROW_ASSERT(o->width == 4);
        ROW_ASSERT(sfp_gnu_modes(insn, o) != 0 && sfp_documented_modes(insn, o) != 0);
    }
    /* Each mode that the peer takes has one rule for the immediate. */
    for (unsigned i = 0; i < SFP_MODES; i++)
        ROW_ASSERT((sfp_gnu_range(insn, i) != SFP_RANGE_NONE) == (by_mode && sfp_gnu_takes_mode(insn, mode, i)));
}

/* What a row says of all its arches is the same on them. */
static void check_modes_alike(const struct sfp_insn *insn, enum sfp_arch arch)
{
    for (unsigned i = 0; i < SFP_MODES; i++) {
        const struct sfp_mode *any = sfp_mode_of(insn, i), *here = sfp_mode_on(insn, arch, i);

        ROW_ASSERT(any->known == here->known && any->imm == here->imm && any->gnu == here->gnu);
        ROW_ASSERT(any->reads == here->reads && any->writes == here->writes);
    }
}

static void test_modes(void **state)
{
    (void)state;
    each_row(check_modes);
    each_row(check_modes_alike);
}

static void check_inverse(const struct sfp_insn *insn, enum sfp_arch arch)
{
    const struct sfp_operand *const lists[] = {insn->ops, insn->args};

    for (size_t l = 0; l < 2; l++) {
        for (const struct sfp_operand *o = lists[l]; !sfp_operand_end(o); o++) {
            const unsigned width = o->width + (o->kind == SFP_K_SPLIT ? 1u : 0u);
            const uint32_t most = sfp_bits(UINT32_MAX, 0, width);
            const uint32_t reach = sfp_operand_mask(o) | (o->kind == SFP_K_SPLIT);
            const uint32_t values[] = {0, 1, most, most / 2, most / 3, most - most / 3};

            for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
                const uint32_t word = sfp_operand_put(o, values[i]);

                ROW_ASSERT((word & ~reach) == 0);
                ROW_ASSERT(sfp_operand_get(o, word) == values[i]);
                ROW_ASSERT(sfp_operand_get(o, word | ~reach) == values[i]);
            }
        }
    }
}

static void test_inverse(void **state)
{
    (void)state;
    each_row(check_inverse);
}

static void check_lookup(const struct sfp_insn *insn, enum sfp_arch arch)
{
    struct sfp_index index;
    char name[40];

    sfp_index_init(&index, arch);
    ROW_ASSERT(sfp_insn_by_gnu(&index, insn->gnu, strlen(insn->gnu)) == insn);
    ROW_ASSERT(sfp_insn_by_macro(&index, insn->macro, strlen(insn->macro)) == insn);
    ROW_ASSERT(sfp_insn_of_word(&index, (uint32_t)insn->opcode << SFP_OPCODE_LSB) == insn);
    /* Neither a longer name nor, unless it is another row's, a shorter one. */
    strcpy(name, insn->gnu);
    strcat(name, "x");
    ROW_ASSERT(sfp_insn_by_gnu(&index, name, strlen(name)) == NULL);
    ROW_ASSERT(sfp_insn_by_gnu(&index, name, strlen(name) - 1) == insn);
    ROW_ASSERT(sfp_insn_by_gnu(&index, name, strlen(name) - 2) != insn);
    for (char *p = name; *p; p++)
        if (*p >= 'a' && *p <= 'z')
            *p = (char)(*p - 'a' + 'A');
    ROW_ASSERT(sfp_insn_by_gnu(&index, name, strlen(insn->gnu)) == insn);
    ROW_ASSERT(sfp_insn_by_macro(&index, insn->gnu, strlen(insn->gnu)) == NULL);
}

static void test_lookup(void **state)
{
    (void)state;
    each_row(check_lookup);
}

static void test_arch_names(void **state)
{
    enum sfp_arch arch;

    (void)state;
    assert_true(sfp_arch_parse("wh", &arch) && arch == SFP_WH);
    assert_true(sfp_arch_parse("wormhole", &arch) && arch == SFP_WH);
    assert_true(sfp_arch_parse("bh", &arch) && arch == SFP_BH);
    assert_true(sfp_arch_parse("blackhole", &arch) && arch == SFP_BH);
    assert_false(sfp_arch_parse("", &arch));
    assert_false(sfp_arch_parse("Wormhole", &arch));
    assert_false(sfp_arch_parse("grayskull", &arch));
}

/* ISA strings, with and without versions and underscores, of the extensions that stand for a vector unit. */
static void test_isa_strings(void **state)
{
    static const struct {
        const char *isa;
        int arch; /* 0: none */
        const char *other;
    } cases[] = {
        {"rv32im_xtttensixwh", SFP_WH, NULL},
        {"rv32i2p1_m2p0_zmmul1p0_xtttensixbh1p0", SFP_BH, NULL},
        {"rv32imxttwh1p0", SFP_WH, NULL},
        {"rv32i_zicsr2p0_xttbh", SFP_BH, NULL},
        {"RV32IM_XTTTENSIXBH12", SFP_BH, NULL},
        {"rv32im_xttcache1p0_xtttensixwh1p0", SFP_WH, NULL},
        {"rv32im_xtttensixqsr1p0", 0, "Quasar"},
        {"rv32im", 0, NULL},
        {"rv32im_xtttensixwhy1p0", 0, NULL},
        {"rv32im_yxtttensixwh", 0, NULL},
        {"xtttensixwh", 0, NULL}, /* the first four bytes are the base */
        {"rv", 0, NULL},
        {"", 0, NULL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        enum sfp_arch arch = 0;
        const char *other;
        const bool found = sfp_arch_of_isa(cases[i].isa, strlen(cases[i].isa), &arch, &other);

        if (found != (cases[i].arch != 0) || (found && arch != (enum sfp_arch)cases[i].arch))
            fail_msg("'%s' gives %d, %d", cases[i].isa, found, arch);
        if (!found && (!other != !cases[i].other || (other && strcmp(other, cases[i].other) != 0)))
            fail_msg("'%s' is of %s", cases[i].isa, other ? other : "none");
    }
}

/* Bits that a mode does not look at, by sfpu-semantics(7): (row, mode, bits of 23:0). */
static void test_ignored(void **state)
{
    static const struct {
        enum sfp_arch arch;
        const char *macro;
        unsigned mode;
        uint32_t bits;
    } cases[] = {
        {SFP_WH, "SFPIADD", 0, 0xFFF000},  {SFP_WH, "SFPIADD", 1, 0},        {SFP_BH, "SFPIADD", 6, 0xFFF000},
        {SFP_WH, "SFPSHFT", 0, 0xFFF000},  {SFP_WH, "SFPSHFT", 1, 0x000F00}, {SFP_BH, "SFPSHFT", 5, 0},
        {SFP_BH, "SFPSHFT", 3, 0x000F00},  {SFP_BH, "SFPSHFT", 2, 0xFFF000}, {SFP_BH, "SFPAND", 0, 0x00F000},
        {SFP_BH, "SFPAND", 1, 0},          {SFP_WH, "SFPSETCC", 0, 0xFFF0F0}, {SFP_WH, "SFPSETCC", 8, 0xFFFFF0},
        {SFP_WH, "SFPENCC", 0, 0xFFF0F0},  {SFP_WH, "SFPENCC", 10, 0x0000F0}, {SFP_WH, "SFPENCC", 8, 0x0000F0},
        {SFP_WH, "SFPSETEXP", 0, 0xFFF000}, {SFP_WH, "SFPSETEXP", 1, 0},     {SFP_WH, "SFPSETEXP", 2, 0xFFF000},
        {SFP_WH, "SFPSETMAN", 0, 0xFFF000}, {SFP_WH, "SFPSETSGN", 1, 0},     {SFP_WH, "SFPSETSGN", 0, 0xFFF000},
        {SFP_WH, "SFPMOV", 8, 0},          {SFP_WH, "SFPMOV", 0, 0},         {SFP_WH, "SFPMAD", 4, 0x0F0000},
        {SFP_WH, "SFPMAD", 8, 0x0000F0},   {SFP_WH, "SFPMAD", 0, 0},         {SFP_WH, "SFPMAD", 1, 0 /* reserved */},
        {SFP_WH, "SFPSHFT2", 0, 0xFFFFF0}, {SFP_WH, "SFPSHFT2", 2, 0xFFF0F0}, {SFP_WH, "SFPSHFT2", 3, 0xFFF000},
        {SFP_WH, "SFPSHFT2", 5, 0},        {SFP_WH, "SFPSHFT2", 6, 0x000F00}, {SFP_WH, "SFP_STOCH_RND", 1, 0x1FF000},
        {SFP_WH, "SFP_STOCH_RND", 4, 0x1F0000}, {SFP_WH, "SFP_STOCH_RND", 12, 0x00F000},
        {SFP_WH, "SFPCONFIG", 0, 0xFFFF00}, {SFP_WH, "SFPCONFIG", 1, 0},     {SFP_WH, "SFPCONFIG", 8, 0},
        {SFP_WH, "SFPLOADI", 0, 0},        {SFP_WH, "SFPSTORE", 3, 0},       {SFP_WH, "SFPLUT", 8, 0xF00000},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sfp_index index;
        const struct sfp_insn *insn;

        sfp_index_init(&index, cases[i].arch);
        insn = sfp_insn_by_macro(&index, cases[i].macro, strlen(cases[i].macro));
        assert_non_null(insn);
        if (sfp_ignored_bits(insn, cases[i].mode) != cases[i].bits)
            fail_msg("%s, mode %u: 0x%06x, not 0x%06x", cases[i].macro, cases[i].mode,
                     sfp_ignored_bits(insn, cases[i].mode), cases[i].bits);
    }
}

/* With one of L8..L11 as VD these do nothing, or something still (sfpu-semantics(7), Write guards). */
static void test_only_writes_vd(void **state)
{
    static const struct {
        const char *macro;
        unsigned mode;
        bool only;
    } cases[] = {
        {"SFPMAD", 0, true}, {"SFPMAD", 8, false}, {"SFPLOAD", 0, false}, {"SFPLOADI", 0, true}, {"SFPIADD", 0, true},
        {"SFPSTORE", 0, false}, {"SFPSWAP", 0, false}, {"SFP_STOCH_RND", 0, true}, {"SFPSHFT2", 3, false},
        {"SFPSHFT2", 4, true}, {"SFPSETCC", 0, false}, {"SFPGT", 1, false}, {"SFPGT", 8, true}, {"SFPGT", 9, false},
    };
    struct sfp_index index;

    (void)state;
    sfp_index_init(&index, SFP_BH);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (sfp_only_writes_vd(sfp_insn_by_macro(&index, cases[i].macro, strlen(cases[i].macro)), cases[i].mode) !=
            cases[i].only)
            fail_msg("%s, mode %u", cases[i].macro, cases[i].mode);
}

/* Bytes of a sequence, Simple's the lowest: bits 2:0 select, 5:3 are the delay, 6 is L16, 7 is VB. */
static void test_sequence(void **state)
{
    static const struct {
        uint32_t sequence;
        enum sfp_unit unit;
        struct sfp_sequence_slot slot;
    } cases[] = {
        {0x00000004, SFP_UNIT_SIMPLE, {false, false, 0, SFP_SELECT_TEMPLATE}},
        {0x0000BF00, SFP_UNIT_MAD, {true, false, 7, SFP_SELECT_TEMPLATE + 3}},
        {0x004D0000, SFP_UNIT_ROUND, {false, true, 1, SFP_SELECT_TEMPLATE + 1}},
        {0x53000000, SFP_UNIT_STORE, {false, true, 2, SFP_SELECT_STORE}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct sfp_sequence_slot slot = sfp_sequence_get(cases[i].sequence, cases[i].unit);

        assert_int_equal(slot.to_vb, cases[i].slot.to_vb);
        assert_int_equal(slot.to_staging, cases[i].slot.to_staging);
        assert_int_equal(slot.delay, cases[i].slot.delay);
        assert_int_equal(slot.selector, cases[i].slot.selector);
        assert_int_equal(sfp_sequence_put(cases[i].slot, cases[i].unit), cases[i].sequence);
    }
}

/* Where VB and VC of a scheduled instruction come from: its own field, or else VD (sfpu-timing(7), Field overrides). */
static void test_template_sources(void **state)
{
    static const struct {
        enum sfp_arch arch;
        const char *macro;
        unsigned mode;
        enum sfp_field vb, vc;
    } cases[] = {
        {SFP_WH, "SFPMAD", 0, SFP_F_VB, SFP_F_VC},  {SFP_WH, "SFPIADD", 4, SFP_F_VD, SFP_F_VC},
        {SFP_WH, "SFPMULI", 0, SFP_F_VD, SFP_F_VD}, {SFP_WH, "SFPSHFT2", 5, SFP_F_VB, SFP_F_VC},
        {SFP_WH, "SFPAND", 0, SFP_F_VD, SFP_F_VC},  {SFP_BH, "SFPAND", 0, SFP_F_VD, SFP_F_VC},
        {SFP_BH, "SFPAND", 1, SFP_F_VB, SFP_F_VC},  {SFP_BH, "SFPARECIP", 1, SFP_F_VB, SFP_F_VC},
    };
    struct sfp_index index;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sfp_template_sources from;

        sfp_index_init(&index, cases[i].arch);
        from = sfp_template_sources(sfp_insn_by_macro(&index, cases[i].macro, strlen(cases[i].macro)), cases[i].mode);
        if (from.vb != cases[i].vb || from.vc != cases[i].vc)
            fail_msg("%s, mode %u", cases[i].macro, cases[i].mode);
    }
}

/* Which instructions STALLWAIT's bits B0 to B8 block: the table of the ISA pages STALLWAIT. What a program may not have
 * needs none, and waits block each other otherwise. */
static void test_blocks(void **state)
{
    enum { B0 = 1 << 0, B1 = 1 << 1, B2 = 1 << 2, B3 = 1 << 3, B5 = 1 << 5, B6 = 1 << 6, B7 = 1 << 7, B8 = 1 << 8 };
    static const struct {
        unsigned bits;
        const char *macros; /* each with blanks around it */
    } blocked[] = {
        {B0, " ADDRCRXY ADDRCRZW INCADCXY INCADCZW RSTDMA SETADC SETADCXX SETADCXY SETADCZW SETDVALID "},
        {B0 | B5, " ADDDMAREG ATCAS ATINCGET ATINCGETPTR ATSWAP BITWOPDMAREG CMPDMAREG DMANOP FLUSHDMA LOADIND LOADREG "
                  "MULDMAREG REG2FLOP SETDMAREG SHIFTDMAREG STOREIND STOREREG SUBDMAREG "},
        {B1, " ATGETM ATRELM SEMGET SEMINIT SEMPOST "}, {B0 | B2, " PACR PACR_SETREG "},
        {B0 | B3, " UNPACR UNPACR_NOP "},
        {B7, " CFGSHIFTMASK RDCFG RMWCIB0 RMWCIB1 RMWCIB2 RMWCIB3 SETC16 STREAMWRCFG WRCFG "},
        {B6, " APOOL3S1 APOOL3S2 CLEARDVALID CLREXPHIST CONV3S1 CONV3S2 DOTPV ELWADD ELWMUL ELWSUB GAPOOL GATESRCRST "
             "GMPOOL INCRWC MFCONV3S1 MOVA2D MOVB2A MOVB2D MOVD2A MOVD2B MOVDBGA2D MPOOL3S1 MPOOL3S2 MVMUL SETRWC "
             "SHIFTXA SHIFTXB TRNSPSRCB ZEROACC ZEROSRC "},
        {0, " MOP MOP_CFG REPLAY NOP RESOURCEDECL STALLWAIT SEMWAIT STREAMWAIT "},
    };

    (void)state;
    for (size_t i = 0; i < sfp_isa_rows; i++) {
        const struct sfp_insn *insn = &sfp_isa[i];
        char name[32];

        snprintf(name, sizeof name, " %s ", insn->macro);
        if (insn->sim == SFP_REFUSE)
            continue;
        if (insn->unit != SFP_UNIT_NONE && insn->block != B8)
            fail_msg("%s: 0x%X", insn->macro, insn->block);
        for (size_t k = 0; k < sizeof blocked / sizeof blocked[0]; k++)
            if (strstr(blocked[k].macros, name) && insn->block != blocked[k].bits)
                fail_msg("%s: 0x%X", insn->macro, insn->block);
    }
}

/* How long the matrix unit is at work: the latencies of the ISA page MatrixUnit; MOVD2B 4 (chosen); Blackhole's sums one
 * cycle more, and its MOVDBGB2D as MOVDBGA2D. Each instruction of the unit that is let through has a row. */
static void test_matrix_cycles(void **state)
{
    static const struct {
        unsigned wh, bh;
        const char *macros; /* each with blanks around it */
    } works[] = {
        {5, 6, " MVMUL DOTPV GAPOOL ELWMUL GMPOOL ELWADD ELWSUB "},
        {4, 4, " MOVA2D MOVDBGA2D MOVB2D MOVB2A MOVDBGB2D MOVD2B "}, {2, 2, " SHIFTXB MOVD2A "},
    };

    (void)state;
    for (size_t i = 0; i < sfp_isa_rows; i++) {
        const struct sfp_insn *insn = &sfp_isa[i];
        unsigned wh = sfp_is_matrix(insn), bh = wh;
        char name[32];

        snprintf(name, sizeof name, " %s ", insn->macro);
        for (size_t k = 0; k < sizeof works / sizeof works[0]; k++) {
            if (!strstr(works[k].macros, name))
                continue;
            wh = works[k].wh;
            bh = works[k].bh;
        }
        if (sfp_matrix_cycles(insn, SFP_WH) != wh || sfp_matrix_cycles(insn, SFP_BH) != bh)
            fail_msg("%s: %u and %u", insn->macro, sfp_matrix_cycles(insn, SFP_WH), sfp_matrix_cycles(insn, SFP_BH));
        assert_true(bh <= SFP_MATRIX_LONGEST);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bits),  cmocka_unit_test(test_reserved), cmocka_unit_test(test_zero),
        cmocka_unit_test(test_args),  cmocka_unit_test(test_unique),
        cmocka_unit_test(test_names), cmocka_unit_test(test_ignored), cmocka_unit_test(test_only_writes_vd),
        cmocka_unit_test(test_modes),  cmocka_unit_test(test_inverse),
        cmocka_unit_test(test_lookup), cmocka_unit_test(test_arch_names),
        cmocka_unit_test(test_isa_strings), cmocka_unit_test(test_sequence),
        cmocka_unit_test(test_template_sources), cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_matrix_cycles),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
