/*
 * Selection on small lists of nodes, to the words that it must give, as disassembled; worked out beside each from the
 * profile's row in include/profiles.def, and, where registers matter, from three rules: a result has the highest
 * register that is free, unless an instruction further below has it elsewhere; what is used no more is free for the
 * result of the instruction that uses it last; a register that is read and written is a copy where its value lives on.
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

/* ---- Conditions ---- */

/* What a word of the kernel's own takes from the stack must be there. */
static void stack_reached(void **state)
{
    (void)state;
    begin(SFP_WH, "7.38");
    begin_if(compare(NODE_FLOAT, load(0), NODE_LT, NODE_NONE, 0));
    with(NODE_WORD, 0x88000001); /* sfppopc 1: flags as they were */
    plain(NODE_POPC);
    expect("sfpload L7,0,3,3\n"
           "sfppushc 0\n"
           "sfpsetcc L7,0,0\n"
           "sfppopc 1\n"
           "sfppopc 0\n");
}

/* |x| by v_if (x < 0) x = -x: the move keeps other lanes. */
static void condition(const char *profile)
{
    int32_t x;

    begin(SFP_WH, profile);
    x = load(0);
    begin_if(compare(NODE_FLOAT, x, NODE_LT, NODE_NONE, 0));
    x = assign(x, make("sfpmov", 1, -1, -1, x, -1));
    plain(NODE_POPC);
    store(x, 0);
}

static void outermost(void **state)
{
    (void)state;
    condition("7.38");
    expect("sfpload L7,0,3,3\n"
           "sfpsetcc L7,0,0\n"
           "sfpmov L7,L7,1\n"
           "sfpencc 3,10\n"
           "sfpstore L7,0,3,3\n");
    condition("plain");
    expect("sfpload L7,0,3,3\n"
           "sfppushc 0\n"
           "sfpsetcc L7,0,0\n"
           "sfpmov L7,L7,1\n"
           "sfppopc 0\n"
           "sfpstore L7,0,3,3\n");
}

/* A variable that is declared before has lanes in the else that are not enabled any more: an instruction that must read
 * another register as VD cannot keep them, and there is a move. One that is declared within has none. */
static void branches(void **state)
{
    int32_t a, b, x, y;

    (void)state;
    begin(SFP_WH, "plain");
    a = load(0);
    b = load(2);
    begin_if(compare(NODE_FLOAT, a, NODE_GE, NODE_NONE, 0));
    x = assign(NODE_NONE, make("sfpand", 0, -1, -1, b, a));
    plain(NODE_COMPC);
    y = assign(NODE_NONE, make("sfpor", 0, -1, -1, b, a));
    x = assign(x, y);
    y = assign(y, load(4));
    store(y, 4);
    plain(NODE_POPC);
    store(x, 0);
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,2,3,3\n"
           "sfppushc 0\n"
           "sfpsetcc L7,0,4\n"
           "sfpmov L5,L7,2\n"
           "sfpand L5,L6\n"
           "sfpcompc\n"
           "sfpor L7,L6\n"
           "sfpmov L5,L7,0\n"
           "sfpload L7,4,3,3\n"
           "sfpstore L7,4,3,3\n"
           "sfppopc 0\n"
           "sfpstore L5,0,3,3\n");
}

