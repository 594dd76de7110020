/* Values of the machine, as JSON. */
#include "print_json.h"

#include <inttypes.h>

#include "json_value.h"
#include "print_macros.h"

static json_t *mask(uint32_t lanes)
{
    return json_sprintf("0x%08" PRIx32, lanes);
}

/* Value i, of those of one item. */
static json_t *value(const struct print_values *v, size_t i, bool bits)
{
    const uint32_t found = v->item.kind == PRINT_LREG ? v->lanes[i] : print_cell(v, i);

    if (bits)
        return json_sprintf("0x%0*" PRIx32, 2 * (int)sfpu_format_bytes(v->item.format), found);
    return json_number_of(v->item.format, print_as_in_files(&v->item, found));
}

static json_t *row(const struct print_values *v, size_t first, size_t count, bool bits)
{
    json_t *array = json_array();
    bool ok = true;

    for (size_t i = first; ok && i < first + count; i++)
        ok = !json_array_append_new(array, value(v, i, bits));
    return json_made(array, ok);
}

static json_t *rows(const struct print_values *v, size_t count, size_t columns, bool bits)
{
    json_t *array = json_array();
    bool ok = true;

    for (size_t i = 0; ok && i < count; i += columns)
        ok = !json_array_append_new(array, row(v, i, columns, bits));
    return json_made(array, ok);
}

static bool put_values(json_t *object, const struct print_values *v, size_t count, size_t columns)
{
    return !json_object_set_new(object, "format", json_string(sfpu_format_name(v->item.format)))
        && !json_object_set_new(object, "values", rows(v, count, columns, false))
        && !json_object_set_new(object, "bits", rows(v, count, columns, true));
}

static bool put_stack(json_t *object, const struct sfpu_stack *stack)
{
    json_t *array = json_array();
    bool ok = true;

    for (unsigned i = 0; ok && i < stack->depth; i++)
        ok = !json_array_append_new(array, json_pack("{s:o, s:o}", "lane_flags", mask(stack->flags[i]),
                                                     "use_lane_flags", mask(stack->use_flags[i])));
    return !json_object_set_new(object, "entries", json_made(array, ok));
}

bool print_values_json(sfpu_machine *m, json_t *object, const struct print_values *v)
{
    enum { LANE_COLUMNS = 8 };

    switch (v->item.kind) {
    case PRINT_LREG:
        return !json_object_set_new(object, "enabled", mask(v->enabled))
            && put_values(object, v, SFPU_LANES, LANE_COLUMNS);
    case PRINT_FLAGS:
        return !json_object_set_new(object, "lane_flags", mask(v->flags.flags))
            && !json_object_set_new(object, "use_lane_flags", mask(v->flags.use_flags))
            && !json_object_set_new(object, "enabled", mask(v->enabled));
    case PRINT_STACK:
        return put_stack(object, &v->stack);
    case PRINT_MACRO:
        return print_macros_json(m, object, &v->macros);
    case PRINT_ROWS:
    case PRINT_TILE:
        break;
    }
    return put_values(object, v, print_cell_count(v), print_cell_columns(v));
}
