/*
 * The cumulative sum down each column of two fp32 tiles of 32x32, one above the other, in place, with cumsum.S.
 *
 * kernel: cumulative sum by columns of two tiles, fp32
 * arch: wormhole blackhole
 * domain: all; denormals count as 0, and -0 at the top as +0
 * cycles: tile 202
 * data: in.npy two.npy
 * left: L11 L12 L13 L14
 */
#define TILES 2
#include "cumsum.S"
