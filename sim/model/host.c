/* The host's processor: the SIMD levels in which executors can run, and the floating-point modes around a run. */
#include "model.h"

#include <stddef.h>
#ifdef __SSE2__
#include <pmmintrin.h>
#else
#include <fenv.h>
#endif

#ifdef SFP_HAVE_X86_LEVELS
extern const struct sfp_semantics sfp_semantics_v4, sfp_semantics_v3;
#endif
extern const struct sfp_semantics sfp_semantics_base;

void sfp_semantics_list(const struct sfp_semantics *list[4])
{
    unsigned n = 0;

#ifdef SFP_HAVE_X86_LEVELS
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd")
        && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        list[n++] = &sfp_semantics_v4;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma"))
        list[n++] = &sfp_semantics_v3;
#endif
    list[n++] = &sfp_semantics_base;
    list[n] = NULL;
}

const struct sfp_semantics *sfp_semantics_best(void)
{
    const struct sfp_semantics *list[4];

    sfp_semantics_list(list);
    return list[0];
}

#ifdef __SSE2__
/* Sets MXCSR: exceptions masked, rounding to nearest, and denormals as zeros, since denormal operands and results
 * take microcode on many processors. */
unsigned sfp_host_float_enter(void)
{
    const unsigned modes = _mm_getcsr();

    _mm_setcsr(_MM_MASK_MASK | _MM_ROUND_NEAREST | _MM_FLUSH_ZERO_ON | _MM_DENORMALS_ZERO_ON);
    return modes;
}

void sfp_host_float_leave(unsigned modes)
{
    _mm_setcsr(modes);
}

#else
unsigned sfp_host_float_enter(void)
{
    const int rounding = fegetround();

    fesetround(FE_TONEAREST);
    return (unsigned)rounding;
}

void sfp_host_float_leave(unsigned modes)
{
    fesetround((int)modes);
}

#endif
