/*
 * What the examples with a schedule share: how many vectors, in which form, and
 * names. They expect what the vendor's runtime leaves:
 * predication on, L11 = -1.0, address modifiers that stay and that step Dst by 2.
 */
#ifndef VECTORS
#define VECTORS 32 /* of 32 values; 32 for a tile, any number up to what Dst holds */
#endif

/* Of the loop; -DUNROLL or -DSOLID choose another one. */
#if defined FORM
#elif defined UNROLL
#define FORM unroll
#elif defined SOLID
#define FORM solid=0
#else
#define FORM replay=0
#endif

/* Behind .arch, which the address modifiers depend on. */
    .include "sfpu.inc"
