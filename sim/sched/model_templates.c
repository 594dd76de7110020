/* Templates: the register fields of templates, and the limit of four. */
#include "table_model.h"

#include "isa/modes.h"
#include "schedule/demands.h"

#include <stdlib.h>

enum { FIELD_REGISTERS = 16 };

/* Literals for the register fields of templates. */
struct templates {
    int fields[SFP_TEMPLATES][SFP_FIELDS][FIELD_REGISTERS]; /* by template, field and register: the literal "the
                                                             * field names the register"; 0: no operation needs this */
};

static bool need_equal_template(const struct graph_operation *a, const struct graph_operation *b)
{
    const struct partial x = partial_without_registers(a->insn, a->word, a->mode);
    const struct partial y = partial_without_registers(b->insn, b->word, b->mode);

    return a->insn == b->insn && x.word == y.word && x.care == y.care;
}

static size_t find_template_class(const struct model *m, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (need_equal_template(model_of(m, k), model_of(m, i)))
            return k;
    return i;
}

static bool takes_template(const struct model *m, size_t i)
{
    return model_schedulable(m, model_of(m, i)) && !graph_is_load(model_of(m, i));
}

static void demand_field(struct model *m, struct templates *t, const struct model_reading *r, enum sfp_field field,
                         unsigned reg, int asked)
{
    model_begin_slot(m, r->operation, MODEL_SLOTS_CAPACITY, r->slot);
    for (unsigned template = 0; template < SFP_TEMPLATES; template++) {
        int *said = &t->fields[template][field][reg];

        if (!*said)
            *said = cnf_variable(&m->cnf);
        CNF_CLAUSE(&m->cnf, -asked, -m->operations[r->operation].has_template[r->kind][template], *said);
    }
    model_end_slot(m, MODEL_SLOTS_CAPACITY);
}

/* Adds clauses: a template's field holds the source's register, unless `overridden`: the loaded register replaces
 * it. */
static void demand_template_register(struct model *m, struct templates *t, const struct model_reading *r,
                                     enum sfp_field field, int overridden)
{
    const struct model_value *value = model_makers(m, model_source(m, r));
    const struct model_operation *literals = &m->operations[r->operation];

    for (unsigned reg = 0; reg < FIELD_REGISTERS; reg++) {
        const bool constant = value->count == 0 && model_source(m, r)->lreg == reg;
        int asked;

        if (!constant && (value->count == 0 || !(m->free >> reg & 1)))
            continue;
        asked = cnf_variable(&m->cnf);
        if (constant)
            CNF_CLAUSE(&m->cnf, -r->in_slot, overridden, asked);
        for (size_t maker = 0; maker < value->count; maker++)
            for (unsigned turn = 0; turn < m->wants.turns; turn++)
                if (model_kind(m, turn) == r->kind)
                    CNF_CLAUSE(&m->cnf, -r->in_slot, overridden, -literals->made_by[r->source][maker],
                               -model_register(m, value->makers[maker], turn, reg), asked);
        demand_field(m, t, r, field, reg, asked);
    }
}

static void demand_slot(struct model *m, void *context, const struct model_reading *r)
{
    struct templates *t = context;
    const struct graph_operation *o = model_of(m, r->operation);
    const struct sfp_template_sources from = sfp_template_sources(o->insn, o->mode);
    const int to_vb = m->operations[r->operation].to_vb[r->kind];

    if (r->slot == GRAPH_VA)
        demand_template_register(m, t, r, SFP_F_VA, CNF_FALSE);
    else if (r->slot == GRAPH_VC)
        demand_template_register(m, t, r, from.vc, -to_vb);
    else if ((r->slot == GRAPH_B || r->slot == GRAPH_VB) && !model_lies_under_immediate(o, r->slot))
        demand_template_register(m, t, r, from.vb, to_vb);
}

/* Adds clauses: a scheduled store needs a template if bit 7 is set and the stored register is not L0. */
static void demand_stored_register(struct model *m, struct templates *t, size_t i, unsigned kind)
{
    const struct model_operation *literals = &m->operations[i];
    const struct graph_source *source = &model_of(m, i)->sources[0];
    const struct model_value *value = model_makers(m, source);
    const int needs = cnf_variable(&m->cnf);
    const struct model_reading r = {i, 0, GRAPH_VD, kind, needs};

    if (value->count == 0 && source->lreg != 0)
        CNF_CLAUSE(&m->cnf, -literals->to_vb[kind], literals->issued, needs);
    for (size_t maker = 0; maker < value->count; maker++)
        for (unsigned turn = 0; turn < m->wants.turns; turn++)
            for (unsigned reg = 1; reg < GRAPH_LREGS && model_kind(m, turn) == kind; reg++)
                CNF_CLAUSE(&m->cnf, -literals->to_vb[kind], literals->issued, -literals->made_by[0][maker],
                           -model_register(m, value->makers[maker], turn, reg), needs);
    CNF_CLAUSE(&m->cnf, -needs, m->operations[i].any_load);
    cnf_exactly_one(&m->cnf, needs, m->operations[i].has_template[kind], SFP_TEMPLATES);
    demand_template_register(m, t, &r, SFP_F_VD, -needs);
}

