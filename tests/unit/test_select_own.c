/*
 * The kernel's own words beside selected ones: words that a kernel wrote one after another stay so, and SFPNOPs come
 * only between a selected word and one of its own. By hand, then random lists (TRIALS; SFP_LONG: LONG_TRIALS).
 */
#include "isa/isa.h"
#include "isa/vector_unit.h"
#include "reference/operands.h"
#include "unit/node_lists.h"

#include <stdio.h>

/* Words of a kernel's own. */
#define NOP 0x8F000000
#define INCRWC 0x38008000   /* ttincrwc 0,2,0,0 */
#define MACRO_0 0x93228000  /* sfploadmacro 0,L2,0,2,2 */
#define MACRO_1 0x93428000  /* sfploadmacro 1,L0,0,2,2 */
#define MULTIPLY 0x86020900 /* sfpmul L0,L2,L0,0 */
#define STORE 0x7200C000    /* sfpstore L0,0,0,3 */
#define NEGATIVE 0x7B000000 /* sfpsetcc L0,0,0 */
#define ALL 0x8A00300A      /* sfpencc 3,10 */
#define MOP 0x01000000
#define RECORD_2 0x04000021 /* ttreplay 0,2,0,1 */
#define RECORD_2_EXECUTED 0x04000023
#define PLAY_2 0x04000020

/* ---- By hand ---- */

/* A macro's words: a result is stored by the kernel's own SFPSTORE without a wait, and macros follow each other. */
static void own_words_stay(void **state)
{
    int32_t a;

    (void)state;
    begin(SFP_WH, "7.38");
    a = load(0);
    store(a, 2);
    with(NODE_WORD, MACRO_1);
    with(NODE_WORD, MACRO_0);
    with(NODE_WORD, MULTIPLY);
    with(NODE_WORD, STORE);
    with(NODE_WORD, MACRO_1);
    expect("sfpload L7,0,3,3\n"
           "sfpstore L7,2,3,3\n"
           "sfploadmacro 1,L0,0,2,2\n"
           "sfploadmacro 0,L2,0,2,2\n"
           "sfpmul L0,L2,L0,0\n"
           "sfpstore L0,0,0,3\n"
           "sfploadmacro 1,L0,0,2,2\n");
}

/* The results of two cycles are there before an own word that reads them, and before a macro. A word of another unit
 * between takes the SFPNOP's cycle. */
static void waits_between(void **state)
{
    int32_t a;

    (void)state;
    begin(SFP_WH, "7.38");
    a = load(0);
    write_lreg(sum(a, a), 0);
    with(NODE_WORD, STORE);
    expect("sfpload L7,0,3,3\n"
           "sfpadd L0,L7,L7,0\n"
           "sfpnop\n"
           "sfpstore L0,0,0,3\n");
    begin(SFP_WH, "7.38");
    a = load(0);
    write_lreg(sum(a, a), 0);
    with(NODE_WORD, INCRWC);
    with(NODE_WORD, STORE);
    expect("sfpload L7,0,3,3\n"
           "sfpadd L0,L7,L7,0\n"
           "ttincrwc 0,2,0,0\n"
           "sfpstore L0,0,0,3\n");
    begin(SFP_WH, "7.38");
    a = load(0);
    write_lreg(sum(a, a), 0);
    with(NODE_WORD, MACRO_0);
    with(NODE_WORD, MACRO_1);
    expect("sfpload L7,0,3,3\n"
           "sfpadd L0,L7,L7,0\n"
           "sfpnop\n"
           "sfploadmacro 0,L2,0,2,2\n"
           "sfploadmacro 1,L0,0,2,2\n");
}

/* What a macro schedules starts at most 8 cycles after it, so its result can be read 10 cycles after: 9 SFPNOPs, of
 * which the kernel may have some. A word of another unit is none: delays may count instructions. */
static void macro_drains(void **state)
{
    (void)state;
    begin(SFP_WH, "7.38");
    with(NODE_WORD, MACRO_0);
    with(NODE_WORD, NOP);
    with(NODE_WORD, INCRWC);
    with(NODE_WORD, NOP);
    store(load(0), 2);
    expect("sfploadmacro 0,L2,0,2,2\n"
           "sfpnop\n"
           "ttincrwc 0,2,0,0\n"
           "sfpnop\n"
           "sfpnop\n" "sfpnop\n" "sfpnop\n" "sfpnop\n" "sfpnop\n" "sfpnop\n" "sfpnop\n"
           "sfpload L7,0,3,3\n"
           "sfpstore L7,2,3,3\n");
}

