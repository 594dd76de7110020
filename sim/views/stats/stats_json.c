/* Statistics as JSON: the schema is in stats.h. */
#include <stdlib.h>
#include <string.h>

#include "views/optext.h"
#include "stats_parts.h"
#include "util/json.h"

struct tree {
    struct json_tree json;
    const struct sfp_stats *s;
    const struct sfp_proof *proof; /* or NULL */
};

static json_t *quotient(uint64_t a, uint64_t b)
{
    return b ? json_real((double)a / (double)b) : json_null();
}

/* Text that need not be UTF-8, as file names and comments need not: what is not becomes '?'. */
static json_t *text(const char *bytes, size_t size)
{
    json_t *value = json_stringn(bytes, size);
    char *copy;

    if (value)
        return value;
    copy = malloc(size + 1);
    if (!copy)
        return NULL;
    for (size_t i = 0; i < size; i++)
        copy[i] = (unsigned char)bytes[i] < 0x80 ? bytes[i] : '?';
    value = json_stringn(copy, size);
    free(copy);
    return value;
}

/* Members of a PLACE. */
static void set_place(struct tree *tree, json_t *object, size_t index)
{
    const struct sfp_kernel *kernel = tree->s->kernel;
    struct sfp_where where;

    tree_set(&tree->json, object, "index", tree_integer(index));
    if (!kernel->has_source || !sfp_program_where(&kernel->program, index, &where))
        return;
    tree_set(&tree->json, object, "file", text(where.file, strlen(where.file)));
    tree_set(&tree->json, object, "line", tree_integer(where.line));
    tree_set(&tree->json, object, "column", tree_integer(where.column));
    tree_set(&tree->json, object, "text", text(where.text, where.length));
}

static json_t *place(struct tree *tree, size_t index)
{
    json_t *object;

    if (index == SFP_NO_INDEX)
        return json_null();
    object = json_object();
    set_place(tree, object, index);
    return object;
}

static json_t *causes(struct tree *tree, const uint64_t lost[SFP_STALLS])
{
    json_t *object = json_object();

    for (unsigned i = SFP_STALL_NONE + 1; i < SFP_STALLS; i++)
        tree_set(&tree->json, object, sfp_stall_info((enum sfp_stall)i)->name, tree_integer(lost[i]));
    return object;
}

static json_t *instructions(struct tree *tree, const struct sfp_stats_totals *t)
{
    json_t *object = json_object();

    tree_set(&tree->json, object, "issued", tree_integer(t->issued));
    tree_set(&tree->json, object, "vector", tree_integer(t->vector));
    tree_set(&tree->json, object, "nops", tree_integer(t->nops));
    tree_set(&tree->json, object, "discarded", tree_integer(t->discarded));
    tree_set(&tree->json, object, "scheduled", tree_integer(t->scheduled));
    tree_set(&tree->json, object, "forgotten", tree_integer(t->forgotten));
    return object;
}

static json_t *slots(struct tree *tree, const struct sfp_stats_totals *t)
{
    json_t *object = json_object();

    tree_set(&tree->json, object, "issued", tree_integer(t->issued));
    tree_set(&tree->json, object, "lost", causes(tree, t->lost));
    tree_set(&tree->json, object, "hidden", causes(tree, t->hidden));
    tree_set(&tree->json, object, "drain", tree_integer(t->drain));
    return object;
}

static json_t *units(struct tree *tree, const struct sfp_stats_totals *t)
{
    json_t *object = json_object();

    for (unsigned i = 0; i < STATS_UNITS; i++) {
        enum sfp_unit u = stats_units[i];
        json_t *unit = json_object();

        tree_set(&tree->json, unit, "started", tree_integer(t->started[u]));
        tree_set(&tree->json, unit, "busy", tree_integer(t->busy[u]));
        tree_set(&tree->json, unit, "busy_percent", quotient(100 * t->busy[u], t->cycles));
        tree_set(&tree->json, object, sfp_unit_name(u), unit);
    }
    return object;
}

static json_t *rows(struct tree *tree, size_t kind)
{
    json_t *array = json_array();
    size_t count;
    struct row *sorted = rows_sorted(tree->s, kind, &count);
    const bool of_cycles = kind == ROW_LOST || kind == ROW_HIDDEN;

    tree->json.failed |= !sorted;
    for (size_t i = 0; i < count; i++) {
        json_t *row = json_object();

        if (of_cycles)
            tree_set(&tree->json, row, "cause", json_string(sfp_stall_info(sorted[i].cause)->name));
        tree_set(&tree->json, row, of_cycles ? "cycles" : "times", tree_integer(sorted[i].count));
        tree_set(&tree->json, row, "words", tree_integer(sorted[i].words));
        set_place(tree, row, sorted[i].index);
        tree_append(&tree->json, array, row);
    }
    free(sorted);
    return array;
}

