/* Makes a cell from its written form, with an action for each turn of the rotations. */
#include "table.h"

#include "assembly/assembler.h"
#include "assembly/encode.h"
#include "isa/modes.h"
#include "base/array.h"

#include <stdlib.h>
#include <string.h>

/* ---- As it was written ---- */

void schedule_extra(struct assembler *as, enum sfp_field field, int64_t reg, struct place place)
{
    struct written_cell *written = &as->schedules->written;
    const unsigned i = field - SFP_F_VA;

    if (written->further[i] != CELL_UNSAID)
        report_error(as, place, "%s was given before", sfp_field_name(field));
    written->further[i] = reg;
    written->further_places[i] = place;
}

/* Takes the operands from the stack into the written cell. */
static void begin_written_cell(struct assembler *as, struct place name, size_t count, bool macro_form)
{
    struct written_cell *written = &as->schedules->written;

    written->insn = NULL;
    written->idle = false;
    written->macro_form = macro_form;
    written->name = name;
    written->operands = take_operands(as, count);
    written->count = count;
}

void schedule_gnu(struct assembler *as, struct place name, size_t count)
{
    struct written_cell *written = &as->schedules->written;

    begin_written_cell(as, name, count, false);
    if (as->stopped)
        return;
    written->idle = count == 0 && place_says(name, "idle");
    if (!written->idle)
        written->insn = statement_insn(as, name, count);
}

void schedule_macro(struct assembler *as, struct place name, size_t count)
{
    struct written_cell *written = &as->schedules->written;
    const size_t prefix = sfp_macro_prefix(place_text(name), place_length(name)).length;
    uint32_t word;

    begin_written_cell(as, name, count, true);
    if (as->stopped)
        return;
    written->insn = sfp_insn_by_macro(&as->index, place_text(name) + prefix, place_length(name) - prefix);
    if (!written->insn)
        statement_macro(as, NULL, name, prefix, NULL, 0, &word);
}

/* ---- One turn ---- */

/* A cell being converted, in one turn of the rotations. */
struct turn {
    struct assembler *as;
    const struct schedule *schedule;
    const struct written_cell *written;
    const struct cell *cell;
    unsigned number;
    struct operand operands[SFP_MAX_OPERANDS];
    size_t count;
    bool to_staging; /* VD is L16 */
    struct action *action;
};

static uint8_t register_in_turn(const struct turn *turn, int64_t reg)
{
    const struct rotation *rotation;

    if (reg < CELL_ROTATING)
        return (uint8_t)reg;
    rotation = &turn->schedule->rotations[reg - CELL_ROTATING];
    return rotation->registers[rotation->count > 0 ? turn->number % rotation->count : 0];
}

static bool is_scheduled_store(const struct turn *turn)
{
    return turn->cell->kind == CELL_SCHEDULED && turn->written->insn->id == SFP_I_SFPSTORE;
}

/* Checks the operand [tag], the address of a scheduled store, which must be its load's tag. */
static bool check_tag_operand(const struct turn *turn, const struct operand *operand)
{
    const struct place tag = turn->cell->tag_place;

    if (!is_scheduled_store(turn)) {
        report_error(turn->as, operand->place, "[%.*s] is an address for scheduled stores",
                     place_precision(operand->place), place_text(operand->place));
        return false;
    }
    if (place_length(operand->place) == place_length(tag) &&
        memcmp(place_text(operand->place), place_text(tag), place_length(tag)) == 0)
        return true;
    report_error(turn->as, operand->place, "a scheduled store goes to where its load came from: write [%.*s]",
                 place_precision(tag), place_text(tag));
    return false;
}

/* Takes L16 as an operand: the destination of a scheduled instruction, or the source of a scheduled store. */
static bool take_staging(struct turn *turn, struct operand *operand, bool first)
{
    if (turn->cell->kind != CELL_SCHEDULED || !first) {
        report_error(turn->as, operand->place, "L16 can only be the destination of a scheduled instruction, or the "
                     "source of a scheduled store");
        return false;
    }
    turn->to_staging = true;
    operand->value = value_of(0);
    return true;
}

