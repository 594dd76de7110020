/*
 * Selection with SELECT_SCHEDULE on small lists: the order of words, worked out beside each from the latencies in
 * include/latency.def: a multiply-add's result can be read two cycles after it, so that one word fits in between, where
 * Wormhole needs an SFPNOP otherwise and Blackhole waits.
 */
#include "unit/node_lists.h"

#include "isa/constants.h"
#include "select/dst_places.h"
#include "select/node_window.h"

enum { STEP = 0x38008000 /* INCRWC, two rows */, OWN_NOP = 0x8F000000 };

static unsigned last_modifier(void)
{
    return list.arch == SFP_WH ? 3 : 7;
}

/* A load and a store that leave the counter as it is. */
static int32_t get_as(unsigned format, unsigned address)
{
    struct node n = insn("sfpload", format);

    n.imm = address;
    n.option = (uint8_t)last_modifier();
    return making(&n);
}

static void put_as(unsigned format, int32_t value, unsigned address)
{
    struct node n = insn("sfpstore", format);

    n.imm = address;
    n.option = (uint8_t)last_modifier();
    n.uses[NODE_VD] = value;
    add(&n);
}

static int32_t get(unsigned address) { return get_as(SFP_FMT_FP32, address); }
static void put(int32_t value, unsigned address) { put_as(SFP_FMT_FP32, value, address); }

static void expect_scheduled(const char *expected) { expect_as(SELECT_SCHEDULE, expected); }

/* ---- Rows ---- */

static void squares(enum sfp_arch arch, unsigned count)
{
    begin(arch, "7.38");
    for (unsigned row = 0; row < count; row++) {
        const int32_t a = get(0);

        put(product(a, a), 0);
        with(NODE_WORD, STEP);
    }
}

static void rows(void **state)
{
    (void)state;
    squares(SFP_WH, 1);
    expect_scheduled("sfpload L7,0,3,3\n"
                     "sfpmul L7,L7,L7,0\n"
                     "ttincrwc 0,2,0,0\n"
                     "sfpstore L7,16382,3,3\n");
    squares(SFP_WH, 2);
    expect_scheduled("sfpload L7,0,3,3\n"
                     "sfpmul L7,L7,L7,0\n"
                     "ttincrwc 0,2,0,0\n"
                     "sfpstore L7,16382,3,3\n"
                     "sfpload L7,0,3,3\n"
                     "sfpmul L7,L7,L7,0\n"
                     "ttincrwc 0,2,0,0\n"
                     "sfpstore L7,16382,3,3\n");
    squares(SFP_BH, 2);
    expect_scheduled("sfpload L7,0,3,7\n"
                     "sfpmul L7,L7,L7,0\n"
                     "sfpstore L7,0,3,7\n"
                     "ttincrwc 0,2,0,0\n"
                     "sfpload L7,0,3,7\n"
                     "sfpmul L7,L7,L7,0\n"
                     "sfpstore L7,0,3,7\n"
                     "ttincrwc 0,2,0,0\n");
}

/* Values that only one order */
static void chains(void **state)
{
    int32_t a, b;

    (void)state;
    begin(SFP_WH, "7.38");
    a = get(0);
    b = get(2);
    put(product(product(product(a, a), a), a), 4);
    put(product(product(b, b), b), 6);
    expect_scheduled("sfpload L7,0,3,3\n"
                     "sfpload L6,2,3,3\n"
                     "sfpmul L5,L7,L7,0\n"
                     "sfpmul L4,L6,L6,0\n"
                     "sfpmul L5,L5,L7,0\n"
                     "sfpmul L6,L4,L6,0\n"
                     "sfpmul L7,L5,L7,0\n"
                     "sfpstore L6,6,3,3\n"
                     "sfpstore L7,4,3,3\n");
}

/* ---- Dst ---- */

static void square_and(unsigned stored, unsigned loaded_as, unsigned loaded)
{
    int32_t a, b;

    begin(SFP_WH, "7.38");
    a = get(0);
    put(product(a, a), stored);
    b = get_as(loaded_as, loaded);
    put(b, 8);
}

