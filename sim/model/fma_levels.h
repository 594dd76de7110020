/*
 * fma.h's multiply-add in the host's floating point, in the form that each SIMD level's instructions allow. One of
 * three parts is compiled. fma.h includes this file between the definitions and the functions that use it.
 */
#ifndef SFP_FMA_LEVELS_H
#define SFP_FMA_LEVELS_H

#if defined(SFP_SIMD_AVX512)

/*
 * AVX-512, whose instructions name their rounding. Such instructions neither use MXCSR's mode nor leave a flag in
 * MXCSR. Down and up lie in [2^23, 2^24) u, where one ulp is u: bit 0 of the pattern tells odd from even, and of floor
 * a and ceiling b the odd one is a | (b & 1).
 */

#define SFP_NEAREST (_MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)
#define SFP_DOWN (_MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC)
#define SFP_UP (_MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC)

/* Constants in memory, hidden from the compiler: loads broadcast them, while immediates take an instruction each. */
struct sfp_host_constants {
    uint32_t infinite, low, span, m, mm, one, sign, overlooked;
};
static const struct sfp_host_constants sfp_host_constants = {
    .infinite = SFP_FMA_INFINITE,
    .low = SFP_FMA_E(SFP_HOST_LOW),
    .span = SFP_FMA_E(SFP_HOST_HIGH - SFP_HOST_LOW),
    .m = SFP_FMA_E(3) + 0x400000,  /* 1.5 * 2^29 u: one ulp is 64 u */
    .mm = SFP_FMA_E(3) + 0x430000, /* 1.5 * 2^23 u */
    .one = 1,
    .sign = SFP_FMA_SIGN,
    .overlooked = SFP_FMA_SIGN + SFP_HOST_14_U,
};

/* Returns the constants by a pointer that the compiler cannot see through. */
static inline const struct sfp_host_constants *sfp_host_loaded(void)
{
    const struct sfp_host_constants *c = &sfp_host_constants;

    __asm__("" : "+r"(c));
    return c;
}

typedef struct {
    sfp_v e, e_z, from_low;
    __mmask16 has_product, out_of_range;
} sfp_host_exponents;
#define SFP_HOST_E(head) ((head).e)

__attribute__((always_inline)) static inline sfp_host_exponents
sfp_host_exponents_of(const struct sfp_host_constants *c, sfp_v x, sfp_v y, sfp_v z)
{
    const sfp_v infinite = sfp_splat(c->infinite);
    sfp_v e_p = (sfp_v)_mm512_mul_round_ps((__m512)(x & infinite), (__m512)(y & infinite), SFP_NEAREST);
    sfp_host_exponents h = {.e_z = z & infinite, .has_product = sfp_k_nonzero(e_p)};

    h.e = sfp_maxu(e_p, h.e_z);
    h.from_low = h.e - c->low;
    h.out_of_range = sfp_k_ltu(sfp_splat(c->span), h.from_low);
    return h;
}

/* Returns the odd number of two neighbours, if either is odd. Both may be the same number. */
__attribute__((always_inline)) static inline __m512 sfp_host_odd(const struct sfp_host_constants *c, __m512 down,
                                                                 __m512 up)
{
    enum { A_OR_B_AND_C = 0xF8 };

    return (__m512)_mm512_ternarylogic_epi32((__m512i)down, (__m512i)up, (__m512i)sfp_splat(c->one), A_OR_B_AND_C);
}

/* Wormhole: clears the lowest bit if the rounding error shows that a bit was overlooked. */
__attribute__((always_inline)) static inline sfp_v sfp_host_overlook(const struct sfp_host_constants *c, sfp_v e,
                                                                     __m512 high, __m512 low, __m512 r)
{
    enum { A_XOR_B_AND_C = 0x78 };
    __m512 error = _mm512_add_round_ps(_mm512_sub_round_ps(high, r, SFP_NEAREST), low, SFP_NEAREST);
    __m512i outward = _mm512_ternarylogic_epi32((__m512i)error, (__m512i)r, (__m512i)sfp_splat(c->sign), A_XOR_B_AND_C);
    __mmask16 overlooked = sfp_k_eq((sfp_v)outward, e + c->overlooked);

    return (sfp_v)_mm512_mask_andnot_epi32((__m512i)r, overlooked, (__m512i)sfp_splat(c->one), (__m512i)r);
}

