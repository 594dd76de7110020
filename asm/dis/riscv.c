/* Decodes and disassembles instructions of the RISC-V cores; the text follows objdump. */
#include "riscv.h"

#include "base/word_bytes.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* ---- Words to instructions, by the rows of include/riscv.def ---- */

const struct rv_insn rv_insns[RV_IDS] = {
#define RISCV(id, name, match, mask, format, extension, timing) \
    [RV_##id] = {name, match, mask, RV_FORMAT_##format, RV_EXT_##extension, RV_CLASS_##timing},
#include "riscv.def"
};

static const struct {
    uint8_t used;      /* mask of enum rv_used */
    uint8_t immediate; /* enum rv_immediate */
} formats[RV_FORMATS] = {
#define RISCV_FORMAT(id, used, immediate, operands) {used, RV_IMM_##immediate},
#include "riscv.def"
};

static const uint8_t extension_arches[RV_EXTENSIONS] = {
#define RISCV_EXTENSION(id, name, arches, source) arches,
#include "riscv.def"
};

unsigned rv_used(enum rv_id id)
{
    return formats[rv_insns[id].format].used;
}

enum rv_immediate rv_immediate(enum rv_id id)
{
    return formats[rv_insns[id].format].immediate;
}

bool rv_has(enum sfp_arch arch, enum rv_id id)
{
    return sfp_row_is_of(extension_arches[rv_insns[id].extension], arch);
}

/* Returns `width` bits of the word from bit `lsb` up, shifted left by `to`. */
static uint32_t extract_bits(uint32_t word, unsigned lsb, unsigned width, unsigned to)
{
    return (word >> lsb & ((UINT32_C(1) << width) - 1)) << to;
}

/* Sign-extends a value from bit `sign`. */
static int32_t extend_sign(uint32_t value, unsigned sign)
{
    const uint32_t bit = UINT32_C(1) << sign;

    return (int32_t)((value ^ bit) - bit);
}

static int32_t decode_immediate(uint32_t word, enum rv_immediate kind)
{
    switch (kind) {
    case RV_IMM_NONE:
        return 0;
    case RV_IMM_I:
        return extend_sign(extract_bits(word, 20, 12, 0), 11);
    case RV_IMM_S:
        return extend_sign(extract_bits(word, 7, 5, 0) | extract_bits(word, 25, 7, 5), 11);
    case RV_IMM_B:
        return extend_sign(extract_bits(word, 8, 4, 1) | extract_bits(word, 25, 6, 5) | extract_bits(word, 7, 1, 11) |
                               extract_bits(word, 31, 1, 12), 12);
    case RV_IMM_U:
        return (int32_t)(word & 0xFFFFF000);
    case RV_IMM_J:
        return extend_sign(extract_bits(word, 21, 10, 1) | extract_bits(word, 20, 1, 11) |
                               extract_bits(word, 12, 8, 12) | extract_bits(word, 31, 1, 20), 20);
    case RV_IMM_SHAMT:
        return (int32_t)extract_bits(word, 20, 5, 0);
    case RV_IMM_CSR:
    case RV_IMM_ORDER:
        return (int32_t)extract_bits(word, 20, 12, 0);
    case RV_IMM_AQ_RL:
        return (int32_t)extract_bits(word, 25, 2, 0);
    case RV_IMM_TENSIX:
        return (int32_t)sfp_unrotated(word);
    }
    return 0;
}

static enum rv_id find_rv_id(uint32_t word)
{
    enum rv_id id = 0;

    if ((word & 3) != 3)
        return RV_TTINSN;
    while (id < RV_IDS && (id == RV_TTINSN || (word & rv_insns[id].mask) != rv_insns[id].match))
        id++;
    return id;
}

struct rv_op rv_decode(uint32_t word)
{
    struct rv_op op = {.id = (uint8_t)find_rv_id(word)};
    unsigned used;

    if (op.id == RV_NONE)
        return op;
    used = rv_used(op.id);
    op.imm = decode_immediate(word, rv_immediate(op.id));
    if (used & RV_RD)
        op.rd = (uint8_t)extract_bits(word, 7, 5, 0);
    if ((used & RV_RS1) || rv_insns[op.id].format == RV_FORMAT_CSRI)
        op.rs1 = (uint8_t)extract_bits(word, 15, 5, 0);
    if (used & RV_RS2)
        op.rs2 = (uint8_t)extract_bits(word, 20, 5, 0);
    return op;
}

bool rv_target(const struct rv_op *op, uint32_t address, uint32_t *target)
{
    const enum rv_immediate kind = op->id == RV_NONE ? RV_IMM_NONE : rv_immediate(op->id);

    *target = address + (uint32_t)op->imm;
    return kind == RV_IMM_B || kind == RV_IMM_J;
}

bool rv_ends_loop(const struct rv_op *op, uint32_t address, uint32_t next)
{
    const bool branches = op->id != RV_NONE && rv_insns[op->id].timing == RV_CLASS_BRANCH;

    return next < address && (branches || (op->id == RV_JAL && op->rd == 0));
}

/* ---- Names of registers, extensions and classes ---- */

static const struct csr {
    uint16_t number;
    uint8_t arches;
    const char *name;
} csrs[] = {
#define RISCV_CSR(id, number, name, arches) {number, arches, name},
#define RISCV_OWN_CSR(id, number, name, arches) {number, arches, name},
#include "riscv.def"
};

static const struct csr *find_csr_by_number(unsigned number)
{
    for (size_t i = 0; i < sizeof csrs / sizeof *csrs; i++) {
        if (csrs[i].number == number)
            return &csrs[i];
    }
    return NULL;
}

const char *rv_csr_name(unsigned number)
{
    const struct csr *csr = find_csr_by_number(number);

    return csr ? csr->name : NULL;
}

bool rv_has_csr(enum sfp_arch arch, unsigned number)
{
    const struct csr *csr = find_csr_by_number(number);

    return csr && sfp_row_is_of(csr->arches, arch);
}

const char *rv_extension_name(enum rv_extension extension)
{
    static const char *const names[] = {
#define RISCV_EXTENSION(id, name, ...) name,
#include "riscv.def"
    };

    return names[extension];
}

const char *rv_class_name(enum rv_class timing)
{
    static const char *const names[] = {
#define RISCV_CLASS(id, name) name,
#include "riscv.def"
    };

    return names[timing];
}

const char *rv_register_name(unsigned number)
{
    static const char *const names[RV_REGISTERS] = {
        "zero", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4", "a5",
        "a6",   "a7", "s2", "s3", "s4",  "s5",  "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6",
    };

    return names[number % RV_REGISTERS];
}

/* ---- Instructions as GNU objdump writes them, with ABI names and its usual aliases ---- Follows the vendor's
 * version (2.44) where versions differ: Debian 12's 2.40 also has the aliases "add", "sll", "csrw" and so on for
 * addi, slli, csrwi. */

/* Text under construction. */
struct line {
    char *text;
    size_t length;
    uint32_t address;
    struct rv_op op;
};

__attribute__((format(printf, 2, 3))) static void put_rv_text(struct line *line, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    line->length +=
        (size_t)vsnprintf(line->text + line->length, RV_TEXT_SIZE - line->length, format, arguments);
    va_end(arguments);
}

/* ---- Operands ---- */

/* Writes the kinds of access that a fence orders: device input, device output, reads, writes. */
static void put_fence_order(struct line *line, unsigned mask)
{
    static const char letters[] = "iorw";

    if (mask == 0)
        put_rv_text(line, "unknown");
    for (unsigned i = 0; letters[i]; i++) {
        if (mask & 8 >> i)
            put_rv_text(line, "%c", letters[i]);
    }
}

/* Does binutils know the CSR by name? */
static bool is_standard_csr(unsigned number)
{
    switch (number) {
#define RISCV_CSR(id, ...) case RV_CSR_##id:
#include "riscv.def"
        return true;
    default:
        return false;
    }
}

static void put_csr(struct line *line, unsigned number)
{
    if (is_standard_csr(number))
        put_rv_text(line, "%s", rv_csr_name(number));
    else
        put_rv_text(line, "0x%x", number);
}

static void put_rv_operand(struct line *line, char letter)
{
    const struct rv_op *op = &line->op;
    uint32_t target;

    switch (letter) {
    case 'd':
        put_rv_text(line, "%s", rv_register_name(op->rd));
        break;
    case 's':
        put_rv_text(line, "%s", rv_register_name(op->rs1));
        break;
    case 't':
        put_rv_text(line, "%s", rv_register_name(op->rs2));
        break;
    case 'i':
    case 'o':
    case 'q':
        put_rv_text(line, "%" PRId32, op->imm);
        break;
    case '>':
        put_rv_text(line, "0x%" PRIx32, (uint32_t)op->imm);
        break;
    case 'u':
        put_rv_text(line, "0x%" PRIx32, (uint32_t)op->imm >> 12);
        break;
    case 'p':
        rv_target(op, line->address, &target);
        put_rv_text(line, "%" PRIx32, target);
        break;
    case 'C':
        put_csr(line, (unsigned)op->imm);
        break;
    case 'Z':
        put_rv_text(line, "%u", op->rs1);
        break;
    case 'P':
        put_fence_order(line, (unsigned)op->imm >> 4 & 15);
        break;
    case 'Q':
        put_fence_order(line, (unsigned)op->imm & 15);
        break;
    case 'w':
        put_rv_text(line, "0x%08" PRIx32, (uint32_t)op->imm);
        break;
    default:
        put_rv_text(line, "%c", letter);
        break;
    }
}

/* ---- Instructions ---- */

struct spelling {
    const char *name, *operands;
};

static bool find_alias(uint32_t word, struct spelling *spelling)
{
    static const struct {
        const char *name;
        uint32_t match, mask;
        const char *operands;
    } aliases[] = {
#define RISCV_ALIAS(name, match, mask, operands) {name, match, mask, operands},
#include "riscv.def"
    };

    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++) {
        if ((word & aliases[i].mask) == aliases[i].match) {
            *spelling = (struct spelling){aliases[i].name, aliases[i].operands};
            return true;
        }
    }
    return false;
}