/* An or is the complement of an and of complements; a complement on the right of an and is decided by itself. */
static void trees(void **state)
{
    int32_t a, b, left, right;

    (void)state;
    begin(SFP_WH, "7.38");
    a = load(0);
    b = load(2);
    left = compare(NODE_FLOAT, a, NODE_LT, NODE_NONE, 0);
    right = compare(NODE_FLOAT, b, NODE_EQ, NODE_NONE, 0);
    begin_if(both(NODE_OR, left, right));
    store(a, 0);
    plain(NODE_POPC);
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,2,3,3\n"
           "sfpsetcc L7,0,4\n"
           "sfpsetcc L6,0,2\n"
           "sfpcompc\n"
           "sfpstore L7,0,3,3\n"
           "sfpencc 3,10\n");
    begin(SFP_WH, "7.38");
    a = load(0);
    b = load(2);
    left = compare(NODE_FLOAT, a, NODE_LT, NODE_NONE, 0);
    right = compare(NODE_FLOAT, b, NODE_LE, NODE_NONE, 0);
    begin_if(both(NODE_AND, left, right));
    store(a, 0);
    plain(NODE_POPC);
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,2,3,3\n"
           "sfpsetcc L7,0,0\n"
           "sfploadi L5,0,4\n"
           "sfppushc 0\n"
           "sfpsetcc L6,0,4\n"
           "sfpsetcc L6,0,2\n"
           "sfpcompc\n"
           "sfploadi L5,1,4\n"
           "sfppopc 0\n"
           "sfpsetcc L5,0,2\n"
           "sfpstore L7,0,3,3\n"
           "sfpencc 3,10\n");
    begin(SFP_WH, "7.38");
    a = load(0);
    b = load(2);
    left = compare(NODE_FLOAT, a, NODE_LT, NODE_NONE, 0);
    right = compare(NODE_FLOAT, b, NODE_LT, NODE_NONE, 0);
    right = both(NODE_NOT, both(NODE_AND, left, right), NODE_NONE);
    begin_if(right);
    store(a, 0);
    plain(NODE_POPC);
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,2,3,3\n"
           "sfpsetcc L7,0,0\n"
           "sfpsetcc L6,0,0\n"
           "sfpcompc\n"
           "sfpstore L7,0,3,3\n"
           "sfpencc 3,10\n");
}

/* ---- Registers ---- */

/* a & b with both used later; with one that is not, which must be the one that VD is. */
static void tied(void **state)
{
    int32_t a, b;

    (void)state;
    begin(SFP_WH, "7.38");
    a = load(0);
    b = load(2);
    store(make("sfpand", 0, -1, -1, a, b), 4);
    store(a, 6);
    store(b, 8);
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,2,3,3\n"
           "sfpmov L5,L6,2\n"
           "sfpand L5,L7\n"
           "sfpstore L5,4,3,3\n"
           "sfpstore L7,6,3,3\n"
           "sfpstore L6,8,3,3\n");
    begin(SFP_WH, "7.38");
    a = load(0);
    b = load(2);
    store(make("sfpand", 0, -1, -1, a, b), 4);
    store(a, 6);
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,2,3,3\n"
           "sfpand L6,L7\n"
           "sfpstore L6,4,3,3\n"
           "sfpstore L7,6,3,3\n");
}

/* Of two sources that may change places, the one that is used no more is VD. */
static void exchanged(void **state)
{
    int32_t a, b;

    (void)state;
    begin(SFP_WH, "7.38");
    a = load(0);
    b = load(2);
    store(make("sfpand", 0, -1, -1, a, b), 4);
    store(b, 6);
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,2,3,3\n"
           "sfpand L7,L6\n"
           "sfpstore L7,4,3,3\n"
           "sfpstore L6,6,3,3\n");
    begin(SFP_WH, "7.38"); /* not where VD must keep lanes */
    a = load(0);
    b = load(2);
    begin_if(compare(NODE_FLOAT, a, NODE_LT, NODE_NONE, 0));
    a = assign(b, make("sfpand", 0, -1, -1, a, b));
    plain(NODE_POPC);
    store(a, 4);
    store(b, 6);
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,2,3,3\n"
           "sfpsetcc L7,0,0\n"
           "sfpmov L5,L6,2\n"
           "sfpand L5,L7\n"
           "sfpencc 3,10\n"
           "sfpstore L5,4,3,3\n"
           "sfpstore L6,6,3,3\n");
}

/* A constant that a variable has is in all lanes of it, when the variable becomes another value in some. */
static void constant_kept(void **state)
{
    int32_t a, x, y;

    (void)state;
    begin(SFP_WH, "plain");
    a = load(0);
    x = assign(NODE_NONE, constant(0x40490000));
    plain(NODE_PUSHC);
    where(compare(NODE_FLOAT, a, NODE_LT, NODE_NONE, 0));
    y = constant(0x40490000); /* of its own */
    store(y, 2);
    x = assign(x, load(4));
    plain(NODE_POPC);
    store(x, 0);
    expect("sfpload L7,0,3,3\n"
           "sfploadi L6,16457,0\n"
           "sfppushc 0\n"
           "sfpsetcc L7,0,0\n"
           "sfploadi L7,16457,0\n"
           "sfpstore L7,2,3,3\n"
           "sfpload L6,4,3,3\n"
           "sfppopc 0\n"
           "sfpstore L6,0,3,3\n");
}

