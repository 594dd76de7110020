/*
 * Own words that reach further than their operands: by LaneConfig, by flags, and by what REPLAY plays. Values that live
 * across them, and the own words, must be what they are one without the other. By hand, then random lists (TRIALS;
 * SFP_LONG: LONG_TRIALS), whose words run in the simulator beside the own words alone.
 */
#include "unit/node_lists.h"

#include "time/pipeline.h"
#include "reference/operands.h"

#include <stdio.h>

/* Words of a kernel's own. */
#define LOWER 0x710A0000        /* sfploadi L0,IMM,10 */
#define UPPER 0x71080000        /* sfploadi L0,IMM,8 */
#define LANE_CONFIG 0x910000F0  /* sfpconfig 15,0,0 */
#define RESET_CONFIG 0x910000F1 /* sfpconfig 15,0,1 */
#define SWAP 0x92000001         /* sfpswap VD,VC,1 */
#define TRANSPOSE 0x8C000000
#define NEGATIVE 0x7B000000     /* sfpsetcc VC,0,0 */
#define ALL 0x8A00300A          /* sfpencc 3,10 */
#define MOVE 0x7C000000         /* sfpmov VD,VC,0 */
#define RECORD_1 0x04000011     /* ttreplay 0,1,0,1 */
#define PLAY_1 0x04000010
#define RECORD_8_EXECUTED 0x04000083
#define PLAY_8 0x04000080
#define DEST_INDEX 4

static uint32_t of_registers(uint32_t word, unsigned vd, unsigned vc)
{
    return word | vd << 4 | vc << 8;
}

/* SFPLOAD and SFPSTORE of this register and row, as fp32, with the address modifier that steps nothing. */
static uint32_t stays = 0xC000;
static uint32_t load_word(unsigned lreg, unsigned row) { return 0x70030000 | stays | lreg << 20 | row; }
static uint32_t store_word(unsigned lreg, unsigned row) { return 0x72030000 | stays | lreg << 20 | row; }

static void configure_lanes(uint32_t bits)
{
    with(NODE_WORD, LOWER | (bits & UINT16_MAX));
    with(NODE_WORD, UPPER | bits >> 16);
    with(NODE_WORD, LANE_CONFIG);
}

/* ---- By hand ---- */

/* With ENABLE_DEST_INDEX SFPSWAP of L0 and L3 exchanges L4 and L7 too, so that no value lives there. */
static void exchanged_indices(void **state)
{
    int32_t a;

    (void)state;
    begin(SFP_WH, "7.38");
    configure_lanes(DEST_INDEX);
    a = load(0);
    with(NODE_WORD, of_registers(SWAP, 0, 3));
    store(a, 2);
    expect("sfploadi L0,4,10\n"
           "sfploadi L0,0,8\n"
           "sfpconfig 15,0,0\n"
           "sfpload L6,0,3,3\n"
           "sfpswap L0,L3,1\n"
           "sfpstore L6,2,3,3\n");
}

/* A SFPSWAP that is selected would exchange registers that are not known when its own are chosen. */
static void indices_of_selected(void **state)
{
    int32_t a;
    struct node swap;

    (void)state;
    begin(SFP_WH, "7.38");
    configure_lanes(DEST_INDEX);
    a = load(0);
    swap = insn("sfpswap", 1);
    swap.uses[NODE_VC] = load(2);
    swap.uses[NODE_VD] = a;
    swap.makes[NODE_VC] = list.values++;
    store(making(&swap), 4);
    expect_error("k.h:5: SFPSWAP also uses L4 to L7, because the kernel's own words may have set ENABLE_DEST_INDEX in "
                 "LaneConfig: clear that bit first, or compute this before those words");
}

/* Flags that REPLAY's words set count: the sum is there in those lanes alone. What is only recorded sets none. */
static void played_flags(void **state)
{
    int32_t a, b;

    (void)state;
    begin(SFP_WH, "7.38");
    with(NODE_WORD, RECORD_1);
    with(NODE_WORD, of_registers(NEGATIVE, 0, 7));
    a = load(0);
    b = product(a, a);
    with(NODE_WORD, PLAY_1);
    b = assign(b, sum(a, a));
    with(NODE_WORD, ALL);
    store(b, 2);
    expect("ttreplay 0,1,0,1\n"
           "sfpsetcc L7,0,0\n"
           "sfpload L6,0,3,3\n"
           "sfpmul L5,L6,L6,0\n"
           "sfpnop\n"
           "ttreplay 0,1,0,0\n"
           "sfpadd L5,L6,L6,0\n"
           "sfpencc 3,10\n"
           "sfpstore L5,2,3,3\n");
}

/* All registers are loaded in all lanes before they are read, while they are recorded and when they are played. So values
 * of before them may be in any: after LaneConfig was reset, and after it received bits that mask nothing. */
