/*
 * libsfpu by its public header alone: who wrote last. Cycles are worked by hand by sfpu-timing(7): an instruction a cycle,
 * and what takes two is there at the end of the second.
 */
#include "sfpu_random.h"
#include "sfpu_test.h"

#include <elf.h>
#include <stdbool.h>

enum { ROWS = 1024, COLUMNS = 16 };

static const struct sfpu_running keeping = {.size = sizeof keeping, .keeps_writers = 1};

static sfpu_machine *machine_keeping(int arch, const char *source)
{
    sfpu_machine *m = machine_with(arch, source);

    assert_int_equal(sfpu_configure_runs(m, &keeping), SFPU_OK);
    return m;
}

/* What wrote, "index@cycle", with the macro's index behind it where it is an item; "-": nobody. */
static const char *who(sfpu_machine *m, int code, const struct sfpu_writer *w)
{
    static char text[60];

    if (code != SFPU_OK) {
        assert_int_equal(code, SFPU_BAD_ARGUMENT);
        assert_string_equal(sfpu_error(m), "the run has written nothing there");
        return "-";
    }
    snprintf(text, sizeof text, w->scheduled ? "%zu@%llu by %zu" : "%zu@%llu", w->index, (unsigned long long)w->cycle,
             w->macro_index);
    return text;
}

static void assert_lreg_writer(sfpu_machine *m, unsigned reg, unsigned lane, const char *expected)
{
    struct sfpu_writer w = {.size = sizeof w};
    const int code = sfpu_get_lreg_writer(m, reg, lane, &w);

    assert_string_equal(who(m, code, &w), expected);
}

static void assert_dst_writer(sfpu_machine *m, unsigned row, unsigned column, const char *expected)
{
    struct sfpu_writer w = {.size = sizeof w};
    const int code = sfpu_get_dst_writer(m, row, column, &w);

    assert_string_equal(who(m, code, &w), expected);
}

static void assert_flags_writer(sfpu_machine *m, unsigned lane, const char *expected)
{
    struct sfpu_writer w = {.size = sizeof w};
    const int code = sfpu_get_flags_writer(m, lane, &w);

    assert_string_equal(who(m, code, &w), expected);
}

/* ---- Plain instructions ---- */

static const char plain[] = "sfploadi L0, 0x4000, 0\n"
                            "sfpmul L1, L0, L0, L9, 0\n" /* two cycles */
                            "sfpnop\n"
                            "sfpstore L1, 4, 3, 3\n"     /* fp32: rows 4..7, and the low halves 8 rows on */
                            "sfpstore L0, 18, 2, 3\n";   /* bf16: rows 16..19, odd columns */

static void test_plain(void **state)
{
    struct sfpu_writer w = {.size = sizeof w};
    sfpu_machine *m = machine_keeping(SFPU_WORMHOLE, plain);

    (void)state;
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    for (unsigned lane = 0; lane < SFPU_LANES; lane++) {
        assert_lreg_writer(m, 0, lane, "0@0");
        assert_lreg_writer(m, 1, lane, "1@2");
        assert_lreg_writer(m, 2, lane, "-");
        assert_flags_writer(m, lane, "-");
    }
    for (unsigned row = 0; row < ROWS; row++)
        for (unsigned column = 0; column < COLUMNS; column++) {
            const bool wide = (row >= 4 && row < 8) || (row >= 12 && row < 16), narrow = row >= 16 && row < 20;

            assert_dst_writer(m, row, column, wide && column % 2 == 0 ? "3@3" : narrow && column % 2 ? "4@4" : "-");
        }
    assert_int_equal(sfpu_get_lreg_writer(m, 1, 31, &w), SFPU_OK);
    assert_int_equal(w.word, sfpu_words(m)[1]);
    assert_int_equal(w.id, 1);
    assert_int_equal(w.scheduled, 0);
    assert_int_equal(w.macro_index, 0);
    sfpu_close(m);
}

