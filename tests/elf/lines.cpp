/* y = |x| n times, of int32: a kernel with line tables. */
#include "lines.h"

static inline void absolute()
{
    TT(0x7004C000); TT(0x7D000000); /* sfpload L0, 0, 4, 3; sfpabs L0, L0, 0 */
    PUSH = 0x7204C000;              /* sfpstore L0, 0, 4, 3 */
}

extern "C" __attribute__((noinline)) void calculate(word n)
{
    for (word i = 0; i < n; i++) {
        absolute();
        next();
    }
}

extern "C" void _start()
{
    calculate(2);
    wait_for(THREAD_DONE);
    for (;;)
        continue;
}

/* Reads what is undefined, in two places that are inlined from one. */
extern "C" void look()
{
    use(queue());
    use(queue());
}

/* No end, and nothing that could make one. */
extern "C" void forever()
{
    for (;;)
        __asm__ volatile("nop");
}

/* Code of which no line is known: a NOP, and back. */
__asm__(".section .text.quiet, \"ax\", @progbits\n"
        ".globl quiet\n"
        ".type quiet, @function\n"
        ".loc_mark_labels 0\n"
        "quiet: .word 0x3C000002; ret\n"
        ".loc_mark_labels 1\n"
        ".size quiet, . - quiet\n"
        ".previous");
