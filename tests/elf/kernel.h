/* What the kernels of these tests share: how words are pushed, and where things are (sfpu-riscv(7), Memory). */
#ifndef KERNEL_H
#define KERNEL_H

typedef unsigned int word;

/* A word that the core pushes itself, rotated left by two (sfpu-riscv(7), What runs). The assembler takes it for data, for
 * which it notes no line, but for labels. */
__asm__(".loc_mark_labels 1");
#define TT(w) __asm__ volatile("0: .word %0" ::"i"((word)(w) << 2 | (word)(w) >> 30))

#define REGISTER(address) (*(volatile word *)(address))
#define PUSH REGISTER(0xFFE40000u)
#define MOP_CONFIG(i) REGISTER(0xFFB80000u + 4 * (i))
#define THREAD_DONE REGISTER(0xFFE80004u)
#define MOP_DONE REGISTER(0xFFE80008u)
#define SEMAPHORE(i) REGISTER(0xFFE80020u + 4 * (i))
#define GPR(i) REGISTER(0xFFE00000u + 4 * (i))
#define RESULT REGISTER(0x20100)

/* Waits until a load has its value. */
static inline void use(word value)
{
    __asm__ volatile("and %0, %0, %0" ::"r"(value));
}

static inline void wait_for(volatile word &check)
{
    check = 0;
    use(check);
}

#endif