/* Tables that are in L0 to L2 when the kernel starts, and when it ends: no copies. */
static void tables(void **state)
{
    int32_t t[3], n;
    struct node look;

    (void)state;
    begin(SFP_WH, "7.38");
    for (unsigned r = 0; r < 3; r++)
        t[r] = read_lreg(r);
    n = load(0);
    look = insn("sfplut", 4);
    for (unsigned r = 0; r < 3; r++)
        look.uses[NODE_L0 + r] = t[r];
    look.uses[NODE_L3] = n;
    store(making(&look), 0);
    for (unsigned r = 0; r < 3; r++)
        write_lreg(t[r], r);
    expect("sfpload L3,0,3,3\n"
           "sfplut L7,4\n"
           "sfpnop\n"
           "sfpstore L7,0,3,3\n");
}

/* What an instruction overwrites in its place, and is used later, is somewhere else by then. */
static void transposed(void **state)
{
    int32_t values[4];
    struct node n;

    (void)state;
    begin(SFP_BH, "7.38");
    for (unsigned i = 0; i < 4; i++)
        values[i] = load(2 * i);
    n = insn("sfptransp", 0);
    for (unsigned i = 0; i < 4; i++) {
        n.uses[NODE_L0 + i] = values[i];
        n.makes[NODE_L0 + i] = list.values++;
    }
    add(&n);
    store(n.makes[NODE_L2], 8);
    expect("sfpload L0,0,3,3\n"
           "sfpload L1,2,3,3\n"
           "sfpload L2,4,3,3\n"
           "sfpload L3,6,3,3\n"
           "sfptransp\n"
           "sfpstore L2,8,3,3\n");
    begin(SFP_BH, "7.38");
    values[0] = load(0);
    n = insn("sfptransp", 0);
    for (unsigned i = 0; i < 4; i++)
        n.uses[NODE_L0 + i] = values[0];
    n.makes[NODE_L0] = list.values++;
    add(&n);
    store(n.makes[NODE_L0], 4);
    store(values[0], 8);
    expect_error("k.h:2: no register is left for another value: the values of lines 1 are used further below");
    begin(SFP_BH, "7.38");
    values[0] = load(0);
    n = insn("sfpshft2", SFP_MODE_SFPSHFT2_COPY4);
    for (unsigned i = 1; i < 4; i++)
        n.uses[NODE_L0 + i] = values[0];
    n.makes[NODE_L0] = list.values++;
    add(&n);
    store(n.makes[NODE_L0], 4);
    store(values[0], 8);
    expect("sfpload L3,0,3,3\n"
           "sfpmov L1,L3,2\n"
           "sfpmov L2,L3,2\n"
           "sfpmov L7,L3,2\n"
           "sfpshft2 L0,L0,0,0\n"
           "sfpstore L0,4,3,3\n"
           "sfpstore L7,8,3,3\n");
}

/* Constants: what LRegs hold; bf16; fp16; small integers; the rest in halves, once. */
static void constants(void **state)
{
    static const uint32_t bits[] = {0, 0x3F800000, 0xBF800000, 0x3F56594B, 0x40490000, 0x3FBFE000, 0x38802000,
                                    0x38002000, 0x477FE000, 0x47802000, 0xFFFF, 0xFFFF8000, 0xFFFF7FFF,
                                    0x3FB8AA3B, 0x3FB8AA3B};

    (void)state;
    begin(SFP_WH, "7.38");
    for (unsigned i = 0; i < sizeof bits / sizeof bits[0]; i++)
        store(constant(bits[i]), 2 * i);
    expect("sfpstore L9,0,3,3\n"
           "sfpstore L10,2,3,3\n"
           "sfpstore L11,4,3,3\n"
           "sfpstore L8,6,3,3\n"
           "sfploadi L7,16457,0\n"
           "sfpstore L7,8,3,3\n"
           "sfploadi L7,15871,1\n"
           "sfpstore L7,10,3,3\n"
           "sfploadi L7,1025,1\n"
           "sfpstore L7,12,3,3\n"
           "sfploadi L7,8192,10\n"
           "sfploadi L7,14336,8\n"
           "sfpstore L7,14,3,3\n"
           "sfploadi L7,31743,1\n"
           "sfpstore L7,16,3,3\n"
           "sfploadi L7,8192,10\n"
           "sfploadi L7,18304,8\n"
           "sfpstore L7,18,3,3\n"
           "sfploadi L7,-1,2\n"
           "sfpstore L7,20,3,3\n"
           "sfploadi L7,-32768,4\n"
           "sfpstore L7,22,3,3\n"
           "sfploadi L7,32767,10\n"
           "sfploadi L7,-1,8\n"
           "sfpstore L7,24,3,3\n"
           "sfploadi L7,-21957,10\n"
           "sfploadi L7,16312,8\n"
           "sfpstore L7,26,3,3\n"
           "sfpstore L7,28,3,3\n");
}

