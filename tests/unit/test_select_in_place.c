/*
 * Operations in place where a > 1: v_if (a > 1) { b = b op c; } v_endif, as lists of the nodes that sfpi's headers
 * give, selected for all arches and profiles, in order and with SELECT_SCHEDULE. The simulator runs the words in time,
 * and what is stored was worked out by hand: in even lanes a is 4, and in odd ones 1, so that these keep b.
 */
#include "unit/node_lists.h"

#include "isa/modes.h"
#include "time/pipeline.h"

enum { ROW_OF_B = 64, ROW_OF_C = 128, CELL = 2, STEP = 0x38008000 /* INCRWC by a cell */ };

static const uint32_t ONE = 0x3F800000, HALF = 0x3F000000, FOUR = 0x40800000, MINUS_SIX = 0xC0C00000;

static unsigned last_modifier(enum sfp_arch arch)
{
    return arch == SFP_WH ? 3 : 7;
}

/* ---- Nodes ---- */

static int32_t get_as(unsigned format, unsigned address)
{
    struct node n = insn("sfpload", format);

    n.imm = address;
    n.option = (uint8_t)last_modifier(list.arch);
    return making(&n);
}

static void put_as(unsigned format, int32_t value, unsigned address)
{
    struct node n = insn("sfpstore", format);

    n.imm = address;
    n.option = (uint8_t)last_modifier(list.arch);
    n.uses[NODE_VD] = value;
    add(&n);
}

static int32_t with_immediate(const char *name, unsigned mod, int32_t vc, uint32_t imm)
{
    struct node n = insn(name, mod);

    n.uses[NODE_VC] = vc;
    n.imm = imm;
    return making(&n);
}

/* A shift to the left has a result of its own on Blackhole, and is in place on Wormhole. */
static int32_t shifted(int32_t value, uint32_t by)
{
    struct node n = insn("sfpshft", list.arch == SFP_WH ? 1 : 5);

    n.uses[list.arch == SFP_WH ? NODE_VD : NODE_VC] = value;
    n.imm = by;
    return making(&n);
}

/* ---- What is in place ---- */

static int32_t a_times_half(int32_t a, int32_t b, int32_t c)
{
    (void)b;
    (void)c;
    return product(a, constant(HALF));
}

static int32_t a_and_half(int32_t a, int32_t b, int32_t c)
{
    (void)b;
    (void)c;
    return sum(a, constant(HALF));
}

static int32_t b_times_half(int32_t a, int32_t b, int32_t c)
{
    (void)a;
    (void)c;
    return product(b, constant(HALF));
}

static int32_t b_and_5(int32_t a, int32_t b, int32_t c)
{
    (void)a;
    (void)c;
    return with_immediate("sfpiadd", SFP_MODE_SFPIADD_IMM_NONE, b, 5);
}

static int32_t a_times_b(int32_t a, int32_t b, int32_t c)
{
    (void)c;
    return product(a, b);
}

static int32_t b_with_exponent(int32_t a, int32_t b, int32_t c)
{
    (void)a;
    (void)c;
    return with_immediate("sfpsetexp", 1, b, 127);
}

static int32_t b_shifted(int32_t a, int32_t b, int32_t c)
{
    (void)a;
    (void)c;
    return shifted(b, 3);
}

static int32_t b_masked(int32_t a, int32_t b, int32_t c)
{
    (void)a;
    return make("sfpand", 0, -1, -1, c, b);
}

static int32_t b_with_sign(int32_t a, int32_t b, int32_t c)
{
    (void)c;
    return make("sfpsetsgn", 0, -1, -1, b, a);
}

