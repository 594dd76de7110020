/* What stands between tokens of the C form: blanks, comments, and lines that start with #. */
#include "c_form.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *line_end(const char *p)
{
    const char *end = strchr(p, '\n');

    return end ? end : p + strlen(p);
}

bool c_starts_line(const struct c_parser *c, const char *p)
{
    while (p > c->text && (p[-1] == ' ' || p[-1] == '\t'))
        p--;
    return p == c->text || p[-1] == '\n';
}

/* # 12 "file": the next line is line 12 of file. False if the line is another. */
static bool line_marker(struct c_parser *c, const char *p, const char *end)
{
    char *after;
    unsigned long line;
    const char *file;
    const char *file_end;

    while (*p == ' ' || *p == '\t')
        p++;
    if (!isdigit((unsigned char)*p))
        return false;
    line = strtoul(p, &after, 10);
    file = memchr(after, '"', (size_t)(end - after));
    file_end = file ? memchr(file + 1, '"', (size_t)(end - file - 1)) : NULL;
    if (!file_end)
        return false;
    line_mark(c->as, c_span(c, end, end), line, file + 1, (size_t)(file_end - file - 1));
    return true;
}

/* Is this a line for the C preprocessor that means something? `word` is what follows the #, and blanks if `apart`: to
 * GNU as that is a comment, and comments may well start with one of the last three words. */
static bool is_directive(const char *word, size_t length, bool apart)
{
    static const char *const names[] = {"include", "define", "undef", "if", "ifdef", "ifndef", "elif", "else", "endif",
                                        "error", "line", "warning"};
    enum { PROSE = 3 };

    for (size_t i = 0; i < sizeof names / sizeof names[0] - (apart ? PROSE : 0); i++)
        if (strlen(names[i]) == length && memcmp(names[i], word, length) == 0)
            return true;
    return false;
}

/* From a # on: a line marker, a pragma, or a comment as GNU as has them. Returns the line's end. */
static const char *hash_line(struct c_parser *c, const char *p)
{
    const char *end = line_end(p);
    const char *word = p + 1;
    size_t length = 0;

    if (!c_starts_line(c, p) || line_marker(c, word, end))
        return end;
    while (*word == ' ' || *word == '\t')
        word++;
    while (isalnum((unsigned char)word[length]) || word[length] == '_')
        length++;
    if (is_directive(word, length, word > p + 1) && c->quiet != C_QUIET && (!c->directive || c->directive < p)) {
        c->directive = p;
        report_error(c->as, c_span(c, p, word + length),
                     "'#%.*s' is for the C preprocessor, which runs on sources named *.S only", (int)length, word);
    }
    return end;
}

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

const char *c_pass_blanks(struct c_parser *c, const char *p)
{
    for (;;) {
        while (is_blank(*p))
            p++;
        if (p[0] == '/' && p[1] == '/') {
            p = line_end(p);
        } else if (p[0] == '/' && p[1] == '*') {
            const char *end = strstr(p + 2, "*/");

            if (!end) {
                c->begin = p;
                c->p = p + strlen(p);
                c_error_open(c, c_span(c, p, c->p), "this comment does not end");
                c->token = C_END;
                return NULL;
            }
            p = end + 2;
        } else if (p[0] == '#') {
            p = hash_line(c, p);
        } else if (p[0] == '\\' && (p[1] == '\n' || (p[1] == '\r' && p[2] == '\n'))) {
            p += 2;
        } else {
            return p;
        }
    }
}
