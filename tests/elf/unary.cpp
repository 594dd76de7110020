/* y = c x: a plain kernel. fp32 in Dst; a vector is 4 rows by 8 columns, the next one 2 further on. */
#include "kernel.h"

/* LReg 12 = 2 */
extern "C" void init()
{
    TT(0x71004000); /* sfploadi L0, 0x4000, 0 */
    TT(0x910000C0); /* sfpconfig 12, 0, 0 */
}

/* c is the upper half of an fp32: the word is computed, and stored. */
extern "C" void init_with(word c)
{
    PUSH = 0x71000000 | c;
    TT(0x910000C0);
}

template <int VECTORS> __attribute__((noinline)) void calculate()
{
    for (int i = 0; i < VECTORS; i++) {
        TT(0x7003C000); /* sfpload L0, 0, 3, 3 */
        TT(0x8600C910); /* sfpmul L1, L0, L12, L9, 0 */
        TT(0x8F000000); /* sfpnop */
        TT(0x7213C000); /* sfpstore L1, 0, 3, 3 */
        TT(0x38008000); /* ttincrwc 0, 2, 0, 0 */
    }
}

/* Two functions of one name. */
__attribute__((noinline)) void nop(int) { TT(0x8F000000); }
__attribute__((noinline)) void nop(word) { TT(0x8F000000); }

extern "C" void _start()
{
    init();
    calculate<2>();
    wait_for(THREAD_DONE);
    for (;;)
        continue;
}

template void calculate<2>();
