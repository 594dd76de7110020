/* Statistics as JSON: the schema is in stats.h. */
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "optext.h"
#include "stats_parts.h"

/* Building the tree. A step that fails leaves a mark and the rest goes on; the tree is then thrown away. */
struct tree {
    const struct sfp_stats *s;
    const struct sfp_proof *proof; /* or NULL */
    bool failed;
};

static void append(struct tree *t, json_t *array, json_t *element)
{
    if (json_array_append_new(array, element) != 0)
        t->failed = true;
}

static void set(struct tree *t, json_t *object, const char *name, json_t *value)
{
    if (json_object_set_new(object, name, value) != 0)
        t->failed = true;
}

static json_t *integer(uint64_t value)
{
    return json_integer((json_int_t)value);
}

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

    set(tree, object, "index", integer(index));
    if (!kernel->has_source || !sfp_program_where(&kernel->program, index, &where))
        return;
    set(tree, object, "file", text(where.file, strlen(where.file)));
    set(tree, object, "line", integer(where.line));
    set(tree, object, "column", integer(where.column));
    set(tree, object, "text", text(where.text, where.length));
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
        set(tree, object, sfp_stall_info((enum sfp_stall)i)->name, integer(lost[i]));
    return object;
}

static json_t *instructions(struct tree *tree, const struct sfp_stats_totals *t)
{
    json_t *object = json_object();

    set(tree, object, "issued", integer(t->issued));
    set(tree, object, "vector", integer(t->vector));
    set(tree, object, "nops", integer(t->nops));
    set(tree, object, "discarded", integer(t->discarded));
    set(tree, object, "scheduled", integer(t->scheduled));
    set(tree, object, "forgotten", integer(t->forgotten));
    return object;
}

static json_t *slots(struct tree *tree, const struct sfp_stats_totals *t)
{
    json_t *object = json_object();

    set(tree, object, "issued", integer(t->issued));
    set(tree, object, "lost", causes(tree, t->lost));
    set(tree, object, "drain", integer(t->drain));
    return object;
}

static json_t *units(struct tree *tree, const struct sfp_stats_totals *t)
{
    json_t *object = json_object();

    for (unsigned i = 0; i < STATS_UNITS; i++) {
        enum sfp_unit u = stats_units[i];
        json_t *unit = json_object();

        set(tree, unit, "started", integer(t->started[u]));
        set(tree, unit, "busy", integer(t->busy[u]));
        set(tree, unit, "busy_percent", quotient(100 * t->busy[u], t->cycles));
        set(tree, object, sfp_unit_name(u), unit);
    }
    return object;
}

static json_t *rows(struct tree *tree, size_t kind)
{
    json_t *array = json_array();
    size_t count;
    struct row *sorted = rows_sorted(tree->s, kind, &count);

    tree->failed |= !sorted;
    for (size_t i = 0; i < count; i++) {
        json_t *row = json_object();

        if (kind == ROW_LOST)
            set(tree, row, "cause", json_string(sfp_stall_info(sorted[i].cause)->name));
        set(tree, row, kind == ROW_LOST ? "cycles" : "times", integer(sorted[i].count));
        set(tree, row, "words", integer(sorted[i].words));
        set_place(tree, row, sorted[i].index);
        append(tree, array, row);
    }
    free(sorted);
    return array;
}

static json_t *floors(struct tree *tree, const struct sfp_stats_block *b)
{
    json_t *object = json_object(), *by_unit = json_object();

    for (unsigned i = 0; i < STATS_UNITS; i++)
        set(tree, by_unit, sfp_unit_name(stats_units[i]), integer(b->typical.units[stats_units[i]]));
    set(tree, object, "issue", integer(b->typical.issued));
    set(tree, object, "units", by_unit);
    set(tree, object, "dependence", integer(sfp_stats_dependence(b)));
    set(tree, object, "chain", integer(b->typical.chain));
    set(tree, object, "carried", b->repeats ? integer(b->carried) : json_null());
    return object;
}