static void define_any_load(struct model *m, size_t i)
{
    m->operations[i].any_load = cnf_variable(&m->cnf);
    CNF_CLAUSE(&m->cnf, -m->operations[i].any_load, -m->operations[i].issued);
    CNF_CLAUSE(&m->cnf, -m->operations[i].any_load, m->operations[i].present);
    for (size_t load = 0; load < m->load_count; load++)
        CNF_CLAUSE(&m->cnf, -m->operations[i].scheduled[load], m->operations[i].any_load);
}

static void choose_templates(struct model *m, struct templates *t, size_t i)
{
    define_any_load(m, i);
    for (unsigned kind = 0; kind < model_kinds(m); kind++) {
        for (unsigned template = 0; template < SFP_TEMPLATES; template++) {
            m->operations[i].has_template[kind][template] = cnf_variable(&m->cnf);
            CNF_CLAUSE(&m->cnf, -m->operations[i].has_template[kind][template], m->templates_used[template]);
        }
        if (graph_is_store(model_of(m, i)))
            demand_stored_register(m, t, i, kind);
        else
            cnf_exactly_one(&m->cnf, m->operations[i].any_load, m->operations[i].has_template[kind], SFP_TEMPLATES);
    }
    if (!graph_is_store(model_of(m, i)))
        model_for_slots(m, i, demand_slot, t);
}

/* Adds clauses: operations that differ in more than registers do not share template k. */
static void keep_classes_apart(struct model *m, unsigned k)
{
    struct cnf_set classes = {0};
    int *variables = calloc(m->graph->count + 1, sizeof *variables);

    if (!variables) {
        m->cnf.no_memory = true;
        return;
    }
    for (size_t i = 0; i < m->graph->count; i++) {
        const size_t class = find_template_class(m, i);

        if (!takes_template(m, i))
            continue;
        if (!variables[class]) {
            variables[class] = cnf_variable(&m->cnf);
            cnf_set_add(&classes, variables[class]);
        }
        for (unsigned kind = 0; kind < model_kinds(m); kind++)
            CNF_CLAUSE(&m->cnf, -m->operations[i].has_template[kind][k], variables[class]);
    }
    cnf_at_most_one(&m->cnf, classes.literals, classes.count);
    m->cnf.no_memory |= classes.no_memory;
    free(classes.literals);
    free(variables);
}

static void limit_field_registers(struct model *m, struct templates *t, unsigned k)
{
    for (unsigned field = 0; field < SFP_FIELDS; field++) {
        struct cnf_set said = {0};

        for (unsigned reg = 0; reg < FIELD_REGISTERS; reg++)
            cnf_set_add(&said, t->fields[k][field][reg] ? t->fields[k][field][reg] : CNF_FALSE);
        cnf_at_most_one(&m->cnf, said.literals, said.count);
        m->cnf.no_memory |= said.no_memory;
        free(said.literals);
    }
}

/* Numbers of templates are interchangeable: an operation takes template k only if template k - 1 is taken before. */
static void number_templates(struct model *m)
{
    for (size_t i = 0; i < m->graph->count; i++)
        for (unsigned kind = 0; kind < model_kinds(m) && takes_template(m, i); kind++)
            for (unsigned template = 1; template < SFP_TEMPLATES; template++) {
                cnf_begin(&m->cnf);
                cnf_literal(&m->cnf, -m->operations[i].has_template[kind][template]);
                for (size_t before = 0; before <= i; before++)
                    for (unsigned other = 0; other < (before < i ? model_kinds(m) : kind); other++)
                        if (takes_template(m, before))
                            cnf_literal(&m->cnf, m->operations[before].has_template[other][template - 1]);
                cnf_end(&m->cnf);
            }
}

void model_templates(struct model *m)
{
    struct templates t = {0};

    for (unsigned template = 0; template < SFP_TEMPLATES; template++) {
        m->templates_used[template] = cnf_variable(&m->cnf);
        CNF_CLAUSE(&m->cnf, -m->templates_used[template], template > 0 ? m->templates_used[template - 1] : CNF_TRUE);
    }
    for (size_t i = 0; i < m->graph->count; i++)
        if (takes_template(m, i))
            choose_templates(m, &t, i);
    for (unsigned template = 0; template < SFP_TEMPLATES; template++) {
        keep_classes_apart(m, template);
        limit_field_registers(m, &t, template);
    }
    number_templates(m);
}
