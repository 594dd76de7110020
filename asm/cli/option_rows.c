/* Options as rows: argp's tables made of them, and one parser for all. */
#include "option_rows.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"

/* ---- Tables for argp ---- */

enum { FIRST_KEY = 256 /* of rows without a letter: beyond all letters */ };

/* A table as argp has it: its own options, and those that it includes as children. */
struct node {
    struct argp argp;
    const struct option_table *table;
    char *options;                 /* what the rows' members are of */
    const struct option_row *row;  /* whose option is taken */
    struct argp_option *list;
    struct argp_child *children;
    struct node *nodes;            /* of each child */
    size_t child_count;
};

static bool is_end(const struct option_row *row)
{
    return !row->name && !row->letter && !row->argument && !row->help && !row->table;
}

/* Arguments that are not options. */
static bool is_argument(const struct option_row *row)
{
    return !row->name && !row->letter && row->argument;
}

static bool is_option(const struct option_row *row)
{
    return row->name || row->letter;
}

static size_t count_rows(const struct option_table *table)
{
    size_t count = 0;

    while (!is_end(&table->rows[count]))
        count++;
    return count;
}

static int key_of(const struct option_table *table, const struct option_row *row)
{
    while (row->flags & OPTION_ALIAS)
        row--;
    return row->letter ? row->letter : is_option(row) ? FIRST_KEY + (int)(row - table->rows) : 0;
}

static error_t parse(int key, char *argument, struct argp_state *state);

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

/* False without memory; the node is to be closed in any case. */
static bool open_node(struct node *node, const struct option_table *table, char *options)
{
    const size_t count = count_rows(table);
    struct argp_option *option;

    *node = (struct node){.table = table, .options = options};
    option = node->list = calloc(count + 1, sizeof *node->list);
    node->children = calloc(count + 1, sizeof *node->children);
    node->nodes = calloc(count + 1, sizeof *node->nodes);
    if (!node->list || !node->children || !node->nodes)
        return false;
    node->argp = (struct argp){.options = node->list, .parser = parse, .doc = table->doc, .children = node->children,
                               .help_filter = filter_help};
    for (const struct option_row *row = table->rows; !is_end(row); row++)
        if (is_argument(row)) {
            node->argp.args_doc = row->argument;
        } else if (row->table) {
            struct node *child = &node->nodes[node->child_count];

            node->children[node->child_count++] = (struct argp_child){&child->argp, 0, row->help, row->group};
            if (!open_node(child, row->table, options + row->at))
                return false;
        } else {
            *option++ = (struct argp_option){row->name, key_of(table, row), row->argument, row->flags, row->help,
                                             row->group};
        }
    return true;
}

/* ---- The parser ---- */

/* NULL: none of the table's. */
static const struct option_row *find_option(const struct option_table *table, int key)
{
    for (const struct option_row *row = table->rows; !is_end(row); row++)
        if (is_option(row) && key_of(table, row) == key)
            return row;
    return NULL;
}

static const struct option_row *find_argument(const struct option_table *table)
{
    for (const struct option_row *row = table->rows; !is_end(row); row++)
        if (is_argument(row))
            return row;
    return NULL;
}

static error_t take(struct node *node, const struct option_row *row, char *argument, struct argp_state *state)
{
    if (!row)
        return ARGP_ERR_UNKNOWN;
    node->row = row;
    row->take(state, argument, node->options + row->at);
    if (row->given)
        *(bool *)(node->options + row->given - 1) = true;
    return 0;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct node *node = state->input;
    const struct option_row *row;

    switch (key) {
    case ARGP_KEY_INIT:
        for (size_t i = 0; i < node->child_count; i++)
            state->child_inputs[i] = &node->nodes[i];
        return 0;
    case ARGP_KEY_ARG:
        return take(node, find_argument(node->table), argument, state);
    case ARGP_KEY_NO_ARGS:
        row = find_argument(node->table);
        if (row && row->needed)
            argp_error(state, "%s", row->needed);
        return 0;
    case ARGP_KEY_END:
        if (node->table->check)
            node->table->check(state, node->options);
        return 0;
    default:
        return take(node, find_option(node->table, key), argument, state);
    }
}

error_t options_take(const struct option_table *table, int argc, char **argv, void *options)
{
    struct node root;
    error_t error = ENOMEM;

    if (open_node(&root, table, options))
        error = options_parse(&root.argp, argc, argv, &root);
    else
        fprintf(stderr, "%s: error: not enough memory\n", program_invocation_short_name);
    close_node(&root);
    return error;
}

const struct option_row *option_row(const struct argp_state *state)
{
    return ((const struct node *)state->input)->row;
}

/* ---- What becomes of them ---- */

static void store(const struct option_row *row, long long value, void *member)
{
    const uint32_t word = (uint32_t)value;
    const uint8_t byte = (uint8_t)value;

    if (row->size == sizeof byte)
        memcpy(member, &byte, sizeof byte);
    else if (row->size == sizeof word)
        memcpy(member, &word, sizeof word);
    else
        memcpy(member, &value, sizeof value);
}

void option_set_flag(struct argp_state *state, char *argument, void *member)
{
    (void)argument;
    store(option_row(state), true, member);
}

void option_set_text(struct argp_state *state, char *argument, void *member)
{
    (void)state;
    *(const char **)member = argument;
}

void option_add_text(struct argp_state *state, char *argument, void *member)
{
    const struct node *node = state->input;
    size_t *count = (size_t *)(void *)(node->options + node->row->counter);

    (*(const char ***)member)[(*count)++] = argument;
}
