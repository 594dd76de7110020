/*
 * fma_host.h's multiply-add by AVX2 and FMA: the first stage rounds down by MXCSR, since these instructions have no
 * rounding of their own; the ceiling of v is -floor(-v).
 */
#ifndef SFP_FMA_AVX2_H
#define SFP_FMA_AVX2_H

/* MXCSR: all exceptions masked, rounding down; denormals are zeros and are flushed, which costs no microcode. */
static const uint32_t sfp_host_down = _MM_MASK_MASK | _MM_ROUND_DOWN | _MM_FLUSH_ZERO_ON | _MM_DENORMALS_ZERO_ON;

typedef sfp_v sfp_host_exponents; /* E */
#define SFP_HOST_E(head) (head)

/* What the first stage leaves: r as high - low / 2, multiples of 128 u and of 2 u. */
struct sfp_host_parts {
    sfp_v high[SFP_VN], low[SFP_VN];
};

/*
 * The two changes of mode. All that is to round down needs E and ends in p, and all that is to round to nearest needs
 * p: these dependences keep the compiler from moving anything across.
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

/* Rounding down: r as high - low / 2. */
__attribute__((always_inline)) static inline void sfp_host_split(sfp_v x, sfp_v y, sfp_v z, sfp_v e, sfp_v *high,
                                                                 sfp_v *low)
{
    sfp_v counts = sfp_gts(z & SFP_FMA_INFINITE, e - SFP_FMA_E(SFP_HOST_LOW)); /* |z| >= u */
    __m256 a = (__m256)x, b = (__m256)y, c = (__m256)(z & counts);
    __m256 m = (__m256)(e + (SFP_FMA_E(4) + 0x400000));  /* 1.5 * 2^30 u: one ulp is 128 u */
    __m256 mm = (__m256)(e + (SFP_FMA_E(4) + 0x430000)); /* and 1.5 * 2^24 u, where one ulp is 2 u */
    __m256 p_high = _mm256_fmadd_ps(a, b, m), p_base = _mm256_sub_ps(mm, p_high);
    __m256 z_high = _mm256_sub_ps(c, m), z_base = _mm256_add_ps(mm, z_high);
    __m256 floors = _mm256_sub_ps(_mm256_fmadd_ps(a, b, p_base), _mm256_sub_ps(z_base, c));
    __m256 ceilings = _mm256_sub_ps(_mm256_fnmsub_ps(a, b, p_base), _mm256_sub_ps(c, z_base)); /* negated */

    *high = (sfp_v)_mm256_add_ps(p_high, z_high);
    *low = (sfp_v)_mm256_sub_ps(ceilings, floors); /* negated: x - x is -0 when rounding down, and here must not be */
}

/* To nearest: the result, and on Wormhole its correction. */
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

/* E of each lane; false if it is out of range in some lane. */
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

/* r = x * y + z, signs flipped, E in range. */
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

#endif
