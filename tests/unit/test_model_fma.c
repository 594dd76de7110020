/*
 * The multiply-add instructions against the slow reference, 32 triples at a
 * time, at every SIMD level this processor has: all structured triples, then
 * seeded random ones (more of them if SFP_LONG is set). One lane out of the
 * range of the host's arithmetic sends all 32 another way, so that triples are
 * also sorted into batches that stay in it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/operands.h"
#include "reference/slow_fma.h"
#include "model/model.h"

enum {
    MAX_LEVELS = 4,
    MAX_SHOWN = 20,
    RANDOM_TRIPLES = 4 * 1000 * 1000, /* an arch */
    LONG_RANDOM_TRIPLES = 1000 * 1000 * 1000,
    RESULT = 0, /* the LRegs that the words below name */
    FACTOR_X = 1,
    FACTOR_Y = 2,
    ADDEND_Z = 3,
};

static const uint32_t mad = 0x84012300, add = 0x85012300, mul = 0x86012300; /* L0 = L1 * L2 + L3 */
static const uint32_t mad_product = 0x86012900, mad_sum_y = 0x850A2300, mad_sum_x = 0x8401A300; /* with L9 and L10 */
static const uint32_t muli = 0x74000000, addi = 0x75000000;                 /* L0, imm16 in bits 23:8 */
static const uint32_t negate_x = 1, negate_z = 2, sign_bit = 0x80000000, one = 0x3F800000;

/* ---- Fixture: a machine a level and arch ---- */

struct level_machines {
    struct sfp_machine *machine[MAX_LEVELS];
    unsigned levels, wrong;
    enum sfp_arch arch;
};

static void machines_init(struct level_machines *s, enum sfp_arch arch)
{
    const struct sfp_semantics *list[MAX_LEVELS] = {NULL};

    *s = (struct level_machines){.arch = arch};
    sfp_semantics_list(list);
    while (s->levels < MAX_LEVELS && list[s->levels]) {
        s->machine[s->levels] = sfp_machine_new(arch, list[s->levels]);
        assert_non_null(s->machine[s->levels]);
        s->levels++;
    }
}

/* Frees the machines, then fails if anything was wrong: cmocka may jump away. */
static void machines_finish(struct level_machines *s)
{
    for (unsigned i = 0; i < s->levels; i++)
        sfp_machine_free(s->machine[i]);
    if (s->wrong)
        print_error("%s: %u results differ\n", sfp_arch_name(s->arch), s->wrong);
    assert_int_equal(s->wrong, 0);
}

/* One triple a lane, what L0 holds before, and what the reference makes of them. */
struct batch {
    struct operand_triple t[SFP_LANES];
    uint32_t before[SFP_LANES], want[SFP_LANES];
    uint32_t disabled; /* bit l = lane l, which keeps what it had */
    unsigned lanes;
};

static void show(struct level_machines *s, const struct sfp_machine *m, uint32_t word, const struct batch *b,
                 unsigned l)
{
    if (++s->wrong > MAX_SHOWN)
        return;
    print_error("%s %s, word %08X: x %08X y %08X z %08X L0 %08X: expected %08X, got %08X\n", sfp_arch_name(s->arch),
                m->semantics->level, (unsigned)word, (unsigned)b->t[l].x, (unsigned)b->t[l].y, (unsigned)b->t[l].z,
                (unsigned)b->before[l], (unsigned)b->want[l], (unsigned)m->s.lreg[RESULT][l]);
}

static void predicate(struct sfp_machine *m, uint32_t disabled)
{
    m->s.use_flags = disabled ? UINT32_MAX : 0;
    m->s.flags = ~disabled;
    sfp_state_refresh_lanes(&m->s);
}

