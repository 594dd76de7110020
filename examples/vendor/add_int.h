// add_int for Blackhole, made by sfpsched -f header from add_int.bin
//
// Words    17: sfpasm --call, with its own definitions of the vendor's macros, records exactly these from
//          this header
// Cycles   24 for 8 rows of 32 lanes, 2 a row in the steady state, simulated:
//          sfpsim --arch=blackhole --init=llk --stats add_int.h --call='_init_add_int_()' --call='_calculate_add_int_()'
// Expects  LaneConfig, enabled lanes, address modifier 6 to 7, counter of Dst
// Leaves   L0 to 1, L16, template 0 = 0x790000C4, sequence 0 = 0x530000CC, Misc = 0x00000F04,
//          replay slot 0 to 7
// Note     sfpsched -q -f header --arch=blackhole --name=add_int --time=12 --dst-format=int32 add_int.bin
// Note     period 2, floor 2 (Load): no shorter table of these instructions and the rewrites of sfpsched(1), by counting
// Note     rewrites: none
// Note     bears late words, macros: 1, templates: 1, rows: 4, rotation: 1
// Note     run: as in its table, no findings; 48 more iterations take 96 cycles, 2 each
// Note     Dst as the plain kernel leaves it, bit for bit: on 1000000 inputs, drawn, with corners
//
//     .schedule loop1
//     .period 2
//     .rows 2
//     .addrmod 6:+2, 7:+0
//     .delays instructions, gapless
//        t | Load                    | Simple                         | MAD | Round | Store
//        0 | [a] sfpload L1, 0, 4, 7 |                                |     |       |
//        1 | sfpload L0, 64, 4, 6    |                                |     |       |
//        2 | ...                     | [a] sfpiadd L16, L0, 0, 4 b=L1 |     |       |
//        3 | ...                     |                                |     |       | [a] sfpstore L16, [a], 4
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

inline void _init_add_int_()
{
    TTI_SFPCONFIG(0xf04, 8, 1);                                     // the macros' miscellaneous bits = 0x0f04 (0x00000f04: stores in format 4; delays in instructions on simple mad round store)
    TTI_SFPLOADI(p_sfpu::LREG0, 10, 0xcc);                          // low half of L0 = 0x00cc
    TTI_SFPLOADI(p_sfpu::LREG0, 8, 0x5300);                         // high half of L0 = 0x5300
    TTI_SFPCONFIG(0x0, 4, 0);                                       // macro sequence 0 = L0 (0x530000cc: simple: template 0, delay 1, VB loaded, to L16; store: sfpstore, delay 2, of L16)
    TTI_SFPIADD(0x0, p_sfpu::LREG0, 12, 4);                         // instruction template 0 = this sfpiadd
}

inline void _calculate_add_int_()
{
    lltt::record<lltt::Exec>(0, 8);                                 // record the next 8 instructions from slot 0 on, and execute them
    TTI_SFPLOADMACRO(1, InstrModLoadStore::INT32, ADDR_MOD_7, 0x0); // macro 0 with L1 = Dst[0] as int32, then Dst counter by modifier 7
    TTI_SFPLOAD(p_sfpu::LREG0, InstrModLoadStore::INT32, ADDR_MOD_6, 0x40); // L0 = Dst[64] as int32, then Dst counter by modifier 6
    TTI_SFPLOADMACRO(1, InstrModLoadStore::INT32, ADDR_MOD_7, 0x0); // macro 0 with L1 = Dst[0] as int32, then Dst counter by modifier 7
    TTI_SFPLOAD(p_sfpu::LREG0, InstrModLoadStore::INT32, ADDR_MOD_6, 0x40); // L0 = Dst[64] as int32, then Dst counter by modifier 6
    TTI_SFPLOADMACRO(1, InstrModLoadStore::INT32, ADDR_MOD_7, 0x0); // macro 0 with L1 = Dst[0] as int32, then Dst counter by modifier 7
    TTI_SFPLOAD(p_sfpu::LREG0, InstrModLoadStore::INT32, ADDR_MOD_6, 0x40); // L0 = Dst[64] as int32, then Dst counter by modifier 6
    TTI_SFPLOADMACRO(1, InstrModLoadStore::INT32, ADDR_MOD_7, 0x0); // macro 0 with L1 = Dst[0] as int32, then Dst counter by modifier 7
    TTI_SFPLOAD(p_sfpu::LREG0, InstrModLoadStore::INT32, ADDR_MOD_6, 0x40); // L0 = Dst[64] as int32, then Dst counter by modifier 6
    lltt::replay(0, 8);                                             // play 8 instructions back, from slot 0
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
}

} // namespace ckernel::sfpu