static json_t *cycles(struct tree *tree, const struct sfp_stats_block *b)
{
    json_t *object = json_object();

    set(tree, object, "first", integer(b->first));
    set(tree, object, "min", integer(b->least));
    set(tree, object, "median", integer(b->median));
    set(tree, object, "max", integer(b->most));
    set(tree, object, "total", integer(b->cycles));
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
        append(tree, array, bind(&all[i]));
    return array;
}

static json_t *block(struct tree *tree, const struct sfp_stats_block *b)
{
    json_t *object = json_object();

    if (b->kind == SFP_STATS_REGION) {
        set(tree, object, "kind", json_string("region"));
        set(tree, object, "name", text(b->name, strlen(b->name)));
    } else {
        set(tree, object, "kind", json_string("replay"));
        set(tree, object, "slot", integer(b->slot));
        set(tree, object, "count", integer(b->count));
        set(tree, object, "recorded", place(tree, b->recorded));
        set(tree, object, "played", place(tree, b->played));
    }
    set(tree, object, "instances", integer(b->instances));
    set(tree, object, "cycles", cycles(tree, b));
    set(tree, object, "issued", integer(b->typical.issued));
    set(tree, object, "nops", integer(b->typical.nops));
    set(tree, object, "lost", causes(tree, b->typical.lost));
    set(tree, object, "floors", floors(tree, b));
    set(tree, object, "latency", integer(b->typical.latency));
    set(tree, object, "lost_total", causes(tree, b->lost));
    set(tree, object, "binds", binds(tree, b));
    return object;
}

static json_t *blocks(struct tree *tree)
{
    const struct sfp_stats *s = tree->s;
    json_t *array = json_array();

    for (size_t i = 0; i < s->counted_count; i++)
        append(tree, array, block(tree, s->counted[i]));
    return array;
}

/* The names, of issue, the sub-units and ports, whose floors are the largest. */
static json_t *period_binds(struct tree *tree, const struct sfp_stats_schedule *r)
{
    const unsigned floor = sfp_stats_schedule_floor(r);
    json_t *array = json_array();

    if (r->issue == floor)
        append(tree, array, json_string("issue"));
    for (unsigned i = 0; i < STATS_UNITS; i++)
        if (r->units[stats_units[i]] == floor)
            append(tree, array, json_string(sfp_unit_name(stats_units[i])));
    if (r->ports == floor)
        append(tree, array, json_string("ports"));
    return array;
}

static json_t *period_floors(struct tree *tree, const struct sfp_stats_schedule *r)
{
    json_t *object = json_object(), *by_unit = json_object();

    for (unsigned i = 0; i < STATS_UNITS; i++)
        set(tree, by_unit, sfp_unit_name(stats_units[i]), integer(r->units[stats_units[i]]));
    set(tree, object, "issue", integer(r->issue));
    set(tree, object, "units", by_unit);
    set(tree, object, "ports", integer(r->ports));
    return object;
}

static json_t *period_items(struct tree *tree, const struct sfp_stats_schedule *r)
{
    json_t *array = json_array();
    char item[SFP_OP_TEXT_SIZE];
    struct sfp_index isa;

    sfp_index_init(&isa, tree->s->kernel->program.arch);
    for (size_t i = 0; i < r->count; i++) {
        const struct sfp_stats_cell *c = &r->cells[i];
        json_t *cell;

        if (!sfp_stats_schedule_binds(r, c))
            continue;
        cell = json_object();
        sfp_op_text(&isa, &c->op, item);
        set(tree, cell, "row", integer(c->row));
        set(tree, cell, "unit", json_string(c->unit == SFP_UNIT_NONE ? "front" : sfp_unit_name(c->unit)));
        set(tree, cell, "by", json_string(c->scheduled ? "macro" : "issue"));
        set(tree, cell, "item", json_string(item));
        set_place(tree, cell, c->op.index);
        append(tree, array, cell);
    }
    return array;
}

