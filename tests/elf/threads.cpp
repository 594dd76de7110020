/* What waits for other threads, and for the own one. */
#include "kernel.h"

/* The core reads semaphore 1 until somebody has posted it. */
extern "C" void poll()
{
    while (SEMAPHORE(1) == 0)
        continue;
    TT(0x8F000000); /* sfpnop */
}

/* A word waits for that. */
extern "C" void semwait()
{
    TT(0xA6FF8009); /* ttsemwait 0x1ff, 2, 1: while semaphore 1 is 0 */
    TT(0x8F000000); /* sfpnop */
}

/* What the thread has put into a GPR, once it is through. */
extern "C" void check()
{
    TT(0x45000700); /* ttsetdmareg 0, 7, 0, 0 */
    wait_for(THREAD_DONE);
    RESULT = GPR(0);
}

/* No end, and nothing that could make one. */
extern "C" void forever()
{
    for (;;)
        __asm__ volatile("nop");
}

/* Its second instruction becomes another one. */
extern "C" __attribute__((noinline)) void changed()
{
    TT(0x8F000000); /* sfpnop */
    REGISTER(reinterpret_cast<word>(changed) & ~3u) = 0x00000013;
}

extern "C" void _start()
{
    poll();
    semwait();
}