/* What a word further below reads is not overwritten; a value goes from where a word writes. */
static void own_words(void **state)
{
    int32_t a, b, c;

    (void)state;
    begin(SFP_WH, "7.38");
    with(NODE_WORD, 0x71700001); /* sfploadi L7,1,0 */
    a = load(0);
    store(a, 2);
    with(NODE_WORD, 0x71600002); /* sfploadi L6,2,0 */
    store(a, 4);
    with(NODE_WORD, 0x7C000760); /* sfpmov L6,L7,0 */
    b = read_lreg(6);
    c = load(6);
    store(sum(b, c), 0);
    expect("sfploadi L7,1,0\n"
           "sfpload L5,0,3,3\n"
           "sfpstore L5,2,3,3\n"
           "sfploadi L6,2,0\n"
           "sfpstore L5,4,3,3\n"
           "sfpmov L6,L7,0\n"
           "sfpload L7,6,3,3\n"
           "sfpadd L7,L6,L7,0\n"
           "sfpnop\n"
           "sfpstore L7,0,3,3\n");
}

/* Two words that write one half each leave nothing of what was there. */
static void halves(void **state)
{
    (void)state;
    begin(SFP_WH, "7.38");
    with(NODE_WORD, 0x71780001); /* sfploadi L7,1,8 */
    store(load(0), 0);
    with(NODE_WORD, 0x717A0002); /* sfploadi L7,2,10 */
    store(load(2), 2);
    with(NODE_WORD, 0x7C000760); /* sfpmov L6,L7,0 */
    store(load(4), 4);
    expect("sfploadi L7,1,8\n"
           "sfpload L6,0,3,3\n"
           "sfpstore L6,0,3,3\n"
           "sfploadi L7,2,10\n"
           "sfpload L6,2,3,3\n"
           "sfpstore L6,2,3,3\n"
           "sfpmov L6,L7,0\n"
           "sfpload L7,4,3,3\n"
           "sfpstore L7,4,3,3\n");
    begin(SFP_WH, "7.38");
    store(load(0), 0);
    with(NODE_WORD, 0x71780001);
    with(NODE_WORD, 0x717A0002);
    with(NODE_WORD, 0x7C000760);
    expect("sfpload L7,0,3,3\n"
           "sfpstore L7,0,3,3\n"
           "sfploadi L7,1,8\n"
           "sfploadi L7,2,10\n"
           "sfpmov L6,L7,0\n");
}

/* A word that writes enabled lanes alone leaves others, which are still for who reads the register. */
static void own_lanes(void **state)
{
    int32_t a, b;

    (void)state;
    begin(SFP_WH, "plain");
    a = load(0);
    write_lreg(a, 7);
    begin_if(compare(NODE_FLOAT, a, NODE_LT, NODE_NONE, 0));
    b = load(2);
    store(b, 2);
    with(NODE_WORD, 0x71700001); /* sfploadi L7,1,0 */
    plain(NODE_POPC);
    store(read_lreg(7), 4);
    expect("sfpload L6,0,3,3\n"
           "sfpmov L7,L6,2\n"
           "sfppushc 0\n"
           "sfpsetcc L6,0,0\n"
           "sfpload L6,2,3,3\n"
           "sfpstore L6,2,3,3\n"
           "sfploadi L7,1,0\n"
           "sfppopc 0\n"
           "sfpstore L7,4,3,3\n");
}

static void configured(void **state)
{
    int32_t a, one;
    struct node n;

    (void)state;
    begin(SFP_WH, "7.38");
    a = read_lreg(12);
    one = constant(0xBF800000);
    n = node(NODE_CONFIG);
    n.uses[NODE_L0] = load(0);
    n.imm = 12;
    add(&n);
    n = node(NODE_CONFIG);
    n.uses[NODE_L0] = one;
    n.imm = 11;
    add(&n);
    store(a, 0);
    store(one, 2);
    expect("sfpmov L7,L12,2\n"
           "sfploadi L0,-16512,0\n"
           "sfpload L6,0,3,3\n"
           "sfpmov L5,L0,2\n"
           "sfpmov L0,L6,2\n"
           "sfpconfig 12,0,0\n"
           "sfpmov L0,L5,2\n"
           "sfpconfig 11,0,0\n"
           "sfpstore L7,0,3,3\n"
           "sfpstore L0,2,3,3\n");
}

