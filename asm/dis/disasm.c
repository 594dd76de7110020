/* Turns words into text, using the rows of the instruction table. */
#include "dis.h"

#include "isa/constants.h"
#include "isa/modes.h"

#include <stdio.h>
#include <string.h>

enum { LAST_ADDR_MOD = 7 };

/* Text under construction; `end` is the place of the next byte. */
struct output {
    char *start;
    char *end;
    bool hex;   /* SFP_HEX is set */
    bool names; /* SFP_NAMES is set */
    enum sfp_arch arch;
};

static void append_text(struct output *out, const char *text)
{
    const size_t length = strlen(text);

    memcpy(out->end, text, length);
    out->end += length;
}

static void append_char(struct output *out, char c)
{
    *out->end++ = c;
}

static void append_number(struct output *out, uint32_t number)
{
    char digits[10];
    size_t count = 0;

    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    while (count > 0)
        append_char(out, digits[--count]);
}

static void append_hex_digits(struct output *out, uint32_t number, int digits)
{
    append_text(out, "0x");
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
        append_char(out, "0123456789abcdef"[number >> shift & 0xF]);
}

static void append_hex_word(struct output *out, uint32_t word)
{
    append_hex_digits(out, word, 8);
}

/* Writes the value of an operand other than a register. */
static void append_operand_value(struct output *out, const struct sfp_operand *operand, uint32_t value)
{
    enum { DIGIT_BITS = 4 };
    int digits = 1;

    while (value >> DIGIT_BITS * digits && digits < 8)
        digits++;
    if (out->hex && operand->width > DIGIT_BITS)
        append_hex_digits(out, value, digits);
    else
        append_number(out, value);
}

static size_t finish_disassembly(struct output *out)
{
    *out->end = '\0';
    return (size_t)(out->end - out->start);
}

static size_t disassemble_as_ttinsn(struct output *out, uint32_t word)
{
    out->end = out->start;
    append_text(out, ".ttinsn\t");
    append_hex_word(out, word);
    return finish_disassembly(out);
}

/* ---- GNU form ---- */

/* Does the peer print the operand as a signed number? Addresses are unsigned: they count rows from 0. */
static bool is_signed_operand(const struct sfp_insn *insn, const struct sfp_operand *operand, uint32_t word)
{
    if (operand->kind == SFP_K_BY_MODE)
        return sfp_gnu_range(insn, sfp_mode(insn, word)) == SFP_RANGE_SIGNED;
    return operand->kind == SFP_K_SIGNED && operand->field != SFP_F_ADDR;
}

/* Does the value of a signed operand read as a bit pattern, to be written in hexadecimal? */
static bool is_pattern(const struct output *out, const struct sfp_insn *insn, const struct sfp_operand *operand,
                       uint32_t word)
{
    return out->hex && operand->kind == SFP_K_SIGNED && sfp_mode_of(insn, sfp_mode(insn, word))->imm != SFP_IMM_SHORT;
}

static void append_gnu_operand(struct output *out, const struct sfp_insn *insn, const struct sfp_operand *operand,
                               uint32_t word)
{
    uint32_t value = sfp_operand_get(operand, word);

    if (operand->kind == SFP_K_REG || operand->kind == SFP_K_SPLIT) {
        const bool template = operand->kind == SFP_K_REG && sfp_is_destination(insn, operand) &&
                              value >= SFP_FIRST_TEMPLATE_VD;

        append_char(out, template ? 'T' : 'L');
        append_number(out, template ? value - SFP_FIRST_TEMPLATE_VD : value);
        return;
    }
    if (is_signed_operand(insn, operand, word) && !is_pattern(out, insn, operand, word) &&
        value >> (operand->width - 1)) {
        append_char(out, '-');
        value = (UINT32_C(1) << operand->width) - value;
    }
    append_operand_value(out, operand, value);
}

/* Returns the word's set bits among the bits that must be zero. */
static uint32_t find_reserved_bits(const struct sfp_insn *insn, uint32_t word)
{
    uint32_t reserved = sfp_reserved_bits(insn);

    for (const struct sfp_operand *operand = insn->ops; !sfp_operand_end(operand); operand++)
        if (operand->kind == SFP_K_ZERO)
            reserved |= sfp_operand_mask(operand);
    return word & reserved;
}

bool disassembly_is_full(const struct sfp_insn *insn, uint32_t word)
{
    for (const struct sfp_operand *operand = insn->ops; !sfp_operand_end(operand); operand++)
        if (operand->hidden && operand->kind != SFP_K_RESERVED && sfp_operand_get(operand, word) != operand->fixed)
            return true;
    return false;
}

