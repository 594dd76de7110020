/*
 * Instructions as GNU objdump writes them, with ABI names and its usual aliases. Where its versions differ, as the
 * vendor's does (2.44): Debian 12's 2.40 has the aliases "add", "sll", "csrw" and so on for addi, slli, csrwi too.
 */
#include "riscv.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Text under way. */
struct line {
    char *text;
    size_t length;
    uint32_t address;
    struct rv_op op;
};

__attribute__((format(printf, 2, 3))) static void put(struct line *line, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    line->length +=
        (size_t)vsnprintf(line->text + line->length, RV_TEXT_SIZE - line->length, format, arguments);
    va_end(arguments);
}

/* ---- Operands ---- */

/* What a fence orders: device input, device output, reads, writes. */
static void put_order(struct line *line, unsigned mask)
{
    static const char letters[] = "iorw";

    if (mask == 0)
        put(line, "unknown");
    for (unsigned i = 0; letters[i]; i++) {
        if (mask & 8 >> i)
            put(line, "%c", letters[i]);
    }
}

/* Is it one that binutils knows by name? */
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
        put(line, "%s", rv_csr_name(number));
    else
        put(line, "0x%x", number);
}

static void put_operand(struct line *line, char letter)
{
    const struct rv_op *op = &line->op;
    uint32_t target;

    switch (letter) {
    case 'd':
        put(line, "%s", rv_register_name(op->rd));
        break;
    case 's':
        put(line, "%s", rv_register_name(op->rs1));
        break;
    case 't':
        put(line, "%s", rv_register_name(op->rs2));
        break;
    case 'i':
    case 'o':
    case 'q':
        put(line, "%" PRId32, op->imm);
        break;
    case '>':
        put(line, "0x%" PRIx32, (uint32_t)op->imm);
        break;
    case 'u':
        put(line, "0x%" PRIx32, (uint32_t)op->imm >> 12);
        break;
    case 'p':
        rv_target(op, line->address, &target);
        put(line, "%" PRIx32, target);
        break;
    case 'C':
        put_csr(line, (unsigned)op->imm);
        break;
    case 'Z':
        put(line, "%u", op->rs1);
        break;
    case 'P':
        put_order(line, (unsigned)op->imm >> 4 & 15);
        break;
    case 'Q':
        put_order(line, (unsigned)op->imm & 15);
        break;
    case 'w':
        put(line, "0x%08" PRIx32, (uint32_t)op->imm);
        break;
    default:
        put(line, "%c", letter);
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

static struct spelling spelling_of(uint32_t word, enum rv_id id)
{
    static const char *const operands[RV_FORMATS] = {
#define RISCV_FORMAT(id, used, immediate, operands) operands,
#include "riscv.def"
    };
    struct spelling spelling = {rv_insns[id].name, operands[rv_insns[id].format]};

    find_alias(word, &spelling);
    return spelling;
}

/* Are there bits set that executing it ignores, but that no spelling reaches? */
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
        put(&line, ".insn 4, 0x%08" PRIx32, word);
        return line.length;
    }
    spelling = spelling_of(word, line.op.id);
    put(&line, "%s%s", spelling.name, rv_immediate(line.op.id) == RV_IMM_AQ_RL ? orders[line.op.imm] : "");
    if (*spelling.operands)
        put(&line, "\t");
    for (const char *letter = spelling.operands; *letter; letter++)
        put_operand(&line, *letter);
    return line.length;
}
