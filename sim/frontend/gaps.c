/* Reading --gaps files. */
#include "gaps.h"

#include "util/fail.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_GAP = 1 << 20, MAX_LINE = 256 };

/* A number up to `high` at *text, which then points behind it and the blanks after it. */
static bool number(char **text, unsigned long high, unsigned long *value)
{
    char *end;

    *value = strtoul(*text, &end, 0);
    if (end == *text || **text == '-' || *value > high)
        return false;
    *text = end + strspn(end, " \t\r");
    return true;
}

/* One line without its comment. */
static bool parse_line(char *line, unsigned long line_number, uint32_t *gaps, size_t words, char **error)
{
    unsigned long index = 0, cycles;
    bool all;

    line += strspn(line, " \t\r");
    if (!*line)
        return true;
    all = *line == '*';
    if (all)
        line += 1 + strspn(line + 1, " \t");
    else if (!number(&line, words - 1, &index))
        return sfp_fail(error, "line %lu: expected '*' or the index of a word below %zu", line_number, words);
    if (!number(&line, MAX_GAP, &cycles) || *line)
        return sfp_fail(error, "line %lu: expected a number of cycles up to %d", line_number, MAX_GAP);
    for (size_t i = all ? 0 : index; i < (all ? words : index + 1); i++)
        gaps[i] = (uint32_t)cycles;
    return true;
}

bool sfp_gaps_parse(const char *text, size_t size, uint32_t *gaps, size_t words, char **error)
{
    const char *end = text + size;
    unsigned long line_number = 0;

    memset(gaps, 0, words * sizeof *gaps);
    while (text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((newline ? newline : end) - text);
        const char *comment = memchr(text, '#', length);
        size_t used = comment ? (size_t)(comment - text) : length;
        char line[MAX_LINE];

        line_number++;
        if (used >= sizeof line || memchr(text, '\0', used))
            return sfp_fail(error, "line %lu: not a line of INDEX CYCLES", line_number);
        memcpy(line, text, used);
        line[used] = '\0';
        if (!parse_line(line, line_number, gaps, words, error))
            return false;
        text += length + 1;
    }
    return true;
}
