/*
 * Gathering of .ttinsn by Blackhole's core (sfpu-riscv(7), Gathering): what a core alone needs for loops and straight
 * code at each offset from a line of 16 bytes, and public figures of loops (sfpu-silicon(7), Rolled loops). In the
 * texts of bodies, T is a .ttinsn, w a store that pushes a word, and S another instruction.
 */
#include "tile_program.h"

#include <math.h>

enum { LINE_WORDS = 4, X8 = 8, X9 = 9 };

enum { LOAD = 0x700C6000 }; /* sfpload L0,0,12,3, whose lower half a lui need not set */

/* Appends instructions. */
struct code {
    uint32_t words[MOST];
    unsigned count;
};

static void put(struct code *c, uint32_t word)
{
    assert_true(c->count < MOST);
    c->words[c->count++] = word;
}

static void put_nops(struct code *c, unsigned count)
{
    while (count--)
        put(c, nop());
}

/* Appends instructions by their letters. x9 points to the push window, x6 has a load, x7 SFPNOP. */
static void put_body(struct code *c, const char *body)
{
    for (; *body; body++)
        put(c, *body == 'T' ? rotated(SFPNOP) : *body == 'w' ? sw(X6, 0, X9) : nop());
}

/* Appends what stores of words need, up to the start of a line. */
static void put_preamble(struct code *c)
{
    put(c, lui(X9, PUSH_WINDOW));
    put(c, lui(X6, LOAD));
    put(c, lui(X7, (int)SFPNOP));
    put_nops(c, LINE_WORDS - 3);
}

static void put_branch(struct code *c, unsigned counter, unsigned target)
{
    put(c, addi(counter, counter, -1));
    put(c, riscv_word(RV_BNE, 0, counter, 0, ((int)target - (int)c->count) * RV_BYTES));
}

/* Runs the code with a return after it. Returns the cycle in which the return issues if nothing but the code delays
 * the core; *total, if not NULL, is the thread's cycles. */
static uint64_t issue_return(struct code *c, enum sfp_arch arch, bool gathers, uint64_t *total)
{
    struct ran r;
    uint64_t at;

    put(c, ret());
    begin(&r, arch, c->words, c->count);
    r.gathers = gathers;
    go(&r, true);
    assert_int_equal(r.tile->end, TILE_DONE);
    at = sfp_tile_alone(r.tile)->issued;
    if (total)
        *total = r.result.cycles;
    end(&r);
    return at;
}

static uint64_t run_rows(const char *body, unsigned offset, unsigned rows, enum sfp_arch arch, bool gathers)
{
    struct code c = {.count = 0};
    unsigned loop;

    put_preamble(&c);
    put(&c, addi(X5, 0, (int)rows));
    put_nops(&c, LINE_WORDS - 1 + offset);
    loop = c.count;
    put_body(&c, body);
    put_branch(&c, X5, loop);
    return issue_return(&c, arch, gathers, NULL);
}

/*
 * Core cycles a row, with the addi and the bne that end a loop. A run of T that begins k words behind the start of a
 * line takes a cycle for each line that it touches: 8T at 1 is 3 + 4 + 1, and 8T at 0 is 4 + 4.
 */
static void test_rolled_loops(void **state)
{
    static const struct {
        const char *body;
        unsigned gathered[LINE_WORDS], apart;
    } loops[] = {
        {"TTTT", {3, 4, 4, 4}, 6}, {"wTTT", {4, 5, 5, 4}, 6},     {"TT", {3, 3, 3, 4}, 4},
        {"TTT", {3, 3, 4, 4}, 5},  {"TTTTT", {4, 4, 4, 4}, 7}, {"TTTTTTTT", {4, 5, 5, 5}, 10},
    };
    enum { FEW = 10, MANY = 30 };

    (void)state;
    for (size_t i = 0; i < sizeof loops / sizeof loops[0]; i++)
        for (unsigned offset = 0; offset < LINE_WORDS; offset++)
            for (unsigned setting = 0; setting < 3; setting++) {
                const enum sfp_arch arch = setting == 2 ? SFP_WH : SFP_BH; /* Wormhole has no cfg0 */
                const bool gathers = setting == 1;
                const uint64_t cycles = run_rows(loops[i].body, offset, MANY, arch, gathers)
                                        - run_rows(loops[i].body, offset, FEW, arch, gathers);

                if (cycles != (MANY - FEW) * (gathers ? loops[i].gathered[offset] : loops[i].apart))
                    fail_msg("%s at %u, setting %u: %llu cycles", loops[i].body, offset, setting,
                             (unsigned long long)cycles);
            }
}

/* Code between a line's start and the return: the core's cycles. */
static uint64_t run_straight(const char *body, bool gathers)
{
    struct code c = {.count = 0};

    put_preamble(&c);
    put_body(&c, body);
    return issue_return(&c, SFP_BH, gathers, NULL) - LINE_WORDS;
}

