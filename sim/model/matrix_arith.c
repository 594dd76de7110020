/*
 * Arithmetic of the matrix unit (sfpu-matrix(7), Arithmetic). Rows are taken column by column in loops without
 * branches, which compilers turn into vector code.
 */
#include "matrix_arith.h"

enum {
    COLUMNS = SFP_MATRIX_COLUMNS,
    GROUP = 8,              /* number of products that are summed exactly */
    GROUPS = SFP_MATRIX_SUMMED / GROUP,
    HIDDEN_BIT = 1 << SFP_SOURCE_MANTISSA_BITS,
    TERM_SHIFT = 13,        /* distance from a product's or a sum's unit to a unit of Dst's 24-bit mantissa */
    DST_MANTISSA_BITS = 24, /* with the hidden bit */
    NARROW_UNIT = 1 << TERM_SHIFT, /* rounding unit for terms before their sum with 16-bit Dst */
    LONGEST_SHIFT = 30,
};

/* ---- Formats ---- */

static bool one_of(unsigned format, uint32_t formats)
{
    return formats >> format & 1;
}

bool sfp_narrow_exponents(unsigned format)
{
    enum {
        NARROW = 1 << SFP_DATA_FP16 | 1 << SFP_DATA_BFP8A | 1 << SFP_DATA_BFP4A | 1 << SFP_DATA_FP8 |
                 1 << SFP_DATA_BFP2A | 1 << SFP_DATA_INT8,
    };

    return one_of(format, NARROW);
}

/* Returns sfp_source_taken()'s bits as a mask. */
static uint32_t taken_bits(unsigned format)
{
    enum {
        FP16_KIND = 1 << SFP_DATA_FP16 | 1 << SFP_DATA_FP8,
        SIGN = 1 << SFP_SOURCE_SIGN_LSB,
        MANTISSA_LOST = SFP_SOURCE_MANTISSA & ~SFP_SOURCE_BF16_MANTISSA,
    };

    if (one_of(format, FP16_KIND))
        return SIGN | SFP_SOURCE_FP16_EXPONENT << SFP_SOURCE_EXPONENT_LSB | SFP_SOURCE_MANTISSA;
    if (format == SFP_DATA_TF32 || format == SFP_DATA_INT8)
        return SFP_SOURCE_BITS;
    return SFP_SOURCE_BITS & ~(uint32_t)MANTISSA_LOST;
}

uint32_t sfp_source_taken(unsigned format, uint32_t datum)
{
    return datum & taken_bits(format);
}

static inline int32_t source_exponent(uint32_t datum)
{
    return (int32_t)(datum >> SFP_SOURCE_EXPONENT_LSB & SFP_SOURCE_EXPONENT);
}

/* Returns the mantissa with its hidden bit: 11 bits. */
static inline int32_t source_mantissa(uint32_t datum)
{
    return (int32_t)((datum & SFP_SOURCE_MANTISSA) | HIDDEN_BIT);
}

/* Returns -1 for a negative datum, and 0 otherwise. */
static inline int32_t source_sign(uint32_t datum)
{
    return -(int32_t)(datum >> SFP_SOURCE_SIGN_LSB & 1);
}

/* ---- Terms, the addends to Dst ---- */

/* A number: sign 0 or -1, exponent, and mantissa in units of Dst's 24-bit mantissa. */
struct term {
    int32_t sign, exponent, mantissa;
};

struct terms {
    int32_t sign[COLUMNS], exponent[COLUMNS], mantissa[COLUMNS];
};

/* Bits of a Dst datum. */
enum {
    BF16_EXPONENT_BITS = 8,
    FP16_EXPONENT_BITS = 5,
    BF16_MANTISSA_BITS = 7,
    FP16_MANTISSA_BITS = 10,
    HALF_BITS = 16,
    SIGN_16 = 15,
    MOST_8 = 0xFF,  /* largest exponent of 8 bits */
    MOST_5 = 0x1F,
};

/* Moves a 32-bit number, sign first, into the order of cells, in which BF16 has its exponent in the low bits; and
 * back. */
static inline uint32_t cells_of_number(uint32_t v)
{
    return (v & 0x80000000u) | (v >> HALF_BITS & 0x7F) << 24 | (v >> 23 & MOST_8) << HALF_BITS | (v & 0xFFFF);
}

