/*
 * Selection in fewer words than one for each node, with the same values, on small lists of nodes: worked out beside
 * each from what the instructions do.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "unit/node_lists.h"

static int32_t integer_sum(int32_t a, int32_t number)
{
    struct node n = insn("sfpiadd", 5);

    n.uses[NODE_VC] = a;
    n.imm = (uint32_t)number;
    return making(&n);
}

/* ---- Flags ---- */

/* The sign of a sum, or of an exponent, is tested by the instruction that makes it, where nothing uses it before. */
static void sums_set_flags(void **state)
{
    int32_t a, b;

    (void)state;
    begin(SFP_BH, "7.38");
    a = integer_sum(load(0), -5);
    begin_if(compare(NODE_INTEGER, a, NODE_GE, NODE_NONE, 0));
    store(a, 2);
    plain(NODE_POPC);
    expect("sfpload L7,0,3,3\n"
           "sfpiadd L7,L7,-5,9\n"
           "sfpstore L7,2,3,3\n"
           "sfpencc 3,10\n");
    begin(SFP_BH, "plain");
    a = make("sfpexexp", 0, -1, -1, load(0), -1);
    b = load(4);
    begin_if(compare(NODE_INTEGER, a, NODE_LT, NODE_NONE, 0));
    store(b, 2);
    plain(NODE_POPC);
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,4,3,3\n"
           "sfppushc 0\n"
           "sfpexexp L7,L7,2\n"
           "sfpstore L6,2,3,3\n"
           "sfppopc 0\n");
    begin(SFP_BH, "7.38");
    a = make("sfpexexp", 1, -1, -1, load(0), -1);
    store(a, 4);
    where(compare(NODE_INTEGER, a, NODE_LT, NODE_NONE, 0));
    store(a, 2);
    expect("sfpload L7,0,3,3\n"
           "sfpexexp L7,L7,1\n"
           "sfpstore L7,4,3,3\n"
           "sfpsetcc L7,0,0\n"
           "sfpstore L7,2,3,3\n");
    begin(SFP_BH, "7.38"); /* lz < 0: SFPLZ would test its operand */
    a = make("sfplz", 0, -1, -1, load(0), -1);
    where(compare(NODE_INTEGER, a, NODE_NE, NODE_NONE, 0));
    store(a, 2);
    expect("sfpload L7,0,3,3\n"
           "sfplz L7,L7,0\n"
           "sfpsetcc L7,0,2\n"
           "sfpstore L7,2,3,3\n");
}

/* Nobody sees the flags that the inner SFPPOPC brings back, but behind it the outer one does. */
static void pairs(void **state)
{
    int32_t a, b;

    (void)state;
    begin(SFP_BH, "plain");
    a = load(0);
    b = load(2);
    begin_if(compare(NODE_FLOAT, a, NODE_LT, NODE_NONE, 0));
    begin_if(compare(NODE_FLOAT, b, NODE_LT, NODE_NONE, 0));
    store(a, 0);
    plain(NODE_POPC);
    plain(NODE_POPC);
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,2,3,3\n"
           "sfppushc 0\n"
           "sfpsetcc L7,0,0\n"
           "sfpsetcc L6,0,0\n"
           "sfpstore L7,0,3,3\n"
           "sfppopc 0\n");
    begin(SFP_BH, "plain");
    a = load(0);
    b = load(2);
    begin_if(compare(NODE_FLOAT, a, NODE_LT, NODE_NONE, 0));
    begin_if(compare(NODE_FLOAT, b, NODE_LT, NODE_NONE, 0));
    store(a, 0);
    plain(NODE_COMPC); /* within the lanes of the inner one */
    store(b, 2);
    plain(NODE_POPC);
    plain(NODE_POPC);
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,2,3,3\n"
           "sfppushc 0\n"
           "sfpsetcc L7,0,0\n"
           "sfppushc 0\n"
           "sfpsetcc L6,0,0\n"
           "sfpstore L7,0,3,3\n"
           "sfpcompc\n"
           "sfpstore L6,2,3,3\n"
           "sfppopc 0\n"
           "sfppopc 0\n");
}

/* v = 5; if (s < 0) v = 6, and if not v = 7; with s = 3: 7 everywhere. What it stores where no lane is enabled is kept,
 * as it counts addresses. */
