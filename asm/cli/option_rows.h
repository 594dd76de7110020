/*
 * Options as rows of tables. A row has an option's name, its letter, its argument, what --help says, and how its
 * argument is taken: most name a member of the struct that the options are kept in, and the AS_... of its kind; an
 * option whose value needs more has a function. argp parses; the tables are turned into argp's, which gives each
 * option its number. A table can include another one, of options that several programs or actions share.
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

/* Takes the argument of an option, NULL if it has none; `member` is that of the row. Errors by option_error(). */
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
    long long low, high;   /* of a number: its limits */
    const char *const *names; /* of a choice: the values in their order, and at their end NULL */
    size_t counter;        /* of a list: the offset of its count */
    size_t given, given_size; /* one more than the offset of a member that is set to 1 too, and its bytes; 0: none */
    const char *needed;    /* of arguments that are not options: what is wrong without any; NULL: nothing */
    const struct option_table *table; /* a table that is included, with its heading in `help` */
    bool everyday;         /* of a brief table: --help says what the option does */
};

struct option_table {
    const struct option_row *rows; /* a row of zeros is the end */
    const char *doc;               /* of a whole command line: see argp */
    char *(*help_filter)(int key, const char *text, void *options);
    void (*check)(struct argp_state *state, void *options); /* when all options are there; or NULL */
    bool brief; /* of a whole command line: --help says what everyday options do, and names the others */
};

/* ---- Kinds of options, for rows of a file in which OPTIONS is the type of the struct ---- */

/* The offset of a member, which must have the type. */
#define OPTION_AT(type, member) _Generic(((OPTIONS *)0)->member, type: offsetof(OPTIONS, member))

/* The bytes of a member, which must be an integer of a size that the engine stores. */
#define OPTION_SIZE(member) \
    _Generic(((OPTIONS *)0)->member, bool: sizeof(bool), int: sizeof(int), unsigned: sizeof(int), long: sizeof(long), \
             unsigned long: sizeof(long), long long: sizeof(long long), unsigned long long: sizeof(long long))
#define OPTION_SIZED(member) .at = offsetof(OPTIONS, member), .size = OPTION_SIZE(member)

/* What the option sets to 1, of any integer type; a text; a number from 0 up that is a double. */
#define AS_FLAG(member) .take = option_set_flag, OPTION_SIZED(member)
#define AS_TEXT(member) .take = option_set_text, .at = OPTION_AT(const char *, member)
#define AS_REAL(member) .take = option_set_real, .at = OPTION_AT(double, member)

/* The next of a list of texts with room for as many as there are arguments. */
#define AS_LIST(member, count) \
    .take = option_add_text, .at = OPTION_AT(const char **, member), .counter = OPTION_AT(size_t, count)

/* A number, and the number of one of several names, in a member of any integer type. */
#define AS_NUMBER(member, from, to) .take = option_set_number, OPTION_SIZED(member), .low = from, .high = to
#define AS_CHOICE(member, list) .take = option_set_choice, OPTION_SIZED(member), .names = list

/* What a function makes of it, which is given the member, or the whole struct. */
#define AS(function, member) .take = function, .at = offsetof(OPTIONS, member)
#define BY(function) .take = function

/* Besides: another member, of any integer type, that the option sets to 1. */
#define GIVEN(member) .given = offsetof(OPTIONS, member) + 1, .given_size = OPTION_SIZE(member)

/* Another table, of options that are kept in a member. */
#define INCLUDE(number, heading, member, included) \
    {.help = heading, .group = number, .at = offsetof(OPTIONS, member), .table = &included}

option_function option_set_flag, option_set_text, option_set_real, option_add_text, option_set_number, option_set_choice;

/* ---- Parsing ---- */

/* Parses a command line as options_parse() does. */
error_t options_take(const struct option_table *table, int argc, char **argv, void *options);

/* Options that do not come from the command line, and what is wrong with them. */
struct placed_options {
    const char *const *places; /* where each of the arguments comes from, "FILE:LINE:COLUMN"; NULL: the first says it */
    bool failed;
    char *text;                /* what is wrong first, behind its place, for the caller to free; NULL: memory ran out */
    int next;                  /* after an error of argp's: the argument behind the one that is wrong */
};

/* Parses these: nothing is printed, and the program does not end. Returns argp's error, which `placed` may have no text
 * of. */
error_t options_take_placed(const struct option_table *table, int argc, char **argv, void *options,
                            struct placed_options *placed);

/* ---- For functions of rows ---- */

/* The table of the whole command line. */
const struct option_table *option_root(const struct argp_state *state);

/* The row whose option is taken. */
const struct option_row *option_row(const struct argp_state *state);

/*
 * An option's parser has found an error. On the command line, that ends the program with status 2, by argp_error. Of
 * placed options it is noted, and the parser goes on with a value that does no harm: what it makes is not used.
 */
__attribute__((format(printf, 2, 3))) void option_error(const struct argp_state *state, const char *format, ...);

/* Each is the value, or after an error the lowest one there is. The message begins with the row's name. */

long long option_number(struct argp_state *state, const char *text, long long low, long long high);

/* From 0 up. */
double option_real(struct argp_state *state, const char *text);

/* The number of one of some names, which a NULL ends. */
unsigned option_choice(struct argp_state *state, const char *text, const char *const *names);

#endif
