/*
 * Loops of schedules, run: each form of the worked examples of sfpu-schedules(7) leaves the Dst that the plain kernel
 * leaves, which does the same one instruction after another, in the cycles that its table says.
 */
#include "sfpu_test.h"

#include <stdbool.h>

enum { CELLS = 1024 * 16, TILE = 1024, MOST_TEXT = 4096, GAP_ITERATIONS = 7 };

enum form { UNROLL, REPLAY, SOLID, FORMS };

static const char *const forms[FORMS] = {"unroll", "replay=0", "solid=0"};

struct kernel {
    const char *name;
    int arch;
    const char *table;     /* of directives and rows */
    const char *constants; /* that it expects */
    const char *plain;     /* an iteration without macros */
    unsigned cycles[FORMS]; /* of 32 iterations, set-up and constants included */
};

#define U16_TABLE \
    ".period 1\n.rows 2\n.addrmod 2:+2\n.rotate v = L0, L1\n.delays cycles\n" \
    "t | Load                   | Simple              | MAD | Round                              | Store\n" \
    "0 | [v] sfpload v, 0, 6, 2 |                     |     |                                    |\n" \
    "1 | ...                    | [v] sfpcast v, v, 0 |     |                                    |\n" \
    "2 | ...                    |                     |     | [v] sfpstochrnd L16, L0, v, 0, 1, 0 |\n" \
    "3 | ...                    |                     |     |                                    | [v] sfpstore L16, [v], 2\n"

#define WHERE_TABLE(stay, step) \
    ".period 3\n.rows 2\n.addrmod " stay ":+0, " step ":+2\n.delays instructions, gapless\n" \
    "t | Load                            | Simple                | MAD | Round | Store\n" \
    "0 | [c] sfpload L0, 0, 6, " stay "  |                       |     |       |\n" \
    "1 | [a] sfpload L0, 64, 6, " stay " | [c] sfpsetcc L0, 0, 6 |     |       |\n" \
    "2 | sfpload L0, 128, 6, " step "    | [a] sfpencc 0, 0      |     |       |\n" \
    "3 | ...                             |                       |     |       | [c] sfpstore L0, [c], 6\n"

#define WHERE_PLAIN(stay, step) \
    "sfpload L0, 0, 6, " stay "\nsfpload L1, 64, 6, " stay "\nsfpsetcc L0, 0, 6\nsfpload L1, 128, 6, " stay "\n" \
    "sfpencc 0, 0\nsfpstore L1, 0, 6, " step "\n"

/*
 * Cycles of 32 iterations: the set-up, the constants, 31 periods, and the rows of the last iteration up to the last that
 * starts. A REPLAY that records takes a cycle more, and so does each word that it records without executing it.
 *
 *   u16_to_bf16    6 + 31 * 1 + 4 = 41; a body of 2 and 3 behind it: 41 + 1 + 5
 *   where          7 + 31 * 3 + 4 = 104; a body of 3 and 1 behind it: 104 + 1 + 4
 *   i32_to_fp32    6 + 5 + 31 * 4 + 8 = 143; a body of 8 and 4 behind it: 143 + 1 + 12
 *   recip_bf16     13 + 31 * 3 + 8 = 114; a body of 6 and 5 behind it: 114 + 1 + 11
 *   late           3 + 31 * 2 + 4 = 69; 2 before the first store, which is in row 3 - 2 of the next iteration, a body of
 *                  4, and from the end of the last one of 15 on 66 - 2 - 60 = 4: 69 + 1 + 10
 */
