/*
 * Random lists of nodes: selected to words that the simulator runs in time, which must leave in Dst what a second model
 * makes of the nodes (tests/reference/slow_nodes.c), without a finding, in the list's order and in that of
 * SELECT_SCHEDULE, which takes no more cycles. Where products join sums, that model reads the list as it is then, so
 * that it believes what the passes up to there say of lanes: test_sfpi_random.c has a model of what kernels mean.
 * 1,000 lists an arch and profile, more than 1,000,000 an arch with SFP_LONG.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dis/dis.h"
#include "time/pipeline.h"
#include "reference/operands.h"
#include "reference/random_nodes.h"
#include "select/passes.h"
#include "unit/word_machine.h"
#include "validate/validate.h"

/* Profiles whose choices do not change values of nodes as they stand, and those that do: SFPADDI of a NaN may have
 * another sign than the SFPADD that it stands for. */
static const struct profile plain[] = {
    {"pushed", SFP_BOTH, PRODUCTS_APART, IMMEDIATES_NONE, NEGATIONS_OF_OPERANDS, COMPARE_BY_SIGN, OUTERMOST_PUSHED, ""},
    {"enabled", SFP_BOTH, PRODUCTS_APART, IMMEDIATES_NONE, NEGATIONS_OF_OPERANDS, COMPARE_BY_BITS, OUTERMOST_ENCC, ""},
    {"order", SFP_BH, PRODUCTS_APART, IMMEDIATES_NONE, NEGATIONS_OF_OPERANDS, COMPARE_BY_ORDER, OUTERMOST_ENCC, ""},
};
static const struct profile combining[] = {
    {"ends", SFP_BOTH, PRODUCTS_IN_SUMS, IMMEDIATES_ENDS, NEGATIONS_OF_RESULTS, COMPARE_BY_SIGN, OUTERMOST_ENCC, ""},
    {"first", SFP_BOTH, PRODUCTS_IN_SUMS, IMMEDIATES_FIRST, NEGATIONS_OF_RESULTS, COMPARE_BY_LESS, OUTERMOST_ENCC, ""},
    {"last", SFP_BOTH, PRODUCTS_IN_SUMS, IMMEDIATES_LAST, NEGATIONS_OF_OPERANDS, COMPARE_BY_SIGN, OUTERMOST_PUSHED, ""},
};

/* Of so many lists at most one may use, once sums have taken products, a lane of which nothing is known, because the sum
 * is rounded once and a comparison of it enables other lanes. Where a pass loses what a register keeps in lanes that are
 * not enabled, 2 to 6 lists of 1,000 do. */
enum { MOST_UNSURE = 10000 };

/* One random list of ONE_REPEATED_OF is repeated REPEATED_ROWS times: selection then gives the rows the same words. */
enum { ONE_REPEATED_OF = 16, REPEATED_ROWS = 4 };

struct trial {
    uint64_t seed;
    struct sfp_machine *start, *slow, *fast;
    struct node_list list;
    struct selection selection;
    unsigned long refused, unsure, words, cycles, scheduled;
    unsigned long unknown; /* number of repeated lists whose result the second model does not know */
};

static size_t lists(void)
{
    return getenv("SFP_LONG") ? 350000 : 1000;
}

static uint64_t first_seed(void)
{
    return getenv("SELECT_SEED") ? strtoull(getenv("SELECT_SEED"), NULL, 0) : 1;
}

/* The machine as kernels find it, with values to load. */
static struct sfp_machine *start_of(enum sfp_arch arch)
{
    struct sfp_machine *m = machine(arch);
    uint64_t random = 1;

    sfp_setup_init(m, SFP_INIT_LLK);
    for (unsigned row = 0; row < 64; row++)
        for (unsigned column = 0; column < SFP_DST_COLUMNS; column++)
            m->s.dst[row][column] = (uint16_t)(random_edge_operand(&random) >> 16);
    for (unsigned r = 0; r < 8; r++)
        for (unsigned l = 0; l < SFP_LANES; l++)
            m->s.lreg[r][l] = random_edge_operand(&random);
    m->s.flags = m->s.use_flags = UINT32_MAX;
    sfp_state_refresh(&m->s);
    return m;
}

static void print_trial(const struct trial *t, const struct profile *profile)
{
    char text[SFP_DISASSEMBLY_SIZE];

    fprintf(stderr, "%s, %s, seed %llu\n", sfp_arch_name(t->list.arch), profile->name, (unsigned long long)t->seed);
    fprintf(stderr, "%.*s", (int)t->selection.reading.size, t->selection.reading.data);
    for (size_t i = 0; i < t->selection.count; i++) {
        disassembly_of_word(&t->start->index, t->selection.words[i].word, SFP_SYNTAX_GNU, text);
        fprintf(stderr, "%4u: %08X  %s\n", t->selection.words[i].place.line, t->selection.words[i].word, text);
    }
}

