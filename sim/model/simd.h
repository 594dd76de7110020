/*
 * The vector vocabulary of the lane semantics. Files that include it are compiled once per SIMD level (-march), with
 * vectors of that level's native width: one 128-byte type would spill. Masks are vectors whose lanes are all ones or 0,
 * as in the state. Conditions (sfp_k) are for arithmetic dense enough that AVX-512's mask registers pay.
 * -DSFP_SIMD_GENERIC forces the plain C fallbacks.
 */
#ifndef SFP_SIMD_H
#define SFP_SIMD_H

#include <stdbool.h>
#include <stdint.h>

#if defined(SFP_SIMD_GENERIC)
#define SFP_VBYTES 16
#elif defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512CD__) && defined(__AVX512DQ__) && \
    defined(__AVX512VL__)
#define SFP_SIMD_AVX512
#define SFP_VBYTES 64
#elif defined(__AVX2__)
#define SFP_SIMD_AVX2
#define SFP_VBYTES 32
#elif defined(__SSE2__)
#define SFP_SIMD_SSE2
#define SFP_VBYTES 16
#else
#define SFP_VBYTES 16
#endif

#if defined(SFP_SIMD_AVX512) || defined(SFP_SIMD_AVX2)
#include <immintrin.h>
#elif defined(SFP_SIMD_SSE2)
#include <emmintrin.h> /* compiles in a tenth of immintrin.h's time */
#endif

enum {
    SFP_VN = 128 / SFP_VBYTES,      /* vectors in a register of 32 lanes */
    SFP_V_LANES = SFP_VBYTES / 4,
};

/* may_alias: registers are arrays of uint32_t, 64-byte aligned, accessed as vectors. */
typedef uint32_t sfp_v __attribute__((vector_size(SFP_VBYTES), may_alias));
typedef int32_t sfp_vs __attribute__((vector_size(SFP_VBYTES), may_alias));
typedef uint64_t sfp_vq __attribute__((vector_size(SFP_VBYTES), may_alias));
typedef float sfp_vf __attribute__((vector_size(SFP_VBYTES), may_alias));

static inline sfp_v sfp_splat(uint32_t value)
{
    return value - (sfp_v){0};
}

/* Returns `v`, hidden from the compiler. Compilers copy an array of vectors by narrower vectors, and a later load of
 * a whole vector waits for these. A hidden vector is stored whole. */
static inline sfp_v sfp_whole(sfp_v v)
{
#if SFP_VBYTES > 16
    __asm__("" : "+x"(v));
#endif
    return v;
}

/* Returns mask ? a : b by byte. Bytes of `mask` must be 0xFF or 0. */
static inline sfp_v sfp_sel(sfp_v mask, sfp_v a, sfp_v b)
{
#if defined(SFP_SIMD_AVX2)
    __asm__("" : "+x"(mask)); /* otherwise gcc first makes a mask of the mask: its lanes below 0 */
    return (sfp_v)_mm256_blendv_epi8((__m256i)b, (__m256i)a, (__m256i)mask);
#elif defined(SFP_SIMD_AVX512)
    enum { MASK_SELECTS = 0xCA };
    return (sfp_v)_mm512_ternarylogic_epi32((__m512i)mask, (__m512i)a, (__m512i)b, MASK_SELECTS);
#else
    return (mask & a) | (~mask & b);
#endif
}

#if defined(__FMA__) && (defined(SFP_SIMD_AVX512) || defined(SFP_SIMD_AVX2))
#define SFP_SIMD_FMA

/* Returns a * b + c of floats, rounded once in the host's mode. */
static inline sfp_v sfp_fused(sfp_v a, sfp_v b, sfp_v c)
{
#if defined(SFP_SIMD_AVX512)
    return (sfp_v)_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c);
#else
    return (sfp_v)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
#endif
}
#endif

/* Comparisons, as masks: u compares unsigned, s signed. */
static inline sfp_v sfp_eq(sfp_v a, sfp_v b)
{
    return (sfp_v)(a == b);
}

static inline sfp_v sfp_ne(sfp_v a, sfp_v b)
{
    return (sfp_v)(a != b);
}

static inline sfp_v sfp_ltu(sfp_v a, sfp_v b)
{
    return (sfp_v)(a < b);
}

static inline sfp_v sfp_gtu(sfp_v a, sfp_v b)
{
    return (sfp_v)(a > b);
}

