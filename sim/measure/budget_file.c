/* Budget files: parsing, and writing with renewed limits. */
#include "budget.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "action/option_values.h"
#include "base/array.h"
#include "base/fail.h"

enum {
    DIGITS = 9,   /* enough digits to distinguish fp32 numbers */
    MOST_OF_MESSAGE = 256,
    MOST_OF_LINE = 64, /* most options, and most exclusions, of a line: a sanity limit */
};

static const struct {
    const char *name;
    double otherwise;
    bool of_run;
} measures[BUDGET_MEASURES] = {
    [BUDGET_MAX_ULP] = {"max_ulp", 0, false},
    [BUDGET_MAX_REAL_ULP] = {"max_real_ulp", (double)INFINITY, false},
    [BUDGET_MAX_ABS] = {"max_abs", (double)INFINITY, false},
    [BUDGET_MAX_REL] = {"max_rel", (double)INFINITY, false},
    [BUDGET_DEFECTS] = {"defects", 0, false},
    [BUDGET_UNFLUSHED] = {"unflushed", 0, false},
    [BUDGET_SPECIALS] = {"specials", 0, false},
    [BUDGET_NUMBERS] = {"numbers", 0, false},
    [BUDGET_BREAKS] = {"breaks", (double)INFINITY, false},
    [BUDGET_CYCLES] = {"cycles", 0, true},
    [BUDGET_STEADY_CYCLES] = {"steady_cycles", (double)INFINITY, true},
};

const char *budget_measure_name(enum budget_measure measure) { return measures[measure].name; }
double budget_measure_otherwise(enum budget_measure measure) { return measures[measure].otherwise; }
bool budget_measure_is_of_run(enum budget_measure measure) { return measures[measure].of_run; }

/* ---- Numbers ---- */

const char *budget_number(double value, char number[BUDGET_NUMBER_SIZE])
{
    snprintf(number, BUDGET_NUMBER_SIZE, "%.*g", DIGITS, value);
    return number;
}

double budget_rounded(double value)
{
    char number[BUDGET_NUMBER_SIZE];

    return strtod(budget_number(value, number), NULL);
}

/* ---- Words ---- */

struct reader {
    struct word_reader words;
    struct budget *b;
};

static bool refuse_budget_word(struct reader *r, const struct text_word *w, const char *what)
{
    return words_wrong(&r->words, r->b->text + w->begin, "'%s' %s", w->text, what);
}

/* ---- Limits and exclusions ---- */

static int find_measure(const char *name, size_t length)
{
    for (int i = 0; i < BUDGET_MEASURES; i++)
        if (strlen(measures[i].name) == length && memcmp(measures[i].name, name, length) == 0)
            return i;
    return -1;
}

static bool refuse_unknown_limit(struct reader *r, const struct text_word *w)
{
    char what[MOST_OF_MESSAGE] = "is none of";

    for (int i = 0; i < BUDGET_MEASURES; i++) {
        const size_t length = strlen(what);

        snprintf(what + length, sizeof what - length, " %s=", measures[i].name);
    }
    return refuse_budget_word(r, w, what);
}

static bool add_limit(struct reader *r, struct budget_line *line, const struct text_word *w)
{
    const char *const equals = strchr(w->text, '='), *const number = equals + 1;
    const int measure = find_measure(w->text, (size_t)(equals - w->text));
    struct budget_limit *limit;
    char *end;

    if (measure < 0)
        return refuse_unknown_limit(r, w);
    limit = &line->limits[measure];
    if (limit->given)
        return refuse_budget_word(r, w, "is given twice");
    *limit = (struct budget_limit){.given = true, .open = strcmp(number, "?") == 0, .begin = w->begin, .end = w->end};
    line->limits_end = w->end;
    limit->value = limit->open ? 0 : strtod(number, &end);
    if (!limit->open && (end == number || *end || !isfinite(limit->value) || signbit(limit->value)))
        return refuse_budget_word(r, w, "needs a number from 0 up, or '?'");
    return true;
}

static struct budget_exclusion *make_exclusion(struct budget_line *line)
{
    if (!array_room(&line->exclusions, line->exclusion_count, &line->exclusion_room, sizeof *line->exclusions))
        return NULL;
    line->exclusions[line->exclusion_count] = (struct budget_exclusion){0};
    return &line->exclusions[line->exclusion_count++];
}

