/*
 * What the rows of include/profiles.def decide of values, on small lists of nodes: worked out beside each from the
 * sources that the row names.
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

/* ---- What decides bits ---- */

static void product_in_sum(const char *profile)
{
    int32_t a, b, c;

    begin(SFP_WH, profile);
    a = load(0);
    b = load(2);
    c = load(4);
    store(sum(product(a, b), c), 0);
}

/* x * y + z. Wormhole needs a wait behind what is a multiply-add. */
static void products(void **state)
{
    (void)state;
    product_in_sum("7.38");
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,2,3,3\n"
           "sfpload L5,4,3,3\n"
           "sfpmad L7,L7,L6,L5,0\n"
           "sfpnop\n"
           "sfpstore L7,0,3,3\n");
    product_in_sum("plain");
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,2,3,3\n"
           "sfpload L5,4,3,3\n"
           "sfpmul L7,L7,L6,0\n"
           "sfpnop\n"
           "sfpadd L7,L7,L5,0\n"
           "sfpnop\n"
           "sfpstore L7,0,3,3\n");
}

/* A product that is used twice, merged, or with other flags behind it, is rounded by itself. */
static void products_apart(void **state)
{
    int32_t a, p, q;

    (void)state;
    begin(SFP_BH, "7.38");
    a = load(0);
    p = product(a, a);
    q = sum(p, a);
    store(sum(q, p), 2);
    expect("sfpload L7,0,3,3\n"
           "sfpmul L6,L7,L7,0\n"
           "sfpadd L7,L6,L7,0\n"
           "sfpadd L7,L7,L6,0\n"
           "sfpstore L7,2,3,3\n");
    begin(SFP_BH, "7.38");
    a = load(0);
    begin_if(compare(NODE_FLOAT, a, NODE_LT, NODE_NONE, 0));
    p = assign(a, product(a, a));
    store(sum(p, a), 2);
    plain(NODE_POPC);
    expect("sfpload L7,0,3,3\n"
           "sfpsetcc L7,0,0\n"
           "sfpmov L6,L7,2\n"
           "sfpmul L6,L7,L7,0\n"
           "sfpadd L7,L6,L7,0\n"
           "sfpstore L7,2,3,3\n"
           "sfpencc 3,10\n");
    begin(SFP_BH, "7.38");
    a = load(0);
    p = product(a, a);
    begin_if(compare(NODE_FLOAT, a, NODE_LT, NODE_NONE, 0));
    store(sum(p, a), 2);
    plain(NODE_POPC);
    expect("sfpload L7,0,3,3\n"
           "sfpmul L6,L7,L7,0\n"
           "sfpsetcc L7,0,0\n"
           "sfpadd L7,L6,L7,0\n"
           "sfpstore L7,2,3,3\n"
           "sfpencc 3,10\n");
}

/* Blackhole's modes: a - (-(b * c)) and (b * c) - a. */
static void negated(void **state)
{
    int32_t a, b, p;

    (void)state;
    begin(SFP_BH, "7.38");
    a = load(0);
    b = load(2);
    p = make("sfpmul", 1, a, b, -1, -1);
    store(make("sfpadd", 2, -1, a, p, -1), 4);
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,2,3,3\n"
           "sfpmad L7,L7,L6,L7,0\n"
           "sfpstore L7,4,3,3\n");
    begin(SFP_BH, "7.38");
    a = load(0);
    b = load(2);
    p = product(a, b);
    store(make("sfpadd", 2, -1, p, a, -1), 4);
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,2,3,3\n"
           "sfpmad L7,L7,L6,L7,2\n"
           "sfpstore L7,4,3,3\n");
}

/* a - b * c, written with a negation, is rounded once on Blackhole, whose modes negate; so is (-a) * b + (-c), whose
 * two negations are the mode's two bits. None is of -a that is used again. Wormhole has no such modes: b - a is
 * -1 * a + b. */
