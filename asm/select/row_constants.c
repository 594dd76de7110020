/* Makes a list of nodes segment by segment: a segment is a row, or the nodes between two stretches of rows. */
#include "row_constants.h"

#include <stdlib.h>
#include <string.h>

enum {
    SEPARATE = 1, /* `option` of a constant that is loaded once and never dropped (select_share_constants()) */
};

struct segment {
    size_t first, end; /* nodes of the list as it was */
    size_t listed;     /* its first node in the list under way */
    bool in_row;
};

/* ---- Start and end ---- */

static size_t row_start(const struct row_constants *rows, const struct row_stretch *stretch, size_t row)
{
    return rows->rows.starts[stretch->first_start + row];
}

static void find_row_values(struct row_constants *rows)
{
    for (size_t k = 0; k < rows->rows.count; k++) {
        const struct row_stretch *stretch = &rows->rows.stretches[k];

        for (size_t i = row_start(rows, stretch, 0); i < row_start(rows, stretch, stretch->rows); i++)
            for (unsigned operand = 0; operand < NODE_OPERANDS; operand++)
                if (rows->nodes.nodes[i].uses[operand] != NODE_NONE)
                    rows->values[rows->nodes.nodes[i].uses[operand]].in_rows = true;
    }
}

/* Finds makers and constants. Returns the most nodes that a list can have: each use of a value can add a load, the load
 * of a kept constant, and a node that keeps the value. */
static size_t find_makers(struct row_constants *rows)
{
    size_t uses = 0;

    for (int32_t v = 0; v < rows->nodes.values; v++)
        rows->values[v].maker = SIZE_MAX;
    for (size_t i = 0; i < rows->nodes.count; i++) {
        const struct node *node = &rows->nodes.nodes[i];

        for (unsigned operand = 0; operand < NODE_OPERANDS; operand++) {
            uses += node->uses[operand] != NODE_NONE;
            if (node->makes[operand] != NODE_NONE)
                rows->values[node->makes[operand]].maker = i;
        }
        if (!is_shared_constant(node))
            continue;
        rows->values[node->makes[NODE_VD]].constant = true;
        rows->constants[rows->constant_count++] = node->makes[NODE_VD];
    }
    return rows->nodes.count + 3 * uses;
}

bool row_constants_init(struct row_constants *rows, struct selecting *s)
{
    const size_t values = (size_t)s->nodes.values + 1;
    size_t room;
    bool found;

    *rows = (struct row_constants){.s = s, .nodes = s->nodes, .states = s->state,
                                   .values = calloc(values, sizeof *rows->values),
                                   .constants = calloc(values, sizeof *rows->constants)};
    found = row_stretches_find(&rows->rows, s);
    s->nodes.nodes = NULL;
    s->state = NULL;
    if (!found || !rows->values || !rows->constants)
        return false;
    room = find_makers(rows) + 1;
    find_row_values(rows);
    s->nodes.nodes = malloc(room * sizeof *s->nodes.nodes);
    s->state = malloc(room * sizeof *s->state);
    return s->nodes.nodes && s->state;
}

void row_constants_free(struct row_constants *rows)
{
    free(rows->s->nodes.nodes);
    free(rows->s->state);
    rows->s->nodes = rows->nodes;
    rows->s->state = rows->states;
    free(rows->values);
    free(rows->constants);
    row_stretches_free(&rows->rows);
}

void row_constants_copy(struct row_constants *rows)
{
    struct selecting *s = rows->s;

    memcpy(s->nodes.nodes, rows->nodes.nodes, rows->nodes.count * sizeof *s->nodes.nodes);
    memcpy(s->state, rows->states, rows->nodes.count * sizeof *s->state);
    s->nodes.count = rows->nodes.count;
    s->nodes.values = rows->nodes.values;
}

/* ---- Nodes ---- */

static void list_node(struct row_constants *rows, const struct node *node, int32_t state)
{
    struct selecting *s = rows->s;

    s->state[s->nodes.count] = state;
    s->nodes.nodes[s->nodes.count++] = *node;
}

/* Returns whether a kept register holds the constant in the lanes that are enabled at node `i`. */
static bool is_kept_at(const struct row_constants *rows, const struct row_value *value, size_t i)
{
    return value->manner == KEPT_IN_ROWS && value->kept_in != NODE_NONE &&
           states_covers(&rows->s->states, value->kept_in, rows->states[i]);
}

static bool is_loaded_above(const struct row_value *value, const struct segment *segment)
{
    return value->manner == LOADED_ABOVE || !segment->in_row;
}

/* Starts a segment without loaded constants. */
static void begin_segment(struct row_constants *rows, struct segment *segment)
{
    segment->listed = rows->s->nodes.count;
    for (size_t c = 0; c < rows->constant_count; c++)
        rows->values[rows->constants[c]].now = rows->values[rows->constants[c]].lanes = NODE_NONE;
    for (size_t i = segment->first; i < segment->end; i++)
        for (unsigned operand = 0; operand < NODE_OPERANDS; operand++) {
            const int32_t used = rows->nodes.nodes[i].uses[operand], state = rows->states[i];
            struct row_value *value = used == NODE_NONE ? NULL : &rows->values[used];

            if (value && value->constant && is_loaded_above(value, segment) && !is_kept_at(rows, value, i))
                value->lanes = value->lanes == NODE_NONE ? state : states_join(&rows->s->states, value->lanes, state);
        }
}

