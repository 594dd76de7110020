/*
 * The smaller of two numbers, of tiles of fp32, in place of the first. See README.md.
 *
 * kernel: min, fp32
 * arch: wormhole blackhole
 * domain: all; a NaN is beyond the infinity of its sign
 * cycles: 2
 * sweep: --fn=min --in=bf16 --dst-format=fp32 --sample=300000
 *     max_ulp=0 max_real_ulp=0 cycles=2.40625 numbers=1131
 * long: --fn=min --in=fp32 --sample=100000000
 *     max_ulp=0 max_real_ulp=0 cycles=2.40625 numbers=389022
 * twin: -DPLAIN --in=fp32 --operands=2 --sample=300000
 * solved: wormhole found 2 floor 2 shorter counting inputs drawn
 * solved: blackhole found 2 floor 2 shorter counting inputs drawn
 * left: L3 L5 L6 L7 L11 L12 L13 L14
 * published: 2 cycles, https://github.com/tenstorrent/tt-metal/pull/36928
 */
#define FORMAT INT32
#define MODE SWAP_MAX
#define OTHER SWAP_MIN /* with its operands exchanged */
#include "ordered.h"
