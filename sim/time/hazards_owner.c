/*
 * Owners: which SFPLOADMACRO's value a register holds while a new result is under way. The owner decides what an early
 * read means (sfpu-timing(7), Old values that macros read).
 */
#include "hazards.h"

#include "program/sfp_program.h"

/* The owner of a register that an instruction outside macros wrote last. */
enum { NO_OWNER = 0 };

/* Returns the owner number of the part's SFPLOADMACRO: its id + 1, since 0 is NO_OWNER. */
static uint64_t macro_owner_of(const struct sfp_part *part)
{
    if (part->scheduled)
        return part->macro_id + 1;
    return sfp_is(&part->op, SFP_I_SFPLOADMACRO) ? part->id + 1 : NO_OWNER;
}

/* Returns the unit by which a schedule's cell is found: SFP_UNIT_NONE for an issued word. */
static enum sfp_unit cell_unit(const struct sfp_op *op)
{
    return op->scheduled ? (enum sfp_unit)op->insn->unit : SFP_UNIT_NONE;
}

/* Returns whether both instructions are cells of the same .schedule. The schedule's rules have then settled which
 * reads what, and its proof compares the run with that. */
static bool are_of_table(const struct sfp_engine *e, const struct sfp_part *reader, const struct sfp_part *writer)
{
    const struct sfp_program *program = e->options->tables;
    const struct sfp_schedule_word *read_by, *written_by;
    const struct sfp_schedule *s = program ? sfp_schedule_of_word(program, reader->op.index, &read_by) : NULL;

    return s && sfp_schedule_of_word(program, writer->op.index, &written_by) == s
           && sfp_schedule_executes(s, read_by, cell_unit(&reader->op))
           && sfp_schedule_executes(s, written_by, cell_unit(&writer->op));
}

/* Returns whether SFPLOADMACRO `macro_id` has an instruction under way or queued that writes L16. */
static bool will_stage(const struct sfp_engine *e, const struct sfp_cycle *set, uint64_t macro_id)
{
    const uint32_t staging = 1u << SFP_STAGING_LREG;

    for (unsigned u = SFP_UNIT_SIMPLE; u < SFP_UNIT_STORE; u++) {
        const struct sfp_part *now = &set->part[u];

        if (now->live && now->scheduled && now->macro_id == macro_id && now->op.writes & staging)
            return true;
        for (unsigned i = 0; i < e->queued[u]; i++)
            if (e->queue[u][i].macro_id == macro_id && e->queue[u][i].op.writes & staging)
                return true;
    }
    for (uint32_t left = e->flying; left; left &= left - 1) {
        const struct sfp_part *part = &e->flight[__builtin_ctz(left)].part;

        if (part->scheduled && part->macro_id == macro_id && part->op.writes & staging)
            return true;
    }
    return false;
}

/* Checks a write of L16: reports a queued store that was to find its own SFPLOADMACRO's value in L16. */
static void check_staged(struct sfp_engine *e, const struct sfp_cycle *set, const struct sfp_part *writer)
{
    const uint64_t owner = e->owner[SFP_STAGING_LREG];

    if (owner == NO_OWNER || owner == macro_owner_of(writer))
        return;
    for (unsigned i = 0; i < e->queued[SFP_UNIT_STORE]; i++) {
        const struct sfp_part *store = &e->queue[SFP_UNIT_STORE][i];

        if (store->macro_id + 1 == owner && store->op.reads >> SFP_STAGING_LREG & 1
            && !will_stage(e, set, store->macro_id) && !are_of_table(e, store, writer))
            sfp_hazard(e, SFP_FIND_MACRO_OVERWRITTEN, store, &(struct sfp_finding_detail){
                .other = writer->op.index, .by = &writer->op, .lreg = SFP_STAGING_LREG, .lands = e->cycle,
                .lanes = e->m->s.derived.enabled});
    }
}

/* Gives the registers that `part` writes to its SFPLOADMACRO. After a write through L7, which may have hit any
 * register, they have no owner. */
static void give_registers(struct sfp_engine *e, const struct sfp_cycle *set, const struct sfp_part *part)
{
    const uint64_t owner = sfp_writes_through_l7(&part->op) ? NO_OWNER : macro_owner_of(part);

    if (part->op.writes >> SFP_STAGING_LREG & 1)
        check_staged(e, set, part);
    for (uint32_t left = part->op.writes & SFP_USES_LREGS; left; left &= left - 1)
        e->owner[__builtin_ctz(left)] = owner;
}

void sfp_note_owners(struct sfp_engine *e, const struct sfp_cycle *set)
{
    static const enum sfp_unit order[] = {SFP_UNIT_SIMPLE, SFP_UNIT_ROUND, SFP_UNIT_LOAD};

    for (uint32_t left = sfp_landing_now(e); left; left &= left - 1)
        give_registers(e, set, &e->flight[__builtin_ctz(left)].part);
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        if (sfp_part_works(&set->part[order[i]]) && set->part[order[i]].op.latency <= 1)
            give_registers(e, set, &set->part[order[i]]);
}

static uint32_t lregs_owned_by(const struct sfp_engine *e, uint64_t owner)
{
    uint32_t owned = 0;

    for (unsigned reg = 0; reg < SFP_LREGS; reg++)
        owned |= (uint32_t)(e->owner[reg] == owner) << reg;
    return owned;
}

uint32_t sfp_owned_lregs(const struct sfp_engine *e, uint64_t macro_id)
{
    return lregs_owned_by(e, macro_id + 1);
}

uint32_t sfp_issued_lregs(const struct sfp_engine *e)
{
    return lregs_owned_by(e, NO_OWNER);
}

enum sfp_old_value sfp_old_value_of(const struct sfp_engine *e, const struct sfp_part *reader,
                                    const struct sfp_part *writer, unsigned reg)
{
    if (are_of_table(e, reader, writer))
        return SFP_OLD_RIGHT;
    if (!reader->scheduled || !writer->scheduled) /* an issued instruction may be meant to provide the value read */
        return SFP_OLD_UNKNOWN;
    if (writer->macro_id == reader->macro_id)
        return sfp_writes_through_l7(&writer->op) ? SFP_OLD_UNKNOWN : SFP_OLD_WRONG;
    return e->owner[reg] == reader->macro_id + 1 ? SFP_OLD_RIGHT : SFP_OLD_UNKNOWN;
}
