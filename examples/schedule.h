/*
 * Shared by the examples with a schedule: the number of vectors, the form of the loop, and names. The examples expect
 * the state that the vendor's runtime leaves: predication on, L11 = -1.0, address modifiers that stay and that step Dst
 * by 2.
 */
#ifndef VECTORS
#define VECTORS 32 /* of 32 values each; 32 vectors for a tile, at most as many as Dst holds */
#endif

/* The form of the loop; -DUNROLL or -DSOLID choose another form. */
#if defined FORM
#elif defined UNROLL
#define FORM unroll
#elif defined SOLID
#define FORM solid=0
#else
#define FORM replay=0
#endif

/* Included after .arch, on which the address modifiers depend. */
    .include "sfpu.inc"