__attribute__((always_inline)) static inline sfp_v sfp_host_tail(const struct sfp_host_constants *c, enum sfp_arch arch,
                                                                 const sfp_host_exponents *h, sfp_v xi, sfp_v yi,
                                                                 sfp_v zi)
{
    const __mmask16 product = h->has_product, addend = sfp_k_lts(h->from_low, h->e_z); /* |z| >= u */
    __m512 x = (__m512)xi, y = (__m512)yi, z = (__m512)zi;
    __m512 m = (__m512)(h->e + c->m), mm = (__m512)(h->e + c->mm);
    __m512 p_high = _mm512_mask3_fmadd_round_ps(x, y, m, product, SFP_NEAREST);
    __m512 p_base = _mm512_sub_round_ps(mm, p_high, SFP_NEAREST);
    __m512 p_down = _mm512_mask3_fmadd_round_ps(x, y, p_base, product, SFP_DOWN);
    __m512 p_up = _mm512_mask3_fmadd_round_ps(x, y, p_base, product, SFP_UP);
    __m512 z_high = _mm512_sub_round_ps(z, m, SFP_NEAREST);
    __m512 z_base = _mm512_add_round_ps(mm, z_high, SFP_NEAREST);
    __m512 z_down = _mm512_mask_sub_round_ps(z_base, addend, z_base, z, SFP_DOWN);
    __m512 z_up = _mm512_mask_sub_round_ps(z_base, addend, z_base, z, SFP_UP);
    __m512 high = _mm512_add_round_ps(p_high, z_high, SFP_NEAREST);
    __m512 low = _mm512_sub_round_ps(sfp_host_odd(c, p_down, p_up), sfp_host_odd(c, z_down, z_up), SFP_NEAREST);
    __m512 r = _mm512_add_round_ps(high, low, SFP_NEAREST);

    return arch == SFP_WH ? sfp_host_overlook(c, h->e, high, low, r) : (sfp_v)r;
}

/* Fills each lane's exponents. Returns false if E is out of range in some lane. */
__attribute__((always_inline)) static inline bool sfp_host_in_range(const sfp_v x[SFP_VN], const sfp_v y[SFP_VN],
                                                                    const sfp_v z[SFP_VN],
                                                                    sfp_host_exponents h[SFP_VN])
{
    const struct sfp_host_constants *c = sfp_host_loaded();
    __mmask16 out_of_range = 0;

    for (unsigned i = 0; i < SFP_VN; i++) {
        h[i] = sfp_host_exponents_of(c, x[i], y[i], z[i]);
        out_of_range |= h[i].out_of_range;
    }
    return out_of_range == 0;
}

/* Computes r = x * y + z, signs flipped, E in range. */
__attribute__((always_inline)) static inline void sfp_host_jammed(enum sfp_arch arch, const sfp_v x[SFP_VN],
                                                                  const sfp_v y[SFP_VN], const sfp_v z[SFP_VN],
                                                                  struct sfp_host_flips f,
                                                                  const sfp_host_exponents h[SFP_VN],
                                                                  sfp_v r[SFP_VN])
{
    const struct sfp_host_constants *c = sfp_host_loaded();

    for (unsigned i = 0; i < SFP_VN; i++)
        r[i] = sfp_host_tail(c, arch, &h[i], x[i] ^ f.factor, y[i], z[i] ^ f.addend);
}

#elif defined(SFP_SIMD_AVX2) && defined(__FMA__)

/*
 * AVX2 and FMA: the first stage rounds down by MXCSR, since these instructions have no rounding of their own; the
 * ceiling of v is -floor(-v).
 */

/* MXCSR: exceptions masked, rounding down; denormals count as zeros and are flushed, which costs no microcode. */
static const uint32_t sfp_host_down = _MM_MASK_MASK | _MM_ROUND_DOWN | _MM_FLUSH_ZERO_ON | _MM_DENORMALS_ZERO_ON;

