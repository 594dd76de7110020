/* Values for --print: copied from the machine, and printed as text and as JSON. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "print.h"
#include "base/fail.h"

enum {
    LANE_COLUMNS = 8,
    ROW = 16,        /* values in a row of Dst */
    TILE_SIDE = 32,
    TILE_VALUES = TILE_SIDE * TILE_SIDE,
    RAW_ROWS = 1024,
    WIDE = 4,        /* bytes of a value in the formats with 512 rows */
    CELL = 48,       /* characters of a value and its bits */
};

/* ---- Copying ---- */

static bool is_dst_item(const struct print_item *item)
{
    return item->kind == PRINT_ROWS || item->kind == PRINT_TILE;
}

static int choose_layout(const struct print_item *item)
{
    return item->kind == PRINT_TILE ? SFPU_TILE : SFPU_ROWS;
}

bool print_values_make(sfpu_machine *m, const struct print_item *item, int format, struct print_values *v, char **error)
{
    const size_t unit = item->kind == PRINT_TILE ? TILE_VALUES : ROW;
    size_t bytes, rows;
    int code;

    *error = NULL;
    *v = (struct print_values){.item = *item};
    if (item->kind == PRINT_LANES)
        return (v->tree = calloc(1, sizeof *v->tree)) != NULL;
    if (!is_dst_item(item)) {
        if (item->format == SFPU_ANY_FORMAT)
            v->item.format = item->kind == PRINT_LREG ? SFPU_FP32 : SFPU_UINT32;
        return true;
    }
    if (item->format == SFPU_ANY_FORMAT)
        v->item.format = format;
    bytes = unit * sfpu_format_bytes(v->item.format);
    rows = sfpu_format_bytes(v->item.format) == WIDE ? RAW_ROWS / 2 : RAW_ROWS;
    if ((item->last + 1) * (unit / ROW) > rows)
        return fail_with(error, "Dst has %zu rows of %s", rows, sfpu_format_name(v->item.format));
    v->skip = item->first * bytes;
    v->size = v->item.format == SFPU_RAW && item->kind == PRINT_ROWS ? RAW_ROWS * bytes : (item->last + 1) * bytes;
    v->bytes = malloc(v->size);
    if (!v->bytes)
        return false;
    code = print_values_take(m, v);
    if (code == SFPU_OK)
        return true;
    print_values_free(v);
    return code != SFPU_NO_MEMORY && fail_with(error, "%s", sfpu_error(m));
}

void print_values_free(struct print_values *v)
{
    free(v->bytes);
    free(v->tree);
    v->bytes = NULL;
    v->tree = NULL;
}

int print_values_take(sfpu_machine *m, struct print_values *v)
{
    const int code = sfpu_get_enabled(m, &v->enabled);

    if (code != SFPU_OK)
        return code;
    switch (v->item.kind) {
    case PRINT_LREG:
        return sfpu_get_lreg(m, v->item.first, v->lanes);
    case PRINT_FLAGS:
        return sfpu_get_flags(m, &v->flags.flags, &v->flags.use_flags);
    case PRINT_STACK:
        v->stack.size = sizeof v->stack;
        return sfpu_get_stack(m, &v->stack);
    case PRINT_MACRO:
        v->macros.size = sizeof v->macros;
        return sfpu_get_macros(m, &v->macros);
    case PRINT_RWC:
        return print_counters_take(m, v->counters);
    case PRINT_CONFIG:
        return print_config_take(m, &v->config);
    case PRINT_LANES:
        return SFPU_OK; /* `enabled` has the lanes; the caller fills in the tree */
    case PRINT_ROWS:
    case PRINT_TILE:
        break;
    }
    return sfpu_read_dst(m, v->item.format, choose_layout(&v->item), v->bytes, v->size);
}

/* ---- Values one by one ---- */

uint32_t print_as_in_files(const struct print_item *item, uint32_t bits)
{
    const bool negative = item->kind == PRINT_LREG && item->format == SFPU_SM32 && bits >> 31;

    return negative ? 0 - (bits & INT32_MAX) : bits;
}

