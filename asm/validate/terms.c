/* Operations on terms, sample by sample. */
#include "terms.h"

#include "isa/vector_unit.h"

struct term_rules term_rules_of(const struct profile *profile)
{
    return (struct term_rules){
        .joins_products = profile->products == PRODUCTS_IN_SUMS,
        .negates_sums = profile->products == PRODUCTS_IN_SUMS && profile->negations == NEGATIONS_OF_RESULTS,
        .turns_constants = profile->immediates != IMMEDIATES_NONE,
    };
}

/* ---- Products and sums ---- */

static uint64_t without_sign(uint64_t term)
{
    return term & ~TERM_SIGN;
}

static void swap_terms(uint64_t *a, uint64_t *b)
{
    const uint64_t old = *a;

    *a = *b;
    *b = old;
}

/* Puts a constant factor second; of two constants, the larger. */
static void order_factors(const struct term_rules *rules, uint64_t *a, uint64_t *b)
{
    if (rules->turns_constants && term_is_constant(*a) &&
        (!term_is_constant(*b) || without_sign(*a) > without_sign(*b)))
        swap_terms(a, b);
}

/* Returns the term of x - x, or of a product or sum of x - x alone. */
static uint64_t cancelled_term(uint64_t hash)
{
    const uint64_t low = (uint64_t)TERM_CANCELLED_MASK << TERM_CANCELLED_LSB | (TERM_KINDS - 1);

    return (hash & ~TERM_SIGN & ~low) | (uint64_t)TERM_CANCELLED << TERM_CANCELLED_LSB | TERM_OTHER;
}

/* Returns the term, negated if `other` is negative. */
static uint64_t with_sign_of(uint64_t term, uint64_t other)
{
    return other & TERM_SIGN ? term_negated(term) : term;
}

static uint64_t product_of_both(uint64_t a, uint64_t b, unsigned i)
{
    const uint64_t hash = term_mix(term_mix(term_begin(TERM_PRODUCT, i), without_sign(a)), without_sign(b));

    if (term_is_cancelled(a) || term_is_cancelled(b))
        return cancelled_term(hash);
    return (term_opaque(hash, i) | TERM_IS_PRODUCT) ^ ((a ^ b) & TERM_SIGN);
}

/* Returns 1 * x: x itself if x is a product, already rounded, or is 0 or -0. */
static uint64_t round_term(uint64_t term, unsigned i)
{
    if (term_kind(term) == TERM_IS_PRODUCT || without_sign(term) == term_constant(0) || term_is_cancelled(term))
        return term;
    return product_of_both(term, term_constant(SFP_BITS_ONE), i);
}

static uint64_t multiply_terms(const struct term_rules *rules, uint64_t a, uint64_t b, unsigned i)
{
    const uint64_t one = term_constant(SFP_BITS_ONE);

    if (without_sign(a) == one)
        return round_term(with_sign_of(b, a), i);
    if (without_sign(b) == one)
        return round_term(with_sign_of(a, b), i);
    order_factors(rules, &a, &b);
    return product_of_both(a, b, i);
}

/* Is a sum with this term the other operand, rounded? -0 counts too if the profile ignores the sign of a zero sum. */
static bool is_zero_addend(const struct term_rules *rules, uint64_t term)
{
    return (rules->negates_sums ? without_sign(term) : term) == term_constant(0);
}

/* Returns the sum of two zeros: -0 if both are -0. */
static uint64_t sum_of_zeros(uint64_t a, uint64_t b)
{
    return a & b;
}

/* Orders the operands of a sum: the smaller first; x - x second, because its sign is not the sum's. */
static void order_summands(uint64_t *a, uint64_t *b)
{
    const bool first_cancelled = term_is_cancelled(*a), second_cancelled = term_is_cancelled(*b);
    const bool greater = without_sign(*a) > without_sign(*b) || (without_sign(*a) == without_sign(*b) && *a > *b);

    if (first_cancelled == second_cancelled ? greater : first_cancelled)
        swap_terms(a, b);
}

static uint64_t add_terms(const struct term_rules *rules, uint64_t a, uint64_t b, unsigned i)
{
    const bool first = is_zero_addend(rules, b);
    uint64_t sign, hash;

    if (without_sign(a) == term_constant(0) && without_sign(b) == term_constant(0))
        return sum_of_zeros(a, b);
    if (first || is_zero_addend(rules, a))
        return round_term(first ? a : b, i);
    a = round_term(a, i);
    b = round_term(b, i);
    order_summands(&a, &b);
    sign = rules->negates_sums ? a & TERM_SIGN : 0;
    hash = term_mix(term_mix(term_begin(TERM_SUM, i), a ^ sign), with_sign_of(b, sign));
    if (rules->negates_sums && (b == (a ^ TERM_SIGN) || term_is_cancelled(a)))
        return cancelled_term(hash);
    return term_opaque(hash, i) ^ sign;
}