/* Is the operand the first operand of a scheduled SFPSWAP? This operand is VB, may be any register, and lies in the
 * field of VD in the issued form. */
static bool is_swapped(const struct turn *turn, const struct operand *operand, bool first)
{
    return first && turn->cell->kind == CELL_SCHEDULED && turn->written->insn->id == SFP_I_SFPSWAP
           && sfp_names_template(turn->written->insn, (unsigned)operand->value.number);
}

/* Resolves an operand for this turn. */
static bool turn_operand(struct turn *turn, struct operand *operand, bool first)
{
    switch (operand->kind) {
    case OPERAND_ROTATING:
        operand->kind = turn->written->macro_form ? OPERAND_VALUE : OPERAND_REGISTER;
        operand->value = value_of(register_in_turn(turn, CELL_ROTATING + operand->value.number));
        return true;
    case OPERAND_TAG:
        operand->kind = OPERAND_VALUE;
        return check_tag_operand(turn, operand);
    case OPERAND_REGISTER:
        if (is_swapped(turn, operand, first))
            operand->kind = OPERAND_TEMPLATE;
        return operand->value.number != SFP_STAGING_LREG || take_staging(turn, operand, first);
    case OPERAND_TEMPLATE:
        report_error(turn->as, operand->place,
                     "a cell cannot write a template; the schedule makes its templates itself");
        return false;
    default:
        return true;
    }
}

/* Adds the missing operands of a scheduled store, which has its tag as the address and no address modifier. */
static bool complete_store(struct turn *turn)
{
    bool tagged = false;

    for (size_t i = 0; i < turn->written->count && i < SFP_MAX_OPERANDS; i++)
        tagged |= turn->written->operands[i].kind == OPERAND_TAG;
    if (!is_scheduled_store(turn) || (tagged && turn->written->macro_form))
        return true;
    if (!tagged || turn->count != 3) {
        report_error(turn->as, turn->written->name,
                     "a scheduled store is written sfpstore REGISTER, [%.*s], FORMAT: it goes to where its load came "
                     "from", place_precision(turn->cell->tag_place), place_text(turn->cell->tag_place));
        return false;
    }
    turn->operands[turn->count++] = (struct operand){.kind = OPERAND_VALUE, .value = value_of(0),
                                                     .place = turn->operands[1].place};
    return true;
}

static bool turn_operands(struct turn *turn)
{
    const struct written_cell *written = turn->written;
    bool good = true;

    turn->count = written->count;
    if (written->count > SFP_MAX_OPERANDS)
        return true;
    if (written->count > 0)
        memcpy(turn->operands, written->operands, written->count * sizeof *written->operands);
    for (size_t i = 0; i < written->count; i++)
        good &= turn_operand(turn, &turn->operands[i], i == 0);
    return good && complete_store(turn);
}

static bool encode_action(struct turn *turn)
{
    const struct written_cell *written = turn->written;
    const struct operand *operands = turn->count > SFP_MAX_OPERANDS ? written->operands : turn->operands;
    const size_t prefix = !written->macro_form ? 0 : sfp_macro_prefix(place_text(written->name),
                                                                      place_length(written->name)).length;

    if (written->macro_form)
        return statement_macro(turn->as, written->insn, written->name, prefix, operands, turn->count,
                               &turn->action->word);
    return encode_gnu(turn->as, written->insn, written->name, operands, turn->count, &turn->action->word);
}

/* ---- Its registers ---- */

static void put_register_field(struct turn *turn, enum sfp_field field, uint8_t reg)
{
    const struct sfp_operand *o = sfp_operand_of(turn->cell->insn, field);

    if (o)
        turn->action->word = (turn->action->word & ~sfp_operand_mask(o)) | sfp_operand_put(o, reg);
}

static bool turn_reads(const struct turn *turn, enum sfp_resource resource)
{
    return sfp_resources_read(turn->cell->insn, turn->action->mod, turn->action->vd) >> resource & 1;
}

