/* What an instruction does with its operands, in words: a table of texts, and what fills them in. */
#include "dis.h"
#include "isa/vector_unit.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    ANY_MODE = 0,   /* a mask that every mode passes */
    WORD_BITS = 32, /* shifts count modulo these */
};

/* A row of phrases.def. */
struct phrase {
    uint8_t id;
    uint8_t arch;
    uint8_t mask, value;
    const char *text;
};

static const struct phrase phrases[] = {
#define PHRASE(id, arch, mask, value, text) {SFP_I_##id, arch, mask, value, text},
#include "phrases.def"
#undef PHRASE
};

/* Text being written into a buffer that cuts it. */
struct text {
    char *start;
    size_t length;
};

__attribute__((format(printf, 2, 3))) static void add_text(struct text *text, const char *format, ...)
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

static int32_t sign_extended(uint32_t value, unsigned width)
{
    const uint32_t sign = UINT32_C(1) << (width - 1);

    value &= 2 * sign - 1;
    return (int32_t)(value ^ sign) - (int32_t)sign;
}

static double float_of(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

/* SFPLOADI's fp16: the exponent is rebased whatever it is (spec/02 section 2.1). */
static double fp16_of(uint32_t imm)
{
    return float_of((imm >> 15) << 31 | ((imm >> 10 & 31) + 112) << 23 | (imm & 0x3FF) << 13);
}

/* A float that reads as one: 2.0, not 2. */
static void add_float(struct text *text, double value)
{
    char number[40];

    snprintf(number, sizeof number, "%.9g", value);
    add_text(text, "%s%s", number, isfinite(value) && !strpbrk(number, ".e") ? ".0" : "");
}

static const char *format_name(enum sfp_arch arch, unsigned mode)
{
    static const char *const names[SFP_MODES] = {
        "the configured format", "fp16", "bf16", "fp32", "int32", "int8", "uint16", "high 16 bits", "int16",
        "low 16 bits", "int32 in all lanes", "zero", "two's complement int32", "two's complement int8",
        "low 16 bits, the others kept", "high 16 bits, the others kept",
    };

    if (arch == SFP_BH && mode == 12)
        return "int32";
    if (arch == SFP_BH && mode == 13)
        return "10-bit integer";
    return names[mode];
}

/* What SFPSTORE writes: the modes that load half a register are others there (spec/04 section 5). */
static const char *stored_name(enum sfp_arch arch, unsigned mode)
{
    switch (mode) {
    case 7: return "32 raw bits";
    case 9: return "32 raw bits, halves exchanged";
    case 14: return "its low 16 bits";
    case 15: return "its high 16 bits";
    default: return format_name(arch, mode);
    }
}

/* A register that is L[L7] in modes with the bit `indirect`. */
static void add_register(struct text *text, const struct sfp_insn *insn, uint32_t word, enum sfp_field field,
                         unsigned indirect)
{
    if (sfp_mode(insn, word) & indirect)
        add_text(text, "L[L7]");
    else
        add_text(text, "L%u", sfp_field(insn, word, field));
}

static void add_fields(struct text *text, char what, const struct sfp_insn *insn, uint32_t word, enum sfp_arch arch)
{
    static const char *const rounding[] = {"to nearest", "stochastically", "toward zero", "stochastically"};
    const uint32_t imm = sfp_field(insn, word, SFP_F_IMM);
    const int32_t signed12 = sign_extended(imm, 12);
    const uint32_t magnitude = (uint32_t)(signed12 < 0 ? -signed12 : signed12);
    /* The address's lowest bit counts for no instruction; SFPLOADMACRO keeps one of VD there. */
    const uint32_t address = sfp_field(insn, word, SFP_F_ADDR) & SFP_COUNTER_MASK & ~1U;

    switch (what) {
    case 'D': add_text(text, "L%u", sfp_field(insn, word, SFP_F_VD)); break;
    case 'I': add_register(text, insn, word, SFP_F_VD, SFP_MAD_INDIRECT_VD); break;
    case 'G': add_register(text, insn, word, SFP_F_VA, SFP_MAD_INDIRECT_VA); break;
    case 'A': add_text(text, "L%u", sfp_field(insn, word, SFP_F_VA)); break;
    case 'B': add_text(text, "L%u", sfp_bits(word, 12, 4)); break; /* SFPSHFT2's lies in its immediate */
    case 'C': add_text(text, "L%u", sfp_field(insn, word, SFP_F_VC)); break;
    case 'U': add_text(text, "%u", imm); break;
    case 'P': add_text(text, "%c %u", signed12 < 0 ? '-' : '+', magnitude); break;
    case 'V': add_text(text, "%s %u", signed12 < 0 ? ">>" : "<<", magnitude % WORD_BITS); break;
    case 'S': add_text(text, "%d", sign_extended(imm, 16)); break;
    case 'J': add_text(text, "%d", sign_extended(imm, 8)); break;
    case 'E': add_text(text, "%u", imm & 0xFF); break;
    case 'X': add_text(text, "0x%04x", imm); break;
    case 'K': add_text(text, "0x%06x", imm << 11); break;
    case '0': add_text(text, "%u", imm & 1); break;
    case '1': add_text(text, "%u", imm >> 1 & 1); break;
    case 'F': add_float(text, float_of(imm << 16)); break;
    case 'H': add_float(text, fp16_of(imm)); break;
    case 'R': add_text(text, "rounded %s", rounding[sfp_field(insn, word, SFP_F_RND)]); break;
    case 'f': add_text(text, "%s", format_name(arch, sfp_mode(insn, word))); break;
    case 's': add_text(text, "%s", stored_name(arch, sfp_mode(insn, word))); break;
    case 'a': add_text(text, "Dst[%u]", address); break;
    case 'Z':
        if (sfp_field(insn, word, SFP_F_VC) != SFP_LREG_ZERO)
            add_text(text, ", or another value if L%u is not 0", sfp_field(insn, word, SFP_F_VC));
        break;
    default: break;
    }
}

static void add_phrase(struct text *text, const char *phrase, const struct sfp_insn *insn, uint32_t word,
                       enum sfp_arch arch)
{
    for (; *phrase; phrase++) {
        if (*phrase == '%')
            add_fields(text, *++phrase, insn, word, arch);
        else
            add_text(text, "%c", *phrase);
    }
}

static const char *phrase_of(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode)
{
    for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++)
        if (phrases[i].id == insn->id && (phrases[i].arch & arch) && (mode & phrases[i].mask) == phrases[i].value)
            return phrases[i].text;
    return NULL;
}

