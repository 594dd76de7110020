/*
 * Turns operands into values, by the rows of the instruction table. The GNU form takes the values that the hardware
 * documents and real kernels use; report_gnu() marks what the vendor's GNU assembler would refuse. Sources of the
 * ranges: the ISA pages and tt-llk's headers.
 */
#include "operands.h"

#include "encode.h"
#include "isa/modes.h"
#include "isa/small_float.h"
#include "suggest.h"
#include "base/literal.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    HALVES_TEXT = 96,
    LOADI_UPPER = 8, /* SFPLOADI_MOD0_UPPER and _LOWER of constants.def */
    LOADI_LOWER = 10,
};

static const char *arch_name(const struct encoding *e)
{
    return sfp_arch_name(e->as->program->arch);
}

static const char *field_name(const struct sfp_operand *slot)
{
    return sfp_field_name((enum sfp_field)slot->field);
}

/* ---- Registers ---- */

/* Reports an operand that is not a register for the slot. Returns false. */
static bool wrong_register(struct encoding *e, const struct sfp_operand *slot, const struct operand *operand,
                           unsigned last, bool templates)
{
    char shown[SHOWN_REGISTER];

    if (operand->value.fault == FAULT_UNDEFINED && register_in_lower_case(operand->place, shown))
        report_error(e->as, operand->place, "%s of %s is a register, written in upper case: %s", field_name(slot),
                     e->name, shown);
    else
        report_error(e->as, operand->place, "%s of %s is a register, L0..L%u%s", field_name(slot), e->name, last,
                     templates ? " or T0..T3" : "");
    return false;
}

/* Is the slot the instruction's only operand, and hidden in GNU as's form? */
static bool is_alone_and_hidden(const struct sfp_insn *insn, const struct sfp_operand *slot)
{
    for (const struct sfp_operand *other = insn->ops; !sfp_operand_end(other); other++)
        if (other->kind != SFP_K_RESERVED && other != slot)
            return false;
    return slot->hidden;
}

static bool check_register(struct encoding *e, const struct sfp_operand *slot, const struct operand *operand,
                           int64_t *value)
{
    const bool strict = e->as->options->gnu_strict;
    const bool destination = sfp_is_destination(e->insn, slot);
    const unsigned number = (unsigned)operand->value.number;
    const unsigned last = strict ? slot->limit - 1u : destination ? SFP_FIRST_TEMPLATE_VD - 1 : 15;

    if (operand->kind == OPERAND_FLOAT)
        return wrong_register(e, slot, operand, last, destination && !strict);
    if (operand->kind == OPERAND_VALUE && is_alone_and_hidden(e->insn, slot)) {
        report_error(e->as, operand->place, "%s takes no operands, except T0..T3 to load it as an instruction "
                     "template", e->name);
        return false;
    }
    if (operand->kind == OPERAND_VALUE)
        return wrong_register(e, slot, operand, last, destination && !strict);
    *value = number;
    if (operand->kind == OPERAND_TEMPLATE) {
        if (slot->field != SFP_F_VD)
            return wrong_register(e, slot, operand, last, false);
        return !report_gnu(e->as, operand->place, "GNU as has no register T%u", number - SFP_FIRST_TEMPLATE_VD);
    }
    if (destination && number >= SFP_FIRST_TEMPLATE_VD && !strict) {
        report_error(e->as, operand->place, "%s cannot write L%u%s; write T%u to load instruction template %u",
                     e->name, number, sfp_is_programmable(number) ? ", which sfpconfig sets" : "",
                     number - SFP_FIRST_TEMPLATE_VD, number - SFP_FIRST_TEMPLATE_VD);
        return false;
    }
    if (number >= slot->limit)
        return !report_gnu(e->as, operand->place, "GNU as takes only L0..L%d as %s of %s", slot->limit - 1,
                           field_name(slot), e->name);
    return true;
}

static bool check_split(struct encoding *e, const struct sfp_operand *slot, const struct operand *operand,
                        int64_t *value)
{
    const unsigned last = (2u << slot->width) - 1;

    *value = operand->value.number;
    return (operand->kind == OPERAND_REGISTER && *value <= last) || wrong_register(e, slot, operand, last, false);
}

/* ---- Numbers ---- */

