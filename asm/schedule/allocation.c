/* Searches for templates and sequences, assigns slots, and makes the words that write them. */
#include "allocation.h"

#include "isa/modes.h"
#include "isa/vector_unit.h"

/* Steps of one search, at most. The project's kernels need less than 10,000. */
enum { MOST_STEPS = 1 << 18 };

struct search {
    const struct demands *demands;
    unsigned templates, macros; /* limits */
    unsigned long left;         /* steps left */
    struct allocated *found;
};

static bool place_item(struct search *s, const struct allocation *a, size_t d, unsigned item,
                       const struct macro_slots *macro);

/* Returns the distinct demand number `d`. */
static const struct demand *demand_of(const struct search *search, size_t d)
{
    return &search->demands->items[search->demands->distinct[d]];
}

/* Places demand `d` and the later ones. Returns false if the limits are too small. */
static bool place_demand(struct search *search, const struct allocation *a, size_t d)
{
    if (d < search->demands->distinct_count)
        return place_item(search, a, d, 0, &(struct macro_slots){.format = demand_of(search, d)->format});
    search->found->slots = *a;
    return true;
}

static bool same_slots(const struct macro_slots *a, const struct macro_slots *b)
{
    for (unsigned i = 0; i < MOST_ITEMS; i++)
        if (!sequence_slots_equal(&a->slots[i], &b->slots[i]))
            return false;
    return true;
}

/* Gives macro `m` to demand `d`, and goes on. If `m` is the macro count, *a must already contain the new macro. */
static bool assign_macro(struct search *search, struct allocation *a, size_t d, unsigned m)
{
    search->found->macro_of[d] = (uint8_t)m;
    return place_demand(search, a, d + 1);
}

/* Gives demand `d` an existing macro equal to *macro, or a new one, and goes on. */
static bool place_macro(struct search *search, const struct allocation *a, size_t d, const struct macro_slots *macro)
{
    struct allocation next;

    for (unsigned m = 0; m < a->macro_count; m++) {
        const enum format_from format = a->macros[m].format;

        if (!same_slots(&a->macros[m], macro) ||
            (format != macro->format && format != FORMAT_ANY && macro->format != FORMAT_ANY))
            continue;
        next = *a;
        next.macros[m].format = format == FORMAT_ANY ? macro->format : format;
        if (assign_macro(search, &next, d, m))
            return true;
        break;
    }
    if (a->macro_count == search->macros)
        return false;
    next = *a;
    next.macros[next.macro_count++] = *macro;
    return assign_macro(search, &next, d, a->macro_count);
}

/* Schedules an item with this slot and template `t` or NO_TEMPLATE, and goes on. */
static bool assign_slot(struct search *search, const struct allocation *a, size_t d, unsigned item,
                        const struct macro_slots *macro, const struct sfp_sequence_slot *slot, unsigned t)
{
    const unsigned place = demand_of(search, d)->items[item].cell->unit - SFP_UNIT_SIMPLE;
    struct macro_slots more = *macro;

    more.slots[place] = *slot;
    if (t != NO_TEMPLATE)
        more.slots[place].selector = (uint8_t)(SFP_SELECT_TEMPLATE + t);
    search->found->template_of[d][item] = (uint8_t)t;
    return place_item(search, a, d, item + 1, &more);
}

/* Schedules an item this way, with an existing template that fits, or a new one, and goes on. */
static bool place_way(struct search *search, const struct allocation *a, size_t d, unsigned item,
                      const struct macro_slots *macro, const struct way *way)
{
    struct allocation next;

    if (way->slot.selector != SFP_SELECT_TEMPLATE)
        return assign_slot(search, a, d, item, macro, &way->slot, NO_TEMPLATE);
    for (unsigned t = 0; t < a->template_count; t++) {
        next = *a;
        if (partial_unify(&next.templates[t], &way->wanted) &&
            assign_slot(search, &next, d, item, macro, &way->slot, t))
            return true;
    }
    if (a->template_count == search->templates)
        return false;
    next = *a;
    next.templates[next.template_count++] = way->wanted;
    return assign_slot(search, &next, d, item, macro, &way->slot, a->template_count);
}