/* ---- Instructions whose text is put together ---- */

/* A multiply-add is shown without a factor of 1 or a term of 0, which is how SFPADD and SFPMUL are made. */
static void add_multiply_add(struct text *text, const struct sfp_insn *insn, uint32_t word, enum sfp_arch arch)
{
    const unsigned mode = sfp_mode(insn, word);
    const uint32_t a = sfp_field(insn, word, SFP_F_VA);
    const uint32_t b = sfp_field(insn, word, SFP_F_VB);
    const uint32_t c = sfp_field(insn, word, SFP_F_VC);
    const bool negate_a = arch == SFP_BH && (mode & SFP_MAD_NEGATE_VA);
    const bool negate_c = arch == SFP_BH && (mode & SFP_MAD_NEGATE_VC);

    add_register(text, insn, word, SFP_F_VD, SFP_MAD_INDIRECT_VD);
    add_text(text, " = ");
    add_text(text, "%s", negate_a ? "-" : "");
    if (mode & SFP_MAD_INDIRECT_VA)
        add_text(text, "L[L7] * L%u", b);
    else if (a == SFP_LREG_ONE)
        add_text(text, "L%u", b);
    else
        add_text(text, "L%u * L%u", a, b);
    if (c != SFP_LREG_ZERO)
        add_text(text, " %c L%u", negate_c ? '-' : '+', c);
}

static void add_memory(struct text *text, const struct sfp_insn *insn, uint32_t word, enum sfp_arch arch)
{
    if (insn->id == SFP_I_SFPLOADMACRO)
        add_text(text, "macro %u with ", sfp_field(insn, word, SFP_F_MACRO));
    add_phrase(text, insn->id == SFP_I_SFPSTORE ? "%a = %D as %s" : "%D = %a as %f", insn, word, arch);
    add_text(text, ", then Dst counter by modifier %u", sfp_field(insn, word, SFP_F_ADDR_MODE));
}

static void add_special_move(struct text *text, const struct sfp_insn *insn, uint32_t word)
{
    const uint32_t vc = sfp_field(insn, word, SFP_F_VC);

    add_text(text, "L%u = ", sfp_field(insn, word, SFP_F_VD));
    if (vc < SFP_TARGET_SEQUENCES)
        add_text(text, "instruction template %u", vc);
    else if (vc < SFP_TARGET_MISC)
        add_text(text, "macro sequence %u", vc - SFP_TARGET_SEQUENCES);
    else
        add_text(text, "%s", vc == SFP_TARGET_MISC          ? "the macros' miscellaneous bits"
                             : vc == SFP_TARGET_RANDOM      ? "random bits"
                             : vc == SFP_TARGET_LANE_CONFIG ? "LaneConfig"
                                                            : "0");
}