/* Not what costs a cycle, or is only said. */
static bool is_hazard(unsigned finding)
{
    const enum sfp_severity severity = sfp_finding_info((enum sfp_finding)finding)->severity;

    return found[finding] > 0 && severity >= SFP_WARNING;
}

/* Every fourth list: the check of selections finds no difference. */
static void check_values(const struct trial *t, const struct profile *profile)
{
    enum { ONE_OF = 4 };
    char *error;

    if (t->seed % ONE_OF == 0 && !validate_selection(&t->list, &t->selection, &error)) {
        print_trial(t, profile);
        fail_msg("%s", error);
    }
}

static void run_selected(struct trial *t, const struct profile *profile)
{
    struct sfp_timing_options options = {.run.repeat = 1};
    struct sfp_timing_result result;
    uint32_t words[4096];

    assert_true(t->selection.count < sizeof words / sizeof words[0]);
    for (size_t i = 0; i < t->selection.count; i++)
        words[i] = t->selection.words[i].word;
    check_values(t, profile);
    t->fast->s = t->start->s;
    memset(found, 0, sizeof found);
    sfp_run_timed(t->fast, words, t->selection.count, &options, &result);
    assert_int_equal(result.run.status, SFP_RUN_DONE);
    for (unsigned f = 0; f < SFP_FINDINGS; f++) {
        if (is_hazard(f)) {
            print_trial(t, profile);
            fail_msg("%s", sfp_finding_info((enum sfp_finding)f)->name);
        }
    }
    if (memcmp(t->fast->s.dst, t->slow->s.dst, sizeof t->fast->s.dst) != 0 ||
        memcmp(t->fast->s.prng, t->slow->s.prng, sizeof t->fast->s.prng) != 0) {
        print_trial(t, profile);
        for (unsigned row = 64; row < SFP_DST_ROWS; row++)
            for (unsigned column = 0; column < SFP_DST_COLUMNS; column++)
                if (t->fast->s.dst[row][column] != t->slow->s.dst[row][column])
                    fail_msg("Dst row %u, column %u: %04X, not %04X", row, column, t->fast->s.dst[row][column],
                             t->slow->s.dst[row][column]);
        fail_msg("random numbers");
    }
}

/* The same list in the order that takes the fewest cycles. */
static void run_scheduled(struct trial *t, const struct profile *profile)
{
    const struct selection written = t->selection;
    char *error;

    assert_true(select_nodes(&t->list, SELECT_READING | SELECT_SCHEDULE, &t->selection, &error));
    if (t->selection.cycles > written.cycles) {
        print_trial(t, profile);
        fail_msg("%lu cycles, not %lu", (unsigned long)t->selection.cycles, (unsigned long)written.cycles);
    }
    run_selected(t, profile);
    t->cycles += written.cycles;
    t->scheduled += t->selection.cycles;
    selection_free(&t->selection);
    t->selection = written;
}

/* The passes up to what is combined, whose list the second model reads. False if, with sums as they are then, other
 * lanes are enabled than where values are known. */
static bool combine_alone(struct trial *t, char **error)
{
    struct selecting s = {.list = &t->list, .error = error, .nodes = {.arch = t->list.arch, .profile = t->list.profile,
                                                                      .values = t->list.values}};
    struct slow_nodes slow;

    sfp_index_init(&s.index, t->list.arch);
    for (size_t i = 0; i < s.index.count; i++)
        s.rows[s.index.rows[i]->id] = s.index.rows[i];
    assert_true(select_lower_conditions(&s) && select_trim_flags(&s) && select_resolve_assigns(&s) &&
                select_combine(&s));
    t->slow->s = t->start->s;
    slow_nodes_start(&slow, &s.nodes, t->slow, (size_t)s.nodes.values, 0);
    for (size_t i = 0; i < s.nodes.count; i++)
        slow_nodes_step(&slow, i);
    slow_nodes_end(&slow);
    node_list_free(&s.nodes);
    states_free(&s.states);
    free(s.state);
    return !slow.unsure;
}

/* What a kernel may ask too much of. */
static bool is_refusal(const char *error)
{
    return strstr(error, "no register is left") || strstr(error, "of the kernel's own words reads L") ||
           strstr(error, "conditions are nested") || strstr(error, "REPLAY records");
}

