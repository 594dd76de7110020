/*
 * libsfpu by its public header alone: which words sfpasm selected. A file of words has that in the table beside it, which
 * is the assembler's own here but for the member that selection writes.
 */
#include "sfpu_test.h"

#include <stdbool.h>
#include <unistd.h>

/* Seven words, of which the profile below selected word 3, and words 5 and 6: the end. */
static const char source[] = "    .region written\n    sfpnop\n    sfpnop\n    .endregion\n    sfpnop\n"
                             "    .region mixed\n    sfpnop\n    sfpnop\n    sfpnop\n    .endregion\n    sfpnop\n";
static const char selected[] = ",\n  \"selected\": {\"profile\": \"7.38\", \"words\": [[3, 4], [5, 7]]}\n}\n";
enum { WORDS = 7 };

static char directory[] = "/tmp/test-sfpu-XXXXXX";
enum { PATH_SIZE = sizeof directory + 16 };
static char words_path[PATH_SIZE], table_path[PATH_SIZE];

static void write_file(const char *path, const struct text *t, size_t size)
{
    FILE *stream = fopen(path, "w");

    assert_non_null(stream);
    assert_int_equal(fwrite(t->bytes, 1, size, stream), size);
    assert_int_equal(fclose(stream), 0);
}

/* The table ends in "\n}\n", which the member comes before. */
static void write_files(sfpu_program *p)
{
    struct text words = {0}, table = {0};

    assert_int_equal(sfpu_program_write(p, SFPU_BIN, NULL, text_add, &words), SFPU_OK);
    assert_int_equal(sfpu_program_write(p, SFPU_TABLE, NULL, text_add, &table), SFPU_OK);
    write_file(words_path, &words, words.size);
    assert_string_equal(table.bytes + table.size - 3, "\n}\n");
    table.size -= 3;
    text_add(&table, selected, sizeof selected - 1);
    write_file(table_path, &table, table.size);
    text_free(&words);
    text_free(&table);
}

static int make_files(void **state)
{
    sfpu_program *p;

    (void)state;
    if (!mkdtemp(directory) || sfpu_assemble_text(NULL, "k.s", source, sizeof source - 1, &p) != SFPU_OK)
        return -1;
    snprintf(words_path, PATH_SIZE, "%s/k.bin", directory);
    snprintf(table_path, PATH_SIZE, "%s/k.bin.dbg", directory);
    write_files(p);
    sfpu_program_free(p);
    return 0;
}

static int remove_files(void **state)
{
    (void)state;
    unlink(words_path);
    unlink(table_path);
    return rmdir(directory);
}

static void test_machine(void **state)
{
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);
    size_t first, end;

    (void)state;
    assert_null(sfpu_selected(m, 0, SIZE_MAX)); /* there is no program */
    assert_int_equal(sfpu_load_file(m, words_path), SFPU_OK);
    assert_int_equal(sfpu_word_count(m), WORDS);
    assert_string_equal(sfpu_selected(m, 0, SIZE_MAX), "7.38");
    assert_string_equal(sfpu_region(m, 0, &first, &end), "written");
    assert_null(sfpu_selected(m, first, end));
    assert_string_equal(sfpu_region(m, 1, &first, &end), "mixed");
    assert_string_equal(sfpu_selected(m, first, end), "7.38");
    load(m, source);
    assert_null(sfpu_selected(m, 0, SIZE_MAX));
    sfpu_close(m);
    assert_null(sfpu_selected(NULL, 0, SIZE_MAX));
}

/* Word by word, and ranges that only touch those that were selected. */
static void test_program(void **state)
{
    static const bool is_selected[WORDS] = {[3] = true, [5] = true, [6] = true};
    sfpu_program *p;

    (void)state;
    assert_int_equal(sfpu_read_program(words_path, NULL, NULL, &p), SFPU_OK);
    for (size_t i = 0; i < WORDS; i++)
        assert_int_equal(sfpu_program_selected(p, i, i + 1) != NULL, is_selected[i]);
    assert_null(sfpu_program_selected(p, 0, 3));
    assert_string_equal(sfpu_program_selected(p, 2, 4), "7.38");
    assert_null(sfpu_program_selected(p, 4, 5));
    assert_string_equal(sfpu_program_selected(p, 4, 6), "7.38");
    assert_null(sfpu_program_selected(p, 6, 6)); /* no words */
    assert_null(sfpu_program_selected(p, 6, 2));
    assert_null(sfpu_program_selected(p, WORDS, SIZE_MAX));
    sfpu_program_free(p);
    assert_null(sfpu_program_selected(NULL, 0, SIZE_MAX));
}

static void report(sfpu_machine *m, int view, const char *begin)
{
    struct text t = {0};

    assert_int_equal(sfpu_report(m, view, text_add, &t), SFPU_OK);
    if (strncmp(t.bytes, begin, strlen(begin)) != 0)
        fail_msg("%s", t.bytes);
    text_free(&t);
}

/* Views say so in their first line. */
static void test_views(void **state)
{
    char line[2 * PATH_SIZE + 64];
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);

    (void)state;
    assert_int_equal(sfpu_load_file(m, words_path), SFPU_OK);
    assert_int_equal(sfpu_want(m, SFPU_SUMMARY, NULL, NULL), SFPU_OK);
    assert_int_equal(sfpu_want(m, SFPU_STATS, NULL, NULL), SFPU_OK);
    assert_int_equal(sfpu_want(m, SFPU_TIMELINE, NULL, NULL), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    snprintf(line, sizeof line, "%s: wormhole, 7 words selected by sfpasm (sfpi 7.38), 1 pass\n", words_path);
    report(m, SFPU_SUMMARY, line);
    snprintf(line, sizeof line, "%s: statistics of 1 pass on wormhole, of words selected by sfpasm (sfpi 7.38)\n",
             words_path);
    report(m, SFPU_STATS, line);
    report(m, SFPU_TIMELINE, "words selected by sfpasm (sfpi 7.38)\nt | ");
    sfpu_close(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_machine),
        cmocka_unit_test(test_program),
        cmocka_unit_test(test_views),
    };

    return cmocka_run_group_tests(tests, make_files, remove_files);
}
