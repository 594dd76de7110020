/*
 * Runs a kernel on a vector of numbers: what a test or a tool of yours does with libsfpu.
 *
 *     cc square.c -o square $(pkg-config --cflags --libs sfpu)
 */
#include <sfpu.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES = 64 }; /* four rows of Dst, of which a load takes every second column: the kernel has two */

/* x * x of rows 0 to 3, in place. The third line is there for Wormhole, where the product takes a cycle more. */
static const char kernel[] = "    sfpload  L0, 0, 3, 7\n"
                             "    sfpmul   L0, L0, L0, L9, 0\n"
                             "    sfpnop\n"
                             "    sfpstore L0, 0, 3, 7\n"
                             "    sfpload  L0, 2, 3, 7\n"
                             "    sfpmul   L0, L0, L0, L9, 0\n"
                             "    sfpnop\n"
                             "    sfpstore L0, 2, 3, 7\n";
