/* Describes an instruction's effect on its operands: a table of phrases, with fields filled in. */
#include "dis.h"

#include "isa/modes.h"
#include "isa/small_float.h"
#include "base/float_bits.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WORD_BITS = 32 }; /* shift amounts are modulo WORD_BITS */

/* Text in a buffer of SFP_ANNOTATION_SIZE bytes; longer text is cut. */
struct annotation {
    char *start;
    size_t length;
};

__attribute__((format(printf, 2, 3))) static void add_annotation(struct annotation *text, const char *format, ...)
{
    const size_t room = SFP_ANNOTATION_SIZE - text->length;
    va_list arguments;
    int written;

    va_start(arguments, format);
    written = vsnprintf(text->start + text->length, room, format, arguments);
    va_end(arguments);
    if (written > 0)
        text->length += (size_t)written < room ? (size_t)written : room - 1;
}

static int32_t extend_field_sign(uint32_t value, unsigned width)
{
    const uint32_t sign = UINT32_C(1) << (width - 1);

    value &= 2 * sign - 1;
    return (int32_t)(value ^ sign) - (int32_t)sign;
}

/* Writes a float with a point or exponent: 2.0, not 2. */
static void add_float(struct annotation *text, double value)
{
    char number[40];

    snprintf(number, sizeof number, "%.9g", value);
    add_annotation(text, "%s%s", number, isfinite(value) && !strpbrk(number, ".e") ? ".0" : "");
}

/* Writes a register, or L[L7] in modes with the bit `indirect`. */
static void add_register(struct annotation *text, const struct sfp_insn *insn, uint32_t word, enum sfp_field field,
                         unsigned indirect)
{
    if (sfp_mode(insn, word) & indirect)
        add_annotation(text, "L[L7]");
    else
        add_annotation(text, "L%u", sfp_field(insn, word, field));
}

/* Writes the field that the letter after a phrase's % names. */
static void add_field(struct annotation *text, char letter, const struct sfp_insn *insn, uint32_t word,
                      enum sfp_arch arch)
{
    static const char *const rounding[] = {"to nearest", "stochastically", "toward zero", "stochastically"};
    const unsigned mode = sfp_mode(insn, word);
    const uint32_t imm = sfp_field(insn, word, SFP_F_IMM);
    const int32_t signed12 = extend_field_sign(imm, 12);
    const uint32_t magnitude = (uint32_t)(signed12 < 0 ? -signed12 : signed12);
    /* No instruction uses the address's lowest bit; in SFPLOADMACRO, the bit belongs to VD. */
    const uint32_t address = sfp_field(insn, word, SFP_F_ADDR) & SFP_COUNTER_MASK & ~1U;

    switch (letter) {
    case 'D': add_annotation(text, "L%u", sfp_field(insn, word, SFP_F_VD)); break;
    case 'I': add_register(text, insn, word, SFP_F_VD, SFP_MODE_SFPMAD_INDIRECT_VD); break;
    case 'G': add_register(text, insn, word, SFP_F_VA, SFP_MODE_SFPMAD_INDIRECT_VA); break;
    case 'N':
        add_annotation(text, "%s", sfp_mode_options(insn, arch, mode) & SFP_MODE_SFPMULI_NEGATE ? "-" : "");
        break;
    case 'A': add_annotation(text, "L%u", sfp_field(insn, word, SFP_F_VA)); break;
    case 'B': add_annotation(text, "L%u", sfp_bits(word, 12, 4)); break; /* SFPSHFT2's VB lies in its immediate */
    case 'C': add_annotation(text, "L%u", sfp_field(insn, word, SFP_F_VC)); break;
    case 'U': add_annotation(text, "%u", imm); break;
    case 'P': add_annotation(text, "%c %u", signed12 < 0 ? '-' : '+', magnitude); break;
    case 'V': add_annotation(text, "%s %u", signed12 < 0 ? ">>" : "<<", magnitude % WORD_BITS); break;
    case 'S': add_annotation(text, "%d", extend_field_sign(imm, 16)); break;
    case 'J': add_annotation(text, "%d", extend_field_sign(imm, 8)); break;
    case 'E': add_annotation(text, "%u", imm & 0xFF); break;
    case 'X': add_annotation(text, "0x%04x", imm); break;
    case 'K': add_annotation(text, "0x%06x", imm << 11); break;
    case '0': add_annotation(text, "%u", imm & 1); break;
    case '1': add_annotation(text, "%u", imm >> 1 & 1); break;
    case 'F': add_float(text, (double)float_of_bits(imm << 16)); break;
    case 'H': add_float(text, (double)float_of_bits(sfp_float_of_fp16((uint16_t)imm))); break;
    case 'R': add_annotation(text, "rounded %s", rounding[sfp_field(insn, word, SFP_F_RND)]); break;
    case 'f': add_annotation(text, "%s", sfp_format_mode(arch, mode)->loaded); break;
    case 's': add_annotation(text, "%s", sfp_format_mode(arch, mode)->stored); break;
    case 'a': add_annotation(text, "Dst[%u]", address); break;
    case 'Z':
        if (sfp_field(insn, word, SFP_F_VC) != SFP_LREG_ZERO)
            add_annotation(text, ", or another value if L%u is not 0", sfp_field(insn, word, SFP_F_VC));
        break;
    default: break;
    }
}