/* The value that is changed: a, or b as a float, or as an integer; and its bits in even and in odd lanes. */
static const struct in_place {
    const char *name;
    int32_t (*make)(int32_t a, int32_t b, int32_t c);
    enum { OF_A, OF_B, OF_INTEGER } of;
    uint32_t even, odd;
} in_place[] = {
    {"a = a * 0.5f", a_times_half, OF_A, 0x40000000 /* 4 * 0.5 = 2 */, ONE},
    {"a = a + 0.5f", a_and_half, OF_A, 0x40900000 /* 4 + 0.5 = 4.5 */, ONE},
    {"b = b * 0.5f", b_times_half, OF_B, 0xC0400000 /* -6 * 0.5 = -3 */, MINUS_SIX},
    {"b = b + 5", b_and_5, OF_INTEGER, 25, 20},
    {"b = a * b", a_times_b, OF_B, 0xC1C00000 /* 4 * -6 = -24 */, MINUS_SIX},
    {"b = setexp(b, 127)", b_with_exponent, OF_B, 0xBFC00000 /* -6 = -1.5 * 4, -1.5 * 1 */, MINUS_SIX},
    {"b = b << 3", b_shifted, OF_INTEGER, 160, 20},
    {"b = b & c", b_masked, OF_INTEGER, 4 /* of 10100 and 01100 */, 20},
    {"b = copysgn(b, a)", b_with_sign, OF_B, 0x40C00000 /* 6 */, MINUS_SIX},
};

/* ---- The machine ---- */

static void move_cell(struct sfp_machine *m, enum sfp_id id, unsigned row)
{
    execute(m, MADE_WORD(&m->index, id, {SFP_F_VD, 0}, {SFP_F_MOD, SFP_FMT_INT32}, {SFP_F_ADDR, row},
                         {SFP_F_ADDR_MODE, last_modifier(m->s.arch)}));
}

static void fill_cell(struct sfp_machine *m, unsigned row, uint32_t even, uint32_t odd)
{
    for (unsigned l = 0; l < SFP_LANES; l++)
        m->s.lreg[0][l] = l % 2 ? odd : even;
    move_cell(m, SFP_I_SFPSTORE, row);
}

/* Lanes of the cell are these bits. */
static void expect_cell(struct sfp_machine *m, unsigned row, uint32_t even, uint32_t odd)
{
    m->s.flags = m->s.use_flags = UINT32_MAX;
    sfp_state_refresh(&m->s);
    move_cell(m, SFP_I_SFPLOAD, row);
    for (unsigned l = 0; l < SFP_LANES; l++)
        if (m->s.lreg[0][l] != (l % 2 ? odd : even))
            fail_msg("row %u, lane %u: %08X, not %08X", row, l, m->s.lreg[0][l], l % 2 ? odd : even);
}

static void run_list(struct sfp_machine *m, unsigned how)
{
    const struct sfp_timing_options options = {.run.repeat = 1};
    struct sfp_timing_result result;
    struct selection selection;
    uint32_t words[256];
    char *error;

    assert_true(select_nodes(&list, how, &selection, &error));
    if (!validate_selection(&list, &selection, &error))
        fail_msg("%s", error);
    assert_true(selection.count < sizeof words / sizeof words[0]);
    for (size_t i = 0; i < selection.count; i++)
        words[i] = selection.words[i].word;
    sfp_run_timed(m, words, selection.count, &options, &result);
    assert_int_equal(result.run.status, SFP_RUN_DONE);
    selection_free(&selection);
}

static struct sfp_machine *new_machine(enum sfp_arch arch)
{
    struct sfp_machine *m = machine(arch);

    sfp_setup_init(m, SFP_INIT_LLK);
    m->s.flags = m->s.use_flags = UINT32_MAX;
    sfp_state_refresh(&m->s);
    return m;
}

/* ---- Tests ---- */

/* In turn all arches, profiles and orders. */
static void for_each(void (*try)(enum sfp_arch arch, const char *profile, unsigned how))
{
    EACH_ARCH(arch) {
        const char *profile;

        for (size_t i = 0; (profile = profile_name(i, arch)); i++) {
            try(arch, profile, 0);
            try(arch, profile, SELECT_SCHEDULE);
        }
    }
}

