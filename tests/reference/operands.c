#include "operands.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static uint32_t pack(uint32_t sign, uint32_t exponent, uint32_t significand)
{
    return sign << 31 | exponent << 23 | significand;
}

/* ---- One operand ---- */

static const uint8_t exponents[] = {
    0, 1, 2, 3,                                  /* denormals are zeros; flushing */
    22, 23, 24, 25, 26, 27, 28,                  /* a difference with the smallest ones that just aligns away */
    62, 63, 64,                                  /* squares at the lower edge */
    99, 100, 101, 102, 103, 104, 105, 106,       /* 1.0 and an addend that reaches guard, round, sticky, nothing */
    111, 112, 113, 114,                          /* FP16's smallest exponents */
    119, 120, 121, 122,                          /* LUT slopes end; SFPARECIP's exponential starts at 2^-6 */
    124, 125, 126, 127, 128, 129, 130, 131,      /* around 1: LUT cuts, rounding to integers, exp above 2 */
    134, 135,                                    /* UINT8 and INT8 clamp */
    141, 142, 143, 144,                          /* 16-bit integers clamp; FP16's largest exponents */
    149, 150, 151, 152, 153, 154, 155,           /* units in the last place of 1, 2, 4, ... */
    157, 158, 159,                               /* 32-bit integers end */
    189, 190, 191, 192,                          /* squares at the upper edge */
    226, 227, 228, 229, 230,                     /* the last aligned addend of the largest ones */
    251, 252, 253, 254, 255,                     /* overflow; SFPARECIP gives 0; infinities and NaNs */
};

/* Significands with a reason of their own, apart from the runs and single bits below. */
static const uint32_t named_significands[] = {
    0x000000, 0x000003, 0x000005, 0x555555, 0x2AAAAA, 0x249249, 0x333333, 0x4CCCCC,
    0x001001, 0x003000, 0x7FEFFF, 0x7FF001, /* around FP16's half units (runs hold the others) */
    0x008001, 0x018000, 0x7F7FFF, 0x7F8001, /* around BF16's */
    0x31FFFF, 0x320000, 0x317218,           /* SFPARECIP at ln 2 */
    0x123456, 0x2ACBED, 0x490FDB, 0x56594B, 0x7FFFFD, 0x3FFFFE, 0x400001,
};

/*
 * Single bits 2^0 .. 2^22, runs of ones from the top (7FFFFF .. 600000; 400000 is a single bit) and from the bottom
 * (3 bits up: 1, 3 and 7FFFFF have been seen), then the named ones.
 */
enum {
    SINGLE_BITS = 23,
    TOP_RUNS = 22,
    BOTTOM_RUNS = 20,
    PATTERNS = SINGLE_BITS + TOP_RUNS + BOTTOM_RUNS,
};

size_t operand_exponent_count(void) { return COUNT(exponents); }
uint32_t operand_exponent_at(size_t i) { return exponents[i]; }
size_t operand_significand_count(void) { return PATTERNS + COUNT(named_significands); }

uint32_t operand_significand_at(size_t i)
{
    if (i < SINGLE_BITS)
        return UINT32_C(1) << i;
    i -= SINGLE_BITS;
    if (i < TOP_RUNS)
        return 0x7FFFFF & ~((UINT32_C(1) << i) - 1);
    i -= TOP_RUNS;
    if (i < BOTTOM_RUNS)
        return (UINT32_C(1) << (i + 3)) - 1;
    return named_significands[i - BOTTOM_RUNS];
}

size_t operand_count(void) { return 2 * operand_exponent_count() * operand_significand_count(); }

uint32_t operand_at(size_t i)
{
    size_t significands = operand_significand_count();
    size_t sign = i % 2;
    size_t s = i / 2 % significands;
    size_t e = i / 2 / significands;
    return pack((uint32_t)sign, exponents[e], operand_significand_at(s));
}

static const uint32_t corners[] = {
    0x00000000, 0x00000001, 0x007FFFFF,             /* zero and what counts as zero */
    0x00800000, 0x00800001, 0x00FFFFFF, 0x01000000, /* smallest normals */
    0x0D800000, 0x1F800001, 0x20000000,             /* products near the lower edge */
    0x33000000, 0x33800001, 0x34000000,             /* at 1.0's guard and sticky */
    0x3E800000, 0x3EAAAAAB, 0x3F000000,
    0x3F7FFFFF, 0x3F800000, 0x3F800001, 0x3FFFFFFF, 0x40000000, 0x40490FDB,
    0x4B000000, 0x4B7FFFFF, 0x4B800001,             /* at 1.0's distance from above */
    0x5F000000, 0x5F800001, 0x60000000,             /* products near the upper edge */
    0x7E800000, 0x7F000000, 0x7F7FFFFE, 0x7F7FFFFF,
    0x7F800000, 0x7F800001, 0x7FC00000, 0x7FFFFFFF, /* infinity, NaNs */
};

