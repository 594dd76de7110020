/* Makes the demands of loads: the template bits and sequence slots that cells need, and the equal demands among
 * them. */
#include "demands.h"

#include "isa/modes.h"

#include <stdlib.h>

/* ---- Templates ---- */

static uint32_t demand_bit(enum sfp_resource resource)
{
    return UINT32_C(1) << resource;
}

/* Returns the operand of a field. SFPSHFT2's VB lies within the immediate, where other instructions have VB. */
static const struct sfp_operand *field_place(const struct sfp_insn *insn, enum sfp_field field)
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

/* Makes the bits of `field` open. */
static void open_field(const struct sfp_insn *insn, struct partial *partial, enum sfp_field field)
{
    const struct sfp_operand *o = field_place(insn, field);

    if (o) {
        partial->care &= ~sfp_operand_mask(o);
        partial->word &= ~sfp_operand_mask(o);
    }
}

/* Sets `field` to `reg`. Returns false if the template already has another register there. */
static bool set_register_field(const struct sfp_insn *insn, struct partial *partial, enum sfp_field field, unsigned reg)
{
    const struct sfp_operand *o = field_place(insn, field);

    return o && partial_unify(partial, &(struct partial){sfp_operand_put(o, reg), sfp_operand_mask(o)});
}

bool vb_is_immediate(const struct sfp_insn *insn, unsigned mode)
{
    return insn->id == SFP_I_SFPSHFT2 && mode == SFP_MODE_SFPSHFT2_SHFT_IMM;
}

struct partial partial_without_registers(const struct sfp_insn *insn, uint32_t word, unsigned mode)
{
    const uint32_t ignored = sfp_ignored_bits(insn, mode);
    struct partial partial = {word & ~ignored, ~ignored};

    for (enum sfp_field field = SFP_F_VA; field <= SFP_F_VD; field++)
        if (field != SFP_F_VB || !vb_is_immediate(insn, mode))
            open_field(insn, &partial, field);
    return partial;
}

/* Does the result go to a register that a macro can write, or to the register that L7 names? */
static bool result_fits(const struct sfp_insn *insn, const struct action *action, unsigned loaded)
{
    return action->vd == SFP_STAGING_LREG || action->vd == loaded ||
           !(sfp_resources_written(insn, action->mod, action->vd) & demand_bit(SFP_R_VD));
}

/* Makes the way in which the loaded register replaces VB (`to_vb`) or VC. Returns false if the way does not give the
 * action. */
static bool make_way(const struct sfp_insn *insn, const struct action *action, unsigned loaded, bool to_vb,
                     struct way *way)
{
    const struct sfp_template_sources from = sfp_template_sources(insn, action->mod);
    const uint32_t read = sfp_resources_read(insn, action->mod, action->vd);
    const bool reads_vb = read & (demand_bit(SFP_R_VB) | demand_bit(SFP_R_B));
    const bool reads_vc = read & demand_bit(SFP_R_VC);

    *way = (struct way){
        .slot = {.to_vb = to_vb, .to_staging = action->vd == SFP_STAGING_LREG, .selector = SFP_SELECT_TEMPLATE},
        .wanted = partial_without_registers(insn, action->word, action->mod),
    };
    if (read & demand_bit(SFP_R_VA) && !set_register_field(insn, &way->wanted, SFP_F_VA, action->va))
        return false;
    if (reads_vb && (to_vb ? action->vb != loaded : !set_register_field(insn, &way->wanted, from.vb, action->vb)))
        return false;
    return !reads_vc || (to_vb ? set_register_field(insn, &way->wanted, from.vc, action->vc) : action->vc == loaded);
}

/* Makes the way of a store. A template only gives a store its source: the format comes from Misc or the load, the
 * address from the load. */
static unsigned ways_of_store(const struct sfp_insn *insn, const struct action *action, unsigned loaded,
                              struct way *way)
{
    *way = (struct way){.slot = {.selector = SFP_SELECT_STORE}};
    if (action->vd == SFP_STAGING_LREG) {
        way->slot.to_staging = true;
    } else if (action->vd != loaded) {
        way->slot.to_vb = true;
        if (action->vd != 0) { /* a store of L0 needs no template */
            way->slot.selector = SFP_SELECT_TEMPLATE;
            way->wanted = (struct partial){(uint32_t)insn->opcode << SFP_OPCODE_LSB,
                                           (uint32_t)UINT8_MAX << SFP_OPCODE_LSB};
            set_register_field(insn, &way->wanted, SFP_F_VD, action->vd);
        }
    }
    return 1;
}