static void known_conditions(void **state)
{
    int32_t s, v;

    (void)state;
    begin(SFP_BH, "7.38");
    s = constant(3);
    v = constant(5);
    begin_if(compare(NODE_INTEGER, s, NODE_LT, NODE_NONE, 0));
    v = assign(v, constant(6));
    plain(NODE_COMPC);
    v = assign(v, constant(7));
    plain(NODE_POPC);
    store(v, 0);
    expect("sfploadi L7,7,2\n"
           "sfpencc 3,10\n"
           "sfpstore L7,0,3,3\n");
    begin(SFP_BH, "7.38");
    s = constant(3);
    begin_if(compare(NODE_INTEGER, s, NODE_LT, NODE_NONE, 0));
    store(s, 0);
    plain(NODE_POPC);
    expect("sfploadi L7,3,2\n"
           "sfpsetcc L0,0,8\n"
           "sfpstore L7,0,3,3\n"
           "sfpencc 3,10\n");
}

/* v_if (x >= 0 && y < 0) as an int that is 1 or 0, and a v_if of that: it is not made. */
static void truth_tested(void **state)
{
    struct node truth;
    int32_t a;

    (void)state;
    begin(SFP_BH, "7.38");
    a = load(0);
    truth = node(NODE_TRUTH);
    truth.conditions[0] = compare(NODE_FLOAT, a, NODE_EQ, NODE_NONE, 0);
    begin_if(compare(NODE_INTEGER, making(&truth), NODE_EQ, NODE_NONE, 0));
    store(a, 2);
    plain(NODE_POPC);
    expect("sfpload L7,0,3,3\n"
           "sfpsetcc L7,0,2\n"
           "sfpstore L7,2,3,3\n"
           "sfpencc 3,10\n");
}

/* ---- Numbers ---- */

static void numbers(void **state)
{
    int32_t a;

    (void)state;
    begin(SFP_BH, "7.38"); /* x + 126; x - 5; 7 - x; 7 - 5 */
    a = load(0);
    store(make("sfpiadd", 4, -1, -1, a, constant(126)), 0);
    store(make("sfpiadd", 6, -1, -1, a, constant(5)), 2);
    store(make("sfpiadd", 6, -1, -1, constant(7), a), 4);
    store(make("sfpiadd", 6, -1, -1, constant(7), constant(5)), 6);
    expect("sfpload L7,0,3,3\n"
           "sfpiadd L6,L7,126,5\n"
           "sfpstore L6,0,3,3\n"
           "sfpiadd L6,L7,-5,5\n"
           "sfpstore L6,2,3,3\n"
           "sfploadi L6,7,2\n"
           "sfpiadd L7,L6,0,6\n"
           "sfpstore L7,4,3,3\n"
           "sfploadi L7,2,2\n"
           "sfpstore L7,6,3,3\n");
    begin(SFP_WH, "7.38");
    store(negation(constant(0x40490000)), 0);
    expect("sfploadi L7,-16311,0\n"
           "sfpstore L7,0,3,3\n");
}

/* A constant that two conditions use is loaded before the first. */
static void loaded_above(void **state)
{
    int32_t a, c;

    (void)state;
    begin(SFP_BH, "7.38");
    a = load(0);
    begin_if(compare(NODE_FLOAT, a, NODE_LT, NODE_NONE, 0));
    c = constant(0x40490FDB);
    store(product(a, c), 2);
    plain(NODE_POPC);
    begin_if(compare(NODE_FLOAT, a, NODE_GE, NODE_NONE, 0));
    store(sum(a, constant(0x40490FDB)), 4);
    plain(NODE_POPC);
    expect("sfpload L7,0,3,3\n"
           "sfploadi L6,4059,10\n"
           "sfploadi L6,16457,8\n"
           "sfpsetcc L7,0,0\n"
           "sfpmul L5,L7,L6,0\n"
           "sfpstore L5,2,3,3\n"
           "sfpencc 3,10\n"
           "sfpsetcc L7,0,4\n"
           "sfpadd L7,L7,L6,0\n"
           "sfpstore L7,4,3,3\n"
           "sfpencc 3,10\n");
}

/* ---- Registers ---- */

