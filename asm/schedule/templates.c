/* Templates as far as cells ask for them. */
#include "templates.h"

#include "isa/modes.h"

static uint32_t bit_of(enum sfp_resource resource)
{
    return UINT32_C(1) << resource;
}

/* SFPSHFT2's VB lies under its immediate, where others have theirs. */
static const struct sfp_operand *place_of(const struct sfp_insn *insn, enum sfp_field field)
{
    static const struct sfp_operand under_immediate = {.field = SFP_F_VB, .lsb = 12, .width = 4, .kind = SFP_K_REG};

    return field == SFP_F_VB && insn->id == SFP_I_SFPSHFT2 ? &under_immediate : sfp_operand_of(insn, field);
}

bool partial_unify(struct partial *partial, const struct partial *other)
{
    if ((partial->word ^ other->word) & partial->care & other->care)
        return false;
    partial->word |= other->word;
    partial->care |= other->care;
    return true;
}

/* Opens what stands in `field`. */
static void open_field(const struct sfp_insn *insn, struct partial *partial, enum sfp_field field)
{
    const struct sfp_operand *o = place_of(insn, field);

    if (o) {
        partial->care &= ~sfp_operand_mask(o);
        partial->word &= ~sfp_operand_mask(o);
    }
}

/* Asks for `reg` in `field`. False if the template must hold another register there. */
static bool ask(const struct sfp_insn *insn, struct partial *partial, enum sfp_field field, unsigned reg)
{
    const struct sfp_operand *o = place_of(insn, field);

    return o && partial_unify(partial, &(struct partial){sfp_operand_put(o, reg), sfp_operand_mask(o)});
}

/* Is this field part of an immediate that counts? */
static bool is_immediate(const struct sfp_insn *insn, unsigned mode, enum sfp_field field)
{
    return insn->id == SFP_I_SFPSHFT2 && mode == SFP_MODE_SFPSHFT2_SHFT_IMM && field == SFP_F_VB;
}

/* The word without its registers, which are asked for one by one. */
static struct partial without_registers(const struct sfp_insn *insn, const struct action *action)
{
    const uint32_t ignored = sfp_ignored_bits(insn, action->mod);
    struct partial partial = {action->word & ~ignored, ~ignored};

    for (enum sfp_field field = SFP_F_VA; field <= SFP_F_VD; field++)
        if (!is_immediate(insn, action->mod, field))
            open_field(insn, &partial, field);
    return partial;
}

/* Does the result go where a macro puts it, or where L7 says? */
static bool result_fits(const struct sfp_insn *insn, const struct action *action, unsigned loaded)
{
    return action->vd == SFP_STAGING_LREG || action->vd == loaded ||
           !(sfp_resources_written(insn, action->mod, action->vd) & bit_of(SFP_R_VD));
}

/* Makes `way` the one that gives the loaded register to VB (`to_vb`) or to VC. False if that does not do. */
static bool make_way(const struct sfp_insn *insn, const struct action *action, unsigned loaded, bool to_vb,
                     struct way *way)
{
    const struct sfp_template_sources from = sfp_template_sources(insn, action->mod);
    const uint32_t read = sfp_resources_read(insn, action->mod, action->vd);
    const bool reads_vb = read & (bit_of(SFP_R_VB) | bit_of(SFP_R_B)), reads_vc = read & bit_of(SFP_R_VC);

    *way = (struct way){
        .slot = {.to_vb = to_vb, .to_staging = action->vd == SFP_STAGING_LREG, .selector = SFP_SELECT_TEMPLATE},
        .wanted = without_registers(insn, action),
    };
    if (read & bit_of(SFP_R_VA) && !ask(insn, &way->wanted, SFP_F_VA, action->va))
        return false;
    if (reads_vb && (to_vb ? action->vb != loaded : !ask(insn, &way->wanted, from.vb, action->vb)))
        return false;
    return !reads_vc || (to_vb ? ask(insn, &way->wanted, from.vc, action->vc) : action->vc == loaded);
}

/* Of a store the source is all that a template gives: the format is Misc's or the load's, the address the load's. */
static unsigned ways_of_store(const struct sfp_insn *insn, const struct action *action, unsigned loaded,
                              struct way *way)
{
    *way = (struct way){.slot = {.selector = SFP_SELECT_STORE}};
    if (action->vd == SFP_STAGING_LREG) {
        way->slot.to_staging = true;
    } else if (action->vd != loaded) {
        way->slot.to_vb = true;
        if (action->vd != 0) { /* VD of the store that needs no template */
            way->slot.selector = SFP_SELECT_TEMPLATE;
            way->wanted = (struct partial){(uint32_t)insn->opcode << SFP_OPCODE_LSB,
                                           (uint32_t)UINT8_MAX << SFP_OPCODE_LSB};
            ask(insn, &way->wanted, SFP_F_VD, action->vd);
        }
    }
    return 1;
}

bool sequence_slots_equal(const struct sfp_sequence_slot *a, const struct sfp_sequence_slot *b)
{
    return a->to_vb == b->to_vb && a->to_staging == b->to_staging && a->delay == b->delay &&
           a->selector == b->selector;
}

static void exchange(uint8_t *a, uint8_t *b)
{
    const uint8_t kept = *a;

    *a = *b;
    *b = kept;
}

bool action_exchange(const struct sfp_insn *insn, struct action *action)
{
    switch (sfp_exchange_of(insn, action->mod, action->va)) {
    case SFP_EXCHANGE_VA_VB:
        exchange(&action->va, &action->vb);
        return true;
    case SFP_EXCHANGE_VB_VC:
        exchange(&action->vb, &action->vc);
        return true;
    case SFP_EXCHANGE_NONE:
        break;
    }
    return false;
}

unsigned ways_of(const struct sfp_insn *insn, const struct action *action, unsigned loaded,
                 struct way ways[static MOST_WAYS])
{
    struct action other = *action;
    unsigned count = 0;

    if (insn->id == SFP_I_SFPSTORE)
        return ways_of_store(insn, action, loaded, ways);
    if (insn->id == SFP_I_SFPNOP) {
        ways[0] = (struct way){.slot = {.selector = SFP_SELECT_NOP}};
        return 1;
    }
    if (!result_fits(insn, action, loaded))
        return 0;
    for (unsigned to_vb = 0; to_vb < 2; to_vb++)
        count += make_way(insn, action, loaded, to_vb, &ways[count]);
    if (action_exchange(insn, &other))
        for (unsigned to_vb = 0; to_vb < 2; to_vb++)
            count += make_way(insn, &other, loaded, to_vb, &ways[count]);
    return count;
}
