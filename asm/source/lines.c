/* Places of text: .file, .line and .loc, and lines that start with #. */
#include "directive.h"

#include "assembly/arguments.h"
#include "base/array.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns the effect of a marker by the numbers after its name. */
static enum mark mark_of(const char *flags)
{
    flags += strspn(flags, " \t");
    return *flags == '1' ? MARK_ENTER : *flags == '2' ? MARK_RETURN : MARK_GO_ON;
}

/* Do the numbers after a marker's name make the file a system header? */
static bool is_system(const char *flags)
{
    return memchr(flags, '3', strspn(flags, " \t1234"));
}

void line_mark(struct assembler *as, struct place place, unsigned long line, const char *file, size_t length)
{
    if (place.source->preprocessed && length > 0 && file[0] != '<')
        include_note(as, file, length, is_system(file + length + 1));
    if (!sfp_source_mark_as(place.source, place.end + 1, line, file, length, mark_of(file + length + 1)))
        report_no_memory(as);
}

enum { DIGITS = 12 };

/* Returns the name that .file `number` gave, or NULL. */
static const char *find_numbered_file(const struct assembler *as, uint32_t number)
{
    char key[DIGITS];
    const int length = snprintf(key, sizeof key, "%" PRIu32, number);
    size_t index;

    return names_find(&as->lines->numbers, key, (size_t)length, &index) ? as->lines->names[index] : NULL;
}

/* Notes the name of .file `number`, in place of an earlier name. Returns false without memory. */
static bool enter_file(struct assembler *as, uint32_t number, const char *name)
{
    char key[DIGITS];
    const size_t length = (size_t)snprintf(key, sizeof key, "%" PRIu32, number);
    const char *kept;
    size_t index;

    if (names_find(&as->lines->numbers, key, length, &index)) {
        as->lines->names[index] = name;
        return true;
    }
    kept = assembly_keep_name(as, key, length);
    if (!kept || !array_room(&as->lines->names, as->lines->count, &as->lines->capacity, sizeof *as->lines->names))
        return false;
    as->lines->names[as->lines->count] = name;
    return names_add(&as->lines->numbers, kept, length, as->lines->count++);
}

/* Notes a marker: the text after `end` comes from `file`, from line `line` on. */
static void mark_lines(struct assembler *as, struct place end, unsigned long line, const char *file)
{
    if (!sfp_source_mark_as(end.source, end.end, line, file, strlen(file), MARK_GO_ON))
        report_no_memory(as);
}

static const char *join_path(struct assembler *as, const char *directory, size_t directory_length, const char *file,
                             size_t length)
{
    struct text path = {0};
    const char *kept;

    if (directory_length > 0 && file[0] != '/') {
        text_add(&path, directory, directory_length);
        text_add_char(&path, '/');
    }
    text_add(&path, file, length);
    kept = path.failed || path.size == 0 ? NULL : assembly_keep_name(as, path.data, path.size);
    if (!kept)
        report_no_memory(as);
    text_free(&path);
    return kept;
}

/* Handles .file "name", .file 1 "name" and .file 1 "directory" "name"; ignores the further operands of DWARF 5.
 * Returns false for other operands. */
static bool set_file(struct assembler *as, struct cursor *c, struct place end)
{
    uint32_t number;
    const bool numbered = cursor_number(c, &number);
    const char *first;
    const char *second;
    size_t first_length;
    size_t second_length;
    const char *name;

    cursor_skip_blanks(c);
    if (!cursor_string(c, &first, &first_length) || first_length == 0)
        return false;
    cursor_skip_blanks(c);
    if (numbered && cursor_string(c, &second, &second_length) && second_length > 0)
        name = join_path(as, first, first_length, second, second_length);
    else
        name = join_path(as, NULL, 0, first, first_length);
    if (numbered && name && !enter_file(as, number, name))
        report_no_memory(as);
    if (!numbered && !cursor_done(c))
        return false;
    if (!numbered && name)
        end.source->named = name;
    return true;
}