size_t operand_corner_count(void) { return 2 * COUNT(corners); }
uint32_t operand_corner_at(size_t i) { return corners[i / 2] ^ (uint32_t)(i % 2) << 31; }

/* ---- Triples ---- */

/* The few significands that triples with a fixed geometry are made of. */
static const uint32_t few_significands[] = {
    0x000000, 0x000001, 0x000002, 0x3FFFFF, 0x400000, 0x555555, 0x7FFFFE, 0x7FFFFF,
};

/* Takes the next digit of a mixed-radix number: the index of a point in a box. */
static size_t digit(size_t *i, size_t radix)
{
    size_t d = *i % radix;
    *i /= radix;
    return d;
}

/* As `digit`, from first to last. */
static int digit_between(size_t *i, int first, int last)
{
    return first + (int)digit(i, (size_t)(last - first + 1));
}

static size_t between(int first, int last)
{
    return (size_t)(last - first + 1);
}

/* An exponent that geometry asks for, kept a normal one. */
static uint32_t normal(int exponent)
{
    if (exponent < 1)
        return 1;
    return exponent > 254 ? 254 : (uint32_t)exponent;
}

static struct operand_triple corner_triple(size_t i)
{
    size_t n = operand_corner_count();
    struct operand_triple t;
    t.x = operand_corner_at(digit(&i, n));
    t.y = operand_corner_at(digit(&i, n));
    t.z = operand_corner_at(digit(&i, n));
    return t;
}

static size_t corner_triple_count(void)
{
    size_t n = operand_corner_count();
    return n * n * n;
}

enum { CLOSE_SPAN = 30 };
static const uint8_t close_exponents[] = {64, 127, 190};

static struct operand_triple close_triple(size_t i)
{
    uint32_t sx = few_significands[digit(&i, COUNT(few_significands))];
    uint32_t sy = few_significands[digit(&i, COUNT(few_significands))];
    uint32_t sz = few_significands[digit(&i, COUNT(few_significands))];
    int gap = digit_between(&i, -CLOSE_SPAN, CLOSE_SPAN);
    uint32_t negative = (uint32_t)digit(&i, 2);
    uint32_t ex = close_exponents[digit(&i, COUNT(close_exponents))];
    /* y is near 1, so the product's exponent is x's. */
    return (struct operand_triple){
        .x = pack(0, ex, sx),
        .y = pack(0, 127, sy),
        .z = pack(negative, normal((int)ex + gap), sz),
    };
}

static size_t close_triple_count(void)
{
    size_t few = COUNT(few_significands);
    return few * few * few * between(-CLOSE_SPAN, CLOSE_SPAN) * 2 * COUNT(close_exponents);
}

enum { CANCEL_ULPS = 4 };
static const uint8_t cancel_exponents[] = {66, 101, 127, 128, 160, 189};

/* -(x * y) cut to 24 bits, moved by `ulps`. Good for products of normal exponent. */
static uint32_t minus_product(uint32_t x, uint32_t y, int ulps)
{
    uint64_t product = (uint64_t)(0x800000 | (x & 0x7FFFFF)) * (0x800000 | (y & 0x7FFFFF));
    uint32_t exponent = (x >> 23 & 255) + (y >> 23 & 255) - 127;
    uint32_t magnitude;
    if (product >> 47)
        magnitude = (exponent + 1) << 23 | (uint32_t)(product >> 24 & 0x7FFFFF);
    else
        magnitude = exponent << 23 | (uint32_t)(product >> 23 & 0x7FFFFF);
    uint32_t sign = (x ^ y ^ 0x80000000u) & 0x80000000u;
    return sign | ((magnitude + (uint32_t)ulps) & 0x7FFFFFFF);
}

static struct operand_triple cancel_triple(size_t i)
{
    int ulps = digit_between(&i, -CANCEL_ULPS, CANCEL_ULPS);
    uint32_t sx = operand_significand_at(digit(&i, operand_significand_count()));
    uint32_t sy = operand_significand_at(digit(&i, operand_significand_count()));
    uint32_t ex = cancel_exponents[digit(&i, COUNT(cancel_exponents))];
    uint32_t sign = ulps & 1; /* both signs, without doubling the list */
    uint32_t x = pack(sign, ex, sx);
    uint32_t y = pack(0, 127, sy);
    return (struct operand_triple){.x = x, .y = y, .z = minus_product(x, y, ulps)};
}

