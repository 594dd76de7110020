/* Writing HTML: html.h. */
#include "html.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <stdbool.h>
#include <string.h>

#include "base/fileio.h"

enum { LONGEST_ID = 100, LONGEST_PATH = 4096 };

static void put_text(FILE *out, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        case '\'': fputs("&#39;", out); break;
        default: putc(*text, out);
        }
    }
}

void html(struct html *page, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    for (; *format; format++) {
        if (*format != '%')
            putc(*format, page->out);
        else if (*++format == 's')
            put_text(page->out, va_arg(arguments, const char *));
        else if (*format == 'd')
            fprintf(page->out, "%d", va_arg(arguments, int));
        else
            putc('%', page->out);
    }
    va_end(arguments);
}

void html_navigation(struct html *page)
{
    html(page,
         "<nav><a href=\"%sreference/index.html\">Reference</a> <a href=\"%sreference/rules.html\">Rules</a> "
         "<a href=\"%sman/index.html\">Manual</a> <a href=\"%sindex.html\">Playground</a></nav>\n",
         page->root, page->root, page->root, page->root);
}

void html_begin(struct html *page, const char *title)
{
    html(page,
         "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<link rel=\"stylesheet\" href=\"%sreference.css\">\n<title>%s</title>\n</head>\n<body>\n",
         page->root, title);
    html_navigation(page);
    html(page, "<main>\n<h1>%s</h1>\n", title);
}

void html_end(struct html *page)
{
    html(page, "</main>\n</body>\n</html>\n");
}

void html_instruction(struct html *page, const char *arch, const char *name)
{
    html(page, "<a href=\"%sreference/%s/%s.html\">%s</a>", page->root, arch, name, name);
}

/* ---- Sections of the manual ---- */

/* Finds the id of the section whose name is the first `length` characters of `name`. mandoc's ids have underscores
 * for blanks; upper and lower case are alike. Writes "#ID" to `id`. Returns false if no such section exists. */
static bool find_id(const char *text, const char *name, size_t length, char id[static LONGEST_ID])
{
    char wanted[LONGEST_ID];

    if (length + sizeof "id=\"\"" > sizeof wanted)
        return false;
    snprintf(wanted, sizeof wanted, "id=\"%.*s\"", (int)length, name);
    for (char *p = wanted; *p; p++)
        *p = *p == ' ' ? '_' : *p;
    text = strcasestr(text, wanted);
    if (!text)
        return false;
    snprintf(id, LONGEST_ID, "#%.*s", (int)length, text + strlen("id=\""));
    return true;
}

/* Writes the id of the first section that `sections` names, such as "Conflicts and Wormhole hazards", or "". */
static void section_id(const char *text, const char *sections, char id[static LONGEST_ID])
{
    size_t length = strcspn(sections, ";");

    *id = '\0';
    while (length && !find_id(text, sections, length, id))
        while (--length && sections[length] != ' ')
            ;
}

/* Returns the length of the page in "sfpu-dst(7), Loads", or 0 if the source is not a page of this manual. */
static size_t page_length(const char *source)
{
    const size_t name = strspn(source, "abcdefghijklmnopqrstuvwxyz-");

    if (strncmp(source, "sfp", 3) != 0 || source[name] != '(' || !isdigit((unsigned char)source[name + 1]))
        return 0;
    return name + strlen("(7)");
}

/* Returns the fragment that a reference links to. The page is searched at the first request. */
static const char *fragment_of(struct html *page, const char *source, size_t length)
{
    const char *known = fact(page->sections, source);
    char path[LONGEST_PATH], id[LONGEST_ID] = "";
    struct sfp_buffer file = {0};
    char *error = NULL;

    if (json_object_get(page->sections, source))
        return known;
    snprintf(path, sizeof path, "%s/%.*s.%c.html", page->manual, (int)(length - strlen("(7)")), source,
             source[length - 2]);
    if (file_read_text(path, &file, &error))
        section_id(file.data, source + length + strspn(source + length, ", "), id);
    buffer_free(&file);
    free(error);
    json_object_set_new(page->sections, source, json_string(id));
    return fact(page->sections, source);
}

static void put_some(struct html *page, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        html(page, "%s", (char[]){text[i], '\0'});
}

/* Writes one link for a page, of `length` characters, and the section after it: "sfpu-dst(7), Loads". Returns the
 * length of both. */
static size_t put_reference(struct html *page, const char *source, size_t length)
{
    const size_t whole = length + strcspn(source + length, ";");

    html(page, "<a href=\"%sman/", page->root);
    put_some(page, source, length - strlen("(7)"));
    html(page, ".%s.html%s\">", (char[]){source[length - 2], '\0'}, fragment_of(page, source, length));
    put_some(page, source, whole);
    html(page, "</a>");
    return whole;
}

void html_source(struct html *page, const char *source)
{
    while (*source) {
        const size_t length = page_length(source);

        if (length) {
            source += put_reference(page, source, length);
        } else {
            const size_t rest = strcspn(source, ";");

            put_some(page, source, rest);
            source += rest;
        }
        for (; *source == ';' || *source == ' '; source++)
            putc(*source, page->out);
    }
}

/* ---- Facts ---- */

const char *fact(const json_t *facts, const char *key)
{
    const char *text = json_string_value(json_object_get(facts, key));

    return text ? text : "";
}

int number(const json_t *facts, const char *key)
{
    return (int)json_integer_value(json_object_get(facts, key));
}

void html_numbers(struct html *page, const json_t *numbers)
{
    const char *separator = "";

    for (size_t i = 0; i < json_array_size(numbers); i++) {
        const int first = (int)json_integer_value(json_array_get(numbers, i));
        int last = first;

        while (i + 1 < json_array_size(numbers) && json_integer_value(json_array_get(numbers, i + 1)) == last + 1) {
            last++;
            i++;
        }
        html(page, first == last ? "%s%d" : "%s%d\u2013%d", separator, first, last);
        separator = ", ";
    }
}

void html_texts(struct html *page, const json_t *texts)
{
    size_t i;
    json_t *text;

    json_array_foreach(texts, i, text)
        html(page, "%s%s", i ? ", " : "", json_string_value(text));
}
