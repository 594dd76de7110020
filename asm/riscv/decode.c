/* Words to instructions, by the rows of include/riscv.def. */
#include "riscv.h"

#include "util/words.h"

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

/* Bits `lsb` and up of the word, `width` of them, put at `to`. */
static uint32_t bits(uint32_t word, unsigned lsb, unsigned width, unsigned to)
{
    return (word >> lsb & ((UINT32_C(1) << width) - 1)) << to;
}

/* The number whose sign is bit `sign`. */
static int32_t extended(uint32_t value, unsigned sign)
{
    const uint32_t bit = UINT32_C(1) << sign;

    return (int32_t)((value ^ bit) - bit);
}

static int32_t immediate_of(uint32_t word, enum rv_immediate kind)
{
    switch (kind) {
    case RV_IMM_NONE:
        return 0;
    case RV_IMM_I:
        return extended(bits(word, 20, 12, 0), 11);
    case RV_IMM_S:
        return extended(bits(word, 7, 5, 0) | bits(word, 25, 7, 5), 11);
    case RV_IMM_B:
        return extended(bits(word, 8, 4, 1) | bits(word, 25, 6, 5) | bits(word, 7, 1, 11) | bits(word, 31, 1, 12), 12);
    case RV_IMM_U:
        return (int32_t)(word & 0xFFFFF000);
    case RV_IMM_J:
        return extended(bits(word, 21, 10, 1) | bits(word, 20, 1, 11) | bits(word, 12, 8, 12) | bits(word, 31, 1, 20),
                        20);
    case RV_IMM_SHAMT:
        return (int32_t)bits(word, 20, 5, 0);
    case RV_IMM_CSR:
    case RV_IMM_ORDER:
        return (int32_t)bits(word, 20, 12, 0);
    case RV_IMM_AQ_RL:
        return (int32_t)bits(word, 25, 2, 0);
    case RV_IMM_TENSIX:
        return (int32_t)sfp_unrotated(word);
    }
    return 0;
}

static enum rv_id find(uint32_t word)
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
    struct rv_op op = {.id = (uint8_t)find(word)};
    unsigned used;

    if (op.id == RV_NONE)
        return op;
    used = rv_used(op.id);
    op.imm = immediate_of(word, rv_immediate(op.id));
    if (used & RV_RD)
        op.rd = (uint8_t)bits(word, 7, 5, 0);
    if ((used & RV_RS1) || rv_insns[op.id].format == RV_FORMAT_CSRI)
        op.rs1 = (uint8_t)bits(word, 15, 5, 0);
    if (used & RV_RS2)
        op.rs2 = (uint8_t)bits(word, 20, 5, 0);
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
