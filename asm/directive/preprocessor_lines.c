/* Lines that are the C preprocessor's, or that it left: markers, and directives it never saw. */
#include "preprocessor_lines.h"

#include "lines.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t\r\f\v";

/* ---- Markers ---- */

/* Past the string literal at `p`; NULL if there is none, or it does not end in its line. */
static const char *pass_string(const char *p)
{
    if (*p++ != '"')
        return NULL;
    while (*p != '"') {
        p += *p == '\\';
        if (*p == '\0' || *p == '\n')
            return NULL;
        p++;
    }
    return p + 1;
}

bool marker_read(const char *hash, struct marker *marker)
{
    const char *digits = hash + 1 + strspn(hash + 1, blanks);
    const char *after = digits + strspn(digits, "0123456789");
    const char *file = after + strspn(after, blanks);
    const char *end = digits == hash + 1 || after == digits || file == after ? NULL : pass_string(file);

    if (!end)
        return false;
    *marker = (struct marker){strtoul(digits, NULL, 10), file + 1, (size_t)(end - file) - strlen("\"\"")};
    return true;
}

void line_marker(struct assembler *as, const char *text, struct place place)
{
    struct marker marker;

    if (marker_read(strchr(text, '#'), &marker))
        line_mark(as, place, marker.line, marker.file, marker.length);
}

/* ---- Directives ---- */

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

/* Does a name follow, after blanks? */
static bool is_name_next(const char *p)
{
    const char *name = p + strspn(p, blanks);

    return name > p && (isalpha((unsigned char)*name) || *name == '_');
}

static bool is_alone(const char *p)
{
    p += strspn(p, blanks);
    return *p == '\0' || *p == '\n' || (*p == '/' && (p[1] == '/' || p[1] == '*'));
}

static bool is_include(const char *p)
{
    p += strspn(p, blanks);
    return *p == '<' || *p == '"';
}

static bool is_any(const char *p)
{
    (void)p;
    return true;
}

struct directive_word {
    const char *name;
    bool (*follows)(const char *p); /* what makes it more than a comment that starts with the word */
    const char *advice;
    bool decides; /* which lines are read */
};

static const struct directive_word directive_words[] = {
    {"include", is_include, "; the vendor's constants and macros are known without it", false},
    {"define", is_name_next, "", false}, {"undef", is_name_next, "", false}, {"ifdef", is_name_next, "", true},
    {"ifndef", is_name_next, "", true}, {"if", is_condition, "", true}, {"elif", is_condition, "", true},
    {"else", is_alone, "", true}, {"endif", is_any, "", true},
};

/* The directive of this word; NULL if the line is a comment, maybe one that only starts like a directive. */
static const struct directive_word *find_directive(const char *word)
{
    const size_t length = in_c_word(*word) ? (size_t)(skip_word(word) - word) : 0;

    for (size_t i = 0; i < sizeof directive_words / sizeof directive_words[0]; i++) {
        const struct directive_word *directive = &directive_words[i];

        if (strlen(directive->name) == length && memcmp(directive->name, word, length) == 0)
            return directive->follows(word + length) ? directive : NULL;
    }
    return NULL;
}

/* What a source is to be called to be preprocessed. */
static void name_it(const char *name, char *text, size_t size)
{
    const size_t length = strlen(name);

    if (length > 2 && length < size && strcmp(name + length - 2, ".s") == 0)
        snprintf(text, size, "%.*s.S", (int)length - 2, name);
    else
        snprintf(text, size, "so");
}

/* The name that #define would define: its uses are no errors of their own. */
static void fail_defined(struct assembler *as, const char *word, const char *hash, struct place place)
{
    const char *name = skip_word(word) + strspn(skip_word(word), blanks);

    place.end = place.begin + (uint32_t)(skip_word(name) - hash);
    place.begin += (uint32_t)(name - hash);
    symbol_fail(as, place);
}

bool preprocessor_report(struct assembler *as, const char *hash, struct place place, bool in_c)
{
    const char *word = hash + 1 + (in_c ? strspn(hash + 1, blanks) : 0);
    const struct directive_word *directive = as->options->gnu_strict || as->stopped ? NULL : find_directive(word);
    const struct place line = place;
    char name[256];

    if (!directive)
        return false;
    place.end = place.begin + (uint32_t)(word - hash) + (uint32_t)strlen(directive->name);
    name_it(place.source->name, name, sizeof name);
    if (!place.source->told_preprocessor)
        report_error(as, place, "'%.*s' is for the C preprocessor, which runs on sources named *.S only: name this one "
                     "%s%s", place_precision(place), place_text(place), name, directive->advice);
    place.source->told_preprocessor = true;
    if (strcmp(directive->name, "define") == 0)
        fail_defined(as, word, hash, line);
    /* Which lines it would have left, nobody knows. */
    as->stopped |= directive->decides;
    return true;
}

void preprocessor_line(struct assembler *as, const char *text, struct place place)
{
    const char *hash = strchr(text, '#');

    place.begin += (uint32_t)(hash - text);
    preprocessor_report(as, hash, place, false);
}
