/*
 * Random kernels of sfpi code (reference/sfpi_generate.h): the recording that sfpi's headers leave of each becomes
 * words, in the kernel's order and in that of SELECT_SCHEDULE, which the simulator runs in order and in time. Dst must
 * be what the kernel's meaning says (reference/sfpi_meaning.h), which no code of asm/select has a part in, and nothing
 * is found. For each of 2 arches and 4 profiles: 500 kernels; 12,500, which are 100,000 in all, with SFP_LONG.
 *
 * For tests/sfpi-random, which compiles the same kernels with the headers themselves, 7.38 or 7.71:
 *     test_sfpi_random --source ARCH PROFILE HEADERS FIRST COUNT
 *         prints those of COUNT kernels from seed FIRST on that are not refused, as C++, named k and the seed
 *     test_sfpi_random --check ARCH PROFILE HEADERS
 *         reads lines "SEED WORD...", hexadecimal words of the kernel of that seed, which are kernels of one program,
 *         prints for each "SEED right" or "SEED wrong: ...", and ends with status 1 if one is wrong
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
#include "record/nodes_read.h"
#include "reference/sfpi_generate.h"
#include "select/select.h"
#include "unit/word_machine.h"
#include "validate/validate.h"

enum { KERNELS = 500, KERNELS_LONG = 12500, MOST_WORDS = 4096, LREGS = 8 };

/* What a profile decides of values, and the headers that it is for; without any, both by turns. */
struct sfpi_case {
    const char *profile;
    struct sfpi_rules rules;
    int headers;
};

static const struct sfpi_case cases[] = {
    {"7.38", {true, SFPI_ADDI_WHERE_NOTHING_IS_KEPT, false}, SFPI_HEADERS_7_38},
    {"7.71", {true, SFPI_ADDI_ALWAYS, true}, SFPI_HEADERS_AUGUST_2026},
    {"newest", {true, SFPI_ADDI_NEVER, true}, SFPI_HEADERS_AUGUST_2026},
    {"plain", {false, SFPI_ADDI_NEVER, false}, SFPI_NONE},
};

enum { CASES = sizeof cases / sizeof cases[0] };

struct trial {
    const struct sfpi_case *of;
    enum sfp_arch arch;
    enum sfpi_headers headers;
    uint64_t seed;
    struct sfp_machine *start, *run, *alone; /* the first as kernels find it; the last for single instructions */
    struct sfpi_kernel kernel;
    struct sfpi_meaning meaning;
    uint32_t lregs[LREGS][SFP_LANES]; /* what L0 to L7 hold before the kernel */
    uint16_t expected[SFP_DST_ROWS][SFP_DST_COLUMNS];
    char wrong[200]; /* what is; "": nothing */
    unsigned long words, cycles, scheduled, refused;
};

/* ---- Dst ---- */

static unsigned cell_format(const struct trial *t, unsigned cell)
{
    if (sfpi_cell_type(cell) == SFPI_FLOAT)
        return SFP_FMT_FP32;
    return t->headers == SFPI_HEADERS_7_38 ? SFP_FMT_INT32_SM : SFP_FMT_INT32;
}

static void put_cell(const struct trial *t, struct sfp_machine *m, unsigned cell, const struct sfpi_lanes *value)
{
    const unsigned no_increment = t->arch == SFP_WH ? 3 : 7;

    memcpy(m->s.lreg[0], value->lanes, sizeof value->lanes);
    execute(m, MADE_WORD(&m->index, SFP_I_SFPSTORE, {SFP_F_VD, 0}, {SFP_F_MOD, cell_format(t, cell)},
                         {SFP_F_ADDR, 2 * cell}, {SFP_F_ADDR_MODE, no_increment}));
}

/* A machine with 32-bit cells, of which the formats are those of these headers. */
static void fill(const struct trial *t, struct sfp_machine *m)
{
    struct sfp_setup setup = {.has_fp32 = true, .fp32 = true, .has_srcb = true};
    char *error;

    sfp_setup_init(m, SFP_INIT_LLK);
    assert_true(sfp_setup_apply(m, &setup, &error));
    m->s.flags = m->s.use_flags = UINT32_MAX;
    sfp_state_refresh(&m->s);
    for (unsigned cell = 0; cell < SFPI_CELLS; cell++) {
        const struct sfpi_lanes value = sfpi_cell_at_start(cell);

        put_cell(t, m, cell, &value);
    }
}

static void begin_trials(struct trial *t, const struct sfpi_case *of, enum sfp_arch arch, enum sfpi_headers headers)
{
    *t = (struct trial){.of = of, .arch = arch, .headers = headers, .start = machine(arch), .run = machine(arch),
                        .alone = machine(arch)};
    fill(t, t->start);
    fill(t, t->alone);
    memcpy(t->lregs, t->start->s.lreg, sizeof t->lregs);
}

static void end_trials(const struct trial *t)
{
    sfp_machine_free(t->start);
    sfp_machine_free(t->run);
    sfp_machine_free(t->alone);
}