/* A result is not written before it is there; the run that comes begins anew. */
static void test_in_time(void **state)
{
    const struct sfpu_limits two = {.size = sizeof two, .cycles = 2}, one = {.size = sizeof one, .cycles = 1};
    sfpu_machine *m = machine_keeping(SFPU_WORMHOLE, plain);

    (void)state;
    assert_int_equal(sfpu_run_until(m, &two), SFPU_STOPPED);
    assert_lreg_writer(m, 0, 0, "0@0");
    assert_lreg_writer(m, 1, 0, "-");
    assert_int_equal(sfpu_run_until(m, &one), SFPU_STOPPED);
    assert_lreg_writer(m, 1, 0, "1@2");
    assert_int_equal(sfpu_end_run(m), SFPU_OK);
    assert_lreg_writer(m, 1, 0, "1@2");
    assert_int_equal(sfpu_step(m), SFPU_STOPPED);
    assert_lreg_writer(m, 0, 0, "0@0");
    assert_lreg_writer(m, 1, 0, "-");
    sfpu_close(m);
}

/* ---- Lanes, flags, two results, ZEROACC ---- */

/* Lane l of L0 holds 2 l (SFPMOV of L15 in mode 8 would do; here the constant register of lane numbers): lanes whose L1,
 * 0 in lane 0 alone, is 0 are enabled. */
static void test_lanes(void **state)
{
    uint32_t lanes[SFPU_LANES] = {0, 1, 1, 1};
    sfpu_machine *m = machine_keeping(SFPU_WORMHOLE, "sfpencc 3, 10\n"         /* 0 */
                                                     "sfpsetcc L1, 0, 6\n"     /* 1: where L1 is 0 */
                                                     "sfploadi L2, 0x4000, 0\n" /* 2 */
                                                     "sfpstore L2, 0, 2, 3\n"  /* 3: rows 0..3 */
                                                     "sfpencc 3, 10\n"         /* 4 */
                                                     "sfpswap L0, L1, 0\n"     /* 5: two cycles */
                                                     "sfpnop\n");

    (void)state;
    for (unsigned lane = 4; lane < SFPU_LANES; lane++)
        lanes[lane] = lane != 31;
    assert_int_equal(sfpu_set_lreg(m, 1, lanes), SFPU_OK);
    assert_int_equal(sfpu_run_until(m, &(struct sfpu_limits){.size = sizeof(struct sfpu_limits), .instructions = 4}),
                     SFPU_STOPPED);
    for (unsigned lane = 0; lane < SFPU_LANES; lane++) {
        assert_flags_writer(m, lane, "1@1");
        assert_lreg_writer(m, 2, lane, lanes[lane] == 0 ? "2@2" : "-");
        assert_dst_writer(m, lane / 8, lane % 8 * 2, lanes[lane] == 0 ? "3@3" : "-");
    }
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    for (unsigned lane = 0; lane < SFPU_LANES; lane++) {
        assert_flags_writer(m, lane, "4@4");
        assert_lreg_writer(m, 0, lane, "5@6");
        assert_lreg_writer(m, 1, lane, "5@6");
        assert_lreg_writer(m, 2, lane, lanes[lane] == 0 ? "2@2" : "-");
    }
    sfpu_close(m);
}

/* SFPLOAD and SFPNOP, then ZEROACC of the 16 rows of block 1, in which nothing had been stored. */
static void test_zeroacc(void **state)
{
    (void)state;
    for (int arch = SFPU_WORMHOLE; arch <= SFPU_BLACKHOLE; arch++) {
        sfpu_machine *m = machine_keeping(arch, arch == SFPU_WORMHOLE ? "sfpstore L0, 0, 2, 3\nttzeroacc 1, 0, 1\n"
                                                                      : "sfpstore L0, 0, 2, 7\nttzeroacc 1, 0, 0, 0, 1\n");

        assert_int_equal(sfpu_run(m, 1), SFPU_OK);
        assert_dst_writer(m, 0, 0, "0@0");
        assert_dst_writer(m, 15, 0, "-");
        for (unsigned row = 16; row < 32; row++)
            for (unsigned column = 0; column < COLUMNS; column++)
                assert_dst_writer(m, row, column, "1@1");
        assert_dst_writer(m, 32, 0, "-");
        sfpu_close(m);
    }
}

