/* Values of the machine, as JSON. */
#include "print_json.h"

#include "print_macros.h"

static void put_mask(struct sfp_json *j, const char *name, uint32_t lanes)
{
    enum { DIGITS = 8 };

    json_hex(j, name, lanes, DIGITS);
}

/* Value i, of those of one item. */
static void put_value(struct sfp_json *j, const struct print_values *v, size_t i, bool bits)
{
    const uint32_t found = v->item.kind == PRINT_LREG ? v->lanes[i] : print_cell(v, i);

    if (bits)
        json_hex(j, NULL, found, 2 * (unsigned)sfpu_format_bytes(v->item.format));
    else
        json_double(j, NULL, sfpu_value(v->item.format, print_as_in_files(&v->item, found)));
}

static void put_rows(struct sfp_json *j, const struct print_values *v, size_t count, size_t columns, bool bits)
{
    json_list(j, bits ? "bits" : "values");
    for (size_t i = 0; i < count; i += columns) {
        json_list(j, NULL);
        for (size_t column = 0; column < columns; column++)
            put_value(j, v, i + column, bits);
        json_list_end(j);
    }
    json_list_end(j);
}

static void put_values(struct sfp_json *j, const struct print_values *v, size_t count, size_t columns)
{
    json_text(j, "format", sfpu_format_name(v->item.format));
    put_rows(j, v, count, columns, false);
    put_rows(j, v, count, columns, true);
}

static void put_stack(struct sfp_json *j, const struct sfpu_stack *stack)
{
    json_list(j, "entries");
    for (unsigned i = 0; i < stack->depth; i++) {
        json_begin(j, NULL);
        put_mask(j, "lane_flags", stack->flags[i]);
        put_mask(j, "use_lane_flags", stack->use_flags[i]);
        json_end(j);
    }
    json_list_end(j);
}

void print_values_json(struct sfp_json *j, sfpu_machine *m, const struct print_values *v)
{
    enum { LANE_COLUMNS = 8 };

    switch (v->item.kind) {
    case PRINT_LREG:
        put_mask(j, "enabled", v->enabled);
        put_values(j, v, SFPU_LANES, LANE_COLUMNS);
        break;
    case PRINT_FLAGS:
        put_mask(j, "lane_flags", v->flags.flags);
        put_mask(j, "use_lane_flags", v->flags.use_flags);
        put_mask(j, "enabled", v->enabled);
        break;
    case PRINT_STACK:
        put_stack(j, &v->stack);
        break;
    case PRINT_MACRO:
        print_macros_json(j, m, &v->macros);
        break;
    case PRINT_ROWS:
    case PRINT_TILE:
        put_values(j, v, print_cell_count(v), print_cell_columns(v));
        break;
    }
}
