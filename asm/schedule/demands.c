/* What loads ask of macros. */
#include "demands.h"

#include <stdlib.h>
#include <string.h>

void demands_free(struct demands *demands)
{
    free(demands->items);
    *demands = (struct demands){0};
}

/* ---- Formats of stores ---- */

static bool is_store(const struct cell *cell)
{
    return cell->insn && cell->insn->id == SFP_I_SFPSTORE;
}

static unsigned format_of(const struct cell *cell)
{
    return cell->actions[0].mod;
}

static const struct cell *load_of(const struct schedule *s, const struct cell *cell)
{
    return &s->cells[s->tags[cell->tag].load];
}

/* What Misc must say: the one format that is no load's; else that of the first store. */
static bool choose_format(struct demands *demands, struct schedule *const *schedules, size_t count,
                          struct demands_error *error)
{
    const struct cell *chosen = NULL;
    bool fixed = false;

    for (size_t k = 0; k < count; k++) {
        const struct schedule *s = schedules[k];

        for (const struct cell *cell = s->cells; cell < s->cells + s->cell_count; cell++) {
            const bool differs = cell->kind == CELL_SCHEDULED && is_store(cell) &&
                                 format_of(cell) != format_of(load_of(s, cell));

            if (cell->kind != CELL_SCHEDULED || !is_store(cell))
                continue;
            if (differs && fixed && format_of(cell) != format_of(chosen)) {
                *error = (struct demands_error){.schedule = s, .cell = cell, .other = chosen};
                return false;
            }
            if (!chosen || (differs && !fixed))
                chosen = cell;
            fixed |= differs;
        }
    }
    demands->store_mod0 = chosen ? (uint8_t)format_of(chosen) : 0;
    return true;
}

static enum format_from format_from(const struct demands *demands, const struct cell *store, const struct cell *load)
{
    if (format_of(store) != format_of(load))
        return FORMAT_OF_MISC;
    return format_of(store) == demands->store_mod0 ? FORMAT_ANY : FORMAT_OF_LOAD;
}

/* ---- Demands ---- */

/* Adds to what `d` asks for that it schedules `cell`. */
static enum demands_fault add_item(const struct demands *demands, struct demand *d, const struct cell *cell)
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
    if (is_store(cell))
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

static enum demands_fault fill(const struct demands *demands, struct demand *d, struct demands_error *error)
{
    const struct schedule *s = d->schedule;

    for (const struct cell *cell = s->cells; cell < s->cells + s->cell_count; cell++) {
        enum demands_fault fault;

        if (cell->kind != CELL_SCHEDULED || cell->tag != d->load->tag)
            continue;
        fault = add_item(demands, d, cell);
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

/* Finds which of the distinct demands the last one is; it can be another, if there is room. */
static bool compare(struct demands *demands)
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

static enum demands_fault add(struct demands *demands, struct demand demand, struct demands_error *error)
{
    enum demands_fault fault;

    demands->items[demands->count++] = demand;
    fault = fill(demands, &demands->items[demands->count - 1], error);
    if (fault || compare(demands))
        return fault;
    *error = (struct demands_error){demand.schedule, demand.load, NULL, demand.turn};
    return DEMANDS_MANY;
}

static enum demands_fault add_schedule(struct demands *demands, const struct schedule *s, struct demands_error *error)
{
    enum demands_fault fault = DEMANDS_FINE;

    for (size_t tag = 0; tag < s->tag_count; tag++)
        for (unsigned turn = 0; turn < s->turns && !fault; turn++)
            fault = add(demands, (struct demand){.schedule = s, .load = &s->cells[s->tags[tag].load], .turn = turn},
                        error);
    return fault;
}

enum demands_fault demands_make(struct demands *demands, struct schedule *const *schedules, size_t count,
                                struct demands_error *error)
{
    enum demands_fault fault = DEMANDS_FINE;
    size_t most = 0;

    *demands = (struct demands){0};
    if (!choose_format(demands, schedules, count, error))
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
