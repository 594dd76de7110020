/*
 * fma_host.h's multiply-add for vector units without directed rounding at hand: in double precision, where products
 * are exact. In units of 2 u a value is halved below and above by 1/2 and rounded to a whole number: of the two one is
 * jam's, and where both are, ties to even make their sum right.
 */
#ifndef SFP_FMA_DOUBLE_H
#define SFP_FMA_DOUBLE_H

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

/* r in units of u as the lower words of its lanes. */
__attribute__((always_inline)) static inline sfp_v sfp_host_sum_of_jams(sfp_pd x, sfp_pd y, sfp_pd z, sfp_pd scale)
{
    const double integer = 0x1.8p52; /* whole numbers end at the significand's lowest bit */
    sfp_pd p = x * scale * y, q = z * scale;
    sfp_pd p_below = (p - 0.5) + integer, p_above = (p + 0.5) + integer;
    sfp_pd q_below = (q - 0.5) - integer, q_above = (q + 0.5) - integer;

    return (sfp_v)((p_below + q_below) + (p_above + q_above) + integer);
}

/* The product's exponent, in place: 0 if a factor is zero, at least 255 if one is infinite or no number. */
static inline sfp_v sfp_host_e_p(sfp_v x, sfp_v y)
{
    return (sfp_v)((sfp_vf)(x & SFP_FMA_INFINITE) * (sfp_vf)(y & SFP_FMA_INFINITE));
}

/* r as a float: rounded once, when converted. Wormhole does not see bit 1 where bit 28 is set (sfpu-fma(7),
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

/* E of each lane; false if it is out of range in some lane. */
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

/* r = x * y + z, signs flipped, E in range. */
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
