/* Lines that are the C preprocessor's, or that it left: markers, and directives it never saw. */
#include "tokens.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void line_marker(struct assembler *as, const char *text, struct place place)
{
    char *end;
    const unsigned long line = strtoul(strchr(text, '#') + 1, &end, 10);
    const char *file = strchr(end, '"') + 1;

    line_mark(as, place, line, file, (size_t)(strchr(file, '"') - file));
}

bool slashes(struct assembler *as, struct place place)
{
    place.end = place.begin + 2;
    return as->scan.block_depth == 0 && !as->scan.skipping && report_gnu(as, place, "GNU as has no // comments");
}

void preprocessor_line(struct assembler *as, const char *text, struct place place)
{
    place.begin += (uint32_t)strcspn(text, "#");
    place.end = place.begin + 1 + (uint32_t)strspn(strchr(text, '#') + 1, "abcdefghijklmnopqrstuvwxyz");
    if (!as->options->gnu_strict)
        report_error(as, place, "'%.*s' is for the C preprocessor, which runs on sources named *.S only",
                     place_precision(place), place_text(place));
}

static bool in_c_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Goes over the name, number or other character at `p`. */
static const char *skip_word(const char *p)
{
    const char *end = p;

    while (in_c_word(*end))
        end++;
    return end > p ? end : p + 1;
}

/*
 * Could this text, up to the end of its line or a comment, be the condition of an #if? Unlike in a comment in English,
 * in none of them two words stand side by side, nor a full stop, a semicolon or a comma outside brackets.
 */
static bool is_condition(const char *text)
{
    static const char defined[] = "defined";
    size_t brackets = 0;
    bool after_word = false;

    text += strspn(text, " \t\r");
    for (const char *p = text, *end; *p && !strchr("\n\\", *p); p = end + strspn(end, " \t\r")) {
        end = skip_word(p);
        if (*p == '/' && (p[1] == '/' || p[1] == '*'))
            return p > text;
        if ((after_word && in_c_word(*p)) || strchr(".;", *p) || (*p == ',' && brackets == 0))
            return false;
        brackets += *p == '(';
        brackets -= *p == ')' && brackets > 0;
        after_word = in_c_word(*p) && strncmp(p, defined, strlen(defined)) != 0;
    }
    return *text && *text != '\n';
}

/* #if, #elif or #else, or a comment that only starts like one. */
void preprocessor_condition(struct assembler *as, const char *text, struct place place)
{
    const char *word = strchr(text, '#') + 1;
    const char *after = skip_word(word);
    const char *rest = after + strspn(after, " \t\r");
    const bool alone = *rest == '\0' || *rest == '\n' || (*rest == '/' && (rest[1] == '/' || rest[1] == '*'));
    const size_t length = (size_t)(after - word);

    if (length == strlen("else") && memcmp(word, "else", length) == 0 ? alone : is_condition(after))
        preprocessor_line(as, text, place);
}
