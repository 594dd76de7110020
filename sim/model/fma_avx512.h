/*
 * fma_host.h's multiply-add by AVX-512, whose instructions name their rounding. Such instructions neither ask MXCSR for
 * a mode nor leave a flag in it. Down and up lie in [2^23, 2^24) u, where one ulp is u: bit 0 of the pattern tells odd
 * from even, and of floor a and ceiling b the odd one is a | (b & 1).
 */
#ifndef SFP_FMA_AVX512_H
#define SFP_FMA_AVX512_H

#define SFP_NEAREST (_MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)
#define SFP_DOWN (_MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC)
#define SFP_UP (_MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC)

/* Constants that the compiler takes for unknown: loads broadcast them, an immediate takes an instruction each. */
struct sfp_host_constants {
    uint32_t infinite, low, span, m, mm, one, sign, overlooked;
};
static const struct sfp_host_constants sfp_host_constants = {
    .infinite = SFP_FMA_INFINITE,
    .low = SFP_FMA_E(SFP_HOST_LOW),
    .span = SFP_FMA_E(SFP_HOST_HIGH - SFP_HOST_LOW),
    .m = SFP_FMA_E(3) + 0x400000,  /* 1.5 * 2^29 u: one ulp is 64 u */
    .mm = SFP_FMA_E(3) + 0x430000, /* and 1.5 * 2^23 u */
    .one = 1,
    .sign = SFP_FMA_SIGN,
    .overlooked = SFP_FMA_SIGN + SFP_HOST_14_U,
};

/* The constants, where the compiler does not know what they are. */
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

/* Of two neighbours, or the same number twice, the odd one if there is one. */
__attribute__((always_inline)) static inline __m512 sfp_host_odd(const struct sfp_host_constants *c, __m512 down,
                                                                 __m512 up)
{
    enum { A_OR_B_AND_C = 0xF8 };

    return (__m512)_mm512_ternarylogic_epi32((__m512i)down, (__m512i)up, (__m512i)sfp_splat(c->one), A_OR_B_AND_C);
}

/* Wormhole: the lowest bit goes where the rounding error tells that a bit was overlooked. */
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

/* Each lane's exponents; false if E is out of range in some lane. */
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

/* r = x * y + z, signs flipped, E in range. */
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

#endif