static struct spelling choose_rv_spelling(uint32_t word, enum rv_id id)
{
    static const char *const operands[RV_FORMATS] = {
#define RISCV_FORMAT(id, used, immediate, operands) operands,
#include "riscv.def"
    };
    struct spelling spelling = {rv_insns[id].name, operands[rv_insns[id].format]};

    find_alias(word, &spelling);
    return spelling;
}

/* Are bits set that execution ignores and that no assembler spelling can set? */
static bool has_unspelt_bits(uint32_t word, enum rv_id id)
{
    enum { FENCE_SPELT = 0x0FF0707F, FENCE_TSO = 0x8330000F };

    if (id == RV_FENCE)
        return (word & ~(uint32_t)FENCE_SPELT) != 0 && word != FENCE_TSO;
    return id == RV_FENCE_I && word != rv_insns[id].match;
}

size_t rv_text(uint32_t word, uint32_t address, char *text)
{
    static const char *const orders[] = {"", ".rl", ".aq", ".aqrl"};
    struct line line = {.text = text, .address = address, .op = rv_decode(word)};
    struct spelling spelling;

    *text = '\0';
    if (line.op.id == RV_NONE || has_unspelt_bits(word, line.op.id)) {
        put_rv_text(&line, ".insn 4, 0x%08" PRIx32, word);
        return line.length;
    }
    spelling = choose_rv_spelling(word, line.op.id);
    put_rv_text(&line, "%s%s", spelling.name, rv_immediate(line.op.id) == RV_IMM_AQ_RL ? orders[line.op.imm] : "");
    if (*spelling.operands)
        put_rv_text(&line, "\t");
    for (const char *letter = spelling.operands; *letter; letter++)
        put_rv_operand(&line, *letter);
    return line.length;
}
