// sigmoid for Blackhole, made by sfpsched -f header from sigmoid.bin
//
// Words    35: sfpasm --call, with its own definitions of the vendor's macros, records exactly these from
//          this header
// Cycles   42 for 8 rows of 32 lanes, 2 a row in the steady state, simulated:
//          sfpsim --arch=blackhole --init=llk --stats sigmoid.h --call='_init_sigmoid_()' --call='_calculate_sigmoid_<8>()'
// Expects  LaneConfig, enabled lanes, address modifier 6, counter of Dst
// Leaves   L0, L1, L2, L3, L4, L5, L6, L7, L16, template 0 = 0x753F0070, sequence 0 = 0x6B00DC00,
//          Misc = 0x00000F00, replay slot 0 to 7
// Turns    run with one turn of the loop less, on random bits in Dst: every value that it stores is the same
// Note     sfpsched -q -f header --arch=blackhole --name=sigmoid --time=20 --dst-format=fp32 sigmoid.bin
// Note     period 2, floor 2 (MAD): no shorter table of these instructions and the rewrites of sfpsched(1), by counting
// Note     rewrites: none
// Note     bears late words, macros: 1, templates: 1, rows: 7, rotation: 1
// Note     run: as in its table, no findings; 48 more iterations take 96 cycles, 2 each
// Note     Dst as the plain kernel leaves it, bit for bit: on 1000000 inputs, drawn, with corners
//
//     .schedule loop1
//     .period 2
//     .rows 2
//     .addrmod 6:+2
//     .delays instructions, gapless
//        t | Load                    | Simple | MAD                                | Round | Store
//        0 | [a] sfpload L3, 0, 0, 6 |        |                                    |       |
//        1 |                         |        | sfplutfp32 L7, 7                   |       |
//        4 | ...                     |        | [a] sfpaddi L16, 16128, 0 c=L7.old |       |
//        6 | ...                     |        |                                    |       | [a] sfpstore L16, [a], 0
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

inline void _init_sigmoid_()
{
    TTI_SFPCONFIG(0xf00, 8, 1);                                     // the macros' miscellaneous bits = 0x0f00 (0x00000f00: stores in format 0; delays in instructions on simple mad round store)
    TTI_SFPLOADI(p_sfpu::LREG0, 10, 0x70);                          // low half of L0 = 0x0070
    TTI_SFPLOADI(p_sfpu::LREG0, 8, 0x753f);                         // high half of L0 = 0x753f
    TTI_SFPCONFIG(0x0, 0, 0);                                       // instruction template 0 = L0 (0x753f0070: sfpaddi L7,16128,0)
    TTI_SFPLOADI(p_sfpu::LREG0, 10, 0xdc00);                        // low half of L0 = 0xdc00
    TTI_SFPLOADI(p_sfpu::LREG0, 8, 0x6b00);                         // high half of L0 = 0x6b00
    TTI_SFPCONFIG(0x0, 4, 0);                                       // macro sequence 0 = L0 (0x6b00dc00: mad: template 0, delay 3, VB loaded, to L16; store: sfpstore, delay 5, of L16)
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPLOADI(p_sfpu::LREG0, 10, 0x33d9);                        // low half of L0 = 0x33d9
    TTI_SFPLOADI(p_sfpu::LREG0, 8, 0x32f4);                         // high half of L0 = 0x32f4
    TTI_SFPLOADI(p_sfpu::LREG4, 10, 0x9018);                        // low half of L4 = 0x9018
    TTI_SFPLOADI(p_sfpu::LREG4, 8, 0x23c8);                         // high half of L4 = 0x23c8
    TTI_SFPLOADI(p_sfpu::LREG1, 10, 0x318a);                        // low half of L1 = 0x318a
    TTI_SFPLOADI(p_sfpu::LREG1, 8, 0x300a);                         // high half of L1 = 0x300a
    TTI_SFPLOADI(p_sfpu::LREG5, 10, 0x2baa);                        // low half of L5 = 0x2baa
    TTI_SFPLOADI(p_sfpu::LREG5, 8, 0x3027);                         // high half of L5 = 0x3027
    TTI_SFPLOADI(p_sfpu::LREG2, 10, 0x2a35);                        // low half of L2 = 0x2a35
    TTI_SFPLOADI(p_sfpu::LREG2, 8, 0x7c00);                         // high half of L2 = 0x7c00
    TTI_SFPLOADI(p_sfpu::LREG6, 10, 0x34cc);                        // low half of L6 = 0x34cc
    TTI_SFPLOADI(p_sfpu::LREG6, 8, 0x37ff);                         // high half of L6 = 0x37ff
}

template <int ITERATIONS = 8>
inline void _calculate_sigmoid_()
{
    static_assert(ITERATIONS >= 4 && (ITERATIONS - 4) % 4 == 0, "ITERATIONS is not 4 plus a multiple of 4");

    lltt::record<lltt::Exec>(0, 8);                                 // record the next 8 instructions from slot 0 on, and execute them
    TTI_SFPLOADMACRO(3, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 0 with L3 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPLUTFP32(p_sfpu::LREG7, 7);                               // L7 = slope * |L3| + offset with the sign of L3, fp16 halves: slope from L0 to L2, offset from L4 to L6, the last from 4.0 on
    TTI_SFPLOADMACRO(3, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 0 with L3 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPLUTFP32(p_sfpu::LREG7, 7);                               // L7 = slope * |L3| + offset with the sign of L3, fp16 halves: slope from L0 to L2, offset from L4 to L6, the last from 4.0 on
    TTI_SFPLOADMACRO(3, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 0 with L3 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPLUTFP32(p_sfpu::LREG7, 7);                               // L7 = slope * |L3| + offset with the sign of L3, fp16 halves: slope from L0 to L2, offset from L4 to L6, the last from 4.0 on
    TTI_SFPLOADMACRO(3, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x0); // macro 0 with L3 = Dst[0] as the configured format, then Dst counter by modifier 6
    TTI_SFPLUTFP32(p_sfpu::LREG7, 7);                               // L7 = slope * |L3| + offset with the sign of L3, fp16 halves: slope from L0 to L2, offset from L4 to L6, the last from 4.0 on
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
