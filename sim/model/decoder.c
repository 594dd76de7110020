/* The instruction table as decoding wants it: no lists to search, word by word. */
#include <stdlib.h>

#include "decode.h"
#include "isa/issued.h"

enum { LREG_BITS = 4 };

static struct sfp_place *place_of(struct sfp_coding *c, enum sfp_field field)
{
    switch (field) {
    case SFP_F_VA: return &c->va;
    case SFP_F_VB: return &c->vb;
    case SFP_F_VC: return &c->vc;
    case SFP_F_VD: return &c->vd;
    case SFP_F_MOD: return &c->mod;
    case SFP_F_RND: return &c->rnd;
    case SFP_F_MACRO: return &c->macro;
    case SFP_F_ADDR_MODE: return &c->addr_mode;
    case SFP_F_ADDR:
    case SFP_F_IMM: return &c->imm;
    default: return NULL;
    }
}

static void put_operand(struct sfp_coding *c, const struct sfp_operand *o)
{
    struct sfp_place *place = place_of(c, (enum sfp_field)o->field);

    if (!place)
        return;
    *place = (struct sfp_place){.mask = sfp_bits(UINT32_MAX, 0, o->width), .lsb = o->lsb};
    if (o->kind == SFP_K_SPLIT)
        c->vd_top = (struct sfp_place){.mask = 1, .lsb = 0};
    if (o->field == SFP_F_VD)
        c->vd_bits = o->width;
}

/* Where an operand is that lies in another's field: an LReg in the low bits of that. */
static void put_naming(struct sfp_coding *c, const struct sfp_insn *insn, enum sfp_field operand)
{
    const enum sfp_field field = sfp_field_naming(insn, operand);

    if (field != operand)
        *place_of(c, operand) = (struct sfp_place){.mask = sfp_bits(UINT32_MAX, 0, LREG_BITS),
                                                   .lsb = place_of(c, field)->lsb};
}

static void put_operands(struct sfp_coding *c, const struct sfp_insn *insn)
{
    for (const struct sfp_operand *o = insn->ops; !sfp_operand_end(o); o++)
        put_operand(c, o);
    put_naming(c, insn, SFP_F_VB);
    put_naming(c, insn, SFP_F_VC);
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

static void put_uses(struct sfp_coding *c, const struct sfp_insn *insn, enum sfp_arch arch)
{
    c->writable = sfp_writable(insn);
    c->by_vd = has_use_by_vd(insn->reads) || has_use_by_vd(insn->writes);
    for (unsigned mode = 0; mode < SFP_MODES; mode++) {
        c->uses[mode] = both_uses(insn, mode);
        c->latency[mode] = (uint8_t)sfp_latency(insn, arch, mode);
        c->second_is_vb |= (uint16_t)(sfp_second_is_vb(insn, mode) << mode);
    }
}

static void put_execution(struct sfp_coding *c, const struct sfp_insn *insn)
{
    c->unguarded = insn->guard != SFP_GUARD_8;
    c->special = insn->id == SFP_I_SFPMAD || insn->id == SFP_I_SFPADD || insn->id == SFP_I_SFPMUL
                 || insn->id == SFP_I_SFPENCC;
}

struct sfp_decoder *sfp_decoder_new(const struct sfp_index *index)
{
    struct sfp_decoder *d = calloc(1, sizeof *d);

    for (size_t i = 0; d && i < index->count; i++) {
        const struct sfp_insn *insn = index->rows[i];

        put_operands(&d->coding[insn->opcode], insn);
        put_uses(&d->coding[insn->opcode], insn, index->arch);
        put_execution(&d->coding[insn->opcode], insn);
    }
    return d;
}
