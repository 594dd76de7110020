/* Batches as text. */
#include "batch_file.h"

#include <stdlib.h>

#include "util/array.h"
#include "util/fail.h"

struct reader {
    struct word_reader words;
    struct batch_text *b;
};

static bool add_word(struct reader *r, struct batch_line *line)
{
    if (!array_room(&line->words, line->count, &line->room, sizeof *line->words))
        return words_no_memory(&r->words);
    if (!words_take(&r->words, &line->words[line->count]))
        return false;
    line->end = line->words[line->count++].end;
    return true;
}

/* What is wrong with the line is the line's, and others go on behind it; false without memory. */
static bool refuse_line(struct reader *r, struct batch_line *line)
{
    char **error = r->words.error;

    if (!*error)
        return false;
    line->wrong = *error;
    *error = NULL;
    words_skip_line(&r->words);
    line->end = (size_t)(r->words.at - r->words.text);
    return true;
}

static bool add_line(struct reader *r)
{
    struct batch_text *b = r->b;
    struct batch_line *line;

    if (!words_more(&r->words))
        return true;
    if (!array_room(&b->lines, b->count, &b->room, sizeof *b->lines))
        return words_no_memory(&r->words);
    line = &b->lines[b->count++];
    *line = (struct batch_line){.number = r->words.line, .begin = (size_t)(r->words.at - r->words.text)};
    do
        if (!add_word(r, line))
            return refuse_line(r, line);
    while (words_more(&r->words));
    return true;
}

static bool add_lines(struct reader *r)
{
    for (; r->words.at < r->words.end; words_next_line(&r->words))
        if (!add_line(r))
            return false;
    return r->b->count || sfp_fail(r->words.error, "1:1: there is no case in it");
}

bool batch_parse(const char *text, size_t size, struct batch_text *b, char **error)
{
    struct reader r = {.b = b};
    bool good;

    *b = (struct batch_text){0};
    good = words_begin(&r.words, text, size, true, error) && add_lines(&r);
    words_end(&r.words);
    if (!good)
        batch_text_free(b);
    return good;
}

void batch_text_free(struct batch_text *b)
{
    for (size_t i = 0; i < b->count; i++) {
        for (size_t w = 0; w < b->lines[i].count; w++)
            free(b->lines[i].words[w].text);
        free(b->lines[i].words);
        free(b->lines[i].wrong);
    }
    free(b->lines);
    *b = (struct batch_text){0};
}