static void test_straight_lines(void **state)
{
    (void)state;
    assert_int_equal(run_straight("TTTTTTTT", true), 2);
    assert_int_equal(run_straight("STTTTTTT", true), 3);  /* S | TTT | TTTT */
    assert_int_equal(run_straight("STTTTTTTT", true), 4); /* S | TTT | TTTT | T */
    assert_int_equal(run_straight("SSTTTTTS", true), 5);  /* S | S | TT | TTT | S */
    assert_int_equal(run_straight("TTwTTTTT", true), 4);  /* TT | w | T | TTTT */
    assert_int_equal(run_straight("TSTTTTwT", true), 6);  /* T | S | TT | TT | w | T */
    assert_int_equal(run_straight("TTwTTTTT", false), 8);
}

/* A jump into a run begins a group, which ends where the line does; a word before the target joins only words that the
 * core comes to one after the other. */
static void test_jump_into_a_run(void **state)
{
    struct code c = {.count = 0};
    unsigned loop;

    (void)state;
    /* jal over two T, to the third of a line: jal | TT | TTTT */
    put_preamble(&c);
    put_nops(&c, LINE_WORDS - 1);
    put(&c, riscv_word(RV_JAL, 0, 0, 0, 3 * RV_BYTES));
    put_body(&c, "TTTTTTTT");
    assert_int_equal(issue_return(&c, SFP_BH, true, NULL), 2 * LINE_WORDS + 2);

    /* a loop whose target is the third word of a line. First TTTT, which nothing splits, then T | S S, and twice TT |
     * T | S S; the branch that stays was foreseen wrongly: 4 more. */
    c.count = 0;
    put_preamble(&c);
    put(&c, addi(X5, 0, 3));
    put_nops(&c, LINE_WORDS - 1);
    loop = c.count + 2;
    put_body(&c, "TTTTT");
    put_branch(&c, X5, loop);
    assert_int_equal(issue_return(&c, SFP_BH, true, NULL), 2 * LINE_WORDS + 4 + 4 + 4 + 4);
}

/* ---- A slow model of a core without stalls ---- */

enum slow_kind { SLOW_PUSH, SLOW_STORE, SLOW_OTHER, SLOW_SKIP };

/* Returns a core's cycles for a path: the number of different groups, where each instruction that is no .ttinsn is one
 * by itself, and a .ttinsn belongs to the group of its run's words in its line. Nothing is said of when. */
static unsigned count_slow_cycles(const enum slow_kind *kinds, const unsigned *path, unsigned length)
{
    unsigned cycles = 0;

    for (unsigned i = 0; i < length; i++) {
        unsigned run = i;

        while (run > 0 && kinds[path[run]] == SLOW_PUSH && kinds[path[run - 1]] == SLOW_PUSH
               && path[run - 1] + 1 == path[run])
            run--;
        /* the first word of its run, or of its run in its line */
        if (run == i || path[i] / LINE_WORDS != path[i - 1] / LINE_WORDS)
            cycles++;
    }
    return cycles;
}

/* Random code that jumps forwards: into runs of words, out of them, and over lines. */
static void test_random_code(void **state)
{
    enum { PROGRAMS = 400, LENGTH = 60, MOST_SKIPPED = 6 };
    uint64_t seed = 88172645463325252;

    (void)state;
    for (unsigned program = 0; program < PROGRAMS; program++) {
        struct code c = {.count = 0};
        enum slow_kind kinds[LENGTH + MOST_SKIPPED];
        unsigned skips[LENGTH], path[LENGTH], length = 0;

        put_preamble(&c);
        for (unsigned i = 0; i < LENGTH + MOST_SKIPPED; i++) {
            unsigned random;

            seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
            random = (unsigned)(seed >> 20);
            kinds[i] = i >= LENGTH || random % 16 < 12 ? SLOW_PUSH : (enum slow_kind)(random % 4);
            if (i >= LENGTH)
                continue;
            skips[i] = kinds[i] == SLOW_SKIP ? 1 + random / 16 % MOST_SKIPPED : 1;
            put(&c, kinds[i] == SLOW_PUSH    ? rotated(SFPNOP)
                    : kinds[i] == SLOW_STORE ? sw(X6, 0, X9)
                    : kinds[i] == SLOW_SKIP  ? riscv_word(RV_JAL, 0, 0, 0, (int)skips[i] * RV_BYTES)
                                             : nop());
        }
        put_nops(&c, MOST_SKIPPED); /* where the last jumps may lead */
        for (unsigned i = 0; i < LENGTH; i += skips[i])
            path[length++] = i;
        for (unsigned setting = 0; setting < 2; setting++) {
            struct code own = c;
            const unsigned next = path[length - 1] + skips[path[length - 1]];
            const unsigned nops = LENGTH + MOST_SKIPPED - next;
            const unsigned want = setting ? count_slow_cycles(kinds, path, length) : length;

            assert_int_equal(issue_return(&own, SFP_BH, setting, NULL), LINE_WORDS + want + nops);
        }
    }
}

