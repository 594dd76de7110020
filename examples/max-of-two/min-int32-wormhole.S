/*
 * The smaller of two numbers, of tiles of int32, in place of the first, on Wormhole, where neither is -2^31. See
 * README.md.
 *
 * kernel: min, int32 but -2^31
 * arch: wormhole
 * domain: all but -2^31, which counts as 0
 * cycles: 2
 * sweep: --fn=min --in=int32 --sample=300000
 *     max_ulp=0 max_real_ulp=0 cycles=2.40625
 * sweep: --fn=min --in=int16 --dst-format=int32 --sample=300000
 *     max_ulp=0 max_real_ulp=0 cycles=2.40625
 * long: --fn=min --in=int32 --sample=100000000
 *     max_ulp=0 max_real_ulp=0 cycles=2.40625
 * twin: -DPLAIN --in=int32 --operands=2 --sample=300000
 * left: L3 L5 L6 L7 L11 L12 L13 L14
 * published: 5 cycles, https://github.com/tenstorrent/tt-metal/pull/36928
 */
    .arch wormhole
#define FORMAT INT32_SM /* loads and stores convert: LRegs have sign and magnitude, as SFPSWAP compares */
#define MODE SWAP_MAX
#define OTHER SWAP_MIN /* with its operands exchanged */
#include "ordered.h"