static bool place_item(struct search *search, const struct allocation *a, size_t d, unsigned item,
                       const struct macro_slots *macro)
{
    const struct demand *demand = demand_of(search, d);

    if (search->left == 0)
        return false;
    search->left--;
    if (item == demand->item_count)
        return place_macro(search, a, d, macro);
    for (unsigned i = 0; i < demand->items[item].way_count; i++)
        if (place_way(search, a, d, item, macro, &demand->items[item].ways[i]))
            return true;
    return false;
}

/* Searches for an allocation within these limits. */
static bool search_within(struct search *search, unsigned templates, unsigned macros)
{
    search->templates = templates;
    search->macros = macros;
    return place_demand(search, &(struct allocation){0}, 0);
}

/* Searches for an allocation up to these limits, with the fewest slots first. */
static bool search_up_to(struct search *search, unsigned templates, unsigned macros)
{
    search->left = MOST_STEPS;
    for (unsigned sum = 0; sum <= templates + macros; sum++)
        for (unsigned t = 0; t <= templates; t++)
            if (sum >= t && sum - t <= macros && search_within(search, t, sum - t))
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

/* ---- Slots ---- */

static const struct sfp_operand *vd_operand(const struct sfp_index *index, uint32_t template)
{
    return sfp_operand_of(sfp_insn_of_word(index, template), SFP_F_VD);
}

static bool vd_is_open(const struct sfp_index *index, const struct partial *template)
{
    return !(template->care & sfp_operand_mask(vd_operand(index, template->word)));
}

/* Returns the slot that the template's VD would name for the backdoor, if issued; SFP_TEMPLATES or more if VD names
 * no slot. */
static unsigned named_slot(const struct sfp_index *index, uint32_t template)
{
    return sfp_operand_get(vd_operand(index, template), template) - SFP_FIRST_TEMPLATE_VD;
}

/* Templates for which VD names a slot come first, then those without a suitable slot, then those with an open VD,
 * which suit any slot. */
enum fit { FIT_OWN, FIT_NONE, FIT_ANY, FITS };

static enum fit slot_fit_of(const struct sfp_index *index, const struct partial *template)
{
    if (vd_is_open(index, template))
        return FIT_ANY;
    return named_slot(index, template->word) < SFP_TEMPLATES ? FIT_OWN : FIT_NONE;
}

static unsigned first_free(unsigned used)
{
    return (unsigned)__builtin_ctz(~used);
}

/* Chooses a slot for each template. */
static void choose_slots(const struct sfp_index *index, const struct allocation *a, uint8_t slot_of[SFP_TEMPLATES])
{
    unsigned used = 0;

    for (enum fit fit = FIT_OWN; fit < FITS; fit++) {
        for (unsigned t = 0; t < a->template_count; t++) {
            unsigned slot = first_free(used);

            if (slot_fit_of(index, &a->templates[t]) != fit)
                continue;
            if (fit == FIT_OWN && !(used >> named_slot(index, a->templates[t].word) & 1))
                slot = named_slot(index, a->templates[t].word);
            used |= 1u << slot;
            slot_of[t] = (uint8_t)slot;
        }
    }
}

/* ---- The configuration ---- */

/* Returns a template's word. An open VD names the template's slot. */
static uint32_t template_word(const struct sfp_index *index, const struct partial *template, unsigned slot)
{
    if (!vd_is_open(index, template))
        return template->word;
    return template->word | sfp_operand_put(vd_operand(index, template->word), SFP_FIRST_TEMPLATE_VD + slot);
}

static uint32_t sequence_word(const struct macro_slots *macro, const uint8_t slot_of[SFP_TEMPLATES])
{
    uint32_t sequence = 0;

    for (unsigned i = 0; i < MOST_ITEMS; i++) {
        struct sfp_sequence_slot slot = macro->slots[i];

        if (slot.selector >= SFP_SELECT_TEMPLATE)
            slot.selector = (uint8_t)(SFP_SELECT_TEMPLATE + slot_of[slot.selector - SFP_SELECT_TEMPLATE]);
        sequence |= sfp_sequence_put(slot, (enum sfp_unit)(SFP_UNIT_SIMPLE + i));
    }
    return sequence;
}

void macro_config_make(const struct sfp_index *index, const struct allocation *allocation, uint8_t store_mod0,
                       bool counts_cycles, struct macro_config *config)
{
    uint8_t slot_of[SFP_TEMPLATES] = {0};

    *config = (struct macro_config){.macro_count = allocation->macro_count};
    choose_slots(index, allocation, slot_of);
    for (unsigned t = 0; t < allocation->template_count; t++) {
        config->templates[slot_of[t]] = template_word(index, &allocation->templates[t], slot_of[t]);
        config->templates_used |= (uint8_t)(1 << slot_of[t]);
    }
    config->misc = store_mod0 | (counts_cycles ? 0 : SFP_MISC_DELAY_KINDS);
    for (unsigned m = 0; m < allocation->macro_count; m++) {
        config->sequences[m] = sequence_word(&allocation->macros[m], slot_of);
        if (allocation->macros[m].format == FORMAT_OF_LOAD)
            config->misc |= 1u << (SFP_MISC_USES_LOAD_MOD0_LSB + m);
    }
}

/* ---- Words ---- */

static void add_setup_word(struct setup *setup, uint32_t word)
{
    setup->words[setup->count++] = word;
}

/* Appends an SFPCONFIG of `value`: from an immediate if the value is short and the target is no template, else
 * through L0. */
static void add_config_words(const struct sfp_index *index, struct setup *setup, unsigned target, uint32_t value)
{
    enum { HALF = 16 };

    if (target >= SFP_TARGET_SEQUENCES && value >> HALF == 0) {
        add_setup_word(setup, MADE_WORD(index, SFP_I_SFPCONFIG, {SFP_F_VD, target}, {SFP_F_IMM, value},
                             {SFP_F_MOD, SFP_MODE_SFPCONFIG_IMM16_IS_VALUE}));
        return;
    }
    add_setup_word(setup, MADE_WORD(index, SFP_I_SFPLOADI, {SFP_F_IMM, sfp_bits(value, 0, HALF)},
                         {SFP_F_MOD, SFP_MODE_SFPLOADI_LOWER}));
    add_setup_word(setup, MADE_WORD(index, SFP_I_SFPLOADI, {SFP_F_IMM, value >> HALF},
                                    {SFP_F_MOD, SFP_MODE_SFPLOADI_UPPER}));
    add_setup_word(setup, MADE_WORD(index, SFP_I_SFPCONFIG, {SFP_F_VD, target}));
    setup->changes_l0 = true;
}

static bool loaded_by_backdoor(const struct sfp_index *index, uint32_t template, unsigned slot)
{
    return named_slot(index, template) == slot &&
           sfp_names_template(sfp_insn_of_word(index, template), SFP_FIRST_TEMPLATE_VD + slot);
}

void setup_make(const struct sfp_index *index, const struct macro_config *config, bool by_config, struct setup *setup)
{
    enum { APART = 2 }; /* words required between a sequence's SFPCONFIG and its first SFPLOADMACRO */
    unsigned backdoor = 0;
    size_t sequences_end;

    *setup = (struct setup){0};
    add_config_words(index, setup, SFP_TARGET_MISC, config->misc); /* first, because the write takes effect up to two
                                                              * cycles later */
    for (unsigned t = 0; t < SFP_TEMPLATES; t++) {
        if (!(config->templates_used >> t & 1))
            continue;
        if (!by_config && loaded_by_backdoor(index, config->templates[t], t))
            backdoor |= 1u << t;
        else
            add_config_words(index, setup, SFP_TARGET_TEMPLATES + t, config->templates[t]);
    }
    for (unsigned m = 0; m < config->macro_count; m++)
        add_config_words(index, setup, SFP_TARGET_SEQUENCES + m, config->sequences[m]);
    sequences_end = setup->count;
    for (unsigned t = 0; t < SFP_TEMPLATES; t++)
        if (backdoor >> t & 1)
            add_setup_word(setup, config->templates[t]);
    if (!backdoor)
        add_setup_word(setup, MADE_WORD(index, SFP_I_SFPNOP, {SFP_F_VD, 0}));
    setup->early = config->macro_count > 0 && setup->count < sequences_end + APART;
}
