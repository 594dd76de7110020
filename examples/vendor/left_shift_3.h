// left_shift_3 for Blackhole, made by sfpsched -f header from left_shift_3.bin
//
// Words    16: sfpasm --call, with its own definitions of the vendor's macros, records exactly these from
//          this header
// Cycles   19 for 8 rows of 32 lanes, 1 a row in the steady state, simulated:
//          sfpsim --arch=blackhole --init=llk --stats left_shift_3.h --call='_init_left_shift_3_()' --call='_calculate_left_shift_3_<8>()'
// Expects  LaneConfig, enabled lanes, address modifier 6, counter of Dst
// Leaves   L0, L14, L16, template 0 = 0x940030C6, sequence 0 = 0x4BC40000, Misc = 0x00000F0C,
//          replay slot 0 to 3
// Turns    run with one turn of the loop less, on random bits in Dst: every value that it stores is the same
// Note     sfpsched -q -f header --arch=blackhole --name=left_shift_3 --time=20 --dst-format=int32 left_shift_3.bin
// Note     period 1, floor 1 (Store): no shorter table of these instructions and the rewrites of sfpsched(1), by counting
// Note     rewrites: shift-round
// Note     bears late words, macros: 1, templates: 1, rows: 3, rotation: 1
// Note     run: as in its table, no findings; 48 more iterations take 48 cycles, 1 each
// Note     Dst as the plain kernel leaves it, bit for bit: on 1000000 inputs, drawn, with corners
//
//     .schedule loop1
//     .period 1
//     .rows 2
//     .addrmod 6:+2
//     .delays instructions, gapless
//        t | Load                     | Simple | MAD | Round                           | Store
//        0 | [a] sfpload L0, 0, 12, 6 |        |     |                                 |
//        1 | ...                      |        |     | [a] sfpshft2 L16, L0, 3, 6 b=L0 |
//        2 | ...                      |        |     |                                 | [a] sfpstore L16, [a], 12
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

inline void _init_left_shift_3_()
{
    TTI_SFPCONFIG(0xf0c, 8, 1);                                     // the macros' miscellaneous bits = 0x0f0c (0x00000f0c: stores in format 12; delays in instructions on simple mad round store)
    TTI_SFPLOADI(p_sfpu::LREG0, 10, 0x0);                           // low half of L0 = 0x0000
    TTI_SFPLOADI(p_sfpu::LREG0, 8, 0x4bc4);                         // high half of L0 = 0x4bc4
    TTI_SFPCONFIG(0x0, 4, 0);                                       // macro sequence 0 = L0 (0x4bc40000: round: template 0, delay 0, VB loaded, to L16; store: sfpstore, delay 1, of L16)
    TTI_SFPSHFT2(0x3, p_sfpu::LREG0, 12, 6);                        // instruction template 0 = this sfpshft2
    TTI_SFPLOADI(p_sfpu::LREG0, 0, 0x0);                            // L0 = 0.0
    TTI_SFPLOADI(p_sfpu::LREG0, 10, 0x3);                           // low half of L0 = 0x0003
    TTI_SFPCONFIG(0x0, 14, 0);                                      // L14 = L0
}

template <int ITERATIONS = 8>
inline void _calculate_left_shift_3_()
{
    static_assert(ITERATIONS >= 4 && (ITERATIONS - 4) % 4 == 0, "ITERATIONS is not 4 plus a multiple of 4");

    lltt::record<lltt::Exec>(0, 4);                                 // record the next 4 instructions from slot 0 on, and execute them
    TTI_SFPLOADMACRO(0, InstrModLoadStore::INT32_2S_COMP, ADDR_MOD_6, 0x0); // macro 0 with L0 = Dst[0] as int32, then Dst counter by modifier 6
    TTI_SFPLOADMACRO(0, InstrModLoadStore::INT32_2S_COMP, ADDR_MOD_6, 0x0); // macro 0 with L0 = Dst[0] as int32, then Dst counter by modifier 6
    TTI_SFPLOADMACRO(0, InstrModLoadStore::INT32_2S_COMP, ADDR_MOD_6, 0x0); // macro 0 with L0 = Dst[0] as int32, then Dst counter by modifier 6
    TTI_SFPLOADMACRO(0, InstrModLoadStore::INT32_2S_COMP, ADDR_MOD_6, 0x0); // macro 0 with L0 = Dst[0] as int32, then Dst counter by modifier 6
#pragma GCC unroll 8
    for (int d = 4; d < ITERATIONS; d += 4)
    {
        lltt::replay(0, 4);                                         // play 4 instructions back, from slot 0
    }
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
}

} // namespace ckernel::sfpu