static inline sfp_v sfp_geu(sfp_v a, sfp_v b)
{
    return (sfp_v)(a >= b);
}

static inline sfp_v sfp_lts(sfp_v a, sfp_v b)
{
    return (sfp_v)((sfp_vs)a < (sfp_vs)b);
}

static inline sfp_v sfp_gts(sfp_v a, sfp_v b)
{
    return (sfp_v)((sfp_vs)a > (sfp_vs)b);
}

static inline sfp_v sfp_ges(sfp_v a, sfp_v b)
{
    return (sfp_v)((sfp_vs)a >= (sfp_vs)b);
}

/* Returns all ones in lanes with bit 31 set. */
static inline sfp_v sfp_sign(sfp_v v)
{
    return (sfp_v)((sfp_vs)v >> 31);
}

#if defined(SFP_SIMD_AVX512)

static inline sfp_v sfp_minu(sfp_v a, sfp_v b)
{
    return (sfp_v)_mm512_maskz_min_epu32(UINT16_MAX, (__m512i)a, (__m512i)b);
}

static inline sfp_v sfp_maxu(sfp_v a, sfp_v b)
{
    return (sfp_v)_mm512_maskz_max_epu32(UINT16_MAX, (__m512i)a, (__m512i)b);
}

static inline sfp_v sfp_mins(sfp_v a, sfp_v b)
{
    return (sfp_v)_mm512_maskz_min_epi32(UINT16_MAX, (__m512i)a, (__m512i)b);
}

static inline sfp_v sfp_maxs(sfp_v a, sfp_v b)
{
    return (sfp_v)_mm512_maskz_max_epi32(UINT16_MAX, (__m512i)a, (__m512i)b);
}

static inline sfp_v sfp_abs(sfp_v v)
{
    return (sfp_v)_mm512_maskz_abs_epi32(UINT16_MAX, (__m512i)v);
}

/* Shift each lane by its own count. Counts are unsigned; 32 and above shift everything out. */
static inline sfp_v sfp_sll(sfp_v v, sfp_v count)
{
    return (sfp_v)_mm512_maskz_sllv_epi32(UINT16_MAX, (__m512i)v, (__m512i)count);
}

static inline sfp_v sfp_srl(sfp_v v, sfp_v count)
{
    return (sfp_v)_mm512_maskz_srlv_epi32(UINT16_MAX, (__m512i)v, (__m512i)count);
}

static inline sfp_v sfp_sra(sfp_v v, sfp_v count)
{
    return (sfp_v)_mm512_maskz_srav_epi32(UINT16_MAX, (__m512i)v, (__m512i)count);
}

/* Returns the number of leading zeros; 32 for 0. */
static inline sfp_v sfp_clz(sfp_v v)
{
    return (sfp_v)_mm512_lzcnt_epi32((__m512i)v);
}

/* Returns bit 31 of lane l as bit l, for all 32 lanes. */
static inline uint32_t sfp_signs(const sfp_v v[SFP_VN])
{
    return (uint32_t)_mm512_movepi32_mask((__m512i)v[0]) | (uint32_t)_mm512_movepi32_mask((__m512i)v[1]) << SFP_V_LANES;
}

/* Returns bit l set if lane l is not 0. */
static inline uint32_t sfp_nonzeros(const sfp_v v[SFP_VN])
{
    return (uint32_t)_mm512_test_epi32_mask((__m512i)v[0], (__m512i)v[0])
           | (uint32_t)_mm512_test_epi32_mask((__m512i)v[1], (__m512i)v[1]) << SFP_V_LANES;
}

/* Returns vector i of the mask whose lane l is bit l. */
static inline sfp_v sfp_mask_from_bits(uint32_t bits, unsigned i)
{
    return (sfp_v)_mm512_movm_epi32((__mmask16)(bits >> (i * SFP_V_LANES)));
}

/* Returns whether a mask has a lane set. */
static inline bool sfp_any(sfp_v mask)
{
    return _mm512_test_epi32_mask((__m512i)mask, (__m512i)mask) != 0;
}