/* The smaller one of a value and 0, and the larger one of 1 and a value: L9 and L10 stay. */
static void exchanged_with_constants(void **state)
{
    struct node n;
    int32_t a, b;

    (void)state;
    begin(SFP_BH, "7.38");
    a = load(0);
    n = insn("sfpswap", 1);
    n.uses[NODE_VC] = constant(0);
    n.uses[NODE_VD] = a;
    n.makes[NODE_VC] = list.values++;
    b = making(&n);
    n = insn("sfpswap", 1);
    n.uses[NODE_VD] = b;
    n.uses[NODE_VC] = constant(0x3F800000);
    n.makes[NODE_VC] = list.values++;
    add(&n);
    store(n.makes[NODE_VC], 0);
    expect("sfpload L7,0,3,3\n"
           "sfpswap L7,L9,1\n"
           "sfpswap L10,L7,1\n"
           "sfpstore L7,0,3,3\n");
}

/* Tables of three registers: L7 has the number of the one for the result, and what was there goes elsewhere. */
static void named_by_l7(void **state)
{
    struct node n;
    int32_t a, b, c;

    (void)state;
    begin(SFP_BH, "7.38");
    a = load(0);
    b = load(2);
    n = insn("sfplutfp32", SFP_MODE_SFPLUTFP32_FP16_3ENTRY_RETAIN);
    for (unsigned r = 0; r < 3; r++)
        n.uses[NODE_L0 + r] = read_lreg(r);
    n.uses[NODE_L3] = b;
    c = making(&n);
    store(sum(c, a), 0);
    expect("sfpload L7,0,3,3\n"
           "sfpload L3,2,3,3\n"
           "sfpmov L6,L7,2\n"
           "sfploadi L7,5,2\n"
           "sfplutfp32 L5,14\n"
           "sfpadd L7,L5,L6,0\n"
           "sfpstore L7,0,3,3\n");
}

/* ---- What REPLAY records ---- */

enum { PLAY_TWO = 0x04000020, RECORD_TWO = PLAY_TWO | 1, PLAY_FOUR = 0x04000040, RECORD_FOUR = PLAY_FOUR | 1 };

/* It takes no register whose contents a word reads behind where it is played back. */
static void recorded_beside_own(void **state)
{
    (void)state;
    begin(SFP_WH, "7.38");
    with(NODE_WORD, RECORD_TWO);
    plain(NODE_BARRIER);
    store(load(0), 2);
    plain(NODE_BARRIER);
    write_lreg(constant(5), 7);
    with(NODE_WORD, PLAY_TWO);
    with(NODE_WORD, 0x7274C004); /* sfpstore L7,4,4,3 */
    expect("ttreplay 0,2,0,1\n"
           "sfpload L6,0,3,3\n"
           "sfpstore L6,2,3,3\n"
           "sfploadi L7,5,2\n"
           "ttreplay 0,2,0,0\n"
           "sfpstore L7,4,4,3\n");
}

/* Which lanes are enabled when it is played back is not known: its SFPPUSHC and SFPPOPC stay. A body whose values
 * nobody uses has no words, and none else may be recorded in their place. */
static void recorded_flags(void **state)
{
    int32_t a;

    (void)state;
    begin(SFP_WH, "7.38");
    with(NODE_WORD, RECORD_FOUR + (1 << 4));
    plain(NODE_BARRIER);
    a = load(0);
    begin_if(compare(NODE_FLOAT, a, NODE_LT, NODE_NONE, 0));
    store(a, 2);
    plain(NODE_POPC);
    plain(NODE_BARRIER);
    expect("ttreplay 0,5,0,1\n"
           "sfpload L7,0,3,3\n"
           "sfppushc 0\n"
           "sfpsetcc L7,0,0\n"
           "sfpstore L7,2,3,3\n"
           "sfppopc 0\n");
    begin(SFP_WH, "7.38");
    with(NODE_WORD, RECORD_TWO);
    plain(NODE_BARRIER);
    constant(5);
    plain(NODE_BARRIER);
    expect_error("k.h:4: REPLAY records 2 words here, but 0 were selected");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_set_flags),
        cmocka_unit_test(pairs),
        cmocka_unit_test(known_conditions),
        cmocka_unit_test(truth_tested),
        cmocka_unit_test(numbers),
        cmocka_unit_test(loaded_above),
        cmocka_unit_test(exchanged_with_constants),
        cmocka_unit_test(named_by_l7),
        cmocka_unit_test(recorded_beside_own),
        cmocka_unit_test(recorded_flags),
    };

    return cmocka_run_group_tests_name("select_fewer", tests, NULL, NULL);
}
