/*
 * Which sources of an instruction may change places (include/isa.def, COMMUTES), on the model: with a mark, the bits of
 * results and flags are the same over all corners of operands crossed with each other; without one, some operands show
 * the difference. Source: sfpu-fma(7), Exchanged operands.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/model.h"
#include "isa/timing.h"
#include "reference/operands.h"

enum { MODES = 16 };
enum { RESULT = 0, FIRST, SECOND, THIRD, NAMED }; /* LRegs: VD, VA, VB, VC, and what L7 names */

/* A word with two of its registers, whose values change places. */
struct pair {
    struct sfp_machine *m;
    const struct sfp_insn *insn;
    uint32_t word;
    unsigned mode, left, right;
    bool keeps_right; /* the right one is not written, so that its value is no result */
};

static uint32_t word_with(const struct sfp_insn *insn, unsigned mode)
{
    const struct {
        enum sfp_field field;
        uint32_t value;
    } parts[] = {{SFP_F_VA, FIRST}, {SFP_F_VB, SECOND}, {SFP_F_VC, THIRD}, {SFP_F_VD, RESULT}, {SFP_F_MOD, mode}};
    uint32_t word = (uint32_t)insn->opcode << SFP_OPCODE_LSB;

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (sfp_has_field(insn, parts[i].field)) {
            const struct sfp_operand *o = sfp_operand_of(insn, parts[i].field);

            word = sfp_word_with(insn, word, parts[i].field, o->hidden ? o->fixed : parts[i].value);
        }
    return word;
}

/* What an execution leaves, as far as it is a result. */
struct outcome {
    uint32_t lreg[NAMED + 1][SFP_LANES];
    uint32_t flags, top;
};

/* Lane l has corner x[l] in the left register, y[l] in the right one, z in the others that are no results. */
struct lanes {
    uint32_t x[SFP_LANES], y[SFP_LANES], z;
};

static void execute(const struct pair *p, const struct lanes *in, bool exchanged, struct outcome *out)
{
    struct sfp_state *s = &p->m->s;
    struct sfp_op op;

    for (unsigned l = 0; l < SFP_LANES; l++) {
        for (unsigned r = RESULT; r <= NAMED; r++)
            s->lreg[r][l] = in->z;
        s->lreg[p->left][l] = exchanged ? in->y[l] : in->x[l];
        s->lreg[p->right][l] = exchanged ? in->x[l] : in->y[l];
        s->lreg[SFP_LREG_NAMING][l] = NAMED;
    }
    s->flags = s->use_flags = UINT32_MAX;
    s->stack.flags[0] = 0x55555555;
    s->stack.use_flags[0] = UINT32_MAX;
    s->stack_size = 1;
    sfp_state_refresh(s);
    sfp_decode(p->m, p->word, 0, &op);
    assert_non_null(op.exec);
    op.exec(p->m, &op);
    memcpy(out->lreg, s->lreg, sizeof out->lreg);
    if (p->keeps_right)
        memset(out->lreg[p->right], 0, sizeof out->lreg[p->right]);
    if (p->left != RESULT)
        memset(out->lreg[p->left], 0, sizeof out->lreg[p->left]);
    out->flags = s->flags;
    out->top = s->stack.flags[0];
}

/* Is there a lane whose results differ once the two values have changed places? */
static bool differs(const struct pair *p)
{
    const size_t corners = operand_corner_count(), squared = corners * corners;
    static struct outcome before, after;
    struct lanes in;

    for (size_t third = 0; third < corners; third++) {
        in.z = operand_corner_at(third);
        for (size_t first = 0; first < squared; first += SFP_LANES) {
            for (unsigned l = 0; l < SFP_LANES; l++) {
                in.x[l] = operand_corner_at((first + l) % squared / corners);
                in.y[l] = operand_corner_at((first + l) % squared % corners);
            }
            execute(p, &in, false, &before);
            execute(p, &in, true, &after);
            if (memcmp(&before, &after, sizeof before))
                return true;
        }
    }
    return false;
}

static bool is_hidden(const struct sfp_insn *insn, enum sfp_field field)
{
    return sfp_has_field(insn, field) && sfp_operand_of(insn, field)->hidden;
}

static void check_pair(struct pair *p, bool may_exchange, const char *what)
{
    if (differs(p) == may_exchange)
        fail_msg("%s, %s in mode %u: exchanging %s %s", sfp_arch_name(p->m->s.arch), p->insn->gnu, p->mode, what,
                 may_exchange ? "changes a result" : "changes nothing, and the table does not say so");
}