static void loaded_before(void **state)
{
    static const struct {
        uint32_t bits; /* 0: reset */
        const char *words;
    } configs[] = {{0, "sfpconfig 15,0,1\n"}, {DEST_INDEX, "sfploadi L0,4,10\nsfploadi L0,0,8\nsfpconfig 15,0,0\n"}};
    char expected[1024];

    (void)state;
    for (size_t c = 0; c < sizeof configs / sizeof configs[0]; c++) {
        begin(SFP_WH, "7.38");
        if (configs[c].bits)
            configure_lanes(configs[c].bits);
        else
            with(NODE_WORD, RESET_CONFIG);
        store(load(0), 2);
        with(NODE_WORD, RECORD_8_EXECUTED);
        for (unsigned lreg = 0; lreg < 8; lreg++)
            with(NODE_WORD, load_word(lreg, 8 + 4 * lreg));
        with(NODE_WORD, TRANSPOSE);
        store(load(0), 4);
        with(NODE_WORD, PLAY_8);
        with(NODE_WORD, TRANSPOSE);
        snprintf(expected, sizeof expected, "%s%s", configs[c].words,
                 "sfpload L7,0,3,3\nsfpstore L7,2,3,3\nttreplay 0,8,1,1\n"
                 "sfpload L0,8,3,3\nsfpload L1,12,3,3\nsfpload L2,16,3,3\nsfpload L3,20,3,3\n"
                 "sfpload L4,24,3,3\nsfpload L5,28,3,3\nsfpload L6,32,3,3\nsfpload L7,36,3,3\n"
                 "sfptransp\nsfpload L7,0,3,3\nsfpstore L7,4,3,3\nttreplay 0,8,0,0\nsfptransp\n");
        expect(expected);
    }
}

/* Lanes that LaneConfig masks keep what registers held, so that all registers are read. */
static void masked_lanes(void **state)
{
    (void)state;
    begin(SFP_WH, "7.38");
    configure_lanes(0x1000);
    store(load(0), 2);
    for (unsigned lreg = 0; lreg < 8; lreg++)
        with(NODE_WORD, load_word(lreg, 8 + 4 * lreg));
    with(NODE_WORD, TRANSPOSE);
    expect_error("k.h:4: no register is left for another value: 8 LRegs are reserved for the kernel's own words");
}

/* ---- At random ---- */

enum { TRIALS = 600, LONG_TRIALS = 100000, MOST_OWN = 24, VALUE_ROW = 128, OTHER_ROW = 132, RESULT_ROW = 192, A = 5, B = 6 };

static uint64_t seed_now;
static uint32_t own[2 * MOST_OWN];
static size_t own_count;

static unsigned below(unsigned bound)
{
    return (unsigned)(splitmix64(&seed_now) % bound);
}

static void own_word(uint32_t word)
{
    own[own_count++] = word;
    with(NODE_WORD, word);
}

/* A word that neither records nor plays. */
static uint32_t any_word(void)
{
    const unsigned vd = below(5), vc = below(5);

    switch (below(8)) {
    case 0: return load_word(vd, 4 * below(4));
    case 1: return store_word(vd, 16 + 4 * below(4));
    case 2: return of_registers(SWAP, vd, vc);
    case 3: return of_registers(SWAP & ~1u, vd, vc);
    case 4: return of_registers(NEGATIVE, 0, vc);
    case 5: return of_registers(MOVE, vd, vc);
    case 6: return below(4) ? ALL : TRANSPOSE;
    default: return ALL;
    }
}

static void add_config(void)
{
    static const uint32_t bits[] = {0, DEST_INDEX, 0x100, 0x1000, 12, 0x104, 0x4000};

    if (below(4) == 0) {
        own_word(RESET_CONFIG);
        return;
    }
    own_word(LOWER | bits[below(sizeof bits / sizeof bits[0])]);
    own_word(UPPER);
    own_word(LANE_CONFIG | below(2) << 1);
}

static void add_own(void)
{
    if (below(2))
        add_config();
    while (own_count < MOST_OWN / 2 + below(MOST_OWN / 2)) {
        const unsigned kind = below(10);

        if (kind == 0) {
            own_word(RECORD_1 | below(2) << 1);
            own_word(any_word());
        } else {
            own_word(kind == 1 && own_count > 0 ? PLAY_1 : any_word());
        }
    }
}

/* Two values from before the words: in lanes that these leave enabled, the square of one takes the place of the other. */
static void make_list(enum sfp_arch arch)
{
    int32_t a, b;

    begin(arch, "7.38");
    own_count = 0;
    own_word(RECORD_1);
    own_word(any_word());
    a = load(VALUE_ROW);
    b = load(OTHER_ROW);
    add_own();
    b = assign(b, product(a, a));
    with(NODE_WORD, ALL);
    store(b, RESULT_ROW);
}

