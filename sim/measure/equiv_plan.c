/*
 * Plan of sfpsim equiv: chooses the cells for inputs and the compared cells. A timed run of each kernel on zeros shows
 * the cells that the kernel loads and stores (probe.h). A result belongs to the input in its own cell, or --result rows
 * above.
 */
#include "equiv_parts.h"

#include <math.h>
#include <string.h>

#include "action/voice.h"
#include "action/file_uses.h"

struct sfpu_cells equiv_in_cells(const struct equiv_plan *plan)
{
    return (struct sfpu_cells){.size = sizeof(struct sfpu_cells), .format = plan->o->input.dst, .cells = plan->in_cell,
                               .count = plan->o->input.operands * plan->slots};
}

struct sfpu_cells equiv_out_cells(const struct equiv_plan *plan)
{
    return (struct sfpu_cells){
        .size = sizeof(struct sfpu_cells), .format = plan->o->input.out, .cells = plan->cell, .count = plan->compared};
}

/* ---- Kernels ---- */

/* Returns the arch that the kernel's file names, or SFPU_ANY_ARCH. Ignores errors in the file: the proper load
 * reports them. */
static int find_arch_of_kernel(const struct sfp_machine_options *o, const char *kernel)
{
    const struct sfpu_options options = {.size = sizeof options};
    sfpu_machine *m;
    int arch = SFPU_ANY_ARCH;

    if (sfpu_open(&options, &m) != SFPU_OK)
        return SFPU_ANY_ARCH;
    if (machine_configure_sources(o, m) == 0 && sfpu_load_file(m, kernel) == SFPU_OK)
        arch = sfpu_stated_arch(m);
    sfpu_close(m);
    return arch;
}

static int load_kernels(struct equiv_plan *plan)
{
    const struct equiv_options *o = plan->o;
    struct sfp_machine_options b = o->machine[1];
    const int status = machine_load_words(&o->machine[0], o->kernel[0], &plan->m[0]);

    if (status)
        return status;
    if (o->inherits && find_arch_of_kernel(&b, o->kernel[1]) == SFPU_ANY_ARCH)
        b.arch = sfpu_machine_arch(plan->m[0]);
    return machine_load_words(&b, o->kernel[1], &plan->m[1]);
}

static int probe_kernels(struct equiv_plan *plan)
{
    for (unsigned k = 0; k < EQUIV_KERNELS; k++) {
        const int status = probe_kernel(&plan->o->machine[k], plan->m[k], plan->o->input.dst, &plan->probe[k]);

        if (status)
            return status;
        if (!plan->probe[k].loads)
            return complain("%s: loads nothing from Dst, so there is nothing to compare", plan->o->kernel[k]);
    }
    return 0;
}

/* ---- Inputs ---- */

int equiv_nothing_in_range(const struct equiv_options *o)
{
    return complain("--range: no %s is from %.17g to %.17g", sfpu_format_name(o->input.in), o->input.low,
                    o->input.high);
}

static int number_inputs(struct equiv_plan *plan)
{
    const struct equiv_options *o = plan->o;

    if (!inputs_make(&plan->inputs, plan->in, o->input.operands, o->input.sample, o->input.seed))
        return complain("--sample=N is needed: there are 2^%u pairs of %s values", o->input.operands * plan->in->bits,
                        sfpu_format_name(o->input.in));
    inputs_narrow(&plan->inputs, o->input.low, o->input.high);
    plan->ranged = !isinf(o->input.low) || !isinf(o->input.high);
    inputs_range_of(plan->in, o->input.low, o->input.high, &plan->range);
    inputs_between(&plan->inputs, o->input.low, o->input.high, &plan->first, &plan->end);
    return plan->first < plan->end ? 0 : equiv_nothing_in_range(o);
}

/* ---- Cells of inputs ---- */

/* Returns the cell `rows` below, or EQUIV_NO_SLOT outside Dst. */
static uint32_t find_cell_below(uint32_t cell, int rows, unsigned most_rows)
{
    const long there = (long)cell + (long)rows * PROBE_COLUMNS;

    return there >= 0 && there < (long)most_rows * PROBE_COLUMNS ? (uint32_t)there : EQUIV_NO_SLOT;
}

static bool is_cell_loaded(const struct equiv_plan *plan, uint32_t cell)
{
    return cell != EQUIV_NO_SLOT && (plan->probe[0].loaded[cell] || plan->probe[1].loaded[cell]);
}

/* Gives a slot to each loaded cell that can hold a first operand. A cell serves only one operand of one input. */
static void place_inputs(struct equiv_plan *plan)
{
    const struct equiv_options *o = plan->o;
    const unsigned rows = probe_rows(o->input.dst);
    bool taken[PROBE_CELLS] = {false};
    uint32_t second[PROBE_CELLS];

    for (uint32_t cell = 0; cell < rows * PROBE_COLUMNS; cell++) {
        const uint32_t other = o->input.operands > 1 ? find_cell_below(cell, o->input.second, rows) : cell;

        if (!is_cell_loaded(plan, cell) || !is_cell_loaded(plan, other) || taken[cell] || taken[other]
            || (o->input.has_result
                && find_cell_below(cell, o->input.result, probe_rows(o->input.out)) == EQUIV_NO_SLOT))
            continue;
        taken[cell] = taken[other] = true;
        second[plan->slots] = other;
        plan->in_cell[plan->slots++] = cell;
    }
    if (o->input.operands > 1)
        memcpy(plan->in_cell + plan->slots, second, plan->slots * sizeof *second);
    for (uint32_t cell = 0; cell < rows * PROBE_COLUMNS; cell++) {
        plan->unpaired += is_cell_loaded(plan, cell) && !taken[cell];
        for (unsigned k = 0; k < EQUIV_KERNELS; k++)
            plan->alone[k] += plan->probe[k].loaded[cell] && !plan->probe[!k].loaded[cell];
    }
}

