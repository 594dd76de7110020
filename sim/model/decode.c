/*
 * Decodes words into operations with resolved operands, as issued and as SFPLOADMACRO schedules them; and checks a
 * single instruction's encoding.
 */
#include "decode.h"

#include <stdlib.h>

#include "control.h"
#include "isa/timing.h"
#include "model.h"

/* The executor of an instruction that its write guard stops (sfpu-semantics(7), Write guards). */
static void do_nothing(struct sfp_machine *m, const struct sfp_op *op)
{
    (void)m;
    (void)op;
}

static inline uint32_t take_field(const struct sfp_place *place, uint32_t word)
{
    return word >> place->lsb & place->mask;
}

static inline void decode_fields(const struct sfp_coding *coding, const struct sfp_insn *insn, uint32_t word,
                                 struct sfp_op *op)
{
    *op = (struct sfp_op){
        .insn = insn,
        .word = word,
        .imm = (int32_t)take_field(&coding->imm, word),
        .va = (uint8_t)take_field(&coding->va, word),
        .vb = (uint8_t)take_field(&coding->vb, word),
        .vc = (uint8_t)take_field(&coding->vc, word),
        .vd = (uint8_t)(take_field(&coding->vd, word) | take_field(&coding->vd_top, word) << coding->vd_bits),
        .mod = (uint8_t)take_field(&coding->mod, word),
        .addr_mode = (uint16_t)take_field(&coding->addr_mode, word),
        .rnd = (uint8_t)take_field(&coding->rnd, word),
        .macro = (uint8_t)take_field(&coding->macro, word),
    };
    op->b = coding->second_is_vb >> op->mod & 1 ? op->vb : op->vd;
}

static inline void set_uses(const struct sfp_coding *coding, struct sfp_op *op)
{
    const struct sfp_both_uses *uses = &coding->uses[op->mod];
    const uint64_t both = uses->mask | sfp_named_lregs(uses->names, op);

    op->latency = coding->latency[op->mod];
    op->reads = (uint32_t)both;
    op->writes = (uint32_t)(both >> SFP_WRITES_LSB) & coding->writable;
    if (__builtin_expect(coding->by_vd, 0)) {
        op->reads = sfp_uses(sfp_resources_read(op->insn, op->mod, op->vd), op);
        op->writes = sfp_uses(sfp_resources_written(op->insn, op->mod, op->vd), op) & coding->writable;
    }
}

/* Returns the executor of a multiply-add, by the constants among its operands. */
static inline sfp_exec *mad_exec(const struct sfp_semantics *semantics, const struct sfp_op *op)
{
    if (op->mod != 0)
        return semantics->exec[op->insn->id];
    if (op->vc == SFP_LREG_ZERO)
        return semantics->mad_product;
    return op->va == SFP_LREG_ONE || op->vb == SFP_LREG_ONE ? semantics->mad_sum : semantics->mad;
}

/* Returns the executor of SFPENCC, by its immediates. */
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

static inline sfp_exec *guarded_exec(const struct sfp_coding *coding, const struct sfp_semantics *semantics,
                                     const struct sfp_op *op)
{
    if (!coding->unguarded && op->vd >= 8 && op->vd != SFP_STAGING_LREG)
        return do_nothing;
    return coding->special ? special_exec(semantics, op) : semantics->exec[op->insn->id];
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
    const struct sfp_coding *coding;

    if (!insn) {
        *op = (struct sfp_op){.word = word, .index = index};
        return;
    }
    coding = coding_of(m, insn);
    decode_fields(coding, insn, word, op);
    op->index = index;
    if (insn->unit == SFP_UNIT_NONE) {
        op->exec = sfp_control_exec(m, insn, word);
        return;
    }
    set_uses(coding, op);
    op->inner = guarded_exec(coding, m->semantics, op);
    op->exec = sfp_names_template(insn, op->vd) ? m->semantics->backdoor : op->inner;
}

/* ---- The instruction table prepared for decoding: no lists to search for each word ---- */

enum { LREG_BITS = 4 };

static struct sfp_place *place_of_field(struct sfp_coding *coding, enum sfp_field field)
{
    switch (field) {
    case SFP_F_VA: return &coding->va;
    case SFP_F_VB: return &coding->vb;
    case SFP_F_VC: return &coding->vc;
    case SFP_F_VD: return &coding->vd;
    case SFP_F_MOD: return &coding->mod;
    case SFP_F_RND: return &coding->rnd;
    case SFP_F_MACRO: return &coding->macro;
    case SFP_F_ADDR_MODE: return &coding->addr_mode;
    case SFP_F_ADDR:
    case SFP_F_IMM: return &coding->imm;
    default: return NULL;
    }
}

static void put_coding_operand(struct sfp_coding *coding, const struct sfp_operand *operand)
{
    struct sfp_place *place = place_of_field(coding, (enum sfp_field)operand->field);

    if (!place)
        return;
    *place = (struct sfp_place){.mask = sfp_bits(UINT32_MAX, 0, operand->width), .lsb = operand->lsb};
    if (operand->kind == SFP_K_SPLIT)
        coding->vd_top = (struct sfp_place){.mask = 1, .lsb = 0};
    if (operand->field == SFP_F_VD)
        coding->vd_bits = operand->width;
}

/* Sets the place of an operand that lies in another operand's field: an LReg in that field's low bits. */
static void put_naming(struct sfp_coding *coding, const struct sfp_insn *insn, enum sfp_field operand)
{
    const enum sfp_field field = sfp_field_naming(insn, operand);

    if (field != operand)
        *place_of_field(coding, operand) = (struct sfp_place){.mask = sfp_bits(UINT32_MAX, 0, LREG_BITS),
                                                   .lsb = place_of_field(coding, field)->lsb};
}