/* What SFPCONFIG writes, up to where the value follows. False if it writes nothing. */
static bool add_config_target(struct text *text, uint32_t vd, unsigned mode)
{
    static const char *const combine[SFP_COMBINES] = {"=", "|=", "&=", "^="};

    if (vd < SFP_TARGET_SEQUENCES)
        add_text(text, "instruction template %u = ", vd);
    else if (vd < SFP_TARGET_MISC)
        add_text(text, "macro sequence %u = ", vd - SFP_TARGET_SEQUENCES);
    else if (vd == SFP_TARGET_MISC)
        add_text(text, "the macros' miscellaneous bits %s ", combine[sfp_config_combine(mode)]);
    else if (vd == SFP_TARGET_LANE_CONFIG)
        add_text(text, "LaneConfig %s ", combine[sfp_config_combine(mode)]);
    else if (sfp_is_programmable(vd))
        add_text(text, "L%u = ", vd);
    else
        add_text(text, "no effect");
    return vd <= SFP_TARGET_MISC || vd >= SFP_FIRST_PROGRAMMABLE_LREG;
}

static void add_config(struct text *text, const struct sfp_insn *insn, uint32_t word)
{
    const uint32_t vd = sfp_field(insn, word, SFP_F_VD);
    const unsigned mode = sfp_mode(insn, word);

    if (!add_config_target(text, vd, mode))
        return;
    /* Templates come from L0 in any mode (spec/02 section 2.1). */
    if (!(mode & SFP_CONFIG_IMMEDIATE) || vd < SFP_TARGET_SEQUENCES)
        add_text(text, "L0");
    else if (sfp_is_programmable(vd))
        add_float(text, float_of(sfp_lreg_defaults[vd - SFP_FIRST_PROGRAMMABLE_LREG]));
    else
        add_text(text, "0x%04x", sfp_field(insn, word, SFP_F_IMM));
    if (mode & SFP_CONFIG_COLUMNS)
        add_text(text, ", in the lane columns that the immediate selects");
}

static void add_replay(struct text *text, const struct sfp_insn *insn, uint32_t word)
{
    const uint32_t first = sfp_field(insn, word, SFP_F_START_IDX) % SFP_REPLAY_SLOTS;
    const uint32_t count = sfp_replay_length(sfp_field(insn, word, SFP_F_LEN));

    if (!sfp_field(insn, word, SFP_F_LOAD_MODE))
        add_text(text, "play %u instructions back, from slot %u", count, first);
    else
        add_text(text, "record the next %u instructions from slot %u on%s", count, first,
                 sfp_field(insn, word, SFP_F_EXEC) & 1 ? ", and execute them" : "");
}

/* The modes of SFPPOPC, and of SFPPUSHC on Blackhole, that combine the flags with the top of the stack (spec/02 section
 * 2.5). A is the one that changes. */
static void add_stack(struct text *text, bool pops, unsigned mode)
{
    static const char *const values[SFP_MODES] = {
        NULL, "B", "!B", "A & B", "A | B", "A & !B", "A | !B", "!A & B", "!A | B", "!A & !B", "!A | !B", "A ^ B",
        "A == B", NULL, "1", "0",
    };
    enum { LAST_COMBINATION = 12 };
    static const char *const inverted[] = {"flags = !flags, top of the stack = flags", "flags = !flags"};
    const char *names[] = {pops ? "flags" : "top of the stack", pops ? "top of the stack" : "flags"};

    if (!values[mode]) {
        add_text(text, "%s", inverted[pops]);
        return;
    }
    add_text(text, "%s = ", names[0]);
    for (const char *p = values[mode]; *p; p++) {
        if (*p == 'A' || *p == 'B')
            add_text(text, "%s", names[*p - 'A']);
        else
            add_text(text, "%c", *p);
    }
    if (mode > LAST_COMBINATION)
        add_text(text, ", predication %son", pops ? "" : "there ");
    else
        add_text(text, ", predication %s", pops ? "as there" : "there as it is");
}

/* SFPGT and SFPLE on Blackhole: each bit of the mode is something to do with the comparison. */
static void add_comparison(struct text *text, const struct sfp_insn *insn, uint32_t word)
{
    enum { TO_FLAGS = 1, TO_STACK = 2, OR = 4, TO_VD = 8 };
    const unsigned mode = sfp_mode(insn, word);
    const uint32_t vd = sfp_field(insn, word, SFP_F_VD);
    const char *sign = insn->id == SFP_I_SFPGT ? ">" : "<=";
    const uint32_t vc = sfp_field(insn, word, SFP_F_VC);
    const char *separator = "";

    if (mode & TO_FLAGS) {
        add_text(text, "flags = L%u %s L%u", vd, sign, vc);
        separator = "; ";
    }
    if (mode & TO_STACK) {
        add_text(text, "%stop of the flag stack %s L%u %s L%u", separator, mode & OR ? "|=" : "&=", vd, sign, vc);
        separator = "; ";
    }
    if (mode & TO_VD)
        add_text(text, "%sL%u = L%u %s L%u ? -1 : 0", separator, vd, vd, sign, vc);
    if (!(mode & (TO_FLAGS | TO_STACK | TO_VD)))
        add_text(text, "no effect");
}

