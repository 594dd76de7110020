/*
 * The maximum of each column of a 32x32 fp32 tile, and the number of the first row that has it: a variant of argmax.S.
 *
 * kernel: column maximum and its first row, fp32
 * arch: wormhole blackhole
 * domain: all, in SFPSWAP's order of sign and magnitude; of equal negative maxima not always the first
 * cycles: tile 151
 * data: in.npy expected.npy
 * data: equal.npy first.npy
 * left: L11 L12 L13 L14
 */
#define FIRST
#include "argmax.S"
