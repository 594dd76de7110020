// hardmish for Blackhole, made by sfpsched -f header from hardmish.bin
//
// Words    75: sfpasm --call, with its own definitions of the vendor's macros, records exactly these from
//          this header
// Cycles   82 for 8 rows of 32 lanes, simulated:
//          sfpsim --arch=blackhole --init=llk --stats hardmish.h --call='_init_hardmish_()' --call='_calculate_hardmish_()'
// Expects  LaneConfig, enabled lanes, address modifier 6 to 7, counter of Dst
// Leaves   L0 to 2, L3, L4 to 7, L16, template 0 = 0x850A06C0, template 1 = 0x920001D1,
//          template 2 = 0x920009E9, template 3 = 0x860309F0, sequence 0 = 0x000094B5, sequence 1 = 0x00000096,
//          sequence 2 = 0x7B00EF00, Misc = 0x00000F00
// Turns    no loop, and no ITERATIONS: no repetition covers half of the executed words
// Note     sfpsched -q -f header --arch=blackhole --name=hardmish --time=20 --dst-format=fp32 hardmish.bin
// Note     period 5, floor 5 (Simple): no shorter table of these instructions and the rewrites of sfpsched(1), by counting
// Note     rewrites: mirror-constant, load-again
// Note     bears late words, macros: 3, templates: 4, rows: 17, rotation: 4
// Note     run: as in its table, no findings; 48 more iterations take 240 cycles, 5 each
// Note     Dst as the plain kernel leaves it, bit for bit: on 1000000 inputs, drawn, with corners
//
//     .schedule loop1
//     .period 5
//     .rows 2
//     .addrmod 6:+2, 7:+0
//     .rotate v = L0, L2, L7, L5
//     .rotate w = L5, L0, L2, L7
//     .delays instructions, gapless
//        t | Load                   | Simple               | MAD                      | Round | Store
//        0 | [a] sfpload v, 2, 0, 7 |                      |                          |       |
//        2 | [b] sfpload v, 2, 0, 7 |                      |                          |       |
//        3 |                        |                      | [a] sfpadd v, v, L6, 0   |       |
//        4 |                        | sfpmov L1, L4, 2     |                          |       |
//        5 | ...                    | [b] sfpswap v, L9, 9 |                          |       |
//        7 | ...                    | [a] sfpswap v, L1, 1 |                          |       |
//        8 | [c] sfpload w, 2, 0, 6 |                      |                          |       |
//       11 |                        |                      | sfpmul w, w, v, 0        |       |
//       14 | ...                    |                      | [c] sfpmul L16, L3, w, 0 |       |
//       16 | ...                    |                      |                          |       | [c] sfpstore L16, [c], 0
//     .endschedule

#pragma once

#include "ckernel_addrmod.h"
#include "ckernel_instr_params.h"
#include "ckernel_ops.h"
#include "llk_defs.h"
#include "lltt.h"

#ifndef ARCH_BLACKHOLE
#error "the words of this header are for Blackhole"
#endif

