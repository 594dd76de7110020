/*
 * Terms: what a value is, as one number a sample. An operation is a hash of the numbers of its operands. So equal
 * terms have equal numbers, and two terms that differ have different numbers, except with a chance of about 2^-60 a
 * sample.
 *
 * Two terms that a profile lets selection exchange have the same number. The rules:
 *   constants    32 bits that are known. Halves that SFPLOADI writes join (sfpu-semantics(7), SFPLOADI). The sum of
 *                two integers that are known is known; x - n is x + -n; x + 0 is x.
 *   negation     -(-x) is x, and -n is known: SFPMOV flips one bit.
 *   SFPADD       is SFPMAD with VA = 1, SFPMUL is SFPMAD with VC = 0, SFPADDI and SFPMULI are these with a constant,
 *                by the instruction table.
 *   products     (PRODUCTS_IN_SUMS) VA * VB + VC is the sum of a product and VC, whether it is rounded once or twice.
 *                A factor 1 rounds the other factor, once; adding 0 rounds the other operand. The operands of a sum
 *                may change places: a - b becomes -1 * b + a.
 *   negated      (PRODUCTS_IN_SUMS) -a * b is -(a * b); (NEGATIONS_OF_RESULTS) -a - b is -(a + b), and -0 is added as
 *                0. The sign of x - x, and of its products, is not known: -(x - x) is x - x.
 *   immediates   (all but IMMEDIATES_NONE) a product with a constant has the constant on either side.
 *   integers     the operands of +, &, | and ^ may change places, and those of a minimum and a maximum.
 */
#ifndef SFP_TERMS_H
#define SFP_TERMS_H

#include "samples.h"

#include "select/profiles.h"

/* A value. Of samples that are unknown nothing is said; a comparison passes over them. */
struct term {
    uint64_t hash[SAMPLES];
    struct sample_set unknown;
};

/* A condition. */
struct truth {
    struct sample_set holds, unknown;
};

/* What a profile lets selection do. */
struct term_rules {
    bool joins_products, negates_sums, turns_constants;
};

struct term_rules term_rules_of(const struct profile *profile);

/* What the numbers of operations begin with, besides those of enum sfp_id with their modes. */
enum term_tag {
    TERM_ENTRY = 1, TERM_CELL, TERM_LOAD, TERM_STORE, TERM_STORE_BESIDE, TERM_STORED, TERM_KEPT, TERM_MULTIPLY_ADD,
    TERM_PRODUCT, TERM_SUM, TERM_INTEGER_SUM, TERM_INTEGER_DIFFERENCE, TERM_AND, TERM_OR, TERM_XOR, TERM_MINIMUM,
    TERM_MAXIMUM, TERM_GREATER, TERM_ZERO, TERM_HALF, TERM_RANDOM, TERM_CONFIG, TERM_UNFOLLOWED, TERM_NAMED, TERM_EPOCH,
    TERM_LANES, TERM_INSN,
};

/* ---- One sample ----
 * Bit 63 is the sign. Bits 1:0 say what kind of number it is. */

enum { TERM_OTHER, TERM_CONSTANT, TERM_IS_PRODUCT, TERM_IS_HALF, TERM_KINDS };

static const uint64_t TERM_SIGN = UINT64_C(1) << 63;

static inline uint64_t term_mix(uint64_t hash, uint64_t with)
{
    hash = hash * UINT64_C(0x9E3779B97F4A7C15) + with;
    hash ^= hash >> 32;
    hash *= UINT64_C(0xD6E8FEB86659FD93);
    return hash ^ hash >> 29;
}

/* The first number of an operation in sample `i`. */
static inline uint64_t term_begin(uint64_t tag, unsigned i)
{
    return tag * UINT64_C(0xA0761D6478BD642F) + (i + 1) * UINT64_C(0xE7037ED1A0B428DB);
}

/* Does what is drawn by `hash` hold in sample `i`? */
static inline bool term_draw(uint64_t hash, unsigned i)
{
    return (hash >> 40 & UINT8_MAX) < sample_odds(i);
}