static inline uint32_t number_of_cells(uint32_t cells)
{
    return (cells & 0x80000000u) | (cells >> HALF_BITS & MOST_8) << 23 | (cells >> 24 & 0x7F) << HALF_BITS
           | (cells & 0xFFFF);
}

/* Returns the term for a floating-point number with the fields given. Exponent 0 is zero, whatever the mantissa. */
static inline struct term term_of_fields(uint32_t sign, uint32_t exponent, uint32_t mantissa, unsigned mantissa_bits)
{
    const int32_t m = (int32_t)((mantissa | 1u << mantissa_bits) << (DST_MANTISSA_BITS - 1 - mantissa_bits));

    return (struct term){-(int32_t)sign, (int32_t)exponent, exponent ? m : 0};
}

static inline struct term decode_cell(const struct sfp_matrix_form *form, uint32_t cell)
{
    if (form->wide) {
        const uint32_t number = number_of_cells(cell);

        return term_of_fields(number >> 31, number >> 23 & MOST_8, number & 0x7FFFFF, 23);
    }
    if (form->narrow_exponents)
        return term_of_fields(cell >> SIGN_16 & 1, cell & MOST_5, cell >> FP16_EXPONENT_BITS & 0x3FF,
                              FP16_MANTISSA_BITS);
    return term_of_fields(cell >> SIGN_16 & 1, cell & MOST_8, cell >> BF16_EXPONENT_BITS & 0x7F, BF16_MANTISSA_BITS);
}

/* Makes a Dst datum of a mantissa of 24 bits. Exponents that are too large give the largest number that the format
 * can express: an infinity, or FP16's exponent 31 with all mantissa bits. */
static inline uint32_t encode_cell(const struct sfp_matrix_form *form, int32_t sign, int32_t exponent,
                                   uint32_t mantissa)
{
    const uint32_t s = sign ? 1 : 0;
    uint32_t fraction = mantissa & 0x7FFFFF, e = (uint32_t)exponent;

    if (exponent <= 0)
        return 0;
    if (form->narrow_exponents && !form->wide) {
        const bool over = exponent > MOST_5;

        return s << SIGN_16 | (over ? 0x3FF : fraction >> TERM_SHIFT) << FP16_EXPONENT_BITS | (over ? MOST_5 : e);
    }
    if (exponent >= MOST_8) {
        e = MOST_8;
        fraction = 0;
    }
    if (form->wide)
        return cells_of_number(s << 31 | e << 23 | fraction);
    return s << SIGN_16 | fraction >> HALF_BITS << BF16_EXPONENT_BITS | e;
}

/* ---- Sums with Dst: both terms and Dst are aligned, rounded, added, normalised and rounded again ---- */

/* Shifts a magnitude right by `n`, and rounds halves up, or down if `down` is 1. Without branches: from 31 places on,
 * nothing is left of a magnitude, which has at most 29 bits. */
static inline int32_t shift_rounded(int32_t magnitude, int32_t n, int32_t down)
{
    const int32_t places = n < LONGEST_SHIFT + 1 ? n : LONGEST_SHIFT + 1;
    const uint32_t half = (1u << places) >> 1;

    return (int32_t)(((uint32_t)magnitude + half - (uint32_t)(places ? down : 0)) >> places);
}

/* Brings a term to exponent `to`, and for 16-bit Dst to whole units of its rounding. Halves of negative terms are
 * rounded towards zero, if `halves_by_sign`. */
static inline int32_t align_term(bool wide, struct term t, int32_t to, bool halves_by_sign)
{
    const int32_t down = halves_by_sign ? -t.sign : 0;
    const int32_t aligned = shift_rounded(t.mantissa, to - t.exponent, down);

    return wide ? aligned : (aligned + NARROW_UNIT / 2 - down) & -NARROW_UNIT;
}

static inline int32_t greater(int32_t x, int32_t y)
{
    return x > y ? x : y;
}

