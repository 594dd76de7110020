/* Sequences: each macro's entries for the sub-units, at most four macros, and the formats of stores. */
#include "table_model.h"

#include <stdlib.h>

enum { UNITS = SFP_UNIT_STORE + 1, FORMATS = 16 };

/* Literals for the contents of the macros. */
struct sequences {
    int has[SFP_SEQUENCES][UNITS]; /* the macro has an entry for this sub-unit */
    int delay[SFP_SEQUENCES][UNITS][SFP_SEQUENCE_DELAYS];
    int template[SFP_SEQUENCES][UNITS][SFP_TEMPLATES];
    int to_staging[SFP_SEQUENCES][UNITS], to_vb[SFP_SEQUENCES][UNITS];
    int format_of_misc[SFP_SEQUENCES];
    int misc[FORMATS];             /* Misc holds this format */
    int (*of_load)[MODEL_TURNS][SFP_SEQUENCES]; /* macro chosen for a load, by kind of turn; owned */
};

/* An operation scheduled by a load, in turns of one kind, as an item of macro `macro`. */
struct macro_item {
    size_t operation, load;
    unsigned kind, macro;
    int applies;          /* literal: the load schedules it by this macro */
};

static void make_variables(struct model *m, struct sequences *s)
{
    for (unsigned macro = 0; macro < SFP_SEQUENCES; macro++) {
        s->format_of_misc[macro] = cnf_variable(&m->cnf);
        m->macros_used[macro] = cnf_variable(&m->cnf);
        CNF_CLAUSE(&m->cnf, -m->macros_used[macro], macro > 0 ? m->macros_used[macro - 1] : CNF_TRUE);
        for (unsigned unit = SFP_UNIT_SIMPLE; unit < UNITS; unit++) {
            s->has[macro][unit] = cnf_variable(&m->cnf);
            s->to_staging[macro][unit] = cnf_variable(&m->cnf);
            s->to_vb[macro][unit] = cnf_variable(&m->cnf);
            for (unsigned delay = 0; delay < SFP_SEQUENCE_DELAYS; delay++)
                s->delay[macro][unit][delay] = cnf_variable(&m->cnf);
            for (unsigned template = 0; template < SFP_TEMPLATES; template++)
                s->template[macro][unit][template] = cnf_variable(&m->cnf);
            cnf_at_most_one(&m->cnf, s->delay[macro][unit], SFP_SEQUENCE_DELAYS);
            cnf_at_most_one(&m->cnf, s->template[macro][unit], SFP_TEMPLATES);
        }
    }
    for (unsigned format = 0; format < FORMATS; format++)
        s->misc[format] = cnf_variable(&m->cnf);
    cnf_at_most_one(&m->cnf, s->misc, FORMATS);
}

/* Chooses a macro for each load that schedules operations. Numbers of macros are interchangeable, so macro q needs
 * an earlier use of macro q - 1. */
static void choose_macros(struct model *m, struct sequences *s, size_t l)
{
    for (unsigned kind = 0; kind < model_kinds(m); kind++) {
        for (unsigned macro = 0; macro < SFP_SEQUENCES; macro++) {
            s->of_load[l][kind][macro] = cnf_variable(&m->cnf);
            CNF_CLAUSE(&m->cnf, -s->of_load[l][kind][macro], m->macros_used[macro]);
        }
        cnf_exactly_one(&m->cnf, m->is_macro[l], s->of_load[l][kind], SFP_SEQUENCES);
        for (unsigned macro = 1; macro < SFP_SEQUENCES; macro++) {
            cnf_begin(&m->cnf);
            cnf_literal(&m->cnf, -s->of_load[l][kind][macro]);
            for (size_t before = 0; before <= l; before++)
                for (unsigned other = 0; other < (before < l ? model_kinds(m) : kind); other++)
                    cnf_literal(&m->cnf, s->of_load[before][other][macro - 1]);
            cnf_end(&m->cnf);
        }
    }
}

/* Adds clauses: each load of a macro schedules an operation for every sub-unit that the macro has an entry for. */
static void use_all_entries(struct model *m, const struct sequences *s, size_t l, unsigned kind)
{
    for (unsigned macro = 0; macro < SFP_SEQUENCES; macro++)
        for (unsigned unit = SFP_UNIT_SIMPLE; unit < UNITS; unit++) {
            cnf_begin(&m->cnf);
            cnf_literal(&m->cnf, -s->of_load[l][kind][macro]);
            cnf_literal(&m->cnf, -s->has[macro][unit]);
            for (size_t i = 0; i < m->graph->count; i++)
                if (model_of(m, i)->unit == unit)
                    cnf_literal(&m->cnf, m->operations[i].scheduled[l]);
            cnf_end(&m->cnf);
        }
}

/* ---- Demands on an item's macro ---- */

static void require_equal(struct model *m, const struct macro_item *item, int asked, int said)
{
    CNF_CLAUSE(&m->cnf, -item->applies, -asked, said);
    CNF_CLAUSE(&m->cnf, -item->applies, asked, -said);
}