static void negations(void **state)
{
    int32_t a, b, n;

    (void)state;
    begin(SFP_BH, "7.38");
    a = load(0);
    b = load(2);
    store(sum(a, negation(product(a, b))), 4);
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,2,3,3\n"
           "sfpmad L7,L7,L6,L7,1\n"
           "sfpstore L7,4,3,3\n");
    begin(SFP_BH, "7.38");
    a = load(0);
    b = load(2);
    store(sum(product(negation(a), b), negation(b)), 4);
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,2,3,3\n"
           "sfpmad L7,L7,L6,L6,3\n"
           "sfpstore L7,4,3,3\n");
    begin(SFP_BH, "7.38");
    a = load(0);
    n = negation(a);
    store(sum(n, n), 2);
    expect("sfpload L7,0,3,3\n"
           "sfpmov L7,L7,1\n"
           "sfpadd L7,L7,L7,0\n"
           "sfpstore L7,2,3,3\n");
    begin(SFP_WH, "7.38");
    a = load(0);
    b = load(2);
    store(sum(a, negation(b)), 4);
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,2,3,3\n"
           "sfpmad L7,L11,L6,L7,0\n"
           "sfpnop\n"
           "sfpstore L7,4,3,3\n");
}

/* -(a * b) is (-a) * b by all versions; -(a + b) is -a - b on Blackhole, with the sign of 0 turned. */
static void negated_results(void **state)
{
    int32_t a, b;

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        begin(SFP_BH, i ? "newest" : "7.38");
        a = load(0);
        b = load(2);
        store(negation(product(a, b)), 4);
        store(negation(sum(product(a, b), b)), 6);
        store(negation(sum(a, b)), 8);
        expect("sfpload L7,0,3,3\n"
               "sfpload L6,2,3,3\n"
               "sfpmul L5,L7,L6,1\n"
               "sfpstore L5,4,3,3\n"
               "sfpmad L5,L7,L6,L6,3\n"
               "sfpstore L5,6,3,3\n"
               "sfpadd L7,L7,L6,3\n"
               "sfpstore L7,8,3,3\n");
    }
    begin(SFP_WH, "7.38");
    a = load(0);
    store(negation(product(a, a)), 4);
    expect("sfpload L7,0,3,3\n"
           "sfpmul L7,L7,L7,0\n"
           "sfpnop\n"
           "sfpmov L7,L7,1\n"
           "sfpstore L7,4,3,3\n");
    begin(SFP_BH, "plain");
    a = load(0);
    store(negation(product(a, a)), 4);
    expect("sfpload L7,0,3,3\n"
           "sfpmul L7,L7,L7,0\n"
           "sfpmov L7,L7,1\n"
           "sfpstore L7,4,3,3\n");
}

/* x * c + d. */
static void immediate(const char *profile)
{
    int32_t a, c, p;

    begin(SFP_WH, profile);
    a = load(0);
    c = constant(0x3FB90000);
    p = product(a, c);
    store(sum(p, constant(0x40490000)), 0);
}

/* 7.38 takes constants into SFPMULI and SFPADDI first; then there is no product left that a sum could take. */
static void immediates(void **state)
{
    (void)state;
    immediate("7.38");
    expect("sfpload L7,0,3,3\n"
           "sfpmuli L7,16313,0\n"
           "sfpnop\n"
           "sfpaddi L7,16457,0\n"
           "sfpnop\n"
           "sfpstore L7,0,3,3\n");
    immediate("7.71");
    expect("sfpload L7,0,3,3\n"
           "sfpmuli L7,16313,0\n"
           "sfpnop\n"
           "sfpaddi L7,16457,0\n"
           "sfpnop\n"
           "sfpstore L7,0,3,3\n");
    immediate("newest");
    expect("sfpload L7,0,3,3\n"
           "sfploadi L6,16313,0\n"
           "sfploadi L5,16457,0\n"
           "sfpmad L7,L7,L6,L5,0\n"
           "sfpnop\n"
           "sfpstore L7,0,3,3\n");
    begin(SFP_WH, "7.38"); /* the other operand is used later */
    {
        const int32_t a = load(0), b = product(a, constant(0x3FB90000));

        store(b, 2);
        store(a, 4);
    }
    expect("sfpload L7,0,3,3\n"
           "sfploadi L6,16313,0\n"
           "sfpmul L6,L7,L6,0\n"
           "sfpnop\n"
           "sfpstore L6,2,3,3\n"
           "sfpstore L7,4,3,3\n");
    begin(SFP_WH, "7.38"); /* other lanes keep another value */
    {
        const int32_t a = load(0), b = load(2);

        begin_if(compare(NODE_FLOAT, a, NODE_LT, NODE_NONE, 0));
        store(assign(b, product(a, constant(0x3FB90000))), 2);
        plain(NODE_POPC);
    }
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,2,3,3\n"
           "sfpsetcc L7,0,0\n"
           "sfploadi L5,16313,0\n"
           "sfpmul L6,L7,L5,0\n"
           "sfpnop\n"
           "sfpstore L6,2,3,3\n"
           "sfpencc 3,10\n");
    immediate("plain");
    expect("sfpload L7,0,3,3\n"
           "sfploadi L6,16313,0\n"
           "sfpmul L7,L7,L6,0\n"
           "sfploadi L6,16457,0\n"
           "sfpadd L7,L7,L6,0\n"
           "sfpnop\n"
           "sfpstore L7,0,3,3\n");
}