/* Rounds a nonzero magnitude to a Dst datum; `exponent` belongs to a 24-bit mantissa. */
static inline uint32_t round_sum(const struct sfp_matrix_form *form, int32_t sign, int32_t exponent, uint32_t man)
{
    enum { WORMHOLE_ERROR = 27 };
    const int32_t lost = form->wide ? 0 : form->narrow_exponents ? TERM_SHIFT : HALF_BITS;
    int32_t up = __builtin_clz(man) - (32 - DST_MANTISSA_BITS);

    if (form->cancel_error && sign && man == 1)
        up -= WORMHOLE_ERROR;
    exponent -= up;
    up -= lost;
    man = up < 0 ? (man + (1u << (-up - 1))) >> -up : man << up;
    man <<= lost;
    return encode_cell(form, sign, exponent + (int32_t)(man >> DST_MANTISSA_BITS & 1), man);
}

static inline struct term term_at(const struct terms *terms, unsigned column)
{
    return (struct term){terms->sign[column], terms->exponent[column], terms->mantissa[column]};
}

/* Adds two terms to Dst, column by column. Each sum is a magnitude with a separate sign. */
static inline void sum_terms(bool wide, const struct terms *dst, const struct terms *x, const struct terms *y,
                             struct terms *sum)
{
    for (unsigned j = 0; j < COLUMNS; j++) {
        const int32_t to = greater(dst->exponent[j], greater(x->exponent[j], y->exponent[j]));
        const int32_t against_x = x->sign[j] ^ dst->sign[j], against_y = y->sign[j] ^ dst->sign[j];
        const int32_t mx = align_term(wide, term_at(x, j), to, true), my = align_term(wide, term_at(y, j), to, true);
        const int32_t total = align_term(wide, term_at(dst, j), to, false) + ((mx ^ against_x) - against_x)
                              + ((my ^ against_y) - against_y);
        const int32_t negative = total < 0 ? -1 : 0;

        sum->sign[j] = dst->sign[j] ^ negative;
        sum->exponent[j] = to;
        sum->mantissa[j] = to > 0 ? (total ^ negative) - negative : 0;
    }
}

/* Returns the columns in which a sum is -1 unit. */
static uint32_t columns_of_minus_one(const struct terms *sum)
{
    uint32_t columns = 0;

    for (unsigned j = 0; j < COLUMNS; j++)
        columns |= (uint32_t)(sum->sign[j] && sum->mantissa[j] == 1) << j;
    return columns;
}

/* Adds two terms to a row of Dst, the operation's row `i`. */
static inline void add_to_row(const struct sfp_matrix_form *form, const struct terms *x, const struct terms *y,
                              unsigned i, sfp_cell_row row)
{
    struct terms dst, sum;

    for (unsigned j = 0; j < COLUMNS; j++) {
        const struct term t = decode_cell(form, row[j]);

        dst.sign[j] = t.sign;
        dst.exponent[j] = t.exponent;
        dst.mantissa[j] = t.mantissa;
    }
    sum_terms(form->wide, &dst, x, y, &sum);
    if (form->cancelled)
        form->cancelled[i] = columns_of_minus_one(&sum);
    for (unsigned j = 0; j < COLUMNS; j++)
        row[j] = sum.mantissa[j] ? round_sum(form, sum.sign[j], sum.exponent[j], (uint32_t)sum.mantissa[j]) : 0;
}

/* ---- Products ---- */

/* Returns the number that a product's exponent adds to its factors' exponents. */
static int32_t exponent_change(const struct sfp_matrix_form *form)
{
    enum {
        BIAS_8 = 127,
        BIAS_5 = 15,
        WIDENING = BIAS_8 - 2 * BIAS_5, /* a product has two biases of 5 bits, and Dst one bias of 8 bits */
        LOW_OF_A = 5, /* distance in bits from SrcA's high mantissa part down to the low part */
        LOW_OF_B = 7,
    };
    int32_t change = form->narrow_exponents ? (form->wide ? WIDENING : -BIAS_5) : -BIAS_8;

    if (form->phase & 1)
        change -= LOW_OF_A;
    if (form->phase & 2)
        change -= LOW_OF_B;
    return change;
}

/* Returns the part of SrcA's mantissa that a phase multiplies: 5 bits. */
static inline int32_t factor_a(uint32_t datum, unsigned phase)
{
    const int32_t m = source_mantissa(datum);

    return phase & 1 ? m >> 1 & 0x1F : m >> 6;
}

