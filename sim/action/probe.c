/* Finds the cells of Dst that a kernel computes with. */
#include "probe.h"

#include <string.h>

#include "voice.h"
#include "numerics/number.h"

enum {
    LANE_ROWS = 4, LANE_COLUMNS = 8,
    ODD_COLUMNS = 2,  /* bit of an address (sfpu-dst(7), Addresses) */
    ROW_GROUP = 3,    /* bits of the row among the four rows of an address */
    MOD0_LSB = 16,    /* bit of Mod0 in loads (include/isa.def, M0) */
    MOD0 = 15,
};

enum { NARROW = 2, WIDE = 4 /* bytes a cell */, HALF = 0, KEPT = 0 /* 0: suits cells of any width */ };

/* Loads by Mod0: bytes of a cell, and name of the loaded format. */
static const struct {
    size_t bytes;
    const char *name;
} load_formats[MOD0 + 1] = {
#define FORMAT(arch, value, name, loads, stores, loaded, stored) [value] = {loads, loaded},
#define FORMAT_CONFIGURED(arch, value, ...) [value] = {0, NULL}, /* the sweep chooses the format */
#include "modes.def"
};

unsigned probe_rows(int format)
{
    return sfpu_format_bytes(format) == WIDE ? PROBE_ROWS / 2 : PROBE_ROWS;
}

unsigned probe_lane(uint32_t cell)
{
    return cell / PROBE_COLUMNS % LANE_ROWS * LANE_COLUMNS + cell % PROBE_COLUMNS / 2;
}

/* Notes the cells that a load or store reaches. */
static void on_event(void *probe, const struct sfpu_event *event)
{
    struct probe *p = probe;
    const int first_row = event->address & ~ROW_GROUP;
    const bool is_store = strcmp(event->unit, "store") == 0;

    if (event->kind != SFPU_EVENT_EXEC || event->address < 0)
        return;
    p->loads += !is_store;
    for (int lane = 0; lane < SFPU_LANES; lane++) {
        const int row = first_row + lane / LANE_COLUMNS;
        const int cell = row * PROBE_COLUMNS + 2 * (lane % LANE_COLUMNS) + !!(event->address & ODD_COLUMNS);

        if (row >= PROBE_ROWS)
            continue;
        if (!is_store && !p->stored[cell])
            p->formats |= UINT32_C(1) << (event->word >> MOD0_LSB & MOD0);
        p->loaded[cell] |= !is_store && !p->stored[cell];
        p->stored[cell] |= is_store;
    }
}

int probe_begin(const struct sfp_machine_options *o, const sfpu_machine *loaded, sfpu_machine *m, int format)
{
    const struct sfpu_running running = machine_running(o);
    int status;

    if (sfpu_reset(m) != SFPU_OK)
        return complain_for(m, NULL);
    sfpu_configure_runs(m, &running);
    if ((status = machine_initialise(o, loaded, m)))
        return status;
    if (sfpu_configure_format(m, format) != SFPU_OK)
        return complain_for(m, NULL);
    status = machine_apply(o, m);
    return status ? status : machine_feed(o, m, SFPU_ROWS);
}

int probe_kernel(const struct sfp_machine_options *o, sfpu_machine *m, int format, struct probe *probe)
{
    struct sfpu_result result = {.size = sizeof result};
    int status = probe_begin(o, m, m, format);

    *probe = (struct probe){0};
    if (status)
        return status;
    if (sfpu_want(m, SFPU_STATS, NULL, NULL) != SFPU_OK)
        return complain_for(m, NULL);
    sfpu_on_event(m, on_event, probe);
    if (sfpu_run(m, 1) != SFPU_OK)
        status = complain_for(m, NULL);
    sfpu_on_event(m, NULL, NULL);
    if (status)
        return status;
    sfpu_get_result(m, &result);
    probe->cycles = (struct vector_cycles){result.cycles_per_32_lanes, result.steady_cycles_per_32_lanes,
                                           result.is_steady != 0};
    return 0;
}

static bool is_float_of_format(int format)
{
    const struct number_format *f = number_format(format);

    return f && f->mantissa_bits;
}

/* Returns whether a load with this Mod0 suits cells of the format: equal bytes, and not a float loaded as another
 * float. */
static bool fits_load_format(unsigned mod0, int format)
{
    const int loaded = sfpu_format_named(load_formats[mod0].name);

    if (!load_formats[mod0].bytes)
        return true;
    return load_formats[mod0].bytes == sfpu_format_bytes(format)
           && (loaded == format || !is_float_of_format(loaded) || !is_float_of_format(format));
}

const char *probe_unfit(const struct probe *p, int format)
{
    const char *unfit = NULL;

    for (unsigned mod0 = 0; mod0 <= MOD0; mod0++) {
        if (!(p->formats >> mod0 & 1))
            continue;
        if (fits_load_format(mod0, format))
            return NULL;
        unfit = load_formats[mod0].name;
    }
    return unfit;
}

/* Returns the cell `rows` below, or -1 outside Dst. */
static int find_layout_cell(size_t cell, int rows, unsigned most_rows)
{
    const long there = (long)cell + (long)rows * PROBE_COLUMNS;

    return there >= 0 && there < (long)most_rows * PROBE_COLUMNS ? (int)there : -1;
}

static bool is_operand_cell(const struct probe *p, const struct layout *layout, size_t cell, unsigned rows)
{
    const int second = find_layout_cell(cell, layout->second, rows),
        result = find_layout_cell(cell, layout->result, rows);

    return p->loaded[cell] && result >= 0 && p->stored[result]
           && (layout->operands == 1 || (second >= 0 && p->loaded[second]));
}

/* Roles of cells: a cell that serves as a second operand cannot also be a first operand, and vice versa. */
enum { FREE, FIRST, SECOND };

/* Takes the cell as a first operand, and the cell `second` rows below as its second. Returns false if either has
 * another role. */
static bool take_operand_cell(uint8_t *taken, const struct layout *layout, size_t cell, unsigned rows)
{
    const int second = layout->operands == 1 ? -1 : find_layout_cell(cell, layout->second, rows);

    if (taken[cell] == SECOND || (second >= 0 && taken[second] == FIRST))
        return false;
    taken[cell] = FIRST;
    if (second >= 0)
        taken[second] = SECOND;
    return true;
}

int probe_layout(const struct probe *probe, const char *kernel, unsigned rows, struct layout *layout)
{
    uint8_t taken[PROBE_CELLS] = {FREE};

    layout->count = 0;
    for (size_t cell = 0; cell < (size_t)rows * PROBE_COLUMNS; cell++)
        if (is_operand_cell(probe, layout, cell, rows) && take_operand_cell(taken, layout, cell, rows))
            layout->first_cell[layout->count++] = (uint32_t)cell;
    if (layout->count)
        return 0;
    if (!probe->loads)
        return complain("%s: loads nothing from Dst, so there is nothing to sweep", kernel);
    if (layout->operands > 1)
        return complain("%s: has no operand with a result %d rows below it (--result) and a second operand %d rows "
                        "below it (--second)", kernel, layout->result, layout->second);
    if (layout->result)
        return complain("%s: stores to no cell of Dst %d rows below one that it has loaded before", kernel,
                        layout->result);
    return complain("%s: stores to no cell of Dst that it has loaded before", kernel);
}
