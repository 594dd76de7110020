/* Encodes instructions: from a name and operands to a word. */
#include "encode.h"

#include "operands.h"
#include "suggest.h"
#include "base/array.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- The word ---- */

static void put_operand_value(struct encoding *e, const struct sfp_operand *slot, int64_t value)
{
    e->word = (e->word & ~sfp_operand_mask(slot)) | sfp_operand_put(slot, (uint32_t)value);
}

/* Appends "NAME VD, VA, ..." to `text`. */
static void append_form(char *text, size_t size, const char *name, const struct sfp_operand *const *slots, size_t count)
{
    size_t length = strlen(text);

    length += (size_t)snprintf(text + length, size - length, "%s", name);
    for (size_t i = 0; i < count && length < size; i++)
        length += (size_t)snprintf(text + length, size - length, "%s%s", i ? ", " : " ",
                                   sfp_field_name((enum sfp_field)slots[i]->field));
}

/* ---- GNU form ---- */

/* Lists the operands of the GNU form: as GNU as writes them, or in full, with the operands that GNU as hides.
 * Returns their number. */
static size_t gnu_slots(const struct sfp_insn *insn, bool full, const struct sfp_operand **slots)
{
    size_t count = 0;

    for (const struct sfp_operand *slot = insn->ops; !sfp_operand_end(slot); slot++)
        if (slot->kind != SFP_K_RESERVED && (full || !slot->hidden))
            slots[count++] = slot;
    return count;
}

/* Lists the operands of the macro form. Returns their number. */
static size_t macro_slots(const struct sfp_insn *insn, const struct sfp_operand **slots)
{
    size_t count = 0;

    for (const struct sfp_operand *slot = insn->args; !sfp_operand_end(slot); slot++)
        slots[count++] = slot;
    return count;
}

/* Writes "1 operand", "4 or 5 operands" and similar. */
enum { COUNTED = 48 };
static const char *format_count(char text[static COUNTED], size_t count, size_t or_count, const char *what)
{
    if (or_count != count)
        snprintf(text, COUNTED, "%zu or %zu %ss", count, or_count, what);
    else
        snprintf(text, COUNTED, "%zu %s%s", count, what, count == 1 ? "" : "s");
    return text;
}

/* If another arch has an instruction of this name with `written` operands, appends its form to `text`. */
static void append_other_form(struct assembler *as, char *text, size_t size, const struct sfp_insn *insn, bool gnu,
                              size_t written)
{
    const struct sfp_operand *slots[SFP_MAX_OPERANDS] = {0};

    for (const struct sfp_insn *row = sfp_isa; row < sfp_isa + sfp_isa_rows; row++) {
        const size_t length = strlen(text);

        if (row->id != insn->id || sfp_row_is_of(row->arch, as->program->arch) ||
            (gnu ? gnu_slots(row, false, slots) : macro_slots(row, slots)) != written)
            continue;
        snprintf(text + length, size - length, "; on %s: ", sfp_arch_name(sfp_first_arch(row->arch)));
        append_form(text, size, gnu ? row->gnu : row->macro, slots, written);
    }
}

enum { FORMS_TEXT = 800 };

static void report_gnu_count(struct assembler *as, const struct sfp_insn *insn, struct place name, size_t written)
{
    const struct sfp_operand *slots[SFP_MAX_OPERANDS] = {0};
    const size_t count = gnu_slots(insn, false, slots);
    size_t full = count;
    char text[FORMS_TEXT] = "", number[COUNTED];

    append_form(text, sizeof text, insn->gnu, slots, count);
    if (!as->options->gnu_strict)
        full = gnu_slots(insn, true, slots);
    if (full != count) {
        strcat(text, " or ");
        append_form(text, sizeof text, insn->gnu, slots, full);
    }
    append_other_form(as, text, sizeof text, insn, true, written);
    report_error(as, name, "%s takes %s on %s, %zu given: %s", insn->gnu, format_count(number, count, full, "operand"),
                 sfp_arch_name(as->program->arch), written, text);
}

/* Checks SFPLOADMACRO's address: its lowest bit is also bit 2 of VD. Returns false after an error. */
static bool check_shared_bit(struct encoding *e, const struct sfp_operand *slot, int64_t vd, const struct operand *addr)
{
    if ((addr->value.number & 1) == vd >> slot->width)
        return true;
    report_error(e->as, addr->place, "bit 0 of addr is also bit 2 of VD, so with L%" PRId64 " it must be %" PRId64
                 ": write %" PRId64, vd, vd >> slot->width, addr->value.number ^ 1);
    return false;
}