static int32_t typed_constant(uint32_t bits, enum node_type type)
{
    struct node n = node(NODE_CONSTANT);

    n.imm = bits;
    n.type = (uint8_t)type;
    return making(&n);
}

/* x * y + c. */
static void sum_with(const char *profile, uint32_t bits, enum node_type type)
{
    int32_t a, b;

    begin(SFP_BH, profile);
    a = load(0);
    b = load(2);
    store(sum(product(a, b), typed_constant(bits, type)), 4);
}

/* 1.0f is in L10; 7.38 does not see that where it is written as a number, and the sum is not joined. What was written
 * as an integer, or by a mode of SFPLOADI that is not bf16's, is no immediate. */
static void which_immediates(void **state)
{
    static const char joined_with_one[] = "sfpload L7,0,3,3\n"
                                          "sfpload L6,2,3,3\n"
                                          "sfpmad L7,L7,L6,L10,0\n"
                                          "sfpstore L7,4,3,3\n";

    (void)state;
    sum_with("7.38", 0x3F800000, NODE_FLOAT);
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,2,3,3\n"
           "sfpmul L7,L7,L6,0\n"
           "sfpaddi L7,16256,0\n"
           "sfpstore L7,4,3,3\n");
    sum_with("7.71", 0x3F800000, NODE_FLOAT);
    expect(joined_with_one);
    sum_with("7.38", 0x3F800000, NODE_INTEGER);
    expect(joined_with_one);
    sum_with("7.71", 0x40490000, NODE_INTEGER);
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,2,3,3\n"
           "sfploadi L5,16457,0\n"
           "sfpmad L7,L7,L6,L5,0\n"
           "sfpstore L7,4,3,3\n");
}

/* 7.71 copies what lives on, and does not join what has other lanes to keep. */
static void immediates_first(void **state)
{
    int32_t a, b;

    (void)state;
    begin(SFP_BH, "7.71");
    a = load(0);
    b = sum(product(a, constant(0x3FB90000)), a);
    store(b, 2);
    expect("sfpload L7,0,3,3\n"
           "sfpmov L6,L7,2\n"
           "sfpmuli L6,16313,0\n"
           "sfpadd L7,L6,L7,0\n"
           "sfpstore L7,2,3,3\n");
    begin(SFP_BH, "7.71");
    a = load(0);
    b = load(2);
    begin_if(compare(NODE_FLOAT, a, NODE_LT, NODE_NONE, 0));
    b = assign(b, sum(product(a, a), constant(0x3FB90000)));
    plain(NODE_POPC);
    store(b, 2);
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,2,3,3\n"
           "sfpsetcc L7,0,0\n"
           "sfploadi L5,16313,0\n"
           "sfpmul L7,L7,L7,0\n"
           "sfpadd L6,L7,L5,0\n"
           "sfpencc 3,10\n"
           "sfpstore L6,2,3,3\n");
}

/* ---- Comparisons ---- */

static void relations_of(enum sfp_arch arch, const char *profile, enum node_type type, enum node_relation relation,
                         bool zero)
{
    int32_t a, b;

    begin(arch, profile);
    a = load(0);
    b = zero ? NODE_NONE : load(2);
    begin_if(compare(type, a, relation, b, 0));
    store(a, 0);
    plain(NODE_POPC);
}

