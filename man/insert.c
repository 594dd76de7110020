/* Copies a page's text, with tables in the places that are marked. */
#include "insert.h"

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