/* Handles .loc 1 12: a compiler made the text that follows from line 12 of file 1. Returns false for other operands. */
static bool set_location(struct assembler *as, struct cursor *c, struct place directive, struct place end)
{
    uint32_t file;
    uint32_t line;

    if (!cursor_number(c, &file))
        return false;
    cursor_skip_blanks(c);
    if (!cursor_number(c, &line))
        return false;
    if (!find_numbered_file(as, file))
        report_error(as, directive, "there is no '.file %" PRIu32 "'", file);
    else if (!sfp_source_mark_origin(end.source, end.end, find_numbered_file(as, file), line))
        report_no_memory(as);
    return true;
}

/* Handles .line 12: the next line is line 12 of the last .file "name", or else of the current file. Returns false
 * for other operands. */
static bool set_line(struct assembler *as, struct cursor *c, struct place end)
{
    uint32_t line;
    struct position position;

    if (!cursor_number(c, &line) || !cursor_done(c))
        return false;
    if (sfp_source_locate(end.source, end.begin, &position))
        mark_lines(as, end, line, end.source->named ? end.source->named : position.file);
    else
        report_no_memory(as);
    return true;
}

void line_directive(struct assembler *as, struct place directive, struct place operands, struct place end)
{
    static const char *const forms[] = {
        [LINE_FILE] = ".file \"NAME\" or .file NUMBER \"NAME\"",
        [LINE_LINE] = ".line NUMBER",
        [LINE_LOC] = ".loc FILE LINE",
    };
    const int kind = directive_kind(directive);
    struct cursor c = cursor_of(place_text(operands), place_length(operands));
    bool done;

    if (as->stopped)
        return;
    if (kind == LINE_FILE)
        done = set_file(as, &c, end);
    else if (kind == LINE_LOC)
        done = set_location(as, &c, directive, end);
    else
        done = set_line(as, &c, end);
    if (!done && !as->stopped)
        report_error(as, place_length(operands) ? operands : directive, "this is not %s", forms[kind]);
}

/* ---- Lines that start with # ---- */

static const char blanks[] = " \t\r\f\v";

/* ---- Markers ---- */

/* Returns the end of the string literal at `p`, or NULL if the text is no literal that ends on its line. */
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

/* Skips the name, number or other character at `p`. */
static const char *skip_word(const char *p)
{
    const char *end = p;

    while (in_c_word(*end))
        end++;
    return end > p ? end : p + 1;
}

/*
 * Could this text, up to the end of its line or a comment, be the condition of an #if? A condition has no two adjacent
 * words, no full stop, no semicolon and no comma outside brackets; English comments do.
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

/* Does a name follow after blanks? */
static bool is_name_next(const char *p)
{
    const char *name = p + strspn(p, blanks);

    return name > p && (isalpha((unsigned char)*name) || *name == '_');
}

static bool is_rest_blank(const char *p)
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
    bool (*follows)(const char *p); /* distinguishes a directive from a comment that starts with the word */
    const char *advice;
    bool decides; /* the directive decides which lines are read */
};

static const struct directive_word directive_words[] = {
    {"include", is_include, "; the vendor's constants and macros are known without it", false},
    {"define", is_name_next, "", false}, {"undef", is_name_next, "", false}, {"ifdef", is_name_next, "", true},
    {"ifndef", is_name_next, "", true}, {"if", is_condition, "", true}, {"elif", is_condition, "", true},
    {"else", is_rest_blank, "", true}, {"endif", is_any, "", true},
};

/* Returns the directive of this word. Returns NULL for comments, including comments that only start like a
 * directive. */
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

/* Suggests a source name for which the C preprocessor runs. */
static void name_it(const char *name, char *text, size_t size)
{
    const size_t length = strlen(name);

    if (length > 2 && length < size && strcmp(name + length - 2, ".s") == 0)
        snprintf(text, size, "%.*s.S", (int)length - 2, name);
    else
        snprintf(text, size, "so");
}

/* Makes the name of a #define a symbol without a value, so that its uses give no errors. */
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
    /* The lines that the directive would leave are unknown. */
    as->stopped |= directive->decides;
    return true;
}

void preprocessor_line(struct assembler *as, const char *text, struct place place)
{
    const char *hash = strchr(text, '#');

    place.begin += (uint32_t)(hash - text);
    preprocessor_report(as, hash, place, false);
}