/* Returns a multiply-add that is rounded once and not exchangeable, except that a constant factor has a fixed place. */
static uint64_t multiply_add_alone(const struct term_rules *rules, uint64_t a, uint64_t b, uint64_t c, unsigned i)
{
    order_factors(rules, &a, &b);
    if (rules->turns_constants && b == term_constant(SFP_BITS_ONE) && term_is_constant(a) && !term_is_constant(c))
        swap_terms(&a, &c);
    return term_opaque(term_mix(term_mix(term_mix(term_begin(TERM_MULTIPLY_ADD, i), a), b), c), i);
}

uint64_t term_multiply_add(const struct term_rules *rules, uint64_t a, uint64_t b, uint64_t c, unsigned i)
{
    if (!rules->joins_products)
        return multiply_add_alone(rules, a, b, c, i);
    return add_terms(rules, multiply_terms(rules, a, b, i), c, i);
}

/* ---- Halves ----
 * A term of kind TERM_IS_HALF has one known half. Bit 62: the upper half is known. Bits 17:2: the known half,
 * without the sign, which is bit 63. Bits 61:18: a hash of the other half. */

enum { HALF_LSB = 2, HALF_BITS = 16, REST_LSB = HALF_LSB + HALF_BITS, UPPER_BIT = 62 };

static const uint64_t REST_MASK = ((UINT64_C(1) << UPPER_BIT) - 1) & ~((UINT64_C(1) << REST_LSB) - 1);

static bool knows_upper(uint64_t term)
{
    return term >> UPPER_BIT & 1;
}

static uint32_t known_half(uint64_t term)
{
    const uint32_t half = term >> HALF_LSB & UINT16_MAX;

    return knows_upper(term) ? half | (term & TERM_SIGN ? 1u << (HALF_BITS - 1) : 0) : half;
}

static uint64_t half_known(uint32_t half, bool upper, uint64_t sign, uint64_t rest)
{
    const uint32_t payload = upper ? half & INT16_MAX : half;

    if (upper)
        sign = half >> (HALF_BITS - 1) ? TERM_SIGN : 0;
    return sign | (uint64_t)upper << UPPER_BIT | (rest & REST_MASK) | (uint64_t)payload << HALF_LSB | TERM_IS_HALF;
}

uint64_t term_with_half(uint64_t old, uint32_t half, bool upper, unsigned i)
{
    const uint32_t other = term_is_constant(old) ? term_bits(old) : known_half(old) << (upper ? 0 : HALF_BITS);
    const bool is_half = term_kind(old) == TERM_IS_HALF;

    if (term_is_constant(old) || (is_half && knows_upper(old) != upper))
        return term_constant(upper ? half << HALF_BITS | (other & UINT16_MAX) : half | (other & ~(uint32_t)UINT16_MAX));
    if (is_half)
        return half_known(half, upper, old & TERM_SIGN, old);
    return half_known(half, upper, old & TERM_SIGN, term_mix(term_begin(TERM_HALF, i) + upper, without_sign(old)));
}

/* ---- Conditions ---- */

bool term_is_zero(uint64_t term, unsigned i)
{
    if (term_is_constant(term))
        return term_bits(term) == 0;
    if (term_kind(term) == TERM_IS_HALF && known_half(term) != 0)
        return false;
    return term_draw(term_mix(term_begin(TERM_ZERO, i), term), i);
}

/* ---- All samples ---- */

void term_set_fresh(struct term *term, enum term_tag tag, uint64_t number)
{
    for (unsigned i = 0; i < SAMPLES; i++)
        term->hash[i] = term_opaque(term_mix(term_begin(tag, i), number), i);
    term->unknown = sample_set_of(false);
}

void term_set_constant(struct term *term, uint32_t bits)
{
    for (unsigned i = 0; i < SAMPLES; i++)
        term->hash[i] = term_constant(bits);
    term->unknown = sample_set_of(false);
}

void term_merge(struct term *into, const struct term *source, const struct truth *lanes)
{
    for (unsigned i = 0; i < SAMPLES; i++)
        into->hash[i] = sample_in(&lanes->holds, i) ? source->hash[i] : into->hash[i];
    SAMPLE_SET(&into->unknown, (lanes->holds.words[k] & source->unknown.words[k]) |
                                   (~lanes->holds.words[k] & into->unknown.words[k]) | lanes->unknown.words[k]);
}

int term_difference(const struct term *a, const struct term *b, const struct sample_set *lanes)
{
    for (unsigned k = 0; k < SAMPLE_WORDS; k++) {
        const uint64_t compared = lanes->words[k] & ~a->unknown.words[k];

        for (unsigned bit = 0; compared && bit < SAMPLE_WORD_BITS; bit++) {
            const unsigned i = k * SAMPLE_WORD_BITS + bit;

            if (compared >> bit & 1 && a->hash[i] != b->hash[i])
                return (int)i;
        }
    }
    return -1;
}