static void check_batch(struct level_machines *s, uint32_t word, const struct batch *b)
{
    for (unsigned i = 0; i < s->levels; i++) {
        struct sfp_machine *m = s->machine[i];
        struct sfp_op op;
        unsigned modes;

        for (unsigned l = 0; l < SFP_LANES; l++) {
            m->s.lreg[FACTOR_X][l] = b->t[l].x;
            m->s.lreg[FACTOR_Y][l] = b->t[l].y;
            m->s.lreg[ADDEND_Z][l] = b->t[l].z;
            m->s.lreg[RESULT][l] = b->before[l];
        }
        predicate(m, b->disabled);
        sfp_decode(m, word, 0, &op);
        modes = sfp_host_float_enter();
        op.exec(m, &op);
        sfp_host_float_leave(modes);
        for (unsigned l = 0; l < b->lanes; l++)
            if (m->s.lreg[RESULT][l] != (b->disabled >> l & 1 ? b->before[l] : b->want[l]))
                show(s, m, word, b, l);
    }
}

/* ---- SFPMAD ---- */

/* What a triple is to the host's arithmetic (sim/model/fma.h), by its exponents alone. */
enum range { IN_RANGE, ZERO, BEYOND };
enum { TOP = 255, BIAS = 127 };

static int exponent_of(uint32_t v)
{
    return (int)(v >> 23 & 0xFF);
}

/* IN_RANGE for all levels and all forms; ZERO: no product and no addend. */
static enum range range_of(const struct operand_triple *t)
{
    enum { LOW = 27, HIGH = 250 };
    int x = exponent_of(t->x), y = exponent_of(t->y), z = exponent_of(t->z), p = x + y - BIAS;

    if (x == TOP || y == TOP)
        return BEYOND;
    if (x == 0 || y == 0)
        return z == 0 ? ZERO : z >= LOW && z <= HIGH ? IN_RANGE : BEYOND;
    return (p > z ? p : z) >= LOW && (p > z ? p : z) <= HIGH ? IN_RANGE : BEYOND;
}

/*
 * Is the fused multiply-add of IEEE 754 right by what sim/model/fma.h says: a result from E - 1 to E + 1, an addend
 * from E - 2 on or 0? With `more` = 1 also where it is just no longer said to be.
 */
static bool is_fused(const struct operand_triple *t, uint32_t want, int more)
{
    const int x = exponent_of(t->x), y = exponent_of(t->y), z = exponent_of(t->z), r = exponent_of(want);
    const int p = x == 0 || y == 0 ? 0 : x + y - BIAS, e = p > z ? p : z;

    return range_of(t) == IN_RANGE && (z == 0 || e - z <= 2 + more) && r - e >= -1 - more && r - e <= 1 + more;
}

/* Is a product alone a number, +0 or infinite by its exponent? */
static bool is_product(const struct operand_triple *t)
{
    const int x = exponent_of(t->x), y = exponent_of(t->y);

    return x != TOP && y != TOP && (x == 0 || y == 0 || x + y != BIAS);
}

/* Batches of one form of the instruction, by what they hold. */
enum kind {
    ANY,         /* triples as they come */
    FAST,        /* in range */
    WITH_ZEROS,  /* in range or zero */
    PREDICATED,  /* as they come; lanes beyond the range are disabled */
    FUSED,       /* where the host's fused multiply-add is right */
    NEAR_FUSED,  /* and where it just is not */
    PRODUCTS,    /* no factor is infinite, and E_p is not 0 */
    KINDS,
};

static bool belongs(enum kind kind, const struct operand_triple *t, uint32_t want)
{
    switch (kind) {
    case FAST: return range_of(t) == IN_RANGE;
    case WITH_ZEROS: return range_of(t) != BEYOND;
    case FUSED: return is_fused(t, want, 0);
    case NEAR_FUSED: return is_fused(t, want, 1);
    case PRODUCTS: return is_product(t);
    default: return true;
    }
}

/* The forms of SFPMAD, and what stands in a triple in place of what the word does not read from L1..L3. */
enum form { GENERAL, PRODUCT, SUM_X, SUM_Y, NEGATE_X, NEGATE_Z, NEGATE_BOTH, FORMS };

static struct operand_triple as_form(enum form form, const struct operand_triple *t)
{
    switch (form) {
    case PRODUCT: return (struct operand_triple){t->x, t->y, 0};
    case SUM_X: return (struct operand_triple){t->x, one, t->z};
    case SUM_Y: return (struct operand_triple){one, t->y, t->z};
    default: return *t;
    }
}

