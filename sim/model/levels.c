/* The SIMD levels this build holds, and which of them the processor can run. */
#include "model.h"

#include <stddef.h>

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
