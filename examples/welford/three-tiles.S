/*
 * Mean and variance of each column of three fp32 tiles of 32x32, one above the other, with welford.S.
 *
 * kernel: column mean and variance of three tiles, fp32
 * arch: wormhole blackhole
 * domain: finite; denormals count as 0
 * cycles: tile 570
 * data: three.npy three_moments.npy --ulp=173
 * left: L12 L13 L14
 */
#define TILES 3
#include "welford.S"