/* ---- Macros ---- */

/* Sequence 0 has template 0, SFPMOV to L16, on the simple sub-unit five cycles on. The SFPLOADMACRO is word 4, in cycle
 * 4. */
static void test_macro(void **state)
{
    struct sfpu_writer w = {.size = sizeof w};
    sfpu_machine *m = machine_keeping(SFPU_WORMHOLE, "sfpmov T0, L0, 0\n"
                                                     "sfploadi L0, 0, 0\n"
                                                     "sfploadi L0, 0x64, 10\n"
                                                     "sfpconfig 4, 0, 0\n"
                                                     "sfploadmacro 0, L1, 0, 3, 3\n");

    (void)state;
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_lreg_writer(m, 1, 0, "4@4");
    assert_lreg_writer(m, 0, 0, "2@2");
    assert_lreg_writer(m, 16, 0, "4@9 by 4");
    assert_int_equal(sfpu_get_lreg_writer(m, 16, 0, &w), SFPU_OK);
    assert_int_equal(w.word >> 24, 0x7C); /* the template's */
    assert_string_equal(w.text, "sfpmov L16,L1,0"); /* as the macro with L1 had it executed */
    assert_int_equal(sfpu_get_lreg_writer(m, 0, 0, &w), SFPU_OK);
    assert_null(w.text);
    sfpu_close(m);
}

/* ---- A compiled kernel's core ---- */

/* lui a5, FFBD8; lui a4, 3F800; sw a4, 64(a5): 1.0 to the first of Blackhole's 32-bit cells of row 1 of Dst; ret. */
static const uint32_t core_code[] = {0xFFBD87B7, 0x3F800737, 0x04E7A023, 0x00008067};

static void test_core(void **state)
{
    enum { CODE = 0x6000 };
    struct {
        Elf32_Ehdr header;
        Elf32_Phdr segment;
        uint32_t code[4];
    } file = {
        .header = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS32, ELFDATA2LSB, EV_CURRENT},
                   .e_type = ET_EXEC, .e_machine = EM_RISCV, .e_version = EV_CURRENT, .e_entry = CODE,
                   .e_phoff = sizeof(Elf32_Ehdr), .e_phentsize = sizeof(Elf32_Phdr), .e_phnum = 1,
                   .e_ehsize = sizeof(Elf32_Ehdr)},
        .segment = {.p_type = PT_LOAD, .p_offset = offsetof(__typeof__(file), code), .p_vaddr = CODE, .p_paddr = CODE,
                    .p_filesz = sizeof file.code, .p_memsz = sizeof file.code, .p_flags = PF_R | PF_X}};
    struct sfpu_writer w = {.size = sizeof w};
    sfpu_machine *m = machine_of(SFPU_BLACKHOLE);

    (void)state;
    memcpy(file.code, core_code, sizeof file.code);
    if (sfpu_load_elf(m, &file, sizeof file, NULL) != SFPU_OK)
        fail_msg("%s", sfpu_error(m));
    assert_int_equal(sfpu_configure_runs(m, &keeping), SFPU_OK);
    if (sfpu_run(m, 1) != SFPU_OK)
        fail_msg("%s", sfpu_error(m));
    assert_dst_writer(m, 0, 0, "-");
    assert_dst_writer(m, 1, 1, "-");
    assert_int_equal(sfpu_get_dst_writer(m, 9, 0, &w), SFPU_OK); /* the low half */
    assert_int_equal(w.index, 2);
    assert_int_equal(sfpu_get_dst_writer(m, 1, 0, &w), SFPU_OK);
    assert_int_equal(w.index, 2);
    assert_int_equal(w.word, core_code[2]);
    assert_true(w.id == UINT64_MAX);
    assert_int_equal(w.cycle, 3); /* issued in 2 */
    sfpu_close(m);
}