/* Reads an operand that must be a number. Reports a register or a missing value, and returns false. */
static bool check_number(struct encoding *e, const char *name, const struct operand *operand, int64_t *value)
{
    if (operand->kind == OPERAND_FLOAT) {
        report_error(e->as, operand->place, "%s of %s is an integer", name, e->name);
        return false;
    }
    if (operand->kind != OPERAND_VALUE) {
        report_error(e->as, operand->place, "%s of %s is a number, not a register", name, e->name);
        return false;
    }
    *value = operand->value.number;
    return value_check(e->as, &operand->value);
}

/* Writes advice to load a 32-bit constant by halves if this instruction can; else "". */
static const char *halves_text(char text[static HALVES_TEXT], const struct encoding *e, int64_t value)
{
    text[0] = '\0';
    if (e->insn->id == SFP_I_SFPLOADI && value >= INT32_MIN && value <= UINT32_MAX)
        snprintf(text, HALVES_TEXT, "; load its halves: 0x%04x with mod %d, and 0x%04x with mod %d",
                 (unsigned)(value & UINT16_MAX), LOADI_LOWER, (unsigned)(value >> 16 & UINT16_MAX), LOADI_UPPER);
    return text;
}

static bool check_range(struct encoding *e, const struct sfp_operand *slot, const struct operand *operand, int64_t low,
                        int64_t high)
{
    const int64_t value = operand->value.number;
    char halves[HALVES_TEXT];

    if (value >= low && value <= high)
        return true;
    /* The trap of ADDR_MOD_4..7 on Wormhole: sfpu-dst(7), Address modifiers. */
    if (slot->field == SFP_F_ADDR_MODE && slot->width == 2 && value > high && value <= 7)
        report_error(e->as, operand->place,
                     "%s of %s is 0..3 on %s, whose field has two bits; ADDR_MOD_SET_Base adds 4 to it, so write "
                     "%" PRId64 " and set that bit", field_name(slot), e->name, arch_name(e), value - 4);
    else
        report_error(e->as, operand->place, "%s of %s is %" PRId64 "..%" PRId64 " on %s, not %" PRId64 "%s",
                     field_name(slot), e->name, low, high, arch_name(e), value,
                     slot->field == SFP_F_IMM ? halves_text(halves, e, value) : "");
    return false;
}

/* Checks an immediate whose range depends on the mode. GNU as enforces the range; the hardware takes any bits. */
static bool check_by_mode(struct encoding *e, const struct sfp_operand *slot, const struct operand *operand)
{
    const int64_t bound = INT64_C(1) << slot->width;
    const int64_t value = operand->value.number;
    const int64_t mode = e->mode ? e->mode->value.number : 0;
    int64_t low = 0;
    int64_t high = 0;

    if (!check_range(e, slot, operand, -bound / 2, bound - 1))
        return false;
    if (mode < 0 || mode >= SFP_MODES)
        return true;
    switch (sfp_gnu_range(e->insn, (unsigned)mode)) {
    case SFP_RANGE_NONE: return true; /* a mode that GNU as does not take */
    case SFP_RANGE_ZERO: break;
    case SFP_RANGE_UNSIGNED: high = bound - 1; break;
    case SFP_RANGE_SIGNED:
        low = -bound / 2;
        high = bound / 2 - 1;
        break;
    }
    if (value >= low && value <= high)
        return true;
    return !report_gnu(e->as, operand->place,
                       "GNU as takes only %" PRId64 "..%" PRId64 " as %s of %s with mode %" PRId64, low, high,
                       field_name(slot), e->name, mode);
}

static bool check_mode(struct encoding *e, const struct sfp_operand *slot, const struct operand *operand)
{
    char text[MODES_TEXT];
    const int64_t mode = operand->value.number;

    if (!check_range(e, slot, operand, 0, SFP_MODES - 1))
        return false;
    if (sfp_gnu_takes_mode(e->insn, slot, (unsigned)mode))
        return true;
    return !report_gnu(e->as, operand->place, "GNU as takes only %s as %s of %s",
                       modes_text(text, sfp_gnu_modes(e->insn, slot)), field_name(slot), e->name);
}

/* Checks SETDMAREG's value: 16 bits in one operand if the size operand before it is 0 (sfpu-frontend(7), Words). */
static bool check_halfword(struct encoding *e, const struct sfp_operand *slot, const struct operand *operand, bool gnu)
{
    const int64_t narrow = (INT64_C(1) << slot->width) - 1;

    if (!check_range(e, slot, operand, 0, e->previous == 0 && !e->as->options->gnu_strict ? UINT16_MAX : narrow))
        return false;
    if (!gnu || operand->value.number <= narrow)
        return true;
    return !report_gnu(e->as, operand->place, "GNU as takes only 0..%" PRId64 " as %s of %s", narrow, field_name(slot),
                       e->name);
}

