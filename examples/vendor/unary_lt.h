// unary_lt for Blackhole, made by sfpsched -f header from unary_lt.bin
//
// Words    33: sfpasm --call, with its own definitions of the vendor's macros, records exactly these from
//          this header
// Cycles   34 for 8 rows of 32 lanes, simulated:
//          sfpsim --arch=blackhole --init=llk --stats unary_lt.h --call='_init_unary_lt_()' --call='_calculate_unary_lt_()'
// Expects  L11, LaneConfig, enabled lanes, flag stack, address modifier 6 to 7, counter of Dst
// Leaves   L0 to 3, L6 to 7, L14, L16, template 0 = 0x8407B0C0, template 1 = 0x94FE10D6,
//          template 2 = 0x900000E0, sequence 0 = 0x6395045E, Misc = 0x00000F00, enabled lanes = 0xFFFFFFFF
// Turns    no loop, and no ITERATIONS: no repetition covers half of the executed words
// Note     sfpsched -q -f header --arch=blackhole --name=unary_lt --time=20 --dst-format=fp32 unary_lt.bin
// Note     period 1, floor 1 (Simple): no shorter table of these instructions and the rewrites of sfpsched(1), by counting
// Note     rewrites: sign-mask, shift-round
// Note     bears late words, macros: 1, templates: 3, rows: 6, rotation: 4
// Note     run: as in its table, no findings; 48 more iterations take 48 cycles, 1 each
// Note     Dst as the plain kernel leaves it, bit for bit: on 1000000 inputs, drawn, with corners
//
//     .schedule loop1
//     .period 1
//     .rows 2
//     .addrmod 6:+2
//     .rotate v = L2, L1, L0, L3
//     .delays instructions, gapless
//        t | Load                   | Simple                | MAD                         | Round                           | Store
//        0 | [a] sfpload v, 0, 0, 6 |                       |                             |                                 |
//        1 | ...                    |                       | [a] sfpmad v, L7, L11, v, 0 |                                 |
//        3 | ...                    |                       |                             | [a] sfpshft2 v, L0, 4065, 6 b=v |
//        4 | ...                    | [a] sfpcast L16, v, 0 |                             |                                 |
//        5 | ...                    |                       |                             |                                 | [a] sfpstore L16, [a], 0
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

inline void _init_unary_lt_()
{
    TTI_SFPCONFIG(0xf00, 8, 1);                                     // the macros' miscellaneous bits = 0x0f00 (0x00000f00: stores in format 0; delays in instructions on simple mad round store)
    TTI_SFPLOADI(p_sfpu::LREG0, 10, 0x45e);                         // low half of L0 = 0x045e
    TTI_SFPLOADI(p_sfpu::LREG0, 8, 0x6395);                         // high half of L0 = 0x6395
    TTI_SFPCONFIG(0x0, 4, 0);                                       // macro sequence 0 = L0 (0x6395045e: simple: template 2, delay 3, VC loaded, to L16; mad: template 0, delay 0, VC loaded; round: template 1, delay 2, VB loaded; store: sfpstore, delay 4, of L16)
    TTI_SFPMAD(p_sfpu::LREG7, p_sfpu::LREG11, p_sfpu::LREG0, 12, 0); // instruction template 0 = this sfpmad
    TTI_SFPSHFT2(0xfe1, p_sfpu::LREG0, 13, 6);                      // instruction template 1 = this sfpshft2
    TTI_SFPCAST(p_sfpu::LREG0, 14, 0);                              // instruction template 2 = this sfpcast
    TTI_SFPLOADI(p_sfpu::LREG0, 0, 0xffff);                         // L0 = -nan
    TTI_SFPLOADI(p_sfpu::LREG0, 10, 0xffe1);                        // low half of L0 = 0xffe1
    TTI_SFPCONFIG(0x0, 14, 0);                                      // L14 = L0
    TTI_SFPLOADI(p_sfpu::LREG7, 0, 0x40a0);                         // L7 = 5.0
}

inline void _calculate_unary_lt_()
{
    TTI_SFPLOADMACRO(2, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 0 with L2 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPLOADMACRO(1, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 0 with L1 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPLOADMACRO(0, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 0 with L0 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPLOADMACRO(3, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 0 with L3 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPLOADMACRO(2, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 0 with L2 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPLOADMACRO(1, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 0 with L1 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPLOADMACRO(0, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 0 with L0 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPLOAD(p_sfpu::LREG6, InstrModLoadStore::DEFAULT, ADDR_MOD_7, 0x0); // L6 = Dst[0] as the configured format, then Dst counter by modifier 7
    TTI_SFPMAD(p_sfpu::LREG7, p_sfpu::LREG11, p_sfpu::LREG6, p_sfpu::LREG7, 0); // L7 = L7 * L11 + L6
    TTI_SFPSETCC(0x0, p_sfpu::LREG7, p_sfpu::LREG0, 0);             // flags = L7 < 0
    TTI_SFPMOV(0x0, p_sfpu::LCONST_0, p_sfpu::LREG7, 2);            // L7 = L9 in all lanes
    TTI_SFPMOV(0x0, p_sfpu::LCONST_1, p_sfpu::LREG7, 0);            // L7 = L10
    TTI_SFPCOMPC(0x0, 0, p_sfpu::LREG0, 0);                         // flags = the lanes of the top of the flag stack that are off: an else
    TTI_SFPMOV(0x0, p_sfpu::LCONST_0, p_sfpu::LREG7, 0);            // L7 = L9
    TTI_SFPENCC(0x3, 0, p_sfpu::LREG0, 10);                         // predication = 1; flags = 1
    TTI_SFPSTORE(p_sfpu::LREG7, InstrModLoadStore::DEFAULT, ADDR_MOD_7, 0x0); // Dst[0] = L7 as the configured format, then Dst counter by modifier 7
    TTI_INCRWC(0x0, 2, 0, 0);                                       // add to the counters Dst, SrcA, SrcB: rwc_cr 0, rwc_d 2, rwc_b 0, rwc_a 0
}

} // namespace ckernel::sfpu