/* REPLAYs of slot 0 are of so many words. */
static void set_length(struct node_list *list, uint32_t length)
{
    enum { ONE = 1 << RANDOM_BODY_LENGTH_LSB, FLAGS = 3 };

    for (size_t i = 0; i < list->count; i++)
        if (list->nodes[i].kind == NODE_WORD && (list->nodes[i].imm & ~(uint32_t)FLAGS) == RANDOM_BODY)
            list->nodes[i].imm += (length - 1) * ONE;
}

/* Selects, with the length of what is recorded as it turns out to be. */
static bool select_trial(struct trial *t, char **error)
{
    static const char message[] = "k:%*u: REPLAY records %*u words here, but %u were selected";
    unsigned length;

    if (select_nodes(&t->list, SELECT_READING, &t->selection, error))
        return true;
    if (!*error || sscanf(*error, message, &length) != 1 || length > RANDOM_BODY_WORDS)
        return false;
    free(*error);
    set_length(&t->list, length);
    return select_nodes(&t->list, SELECT_READING, &t->selection, error);
}

static void shift_number(int32_t *number, int32_t by)
{
    *number += *number == NODE_NONE ? 0 : by;
}

/* Makes the list the rows of a loop. Returns whether the second model knows what they store. */
static bool repeat_nodes(struct trial *t)
{
    const struct node_list once = t->list;
    struct slow_nodes slow;

    for (int32_t row = 1; row < REPEATED_ROWS; row++)
        for (size_t i = 0; i < once.count; i++) {
            struct node n = t->list.nodes[i];

            for (unsigned operand = 0; operand < NODE_OPERANDS; operand++) {
                shift_number(&n.uses[operand], row * once.values);
                shift_number(&n.makes[operand], row * once.values);
            }
            shift_number(&n.conditions[0], row * once.conditions);
            shift_number(&n.conditions[1], row * once.conditions);
            shift_number(&n.condition, row * once.conditions);
            assert_true(node_list_add(&t->list, &n));
        }
    t->list.values *= REPEATED_ROWS;
    t->list.conditions *= REPEATED_ROWS;
    t->slow->s = t->start->s;
    slow_nodes_start(&slow, &t->list, t->slow, (size_t)t->list.values, (size_t)t->list.conditions);
    for (size_t i = 0; i < t->list.count; i++)
        slow_nodes_step(&slow, i);
    slow_nodes_end(&slow);
    return !slow.unsure;
}

static void try(struct trial *t, const struct profile *profile, uint64_t seed)
{
    char *error;

    t->seed = seed;
    node_list_init(&t->list, t->start->s.arch, profile);
    node_name(&t->list.files, "k");
    t->slow->s = t->start->s;
    random_nodes(&t->list, t->slow, seed);
    if (seed % ONE_REPEATED_OF == 0 && !repeat_nodes(t)) {
        t->unknown++;
    } else if (select_trial(t, &error)) {
        if (profile->products == PRODUCTS_APART || combine_alone(t, &error)) {
            run_selected(t, profile);
            run_scheduled(t, profile);
        } else {
            t->unsure++;
        }
        t->words += t->selection.count;
        selection_free(&t->selection);
    } else {
        if (!error || !is_refusal(error))
            fail_msg("seed %llu: %s", (unsigned long long)seed, error ? error : "no memory");
        free(error);
        t->refused++;
    }
    node_list_free(&t->list);
}

static void try_all(enum sfp_arch arch, const struct profile *profile)
{
    struct trial t = {.start = start_of(arch), .slow = machine(arch), .fast = machine(arch)};
    const size_t count = lists();

    for (size_t i = 0; i < count; i++)
        try(&t, profile, first_seed() + i);
    print_message("%s, %s: %zu lists, %lu words, %lu cycles, %lu scheduled, %lu refused for want of registers, %lu not "
                  "comparable\n", sfp_arch_name(arch), profile->name, count, t.words, t.cycles, t.scheduled, t.refused,
                  t.unsure);
    assert_true(t.refused < count / 4);
    assert_true(t.unsure <= count / MOST_UNSURE);
    assert_true(t.unknown <= count / ONE_REPEATED_OF / 4);
    sfp_machine_free(t.start);
    sfp_machine_free(t.slow);
    sfp_machine_free(t.fast);
}

static void try_profiles(const struct profile *profiles, size_t count)
{
    EACH_ARCH(arch)
        for (size_t i = 0; i < count; i++)
            if (profiles[i].archs & arch)
                try_all(arch, &profiles[i]);
}

static void test_plain(void **state)
{
    (void)state;
    try_profiles(plain, sizeof plain / sizeof plain[0]);
}

static void test_combining(void **state)
{
    (void)state;
    try_profiles(combining, sizeof combining / sizeof combining[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),
        cmocka_unit_test(test_combining),
    };

    return cmocka_run_group_tests_name("select_random", tests, NULL, NULL);
}