static void with_replays(uint32_t record)
{
    int32_t a, b;

    begin(SFP_WH, "7.38");
    a = read_lreg(0);
    b = product(a, a);
    with(NODE_WORD, 0x38008000); /* ttincrwc 0,2,0,0: of another unit */
    with(NODE_WORD, record);
    with(NODE_WORD, 0x71000001); /* sfploadi L0,1,0 */
    with(NODE_WORD, 0x71000002); /* sfploadi L0,2,0 */
    store(b, 0);
    with(NODE_WORD, 0x04000020); /* ttreplay 0,2,0,0 */
    store(a, 2);
}

/* REPLAY: nothing comes between a kernel's own words. What they overwrite is elsewhere before the first word that is
 * executed: words that are only recorded overwrite nothing before they are played. */
static void replayed(void **state)
{
    (void)state;
    with_replays(0x04000023); /* ttreplay 0,2,1,1 */
    expect("sfpmul L7,L0,L0,0\n"
           "sfpmov L6,L0,2\n"
           "ttincrwc 0,2,0,0\n"
           "ttreplay 0,2,1,1\n"
           "sfploadi L0,1,0\n"
           "sfploadi L0,2,0\n"
           "sfpstore L7,0,3,3\n"
           "ttreplay 0,2,0,0\n"
           "sfpstore L6,2,3,3\n");
    with_replays(0x04000021); /* ttreplay 0,2,0,1 */
    expect("sfpmul L7,L0,L0,0\n"
           "ttincrwc 0,2,0,0\n"
           "ttreplay 0,2,0,1\n"
           "sfploadi L0,1,0\n"
           "sfploadi L0,2,0\n"
           "sfpstore L7,0,3,3\n"
           "sfpmov L7,L0,2\n"
           "ttreplay 0,2,0,0\n"
           "sfpstore L7,2,3,3\n");
}

/* ---- What cannot be selected ---- */

static void ninth_value(void **state)
{
    int32_t values[9];

    (void)state;
    begin(SFP_WH, "7.38");
    for (unsigned i = 0; i < 9; i++)
        values[i] = load(2 * i);
    for (unsigned i = 0; i < 9; i++)
        store(values[i], 64 + 2 * i);
    expect_error("k.h:9: no register is left for another value: the values of lines 8, 7, 6, 5, 4, 3, 2, 1 are used "
                 "further below");
    begin(SFP_WH, "7.38");
    with(NODE_WORD, 0x71700001); /* sfploadi L7,1,0 */
    for (unsigned i = 0; i < 8; i++)
        values[i] = load(2 * i);
    for (unsigned i = 0; i < 8; i++)
        store(values[i], 64 + 2 * i);
    with(NODE_WORD, 0x7C000760); /* sfpmov L6,L7,0 */
    expect_error("k.h:9: no register is left for another value: the values of lines 8, 7, 6, 5, 4, 3, 2 are used "
                 "further below, and 1 LReg is reserved for the kernel's own words");
    begin(SFP_WH, "7.38");
    for (unsigned lreg = 0; lreg < 8; lreg++)
        with(NODE_WORD, 0x71000001 | lreg << 20); /* sfploadi */
    store(load(0), 64);
    for (unsigned lreg = 0; lreg < 8; lreg++)
        with(NODE_WORD, 0x72000000 | lreg << 20); /* sfpstore */
    expect_error("k.h:9: no register is left for another value: 8 LRegs are reserved for the kernel's own words");
}

