// tanh for Blackhole, made by sfpsched -f header from tanh.bin
//
// Words    17: sfpasm --call, with its own definitions of the vendor's macros, records exactly these from
//          this header
// Cycles   20 for 8 rows of 32 lanes, 1 a row in the steady state, simulated:
//          sfpsim --arch=blackhole --init=llk --stats tanh.h --call='_init_tanh_()' --call='_calculate_tanh_<8>()'
// Expects  LaneConfig, enabled lanes, address modifier 6, counter of Dst
// Leaves   L0, L1, L2, L3, L16, template 0 = 0x73C40000, sequence 0 = 0x53004400, Misc = 0x00000000,
//          replay slot 0 to 3
// Turns    run with one turn of the loop less, on random bits in Dst: every value that it stores is the same
// Note     sfpsched -q -f header --arch=blackhole --name=tanh --time=20 --dst-format=fp32 tanh.bin
// Note     period 1, floor 1 (MAD): no shorter table of these instructions and the rewrites of sfpsched(1), by counting
// Note     rewrites: none
// Note     does not bear late words, macros: 1, templates: 1, rows: 4, rotation: 1
// Note     run: as in its table, no findings; 48 more iterations take 48 cycles, 1 each
// Note     Dst as the plain kernel leaves it, bit for bit: on 1000000 inputs, drawn, with corners
//
//     .schedule loop1
//     .period 1
//     .rows 2
//     .addrmod 6:+2
//     .delays cycles, gapless
//        t | Load                    | Simple | MAD               | Round | Store
//        0 | [a] sfpload L3, 0, 0, 6 |        |                   |       |
//        1 | ...                     |        | [a] sfplut L16, 4 |       |
//        3 | ...                     |        |                   |       | [a] sfpstore L16.old, [a], 0
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

inline void _init_tanh_()
{
    TTI_SFPCONFIG(0x0, 8, 1);                                       // the macros' miscellaneous bits = 0x0000 (0x00000000: stores in format 0)
    TTI_SFPLOADI(p_sfpu::LREG0, 10, 0x4400);                        // low half of L0 = 0x4400
    TTI_SFPLOADI(p_sfpu::LREG0, 8, 0x5300);                         // high half of L0 = 0x5300
    TTI_SFPCONFIG(0x0, 4, 0);                                       // macro sequence 0 = L0 (0x53004400: mad: template 0, delay 0, VC loaded, to L16; store: sfpstore, delay 2, of L16)
    TTI_SFPLUT(12, 4, 0x0);                                         // instruction template 0 = this sfplut
    TTI_SFPLOADI(p_sfpu::LREG0, 2, 0x1dff);                         // L0 = 7679, an integer
    TTI_SFPLOADI(p_sfpu::LREG1, 2, 0x481a);                         // L1 = 18458, an integer
    TTI_SFPLOADI(p_sfpu::LREG2, 2, 0xff00);                         // L2 = 65280, an integer
}

template <int ITERATIONS = 8>
inline void _calculate_tanh_()
{
    static_assert(ITERATIONS >= 4 && (ITERATIONS - 4) % 4 == 0, "ITERATIONS is not 4 plus a multiple of 4");

    lltt::record<lltt::Exec>(0, 4);                                 // record the next 4 instructions from slot 0 on, and execute them
    TTI_SFPLOADMACRO(3, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 0 with L3 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPLOADMACRO(3, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 0 with L3 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPLOADMACRO(3, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 0 with L3 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPLOADMACRO(3, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 0 with L3 = Dst[0] as the configured format, then Dst counter by modifier 6
#pragma GCC unroll 8
    for (int d = 4; d < ITERATIONS; d += 4)
    {
        lltt::replay(0, 4);                                         // play 4 instructions back, from slot 0
    }
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
}

} // namespace ckernel::sfpu
