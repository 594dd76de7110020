// y = c x on a tile of fp32: code of a math thread, for any RISC-V compiler.
#include "sfpu_tti.h"

static volatile uint32_t *const done = (uint32_t *)0xFFE80004; // a read waits until all pushed words are done

// c is the upper half of an fp32.
extern "C" void init(uint32_t c)
{
    TT_SFPLOADI(p_sfpu::LREG0, SFPLOADI_MOD0_FLOATB, c); // stored, since only the core knows c
    TTI_SFPCONFIG(0, 12, 0); // LReg 12 = L0
}

template <int VECTORS> __attribute__((noinline)) void calculate()
{
    for (int i = 0; i < VECTORS; i++) {
        TTI_SFPLOAD(p_sfpu::LREG0, InstrModLoadStore::FP32, ADDR_MOD_3, 0);
        TTI_SFPMUL(p_sfpu::LREG0, p_sfpu::LREG12, p_sfpu::LCONST_0, p_sfpu::LREG1, 0);
        TTI_SFPNOP;
        TTI_SFPSTORE(p_sfpu::LREG1, InstrModLoadStore::FP32, ADDR_MOD_3, 0);
        TTI_INCRWC(0, 2, 0, 0);
    }
}

extern "C" void _start()
{
    init(0x4000);
    calculate<32>();
    *done = 0;
    const uint32_t value = *done;
    __asm__ volatile("and %0, %0, %0" ::"r"(value));
}
