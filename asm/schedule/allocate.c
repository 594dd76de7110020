/* The search for templates and sequences. */
#include "allocate.h"

#include "isa/vector_unit.h"

/* Steps of one search: those of the kernels that ship take less than 10,000. */
enum { MOST_STEPS = 1 << 18 };

struct search {
    const struct demands *demands;
    unsigned templates, macros; /* how many there may be */
    unsigned long left;         /* steps */
    struct allocated *found;
};

static bool place_item(struct search *s, const struct allocation *a, size_t d, unsigned item,
                       const struct macro_slots *macro);

/* The distinct demand of number `d`. */
static const struct demand *demand_of(const struct search *s, size_t d)
{
    return &s->demands->items[s->demands->distinct[d]];
}

/* Goes on with demand `d`. */
static bool place_demand(struct search *s, const struct allocation *a, size_t d)
{
    if (d < s->demands->distinct_count)
        return place_item(s, a, d, 0, &(struct macro_slots){.format = demand_of(s, d)->format});
    s->found->slots = *a;
    return true;
}

static bool same_slots(const struct macro_slots *a, const struct macro_slots *b)
{
    for (unsigned i = 0; i < MOST_ITEMS; i++)
        if (!sequence_slots_equal(&a->slots[i], &b->slots[i]))
            return false;
    return true;
}

/* Gives demand `d` macro `m`, of which there is one more if it is the last. */
static bool place_as(struct search *s, struct allocation *a, size_t d, unsigned m)
{
    s->found->macro_of[d] = (uint8_t)m;
    return place_demand(s, a, d + 1);
}

/* Gives demand `d` the macro that was put together for it: one that there is, or another. */
static bool place_macro(struct search *s, const struct allocation *a, size_t d, const struct macro_slots *macro)
{
    struct allocation next;

    for (unsigned m = 0; m < a->macro_count; m++) {
        const enum format_from format = a->macros[m].format;

        if (!same_slots(&a->macros[m], macro) ||
            (format != macro->format && format != FORMAT_ANY && macro->format != FORMAT_ANY))
            continue;
        next = *a;
        next.macros[m].format = format == FORMAT_ANY ? macro->format : format;
        if (place_as(s, &next, d, m))
            return true;
        break;
    }
    if (a->macro_count == s->macros)
        return false;
    next = *a;
    next.macros[next.macro_count++] = *macro;
    return place_as(s, &next, d, a->macro_count);
}

/* Schedules an item this way, with template `t` or NO_TEMPLATE, and goes on. */
static bool place_with(struct search *s, const struct allocation *a, size_t d, unsigned item,
                       const struct macro_slots *macro, const struct sfp_sequence_slot *slot, unsigned t)
{
    const unsigned place = demand_of(s, d)->items[item].cell->unit - SFP_UNIT_SIMPLE;
    struct macro_slots more = *macro;

    more.slots[place] = *slot;
    if (t != NO_TEMPLATE)
        more.slots[place].selector = (uint8_t)(SFP_SELECT_TEMPLATE + t);
    s->found->template_of[d][item] = (uint8_t)t;
    return place_item(s, a, d, item + 1, &more);
}

/* Schedules an item this way, with any template that does: one that there is, or another. */
static bool place_way(struct search *s, const struct allocation *a, size_t d, unsigned item,
                      const struct macro_slots *macro, const struct way *way)
{
    struct allocation next;

    if (way->slot.selector != SFP_SELECT_TEMPLATE)
        return place_with(s, a, d, item, macro, &way->slot, NO_TEMPLATE);
    for (unsigned t = 0; t < a->template_count; t++) {
        next = *a;
        if (partial_unify(&next.templates[t], &way->wanted) && place_with(s, &next, d, item, macro, &way->slot, t))
            return true;
    }
    if (a->template_count == s->templates)
        return false;
    next = *a;
    next.templates[next.template_count++] = way->wanted;
    return place_with(s, &next, d, item, macro, &way->slot, a->template_count);
}

static bool place_item(struct search *s, const struct allocation *a, size_t d, unsigned item,
                       const struct macro_slots *macro)
{
    const struct demand *demand = demand_of(s, d);

    if (s->left == 0)
        return false;
    s->left--;
    if (item == demand->item_count)
        return place_macro(s, a, d, macro);
    for (unsigned i = 0; i < demand->items[item].way_count; i++)
        if (place_way(s, a, d, item, macro, &demand->items[item].ways[i]))
            return true;
    return false;
}

/* Is there an allocation within these limits? */
static bool search_within(struct search *s, unsigned templates, unsigned macros)
{
    s->templates = templates;
    s->macros = macros;
    return place_demand(s, &(struct allocation){0}, 0);
}

/* The same for limits up to these, fewest slots first. */
static bool search_up_to(struct search *s, unsigned templates, unsigned macros)
{
    s->left = MOST_STEPS;
    for (unsigned sum = 0; sum <= templates + macros; sum++)
        for (unsigned t = 0; t <= templates; t++)
            if (sum >= t && sum - t <= macros && search_within(s, t, sum - t))
                return true;
    return false;
}

enum allocate_result allocate(const struct demands *demands, struct allocated *allocated)
{
    struct search s = {.demands = demands, .found = allocated};

    if (search_up_to(&s, SFP_TEMPLATES, SFP_SEQUENCES))
        return ALLOCATED;
    if (s.left > 0 && search_up_to(&s, MOST_TEMPLATES, SFP_SEQUENCES))
        return ALLOCATE_TEMPLATES;
    if (s.left > 0 && search_up_to(&s, SFP_TEMPLATES, MOST_MACROS))
        return ALLOCATE_MACROS;
    return ALLOCATE_TOO_MANY;
}
