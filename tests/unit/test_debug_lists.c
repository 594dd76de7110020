/* The debug table's two long lists, however their JSON is spelled; and the line that an error of the rest names. */
#include "program/debug_table.h"
#include "program/origins.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEAD                                                                                                          \
    "{\"schema\": \"sfpasm-debug\", \"version\": 1, \"arch\": \"wormhole\", \"words\": 2,\n"                          \
    "\"checksum\": \"0xa8c7f832281a39c5\", \"files\": [\"a.s\"],\n"
#define TAIL ", \"symbols\": [], \"regions\": []}"
#define TEXT "\"text\": [[0, 1, \"sfpnop\"], [0, 2, \"ttnop\"]]"
#define LINES "\"lines\": [[0, 0, 1, 1, 0], [1, 0, 2, 1, 1]]"

/* Reads a table of two words that are 0. NULL, with the program to be freed, or the error, which the caller frees. */
static char *parse(const char *table, struct sfp_program *program)
{
    struct sfp_buffer file = {.data = strdup(table), .size = strlen(table)};
    enum sfp_arch arch;
    char *error;
    bool taken;

    *program = (struct sfp_program){.words = calloc(2, sizeof *program->words), .count = 2, .arch = SFP_WH};
    assert_non_null(program->words);
    taken = sfp_debug_parse(&file, "k.bin.dbg", program, &arch, &error);
    assert_int_equal(taken, error == NULL);
    free(file.data);
    return error;
}

/* Asserts that the table reads: word 0 comes from the source line `first`, and word 1 from the source line `second`. */
static void read_as(const char *table, const char *first, const char *second)
{
    const char *const texts[] = {first, second};
    struct sfp_program program;
    char *error = parse(table, &program);

    if (error)
        fail_msg("%s: %s", table, error);
    for (size_t i = 0; i < 2; i++) {
        struct sfp_where where;

        assert_true(sfp_program_where(&program, i, &where));
        assert_int_equal(where.length, strlen(texts[i]));
        assert_memory_equal(where.text, texts[i], where.length);
    }
    sfp_program_free(&program);
}

static void test_spellings(void **state)
{
    (void)state;
    read_as(HEAD TEXT ", " LINES TAIL, "sfpnop", "ttnop");
    read_as(HEAD LINES "," TEXT TAIL, "sfpnop", "ttnop");
    read_as(HEAD " \"text\" :\n[ [ 0 , 1,\t\"sfpnop\" ]\r\n,[0,2,\"ttnop\"]\n] "
            ",\"lines\":[[0,0,1,1,0],\n[1,0,2,1,1] ]" TAIL,
            "sfpnop", "ttnop");
    read_as(HEAD "\"text\": [[0, 1, \"]\\\"[\\\\\"], [0, 2, \"\\tcaf\xc3\xa9\\u00e9\"]], " LINES TAIL, "]\"[\\",
            "\tcaf\xc3\xa9\xc3\xa9");
    /* What a reader does not know is passed over: more values of an entry, and members, also of these names deeper. */
    read_as(HEAD "\"more\": {\"lines\": [[7]], \"text\": \"\\\"text\\\": [\"}, "
            "\"text\": [[0, 1, \"sfpnop\", [{\"a\": [1]}]], [0, 2, "
            "\"ttnop\", null, -1.5e3]], \"lines\": [[0, 0, 1, 1, 0, 0, 9, [\"]\"], {}], [1, 0, 2, 1, 1]]" TAIL,
            "sfpnop", "ttnop");
}

static void test_malformed(void **state)
{
    static const struct {
        const char *members, *error;
    } cases[] = {
        {"\"text\": [[0, 1, \"a\"],], " LINES TAIL, "malformed debug table: \"text\", entry 1"},
        {"\"text\": [[0, 1, \"a\"] [0, 2, \"b\"]], " LINES TAIL, "malformed debug table: \"text\", entry 1"},
        {"\"text\": [[0, 1, \"a\\nb\"]], " LINES TAIL, "malformed debug table: \"text\", entry 0"},
        {"\"text\": [[0, 1, \"a\\u0000\"]], " LINES TAIL, "malformed debug table: \"text\", entry 0"},
        {"\"text\": [[0, 1, \"a\xff\"]], " LINES TAIL, "malformed debug table: \"text\", entry 0"},
        {"\"text\": [[0, 01, \"a\"]], " LINES TAIL, "malformed debug table: \"text\", entry 0"},
        {"\"text\": [[1, 1, \"a\"]], " LINES TAIL, "malformed debug table: \"text\", entry 0"},
        {"\"text\": [{\"a\": 1}], " LINES TAIL, "malformed debug table: \"text\", entry 0"},
        {"\"text\": {}, " LINES TAIL, "malformed debug table: \"lines\", entry 0"},
        {TEXT ", \"lines\": 3" TAIL, "malformed debug table: no \"lines\""},
        {TEXT TAIL, "malformed debug table: no \"lines\""},
        {TEXT ", \"lines\": [[0, 0, 1, 1]]" TAIL, "malformed debug table: \"lines\", entry 0"},
        {TEXT ", \"lines\": [[0, 0, 1, 1, 0], [1, 0, 2, 1, 1.0]]" TAIL, "malformed debug table: \"lines\", entry 1"},
        {TEXT ", \"lines\": [[0, 0, 1, 1, 0], [1, 0, 1, 1, 1]]" TAIL, "malformed debug table: \"lines\", entry 1"},
        {TEXT ", \"lines\": [[0, 0, 1, 8, 0]]" TAIL, "malformed debug table: \"lines\", entry 0"},
        {TEXT ", \"lines\": [[0, 0, 1, 1, 99999999999999999999]]" TAIL, "malformed debug table: \"lines\", entry 0"},
        {TEXT ", " LINES ", " LINES TAIL, "not a debug table: line 3: duplicate object key near '\"lines\"'"},
        {TEXT ",\n\"lines\": [[0, 0, 1, 1, 0],\n\n[1, 0, 2, 1, 1]],\n?" TAIL,
         "not a debug table: line 7: string or '}' expected near '?'"},
        {TEXT ",\n\"lines\": [[0, 0, 1, 1, 0],\n\n[1, 0", "not a debug table: line 6: ']' expected near end of file"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sfp_program program;
        char *table, *error;

        assert_true(asprintf(&table, HEAD "%s", cases[i].members) > 0);
        error = parse(table, &program);
        if (!error)
            fail_msg("%s is taken", table);
        assert_memory_equal(error, "k.bin.dbg: ", strlen("k.bin.dbg: "));
        assert_string_equal(error + strlen("k.bin.dbg: "), cases[i].error);
        assert_null(program.sources);
        sfp_program_free(&program);
        free(error);
        free(table);
    }
}

/* A table that ends early anywhere is refused. */
static void test_truncated(void **state)
{
    static const char whole[] = HEAD TEXT ", " LINES TAIL;

    (void)state;
    for (size_t size = 0; size < sizeof whole - 1; size++) {
        struct sfp_program program;
        char *part = strndup(whole, size);
        char *error = parse(part, &program);

        if (!error)
            fail_msg("%s is taken", part);
        sfp_program_free(&program);
        free(error);
        free(part);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spellings),
        cmocka_unit_test(test_malformed),
        cmocka_unit_test(test_truncated),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
