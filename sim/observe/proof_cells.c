/* Finds a word's iteration, and compares instructions with cells. */
#include "isa/vector_unit.h"
#include "model/model.h"
#include "proof_parts.h"

/*
 * ---- Iterations ----
 *
 * Each cell issues once in an iteration, so counting a cell's words counts iterations. A cell may lag iterations behind
 * the first cell; the lag shows when the cell first issues in a loop.
 */

enum {
    NO_STEP = INT32_MIN /* no two fields are so far apart */,
    ADDRESS_BITS = SFP_COUNTER_MASK & ~1 /* bit 0 is ignored */
};

static bool is_issued(const struct sfp_schedule_cell *cell)
{
    return cell->kind == SFP_CELL_ISSUED || cell->kind == SFP_CELL_LOAD;
}

/* Returns how often an issued cell has occurred in the loop. */
static int64_t count_occurrences(const struct proof_cell *cell)
{
    return cell->next - cell->from;
}

/* Returns whether all issued cells have occurred equally often. If so, the loop is over, or stands between two
 * iterations. */
static bool is_even(const struct proof_table *table)
{
    for (size_t i = 0; i < table->s->cell_count; i++)
        if (is_issued(&table->s->cells[i])
            && count_occurrences(&table->cells[i]) != count_occurrences(&table->cells[table->first]))
            return false;
    return true;
}

/* Returns whether the first cell comes where the loop under way expects it: one period of issue slots after its last
 * occurrence, without a foreign word between. SFPNOPs are not foreign. */
static bool continues_loop(const struct sfp_proof *proof, const struct proof_table *table)
{
    const struct proof_start *last = &table->starts[(uint64_t)(table->cells[table->first].next - 1) % PROOF_STARTS];

    return table->foreign == proof->foreign && proof->slots - last->slots == table->s->period;
}

static void begin_loop(struct sfp_proof *proof, struct proof_table *table)
{
    table->begin = table->cells[table->first].next;
    table->slots = proof->slots;
    table->has_base = false;
    for (size_t i = 0; i < table->s->cell_count; i++)
        table->cells[i].begun = false;
}

/*
 * Begins a cell's count in a loop. Normally the cell's first word belongs to the first iteration. If a body is played
 * without its prologue, cells of later rows come at once, and belong to iterations before the first.
 */
static void begin_cell(const struct sfp_proof *proof, struct proof_table *table, uint32_t cell)
{
    const unsigned behind = table->s->cells[cell].row - table->s->cells[table->first].row;
    const int64_t latest = table->cells[table->first].next - 1;

    table->cells[cell].begun = true;
    table->cells[cell].next = table->begin;
    if (cell != table->first && proof->slots - table->slots < behind)
        table->cells[cell].next = latest - behind / table->s->period;
    table->cells[cell].from = table->cells[cell].next;
}

void proof_begin_word(struct sfp_proof *proof, struct proof_place *place)
{
    struct proof_table *table = place->table;
    struct proof_cell *cell = &table->cells[place->cell];

    if (place->cell == table->first && !continues_loop(proof, table) && is_even(table))
        begin_loop(proof, table);
    table->foreign = proof->foreign;
    if (!cell->begun)
        begin_cell(proof, table, place->cell);
    place->iteration = cell->next++;
    cell->last = place->iteration;
    if (place->cell == table->first) {
        table->iterations += !table->differs;
        table->starts[(uint64_t)place->iteration % PROOF_STARTS] =
            (struct proof_start){.iteration = place->iteration, .cycle = proof->cycle, .slots = proof->slots};
    }
}

/* Returns whether an unexpected address is due to a new loop, whose words have their own addresses. */
static bool begins_new_loop(const struct proof_table *table, const struct proof_place *place, uint16_t field)
{
    for (size_t i = 0; i < table->s->cell_count; i++)
        if (is_issued(&table->s->cells[i]) && i != place->cell && table->cells[i].next > place->iteration + 1)
            return false;
    return table->field_step == NO_STEP || field - table->field != table->field_step;
}

/* Takes an iteration's vector row from its first address. Returns false if the row is not one step after the row
 * before, and no new loop begins. */
static bool take_base(struct proof_table *table, const struct proof_place *place, uint16_t row, uint16_t field)
{
    const bool follows = table->has_base && table->base.iteration == place->iteration - 1;
    const bool holds = !follows || ((row - table->base.row - table->s->step) & ADDRESS_BITS) == 0
                       || begins_new_loop(table, place, field);

    table->field_step = follows ? field - table->field : NO_STEP;
    table->field = field;
    table->base = (struct proof_start){.iteration = place->iteration, .row = row};
    table->has_base = true;
    table->starts[(uint64_t)place->iteration % PROOF_STARTS].row = row;
    return holds;
}

bool proof_address_holds(const struct proof_place *place, uint16_t address, uint16_t field)
{
    struct proof_table *table = place->table;
    const uint16_t row = (uint16_t)((address - proof_cell(place)->address) & ADDRESS_BITS);
    const struct proof_start *start = &table->starts[(uint64_t)place->iteration % PROOF_STARTS];

    if (place->cell == table->addressed)
        return take_base(table, place, row, field);
    return !table->has_base || place->iteration < table->begin || table->base.iteration < place->iteration
           || start->iteration != place->iteration || start->row == row;
}