/* The pairs that the GNU form can write the other way round, of those that the mode reads. */
static void check_mode(struct sfp_machine *m, const struct sfp_insn *insn, unsigned mode)
{
    struct pair p = {.m = m, .insn = insn, .mode = mode, .word = word_with(insn, mode)};
    const unsigned va = (unsigned)sfp_named_of(insn, p.word).va;
    const uint32_t reads = sfp_resources_read(insn, mode, RESULT), writes = sfp_resources_written(insn, mode, RESULT);
    const enum sfp_exchange may = sfp_exchange_of(insn, mode, va);
    const bool b = reads >> SFP_R_B & 1, vb = reads >> SFP_R_VB & 1, vc = reads >> SFP_R_VC & 1;

    if (sfp_has_field(insn, SFP_F_VA) && !is_hidden(insn, SFP_F_VA) && vb) {
        p.left = FIRST, p.right = SECOND, p.keeps_right = true;
        check_pair(&p, may == SFP_EXCHANGE_VA_VB, "VA and VB");
    }
    if ((b || vb) && vc && !is_hidden(insn, SFP_F_VC) && !is_hidden(insn, SFP_F_VB)) {
        p.left = b ? RESULT : SECOND, p.right = THIRD, p.keeps_right = !(writes >> SFP_R_VC & 1);
        check_pair(&p, may == SFP_EXCHANGE_VB_VC || sfp_exchanges_vc_vd(insn, mode), b ? "VD and VC" : "VB and VC");
    }
}

/* Of SFPGT and SFPLE some modes write nothing. */
static bool has_result(const struct sfp_insn *insn, unsigned mode)
{
    return (insn->id != SFP_I_SFPGT && insn->id != SFP_I_SFPLE) ||
           sfp_resources_written(insn, mode, RESULT) & ~(UINT32_C(1) << SFP_R_STACK);
}

static void check_arch(enum sfp_arch arch)
{
    struct sfp_machine *m = sfp_machine_new(arch, sfp_semantics_best());
    struct sfp_index index;

    assert_non_null(m);
    sfp_index_init(&index, arch);
    for (size_t i = 0; i < index.count; i++) {
        const struct sfp_insn *insn = index.rows[i];
        const struct sfp_operand *mod = sfp_has_field(insn, SFP_F_MOD) ? sfp_operand_of(insn, SFP_F_MOD) : NULL;
        const unsigned modes = mod && mod->kind == SFP_K_MOD ? sfp_documented_modes(insn, mod) : 1;

        for (unsigned mode = 0; mode < MODES && insn->unit != SFP_UNIT_NONE; mode++)
            if (modes >> mode & 1 && has_result(insn, mode))
                check_mode(m, insn, mode);
    }
    sfp_machine_free(m);
}

static void wormhole(void **state)
{
    (void)state;
    check_arch(SFP_WH);
}

static void blackhole(void **state)
{
    (void)state;
    check_arch(SFP_BH);
}

/* Steps 3 and 10 of sfpu-fma(7), by hand: the sign of the NaN is the product's, which is that of VB, unless VC alone is
 * a NaN. */
static void wormhole_sums(void **state)
{
    static const struct {
        uint32_t vb, vc, sum, exchanged;
    } cases[] = {
        {0x7F800000, 0xFF800000, 0x7F800001, 0xFF800001}, /* infinity - infinity */
        {0x7FC12345, 0xFFC12345, 0x7F800001, 0xFF800001}, /* NaN of both signs: a sum of mantissas of 0 */
        {0x7FC12345, 0xBF800000, 0x7F800001, 0x7F800001}, /* one NaN: its sign */
    };
    struct sfp_machine *m = sfp_machine_new(SFP_WH, sfp_semantics_best());
    struct sfp_op op;

    (void)state;
    assert_non_null(m);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (unsigned exchanged = 0; exchanged < 2; exchanged++) {
            m->s.lreg[SECOND][0] = exchanged ? cases[i].vc : cases[i].vb;
            m->s.lreg[THIRD][0] = exchanged ? cases[i].vb : cases[i].vc;
            sfp_decode(m, 0x850A2300, 0, &op); /* L0 = L10 * L2 + L3 */
            op.exec(m, &op);
            assert_int_equal(m->s.lreg[RESULT][0], exchanged ? cases[i].exchanged : cases[i].sum);
        }
    sfp_machine_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wormhole),
        cmocka_unit_test(blackhole),
        cmocka_unit_test(wormhole_sums),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