static const struct kernel kernels[] = {
    {"u16_to_bf16", SFPU_WORMHOLE, U16_TABLE, "",
     "sfpload L0, 0, 6, 3\nsfpcast L0, L0, 0\nsfpstochrnd L0, L0, L0, 0, 1, 0\nsfpstore L0, 0, 2, 2\n", {41, 42, 47}},
    {"where", SFPU_WORMHOLE, WHERE_TABLE("3", "2"), "", WHERE_PLAIN("3", "2"), {104, 105, 109}},
    {"where", SFPU_BLACKHOLE, WHERE_TABLE("7", "6"), "", WHERE_PLAIN("7", "6"), {104, 105, 109}},
    {"i32_to_fp32", SFPU_WORMHOLE,
     ".period 4\n.rows 2\n.addrmod 2:+2\n.rotate v = L2, L3\n.rotate m = L4\n.delays instructions\n"
     "t | Load                   | Simple                   | MAD                           | Round         | Store\n"
     "0 | [v] sfpload v, 0, 4, 2 |                          |                               |               |\n"
     "1 |                        | sfpabs m, v, 0           |                               |               |\n"
     "2 |                        |                          |                               | sfpshft2 L7, L12, 0, 5 b=m |\n"
     "3 |                        | sfpcast m, m, 0          |                               |               |\n"
     "4 | ...                    | [v] sfpsetsgn v, m, 0, 0 |                               |               |\n"
     "5 | ...                    |                          | [v] sfpmad L16, L0, L10, v, 4 |               |\n"
     "7 | ...                    |                          |                               |  | [v] sfpstore L16, [v], 3\n",
     "sfploadi L0, -31, 4\nsfpconfig 12, 0, 0\nsfploadi L0, 0, 0\nsfploadi L1, 0xcf00, 0\nsfpnop\n",
     "sfpload L2, 0, 4, 3\nsfpabs L4, L2, 0\nsfpshft2 L7, L12, 4, 5\nsfpcast L4, L4, 0\nsfpsetsgn L2, L4, 0, 0\n"
     "sfpmad L2, L0, L10, L2, 4\nsfpnop\nsfpstore L2, 0, 3, 2\n", {143, 144, 156}},
    {"recip_bf16", SFPU_BLACKHOLE,
     ".period 3\n.rows 2\n.addrmod 6:+2\n.rotate x = L0, L1\n.rotate q = L2, L3\n.delays instructions\n"
     "t | Load                   | Simple                       | MAD                        | Round | Store\n"
     "0 | [x] sfpload x, 0, 2, 6 |                              |                            |       |\n"
     "1 |                        | sfparecip q, x, 0            |                            |       |\n"
     "2 | sfploadi q, 0x8000, 10 |                              |                            |       |\n"
     "3 | ...                    |                              | [x] sfpmad x, x, q, L11, 0 |       |\n"
     "5 | ...                    |                              |                            | [x] sfpshft2 x, L0, -16, 6 |\n"
     "6 | ...                    | [x] sfpiadd L16, q, 0, 4 b=x |                            |       |\n"
     "7 | ...                    |                              |                            |       | [x] sfpstore L16, [x], 2\n",
     "",
     "sfpload L0, 0, 2, 7\nsfparecip L2, L0, 0\nsfploadi L2, 0x8000, 10\nsfpmad L0, L0, L2, L11, 0\nsfpnop\n"
     "sfpshft2 L0, L0, -16, 6\nsfpiadd L2, L0, 0, 4\nsfpstore L2, 0, 2, 6\n", {114, 115, 126}},
    {"late", SFPU_WORMHOLE,
     ".period 2\n.rows 2\n.addrmod 3:+0, 2:+2\n.rotate v = L0, L1\n.delays cycles\n"
     "t | Load                   | Simple              | MAD | Round | Store\n"
     "0 | [v] sfpload v, 0, 3, 3 |                     |     |       |\n"
     "1 |                        | [v] sfpabs v, v, 1  |     |       |\n"
     "3 |                        |                     |     |       | sfpstore v, 64, 3, 2\n", "",
     "sfpload L0, 0, 3, 3\nsfpabs L0, L0, 1\nsfpstore L0, 64, 3, 2\n", {70, 71, 80}},
};

enum { KERNELS = sizeof kernels / sizeof kernels[0] };

static void random_cells(uint16_t cells[static CELLS], unsigned seed)
{
    uint32_t x = seed * 2654435761u + 1;

    for (unsigned i = 0; i < CELLS; i++) {
        x = x * 1664525 + 1013904223;
        cells[i] = (uint16_t)(x >> 16);
    }
}

/* Runs the program of a machine from the state of an LLK kernel, and returns how many warnings and errors there are. */
static size_t run_warned(sfpu_machine *m, const uint16_t in[static CELLS], uint16_t out[static CELLS])
{
    size_t warnings, fatal;

    assert_int_equal(sfpu_reset(m), SFPU_OK);
    assert_int_equal(sfpu_set(m, "init", "llk"), SFPU_OK);
    assert_int_equal(sfpu_write_dst(m, SFPU_RAW, SFPU_ROWS, in, CELLS * sizeof *in), SFPU_OK);
    if (sfpu_run(m, 1) != SFPU_OK)
        fail_msg("%s", sfpu_error(m));
    assert_int_equal(sfpu_read_dst(m, SFPU_RAW, SFPU_ROWS, out, CELLS * sizeof *out), SFPU_OK);
    assert_int_equal(sfpu_count_findings(m, &warnings, &fatal), SFPU_OK);
    return warnings;
}