const struct sfp_schedule_cell *proof_claim(const struct sfp_proof *proof, const struct proof_table *table,
                                            unsigned unit, int64_t *iteration)
{
    for (size_t i = 0; i < table->s->cell_count; i++) {
        const struct sfp_schedule_cell *cell = &table->s->cells[i];

        if (cell->kind != SFP_CELL_IDLE || cell->unit != unit || table->iterations == 0)
            continue;
        for (*iteration = table->cells[table->first].next - 1; *iteration >= table->begin; --*iteration) {
            const struct proof_start *start = &table->starts[(uint64_t)*iteration % PROOF_STARTS];
            const uint64_t row = proof->cycle - start->cycle + table->s->cells[table->first].row;

            if (start->iteration != *iteration || row > cell->row)
                break;
            if (row == cell->row && proof->slots - start->slots == proof->cycle - start->cycle)
                return cell;
        }
    }
    return NULL;
}

/* ---- Comparison with a cell ---- */

static uint32_t resource_bit(enum sfp_resource resource)
{
    return 1u << resource;
}

/* Returns whether the sources of `op` are va, vb and vc, ignoring sources that `uses` lacks. */
static bool sources_are(const struct sfp_op *op, uint32_t uses, uint8_t va, uint8_t vb, uint8_t vc)
{
    if (uses & resource_bit(SFP_R_VA) && op->va != va)
        return false;
    if (uses & resource_bit(SFP_R_VB) && op->vb != vb)
        return false;
    if (uses & resource_bit(SFP_R_B) && op->b != vb)
        return false;
    return !(uses & resource_bit(SFP_R_VC)) || op->vc == vc;
}

static bool registers_hold(const struct sfp_op *op, const struct sfp_schedule_action *action, unsigned mode)
{
    const uint32_t uses =
        sfp_resources_read(op->insn, mode, action->vd) | sfp_resources_written(op->insn, mode, action->vd);

    if (uses & resource_bit(SFP_R_VD) && op->vd != action->vd)
        return false;
    if (uses & resource_bit(SFP_R_ANY) && (op->vd == SFP_STAGING_LREG) != (action->vd == SFP_STAGING_LREG))
        return false;
    if (sources_are(op, uses, action->va, action->vb, action->vc))
        return true;
    switch (sfp_exchange_of(op->insn, mode, action->va)) {
    case SFP_EXCHANGE_VA_VB:
        return sources_are(op, uses, action->vb, action->va, action->vc);
    case SFP_EXCHANGE_VB_VC:
        return sources_are(op, uses, action->va, action->vc, action->vb);
    case SFP_EXCHANGE_VC_VD:
    case SFP_EXCHANGE_NONE:
        break;
    }
    return false;
}

/* Compares the word's operands except registers, modes and addresses, as far as they count. */
static bool immediates_hold(const struct sfp_op *op, uint32_t word, unsigned mode)
{
    uint32_t care = 0;

    for (const struct sfp_operand *operand = op->insn->ops; !sfp_operand_end(operand); operand++)
        if (operand->kind != SFP_K_REG && operand->kind != SFP_K_MOD && operand->kind != SFP_K_RESERVED
            && operand->field != SFP_F_ADDR
            && operand->field != SFP_F_ADDR_MODE)
            care |= sfp_operand_mask(operand);
    if (op->insn->id == SFP_I_SFPSHFT2 && mode != SFP_MODE_SFPSHFT2_SHFT_IMM) /* the field holds a register */
        care &= ~sfp_operand_mask(sfp_operand_of(op->insn, SFP_F_IMM));
    return ((op->word ^ word) & care & ~sfp_ignored_bits(op->insn, mode)) == 0;
}

/* Compares an SFPLOADMACRO with the load of its cell. If they differ, *what names the part. */
static bool load_holds(const struct sfp_op *op, const struct sfp_schedule_cell *cell,
                       const struct sfp_schedule_action *action, unsigned mode, const char **what)
{
    *what = "register";
    if (op->vd != action->vd)
        return false;
    *what = "format";
    if (op->mod != mode)
        return false;
    *what = "address modifier";
    return op->addr_mode == cell->addrmod;
}

bool proof_action_holds(const struct sfp_proof *proof, const struct proof_place *place, const struct sfp_op *op,
                        const char **what)
{
    const struct sfp_schedule_cell *cell = proof_cell(place);
    const struct sfp_schedule_action *action = proof_action(place);
    const struct sfp_insn *insn = sfp_insn_of_word(&proof->index, action->word);
    const unsigned mode = insn ? sfp_mode(insn, action->word) : 0;

    *what = "instruction";
    if (cell->kind == SFP_CELL_LOAD)
        return op->insn->id == SFP_I_SFPLOADMACRO && load_holds(op, cell, action, mode, what);
    if (op->insn != insn)
        return false;
    if (insn->unit == SFP_UNIT_NONE)
        return op->word == action->word;
    *what = insn->unit == SFP_UNIT_LOAD || insn->unit == SFP_UNIT_STORE ? "format" : "mode";
    if (op->mod != mode)
        return false;
    *what = "register";
    if (!registers_hold(op, action, mode))
        return false;
    *what = "immediate";
    if (!immediates_hold(op, action->word, mode))
        return false;
    *what = "address modifier";
    return cell->kind == SFP_CELL_SCHEDULED || !sfp_operand_of(insn, SFP_F_ADDR_MODE) || op->addr_mode == cell->addrmod;
}
