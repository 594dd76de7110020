/*
 * recip.S on the math thread and line.S on the pack thread, in one source.
 */
    .arch blackhole
    .thread math
#include "recip.S"
    .thread pack
#include "line.S"