static void add_phrase(struct annotation *text, const char *phrase, const struct sfp_insn *insn, uint32_t word,
                       enum sfp_arch arch)
{
    for (; *phrase; phrase++) {
        if (*phrase == '%')
            add_field(text, *++phrase, insn, word, arch);
        else
            add_annotation(text, "%c", *phrase);
    }
}

/* ---- Instructions whose text is composed here ---- */

/* Omits a factor of 1 and a term of 0, so that SFPADD and SFPMUL read as sums and products. */
static void add_multiply_add(struct annotation *text, const struct sfp_insn *insn, uint32_t word, enum sfp_arch arch)
{
    const unsigned mode = sfp_mode(insn, word);
    const uint32_t a = sfp_field(insn, word, SFP_F_VA);
    const uint32_t b = sfp_field(insn, word, SFP_F_VB);
    const uint32_t c = sfp_field(insn, word, SFP_F_VC);
    const unsigned options = sfp_mode_options(insn, arch, mode);

    add_register(text, insn, word, SFP_F_VD, SFP_MODE_SFPMAD_INDIRECT_VD);
    add_annotation(text, " = ");
    add_annotation(text, "%s", options & SFP_MODE_SFPMAD_NEGATE_VA ? "-" : "");
    if (mode & SFP_MODE_SFPMAD_INDIRECT_VA)
        add_annotation(text, "L[L7] * L%u", b);
    else if (a == SFP_LREG_ONE)
        add_annotation(text, "L%u", b);
    else
        add_annotation(text, "L%u * L%u", a, b);
    if (c != SFP_LREG_ZERO)
        add_annotation(text, " %c L%u", options & SFP_MODE_SFPMAD_NEGATE_VC ? '-' : '+', c);
}

static void add_memory(struct annotation *text, const struct sfp_insn *insn, uint32_t word, enum sfp_arch arch)
{
    if (insn->id == SFP_I_SFPLOADMACRO)
        add_annotation(text, "macro %u with ", sfp_field(insn, word, SFP_F_MACRO));
    add_phrase(text, insn->id == SFP_I_SFPSTORE ? "%a = %D as %s" : "%D = %a as %f", insn, word, arch);
    add_annotation(text, ", then Dst counter by modifier %u", sfp_field(insn, word, SFP_F_ADDR_MODE));
}

/* Writes the name of a configuration target, with an index if the name covers several. */
static void add_target_name(struct annotation *text, const struct sfp_config_target *target, uint32_t number)
{
    add_annotation(text, "%s", target->text);
    if (target->first == SFP_TARGET_LREGS)
        add_annotation(text, "%u", number);
    else if (target->count > 1)
        add_annotation(text, "%u", number - target->first);
}

static void add_special_move(struct annotation *text, const struct sfp_insn *insn, uint32_t word)
{
    const uint32_t vc = sfp_field(insn, word, SFP_F_VC);
    const struct sfp_config_target *source = sfp_config_target_of(vc);

    add_annotation(text, "L%u = ", sfp_field(insn, word, SFP_F_VD));
    if (source && source->read)
        add_target_name(text, source, vc);
    else
        add_annotation(text, "0");
}

/* Writes the left side and the operator of SFPCONFIG's effect. Returns false if SFPCONFIG writes nothing. */
static bool add_config_target(struct annotation *text, uint32_t vd, unsigned mode)
{
    static const char *const combine[SFP_COMBINES] = {"=", "|=", "&=", "^="};
    const struct sfp_config_target *target = sfp_config_target_of(vd);

    if (!target || !target->written) {
        add_annotation(text, "no effect");
        return false;
    }
    add_target_name(text, target, vd);
    add_annotation(text, " %s ", combine[target->combines ? sfp_config_combine(mode) : SFP_COMBINE_REPLACE]);
    return true;
}

