/*
 * Decoding by table against the lists of the instruction table: every opcode of both arches, every mode, and seeded
 * random bits around them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "isa/timing.h"
#include "model/model.h"
#include "reference/operands.h"

enum { WORDS_A_MODE = 64 };

/* A word of `insn` in mode `mode`, otherwise random. */
static uint32_t random_word(const struct sfp_insn *insn, unsigned mode, uint64_t *random)
{
    const struct sfp_operand *mod = sfp_operand_of(insn, SFP_F_MOD);
    uint32_t word = (uint32_t)insn->opcode << SFP_OPCODE_LSB | sfp_bits(random_operand(random), 0, SFP_FIELD_BITS);

    return mod ? (word & ~sfp_operand_mask(mod)) | sfp_operand_put(mod, mode) : word;
}

static void assert_operands(const struct sfp_insn *insn, uint32_t word, const struct sfp_op *op)
{
    const uint32_t imm = sfp_field(insn, word, SFP_F_IMM) | sfp_field(insn, word, SFP_F_ADDR); /* no row has both */
    const bool immediate = insn->id == SFP_I_SFPADDI || insn->id == SFP_I_SFPMULI;
    const bool logic = insn->id == SFP_I_SFPAND || insn->id == SFP_I_SFPOR;

    assert_int_equal(op->va, sfp_field(insn, word, SFP_F_VA));
    assert_int_equal(op->vd, sfp_field(insn, word, SFP_F_VD));
    assert_int_equal(op->mod, sfp_field(insn, word, SFP_F_MOD));
    assert_int_equal(op->rnd, sfp_field(insn, word, SFP_F_RND));
    assert_int_equal(op->macro, sfp_field(insn, word, SFP_F_MACRO));
    assert_int_equal(op->addr_mode, sfp_field(insn, word, SFP_F_ADDR_MODE));
    assert_int_equal(op->imm, imm);
    assert_int_equal(op->vb, insn->id == SFP_I_SFPSHFT2 ? imm % 16 : sfp_field(insn, word, SFP_F_VB));
    assert_int_equal(op->vc, sfp_field(insn, word, immediate ? SFP_F_VD : SFP_F_VC));
    assert_int_equal(op->b, logic && op->mod & 1 && sfp_operand_of(insn, SFP_F_VB) ? op->vb : op->vd);
}

/* What is read and written, from the row and its mode; the constants L8..L10 and L15 are not written, nor L11..L14 but by
 * SFPCONFIG. */
static void assert_uses(const struct sfp_insn *insn, const struct sfp_op *op)
{
    const uint32_t lregs = insn->id == SFP_I_SFPCONFIG ? 0x7800 : 0x100FF;

    assert_int_equal(op->reads, sfp_uses(sfp_resources_read(insn, op->mod, op->vd), op));
    assert_int_equal(op->writes, sfp_uses(sfp_resources_written(insn, op->mod, op->vd), op) & (~(uint32_t)SFP_USES_LREGS | lregs));
}

/* The same uses, of those that are issued and load no template. */
static void assert_issued(const struct sfp_machine *m, const struct sfp_op *op)
{
    const struct sfp_issued issued = sfp_issued_of(&m->index, op->word);

    assert_ptr_equal(issued.insn, op->insn->unit == SFP_UNIT_NONE ? NULL : op->insn);
    if (op->insn->unit == SFP_UNIT_NONE || sfp_names_template(op->insn, op->vd)) {
        assert_int_equal(issued.reads | issued.writes | issued.latency, 0);
        return;
    }
    assert_int_equal(issued.reads, op->reads);
    assert_int_equal(issued.writes, op->writes);
    assert_int_equal(issued.mode, op->mod);
    assert_int_equal(issued.latency, op->latency);
}

static void check_row(const struct sfp_machine *m, const struct sfp_insn *insn, uint64_t *random)
{
    for (unsigned i = 0; i < SFP_MODES * WORDS_A_MODE; i++) {
        const uint32_t word = random_word(insn, i % SFP_MODES, random);
        struct sfp_op op;

        sfp_decode(m, word, i, &op);
        assert_ptr_equal(op.insn, insn);
        assert_int_equal(op.word, word);
        assert_int_equal(op.index, i);
        assert_false(op.scheduled);
        assert_operands(insn, word, &op);
        if (insn->unit != SFP_UNIT_NONE)
            assert_uses(insn, &op);
        else
            assert_int_equal(op.reads | op.writes, 0);
        assert_issued(m, &op);
    }
}

static void check_arch(enum sfp_arch arch)
{
    struct sfp_machine *m = sfp_machine_new(arch, sfp_semantics_best());
    uint64_t random = 0xDEC0DE;

    assert_non_null(m);
    assert_true(m->index.count > 100);
    for (size_t i = 0; i < m->index.count; i++)
        check_row(m, m->index.rows[i], &random);
    sfp_machine_free(m);
}

static void rows_wh(void **state)
{
    (void)state;
    check_arch(SFP_WH);
}

static void rows_bh(void **state)
{
    (void)state;
    check_arch(SFP_BH);
}

/* An opcode that the arch lacks: SFPARECIP, 99, on Wormhole. */
static void no_opcode(void **state)
{
    struct sfp_machine *m = sfp_machine_new(SFP_WH, sfp_semantics_best());
    struct sfp_op op;

    (void)state;
    assert_non_null(m);
    sfp_decode(m, 0x99123456, 7, &op);
    assert_null(op.insn);
    assert_null(op.exec);
    assert_int_equal(op.word, 0x99123456);
    assert_int_equal(op.index, 7);
    sfp_machine_free(m);
}

/*
 * SFPMAD, SFPADD and SFPMUL: the constants L9 and L10 choose the executor in mode 0, and only there. SFPENCC: mode 10
 * with both immediates 1 has one of its own.
 */
static void executors_by_operands(void **state)
{
    const struct sfp_semantics *s = sfp_semantics_best();
    const struct {
        uint32_t word;
        sfp_exec *exec;
    } rows[] = {
        {0x84012300, s->mad},                 /* L0 = L1 * L2 + L3 */
        {0x84012900, s->mad_product},         /* L0 = L1 * L2 + L9 */
        {0x850A2300, s->mad_sum},             /* L0 = L10 * L2 + L3 */
        {0x8601A300, s->mad_sum},             /* L0 = L1 * L10 + L3 */
        {0x84092300, s->mad},                 /* L0 = L9 * L2 + L3 */
        {0x84012A00, s->mad},                 /* L0 = L1 * L2 + L10 */
        {0x840A2902, s->exec[SFP_I_SFPMAD]},  /* negating */
        {0x860A2904, s->exec[SFP_I_SFPMUL]},  /* indirect VA: L10 is not read */
        {0x8A00300A, s->encc_all},            /* both flags from the immediate 3 */
        {0x8A00100A, s->exec[SFP_I_SFPENCC]}, /* LaneFlags = 0 */
        {0x8A00200A, s->exec[SFP_I_SFPENCC]}, /* UseLaneFlags = 0 */
        {0x8A003002, s->exec[SFP_I_SFPENCC]}, /* LaneFlags = 1 by mode */
    };

    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct sfp_machine *m = sfp_machine_new(SFP_BH, s);
        struct sfp_op op;

        assert_non_null(m);
        sfp_decode(m, rows[i].word, 0, &op);
        sfp_machine_free(m);
        assert_true(op.exec == rows[i].exec);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_wh),
        cmocka_unit_test(rows_bh),
        cmocka_unit_test(no_opcode),
        cmocka_unit_test(executors_by_operands),
    };

    return cmocka_run_group_tests_name("decoding", tests, NULL, NULL);
}