/* Returns the part of SrcB's mantissa that a phase multiplies: 7 bits. */
static inline int32_t factor_b(uint32_t datum, unsigned phase)
{
    const int32_t m = source_mantissa(datum);

    return phase & 2 ? (m & 0xF) << 3 : m >> 4;
}

/* SrcA's factors for an instruction, split into their fields. */
struct factors {
    int32_t sign[SFP_MATRIX_SUMMED][COLUMNS];
    int32_t exponent[SFP_MATRIX_SUMMED][COLUMNS];
    int32_t mantissa[SFP_MATRIX_SUMMED][COLUMNS];
    int32_t zero[SFP_MATRIX_SUMMED][COLUMNS]; /* -1 for a zero, and 0 otherwise */
};

static void split_factors(const struct sfp_matrix_form *form, const sfp_source_row *a, struct factors *f)
{
    const uint32_t taken = taken_bits(form->a);

    for (unsigned k = 0; k < SFP_MATRIX_SUMMED; k++) {
        for (unsigned j = 0; j < COLUMNS; j++) {
            const uint32_t datum = a[k][j] & taken;
            const int32_t exponent = source_exponent(datum), zero = exponent == 0 ? -1 : 0;

            f->zero[k][j] = zero;
            f->sign[k][j] = source_sign(datum) & ~zero;
            f->exponent[k][j] = exponent;
            f->mantissa[k][j] = factor_a(datum, form->phase) & ~zero;
        }
    }
}

/* A group's products, with their greatest exponent by column. */
struct products {
    int32_t mantissa[GROUP][COLUMNS], exponent[GROUP][COLUMNS], sign[GROUP][COLUMNS];
    int32_t greatest[COLUMNS];
};

/* Multiplies a SrcA row by one SrcB datum, as product `k` in a group. */
static inline void multiply_row(const struct sfp_matrix_form *form, const struct factors *f, unsigned row,
                                uint32_t datum, struct products *p, unsigned k)
{
    const int32_t change = exponent_change(form), of_zero = greater(change, 0);
    const int32_t exponent = source_exponent(datum), zero = exponent == 0 ? -1 : 0;
    const int32_t sign = source_sign(datum), mantissa = factor_b(datum, form->phase) & ~zero;

    for (unsigned j = 0; j < COLUMNS; j++) {
        const int32_t none = f->zero[row][j] | zero;
        const int32_t sum = f->exponent[row][j] + exponent + change;

        p->exponent[k][j] = (sum & ~none) | (of_zero & none);
        p->mantissa[k][j] = f->mantissa[row][j] * mantissa;
        p->sign[k][j] = f->sign[row][j] ^ sign;
        p->greatest[j] = greater(p->greatest[j], p->exponent[k][j]);
    }
}

/* Sums a group: products are aligned to the greatest exponent, with halves rounded up, and added exactly. A group
 * without a positive exponent is zero. */
static inline void sum_group(const struct products *p, struct terms *sum)
{
    int32_t total[COLUMNS] = {0};

    for (unsigned k = 0; k < GROUP; k++) {
        for (unsigned j = 0; j < COLUMNS; j++) {
            const int32_t distance = p->greatest[j] - p->exponent[k][j];
            const int32_t n = distance < LONGEST_SHIFT ? distance : LONGEST_SHIFT;
            const uint32_t m = (uint32_t)p->mantissa[k][j];
            const int32_t rounded = (int32_t)(((m << 1) + (1u << n)) >> (n + 1));

            total[j] += (rounded ^ p->sign[k][j]) - p->sign[k][j];
        }
    }
    for (unsigned j = 0; j < COLUMNS; j++) {
        const int32_t lives = p->greatest[j] > 0 ? -1 : 0, negative = total[j] < 0 ? -1 : 0;

        sum->sign[j] = negative & lives;
        sum->exponent[j] = p->greatest[j] & lives;
        sum->mantissa[j] = (((total[j] ^ negative) - negative) << TERM_SHIFT) & lives;
    }
}