bool sequence_slots_equal(const struct sfp_sequence_slot *a, const struct sfp_sequence_slot *b)
{
    return a->to_vb == b->to_vb && a->to_staging == b->to_staging && a->delay == b->delay &&
           a->selector == b->selector;
}

static void exchange_registers(uint8_t *a, uint8_t *b)
{
    const uint8_t kept = *a;

    *a = *b;
    *b = kept;
}

bool action_exchange(const struct sfp_insn *insn, struct action *action)
{
    switch (sfp_exchange_of(insn, action->mod, action->va)) {
    case SFP_EXCHANGE_VA_VB:
        exchange_registers(&action->va, &action->vb);
        return true;
    case SFP_EXCHANGE_VB_VC:
        exchange_registers(&action->vb, &action->vc);
        return true;
    case SFP_EXCHANGE_VC_VD:
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

/* ---- Demands ---- */

void demands_free(struct demands *demands)
{
    free(demands->items);
    *demands = (struct demands){0};
}

/* ---- Formats of stores ---- */

static bool is_store_cell(const struct cell *cell)
{
    return cell->insn && cell->insn->id == SFP_I_SFPSTORE;
}

static unsigned store_cell_format(const struct cell *cell)
{
    return cell->actions[0].mod;
}

static const struct cell *load_of_cell(const struct schedule *s, const struct cell *cell)
{
    return &s->cells[s->tags[cell->tag].load];
}

/* Chooses Misc's format: the format of the stores that differ from their loads, which must be equal; otherwise the
 * first store's. Returns false if two such formats exist. */
static bool choose_store_format(struct demands *demands, struct schedule *const *schedules, size_t count,
                                struct demands_error *error)
{
    const struct cell *chosen = NULL;
    bool fixed = false;

    for (size_t k = 0; k < count; k++) {
        const struct schedule *s = schedules[k];

        for (const struct cell *cell = s->cells; cell < s->cells + s->cell_count; cell++) {
            const bool differs = cell->kind == CELL_SCHEDULED && is_store_cell(cell) &&
                                 store_cell_format(cell) != store_cell_format(load_of_cell(s, cell));

            if (cell->kind != CELL_SCHEDULED || !is_store_cell(cell))
                continue;
            if (differs && fixed && store_cell_format(cell) != store_cell_format(chosen)) {
                *error = (struct demands_error){.schedule = s, .cell = cell, .other = chosen};
                return false;
            }
            if (!chosen || (differs && !fixed))
                chosen = cell;
            fixed |= differs;
        }
    }
    demands->store_mod0 = chosen ? (uint8_t)store_cell_format(chosen) : 0;
    return true;
}

static enum format_from format_from(const struct demands *demands, const struct cell *store, const struct cell *load)
{
    if (store_cell_format(store) != store_cell_format(load))
        return FORMAT_OF_MISC;
    return store_cell_format(store) == demands->store_mod0 ? FORMAT_ANY : FORMAT_OF_LOAD;
}

/* ---- Demands ---- */

/* Adds `cell` to the cells that demand `d` schedules. */
static enum demands_fault add_demand_item(const struct demands *demands, struct demand *d, const struct cell *cell)
{
    const struct action *action = cell_action(d->schedule, cell, d->turn);
    struct demand_item *item = &d->items[d->item_count];
    const unsigned delay = cell->row - d->load->row - 1 - cell->still;

    for (unsigned i = 0; i < d->item_count; i++)
        if (d->items[i].cell->unit == cell->unit)
            return DEMANDS_TWICE;
    if (cell->row <= d->load->row || delay >= SFP_SEQUENCE_DELAYS)
        return DEMANDS_DELAY;
    *item = (struct demand_item){.cell = cell};
    item->way_count = ways_of(cell->insn, action, cell_action(d->schedule, d->load, d->turn)->vd, item->ways);
    if (item->way_count == 0)
        return DEMANDS_NO_WAY;
    for (unsigned i = 0; i < item->way_count; i++)
        item->ways[i].slot.delay = (uint8_t)delay;
    if (is_store_cell(cell))
        d->format = format_from(demands, cell, d->load);
    d->item_count++;
    return DEMANDS_FINE;
}

static const struct cell *item_on(const struct demand *d, enum sfp_unit unit)
{
    for (unsigned i = 0; i < d->item_count; i++)
        if (d->items[i].cell->unit == unit)
            return d->items[i].cell;
    return NULL;
}

static enum demands_fault fill_demand(const struct demands *demands, struct demand *d, struct demands_error *error)
{
    const struct schedule *s = d->schedule;

    for (const struct cell *cell = s->cells; cell < s->cells + s->cell_count; cell++) {
        enum demands_fault fault;

        if (cell->kind != CELL_SCHEDULED || cell->tag != d->load->tag)
            continue;
        fault = add_demand_item(demands, d, cell);
        if (fault) {
            *error = (struct demands_error){s, cell, item_on(d, cell->unit), d->turn};
            return fault;
        }
    }
    return DEMANDS_FINE;
}

static bool same_item(const struct demand_item *a, const struct demand_item *b)
{
    if (a->cell->unit != b->cell->unit || a->way_count != b->way_count)
        return false;
    for (unsigned i = 0; i < a->way_count; i++) {
        const struct partial *wanted = &a->ways[i].wanted, *other = &b->ways[i].wanted;

        if (!sequence_slots_equal(&a->ways[i].slot, &b->ways[i].slot) || wanted->word != other->word ||
            wanted->care != other->care)
            return false;
    }
    return true;
}

static bool same_demand(const struct demand *a, const struct demand *b)
{
    if (a->format != b->format || a->item_count != b->item_count)
        return false;
    for (unsigned i = 0; i < a->item_count; i++)
        if (!same_item(&a->items[i], &b->items[i]))
            return false;
    return true;
}

/* Finds the distinct demand equal to the last demand, or makes the last demand a distinct one. Returns false if
 * MOST_DISTINCT exist already. */
static bool find_distinct(struct demands *demands)
{
    struct demand *last = &demands->items[demands->count - 1];

    for (size_t i = 0; i < demands->distinct_count; i++)
        if (same_demand(&demands->items[demands->distinct[i]], last)) {
            last->distinct = i;
            return true;
        }
    if (demands->distinct_count == MOST_DISTINCT)
        return false;
    last->distinct = demands->distinct_count;
    demands->distinct[demands->distinct_count++] = demands->count - 1;
    return true;
}

static enum demands_fault add_demand(struct demands *demands, struct demand demand, struct demands_error *error)
{
    enum demands_fault fault;

    demands->items[demands->count++] = demand;
    fault = fill_demand(demands, &demands->items[demands->count - 1], error);
    if (fault || find_distinct(demands))
        return fault;
    *error = (struct demands_error){demand.schedule, demand.load, NULL, demand.turn};
    return DEMANDS_MANY;
}

static enum demands_fault add_schedule(struct demands *demands, const struct schedule *s, struct demands_error *error)
{
    enum demands_fault fault = DEMANDS_FINE;

    for (size_t tag = 0; tag < s->tag_count; tag++)
        for (unsigned turn = 0; turn < s->turns && !fault; turn++)
            fault = add_demand(demands, (struct demand){.schedule = s, .load = &s->cells[s->tags[tag].load],
                                                        .turn = turn}, error);
    return fault;
}

enum demands_fault demands_make(struct demands *demands, struct schedule *const *schedules, size_t count,
                                struct demands_error *error)
{
    enum demands_fault fault = DEMANDS_FINE;
    size_t most = 0;

    *demands = (struct demands){0};
    if (!choose_store_format(demands, schedules, count, error))
        return DEMANDS_FORMATS;
    for (size_t k = 0; k < count; k++)
        most += schedules[k]->tag_count * schedules[k]->turns;
    demands->items = calloc(most + 1, sizeof *demands->items);
    if (!demands->items)
        return DEMANDS_NO_MEMORY;
    for (size_t k = 0; k < count && !fault; k++)
        fault = add_schedule(demands, schedules[k], error);
    return fault;
}