bool encode_gnu(struct assembler *as, const struct sfp_insn *insn, struct place name, const struct operand *operands,
                size_t count, uint32_t *word)
{
    struct encoding e = {.as = as, .insn = insn, .name = insn->gnu, .word = (uint32_t)insn->opcode << SFP_OPCODE_LSB};
    const struct sfp_operand *slots[SFP_MAX_OPERANDS];
    const struct sfp_operand *split = NULL;
    int64_t split_value = 0;
    size_t written = gnu_slots(insn, false, slots);
    bool good = true;

    if (count != written) {
        written = gnu_slots(insn, true, slots);
        if (count != written || as->options->gnu_strict) {
            report_gnu_count(as, insn, name, count);
            return false;
        }
        report_gnu(as, name, "GNU as has no operands of %s in full", insn->gnu);
    } else {
        for (const struct sfp_operand *slot = insn->ops; !sfp_operand_end(slot); slot++)
            if (slot->hidden && slot->kind != SFP_K_RESERVED)
                put_operand_value(&e, slot, slot->fixed);
    }
    for (size_t i = 0; i < count; i++)
        if (slots[i]->field == SFP_F_MOD)
            e.mode = &operands[i];
    for (size_t i = 0; i < count; i++) {
        int64_t value = 0;

        if (operand_check_gnu(&e, slots[i], &operands[i], &value)) {
            if (split && slots[i]->lsb == 0 && slots[i]->kind == SFP_K_EITHER)
                good &= check_shared_bit(&e, split, split_value, &operands[i]);
            put_operand_value(&e, slots[i], value);
            if (slots[i]->kind == SFP_K_SPLIT) {
                split = slots[i];
                split_value = value;
            }
        } else {
            good = false;
        }
        e.previous = value;
    }
    if (!good)
        return false;
    *word = e.word;
    warn_operands(as, &(struct written){insn, e.name, name, slots, operands, count, e.word, true});
    return true;
}

/* ---- Macro form ---- */

static void report_macro_count(struct assembler *as, const struct sfp_insn *insn, struct place name, size_t written)
{
    const struct sfp_operand *slots[SFP_MAX_OPERANDS] = {0};
    const size_t count = macro_slots(insn, slots);
    char text[FORMS_TEXT] = "", number[COUNTED];

    append_form(text, sizeof text, insn->macro, slots, count);
    append_other_form(as, text, sizeof text, insn, false, written);
    report_error(as, name, "%s takes %s on %s, %zu given: %s", insn->macro,
                 format_count(number, count, count, "argument"), sfp_arch_name(as->program->arch), written, text);
}

bool encode_macro(struct assembler *as, const struct sfp_insn *insn, struct place name, const struct operand *operands,
                  size_t count, uint32_t *word)
{
    struct encoding e = {.as = as, .insn = insn, .name = insn->macro, .word = (uint32_t)insn->opcode << SFP_OPCODE_LSB};
    const struct sfp_operand *slots[SFP_MAX_OPERANDS] = {0};
    const size_t expected = macro_slots(insn, slots);
    bool good = true;

    if (count != expected) {
        report_macro_count(as, insn, name, count);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        int64_t value = 0;

        if (operand_check_macro(&e, slots[i], &operands[i], &value))
            put_operand_value(&e, slots[i], value);
        else
            good = false;
        e.previous = value;
    }
    if (!good)
        return false;
    *word = e.word;
    warn_operands(as, &(struct written){insn, e.name, name, slots, operands, count, e.word, false});
    return true;
}

/* ---- Statements ---- */

enum { MOST_OPERANDS = 1 << 16 }; /* most operands in one statement */

struct operand *operand_new(struct assembler *as, struct place place)
{
    if (as->stopped)
        return NULL;
    if (as->statement->count == MOST_OPERANDS) {
        report_error(as, place, "this statement has more than %d operands", MOST_OPERANDS);
        as->stopped = true;
        return NULL;
    }
    if (!array_room(&as->statement->operands, as->statement->count, &as->statement->capacity,
                    sizeof *as->statement->operands)) {
        report_no_memory(as);
        return NULL;
    }
    return &as->statement->operands[as->statement->count++];
}

void operand_push(struct assembler *as, enum operand_kind kind, struct value value, struct place place)
{
    struct operand *operand = operand_new(as, place);

    if (operand)
        *operand = (struct operand){.kind = kind, .value = value, .place = place};
}

const struct operand *take_operands(struct assembler *as, size_t count)
{
    struct statement *s = as->statement;

    s->count = count < s->count ? s->count - count : 0;
    return s->operands ? s->operands + s->count : NULL; /* NULL before the first operand */
}

const struct sfp_insn *statement_insn(struct assembler *as, struct place name, size_t count)
{
    const struct sfp_insn *insn = sfp_insn_by_gnu(&as->index, place_text(name), place_length(name));

    if (!insn)
        report_unknown_gnu(as, name, count);
    else if (insn->no_gnu && report_gnu(as, name, "GNU as has no %s on %s", insn->gnu,
                                        sfp_arch_name(as->program->arch)))
        return NULL;
    return insn;
}

void statement_gnu(struct assembler *as, struct place name, size_t count)
{
    const struct operand *operands = take_operands(as, count);
    const struct sfp_insn *insn = as->stopped ? NULL : statement_insn(as, name, count);
    uint32_t word;

    if (insn && encode_gnu(as, insn, name, operands, count, &word))
        emit_word(as, word, name);
}

bool statement_macro(struct assembler *as, const struct sfp_insn *insn, struct place name, size_t prefix,
                     const struct operand *operands, size_t count, uint32_t *word)
{
    if (!insn) {
        report_unknown_macro(as, name, prefix);
        return false;
    }
    if (report_gnu(as, name, "GNU as has no macro form of instructions"))
        return false;
    return encode_macro(as, insn, name, operands, count, word);
}

void statement_end(struct assembler *as)
{
    as->statement->count = 0;
    as->terms.count = 0;
    as->c.depth = 0;
    as->told.data = false;
}