/* The numbers below `count` that are not in `used`. */
static json_t *left(struct tree *tree, unsigned used, unsigned count)
{
    json_t *array = json_array();

    for (unsigned i = 0; i < count; i++)
        if (!(used >> i & 1))
            append(tree, array, integer(i));
    return array;
}

static json_t *schedule(struct tree *tree, const struct sfp_stats_schedule *r)
{
    json_t *object;

    if (!r)
        return json_null();
    object = json_object();
    set(tree, object, "period", r->period ? integer(r->period) : json_null());
    if (r->period) {
        set(tree, object, "from", integer(r->from));
        set(tree, object, "cycles", integer(r->cycles));
        set(tree, object, "nops", integer(r->nops));
        set(tree, object, "stores", integer(r->stores));
        set(tree, object, "floors", period_floors(tree, r));
        set(tree, object, "floor", integer(sfp_stats_schedule_floor(r)));
        set(tree, object, "binds", period_binds(tree, r));
        set(tree, object, "items", period_items(tree, r));
    }
    set(tree, object, "templates_left", left(tree, r->templates, SFP_TEMPLATES));
    set(tree, object, "macros_left", left(tree, r->macros, SFP_SEQUENCES));
    return object;
}

static json_t *proof(struct tree *tree)
{
    struct sfp_proof_result r;
    json_t *array = json_array();

    for (size_t i = 0; sfp_proof_get(tree->proof, i, &r); i++) {
        json_t *object = json_object();

        set(tree, object, "schedule", text(r.name, strlen(r.name)));
        set(tree, object, "iterations", integer(r.iterations));
        set(tree, object, "cells", integer(r.cells));
        set(tree, object, "differs", json_boolean(r.differs));
        append(tree, array, object);
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

static json_t *document(struct tree *tree)
{
    const struct sfp_stats *s = tree->s;
    const struct sfp_stats_totals *t = &s->totals;
    json_t *object = json_object();

    set(tree, object, "schema", json_string("sfpsim-stats"));
    set(tree, object, "version", integer(SFP_STATS_VERSION));
    set(tree, object, "kernel", text(s->kernel->path, strlen(s->kernel->path)));
    set(tree, object, "arch", json_string(sfp_arch_name(s->kernel->program.arch)));
    set(tree, object, "passes", integer(t->passes));
    set(tree, object, "cycles", integer(t->cycles));
    set(tree, object, "instructions", instructions(tree, t));
    set(tree, object, "ipc", quotient(t->issued, t->cycles));
    set(tree, object, "operations_per_cycle", quotient(operations(t), t->cycles));
    set(tree, object, "stores", integer(t->stores));
    set(tree, object, "cycles_per_32_lanes", quotient(t->cycles, t->stores));
    set(tree, object, "steady_cycles_per_32_lanes", quotient(t->vector_cycles, t->vector_stores));
    set(tree, object, "slots", slots(tree, t));
    set(tree, object, "pusher_held", integer(t->held));
    set(tree, object, "units", units(tree, t));
    set(tree, object, "lost", rows(tree, ROW_LOST));
    set(tree, object, "discards", rows(tree, ROW_DISCARD));
    set(tree, object, "forgotten", rows(tree, ROW_FORGOTTEN));
    set(tree, object, "blocks", blocks(tree));
    set(tree, object, "schedule", schedule(tree, s->steady));
    if (tree->proof)
        set(tree, object, "proof", proof(tree));
    return object;
}

char *sfp_stats_json(const struct sfp_stats *s, const struct sfp_proof *proven, size_t *size)
{
    enum { INDENT = 2, DIGITS = 6 };
    struct tree tree = {.s = s, .proof = proven};
    json_t *object = document(&tree);
    char *json = !tree.failed ? json_dumps(object, JSON_INDENT(INDENT) | JSON_REAL_PRECISION(DIGITS) | JSON_ENSURE_ASCII) : NULL;
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