/* Adds clauses: the macro's staging bit for Store tells whether the stored value is in L16. */
static void demand_store_staging(struct model *m, const struct sequences *s, const struct macro_item *item)
{
    const struct model_value *value = model_makers(m, &model_of(m, item->operation)->sources[0]);
    const int said = s->to_staging[item->macro][SFP_UNIT_STORE];

    if (value->count == 0)
        CNF_CLAUSE(&m->cnf, -item->applies, -said);
    for (size_t maker = 0; maker < value->count; maker++) {
        const int staged = value->makers[maker].result == 0 ? m->operations[value->makers[maker].operation].to_staging
                                                            : CNF_FALSE;
        const int taken = m->operations[item->operation].made_by[0][maker];

        CNF_CLAUSE(&m->cnf, -item->applies, -taken, -staged, said);
        CNF_CLAUSE(&m->cnf, -item->applies, -taken, staged, -said);
    }
}

/* Adds clauses: a scheduled store has its load's format, or the format of Misc. */
static void demand_store_format(struct model *m, const struct sequences *s, const struct macro_item *item)
{
    const unsigned format = model_of(m, item->operation)->mode;
    const int misc = s->format_of_misc[item->macro];

    CNF_CLAUSE(&m->cnf, -item->applies, -misc, s->misc[format]);
    if (format != model_of(m, m->loads[item->load])->mode)
        CNF_CLAUSE(&m->cnf, -item->applies, misc);
}

static void demand_item(struct model *m, const struct sequences *s, const struct macro_item *item, const int delays[])
{
    const struct model_operation *literals = &m->operations[item->operation];
    const unsigned unit = model_of(m, item->operation)->unit, q = item->macro;

    CNF_CLAUSE(&m->cnf, -item->applies, s->has[q][unit]);
    for (unsigned delay = 0; delay < SFP_SEQUENCE_DELAYS; delay++)
        CNF_CLAUSE(&m->cnf, -item->applies, -delays[delay], s->delay[q][unit][delay]);
    require_equal(m, item, literals->to_vb[item->kind], s->to_vb[q][unit]);
    for (unsigned template = 0; template < SFP_TEMPLATES; template++)
        require_equal(m, item, literals->has_template[item->kind][template], s->template[q][unit][template]);
    if (unit == SFP_UNIT_STORE)
        demand_store_staging(m, s, item);
    else
        require_equal(m, item, literals->to_staging, s->to_staging[q][unit]);
}

/* Sets delays[d] if the operation starts d + 1 rows after the load that schedules it. */
static void find_delays(struct model *m, size_t i, size_t l, const int delays[])
{
    const struct model_operation *literals = &m->operations[i], *load = &m->operations[m->loads[l]];

    for (unsigned delay = 0; delay < SFP_SEQUENCE_DELAYS; delay++)
        for (unsigned row = literals->first > delay ? literals->first : delay + 1; row <= literals->last; row++)
            CNF_CLAUSE(&m->cnf, -literals->scheduled[l], -literals->at[row], -load->at[row - 1 - delay], delays[delay]);
}

typedef void each_item(struct model *m, const struct sequences *s, const struct macro_item *item, const int delays[]);

static void for_each_item(struct model *m, const struct sequences *s, size_t i, each_item *each)
{
    int delays[SFP_SEQUENCE_DELAYS];

    for (unsigned delay = 0; delay < SFP_SEQUENCE_DELAYS; delay++)
        delays[delay] = cnf_variable(&m->cnf);
    for (size_t load = 0; load < m->load_count; load++) {
        if (m->operations[i].scheduled[load] == CNF_FALSE)
            continue;
        find_delays(m, i, load, delays);
        for (unsigned kind = 0; kind < model_kinds(m); kind++)
            for (unsigned macro = 0; macro < SFP_SEQUENCES; macro++) {
                const int applies = cnf_and(&m->cnf, m->operations[i].scheduled[load], s->of_load[load][kind][macro]);

                each(m, s, &(struct macro_item){i, load, kind, macro, applies}, delays);
            }
    }
}

/* ---- capacity and format ---- */

static bool make_sequences(struct model *m, struct sequences *s)
{
    *s = (struct sequences){.of_load = calloc(m->load_count + 1, sizeof *s->of_load)};
    if (!s->of_load)
        return false;
    make_variables(m, s);
    for (size_t load = 0; load < m->load_count; load++) {
        choose_macros(m, s, load);
        for (unsigned kind = 0; kind < model_kinds(m); kind++)
            use_all_entries(m, s, load, kind);
    }
    return true;
}

static void demand_item_format(struct model *m, const struct sequences *s, const struct macro_item *item,
                               const int delays[])
{
    (void)delays;
    demand_store_format(m, s, item);
}

/* Rules `capacity` and `format` share the macros. */
static void constrain_macros(struct model *m)
{
    struct sequences s;

    if (!make_sequences(m, &s)) {
        m->cnf.no_memory = true;
        return;
    }
    for (size_t i = 0; i < m->graph->count; i++)
        for_each_item(m, &s, i, demand_item);
    m->cnf.guard = m->rules[MODEL_FORMAT];
    for (size_t i = 0; i < m->graph->count; i++)
        if (graph_is_store(model_of(m, i)))
            for_each_item(m, &s, i, demand_item_format);
    free(s.of_load);
}

void model_capacity(struct model *m)
{
    if (m->wants.no_macros)
        return;
    model_templates(m);
    constrain_macros(m);
}