/* Multiplies a * b: returns the upper 32 bits, stores the lower. */
static inline sfp_v sfp_mul_wide(sfp_v a, sfp_v b, sfp_v *low)
{
    const __mmask16 even_lanes = 0x5555, odd_lanes = 0xAAAA;
    __m512i even = _mm512_maskz_mul_epu32(UINT8_MAX, (__m512i)a, (__m512i)b);
    __m512i odd = _mm512_maskz_mul_epu32(UINT8_MAX, _mm512_maskz_shuffle_epi32(UINT16_MAX, (__m512i)a, _MM_PERM_DDBB),
                                         _mm512_maskz_shuffle_epi32(UINT16_MAX, (__m512i)b, _MM_PERM_DDBB));

    *low = (sfp_v)_mm512_mask_shuffle_epi32(even, odd_lanes, odd, _MM_PERM_CCAA);
    return (sfp_v)_mm512_mask_shuffle_epi32(odd, even_lanes, even, _MM_PERM_DDBB);
}

#else

#if defined(SFP_SIMD_AVX2)

static inline sfp_v sfp_minu(sfp_v a, sfp_v b)
{
    return (sfp_v)_mm256_min_epu32((__m256i)a, (__m256i)b);
}

static inline sfp_v sfp_maxu(sfp_v a, sfp_v b)
{
    return (sfp_v)_mm256_max_epu32((__m256i)a, (__m256i)b);
}

static inline sfp_v sfp_mins(sfp_v a, sfp_v b)
{
    return (sfp_v)_mm256_min_epi32((__m256i)a, (__m256i)b);
}

static inline sfp_v sfp_maxs(sfp_v a, sfp_v b)
{
    return (sfp_v)_mm256_max_epi32((__m256i)a, (__m256i)b);
}

static inline sfp_v sfp_abs(sfp_v v)
{
    return (sfp_v)_mm256_abs_epi32((__m256i)v);
}

static inline sfp_v sfp_sll(sfp_v v, sfp_v count)
{
    return (sfp_v)_mm256_sllv_epi32((__m256i)v, (__m256i)count);
}

static inline sfp_v sfp_srl(sfp_v v, sfp_v count)
{
    return (sfp_v)_mm256_srlv_epi32((__m256i)v, (__m256i)count);
}

static inline sfp_v sfp_sra(sfp_v v, sfp_v count)
{
    return (sfp_v)_mm256_srav_epi32((__m256i)v, (__m256i)count);
}

/* Returns a mask with the sign of each lane, lane i in bit i. Packs each lane into a byte with saturation, which
 * keeps signs. Packing splits rows into halves; the permutation joins the halves. */
static inline uint32_t sfp_signs(const sfp_v v[SFP_VN])
{
    const __m256i halves_of_rows = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    __m256i rows01 = _mm256_packs_epi32((__m256i)v[0], (__m256i)v[1]);
    __m256i rows23 = _mm256_packs_epi32((__m256i)v[2], (__m256i)v[3]);
    __m256i bytes = _mm256_packs_epi16(rows01, rows23);

    return (uint32_t)_mm256_movemask_epi8(_mm256_permutevar8x32_epi32(bytes, halves_of_rows));
}

static inline bool sfp_any(sfp_v mask)
{
    return !_mm256_testz_si256((__m256i)mask, (__m256i)mask);
}

static inline sfp_v sfp_mul_wide(sfp_v a, sfp_v b, sfp_v *low)
{
    enum { ODD_LANES = 0xAA };
    __m256i even = _mm256_mul_epu32((__m256i)a, (__m256i)b);
    __m256i odd = _mm256_mul_epu32(_mm256_srli_epi64((__m256i)a, 32), _mm256_srli_epi64((__m256i)b, 32));

    *low = (sfp_v)_mm256_blend_epi32(even, _mm256_slli_epi64(odd, 32), ODD_LANES);
    return (sfp_v)_mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, ODD_LANES);
}

#else

static inline sfp_v sfp_minu(sfp_v a, sfp_v b)
{
    return sfp_sel(sfp_ltu(a, b), a, b);
}

static inline sfp_v sfp_maxu(sfp_v a, sfp_v b)
{
    return sfp_sel(sfp_ltu(a, b), b, a);
}

static inline sfp_v sfp_mins(sfp_v a, sfp_v b)
{
    return sfp_sel(sfp_lts(a, b), a, b);
}

static inline sfp_v sfp_maxs(sfp_v a, sfp_v b)
{
    return sfp_sel(sfp_lts(a, b), b, a);
}

static inline sfp_v sfp_abs(sfp_v v)
{
    sfp_v sign = sfp_sign(v);

    return (v ^ sign) - sign;
}

#if defined(SFP_SIMD_SSE2)