/* Does the row read a VB that lies in the immediate's low bits, as SFPSHFT2's does? Then a register may be written. */
static bool immediate_is_register(const struct sfp_insn *insn, const struct sfp_operand *slot)
{
    if (slot->field != SFP_F_IMM || sfp_operand_of(insn, SFP_F_VB))
        return false;
    for (unsigned mode = 0; mode < SFP_MODES; mode++)
        if (sfp_resources_read(insn, mode, 0) >> SFP_R_VB & 1)
            return true;
    return false;
}

/* Returns the meaning of the immediate in the written mode, or SFP_IMM_INTEGER if the mode is invalid. */
static enum sfp_imm imm_of_mode(const struct encoding *e)
{
    const int64_t mode = e->mode ? e->mode->value.number : 0;

    return mode >= 0 && mode < SFP_MODES ? (enum sfp_imm)sfp_mode_of(e->insn, (unsigned)mode)->imm : SFP_IMM_INTEGER;
}

static bool is_half(enum sfp_imm imm)
{
    return imm == SFP_IMM_UPPER || imm == SFP_IMM_LOWER;
}

/* Can a number with this suffix be an immediate of kind `imm`? */
static bool takes_suffix(enum sfp_imm imm, enum float_format suffix)
{
    switch (suffix) {
    case FLOAT_BF16: return imm == SFP_IMM_BF16;
    case FLOAT_FP16: return imm == SFP_IMM_FP16;
    case FLOAT_FP32: return is_half(imm);
    case FLOAT_NONE: break;
    }
    return imm == SFP_IMM_BF16 || imm == SFP_IMM_FP16;
}

/* Reports a floating-point number that the mode does not take, with the modes that do. Returns false. */
static bool wrong_float(struct encoding *e, const struct sfp_operand *slot, const struct operand *operand)
{
    const enum float_format suffix = (enum float_format)operand->suffix;
    const int64_t mode = e->mode ? e->mode->value.number : 0;
    char text[MODES_TEXT];
    unsigned modes = 0;

    for (unsigned i = 0; i < SFP_MODES; i++)
        modes |= (unsigned)takes_suffix((enum sfp_imm)sfp_mode_of(e->insn, i)->imm, suffix) << i;
    if (suffix && modes)
        report_error(e->as, operand->place, "this is rounded to %s, which %s of %s takes with mods %s, not %" PRId64,
                     sfp_float_name(suffix), field_name(slot), e->name, modes_text(text, modes), mode);
    else if (suffix)
        report_error(e->as, operand->place, "this is rounded to %s, which %s of %s takes in no mode",
                     sfp_float_name(suffix), field_name(slot), e->name);
    else
        report_error(e->as, operand->place, "%s of %s is an integer with mod %" PRId64 "; mods %s take a floating-point "
                     "number", field_name(slot), e->name, mode, modes_text(text, modes));
    return false;
}

/* Computes the 16-bit pattern of a number: exact, or rounded if a suffix asks for it. Returns false after an error. */
static bool take_small_float(struct encoding *e, const struct operand *operand, double number, int64_t *value)
{
    const enum float_format format = imm_of_mode(e) == SFP_IMM_FP16 ? FLOAT_FP16 : FLOAT_BF16;
    const struct float_pattern nearest = sfp_float_nearest(format, number);
    char halves[HALVES_TEXT];

    *value = nearest.bits;
    if (nearest.exact || (operand->suffix && nearest.within))
        return true;
    halves_text(halves, e, sfp_float_bits(number));
    if (nearest.within)
        report_error(e->as, operand->place, "%s cannot hold this exactly; the suffix %s rounds it to %.9g, 0x%04x%s",
                     sfp_float_name(format), sfp_float_suffix_of(format), nearest.value, nearest.bits, halves);
    else
        report_error(e->as, operand->place, "this is outside the range of %s, whose nearest number is %.9g, 0x%04x%s",
                     sfp_float_name(format), nearest.value, nearest.bits, halves);
    return false;
}

