/* Streams of a program's words, and programs that are joined and taken apart, worked by hand. */
#include "assembly/asm.h"
#include "program/streams.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct sfp_program assembled(const char *name, const char *text)
{
    struct sfp_asm_options options = {.arch = SFP_WH};
    const struct sfp_asm_source source = {.path = name, .text = text, .size = strlen(text)};
    struct sfp_program program;

    warnings_init(&options.warnings);
    assert_true(assembly_make_texts(&options, &source, 1, &program));
    return program;
}

static void assert_stream(const struct sfp_program *program, size_t i, enum sfp_thread_id thread, size_t first,
                          size_t end)
{
    assert_int_equal(program->streams[i].thread, thread);
    assert_int_equal(program->streams[i].first, first);
    assert_int_equal(program->streams[i].end, end);
}

static void assert_place(const struct sfp_program *program, size_t index, const char *file, unsigned long line)
{
    struct sfp_where where;

    assert_true(sfp_program_where(program, index, &where));
    assert_string_equal(where.file, file);
    assert_int_equal(where.line, line);
}

/* A source without .thread has no streams; words of the same thread extend its last stream, and words before the first
 * .thread are math's. */
static void test_directive(void **state)
{
    struct sfp_program plain = assembled("a.s", "sfpnop\n.thread math\nsfpnop\n");
    struct sfp_program mixed = assembled("b.s", "sfpnop\n.thread pack\nsfpnop\nsfpnop\n.thread pack\nsfpnop\n"
                                                ".thread unpack\n.thread math\nsfpnop\n");
    size_t counts[SFP_THREADS];

    (void)state;
    assert_int_equal(plain.stream_count, 0);
    assert_int_equal(sfp_thread_of_word(&plain, 1), SFP_THREAD_MATH);
    assert_false(sfp_has_several_threads(&plain));
    sfp_streams_count(&plain, counts);
    assert_int_equal(counts[SFP_THREAD_MATH], 2);

    assert_int_equal(mixed.stream_count, 3);
    assert_stream(&mixed, 0, SFP_THREAD_MATH, 0, 1);
    assert_stream(&mixed, 1, SFP_THREAD_PACK, 1, 4);
    assert_stream(&mixed, 2, SFP_THREAD_MATH, 4, 5);
    assert_int_equal(sfp_thread_of_word(&mixed, 0), SFP_THREAD_MATH);
    assert_int_equal(sfp_thread_of_word(&mixed, 3), SFP_THREAD_PACK);
    assert_int_equal(sfp_thread_of_word(&mixed, 4), SFP_THREAD_MATH);
    assert_true(sfp_has_several_threads(&mixed));
    sfp_streams_count(&mixed, counts);
    assert_int_equal(counts[SFP_THREAD_UNPACK], 0);
    assert_int_equal(counts[SFP_THREAD_MATH], 2);
    assert_int_equal(counts[SFP_THREAD_PACK], 3);
    sfp_program_free(&plain);
    sfp_program_free(&mixed);
}

static const char first_text[] = "one: sfpnop\n.region r\nsfpmov L1, L0, 0\n.endregion\n";
static const char second_text[] = ".init llk\n\nsfpmov L2, L0, 0\n.region s\ntwo: sfpmov L3, L0, 0\n.endregion\n";

static void assert_joined(const struct sfp_program *p)
{
    assert_int_equal(p->count, 4);
    assert_int_equal(p->words[0], 0x8F000000);
    assert_int_equal(p->words[1], 0x7C000010);
    assert_int_equal(p->words[2], 0x7C000020);
    assert_int_equal(p->words[3], 0x7C000030);
    assert_place(p, 0, "a.s", 1);
    assert_place(p, 1, "a.s", 3);
    assert_place(p, 2, "b.s", 3);
    assert_place(p, 3, "b.s", 5);
    assert_int_equal(p->stream_count, 2);
    assert_stream(p, 0, SFP_THREAD_MATH, 0, 2);
    assert_stream(p, 1, SFP_THREAD_PACK, 2, 4);
}

static void test_join(void **state)
{
    struct sfp_program p = assembled("a.s", first_text), more = assembled("b.s", second_text);
    struct sfp_program_part part;

    (void)state;
    assert_true(sfp_program_join(&p, &more, SFP_THREAD_PACK, &part));
    assert_int_equal(more.count, 0);
    assert_null(more.words);
    assert_joined(&p);
    assert_int_equal(p.init, SFP_INIT_LLK);
    assert_int_equal(p.region_count, 2);
    assert_string_equal(p.regions[1].name, "s");
    assert_int_equal(p.regions[1].first, 3);
    assert_int_equal(p.regions[1].end, 4);
    assert_int_equal(p.symbol_count, 2);
    assert_string_equal(p.symbols[1].name, "two");
    assert_int_equal(p.symbols[1].index, 3);
    assert_int_equal(part.words.first, 2);
    assert_int_equal(part.words.end, 4);
    assert_int_equal(part.init, SFP_INIT_LLK);
    sfp_program_free(&p);
}