static void cells(void **state)
{
    (void)state;
    square_and(2, SFP_FMT_FP32, 4);
    expect_scheduled("sfpload L7,0,3,3\n"
                     "sfpmul L7,L7,L7,0\n"
                     "sfpload L6,4,3,3\n"
                     "sfpstore L7,2,3,3\n"
                     "sfpstore L6,8,3,3\n");
    square_and(2, SFP_FMT_FP32, 2);
    expect_scheduled("sfpload L7,0,3,3\n"
                     "sfpmul L7,L7,L7,0\n"
                     "sfpnop\n"
                     "sfpstore L7,2,3,3\n"
                     "sfpload L7,2,3,3\n"
                     "sfpstore L7,8,3,3\n");
    square_and(2, SFP_FMT_FP32, 3);
    expect_scheduled("sfpload L7,0,3,3\n"
                     "sfpmul L7,L7,L7,0\n"
                     "sfpnop\n"
                     "sfpstore L7,2,3,3\n"
                     "sfpload L7,3,3,3\n"
                     "sfpstore L7,8,3,3\n");
    square_and(2, SFP_FMT_INT32, 4);
    expect_scheduled("sfpload L7,0,3,3\n"
                     "sfpmul L7,L7,L7,0\n"
                     "sfpload L6,4,4,3\n"
                     "sfpstore L7,2,3,3\n"
                     "sfpstore L6,8,3,3\n");
    square_and(2, SFP_FMT_BF16, 4);
    expect_scheduled("sfpload L7,0,3,3\n"
                     "sfpmul L7,L7,L7,0\n"
                     "sfpnop\n"
                     "sfpstore L7,2,3,3\n"
                     "sfpload L7,4,2,3\n"
                     "sfpstore L7,8,3,3\n");
    square_and(2, SFP_FMT_SRCB, 4);
    expect_scheduled("sfpload L7,0,3,3\n"
                     "sfpmul L7,L7,L7,0\n"
                     "sfpnop\n"
                     "sfpstore L7,2,3,3\n"
                     "sfpload L7,4,0,3\n"
                     "sfpstore L7,8,3,3\n");
}

static void modifiers(void **state)
{
    int32_t a, b;
    struct node n;

    (void)state;
    begin(SFP_WH, "7.38");
    a = get(0);
    a = product(a, a);
    put(a, 2);
    n = insn("sfpload", SFP_FMT_FP32);
    n.imm = 4;
    n.option = 2;
    b = making(&n);
    put(b, 6);
    expect_scheduled("sfpload L7,0,3,3\n"
                     "sfpmul L7,L7,L7,0\n"
                     "sfpnop\n"
                     "sfpstore L7,2,3,3\n"
                     "sfpload L7,4,3,2\n"
                     "sfpstore L7,6,3,3\n");
}

/* Nor does a load in all lanes pass the store: on Blackhole its address may be a stack's (sfpu-dst(7)). */
static void stacks(void **state)
{
    int32_t a;

    (void)state;
    begin(SFP_BH, "7.38");
    a = get(0);
    a = product(a, a);
    put(a, 2);
    put_as(SFP_FMT_FP32, get_as(SFP_FMT_INT32_ALL, 4), 6);
    expect_scheduled("sfpload L7,0,3,7\n"
                     "sfpmul L7,L7,L7,0\n"
                     "sfpstore L7,2,3,7\n"
                     "sfpload L7,4,10,7\n"
                     "sfpstore L7,6,3,7\n");
}

/* ---- Lanes ---- */

