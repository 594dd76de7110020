/*
 * Options as rows of tables. A row has an option's name, its letter, its argument, what --help says, and how its
 * argument is taken: most name a member of the struct that the options are kept in, and the AS_... of its kind; an
 * option whose value needs more has a function. argp parses; the tables are turned into argp's, which gives each
 * option its number. A table can include another one, of options that several programs or actions share.
 *
 *     #define OPTIONS struct cut_options
 *     static const struct option_row rows[] = {
 *         {NULL, 0, NULL, "Cutting:", .group = 1},
 *         {"steps", 0, "N", "end after N steps", AS(take_number, steps)},
 *         {"output", 'o', "FILE", "write FILE", AS_TEXT(output)},
 *         {NULL, 0, "KERNEL", NULL, BY(take_kernel), .needed = "no kernel given"},
 *         INCLUDE(2, "The machine:", machine, machine_options_table),
 *         {0},
 *     };
 *     #undef OPTIONS
 *     const struct option_table cut_table = {.rows = rows, .doc = "Cut a kernel.", .check = check_cut};
 */
#ifndef SFP_OPTION_ROWS_H
#define SFP_OPTION_ROWS_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

/* Takes the argument of an option, NULL if it has none; `member` is that of the row. Errors by argp_error(). */
typedef void option_function(struct argp_state *state, char *argument, void *member);

struct option_row {
    const char *name; /* of the long option, or NULL */
    int letter;       /* of the short one, or 0 */
    const char *argument;
    const char *help;
    int flags;             /* argp's: OPTION_ARG_OPTIONAL, OPTION_HIDDEN, OPTION_ALIAS of the row before */
    int group;             /* argp's: its place in --help; 0: that of the row before */
    option_function *take;
    size_t at;             /* the member's offset */
    size_t size;           /* of a number: bytes of the member, an integer of any type */
    size_t counter;        /* of a list: the offset of its count */
    size_t given;          /* one more than the offset of a bool that is set too; 0: none */
    const char *needed;    /* of arguments that are not options: what is wrong without any; NULL: nothing */
    const struct option_table *table; /* a table that is included, with its heading in `help` */
};

struct option_table {
    const struct option_row *rows; /* a row of zeros is the end */
    const char *doc;               /* of a whole command line: see argp */
    char *(*help_filter)(int key, const char *text, void *options);
    void (*check)(struct argp_state *state, void *options); /* when all options are there; or NULL */
};

/* ---- Kinds of options, for rows of a file in which OPTIONS is the type of the struct ---- */

/* The offset of a member, which must have the type. */
#define OPTION_AT(type, member) _Generic(((OPTIONS *)0)->member, type: offsetof(OPTIONS, member))
#define OPTION_SIZED(member) .at = offsetof(OPTIONS, member), .size = sizeof(((OPTIONS *)0)->member)

/* What the option sets to 1, of any integer type; a text. */
#define AS_FLAG(member) .take = option_set_flag, OPTION_SIZED(member)
#define AS_TEXT(member) .take = option_set_text, .at = OPTION_AT(const char *, member)

/* The next of a list of texts with room for as many as there are arguments. */
#define AS_LIST(member, count) \
    .take = option_add_text, .at = OPTION_AT(const char **, member), .counter = OPTION_AT(size_t, count)

/* What a function makes of it, which is given the member, or the whole struct. */
#define AS(function, member) .take = function, .at = offsetof(OPTIONS, member)
#define BY(function) .take = function

/* Besides: a bool that the option sets. */
#define GIVEN(member) .given = OPTION_AT(bool, member) + 1

/* Another table, of options that are kept in a member. */
#define INCLUDE(number, heading, member, included) \
    {.help = heading, .group = number, .at = offsetof(OPTIONS, member), .table = &included}

option_function option_set_flag, option_set_text, option_add_text;

/* ---- Parsing ---- */

/* Parses a command line as options_parse() does. */
error_t options_take(const struct option_table *table, int argc, char **argv, void *options);

/* ---- For functions of rows ---- */

/* The row whose option is taken. */
const struct option_row *option_row(const struct argp_state *state);

#endif
