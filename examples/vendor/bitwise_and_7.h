// bitwise_and_7 for Blackhole, made by sfpsched -f header from bitwise_and_7.bin
//
// Words    18: sfpasm --call, with its own definitions of the vendor's macros, records exactly these from
//          this header
// Cycles   20 for 8 rows of 32 lanes, 1 a row in the steady state, simulated:
//          sfpsim --arch=blackhole --init=llk --stats bitwise_and_7.h --call='_init_bitwise_and_7_()' --call='_calculate_bitwise_and_7_()'
// Expects  LaneConfig, enabled lanes, address modifier 6 to 7, counter of Dst
// Leaves   L0, L6, L7, L16, template 0 = 0x7E0006C0, sequence 0 = 0x4B0000C4, Misc = 0x00000F04,
//          replay slot 0 to 1
// Turns    no loop, and no ITERATIONS: no repetition covers half of the executed words
// Note     sfpsched -q -f header --arch=blackhole --name=bitwise_and_7 --time=20 --dst-format=int32 bitwise_and_7.bin
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
//        t | Load                     | Simple                         | MAD | Round | Store
//        0 | [a] sfpload L0, 2, 12, 6 |                                |     |       |
//        1 | ...                      | [a] sfpand L16, L0, L6, 0 b=L0 |     |       |
//        2 | ...                      |                                |     |       | [a] sfpstore L16, [a], 4
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

inline void _init_bitwise_and_7_()
{
    TTI_SFPCONFIG(0xf04, 8, 1);                                     // the macros' miscellaneous bits = 0x0f04 (0x00000f04: stores in format 4; delays in instructions on simple mad round store)
    TTI_SFPLOADI(p_sfpu::LREG0, 10, 0xc4);                          // low half of L0 = 0x00c4
    TTI_SFPLOADI(p_sfpu::LREG0, 8, 0x4b00);                         // high half of L0 = 0x4b00
    TTI_SFPCONFIG(0x0, 4, 0);                                       // macro sequence 0 = L0 (0x4b0000c4: simple: template 0, delay 0, VB loaded, to L16; store: sfpstore, delay 1, of L16)
    TTI_SFPAND(0x0, p_sfpu::LREG6, 12, 0);                          // instruction template 0 = this sfpand
}

inline void _calculate_bitwise_and_7_()
{
    TTI_SFPLOAD(p_sfpu::LREG7, InstrModLoadStore::INT32_2S_COMP, ADDR_MOD_7, 0x0); // L7 = Dst[0] as int32, then Dst counter by modifier 7
    TTI_SFPLOADI(p_sfpu::LREG6, 2, 0x7);                            // L6 = 7, an integer
    TTI_SFPAND(0x0, p_sfpu::LREG6, p_sfpu::LREG7, 0);               // L7 = L7 & L6
    TTI_SFPSTORE(p_sfpu::LREG7, InstrModLoadStore::INT32, ADDR_MOD_7, 0x0); // Dst[0] = L7 as int32, then Dst counter by modifier 7
    lltt::record<lltt::Exec>(0, 2);                                 // record the next 2 instructions from slot 0 on, and execute them
    TTI_SFPLOADMACRO(0, InstrModLoadStore::INT32_2S_COMP, ADDR_MOD_6, 0x2); // macro 0 with L0 = Dst[2] as int32, then Dst counter by modifier 6
    TTI_SFPLOADMACRO(0, InstrModLoadStore::INT32_2S_COMP, ADDR_MOD_6, 0x2); // macro 0 with L0 = Dst[2] as int32, then Dst counter by modifier 6
    lltt::replay(0, 2);                                             // play 2 instructions back, from slot 0
    lltt::replay(0, 2);                                             // play 2 instructions back, from slot 0
    TTI_SFPLOADMACRO(0, InstrModLoadStore::INT32_2S_COMP, ADDR_MOD_6, 0x2); // macro 0 with L0 = Dst[2] as int32, then Dst counter by modifier 6
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
    TTI_INCRWC(0x0, 2, 0, 0);                                       // add to the counters Dst, SrcA, SrcB: rwc_cr 0, rwc_d 2, rwc_b 0, rwc_a 0
}

} // namespace ckernel::sfpu
