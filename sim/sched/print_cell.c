/* Prints cells: instructions with the registers of an answer. */
#include "print_cell.h"

#include "old_values.h"
#include "print_names.h"

#include "dis/dis.h"
#include "isa/modes.h"
#include "isa/timing.h"

#include <stdio.h>
#include <string.h>

/* ---- Registers ---- */

/* Returns the letter of rotating registers; adds a name if necessary. */
static char name_rotation(struct cell_printing *p, const uint8_t registers[MODEL_TURNS])
{
    const size_t size = p->answer->wants.turns;
    unsigned i = 0;

    while (i < p->name_count && memcmp(p->names[i].registers, registers, size) != 0)
        i++;
    if (i == p->name_count && p->name_count < PRINTED_NAMES)
        memcpy(p->names[p->name_count++].registers, registers, size);
    return (char)('a' + i);
}

static void print_register(struct cell_printing *p, char *text, size_t size, const uint8_t registers[MODEL_TURNS])
{
    unsigned turn = 1;

    while (turn < p->answer->wants.turns && registers[turn] == registers[0])
        turn++;
    if (turn == p->answer->wants.turns)
        snprintf(text, size, "L%u", registers[0]);
    else
        snprintf(text, size, "%c", name_rotation(p, registers));
}

/* ---- Operands ---- */

/* Returns the slot of a source in turn 0, after an exchange. Every turn is printed as turn 0. */
static enum graph_slot find_printed_slot(const struct graph_operation *o, const struct answer_operation *a,
                                         unsigned source)
{
    const enum graph_slot slot = (enum graph_slot)o->sources[source].slot;

    return a->exchanged[0] ? model_other_slot(o, slot) : slot;
}

/* Are `registers` a source of operation `i`, read as an old value? */
static bool are_read_as_old(const struct answer *a, size_t i, const uint8_t *registers)
{
    for (unsigned source = 0; source < a->graph->operations[i].source_count; source++)
        if (registers == a->operations[i].sources[source] && old_values_read(a, i, source))
            return true;
    return false;
}

/* Does operation `i` read an old value in a source without an operand of its own? */
static bool reads_old_unwritten(const struct answer *a, size_t i)
{
    const struct graph_operation *o = &a->graph->operations[i];

    for (unsigned source = 0; source < o->source_count; source++)
        if (find_printed_slot(o, &a->operations[i], source) >= GRAPH_VD && old_values_read(a, i, source))
            return true;
    return false;
}

/* Returns the registers of the source in `slot` or `or_slot`; NULL if no source has these slots. */
static const uint8_t *find_source_registers(const struct graph_operation *o, const struct answer_operation *a,
                                            enum graph_slot slot, enum graph_slot or_slot)
{
    for (unsigned source = 0; source < o->source_count; source++)
        if (find_printed_slot(o, a, source) == slot || find_printed_slot(o, a, source) == or_slot)
            return a->sources[source];
    return NULL;
}

/* Returns the registers named by a field of the word, or NULL if the field is unused. */
static const uint8_t *find_field_registers(const struct graph_operation *o, const struct answer_operation *a,
                                           unsigned field)
{
    switch (field) {
    case SFP_F_VA:
        return find_source_registers(o, a, GRAPH_VA, GRAPH_VA);
    case SFP_F_VB:
        return find_source_registers(o, a, GRAPH_VB, GRAPH_VB);
    case SFP_F_VC:
        return find_source_registers(o, a, GRAPH_VC, GRAPH_VC);
    case SFP_F_VD:
        return model_has_result(o, 0) ? a->registers[0] : find_source_registers(o, a, GRAPH_VD, GRAPH_B);
    default:
        return NULL;
    }
}

/* Returns the registers to name in an unused field; NULL: L0. The scoreboard may take the field for a read of L0,
 * and hold an issued word: the field then names a register that the word reads anyway (mad-false of sfpu-timing(7),
 * Blackhole stalls). */
