/* Parses options by rows: makes argp's tables, has one parser for every table, and takes values of the usual kinds. */
#include "option_rows.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "echo.h"
#include "help.h"
#include "options.h"

/* ---- Tables for argp ---- */

enum { FIRST_KEY = 256 /* for rows without a letter: greater than any letter */ };

/* A table in argp's form: its own options, and its included tables as children. */
struct node {
    struct argp argp;
    const struct option_table *table;
    char *options;                 /* start of the struct with the rows' members */
    struct placed_options *placed; /* NULL: the command line */
    const struct option_row *row;  /* row of the option being taken */
    struct argp_option *list;
    struct argp_child *children;
    struct node *nodes;            /* array with a node for each child */
    size_t child_count;
};

/* Does the row describe arguments without an option name? */
static bool is_argument_row(const struct option_row *row)
{
    return !row->name && !row->letter && row->argument;
}

static size_t count_option_rows(const struct option_table *table)
{
    size_t count = 0;

    while (!option_row_ends(&table->rows[count]))
        count++;
    return count;
}

static int find_option_key(const struct option_table *table, const struct option_row *row)
{
    while (row->flags & OPTION_ALIAS)
        row--;
    return row->letter ? row->letter : option_row_is_option(row) ? FIRST_KEY + (int)(row - table->rows) : 0;
}

static error_t parse_option_key(int key, char *argument, struct argp_state *state);

static char *filter_help(int key, const char *text, void *input)
{
    const struct node *node = input;

    return node && node->table->help_filter ? node->table->help_filter(key, text, node->options)
                                            : (char *)(uintptr_t)text;
}

static void close_node(struct node *node)
{
    for (size_t i = 0; node->nodes && i < node->child_count; i++)
        close_node(&node->nodes[i]);
    free(node->list);
    free(node->children);
    free(node->nodes);
}

/* Opens a node: translates an option table, and the tables nested in it, into argp's structures. Returns false if
 * memory ran out. The caller closes the node in either case. */
static bool open_node(struct node *node, const struct option_table *table, char *options, struct placed_options *placed)
{
    const size_t count = count_option_rows(table);
    struct argp_option *option;

    *node = (struct node){.table = table, .options = options, .placed = placed};
    option = node->list = calloc(count + 1, sizeof *node->list);
    node->children = calloc(count + 2, sizeof *node->children);
    node->nodes = calloc(count + 1, sizeof *node->nodes);
    if (!node->list || !node->children || !node->nodes)
        return false;
    node->argp = (struct argp){.options = node->list, .parser = parse_option_key, .doc = table->doc,
                               .children = node->children, .help_filter = filter_help};
    for (const struct option_row *row = table->rows; !option_row_ends(row); row++)
        if (is_argument_row(row)) {
            node->argp.args_doc = row->argument;
        } else if (row->table) {
            struct node *child = &node->nodes[node->child_count];

            node->children[node->child_count++] = (struct argp_child){&child->argp, 0, row->help, row->group};
            if (!open_node(child, row->table, options + row->at, placed))
                return false;
        } else {
            *option++ = (struct argp_option){row->name, find_option_key(table, row), row->argument, row->flags,
                                             row->help, row->group};
        }
    return true;
}

/* ---- The parser ---- */

/* Returns NULL if the table has no such option. */
static const struct option_row *find_option(const struct option_table *table, int key)
{
    for (const struct option_row *row = table->rows; !option_row_ends(row); row++)
        if (option_row_is_option(row) && find_option_key(table, row) == key)
            return row;
    return NULL;
}

static const struct option_row *find_argument(const struct option_table *table)
{
    for (const struct option_row *row = table->rows; !option_row_ends(row); row++)
        if (is_argument_row(row))
            return row;
    return NULL;
}

