/* Adds a number to integers: what number, and to how many vectors, is in memory. */
#include "kernel.h"

/* In the local data RAM, at its start; at most 2047. */
extern "C" volatile word number;
volatile word number = 5;

extern "C" void _start()
{
    const word count = REGISTER(0x20000), n = number;

    for (word i = 0; i < count; i++) {
        PUSH = 0x7004C000 | 2 * i;   /* sfpload L0, 2 i, 4, 3: int32 */
        PUSH = 0x79000005 | n << 12; /* sfpiadd L0, L0, n, 5 */
        PUSH = 0x7204C000 | 2 * i;   /* sfpstore L0, 2 i, 4, 3 */
    }
    wait_for(THREAD_DONE);
    for (;;)
        continue;
}