static void run_on(sfpu_machine *m, const uint16_t in[static CELLS], uint16_t out[static CELLS])
{
    assert_int_equal(run_warned(m, in, out), 0);
}

/* The text of a loop in some form. */
static void loop_text(const struct kernel *k, unsigned iterations, const char *form, char text[static MOST_TEXT])
{
    snprintf(text, MOST_TEXT, ".schedule %s\n%s.endschedule\n.schedule_setup %s\n%s.schedule_loop %s, %u, %s\n", k->name,
             k->table, k->name, k->constants, k->name, iterations, form);
}

static void plain_text(const struct kernel *k, unsigned iterations, char text[static MOST_TEXT])
{
    snprintf(text, MOST_TEXT, "%s.rept %u\n%s.endr\n", k->constants, iterations, k->plain);
}

/* Runs a loop, and expects the Dst of the plain kernel; returns the cycles. */
static uint64_t assert_plain(const struct kernel *k, unsigned iterations, const char *form, unsigned seed)
{
    static uint16_t in[CELLS], expected[CELLS], got[CELLS];
    char text[MOST_TEXT];
    sfpu_machine *m;
    uint64_t cycles;

    random_cells(in, seed);
    plain_text(k, iterations, text);
    m = machine_with(k->arch, text);
    run_on(m, in, expected);
    sfpu_close(m);
    loop_text(k, iterations, form, text);
    m = machine_with(k->arch, text);
    run_on(m, in, got);
    cycles = result_of(m).cycles;
    sfpu_close(m);
    for (unsigned i = 0; i < CELLS; i++)
        if (got[i] != expected[i])
            fail_msg("%s, %u iterations, %s: cell %u is 0x%04x, not 0x%04x", k->name, iterations, form, i, got[i],
                     expected[i]);
    return cycles;
}

static void test_forms(void **state)
{
    (void)state;
    for (unsigned k = 0; k < KERNELS; k++)
        for (unsigned form = 0; form < FORMS; form++)
            for (unsigned seed = 0; seed < 4; seed++) {
                const uint64_t cycles = assert_plain(&kernels[k], 32, forms[form], seed);

                if (cycles != kernels[k].cycles[form])
                    fail_msg("%s, %s: %u cycles, not %u", kernels[k].name, forms[form], (unsigned)cycles,
                             kernels[k].cycles[form]);
            }
}

/* Any number of iterations: fewer than there are under way at a time, and no multiple of the rotation. */
static void test_counts(void **state)
{
    (void)state;
    for (unsigned k = 0; k < KERNELS; k++)
        for (unsigned form = 0; form < FORMS; form++)
            for (unsigned iterations = 1; iterations <= 21; iterations++)
                assert_plain(&kernels[k], iterations, forms[form], iterations);
}