/* ---- Whatever changes was written in that cycle ---- */

/* What a machine holds. */
struct held {
    uint32_t lregs[SFPU_LREGS][SFPU_LANES], flags, use_flags;
    uint16_t dst[ROWS][COLUMNS];
};

static void hold(sfpu_machine *m, struct held *held)
{
    for (unsigned reg = 0; reg < SFPU_LREGS; reg++)
        assert_int_equal(sfpu_get_lreg(m, reg, held->lregs[reg]), SFPU_OK);
    assert_int_equal(sfpu_get_flags(m, &held->flags, &held->use_flags), SFPU_OK);
    assert_int_equal(sfpu_read_dst(m, SFPU_RAW, SFPU_ROWS, held->dst, sizeof held->dst), SFPU_OK);
}

/* How many places have changed in a cycle; each was written in it. */
static unsigned check_lregs(sfpu_machine *m, const struct held *before, const struct held *now, uint64_t cycle)
{
    unsigned changed = 0;

    for (unsigned reg = 0; reg < SFPU_LREGS; reg++)
        for (unsigned lane = 0; lane < SFPU_LANES; lane++) {
            struct sfpu_writer w = {.size = sizeof w};

            if (before->lregs[reg][lane] == now->lregs[reg][lane])
                continue;
            assert_int_equal(sfpu_get_lreg_writer(m, reg, lane, &w), SFPU_OK);
            assert_int_equal(w.cycle, cycle);
            changed++;
        }
    return changed;
}

static unsigned check_flags(sfpu_machine *m, const struct held *before, const struct held *now, uint64_t cycle)
{
    const uint32_t changed = (before->flags ^ now->flags) | (before->use_flags ^ now->use_flags);

    for (unsigned lane = 0; lane < SFPU_LANES; lane++) {
        struct sfpu_writer w = {.size = sizeof w};

        if (!(changed >> lane & 1))
            continue;
        assert_int_equal(sfpu_get_flags_writer(m, lane, &w), SFPU_OK);
        assert_int_equal(w.cycle, cycle);
    }
    return (unsigned)__builtin_popcount(changed);
}

static unsigned check_dst(sfpu_machine *m, const struct held *before, const struct held *now, uint64_t cycle)
{
    unsigned changed = 0;

    for (unsigned row = 0; row < ROWS; row++)
        for (unsigned column = 0; column < COLUMNS; column++) {
            struct sfpu_writer w = {.size = sizeof w};

            if (before->dst[row][column] == now->dst[row][column])
                continue;
            assert_int_equal(sfpu_get_dst_writer(m, row, column, &w), SFPU_OK);
            assert_int_equal(w.cycle, cycle);
            changed++;
        }
    return changed;
}

/* A run of random contents, cycle by cycle. */
static void check_run(sfpu_machine *m)
{
    static struct held before, now;
    const struct sfpu_limits one = {.size = sizeof one, .cycles = 1};
    unsigned lregs = 0, flags = 0, dst = 0;
    uint32_t random = 5;

    assert_int_equal(sfpu_configure_runs(m, &keeping), SFPU_OK);
    hold(m, &before);
    for (unsigned row = 0; row < ROWS; row++)
        for (unsigned column = 0; column < COLUMNS; column++)
            before.dst[row][column] = (uint16_t)below(&random, 1 << 16);
    assert_int_equal(sfpu_write_dst(m, SFPU_RAW, SFPU_ROWS, before.dst, sizeof before.dst), SFPU_OK);
    hold(m, &before);
    while (sfpu_run_until(m, &one) == SFPU_STOPPED) {
        const uint64_t cycle = result_of(m).cycles - 1;

        hold(m, &now);
        lregs += check_lregs(m, &before, &now, cycle);
        flags += check_flags(m, &before, &now, cycle);
        dst += check_dst(m, &before, &now, cycle);
        before = now;
    }
    assert_true(lregs > 100 && flags > 10 && dst > 100);
}