static void multiply_floats(const struct sfp_matrix_form *form, const sfp_source_row *a, const sfp_source_row *b,
                            unsigned rows, sfp_cell_row *dst)
{
    const uint32_t taken = taken_bits(form->b);
    struct factors f;

    split_factors(form, a, &f);
    for (unsigned i = 0; i < rows; i++) {
        struct terms sum[GROUPS];

        for (unsigned group = 0; group < GROUPS; group++) {
            struct products p;

            for (unsigned j = 0; j < COLUMNS; j++)
                p.greatest[j] = INT32_MIN;
            for (unsigned k = 0; k < GROUP; k++)
                multiply_row(form, &f, GROUP * group + k, b[i][GROUP * group + k] & taken, &p, k);
            sum_group(&p, &sum[group]);
        }
        add_to_row(form, &sum[0], &sum[1], i, dst[i]);
    }
}

/* Returns one product, as a term. */
static inline struct term product_term(const struct sfp_matrix_form *form, uint32_t a, uint32_t b)
{
    const int32_t change = exponent_change(form);
    const int32_t exponent = source_exponent(a) + source_exponent(b) + change;

    if (source_exponent(a) == 0 || source_exponent(b) == 0 || exponent <= 0)
        return (struct term){0, greater(change, 0), 0};
    return (struct term){source_sign(a) ^ source_sign(b), exponent,
                         factor_a(a, form->phase) * factor_b(b, form->phase) << TERM_SHIFT};
}

/* ---- Sums of two sources ---- */

/* Returns the exponent of a sum, which in 32-bit Dst has 8 bits. */
static inline int32_t sum_exponent(const struct sfp_matrix_form *form, int32_t exponent)
{
    enum { REBIASED = 127 - 15, OF_ZERO = 127 - 2 * 15 };

    if (!form->narrow_exponents || !form->wide)
        return exponent;
    return exponent ? exponent + REBIASED : OF_ZERO;
}

/* Returns a + b as a term. The smaller operand is aligned to the larger, with halves rounded up. */
static inline struct term sum_term(const struct sfp_matrix_form *form, uint32_t a, uint32_t b)
{
    enum { MAGNITUDE = (1 << SFP_SOURCE_SIGN_LSB) - 1, TOO_FAR = 12 };
    const uint32_t x = source_exponent(a) ? a : 0, y = source_exponent(b) ? b : 0;
    const bool swapped = (y & MAGNITUDE) > (x & MAGNITUDE);
    const uint32_t large = swapped ? y : x, small = swapped ? x : y;
    const int32_t distance = source_exponent(large) - source_exponent(small);
    const int32_t large_mantissa = source_exponent(large) ? source_mantissa(large) : 0;
    const int32_t small_mantissa = source_exponent(small) ? source_mantissa(small) : 0;
    const int32_t added = distance < TOO_FAR ? shift_rounded(small_mantissa, distance, 0) : 0;
    const bool alike = source_sign(large) == source_sign(small);

    return (struct term){source_sign(large), sum_exponent(form, source_exponent(large)),
                         (alike ? large_mantissa + added : large_mantissa - added) << TERM_SHIFT};
}

/* ---- Integers ---- */

static inline int32_t magnitude_taken(uint32_t datum, uint32_t mask)
{
    return source_exponent(datum) ? (int32_t)(datum & SFP_SOURCE_MANTISSA & mask) : 0;
}

static inline int32_t integer_taken(uint32_t datum, uint32_t mask)
{
    return (magnitude_taken(datum, mask) ^ source_sign(datum)) - source_sign(datum);
}

/* Return the bits of SrcA's and SrcB's magnitudes that a phase multiplies. */
static uint32_t integer_bits_a(unsigned phase)
{
    return phase & 1 ? 0x1F : 0xE0;
}

static uint32_t integer_bits_b(unsigned phase)
{
    return phase & 2 ? 0xF : 0x3F0;
}

/* Returns Dst + v, which stays within 31 bits and a sign. */
static inline uint32_t add_integer(uint32_t cell, int64_t v)
{
    const uint32_t number = number_of_cells(cell);
    const int64_t magnitude = number & INT32_MAX;
    const int64_t sum = (number >> 31 ? -magnitude : magnitude) + v;
    const int64_t most = sum < 0 ? -sum : sum;
    const uint32_t kept = most > INT32_MAX ? INT32_MAX : (uint32_t)most;

    return cells_of_number((sum < 0 ? 0x80000000u : 0) | kept);
}

