// quant for Blackhole, made by sfpsched -f header from quant.bin
//
// Words    29: sfpasm --call, with its own definitions of the vendor's macros, records exactly these from
//          this header
// Cycles   39 for 8 rows of 32 lanes, 3 a row in the steady state, simulated:
//          sfpsim --arch=blackhole --init=llk --stats quant.h --call='_init_quant_()' --call='_calculate_quant_<8>()'
// Expects  LaneConfig, enabled lanes, address modifier 6 to 7, counter of Dst, random numbers
// Leaves   L0, L1, L2, L3 to 4, L7, L16, template 0 = 0x840102C0, template 1 = 0x8E0000D3,
//          template 2 = 0x890004E0, sequence 0 = 0x731D8CEE, Misc = 0x00000F0C, replay slot 0 to 5
// Turns    run with one turn of the loop less, on random bits in Dst: every value that it stores is the same
// Note     sfpsched -q -f header --arch=blackhole --name=quant --time=20 --dst-format=fp32 quant.bin
// Note     period 3, floor 2 (Simple): no shorter table of these instructions and the rewrites of sfpsched(1), of the model only: up to 12 rows, rotations up to 4 in 32 cycles, 3 loads of a cell
// Note     binds at 2: not known; --why=2
// Note     two rows in one iteration: none found in fewer cycles (not proven because models were given up); --rows-per-iteration=2 searches longer
// Note     rewrites: none
// Note     bears late words, macros: 1, templates: 3, rows: 8, rotation: 2
// Note     run: as in its table, no findings; 48 more iterations take 144 cycles, 3 each
// Note     Dst as the plain kernel leaves it, bit for bit: on 1000000 inputs, drawn, with corners
//
//     .schedule loop1
//     .period 3
//     .rows 2
//     .addrmod 6:+2, 7:+0
//     .rotate v = L3, L7
//     .delays instructions, gapless
//        t | Load                   | Simple                          | MAD                        | Round                             | Store
//        0 | [a] sfpload v, 0, 3, 7 |                                 |                            |                                   |
//        1 | sfpload L1, 64, 3, 6   |                                 |                            |                                   |
//        2 |                        |                                 | [a] sfpmad v, L1, v, L2, 0 |                                   |
//        4 | ...                    |                                 |                            | [a] sfpstochrnd v, L0, v, 0, 3, 0 |
//        5 |                        | sfpcast L4, v, 3                |                            |                                   |
//        6 | ...                    | [a] sfpsetsgn L16, L4, 0, 0 b=v |                            |                                   |
//        7 | ...                    |                                 |                            |                                   | [a] sfpstore L16, [a], 12
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

inline void _init_quant_()
{
    TTI_SFPCONFIG(0xf0c, 8, 1);                                     // the macros' miscellaneous bits = 0x0f0c (0x00000f0c: stores in format 12; delays in instructions on simple mad round store)
    TTI_SFPLOADI(p_sfpu::LREG0, 10, 0x8cee);                        // low half of L0 = 0x8cee
    TTI_SFPLOADI(p_sfpu::LREG0, 8, 0x731d);                         // high half of L0 = 0x731d
    TTI_SFPCONFIG(0x0, 4, 0);                                       // macro sequence 0 = L0 (0x731d8cee: simple: template 2, delay 5, VB loaded, to L16; mad: template 0, delay 1, VB loaded; round: template 1, delay 3, VC loaded; store: sfpstore, delay 6, of L16)
    TTI_SFPMAD(p_sfpu::LREG1, p_sfpu::LREG0, p_sfpu::LREG2, 12, 0); // instruction template 0 = this sfpmad
    TTI_SFP_STOCH_RND(0, 0x0, p_sfpu::LREG0, p_sfpu::LREG0, 13, 3); // instruction template 1 = this sfpstochrnd
    TTI_SFPSETSGN(0x0, p_sfpu::LREG4, 14, 0);                       // instruction template 2 = this sfpsetsgn
    TTI_SFPLOADI(p_sfpu::LREG2, 10, 0x0);                           // low half of L2 = 0x0000
    TTI_SFPLOADI(p_sfpu::LREG2, 8, 0x0);                            // high half of L2 = 0x0000
}

template <int ITERATIONS = 8>
inline void _calculate_quant_()
{
    static_assert(ITERATIONS >= 4 && (ITERATIONS - 4) % 2 == 0, "ITERATIONS is not 4 plus a multiple of 2");

    TTI_SFPLOADMACRO(3, InstrModLoadStore::FP32, ADDR_MOD_7, 0x0);  // macro 0 with L3 = Dst[0] as fp32, then Dst counter by modifier 7
    TTI_SFPLOAD(p_sfpu::LREG1, InstrModLoadStore::FP32, ADDR_MOD_6, 0x40); // L1 = Dst[64] as fp32, then Dst counter by modifier 6
    TTI_SFPNOP;                                                     // no operation
    lltt::record<lltt::Exec>(0, 6);                                 // record the next 6 instructions from slot 0 on, and execute them
    TTI_SFPLOADMACRO(3, InstrModLoadStore::FP32, ADDR_MOD_7, 0x1);  // macro 0 with L7 = Dst[0] as fp32, then Dst counter by modifier 7
    TTI_SFPLOAD(p_sfpu::LREG1, InstrModLoadStore::FP32, ADDR_MOD_6, 0x40); // L1 = Dst[64] as fp32, then Dst counter by modifier 6
    TTI_SFPCAST(p_sfpu::LREG3, p_sfpu::LREG4, 3);                   // L4 = L3 between two's complement and sign-magnitude
    TTI_SFPLOADMACRO(3, InstrModLoadStore::FP32, ADDR_MOD_7, 0x0);  // macro 0 with L3 = Dst[0] as fp32, then Dst counter by modifier 7
    TTI_SFPLOAD(p_sfpu::LREG1, InstrModLoadStore::FP32, ADDR_MOD_6, 0x40); // L1 = Dst[64] as fp32, then Dst counter by modifier 6
    TTI_SFPCAST(p_sfpu::LREG7, p_sfpu::LREG4, 3);                   // L4 = L7 between two's complement and sign-magnitude
#pragma GCC unroll 8
    for (int d = 4; d < ITERATIONS; d += 2)
    {
        lltt::replay(0, 6);                                         // play 6 instructions back, from slot 0
    }
    TTI_SFPLOADMACRO(3, InstrModLoadStore::FP32, ADDR_MOD_7, 0x1);  // macro 0 with L7 = Dst[0] as fp32, then Dst counter by modifier 7
    TTI_SFPLOAD(p_sfpu::LREG1, InstrModLoadStore::FP32, ADDR_MOD_6, 0x40); // L1 = Dst[64] as fp32, then Dst counter by modifier 6
    TTI_SFPCAST(p_sfpu::LREG3, p_sfpu::LREG4, 3);                   // L4 = L3 between two's complement and sign-magnitude
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPCAST(p_sfpu::LREG7, p_sfpu::LREG4, 3);                   // L4 = L7 between two's complement and sign-magnitude
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
}

} // namespace ckernel::sfpu
