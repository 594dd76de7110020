/* RISC-V instructions put together from their parts, for tests. */
#ifndef RISCV_WORDS_H
#define RISCV_WORDS_H

#include "dis/riscv.h"

static inline uint32_t piece(uint32_t value, unsigned lsb, unsigned width, unsigned to)
{
    return (value >> lsb & ((UINT32_C(1) << width) - 1)) << to;
}

/* The immediate where the manual's pictures of the formats have it. */
static inline uint32_t riscv_immediate(enum rv_immediate kind, uint32_t imm)
{
    switch (kind) {
    case RV_IMM_I:
    case RV_IMM_CSR:
    case RV_IMM_ORDER:
        return imm << 20;
    case RV_IMM_S:
        return piece(imm, 5, 7, 25) | piece(imm, 0, 5, 7);
    case RV_IMM_B:
        return piece(imm, 12, 1, 31) | piece(imm, 5, 6, 25) | piece(imm, 1, 4, 8) | piece(imm, 11, 1, 7);
    case RV_IMM_U:
        return imm & 0xFFFFF000;
    case RV_IMM_J:
        return piece(imm, 20, 1, 31) | piece(imm, 1, 10, 21) | piece(imm, 11, 1, 20) | piece(imm, 12, 8, 12);
    case RV_IMM_SHAMT:
        return piece(imm, 0, 5, 20);
    case RV_IMM_AQ_RL:
        return piece(imm, 0, 2, 25);
    default:
        return 0;
    }
}

/* The word of an instruction other than .ttinsn. */
static inline uint32_t riscv_word(enum rv_id id, unsigned rd, unsigned rs1, unsigned rs2, int32_t imm)
{
    return rv_insns[id].match | rd << 7 | rs1 << 15 | rs2 << 20 | riscv_immediate(rv_immediate(id), (uint32_t)imm);
}

#endif
