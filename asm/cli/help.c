/* Prints --help in its short form: the everyday options, then the names of the remaining options. */
#include "help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE = 79,         /* number of columns in a help line, as in argp */
    TEXT_COLUMN = 29,  /* column where an option's text starts, as in argp's help */
    NAMES_COLUMN = 4,
    MOST_SECTIONS = 32,
    MOST_NAMES = 64,   /* options of a section, at most */
    NAME_SIZE = 64,
};

/* Options below one heading. argp merges options of the same group number, unless an included table has its own
 * heading. */
struct section {
    const char *heading; /* heading of the section; NULL: not known yet */
    const struct option_table *own; /* the included table with the heading, or NULL */
    int group;
    const char *names[MOST_NAMES];
    size_t count;
};

struct sections {
    struct section list[MOST_SECTIONS];
    size_t count;
};

/* Returns whether --help shows the row as an option. */
static bool is_shown_option(const struct option_row *row)
{
    return option_row_is_option(row) && !(row->flags & (OPTION_HIDDEN | OPTION_ALIAS));
}

/* Returns the section, adding it if new. Returns the last section if the list is full. */
static struct section *find_section(struct sections *sections, const struct option_table *own, int group)
{
    for (size_t i = 0; i < sections->count; i++)
        if (sections->list[i].own == own && (own || sections->list[i].group == group))
            return &sections->list[i];
    if (sections->count == MOST_SECTIONS)
        return &sections->list[MOST_SECTIONS - 1];
    sections->list[sections->count] = (struct section){.own = own, .group = group};
    return &sections->list[sections->count++];
}

/* Sorts the rows of a table and its included tables into sections. `own` is as in struct section. */
static void collect_sections(struct sections *sections, const struct option_table *table,
                             const struct option_table *own)
{
    int group = 0;

    for (const struct option_row *row = table->rows; !option_row_ends(row); row++) {
        struct section *section;

        if (row->table) {
            if (row->help)
                find_section(sections, row->table, 0)->heading = row->help;
            collect_sections(sections, row->table, row->help ? row->table : own);
            continue;
        }
        group = row->group ? row->group : group;
        section = find_section(sections, own, group);
        if (!row->name && !row->letter && row->help && !own)
            section->heading = row->help;
        else if (is_shown_option(row) && row->name && !row->everyday && section->count < MOST_NAMES)
            section->names[section->count++] = row->name;
    }
}

/* ---- Printing ---- */

/* Prints the words of `text` from the given column of the current line; continuation lines start at `indent`. */
static void print_wrapped(const char *text, size_t column, size_t indent)
{
    while (*text) {
        const size_t length = strcspn(text, " ");

        if (column > indent && column + 1 + length > LINE) {
            printf("\n%*s", (int)indent, "");
            column = indent;
        } else if (column > indent) {
            putchar(' ');
            column++;
        }
        printf("%.*s", (int)length, text);
        column += length;
        text += length;
        text += strspn(text, " ");
    }
    putchar('\n');
}

/* Prints "  -a, --arch=ARCH" and the option's text. */
static void print_option(const struct option_row *row)
{
    const bool optional = row->flags & OPTION_ARG_OPTIONAL;
    char start[2 * NAME_SIZE];
    size_t column;

    snprintf(start, sizeof start, "  %c%c%s--%s%s%s%s%s", row->letter ? '-' : ' ', row->letter ? row->letter : ' ',
             row->letter ? ", " : "  ", row->name, row->argument && optional ? "[" : "", row->argument ? "=" : "",
             row->argument ? row->argument : "", row->argument && optional ? "]" : "");
    column = strlen(start);
    fputs(start, stdout);
    if (column + 2 > TEXT_COLUMN) {
        printf("\n%*s", TEXT_COLUMN, "");
    } else {
        printf("%*s", (int)(TEXT_COLUMN - column), "");
    }
    print_wrapped(row->help, TEXT_COLUMN, TEXT_COLUMN);
}

static void print_everyday(const struct option_table *table)
{
    for (const struct option_row *row = table->rows; !option_row_ends(row); row++)
        if (row->table)
            print_everyday(row->table);
        else if (is_shown_option(row) && row->everyday)
            print_option(row);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void print_section(struct section *section)
{
    const char *heading = section->heading ? section->heading : "Other:";
    size_t column = 2 + strlen(heading);

    qsort(section->names, section->count, sizeof *section->names, compare_names);
    printf("  %s", heading);
    for (size_t i = 0; i < section->count; i++) {
        const size_t length = strlen(section->names[i]) + strlen(" --");

        if (column + length > LINE) {
            printf("\n%*s", NAMES_COLUMN - 1, "");
            column = NAMES_COLUMN - 1;
        }
        printf(" --%s", section->names[i]);
        column += length;
    }
    putchar('\n');
}

void help_print_short(const struct option_table *table, const struct argp_state *state)
{
    struct sections *sections = calloc(1, sizeof *sections);

    argp_state_help(state, stdout, ARGP_HELP_SHORT_USAGE | ARGP_HELP_PRE_DOC);
    puts("\nEveryday options:");
    print_everyday(table);
    puts("\nOther options; --help=all describes them:");
    if (sections) {
        collect_sections(sections, table, NULL);
        for (size_t i = 0; i < sections->count; i++)
            if (sections->list[i].count)
                print_section(&sections->list[i]);
    }
    free(sections);
    putchar('\n');
    argp_state_help(state, stdout, ARGP_HELP_POST_DOC);
}

void help_print_whole(const struct argp_state *state)
{
    const unsigned flags = ARGP_HELP_STD_HELP & ~(unsigned)ARGP_HELP_EXIT_OK;
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);

    if (!stream) {
        argp_state_help(state, stdout, flags);
        return;
    }
    argp_state_help(state, stream, flags);
    if (fclose(stream) == 0)
        for (size_t i = 0; i < size; i++)
            if (i < 2 || text[i] != '\n' || text[i - 1] != '\n' || text[i - 2] != '\n')
                putchar(text[i]);
    free(text);
}