/* Does SFPSHFT2 read VB, a register in the low bits of its immediate? */
static bool reads_buried_vb(const struct turn *turn)
{
    return turn_reads(turn, SFP_R_VB) && !sfp_operand_of(turn->cell->insn, SFP_F_VB);
}

enum { BURIED_VB = 15 };

/* Does the immediate name VB? A scheduled SFPSHFT2 that shifts by an immediate has shift bits there, and one with 0
 * there leaves VB to the destination. */
static bool says_buried_vb(const struct turn *turn)
{
    enum { IMMEDIATE = 2 };
    const bool reg = turn->written->macro_form || turn->operands[IMMEDIATE].kind == OPERAND_REGISTER;

    return turn->cell->kind == CELL_ISSUED ||
           (turn_reads(turn, SFP_R_VC) && (reg || sfp_field(turn->cell->insn, turn->action->word, SFP_F_IMM) != 0));
}

/* Reads the registers from the word. VD replaces a missing field, as in the hardware. */
static void read_action_registers(struct turn *turn)
{
    const struct sfp_insn *insn = turn->cell->insn;
    struct action *a = turn->action;

    a->mod = (uint8_t)sfp_mode(insn, a->word);
    a->vd = (uint8_t)sfp_field(insn, a->word, SFP_F_VD);
    a->va = (uint8_t)sfp_field(insn, a->word, SFP_F_VA);
    a->vc = (uint8_t)sfp_field(insn, a->word, sfp_operand_of(insn, SFP_F_VC) ? SFP_F_VC : SFP_F_VD);
    a->vb = (uint8_t)sfp_field(insn, a->word,
                               sfp_operand_of(insn, SFP_F_VB) && !turn_reads(turn, SFP_R_B) ? SFP_F_VB : SFP_F_VD);
    if (reads_buried_vb(turn) && says_buried_vb(turn))
        a->vb = sfp_field(insn, a->word, SFP_F_IMM) & BURIED_VB;
    if (turn->to_staging)
        a->vd = SFP_STAGING_LREG;
}

static bool report_extra(const struct turn *turn, enum sfp_field field, const char *why)
{
    const struct place place = turn->written->further_places[field - SFP_F_VA];

    report_error(turn->as, place, "%c= of %s: %s", 'a' + (int)(field - SFP_F_VA), turn->cell->insn->gnu, why);
    return false;
}

/* Does the instruction have this operand, and may the cell set it? Reports an error otherwise. */
static bool check_extra(const struct turn *turn, enum sfp_field field, uint8_t reg)
{
    const struct action *a = turn->action;
    const bool issued = turn->cell->kind != CELL_SCHEDULED;

    if (field == SFP_F_VD)
        return (reg == SFP_STAGING_LREG && !issued) ||
               report_extra(turn, field, "only a scheduled instruction can have it, and only as L16");
    if (reg == SFP_STAGING_LREG)
        return report_extra(turn, field, "L16 is read by scheduled stores only");
    if (field == SFP_F_VA && !turn_reads(turn, SFP_R_VA))
        return report_extra(turn, field, "it reads no VA");
    if (field == SFP_F_VB && !turn_reads(turn, SFP_R_VB) && !turn_reads(turn, SFP_R_B))
        return report_extra(turn, field, "in this mode it reads no VB");
    if (field == SFP_F_VC && !turn_reads(turn, SFP_R_VC))
        return report_extra(turn, field, "in this mode it reads no VC");
    if (issued && ((field == SFP_F_VB && turn_reads(turn, SFP_R_B) && reg != a->vd) ||
                   (field == SFP_F_VC && !sfp_operand_of(turn->cell->insn, SFP_F_VC) && reg != a->vd)))
        return report_extra(turn, field, "issued, it reads its destination there");
    return true;
}