static void conditions(void **state)
{
    int32_t a, p;

    (void)state;
    begin(SFP_WH, "7.38");
    a = get(0);
    begin_if(compare(NODE_FLOAT, a, NODE_LT, NODE_NONE, 0));
    put(product(a, a), 2);
    plain(NODE_POPC);
    put(a, 4);
    expect_scheduled("sfpload L7,0,3,3\n"
                     "sfpmul L6,L7,L7,0\n"
                     "sfpstore L7,4,3,3\n"
                     "sfpsetcc L7,0,0\n"
                     "sfpstore L6,2,3,3\n"
                     "sfpencc 3,10\n");
    begin(SFP_WH, "7.38");
    a = get(0);
    begin_if(compare(NODE_FLOAT, a, NODE_LT, NODE_NONE, 0));
    p = assign(a, product(a, a));
    plain(NODE_POPC);
    put(p, 2);
    put(get(4), 6);
    expect_scheduled("sfpload L7,0,3,3\n"
                     "sfpsetcc L7,0,0\n"
                     "sfpmul L7,L7,L7,0\n"
                     "sfpencc 3,10\n"
                     "sfpstore L7,2,3,3\n"
                     "sfpload L7,4,3,3\n"
                     "sfpstore L7,6,3,3\n");
}

/* Flags of two nests, the first of which leaves all lanes enabled; in the second one a is multiplied where it is
 * negative, twice, and the second product needs the first. */
static void masked_square(bool whole)
{
    int32_t a, p;

    begin(SFP_WH, "7.38");
    a = get(0);
    begin_if(compare(NODE_FLOAT, a, NODE_EQ, NODE_NONE, 0));
    plain(NODE_POPC);
    begin_if(compare(NODE_FLOAT, a, NODE_LT, NODE_NONE, 0));
    p = assign(a, product(a, a));
    p = assign(p, product(p, p));
    if (!whole)
        put(get(4), 6);
    plain(NODE_POPC);
    if (whole)
        put(get(4), 6);
    put(p, 2);
}

static void masks(void **state)
{
    (void)state;
    masked_square(false);
    expect_scheduled("sfpload L7,0,3,3\n"
                     "sfpload L6,4,3,3\n"
                     "sfpsetcc L7,0,6\n"
                     "sfpencc 3,10\n"
                     "sfpsetcc L7,0,0\n"
                     "sfpmul L7,L7,L7,0\n"
                     "sfpstore L6,6,3,3\n"
                     "sfpmul L7,L7,L7,0\n"
                     "sfpencc 3,10\n"
                     "sfpstore L7,2,3,3\n");
    masked_square(true);
    expect_scheduled("sfpload L7,0,3,3\n"
                     "sfpsetcc L7,0,6\n"
                     "sfpencc 3,10\n"
                     "sfpsetcc L7,0,0\n"
                     "sfpmul L7,L7,L7,0\n"
                     "sfpnop\n"
                     "sfpmul L7,L7,L7,0\n"
                     "sfpencc 3,10\n"
                     "sfpload L6,4,3,3\n"
                     "sfpstore L6,6,3,3\n"
                     "sfpstore L7,2,3,3\n");
}

/* ---- Fences ---- */

static void fences(void **state)
{
    int32_t a, b;

    (void)state;
    begin(SFP_WH, "7.38");
    a = get(0);
    put(product(a, a), 2);
    with(NODE_WORD, OWN_NOP);
    b = get(4);
    put(b, 6);
    expect_scheduled("sfpload L7,0,3,3\n"
                     "sfpmul L7,L7,L7,0\n"
                     "sfpnop\n"
                     "sfpstore L7,2,3,3\n"
                     "sfpnop\n"
                     "sfpload L7,4,3,3\n"
                     "sfpstore L7,6,3,3\n");
    begin(SFP_WH, "7.38");
    with(NODE_WORD, 0x04000021); /* REPLAY records two words */
    with(NODE_WORD, STEP);
    with(NODE_WORD, STEP);
    a = get(0);
    put(product(a, a), 2);
    expect_scheduled("ttreplay 0,2,0,1\n"
                     "ttincrwc 0,2,0,0\n"
                     "ttincrwc 0,2,0,0\n"
                     "sfpload L7,0,3,3\n"
                     "sfpmul L7,L7,L7,0\n"
                     "sfpnop\n"
                     "sfpstore L7,2,3,3\n");
}

/* A body that REPLAY records keeps its length, which the kernel says, 5 words: INCRWC does not take the SFPNOP's place
 * there. In the row behind it it does. */