static void add_config_write(struct annotation *text, const struct sfp_insn *insn, uint32_t word)
{
    const uint32_t vd = sfp_field(insn, word, SFP_F_VD);
    const unsigned mode = sfp_mode(insn, word);

    if (!add_config_target(text, vd, mode))
        return;
    /* Templates come from L0 in any mode (sfpu-semantics(7), SFPCONFIG). */
    if (!(mode & SFP_MODE_SFPCONFIG_IMM16_IS_VALUE) || vd < SFP_TARGET_SEQUENCES)
        add_annotation(text, "L0");
    else if (sfp_is_programmable(vd))
        add_float(text, (double)float_of_bits(sfp_lreg_defaults[vd - SFP_FIRST_PROGRAMMABLE_LREG]));
    else
        add_annotation(text, "0x%04x", sfp_field(insn, word, SFP_F_IMM));
    if (mode & SFP_MODE_SFPCONFIG_IMM16_IS_LANE_MASK)
        add_annotation(text, ", in the lane columns that the immediate selects");
}

static void add_replay(struct annotation *text, const struct sfp_insn *insn, uint32_t word)
{
    const struct sfp_replay replay = sfp_replay_of(insn, word);

    if (!replay.records)
        add_annotation(text, "play %u instructions back, from slot %u", replay.length, replay.first);
    else
        add_annotation(text, "record the next %u instructions from slot %u on%s", replay.length, replay.first,
                       replay.executes ? ", and execute them" : "");
}

/* Describes SFPGT and SFPLE on Blackhole, where each bit of the mode selects a use of the comparison's result. */
static void add_comparison(struct annotation *text, const struct sfp_insn *insn, uint32_t word)
{
    const unsigned mode = sfp_mode(insn, word);
    const uint32_t vd = sfp_field(insn, word, SFP_F_VD);
    const char *sign = insn->id == SFP_I_SFPGT ? ">" : "<=";
    const uint32_t vc = sfp_field(insn, word, SFP_F_VC);
    const char *separator = "";

    if (mode & SFP_MODE_SFPGT_SET_CC) {
        add_annotation(text, "flags = L%u %s L%u", vd, sign, vc);
        separator = "; ";
    }
    if (mode & SFP_MODE_SFPGT_MUTATE_STACK) {
        add_annotation(text, "%stop of the flag stack %s L%u %s L%u", separator,
                       mode & SFP_MODE_SFPGT_MUTATE_OR ? "|=" : "&=", vd, sign, vc);
        separator = "; ";
    }
    if (mode & SFP_MODE_SFPGT_SET_VD)
        add_annotation(text, "%sL%u = L%u %s L%u ? -1 : 0", separator, vd, vd, sign, vc);
    if (*separator == '\0' && !(mode & SFP_MODE_SFPGT_SET_VD))
        add_annotation(text, "no effect");
}

/* Writes the fields, by name, of an instruction outside the vector unit. */
static void add_operands(struct annotation *text, const struct sfp_insn *insn, uint32_t word)
{
    const char *separator = ": ";

    for (const struct sfp_operand *arg = insn->args; !sfp_operand_end(arg); arg++) {
        add_annotation(text, "%s%s %u", separator, sfp_field_name((enum sfp_field)arg->field),
                       sfp_operand_get(arg, word));
        separator = ", ";
    }
}

/* Writes the text of the instruction's row, with register names filled in. */
static void add_what(struct annotation *text, const struct sfp_insn *insn, uint32_t word)
{
    static const struct {
        char letter;
        uint8_t field;
    } registers[] = {{'A', SFP_F_VA}, {'B', SFP_F_VB}, {'C', SFP_F_VC}, {'D', SFP_F_VD}};

    for (const char *p = insn->what; *p; p++) {
        size_t i = 0;

        while (i < 4 && !(p[0] == 'V' && p[1] == registers[i].letter && sfp_operand_of(insn, registers[i].field)))
            i++;
        if (i < 4) {
            add_annotation(text, "L%u", sfp_field(insn, word, registers[i].field));
            p++;
        } else {
            add_annotation(text, "%c", *p);
        }
    }
    if (insn->unit == SFP_UNIT_NONE)
        add_operands(text, insn, word);
}