/* Applies the extra operands, which override the word's. */
static bool take_extras(struct turn *turn)
{
    struct action *a = turn->action;
    uint8_t *const registers[CELL_FIELDS] = {&a->va, &a->vb, &a->vc, &a->vd};

    for (unsigned i = 0; i < CELL_FIELDS; i++) {
        const enum sfp_field field = (enum sfp_field)(SFP_F_VA + i);
        uint8_t reg;

        if (turn->written->further[i] == CELL_UNSAID)
            continue;
        reg = register_in_turn(turn, turn->written->further[i]);
        if (!check_extra(turn, field, reg))
            return false;
        *registers[i] = reg;
        if (field == SFP_F_VD)
            put_register_field(turn, field, 0);
        else if (field != SFP_F_VB || !turn_reads(turn, SFP_R_B))
            put_register_field(turn, field, reg);
    }
    return true;
}

/* Puts VB into SFPSHFT2's immediate. An SFPSHFT2 that shifts by VC has only VB there; otherwise the shift and VB
 * share bits. */
static bool bury_vb(struct turn *turn)
{
    const struct sfp_operand *o = sfp_operand_of(turn->cell->insn, SFP_F_IMM);
    const uint32_t immediate = sfp_field(turn->cell->insn, turn->action->word, SFP_F_IMM);

    if (!reads_buried_vb(turn))
        return true;
    if (turn_reads(turn, SFP_R_VC))
        turn->action->word = (turn->action->word & ~sfp_operand_mask(o)) | sfp_operand_put(o, turn->action->vb);
    else if (turn->cell->kind == CELL_ISSUED && turn->action->vb != (immediate & BURIED_VB))
        return report_extra(turn, SFP_F_VB, "issued, its immediate's low bits are VB");
    return true;
}

/* Reports a second source that would be the destination L16. */
static bool check_second_source(const struct turn *turn)
{
    const bool said = turn->written->further[SFP_F_VB - SFP_F_VA] != CELL_UNSAID;

    if (turn->action->vd != SFP_STAGING_LREG || !turn_reads(turn, SFP_R_B) || said)
        return true;
    report_error(turn->as, turn->cell->place, "%s reads a second register, which is not L16: add b=REGISTER",
                 turn->cell->insn->gnu);
    return false;
}

static bool make_action(struct turn *turn)
{
    if (!turn_operands(turn) || !encode_action(turn))
        return false;
    read_action_registers(turn);
    return take_extras(turn) && bury_vb(turn) && check_second_source(turn);
}

/* ---- The cell ---- */

/* Makes the actions of all turns. Only the first turn gives warnings. */
static bool make_actions(struct assembler *as, const struct schedule *s, const struct written_cell *written,
                         struct cell *cell)
{
    const struct sfp_asm_options *const options = as->options;
    struct sfp_asm_options quiet = *options;
    bool good = true;

    memset(&quiet.warnings, 0, sizeof quiet.warnings);
    for (unsigned i = 0; i < s->turns && good; i++) {
        struct turn turn = {
            .as = as, .schedule = s, .written = written, .cell = cell, .number = i, .action = &cell->actions[i],
        };

        good = make_action(&turn);
        as->options = &quiet;
    }
    as->options = options;
    return good;
}

/* Takes the address of a load or store, before the Dst counter is added. The address field is as wide as its written
 * form, and negative addresses use all its bits (sfpu-dst(7), Addresses). */
static void take_address(struct cell *cell)
{
    const struct sfp_operand *o = sfp_operand_of(cell->insn, SFP_F_ADDR);
    const uint32_t word = cell->actions[0].word;

    if (!o || cell->insn->unit == SFP_UNIT_NONE)
        return;
    cell->address = (int32_t)sfp_field(cell->insn, word, SFP_F_ADDR);
    if (cell->address >= 1 << (o->width - 1))
        cell->address -= 1 << o->width;
    cell->addrmod = (uint8_t)sfp_field(cell->insn, word, SFP_F_ADDR_MODE);
}

