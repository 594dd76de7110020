// square for Blackhole, made by sfpsched -f header from square.bin
//
// Words    23: sfpasm --call, with its own definitions of the vendor's macros, records exactly these from
//          this header
// Cycles   25 for 8 rows of 32 lanes, 1 a row in the steady state, simulated:
//          sfpsim --arch=blackhole --init=llk --stats square.h --call='_init_square_()' --call='_calculate_square_<8>()'
// Expects  LaneConfig, enabled lanes, address modifier 6, counter of Dst
// Leaves   L0, L3 to 4, L7, template 0 = 0x860709C0, template 1 = 0x860409D0, template 2 = 0x860309E0,
//          sequence 0 = 0x13008400, sequence 1 = 0x13008500, sequence 2 = 0x13008600, Misc = 0x00000F00,
//          replay slot 0 to 2
// Turns    run with one turn of the loop less, on random bits in Dst: every value that it stores is the same
// Note     sfpsched -q -f header --arch=blackhole --name=square --time=20 --dst-format=fp32 square.bin
// Note     period 1, floor 1 (MAD): no shorter table of these instructions and the rewrites of sfpsched(1), by counting
// Note     rewrites: none
// Note     bears late words, macros: 3, templates: 3, rows: 4, rotation: 3
// Note     run: as in its table, no findings; 48 more iterations take 48 cycles, 1 each
// Note     Dst as the plain kernel leaves it, bit for bit: on 1000000 inputs, drawn, with corners
//
//     .schedule loop1
//     .period 1
//     .rows 2
//     .addrmod 6:+2
//     .rotate v = L7, L4, L3
//     .delays instructions, gapless
//        t | Load                   | Simple | MAD                   | Round | Store
//        0 | [a] sfpload v, 0, 0, 6 |        |                       |       |
//        1 | ...                    |        | [a] sfpmul v, v, v, 0 |       |
//        3 | ...                    |        |                       |       | [a] sfpstore v, [a], 0
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

inline void _init_square_()
{
    TTI_SFPCONFIG(0xf00, 8, 1);                                     // the macros' miscellaneous bits = 0x0f00 (0x00000f00: stores in format 0; delays in instructions on simple mad round store)
    TTI_SFPLOADI(p_sfpu::LREG0, 10, 0x8400);                        // low half of L0 = 0x8400
    TTI_SFPLOADI(p_sfpu::LREG0, 8, 0x1300);                         // high half of L0 = 0x1300
    TTI_SFPCONFIG(0x0, 4, 0);                                       // macro sequence 0 = L0 (0x13008400: mad: template 0, delay 0, VB loaded; store: sfpstore, delay 2, of the loaded register)
    TTI_SFPLOADI(p_sfpu::LREG0, 10, 0x8500);                        // low half of L0 = 0x8500
    TTI_SFPLOADI(p_sfpu::LREG0, 8, 0x1300);                         // high half of L0 = 0x1300
    TTI_SFPCONFIG(0x0, 5, 0);                                       // macro sequence 1 = L0 (0x13008500: mad: template 1, delay 0, VB loaded; store: sfpstore, delay 2, of the loaded register)
    TTI_SFPLOADI(p_sfpu::LREG0, 10, 0x8600);                        // low half of L0 = 0x8600
    TTI_SFPLOADI(p_sfpu::LREG0, 8, 0x1300);                         // high half of L0 = 0x1300
    TTI_SFPCONFIG(0x0, 6, 0);                                       // macro sequence 2 = L0 (0x13008600: mad: template 2, delay 0, VB loaded; store: sfpstore, delay 2, of the loaded register)
    TTI_SFPMUL(p_sfpu::LREG7, p_sfpu::LREG0, p_sfpu::LCONST_0, 12, 0); // instruction template 0 = this sfpmul
    TTI_SFPMUL(p_sfpu::LREG4, p_sfpu::LREG0, p_sfpu::LCONST_0, 13, 0); // instruction template 1 = this sfpmul
    TTI_SFPMUL(p_sfpu::LREG3, p_sfpu::LREG0, p_sfpu::LCONST_0, 14, 0); // instruction template 2 = this sfpmul
}

template <int ITERATIONS = 8>
inline void _calculate_square_()
{
    static_assert(ITERATIONS >= 5 && (ITERATIONS - 5) % 3 == 0, "ITERATIONS is not 5 plus a multiple of 3");

    lltt::record<lltt::Exec>(0, 3);                                 // record the next 3 instructions from slot 0 on, and execute them
    TTI_SFPLOADMACRO(3, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x1); // macro 0 with L7 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPLOADMACRO(4, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x1); // macro 1 with L4 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPLOADMACRO(11, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 2 with L3 = Dst[0] as the configured format, then Dst counter by modifier 6
#pragma GCC unroll 8
    for (int d = 5; d < ITERATIONS; d += 3)
    {
        lltt::replay(0, 3);                                         // play 3 instructions back, from slot 0
    }
    TTI_SFPLOADMACRO(3, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x1); // macro 0 with L7 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPLOADMACRO(4, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x1); // macro 1 with L4 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
}

} // namespace ckernel::sfpu