static const uint8_t *choose_unused_registers(const struct answer *a, size_t i, unsigned field)
{
    const struct graph_operation *o = &a->graph->operations[i];
    const bool seen = sfp_quirk(a->graph->arch, SFP_QUIRK_MAD_INTERLOCK) && field == SFP_F_VB &&
                      sfp_resources_seen(o->insn, o->mode, 0) >> SFP_R_VB & 1;

    return seen && a->operations[i].load == ANSWER_NONE && old_values_find_l0(a, i)
               ? find_source_registers(o, &a->operations[i], GRAPH_VC, GRAPH_VC)
               : NULL;
}

static void print_operand(struct cell_printing *p, char *text, size_t size, const uint8_t *registers, bool old)
{
    static const uint8_t unused[MODEL_TURNS];

    print_register(p, text, size, registers ? registers : unused);
    if (old)
        strncat(text, ".old", size - strlen(text) - 1);
}

/* Returns whether the cell must mark that its operation keeps a half of its register as another iteration has left it.
 * Words of a plain order have no mark. */
static bool keeps_old_half(const struct cell_printing *p, size_t i)
{
    return !p->in_order && old_values_keep(p->answer, i);
}

/* Does VB lie under the bits of the immediate, without an operand of its own? True for SFPSHFT2 by VC. */
static bool has_vb_under_immediate(const struct graph_operation *o)
{
    return o->insn->id == SFP_I_SFPSHFT2 && o->mode == SFP_MODE_SFPSHFT2_SHFT_LREG;
}

/* Returns whether the cell must spell this hidden operand: its register is not the usual one, or it is an old value,
 * which is marked at its operand. */
static bool must_spell_hidden(const struct cell_printing *p, size_t i, const struct sfp_operand *hidden)
{
    const struct graph_operation *o = &p->answer->graph->operations[i];
    const uint8_t *registers = find_field_registers(o, &p->answer->operations[i], hidden->field);

    for (unsigned turn = 0; turn < p->answer->wants.turns && registers; turn++)
        if (registers[turn] != hidden->fixed)
            return true;
    return are_read_as_old(p->answer, i, registers);
}

/* Returns the word with its hidden registers as the cell has them: usual ones, which the disassembler leaves out, or
 * others, which it spells. The kernel's own registers there do not matter. Only SFPARECIP's VB can differ. */
static uint32_t spell_hidden_registers(const struct cell_printing *p, size_t i, uint32_t word)
{
    const struct sfp_insn *insn = p->answer->graph->operations[i].insn;

    for (const struct sfp_operand *operand = insn->ops; !sfp_operand_end(operand); operand++)
        if (operand->hidden && operand->kind == SFP_K_REG)
            word = (word & ~sfp_operand_mask(operand)) |
                   sfp_operand_put(operand, operand->fixed ^ must_spell_hidden(p, i, operand));
    return word;
}

/* Returns the word without ignored bits, for the disassembler, whose registers the cell's own replace. In an order the
 * word has a buried VB in its immediate; in a table's cell, VB is written after the operands. */
static uint32_t make_spelled_word(const struct cell_printing *p, size_t i)
{
    enum { VB_LSB = 12, VB_MASK = 15 };
    const struct graph_operation *o = &p->answer->graph->operations[i];
    const uint32_t word = spell_hidden_registers(p, i, o->word & ~sfp_zero_bits(o->insn));
    const uint8_t *vb = find_source_registers(o, &p->answer->operations[i], GRAPH_VB, GRAPH_VB);

    if (!p->in_order || !has_vb_under_immediate(o) || !vb)
        return word;
    return (word & ~((uint32_t)VB_MASK << VB_LSB)) | (uint32_t)vb[0] << VB_LSB;
}

/* Returns the immediate as the kernel's source wrote it, or NULL for the disassembler's number. A bar outside brackets
 * would end a table's cell. */
static const char *find_kept_immediate(const struct cell_printing *p, const struct graph_operation *o, uint32_t word,
                                       char text[static OPERAND_NAME_SIZE])
{
    const char *kept = p->kept ? kept_names_text(p->kept, &p->kept->body->words[o->at], o->insn, word) : NULL;

    if (kept)
        snprintf(text, OPERAND_NAME_SIZE, strchr(kept, '|') && !p->in_order ? "(%s)" : "%s", kept);
    return kept ? text : NULL;
}