/* ---- Limits of the vendor's GNU as ---- */

/* Does GNU as accept the number as an immediate whose range depends on the mode? */
static bool gas_takes_immediate(const struct sfp_insn *insn, const struct sfp_operand *operand, uint32_t word,
                                int64_t number)
{
    const int64_t bound = INT64_C(1) << operand->width;

    switch (sfp_gnu_range(insn, sfp_mode(insn, word))) {
    case SFP_RANGE_SIGNED: return number >= -bound / 2 && number < bound / 2;
    case SFP_RANGE_UNSIGNED: return number >= 0 && number < bound;
    case SFP_RANGE_ZERO:
    case SFP_RANGE_NONE: break;
    }
    return number == 0;
}

/* Does GNU as accept the instruction's operands? GNU as has no spelling for registers and modes beyond its own. */
static bool gas_takes(const struct sfp_insn *insn, uint32_t word)
{
    if (insn->no_gnu || find_reserved_bits(insn, word) || disassembly_is_full(insn, word))
        return false;
    for (const struct sfp_operand *operand = insn->ops; !sfp_operand_end(operand); operand++) {
        const uint32_t value = sfp_operand_get(operand, word);

        if (operand->hidden)
            continue;
        if (operand->kind == SFP_K_REG && value >= operand->limit)
            return false;
        if (operand->kind == SFP_K_MOD && !sfp_gnu_takes_mode(insn, operand, value))
            return false;
        if (operand->kind == SFP_K_BY_MODE && !is_signed_operand(insn, operand, word) &&
            !gas_takes_immediate(insn, operand, word, value))
            return false;
    }
    return true;
}

/* Writes a 12-bit immediate whose range depends on the mode as the vendor's objdump does, like 0x000. Returns false,
 * writing nothing, for other operands and for negative numbers: GNU as rejects objdump's spelling of the latter. */
static bool append_gas_operand(struct output *out, const struct sfp_insn *insn, const struct sfp_operand *operand,
                               uint32_t word)
{
    enum { HEX_WIDTH = 12 };
    const uint32_t value = sfp_operand_get(operand, word);

    if (operand->kind != SFP_K_BY_MODE || operand->width != HEX_WIDTH ||
        !gas_takes_immediate(insn, operand, word, value))
        return false;
    append_text(out, "0x");
    for (int shift = HEX_WIDTH - 4; shift >= 0; shift -= 4)
        append_char(out, "0123456789ABCDEF"[value >> shift & 0xF]);
    return true;
}

/* ---- GNU form, complete ---- */

static size_t disassemble_as_gnu(struct output *out, const struct sfp_insn *insn, uint32_t word, bool gas)
{
    const bool full = disassembly_is_full(insn, word);
    char separator = '\t';

    if (gas ? !gas_takes(insn, word) : find_reserved_bits(insn, word) != 0)
        return disassemble_as_ttinsn(out, word);
    append_text(out, insn->gnu);
    for (const struct sfp_operand *operand = insn->ops; !sfp_operand_end(operand); operand++) {
        if (operand->kind == SFP_K_RESERVED || (operand->hidden && !full))
            continue;
        append_char(out, separator);
        separator = ',';
        if (!gas || !append_gas_operand(out, insn, operand, word))
            append_gnu_operand(out, insn, operand, word);
    }
    return finish_disassembly(out);
}

/* ---- Macro form ---- */

static bool is_register_argument(const struct sfp_insn *insn, const struct sfp_operand *arg)
{
    const struct sfp_operand *operand;

    if (arg->field != SFP_F_VA && arg->field != SFP_F_VB && arg->field != SFP_F_VC && arg->field != SFP_F_VD)
        return false;
    operand = sfp_operand_of(insn, (enum sfp_field)arg->field);
    return operand && operand->kind == SFP_K_REG;
}

/* Returns the vendor's name of a format in which the instruction loads from Dst or stores to it, or NULL. */
static const char *find_format_name(const struct sfp_insn *insn, const struct sfp_operand *arg, enum sfp_arch arch,
                                    uint32_t value)
{
    if (arg->field != SFP_F_MOD || !sfp_has_field(insn, SFP_F_ADDR_MODE)
        || (insn->unit != SFP_UNIT_LOAD && insn->unit != SFP_UNIT_STORE))
        return NULL;
    return sfp_constants_name(arch, "InstrModLoadStore", value);
}

