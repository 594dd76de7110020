/* What an instruction does with its operands, in words: a table of texts, and what fills them in. */
#include "dis.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    ANY_MODE = 0,       /* a mask that every mode passes */
    INDIRECT_VA = 4,    /* modes of the multiply-add family (spec/02 section 2.2) */
    INDIRECT_VD = 8,
    NEGATE_VA = 1,
    NEGATE_VC = 2,
    LREG_ZERO = 9,
    LREG_ONE = 10,
    FIRST_CONSTANT = 8, /* VD 8..11: the result is dropped */
    WORD_BITS = 32,     /* shifts count modulo these */
    ADDRESS_BITS = 10,  /* of the address field, those that count (spec/04 section 2) */
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

__attribute__((format(printf, 2, 3))) static void add(struct text *text, const char *format, ...)
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
    add(text, "%s%s", number, isfinite(value) && !strpbrk(number, ".e") ? ".0" : "");
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
        add(text, "L[L7]");
    else
        add(text, "L%u", sfp_field(insn, word, field));
}

static void add_fields(struct text *text, char what, const struct sfp_insn *insn, uint32_t word, enum sfp_arch arch)
{
    static const char *const rounding[] = {"to nearest", "stochastically", "toward zero", "stochastically"};
    const uint32_t imm = sfp_field(insn, word, SFP_F_IMM);
    const int32_t signed12 = sign_extended(imm, 12);
    const uint32_t magnitude = (uint32_t)(signed12 < 0 ? -signed12 : signed12);
    /* The address's lowest bit counts for no instruction; SFPLOADMACRO keeps one of VD there. */
    const uint32_t address = sfp_bits(sfp_field(insn, word, SFP_F_ADDR), 0, ADDRESS_BITS) & ~1U;

    switch (what) {
    case 'D': add(text, "L%u", sfp_field(insn, word, SFP_F_VD)); break;
    case 'I': add_register(text, insn, word, SFP_F_VD, INDIRECT_VD); break;
    case 'G': add_register(text, insn, word, SFP_F_VA, INDIRECT_VA); break;
    case 'A': add(text, "L%u", sfp_field(insn, word, SFP_F_VA)); break;
    case 'B': add(text, "L%u", sfp_bits(word, 12, 4)); break; /* SFPSHFT2's lies in its immediate */
    case 'C': add(text, "L%u", sfp_field(insn, word, SFP_F_VC)); break;
    case 'U': add(text, "%u", imm); break;
    case 'P': add(text, "%c %u", signed12 < 0 ? '-' : '+', magnitude); break;
    case 'V': add(text, "%s %u", signed12 < 0 ? ">>" : "<<", magnitude % WORD_BITS); break;
    case 'S': add(text, "%d", sign_extended(imm, 16)); break;
    case 'J': add(text, "%d", sign_extended(imm, 8)); break;
    case 'E': add(text, "%u", imm & 0xFF); break;
    case 'X': add(text, "0x%04x", imm); break;
    case 'K': add(text, "0x%06x", imm << 11); break;
    case '0': add(text, "%u", imm & 1); break;
    case '1': add(text, "%u", imm >> 1 & 1); break;
    case 'F': add_float(text, float_of(imm << 16)); break;
    case 'H': add_float(text, fp16_of(imm)); break;
    case 'R': add(text, "rounded %s", rounding[sfp_field(insn, word, SFP_F_RND)]); break;
    case 'f': add(text, "%s", format_name(arch, sfp_mode(insn, word))); break;
    case 's': add(text, "%s", stored_name(arch, sfp_mode(insn, word))); break;
    case 'a': add(text, "Dst[%u]", address); break;
    case 'Z':
        if (sfp_field(insn, word, SFP_F_VC) != LREG_ZERO)
            add(text, ", or another value if L%u is not 0", sfp_field(insn, word, SFP_F_VC));
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
            add(text, "%c", *phrase);
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
    const bool negate_a = arch == SFP_BH && (mode & NEGATE_VA);
    const bool negate_c = arch == SFP_BH && (mode & NEGATE_VC);

    add_register(text, insn, word, SFP_F_VD, INDIRECT_VD);
    add(text, " = ");
    add(text, "%s", negate_a ? "-" : "");
    if (mode & INDIRECT_VA)
        add(text, "L[L7] * L%u", b);
    else if (a == LREG_ONE)
        add(text, "L%u", b);
    else
        add(text, "L%u * L%u", a, b);
    if (c != LREG_ZERO)
        add(text, " %c L%u", negate_c ? '-' : '+', c);
}

static void add_memory(struct text *text, const struct sfp_insn *insn, uint32_t word, enum sfp_arch arch)
{
    if (insn->id == SFP_I_SFPLOADMACRO)
        add(text, "macro %u with ", sfp_field(insn, word, SFP_F_MACRO));
    add_phrase(text, insn->id == SFP_I_SFPSTORE ? "%a = %D as %s" : "%D = %a as %f", insn, word, arch);
    add(text, ", then Dst counter by modifier %u", sfp_field(insn, word, SFP_F_ADDR_MODE));
}

static void add_special_move(struct text *text, const struct sfp_insn *insn, uint32_t word)
{
    const uint32_t vc = sfp_field(insn, word, SFP_F_VC);

    add(text, "L%u = ", sfp_field(insn, word, SFP_F_VD));
    if (vc < 4)
        add(text, "instruction template %u", vc);
    else if (vc < 8)
        add(text, "macro sequence %u", vc - 4);
    else
        add(text, "%s", vc == 8    ? "the macros' miscellaneous bits"
                        : vc == 9  ? "random bits"
                        : vc == 15 ? "LaneConfig"
                                   : "0");
}

static void add_config(struct text *text, const struct sfp_insn *insn, uint32_t word)
{
    static const float reset[] = {-1.0F, 0.001953125F, -0.67487759F, -0.34484843F};
    static const char *const combine[] = {"=", "|=", "&=", "^="};
    const uint32_t vd = sfp_field(insn, word, SFP_F_VD);
    const unsigned mode = sfp_mode(insn, word);
    const char *assign = vd == 8 || vd == 15 ? combine[mode >> 1 & 3] : "=";

    if (vd < 4)
        add(text, "instruction template %u = ", vd);
    else if (vd < 8)
        add(text, "macro sequence %u = ", vd - 4);
    else if (vd == 8)
        add(text, "the macros' miscellaneous bits %s ", assign);
    else if (vd == 15)
        add(text, "LaneConfig %s ", assign);
    else if (vd == 9 || vd == 10)
        add(text, "no effect");
    else
        add(text, "L%u = ", vd);
    if (vd == 9 || vd == 10)
        return;
    if (!(mode & 1) || vd < 4) /* templates come from L0 in any mode (spec/02 section 2.1) */
        add(text, "L0");
    else if (vd >= 11 && vd <= 14)
        add_float(text, (double)reset[vd - 11]);
    else
        add(text, "0x%04x", sfp_field(insn, word, SFP_F_IMM));
    if (mode & 8)
        add(text, ", in the lane columns that the immediate selects");
}

static void add_replay(struct text *text, const struct sfp_insn *insn, uint32_t word)
{
    /* The hardware keeps five bits of each, and a length of 0 is 32 (spec/07 section 9). */
    const uint32_t first = sfp_field(insn, word, SFP_F_START_IDX) & 31;
    const uint32_t count = ((sfp_field(insn, word, SFP_F_LEN) - 1) & 31) + 1;

    if (!sfp_field(insn, word, SFP_F_LOAD_MODE))
        add(text, "play %u instructions back, from slot %u", count, first);
    else
        add(text, "record the next %u instructions from slot %u on%s", count, first,
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
        add(text, "%s", inverted[pops]);
        return;
    }
    add(text, "%s = ", names[0]);
    for (const char *p = values[mode]; *p; p++) {
        if (*p == 'A' || *p == 'B')
            add(text, "%s", names[*p - 'A']);
        else
            add(text, "%c", *p);
    }
    if (mode > LAST_COMBINATION)
        add(text, ", predication %son", pops ? "" : "there ");
    else
        add(text, ", predication %s", pops ? "as there" : "there as it is");
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
        add(text, "flags = L%u %s L%u", vd, sign, vc);
        separator = "; ";
    }
    if (mode & TO_STACK) {
        add(text, "%stop of the flag stack %s L%u %s L%u", separator, mode & OR ? "|=" : "&=", vd, sign, vc);
        separator = "; ";
    }
    if (mode & TO_VD)
        add(text, "%sL%u = L%u %s L%u ? -1 : 0", separator, vd, vd, sign, vc);
    if (!(mode & (TO_FLAGS | TO_STACK | TO_VD)))
        add(text, "no effect");
}

