// relu_min for Blackhole, made by sfpsched -f header from relu_min.bin
//
// Words    29: sfpasm --call, with its own definitions of the vendor's macros, records exactly these from
//          this header
// Cycles   29 for 8 rows of 32 lanes, 2 a row in the steady state, simulated:
//          sfpsim --arch=blackhole --init=llk --stats relu_min.h --call='_init_relu_min_()' --call='_calculate_relu_min_<8>()'
// Findings 15 warnings, first flags-clash at word 9
// Expects  L11, LaneConfig, enabled lanes, address modifier 6, counter of Dst
// Leaves   L0, L7, template 0 = 0x72900000, template 1 = 0x8409B0D0, template 2 = 0x7B0000E0,
//          sequence 0 = 0xA4000D1E, Misc = 0x00000F00, enabled lanes = 0xFFFFFFFF
// Turns    run with one turn of the loop less, on random bits in Dst: every value that it stores is the same
// Note     sfpsched -q -f header --arch=blackhole --name=relu_min --time=20 --dst-format=fp32 relu_min.bin
// Note     period 2, floor 2 (Simple): no shorter table of these instructions and the rewrites of sfpsched(1), by counting
// Note     rewrites: none
// Note     does not bear late words, macros: 1, templates: 3, rows: 6, rotation: 2
// Note     run: as in its table, no findings except flags-clash; 48 more iterations take 96 cycles, 2 each
// Note     Dst as the plain kernel leaves it, bit for bit: on 1000000 inputs, drawn, with corners
//
//     .schedule loop1
//     .period 2
//     .rows 2
//     .addrmod 6:+2
//     .rotate v = L7, L0
//     .delays instructions, gapless
//        t | Load                   | Simple               | MAD                         | Round | Store
//        0 | [a] sfpload v, 0, 0, 6 |                      |                             |       |
//        2 | ...                    |                      | [a] sfpmad v, L9, L11, v, 0 |       |
//        4 | ...                    | [a] sfpsetcc v, 0, 0 |                             |       |
//        5 |                        | sfpencc 3, 10        |                             |       | [a] sfpstore L9, [a], 0
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

inline void _init_relu_min_()
{
    TTI_SFPCONFIG(0xf00, 8, 1);                                     // the macros' miscellaneous bits = 0x0f00 (0x00000f00: stores in format 0; delays in instructions on simple mad round store)
    TTI_SFPLOADI(p_sfpu::LREG0, 10, 0x0);                           // low half of L0 = 0x0000
    TTI_SFPLOADI(p_sfpu::LREG0, 8, 0x7290);                         // high half of L0 = 0x7290
    TTI_SFPCONFIG(0x0, 0, 0);                                       // instruction template 0 = L0 (0x72900000: sfpstore L9,0,0,0)
    TTI_SFPLOADI(p_sfpu::LREG0, 10, 0xd1e);                         // low half of L0 = 0x0d1e
    TTI_SFPLOADI(p_sfpu::LREG0, 8, 0xa400);                         // high half of L0 = 0xa400
    TTI_SFPCONFIG(0x0, 4, 0);                                       // macro sequence 0 = L0 (0xa4000d1e: simple: template 2, delay 3, VC loaded; mad: template 1, delay 1, VC loaded; store: template 0, delay 4, of its own VD)
    TTI_SFPMAD(p_sfpu::LCONST_0, p_sfpu::LREG11, p_sfpu::LREG0, 13, 0); // instruction template 1 = this sfpmad
    TTI_SFPSETCC(0x0, p_sfpu::LREG0, 14, 0);                        // instruction template 2 = this sfpsetcc
}

template <int ITERATIONS = 8>
inline void _calculate_relu_min_()
{
    static_assert(ITERATIONS >= 2 && (ITERATIONS - 2) % 2 == 0, "ITERATIONS is not 2 plus a multiple of 2");

    TTI_SFPLOADMACRO(3, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x1); // macro 0 with L7 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPLOADMACRO(0, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 0 with L0 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPNOP;                                                     // no operation
#pragma GCC unroll 8
    for (int d = 2; d < ITERATIONS; d += 2)
    {
        TTI_SFPLOADMACRO(3, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x1); // macro 0 with L7 = Dst[0] as the configured format, then Dst counter by modifier 6
        TTI_SFPENCC(0x3, 0, p_sfpu::LREG0, 10);                     // predication = 1; flags = 1
        TTI_SFPLOADMACRO(0, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 0 with L0 = Dst[0] as the configured format, then Dst counter by modifier 6
        TTI_SFPENCC(0x3, 0, p_sfpu::LREG0, 10);                     // predication = 1; flags = 1
    }
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPENCC(0x3, 0, p_sfpu::LREG0, 10);                         // predication = 1; flags = 1
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPENCC(0x3, 0, p_sfpu::LREG0, 10);                         // predication = 1; flags = 1
}

} // namespace ckernel::sfpu
