/* The words that the benchmarks execute, and random ones to execute them on. */
#ifndef SFP_BENCH_WORDS_H
#define SFP_BENCH_WORDS_H

#include <stdint.h>

#define I12(op, imm, vc, vd, mod) ((uint32_t)(op) << 24 | (imm) << 12 | (vc) << 8 | (vd) << 4 | (mod))
#define I16(op, imm, vd, mod) ((uint32_t)(op) << 24 | (imm) << 8 | (vd) << 4 | (mod))
#define MATH(op, va, vb, vc, vd, mod) ((uint32_t)(op) << 24 | (va) << 16 | (vb) << 12 | (vc) << 8 | (vd) << 4 | (mod))
#define MEM(op, vd, mod0, addr) ((uint32_t)(op) << 24 | (vd) << 20 | (mod0) << 16 | (addr))
#define ADDR_MOD_WH(n) ((n) << 14)

enum {
    LOAD = 0x70, LOADI, STORE, LUT, MULI, ADDI, DIVP2, EXEXP, EXMAN, IADD, SHFT, SETCC, MOV, ABS, AND, OR,
    NOT, LZ, SETEXP, SETMAN, MAD, ADD, MUL, PUSHC, POPC, SETSGN, ENCC, COMPC, TRANSP, XOR, STOCHRND, NOP,
    CAST, CONFIG, SWAP, LOADMACRO, SHFT2, LUTFP32, LE, GT, MUL24, ARECIP,
};

/* Four words that write L0..L3, so that none waits for another. */
#define INTO_L0_L3(w) {(w), (w) + 0x10, (w) + 0x20, (w) + 0x30}
#define LOADS_L0_L3(w) {(w), (w) + 0x100004, (w) + 0x200008, (w) + 0x30000C}

static inline uint32_t random_word(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);

    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)(z >> 32);
}

/* Between 1/2 and 1, so that chains of products and sums settle. */
static inline uint32_t random_float(uint64_t *state)
{
    uint32_t bits = random_word(state);

    return (bits & 0x80000000) | 0x3F000000 | (bits & 0x7FFFFF);
}

#endif