/* Loads the constant for node `i`, which is the next to be listed. */
static void list_load(struct row_constants *rows, const struct segment *segment, struct row_value *value, size_t i)
{
    struct selecting *s = rows->s;
    struct node load = rows->nodes.nodes[value->maker];
    size_t place = s->nodes.count;

    load.place = rows->nodes.nodes[i].place;
    load.makes[NODE_VD] = value->now = select_value(s);
    list_node(rows, &load, rows->states[i]);
    if (is_loaded_above(value, segment))
        place = select_place_above(s, place, value->lanes);
    else
        value->lanes = rows->states[i];
    if (place >= segment->listed)
        select_move_up(s, s->nodes.count - 1, place);
}

/* Returns the value that stands for `used` at node `i`. */
static int32_t value_for_use(struct row_constants *rows, const struct segment *segment, int32_t used, size_t i)
{
    struct row_value *value = &rows->values[used];

    if (!value->constant || is_kept_at(rows, value, i))
        return used;
    if (value->now == NODE_NONE ||
        (!is_loaded_above(value, segment) && !states_covers(&rows->s->states, value->lanes, rows->states[i])))
        list_load(rows, segment, value, i);
    return value->now;
}

static void list_segment(struct row_constants *rows, struct segment segment)
{
    begin_segment(rows, &segment);
    for (size_t i = segment.first; i < segment.end; i++) {
        struct node node = rows->nodes.nodes[i];

        if (is_shared_constant(&node))
            continue;
        for (unsigned operand = 0; operand < NODE_OPERANDS; operand++)
            if (node.uses[operand] != NODE_NONE)
                node.uses[operand] = value_for_use(rows, &segment, node.uses[operand], i);
        list_node(rows, &node, rows->states[i]);
    }
}

/* ---- Stretches ---- */

/* Loads the kept constants that the stretch is the first to use. */
static void list_kept(struct row_constants *rows, const struct row_stretch *stretch)
{
    const size_t first = row_start(rows, stretch, 0), end = row_start(rows, stretch, stretch->rows);

    for (size_t i = first; i < end; i++)
        for (unsigned operand = 0; operand < NODE_OPERANDS; operand++) {
            const int32_t used = rows->nodes.nodes[i].uses[operand];
            struct row_value *value = used == NODE_NONE ? NULL : &rows->values[used];
            struct node load;

            if (!value || !value->constant || value->manner != KEPT_IN_ROWS || value->kept_in != NODE_NONE)
                continue;
            load = rows->nodes.nodes[value->maker];
            load.option = SEPARATE;
            value->kept_in = rows->states[first];
            list_node(rows, &load, rows->states[first]);
        }
}

/* Keeps what the rows have not made themselves to the end of the last row, as if another row came. `number` is the
 * stretch's, counted from 1. */
static void list_keeps(struct row_constants *rows, const struct row_stretch *stretch, size_t number)
{
    const size_t first = row_start(rows, stretch, 0), end = row_start(rows, stretch, stretch->rows);

    for (size_t i = first; i < end; i++)
        for (unsigned operand = 0; operand < NODE_OPERANDS; operand++) {
            const int32_t used = rows->nodes.nodes[i].uses[operand];
            struct row_value *value = used == NODE_NONE ? NULL : &rows->values[used];
            struct node keep = node_of(NODE_KEEP, rows->nodes.nodes[end - 1].place);

            if (!value || value->noted == number || (value->constant ? !is_kept_at(rows, value, i)
                                                                     : value->maker >= first))
                continue;
            value->noted = number;
            keep.uses[NODE_VC] = used;
            list_node(rows, &keep, rows->states[end - 1]);
        }
}

void row_constants_list(struct row_constants *rows)
{
    size_t next = 0;

    rows->s->nodes.count = 0;
    rows->s->nodes.values = rows->nodes.values;
    for (int32_t v = 0; v < rows->nodes.values; v++) {
        rows->values[v].kept_in = NODE_NONE;
        rows->values[v].noted = 0;
    }
    for (size_t k = 0; k < rows->rows.count; k++) {
        const struct row_stretch *stretch = &rows->rows.stretches[k];

        list_segment(rows, (struct segment){.first = next, .end = row_start(rows, stretch, 0)});
        list_kept(rows, stretch);
        for (size_t row = 0; row < stretch->rows; row++)
            list_segment(rows, (struct segment){.first = row_start(rows, stretch, row),
                                                .end = row_start(rows, stretch, row + 1), .in_row = true});
        list_keeps(rows, stretch, k + 1);
        next = row_start(rows, stretch, stretch->rows);
    }
    list_segment(rows, (struct segment){.first = next, .end = rows->nodes.count});
}