static json_t *floors(struct tree *tree, const struct sfp_stats_block *b)
{
    json_t *object = json_object(), *by_unit = json_object();

    for (unsigned i = 0; i < STATS_UNITS; i++)
        tree_set(&tree->json, by_unit, sfp_unit_name(stats_units[i]), tree_integer(b->typical.units[stats_units[i]]));
    tree_set(&tree->json, object, "issue", tree_integer(b->typical.issued));
    tree_set(&tree->json, object, "units", by_unit);
    tree_set(&tree->json, object, "dependence", tree_integer(sfp_stats_dependence(b)));
    tree_set(&tree->json, object, "chain", tree_integer(b->typical.chain));
    tree_set(&tree->json, object, "carried", b->repeats ? tree_integer(b->carried) : json_null());
    return object;
}

static json_t *cycles(struct tree *tree, const struct sfp_stats_block *b)
{
    json_t *object = json_object();

    tree_set(&tree->json, object, "first", tree_integer(b->first));
    tree_set(&tree->json, object, "min", tree_integer(b->least));
    tree_set(&tree->json, object, "median", tree_integer(b->median));
    tree_set(&tree->json, object, "max", tree_integer(b->most));
    tree_set(&tree->json, object, "total", tree_integer(b->cycles));
    return object;
}

static json_t *bind(const struct sfp_stats_bind *b)
{
    switch (b->by) {
    case SFP_BINDS_ISSUE:
        return json_string("issue");
    case SFP_BINDS_UNIT:
        return json_string(sfp_unit_name(b->unit));
    case SFP_BINDS_DEPENDENCE:
        return json_string("dependence");
    case SFP_BINDS_STALL:
        break;
    }
    return json_sprintf("stall:%s", sfp_stall_info(b->stall)->name);
}

static json_t *binds(struct tree *tree, const struct sfp_stats_block *b)
{
    struct sfp_stats_bind all[SFP_STATS_BINDS];
    size_t count = sfp_stats_binds(b, all);
    json_t *array = json_array();

    for (size_t i = 0; i < count; i++)
        tree_append(&tree->json, array, bind(&all[i]));
    return array;
}

static json_t *block(struct tree *tree, const struct sfp_stats_block *b)
{
    json_t *object = json_object();

    if (b->kind == SFP_STATS_REGION) {
        tree_set(&tree->json, object, "kind", json_string("region"));
        tree_set(&tree->json, object, "name", text(b->name, strlen(b->name)));
    } else if (b->kind == SFP_STATS_LOOP) {
        tree_set(&tree->json, object, "kind", json_string("loop"));
        tree_set(&tree->json, object, "words", tree_integer(b->words));
        tree_set(&tree->json, object, "begins", place(tree, b->begins));
    } else {
        tree_set(&tree->json, object, "kind", json_string("replay"));
        tree_set(&tree->json, object, "slot", tree_integer(b->slot));
        tree_set(&tree->json, object, "count", tree_integer(b->count));
        tree_set(&tree->json, object, "recorded", place(tree, b->recorded));
        tree_set(&tree->json, object, "played", place(tree, b->played));
    }
    tree_set(&tree->json, object, "instances", tree_integer(b->instances));
    tree_set(&tree->json, object, "cycles", cycles(tree, b));
    tree_set(&tree->json, object, "issued", tree_integer(b->typical.issued));
    tree_set(&tree->json, object, "nops", tree_integer(b->typical.nops));
    tree_set(&tree->json, object, "lost", causes(tree, b->typical.lost));
    tree_set(&tree->json, object, "hidden", causes(tree, b->typical.hidden));
    tree_set(&tree->json, object, "floors", floors(tree, b));
    tree_set(&tree->json, object, "latency", tree_integer(b->typical.latency));
    tree_set(&tree->json, object, "lost_total", causes(tree, b->lost));
    tree_set(&tree->json, object, "hidden_total", causes(tree, b->hidden));
    tree_set(&tree->json, object, "binds", binds(tree, b));
    return object;
}