/* ---- Cells of results ---- */

static bool is_compared(const struct equiv_plan *plan, uint32_t cell, const bool *results)
{
    if (plan->o->has_rows)
        return plan->o->row[cell / PROBE_COLUMNS];
    if (plan->o->input.has_result)
        return results[cell];
    return plan->probe[0].stored[cell] || plan->probe[1].stored[cell];
}

static void choose_compared(struct equiv_plan *plan)
{
    const unsigned rows = probe_rows(plan->o->input.out);
    bool results[PROBE_CELLS] = {false};

    for (size_t slot = 0; plan->o->input.has_result && slot < plan->slots; slot++)
        results[find_cell_below(plan->in_cell[slot], plan->o->input.result, rows)] = true;
    for (uint32_t cell = 0; cell < rows * PROBE_COLUMNS; cell++)
        if (is_compared(plan, cell, results))
            plan->cell[plan->compared++] = cell;
}

/* Assigns compared cells to slots: a cell belongs to the slot whose cell in `cells` lies `rows` above. Returns the
 * number of compared cells that have a slot. */
static size_t assign_slots(struct equiv_plan *plan, const uint32_t *cells, int rows)
{
    uint32_t slot_of[PROBE_CELLS];
    size_t owned = 0;

    memset(slot_of, 0xFF, sizeof slot_of);
    for (uint32_t slot = 0; slot < plan->slots; slot++)
        slot_of[cells[slot]] = slot;
    for (size_t i = 0; i < plan->compared; i++) {
        const uint32_t cell = find_cell_below(plan->cell[i], -rows, PROBE_ROWS);

        if (plan->owner[i] == EQUIV_NO_SLOT && cell != EQUIV_NO_SLOT)
            plan->owner[i] = slot_of[cell];
        owned += plan->owner[i] != EQUIV_NO_SLOT;
    }
    return owned;
}

static void count_unowned(struct equiv_plan *plan, size_t owned)
{
    bool has_result[PROBE_CELLS] = {false};

    plan->without_owner = plan->compared - owned;
    for (size_t i = 0; i < plan->compared; i++)
        if (plan->owner[i] != EQUIV_NO_SLOT)
            has_result[plan->owner[i]] = true;
    for (size_t slot = 0; slot < plan->slots; slot++)
        plan->without_result += !has_result[slot];
}

/* Finds the slot of each compared cell. Without --result, results lie in their operands' cells, or else as many rows
 * away as the first compared cell lies from the first input. */
static void find_owners(struct equiv_plan *plan)
{
    const struct equiv_options *o = plan->o;
    size_t owned;

    memset(plan->owner, 0xFF, sizeof plan->owner);
    owned = assign_slots(plan, plan->in_cell, o->input.result);
    if (o->input.operands > 1 && !o->input.has_result)
        owned = assign_slots(plan, plan->in_cell + plan->slots, 0);
    if (!owned && !o->input.has_result)
        owned = assign_slots(plan, plan->in_cell,
                             (int)(plan->cell[0] / PROBE_COLUMNS) - (int)(plan->in_cell[0] / PROBE_COLUMNS));
    count_unowned(plan, owned);
}

static int place_cells(struct equiv_plan *plan)
{
    const struct equiv_options *o = plan->o;

    place_inputs(plan);
    if (!plan->slots && o->input.operands > 1)
        return complain("no cell of Dst is loaded together with the one %d rows below it, by '%s' or '%s'",
                        o->input.second, o->kernel[0], o->kernel[1]);
    if (!plan->slots && o->input.has_result)
        return complain("--result: Dst has no row %d rows below one that is loaded", o->input.result);
    if (!plan->slots)
        return complain("neither '%s' nor '%s' loads a row of Dst below %u", o->kernel[0], o->kernel[1],
                        probe_rows(o->input.dst));
    choose_compared(plan);
    if (!plan->compared)
        return complain("neither '%s' nor '%s' stores to Dst", o->kernel[0], o->kernel[1]);
    find_owners(plan);
    return 0;
}

/* Checks that the report and the page overwrite no input. Returns 0 or an exit status. */
static int check_equiv_files(const struct equiv_plan *plan)
{
    struct file_uses uses = {0};

    for (unsigned k = 0; k < EQUIV_KERNELS; k++)
        file_uses_kernel(&uses, plan->o->kernel[k], &plan->o->machine[k], plan->m[k]);
    file_uses_write(&uses, plan->o->html, "--html");
    if (!plan->o->action.reports.tap)
        file_uses_write(&uses, "-", "a report");
    return action_check_files(&plan->o->action, &uses);
}

int equiv_plan_begin(struct equiv_plan *plan, const struct equiv_options *options)
{
    int status;

    plan->o = options;
    plan->in = number_format(options->input.in);
    plan->out = number_format(options->input.out);
    if ((status = number_inputs(plan)) || (status = load_kernels(plan)) || (status = check_equiv_files(plan))
        || (status = probe_kernels(plan)))
        return status;
    return place_cells(plan);
}

void equiv_plan_end(struct equiv_plan *plan)
{
    for (unsigned k = 0; k < EQUIV_KERNELS; k++)
        sfpu_close(plan->m[k]);
}
