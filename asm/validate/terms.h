/*
 * Terms: symbolic values, one 64-bit number for each sample. An operation's number is a hash of its operands' numbers.
 * Equal terms have equal numbers. Different terms have different numbers, except with a probability of about 2^-60 for
 * each sample.
 *
 * Two terms that a profile allows selection to exchange have the same number, by these rules:
 *    constants    32 known bits. Halves written by SFPLOADI combine (sfpu-semantics(7), SFPLOADI). The sum of two known
 *                 integers is known; x - n is x + -n; x + 0 is x.
 *    negation     -(-x) is x, and -n is known: SFPMOV flips one bit.
 *    SFPADD       is SFPMAD with VA = 1, SFPMUL is SFPMAD with VC = 0, and SFPADDI and SFPMULI are the same with a
 *                 constant, by the instruction table.
 *    products     (PRODUCTS_IN_SUMS) VA * VB + VC is the sum of a product and VC, whether rounded once or twice. A
 *                 factor 1 rounds the other factor, once; adding 0 rounds the other operand. The operands of a sum may
 *                 be exchanged: a - b becomes -1 * b + a.
 *    negated      (PRODUCTS_IN_SUMS) -a * b is -(a * b); (NEGATIONS_OF_RESULTS) -a - b is -(a + b), and -0 is added as
 *                 0. The sign of x - x, and of its products, is unknown: -(x - x) is x - x.
 *    immediates   (all but IMMEDIATES_NONE) a product with a constant has the constant on either side.
 *    integers     the operands of +, &, | and ^ may be exchanged, and those of a minimum and a maximum.
 */
#ifndef SFP_TERMS_H
#define SFP_TERMS_H

#include "samples.h"

#include "select/profiles.h"

/* A value. In `unknown` samples the value is undefined, and comparisons skip them. */
struct term {
    uint64_t hash[SAMPLES];
    struct sample_set unknown;
};

/* A condition. */
struct truth {
    struct sample_set holds, unknown;
};

/* The freedoms that a profile gives selection. */
struct term_rules {
    bool joins_products, negates_sums, turns_constants;
};

/* Returns the freedoms of a profile. */
struct term_rules term_rules_of(const struct profile *profile);

/* Tags that start an operation's number. Instructions have further tags, from enum sfp_id and the mode. */
enum term_tag {
    TERM_ENTRY = 1, TERM_CELL, TERM_LOAD, TERM_STORE, TERM_STORE_BESIDE, TERM_STORED, TERM_KEPT, TERM_MULTIPLY_ADD,
    TERM_PRODUCT, TERM_SUM, TERM_INTEGER_SUM, TERM_INTEGER_DIFFERENCE, TERM_AND, TERM_OR, TERM_XOR, TERM_MINIMUM,
    TERM_MAXIMUM, TERM_GREATER, TERM_ZERO, TERM_HALF, TERM_RANDOM, TERM_CONFIG, TERM_UNFOLLOWED, TERM_NAMED, TERM_EPOCH,
    TERM_LANES, TERM_INSN,
};

/* ---- One sample ----
 * Bit 63 holds a term's sign, bits 1:0 hold its kind. */

enum { TERM_OTHER, TERM_CONSTANT, TERM_IS_PRODUCT, TERM_IS_HALF, TERM_KINDS };

static const uint64_t TERM_SIGN = UINT64_C(1) << 63;

/* Continues a hash with the number `with`. */
static inline uint64_t term_mix(uint64_t hash, uint64_t with)
{
    hash = hash * UINT64_C(0x9E3779B97F4A7C15) + with;
    hash ^= hash >> 32;
    hash *= UINT64_C(0xD6E8FEB86659FD93);
    return hash ^ hash >> 29;
}

/* The start of an operation's number in sample `i`. */
static inline uint64_t term_begin(uint64_t tag, unsigned i)
{
    return tag * UINT64_C(0xA0761D6478BD642F) + (i + 1) * UINT64_C(0xE7037ED1A0B428DB);
}

/* Is the condition with this hash true in sample `i`? The result is a fixed random draw. */
static inline bool term_draw(uint64_t hash, unsigned i)
{
    return (hash >> 40 & UINT8_MAX) < sample_odds(i);
}

static inline unsigned term_kind(uint64_t term)
{
    return term & (TERM_KINDS - 1);
}

/* Bits 17:2 of x - x, whose sign is unknown. No other term of the kind TERM_OTHER has these bits: a sum that had them
 * by chance would lose its sign, and a - b would differ from -(b - a). */
enum { TERM_CANCELLED_LSB = 2, TERM_CANCELLED_MASK = 0xFFFF, TERM_CANCELLED = 0x5AC3 };

/* Is the term x - x, or a product or sum of it? */
static inline bool term_is_cancelled(uint64_t term)
{
    return term_kind(term) == TERM_OTHER && (term >> TERM_CANCELLED_LSB & TERM_CANCELLED_MASK) == TERM_CANCELLED;
}

/* The number of a term known only by its hash. */
static inline uint64_t term_opaque(uint64_t hash, unsigned i)
{
    const uint64_t term = hash & ~TERM_SIGN & ~(uint64_t)(TERM_KINDS - 1);

    return (term_is_cancelled(term) ? term ^ UINT64_C(1) << TERM_CANCELLED_LSB : term) |
           (term_draw(hash, i) ? TERM_SIGN : 0);
}

/* Returns -x. */
static inline uint64_t term_negated(uint64_t term)
{
    return term_is_cancelled(term) ? term : term ^ TERM_SIGN;
}

/* The term of 32 known bits; term_bits() returns the bits. */
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

/* Return a + b and a - b of integers. */
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

/* An operation with two exchangeable operands. */
static inline uint64_t term_of_pair(enum term_tag tag, uint64_t a, uint64_t b, unsigned i)
{
    const uint64_t low = a < b ? a : b, high = a < b ? b : a;

    return term_opaque(term_mix(term_mix(term_begin(tag, i), low), high), i);
}

/* a * b + c. */
uint64_t term_multiply_add(const struct term_rules *rules, uint64_t a, uint64_t b, uint64_t c, unsigned i);

/* Returns `old` with one half replaced. */
uint64_t term_with_half(uint64_t old, uint32_t half, bool upper, unsigned i);

/* Are all bits of the term 0? */
bool term_is_zero(uint64_t term, unsigned i);

/* Is a > b, compared by sign and magnitude? */
static inline bool term_is_greater(uint64_t a, uint64_t b, unsigned i)
{
    return term_draw(term_mix(term_mix(term_begin(TERM_GREATER, i), a), b), i);
}

/* ---- All samples ---- */

/* Sets a term that differs from every term with another tag or number. */
void term_set_fresh(struct term *term, enum term_tag tag, uint64_t number);

/* Sets a term to the same 32 known bits in all samples. */
void term_set_constant(struct term *term, uint32_t bits);

/* Copies `source` to *into in the samples of `lanes`. Where `lanes` is unknown, the result becomes unknown. */
void term_merge(struct term *into, const struct term *source, const struct truth *lanes);

/* Returns the first sample of `lanes` in which `a` is known and `b` differs; -1 if no sample differs. */
int term_difference(const struct term *a, const struct term *b, const struct sample_set *lanes);

#endif