/*
 * SSE2 shifts all lanes by one 64-bit count. So each lane takes a shift of its own. The word shuffles spread a count's
 * upper half over the 64 bits, so that large counts stay large.
 */
#define SFP_SSE2_SHIFT(shift, v, count)                                                                  \
    __m128i low_counts = _mm_shufflelo_epi16(count, _MM_SHUFFLE(3, 3, 3, 2));                            \
    __m128i upper = _mm_unpackhi_epi64(count, count);                                                    \
    __m128i upper_counts = _mm_shufflelo_epi16(upper, _MM_SHUFFLE(3, 3, 3, 2));                          \
    __m128i lane0 = shift(v, _mm_shufflelo_epi16(count, _MM_SHUFFLE(1, 1, 1, 0)));                       \
    __m128i lane1 = shift(v, low_counts);                                                                \
    __m128i lane2 = shift(v, _mm_shufflelo_epi16(upper, _MM_SHUFFLE(1, 1, 1, 0)));                       \
    __m128i lane3 = shift(v, upper_counts);                                                              \
    __m128i lanes01 = _mm_unpacklo_epi64(lane0, lane1), lanes23 = _mm_unpackhi_epi64(lane2, lane3);      \
    return (sfp_v)_mm_shuffle_ps((__m128)lanes01, (__m128)lanes23, _MM_SHUFFLE(3, 0, 3, 0))

static inline sfp_v sfp_sll(sfp_v v, sfp_v count)
{
    SFP_SSE2_SHIFT(_mm_sll_epi32, (__m128i)v, (__m128i)count);
}

static inline sfp_v sfp_srl(sfp_v v, sfp_v count)
{
    SFP_SSE2_SHIFT(_mm_srl_epi32, (__m128i)v, (__m128i)count);
}

static inline sfp_v sfp_sra(sfp_v v, sfp_v count)
{
    SFP_SSE2_SHIFT(_mm_sra_epi32, (__m128i)v, (__m128i)count);
}

#undef SFP_SSE2_SHIFT

static inline uint32_t sfp_vector_signs(sfp_v v)
{
    return (uint32_t)_mm_movemask_ps((__m128)v);
}

static inline bool sfp_any(sfp_v mask)
{
    return sfp_vector_signs(mask) != 0;
}

static inline sfp_v sfp_mul_wide(sfp_v a, sfp_v b, sfp_v *low)
{
    const sfp_vq low_half = (sfp_vq){0} + UINT32_MAX;
    sfp_vq even = (sfp_vq)_mm_mul_epu32((__m128i)a, (__m128i)b);
    sfp_vq odd = (sfp_vq)_mm_mul_epu32((__m128i)((sfp_vq)a >> 32), (__m128i)((sfp_vq)b >> 32));

    *low = (sfp_v)((even & low_half) | odd << 32);
    return (sfp_v)(even >> 32 | (odd & ~low_half));
}

#else

static inline sfp_v sfp_sll(sfp_v v, sfp_v count)
{
    return sfp_ltu(count, sfp_splat(32)) & v << (count & 31);
}

static inline sfp_v sfp_srl(sfp_v v, sfp_v count)
{
    return sfp_ltu(count, sfp_splat(32)) & v >> (count & 31);
}

static inline sfp_v sfp_sra(sfp_v v, sfp_v count)
{
    return (sfp_v)((sfp_vs)v >> (sfp_vs)sfp_minu(count, sfp_splat(31)));
}

static inline uint32_t sfp_vector_signs(sfp_v v)
{
    return v[0] >> 31 | v[1] >> 31 << 1 | v[2] >> 31 << 2 | v[3] >> 31 << 3;
}

static inline bool sfp_any(sfp_v mask)
{
    sfp_vq halves = (sfp_vq)mask;

    return (halves[0] | halves[1]) != 0;
}

/* By 16-bit halves, since every vector unit has 32-bit lane products. */
static inline sfp_v sfp_mul_wide(sfp_v a, sfp_v b, sfp_v *low)
{
    const sfp_v half = sfp_splat(UINT16_MAX);
    sfp_v al = a & half, ah = a >> 16, bl = b & half, bh = b >> 16;
    sfp_v ll = al * bl;
    sfp_v middle = ah * bl + (ll >> 16);
    sfp_v cross = al * bh + (middle & half);

    *low = (ll & half) | cross << 16;
    return ah * bh + (middle >> 16) + (cross >> 16);
}

#endif