static size_t cancel_triple_count(void)
{
    size_t n = operand_significand_count();
    return between(-CANCEL_ULPS, CANCEL_ULPS) * n * n * COUNT(cancel_exponents);
}

/* Odd low halves: (1 + a/2^12)(1 + b/2^12) has a*b/2^24 last, half a unit. */
static const uint32_t odd_halves[] = {0x001, 0x003, 0x005, 0x555, 0x7FF, 0x801, 0xAAB, 0xFFD, 0xFFF};
static const uint32_t half_significands[] = {0x000000, 0x000001, 0x000002, 0x400000, 0x7FFFFE, 0x7FFFFF};

/* A sum that is a tie: the product is 2^-24 of z's leading bit, or a little off, or a few places away. */
static struct operand_triple sum_tie(size_t i)
{
    uint32_t sx = half_significands[digit(&i, COUNT(half_significands))];
    uint32_t sz = operand_significand_at(digit(&i, operand_significand_count()));
    int distance = digit_between(&i, 22, 28);
    uint32_t product_sign = (uint32_t)digit(&i, 2);
    uint32_t z_sign = (uint32_t)digit(&i, 2);
    uint32_t ez = 64 * (uint32_t)digit(&i, 3) + 63;
    return (struct operand_triple){
        .x = pack(product_sign, normal((int)ez - distance), sx),
        .y = pack(0, 127, 0),
        .z = pack(z_sign, ez, sz),
    };
}

static size_t sum_tie_count(void)
{
    return COUNT(half_significands) * operand_significand_count() * between(22, 28) * 2 * 2 * 3;
}

/* A product that ends in a half unit, with an addend that is nothing, tips it, or moves the tie to another place. */
static struct operand_triple product_tie(size_t i)
{
    uint32_t a = odd_halves[digit(&i, COUNT(odd_halves))];
    uint32_t b = odd_halves[digit(&i, COUNT(odd_halves))];
    uint32_t sz = few_significands[digit(&i, COUNT(few_significands))];
    int gap = digit_between(&i, -CLOSE_SPAN, 3);
    uint32_t product_sign = (uint32_t)digit(&i, 2);
    uint32_t z_sign = (uint32_t)digit(&i, 2);
    /* The smallest gap stands for no addend at all. */
    uint32_t ez = gap == -CLOSE_SPAN ? 0 : (uint32_t)(127 + gap);
    return (struct operand_triple){
        .x = pack(product_sign, 127, a << 11),
        .y = pack(0, 127, b << 11),
        .z = pack(z_sign, ez, ez == 0 ? 0 : sz),
    };
}

static size_t product_tie_count(void)
{
    return COUNT(odd_halves) * COUNT(odd_halves) * COUNT(few_significands) * between(-CLOSE_SPAN, 3) * 2 * 2;
}

static struct operand_triple tie_triple(size_t i)
{
    return i < sum_tie_count() ? sum_tie(i) : product_tie(i - sum_tie_count());
}

static size_t tie_triple_count(void)
{
    return sum_tie_count() + product_tie_count();
}

/* Exponents of the product (not normalised) and of z at an edge; z may also be an infinity or a NaN. */
static struct operand_triple edge_triple(size_t i, int first_p, int last_p, int first_z, int last_z)
{
    uint32_t sx = few_significands[digit(&i, COUNT(few_significands))];
    uint32_t sy = few_significands[digit(&i, COUNT(few_significands))];
    uint32_t sz = few_significands[digit(&i, COUNT(few_significands))];
    int ep = digit_between(&i, first_p, last_p);
    uint32_t ez = (uint32_t)digit_between(&i, first_z, last_z);
    uint32_t product_sign = (uint32_t)digit(&i, 2);
    uint32_t z_sign = (uint32_t)digit(&i, 2);
    uint32_t ex = (uint32_t)(ep + 127) / 2;
    uint32_t ey = (uint32_t)(ep + 127) - ex;
    return (struct operand_triple){
        .x = pack(product_sign, ex, sx),
        .y = pack(0, ey, sy),
        .z = pack(z_sign, ez, sz),
    };
}

static size_t edge_triple_count(int first_p, int last_p, int first_z, int last_z)
{
    size_t few = COUNT(few_significands);
    return few * few * few * between(first_p, last_p) * between(first_z, last_z) * 2 * 2;
}

enum {
    OVERFLOW_P_FIRST = 251, OVERFLOW_P_LAST = 257, OVERFLOW_Z_FIRST = 250, OVERFLOW_Z_LAST = 255,
    UNDERFLOW_P_FIRST = -3, UNDERFLOW_P_LAST = 4, UNDERFLOW_Z_FIRST = 0, UNDERFLOW_Z_LAST = 4,
};