/* ---- All instructions ---- */

static void add_effect(struct annotation *text, const struct sfp_insn *insn, uint32_t word, enum sfp_arch arch)
{
    const char *phrase = sfp_mode_on(insn, arch, sfp_mode(insn, word))->phrase;

    if (phrase) {
        add_phrase(text, phrase, insn, word, arch);
        return;
    }
    switch (insn->id) {
    case SFP_I_SFPMAD:
    case SFP_I_SFPADD:
    case SFP_I_SFPMUL: add_multiply_add(text, insn, word, arch); break;
    case SFP_I_SFPLOAD:
    case SFP_I_SFPSTORE:
    case SFP_I_SFPLOADMACRO: add_memory(text, insn, word, arch); break;
    case SFP_I_SFPGT:
    case SFP_I_SFPLE: add_comparison(text, insn, word); break;
    case SFP_I_SFPCONFIG: add_config_write(text, insn, word); break;
    case SFP_I_REPLAY: add_replay(text, insn, word); break;
    case SFP_I_SFPPUSHC: add_annotation(text, "no effect"); break; /* the remaining modes are undocumented */
    default:
        if (insn->id == SFP_I_SFPMOV && sfp_mode(insn, word) & SFP_MODE_SFPMOV_FROM_SPECIAL)
            add_special_move(text, insn, word);
        else if (insn->what)
            add_what(text, insn, word);
    }
}

/* Does the mode write register VD? SFPCONFIG's VD names a target, not a register. */
static bool writes_vd(const struct sfp_insn *insn, unsigned mode)
{
    return sfp_resources_written(insn, mode, 0) >> SFP_R_VD & 1 && insn->id != SFP_I_SFPCONFIG;
}

/* The flag-setting instructions do nothing, flags included, if VD is read-only (sfpu-semantics(7), Write guards). */
static bool is_guarded(const struct sfp_insn *insn)
{
    return insn->id == SFP_I_SFPIADD || insn->id == SFP_I_SFPEXEXP || insn->id == SFP_I_SFPLZ;
}

/* SFPSWAP writes both of its registers, but never a read-only register (sfpu-semantics(7), SFPSWAP). */
static void add_unswapped(struct annotation *text, uint32_t vd, uint32_t vc)
{
    if (vd >= SFP_FIRST_CONSTANT_LREG && vc >= SFP_FIRST_CONSTANT_LREG)
        add_annotation(text, "; neither is written, as both are read-only");
    else if (vd >= SFP_FIRST_CONSTANT_LREG || vc >= SFP_FIRST_CONSTANT_LREG)
        add_annotation(text, "; L%u is not written, as it is read-only", vd >= SFP_FIRST_CONSTANT_LREG ? vd : vc);
}

static void add_unwritten(struct annotation *text, const struct sfp_insn *insn, uint32_t word)
{
    const uint32_t vd = sfp_field(insn, word, SFP_F_VD);

    if (insn->id == SFP_I_SFPSWAP)
        add_unswapped(text, vd, sfp_field(insn, word, SFP_F_VC));
    else if (text->length > 0 && vd >= SFP_FIRST_CONSTANT_LREG && writes_vd(insn, sfp_mode(insn, word)))
        add_annotation(text, "; not written, as L%u is read-only", vd);
}

size_t disassembly_annotate(const struct sfp_index *index, uint32_t word, char *text)
{
    const struct sfp_insn *insn = sfp_insn_of_word(index, word);
    struct annotation out = {.start = text};
    uint32_t vd;

    *text = '\0';
    if (!insn)
        return 0;
    vd = sfp_field(insn, word, SFP_F_VD);
    if (sfp_names_template(insn, vd)) {
        add_annotation(&out, "instruction template %u = this %s", vd - SFP_FIRST_TEMPLATE_VD, insn->gnu);
        return out.length;
    }
    if (vd >= SFP_FIRST_CONSTANT_LREG && is_guarded(insn)) {
        add_annotation(&out, "no effect, as L%u is read-only", vd);
    } else {
        add_effect(&out, insn, word, index->arch);
        add_unwritten(&out, insn, word);
    }
    if (out.length > 0 && !sfp_mode_documented(insn, sfp_mode(insn, word)))
        add_annotation(&out, "; mode %u is reserved", sfp_mode(insn, word));
    return out.length;
}