static void append_macro_argument(struct output *out, const struct sfp_insn *insn, const struct sfp_operand *arg,
                                  uint32_t word)
{
    static const char *const registers[SFP_MODES] = {
        "LREG0", "LREG1", "LREG2", "LREG3", "LREG4", "LREG5", "LREG6", "LREG7",
        "LCONST_0_8373", "LCONST_0", "LCONST_1", "LREG11", "LREG12", "LREG13", "LREG14", "LTILEID",
    };
    const uint32_t value = sfp_operand_get(arg, word);
    const char *name;

    if (is_register_argument(insn, arg) && !(sfp_is_destination(insn, arg) && value >= SFP_FIRST_TEMPLATE_VD)) {
        append_text(out, "p_sfpu::");
        append_text(out, registers[value]);
        return;
    }
    if (arg->field == SFP_F_ADDR_MODE && value <= LAST_ADDR_MOD) {
        append_text(out, "ADDR_MOD_");
        append_number(out, value);
        return;
    }
    name = out->names ? find_format_name(insn, arg, out->arch, value) : NULL;
    if (name) {
        append_text(out, "InstrModLoadStore::");
        append_text(out, name);
        return;
    }
    append_operand_value(out, arg, value);
}

/* Returns the word that the macro makes from the arguments read from `word`. */
static uint32_t respell_by_macro(const struct sfp_insn *insn, uint32_t word)
{
    uint32_t again = (uint32_t)insn->opcode << SFP_OPCODE_LSB;

    for (const struct sfp_operand *arg = insn->args; !sfp_operand_end(arg); arg++)
        again = (again & ~sfp_operand_mask(arg)) | sfp_operand_put(arg, sfp_operand_get(arg, word));
    return again;
}

static size_t disassemble_as_macro(struct output *out, const struct sfp_insn *insn, uint32_t word)
{
    const char *separator = "(";

    if (respell_by_macro(insn, word) != word)
        return disassemble_as_ttinsn(out, word);
    append_text(out, "TTI_");
    append_text(out, insn->macro);
    for (const struct sfp_operand *arg = insn->args; !sfp_operand_end(arg); arg++) {
        append_text(out, separator);
        separator = ", ";
        append_macro_argument(out, insn, arg, word);
    }
    append_text(out, separator[0] == ',' ? ");" : ";");
    return finish_disassembly(out);
}

size_t disassembly_of_word(const struct sfp_index *index, uint32_t word, unsigned style, char *text)
{
    const unsigned syntax = style & ~(unsigned)(SFP_HEX | SFP_NAMES);
    const struct sfp_insn *insn = sfp_insn_of_word(index, word);
    struct output out = {text, text, style & SFP_HEX, style & SFP_NAMES, index->arch};

    if (!insn)
        return disassemble_as_ttinsn(&out, word);
    if (syntax == SFP_SYNTAX_MACRO)
        return disassemble_as_macro(&out, insn, word);
    return disassemble_as_gnu(&out, insn, word, syntax == SFP_SYNTAX_GAS);
}

size_t dis_remark(const struct sfp_index *index, uint32_t word, unsigned style, char *text)
{
    const unsigned syntax = style & ~(unsigned)(SFP_HEX | SFP_NAMES);
    const struct sfp_insn *insn = sfp_insn_of_word(index, word);
    const uint32_t reserved = insn ? find_reserved_bits(insn, word) : 0;
    const uint32_t unspelt = !insn ? 0 : syntax == SFP_SYNTAX_MACRO ? respell_by_macro(insn, word) ^ word : reserved;
    int length = 0;

    *text = '\0';
    if (insn && !reserved && syntax == SFP_SYNTAX_GAS && !gas_takes(insn, word)) {
        struct output out = {text, text, style & SFP_HEX, false, index->arch};

        length = (int)disassemble_as_gnu(&out, insn, word, false);
        *strchr(text, '\t') = ' ';
    }
    if (unspelt && reserved)
        length = snprintf(text, SFP_ANNOTATION_SIZE, "%s with reserved bits 0x%08x", insn->gnu, reserved);
    else if (unspelt)
        length = snprintf(text, SFP_ANNOTATION_SIZE, "%s with bits 0x%08x, for which TTI_%s has no argument", insn->gnu,
                          unspelt, insn->macro);
    return (size_t)length;
}

const char *disassembly_comment(enum sfp_syntax syntax)
{
    return syntax == SFP_SYNTAX_MACRO ? "//" : "#";
}