/* int32_to_fp32 rounds as a conversion of C does. */
static void test_values(void **state)
{
    static const int32_t special[] = {0, 1, -1, INT32_MIN, INT32_MIN + 1, INT32_MAX, 0x1000001, 0x1000003, -0x1000001};
    static int32_t in[TILE];
    static float out[TILE];
    const struct kernel *k = &kernels[3];
    char text[MOST_TEXT];
    sfpu_machine *m;

    (void)state;
    for (unsigned i = 0; i < TILE; i++)
        in[i] = i < sizeof special / sizeof special[0] ? special[i] : (int32_t)(i * 2654435761u) >> i % 31;
    loop_text(k, 32, "replay=3", text);
    m = machine_with(k->arch, text);
    assert_int_equal(sfpu_write_dst(m, SFPU_INT32, SFPU_TILE, in, sizeof in), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(sfpu_read_dst(m, SFPU_FP32, SFPU_TILE, out, sizeof out), SFPU_OK);
    sfpu_close(m);
    for (unsigned i = 0; i < TILE; i++)
        if (out[i] != (float)in[i])
            fail_msg("%d becomes %a, not %a", in[i], (double)out[i], (double)(float)in[i]);
}

/* The same table without the promise that no gap comes. */
static void loop_with_gaps_text(const struct kernel *k, const char *form, char text[static MOST_TEXT])
{
    static const char promise[] = ", gapless";
    char *found;

    loop_text(k, GAP_ITERATIONS, form, text);
    found = strstr(text, promise);
    if (found)
        memmove(found, found + strlen(promise), strlen(found + strlen(promise)) + 1);
}

/* Expects the Dst of `expected` whatever word comes late. */
static void assert_gaps(sfpu_machine *m, const struct kernel *k, const uint16_t in[static CELLS],
                        const uint16_t expected[static CELLS])
{
    static uint16_t got[CELLS];
    char gap[32];

    for (size_t word = 1; word < sfpu_word_count(m); word++)
        for (unsigned cycles = 1; cycles <= 3; cycles++) {
            const int length = snprintf(gap, sizeof gap, "%zu %u\n", word, cycles);

            assert_int_equal(sfpu_set_gaps(m, gap, (size_t)length), SFPU_OK);
            run_on(m, in, got);
            for (unsigned i = 0; i < CELLS; i++)
                if (got[i] != expected[i])
                    fail_msg("%s: %u cycles before word %zu: cell %u is 0x%04x, not 0x%04x", k->name, cycles, word, i,
                             got[i], expected[i]);
        }
}

static void count_gap_errors(void *context, const struct sfpu_diagnostic *diagnostic)
{
    *(int *)context += strcmp(diagnostic->severity, "error") == 0 && strstr(diagnostic->text, "[gaps]") != NULL;
}

/* Where the assembler lets a schedule be without the promise that no gap comes, none does harm: a, b and the flags of
 * where() must not part, and do not in a playback. The others need no such promise. */
static void test_gaps(void **state)
{
    static uint16_t in[CELLS], expected[CELLS];
    char text[MOST_TEXT];
    int gap_errors = 0;

    (void)state;
    random_cells(in, 7);
    for (unsigned i = 0; i < KERNELS; i++) {
        const struct kernel *k = &kernels[i];
        sfpu_machine *m;

        plain_text(k, GAP_ITERATIONS, text);
        m = machine_with(k->arch, text);
        sfpu_on_diagnostic(m, count_gap_errors, &gap_errors);
        run_on(m, in, expected);
        for (unsigned form = 0; form < FORMS; form++) {
            const bool refused = strcmp(k->name, "where") == 0 && form != SOLID;

            loop_with_gaps_text(k, forms[form], text);
            gap_errors = 0;
            assert_int_equal(sfpu_load_text(m, "k.s", text, strlen(text)), refused ? SFPU_BAD_SOURCE : SFPU_OK);
            assert_int_equal(gap_errors, refused);
            if (!refused)
                assert_gaps(m, k, in, expected);
        }
        sfpu_close(m);
    }
}

/* What the verdict says of where(): with a cycle before the load of a, SFPSETCC has changed the flags when it executes,
 * which the proof tells of. */
static void test_gap_breaks(void **state)
{
    enum { LOAD_OF_A = 8 }; /* behind 7 words of set-up and the load of c */
    static uint16_t in[CELLS], expected[CELLS], got[CELLS];
    const struct kernel *k = &kernels[1];
    struct sfpu_finding finding = {.size = sizeof finding};
    char text[MOST_TEXT];
    sfpu_machine *m;

    (void)state;
    random_cells(in, 3);
    for (unsigned i = 0; i < CELLS; i++)
        if (i / 2 % 2)
            in[i] = 0; /* conditions both ways, in columns of both kinds */
    loop_text(k, GAP_ITERATIONS, "unroll", text);
    m = machine_with(k->arch, text);
    run_on(m, in, expected);
    snprintf(text, sizeof text, "%d 1\n", LOAD_OF_A);
    assert_int_equal(sfpu_set_gaps(m, text, strlen(text)), SFPU_OK);
    assert_int_equal(run_warned(m, in, got), 1);
    assert_int_equal(sfpu_get_finding(m, 0, &finding), SFPU_OK);
    assert_string_equal(finding.name, "schedule-cell");
    sfpu_close(m);
    assert_memory_not_equal(got, expected, sizeof got);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forms), cmocka_unit_test(test_counts), cmocka_unit_test(test_values),
        cmocka_unit_test(test_gaps),  cmocka_unit_test(test_gap_breaks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