static bool append_cell(struct assembler *as, struct schedule *s, const struct cell *cell)
{
    if (!array_room(&s->cells, s->cell_count, &s->cell_capacity, sizeof *s->cells)) {
        report_no_memory(as);
        return false;
    }
    s->cells[s->cell_count++] = *cell;
    if (cell->kind != CELL_NEXT)
        s->rows = cell->row + 1;
    return true;
}

/* Returns the index of the tag, appending the tag if it is new. Returns SCHEDULE_NO_TAG if memory ran out. */
static int tag_named(struct assembler *as, struct schedule *s, struct place name)
{
    for (size_t i = 0; i < s->tag_count; i++)
        if (place_length(s->tags[i].name) == place_length(name) &&
            memcmp(place_text(s->tags[i].name), place_text(name), place_length(name)) == 0)
            return (int)i;
    if (!array_room(&s->tags, s->tag_count, &s->tag_capacity, sizeof *s->tags)) {
        report_no_memory(as);
        return SCHEDULE_NO_TAG;
    }
    s->tags[s->tag_count++] = (struct tag){name, SIZE_MAX};
    return (int)s->tag_count - 1;
}

/* Does the header have the cell's column? Reports an error otherwise. */
static bool check_on_grid(struct assembler *as, struct place place)
{
    if (schedule_on_grid(as->schedules))
        return true;
    report_error(as, place, "this cell stands in column %u, but the header has fewer columns",
                 as->schedules->column + 1);
    return false;
}

void schedule_free_cell(struct assembler *as, struct place place)
{
    if (!as->stopped && !as->options->partial_schedules)
        report_error(as, place, "'?' is a free cell, which only a part of a table may have (sfpsched(1), --pin)");
}

void schedule_claim(struct assembler *as, enum cell_kind kind, struct place place)
{
    struct schedules *all = as->schedules;
    const struct cell cell = {.kind = kind, .row = all->row, .tag = SCHEDULE_NO_TAG, .place = place};
    struct cell placed = cell;

    if (!all->open || all->row_wrong || as->stopped || !check_on_grid(as, place))
        return;
    placed.unit = schedule_unit(all);
    append_cell(as, all->open, &placed);
}

/* Makes and adds a cell with an instruction. */
static void add_instruction(struct assembler *as, struct schedule *s, const struct written_cell *written,
                            struct cell *cell, const struct place *tag)
{
    cell->actions = calloc(s->turns, sizeof *cell->actions);
    if (!cell->actions) {
        report_no_memory(as);
        return;
    }
    if (make_actions(as, s, written, cell)) {
        take_address(cell);
        cell->tag = tag ? tag_named(as, s, *tag) : SCHEDULE_NO_TAG;
        if (!as->stopped && append_cell(as, s, cell)) {
            if (cell->kind == CELL_LOAD && s->tags[cell->tag].load == SIZE_MAX)
                s->tags[cell->tag].load = s->cell_count - 1;
            return;
        }
    }
    free(cell->actions);
}

void schedule_cell(struct assembler *as, struct place place, const struct place *tag)
{
    struct schedules *all = as->schedules;
    const struct written_cell written = all->written;
    struct cell cell = {.insn = written.insn, .row = all->row, .place = place, .tag_place = tag ? *tag : place,
                        .old = written.old};

    all->written = (struct written_cell){.further = {CELL_UNSAID, CELL_UNSAID, CELL_UNSAID, CELL_UNSAID}};
    if (!all->open || all->row_wrong || as->stopped)
        return;
    if (written.idle && tag) {
        report_error(as, *tag, "a load cannot schedule 'idle'");
    } else if (written.idle) {
        schedule_claim(as, CELL_IDLE, place);
    } else if (written.insn && check_on_grid(as, place)) {
        cell.unit = schedule_unit(all);
        cell.kind = !tag ? CELL_ISSUED
                    : written.insn->id == SFP_I_SFPLOAD && cell.unit == SFP_UNIT_LOAD ? CELL_LOAD : CELL_SCHEDULED;
        add_instruction(as, all->open, &written, &cell, tag);
    }
}
