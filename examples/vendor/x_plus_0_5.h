// x_plus_0_5 for Blackhole, made by sfpsched -f header from x_plus_0_5.bin
//
// Words    15: sfpasm --call, with its own definitions of the vendor's macros, records exactly these from
//          this header
// Cycles   17 for 8 rows of 32 lanes, 1 a row in the steady state, simulated:
//          sfpsim --arch=blackhole --init=llk --stats x_plus_0_5.h --call='_init_x_plus_0_5_()' --call='_calculate_x_plus_0_5_<8>()'
// Expects  LaneConfig, enabled lanes, address modifier 6, counter of Dst
// Leaves   L0, L6 to 7, template 0 = 0x753F00C0, sequence 0 = 0x13000400, Misc = 0x00000F00, replay slot 0 to 2
// Turns    run with one turn of the loop less, on random bits in Dst: every value that it stores is the same
// Note     sfpsched -q -f header --arch=blackhole --name=x_plus_0_5 --time=20 --dst-format=fp32 x_plus_0_5.bin
// Note     period 1, floor 1 (MAD): no shorter table of these instructions and the rewrites of sfpsched(1), by counting
// Note     rewrites: none
// Note     bears late words, macros: 1, templates: 1, rows: 4, rotation: 3
// Note     run: as in its table, no findings; 48 more iterations take 48 cycles, 1 each
// Note     Dst as the plain kernel leaves it, bit for bit: on 1000000 inputs, drawn, with corners
//
//     .schedule loop1
//     .period 1
//     .rows 2
//     .addrmod 6:+2
//     .rotate v = L0, L6, L7
//     .delays instructions, gapless
//        t | Load                   | Simple | MAD                     | Round | Store
//        0 | [a] sfpload v, 0, 0, 6 |        |                         |       |
//        1 | ...                    |        | [a] sfpaddi v, 16128, 0 |       |
//        3 | ...                    |        |                         |       | [a] sfpstore v, [a], 0
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

inline void _init_x_plus_0_5_()
{
    TTI_SFPCONFIG(0xf00, 8, 1);                                     // the macros' miscellaneous bits = 0x0f00 (0x00000f00: stores in format 0; delays in instructions on simple mad round store)
    TTI_SFPLOADI(p_sfpu::LREG0, 10, 0x400);                         // low half of L0 = 0x0400
    TTI_SFPLOADI(p_sfpu::LREG0, 8, 0x1300);                         // high half of L0 = 0x1300
    TTI_SFPCONFIG(0x0, 4, 0);                                       // macro sequence 0 = L0 (0x13000400: mad: template 0, delay 0, VC loaded; store: sfpstore, delay 2, of the loaded register)
    TTI_SFPADDI(0x3f00, 12, 0);                                     // instruction template 0 = this sfpaddi
}

template <int ITERATIONS = 8>
inline void _calculate_x_plus_0_5_()
{
    static_assert(ITERATIONS >= 5 && (ITERATIONS - 5) % 3 == 0, "ITERATIONS is not 5 plus a multiple of 3");

    lltt::record<lltt::Exec>(0, 3);                                 // record the next 3 instructions from slot 0 on, and execute them
    TTI_SFPLOADMACRO(0, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 0 with L0 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPLOADMACRO(2, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x1); // macro 0 with L6 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPLOADMACRO(3, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x1); // macro 0 with L7 = Dst[0] as the configured format, then Dst counter by modifier 6
#pragma GCC unroll 8
    for (int d = 5; d < ITERATIONS; d += 3)
    {
        lltt::replay(0, 3);                                         // play 3 instructions back, from slot 0
    }
    TTI_SFPLOADMACRO(0, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 0 with L0 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPLOADMACRO(2, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x1); // macro 0 with L6 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
}

} // namespace ckernel::sfpu
