/* Integers, with instructions that Blackhole's core has and Wormhole's has not: compiled with Zba and Zbb. */
#include "kernel.h"

/* The largest power of two in x, or a limit, whichever is less; from a table of such limits. */
extern "C" __attribute__((noinline)) void floor2(word x, word i)
{
    static const volatile word limits[] = {16, 64};
    const word power = x ? 1u << (31 - __builtin_clz(x)) : 0, limit = limits[i]; /* clz, sh2add */

    PUSH = 0x71020000 | (power < limit ? power : limit); /* sfploadi L0, it, 2 */
}

extern "C" void _start()
{
    floor2(37, 1);
    floor2(255, 0);
}