/* The kernel of the seed, and Dst as it leaves that. */
static void generate(struct trial *t, uint64_t seed)
{
    t->seed = seed;
    sfpi_generate(&t->kernel, t->arch, t->of->rules, seed, t->alone, &t->meaning);
    assert_false(t->meaning.unclear);
    t->run->s = t->start->s;
    for (unsigned cell = 0; cell < SFPI_CELLS; cell++)
        if (t->meaning.written[cell / 64] >> cell % 64 & 1)
            put_cell(t, t->run, cell, &t->meaning.cells[cell]);
    memcpy(t->expected, t->run->s.dst, sizeof t->expected);
}

/* ---- Runs ---- */

static void judge(struct trial *t, const char *how)
{
    for (unsigned row = 0; row < SFP_DST_ROWS; row++)
        for (unsigned column = 0; column < SFP_DST_COLUMNS; column++)
            if (t->run->s.dst[row][column] != t->expected[row][column] && !t->wrong[0])
                snprintf(t->wrong, sizeof t->wrong, "%s: Dst row %u, column %u: %04X, not %04X", how, row, column,
                         t->run->s.dst[row][column], t->expected[row][column]);
    for (unsigned f = 0; f < SFP_FINDINGS; f++)
        if (found[f] > 0 && sfp_finding_info((enum sfp_finding)f)->severity >= SFP_WARNING && !t->wrong[0])
            snprintf(t->wrong, sizeof t->wrong, "%s: %s", how, sfp_finding_info((enum sfp_finding)f)->name);
}

static void prepare_run(const struct trial *t)
{
    t->run->s = t->start->s;
    memcpy(t->run->s.lreg, t->lregs, sizeof t->lregs);
    memset(found, 0, sizeof found);
}

static void run_words(struct trial *t, const uint32_t *words, size_t count)
{
    const struct sfp_timing_options timed = {.run.repeat = 1};
    struct sfp_timing_result in_time;
    struct sfp_run_result in_order;

    prepare_run(t);
    sfp_run_timed(t->run, words, count, &timed, &in_time);
    assert_int_equal(in_time.run.status, SFP_RUN_DONE);
    judge(t, "in time");
    prepare_run(t);
    sfp_run_untimed(t->run, words, count, &timed.run, &in_order);
    assert_int_equal(in_order.status, SFP_RUN_DONE);
    judge(t, "in order");
}

/* ---- Selection ---- */

static void print_kernel(const struct trial *t, const struct selection *selection)
{
    char text[SFP_DISASSEMBLY_SIZE];
    struct text source = {0};

    sfpi_write_source(&t->kernel, "k", &source);
    fprintf(stderr, "%s, %s, headers %d, seed %llu\n%.*s", sfp_arch_name(t->arch), t->of->profile, (int)t->headers,
            (unsigned long long)t->seed, (int)source.size, source.data);
    text_free(&source);
    for (size_t i = 0; i < selection->count; i++) {
        disassembly_of_word(&t->start->index, selection->words[i].word, SFP_SYNTAX_GNU, text);
        fprintf(stderr, "%08X  %s\n", selection->words[i].word, text);
    }
}

static bool is_refusal(const char *error)
{
    return strstr(error, "no register is left") || strstr(error, "conditions are nested");
}

/* False: the kernel needs more registers, or a deeper stack of flags, than there is. */
static bool try_selection(struct trial *t, const struct node_list *list, unsigned how, uint64_t *cycles)
{
    uint32_t words[MOST_WORDS];
    struct selection selection;
    char *error;

    if (!select_nodes(list, how, &selection, &error)) {
        if (!error || !is_refusal(error))
            fail_msg("seed %llu: %s", (unsigned long long)t->seed, error ? error : "no memory");
        free(error);
        return false;
    }
    if (!validate_selection(list, &selection, &error)) {
        print_kernel(t, &selection);
        fail_msg("%s", error);
    }
    assert_true(selection.count < MOST_WORDS);
    for (size_t i = 0; i < selection.count; i++)
        words[i] = selection.words[i].word;
    run_words(t, words, selection.count);
    if (t->wrong[0]) {
        print_kernel(t, &selection);
        fail_msg("%s%s", how & SELECT_SCHEDULE ? "scheduled, " : "", t->wrong);
    }
    t->words += selection.count;
    *cycles = selection.cycles;
    selection_free(&selection);
    return true;
}

static void read_recording(const struct trial *t, struct read_nodes *nodes)
{
    struct text text = {0};
    struct nodes_request request = {.profile = t->of->profile};
    char *error;

    sfpi_write_recording(&t->kernel, t->headers, &text);
    assert_false(text.failed);
    request.text = text.data;
    request.size = text.size;
    if (!nodes_read(&request, nodes, &error))
        fail_msg("seed %llu: %s\n%.*s", (unsigned long long)t->seed, error, (int)text.size, text.data);
    text_free(&text);
}

static void try_kernel(struct trial *t, uint64_t seed)
{
    struct read_nodes nodes;
    uint64_t cycles, scheduled;

    generate(t, seed);
    read_recording(t, &nodes);
    if (!try_selection(t, &nodes.list, 0, &cycles)) {
        t->refused++;
    } else {
        assert_true(try_selection(t, &nodes.list, SELECT_SCHEDULE, &scheduled));
        assert_true(scheduled <= cycles);
        t->cycles += cycles;
        t->scheduled += scheduled;
    }
    read_nodes_free(&nodes);
}