/* ---- Public figures ---- */

/* Instructions of abs on 32-bit integers, and of their sum; STORE_STEP steps the counter. */
static const uint32_t ABS = 0x7D000000, STORE = 0x720C6000, STORE_STEP = 0x720C4000, INCRWC = 0x38008000,
                      IADD = 0x79000104;

/*
 * A loop of the vendor's, once for each tile. Between two loops are `between` cycles of the core, in which it pushes
 * the harness's words, by stores; and `before` .ttinsn in one line.
 */
struct figure {
    const char *body;
    unsigned iterations;
    unsigned start;    /* words from the start of a line to the tile's first instruction */
    unsigned before, between, harness;
    const uint32_t *ttinsn; /* the body's .ttinsn, again and again; NULL: SFPNOP */
    unsigned ttinsns;
    unsigned gathered, apart; /* cycles a tile in the model */
    double published;
};

enum {
    MISPREDICTED = 2 * 4, /* the branch that ends a loop is foreseen wrongly at the end, and so at the next start */
    BESIDE = 3,           /* the loop's counter, the tiles' addi and bne */
};

static void put_loop(struct code *c, const struct figure *f)
{
    const unsigned loop = c->count;
    unsigned next = 0;

    for (const char *letter = f->body; *letter; letter++)
        put(c, *letter == 'w' ? sw(X6, 0, X9) : rotated(f->ttinsn ? f->ttinsn[next++ % f->ttinsns] : SFPNOP));
    put_branch(c, X5, loop);
}

static uint64_t run_tiles(const struct figure *f, unsigned tiles, bool gathers)
{
    struct code c = {.count = 0};
    unsigned tile;
    uint64_t cycles;

    put_preamble(&c);
    put(&c, addi(X8, 0, (int)tiles));
    put_nops(&c, LINE_WORDS - 1 + f->start);
    tile = c.count;
    for (unsigned i = 0; i < f->before; i++)
        put(&c, rotated(SFPNOP));
    for (unsigned i = 0; i < f->harness; i++)
        put(&c, sw(X7, 0, X9));
    put_nops(&c, f->between - f->harness - MISPREDICTED - BESIDE);
    put(&c, addi(X5, 0, (int)f->iterations));
    put_loop(&c, f);
    put_branch(&c, X8, tile);
    issue_return(&c, SFP_BH, gathers, &cycles);
    return cycles;
}

/*
 * Cycles a tile. Where the core binds they are rows * core cycles a row + between, and a cycle for three words before.
 * Else they are the words: 7 of the harness, and those of the rows. Rows at the offset that follows from the code, with
 * gathering:
 * fill             T T S S        at 0: 32 * 3 + 22
 * abs, main        w TTT S S      at 0: 32 * 4 + 22
 * abs, branch      TTTT S S       at 0: 32 * 4 words + 7 (the core: 32 * 3 + 22)
 * abs, stepping    T TT S S       at 3: 32 * 4 + 22 + 1
 *   the same       TTT S S        at 0: 32 * 3 + 22 + 1
 * abs, unrolled    24 T S S       at 0: 4 * 24 words + 7 (the core: 4 * 8 + 22)
 * add_int, main    8 (w w T w T) S S: 4 * 42 + 25, under both settings, as no T is next to another; of its harness's
 *                  18 words 14 fit into the 25 cycles, and 160 + 18 words are fewer anyway
 * Without gathering each instruction takes a cycle.
 */
static void test_public_figures(void **state)
{
    static const uint32_t fill[] = {STORE, INCRWC}, rest[] = {ABS, STORE, INCRWC}, all[] = {LOAD, ABS, STORE, INCRWC},
                          stepping[] = {LOAD, ABS, STORE_STEP}, sum[] = {IADD, INCRWC};
    static const struct figure figures[] = {
        {"TT", 32, 0, 0, 22, 7, fill, 2, 118, 150, 117.78},
        {"wTTT", 32, 0, 0, 22, 7, rest, 3, 150, 214, 149.80},
        {"TTTT", 32, 0, 0, 22, 7, all, 4, 135, 214, 135.43},
        {"TTT", 32, 0, 3, 22, 7, stepping, 3, 151, 185, 150.82},
        {"TTT", 32, 1, 3, 22, 7, stepping, 3, 119, 185, 119}, /* not published: the rule, not the constant, is tested */
        {"TTTTTTTTTTTTTTTTTTTTTTTT", 4, 0, 0, 22, 7, stepping, 3, 103, 126, 103.64},
        {"wwTwTwwTwTwwTwTwwTwTwwTwTwwTwTwwTwTwwTwT", 4, 0, 0, 25, 14, sum, 2, 193, 193, 192.99},
    };
    enum { FEW = 64, MANY = 128 };

    (void)state;
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        const struct figure *f = &figures[i];

        for (unsigned gathers = 0; gathers < 2; gathers++) {
            const uint64_t cycles = run_tiles(f, MANY, gathers) - run_tiles(f, FEW, gathers);

            if (cycles != (MANY - FEW) * (uint64_t)(gathers ? f->gathered : f->apart))
                fail_msg("%s, start %u, gathering %u: %.3f cycles a tile", f->body, f->start, gathers,
                         (double)cycles / (MANY - FEW));
        }
        assert_true(fabs(f->gathered - f->published) <= 1);
    }
}