static inline uint32_t sfp_signs(const sfp_v v[SFP_VN])
{
    uint32_t bits = 0;

    for (unsigned i = 0; i < SFP_VN; i++)
        bits |= sfp_vector_signs(v[i]) << (i * SFP_V_LANES);
    return bits;
}

#endif

/*
 * Uses the exponent of the lane as a float. The conversion may round, but cannot round up to the next power of two once
 * the bit below the leading one is cleared. Lanes with bit 31 set convert to negative floats.
 */
static inline sfp_v sfp_clz(sfp_v v)
{
    const sfp_v exponent_of_bit_31 = sfp_splat(127 + 31);
    sfp_v leading = v & ~(v >> 1);
    sfp_v exponent = (sfp_v)__builtin_convertvector((sfp_vs)leading, sfp_vf) >> 23;
    sfp_v zeros = exponent_of_bit_31 - exponent;

    return sfp_mins(zeros & ~sfp_sign(zeros), sfp_splat(32));
}

static inline uint32_t sfp_nonzeros(const sfp_v v[SFP_VN])
{
    sfp_v zero[SFP_VN];

    for (unsigned i = 0; i < SFP_VN; i++)
        zero[i] = sfp_eq(v[i], sfp_splat(0));
    return ~sfp_signs(zero);
}

static inline sfp_v sfp_mask_from_bits(uint32_t bits, unsigned i)
{
    const sfp_v first = {
        1, 2, 4, 8,
#if SFP_VBYTES == 32
        16, 32, 64, 128,
#endif
    };
    const sfp_v bit = first << i * SFP_V_LANES;

    return sfp_eq(sfp_splat(bits) & bit, bit);
}

#endif

#if __has_builtin(__builtin_shufflevector)
#define SFP_SHUFFLE __builtin_shufflevector
#else /* gcc 11 */
#define SFP_SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (sfp_v){__VA_ARGS__})
#endif

/* Moves each row of eight lanes right by one lane, and its last lane to the front. */
static inline void sfp_rotate_rows(const sfp_v from[SFP_VN], sfp_v to[SFP_VN])
{
#if SFP_VBYTES == 64
    for (unsigned i = 0; i < SFP_VN; i++)
        to[i] = SFP_SHUFFLE(from[i], from[i], 7, 0, 1, 2, 3, 4, 5, 6, 15, 8, 9, 10, 11, 12, 13, 14);
#elif SFP_VBYTES == 32
    for (unsigned i = 0; i < SFP_VN; i++)
        to[i] = SFP_SHUFFLE(from[i], from[i], 7, 0, 1, 2, 3, 4, 5, 6);
#else
    const sfp_v first = {UINT32_MAX, 0, 0, 0};

    /* Rotates each half alone, then exchanges the first lanes: SSE2 shuffles one vector at a time. */
    for (unsigned i = 0; i < SFP_VN; i += 2) {
        sfp_v left = SFP_SHUFFLE(from[i], from[i], 3, 0, 1, 2);
        sfp_v right = SFP_SHUFFLE(from[i + 1], from[i + 1], 3, 0, 1, 2);
        sfp_v crossing = (left ^ right) & first;

        to[i] = left ^ crossing;
        to[i + 1] = right ^ crossing;
    }
#endif
}

/* Returns in each lane the entry of `table` at that lane's `index`. */
static inline sfp_v sfp_lookup(const uint32_t *table, sfp_v index)
{
#if defined(SFP_SIMD_AVX512)
    return (sfp_v)_mm512_mask_i32gather_epi32(_mm512_setzero_si512(), UINT16_MAX, (__m512i)index, table, sizeof *table);
#elif defined(SFP_SIMD_AVX2)
    return (sfp_v)_mm256_i32gather_epi32((const int *)table, (__m256i)index, sizeof *table);
#else
    sfp_v entry;

    for (unsigned l = 0; l < SFP_V_LANES; l++)
        entry[l] = table[index[l]];
    return entry;
#endif
}

/* Returns 1 in lanes that are not 0. */
static inline sfp_v sfp_nonzero(sfp_v v)
{
#if defined(SFP_SIMD_AVX512) || defined(SFP_SIMD_AVX2)
    return sfp_minu(v, sfp_splat(1));
#else
    return sfp_ne(v, sfp_splat(0)) & 1;
#endif
}

/*
 * Conditions: a mask register on AVX-512, elsewhere a mask. Written as below, compilers fold and, keep, sel, set and
 * negate into the neighbouring instructions.
 */