/* Stores a number in a member of any integer type. */
static void store_integer(long long value, void *member, size_t size)
{
    const uint32_t word = (uint32_t)value;
    const uint8_t byte = (uint8_t)value;

    if (size == sizeof byte)
        memcpy(member, &byte, sizeof byte);
    else if (size == sizeof word)
        memcpy(member, &word, sizeof word);
    else
        memcpy(member, &value, sizeof value);
}

static error_t take_by_row(struct node *node, const struct option_row *row, char *argument, struct argp_state *state)
{
    if (!row)
        return ARGP_ERR_UNKNOWN;
    node->row = row;
    row->take(state, argument, node->options + row->at);
    if (row->given)
        store_integer(true, node->options + row->given - 1, row->given_size);
    return 0;
}

static error_t parse_option_key(int key, char *argument, struct argp_state *state)
{
    struct node *node = state->input;
    const struct option_row *row;

    switch (key) {
    case ARGP_KEY_INIT:
        for (size_t i = 0; i < node->child_count; i++)
            state->child_inputs[i] = &node->nodes[i];
        return 0;
    case ARGP_KEY_ARG:
        return take_by_row(node, find_argument(node->table), argument, state);
    case ARGP_KEY_NO_ARGS:
        row = find_argument(node->table);
        if (row && row->needed)
            option_error(state, "%s", row->needed);
        return 0;
    case ARGP_KEY_END:
        if (node->table->check)
            node->table->check(state, node->options);
        return 0;
    case ARGP_KEY_ERROR:
        if (node->placed)
            node->placed->next = state->next;
        return 0;
    default:
        return take_by_row(node, find_option(node->table, key), argument, state);
    }
}

/* ---- --help, --usage and --version, in place of argp's own rows, so that --help takes an argument ---- */

static void give_help(struct argp_state *state, char *argument, void *member)
{
    const struct option_table *table = ((const struct node *)state->root_argp)->table;

    (void)member;
    if (argument && strcmp(argument, "all") != 0)
        option_error(state, "--help: '%s' is not 'all'", argument);
    else if (table->brief && !argument)
        help_print_short(table, state);
    else
        help_print_whole(state);
    exit(EXIT_SUCCESS);
}

static void give_usage(struct argp_state *state, char *argument, void *member)
{
    (void)argument, (void)member;
    argp_state_help(state, stdout, ARGP_HELP_USAGE | ARGP_HELP_EXIT_OK);
}

static void give_version(struct argp_state *state, char *argument, void *member)
{
    (void)argument, (void)member;
    if (argp_program_version_hook)
        argp_program_version_hook(stdout, state);
    else
        puts(argp_program_version);
    exit(EXIT_SUCCESS);
}

static const struct option_row help_rows[] = {
    {"help", '?', "all", "give this help list; with =all, describe every option", OPTION_ARG_OPTIONAL, .group = -1,
     BY(give_help)},
    {"usage", 0, NULL, "give a short usage message", BY(give_usage)},
    {"version", 'V', NULL, "print program version", BY(give_version)},
    {0},
};

static const struct option_table help_table = {.rows = help_rows};

/* Opens the node of a command line, and adds the rows of help_table. */
static bool open_command_line(struct node *root, const struct option_table *table, char *options)
{
    if (!open_node(root, table, options, NULL))
        return false;
    root->children[root->child_count] = (struct argp_child){&root->nodes[root->child_count].argp, 0, NULL, 0};
    return open_node(&root->nodes[root->child_count++], &help_table, NULL, NULL);
}

error_t options_take(const struct option_table *table, int argc, char **argv, void *options)
{
    struct node root;
    error_t error = ENOMEM;

    if (open_command_line(&root, table, options))
        error = options_parse(&root.argp, argc, argv, &root);
    else
        fprintf(stderr, "%s: error: not enough memory\n", program_invocation_short_name);
    close_node(&root);
    return error;
}

error_t options_take_placed(const struct option_table *table, int argc, char **argv, void *options,
                            struct placed_options *placed)
{
    struct node root;
    error_t error = ENOMEM;