/* LOAD, ABS, and a store that steps the counter, eight times in line: 24 cycles from the first word's, in 5, to the
 * last one's. No load waits for the store before it. */
static void test_store_then_load(void **state)
{
    enum { ROWS = 8, WORDS_A_ROW = 3 };
    struct code c = {.count = 0};
    uint64_t cycles;

    (void)state;
    put_preamble(&c);
    for (unsigned i = 0; i < ROWS; i++) {
        put(&c, rotated(LOAD));
        put(&c, rotated(ABS));
        put(&c, rotated(STORE_STEP));
    }
    issue_return(&c, SFP_BH, true, &cycles);
    assert_int_equal(cycles, LINE_WORDS + 1 + ROWS * WORDS_A_ROW);
}

/* ---- REPLAY ---- */

enum { RECORD_2 = 0x04000021, PLAY_2 = 0x04000020, RECORD_4 = 0x04000041, PLAY_4 = 0x04000040 }; /* from slot 0 on */

/*
 * Recordings that a core pushes while it gathers hang Blackhole: the REPLAY, or one of its words alone. x6 is bit 18
 * of cfg0, by lui.
 */
static void test_recordings(void **state)
{
    enum { BIT_18 = 1 << 18 };
    const uint32_t record = rotated(RECORD_2), word = rotated(SFPNOP), off = lui(X6, BIT_18), play = rotated(PLAY_2);
    const struct {
        uint32_t code[8];
        bool gathers;
        const char *found;
    } cases[] = {
        {{nop(), nop(), record, word, word, play, ret()}, true, "replay-gathered@2 "},
        {{nop(), nop(), record, word, word, play, ret()}, false, ""},
        {{off, set_cfg0(X6), record, word, word, set_cfg0(0), play, ret()}, true, ""},
        {{off, set_cfg0(X6), record, word, set_cfg0(0), word, play, ret()}, true, "replay-gathered@5 "},
        /* what is not recorded may be gathered */
        {{off, set_cfg0(X6), record, word, word, set_cfg0(0), word, ret()}, true, ""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (unsigned timed = 0; timed < 2; timed++) {
            struct ran r;

            begin(&r, SFP_BH, cases[i].code, sizeof cases[i].code / sizeof cases[i].code[0]);
            r.gathers = cases[i].gathers;
            go(&r, timed);
            if (strcmp(r.found, cases[i].found) != 0)
                fail_msg("case %zu: %s", i, r.found);
            end(&r);
        }
}

/*
 * A recording of four words without execution takes five cycles, and launches take none: 32 launches of four words,
 * each one pushed by a loop of three instructions, take 128 cycles. The first word leaves in 5, the last in 9, and the
 * first launch, the core's instruction in 12, leaves in 13: cycles 10 to 12 are without a word.
 */
static void test_launches(void **state)
{
    enum { LAUNCHES = 32, PAYLOAD = 4, LAUNCHED = 13 };
    struct code c = {.count = 0};
    unsigned loop;
    uint64_t cycles;

    (void)state;
    put_preamble(&c);
    put(&c, rotated(RECORD_4));
    for (unsigned i = 0; i < PAYLOAD; i++)
        put(&c, rotated(SFPNOP));
    put(&c, addi(X5, 0, LAUNCHES));
    put_nops(&c, 2);
    loop = c.count;
    put(&c, rotated(PLAY_4));
    put_branch(&c, X5, loop);
    issue_return(&c, SFP_BH, false, &cycles);
    assert_int_equal(cycles, LAUNCHED + LAUNCHES * PAYLOAD);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rolled_loops),   cmocka_unit_test(test_straight_lines),
        cmocka_unit_test(test_jump_into_a_run), cmocka_unit_test(test_random_code),
        cmocka_unit_test(test_public_figures), cmocka_unit_test(test_store_then_load),
        cmocka_unit_test(test_recordings),     cmocka_unit_test(test_launches),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