/* Plain words have no place, on either side. */
static void test_join_words(void **state)
{
    const uint32_t words[] = {0x8F000000, 0x8F000000};
    struct sfp_program p = assembled("a.s", first_text), front = {.arch = SFP_WH, .count = 2}, more = front;
    struct sfp_program_part part;
    struct sfp_where where;

    (void)state;
    front.words = malloc(sizeof words);
    more.words = malloc(sizeof words);
    assert_non_null(front.words);
    assert_non_null(more.words);
    memcpy(front.words, words, sizeof words);
    memcpy(more.words, words, sizeof words);
    assert_true(sfp_program_join(&front, &p, SFP_THREAD_UNPACK, &part));
    assert_true(sfp_program_join(&front, &more, SFP_THREAD_PACK, &part));
    assert_int_equal(front.count, 6);
    assert_int_equal(front.origins.count, 6);
    assert_false(sfp_program_where(&front, 1, &where));
    assert_place(&front, 2, "a.s", 1);
    assert_place(&front, 3, "a.s", 3);
    assert_false(sfp_program_where(&front, 5, &where));
    assert_int_equal(front.stream_count, 3);
    assert_stream(&front, 1, SFP_THREAD_UNPACK, 2, 4);
    sfp_program_free(&front);
}

/* The first part is taken out: what comes after has the indices that it had alone. Then only pack's words are left, and
 * at last math's again. */
static void test_cut(void **state)
{
    struct sfp_program p = assembled("a.s", first_text), more = assembled("b.s", second_text),
                       again = assembled("c.s", first_text);
    struct sfp_program_part first = sfp_program_whole(&p), second, third;

    (void)state;
    assert_true(sfp_program_join(&p, &more, SFP_THREAD_PACK, &second));
    assert_true(sfp_program_cut(&p, &first));
    sfp_part_after_cut(&second, &first);
    assert_int_equal(second.words.first, 0);
    assert_int_equal(second.words.end, 2);
    assert_int_equal(second.sources.first, 0);
    assert_int_equal(p.count, 2);
    assert_int_equal(p.words[1], 0x7C000030);
    assert_place(&p, 0, "b.s", 3);
    assert_place(&p, 1, "b.s", 5);
    assert_int_equal(p.stream_count, 1);
    assert_stream(&p, 0, SFP_THREAD_PACK, 0, 2);
    assert_int_equal(p.region_count, 1);
    assert_int_equal(p.regions[0].first, 1);
    assert_int_equal(p.symbols[0].index, 1);
    assert_int_equal(p.file_count, 0);

    assert_true(sfp_program_join(&p, &again, SFP_THREAD_MATH, &third));
    assert_place(&p, 3, "c.s", 3);
    assert_stream(&p, 1, SFP_THREAD_MATH, 2, 4);
    assert_true(sfp_program_cut(&p, &second));
    assert_int_equal(p.stream_count, 0);
    assert_place(&p, 1, "c.s", 3);
    assert_int_equal(p.regions[0].first, 1);
    sfp_program_free(&p);
}

/*
 * The words of a schedule's cells, and the places of its cells, follow. The set-up has 6 words (test_sfpu_schedules.c),
 * and each iteration one: the SFPLOADMACRO of tag v, words 6 and 7. The source is source 1 after the join.
 */
static void test_schedules(void **state)
{
    static const char text[] =
        ".schedule u\n.period 1\n.rows 2\n.addrmod 2:+2\n.rotate v = L0, L1\n.delays cycles\n"
        "t | Load                   | Simple              | MAD | Round                               | Store\n"
        "0 | [v] sfpload v, 0, 6, 2 |                     |     |                                     |\n"
        "1 | ...                    | [v] sfpcast v, v, 0 |     |                                     |\n"
        "2 | ...                    |                     |     | [v] sfpstochrnd L16, L0, v, 0, 1, 0 |\n"
        "3 | ...                    |                     |     |                                     | "
        "[v] sfpstore L16, [v], 2\n.endschedule\n.schedule_setup u\n.schedule_loop u, 2\n";
    struct sfp_program p = assembled("a.s", first_text), more = assembled("b.s", text);
    const struct sfp_schedule *schedule = &more.schedules[0];
    struct sfp_program_part part, first = sfp_program_whole(&p);

    (void)state;
    assert_int_equal(schedule->word_count, 2);
    assert_int_equal(schedule->words[0].index, 6);
    assert_int_equal(schedule->cells[0].origin.source, 0);

    assert_true(sfp_program_join(&p, &more, SFP_THREAD_UNPACK, &part));
    schedule = &p.schedules[0];
    assert_int_equal(schedule->words[0].index, 8);
    assert_int_equal(schedule->words[1].index, 9);
    assert_int_equal(schedule->cells[0].origin.source, 1);

    assert_true(sfp_program_cut(&p, &first));
    schedule = &p.schedules[0];
    assert_int_equal(schedule->words[0].index, 6);
    assert_int_equal(schedule->cells[0].origin.source, 0);
    sfp_program_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_directive),
        cmocka_unit_test(test_join),
        cmocka_unit_test(test_join_words),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_schedules),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