/* Prints the instruction as the disassembler does, with the answer's registers. */
static void print_cell_instruction(struct cell_printing *p, size_t i, char *text, size_t size)
{
    const struct graph_operation *o = &p->answer->graph->operations[i];
    const struct answer_operation *a = &p->answer->operations[i];
    const uint32_t word = make_spelled_word(p, i);
    const bool full = disassembly_is_full(o->insn, word);
    char line[SFP_DISASSEMBLY_SIZE], *rest = line, *token;
    bool unwritten = reads_old_unwritten(p->answer, i); /* an old value without an operand is marked at the first
                                                         * source operand */
    size_t length = 0;

    disassembly_of_word(&p->index, word, SFP_SYNTAX_GNU, line);
    for (int n = -1; (token = strsep(&rest, n < 0 ? "\t" : ",")) && length < size; n++) {
        const struct sfp_operand *operand = n >= 0 ? written_operand(o->insn, full, (unsigned)n) : NULL;
        const bool is_register = operand && operand->kind == SFP_K_REG;
        const bool is_source = n > 0 || (operand && operand->field != SFP_F_VD); /* as for SFPSETCC */
        char name[OPERAND_NAME_SIZE];
        const char *kept = operand && operand->field == SFP_F_IMM && *line != '.' && !is_register
                               ? find_kept_immediate(p, o, word, name)
                               : NULL;

        if (kept)
            token = name;
        if (operand && operand->field == SFP_F_MOD)
            token = (char *)(uintptr_t)mode_text(o->insn, p->index.arch, sfp_operand_get(operand, word), name);
        if (is_register) {
            const uint8_t *registers = find_field_registers(o, a, operand->field);

            if (!registers)
                registers = choose_unused_registers(p->answer, i, operand->field);
            print_operand(p, name, sizeof name, registers,
                          is_source ? unwritten || are_read_as_old(p->answer, i, registers) : keeps_old_half(p, i));
            unwritten &= !is_source;
        }
        length += (size_t)snprintf(text + length, size - length, "%s%s", n < 0 ? "" : n == 0 ? " " : ", ",
                                   is_register ? name : token);
    }
}

/* Returns the second source if it stands after the operands, otherwise NULL. It does in scheduled instructions, and
 * in issued instructions with VB in bits where others spell an immediate. */
static const uint8_t *find_further_source(const struct graph_operation *o, const struct answer_operation *a)
{
    const uint8_t *source = find_source_registers(o, a, GRAPH_B, GRAPH_VB),
                  *vb_source = find_source_registers(o, a, GRAPH_VB, GRAPH_VB);

    if (sfp_operand_of(o->insn, SFP_F_VB) && vb_source)
        return NULL;
    if (a->load == ANSWER_NONE)
        return model_lies_under_immediate(o, GRAPH_VB) ? NULL : vb_source;
    return source;
}

/* As find_further_source(), for a VC that issued instructions have in VD. */
static const uint8_t *find_further_vc(const struct graph_operation *o, const struct answer_operation *a)
{
    return a->load != ANSWER_NONE && sfp_field_naming(o->insn, SFP_F_VC) == SFP_F_VD
               ? find_source_registers(o, a, GRAPH_VC, GRAPH_VC)
               : NULL;
}

/* ---- Cells ---- */

/* Returns the number in a load's tag: v0, v1, in the order of rows. */
static unsigned find_load_tag(const struct answer *a, size_t load)
{
    unsigned before = 0;

    for (size_t i = 0; i < a->graph->count; i++)
        if (i != load && a->operations[i].present && graph_is_load(&a->graph->operations[i]) && answer_is_macro(a, i) &&
            a->operations[i].row < a->operations[load].row)
            before++;
    return before;
}

static unsigned find_modifier(const struct cell_printing *p, size_t i)
{
    return counter_modifier(p->answer->graph, counter_steps_by(&p->steps, i) ? counter_steps_rows(&p->steps) : 0);
}

