/* Words to operations, with operands resolved: as issued, and as an SFPLOADMACRO schedules them. */
#include "control.h"
#include "decode.h"

/* The executor of an instruction that its write guard stops (sfpu-semantics(7), Write guards). */
static void do_nothing(struct sfp_machine *m, const struct sfp_op *op)
{
    (void)m;
    (void)op;
}

static inline uint32_t take(const struct sfp_place *place, uint32_t word)
{
    return word >> place->lsb & place->mask;
}

static inline void decode_fields(const struct sfp_coding *c, const struct sfp_insn *insn, uint32_t word,
                                 struct sfp_op *op)
{
    *op = (struct sfp_op){
        .insn = insn,
        .word = word,
        .imm = (int32_t)take(&c->imm, word),
        .va = (uint8_t)take(&c->va, word),
        .vb = (uint8_t)take(&c->vb, word),
        .vc = (uint8_t)take(&c->vc, word),
        .vd = (uint8_t)(take(&c->vd, word) | take(&c->vd_top, word) << c->vd_bits),
        .mod = (uint8_t)take(&c->mod, word),
        .addr_mode = (uint16_t)take(&c->addr_mode, word),
        .rnd = (uint8_t)take(&c->rnd, word),
        .macro = (uint8_t)take(&c->macro, word),
    };
    op->b = c->second_is_vb >> op->mod & 1 ? op->vb : op->vd;
}

static inline void set_uses(const struct sfp_coding *c, struct sfp_op *op)
{
    const struct sfp_both_uses *uses = &c->uses[op->mod];
    const uint64_t both = uses->mask | sfp_named_lregs(uses->names, op);

    op->latency = c->latency[op->mod];
    op->reads = (uint32_t)both;
    op->writes = (uint32_t)(both >> SFP_WRITES_LSB) & c->writable;
    if (__builtin_expect(c->by_vd, 0)) {
        op->reads = sfp_uses(sfp_resources_read(op->insn, op->mod, op->vd), op);
        op->writes = sfp_uses(sfp_resources_written(op->insn, op->mod, op->vd), op) & c->writable;
    }
}

/* Multiply-adds, the constants among their operands considered. */
static inline sfp_exec *mad_exec(const struct sfp_semantics *semantics, const struct sfp_op *op)
{
    if (op->mod != 0)
        return semantics->exec[op->insn->id];
    if (op->vc == SFP_LREG_ZERO)
        return semantics->mad_product;
    return op->va == SFP_LREG_ONE || op->vb == SFP_LREG_ONE ? semantics->mad_sum : semantics->mad;
}

/* SFPENCC, its immediates considered. */
static inline sfp_exec *encc_exec(const struct sfp_semantics *semantics, const struct sfp_op *op)
{
    enum { IMMEDIATES = SFP_MODE_SFPENCC_IMM_ENABLES | SFP_MODE_SFPENCC_IMM_FLAGS, BOTH = 3 };
    const bool all = op->mod == IMMEDIATES && (op->imm & BOTH) == BOTH;

    return all ? semantics->encc_all : semantics->exec[SFP_I_SFPENCC];
}

static inline sfp_exec *special_exec(const struct sfp_semantics *semantics, const struct sfp_op *op)
{
    return op->insn->id == SFP_I_SFPENCC ? encc_exec(semantics, op) : mad_exec(semantics, op);
}

static inline sfp_exec *guarded_exec(const struct sfp_coding *c, const struct sfp_semantics *semantics,
                                     const struct sfp_op *op)
{
    if (!c->unguarded && op->vd >= 8 && op->vd != SFP_STAGING_LREG)
        return do_nothing;
    return c->special ? special_exec(semantics, op) : semantics->exec[op->insn->id];
}

static inline const struct sfp_coding *coding_of(const struct sfp_machine *m, const struct sfp_insn *insn)
{
    return &m->decoder->coding[insn->opcode];
}

void sfp_decode_fields(const struct sfp_machine *m, const struct sfp_insn *insn, uint32_t word, struct sfp_op *op)
{
    decode_fields(coding_of(m, insn), insn, word, op);
}

void sfp_op_set_uses(const struct sfp_machine *m, struct sfp_op *op)
{
    set_uses(coding_of(m, op->insn), op);
}

sfp_exec *sfp_guarded_exec(const struct sfp_machine *m, const struct sfp_op *op)
{
    return guarded_exec(coding_of(m, op->insn), m->semantics, op);
}

void sfp_decode(const struct sfp_machine *m, uint32_t word, uint32_t index, struct sfp_op *op)
{
    const struct sfp_insn *insn = sfp_insn_of_word(&m->index, word);
    const struct sfp_coding *c;

    if (!insn) {
        *op = (struct sfp_op){.word = word, .index = index};
        return;
    }
    c = coding_of(m, insn);
    decode_fields(c, insn, word, op);
    op->index = index;
    if (insn->unit == SFP_UNIT_NONE) {
        op->exec = sfp_control_exec(m, insn, word);
        return;
    }
    set_uses(c, op);
    op->inner = guarded_exec(c, m->semantics, op);
    op->exec = sfp_names_template(insn, op->vd) ? m->semantics->backdoor : op->inner;
}
