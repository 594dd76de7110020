// bitwise_not for Blackhole, made by sfpsched -f header from bitwise_not.bin
//
// Words    13: sfpasm --call, with its own definitions of the vendor's macros, records exactly these from
//          this header
// Cycles   16 for 8 rows of 32 lanes, 1 a row in the steady state, simulated:
//          sfpsim --arch=blackhole --init=llk --stats bitwise_not.h --call='_init_bitwise_not_()' --call='_calculate_bitwise_not_<8>()'
// Expects  LaneConfig, enabled lanes, address modifier 6, counter of Dst
// Leaves   L0, L16, template 0 = 0x800000C0, sequence 0 = 0x4B000044, Misc = 0x00000F04, replay slot 0 to 3
// Turns    run with one turn of the loop less, on random bits in Dst: every value that it stores is the same
// Note     sfpsched -q -f header --arch=blackhole --name=bitwise_not --time=20 --dst-format=int32 bitwise_not.bin
// Note     period 1, floor 1 (Simple): no shorter table of these instructions and the rewrites of sfpsched(1), by counting
// Note     rewrites: none
// Note     bears late words, macros: 1, templates: 1, rows: 3, rotation: 1
// Note     run: as in its table, no findings; 48 more iterations take 48 cycles, 1 each
// Note     Dst as the plain kernel leaves it, bit for bit: on 1000000 inputs, drawn, with corners
//
//     .schedule loop1
//     .period 1
//     .rows 2
//     .addrmod 6:+2
//     .delays instructions, gapless
//        t | Load                    | Simple             | MAD | Round | Store
//        0 | [a] sfpload L0, 0, 4, 6 |                    |     |       |
//        1 | ...                     | [a] sfpnot L16, L0 |     |       |
//        2 | ...                     |                    |     |       | [a] sfpstore L16, [a], 4
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

inline void _init_bitwise_not_()
{
    TTI_SFPCONFIG(0xf04, 8, 1);                                     // the macros' miscellaneous bits = 0x0f04 (0x00000f04: stores in format 4; delays in instructions on simple mad round store)
    TTI_SFPLOADI(p_sfpu::LREG0, 10, 0x44);                          // low half of L0 = 0x0044
    TTI_SFPLOADI(p_sfpu::LREG0, 8, 0x4b00);                         // high half of L0 = 0x4b00
    TTI_SFPCONFIG(0x0, 4, 0);                                       // macro sequence 0 = L0 (0x4b000044: simple: template 0, delay 0, VC loaded, to L16; store: sfpstore, delay 1, of L16)
    TTI_SFPNOT(0x0, p_sfpu::LREG0, 12, 0);                          // instruction template 0 = this sfpnot
}

template <int ITERATIONS = 8>
inline void _calculate_bitwise_not_()
{
    static_assert(ITERATIONS >= 4 && (ITERATIONS - 4) % 4 == 0, "ITERATIONS is not 4 plus a multiple of 4");

    lltt::record<lltt::Exec>(0, 4);                                 // record the next 4 instructions from slot 0 on, and execute them
    TTI_SFPLOADMACRO(0, InstrModLoadStore::INT32, ADDR_MOD_6, 0x0); // macro 0 with L0 = Dst[0] as int32, then Dst counter by modifier 6
    TTI_SFPLOADMACRO(0, InstrModLoadStore::INT32, ADDR_MOD_6, 0x0); // macro 0 with L0 = Dst[0] as int32, then Dst counter by modifier 6
    TTI_SFPLOADMACRO(0, InstrModLoadStore::INT32, ADDR_MOD_6, 0x0); // macro 0 with L0 = Dst[0] as int32, then Dst counter by modifier 6
    TTI_SFPLOADMACRO(0, InstrModLoadStore::INT32, ADDR_MOD_6, 0x0); // macro 0 with L0 = Dst[0] as int32, then Dst counter by modifier 6
#pragma GCC unroll 8
    for (int d = 4; d < ITERATIONS; d += 4)
    {
        lltt::replay(0, 4);                                         // play 4 instructions back, from slot 0
    }
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
}

} // namespace ckernel::sfpu
