// x_to_the_3 for Blackhole, made by sfpsched -f header from x_to_the_3.bin
//
// Words    24: sfpasm --call, with its own definitions of the vendor's macros, records exactly these from
//          this header
// Cycles   31 for 8 rows of 32 lanes, 2 a row in the steady state, simulated:
//          sfpsim --arch=blackhole --init=llk --stats x_to_the_3.h --call='_init_x_to_the_3_()' --call='_calculate_x_to_the_3_<8>()'
// Expects  LaneConfig, enabled lanes, address modifier 6, counter of Dst
// Leaves   L0, L3, L5 to 6, L16, template 0 = 0x860609C0, template 1 = 0x860509D0, sequence 0 = 0x6B00DC00,
//          sequence 1 = 0x6B00DD00, Misc = 0x00000F00, replay slot 0 to 7
// Turns    run with one turn of the loop less, on random bits in Dst: every value that it stores is the same
// Note     sfpsched -q -f header --arch=blackhole --name=x_to_the_3 --time=20 --dst-format=fp32 x_to_the_3.bin
// Note     period 2, floor 2 (MAD): no shorter table of these instructions and the rewrites of sfpsched(1), by counting
// Note     rewrites: none
// Note     bears late words, macros: 2, templates: 2, rows: 7, rotation: 2
// Note     run: as in its table, no findings; 48 more iterations take 96 cycles, 2 each
// Note     Dst as the plain kernel leaves it, bit for bit: on 1000000 inputs, drawn, with corners
//
//     .schedule loop1
//     .period 2
//     .rows 2
//     .addrmod 6:+2
//     .rotate v = L3, L0
//     .rotate w = L6, L5
//     .delays instructions, gapless
//        t | Load                   | Simple | MAD                     | Round | Store
//        0 | [a] sfpload v, 0, 0, 6 |        |                         |       |
//        1 |                        |        | sfpmul w, v, v, 0       |       |
//        4 | ...                    |        | [a] sfpmul L16, w, v, 0 |       |
//        6 | ...                    |        |                         |       | [a] sfpstore L16, [a], 0
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

inline void _init_x_to_the_3_()
{
    TTI_SFPCONFIG(0xf00, 8, 1);                                     // the macros' miscellaneous bits = 0x0f00 (0x00000f00: stores in format 0; delays in instructions on simple mad round store)
    TTI_SFPLOADI(p_sfpu::LREG0, 10, 0xdc00);                        // low half of L0 = 0xdc00
    TTI_SFPLOADI(p_sfpu::LREG0, 8, 0x6b00);                         // high half of L0 = 0x6b00
    TTI_SFPCONFIG(0x0, 4, 0);                                       // macro sequence 0 = L0 (0x6b00dc00: mad: template 0, delay 3, VB loaded, to L16; store: sfpstore, delay 5, of L16)
    TTI_SFPLOADI(p_sfpu::LREG0, 10, 0xdd00);                        // low half of L0 = 0xdd00
    TTI_SFPLOADI(p_sfpu::LREG0, 8, 0x6b00);                         // high half of L0 = 0x6b00
    TTI_SFPCONFIG(0x0, 5, 0);                                       // macro sequence 1 = L0 (0x6b00dd00: mad: template 1, delay 3, VB loaded, to L16; store: sfpstore, delay 5, of L16)
    TTI_SFPMUL(p_sfpu::LREG6, p_sfpu::LREG0, p_sfpu::LCONST_0, 12, 0); // instruction template 0 = this sfpmul
    TTI_SFPMUL(p_sfpu::LREG5, p_sfpu::LREG0, p_sfpu::LCONST_0, 13, 0); // instruction template 1 = this sfpmul
}

template <int ITERATIONS = 8>
inline void _calculate_x_to_the_3_()
{
    static_assert(ITERATIONS >= 4 && (ITERATIONS - 4) % 4 == 0, "ITERATIONS is not 4 plus a multiple of 4");

    lltt::record<lltt::Exec>(0, 8);                                 // record the next 8 instructions from slot 0 on, and execute them
    TTI_SFPLOADMACRO(3, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 0 with L3 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPMUL(p_sfpu::LREG3, p_sfpu::LREG3, p_sfpu::LCONST_0, p_sfpu::LREG6, 0); // L6 = L3 * L3
    TTI_SFPLOADMACRO(4, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 1 with L0 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPMUL(p_sfpu::LREG0, p_sfpu::LREG0, p_sfpu::LCONST_0, p_sfpu::LREG5, 0); // L5 = L0 * L0
    TTI_SFPLOADMACRO(3, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 0 with L3 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPMUL(p_sfpu::LREG3, p_sfpu::LREG3, p_sfpu::LCONST_0, p_sfpu::LREG6, 0); // L6 = L3 * L3
    TTI_SFPLOADMACRO(4, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 1 with L0 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPMUL(p_sfpu::LREG0, p_sfpu::LREG0, p_sfpu::LCONST_0, p_sfpu::LREG5, 0); // L5 = L0 * L0
#pragma GCC unroll 8
    for (int d = 4; d < ITERATIONS; d += 4)
    {
        lltt::replay(0, 8);                                         // play 8 instructions back, from slot 0
    }
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
}

} // namespace ckernel::sfpu