static json_t *blocks(struct tree *tree)
{
    const struct sfp_stats *s = tree->s;
    json_t *array = json_array();

    for (size_t i = 0; i < s->counted_count; i++)
        tree_append(&tree->json, array, block(tree, s->counted[i]));
    return array;
}

/* The names, of issue, the sub-units and ports, whose floors are the largest. */
static json_t *period_binds(struct tree *tree, const struct sfp_stats_steady *r)
{
    const unsigned floor = sfp_stats_steady_floor(r);
    json_t *array = json_array();

    if (r->issue == floor)
        tree_append(&tree->json, array, json_string("issue"));
    for (unsigned i = 0; i < STATS_UNITS; i++)
        if (r->units[stats_units[i]] == floor)
            tree_append(&tree->json, array, json_string(sfp_unit_name(stats_units[i])));
    if (r->ports == floor)
        tree_append(&tree->json, array, json_string("ports"));
    return array;
}

static json_t *period_floors(struct tree *tree, const struct sfp_stats_steady *r)
{
    json_t *object = json_object(), *by_unit = json_object();

    for (unsigned i = 0; i < STATS_UNITS; i++)
        tree_set(&tree->json, by_unit, sfp_unit_name(stats_units[i]), tree_integer(r->units[stats_units[i]]));
    tree_set(&tree->json, object, "issue", tree_integer(r->issue));
    tree_set(&tree->json, object, "units", by_unit);
    tree_set(&tree->json, object, "ports", tree_integer(r->ports));
    return object;
}

static json_t *period_items(struct tree *tree, const struct sfp_stats_steady *r)
{
    json_t *array = json_array();
    char item[SFP_OP_TEXT_SIZE];
    struct sfp_index isa;

    sfp_index_init(&isa, tree->s->kernel->program.arch);
    for (size_t i = 0; i < r->count; i++) {
        const struct sfp_stats_cell *c = &r->cells[i];
        json_t *cell;

        if (!sfp_stats_steady_binds(r, c))
            continue;
        cell = json_object();
        sfp_op_text(&isa, &c->op, item);
        tree_set(&tree->json, cell, "row", tree_integer(c->row));
        tree_set(&tree->json, cell, "unit", json_string(c->unit == SFP_UNIT_NONE ? "front" : sfp_unit_name(c->unit)));
        tree_set(&tree->json, cell, "by", json_string(c->scheduled ? "macro" : "issue"));
        tree_set(&tree->json, cell, "item", json_string(item));
        set_place(tree, cell, c->op.index);
        tree_append(&tree->json, array, cell);
    }
    return array;
}

/* The numbers below `count` that are not in `used`. */
static json_t *left(struct tree *tree, unsigned used, unsigned count)
{
    json_t *array = json_array();

    for (unsigned i = 0; i < count; i++)
        if (!(used >> i & 1))
            tree_append(&tree->json, array, tree_integer(i));
    return array;
}

static json_t *schedule(struct tree *tree, const struct sfp_stats_steady *r)
{
    json_t *object;

    if (!r)
        return json_null();
    object = json_object();
    tree_set(&tree->json, object, "period", r->period ? tree_integer(r->period) : json_null());
    if (r->period) {
        tree_set(&tree->json, object, "from", tree_integer(r->from));
        tree_set(&tree->json, object, "cycles", tree_integer(r->cycles));
        tree_set(&tree->json, object, "nops", tree_integer(r->nops));
        tree_set(&tree->json, object, "stores", tree_integer(r->stores));
        tree_set(&tree->json, object, "floors", period_floors(tree, r));
        tree_set(&tree->json, object, "floor", tree_integer(sfp_stats_steady_floor(r)));
        tree_set(&tree->json, object, "binds", period_binds(tree, r));
        tree_set(&tree->json, object, "items", period_items(tree, r));
    }
    tree_set(&tree->json, object, "templates_left", left(tree, r->templates, SFP_TEMPLATES));
    tree_set(&tree->json, object, "macros_left", left(tree, r->macros, SFP_SEQUENCES));
    return object;
}

static json_t *core(struct tree *tree)
{
    json_t *array = json_array();
    size_t count;
    struct core_part *parts = core_parts(tree->s, &count);

    tree->json.failed |= !parts;
    for (size_t i = 0; parts && i < count; i++) {
        const struct core_part *p = &parts[i];
        json_t *object = json_object();

        tree_set(&tree->json, object, "function", p->function ? text(p->function, strlen(p->function)) : json_null());
        set_place(tree, object, p->first);
        tree_set(&tree->json, object, "iterations", tree_integer(p->iterations));
        tree_set(&tree->json, object, "cycles", tree_integer(p->counts.cycles));
        tree_set(&tree->json, object, "instructions", tree_integer(p->counts.instructions));
        tree_set(&tree->json, object, "waits", tree_integer(p->counts.waits));
        tree_set(&tree->json, object, "awaited", tree_integer(p->counts.awaited));
        tree_set(&tree->json, object, "fetched", tree_integer(p->counts.fetched));
        tree_append(&tree->json, array, object);
    }
    free(parts);
    return array;
}