/* Computes a half of the 32-bit pattern. Returns false after an error. */
static bool take_half(struct encoding *e, const struct operand *operand, double number, int64_t *value)
{
    const uint32_t bits = sfp_float_bits(number);

    *value = imm_of_mode(e) == SFP_IMM_UPPER ? bits >> 16 : bits & UINT16_MAX;
    if (isfinite((float)number))
        return true;
    report_error(e->as, operand->place, "this is outside the range of fp32");
    return false;
}

/* Reads a floating-point number where the mode takes one. Returns false after an error. */
static bool check_float(struct encoding *e, const struct sfp_operand *slot, const struct operand *operand,
                        int64_t *value)
{
    const unsigned modes = slot->field == SFP_F_IMM ? sfp_float_modes(e->insn) : 0;
    double number;

    memcpy(&number, &operand->value.number, sizeof number);
    if (modes == 0)
        return check_number(e, field_name(slot), operand, value);
    if (e->mode && (e->mode->kind != OPERAND_VALUE || e->mode->value.fault))
        return false; /* the mode's own error is reported */
    if (!takes_suffix(imm_of_mode(e), (enum float_format)operand->suffix))
        return wrong_float(e, slot, operand);
    return (is_half(imm_of_mode(e)) ? take_half(e, operand, number, value)
                                    : take_small_float(e, operand, number, value)) &&
           !report_gnu(e->as, operand->place, "GNU as takes no floating-point number as %s of %s", field_name(slot),
                       e->name);
}

static bool check_gnu_number(struct encoding *e, const struct sfp_operand *slot, const struct operand *operand,
                             int64_t *value)
{
    const int64_t bound = INT64_C(1) << slot->width;

    if (operand->kind == OPERAND_FLOAT)
        return check_float(e, slot, operand, value);
    if (operand->kind == OPERAND_REGISTER && immediate_is_register(e->insn, slot)) {
        *value = operand->value.number;
        return !report_gnu(e->as, operand->place, "GNU as takes only a number as %s of %s", field_name(slot),
                           e->name);
    }
    if (!check_number(e, field_name(slot), operand, value))
        return false;
    if (operand->value.label &&
        report_gnu(e->as, operand->value.at, "GNU as takes no label here: it is an address, not a number"))
        return false;
    switch ((enum sfp_kind)slot->kind) {
    case SFP_K_MOD:
        return check_mode(e, slot, operand);
    case SFP_K_SIGNED:
    case SFP_K_EITHER:
        return check_range(e, slot, operand, -bound / 2, bound - 1);
    case SFP_K_BY_MODE:
        return check_by_mode(e, slot, operand);
    case SFP_K_ZERO:
        return check_range(e, slot, operand, 0, 0);
    case SFP_K_HALFWORD:
        return check_halfword(e, slot, operand, true);
    case SFP_K_REG:
    case SFP_K_UNSIGNED:
    case SFP_K_SPLIT:
    case SFP_K_RESERVED:
        break;
    }
    return check_range(e, slot, operand, 0, bound - 1);
}

bool operand_check_gnu(struct encoding *e, const struct sfp_operand *slot, const struct operand *operand,
                       int64_t *value)
{
    if (slot->kind == SFP_K_REG)
        return check_register(e, slot, operand, value);
    if (slot->kind == SFP_K_SPLIT)
        return check_split(e, slot, operand, value);
    return check_gnu_number(e, slot, operand, value);
}

/* ---- Arguments of macros ---- */

bool operand_check_macro(struct encoding *e, const struct sfp_operand *slot, const struct operand *operand,
                         int64_t *value)
{
    const int64_t highest = (INT64_C(1) << slot->width) - 1;

    if (operand->kind == OPERAND_REGISTER || operand->kind == OPERAND_TEMPLATE) {
        report_error(e->as, operand->place, "%s of %s is a number: write %" PRId64 " or its p_sfpu:: name; L0 and T0 "
                     "belong to the GNU form", field_name(slot), e->name, operand->value.number);
        return false;
    }
    if (!check_number(e, field_name(slot), operand, value))
        return false;
    if (slot->kind == SFP_K_HALFWORD)
        return check_halfword(e, slot, operand, false);
    if (*value < 0) {
        report_error(e->as, operand->place, "%s of %s is 0..%" PRId64 " on %s, not %" PRId64
                     "; for its low bits write & 0x%" PRIx64, field_name(slot), e->name, highest, arch_name(e),
                     *value, highest);
        return false;
    }
    return check_range(e, slot, operand, 0, highest);
}