    if (open_node(&root, table, options, placed))
        error = argp_parse(&root.argp, argc, argv, ARGP_NO_ERRS | ARGP_NO_HELP | ARGP_IN_ORDER, NULL, &root);
    close_node(&root);
    return error;
}

/* ---- Errors ---- */

const struct option_row *option_row(const struct argp_state *state)
{
    return ((const struct node *)state->input)->row;
}

/* Records the first error of placed options, with the origin of the faulty argument. */
static void note_placed_error(const struct argp_state *state, const char *text)
{
    struct placed_options *placed = ((const struct node *)state->root_argp)->placed;
    const char *place = placed->places ? placed->places[state->next ? state->next - 1 : 0] : state->argv[0];

    if (!placed->failed && asprintf(&placed->text, "%s: %s", place, text) < 0)
        placed->text = NULL;
    placed->failed = true;
}

void option_error(const struct argp_state *state, const char *format, ...)
{
    va_list arguments;
    char *text;

    va_start(arguments, format);
    text = format_text(format, arguments);
    va_end(arguments);
    if (text)
        echo_cut_of(text, state->argv);
    if (state->flags & ARGP_NO_ERRS)
        note_placed_error(state, text ? text : NO_MEMORY);
    else
        argp_error(state, "%s", text ? text : NO_MEMORY);
    free(text);
}

/* ---- Values ---- */

static const char *find_row_name(const struct argp_state *state)
{
    return option_row(state)->name;
}

long long option_number(struct argp_state *state, const char *text, long long low, long long high)
{
    char *after;
    long long value;

    errno = 0;
    value = strtoll(text, &after, 0);
    if (after == text || *after)
        option_error(state, "--%s: '%s' is not a number", find_row_name(state), text);
    else if (errno || value < low || value > high)
        option_error(state, "--%s: '%s' is not in %lld..%lld", find_row_name(state), text, low, high);
    else
        return value;
    return low;
}

double option_real(struct argp_state *state, const char *text)
{
    char *after;
    const double value = strtod(text, &after);

    if (after != text && !*after && isfinite(value) && value >= 0)
        return value;
    option_error(state, "--%s: '%s' is not a number from 0 up", find_row_name(state), text);
    return 0;
}

unsigned option_choice(struct argp_state *state, const char *text, const char *const *names)
{
    char known[64] = ""; /* a longer list of names is cut */
    size_t length = 0;

    for (unsigned i = 0; names[i]; i++) {
        if (strcmp(text, names[i]) == 0)
            return i;
        if (length < sizeof known)
            length += (size_t)snprintf(known + length, sizeof known - length, "%s%s", i ? ", " : "", names[i]);
    }
    option_error(state, "--%s: '%s' is not among its values: %s", find_row_name(state), text, known);
    return 0;
}

/* ---- Functions of rows ---- */

void option_set_flag(struct argp_state *state, char *argument, void *member)
{
    (void)argument;
    store_integer(true, member, option_row(state)->size);
}

void option_set_text(struct argp_state *state, char *argument, void *member)
{
    (void)state;
    *(const char **)member = argument;
}

void option_set_real(struct argp_state *state, char *argument, void *member)
{
    *(double *)member = option_real(state, argument);
}

void option_add_text(struct argp_state *state, char *argument, void *member)
{
    const struct node *node = state->input;
    size_t *count = (size_t *)(void *)(node->options + node->row->counter);

    (*(const char ***)member)[(*count)++] = argument;
}

void option_set_number(struct argp_state *state, char *argument, void *member)
{
    const struct option_row *row = option_row(state);

    store_integer(option_number(state, argument, row->low, row->high), member, row->size);
}

void option_set_choice(struct argp_state *state, char *argument, void *member)
{
    const struct option_row *row = option_row(state);

    store_integer(option_choice(state, argument, row->names), member, row->size);
}