/* Parses "NAME A:B" after "except". */
static bool add_exclusion(struct reader *r, struct budget_line *line, const struct text_word *w)
{
    struct budget_exclusion *e;
    const char *what;

    if (line->exclusion_count == MOST_OF_LINE)
        return refuse_budget_word(r, w, "is one too many for a line");
    if (!(e = make_exclusion(line)))
        return words_no_memory(&r->words);
    if (!words_more(&r->words))
        return refuse_budget_word(r, w, "has no name: except NAME A:B");
    if (!words_take(&r->words, &e->name))
        return false;
    if (!words_more(&r->words))
        return refuse_budget_word(r, &e->name, "has no range: except NAME A:B");
    if (!words_take(&r->words, &e->range))
        return false;
    what = range_parse(e->range.text, &e->low, &e->high);
    return !what || refuse_budget_word(r, &e->range, what);
}

/* ---- Lines ---- */

static bool is_option_word(const struct text_word *w)
{
    return strncmp(w->text, "--", 2) == 0 && w->text[2];
}

/* Moves the word into the line's options. */
static bool add_option(struct reader *r, struct budget_line *line, struct text_word *w)
{
    if (line->option_count == MOST_OF_LINE)
        return refuse_budget_word(r, w, "is one too many for a line");
    if (!array_room(&line->options, line->option_count, &line->option_room, sizeof *line->options))
        return words_no_memory(&r->words);
    line->options[line->option_count++] = *w;
    w->text = NULL;
    return true;
}

static bool parse_budget_word(struct reader *r, struct budget_line *line, struct text_word *w)
{
    if (is_option_word(w))
        return add_option(r, line, w);
    if (strcmp(w->text, "except") == 0)
        return add_exclusion(r, line, w);
    if (*w->text != '-' && strchr(w->text, '='))
        return add_limit(r, line, w);
    if (w->text[0] == '-' && w->text[1] != '-' && w->text[1] != '\0')
        return refuse_budget_word(r, w, "is a short option: write the long form, in one word, as --include=DIR for "
                                  "-I DIR");
    return refuse_budget_word(r, w, "is neither an option (--NAME=VALUE), nor a limit (NAME=NUMBER), nor except");
}

static bool parse_budget_words(struct reader *r, struct budget_line *line)
{
    while (words_more(&r->words)) {
        struct text_word w;
        const bool good = words_take(&r->words, &w) && parse_budget_word(r, line, &w);

        free(w.text);
        if (!good)
            return false;
        line->end = (size_t)(r->words.at - r->b->text);
    }
    return true;
}

static bool parse_budget_line(struct reader *r)
{
    struct budget *b = r->b;
    struct budget_line *line;

    if (!array_room(&b->lines, b->count, &b->room, sizeof *b->lines))
        return words_no_memory(&r->words);
    line = &b->lines[b->count++];
    *line = (struct budget_line){.section = b->section_count ? b->sections[b->section_count - 1] : NULL};
    if (!words_take(&r->words, &line->kernel))
        return false;
    if (!*line->kernel.text || *line->kernel.text == '-')
        return refuse_budget_word(r, &line->kernel, "is not a kernel: a line begins with a kernel");
    line->end = line->kernel.end;
    return parse_budget_words(r, line);
}

/* Parses "[NAME]". */
static bool add_section(struct reader *r)
{
    struct budget *b = r->b;
    const char *const bracket = r->words.at, *const name = bracket + 1;
    const char *const close = memchr(name, ']', (size_t)(r->words.end - name));
    const size_t length = close ? (size_t)(close - name) : 0;

    if (!length || memchr(name, '\n', length))
        return words_wrong(&r->words, bracket, "a heading is [NAME]");
    r->words.at = close + 1;
    if (words_more(&r->words))
        return words_wrong(&r->words, r->words.at, "unexpected text after a heading");
    if (!array_room(&b->sections, b->section_count, &b->section_room, sizeof *b->sections)
        || !(b->sections[b->section_count] = strndup(name, length)))
        return words_no_memory(&r->words);
    b->section_count++;
    return true;
}

static bool parse_text_line(struct reader *r)
{
    const bool goes_on = words_is_blank(*r->words.at);

    if (!words_more(&r->words))
        return true;
    if (!goes_on)
        return *r->words.at == '[' ? add_section(r) : parse_budget_line(r);
    if (!r->b->count)
        return words_wrong(&r->words, r->words.at,
                           "a line that begins with a blank continues the line above, but no line is above");
    return parse_budget_words(r, &r->b->lines[r->b->count - 1]);
}

