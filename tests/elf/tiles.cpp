/*
 * y = 2 x of three tiles, as a math thread does it: a MOP of MOVA2D copies a tile from SrcA to one half of Dst, the vector
 * unit works on it, and a semaphore tells who packs. A tile is 64 rows of bf16.
 */
#include "kernel.h"

/* Template 1, four times: two MOVA2D of eight rows with address modifier 2, and SETRWC of SrcA and SrcB, for whom both
 * banks are handed back. */
static const word config[] = {4, 2, 0x02000000, 0x37C00003, 0x02000000, 0x12012000, 0x02000000, 0x12012000, 0x12012000};

static void prepare()
{
    TT(0x71004000); /* sfploadi L0, 0x4000, 0 */
    TT(0x910000C0); /* sfpconfig 12, 0, 0: LReg 12 = 2 */
    TT(0xA3200008); /* ttseminit 2, 0, 2: semaphore 1 is 0, and 2 at most */
    TT(0x10180000); /* ttzeroacc 3, 0, 0: all of Dst is invalid */
    TT(0xB2020000); /* ttsetc16 2, 0: address modifiers 0 to 3 */
    TT(0xB20B0008); /* ttsetc16 11, 8: modifier 2 steps SrcA by 8, */
    TT(0xB2190008); /* ttsetc16 25, 8: and Dst */
    wait_for(MOP_DONE);
    for (unsigned i = 0; i < sizeof config / sizeof *config; i++)
        MOP_CONFIG(i) = config[i];
}

static void copy(unsigned half)
{
    TT(0xA6A1000A);                /* ttsemwait 0x142, 2, 2: while semaphore 1 is at its maximum */
    PUSH = 0xB2010000 | half * 512; /* ttsetc16 1: the half of Dst */
    TT(0x01800000);                /* ttmop 1, 0, 0 */
    TT(0x3700000F);                /* ttsetrwc 0, 0, 0, 0, 0, 15: counters are 0 */
}

static void calculate()
{
    TT(0xB2020001); /* ttsetc16 2, 1: address modifiers 4 to 7 */
    TT(0xA2800080); /* ttstallwait 0x100, 0x80: the vector unit waits for the matrix unit */
    for (int i = 0; i < 32; i++) {
        TT(0x7002C000); /* sfpload L0, 0, 2, 3 */
        TT(0x8600C910); /* sfpmul L1, L0, L12, L9, 0 */
        TT(0x8F000000); /* sfpnop */
        TT(0x7212C000); /* sfpstore L1, 0, 2, 3 */
        TT(0x38008000); /* ttincrwc 0, 2, 0, 0 */
    }
    TT(0xA2404000); /* ttstallwait 0x80, 0x4000: configuration waits for the vector unit */
    TT(0xB2020000);
    TT(0x3700000F);
}

extern "C" void _start()
{
    prepare();
    for (unsigned tile = 0; tile < 3; tile++) {
        copy(tile % 2);
        calculate();
        TT(0xA2014080); /* ttstallwait 2, 0x4080: the semaphore waits for both units */
        TT(0xA4000008); /* ttsempost 2 */
    }
    wait_for(THREAD_DONE);
    for (;;)
        continue;
}