static void put_coding_operands(struct sfp_coding *coding, const struct sfp_insn *insn)
{
    for (const struct sfp_operand *operand = insn->ops; !sfp_operand_end(operand); operand++)
        put_coding_operand(coding, operand);
    put_naming(coding, insn, SFP_F_VB);
    put_naming(coding, insn, SFP_F_VC);
}

static bool has_use_by_vd(const struct sfp_use uses[SFP_MAX_USES])
{
    bool by_vd = false;

    for (unsigned i = 0; i < SFP_MAX_USES; i++)
        by_vd |= uses[i].vd_mask != 0;
    return by_vd;
}

static struct sfp_both_uses both_uses(const struct sfp_insn *insn, unsigned mode)
{
    const struct sfp_uses reads = sfp_uses_of(sfp_resources_read(insn, mode, 0));
    const struct sfp_uses writes = sfp_uses_of(sfp_resources_written(insn, mode, 0));

    return (struct sfp_both_uses){
        .mask = reads.mask | (uint64_t)writes.mask << SFP_WRITES_LSB,
        .names = reads.names | (uint64_t)writes.names << SFP_WRITES_LSB,
    };
}

static void put_uses(struct sfp_coding *coding, const struct sfp_insn *insn, enum sfp_arch arch)
{
    coding->writable = sfp_writable(insn);
    coding->by_vd = has_use_by_vd(insn->reads) || has_use_by_vd(insn->writes);
    for (unsigned mode = 0; mode < SFP_MODES; mode++) {
        coding->uses[mode] = both_uses(insn, mode);
        coding->latency[mode] = (uint8_t)sfp_latency(insn, arch, mode);
        coding->second_is_vb |= (uint16_t)(sfp_second_is_vb(insn, mode) << mode);
    }
}

static void put_execution(struct sfp_coding *coding, const struct sfp_insn *insn)
{
    coding->unguarded = insn->guard != SFP_GUARD_8;
    coding->special = insn->id == SFP_I_SFPMAD || insn->id == SFP_I_SFPADD || insn->id == SFP_I_SFPMUL
                 || insn->id == SFP_I_SFPENCC;
}

struct sfp_decoder *sfp_decoder_new(const struct sfp_index *index)
{
    struct sfp_decoder *decoder = calloc(1, sizeof *decoder);

    for (size_t i = 0; decoder && i < index->count; i++) {
        const struct sfp_insn *insn = index->rows[i];

        put_coding_operands(&decoder->coding[insn->opcode], insn);
        put_uses(&decoder->coding[insn->opcode], insn, index->arch);
        put_execution(&decoder->coding[insn->opcode], insn);
    }
    return decoder;
}

/* ---- Checks of an instruction, whatever the state: reserved encodings and writes without effect ---- */

/* Returns whether undocumented modes of the instruction are undefined, not merely reserved (sfpu-semantics(7),
 * Reserved and undefined). */
static bool undefined_beyond_table(const struct sfp_insn *insn)
{
    return insn->id == SFP_I_SFPSHFT2 || insn->id == SFP_I_SFPLOADI || insn->id == SFP_I_SFPPUSHC;
}

static uint32_t bits_that_must_be_zero(const struct sfp_insn *insn)
{
    uint32_t bits = sfp_reserved_bits(insn);

    for (const struct sfp_operand *operand = insn->ops; !sfp_operand_end(operand); operand++)
        if (operand->kind == SFP_K_ZERO)
            bits |= sfp_operand_mask(operand);
    return bits;
}

/* Checks the destination register. An SFPLOAD to a constant register is only advice: kernels step addresses so. */
static void check_destination(const struct sfp_machine *m, const struct sfp_op *op)
{
    const struct sfp_insn *insn = op->insn;

    if (op->vd < SFP_FIRST_CONSTANT_LREG || op->vd >= SFP_FIRST_TEMPLATE_VD)
        return;
    if (insn->id == SFP_I_SFPLOAD)
        sfp_report(m, SFP_FIND_ADDRESS_STEP, op);
    else if (insn->id == SFP_I_SFPLOADI || insn->guard == SFP_GUARD_8)
        sfp_report(m, SFP_FIND_NO_REGISTER_WRITE, op);
}

static void check_multiply_add(const struct sfp_machine *m, const struct sfp_op *op)
{
    if ((op->insn->id == SFP_I_SFPADD && op->va != SFP_LREG_ONE && op->vb != SFP_LREG_ONE)
        || (op->insn->id == SFP_I_SFPMUL && op->vc != SFP_LREG_ZERO))
        sfp_report(m, SFP_FIND_ADD_OPERAND, op);
}

void sfp_check_op(const struct sfp_machine *m, const struct sfp_op *op)
{
    const struct sfp_insn *insn = op->insn;

    if (!insn)
        return;
    if (op->word & bits_that_must_be_zero(insn))
        sfp_report(m, SFP_FIND_RESERVED_BITS, op);
    if (insn->unit == SFP_UNIT_NONE)
        return;
    if (!sfp_mode_documented(insn, op->mod))
        sfp_report(m, undefined_beyond_table(insn) ? SFP_FIND_UNDEFINED_MODE : SFP_FIND_RESERVED_MODE, op);
    check_destination(m, op);
    if (!op->scheduled)
        check_multiply_add(m, op);
}

void sfp_check_words(const struct sfp_machine *m, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct sfp_op op;

        sfp_decode(m, words[i], (uint32_t)i, &op);
        sfp_check_op(m, &op);
    }
}
