// hardtanh for Blackhole, made by sfpsched -f header from hardtanh.bin
//
// Words    73: sfpasm --call, with its own definitions of the vendor's macros, records exactly these from
//          this header
// Cycles   78 for 8 rows of 32 lanes, simulated:
//          sfpsim --arch=blackhole --init=llk --stats hardtanh.h --call='_init_hardtanh_()' --call='_calculate_hardtanh_()'
// Expects  LaneConfig, enabled lanes, address modifier 6 to 7, counter of Dst
// Leaves   L0, L3 to 7, L16, template 0 = 0x850A7AC0, template 1 = 0x920009D1, sequence 0 = 0x00003400,
//          sequence 1 = 0x7B00EC95, Misc = 0x00000F00, enabled lanes = 0xFFFFFFFF
// Note     sfpsched -q -f header --arch=blackhole --name=hardtanh --time=12 --dst-format=fp32 hardtanh.bin
// Note     period 5, floor 4 (Simple): no shorter table of these instructions and the rewrites of sfpsched(1), of the model only: up to 16 rows, rotations up to 4 in 32 cycles, 3 loads of a cell
// Note     binds at 4: delay, unit-taken, issue-taken, capacity, swap, shadow, stall
// Note     two rows in one iteration may take fewer cycles: --rows-per-iteration=2
// Note     rewrites: clamp-zero, load-again
// Note     does not bear late words, macros: 2, templates: 2, rows: 16, rotation: 3
// Note     run: as in its table, no findings; 48 more iterations take 240 cycles, 5 each
// Note     Dst as the plain kernel leaves it, bit for bit: on 1000000 inputs, drawn, with corners
//
//     .schedule loop1
//     .period 5
//     .rows 2
//     .addrmod 6:+2, 7:+0
//     .rotate v = L3, L4, L5
//     .delays instructions, gapless
//        t | Load                   | Simple               | MAD                       | Round | Store
//        0 | [a] sfpload v, 2, 0, 7 |                      |                           |       |
//        1 |                        |                      | sfpadd v, L10, v, 0       |       |
//        3 |                        | sfpswap v, L9, 9     |                           |       |
//        7 | [b] sfpload v, 2, 0, 6 |                      | [a] sfpadd v, L7, v, 0    |       |
//       10 | ...                    | [b] sfpswap v, L9, 1 |                           |       |
//       13 | ...                    |                      | [b] sfpadd L16, v, L10, 0 |       |
//       15 | ...                    |                      |                           |       | [b] sfpstore L16, [b], 0
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

inline void _init_hardtanh_()
{
    TTI_SFPCONFIG(0xf00, 8, 1);                                     // the macros' miscellaneous bits = 0x0f00 (0x00000f00: stores in format 0; delays in instructions on simple mad round store)
    TTI_SFPCONFIG(0x3400, 4, 1);                                    // macro sequence 0 = 0x3400 (0x00003400: mad: template 0, delay 6, VC loaded)
    TTI_SFPLOADI(p_sfpu::LREG0, 10, 0xec95);                        // low half of L0 = 0xec95
    TTI_SFPLOADI(p_sfpu::LREG0, 8, 0x7b00);                         // high half of L0 = 0x7b00
    TTI_SFPCONFIG(0x0, 5, 0);                                       // macro sequence 1 = L0 (0x7b00ec95: simple: template 1, delay 2, VB loaded; mad: template 0, delay 5, VB loaded, to L16; store: sfpstore, delay 7, of L16)
    TTI_SFPADD(p_sfpu::LCONST_1, p_sfpu::LREG7, p_sfpu::LCONST_1, 12, 0); // instruction template 0 = this sfpadd
    TTI_SFPSWAP(0x0, p_sfpu::LCONST_0, 13, 1);                      // instruction template 1 = this sfpswap
    TTI_SFPLOADI(p_sfpu::LREG7, 0, 0xc000);                         // L7 = -2.0
}

