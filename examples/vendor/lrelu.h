// lrelu for Blackhole, made by sfpsched -f header from lrelu.bin
//
// Words    29: sfpasm --call, with its own definitions of the vendor's macros, records exactly these from
//          this header
// Cycles   29 for 8 rows of 32 lanes, 2 a row in the steady state, simulated:
//          sfpsim --arch=blackhole --init=llk --stats lrelu.h --call='_init_lrelu_()' --call='_calculate_lrelu_<8>()'
// Findings 14 warnings, first flags-clash at word 8
// Expects  LaneConfig, enabled lanes, address modifier 6, counter of Dst
// Leaves   L0 to 1, L2, L3, template 0 = 0x7B0000C0, template 1 = 0x860209D0, sequence 0 = 0x2B00950C,
//          Misc = 0x00000F00, enabled lanes = 0xFFFFFFFF
// Turns    run with one turn of the loop less, on random bits in Dst: every value that it stores is the same
// Note     sfpsched -q -f header --arch=blackhole --name=lrelu --time=20 --dst-format=fp32 lrelu.bin
// Note     period 2, floor 2 (Simple): no shorter table of these instructions and the rewrites of sfpsched(1), by counting
// Note     rewrites: none
// Note     does not bear late words, macros: 1, templates: 2, rows: 7, rotation: 3
// Note     run: as in its table, no findings except flags-clash; 48 more iterations take 96 cycles, 2 each
// Note     Dst as the plain kernel leaves it, bit for bit: on 1000000 inputs, drawn, with corners
//
//     .schedule loop1
//     .period 2
//     .rows 2
//     .addrmod 6:+2
//     .rotate v = L3, L0, L1
//     .delays instructions, gapless
//        t | Load                   | Simple               | MAD                    | Round | Store
//        0 | [a] sfpload v, 0, 0, 6 |                      |                        |       |
//        2 | ...                    | [a] sfpsetcc v, 0, 0 |                        |       |
//        3 |                        | sfpencc 0, 0         | [a] sfpmul v, L2, v, 0 |       |
//        6 | ...                    |                      |                        |       | [a] sfpstore v, [a], 0
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

inline void _init_lrelu_()
{
    TTI_SFPCONFIG(0xf00, 8, 1);                                     // the macros' miscellaneous bits = 0x0f00 (0x00000f00: stores in format 0; delays in instructions on simple mad round store)
    TTI_SFPLOADI(p_sfpu::LREG0, 10, 0x950c);                        // low half of L0 = 0x950c
    TTI_SFPLOADI(p_sfpu::LREG0, 8, 0x2b00);                         // high half of L0 = 0x2b00
    TTI_SFPCONFIG(0x0, 4, 0);                                       // macro sequence 0 = L0 (0x2b00950c: simple: template 0, delay 1, VC loaded; mad: template 1, delay 2, VB loaded; store: sfpstore, delay 5, of the loaded register)
    TTI_SFPSETCC(0x0, p_sfpu::LREG0, 12, 0);                        // instruction template 0 = this sfpsetcc
    TTI_SFPMUL(p_sfpu::LREG2, p_sfpu::LREG0, p_sfpu::LCONST_0, 13, 0); // instruction template 1 = this sfpmul
    TTI_SFPLOADI(p_sfpu::LREG2, 10, 0xcccd);                        // low half of L2 = 0xcccd
    TTI_SFPLOADI(p_sfpu::LREG2, 8, 0x3dcc);                         // high half of L2 = 0x3dcc
}

template <int ITERATIONS = 8>
inline void _calculate_lrelu_()
{
    static_assert(ITERATIONS >= 2 && (ITERATIONS - 2) % 3 == 0, "ITERATIONS is not 2 plus a multiple of 3");

    TTI_SFPLOADMACRO(3, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 0 with L3 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPLOADMACRO(0, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 0 with L0 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPENCC(0x0, 0, p_sfpu::LREG0, 0);                          // flags = 1
#pragma GCC unroll 8
    for (int d = 2; d < ITERATIONS; d += 3)
    {
        TTI_SFPLOADMACRO(1, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 0 with L1 = Dst[0] as the configured format, then Dst counter by modifier 6
        TTI_SFPENCC(0x0, 0, p_sfpu::LREG0, 0);                      // flags = 1
        TTI_SFPLOADMACRO(3, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 0 with L3 = Dst[0] as the configured format, then Dst counter by modifier 6
        TTI_SFPENCC(0x0, 0, p_sfpu::LREG0, 0);                      // flags = 1
        TTI_SFPLOADMACRO(0, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 0 with L0 = Dst[0] as the configured format, then Dst counter by modifier 6
        TTI_SFPENCC(0x0, 0, p_sfpu::LREG0, 0);                      // flags = 1
    }
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPENCC(0x0, 0, p_sfpu::LREG0, 0);                          // flags = 1
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
}

} // namespace ckernel::sfpu
