/* Copies a page's text, replaces marks in the text by tables, and prints names. */
#include "insert.h"

#include "isa/isa.h"

#include <stdio.h>
#include <string.h>

enum { MAX_LINE = 1000 };

static size_t mark_at(const char *line, const struct insertion *insertions, size_t count)
{
    const size_t length = strcspn(line, "\n");
    size_t i = 0;

    while (i < count && (strlen(insertions[i].mark) != length || strncmp(line, insertions[i].mark, length) != 0))
        i++;
    return i;
}

int insert_at_marks(const struct insertion *insertions, size_t count)
{
    char line[MAX_LINE];
    size_t found = 0;

    while (fgets(line, sizeof line, stdin)) {
        const size_t i = mark_at(line, insertions, count);

        if (i < count) {
            insertions[i].print();
            found++;
        } else {
            fputs(line, stdout);
        }
    }
    return found != count || ferror(stdin) || fflush(stdout) != 0;
}

void print_text(const char *text)
{
    for (; *text; text++) {
        if (*text == '\\')
            fputs("\\e", stdout);
        else
            putchar(*text);
    }
}

void print_sentences(const char *text)
{
    for (const char *end; (end = strstr(text, ". ")); text = end + 2)
        printf("%.*s.\n", (int)(end - text), text);
    puts(text);
}

void print_arches(unsigned archs)
{
    const char *separator = "";

    for (unsigned i = 0; i < SFP_ARCHES; i++) {
        if (!(archs >> i & 1))
            continue;
        printf("%s%s", separator, sfp_arches[i].title);
        separator = " and ";
    }
}

void print_modes_of(unsigned modes)
{
    const char *separator = "";

    for (unsigned mode = 0; mode < SFP_MODES; mode++) {
        unsigned last = mode;

        if (!(modes >> mode & 1))
            continue;
        while (last + 1 < SFP_MODES && modes >> (last + 1) & 1)
            last++;
        printf(last == mode ? "%s%u" : "%s%u\\(en%u", separator, mode, last);
        separator = ", ";
        mode = last;
    }
}