static void multiply_integers(const struct sfp_matrix_form *form, const sfp_source_row *a, const sfp_source_row *b,
                              unsigned rows, sfp_cell_row *dst)
{
    const uint32_t bits_a = integer_bits_a(form->phase), bits_b = integer_bits_b(form->phase);

    for (unsigned i = 0; i < rows; i++) {
        int32_t sum[COLUMNS] = {0};

        for (unsigned k = 0; k < SFP_MATRIX_SUMMED; k++)
            for (unsigned j = 0; j < COLUMNS; j++)
                sum[j] += integer_taken(b[i][k], bits_b) * integer_taken(a[k][j], bits_a);
        for (unsigned j = 0; j < COLUMNS; j++)
            dst[i][j] = add_integer(dst[i][j], sum[j]);
    }
}

static int32_t combine_integers(const struct sfp_matrix_form *form, enum sfp_elementwise operation, uint32_t a,
                                uint32_t b)
{
    if (operation == SFP_ELEMENTWISE_MULTIPLY)
        return integer_taken(a, integer_bits_a(form->phase)) * integer_taken(b, integer_bits_b(form->phase));
    return integer_taken(a, SFP_SOURCE_MANTISSA) + integer_taken(b, SFP_SOURCE_MANTISSA);
}

/* ---- Instructions ---- */

void sfp_matrix_multiply(const struct sfp_matrix_form *form, const sfp_source_row *a, const sfp_source_row *b,
                         unsigned rows, sfp_cell_row *dst)
{
    if (form->integers)
        multiply_integers(form, a, b, rows, dst);
    else
        multiply_floats(form, a, b, rows, dst);
}

static void combine_floats(const struct sfp_matrix_form *form, enum sfp_elementwise operation, const sfp_source_row a,
                           const sfp_source_row b, sfp_cell_row dst)
{
    const struct terms zeros = {0};
    struct terms terms;

    for (unsigned j = 0; j < COLUMNS; j++) {
        const struct term t = operation == SFP_ELEMENTWISE_MULTIPLY ? product_term(form, a[j], b[j])
                                                                    : sum_term(form, a[j], b[j]);

        terms.sign[j] = t.sign;
        terms.exponent[j] = t.exponent;
        terms.mantissa[j] = t.mantissa;
    }
    add_to_row(form, &terms, &zeros, 0, dst);
}

static void combine_rows_of_integers(const struct sfp_matrix_form *form, enum sfp_elementwise operation,
                                     const sfp_source_row a, const sfp_source_row b, sfp_cell_row dst)
{
    for (unsigned j = 0; j < COLUMNS; j++)
        dst[j] = add_integer(dst[j], combine_integers(form, operation, a[j], b[j]));
}

void sfp_matrix_elementwise(const struct sfp_matrix_form *form, enum sfp_elementwise operation, bool accumulate,
                            const sfp_source_row a, const sfp_source_row b, sfp_cell_row dst)
{
    const uint32_t flip = operation == SFP_ELEMENTWISE_SUBTRACT ? 1u << SFP_SOURCE_SIGN_LSB : 0;
    const uint32_t taken_a = taken_bits(form->a), taken_b = taken_bits(form->b);
    const uint32_t kept = accumulate || operation == SFP_ELEMENTWISE_MULTIPLY ? UINT32_MAX : 0;
    sfp_source_row x, y;

    for (unsigned j = 0; j < COLUMNS; j++) {
        x[j] = a[j] & taken_a;
        y[j] = (b[j] ^ flip) & taken_b;
        dst[j] &= kept;
    }
    if (form->integers)
        combine_rows_of_integers(form, operation, x, y, dst);
    else
        combine_floats(form, operation, x, y, dst);
}

/* ---- Maxima ---- */

/* GMPOOL's view: numbers whose bias is the sum of two source biases. */
struct pool_style {
    uint32_t mantissa; /* mask of SrcA's mantissa */
    uint32_t exponent; /* mask of the sources' exponents; 0: integers */
    uint32_t bias;     /* number to add to Dst exponents before a comparison */
    bool wide, narrow;
};

static struct pool_style pool_style(const struct sfp_matrix_form *form)
{
    enum { BIAS_8 = 127, BIAS_5 = 15 };

    const uint32_t mantissa = taken_bits(form->a) & SFP_SOURCE_MANTISSA;