namespace ckernel::sfpu
{

inline void _init_hardmish_()
{
    TTI_SFPCONFIG(0xf00, 8, 1);                                     // the macros' miscellaneous bits = 0x0f00 (0x00000f00: stores in format 0; delays in instructions on simple mad round store)
    TTI_SFPCONFIG(0x94b5, 4, 1);                                    // macro sequence 0 = 0x94b5 (0x000094b5: simple: template 1, delay 6, VB loaded; mad: template 0, delay 2, VB loaded)
    TTI_SFPCONFIG(0x96, 5, 1);                                      // macro sequence 1 = 0x0096 (0x00000096: simple: template 2, delay 2, VB loaded)
    TTI_SFPLOADI(p_sfpu::LREG0, 10, 0xef00);                        // low half of L0 = 0xef00
    TTI_SFPLOADI(p_sfpu::LREG0, 8, 0x7b00);                         // high half of L0 = 0x7b00
    TTI_SFPCONFIG(0x0, 6, 0);                                       // macro sequence 2 = L0 (0x7b00ef00: mad: template 3, delay 5, VB loaded, to L16; store: sfpstore, delay 7, of L16)
    TTI_SFPADD(p_sfpu::LCONST_1, p_sfpu::LREG0, p_sfpu::LREG6, 12, 0); // instruction template 0 = this sfpadd
    TTI_SFPSWAP(0x0, p_sfpu::LREG1, 13, 1);                         // instruction template 1 = this sfpswap
    TTI_SFPSWAP(0x0, p_sfpu::LCONST_0, 14, 9);                      // instruction template 2 = this sfpswap
    TTI_SFPMUL(p_sfpu::LREG3, p_sfpu::LREG0, p_sfpu::LCONST_0, 15, 0); // instruction template 3 = this sfpmul
}

inline void _calculate_hardmish_()
{
    TTI_SFPLOAD(p_sfpu::LREG7, InstrModLoadStore::DEFAULT, ADDR_MOD_7, 0x0); // L7 = Dst[0] as the configured format, then Dst counter by modifier 7
    TTI_SFPLOADI(p_sfpu::LREG6, 10, 0x3333);                        // low half of L6 = 0x3333
    TTI_SFPLOADI(p_sfpu::LREG6, 8, 0x4033);                         // high half of L6 = 0x4033
    TTI_SFPADD(p_sfpu::LCONST_1, p_sfpu::LREG7, p_sfpu::LREG6, p_sfpu::LREG5, 0); // L5 = L7 + L6
    TTI_SFPLOADI(p_sfpu::LREG4, 0, 0x40a0);                         // L4 = 5.0
    TTI_SFPSWAP(0x0, p_sfpu::LREG5, p_sfpu::LCONST_0, 1);           // L9 = min(L9, L5), L5 = max; L9 is not written, as it is read-only
    TTI_SFPMOV(0x0, p_sfpu::LREG4, p_sfpu::LREG3, 2);               // L3 = L4 in all lanes
    TTI_SFPSWAP(0x0, p_sfpu::LREG3, p_sfpu::LREG5, 1);              // L5 = min(L5, L3), L3 = max
    TTI_SFPLOADI(p_sfpu::LREG3, 10, 0xcccd);                        // low half of L3 = 0xcccd
    TTI_SFPLOADI(p_sfpu::LREG3, 8, 0x3e4c);                         // high half of L3 = 0x3e4c
    TTI_SFPMUL(p_sfpu::LREG7, p_sfpu::LREG5, p_sfpu::LCONST_0, p_sfpu::LREG7, 0); // L7 = L7 * L5
    TTI_SFPMUL(p_sfpu::LREG7, p_sfpu::LREG3, p_sfpu::LCONST_0, p_sfpu::LREG7, 0); // L7 = L7 * L3
    TTI_SFPSTORE(p_sfpu::LREG7, InstrModLoadStore::DEFAULT, ADDR_MOD_7, 0x0); // Dst[0] = L7 as the configured format, then Dst counter by modifier 7
    TTI_SFPLOADMACRO(0, InstrModLoadStore::DEFAULT, ADDR_MOD_7, 0x2); // macro 0 with L0 = Dst[2] as the configured format, then Dst counter by modifier 7
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPLOADMACRO(4, InstrModLoadStore::DEFAULT, ADDR_MOD_7, 0x2); // macro 1 with L0 = Dst[2] as the configured format, then Dst counter by modifier 7
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPMOV(0x0, p_sfpu::LREG4, p_sfpu::LREG1, 2);               // L1 = L4 in all lanes
    TTI_SFPLOADMACRO(2, InstrModLoadStore::DEFAULT, ADDR_MOD_7, 0x4); // macro 0 with L2 = Dst[4] as the configured format, then Dst counter by modifier 7
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPLOADMACRO(6, InstrModLoadStore::DEFAULT, ADDR_MOD_7, 0x4); // macro 1 with L2 = Dst[4] as the configured format, then Dst counter by modifier 7
    TTI_SFPLOADMACRO(9, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x3); // macro 2 with L5 = Dst[2] as the configured format, then Dst counter by modifier 6
    TTI_SFPMOV(0x0, p_sfpu::LREG4, p_sfpu::LREG1, 2);               // L1 = L4 in all lanes
    TTI_SFPLOADMACRO(3, InstrModLoadStore::DEFAULT, ADDR_MOD_7, 0x5); // macro 0 with L7 = Dst[4] as the configured format, then Dst counter by modifier 7
    TTI_SFPMUL(p_sfpu::LREG5, p_sfpu::LREG0, p_sfpu::LCONST_0, p_sfpu::LREG5, 0); // L5 = L5 * L0
    TTI_SFPLOADMACRO(7, InstrModLoadStore::DEFAULT, ADDR_MOD_7, 0x5); // macro 1 with L7 = Dst[4] as the configured format, then Dst counter by modifier 7
    TTI_SFPLOADMACRO(8, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x2); // macro 2 with L0 = Dst[2] as the configured format, then Dst counter by modifier 6
    TTI_SFPMOV(0x0, p_sfpu::LREG4, p_sfpu::LREG1, 2);               // L1 = L4 in all lanes
    TTI_SFPLOADMACRO(1, InstrModLoadStore::DEFAULT, ADDR_MOD_7, 0x5); // macro 0 with L5 = Dst[4] as the configured format, then Dst counter by modifier 7
    TTI_SFPMUL(p_sfpu::LREG0, p_sfpu::LREG2, p_sfpu::LCONST_0, p_sfpu::LREG0, 0); // L0 = L0 * L2
    TTI_SFPLOADMACRO(5, InstrModLoadStore::DEFAULT, ADDR_MOD_7, 0x5); // macro 1 with L5 = Dst[4] as the configured format, then Dst counter by modifier 7
    TTI_SFPLOADMACRO(10, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x2); // macro 2 with L2 = Dst[2] as the configured format, then Dst counter by modifier 6
    TTI_SFPMOV(0x0, p_sfpu::LREG4, p_sfpu::LREG1, 2);               // L1 = L4 in all lanes
    TTI_SFPLOADMACRO(0, InstrModLoadStore::DEFAULT, ADDR_MOD_7, 0x4); // macro 0 with L0 = Dst[4] as the configured format, then Dst counter by modifier 7
    TTI_SFPMUL(p_sfpu::LREG2, p_sfpu::LREG7, p_sfpu::LCONST_0, p_sfpu::LREG2, 0); // L2 = L2 * L7
    TTI_SFPLOADMACRO(4, InstrModLoadStore::DEFAULT, ADDR_MOD_7, 0x4); // macro 1 with L0 = Dst[4] as the configured format, then Dst counter by modifier 7
    TTI_SFPLOADMACRO(11, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x3); // macro 2 with L7 = Dst[2] as the configured format, then Dst counter by modifier 6
    TTI_SFPMOV(0x0, p_sfpu::LREG4, p_sfpu::LREG1, 2);               // L1 = L4 in all lanes
    TTI_SFPLOADMACRO(2, InstrModLoadStore::DEFAULT, ADDR_MOD_7, 0x4); // macro 0 with L2 = Dst[4] as the configured format, then Dst counter by modifier 7
    TTI_SFPMUL(p_sfpu::LREG7, p_sfpu::LREG5, p_sfpu::LCONST_0, p_sfpu::LREG7, 0); // L7 = L7 * L5
    TTI_SFPLOADMACRO(6, InstrModLoadStore::DEFAULT, ADDR_MOD_7, 0x4); // macro 1 with L2 = Dst[4] as the configured format, then Dst counter by modifier 7
    TTI_SFPLOADMACRO(9, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x3); // macro 2 with L5 = Dst[2] as the configured format, then Dst counter by modifier 6
    TTI_SFPMOV(0x0, p_sfpu::LREG4, p_sfpu::LREG1, 2);               // L1 = L4 in all lanes
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPMUL(p_sfpu::LREG5, p_sfpu::LREG0, p_sfpu::LCONST_0, p_sfpu::LREG5, 0); // L5 = L5 * L0
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPLOADMACRO(8, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x2); // macro 2 with L0 = Dst[2] as the configured format, then Dst counter by modifier 6
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPMUL(p_sfpu::LREG0, p_sfpu::LREG2, p_sfpu::LCONST_0, p_sfpu::LREG0, 0); // L0 = L0 * L2
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
    TTI_INCRWC(0x0, 2, 0, 0);                                       // add to the counters Dst, SrcA, SrcB: rwc_cr 0, rwc_d 2, rwc_b 0, rwc_a 0
    TTI_SFPLOAD(p_sfpu::LREG7, InstrModLoadStore::DEFAULT, ADDR_MOD_7, 0x0); // L7 = Dst[0] as the configured format, then Dst counter by modifier 7
    TTI_SFPADD(p_sfpu::LCONST_1, p_sfpu::LREG7, p_sfpu::LREG6, p_sfpu::LREG6, 0); // L6 = L7 + L6
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPSWAP(0x0, p_sfpu::LREG6, p_sfpu::LCONST_0, 1);           // L9 = min(L9, L6), L6 = max; L9 is not written, as it is read-only
    TTI_SFPSWAP(0x0, p_sfpu::LREG4, p_sfpu::LREG6, 1);              // L6 = min(L6, L4), L4 = max
    TTI_SFPMUL(p_sfpu::LREG7, p_sfpu::LREG6, p_sfpu::LCONST_0, p_sfpu::LREG7, 0); // L7 = L7 * L6
    TTI_SFPMUL(p_sfpu::LREG7, p_sfpu::LREG3, p_sfpu::LCONST_0, p_sfpu::LREG7, 0); // L7 = L7 * L3
    TTI_SFPSTORE(p_sfpu::LREG7, InstrModLoadStore::DEFAULT, ADDR_MOD_7, 0x0); // Dst[0] = L7 as the configured format, then Dst counter by modifier 7
    TTI_INCRWC(0x0, 2, 0, 0);                                       // add to the counters Dst, SrcA, SrcB: rwc_cr 0, rwc_d 2, rwc_b 0, rwc_a 0
}

} // namespace ckernel::sfpu