#if defined(SFP_SIMD_AVX512)

typedef __mmask16 sfp_k;

static inline sfp_k sfp_k_eq(sfp_v a, sfp_v b)
{
    return _mm512_cmpeq_epi32_mask((__m512i)a, (__m512i)b);
}

static inline sfp_k sfp_k_ne(sfp_v a, sfp_v b)
{
    return _mm512_cmpneq_epi32_mask((__m512i)a, (__m512i)b);
}

static inline sfp_k sfp_k_ltu(sfp_v a, sfp_v b)
{
    return _mm512_cmplt_epu32_mask((__m512i)a, (__m512i)b);
}

static inline sfp_k sfp_k_geu(sfp_v a, sfp_v b)
{
    return _mm512_cmpge_epu32_mask((__m512i)a, (__m512i)b);
}

static inline sfp_k sfp_k_lts(sfp_v a, sfp_v b)
{
    return _mm512_cmplt_epi32_mask((__m512i)a, (__m512i)b);
}

/* Returns the lanes that are not 0. */
static inline sfp_k sfp_k_nonzero(sfp_v v)
{
    return _mm512_test_epi32_mask((__m512i)v, (__m512i)v);
}

/* Returns the lanes whose bit 31 is set. */
static inline sfp_k sfp_k_sign(sfp_v v)
{
    return _mm512_movepi32_mask((__m512i)v);
}

static inline sfp_k sfp_k_and(sfp_k j, sfp_k k)
{
    return (sfp_k)(j & k);
}

static inline bool sfp_k_any(sfp_k k)
{
    return k != 0;
}

/* k ? a : b */
static inline sfp_v sfp_k_sel(sfp_k k, sfp_v a, sfp_v b)
{
    return (sfp_v)_mm512_mask_mov_epi32((__m512i)b, k, (__m512i)a);
}

/* k ? v : 0, and k ? 0 : v */
static inline sfp_v sfp_k_keep(sfp_k k, sfp_v v)
{
    return (sfp_v)_mm512_maskz_mov_epi32(k, (__m512i)v);
}

static inline sfp_v sfp_k_drop(sfp_k k, sfp_v v)
{
    return (sfp_v)_mm512_maskz_mov_epi32((__mmask16)~k, (__m512i)v);
}

/* v, with `bits` set where k */
static inline sfp_v sfp_k_set(sfp_k k, sfp_v v, uint32_t bits)
{
    return sfp_k_sel(k, v | bits, v);
}

/* k ? -v : v */
static inline sfp_v sfp_k_negate(sfp_k k, sfp_v v)
{
    return sfp_k_sel(k, -v, v);
}

#else

typedef sfp_v sfp_k;

static inline sfp_k sfp_k_eq(sfp_v a, sfp_v b)
{
    return sfp_eq(a, b);
}

static inline sfp_k sfp_k_ne(sfp_v a, sfp_v b)
{
    return ~sfp_eq(a, b);
}

static inline sfp_k sfp_k_ltu(sfp_v a, sfp_v b)
{
    return sfp_ltu(a, b);
}

static inline sfp_k sfp_k_geu(sfp_v a, sfp_v b)
{
    return sfp_geu(a, b);
}

static inline sfp_k sfp_k_lts(sfp_v a, sfp_v b)
{
    return sfp_lts(a, b);
}

static inline sfp_k sfp_k_nonzero(sfp_v v)
{
    return ~sfp_eq(v, sfp_splat(0));
}

static inline sfp_k sfp_k_sign(sfp_v v)
{
    return sfp_sign(v);
}

static inline sfp_k sfp_k_and(sfp_k j, sfp_k k)
{
    return j & k;
}

static inline bool sfp_k_any(sfp_k k)
{
    return sfp_any(k);
}

static inline sfp_v sfp_k_sel(sfp_k k, sfp_v a, sfp_v b)
{
    return sfp_sel(k, a, b);
}

static inline sfp_v sfp_k_keep(sfp_k k, sfp_v v)
{
    return k & v;
}

static inline sfp_v sfp_k_drop(sfp_k k, sfp_v v)
{
    return ~k & v;
}

static inline sfp_v sfp_k_set(sfp_k k, sfp_v v, uint32_t bits)
{
    return v | (k & bits);
}

static inline sfp_v sfp_k_negate(sfp_k k, sfp_v v)
{
    return (v ^ k) - k;
}

#endif
#endif