static void wrong_lists(void **state)
{
    struct node n;

    (void)state;
    begin(SFP_WH, "7.38");
    sum(load(0), NODE_NONE);
    expect_error("k.h:2: VC is a value that was never set");
    begin(SFP_WH, "7.38");
    make("sfpiadd", 0, -1, -1, load(0), 0);
    expect_error("k.h:2: sfpiadd in mode 0 changes flags");
    begin(SFP_WH, "7.38");
    make("sfpmad", SFP_MODE_SFPMAD_INDIRECT_VA, -1, -1, -1, -1);
    expect_error("k.h:1: sfpmad in mode 4 uses the LReg that L7 names");
    begin(SFP_WH, "7.38");
    make("sfpabs", 1, load(0), -1, load(2), -1);
    expect_error("k.h:3: sfpabs does not read VA");
    begin(SFP_WH, "7.38");
    plain(NODE_PUSHC);
    expect_error("k.h:1: a condition does not end");
    begin(SFP_WH, "7.38");
    plain(NODE_POPC);
    expect_error("k.h:1: the end of a condition that did not begin");
    begin(SFP_WH, "7.38");
    n = insn("sfpnop", 0);
    add(&n);
    expect_error("k.h:1: sfpnop cannot be made from values");
    begin(SFP_WH, "7.38");
    n = node_of(NODE_COMPC, (struct node_place){0, 0});
    add(&n);
    expect_error("an else of a condition that did not begin");
}

/* Two words that a REPLAY records were to be three. */
static void barriers(void **state)
{
    int32_t a;

    (void)state;
    begin(SFP_WH, "7.38");
    with(NODE_WORD, 0x04000021); /* ttreplay 0,2,0,1 */
    plain(NODE_BARRIER);
    a = load(0);
    store(sum(a, a), 0);
    plain(NODE_BARRIER);
    expect_error("k.h:6: REPLAY records 2 words here, but 4 were selected");
    begin(SFP_WH, "7.38");
    a = load(0);
    with(NODE_WORD, 0x04000021);
    plain(NODE_BARRIER);
    store(a, 0);
    store(a, 0);
    plain(NODE_BARRIER);
    expect_error("k.h:3: the value of line 1 is used both inside and outside the words that REPLAY records");
    begin(SFP_WH, "7.38");
    with(NODE_WORD, 0x04000041); /* ttreplay 0,4,0,1 */
    plain(NODE_BARRIER);
    a = load(0);
    store(sum(a, a), 0);
    plain(NODE_BARRIER);
    a = load(2);
    store(a, 2);
    with(NODE_WORD, 0x04000040); /* ttreplay 0,4,0,0 */
    expect("ttreplay 0,4,0,1\n"
           "sfpload L7,0,3,3\n"
           "sfpadd L7,L7,L7,0\n"
           "sfpnop\n"
           "sfpstore L7,0,3,3\n"
           "sfpload L7,2,3,3\n"
           "sfpstore L7,2,3,3\n"
           "ttreplay 0,4,0,0\n");
}

/* Where words come from. */
static void places(void **state)
{
    struct selection selection;
    char *error;

    (void)state;
    begin(SFP_WH, "7.38");
    node_name(&list.calls, "f");
    node_name(&list.calls, "g");
    with(NODE_CALL, 0);
    with(NODE_WORD, 0x8F000000);
    with(NODE_CALL, 1);
    store(constant(0x12345), 0);
    assert_true(select_nodes(&list, 0, &selection, &error));
    assert_int_equal(selection.count, 4);
    assert_int_equal(selection.call_count, 2);
    assert_int_equal(selection.calls[1].name, 1);
    assert_int_equal(selection.calls[1].first, 1);
    assert_int_equal(selection.words[0].place.line, 2);
    assert_false(selection.words[0].chosen);
    assert_int_equal(selection.words[2].place.line, 4);
    assert_true(selection.words[2].chosen);
    assert_int_equal(selection.words[3].place.line, 5);
    assert_int_equal(selection.registers, 1);
    assert_int_equal(selection.reading.size, 0);
    assert_true(selection.vector);
    selection_free(&selection);
    node_list_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stack_reached),
        cmocka_unit_test(outermost),
        cmocka_unit_test(branches),
        cmocka_unit_test(trees),
        cmocka_unit_test(tied),
        cmocka_unit_test(exchanged),
        cmocka_unit_test(constant_kept),
        cmocka_unit_test(tables),
        cmocka_unit_test(transposed),
        cmocka_unit_test(constants),
        cmocka_unit_test(own_words),
        cmocka_unit_test(halves),
        cmocka_unit_test(own_lanes),
        cmocka_unit_test(configured),
        cmocka_unit_test(replayed),
        cmocka_unit_test(ninth_value),
        cmocka_unit_test(wrong_lists),
        cmocka_unit_test(barriers),
        cmocka_unit_test(places),
    };

    return cmocka_run_group_tests_name("select", tests, NULL, NULL);
}