/* What is only recorded neither drains nor starts anything, and what is played back may hold a macro. */
static void replayed_macros(void **state)
{
    (void)state;
    begin(SFP_WH, "7.38");
    with(NODE_WORD, RECORD_2);
    with(NODE_WORD, MACRO_0);
    with(NODE_WORD, NOP);
    with(NODE_WORD, PLAY_2);
    with(NODE_WORD, PLAY_2);
    store(load(0), 2);
    expect("ttreplay 0,2,0,1\n"
           "sfploadmacro 0,L2,0,2,2\n"
           "sfpnop\n"
           "ttreplay 0,2,0,0\n"
           "ttreplay 0,2,0,0\n"
           "sfpnop\n" "sfpnop\n" "sfpnop\n" "sfpnop\n" "sfpnop\n" "sfpnop\n" "sfpnop\n" "sfpnop\n"
           "sfpload L7,0,3,3\n"
           "sfpstore L7,2,3,3\n");
    begin(SFP_WH, "7.38");
    with(NODE_WORD, RECORD_2);
    with(NODE_WORD, MACRO_0);
    with(NODE_WORD, NOP);
    store(load(0), 2);
    expect("ttreplay 0,2,0,1\n"
           "sfploadmacro 0,L2,0,2,2\n"
           "sfpnop\n"
           "sfpload L7,0,3,3\n"
           "sfpstore L7,2,3,3\n");
    begin(SFP_WH, "7.38");
    with(NODE_WORD, MACRO_1);
    with(NODE_WORD, RECORD_2);
    with(NODE_WORD, NOP);
    with(NODE_WORD, NOP);
    store(load(0), 2);
    expect("sfploadmacro 1,L0,0,2,2\n"
           "ttreplay 0,2,0,1\n"
           "sfpnop\n"
           "sfpnop\n"
           "sfpnop\n" "sfpnop\n" "sfpnop\n" "sfpnop\n" "sfpnop\n" "sfpnop\n" "sfpnop\n" "sfpnop\n" "sfpnop\n"
           "sfpload L7,0,3,3\n"
           "sfpstore L7,2,3,3\n");
}

/* A value in a register that an own word overwrites is elsewhere before the first of the words around it. */
static void copied_before(void **state)
{
    int32_t a;

    (void)state;
    begin(SFP_WH, "7.38");
    a = read_lreg(0);
    with(NODE_WORD, NOP);
    with(NODE_WORD, MULTIPLY);
    with(NODE_WORD, STORE);
    store(a, 2);
    expect("sfpmov L7,L0,2\n"
           "sfpnop\n"
           "sfpmul L0,L2,L0,0\n"
           "sfpstore L0,0,0,3\n"
           "sfpstore L7,2,3,3\n");
}

/* Registers that a macro may read hold something for it only where a node has written them, and not that which its own
 * load replaces: a constant before all own words has room, and a value before MACRO_1 has L0. */
static void macros_after_constants(void **state)
{
    struct node n;

    (void)state;
    begin(SFP_WH, "7.38");
    n = node(NODE_CONFIG);
    n.uses[NODE_L0] = constant(0x40000000);
    n.imm = 12;
    add(&n);
    with(NODE_WORD, MACRO_0);
    with(NODE_WORD, MACRO_1);
    expect("sfploadi L0,16384,0\n"
           "sfpconfig 12,0,0\n"
           "sfploadmacro 0,L2,0,2,2\n"
           "sfploadmacro 1,L0,0,2,2\n");
    begin(SFP_WH, "7.38");
    with(NODE_WORD, MACRO_0);
    store(load(0), 2);
    with(NODE_WORD, MACRO_1);
    with(NODE_WORD, MOP);
    with(NODE_WORD, MOP);
    store(load(0), 2);
    with(NODE_WORD, MOP);
    expect_error("k.h:7: no register is left for another value: 8 LRegs are reserved for the kernel's own words, and the "
                 "one of line 9 may read any LReg: compute values before those words, or in a call of a separate program");
}

/* A constant that is used where more lanes are enabled is loaded above, before the own words that enable fewer. */
static void constant_above(void **state)
{
    int32_t two;

    (void)state;
    begin(SFP_WH, "7.38");
    with(NODE_WORD, NOP);
    with(NODE_WORD, NEGATIVE);
    two = constant(0x40000000);
    store(two, 0);
    with(NODE_WORD, ALL);
    store(two, 2);
    expect("sfploadi L7,16384,0\n"
           "sfpnop\n"
           "sfpsetcc L0,0,0\n"
           "sfpstore L7,0,3,3\n"
           "sfpencc 3,10\n"
           "sfpstore L7,2,3,3\n");
}

/* Across a macro no value lives. */
static void values_across_macros(void **state)
{
    int32_t a;

    (void)state;
    begin(SFP_WH, "7.38");
    a = load(0);
    with(NODE_WORD, NOP);
    with(NODE_WORD, MACRO_0);
    store(a, 2);
    expect_error("k.h:2: no register is left for another value: the values of lines 1 are used further below, and the "
                 "kernel's own words from here on may write any LReg");
}

/* ---- At random ---- */

enum { TRIALS = 2000, LONG_TRIALS = 100000, STATEMENTS = 12, VARIABLES = 3 };

static uint64_t seed_now;

static unsigned below(unsigned bound)
{
    return (unsigned)(random_operand(&seed_now) % bound);
}