static void try_in_place(enum sfp_arch arch, const char *profile, unsigned how, const struct in_place *p)
{
    struct sfp_machine *m = new_machine(arch);
    const unsigned format = p->of == OF_INTEGER ? SFP_FMT_INT32 : SFP_FMT_FP32;
    int32_t a, b, c, made;

    fill_cell(m, 0, FOUR, ONE);
    fill_cell(m, ROW_OF_B, p->of == OF_INTEGER ? 20 : MINUS_SIX, p->of == OF_INTEGER ? 20 : MINUS_SIX);
    fill_cell(m, ROW_OF_C, 12, 12);
    begin(arch, profile);
    a = get_as(SFP_FMT_FP32, 0);
    b = get_as(format, ROW_OF_B);
    c = get_as(SFP_FMT_INT32, ROW_OF_C);
    begin_if(compare(NODE_FLOAT, a, NODE_GT, NODE_NONE, ONE));
    made = p->make(a, b, c);
    made = assign(p->of == OF_A ? a : b, made);
    plain(NODE_POPC);
    put_as(format, made, 0);
    run_list(m, how);
    expect_cell(m, 0, p->even, p->odd);
    node_list_free(&list);
    sfp_machine_free(m);
}

static void try_all_in_place(enum sfp_arch arch, const char *profile, unsigned how)
{
    for (size_t i = 0; i < sizeof in_place / sizeof in_place[0]; i++) {
        print_message("%s, %s%s: %s\n", sfp_arch_name(arch), profile, how ? ", scheduled" : "", in_place[i].name);
        try_in_place(arch, profile, how, &in_place[i]);
    }
}

static void test_in_place(void **state)
{
    (void)state;
    for_each(try_all_in_place);
}

/*
 * a = 1.5f;
 * v_if (j == 5) { v_if (c > 4.75f) { v_if (j > -3) {} v_else { a = a + 3.0f; } v_endif } v_endif } v_endif
 * v_if (c <= -3.25f) {} v_endif
 */
static void add_row(void)
{
    int32_t a = get_as(SFP_FMT_FP32, 0);
    const int32_t b = get_as(SFP_FMT_FP32, 64), c = get_as(SFP_FMT_FP32, 128);
    const int32_t i = get_as(SFP_FMT_INT32, 192), j = get_as(SFP_FMT_INT32, 256);

    a = assign(a, constant(0x3FC00000));
    begin_if(compare(NODE_INTEGER, j, NODE_EQ, NODE_NONE, 5));
    begin_if(compare(NODE_FLOAT, c, NODE_GT, NODE_NONE, 0x40980000));
    begin_if(compare(NODE_INTEGER, j, NODE_GT, NODE_NONE, (uint32_t)-3));
    plain(NODE_COMPC);
    a = assign(a, sum(a, constant(0x40400000)));
    plain(NODE_POPC);
    plain(NODE_POPC);
    plain(NODE_POPC);
    begin_if(compare(NODE_FLOAT, c, NODE_LE, NODE_NONE, 0xC0500000));
    plain(NODE_POPC);
    put_as(SFP_FMT_FP32, a, 0);
    put_as(SFP_FMT_FP32, b, 64);
    put_as(SFP_FMT_FP32, c, 128);
    put_as(SFP_FMT_INT32, i, 192);
    put_as(SFP_FMT_INT32, j, 256);
    with(NODE_WORD, STEP);
}

/* 5 is greater than -3, so that no lane adds 3.0 to what it has: all keep 1.5, in both rows, whose constant is one. */
static void try_rows(enum sfp_arch arch, const char *profile, unsigned how)
{
    struct sfp_machine *m = new_machine(arch);

    print_message("%s, %s%s\n", sfp_arch_name(arch), profile, how ? ", scheduled" : "");
    for (unsigned row = 0; row <= CELL; row += CELL) {
        fill_cell(m, row, FOUR, ONE);
        fill_cell(m, 128 + row, 0x41000000, 0x41000000); /* c = 8 */
        fill_cell(m, 256 + row, 5, 0);
    }
    begin(arch, profile);
    add_row();
    add_row();
    run_list(m, how);
    m->s.own.rwc.dst = 0;
    for (unsigned row = 0; row <= CELL; row += CELL) {
        expect_cell(m, row, 0x3FC00000, 0x3FC00000);
        expect_cell(m, 256 + row, 5, 0);
    }
    node_list_free(&list);
    sfp_machine_free(m);
}

static void test_rows(void **state)
{
    (void)state;
    for_each(try_rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_in_place),
        cmocka_unit_test(test_rows),
    };

    return cmocka_run_group_tests_name("select_in_place", tests, NULL, NULL);
}