static uint32_t word_of(enum form form)
{
    const uint32_t words[FORMS] = {mad, mad_product, mad_sum_x, mad_sum_y,
                                   mad | negate_x, mad | negate_z, mad | negate_x | negate_z};

    return words[form];
}

/* What the form computes with: Blackhole's Mod1 flips signs, Wormhole's does not. */
static uint32_t reference_of(enum sfp_arch arch, enum form form, const struct operand_triple *t)
{
    const uint32_t mod = arch == SFP_BH && form >= NEGATE_X ? word_of(form) ^ mad : 0;

    return slow_fma(arch, t->x ^ (mod & negate_x ? sign_bit : 0), t->y, t->z ^ (mod & negate_z ? sign_bit : 0));
}

/* Batches being filled. */
struct feeder {
    struct level_machines s;
    struct batch batch[FORMS][KINDS];
    unsigned long batches[FORMS][KINDS];
};

static void check_fed(struct feeder *f, enum form form, enum kind kind)
{
    struct batch *b = &f->batch[form][kind];

    check_batch(&f->s, word_of(form), b);
    f->batches[form][kind]++;
    b->lanes = 0;
    b->disabled = 0;
}

/* Adds a triple to every batch it belongs to; a full batch is checked. */
static void feed_form(struct feeder *f, enum form form, const struct operand_triple *triple)
{
    const struct operand_triple t = as_form(form, triple);
    const uint32_t want = reference_of(f->s.arch, form, &t);
    const enum range range = range_of(&t);

    for (enum kind kind = 0; kind < KINDS; kind++) {
        struct batch *b = &f->batch[form][kind];

        if (!belongs(kind, &t, want))
            continue;
        b->t[b->lanes] = t;
        b->want[b->lanes] = want;
        b->before[b->lanes] = ~want;
        if (kind == PREDICATED && range == BEYOND)
            b->disabled |= 1u << b->lanes;
        if (++b->lanes == SFP_LANES)
            check_fed(f, form, kind);
    }
}

/* The special forms get every fourth triple: they have less to go wrong. */
static void feed(struct feeder *f, unsigned long number, const struct operand_triple *t)
{
    feed_form(f, GENERAL, t);
    if (number % 4 != 0)
        return;
    for (enum form form = GENERAL + 1; form < FORMS; form++)
        feed_form(f, form, t);
}

/* Checks what is left in the batches. There must have been full ones of every kind. */
static void feed_finish(struct feeder *f)
{
    for (enum form form = 0; form < FORMS; form++) {
        for (enum kind kind = 0; kind < KINDS; kind++) {
            if (f->batches[form][kind] == 0)
                f->s.wrong++;
            check_fed(f, form, kind);
        }
    }
    machines_finish(&f->s);
}

static void check_structured(enum sfp_arch arch)
{
    struct feeder f = {.batches = {{0}}};
    struct triple_iterator it = triples(0, 1);
    struct operand_triple t;
    size_t count = 0;

    machines_init(&f.s, arch);
    while (triple_next(&it, &t))
        feed(&f, count++, &t);
    if (count != triple_count())
        f.s.wrong++;
    print_message("%zu structured triples at %u levels\n", count, f.s.levels);
    feed_finish(&f);
}

static void check_random(enum sfp_arch arch)
{
    const unsigned long count = getenv("SFP_LONG") ? LONG_RANDOM_TRIPLES : RANDOM_TRIPLES;
    uint64_t random = 0x5FB0 + (unsigned)arch;
    struct feeder f = {.batches = {{0}}};

    machines_init(&f.s, arch);
    for (unsigned long i = 0; i < count; i++) {
        struct operand_triple t = random_triple(&random);

        feed(&f, i, &t);
    }
    print_message("%lu random triples at %u levels\n", count, f.s.levels);
    feed_finish(&f);
}

/* ---- Its relatives ---- */

