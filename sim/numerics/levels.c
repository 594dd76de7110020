/* The SIMD levels of references in double precision, and which of them the processor can run. */
#include "doubles/doubles.h"

#ifdef SFP_HAVE_X86_LEVELS
doubles_fill doubles_fill_v3;
#endif
doubles_fill doubles_fill_base;

size_t doubles_list(doubles_fill *list[DOUBLES_LEVELS])
{
    size_t count = 0;

#ifdef SFP_HAVE_X86_LEVELS
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma"))
        list[count++] = doubles_fill_v3;
#endif
    list[count++] = doubles_fill_base;
    return count;
}