/* The number of a term of which nothing but its hash is known. */
static inline uint64_t term_opaque(uint64_t hash, unsigned i)
{
    return (hash & ~TERM_SIGN & ~(uint64_t)(TERM_KINDS - 1)) | (term_draw(hash, i) ? TERM_SIGN : 0);
}

static inline unsigned term_kind(uint64_t term)
{
    return term & (TERM_KINDS - 1);
}

/* Bits 17:2 of x - x, whose sign is not known. Few of the other terms have them, and these lose their sign only. */
enum { TERM_CANCELLED_LSB = 2, TERM_CANCELLED_MASK = 0xFFFF, TERM_CANCELLED = 0x5AC3 };

static inline bool term_is_cancelled(uint64_t term)
{
    return term_kind(term) == TERM_OTHER && (term >> TERM_CANCELLED_LSB & TERM_CANCELLED_MASK) == TERM_CANCELLED;
}

static inline uint64_t term_negated(uint64_t term)
{
    return term_is_cancelled(term) ? term : term ^ TERM_SIGN;
}

static inline uint64_t term_constant(uint32_t bits)
{
    return (bits >> 31 ? TERM_SIGN : 0) | (uint64_t)(bits & INT32_MAX) << 2 | TERM_CONSTANT;
}

static inline bool term_is_constant(uint64_t term)
{
    return term_kind(term) == TERM_CONSTANT;
}

static inline uint32_t term_bits(uint64_t term)
{
    return (uint32_t)(term >> 2 & INT32_MAX) | (term & TERM_SIGN ? 1u << 31 : 0);
}

static inline uint64_t term_integer_sum(uint64_t a, uint64_t b, unsigned i)
{
    const uint64_t low = a < b ? a : b, high = a < b ? b : a;

    if (term_is_constant(a) && term_is_constant(b))
        return term_constant(term_bits(a) + term_bits(b));
    if (a == term_constant(0))
        return b;
    if (b == term_constant(0))
        return a;
    return term_opaque(term_mix(term_mix(term_begin(TERM_INTEGER_SUM, i), low), high), i);
}

static inline uint64_t term_integer_difference(uint64_t a, uint64_t b, unsigned i)
{
    if (term_is_constant(b))
        return term_integer_sum(a, term_constant(-term_bits(b)), i);
    return term_opaque(term_mix(term_mix(term_begin(TERM_INTEGER_DIFFERENCE, i), a), b), i);
}

/* An operation whose two operands may change places. */
static inline uint64_t term_of_pair(enum term_tag tag, uint64_t a, uint64_t b, unsigned i)
{
    const uint64_t low = a < b ? a : b, high = a < b ? b : a;

    return term_opaque(term_mix(term_mix(term_begin(tag, i), low), high), i);
}

/* a * b + c. */
uint64_t term_multiply_add(const struct term_rules *rules, uint64_t a, uint64_t b, uint64_t c, unsigned i);

/* `old` with one of its halves replaced. */
uint64_t term_with_half(uint64_t old, uint32_t half, bool upper, unsigned i);

/* Are all bits 0? */
bool term_is_zero(uint64_t term, unsigned i);

/* a > b by sign and magnitude. */
static inline bool term_is_greater(uint64_t a, uint64_t b, unsigned i)
{
    return term_draw(term_mix(term_mix(term_begin(TERM_GREATER, i), a), b), i);
}

/* ---- All samples ---- */

/* A term that only these two numbers tell from others. */
void term_set_fresh(struct term *term, enum term_tag tag, uint64_t number);

void term_set_constant(struct term *term, uint32_t bits);

/* `source` where `lanes` hold; where they are unknown, so is the result. */
void term_merge(struct term *into, const struct term *source, const struct truth *lanes);

/* The first sample of `lanes` in which `a` is known and `b` is another number; -1 if there is none. */
int term_difference(const struct term *a, const struct term *b, const struct sample_set *lanes);

#endif