/* The fields of an instruction around the vector unit, by name. */
static void add_operands(struct text *text, const struct sfp_insn *insn, uint32_t word)
{
    const char *separator = ": ";

    for (const struct sfp_operand *arg = insn->args; !sfp_operand_end(arg); arg++) {
        add(text, "%s%s %u", separator, sfp_field_name((enum sfp_field)arg->field), sfp_operand_get(arg, word));
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
            add(text, "L%u", sfp_field(insn, word, registers[i].field));
            p++;
        } else {
            add(text, "%c", *p);
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
            add(text, "no effect");
        break;
    default:
        if (insn->id == SFP_I_SFPMOV && sfp_mode(insn, word) & 8)
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
    if (vd >= FIRST_CONSTANT && vc >= FIRST_CONSTANT)
        add(text, "; neither is written, as both are read-only");
    else if (vd >= FIRST_CONSTANT || vc >= FIRST_CONSTANT)
        add(text, "; L%u is not written, as it is read-only", vd >= FIRST_CONSTANT ? vd : vc);
}

static void add_unwritten(struct text *text, const struct sfp_insn *insn, uint32_t word)
{
    const uint32_t vd = sfp_field(insn, word, SFP_F_VD);

    if (insn->id == SFP_I_SFPSWAP)
        add_unswapped(text, vd, sfp_field(insn, word, SFP_F_VC));
    else if (text->length > 0 && vd >= FIRST_CONSTANT && writes_vd(insn, sfp_mode(insn, word)))
        add(text, "; not written, as L%u is read-only", vd);
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
    if (insn->unit != SFP_UNIT_NONE && !insn->no_backdoor && vd >= SFP_FIRST_TEMPLATE_VD) {
        add(&out, "instruction template %u = this %s", vd - SFP_FIRST_TEMPLATE_VD, insn->gnu);
        return out.length;
    }
    if (vd >= FIRST_CONSTANT && is_guarded(insn)) {
        add(&out, "no effect, as L%u is read-only", vd);
    } else {
        add_effect(&out, insn, word, index->arch);
        add_unwritten(&out, insn, word);
    }
    if (out.length > 0 && !sfp_mode_documented(insn, sfp_mode(insn, word)))
        add(&out, "; mode %u is reserved", sfp_mode(insn, word));
    return out.length;
}