static void recorded_body(void **state)
{
    int32_t a;

    (void)state;
    begin(SFP_WH, "7.38");
    with(NODE_WORD, 0x04000053); /* REPLAY records five words, and executes them */
    plain(NODE_BARRIER);
    a = get(0);
    put(product(a, a), 0);
    with(NODE_WORD, STEP);
    plain(NODE_BARRIER);
    a = get(0);
    put(product(a, a), 0);
    with(NODE_WORD, STEP);
    expect_scheduled("ttreplay 0,5,1,1\n"
                     "sfpload L7,0,3,3\n"
                     "sfpmul L7,L7,L7,0\n"
                     "sfpnop\n"
                     "sfpstore L7,0,3,3\n"
                     "ttincrwc 0,2,0,0\n"
                     "sfpload L7,0,3,3\n"
                     "sfpmul L7,L7,L7,0\n"
                     "ttincrwc 0,2,0,0\n"
                     "sfpstore L7,16382,3,3\n");
}

static void random_numbers(void **state)
{
    int32_t a, b;

    (void)state;
    begin(SFP_WH, "7.38");
    a = get(0);
    b = get(2);
    a = product(a, a);
    a = make("sfpstochrnd", 1, -1, -1, a, -1);
    b = make("sfpstochrnd", 1, -1, -1, b, -1);
    put(a, 4);
    put(b, 6);
    expect_scheduled("sfpload L7,0,3,3\n"
                     "sfpmul L7,L7,L7,0\n"
                     "sfpload L6,2,3,3\n"
                     "sfpstochrnd L7,L0,L7,0,1,0\n"
                     "sfpstochrnd L6,L0,L6,0,1,0\n"
                     "sfpstore L7,4,3,3\n"
                     "sfpstore L6,6,3,3\n");
}

/* No address is corrected by 512 or more: of 40 words that add 15 each the 35th is a fence, from which the sum begins
 * again, and so is a load of an address from 512 on. */
static void far_away(void **state)
{
    struct selecting s = {.list = &list};
    bool *fences;

    (void)state;
    begin(SFP_WH, "7.38");
    for (unsigned i = 0; i < 40; i++)
        with(NODE_WORD, 0x3803C000);
    get(511);
    get(512);
    s.nodes = list;
    s.index = indices;
    fences = window_fences(&s);
    assert_non_null(fences);
    for (size_t i = 0; i < list.count; i++)
        assert_int_equal(fences[i], i == 34 || i == 41);
    free(fences);
    node_list_free(&list);
}

/* The modifier that the vendor's headers have for addresses without increment. */
static void no_increment(void **state)
{
    static const char *const names[] = {"SFPLOAD_ADDR_MODE_NOINC", "SFPSTORE_ADDR_MODE_NOINC"};
    struct constants constants = {0};
    struct constant_hit hit;

    (void)state;
    assert_true(sfp_constants_init(&constants));
    EACH_ARCH(arch) {
        sfp_index_init(&indices, arch);
        for (unsigned i = 0; i < 2; i++) {
            struct node n = insn(i ? "sfpstore" : "sfpload", 0);

            assert_int_equal(sfp_constants_find(&constants, arch, names[i], strlen(names[i]), &hit), CONSTANT_FOUND);
            for (n.option = 0; n.option < (arch == SFP_WH ? 4 : 8); n.option++)
                assert_int_equal(dst_is_plain(&n), n.option == hit.hit->value);
        }
    }
    sfp_constants_free(&constants);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows),
        cmocka_unit_test(chains),
        cmocka_unit_test(cells),
        cmocka_unit_test(modifiers),
        cmocka_unit_test(stacks),
        cmocka_unit_test(conditions),
        cmocka_unit_test(masks),
        cmocka_unit_test(fences),
        cmocka_unit_test(recorded_body),
        cmocka_unit_test(random_numbers),
        cmocka_unit_test(far_away),
        cmocka_unit_test(no_increment),
    };

    return cmocka_run_group_tests_name("select_order", tests, NULL, NULL);
}