static void spell_item_value(const struct print_item *item, uint32_t bits, char text[CELL])
{
    const int digits = 2 * (int)sfpu_format_bytes(item->format);
    size_t length = 0;

    if (item->hex != PRINT_HEX_ALONE) {
        sfpu_value_text(item->format, print_as_in_files(item, bits), text, CELL);
        length = strlen(text);
    }
    if (item->hex != PRINT_NO_HEX)
        snprintf(text + length, CELL - length, "%s%0*" PRIx32, length ? " " : "0x", digits, bits);
}

uint32_t print_cell(const struct print_values *v, size_t i)
{
    const size_t size = sfpu_format_bytes(v->item.format);
    const uint8_t *at = v->bytes + v->skip + i * size;
    uint32_t value = 0;

    for (size_t byte = 0; byte < size; byte++)
        value |= (uint32_t)at[byte] << 8 * byte;
    return value;
}

size_t print_cell_count(const struct print_values *v)
{
    if (v->item.kind == PRINT_TILE)
        return TILE_VALUES;
    return (size_t)ROW * (v->item.last - v->item.first + 1);
}

size_t print_cell_columns(const struct print_values *v)
{
    return v->item.kind == PRINT_TILE ? TILE_SIDE : ROW;
}

/* ---- Text ---- */

/* A table: values, number of columns, name of the first row, step from a row's name to the next. */
struct table {
    uint32_t (*value)(const struct print_values *v, size_t i);
    size_t count, columns;
    unsigned first, step;
    bool lanes; /* values of lanes: a disabled lane's value stands in parentheses */
};

static uint32_t get_lane_value(const struct print_values *v, size_t i)
{
    return v->lanes[i];
}

static uint32_t get_flag_value(const struct print_values *v, size_t i)
{
    return v->flags.flags >> i & 1;
}

static void put_value_table(FILE *out, const struct print_values *v, const struct table *t)
{
    char text[CELL];
    int width = 0;

    for (size_t i = 0; i < t->count; i++) {
        spell_item_value(&v->item, t->value(v, i), text);
        width = (int)strlen(text) > width ? (int)strlen(text) : width;
    }
    for (size_t i = 0; i < t->count; i++) {
        const bool off = t->lanes && !(v->enabled >> i & 1);

        if (i % t->columns == 0)
            fprintf(out, "%6u ", t->first + t->step * (unsigned)(i / t->columns));
        spell_item_value(&v->item, t->value(v, i), text);
        fprintf(out, "%*s%s%s%s", 1 + width - (int)strlen(text), "", off ? "(" : t->lanes ? " " : "", text,
                off ? ")" : t->lanes && (i + 1) % t->columns ? " " : "");
        if ((i + 1) % t->columns == 0)
            putc('\n', out);
    }
}

static void put_flag_masks(FILE *out, const struct print_values *v)
{
    fprintf(out, "  LaneFlags 0x%08" PRIx32 ", UseLaneFlagsForLaneEnable 0x%08" PRIx32 ", enabled 0x%08" PRIx32 "\n",
            v->flags.flags, v->flags.use_flags, v->enabled);
}

static void put_stack(FILE *out, const struct print_values *v)
{
    if (v->stack.depth == 0)
        fputs("  empty\n", out);
    for (unsigned i = v->stack.depth; i-- > 0;)
        fprintf(out, "%6u  LaneFlags 0x%08" PRIx32 ", UseLaneFlagsForLaneEnable 0x%08" PRIx32 "\n", i,
                v->stack.flags[i], v->stack.use_flags[i]);
}

static void put_enabled(FILE *out, uint32_t enabled)
{
    for (unsigned l = 0; l < SFPU_LANES; l++) {
        if (l % LANE_COLUMNS == 0)
            fprintf(out, "%6u ", l);
        fprintf(out, " %c%s", enabled >> l & 1 ? '1' : '.', (l + 1) % LANE_COLUMNS ? "" : "\n");
    }
    fprintf(out, "  %d of %d lanes are enabled: 0x%08" PRIx32 "\n", __builtin_popcount(enabled), SFPU_LANES, enabled);
}