static void print_load(struct cell_printing *p, size_t i, char *text)
{
    const struct graph *g = p->answer->graph;
    const struct graph_operation *o = &g->operations[i];
    char reg[16], tag[16] = "", format[OPERAND_NAME_SIZE], modifier[OPERAND_NAME_SIZE];

    print_operand(p, reg, sizeof reg, p->answer->operations[i].registers[0], keeps_old_half(p, i));
    if (answer_is_macro(p->answer, i))
        snprintf(tag, sizeof tag, "[v%u] ", find_load_tag(p->answer, i));
    snprintf(text, PRINTED_CELL_SIZE, "%s%s %s, %d, %s, %s", tag, o->insn->gnu, reg,
             counter_steps_address(&p->steps, i), dst_format_text(g->arch, o->mode, format),
             modifier_text(g->arch, find_modifier(p, i), modifier));
}

static void print_store(struct cell_printing *p, size_t i, char *text)
{
    const struct graph *g = p->answer->graph;
    const struct answer_operation *a = &p->answer->operations[i];
    const struct graph_operation *o = &g->operations[i];
    char reg[16], format[OPERAND_NAME_SIZE], modifier[OPERAND_NAME_SIZE];

    print_operand(p, reg, sizeof reg, a->sources[0], old_values_read(p->answer, i, 0));
    if (a->load == ANSWER_NONE)
        snprintf(text, PRINTED_CELL_SIZE, "%s %s, %d, %s, %s", o->insn->gnu, reg, counter_steps_address(&p->steps, i),
                 dst_format_text(g->arch, o->mode, format),
                 modifier_text(g->arch, find_modifier(p, i), modifier));
    else
        snprintf(text, PRINTED_CELL_SIZE, "[v%u] %s %s, [v%u], %s", find_load_tag(p->answer, (size_t)a->load),
                 o->insn->gnu, reg, find_load_tag(p->answer, (size_t)a->load),
                 dst_format_text(g->arch, o->mode, format));
}

/* Appends a source after the operands, unless NULL, or implied as the result's register. */
static void print_further(struct cell_printing *p, const struct answer_operation *a, const uint8_t *source, char field,
                          char *text)
{
    const size_t i = (size_t)(a - p->answer->operations);
    const struct graph_operation *o = &p->answer->graph->operations[i];
    const bool old = are_read_as_old(p->answer, i, source);
    const bool is_result = memcmp(source ? source : a->registers[0], a->registers[0], p->answer->wants.turns) == 0;
    const size_t length = strlen(text);
    char reg[16];

    if (!source || (has_vb_under_immediate(o) ? p->in_order : (a->load == ANSWER_NONE || (is_result && !old))))
        return;
    print_operand(p, reg, sizeof reg, source, old);
    snprintf(text + length, PRINTED_CELL_SIZE - length, " %c=%s", field, reg);
}

static void print_lanes(struct cell_printing *p, size_t i, char *text)
{
    const struct graph_operation *o = &p->answer->graph->operations[i];
    const struct answer_operation *a = &p->answer->operations[i];
    size_t length = 0;

    if (a->load != ANSWER_NONE)
        length = (size_t)snprintf(text, PRINTED_CELL_SIZE, "[v%u] ", find_load_tag(p->answer, (size_t)a->load));
    print_cell_instruction(p, i, text + length, PRINTED_CELL_SIZE - length);
    print_further(p, a, find_further_source(o, a), 'b', text);
    print_further(p, a, find_further_vc(o, a), 'c', text);
}

void cell_print(struct cell_printing *p, size_t operation, char text[static PRINTED_CELL_SIZE])
{
    const struct graph_operation *o = &p->answer->graph->operations[operation];

    if (graph_is_load(o))
        print_load(p, operation, text);
    else if (graph_is_store(o))
        print_store(p, operation, text);
    else
        print_lanes(p, operation, text);
}

void cell_printing_init(struct cell_printing *p, const struct answer *answer, const struct kept_names *kept,
                        bool in_order)
{
    *p = (struct cell_printing){
        .answer = answer, .kept = kept, .in_order = in_order,
        .steps = {.answer = answer, .count = counter_steps_needed(answer->graph), .in_order = in_order}};
    sfp_index_init(&p->index, answer->graph->arch);
}
