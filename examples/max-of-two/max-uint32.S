/*
 * The larger of two numbers, of tiles of uint32, in place of the first. See README.md.
 *
 * kernel: max, uint32
 * arch: wormhole blackhole
 * domain: all
 * options: -Wno-flags-clash
 * cycles: 4
 * sweep: --fn=max --in=uint32 --sample=300000
 *     max_ulp=0 max_real_ulp=0 cycles=5.0625
 * long: --fn=max --in=uint32 --sample=100000000
 *     max_ulp=0 max_real_ulp=0 cycles=5.0625
 * twin: -DPLAIN --in=uint32 --operands=2 --sample=300000
 * solved: wormhole found 4 floor 4 shorter counting inputs drawn
 * solved: blackhole found 4 floor 4 shorter counting inputs drawn
 * left: L1 L4 L6 L7 L11 L12 L13 L14
 * published: 5 cycles for int32, https://github.com/tenstorrent/tt-metal/pull/36928
 */
/* the smaller one where one has bit 31, and the larger one elsewhere */
#define MODE SWAP_MAX
#define TEST SFPSETCC_LREG_GTE0
#include "integers.h"
