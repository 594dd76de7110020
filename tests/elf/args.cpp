/* Pushes what it is given: as immediates of SFPLOADI, by which they can be told. */
#include "kernel.h"

#define PCBUF REGISTER(0xFFE80000u)
#define MAILBOX(from) REGISTER(0xFFEC0000u + 0x1000 * (from))
#define MAIL_THERE(from) REGISTER(0xFFEC0004u + 0x1000 * (from))
#define CLOCK_LOW REGISTER(0xFFB121F0u)
#define CLOCK_HIGH REGISTER(0xFFB121F8u)

/* In the local data RAM, at its start. */
extern "C" volatile word number;
volatile word number = 5;

static inline void show(word value)
{
    PUSH = 0x71020000 | (value & 0xFFFF); /* sfploadi L0, value, 2 */
}

extern "C" void _start(word a, word b)
{
    show(a);
    show(b);
    show(number);
}

extern "C" void last(word, word, word, word, word, word, word, word h)
{
    show(h);
}

extern "C" void devices()
{
    show(PCBUF);
    show(PCBUF);
    show(MAILBOX(0));
    show(MAILBOX(1));
    show(MAIL_THERE(3));
    show(MAILBOX(3));
    show(MAIL_THERE(3));
    use(CLOCK_LOW);
    show(CLOCK_HIGH);
}

/* Writes n values to the mailboxes of B and T2. */
extern "C" void tell(word n)
{
    for (word i = 0; i < n; i++) {
        MAILBOX(0) = i;
        MAILBOX(3) = i;
    }
}

extern "C" void clock()
{
    show(CLOCK_LOW);
}

/* The control register cfg0, of Blackhole's core: csrr a5, 0x7c0. */
extern "C" void cfg0()
{
    register word value __asm__("a5");

    __asm__ volatile(".word 0x7C0027F3" : "=r"(value));
    show(value);
    show(value >> 16);
}
