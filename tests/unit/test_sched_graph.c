/* Loops as sfpsched sees them: each graph here was worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sched/rewrites.h"
#include "sched_test.h"

#define WH SFPU_WORMHOLE
#define BH SFPU_BLACKHOLE

/* The graph without lines of address modifiers. */
struct spelled {
    struct sched_loop loop;
    const char *graph;
};

static const struct spelled plain[] = {
    {/* two results, each in place of its source; addresses of counters */
     {WH, "",
      "sfpload L0, 0, 4, 3\n"
      "sfpload L1, 2, 4, 3\n"
      "sfpswap L0, L1, 1\n"
      "sfpnop\n"
      "sfpstore L0, 0, 4, 2\n"
      "sfpstore L1, 0, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 load/1: v1 = sfpload 4 [2] version 0\n"
     "2 simple/2: v2 in place of B, v3 in place of VC = sfpswap 1 B=v0, VC=v1\n"
     "3 store/1: sfpstore 4 VD=v2 [0] version 0\n"
     "4 store/1: sfpstore 4 VD=v3 [2] version 0\n"
     "rows: 4\n"},
    {/* a constant stays, and is no result */
     {WH, "",
      "sfpload L0, 0, 4, 3\n"
      "sfpswap L9, L0, 1\n"
      "sfpnop\n"
      "sfpswap L0, L12, 1\n"
      "sfpnop\n"
      "sfpstore L0, 0, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 simple/2: v1 in place of VC = sfpswap 1 B=L9, VC=v0\n"
     "2 simple/2: v2 in place of B = sfpswap 1 B=v1, VC=L12\n"
     "3 store/1: sfpstore 4 VD=v2 [0] version 0\n"
     "constants: L12\n"
     "rows: 2\n"},
    {/* an exchange only renames */
     {WH, "",
      "sfpload L0, 0, 4, 3\n"
      "sfpload L1, 64, 4, 3\n"
      "sfpswap L0, L1, 0\n"
      "sfpnop\n"
      "sfpstore L0, 0, 4, 3\n"
      "sfpstore L1, 64, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 load/1: v1 = sfpload 4 [64] version 0\n"
     "2 store/1: sfpstore 4 VD=v1 [0] version 0\n"
     "3 store/1: sfpstore 4 VD=v0 [64] version 0\n"
     "rows: 2\n"},
    {/* regions, one after the other: what stays, what is a source already, what only the region reads */
     {WH, "",
      "sfpload L0, 0, 4, 3\n"
      "sfpmov L1, L0, 0\n"
      "sfpsetcc L0, 0, 0\n"
      "sfploadi L2, 5, 4\n"
      "sfpiadd L1, L2, 0, 4\n"
      "sfpencc 0, 0\n"
      "sfpsetcc L1, 0, 2\n"
      "sfpmad L1, L1, L10, L9, 0\n"
      "sfpnop\n"
      "sfpencc 3, 10\n"
      "sfpstore L1, 0, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 simple/1: v0 = sfpmov 0 VC=v0 optional\n"
     "2 simple/1: sfpsetcc 0 VC=v0 flags\n"
     "3 load/1: v2 = sfploadi 4 0x5 region 0\n"
     "4 simple/1: v3 in place of B = sfpiadd 4 B=v0, VC=v2 region 0\n"
     "5 simple/1: sfpencc 0 region 0 flags\n"
     "6 simple/1: sfpsetcc 2 VC=v3 flags\n"
     "7 mad/2: v4 in place of VD = sfpmad 0 VA=v3, VB=L10, VC=L9, VD=v3 region 1\n"
     "8 simple/1: sfpencc 10 0x3 region 1 flags\n"
     "9 store/1: sfpstore 4 VD=v4 [0] version 0\n"
     "region 0: 2 to 5\n"
     "region 1: 6 to 8\n"
     "rows: 2\n"},
    {/* SFPPUSHC of all lanes goes, its SFPPOPC is an SFPENCC, and SFPCOMPC stays */
     {WH, "",
      "sfpload L0, 0, 4, 3\n"
      "sfppushc 0\n"
      "sfpsetcc L0, 0, 0\n"
      "sfpnot L0, L0\n"
      "sfpcompc\n"
      "sfpabs L0, L0, 0\n"
      "sfppopc 0\n"
      "sfpstore L0, 0, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 simple/1: sfpsetcc 0 VC=v0 flags\n"
     "2 simple/1: v1 in place of VD = sfpnot 0 VC=v0, VD=v0 region 0\n"
     "3 simple/1: sfpcompc 0 region 0 flags\n"
     "4 simple/1: v2 in place of VD = sfpabs 0 VC=v1, VD=v1 region 1\n"
     "5 simple/1: sfpencc 0 region 1 flags\n"
     "6 store/1: sfpstore 4 VD=v2 [0] version 0\n"
     "region 0: 1 to 3\n"
     "region 1: 3 to 5\n"
     "rows: 2\n"},
    {/* an else without a push: the stack is empty */
     {WH, "",
      "sfpload L0, 0, 4, 3\n"
      "sfpsetcc L0, 0, 6\n"
      "sfploadi L0, 1, 4\n"
      "sfpcompc\n"
      "sfploadi L0, 0, 4\n"
      "sfpencc 3, 10\n"
      "sfpstore L0, 0, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 simple/1: sfpsetcc 6 VC=v0 flags\n"
     "2 load/1: v1 in place of VD = sfploadi 4 0x1 VD=v0 region 0\n"
     "3 simple/1: sfpcompc 0 region 0 flags\n"
     "4 load/1: v2 in place of VD = sfploadi 4 0 VD=v1 region 1\n"
     "5 simple/1: sfpencc 10 0x3 region 1 flags\n"
     "6 store/1: sfpstore 4 VD=v2 [0] version 0\n"
     "region 0: 1 to 3\n"
     "region 1: 3 to 5\n"
     "rows: 2\n"},
    {/* one condition after another: each closes the region of the one before */
     {WH, "",
      "sfpload L0, 0, 4, 3\n"
      "sfpload L1, 64, 4, 3\n"
      "sfpsetcc L0, 0, 4\n"
      "sfpnot L2, L0\n"
      "sfpiadd L1, L0, 0, 2\n"
      "sfpsetcc L2, 0, 2\n"
      "sfpxor L2, L1\n"
      "sfpmov L0, L2, 0\n"
      "sfpencc 0, 0\n"
      "sfpstore L0, 0, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 load/1: v1 = sfpload 4 [64] version 0\n"
     "2 simple/1: sfpsetcc 4 VC=v0 flags\n"
     "3 simple/1: v2 = sfpnot 0 VC=v0 region 0\n"
     "4 simple/1: v3 = sfpiadd 2 B=v1, VC=v0 region 0 flags\n"
     "5 simple/1: sfpsetcc 2 VC=v2 region 1 flags\n"
     "6 simple/1: v4 = sfpxor 0 B=v2, VC=v3 region 2\n"
     "7 simple/1: v5 in place of VD = sfpmov 0 VC=v4, VD=v0 region 2\n"
     "8 simple/1: sfpencc 0 region 2 flags\n"
     "9 store/1: sfpstore 4 VD=v5 [0] version 0\n"
     "region 0: 2 to 4\n"
     "region 1: 4 to 5\n"
     "region 2: 5 to 8\n"
     "rows: 2\n"},
    {/* one in another: SFPCOMPC has the others of what is pushed, and SFPPOPC all of that again */
     {WH, "",
      "sfpload L0, 0, 4, 3\n"
      "sfpload L1, 64, 4, 3\n"
      "sfppushc 0\n"
      "sfpsetcc L0, 0, 0\n"
      "sfpnot L2, L0\n"
      "sfppushc 0\n"
      "sfpiadd L3, L1, 0, 1\n"
      "sfpabs L1, L2, 0\n"
      "sfpcompc\n"
      "sfpnot L1, L2\n"
      "sfppopc 0\n"
      "sfpxor L1, L2\n"
      "sfppopc 0\n"
      "sfpstore L1, 0, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 load/1: v1 = sfpload 4 [64] version 0\n"
     "2 simple/1: sfpsetcc 0 VC=v0 flags\n"
     "3 simple/1: v2 = sfpnot 0 VC=v0 region 0\n"
     "4 simple/1: sfppushc 0 region 0\n"
     "5 simple/1: v3 = sfpiadd 1 0 VC=v1 region 0 flags\n"
     "6 simple/1: v4 in place of VD = sfpabs 0 VC=v2, VD=v1 region 1\n"
     "7 simple/1: sfpcompc 0 region 1 flags\n"
     "8 simple/1: v5 in place of VD = sfpnot 0 VC=v2, VD=v4 region 2\n"
     "9 simple/1: sfppopc 0 region 2 flags\n"
     "10 simple/1: v6 in place of B = sfpxor 0 B=v5, VC=v2 region 3\n"
     "11 simple/1: sfpencc 0 region 3 flags\n"
     "12 store/1: sfpstore 4 VD=v6 [0] version 0\n"
     "region 0: 2 to 5\n"
     "region 1: 5 to 7\n"
     "region 2: 7 to 9\n"
     "region 3: 9 to 11\n"
     "rows: 2\n"},
    {/* what both halves set is set in all lanes */
     {WH, "",
      "sfpload L0, 0, 4, 3\n"
      "sfppushc 0\n"
      "sfpsetcc L0, 0, 0\n"
      "sfpnot L1, L0\n"
      "sfpcompc\n"
      "sfpabs L1, L0, 0\n"
      "sfppopc 0\n"
      "sfpstore L1, 0, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 simple/1: sfpsetcc 0 VC=v0 flags\n"
     "2 simple/1: v1 = sfpnot 0 VC=v0 region 0\n"
     "3 simple/1: sfpcompc 0 region 0 flags\n"
     "4 simple/1: v2 in place of VD = sfpabs 0 VC=v0, VD=v1 region 1\n"
     "5 simple/1: sfpencc 0 region 1 flags\n"
     "6 store/1: sfpstore 4 VD=v2 [0] version 0\n"
     "region 0: 1 to 3\n"
     "region 1: 3 to 5\n"
     "rows: 2\n"},
    {/* v_if (a && b): no SFPCOMPC looks at what is pushed, which goes; nor does anything work behind SFPPOPC */
     {WH, "",
      "sfpload L0, 0, 4, 3\n"
      "sfpsetcc L0, 0, 0\n"
      "sfppushc 0\n"
      "sfpsetcc L0, 0, 2\n"
      "sfpnot L0, L0\n"
      "sfppopc 0\n"
      "sfpencc 0, 0\n"
      "sfpstore L0, 0, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 simple/1: sfpsetcc 0 VC=v0 flags\n"
     "2 simple/1: sfpsetcc 2 VC=v0 region 0 flags\n"
     "3 simple/1: v1 in place of VD = sfpnot 0 VC=v0, VD=v0 region 1\n"
     "4 simple/1: sfpencc 0 region 1 flags\n"
     "5 store/1: sfpstore 4 VD=v1 [0] version 0\n"
     "region 0: 1 to 2\n"
     "region 1: 2 to 4\n"
     "rows: 2\n"},
    {/* nothing works in the first half: the opposite condition alone */
     {WH, "",
      "sfpload L0, 0, 4, 3\n"
      "sfpsetcc L0, 0, 0\n"
      "sfpcompc\n"
      "sfpnot L0, L0\n"
      "sfpencc 0, 0\n"
      "sfpstore L0, 0, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 simple/1: sfpsetcc 4 VC=v0 flags\n"
     "2 simple/1: v1 in place of VD = sfpnot 0 VC=v0, VD=v0 region 0\n"
     "3 simple/1: sfpencc 0 region 0 flags\n"
     "4 store/1: sfpstore 4 VD=v1 [0] version 0\n"
     "region 0: 1 to 3\n"
     "rows: 2\n"},
    {/* a table that is looked up */
     {WH, "sfploadi L0, 0, 4; sfploadi L1, 0, 4; sfploadi L2, 0, 4",
      "sfpload L3, 0, 3, 3\n"
      "sfplut L3, 4\n"
      "sfpnop\n"
      "sfpstore L3, 0, 3, 2\n", NULL},
     "0 load/1: v0 = sfpload 3 [0] version 0\n"
     "1 mad/2: v1 = sfplut 4 fixed=v0 in L3\n"
     "2 store/1: sfpstore 3 VD=v1 [0] version 0\n"
     "kept: L0 L1 L2\n"
     "rows: 2\n"},
    {/* flags by a result, which nobody reads; a predicated store */
     {WH, "",
      "sfpload L0, 0, 4, 3\n"
      "sfpload L1, 64, 4, 3\n"
      "sfpiadd L1, L0, 0, 2\n"
      "sfpstore L0, 64, 4, 3\n"
      "sfpencc 0, 0\n"
      "sfpstore L0, 0, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 load/1: v1 = sfpload 4 [64] version 0\n"
     "2 simple/1: v2 = sfpiadd 2 B=v1, VC=v0 flags\n"
     "3 store/1: sfpstore 4 VD=v0 [64] version 0 region 0\n"
     "4 simple/1: sfpencc 0 region 0 flags\n"
     "5 store/1: sfpstore 4 VD=v0 [0] version 0\n"
     "region 0: 2 to 4\n"
     "rows: 2\n"},
    {/* an old value that no lane shows */
     {WH, "",
      "sfpload L0, 0, 4, 3\n"
      "sfpload L1, 64, 4, 3\n"
      "sfpsetcc L0, 0, 0\n"
      "sfpabs L1, L0, 0\n"
      "sfpxor L0, L1\n"
      "sfpencc 0, 0\n"
      "sfpstore L0, 0, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 simple/1: sfpsetcc 0 VC=v0 flags\n"
     "2 simple/1: v2 = sfpabs 0 VC=v0 region 0\n"
     "3 simple/1: v3 in place of B = sfpxor 0 B=v0, VC=v2 region 0\n"
     "4 simple/1: sfpencc 0 region 0 flags\n"
     "5 store/1: sfpstore 4 VD=v3 [0] version 0\n"
     "region 0: 1 to 4\n"
     "rows: 2\n"},
    {/* equal operations on equal values are one, exchanged too; what nobody uses goes */
     {WH, "sfploadi L4, 1, 4",
      "sfpload L0, 0, 4, 3\n"
      "sfpload L1, 0, 4, 3\n"
      "sfpmad L2, L0, L4, L9, 0\n"
      "sfpmad L3, L4, L1, L9, 0\n"
      "sfpmad L2, L2, L3, L9, 0\n"
      "sfpnop\n"
      "sfpabs L5, L0, 0\n"
      "sfpstore L2, 0, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 mad/2: v2 = sfpmad 0 VA=v0, VB=L4, VC=L9\n"
     "2 mad/2: v4 = sfpmad 0 VA=v2, VB=v2, VC=L9\n"
     "3 store/1: sfpstore 4 VD=v4 [0] version 0\n"
     "kept: L4\n"
     "rows: 2\n"},
    {/* or two, where one is overwritten */
     {WH, "",
      "sfpload L0, 0, 4, 3\n"
      "sfpnot L1, L0\n"
      "sfpnot L2, L0\n"
      "sfpxor L1, L2\n"
      "sfpstore L1, 0, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 simple/1: v1 = sfpnot 0 VC=v0\n"
     "2 simple/1: v1 = sfpnot 0 VC=v0 optional\n"
     "3 simple/1: v3 = sfpxor 0 B=v1, VC=v1\n"
     "4 store/1: sfpstore 4 VD=v3 [0] version 0\n"
     "rows: 2\n"},
    {/* flags that nothing works in */
     {WH, "",
      "sfpload L0, 0, 4, 3\n"
      "sfpsetcc L0, 0, 0\n"
      "sfploadi L1, 5, 4\n"
      "sfpencc 0, 0\n"
      "sfpstore L0, 0, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 store/1: sfpstore 4 VD=v0 [0] version 0\n"
     "rows: 2\n"},
    {/* versions of cells */
     {WH, "",
      "sfpload L0, 0, 4, 3\n"
      "sfpnot L1, L0\n"
      "sfpstore L1, 0, 4, 3\n"
      "sfpload L2, 0, 4, 3\n"
      "sfpload L3, 0, 6, 3\n"
      "sfpxor L2, L3\n"
      "sfpstore L2, 0, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 simple/1: v1 = sfpnot 0 VC=v0\n"
     "2 store/1: sfpstore 4 VD=v1 [0] version 0\n"
     "3 load/1: v2 = sfpload 4 [0] version 1\n"
     "4 load/1: v3 = sfpload 6 [0] version 1\n"
     "5 simple/1: v4 = sfpxor 0 B=v2, VC=v3\n"
     "6 store/1: sfpstore 4 VD=v4 [0] version 1\n"
     "rows: 2\n"},
    {/* halves of registers */
     {WH, "",
      "sfpload L0, 0, 14, 3\n"
      "sfpload L0, 64, 15, 3\n"
      "sfploadi L1, 0x3f80, 8\n"
      "sfploadi L1, 1, 10\n"
      "sfpmad L0, L0, L1, L9, 0\n"
      "sfpnop\n"
      "sfpstore L0, 0, 3, 2\n", NULL},
     "0 load/1: v0 = sfpload 14 [0] version 0\n"
     "1 load/1: v1 in place of VD = sfpload 15 VD=v0 [64] version 0\n"
     "2 load/1: v2 = sfploadi 8 0x3f80\n"
     "3 load/1: v3 in place of VD = sfploadi 10 0x1 VD=v2\n"
     "4 mad/2: v4 = sfpmad 0 VA=v1, VB=v3, VC=L9\n"
     "5 store/1: sfpstore 3 VD=v4 [0] version 0\n"
     "rows: 2\n"},
    {/* all registers that L7 can name stay, and no others */
     {WH, "sfploadi L0, 1, 4; sfploadi L1, 1, 4; sfploadi L5, 1, 4",
      "sfpload L7, 0, 4, 3\n"
      "sfpshft L7, L0, -31, 1\n"
      "sfpmad L2, L0, L10, L9, 4\n"
      "sfpnop\n"
      "sfpstore L2, 0, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 simple/1: v1 = sfpshft 1 0xfe1 B=v0\n"
     "2 mad/2: v2 = sfpmad 4 L[L7]=v1, VB=L10, VC=L9\n"
     "3 store/1: sfpstore 4 VD=v2 [0] version 0\n"
     "kept: L0 L1\n"
     "rows: 2\n"},
    {/* as far as that is known: a mask, a number of zeros, a constant of the iteration */
     {WH, "sfploadi L0, 1, 4; sfploadi L1, 1, 4; sfploadi L2, 1, 4; sfploadi L6, 3, 2",
      "sfpload L3, 0, 4, 3\n"
      "sfplz L7, L3, 0\n"
      "sfpshft L7, L0, -4, 1\n"
      "sfpmad L4, L0, L10, L9, 4\n"
      "sfploadi L7, 0xF, 2\n"
      "sfpmad L4, L0, L4, L4, 4\n"
      "sfpand L3, L10\n"
      "sfpshft L3, L0, -30, 1\n"
      "sfpmov L7, L3, 0\n"
      "sfpmad L4, L0, L10, L4, 4\n"
      "sfpnop\n"
      "sfpstore L4, 0, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 simple/1: v1 = sfplz 0 VC=v0\n"
     "2 simple/1: v2 = sfpshft 1 0xffc B=v1\n"
     "3 mad/2: v3 = sfpmad 4 L[L7]=v2, VB=L10, VC=L9\n"
     "4 load/1: v4 = sfploadi 2 0xf\n"
     "5 mad/2: v5 = sfpmad 4 L[L7]=v4, VB=v3, VC=v3\n"
     "6 simple/1: v6 = sfpand 0 B=v0, VC=L10\n"
     "7 simple/1: v7 = sfpshft 1 0xfe2 B=v6\n"
     "8 mad/2: v9 = sfpmad 4 L[L7]=v7, VB=L10, VC=v5\n"
     "9 store/1: sfpstore 4 VD=v9 [0] version 0\n"
     "kept: L0 L1 L2\n"
     "rows: 2\n"},
    {/* moves make what they move, and go where nothing is overwritten */
     {WH, "",
      "sfpload L0, 0, 4, 3\n"
      "sfpmov L1, L0, 0\n"
      "sfpiadd L1, L15, 0, 4\n"
      "sfpmov L2, L15, 0\n"
      "sfpmad L3, L1, L2, L0, 0\n"
      "sfpnop\n"
      "sfpmov L4, L3, 0\n"
      "sfpstore L4, 0, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 simple/1: v0 = sfpmov 0 VC=v0 optional\n"
     "2 simple/1: v2 = sfpiadd 4 B=v0, VC=L15\n"
     "3 mad/2: v4 = sfpmad 0 VA=v2, VB=L15, VC=v0\n"
     "4 store/1: sfpstore 4 VD=v4 [0] version 0\n"
     "rows: 2\n"},
    {/* a constant by a move: where it can be named, and where not */
     {WH, "",
      "sfpload L0, 0, 4, 3\n"
      "sfpmov L1, L12, 0\n"
      "sfpiadd L0, L1, 0, 4\n"
      "sfpstore L1, 64, 4, 3\n"
      "sfpstore L0, 0, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 simple/1: v1 = sfpmov 0 VC=L12\n"
     "2 simple/1: v2 = sfpiadd 4 B=v0, VC=L12\n"
     "3 store/1: sfpstore 4 VD=v1 [64] version 0\n"
     "4 store/1: sfpstore 4 VD=v2 [0] version 0\n"
     "constants: L12\n"
     "rows: 2\n"},
    {/* where operands stand */
     {BH, "",
      "sfpload L0, 0, 4, 7\n"
      "sfpand L1, L0, L11, 1\n"
      "sfpshft L2, L1, 3, 5\n"
      "sfpaddi L2, 0, 0\n"
      "sfpmul24 L2, L0, L2, 1\n"
      "sfpnop\n"
      "sfpstore L2, 0, 4, 6\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 simple/1: v1 = sfpand 1 VB=v0, VC=L11\n"
     "2 simple/1: v2 = sfpshft 5 0x3 VC=v1\n"
     "3 mad/2: v3 = sfpaddi 0 0 VC=v2\n"
     "4 mad/2: v4 = sfpmul24 1 VA=v0, VB=v3, VC=L9\n"
     "5 store/1: sfpstore 4 VD=v4 [0] version 0\n"
     "constants: L11\n"
     "rows: 2\n"},
    {/* SFPCONFIG before the loop takes a constant; TTINCRWC steps */
     {WH, "sfploadi L0, 1, 4; sfpconfig 12, 0, 0",
      "sfpload L0, -2, 4, 3\n"
      "sfpnot L0, L0\n"
      "sfpstore L0, -2, 4, 3\n"
      "ttincrwc 0, 4, 0, 0\n", NULL},
     "0 load/1: v0 = sfpload 4 [-2] version 0\n"
     "1 simple/1: v1 = sfpnot 0 VC=v0\n"
     "2 store/1: sfpstore 4 VD=v1 [-2] version 0\n"
     "constants: L12\n"
     "rows: 4\n"},
    {/* a sum: what the iteration finds in L0 has no maker */
     {WH, "sfpmov L0, L9, 0",
      "sfpload L1, 0, 3, 2\n"
      "sfpadd L0, L10, L0, L1, 0\n", "sfpnop; sfpstore L0, 0, 3, 3"},
     "0 load/1: v1 = sfpload 3 [0] version 0\n"
     "1 mad/2: v2 = sfpadd 0 VA=L10, VB=v0, VC=v1\n"
     "L0 hands on v2: to the next iteration as v0, to the code after the loop\n"
     "rows: 2\n"},
    {/* L0 in some lanes; L2 in each iteration, and not after the loop; L3 for nothing */
     {WH, "sfploadi L0, 0, 4; sfploadi L2, 7, 4; sfploadi L3, 0, 4",
      "sfpload L1, 0, 4, 3\n"
      "sfpsetcc L1, 0, 0\n"
      "sfpmov L0, L1, 0\n"
      "sfpencc 0, 0\n"
      "sfpiadd L2, L2, 1, 5\n"
      "sfpiadd L3, L3, 1, 5\n"
      "sfpstore L2, 0, 4, 2\n", "sfpstore L0, 0, 4, 3"},
     "0 load/1: v3 = sfpload 4 [0] version 0\n"
     "1 simple/1: sfpsetcc 0 VC=v3 flags\n"
     "2 simple/1: v4 in place of VD = sfpmov 0 VC=v3, VD=v0 region 0\n"
     "3 simple/1: sfpencc 0 region 0 flags\n"
     "4 simple/1: v5 = sfpiadd 5 0x1 VC=v1\n"
     "5 store/1: sfpstore 4 VD=v5 [0] version 0\n"
     "region 0: 1 to 3\n"
     "L0 hands on v4: to the next iteration as v0, to the code after the loop\n"
     "L2 hands on v5: to the next iteration as v1\n"
     "rows: 2\n"},
    {/* the last iteration's result, after the loop alone */
     {WH, "",
      "sfpload L1, 0, 4, 3\n"
      "sfpabs L0, L1, 1\n"
      "sfpstore L0, 0, 4, 2\n", "sfpstore L0, 64, 4, 3"},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 simple/1: v1 = sfpabs 1 VC=v0\n"
     "2 store/1: sfpstore 4 VD=v1 [0] version 0\n"
     "L0 hands on v1: to the code after the loop\n"
     "rows: 2\n"},
    {/* L2 to L0, and the sum to L2: the move of the entry v1 stays a move; the move of the sum is optional */
     {WH, "sfploadi L0, 0, 0; sfploadi L2, 0, 0",
      "sfpload L1, 0, 3, 2\n"
      "sfpadd L3, L10, L0, L1, 0\n"
      "sfpmov L0, L2, 0\n"
      "sfpmov L2, L3, 0\n", "sfpstore L0, 0, 3, 3; sfpstore L2, 64, 3, 3"},
     "0 load/1: v2 = sfpload 3 [0] version 0\n"
     "1 mad/2: v3 = sfpadd 0 VA=L10, VB=v0, VC=v2\n"
     "2 simple/1: v4 = sfpmov 0 VC=v1\n"
     "3 simple/1: v3 = sfpmov 0 VC=v3 optional\n"
     "L0 hands on v4: to the next iteration as v0, to the code after the loop\n"
     "L2 hands on v3: to the next iteration as v1, to the code after the loop\n"
     "rows: 2\n"},
    {/* L0 gets what the iteration finds in L4 by an exchange, which then is an operation */
     {WH, "sfploadi L0, 0, 4; sfploadi L4, 1, 4",
      "sfpload L1, 0, 4, 2\n"
      "sfpiadd L0, L1, 0, 4\n"
      "sfpswap L4, L0, 0\n"
      "sfpnop\n", "sfpstore L0, 0, 4, 3; sfpstore L4, 64, 4, 3"},
     "0 load/1: v2 = sfpload 4 [0] version 0\n"
     "1 simple/1: v3 = sfpiadd 4 B=v0, VC=v2\n"
     "2 simple/2: v4 in place of B, v5 in place of VC = sfpswap 0 B=v1, VC=v3\n"
     "L0 hands on v5: to the next iteration as v0, to the code after the loop\n"
     "L4 hands on v4: to the next iteration as v1, to the code after the loop\n"
     "rows: 2\n"},
    {/* a region whose only value is SFPSWAP's second result */
     {WH, "",
      "sfpload L0, 0, 4, 3\n"
      "sfpload L1, 64, 4, 3\n"
      "sfpsetcc L1, 0, 0\n"
      "sfpswap L9, L0, 1\n"
      "sfpnop\n"
      "sfpencc 0, 0\n"
      "sfpstore L0, 0, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 load/1: v1 = sfpload 4 [64] version 0\n"
     "2 simple/1: sfpsetcc 0 VC=v1 flags\n"
     "3 simple/2: v2 in place of VC = sfpswap 1 B=L9, VC=v0 region 0\n"
     "4 simple/1: sfpencc 0 region 0 flags\n"
     "5 store/1: sfpstore 4 VD=v2 [0] version 0\n"
     "region 0: 2 to 4\n"
     "rows: 2\n"},
};

static const struct spelled rewritten[] = {
    {/* 0 where a value is negative: the larger of it and 0 */
     {WH, "",
      "sfpload L0, 0, 3, 3\n"
      "sfpsetcc L0, 0, 0\n"
      "sfpmov L0, L9, 0\n"
      "sfpencc 0, 0\n"
      "sfpstore L0, 0, 3, 2\n", NULL},
     "0 load/1: v0 = sfpload 3 [0] version 0\n"
     "1 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
     "2 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
     "3 simple/2: v1 in place of B = sfpswap 9 B=v0, VC=L9 by clamp-zero\n"
     "4 store/1: sfpstore 3 VD=v1 [0] version 0\n"
     "rows: 2\n"},
    {/* two values ordered by SFPLE: where L0 <= L1, L0 becomes L1, so it becomes the larger one, mode 9 */
     {BH, "",
      "sfpload L0, 0, 3, 7\n"
      "sfpload L1, 64, 3, 7\n"
      "sfple L0, L1, 0, 1\n"
      "sfpmov L0, L1, 0\n"
      "sfpencc 0, 0\n"
      "sfpstore L0, 0, 3, 6\n", NULL},
     "0 load/1: v0 = sfpload 3 [0] version 0\n"
     "1 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
     "2 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
     "3 load/1: v1 = sfpload 3 [64] version 0\n"
     "4 load/1: v1 = sfpload 3 [64] version 0 optional by load-again\n"
     "5 load/1: v1 = sfpload 3 [64] version 0 optional by load-again\n"
     "6 simple/2: v2 in place of B, v3 in place of VC = sfpswap 9 B=v0, VC=v1 optional by clamp-order\n"
     "7 simple/2: v3 in place of B, v2 in place of VC = sfpswap 1 B=v1, VC=v0 optional by mirror\n"
     "8 store/1: sfpstore 3 VD=v2 [0] version 0\n"
     "rows: 2\n"},
    {/* a value above 1.0 by a constant of the loop: it becomes the smaller one, mode 1, and L10 is 1.0 already */
     {BH, "",
      "sfpload L0, 0, 3, 7\n"
      "sfpgt L0, L10, 0, 1\n"
      "sfploadi L0, 0x3f80, 0\n"
      "sfpencc 0, 0\n"
      "sfpstore L0, 0, 3, 6\n", NULL},
     "0 load/1: v0 = sfpload 3 [0] version 0\n"
     "1 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
     "2 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
     "3 simple/2: v1 in place of B = sfpswap 1 B=v0, VC=L10 by clamp-order\n"
     "4 store/1: sfpstore 3 VD=v1 [0] version 0\n"
     "rows: 2\n"},
    {/* 6.0 - x, by -1.0 in L11, is negative: x becomes the smaller one of both, mode 1, by a constant register */
     {WH, "sfploadi L6, 0x40c0, 0",
      "sfpload L0, 0, 3, 3\n"
      "sfpmad L1, L0, L11, L6, 0\n"
      "sfpnop\n"
      "sfpsetcc L1, 0, 0\n"
      "sfpmov L0, L6, 0\n"
      "sfpencc 0, 0\n"
      "sfpstore L0, 0, 3, 2\n", NULL},
     "0 load/1: v0 = sfpload 3 [0] version 0\n"
     "1 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
     "2 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
     "3 simple/2: v2 in place of B = sfpswap 1 B=v0, VC=L14 by clamp-difference\n"
     "4 store/1: sfpstore 3 VD=v2 [0] version 0\n"
     "kept: L6\n"
     "constants: L11\n"
     "L14 made: 0x40c00000\n"
     "rows: 2\n"},
    {/* x + 1.0 is negative: x becomes -1.0; or else x - 1.0 is not: 1.0. -1.0 - 1.0 is negative, so that the second
      * condition needs no else, and both are SFPSWAP: the larger one, mode 9, and the smaller one, mode 1 */
     {WH, "",
      "sfpload L0, 0, 3, 3\n"
      "sfpmad L1, L11, L11, L0, 0\n"
      "sfpnop\n"
      "sfpsetcc L1, 0, 0\n"
      "sfpmov L0, L11, 0\n"
      "sfpcompc\n"
      "sfpmad L1, L10, L11, L0, 0\n"
      "sfpnop\n"
      "sfpsetcc L1, 0, 4\n"
      "sfpmov L0, L10, 0\n"
      "sfpencc 0, 0\n"
      "sfpstore L0, 0, 3, 2\n", NULL},
     "0 load/1: v0 = sfpload 3 [0] version 0\n"
     "1 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
     "2 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
     "3 simple/2: v2 in place of B = sfpswap 9 B=v0, VC=L11 by clamp-difference\n"
     "4 simple/2: v4 in place of B = sfpswap 1 B=v2, VC=L10 by clamp-difference\n"
     "5 store/1: sfpstore 3 VD=v4 [0] version 0\n"
     "constants: L11\n"
     "rows: 2\n"},
    {/* the same with 1.0 first, if x - 1.0 is negative: 1.0 + 1.0 is not, so that else is needed */
     {WH, "",
      "sfpload L0, 0, 3, 3\n"
      "sfpmad L1, L10, L11, L0, 0\n"
      "sfpnop\n"
      "sfpsetcc L1, 0, 0\n"
      "sfpmov L0, L10, 0\n"
      "sfpcompc\n"
      "sfpmad L1, L11, L11, L0, 0\n"
      "sfpnop\n"
      "sfpsetcc L1, 0, 4\n"
      "sfpmov L0, L11, 0\n"
      "sfpencc 0, 0\n"
      "sfpstore L0, 0, 3, 2\n", NULL},
     "0 load/1: v0 = sfpload 3 [0] version 0\n"
     "1 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
     "2 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
     "3 mad/2: v1 = sfpmad 0 VA=L10, VB=L11, VC=v0\n"
     "4 simple/1: sfpsetcc 0 VC=v1 flags\n"
     "5 simple/1: v2 in place of VD = sfpmov 0 VC=L10, VD=v0 region 0 optional\n"
     "6 round/1: v2 in place of VD = sfpshft2 6 0 VB=L10, VD=v0 region 0 optional by move-round\n"
     "7 simple/1: sfpcompc 0 region 0 flags\n"
     "8 mad/2: v3 = sfpmad 0 VA=L11, VB=L11, VC=v2 region 1\n"
     "9 simple/1: sfpsetcc 4 VC=v3 region 1 flags\n"
     "10 simple/1: v4 in place of VD = sfpmov 0 VC=L11, VD=v2 region 2 optional\n"
     "11 round/1: v4 in place of VD = sfpshft2 6 0 VB=L11, VD=v2 region 2 optional by move-round\n"
     "12 simple/1: sfpencc 0 region 2 flags\n"
     "13 store/1: sfpstore 3 VD=v4 [0] version 0\n"
     "region 0: 4 to 7\n"
     "region 1: 7 to 9\n"
     "region 2: 9 to 12\n"
     "constants: L11\n"
     "rows: 2\n"},
    {/* x - 6.0, not negative and not 0: the smaller one of both */
     {WH, "sfploadi L6, 0x40c0, 0",
      "sfpload L0, 0, 3, 3\n"
      "sfpmad L1, L6, L11, L0, 0\n"
      "sfpnop\n"
      "sfpsetcc L1, 0, 4\n"
      "sfpsetcc L1, 0, 2\n"
      "sfpmov L0, L6, 0\n"
      "sfpencc 0, 0\n"
      "sfpstore L0, 0, 3, 2\n", NULL},
     "0 load/1: v0 = sfpload 3 [0] version 0\n"
     "1 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
     "2 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
     "3 simple/2: v2 in place of B = sfpswap 1 B=v0, VC=L14 by clamp-difference\n"
     "4 store/1: sfpstore 3 VD=v2 [0] version 0\n"
     "kept: L6\n"
     "constants: L11\n"
     "L14 made: 0x40c00000\n"
     "rows: 2\n"},
    {/* not by 2^-103, from which a difference can be below the normal numbers */
     {WH, "sfploadi L6, 0x0c00, 0",
      "sfpload L0, 0, 3, 3\n"
      "sfpmad L1, L0, L11, L6, 0\n"
      "sfpnop\n"
      "sfpsetcc L1, 0, 0\n"
      "sfpmov L0, L6, 0\n"
      "sfpencc 0, 0\n"
      "sfpstore L0, 0, 3, 2\n", NULL},
     "0 load/1: v0 = sfpload 3 [0] version 0\n"
     "1 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
     "2 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
     "3 mad/2: v1 = sfpmad 0 VA=v0, VB=L11, VC=L6\n"
     "4 simple/1: sfpsetcc 0 VC=v1 flags\n"
     "5 simple/1: v2 in place of VD = sfpmov 0 VC=L6, VD=v0 region 0 optional\n"
     "6 round/1: v2 in place of VD = sfpshft2 6 0 VB=L6, VD=v0 region 0 optional by move-round\n"
     "7 simple/1: sfpencc 0 region 0 flags\n"
     "8 store/1: sfpstore 3 VD=v2 [0] version 0\n"
     "region 0: 4 to 7\n"
     "kept: L6\n"
     "constants: L11\n"
     "rows: 2\n"},
    {/* no rewrite if L1 is read again: SFPSWAP would also overwrite L1 */
     {BH, "",
      "sfpload L0, 0, 3, 7\n"
      "sfpload L1, 64, 3, 7\n"
      "sfpgt L0, L1, 0, 1\n"
      "sfpmov L0, L1, 0\n"
      "sfpencc 0, 0\n"
      "sfpstore L0, 0, 3, 7\n"
      "sfpstore L1, 128, 3, 6\n", NULL},
     "0 load/1: v0 = sfpload 3 [0] version 0\n"
     "1 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
     "2 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
     "3 load/1: v1 = sfpload 3 [64] version 0\n"
     "4 load/1: v1 = sfpload 3 [64] version 0 optional by load-again\n"
     "5 load/1: v1 = sfpload 3 [64] version 0 optional by load-again\n"
     "6 simple/1: sfpgt 1 0 B=v0, VC=v1 flags\n"
     "7 simple/1: v2 in place of VD = sfpmov 0 VC=v1, VD=v0 region 0 optional\n"
     "8 round/1: v2 in place of VD = sfpshft2 6 0 VB=v1, VD=v0 region 0 optional by move-round\n"
     "9 load/1: v2 in place of VD = sfpload 3 VD=v0 [64] version 0 region 0 optional by move-load\n"
     "10 simple/1: sfpencc 0 region 0 flags\n"
     "11 store/1: sfpstore 3 VD=v2 [0] version 0\n"
     "12 store/1: sfpstore 3 VD=v1 [128] version 0\n"
     "13 load/1: v3 = sfpload 3 [128] version 0 optional by dummy-load\n"
     "region 0: 6 to 10\n"
     "rows: 2\n"},
    {/* but not where something else works under these flags */
     {WH, "",
      "sfpload L0, 0, 3, 3\n"
      "sfpmov L1, L10, 0\n"
      "sfpsetcc L0, 0, 0\n"
      "sfploadi L0, 0, 4\n"
      "sfpiadd L1, L0, 0, 4\n"
      "sfpencc 0, 0\n"
      "sfpstore L0, 0, 3, 3\n"
      "sfpstore L1, 64, 3, 2\n", NULL},
     "0 load/1: v0 = sfpload 3 [0] version 0\n"
     "1 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
     "2 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
     "3 simple/1: v1 = sfpmov 0 VC=L10 optional\n"
     "4 round/1: v1 = sfpshft2 6 0 VB=L10 optional by move-round\n"
     "5 simple/1: sfpsetcc 0 VC=v0 flags\n"
     "6 load/1: v2 in place of VD = sfploadi 4 0 VD=v0 region 0\n"
     "7 simple/1: v3 in place of B = sfpiadd 4 B=v1, VC=v2 region 0\n"
     "8 simple/1: sfpencc 0 region 0 flags\n"
     "9 store/1: sfpstore 3 VD=v2 [0] version 0\n"
     "10 store/1: sfpstore 3 VD=v3 [64] version 0\n"
     "11 load/1: v4 = sfpload 3 [64] version 0 optional by dummy-load\n"
     "region 0: 5 to 8\n"
     "rows: 2\n"},
    {/* 1.0 where a value is negative, else 0, in both halves of a condition */
     {WH, "",
      "sfpload L0, 0, 3, 3\n"
      "sfpsetcc L0, 0, 4\n"
      "sfploadi L1, 0, 0\n"
      "sfpcompc\n"
      "sfploadi L1, 0x3f80, 0\n"
      "sfpencc 0, 0\n"
      "sfpstore L1, 0, 3, 2\n", NULL},
     "0 load/1: v0 = sfpload 3 [0] version 0\n"
     "1 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
     "2 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
     "3 simple/1: v3 = sfpshft 1 0xfe1 B=v0 optional by sign-mask\n"
     "4 round/1: v3 = sfpshft2 5 0 VB=v0, VC=L14 optional by shift-constant\n"
     "5 round/1: v3 = sfpshft2 6 0xfe1 VB=v0 optional by shift-round\n"
     "6 simple/1: v2 = sfpcast 0 VC=v3 by sign-mask\n"
     "7 store/1: sfpstore 3 VD=v2 [0] version 0\n"
     "L14 made: 0xffffffe1\n"
     "rows: 2\n"},
    {/* the integer 1 in place of 0; v0 is read again, so that the flags stay */
     {WH, "",
      "sfpload L0, 0, 4, 3\n"
      "sfploadi L1, 0, 4\n"
      "sfpsetcc L0, 0, 0\n"
      "sfploadi L1, 1, 4\n"
      "sfpencc 0, 0\n"
      "sfpiadd L1, L0, 0, 4\n"
      "sfpstore L1, 0, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
     "2 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
     "3 load/1: v1 = sfploadi 4 0\n"
     "4 round/1: v1 = sfpshft2 6 0 VB=v1 optional by copy\n"
     "5 simple/1: sfpsetcc 0 VC=v0 flags\n"
     "6 load/1: v2 in place of VD = sfploadi 4 0x1 VD=v1 region 0\n"
     "7 simple/1: sfpencc 0 region 0 flags\n"
     "8 simple/1: v3 = sfpiadd 4 B=v2, VC=v0\n"
     "9 store/1: sfpstore 4 VD=v3 [0] version 0\n"
     "region 0: 5 to 7\n"
     "rows: 2\n"},
    {/* limits that SFPSTOCHRND to int8 has anyway, and one within them */
     {WH, "sfploadi L0, 0x42fe, 0; sfpconfig 12, 0, 0; sfploadi L0, 0xc2fe, 0; sfpconfig 13, 0, 0; "
          "sfploadi L0, 0x42fc, 0; sfpconfig 14, 0, 0",
      "sfpload L0, 0, 3, 3\n"
      "sfpswap L0, L14, 1\n"
      "sfpswap L0, L12, 1\n"
      "sfpswap L0, L13, 9\n"
      "sfpstochrnd L0, L0, L0, 0, 3, 0\n"
      "sfpstore L0, 0, 5, 2\n", NULL},
     "0 load/1: v0 = sfpload 3 [0] version 0\n"
     "1 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
     "2 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
     "3 simple/2: v1 in place of B = sfpswap 1 B=v0, VC=L14\n"
     "4 simple/2: v2 in place of B = sfpswap 1 B=v1, VC=L12 optional\n"
     "5 simple/2: v3 in place of B = sfpswap 9 B=v2, VC=L13 optional\n"
     "6 round/1: v4 = sfpstochrnd 3 VC=v1\n"
     "7 store/1: sfpstore 5 VD=v4 [0] version 0\n"
     "constants: L12 L13 L14\n"
     "rows: 2\n"},
    {/* sign and magnitude by one instruction of Blackhole */
     {BH, "",
      "sfpload L0, 0, 4, 7\n"
      "sfpabs L1, L0, 0\n"
      "sfpsetsgn L0, L1, 0, 0\n"
      "sfpstore L0, 0, 4, 6\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
     "2 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
     "3 simple/1: v1 = sfpabs 0 VC=v0 optional\n"
     "4 simple/1: v2 = sfpsetsgn 0 B=v0, VC=v1 optional\n"
     "5 simple/1: v2 = sfpcast 3 VC=v0 optional by cast-sm\n"
     "6 store/1: sfpstore 4 VD=v2 [0] version 0\n"
     "rows: 2\n"},
    {/* a constant that SFPSWAP would write, and a register and itself */
     {WH, "",
      "sfpload L0, 0, 3, 3\n"
      "sfpswap L0, L0, 1\n"
      "sfpswap L9, L0, 1\n"
      "sfpstore L0, 0, 3, 2\n", NULL},
     "0 load/1: v0 = sfpload 3 [0] version 0\n"
     "1 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
     "2 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
     "3 simple/2: v1 in place of B = sfpswap 9 B=v0, VC=L9 by mirror-constant\n"
     "4 store/1: sfpstore 3 VD=v1 [0] version 0\n"
     "rows: 2\n"},
    {/* a store's cell that nobody loads; shifts, with a constant for each amount */
     {WH, "sfploadi L0, 1, 4; sfpconfig 14, 0, 0",
      "sfpload L0, 0, 4, 3\n"
      "sfpshft L0, L0, -31, 1\n"
      "sfpshft L0, L0, 2, 1\n"
      "sfpshft L0, L0, 2, 1\n"
      "sfpstore L0, 64, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
     "2 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
     "3 simple/1: v1 = sfpshft 1 0xfe1 B=v0 optional\n"
     "4 round/1: v1 = sfpshft2 5 0 VB=v0, VC=L12 optional by shift-constant\n"
     "5 round/1: v1 = sfpshft2 6 0xfe1 VB=v0 optional by shift-round\n"
     "6 simple/1: v2 = sfpshft 1 0x2 B=v1 optional\n"
     "7 round/1: v2 = sfpshft2 5 0 VB=v1, VC=L13 optional by shift-constant\n"
     "8 round/1: v2 = sfpshft2 6 0x2 VB=v1 optional by shift-round\n"
     "9 simple/1: v3 = sfpshft 1 0x2 B=v2 optional\n"
     "10 round/1: v3 = sfpshft2 5 0 VB=v2, VC=L13 optional by shift-constant\n"
     "11 round/1: v3 = sfpshft2 6 0x2 VB=v2 optional by shift-round\n"
     "12 store/1: sfpstore 4 VD=v3 [64] version 0\n"
     "13 load/1: v4 = sfpload 4 [64] version 0 optional by dummy-load\n"
     "constants: L14\n"
     "L13 made: 0x00000002\n"
     "L12 made: 0xffffffe1\n"
     "rows: 2\n"},
    {/* no shift of another kind, nor one that flags are for */
     {BH, "",
      "sfpload L0, 0, 4, 7\n"
      "sfpshft L0, L0, 1, 7\n"
      "sfpsetcc L0, 0, 0\n"
      "sfpshft L0, L0, 1, 1\n"
      "sfpencc 0, 0\n"
      "sfpstore L0, 0, 4, 6\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
     "2 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
     "3 simple/1: v1 = sfpshft 7 0x1 VC=v0\n"
     "4 simple/1: v1 = sfpshft 7 0x1 VC=v0 optional by clone\n"
     "5 simple/1: sfpsetcc 0 VC=v1 flags\n"
     "6 simple/1: v2 in place of B = sfpshft 1 0x1 B=v1 region 0\n"
     "7 simple/1: sfpencc 0 region 0 flags\n"
     "8 store/1: sfpstore 4 VD=v2 [0] version 0\n"
     "region 0: 5 to 7\n"
     "rows: 2\n"},
    {/* constants that the iteration makes, whole and by halves, where all lanes see the same; one that is stored stays */
     {WH, "sfploadi L5, 7, 4",
      "sfpload L0, 0, 4, 3\n"
      "sfploadi L1, 0x3f80, 8\n"
      "sfploadi L1, 1, 10\n"
      "sfploadi L2, 7, 4\n"
      "sfploadi L3, 0, 2\n"
      "sfpmad L4, L0, L1, L3, 0\n"
      "sfpnop\n"
      "sfpsetcc L4, 0, 0\n"
      "sfploadi L6, 0x4000, 0\n"
      "sfpmad L4, L6, L4, L1, 0\n"
      "sfpnop\n"
      "sfpencc 0, 0\n"
      "sfpiadd L4, L2, 0, 4\n"
      "sfploadi L1, 9, 4\n"
      "sfpstore L1, 64, 4, 3\n"
      "sfpstore L4, 0, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
     "2 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
     "3 mad/2: v5 = sfpmad 0 VA=v0, VB=L13, VC=L9\n"
     "4 round/1: v5 = sfpshft2 6 0 VB=v5 optional by copy\n"
     "5 simple/1: sfpsetcc 0 VC=v5 flags\n"
     "6 mad/2: v7 in place of VD = sfpmad 0 VA=L14, VB=v5, VC=L13, VD=v5 region 0\n"
     "7 simple/1: sfpencc 0 region 0 flags\n"
     "8 simple/1: v8 = sfpiadd 4 B=v7, VC=L5\n"
     "9 load/1: v9 = sfploadi 4 0x9\n"
     "10 store/1: sfpstore 4 VD=v9 [64] version 0\n"
     "11 load/1: v10 = sfpload 4 [64] version 0 optional by dummy-load\n"
     "12 store/1: sfpstore 4 VD=v8 [0] version 0\n"
     "region 0: 5 to 7\n"
     "kept: L5\n"
     "L14 made: 0x40000000\n"
     "L13 made: 0x3f800001\n"
     "rows: 2\n"},
    {/* L12 to L14 are the kernel's: an LReg becomes the constant */
     {WH, "sfploadi L0, 1, 4; sfpconfig 12, 0, 0; sfpconfig 13, 0, 0; sfpconfig 14, 0, 0",
      "sfpload L0, 0, 4, 3\n"
      "sfploadi L1, 5, 4\n"
      "sfpiadd L0, L1, 0, 4\n"
      "sfpstore L0, 0, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
     "2 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
     "3 simple/1: v2 = sfpiadd 4 B=v0, VC=L6\n"
     "4 store/1: sfpstore 4 VD=v2 [0] version 0\n"
     "kept: L6\n"
     "constants: L12 L13 L14\n"
     "L6 made: 0x00000005\n"
     "rows: 2\n"},
    {/* what would be written is moved to a register that is not */
     {WH, "sfploadi L2, 5, 4",
      "sfpload L0, 0, 4, 3\n"
      "sfpmov L1, L2, 0\n"
      "sfpswap L0, L1, 9\n"
      "sfpnop\n"
      "sfpstore L0, 0, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
     "2 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
     "3 simple/2: v2 in place of B = sfpswap 9 B=v0, VC=L14\n"
     "4 store/1: sfpstore 4 VD=v2 [0] version 0\n"
     "kept: L2\n"
     "L14 made: 0x00000005\n"
     "rows: 2\n"},
    {/* the greater of a constant, in the register that would be written, and a load */
     {WH, "sfploadi L2, 5, 4",
      "sfpload L0, 0, 4, 3\n"
      "sfpmov L1, L2, 0\n"
      "sfpswap L1, L0, 1\n"
      "sfpnop\n"
      "sfpstore L0, 0, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
     "2 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
     "3 simple/2: v3 in place of B = sfpswap 9 B=v0, VC=L14 by mirror-constant\n"
     "4 store/1: sfpstore 4 VD=v3 [0] version 0\n"
     "kept: L2\n"
     "L14 made: 0x00000005\n"
     "rows: 2\n"},
    {/* halves that have been loaded: one is shifted, and one fills the other's register */
     {WH, "",
      "sfpload L0, 0, 9, 3\n"
      "sfpload L1, 64, 9, 3\n"
      "sfpshft L1, L1, 16, 1\n"
      "sfpor L0, L1\n"
      "sfpstore L0, 128, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 9 [0] version 0 optional\n"
      "1 load/1: v0 = sfpload 9 [0] version 0 optional by load-again\n"
      "2 load/1: v0 = sfpload 9 [0] version 0 optional by load-again\n"
      "3 load/1: v1 = sfpload 9 [64] version 0 optional\n"
      "4 load/1: v1 = sfpload 9 [64] version 0 optional by load-again\n"
      "5 load/1: v1 = sfpload 9 [64] version 0 optional by load-again\n"
      "6 simple/1: v2 = sfpshft 1 0x10 B=v1 optional\n"
      "7 round/1: v2 = sfpshft2 5 0 VB=v1, VC=L14 optional by shift-constant\n"
      "8 round/1: v2 = sfpshft2 6 0x10 VB=v1 optional by shift-round\n"
      "9 load/1: v2 = sfpload 7 [64] version 0 optional by load-shift\n"
      "10 simple/1: v3 = sfpor 0 B=v0, VC=v2 optional\n"
      "11 load/1: v3 in place of VD = sfpload 14 VD=v2 [0] version 0 optional by or-half\n"
      "12 load/1: v3 in place of VD = sfpload 15 VD=v0 [64] version 0 optional by or-half\n"
      "13 store/1: sfpstore 4 VD=v3 [128] version 0\n"
      "14 load/1: v4 = sfpload 4 [128] version 0 optional by dummy-load\n"
      "L14 made: 0x00000010\n"
      "rows: 2\n"},
    {/* a half that is a constant, of what is no half, and of what is */
     {BH, "sfploadi L2, 0x8000, 2",
      "sfpload L0, 0, 2, 7\n"
      "sfparecip L1, L0, 0\n"
      "sfpor L1, L1, L2, 0\n"
      "sfpload L0, 0, 3, 7\n"
      "sfpor L0, L0, L2, 0\n"
      "sfpstore L0, 0, 3, 7\n"
      "sfpstore L1, 64, 3, 6\n", NULL},
     "0 load/1: v0 = sfpload 2 [0] version 0\n"
      "1 load/1: v0 = sfpload 2 [0] version 0 optional by load-again\n"
      "2 load/1: v0 = sfpload 2 [0] version 0 optional by load-again\n"
      "3 simple/1: v1 = sfparecip 0 VC=v0\n"
      "4 simple/1: v1 = sfparecip 0 VC=v0 optional by clone\n"
      "5 simple/1: v2 = sfpor 0 B=v1, VC=L2 optional\n"
      "6 load/1: v2 in place of VD = sfploadi 10 0x8000 VD=v1 optional by or-half\n"
      "7 load/1: v3 = sfpload 3 [0] version 0\n"
      "8 load/1: v3 = sfpload 3 [0] version 0 optional by load-again\n"
      "9 load/1: v3 = sfpload 3 [0] version 0 optional by load-again\n"
      "10 simple/1: v4 = sfpor 0 B=v3, VC=L2\n"
      "11 store/1: sfpstore 3 VD=v4 [0] version 0\n"
      "12 store/1: sfpstore 3 VD=v2 [64] version 0\n"
      "13 load/1: v5 = sfpload 3 [64] version 0 optional by dummy-load\n"
      "kept: L2\n"
      "rows: 2\n"},
    {/* an exchange by flags of which one result is used, and a copy of what it leaves */
     {WH, "",
      "sfpload L0, 0, 4, 3\n"
      "sfpload L1, 64, 4, 3\n"
      "sfpswap L0, L1, 1\n"
      "sfpnop\n"
      "sfpsetcc L0, 0, 0\n"
      "sfpswap L0, L1, 0\n"
      "sfpnop\n"
      "sfpencc 0, 0\n"
      "sfpstore L1, 0, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
     "2 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
     "3 load/1: v1 = sfpload 4 [64] version 0\n"
     "4 load/1: v1 = sfpload 4 [64] version 0 optional by load-again\n"
     "5 load/1: v1 = sfpload 4 [64] version 0 optional by load-again\n"
     "6 simple/2: v2 in place of B, v3 in place of VC = sfpswap 1 B=v0, VC=v1 optional\n"
     "7 round/1: v3 = sfpshft2 6 0 VB=v3 optional by copy\n"
     "8 simple/2: v3 in place of B, v2 in place of VC = sfpswap 9 B=v1, VC=v0 optional by mirror\n"
     "9 simple/1: sfpsetcc 0 VC=v2 flags\n"
     "10 simple/1: v5 in place of VD = sfpmov 0 VC=v2, VD=v3 region 0 optional by exchange-move\n"
     "11 round/1: v5 in place of VD = sfpshft2 6 0 VB=v2, VD=v3 region 0 optional by move-round\n"
     "12 simple/1: sfpencc 0 region 0 flags\n"
     "13 store/1: sfpstore 4 VD=v5 [0] version 0\n"
     "region 0: 9 to 12\n"
     "rows: 2\n"},
};

static const struct spelled by_name =
    {/* two's complement to sign and magnitude */
     {WH, "",
      "sfpload L0, 0, 4, 3\n"
      "sfpabs L1, L0, 0\n"
      "sfpsetsgn L0, L1, 0, 0\n"
      "sfpcast L0, L0, 0\n"
      "sfpstore L0, 0, 3, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0 optional\n"
     "1 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
     "2 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
     "3 simple/1: v1 = sfpabs 0 VC=v0 optional\n"
     "4 simple/1: v1 = sfpabs 0 VC=v0 optional by clone\n"
     "5 simple/1: v2 = sfpsetsgn 0 B=v0, VC=v1 optional\n"
     "6 load/1: v2 = sfpload 12 [0] version 0 optional by int32-sm\n"
     "7 simple/1: v3 = sfpcast 0 VC=v2\n"
     "8 store/1: sfpstore 3 VD=v3 [0] version 0\n"
     "rows: 2\n"};

static const struct spelled selected =
    {/* a sum by the sign, and no flags */
     {WH, "",
      "sfpload L0, 0, 4, 3\n"
      "sfpsetsgn L1, L0, 0, 1\n"
      "sfpcast L1, L1, 0\n"
      "sfpsetcc L0, 0, 0\n"
      "sfpaddi L1, 0x4f00, 0\n"
      "sfpencc 0, 0\n"
      "sfpstore L1, 0, 3, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
     "2 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
     "3 simple/1: v1 = sfpsetsgn 1 0 VC=v0\n"
     "4 simple/1: v1 = sfpsetsgn 1 0 VC=v0 optional by clone\n"
     "5 simple/1: v2 = sfpcast 0 VC=v1\n"
     "6 simple/1: v4 = sfpshft 1 0xfe1 B=v0 optional by select-add\n"
     "7 round/1: v4 = sfpshft2 5 0 VB=v0, VC=L14 optional by shift-constant\n"
     "8 round/1: v4 = sfpshft2 6 0xfe1 VB=v0 optional by shift-round\n"
     "9 mad/2: v3 = sfpmad 4 L[L7]=v4, VB=L10, VC=v2 by select-add\n"
     "10 store/1: sfpstore 3 VD=v3 [0] version 0\n"
     "kept: L0 L1\n"
     "L0 made: 0x00000000\n"
     "L1 made: 0x4f000000\n"
     "L14 made: 0xffffffe1\n"
     "rows: 2\n"};

static const struct spelled multiplied =
    {/* a factor by the sign */
     {WH, "",
      "sfpload L0, 0, 3, 3\n"
      "sfpsetcc L0, 0, 0\n"
      "sfpmuli L0, 0x3dcd, 0\n"
      "sfpencc 0, 0\n"
      "sfpstore L0, 0, 3, 2\n", NULL},
     "0 load/1: v0 = sfpload 3 [0] version 0\n"
      "1 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
      "2 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
      "3 simple/1: v2 = sfpshft 1 0xfe1 B=v0 optional by select-mul\n"
      "4 round/1: v2 = sfpshft2 5 0 VB=v0, VC=L14 optional by shift-constant\n"
      "5 round/1: v2 = sfpshft2 6 0xfe1 VB=v0 optional by shift-round\n"
      "6 mad/2: v1 = sfpmad 4 L[L7]=v2, VC=L9, VB=v0 by select-mul\n"
      "7 store/1: sfpstore 3 VD=v1 [0] version 0\n"
      "kept: L0 L1\n"
      "L0 made: 0x3f800000\n"
      "L1 made: 0x3dcd0000\n"
      "L14 made: 0xffffffe1\n"
      "rows: 2\n"};

static const struct spelled limited[] = {
    {/* the larger one of a value and 0: 1.0 or 0 times the value, by its sign; the move under flags is SFPSWAP first */
     {WH, "",
      "sfpload L0, 0, 3, 3\n"
      "sfpsetcc L0, 0, 0\n"
      "sfpmov L0, L9, 0\n"
      "sfpencc 0, 0\n"
      "sfpstore L0, 0, 3, 2\n", NULL},
     "0 load/1: v0 = sfpload 3 [0] version 0\n"
      "1 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
      "2 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
      "3 simple/1: v2 = sfpshft 1 0xfe1 B=v0 optional by select-limit\n"
      "4 round/1: v2 = sfpshft2 5 0 VB=v0, VC=L14 optional by shift-constant\n"
      "5 round/1: v2 = sfpshft2 6 0xfe1 VB=v0 optional by shift-round\n"
      "6 mad/2: v1 = sfpmad 4 L[L7]=v2, VC=L9, VB=v0 by select-limit\n"
      "7 store/1: sfpstore 3 VD=v1 [0] version 0\n"
      "kept: L0 L1\n"
      "L0 made: 0x3f800000\n"
      "L1 made: 0x00000000\n"
      "L14 made: 0xffffffe1\n"
      "rows: 2\n"},
    {/* the smaller one: 0 or 1.0 */
     {BH, "",
      "sfpload L0, 0, 3, 7\n"
      "sfpswap L0, L9, 1\n"
      "sfpstore L0, 0, 3, 6\n", NULL},
     "0 load/1: v0 = sfpload 3 [0] version 0\n"
      "1 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
      "2 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
      "3 simple/1: v2 = sfpshft 1 0xfe1 B=v0 optional by select-limit\n"
      "4 round/1: v2 = sfpshft2 5 0 VB=v0, VC=L14 optional by shift-constant\n"
      "5 round/1: v2 = sfpshft2 6 0xfe1 VB=v0 optional by shift-round\n"
      "6 mad/2: v1 = sfpmad 4 L[L7]=v2, VC=L9, VB=v0 by select-limit\n"
      "7 store/1: sfpstore 3 VD=v1 [0] version 0\n"
      "kept: L0 L1\n"
      "L0 made: 0x00000000\n"
      "L1 made: 0x3f800000\n"
      "L14 made: 0xffffffe1\n"
      "rows: 2\n"},
};

static const struct spelled moved[] = {
    {/* multiply-adds that only move, of which one is of 1.0 */
     {BH, "",
      "sfpload L0, 0, 3, 7\n"
      "sfpmad L1, L9, L9, L0, 0\n"
      "sfpmad L2, L0, L10, L9, 0\n"
      "sfpmad L3, L10, L10, L0, 0\n"
      "sfpnop\n"
      "sfpmad L1, L1, L2, L3, 0\n"
      "sfpnop\n"
      "sfpstore L1, 0, 3, 6\n", NULL},
     "0 load/1: v0 = sfpload 3 [0] version 0\n"
      "1 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
      "2 load/1: v0 = sfpload 3 [0] version 0 optional by load-again\n"
      "3 mad/2: v0 = sfpmad 0 VA=L9, VB=L9, VC=v0 optional\n"
      "4 mad/2: v0 = sfpmad 0 VA=v0, VB=L10, VC=L9 optional\n"
      "5 mad/2: v3 = sfpmad 0 VA=L10, VB=L10, VC=v0\n"
      "6 mad/2: v4 = sfpmad 0 VA=v0, VB=v0, VC=v3\n"
      "7 store/1: sfpstore 3 VD=v4 [0] version 0\n"
      "rows: 2\n"},
    {/* a move by flags */
     {WH, "",
      "sfpload L0, 0, 4, 3\n"
      "sfpload L1, 64, 4, 3\n"
      "sfpsetcc L0, 0, 0\n"
      "sfpmov L1, L0, 0\n"
      "sfpencc 0, 0\n"
      "sfpstore L1, 0, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
      "1 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
      "2 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
      "3 load/1: v1 = sfpload 4 [64] version 0\n"
      "4 load/1: v1 = sfpload 4 [64] version 0 optional by load-again\n"
      "5 load/1: v1 = sfpload 4 [64] version 0 optional by load-again\n"
      "6 simple/1: sfpsetcc 0 VC=v0 flags\n"
      "7 simple/1: v2 in place of VD = sfpmov 0 VC=v0, VD=v1 region 0 optional\n"
      "8 mad/2: v2 in place of VD = sfpmad 0 VA=v0, VD=v1, VB=L10, VC=L9 region 0 optional by move-mad\n"
      "9 round/1: v2 in place of VD = sfpshft2 6 0 VB=v0, VD=v1 region 0 optional by move-round\n"
      "10 load/1: v2 in place of VD = sfpload 4 VD=v1 [0] version 0 region 0 optional by move-load\n"
      "11 simple/1: sfpencc 0 region 0 flags\n"
      "12 store/1: sfpstore 4 VD=v2 [0] version 0\n"
      "region 0: 6 to 11\n"
      "rows: 2\n"},
};

static const struct spelled spilled[] = {
    {/* of 32 bits: what a multiply-add has made in format 3, which the last store has */
     {WH, "",
      "sfpload L0, 0, 4, 3\n"
      "sfpabs L0, L0, 1\n"
      "sfpmad L0, L0, L10, L10, 0\n"
      "sfpnop\n"
      "sfpstore L0, 0, 3, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
      "1 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
      "2 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
      "3 simple/1: v1 = sfpabs 1 VC=v0\n"
      "4 store/1: sfpstore 4 VD=v1 [0] version 0 optional by spill\n"
      "5 load/1: v1 = sfpload 4 [0] version 1 optional by spill\n"
      "6 simple/1: v1 = sfpabs 1 VC=v0 optional by clone\n"
      "7 mad/2: v2 = sfpmad 0 VA=v1, VB=L10, VC=L10\n"
      "8 store/1: sfpstore 3 VD=v2 [0] version 1\n"
      "rows: 2\n"},
    {/* of 16 bits: shifts */
     {WH, "",
      "sfpload L0, 0, 2, 3\n"
      "sfpabs L1, L0, 1\n"
      "sfpshft L1, L1, -16, 1\n"
      "sfpnot L1, L1\n"
      "sfpstore L1, 0, 6, 2\n", NULL},
     "0 load/1: v0 = sfpload 2 [0] version 0\n"
      "1 load/1: v0 = sfpload 2 [0] version 0 optional by load-again\n"
      "2 load/1: v0 = sfpload 2 [0] version 0 optional by load-again\n"
      "3 simple/1: v1 = sfpabs 1 VC=v0\n"
      "4 simple/1: v1 = sfpabs 1 VC=v0 optional by clone\n"
      "5 simple/1: v2 = sfpshft 1 0xff0 B=v1 optional\n"
      "6 store/1: sfpstore 15 VD=v1 [0] version 0 optional by spill\n"
      "7 load/1: v2 = sfpload 9 [0] version 1 optional by spill\n"
      "8 round/1: v2 = sfpshft2 5 0 VB=v1, VC=L14 optional by shift-constant\n"
      "9 round/1: v2 = sfpshft2 6 0xff0 VB=v1 optional by shift-round\n"
      "10 simple/1: v3 = sfpnot 0 VC=v2\n"
      "11 store/1: sfpstore 6 VD=v3 [0] version 1\n"
      "L14 made: 0xfffffff0\n"
      "rows: 2\n"},
    {/* of both */
     {WH, "",
      "sfpload L0, 0, 4, 3\n"
      "sfpabs L0, L0, 1\n"
      "sfpnot L0, L0\n"
      "sfpstore L0, 0, 6, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
      "1 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
      "2 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
      "3 simple/1: v1 = sfpabs 1 VC=v0\n"
      "4 simple/1: v1 = sfpabs 1 VC=v0 optional by clone\n"
      "5 simple/1: v2 = sfpnot 0 VC=v1\n"
      "6 store/1: sfpstore 6 VD=v2 [0] version 0\n"
      "rows: 2\n"},
};

/* Stores that spill has added come before, and behind. */
static const struct spelled signing[] = {
    {{WH, "",
      "sfpload L0, 0, 4, 3\n"
      "sfpnot L0, L0\n"
      "sfpabs L1, L0, 0\n"
      "sfpsetsgn L0, L1, 0, 0\n"
      "sfpcast L0, L0, 0\n"
      "sfpstore L0, 64, 4, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
     "2 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
     "3 simple/1: v1 = sfpnot 0 VC=v0\n"
     "4 store/1: sfpstore 4 VD=v1 [64] version 0 optional by spill\n"
     "5 load/1: v1 = sfpload 4 [64] version 1 optional by spill\n"
     "6 simple/1: v1 = sfpnot 0 VC=v0 optional by clone\n"
     "7 simple/1: v2 = sfpabs 0 VC=v1 optional\n"
     "8 store/1: sfpstore 4 VD=v2 [64] version 1 optional by spill\n"
     "9 load/1: v2 = sfpload 4 [64] version 2 optional by spill\n"
     "10 simple/1: v3 = sfpsetsgn 0 B=v1, VC=v2 optional\n"
     "11 store/1: sfpstore 4 VD=v1 [64] version 2 optional by spill-sm\n"
     "12 load/1: v3 = sfpload 12 [64] version 3 optional by spill-sm\n"
     "13 store/1: sfpstore 4 VD=v3 [64] version 3 optional by spill\n"
     "14 load/1: v3 = sfpload 4 [64] version 4 optional by spill\n"
     "15 simple/1: v4 = sfpcast 0 VC=v3\n"
     "16 store/1: sfpstore 4 VD=v4 [64] version 4\n"
     "17 load/1: v5 = sfpload 4 [64] version 0 optional by dummy-load\n"
     "rows: 2\n"},
    {/* of 16 bits are some cells */
     {WH, "",
      "sfpload L0, 0, 4, 3\n"
      "sfpnot L0, L0\n"
      "sfpabs L1, L0, 0\n"
      "sfpsetsgn L0, L1, 0, 0\n"
      "sfpstore L0, 64, 6, 2\n", NULL},
     "0 load/1: v0 = sfpload 4 [0] version 0\n"
     "1 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
     "2 load/1: v0 = sfpload 4 [0] version 0 optional by load-again\n"
     "3 simple/1: v1 = sfpnot 0 VC=v0\n"
     "4 simple/1: v1 = sfpnot 0 VC=v0 optional by clone\n"
     "5 simple/1: v2 = sfpabs 0 VC=v1\n"
     "6 simple/1: v3 = sfpsetsgn 0 B=v1, VC=v2\n"
     "7 store/1: sfpstore 6 VD=v3 [64] version 0\n"
     "8 load/1: v4 = sfpload 6 [64] version 0 optional by dummy-load\n"
     "rows: 2\n"},
};

static void drop_address_modifiers(char *text)
{
    char *line = strstr(text, "address modifier");

    if (line)
        *line = '\0';
}

static void assert_spelled(const struct spelled *s, const char *const *rewrites, size_t count)
{
    char text[SCHED_TEXT];

    sched_spell(&s->loop, rewrites, count, text);
    drop_address_modifiers(text);
    assert_string_equal(text, s->graph);
}

static void test_plain(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        assert_spelled(&plain[i], NULL, 0);
}

static void test_rewritten(void **state)
{
    static const char *const none[] = {NULL};

    (void)state;
    for (size_t i = 0; i < sizeof rewritten / sizeof rewritten[0]; i++)
        assert_spelled(&rewritten[i], none, 0);
}

static void test_by_name(void **state)
{
    static const char *const names[] = {"int32-sm"}, *const unknown[] = {"int32"},
        *const select[] = {"select-add"},
        *const multiply[] = {"select-mul"}, *const limit[] = {"select-limit"}, *const spill[] = {"spill"},
        *const moves[] = {"mad-move", "move-mad"}, *const sign[] = {"spill-sm", "spill"};
    struct spelled wrong = by_name;

    (void)state;
    assert_spelled(&by_name, names, 1);
    assert_spelled(&signing[0], sign, 2);
    assert_spelled(&signing[1], sign, 1);
    assert_spelled(&selected, select, 1);
    assert_spelled(&multiplied, multiply, 1);
    for (size_t i = 0; i < sizeof limited / sizeof limited[0]; i++)
        assert_spelled(&limited[i], limit, 1);
    for (size_t i = 0; i < sizeof moved / sizeof moved[0]; i++)
        assert_spelled(&moved[i], moves, 2);
    for (size_t i = 0; i < sizeof spilled / sizeof spilled[0]; i++)
        assert_spelled(&spilled[i], spill, 1);
    wrong.graph = "there is no rewrite 'int32'";
    assert_spelled(&wrong, unknown, 1);
    wrong.loop.arch = BH;
    wrong.loop.row = "sfpload L0, 0, 4, 7\nsfpstore L0, 0, 4, 6\n";
    wrong.graph = "rewrite int32-sm: not on blackhole";
    assert_spelled(&wrong, names, 1);
}

/* ---- Several iterations as one ---- */

static void test_repeated(void **state)
{
    static const struct sched_loop loop = {WH, "",
                                           "sfpload L0, 0, 4, 3\n"
                                           "sfpsetcc L0, 0, 0\n"
                                           "sfpnot L0, L0\n"
                                           "sfpencc 0, 0\n"
                                           "sfpstore L0, 0, 4, 2\n",
                                           NULL};
    char text[SCHED_TEXT];

    (void)state;
    sched_spell_repeated(&loop, NULL, 0, 2, text);
    drop_address_modifiers(text);
    assert_string_equal(text, "0 load/1: v0 = sfpload 4 [0] version 0\n"
                              "1 simple/1: sfpsetcc 0 VC=v0 flags\n"
                              "2 simple/1: v1 in place of VD = sfpnot 0 VC=v0, VD=v0 region 0\n"
                              "3 simple/1: sfpencc 0 region 0 flags\n"
                              "4 store/1: sfpstore 4 VD=v1 [0] version 0\n"
                              "5 load/1: v2 = sfpload 4 [2] version 0\n"
                              "6 simple/1: sfpsetcc 0 VC=v2 flags\n"
                              "7 simple/1: v3 in place of VD = sfpnot 0 VC=v2, VD=v2 region 1\n"
                              "8 simple/1: sfpencc 0 region 1 flags\n"
                              "9 store/1: sfpstore 4 VD=v3 [2] version 0\n"
                              "region 0: 1 to 3\n"
                              "region 1: 6 to 8\n"
                              "rows: 4\n");
}

/* ---- Examples ---- */

enum { BOTH = SFPU_ANY_ARCH };

/* Operations of the plain twins, and with those that rewrites add. */
static const struct {
    const char *path;
    int arch;
    unsigned plain, rewritten;
} examples[] = {
    {"examples/exp-shift-add/exp-in-range.S", BOTH, 5, 9},
    {"examples/exp-shift-add/exp.S", BOTH, 6, 10},
    {"examples/exp/exp.S", BOTH, 31, 41},
    {"examples/mul-int32/in-place.S", BH, 13, 25},
    {"examples/mul-int32/mul.S", BH, 13, 26},
    {"examples/mul-uint16/in-place.S", BH, 4, 8},
    {"examples/mul-uint16/mul.S", BH, 4, 9},
    {"examples/mul-uint16/square.S", BH, 3, 5},
    {"examples/recip-bh/recip-16.S", BH, 6, 9},
    {"examples/recip-bh/recip-24.S", BH, 8, 11},
    {"examples/recip-bh/recip-8.S", BH, 3, 6},
    {"examples/recip-bh/recip-bf16.S", BH, 7, 12},
    {"examples/recip/recip-blackhole.S", BH, 16, 21},
    {"examples/recip/recip-wormhole.S", WH, 18, 23},
    {"examples/relu6/relu6.s", BOTH, 4, 6},
    {"examples/typecast/fp32-to-bf16.S", BOTH, 6, 10},
    {"examples/typecast/fp32-to-uint16.S", BOTH, 4, 6},
    {"examples/typecast/int32-to-bf16-wormhole.S", WH, 8, 16},
    {"examples/typecast/int32-to-bf16.S", BOTH, 8, 11},
    {"examples/typecast/int32-to-fp32.S", BOTH, 7, 10},
    {"examples/typecast/int32-to-uint16.S", BOTH, 6, 11},
    {"examples/typecast/uint16-to-bf16.S", BOTH, 4, 7},
    {"examples/typecast/uint16-to-fp32.S", BOTH, 3, 6},
    {"examples/typecast/uint16-to-uint32.S", BOTH, 2, 4},
    {"examples/typecast/uint32-to-bf16.S", BOTH, 8, 11},
    {"examples/typecast/uint32-to-fp32.S", BOTH, 7, 10},
    {"examples/typecast/uint32-to-uint16.S", BOTH, 6, 11},
    {"examples/where/where.S", BOTH, 6, 10},
};

static void count_operations(const char *path, int arch, unsigned *plain_count, unsigned *rewritten_count)
{
    static const char *const defines[] = {"PLAIN"};
    const struct sfpu_options options = {.size = sizeof options, .arch = arch};
    const struct sfpu_assembly how = {.size = sizeof how, .defines = defines, .define_count = 1};
    struct graph g = {0};
    struct loop_body body;
    sfpu_machine *m;
    char *error = NULL;

    assert_int_equal(sfpu_open(&options, &m), SFPU_OK);
    assert_int_equal(sfpu_configure_assembly(m, &how), SFPU_OK);
    assert_int_equal(sfpu_load_file(m, path), SFPU_OK);
    assert_int_equal(sfpu_set(m, "init", "llk"), SFPU_OK);
    if (!loop_body_read(m, NULL, &body, &error) || !graph_of_body(&body, &g, &error))
        fail_msg("%s", error);
    *plain_count = (unsigned)g.count;
    assert_true(graph_rewrite(&g, NULL, 0, &error));
    *rewritten_count = (unsigned)g.count;
    assert_int_equal(g.rows, 2);
    graph_free(&g);
    loop_body_free(&body);
    sfpu_close(m);
}

static void test_examples(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++)
        for (int arch = WH; arch <= BH; arch++) {
            unsigned operations, all;

            if (examples[i].arch != BOTH && examples[i].arch != arch)
                continue;
            count_operations(examples[i].path, arch, &operations, &all);
            if (operations != examples[i].plain || all != examples[i].rewritten)
                fail_msg("%s: %u and %u", examples[i].path, operations, all);
        }
}

/* Returns whether a rectifier's graph, with the rewrites that need no name, has SFPSWAP in the place of its condition. */
static bool is_swapped(bool keeps_own)
{
    static const char text[] = ".rept 8\nsfpload L0, 0, 3, 3\nsfpsetcc L0, 0, 0\nsfpmov L0, L9, 0\nsfpencc 0, 0\n"
                               "sfpstore L0, 0, 3, 2\n.endr\n";
    const struct sfpu_options options = {.size = sizeof options, .arch = SFPU_WORMHOLE};
    struct loop_body body;
    struct graph g = {0};
    bool swaps = false, tests = false;
    sfpu_machine *m;
    char *error = NULL;

    assert_int_equal(sfpu_open(&options, &m), SFPU_OK);
    assert_int_equal(sfpu_load_text(m, "k.s", text, sizeof text - 1), SFPU_OK);
    assert_int_equal(sfpu_set(m, "init", "llk"), SFPU_OK);
    assert_true(loop_body_read(m, NULL, &body, &error) && graph_of_body(&body, &g, &error));
    g.keeps_own = keeps_own;
    assert_true(graph_rewrite(&g, NULL, 0, &error));
    for (size_t i = 0; i < g.count; i++) {
        swaps |= g.operations[i].insn->id == SFP_I_SFPSWAP;
        tests |= g.operations[i].insn->id == SFP_I_SFPSETCC;
    }
    assert_true(swaps != tests);
    assert_int_equal(graph_has_instead(&g), swaps);
    graph_free(&g);
    loop_body_free(&body);
    sfpu_close(m);
    return swaps;
}

static void test_own(void **state)
{
    (void)state;
    assert_true(is_swapped(false));
    assert_false(is_swapped(true));
}

static void test_table(void **state)
{
    size_t i = 0;

    (void)state;
    for (const struct rewrite *row; (row = graph_rewrite_row(i)); i++)
        assert_true(row->name[0] && row->match[0] && row->makes[0] && row->condition[0] && row->proof[0] && row->apply);
    assert_int_equal(i, 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain), cmocka_unit_test(test_rewritten), cmocka_unit_test(test_by_name),
        cmocka_unit_test(test_repeated),
        cmocka_unit_test(test_examples), cmocka_unit_test(test_own), cmocka_unit_test(test_table),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
