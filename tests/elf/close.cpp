/* Waits that are missing between two words which the core pushes apart: by where they lie in its cache, by a store of the
 * core, by a loop. All of them need a wait on Wormhole, or the old value is taken. */
#include "kernel.h"

#define LOAD 0x7013C000      /* sfpload L1, 0, 3, 3 */
#define MULTIPLY 0x86011900  /* sfpmul L0, L1, L1, 0 */
#define STORE 0x7203C000     /* sfpstore L0, 0, 3, 3 */
#define NOP 0x8F000000       /* sfpnop */

/* The store lies at each of the four words of a line of the cache in turn. */
template <int N> __attribute__((noinline, aligned(16))) void at()
{
    TT(LOAD);
    if (N > 0)
        TT(NOP);
    if (N > 1)
        TT(NOP);
    if (N > 2)
        TT(NOP);
    TT(MULTIPLY);
    TT(STORE);
}

extern "C" void at0() { at<0>(); }
extern "C" void at1() { at<1>(); }
extern "C" void at2() { at<2>(); }
extern "C" void at3() { at<3>(); }

/* With the wait. */
extern "C" __attribute__((noinline)) void waits(word row)
{
    TT(LOAD);
    TT(MULTIPLY);
    TT(NOP);
    PUSH = STORE + row;
}

/* Words that only the core knows. */
extern "C" __attribute__((noinline)) void mul_store(word row)
{
    TT(LOAD);
    TT(MULTIPLY);
    PUSH = STORE + row;
}

extern "C" __attribute__((noinline)) void shift_store(word row)
{
    TT(0x94000123); /* sfpshft2 L2, L1, 0, 3 */
    PUSH = STORE + (2 << 20) + row;
}

extern "C" __attribute__((noinline)) void mul_loadi(word value)
{
    TT(MULTIPLY);
    PUSH = 0x71000000 + value; /* sfploadi L0, value, 0 */
}

extern "C" __attribute__((noinline)) void configure_load(word row)
{
    TT(0xB0040001);              /* ttwrcfg 4, 0, 1 */
    PUSH = 0x7000C000 + row;     /* sfpload L0, row, 0, 3 */
}

/* x to the n, by n multiplications in a loop of the core, without a wait between them. */
extern "C" __attribute__((noinline)) void power(word n)
{
    TT(LOAD);
    TT(0x7C000A00); /* sfpmov L0, L10, 0 */
    for (word i = 0; i < n; i++) {
        TT(0x86001900); /* sfpmul L0, L0, L1, 0 */
    }
    TT(NOP);
    TT(STORE);
}

extern "C" void _start()
{
    at0();
    waits(2);
}
