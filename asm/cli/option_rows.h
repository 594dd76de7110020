/*
 * Options as rows of tables. A row has an option's name, letter, argument, --help text, and a way to take the argument.
 * Most rows name a member of the struct of options, and the AS_... of its kind; an option with a more complex value has
 * a function. The engine turns the tables into argp's tables, numbers the options, and parses by argp. A table can
 * include another table, of options that several programs or actions share.
 *
 *     #define OPTIONS struct cut_options
 *     static const struct option_row rows[] = {
 *         {NULL, 0, NULL, "Cutting:", .group = 1},
 *         {"steps", 0, "N", "end after N steps", AS_NUMBER(steps, 1, INT64_MAX)},
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

/* Takes an option's argument, or NULL for an option without one; `member` is the row's member. Reports errors by
 * option_error(). */
typedef void option_function(struct argp_state *state, char *argument, void *member);

struct option_row {
    const char *name; /* long name of the option, or NULL */
    int letter;       /* short name of the option, or 0 */
    const char *argument;
    const char *help;
    int flags;             /* argp's flags: OPTION_ARG_OPTIONAL, OPTION_HIDDEN, OPTION_ALIAS of the row before */
    int group;             /* argp's number for the place in --help; 0: the same as the row before */
    option_function *take;
    size_t at;             /* offset of the member that the option sets */
    size_t size;           /* number: size in bytes of the member, which has any integer type */
    long long low, high;   /* number: inclusive limits */
    const char *const *names; /* choice: names of the values 0, 1, ..., up to a NULL */
    size_t counter;        /* list: offset of the member with the list's length */
    size_t given, given_size; /* offset plus 1, and size in bytes, of a further member that the option sets to 1; 0:
                               * no such member */
    const char *needed;    /* arguments without an option name: error message if no such argument is given; NULL: no
                            * error */
    const struct option_table *table; /* nested table, whose heading is `help` */
    bool everyday;         /* in a brief table: --help describes the option */
};

struct option_table {
    const struct option_row *rows; /* options of the table, up to a row of zeros */
    const char *doc;               /* description of the program for argp's --help, if the table is a whole command
                                    * line */
    char *(*help_filter)(int key, const char *text, void *options);
    void (*check)(struct argp_state *state, void *options); /* function called after the last option, or NULL */
    bool brief; /* the table is a whole command line whose --help describes only everyday options, and lists the
                 * names of the remaining options */
};

/* Returns whether the row is a table's end: a row of zeros. */
static inline bool option_row_ends(const struct option_row *row)
{
    return !row->name && !row->letter && !row->argument && !row->help && !row->table;
}

/* Returns whether the row is an option, not a heading, an argument or an included table. */
static inline bool option_row_is_option(const struct option_row *row)
{
    return row->name || row->letter;
}

/* ---- Kinds of options, for rows in a file that defines OPTIONS as the type of the struct ---- */

/* The offset of a member, which must be of the type. */
#define OPTION_AT(type, member) _Generic(((OPTIONS *)0)->member, type: offsetof(OPTIONS, member))

/* The size of a member in bytes. The member must have an integer type that the engine can store. */
#define OPTION_SIZE(member) \
    _Generic(((OPTIONS *)0)->member, bool: sizeof(bool), int: sizeof(int), unsigned: sizeof(int), long: sizeof(long), \
             unsigned long: sizeof(long), long long: sizeof(long long), unsigned long long: sizeof(long long))
#define OPTION_SIZED(member) .at = offsetof(OPTIONS, member), .size = OPTION_SIZE(member)

/* A flag, set to 1, of any integer type; a text; a nonnegative number, stored as a double. */
#define AS_FLAG(member) .take = option_set_flag, OPTION_SIZED(member)
#define AS_TEXT(member) .take = option_set_text, .at = OPTION_AT(const char *, member)
#define AS_REAL(member) .take = option_set_real, .at = OPTION_AT(double, member)

/* A text appended to a list, which must have room for every argument. */
#define AS_LIST(member, count) \
    .take = option_add_text, .at = OPTION_AT(const char **, member), .counter = OPTION_AT(size_t, count)

/* A number, and the index of a choice, in a member of any integer type. */
#define AS_NUMBER(member, from, to) .take = option_set_number, OPTION_SIZED(member), .low = from, .high = to
#define AS_CHOICE(member, list) .take = option_set_choice, OPTION_SIZED(member), .names = list

/* A function that gets the member, or the whole struct. */
#define AS(function, member) .take = function, .at = offsetof(OPTIONS, member)
#define BY(function) .take = function

/* In addition: a member of any integer type that the option sets to 1. */
#define GIVEN(member) .given = offsetof(OPTIONS, member) + 1, .given_size = OPTION_SIZE(member)

/* Another table, with its options in a member. */
#define INCLUDE(number, heading, member, included) \
    {.help = heading, .group = number, .at = offsetof(OPTIONS, member), .table = &included}

option_function option_set_flag, option_set_text, option_set_real, option_add_text, option_set_number,
    option_set_choice;

/* ---- Parsing ---- */

/* Parses a command line; otherwise like options_parse(). */
error_t options_take(const struct option_table *table, int argc, char **argv, void *options);

/* Options from another source than the command line, and their first error. */
struct placed_options {
    const char *const *places; /* origin of each argument, "FILE:LINE:COLUMN"; NULL: argv[0] names the origin */
    bool failed;
    char *text;                /* the first error, after its origin, for the caller to free; NULL: memory ran out */
    int next;                  /* index of the argument after the faulty one, after an error of argp's own */
};

/* Parses options that come from a file, not from the command line: prints nothing and does not end the program. The
 * first error goes to `placed`, with its place. Returns argp's error; placed->text may then be NULL. */
error_t options_take_placed(const struct option_table *table, int argc, char **argv, void *options,
                            struct placed_options *placed);

/* ---- For functions of rows ---- */

/* Returns the row of the option being taken. */
const struct option_row *option_row(const struct argp_state *state);

/*
 * Reports an error in an option. On the command line, the error ends the program with status 2, by argp_error(). For
 * placed options, the first error is recorded, and the caller goes on with a harmless value, which remains unused.
 */
__attribute__((format(printf, 2, 3))) void option_error(const struct argp_state *state, const char *format, ...);

/* Return the value; after an error, the lowest valid value. The message starts with the row's name. */

long long option_number(struct argp_state *state, const char *text, long long low, long long high);

/* Accepts numbers from 0 up. */
double option_real(struct argp_state *state, const char *text);

/* Returns the index of `text` in `names`, which end with a NULL. */
unsigned option_choice(struct argp_state *state, const char *text, const char *const *names);

#endif