static void run(struct sfp_machine *m, const uint32_t *words, size_t count)
{
    struct sfp_run_options options = {.repeat = 1};
    struct sfp_run_result result;

    sfp_run_untimed(m, words, count, &options, &result);
}

/* What the source says: the own words, and the values, each by themselves. */
static void run_apart(struct sfp_machine *m, const struct sfp_machine *start)
{
    const uint32_t values[] = {load_word(A, VALUE_ROW), 0x86000900 | A << 16 | A << 12 | B << 4 /* sfpmul B,A,A,0 */,
                               load_word(A, OTHER_ROW)};
    const uint32_t end[] = {of_registers(MOVE, A, B), ALL, store_word(A, RESULT_ROW)};
    uint32_t a[SFP_LANES], b[SFP_LANES];

    m->s = start->s;
    run(m, values, 3);
    memcpy(a, m->s.lreg[A], sizeof a);
    memcpy(b, m->s.lreg[B], sizeof b);
    m->s = start->s;
    run(m, own, own_count);
    memcpy(m->s.lreg[A], a, sizeof a);
    memcpy(m->s.lreg[B], b, sizeof b);
    run(m, end, 3);
}

static struct sfp_machine *new_machine(enum sfp_arch arch)
{
    struct sfp_machine *m = machine(arch);
    uint64_t random = 1;

    sfp_setup_init(m, SFP_INIT_LLK);
    for (unsigned row = 0; row < SFP_DST_ROWS; row++)
        for (unsigned column = 0; column < SFP_DST_COLUMNS; column++)
            m->s.dst[row][column] = (uint16_t)(random_edge_operand(&random) >> 16);
    for (unsigned r = 0; r < 8; r++)
        for (unsigned l = 0; l < SFP_LANES; l++)
            m->s.lreg[r][l] = random_edge_operand(&random);
    m->s.flags = m->s.use_flags = UINT32_MAX;
    sfp_state_refresh(&m->s);
    return m;
}

struct machines {
    struct sfp_machine *start, *together, *apart;
};

/* The words leave in Dst what the source says, and the check of selections lets them through. */
static void check_selection(const struct machines *m, uint64_t seed, const struct selection *selection)
{
    uint32_t words[4 * MOST_OWN];
    char *error = NULL;

    assert_true(selection->count < sizeof words / sizeof words[0]);
    for (size_t i = 0; i < selection->count; i++)
        words[i] = selection->words[i].word;
    m->together->s = m->start->s;
    run(m->together, words, selection->count);
    run_apart(m->apart, m->start);
    if (memcmp(m->together->s.dst, m->apart->s.dst, sizeof m->apart->s.dst) != 0)
        fail_msg("seed %llu: other values in Dst, of\n%.*s", (unsigned long long)seed, (int)selection->reading.size,
                 selection->reading.data);
    if (!validate_selection(&list, selection, &error))
        fail_msg("seed %llu: %s", (unsigned long long)seed, error);
}

static bool try(const struct machines *m, uint64_t seed, unsigned how)
{
    struct selection selection;
    char *error;
    bool selected;

    seed_now = seed;
    make_list(m->start->s.arch);
    selected = select_nodes(&list, SELECT_READING | how, &selection, &error);
    if (selected)
        check_selection(m, seed, &selection);
    else if (!error || !strstr(error, "no register is left"))
        fail_msg("seed %llu: %s", (unsigned long long)seed, error ? error : "out of memory");
    if (selected)
        selection_free(&selection);
    free(error);
    node_list_free(&list);
    return selected;
}

static void random_lists(void **state)
{
    const unsigned trials = getenv("SFP_LONG") ? LONG_TRIALS : TRIALS;
    unsigned selected = 0;

    (void)state;
    EACH_ARCH(arch) {
        const struct machines m = {new_machine(arch), machine(arch), machine(arch)};

        stays = arch == SFP_BH ? 0xE000 : 0xC000;
        for (unsigned i = 0; i < trials; i++)
            for (unsigned how = 0; how < 2; how++)
                selected += try(&m, i + 1, how * SELECT_SCHEDULE);
        sfp_machine_free(m.start);
        sfp_machine_free(m.together);
        sfp_machine_free(m.apart);
    }
    stays = 0xC000;
    print_message("%u of %u have room in registers\n", selected, 4 * trials);
    assert_true(selected > trials);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exchanged_indices),
        cmocka_unit_test(indices_of_selected),
        cmocka_unit_test(played_flags),
        cmocka_unit_test(loaded_before),
        cmocka_unit_test(masked_lanes),
        cmocka_unit_test(random_lists),
    };

    return cmocka_run_group_tests_name("select_reach", tests, NULL, NULL);
}