typedef sfp_v sfp_host_exponents; /* E */
#define SFP_HOST_E(head) (head)

/* Results of the first stage: r as high - low / 2, multiples of 128 u and of 2 u. */
struct sfp_host_parts {
    sfp_v high[SFP_VN], low[SFP_VN];
};

/*
 * The two changes of mode. Everything that must round down depends on E and ends in p, and everything that must round
 * to nearest depends on p. These dependences keep the compiler from moving code across the changes.
 */
__attribute__((always_inline)) static inline void sfp_host_round_down(sfp_v e[SFP_VN])
{
    sfp_v e0 = e[0], e1 = e[1], e2 = e[2], e3 = e[3]; /* arrays as operands would stay in memory */

    __asm__ volatile("vldmxcsr %[mode]" : "+x"(e0), "+x"(e1), "+x"(e2), "+x"(e3) : [mode] "m"(sfp_host_down));
    e[0] = e0, e[1] = e1, e[2] = e2, e[3] = e3;
}

__attribute__((always_inline)) static inline void sfp_host_round_back(const uint32_t *mode, struct sfp_host_parts *p)
{
    sfp_v h0 = p->high[0], h1 = p->high[1], h2 = p->high[2], h3 = p->high[3];
    sfp_v l0 = p->low[0], l1 = p->low[1], l2 = p->low[2], l3 = p->low[3];

    __asm__ volatile("vldmxcsr %[mode]"
                     : "+x"(h0), "+x"(h1), "+x"(h2), "+x"(h3), "+x"(l0), "+x"(l1), "+x"(l2), "+x"(l3)
                     : [mode] "m"(*mode));
    p->high[0] = h0, p->high[1] = h1, p->high[2] = h2, p->high[3] = h3;
    p->low[0] = l0, p->low[1] = l1, p->low[2] = l2, p->low[3] = l3;
}

/* Computes r as high - low / 2, rounding down. */
__attribute__((always_inline)) static inline void sfp_host_split(sfp_v x, sfp_v y, sfp_v z, sfp_v e, sfp_v *high,
                                                                 sfp_v *low)
{
    sfp_v counts = sfp_gts(z & SFP_FMA_INFINITE, e - SFP_FMA_E(SFP_HOST_LOW)); /* |z| >= u */
    __m256 a = (__m256)x, b = (__m256)y, c = (__m256)(z & counts);
    __m256 m = (__m256)(e + (SFP_FMA_E(4) + 0x400000));  /* 1.5 * 2^30 u: one ulp is 128 u */
    __m256 mm = (__m256)(e + (SFP_FMA_E(4) + 0x430000)); /* 1.5 * 2^24 u: one ulp is 2 u */
    __m256 p_high = _mm256_fmadd_ps(a, b, m), p_base = _mm256_sub_ps(mm, p_high);
    __m256 z_high = _mm256_sub_ps(c, m), z_base = _mm256_add_ps(mm, z_high);
    __m256 floors = _mm256_sub_ps(_mm256_fmadd_ps(a, b, p_base), _mm256_sub_ps(z_base, c));
    __m256 ceilings = _mm256_sub_ps(_mm256_fnmsub_ps(a, b, p_base), _mm256_sub_ps(c, z_base)); /* negated */

    *high = (sfp_v)_mm256_add_ps(p_high, z_high);
    *low = (sfp_v)_mm256_sub_ps(ceilings, floors); /* negated: x - x is -0 when rounding down, and here must not be */
}

/* Joins the parts, rounding to nearest, and corrects the result on Wormhole. */
__attribute__((always_inline)) static inline sfp_v sfp_host_join(enum sfp_arch arch, sfp_v e, sfp_v high, sfp_v low)
{
    const __m256 half = _mm256_set1_ps(0.5f);
    __m256 r = _mm256_fnmadd_ps((__m256)low, half, (__m256)high);
    __m256 error;
    sfp_v overlooked;

    if (arch == SFP_BH)
        return (sfp_v)r;
    error = _mm256_fnmadd_ps((__m256)low, half, _mm256_sub_ps((__m256)high, r));
    overlooked = sfp_eq((sfp_v)error ^ ((sfp_v)r & SFP_FMA_SIGN), e + (SFP_FMA_SIGN + SFP_HOST_14_U));
    return (sfp_v)r & ~(overlooked >> 31);
}