/* The fields of an instruction around the vector unit, by name. */
static void add_operands(struct text *text, const struct sfp_insn *insn, uint32_t word)
{
    const char *separator = ": ";

    for (const struct sfp_operand *arg = insn->args; !sfp_operand_end(arg); arg++) {
        add_text(text, "%s%s %u", separator, sfp_field_name((enum sfp_field)arg->field), sfp_operand_get(arg, word));
        separator = ", ";
    }
}

/* The text of the table's row itself, with register names filled in. */
static void add_what(struct text *text, const struct sfp_insn *insn, uint32_t word)
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
            add_text(text, "L%u", sfp_field(insn, word, registers[i].field));
            p++;
        } else {
            add_text(text, "%c", *p);
        }
    }
    if (insn->unit == SFP_UNIT_NONE)
        add_operands(text, insn, word);
}

/* ---- All of them ---- */

static void add_effect(struct text *text, const struct sfp_insn *insn, uint32_t word, enum sfp_arch arch)
{
    const char *phrase = phrase_of(insn, arch, sfp_mode(insn, word));

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
    case SFP_I_SFPCONFIG: add_config(text, insn, word); break;
    case SFP_I_REPLAY: add_replay(text, insn, word); break;
    case SFP_I_SFPPOPC: add_stack(text, true, sfp_mode(insn, word)); break;
    case SFP_I_SFPPUSHC:
        if (arch == SFP_BH)
            add_stack(text, false, sfp_mode(insn, word));
        else
            add_text(text, "no effect");
        break;
    default:
        if (insn->id == SFP_I_SFPMOV && sfp_mode(insn, word) & SFP_MOV_SPECIAL)
            add_special_move(text, insn, word);
        else if (insn->what)
            add_what(text, insn, word);
    }
}

/* Is VD the register that this mode writes? SFPCONFIG's is not one. */
static bool writes_vd(const struct sfp_insn *insn, unsigned mode)
{
    for (size_t i = 0; i < SFP_MAX_USES; i++)
        if (insn->writes[i].resource == SFP_R_VD && (mode & insn->writes[i].mask) == insn->writes[i].value)
            return insn->id != SFP_I_SFPCONFIG;
    return false;
}

/* Those that set flags do nothing at all, flags included, if their VD is read-only (spec/00 section 8, guard G8). */
static bool is_guarded(const struct sfp_insn *insn)
{
    return insn->id == SFP_I_SFPIADD || insn->id == SFP_I_SFPEXEXP || insn->id == SFP_I_SFPLZ;
}

/* SFPSWAP writes both of its registers, each only if it can be written (spec/02 section 2.6). */
static void add_unswapped(struct text *text, uint32_t vd, uint32_t vc)
{
    if (vd >= SFP_FIRST_CONSTANT_LREG && vc >= SFP_FIRST_CONSTANT_LREG)
        add_text(text, "; neither is written, as both are read-only");
    else if (vd >= SFP_FIRST_CONSTANT_LREG || vc >= SFP_FIRST_CONSTANT_LREG)
        add_text(text, "; L%u is not written, as it is read-only", vd >= SFP_FIRST_CONSTANT_LREG ? vd : vc);
}

static void add_unwritten(struct text *text, const struct sfp_insn *insn, uint32_t word)
{
    const uint32_t vd = sfp_field(insn, word, SFP_F_VD);

    if (insn->id == SFP_I_SFPSWAP)
        add_unswapped(text, vd, sfp_field(insn, word, SFP_F_VC));
    else if (text->length > 0 && vd >= SFP_FIRST_CONSTANT_LREG && writes_vd(insn, sfp_mode(insn, word)))
        add_text(text, "; not written, as L%u is read-only", vd);
}

size_t sfp_annotate(const struct sfp_index *index, uint32_t word, char *text)
{
    const struct sfp_insn *insn = sfp_insn_of_word(index, word);
    struct text out = {.start = text};
    uint32_t vd;

    *text = '\0';
    if (!insn)
        return 0;
    vd = sfp_field(insn, word, SFP_F_VD);
    if (sfp_names_template(insn, vd)) {
        add_text(&out, "instruction template %u = this %s", vd - SFP_FIRST_TEMPLATE_VD, insn->gnu);
        return out.length;
    }
    if (vd >= SFP_FIRST_CONSTANT_LREG && is_guarded(insn)) {
        add_text(&out, "no effect, as L%u is read-only", vd);
    } else {
        add_effect(&out, insn, word, index->arch);
        add_unwritten(&out, insn, word);
    }
    if (out.length > 0 && !sfp_mode_documented(insn, sfp_mode(insn, word)))
        add_text(&out, "; mode %u is reserved", sfp_mode(insn, word));
    return out.length;
}