static bool parse_budget_text(struct reader *r)
{
    for (; r->words.at < r->words.end; words_next_line(&r->words))
        if (!parse_text_line(r))
            return false;
    return true;
}

/* ---- The whole text ---- */

static bool has_line_option(const struct budget_line *line, const char *text)
{
    for (size_t i = 0; i < line->option_count; i++)
        if (strcmp(line->options[i].text, text) == 0)
            return true;
    return false;
}

/* Returns whether two lines mean the same sweep: equal kernels and options, in any order. */
static bool is_same_sweep(const struct budget_line *a, const struct budget_line *b)
{
    if (strcmp(a->kernel.text, b->kernel.text) != 0 || a->option_count != b->option_count)
        return false;
    for (size_t i = 0; i < a->option_count; i++)
        if (!has_line_option(b, a->options[i].text) || !has_line_option(a, b->options[i].text))
            return false;
    return true;
}

static bool check_line(struct reader *r, const struct budget_line *line)
{
    const struct text_word *kernel = &line->kernel;

    for (const struct budget_line *before = r->b->lines; before < line; before++)
        if (is_same_sweep(before, line))
            return fail_with(r->words.error, "%u:%u: '%s' is listed twice: line %u has the same options", kernel->line,
                             kernel->column, kernel->text, before->kernel.line);
    return true;
}

static bool check_budget(struct reader *r)
{
    for (size_t i = 0; i < r->b->count; i++)
        if (!check_line(r, &r->b->lines[i]))
            return false;
    return r->b->count || fail_with(r->words.error, "1:1: names no kernel");
}

bool budget_parse(const char *text, size_t size, struct budget *b, char **error)
{
    struct reader r = {.b = b};
    bool good;

    *b = (struct budget){.text = text, .size = size};
    good = words_begin(&r.words, text, size, false, error) && parse_budget_text(&r) && check_budget(&r);
    words_end(&r.words);
    if (!good)
        budget_free(b);
    return good;
}

static void free_line(struct budget_line *line)
{
    free(line->kernel.text);
    for (size_t i = 0; i < line->option_count; i++)
        free(line->options[i].text);
    for (size_t i = 0; i < line->exclusion_count; i++) {
        free(line->exclusions[i].name.text);
        free(line->exclusions[i].range.text);
    }
    free(line->options);
    free(line->exclusions);
}

void budget_free(struct budget *b)
{
    for (size_t i = 0; i < b->count; i++)
        free_line(&b->lines[i]);
    for (size_t i = 0; i < b->section_count; i++)
        free(b->sections[i]);
    free(b->lines);
    free(b->sections);
    *b = (struct budget){0};
}

/* ---- Writing ---- */

/* A limit to write over a part of the text; if the part is empty, an insertion. */
struct edit {
    size_t begin, end;
    enum budget_measure measure;
    double value;
};

static int by_edit_place(const void *a, const void *b)
{
    const struct edit *e = a, *f = b;

    if (e->begin != f->begin)
        return e->begin < f->begin ? -1 : 1;
    return (int)e->measure - (int)f->measure;
}

static size_t list_edits(const struct budget *b, struct edit *edits)
{
    size_t count = 0;

    for (const struct budget_line *line = b->lines; line < b->lines + b->count; line++)
        for (enum budget_measure i = 0; i < BUDGET_MEASURES; i++) {
            const struct budget_limit *limit = &line->limits[i];

            if (limit->renewed)
                edits[count++] = (struct edit){limit->given ? limit->begin : line->limits_end,
                                               limit->given ? limit->end : line->limits_end, i, limit->measured};
        }
    qsort(edits, count, sizeof *edits, by_edit_place);
    return count;
}

bool budget_write(const struct budget *b, size_t begin, size_t end, FILE *out)
{
    struct edit *edits = calloc(b->count * BUDGET_MEASURES + 1, sizeof *edits);
    const size_t count = edits ? list_edits(b, edits) : 0;
    char number[BUDGET_NUMBER_SIZE];

    for (size_t i = 0; i < count; i++) {
        const struct edit *e = &edits[i];

        if (e->begin < begin || e->end > end)
            continue;
        fwrite(b->text + begin, 1, e->begin - begin, out);
        fprintf(out, "%s%s=%s", e->begin == e->end ? " " : "", measures[e->measure].name,
                budget_number(e->value, number));
        begin = e->end;
    }
    if (edits)
        fwrite(b->text + begin, 1, end - begin, out);
    free(edits);
    return edits != NULL;
}