/* Computes each lane's E. Returns false if E is out of range in some lane. */
__attribute__((always_inline)) static inline bool sfp_host_in_range(const sfp_v x[SFP_VN], const sfp_v y[SFP_VN],
                                                                    const sfp_v z[SFP_VN],
                                                                    sfp_host_exponents h[SFP_VN])
{
    const sfp_v infinite = sfp_splat(SFP_FMA_INFINITE);
    const sfp_v most = sfp_splat(SFP_FMA_E(SFP_HOST_HIGH - SFP_HOST_LOW));
    sfp_v worst = most;

    for (unsigned i = 0; i < SFP_VN; i++) {
        __m256 e_p = _mm256_mul_ps((__m256)(x[i] & infinite), (__m256)(y[i] & infinite));

        h[i] = sfp_maxu((sfp_v)e_p, z[i] & infinite);
        worst = sfp_maxu(worst, h[i] - SFP_FMA_E(SFP_HOST_LOW));
    }
    return !sfp_any(worst ^ most);
}

/* Computes r = x * y + z, signs flipped, E in range. */
__attribute__((always_inline)) static inline void sfp_host_jammed(enum sfp_arch arch, const sfp_v x[SFP_VN],
                                                                  const sfp_v y[SFP_VN], const sfp_v z[SFP_VN],
                                                                  struct sfp_host_flips f, sfp_host_exponents h[SFP_VN],
                                                                  sfp_v r[SFP_VN])
{
    struct sfp_host_parts p;
    uint32_t mode;

    __asm__ volatile("vstmxcsr %0" : "=m"(mode));
    sfp_host_round_down(h);
    for (unsigned i = 0; i < SFP_VN; i++)
        sfp_host_split(x[i] ^ f.factor, y[i], z[i] ^ f.addend, h[i], &p.high[i], &p.low[i]);
    sfp_host_round_back(&mode, &p);
    for (unsigned i = 0; i < SFP_VN; i++)
        r[i] = sfp_host_join(arch, h[i], p.high[i], p.low[i]);
}

#else

/*
 * Vector units without directed rounding: computes in double precision, where products are exact. In units of 2 u a
 * value is moved down and up by 1/2 and rounded to a whole number. One of the two is jam's; if both are, ties to even
 * make their sum right.
 */

enum { SFP_PAIR = 2, SFP_PAIR_BYTES = SFP_PAIR * sizeof(double) };
typedef float sfp_pf __attribute__((vector_size(SFP_PAIR_BYTES / 2), may_alias));
typedef double sfp_pd __attribute__((vector_size(SFP_PAIR_BYTES), may_alias));

#if __has_builtin(__builtin_shufflevector)
#define SFP_LOWER_PAIR(v) __builtin_convertvector(__builtin_shufflevector(v, v, 0, 1), sfp_pd)
#define SFP_UPPER_PAIR(v) __builtin_convertvector(__builtin_shufflevector(v, v, 2, 3), sfp_pd)
#else
#define SFP_LOWER_PAIR(v) ((sfp_pd){(v)[0], (v)[1]})
#define SFP_UPPER_PAIR(v) ((sfp_pd){(v)[2], (v)[3]})
#endif

typedef sfp_v sfp_host_exponents; /* E */
#define SFP_HOST_E(head) (head)

/* Returns r in units of u, in the lower words of its lanes. */
__attribute__((always_inline)) static inline sfp_v sfp_host_sum_of_jams(sfp_pd x, sfp_pd y, sfp_pd z, sfp_pd scale)
{
    const double integer = 0x1.8p52; /* whole numbers end at the significand's lowest bit */
    sfp_pd p = x * scale * y, q = z * scale;
    sfp_pd p_below = (p - 0.5) + integer, p_above = (p + 0.5) + integer;
    sfp_pd q_below = (q - 0.5) - integer, q_above = (q + 0.5) - integer;

    return (sfp_v)((p_below + q_below) + (p_above + q_above) + integer);
}