    if (form->integers)
        return (struct pool_style){.mantissa = mantissa, .wide = true};
    if (form->narrow_exponents && !form->wide)
        return (struct pool_style){.mantissa = mantissa, .exponent = SFP_SOURCE_FP16_EXPONENT, .bias = BIAS_5,
                                   .narrow = true};
    return (struct pool_style){.mantissa = mantissa, .exponent = SFP_SOURCE_EXPONENT, .bias = BIAS_8,
                               .wide = form->wide};
}

/* A number that maxima compare: exponent of 9 bits and mantissa of 10 bits, with a sign. */
static inline int32_t pool_number(uint32_t sign, uint32_t exponent, uint32_t mantissa)
{
    const int32_t magnitude = (int32_t)(exponent << SFP_SOURCE_MANTISSA_BITS | mantissa);

    return sign ? -magnitude : magnitude;
}

enum { POOL_EXPONENT = 0x1FF, TF32_LOW = 3, TF32_LOW_LSB = 13 };

/* Returns what an element of SrcA counts in a maximum: the lowest number, if SrcB's datum is zero. */
static inline int32_t pool_source(const struct pool_style *style, uint32_t a, uint32_t b)
{
    const uint32_t ea = (uint32_t)source_exponent(a), eb = (uint32_t)source_exponent(b);

    if (eb == 0)
        return pool_number(1, POOL_EXPONENT, SFP_SOURCE_MANTISSA);
    if (ea == 0)
        return 0;
    return pool_number(a >> SFP_SOURCE_SIGN_LSB & 1, (ea & style->exponent) + (eb & style->exponent),
                       a & style->mantissa);
}

/* Returns what a Dst datum counts in a maximum. */
static inline int32_t pool_cell(const struct pool_style *style, uint32_t cell)
{
    const uint32_t high = style->wide ? cell >> HALF_BITS : cell;
    const uint32_t sign = high >> SIGN_16 & 1, low = style->wide ? cell >> TF32_LOW_LSB & 0x7 : 0;

    if (style->bias == 0) {
        const uint32_t number = number_of_cells(cell);

        return pool_number(sign, number >> SFP_SOURCE_MANTISSA_BITS & POOL_EXPONENT, number & SFP_SOURCE_MANTISSA);
    }
    if (style->narrow)
        return pool_number(sign, (high & MOST_5) + style->bias, high >> FP16_EXPONENT_BITS & 0x3FF);
    return pool_number(sign, (high & MOST_8) + style->bias, (high >> BF16_EXPONENT_BITS & 0x7F) << TF32_LOW | low);
}

/* Returns a maximum as a Dst datum. `negative`: the sign, which a magnitude of 0 has too. */
static inline uint32_t cell_of_pool(const struct pool_style *style, int32_t number)
{
    enum { INTEGER_BITS = 0x1FFF, FP16_ZERO = 0x3F };
    const uint32_t sign = number < 0, magnitude = (uint32_t)(number < 0 ? -number : number);
    const uint32_t exponent = magnitude >> SFP_SOURCE_MANTISSA_BITS, mantissa = magnitude & SFP_SOURCE_MANTISSA;
    uint32_t high;

    if (style->bias == 0)
        return cells_of_number(sign << 31 | (magnitude & INTEGER_BITS));
    if ((style->narrow ? exponent & FP16_ZERO : exponent) == 0)
        return 0;
    if (style->narrow)
        return sign << SIGN_16 | mantissa << FP16_EXPONENT_BITS | ((exponent - style->bias) & MOST_5);
    high = sign << SIGN_16 | mantissa >> TF32_LOW << BF16_EXPONENT_BITS | ((exponent - style->bias) & MOST_8);
    return style->wide ? high << HALF_BITS | (mantissa & 0x7) << TF32_LOW_LSB : high;
}

void sfp_matrix_maximum(const struct sfp_matrix_form *form, const sfp_source_row *a, const sfp_source_row b,
                        sfp_cell_row dst)
{
    const struct pool_style style = pool_style(form);

    for (unsigned j = 0; j < COLUMNS; j++) {
        int32_t most = pool_cell(&style, dst[j]);

        for (unsigned k = 0; k < SFP_MATRIX_SUMMED; k++) {
            const int32_t x = pool_source(&style, a[k][j], b[k]);

            most = x > most ? x : most;
        }
        dst[j] = cell_of_pool(&style, most);
    }
}