static json_t *proof(struct tree *tree)
{
    struct sfp_proof_result r;
    json_t *array = json_array();

    for (size_t i = 0; sfp_proof_get(tree->proof, i, &r); i++) {
        json_t *object = json_object();

        tree_set(&tree->json, object, "schedule", text(r.name, strlen(r.name)));
        tree_set(&tree->json, object, "iterations", tree_integer(r.iterations));
        tree_set(&tree->json, object, "cells", tree_integer(r.cells));
        tree_set(&tree->json, object, "differs", json_boolean(r.differs));
        tree_append(&tree->json, array, object);
    }
    return array;
}

static uint64_t operations(const struct sfp_stats_totals *t)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < STATS_UNITS; i++)
        sum += t->started[stats_units[i]];
    return sum;
}

static json_t *per_vector(const struct sfp_stats_totals *t, double cycles)
{
    return t->vectors ? tree_number(cycles) : json_null();
}

static json_t *document(struct tree *tree)
{
    const struct sfp_stats *s = tree->s;
    const struct sfp_stats_totals *t = &s->totals;
    json_t *object = json_object();

    tree_set(&tree->json, object, "schema", json_string("sfpsim-stats"));
    tree_set(&tree->json, object, "version", tree_integer(SFP_STATS_VERSION));
    tree_set(&tree->json, object, "kernel", text(s->kernel->path, strlen(s->kernel->path)));
    tree_set(&tree->json, object, "arch", json_string(sfp_arch_name(s->kernel->program.arch)));
    tree_set(&tree->json, object, "passes", tree_integer(t->passes));
    tree_set(&tree->json, object, "cycles", tree_integer(t->cycles));
    tree_set(&tree->json, object, "instructions", instructions(tree, t));
    tree_set(&tree->json, object, "ipc", quotient(t->issued, t->cycles));
    tree_set(&tree->json, object, "operations_per_cycle", quotient(operations(t), t->cycles));
    tree_set(&tree->json, object, "stores", tree_integer(t->stores));
    tree_set(&tree->json, object, "vectors", tree_integer(t->vectors));
    tree_set(&tree->json, object, "cycles_per_32_lanes", per_vector(t, sfp_stats_per_vector(t)));
    tree_set(&tree->json, object, "steady_cycles_per_32_lanes", per_vector(t, sfp_stats_steady_per_vector(t)));
    tree_set(&tree->json, object, "slots", slots(tree, t));
    tree_set(&tree->json, object, "pusher_held", tree_integer(t->held));
    tree_set(&tree->json, object, "units", units(tree, t));
    tree_set(&tree->json, object, "lost", rows(tree, ROW_LOST));
    tree_set(&tree->json, object, "hidden", rows(tree, ROW_HIDDEN));
    tree_set(&tree->json, object, "discards", rows(tree, ROW_DISCARD));
    tree_set(&tree->json, object, "forgotten", rows(tree, ROW_FORGOTTEN));
    tree_set(&tree->json, object, "blocks", blocks(tree));
    tree_set(&tree->json, object, "schedule", schedule(tree, s->steady));
    if (s->core)
        tree_set(&tree->json, object, "core", core(tree));
    if (tree->proof)
        tree_set(&tree->json, object, "proof", proof(tree));
    return object;
}

char *sfp_stats_json(const struct sfp_stats *s, const struct sfp_proof *proven, size_t *size)
{
    const size_t how = JSON_INDENT(2) | JSON_REAL_PRECISION(6) | JSON_ENSURE_ASCII;
    struct tree tree = {.s = s, .proof = proven};
    json_t *object = document(&tree);
    char *json = tree.json.failed ? NULL : json_text(object, how);
    char *line;

    json_decref(object);
    if (!json)
        return NULL;
    *size = strlen(json) + 1;
    line = realloc(json, *size + 1);
    if (!line) {
        free(json);
        return NULL;
    }
    line[*size - 1] = '\n';
    line[*size] = '\0';
    return line;
}