/* Fills the batch's triples from the structured set, far apart from one another. */
static void draw(struct batch *b, struct triple_iterator *it)
{
    for (b->lanes = 0; b->lanes < SFP_LANES; b->lanes++)
        if (!triple_next(it, &b->t[b->lanes]))
            return;
}

/* Blackhole's modes flip signs; Wormhole ignores their bits. Three opcodes, one operation (sfpu-semantics(7),
 * Multiply-add family). */
static void check_modes(enum sfp_arch arch)
{
    enum { STRIDE = 1009 };
    const uint32_t opcodes[] = {mad, add, mul};
    struct level_machines s;
    struct batch b = {.disabled = 0};

    machines_init(&s, arch);
    for (unsigned o = 0; o < 3; o++) {
        for (uint32_t mode = 0; mode < 4; mode++) {
            struct triple_iterator it = triples(o, STRIDE);
            uint32_t flip_x = arch == SFP_BH && mode & negate_x ? sign_bit : 0;
            uint32_t flip_z = arch == SFP_BH && mode & negate_z ? sign_bit : 0;

            for (draw(&b, &it); b.lanes; draw(&b, &it)) {
                for (unsigned l = 0; l < b.lanes; l++) {
                    b.want[l] = slow_fma(arch, b.t[l].x ^ flip_x, b.t[l].y, b.t[l].z ^ flip_z);
                    b.before[l] = ~b.want[l];
                }
                check_batch(&s, opcodes[o] | mode, &b);
            }
        }
    }
    machines_finish(&s);
}

/* SFPMULI is imm * VD + 0, SFPADDI is imm * 1 + VD, in this order; Blackhole's bit 1 negates VD (C-23). */
static uint32_t immediate_result(enum sfp_arch arch, uint32_t opcode, uint32_t mode, uint32_t imm, uint32_t vd)
{
    if (arch == SFP_BH && mode & negate_z)
        vd ^= sign_bit;
    return opcode == muli ? slow_fma(arch, imm, vd, 0) : slow_fma(arch, imm, one, vd);
}

static void check_immediate(struct level_machines *s, uint32_t opcode, uint32_t mode, uint32_t imm)
{
    enum { STRIDE = 37, IMM_LSB = 8, BF16_LSB = 16 };
    struct batch b = {.lanes = 0};

    for (size_t i = imm >> BF16_LSB & 7; i < operand_count(); i += STRIDE) {
        b.before[b.lanes] = operand_at(i);
        b.want[b.lanes] = immediate_result(s->arch, opcode, mode, imm, operand_at(i));
        if (++b.lanes < SFP_LANES)
            continue;
        check_batch(s, opcode | imm >> BF16_LSB << IMM_LSB | mode, &b);
        b.lanes = 0;
    }
}

static void check_immediates(enum sfp_arch arch)
{
    const uint32_t upper_half = 0xFFFF0000;
    struct level_machines s;

    machines_init(&s, arch);
    for (size_t i = 0; i < operand_corner_count(); i++) {
        for (uint32_t mode = 0; mode < 4; mode++) {
            check_immediate(&s, muli, mode, operand_corner_at(i) & upper_half);
            check_immediate(&s, addi, mode, operand_corner_at(i) & upper_half);
        }
    }
    machines_finish(&s);
}

#define BOTH(name)                 \
    static void name##_wh(void **state) \
    {                              \
        (void)state;               \
        check_##name(SFP_WH);      \
    }                              \
    static void name##_bh(void **state) \
    {                              \
        (void)state;               \
        check_##name(SFP_BH);      \
    }

BOTH(structured)
BOTH(random)
BOTH(modes)
BOTH(immediates)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(structured_wh), cmocka_unit_test(structured_bh), cmocka_unit_test(random_wh),
        cmocka_unit_test(random_bh),     cmocka_unit_test(modes_wh),      cmocka_unit_test(modes_bh),
        cmocka_unit_test(immediates_wh), cmocka_unit_test(immediates_bh),
    };

    return cmocka_run_group_tests_name("multiply-add against the slow reference", tests, NULL, NULL);
}