/* Some runs have words that may write any LReg, which no value lives across. */
static bool add_own_run(void)
{
    static const uint32_t words[] = {NOP, INCRWC, MULTIPLY, STORE, NEGATIVE, ALL, MACRO_0, MACRO_1, MOP, RECORD_2,
                                     RECORD_2_EXECUTED, PLAY_2};
    const bool any = below(2);
    const unsigned count = 1 + below(5), kinds = any ? sizeof words / sizeof words[0] : 6;

    for (unsigned i = 0; i < count; i++) {
        const uint32_t word = words[below(kinds)];

        with(NODE_WORD, word);
        for (unsigned body = 0; body < 2 && (word == RECORD_2 || word == RECORD_2_EXECUTED); body++)
            with(NODE_WORD, words[below(8)]);
    }
    return any;
}

static void load_variables(int32_t *values)
{
    for (unsigned i = 0; i < VARIABLES; i++)
        values[i] = load(2 * i);
}

static void make_list(enum sfp_arch arch)
{
    int32_t values[VARIABLES];

    begin(arch, "7.38");
    load_variables(values);
    for (unsigned i = 0; i < STATEMENTS; i++) {
        const unsigned to = below(VARIABLES), from = below(VARIABLES);

        switch (below(7)) {
        case 0: values[to] = sum(values[to], values[from]); break;
        case 1: values[to] = product(values[to], values[from]); break;
        case 2: store(values[from], 64 + 2 * i); break;
        case 3: write_lreg(values[from], 0); break;
        case 4: values[to] = sum(values[from], constant(0x40000000 + (below(3) << 16))); break;
        case 5: store(constant(0x40000000 + (below(3) << 16)), 64 + 2 * i); break;
        default:
            if (add_own_run())
                load_variables(values);
            break;
        }
    }
}

/* May nothing come between the list's node `i` and the one before it? INCRWC alone is passed by SELECT_SCHEDULE. */
static bool stays_behind(size_t i, unsigned how)
{
    const struct node *before = &list.nodes[i - 1];

    return before->kind == NODE_WORD &&
           !(how & SELECT_SCHEDULE && before->imm == INCRWC && list.nodes[i].imm == INCRWC);
}

/* Is each word that follows an own one in the list the next one in the selection? */
static void check_neighbours(const struct selection *selection, unsigned how)
{
    size_t word = 0;

    for (size_t i = 0; i < list.count; i++) {
        if (list.nodes[i].kind != NODE_WORD)
            continue;
        if (i == 0 || !stays_behind(i, how))
            while (word < selection->count && selection->words[word].chosen)
                word++;
        assert_true(word < selection->count);
        if (selection->words[word].chosen || selection->words[word].word != list.nodes[i].imm)
            fail_msg("line %u: %08x, not the kernel's own %08x, of\n%.*s", list.nodes[i].place.line,
                     selection->words[word].word, list.nodes[i].imm, (int)selection->reading.size,
                     selection->reading.data);
        word++;
    }
}

/* Are at least 9 words of the vector unit executed between a macro and the next selected word? */
static void check_drained(const struct selection *selection)
{
    unsigned since = SFP_REPLAY_SLOTS;

    for (size_t i = 0; i < selection->count; i++) {
        const struct selected_word *w = &selection->words[i];

        if (w->chosen && !w->wait && since < 9)
            fail_msg("word %zu comes %u words after a macro", i, since);
        if (w->word == RECORD_2)
            i += 2;
        else if (w->word == MACRO_0 || w->word == MACRO_1)
            since = 0;
        else if (w->word == PLAY_2)
            since += 2;
        else if (w->word >> 24 >= 0x70 && w->word >> 24 < 0xA0)
            since++;
    }
}

static void try(enum sfp_arch arch, uint64_t seed, unsigned how, unsigned *refused)
{
    struct selection selection;
    char *error;

    seed_now = seed;
    make_list(arch);
    if (select_nodes(&list, SELECT_READING | how, &selection, &error)) {
        check_neighbours(&selection, how);
        check_drained(&selection);
        selection_free(&selection);
    } else {
        assert_non_null(error);
        if (!strstr(error, "any LReg") && !strstr(error, "kernel's own words"))
            fail_msg("seed %llu: %s", (unsigned long long)seed, error);
        free(error);
        ++*refused;
    }
    node_list_free(&list);
}

static void random_lists(void **state)
{
    const unsigned trials = getenv("SFP_LONG") ? LONG_TRIALS : TRIALS;
    unsigned refused = 0;

    (void)state;
    for (unsigned i = 0; i < trials; i++)
        for (unsigned how = 0; how < 2; how++)
            EACH_ARCH(arch)
                try(arch, i + 1, how * SELECT_SCHEDULE, &refused);
    print_message("%u of %u refused for want of registers\n", refused, 4 * trials);
    assert_true(refused < 2 * trials);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_words_stay),
        cmocka_unit_test(waits_between),
        cmocka_unit_test(macro_drains),
        cmocka_unit_test(replayed_macros),
        cmocka_unit_test(copied_before),
        cmocka_unit_test(macros_after_constants),
        cmocka_unit_test(constant_above),
        cmocka_unit_test(values_across_macros),
        cmocka_unit_test(random_lists),
    };

    return cmocka_run_group_tests_name("select_own", tests, NULL, NULL);
}
