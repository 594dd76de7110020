/* The graph that a table is of, for tests of sfpsched: each cell an operation, which reads what the cells above it
 * left. */
#ifndef SCHED_OF_TABLE_H
#define SCHED_OF_TABLE_H

#include <string.h>

#include "isa/timing.h"
#include "sched/graph_parts.h"
#include "sched_table.h"

/* What LRegs hold: the values of the iteration's own cells, with those of the row under way and without. */
struct of_table {
    struct graph *g;
    struct sfp_index index;
    int16_t held[SFP_LREGS], next[SFP_LREGS];
    uint32_t written; /* LRegs that some cell writes */
};

static inline void of_table_source(struct of_table *t, struct graph_operation *o, enum graph_slot slot, unsigned lreg)
{
    const bool carried = t->held[lreg] == GRAPH_NONE && t->written >> lreg & 1; /* of the iteration before */

    o->sources[o->source_count++] = (struct graph_source){
        .slot = (uint8_t)(carried ? GRAPH_FIXED : slot), .lreg = (uint8_t)lreg, .value = t->held[lreg]};
    if (lreg < GRAPH_LREGS && !(t->written >> lreg & 1))
        t->g->kept |= UINT32_C(1) << lreg;
}

static inline void of_table_result(struct of_table *t, struct graph_operation *o, unsigned result, unsigned lreg,
                                   int8_t in_place)
{
    if (lreg >= GRAPH_LREGS && lreg != SFP_STAGING_LREG)
        return;
    o->results[result] = (struct graph_result){.value = t->g->values++, .in_place = in_place};
    t->next[lreg] = o->results[result].value;
}

static inline struct graph_operation of_table_operation(struct of_table *t, const struct sfp_schedule_cell *cell)
{
    const struct sfp_schedule_action *a = &cell->actions[0];
    const struct sfp_insn *insn = sfp_insn_of_word(&t->index, a->word);
    const unsigned mode = sfp_mode(insn, a->word);

    return (struct graph_operation){
        .insn = insn, .word = a->word, .mode = (uint8_t)mode, .unit = insn->unit,
        .latency = insn->id == SFP_I_SFPSTORE ? 1 : (uint8_t)sfp_latency(insn, t->g->arch, mode),
        .results = {{GRAPH_NONE, GRAPH_NONE}, {GRAPH_NONE, GRAPH_NONE}},
        .exchange = (uint8_t)sfp_exchange_of(insn, mode, a->va),
        .issued_only = insn->unit == SFP_UNIT_LOAD && insn->id != SFP_I_SFPLOAD,
        .changes_flags = sfp_resources_written(insn, mode, a->vd) >> SFP_R_FLAGS & 1,
        .region = GRAPH_NONE,
        .address = cell->address,
        .at = (uint16_t)t->g->count,
    };
}

/* Stores to the same cells of Dst that come before. */
static inline uint16_t of_table_version(const struct graph *g, const struct graph_operation *o)
{
    uint16_t stores = 0;

    for (size_t i = 0; i < g->count; i++)
        stores = (uint16_t)(stores + (graph_is_store(&g->operations[i]) && g->operations[i].address == o->address));
    return stores;
}

static inline void of_table_cell(struct of_table *t, const struct sfp_schedule_cell *cell)
{
    const struct sfp_schedule_action *a = &cell->actions[0];
    struct graph_operation o = of_table_operation(t, cell);
    const uint32_t reads = sfp_resources_read(o.insn, o.mode, a->vd);
    const uint32_t writes = sfp_resources_written(o.insn, o.mode, a->vd);

    if (reads >> SFP_R_VA & 1)
        of_table_source(t, &o, GRAPH_VA, a->va);
    if (reads >> SFP_R_VB & 1)
        of_table_source(t, &o, GRAPH_VB, a->vb);
    if (reads >> SFP_R_B & 1)
        of_table_source(t, &o, GRAPH_B, a->vb);
    if (reads >> SFP_R_VC & 1)
        of_table_source(t, &o, GRAPH_VC, a->vc);
    if (reads >> SFP_R_VD & 1)
        of_table_source(t, &o, GRAPH_VD, a->vd);
    if (writes >> SFP_R_B & 1)
        of_table_result(t, &o, 0, a->vb, graph_source_in(&o, GRAPH_B));
    if (writes >> SFP_R_VC & 1)
        of_table_result(t, &o, 1, a->vc, graph_source_in(&o, GRAPH_VC));
    if (writes >> SFP_R_VD & 1)
        of_table_result(t, &o, 0, a->vd, GRAPH_NONE);
    o.version = of_table_version(t->g, &o);
    assert_true(graph_add(t->g, &o));
}

/* Cells are by row; what is in one row reads before it writes. */
static inline void sched_graph_of_table(const struct sfp_schedule *s, enum sfp_arch arch, struct graph *g)
{
    struct of_table t = {.g = g};

    *g = (struct graph){.arch = arch, .rows = s->step};
    sfp_index_init(&t.index, arch);
    for (unsigned lreg = 0; lreg < SFP_LREGS; lreg++)
        t.held[lreg] = t.next[lreg] = GRAPH_NONE;
    for (size_t c = 0; c < s->cell_count; c++)
        if (s->cells[c].actions) {
            const struct sfp_schedule_action *a = &s->cells[c].actions[0];
            const struct sfp_insn *insn = sfp_insn_of_word(&t.index, a->word);
            const uint32_t writes = sfp_resources_written(insn, sfp_mode(insn, a->word), a->vd);

            t.written |= (writes >> SFP_R_VD & 1 ? UINT32_C(1) << a->vd : 0) |
                         (writes >> SFP_R_B & 1 ? UINT32_C(1) << a->vb : 0) |
                         (writes >> SFP_R_VC & 1 ? UINT32_C(1) << a->vc : 0);
        }
    for (size_t c = 0; c < s->cell_count; c++) {
        if (c > 0 && s->cells[c].row != s->cells[c - 1].row)
            memcpy(t.held, t.next, sizeof t.held);
        if (s->cells[c].actions)
            of_table_cell(&t, &s->cells[c]);
    }
}

#endif