static size_t kernel_count(void)
{
    const char *count = getenv("SFPI_KERNELS");

    return count ? strtoull(count, NULL, 0) : getenv("SFP_LONG") ? KERNELS_LONG : KERNELS;
}

static void try_case(const struct sfpi_case *of, enum sfp_arch arch, enum sfpi_headers headers, uint64_t first,
                     size_t count)
{
    struct trial t;

    begin_trials(&t, of, arch, headers);
    for (size_t i = 0; i < count; i++)
        try_kernel(&t, first + i);
    print_message("%s, %s: %zu kernels, %lu words, %lu cycles, %lu scheduled, %lu refused\n",
                  sfp_arch_name(arch), of->profile, count, t.words, t.cycles, t.scheduled, t.refused);
    assert_true(t.refused <= count / 4);
    end_trials(&t);
}

static void test_kernels(void **state)
{
    const size_t count = kernel_count();

    (void)state;
    EACH_ARCH(arch)
        for (size_t i = 0; i < CASES; i++) {
            if (cases[i].headers != SFPI_NONE) {
                try_case(&cases[i], arch, (enum sfpi_headers)cases[i].headers, 1, count);
                continue;
            }
            try_case(&cases[i], arch, SFPI_HEADERS_7_38, 1, count / 2);
            try_case(&cases[i], arch, SFPI_HEADERS_AUGUST_2026, 1 + count / 2, count - count / 2);
        }
}

/* ---- For tests/sfpi-random ---- */

enum { NOT_RIGHT = 1, BAD_USE = 2 };

static const struct sfpi_case *case_named(const char *profile)
{
    for (size_t i = 0; i < CASES; i++)
        if (strcmp(cases[i].profile, profile) == 0)
            return &cases[i];
    return NULL;
}

/* Has the kernel room in registers and on the stack of flags? */
static bool can_be_selected(const struct trial *t)
{
    struct read_nodes nodes;
    struct selection selection;
    char *error;
    bool can;

    read_recording(t, &nodes);
    can = select_nodes(&nodes.list, 0, &selection, &error);
    if (can)
        selection_free(&selection);
    else
        free(error);
    read_nodes_free(&nodes);
    return can;
}

static void print_sources(struct trial *t, uint64_t first, uint64_t count)
{
    struct text text = {0};
    char name[32];

    sfpi_write_prologue(&text);
    for (uint64_t seed = first; seed < first + count; seed++) {
        generate(t, seed);
        if (!can_be_selected(t))
            continue;
        snprintf(name, sizeof name, "k%llu", (unsigned long long)seed);
        sfpi_write_source(&t->kernel, name, &text);
    }
    fwrite(text.data, 1, text.size, stdout);
    text_free(&text);
}

/* The words of one kernel behind its seed. They may read constants that a kernel before it in the program has loaded. */
static bool check_line(struct trial *t, char *line)
{
    uint32_t words[MOST_WORDS];
    size_t count = 0;
    char *end, *next;

    generate(t, strtoull(line, &end, 10));
    for (uint32_t word = (uint32_t)strtoul(end, &next, 16); next != end && count < MOST_WORDS;
         word = (uint32_t)strtoul(end, &next, 16)) {
        words[count++] = word;
        end = next;
    }
    t->wrong[0] = '\0';
    run_words(t, words, count);
    memcpy(t->lregs, t->run->s.lreg, sizeof t->lregs);
    printf("%llu %s%s\n", (unsigned long long)t->seed, t->wrong[0] ? "wrong: " : "right", t->wrong);
    return !t->wrong[0];
}

static int check_lines(struct trial *t)
{
    static char line[16 * MOST_WORDS];
    bool right = true;

    while (fgets(line, sizeof line, stdin))
        right = check_line(t, line) && right;
    return right ? EXIT_SUCCESS : NOT_RIGHT;
}

/* --source or --check, as is said above. */
static int serve(int count, char **arguments)
{
    const bool prints = strcmp(arguments[0], "--source") == 0;
    const struct sfpi_case *of = count > 3 ? case_named(arguments[2]) : NULL;
    struct trial t;
    int status = EXIT_SUCCESS;

    if (!of || count != (prints ? 6 : 4))
        return BAD_USE;
    begin_trials(&t, of, strcmp(arguments[1], "blackhole") == 0 ? SFP_BH : SFP_WH,
                 strcmp(arguments[3], "7.38") == 0 ? SFPI_HEADERS_7_38 : SFPI_HEADERS_AUGUST_2026);
    if (prints)
        print_sources(&t, strtoull(arguments[4], NULL, 10), strtoull(arguments[5], NULL, 10));
    else
        status = check_lines(&t);
    end_trials(&t);
    return status;
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kernels),
    };

    if (count > 1)
        return serve(count - 1, arguments + 1);
    return cmocka_run_group_tests_name("sfpi_random", tests, NULL, NULL);
}
