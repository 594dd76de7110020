/* The host's floating-point modes around a run. */
#include "model.h"

#ifdef __SSE2__
#include <pmmintrin.h>

/* MXCSR: exceptions masked, to nearest. Denormal operands and results take microcode on many processors. */
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
#include <fenv.h>

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
