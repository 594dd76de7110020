/* One lane of the multiply-add, in the order of the steps in sfpu-fma(7). */
#include "fma_lane.h"

enum {
    FRACTION_BITS = 23,
    HIDDEN_ONE = 1 << FRACTION_BITS,
    FRACTION = HIDDEN_ONE - 1,
    E_BIAS = 127,
    E_MAX = 255,
    GRS_BITS = 3,       /* guard, round and sticky */
    GRS = (1 << GRS_BITS) - 1,
    DROPPED_BITS = 20,  /* of the product, into sticky */
    NORMAL_BITS = FRACTION_BITS + 1 + GRS_BITS,
};

#define SIGN UINT32_C(0x80000000)
#define INFINITE UINT32_C(0x7F800000)
#define WH_NAN UINT32_C(0x7F800001)
#define BH_NAN UINT32_C(0x7FC00000)

struct number {
    int32_t e;
    uint32_t m; /* with the hidden one; 0 for zeros and denormals */
    uint32_t s; /* bit 31 */
};

static struct number unpack(uint32_t v)
{
    int32_t e = (int32_t)(v >> FRACTION_BITS & E_MAX);

    return (struct number){e, e == 0 ? 0 : HIDDEN_ONE | (v & FRACTION), v & SIGN};
}

static bool is_nan(struct number v)
{
    return v.e == E_MAX && v.m != HIDDEN_ONE;
}

static bool is_infinite(struct number v)
{
    return v.e == E_MAX && v.m == HIDDEN_ONE;
}

/* Shifts right by d; what is shifted out is kept as sticky, unless nothing else is left (sfpu-fma(7), Alignment). */
static uint32_t align(uint32_t v, int32_t d)
{
    uint32_t shifted = d < 32 ? v >> d : 0;

    return shifted != 0 && shifted << d != v ? shifted | 1 : shifted;
}

static int32_t bitlen(uint32_t v)
{
    return 32 - __builtin_clz(v);
}

uint32_t sfp_fma_lane(enum sfp_arch arch, uint32_t x, uint32_t y, uint32_t z)
{
    const bool wh = arch == SFP_WH;
    struct number nx = unpack(x), ny = unpack(y), nz = unpack(z);

    /* steps 1 and 2 */
    uint64_t product = (uint64_t)nx.m * ny.m;
    uint32_t p = (uint32_t)(product >> DROPPED_BITS) | ((product & ((1 << DROPPED_BITS) - 1)) != 0);
    uint32_t q = nz.m << GRS_BITS;
    uint32_t s_p = nx.s ^ ny.s;
    int32_t e_p = nx.e + ny.e - E_BIAS;
    uint32_t nan = 0; /* Wormhole carries it along to the end */

    /* step 3 */
    if (nx.e == E_MAX || ny.e == E_MAX || nz.e == E_MAX || e_p >= E_MAX) {
        bool factor = nx.e == E_MAX || ny.e == E_MAX;
        bool invalid = is_nan(nx) || is_nan(ny) || (nx.e == E_MAX && ny.m == 0) || (ny.e == E_MAX && nx.m == 0);

        if (is_infinite(nz) && nz.s != s_p)
            invalid |= factor || (wh && e_p >= E_MAX);
        if (!wh && (invalid || is_nan(nz)))
            return BH_NAN;
        if (invalid)
            nan = s_p | WH_NAN;
        else if (is_nan(nz))
            nan = nz.s | WH_NAN;
        else if (is_infinite(nz))
            return z;
        else
            return s_p | INFINITE;
        e_p = e_p < E_MAX ? e_p : E_MAX;
    }

    /* step 4 */
    if (p == 0 || e_p < 0) {
        if (nan == 0)
            return nz.m != 0 ? z : wh ? 0 : nz.s & s_p;
        p = 0;
        e_p = 0;
    }

    /* step 5 */
    int32_t e = e_p > nz.e ? e_p : nz.e;
    p = align(p, e - e_p);
    q = align(q, e - nz.e);

    /* step 6 */
    uint32_t s = p >= q ? s_p : nz.s;
    uint32_t r = s_p == nz.s ? p + q : p >= q ? p - q : q - p;
    if (r == 0)
        return wh ? nan : nz.s & s_p;

    /* step 7 */
    int32_t n = bitlen(r) - NORMAL_BITS;
    e += n;
    if (e >= E_MAX)
        return nan != 0 ? nan : s | INFINITE;
    if (wh && e < 0)
        return nan;
    if (!wh && e <= 0) {
        n++;
        e = 0;
    }
    if (n <= 0)
        r <<= -n;
    else if (wh)
        r = r >> n | (r & 1);
    else
        r = r >> n | ((r & ((uint32_t)n | 1)) != 0);

    /* steps 8 to 10 */
    uint32_t result = ((uint32_t)e << FRACTION_BITS) + (r >> GRS_BITS & FRACTION);
    if ((r & GRS) + (result & 1) > 1 << (GRS_BITS - 1))
        result++;
    if (result < HIDDEN_ONE)
        return wh ? nan : s;
    return nan != 0 ? nan | result : s | result;
}
