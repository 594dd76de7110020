/*
 * uint32 to fp32 on Wormhole, two vectors at a time. See README.md.
 *
 * kernel: typecast, uint32 to fp32, two vectors at a time
 * arch: wormhole
 * domain: all
 * cycles: 2.5
 * sweep: --fn=typecast --in=uint16 --dst-format=uint32 --out-format=fp32
 *     max_ulp=0 max_real_ulp=0 cycles=3.34375
 * long: --fn=typecast --in=uint32 --out-format=fp32
 *     max_ulp=0 max_real_ulp=0.5 cycles=3.34375
 * twin: -DPLAIN --in=uint32 --out=fp32 --sample=200000
 * twin long: -DPLAIN --in=uint32 --out=fp32
 * left: L2 L4 L6 L11
 * published: 3 cycles, the vendor's _calculate_typecast_uint32_to_fp32_,
 *     https://github.com/tenstorrent/tt-llk
 */
#define PAIRS
#include "uint32-to-fp32.S"
