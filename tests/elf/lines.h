/* What tests/elf/lines.cpp has from elsewhere. */
#ifndef LINES_H
#define LINES_H

#include "kernel.h"

/* The next vector: 2 further on. */
static inline void next()
{
    TT(0x38008000); /* ttincrwc 0, 2, 0, 0 */
}

static inline word queue()
{
    return PUSH;
}

#endif