static struct operand_triple overflow_triple(size_t i)
{
    return edge_triple(i, OVERFLOW_P_FIRST, OVERFLOW_P_LAST, OVERFLOW_Z_FIRST, OVERFLOW_Z_LAST);
}

static size_t overflow_triple_count(void)
{
    return edge_triple_count(OVERFLOW_P_FIRST, OVERFLOW_P_LAST, OVERFLOW_Z_FIRST, OVERFLOW_Z_LAST);
}

static struct operand_triple underflow_triple(size_t i)
{
    return edge_triple(i, UNDERFLOW_P_FIRST, UNDERFLOW_P_LAST, UNDERFLOW_Z_FIRST, UNDERFLOW_Z_LAST);
}

static size_t underflow_triple_count(void)
{
    return edge_triple_count(UNDERFLOW_P_FIRST, UNDERFLOW_P_LAST, UNDERFLOW_Z_FIRST, UNDERFLOW_Z_LAST);
}

static const struct {
    const char *name;
    size_t (*count)(void);
    struct operand_triple (*at)(size_t i);
} classes[TRIPLE_CLASSES] = {
    [TRIPLE_CORNERS] = {"corners", corner_triple_count, corner_triple},
    [TRIPLE_CLOSE] = {"close", close_triple_count, close_triple},
    [TRIPLE_CANCEL] = {"cancel", cancel_triple_count, cancel_triple},
    [TRIPLE_TIE] = {"tie", tie_triple_count, tie_triple},
    [TRIPLE_OVERFLOW] = {"overflow", overflow_triple_count, overflow_triple},
    [TRIPLE_UNDERFLOW] = {"underflow", underflow_triple_count, underflow_triple},
};

const char *triple_class_name(enum triple_class c) { return classes[c].name; }
size_t triple_class_count(enum triple_class c) { return classes[c].count(); }
struct operand_triple triple_class_at(enum triple_class c, size_t i) { return classes[c].at(i); }

size_t triple_count(void)
{
    size_t n = 0;
    for (size_t c = 0; c < TRIPLE_CLASSES; c++)
        n += classes[c].count();
    return n;
}

struct operand_triple triple_at(size_t i)
{
    size_t c = 0;
    while (c + 1 < TRIPLE_CLASSES && i >= classes[c].count()) {
        i -= classes[c].count();
        c++;
    }
    return classes[c].at(i);
}

struct triple_iterator triples(size_t first, size_t stride)
{
    return (struct triple_iterator){.next = first, .stride = stride};
}

bool triple_next(struct triple_iterator *it, struct operand_triple *t)
{
    if (it->next >= triple_count())
        return false;
    *t = triple_at(it->next);
    it->next += it->stride;
    return true;
}

/* ---- Random ones ---- */

uint64_t splitmix64(uint64_t *state)
{
    *state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t z = *state;
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

uint32_t random_operand(uint64_t *state)
{
    return (uint32_t)(splitmix64(state) >> 32);
}

/* A number below n from a random word; the bias of the remainder does not matter here. */
static size_t below(uint64_t *state, size_t n)
{
    return (size_t)((splitmix64(state) >> 16) % n);
}

uint32_t random_edge_operand(uint64_t *state)
{
    uint64_t r = splitmix64(state);
    uint32_t exponent = r & 1 ? (uint32_t)(r >> 32 & 255) : operand_exponent_at(below(state, COUNT(exponents)));
    uint32_t significand = (uint32_t)(r >> 40 & 0x7FFFFF);
    if (r & 2)
        significand = operand_significand_at(below(state, operand_significand_count()));
    return pack(r >> 2 & 1, exponent, significand);
}

struct operand_triple random_triple(uint64_t *state)
{
    struct operand_triple t;
    switch (below(state, 3)) {
    case 0:
        t.x = random_operand(state);
        t.y = random_operand(state);
        t.z = random_operand(state);
        break;
    case 1:
        t.x = random_edge_operand(state);
        t.y = random_edge_operand(state);
        t.z = random_edge_operand(state);
        break;
    default: {
        int ex = 1 + (int)below(state, 254);
        int ey = 127 + (int)below(state, 17) - 8;
        int ez = ex + ey - 127 + (int)below(state, 61) - CLOSE_SPAN;
        t.x = (random_operand(state) & 0x807FFFFF) | normal(ex) << 23;
        t.y = (random_operand(state) & 0x807FFFFF) | normal(ey) << 23;
        t.z = (random_operand(state) & 0x807FFFFF) | normal(ez) << 23;
        break;
    }
    }
    return t;
}