inline void _calculate_hardtanh_()
{
    TTI_SFPLOAD(p_sfpu::LREG6, InstrModLoadStore::DEFAULT, ADDR_MOD_7, 0x0); // L6 = Dst[0] as the configured format, then Dst counter by modifier 7
    TTI_SFPADDI(0x3f80, p_sfpu::LREG6, 0);                          // L6 = L6 + 1.0
    TTI_SFPSETCC(0x0, p_sfpu::LREG6, p_sfpu::LREG0, 0);             // flags = L6 < 0
    TTI_SFPMOV(0x0, p_sfpu::LCONST_0, p_sfpu::LREG6, 0);            // L6 = L9
    TTI_SFPENCC(0x3, 0, p_sfpu::LREG0, 10);                         // predication = 1; flags = 1
    TTI_SFPADD(p_sfpu::LCONST_1, p_sfpu::LREG6, p_sfpu::LREG7, p_sfpu::LREG6, 0); // L6 = L6 + L7
    TTI_SFPSETCC(0x0, p_sfpu::LREG6, p_sfpu::LREG0, 4);             // flags = L6 >= 0
    TTI_SFPMOV(0x0, p_sfpu::LCONST_0, p_sfpu::LREG6, 0);            // L6 = L9
    TTI_SFPENCC(0x3, 0, p_sfpu::LREG0, 10);                         // predication = 1; flags = 1
    TTI_SFPADD(p_sfpu::LCONST_1, p_sfpu::LREG6, p_sfpu::LCONST_1, p_sfpu::LREG6, 0); // L6 = L6 + L10
    TTI_SFPSTORE(p_sfpu::LREG6, InstrModLoadStore::DEFAULT, ADDR_MOD_7, 0x0); // Dst[0] = L6 as the configured format, then Dst counter by modifier 7
    TTI_SFPLOADMACRO(3, InstrModLoadStore::DEFAULT, ADDR_MOD_7, 0x2); // macro 0 with L3 = Dst[2] as the configured format, then Dst counter by modifier 7
    TTI_SFPADD(p_sfpu::LCONST_1, p_sfpu::LCONST_1, p_sfpu::LREG3, p_sfpu::LREG3, 0); // L3 = L10 + L3
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPSWAP(0x0, p_sfpu::LCONST_0, p_sfpu::LREG3, 9);           // L3 = max(L3, L9), L9 = min; L9 is not written, as it is read-only
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPLOADMACRO(0, InstrModLoadStore::DEFAULT, ADDR_MOD_7, 0x5); // macro 0 with L4 = Dst[4] as the configured format, then Dst counter by modifier 7
    TTI_SFPADD(p_sfpu::LCONST_1, p_sfpu::LCONST_1, p_sfpu::LREG4, p_sfpu::LREG4, 0); // L4 = L10 + L4
    TTI_SFPLOADMACRO(7, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x2); // macro 1 with L3 = Dst[2] as the configured format, then Dst counter by modifier 6
    TTI_SFPSWAP(0x0, p_sfpu::LCONST_0, p_sfpu::LREG4, 9);           // L4 = max(L4, L9), L9 = min; L9 is not written, as it is read-only
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPLOADMACRO(1, InstrModLoadStore::DEFAULT, ADDR_MOD_7, 0x5); // macro 0 with L5 = Dst[4] as the configured format, then Dst counter by modifier 7
    TTI_SFPADD(p_sfpu::LCONST_1, p_sfpu::LCONST_1, p_sfpu::LREG5, p_sfpu::LREG5, 0); // L5 = L10 + L5
    TTI_SFPLOADMACRO(4, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x3); // macro 1 with L4 = Dst[2] as the configured format, then Dst counter by modifier 6
    TTI_SFPSWAP(0x0, p_sfpu::LCONST_0, p_sfpu::LREG5, 9);           // L5 = max(L5, L9), L9 = min; L9 is not written, as it is read-only
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPLOADMACRO(3, InstrModLoadStore::DEFAULT, ADDR_MOD_7, 0x4); // macro 0 with L3 = Dst[4] as the configured format, then Dst counter by modifier 7
    TTI_SFPADD(p_sfpu::LCONST_1, p_sfpu::LCONST_1, p_sfpu::LREG3, p_sfpu::LREG3, 0); // L3 = L10 + L3
    TTI_SFPLOADMACRO(5, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x3); // macro 1 with L5 = Dst[2] as the configured format, then Dst counter by modifier 6
    TTI_SFPSWAP(0x0, p_sfpu::LCONST_0, p_sfpu::LREG3, 9);           // L3 = max(L3, L9), L9 = min; L9 is not written, as it is read-only
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPLOADMACRO(0, InstrModLoadStore::DEFAULT, ADDR_MOD_7, 0x5); // macro 0 with L4 = Dst[4] as the configured format, then Dst counter by modifier 7
    TTI_SFPADD(p_sfpu::LCONST_1, p_sfpu::LCONST_1, p_sfpu::LREG4, p_sfpu::LREG4, 0); // L4 = L10 + L4
    TTI_SFPLOADMACRO(7, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x2); // macro 1 with L3 = Dst[2] as the configured format, then Dst counter by modifier 6
    TTI_SFPSWAP(0x0, p_sfpu::LCONST_0, p_sfpu::LREG4, 9);           // L4 = max(L4, L9), L9 = min; L9 is not written, as it is read-only
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPLOADMACRO(1, InstrModLoadStore::DEFAULT, ADDR_MOD_7, 0x5); // macro 0 with L5 = Dst[4] as the configured format, then Dst counter by modifier 7
    TTI_SFPADD(p_sfpu::LCONST_1, p_sfpu::LCONST_1, p_sfpu::LREG5, p_sfpu::LREG5, 0); // L5 = L10 + L5
    TTI_SFPLOADMACRO(4, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x3); // macro 1 with L4 = Dst[2] as the configured format, then Dst counter by modifier 6
    TTI_SFPSWAP(0x0, p_sfpu::LCONST_0, p_sfpu::LREG5, 9);           // L5 = max(L5, L9), L9 = min; L9 is not written, as it is read-only
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPLOADMACRO(5, InstrModLoadStore::DEFAULT, ADDR_MOD_6, 0x3); // macro 1 with L5 = Dst[2] as the configured format, then Dst counter by modifier 6
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
    TTI_SFPNOP;                                                     // no operation
    TTI_INCRWC(0x0, 2, 0, 0);                                       // add to the counters Dst, SrcA, SrcB: rwc_cr 0, rwc_d 2, rwc_b 0, rwc_a 0
    TTI_SFPLOAD(p_sfpu::LREG6, InstrModLoadStore::DEFAULT, ADDR_MOD_7, 0x0); // L6 = Dst[0] as the configured format, then Dst counter by modifier 7
    TTI_SFPADD(p_sfpu::LCONST_1, p_sfpu::LREG6, p_sfpu::LCONST_1, p_sfpu::LREG6, 0); // L6 = L6 + L10
    TTI_SFPSETCC(0x0, p_sfpu::LREG6, p_sfpu::LREG0, 0);             // flags = L6 < 0
    TTI_SFPMOV(0x0, p_sfpu::LCONST_0, p_sfpu::LREG6, 0);            // L6 = L9
    TTI_SFPENCC(0x3, 0, p_sfpu::LREG0, 10);                         // predication = 1; flags = 1
    TTI_SFPADD(p_sfpu::LCONST_1, p_sfpu::LREG6, p_sfpu::LREG7, p_sfpu::LREG7, 0); // L7 = L6 + L7
    TTI_SFPSETCC(0x0, p_sfpu::LREG7, p_sfpu::LREG0, 4);             // flags = L7 >= 0
    TTI_SFPMOV(0x0, p_sfpu::LCONST_0, p_sfpu::LREG7, 0);            // L7 = L9
    TTI_SFPENCC(0x3, 0, p_sfpu::LREG0, 10);                         // predication = 1; flags = 1
    TTI_SFPADD(p_sfpu::LCONST_1, p_sfpu::LREG7, p_sfpu::LCONST_1, p_sfpu::LREG7, 0); // L7 = L7 + L10
    TTI_SFPSTORE(p_sfpu::LREG7, InstrModLoadStore::DEFAULT, ADDR_MOD_7, 0x0); // Dst[0] = L7 as the configured format, then Dst counter by modifier 7
    TTI_INCRWC(0x0, 2, 0, 0);                                       // add to the counters Dst, SrcA, SrcB: rwc_cr 0, rwc_d 2, rwc_b 0, rwc_a 0
}

} // namespace ckernel::sfpu
