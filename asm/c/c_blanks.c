/* What stands between tokens of the C form: blanks, comments, and lines that start with #. */
#include "c_form.h"
#include "front/preprocessor_lines.h"

#include <string.h>

static const char *line_end(const char *p)
{
    const char *end = strchr(p, '\n');

    return end ? end : p + strlen(p);
}

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool c_starts_line(const struct c_parser *c, const char *p)
{
    while (p > c->text && p[-1] != '\n' && is_blank(p[-1]))
        p--;
    return p == c->text || p[-1] == '\n';
}

/* From a # on: a line marker, a directive, or a comment as GNU as has them. Returns the line's end. */
static const char *hash_line(struct c_parser *c, const char *p)
{
    const char *end = line_end(p);
    struct marker marker;

    if (!c_starts_line(c, p))
        return end;
    if (marker_read(p, &marker)) {
        line_mark(c->as, c_span(c, p, end), marker.line, marker.file, marker.length);
    } else if (c->quiet != C_QUIET && (!c->directive || c->directive < p) &&
               preprocessor_report(c->as, p, c_span(c, p, end), true)) {
        c->directive = p;
    }
    return end;
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