bool print_values_text(sfpu_machine *m, FILE *out, const struct print_values *v)
{
    const struct table lanes = {get_lane_value, SFPU_LANES, LANE_COLUMNS, 0, LANE_COLUMNS, true};
    const struct table flags = {get_flag_value, SFPU_LANES, LANE_COLUMNS, 0, LANE_COLUMNS, true};
    const struct table cells = {print_cell, is_dst_item(&v->item) ? print_cell_count(v) : 0, print_cell_columns(v),
                                v->item.kind == PRINT_TILE ? 0 : v->item.first, 1, false};

    switch (v->item.kind) {
    case PRINT_LREG:
        put_value_table(out, v, &lanes);
        return true;
    case PRINT_FLAGS:
        put_flag_masks(out, v);
        put_value_table(out, v, &flags);
        return true;
    case PRINT_STACK:
        put_stack(out, v);
        return true;
    case PRINT_MACRO:
        return print_macros_text(m, out, &v->macros);
    case PRINT_RWC:
        print_counters_text(out, v->counters);
        return true;
    case PRINT_CONFIG:
        return print_config_text(m, out, &v->config);
    case PRINT_LANES:
        put_enabled(out, v->enabled);
        lanes_tree_text(v->tree, m, out);
        return true;
    case PRINT_ROWS:
    case PRINT_TILE:
        put_value_table(out, v, &cells);
    }
    return true;
}

/* ---- As JSON ---- */

static void put_lane_mask(struct sfp_json *j, const char *name, uint32_t lanes)
{
    enum { DIGITS = 8 };

    json_hex(j, name, lanes, DIGITS);
}

/* Writes value `i` of the item, as bits or as a number. */
static void put_item_value(struct sfp_json *j, const struct print_values *v, size_t i, bool bits)
{
    const uint32_t found = v->item.kind == PRINT_LREG ? v->lanes[i] : print_cell(v, i);

    if (bits)
        json_hex(j, NULL, found, 2 * (unsigned)sfpu_format_bytes(v->item.format));
    else
        json_double(j, NULL, sfpu_value(v->item.format, print_as_in_files(&v->item, found)));
}

static void put_value_rows(struct sfp_json *j, const struct print_values *v, size_t count, size_t columns, bool bits)
{
    json_list(j, bits ? "bits" : "values");
    for (size_t i = 0; i < count; i += columns) {
        json_list(j, NULL);
        for (size_t column = 0; column < columns; column++)
            put_item_value(j, v, i + column, bits);
        json_list_end(j);
    }
    json_list_end(j);
}

static void put_item_values(struct sfp_json *j, const struct print_values *v, size_t count, size_t columns)
{
    json_text(j, "format", sfpu_format_name(v->item.format));
    put_value_rows(j, v, count, columns, false);
    put_value_rows(j, v, count, columns, true);
}

static void put_json_stack(struct sfp_json *j, const struct sfpu_stack *stack)
{
    json_list(j, "entries");
    for (unsigned i = 0; i < stack->depth; i++) {
        json_begin(j, NULL);
        put_lane_mask(j, "lane_flags", stack->flags[i]);
        put_lane_mask(j, "use_lane_flags", stack->use_flags[i]);
        json_end(j);
    }
    json_list_end(j);
}

void print_values_json(struct sfp_json *j, sfpu_machine *m, const struct print_values *v)
{
    switch (v->item.kind) {
    case PRINT_LREG:
        put_lane_mask(j, "enabled", v->enabled);
        put_item_values(j, v, SFPU_LANES, LANE_COLUMNS);
        break;
    case PRINT_FLAGS:
        put_lane_mask(j, "lane_flags", v->flags.flags);
        put_lane_mask(j, "use_lane_flags", v->flags.use_flags);
        put_lane_mask(j, "enabled", v->enabled);
        break;
    case PRINT_STACK:
        put_json_stack(j, &v->stack);
        break;
    case PRINT_MACRO:
        print_macros_json(j, m, &v->macros);
        break;
    case PRINT_RWC:
        print_counters_json(j, v->counters);
        break;
    case PRINT_CONFIG:
        print_config_json(j, m, &v->config);
        break;
    case PRINT_LANES:
        put_lane_mask(j, "enabled", v->enabled);
        lanes_tree_json(v->tree, j, m);
        break;
    case PRINT_ROWS:
    case PRINT_TILE:
        put_item_values(j, v, print_cell_count(v), print_cell_columns(v));
        break;
    }
}
