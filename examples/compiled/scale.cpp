// y = c x on a tile of fp32: a math thread's code, as a RISC-V compiler makes it.
#include <stdint.h>

// A word that the core pushes itself; the vendor's TTI_ macros come to this. GNU as takes it for data, and notes its line
// where there is a label.
__asm__(".loc_mark_labels 1");
#define TT(word) __asm__ volatile("0: .word %0" ::"i"(uint32_t(word) << 2 | uint32_t(word) >> 30))

static volatile uint32_t *const instruction_buffer = (uint32_t *)0xFFE40000; // a word that is stored there is pushed
static volatile uint32_t *const done = (uint32_t *)0xFFE80004;               // is read when all of them are through

// c is the upper half of an fp32.
extern "C" void init(uint32_t c)
{
    *instruction_buffer = 0x71000000 | c; // sfploadi L0, c, 0
    TT(0x910000C0);                       // sfpconfig 12, 0, 0: LReg 12 = L0
}

template <int VECTORS> __attribute__((noinline)) void calculate()
{
    for (int i = 0; i < VECTORS; i++) {
        TT(0x7003C000); // sfpload L0, 0, 3, 3
        TT(0x8600C910); // sfpmul L1, L0, L12, L9, 0
        TT(0x8F000000); // sfpnop
        TT(0x7213C000); // sfpstore L1, 0, 3, 3
        TT(0x38008000); // ttincrwc 0, 2, 0, 0
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