static void relations(void **state)
{
    (void)state;
    relations_of(SFP_WH, "7.38", NODE_FLOAT, NODE_LE, true);
    expect("sfpload L7,0,3,3\n"
           "sfpsetcc L7,0,4\n"
           "sfpsetcc L7,0,2\n"
           "sfpcompc\n"
           "sfpstore L7,0,3,3\n"
           "sfpencc 3,10\n");
    relations_of(SFP_WH, "7.38", NODE_FLOAT, NODE_GT, false);
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,2,3,3\n"
           "sfpmad L6,L6,L11,L7,0\n"
           "sfpnop\n"
           "sfpsetcc L6,0,4\n"
           "sfpsetcc L6,0,2\n"
           "sfpstore L7,0,3,3\n"
           "sfpencc 3,10\n");
    relations_of(SFP_WH, "7.38", NODE_INTEGER, NODE_NE, false);
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,2,3,3\n"
           "sfpiadd L6,L7,0,6\n"
           "sfpsetcc L6,0,2\n"
           "sfpstore L7,0,3,3\n"
           "sfpencc 3,10\n");
    relations_of(SFP_BH, "newest", NODE_FLOAT, NODE_LT, false);
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,2,3,3\n"
           "sfpgt L6,L7,0,1\n"
           "sfpstore L7,0,3,3\n"
           "sfpencc 3,10\n");
    relations_of(SFP_BH, "newest", NODE_FLOAT, NODE_LE, true);
    expect("sfpload L7,0,3,3\n"
           "sfple L7,L9,0,1\n"
           "sfpstore L7,0,3,3\n"
           "sfpencc 3,10\n");
    relations_of(SFP_BH, "newest", NODE_FLOAT, NODE_EQ, false);
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,2,3,3\n"
           "sfpiadd L6,L7,0,6\n"
           "sfpsetcc L6,0,6\n"
           "sfpstore L7,0,3,3\n"
           "sfpencc 3,10\n");
    relations_of(SFP_BH, "7.71", NODE_FLOAT, NODE_EQ, false);
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,2,3,3\n"
           "sfpmad L6,L6,L11,L7,0\n"
           "sfpsetcc L6,0,6\n"
           "sfpstore L7,0,3,3\n"
           "sfpencc 3,10\n");
    relations_of(SFP_WH, "7.71", NODE_FLOAT, NODE_GT, false);
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,2,3,3\n"
           "sfpmad L6,L7,L11,L6,0\n"
           "sfpnop\n"
           "sfpsetcc L6,0,0\n"
           "sfpstore L7,0,3,3\n"
           "sfpencc 3,10\n");
    relations_of(SFP_BH, "7.71", NODE_INTEGER, NODE_LE, false);
    expect("sfpload L7,0,3,3\n"
           "sfpload L6,2,3,3\n"
           "sfpmov L5,L7,2\n"
           "sfpiadd L5,L6,0,10\n"
           "sfpstore L7,0,3,3\n"
           "sfpencc 3,10\n");
    relations_of(SFP_BH, "7.71", NODE_INTEGER, NODE_GT, true);
    expect("sfpload L7,0,3,3\n"
           "sfpmov L6,L7,2\n"
           "sfpiadd L6,L9,0,2\n"
           "sfpstore L7,0,3,3\n"
           "sfpencc 3,10\n");
    begin(SFP_WH, "7.38");
    where(compare(NODE_INTEGER, load(0), NODE_LT, NODE_NONE, 5));
    where(compare(NODE_INTEGER, load(0), NODE_LT, NODE_NONE, 2048));
    where(compare(NODE_INTEGER, load(0), NODE_LT, NODE_NONE, 0xFFFFF800));
    expect("sfpload L7,0,3,3\n"
           "sfpiadd L7,L7,-5,1\n"
           "sfpload L7,0,3,3\n"
           "sfpiadd L7,L7,-2048,1\n"
           "sfpload L7,0,3,3\n"
           "sfploadi L6,-2048,4\n"
           "sfpiadd L6,L7,0,2\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products),
        cmocka_unit_test(products_apart),
        cmocka_unit_test(negated),
        cmocka_unit_test(negations),
        cmocka_unit_test(negated_results),
        cmocka_unit_test(immediates),
        cmocka_unit_test(which_immediates),
        cmocka_unit_test(immediates_first),
        cmocka_unit_test(relations),
    };

    return cmocka_run_group_tests_name("select_profiles", tests, NULL, NULL);
}