/* Returns the product's exponent, in place: 0 if a factor is zero, at least 255 if a factor is infinite or a NaN. */
static inline sfp_v sfp_host_e_p(sfp_v x, sfp_v y)
{
    return (sfp_v)((sfp_vf)(x & SFP_FMA_INFINITE) * (sfp_vf)(y & SFP_FMA_INFINITE));
}

/* Returns r as a float, rounded once, by the conversion. Wormhole does not see bit 1 if bit 28 is set (sfpu-fma(7),
 * Normalisation). */
__attribute__((always_inline)) static inline sfp_v sfp_host_float_of(enum sfp_arch arch, sfp_v r, sfp_vf u)
{
    sfp_v sign = sfp_sign(r), magnitude = (r ^ sign) - sign;

    if (arch == SFP_BH)
        return (sfp_v)(__builtin_convertvector((sfp_vs)r, sfp_vf) * u);
    magnitude &= ~(magnitude >> 27 & 2);
    return (sfp_v)(__builtin_convertvector((sfp_vs)magnitude, sfp_vf) * u) | (sign & SFP_FMA_SIGN);
}

__attribute__((always_inline)) static inline sfp_v sfp_host_fma_in_range(enum sfp_arch arch, sfp_v xi, sfp_v yi,
                                                                         sfp_v zi, sfp_v e)
{
    sfp_v product = sfp_ne(sfp_host_e_p(xi, yi), sfp_splat(0));
    sfp_v addend = sfp_gts(zi & SFP_FMA_INFINITE, e - SFP_FMA_E(SFP_HOST_LOW)); /* |z| >= u */
    sfp_vf x = (sfp_vf)(xi & product), y = (sfp_vf)yi, z = (sfp_vf)(zi & addend);
    sfp_vf scale = (sfp_vf)(SFP_FMA_E(127 + 152) - e), u = (sfp_vf)(e - SFP_FMA_E(26)); /* scale = 1 / (2 u) */
    sfp_v lower = sfp_host_sum_of_jams(SFP_LOWER_PAIR(x), SFP_LOWER_PAIR(y), SFP_LOWER_PAIR(z), SFP_LOWER_PAIR(scale));
    sfp_v upper = sfp_host_sum_of_jams(SFP_UPPER_PAIR(x), SFP_UPPER_PAIR(y), SFP_UPPER_PAIR(z), SFP_UPPER_PAIR(scale));

    return sfp_host_float_of(arch, SFP_SHUFFLE(lower, upper, 0, 2, 4, 6), u);
}

/* Computes each lane's E. Returns false if E is out of range in some lane. */
__attribute__((always_inline)) static inline bool sfp_host_in_range(const sfp_v x[SFP_VN], const sfp_v y[SFP_VN],
                                                                    const sfp_v z[SFP_VN],
                                                                    sfp_host_exponents h[SFP_VN])
{
    sfp_v worst = sfp_splat(0);

    for (unsigned i = 0; i < SFP_VN; i++) {
        h[i] = sfp_maxu(sfp_host_e_p(x[i], y[i]), z[i] & SFP_FMA_INFINITE);
        worst = sfp_maxu(worst, h[i] - SFP_FMA_E(SFP_HOST_LOW));
    }
    return !sfp_any(sfp_gtu(worst, sfp_splat(SFP_FMA_E(SFP_HOST_LARGEST - SFP_HOST_LOW))));
}

/* Computes r = x * y + z, signs flipped, E in range. */
__attribute__((always_inline)) static inline void sfp_host_jammed(enum sfp_arch arch, const sfp_v x[SFP_VN],
                                                                  const sfp_v y[SFP_VN], const sfp_v z[SFP_VN],
                                                                  struct sfp_host_flips f,
                                                                  const sfp_host_exponents h[SFP_VN],
                                                                  sfp_v r[SFP_VN])
{
    for (unsigned i = 0; i < SFP_VN; i++)
        r[i] = sfp_host_fma_in_range(arch, x[i] ^ f.factor, y[i], z[i] ^ f.addend, h[i]);
}

#endif

#endif