static void test_random(void **state)
{
    (void)state;
    for (int arch = SFPU_WORMHOLE; arch <= SFPU_BLACKHOLE; arch++)
        for (uint32_t seed = 1; seed <= 5; seed++) {
            sfpu_machine *m = random_machine(arch, seed);

            check_run(m);
            sfpu_close(m);
        }
}

/* Longer than there is room for writes, most of which are forgotten on the way. */
static void test_long(void **state)
{
    const struct sfpu_limits passes = {.size = sizeof passes, .passes = 30000};
    sfpu_machine *m = machine_keeping(SFPU_WORMHOLE, "sfpload L0, 0, 3, 3\nsfpadd L1, L10, L0, L10, 0\n"
                                                     "sfpnop\nsfpstore L1, 0, 3, 3\n");

    (void)state;
    assert_int_equal(sfpu_step(m), SFPU_STOPPED);
    assert_int_equal(sfpu_end_run(m), SFPU_OK);
    assert_int_equal(sfpu_run_until(m, &passes), SFPU_OK);
    assert_lreg_writer(m, 0, 31, "0@119996");
    assert_lreg_writer(m, 1, 31, "1@119998");
    assert_dst_writer(m, 3, 14, "3@119999");
    assert_dst_writer(m, 11, 14, "3@119999");
    assert_dst_writer(m, 4, 0, "-");
    sfpu_close(m);
}

static void test_fails(void **state)
{
    struct sfpu_writer w = {.size = sizeof w};
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, plain);

    (void)state;
    assert_fails(m, sfpu_get_lreg_writer(m, 0, 0, &w), SFPU_BAD_ARGUMENT, "the run did not keep its writers");
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_fails(m, sfpu_get_dst_writer(m, 4, 0, &w), SFPU_BAD_ARGUMENT, "the run did not keep its writers");
    assert_int_equal(sfpu_configure_runs(m, &keeping), SFPU_OK);
    assert_fails(m, sfpu_get_flags_writer(m, 0, &w), SFPU_BAD_ARGUMENT, "the run did not keep its writers"); /* in that run */
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_fails(m, sfpu_get_lreg_writer(m, 17, 0, &w), SFPU_BAD_ARGUMENT,
                 "the written place does not exist, or there is no place for its writer");
    assert_fails(m, sfpu_get_lreg_writer(m, 0, 32, &w), SFPU_BAD_ARGUMENT,
                 "the written place does not exist, or there is no place for its writer");
    assert_fails(m, sfpu_get_dst_writer(m, 1024, 0, &w), SFPU_BAD_ARGUMENT,
                 "the written place does not exist, or there is no place for its writer");
    assert_fails(m, sfpu_get_dst_writer(m, 0, 16, &w), SFPU_BAD_ARGUMENT,
                 "the written place does not exist, or there is no place for its writer");
    assert_fails(m, sfpu_get_flags_writer(m, 0, NULL), SFPU_BAD_ARGUMENT,
                 "the written place does not exist, or there is no place for its writer");
    assert_fails(m, sfpu_get_flags_writer(m, 0, &w), SFPU_BAD_ARGUMENT, "the run has written nothing there");
    load(m, plain);
    assert_fails(m, sfpu_get_lreg_writer(m, 0, 0, &w), SFPU_BAD_ARGUMENT, "the run did not keep its writers");
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    w.size = 0;
    assert_fails(m, sfpu_get_lreg_writer(m, 0, 0, &w), SFPU_BAD_ARGUMENT, "a struct does not say its size");
    assert_int_equal(sfpu_get_lreg_writer(NULL, 0, 0, &w), SFPU_BAD_ARGUMENT);
    sfpu_close(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),
        cmocka_unit_test(test_in_time),
        cmocka_unit_test(test_lanes),
        cmocka_unit_test(test_zeroacc),
        cmocka_unit_test(test_macro),
        cmocka_unit_test(test_core),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_long),
        cmocka_unit_test(test_fails),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
