/* Options as rows (asm/cli/option_rows.h): each kind, errors of placed options, and the tables of sfpsim's actions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "action/action.h"
#include "cli/option_rows.h"

#define COUNT(array) (sizeof (array) / sizeof (array)[0])

/* ---- Kinds ---- */

struct inner {
    int flag;
    unsigned number;
    bool has_number;
};

struct outer {
    struct inner inner;
    bool flag, late;
    unsigned char guard; /* behind a bool: is 0 unless too much is stored */
    const char *text, *argument;
    const char **list;
    size_t count;
    double real;
    long long number;
    int choice;
    bool ended;
};

static const char *const colours[] = {"red", "green", "blue", NULL};

static void set_argument(struct argp_state *state, char *text, void *argument)
{
    if (*(const char **)argument)
        option_error(state, "'%s' is one more", text);
    *(const char **)argument = text;
}

static void set_square(struct argp_state *state, char *text, void *member)
{
    const long long root = option_number(state, text, -9, 9);

    *(long long *)member = root * root;
}

static void check(struct argp_state *state, void *options)
{
    struct outer *o = options;

    o->ended = true;
    if (o->late)
        option_error(state, "it is late");
}

#define OPTIONS struct inner
static const struct option_row inner_rows[] = {
    {"inner-flag", 0, NULL, "", AS_FLAG(flag)},
    {"inner-number", 'n', "N", "", AS_NUMBER(number, 1, UINT32_MAX), GIVEN(has_number)},
    {0},
};
#undef OPTIONS
static const struct option_table inner_table = {.rows = inner_rows};

#define OPTIONS struct outer
static const struct option_row rows[] = {
    {"flag", 'f', NULL, "", AS_FLAG(flag)},
    {"late", 0, NULL, "", AS_FLAG(late)},
    {"text", 't', "TEXT", "", AS_TEXT(text)},
    {"list", 0, "TEXT", "", AS_LIST(list, count)},
    {"item", 0, "TEXT", NULL, OPTION_ALIAS},
    {"real", 0, "X", "", AS_REAL(real)},
    {"number", 0, "N", "", AS_NUMBER(number, -5, INT64_MAX)},
    {"square", 0, "N", "", AS(set_square, number)},
    {"choice", 0, "COLOUR", "", AS_CHOICE(choice, colours)},
    {NULL, 0, "WORD", NULL, AS(set_argument, argument), .needed = "a word is needed"},
    INCLUDE(1, "Inside:", inner, inner_table),
    {0},
};
#undef OPTIONS
static const struct option_table table = {.rows = rows, .check = check};

/* Parses the words that follow the program's name, up to a NULL. */
static error_t parse(struct outer *o, struct placed_options *placed, char **words)
{
    static const char *items[8];
    static const char *const places[] = {"f:1", "f:2", "f:3", "f:4", "f:5", "f:6", "f:7", "f:8"};
    char *arguments[COUNT(places) + 1] = {(char[]){"program"}};
    int count = 1;

    while (*words) {
        assert_in_range(count, 1, COUNT(places) - 1);
        arguments[count++] = *words++;
    }
    *o = (struct outer){.list = items};
    *placed = (struct placed_options){.places = places};
    return options_take_placed(&table, count, arguments, o, placed);
}

#define PARSE(...) parse(&o, &placed, (char *[]){__VA_ARGS__, NULL})

static void test_kinds(void **state)
{
    struct placed_options placed;
    struct outer o;

    (void)state;
    assert_int_equal(PARSE("-f", "--text=a", "-tb", "--real=0.5", "--number=-5", "w"), 0);
    assert_false(placed.failed);
    assert_true(o.flag && o.ended && !o.late && !o.guard);
    assert_string_equal(o.text, "b"); /* the last one counts */
    assert_true(o.real == 0.5);
    assert_int_equal(o.number, -5);
    assert_string_equal(o.argument, "w");
    assert_int_equal(PARSE("--list=a", "--item", "b", "--choice=blue", "--square=3", "w"), 0);
    assert_int_equal(o.count, 2);
    assert_string_equal(o.list[1], "b");
    assert_int_equal(o.choice, 2);
    assert_int_equal(o.number, 9);
    assert_int_equal(PARSE("w", "--inner-flag", "-n", "0xffffffff"), 0);
    assert_true(o.inner.flag == 1 && o.inner.number == UINT32_MAX && o.inner.has_number && !o.flag);
}

/* Each word alone, and what is said of it; of the first that is wrong. */
static void test_errors(void **state)
{
    static const struct {
        char *words[4];
        const char *text;
    } cases[] = {
        {{"w", "--number=-6"}, "f:3: --number: '-6' is not in -5..9223372036854775807"},
        {{"w", "--number", "1x", "--real=x"}, "f:4: --number: '1x' is not a number"},
        {{"w", "--real=-1"}, "f:3: --real: '-1' is not a number from 0 up"},
        {{"w", "--square=10"}, "f:3: --square: '10' is not in -9..9"},
        {{"w", "--choice=grey"}, "f:3: --choice: 'grey' is not among its values: red, green, blue"},
        {{"w", "-n0"}, "f:3: --inner-number: '0' is not in 1..4294967295"},
        {{"w", "v"}, "f:3: 'v' is one more"},
        {{"-f"}, "f:2: a word is needed"},
        {{"w", "--late"}, "f:3: it is late"},
    };
    struct placed_options placed;
    struct outer o;

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        char *words[COUNT(cases[i].words) + 1] = {NULL};

        memcpy(words, cases[i].words, sizeof cases[i].words);
        parse(&o, &placed, words);
        assert_true(placed.failed);
        assert_string_equal(placed.text, cases[i].text);
        free(placed.text);
    }
}

/* What argp itself refuses, it has no text of. */
static void test_unknown(void **state)
{
    struct placed_options placed;
    struct outer o;

    (void)state;
    assert_int_not_equal(PARSE("w", "--none", "-f"), 0);
    assert_true(!placed.failed && placed.next == 3);
    assert_int_not_equal(PARSE("w", "--flag=1"), 0);
    assert_true(!placed.failed && placed.next == 3);
}

/* ---- The tables of sfpsim ---- */

static const char *names[256];
static size_t name_count;
static bool letters[128];

/* No option of a command is there twice, and each has what takes it. */
static void look_at(const struct option_table *t)
{
    for (const struct option_row *row = t->rows; row->name || row->letter || row->argument || row->help || row->table; row++) {
        if (row->table)
            look_at(row->table);
        else if (!row->take && !(row->flags & OPTION_ALIAS) && (row->name || row->letter || row->argument))
            fail_msg("%s: a row that nothing takes", row->name ? row->name : row->argument);
        if (row->letter && letters[row->letter])
            fail_msg("-%c is there twice", row->letter);
        letters[row->letter] = row->letter;
        for (size_t i = 0; row->name && i < name_count; i++)
            if (strcmp(names[i], row->name) == 0)
                fail_msg("--%s is there twice", row->name);
        if (row->name) {
            assert_in_range(name_count, 0, COUNT(names) - 1);
            names[name_count++] = row->name;
        }
    }
}

static void test_actions(void **state)
{
    static const struct action *const actions[] = {
#define ACTION(name) &name##_action,
#include "action/actions.def"
#undef ACTION
    };

    (void)state;
    for (size_t i = 0; i < COUNT(actions); i++) {
        name_count = 0;
        memset(letters, 0, sizeof letters);
        look_at(actions[i]->table);
        assert_true(name_count > 5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_unknown),
        cmocka_unit_test(test_actions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
