/*
 * Batches: words are where they say, no two of them overlap, and written with each character quoted they are the same
 * words. Input: the text.
 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/batch_parts.h"

/* A word in single quotes, of which one itself is behind a backslash. */
static void put_quoted(FILE *out, const char *word)
{
    fputc('\'', out);
    for (; *word; word++)
        fputs(*word == '\'' ? "'\\''" : (char[]){*word, '\0'}, out);
    fputc('\'', out);
}

static char *written(const struct batch_text *b, size_t *size)
{
    char *text = NULL;
    FILE *out = fuzz_memory(open_memstream(&text, size));

    for (size_t i = 0; i < b->count; i++) {
        if (b->lines[i].wrong)
            fputs("' unclosed", out);
        for (size_t w = 0; w < b->lines[i].count && !b->lines[i].wrong; w++) {
            put_quoted(out, b->lines[i].words[w].text);
            fputc(' ', out);
        }
        fputc('\n', out);
    }
    fclose(out);
    return text;
}

/* Places grow, and the line's extent has them. */
static void check_places(const struct batch_text *b, size_t size)
{
    unsigned line = 1, column = 0;

    for (size_t i = 0; i < b->count; i++) {
        const struct batch_line *l = &b->lines[i];

        if ((!l->count && !l->wrong) || l->begin >= l->end || l->end > size || (i && l->begin <= b->lines[i - 1].end))
            fuzz_fail("line %zu is from %zu to %zu", i, l->begin, l->end);
        for (size_t w = 0; w < l->count; w++) {
            const struct text_word *word = &l->words[w];

            if (word->line < line || (word->line == line && word->column <= column))
                fuzz_fail("word '%s' is before another one", word->text);
            line = word->line;
            column = word->column;
        }
    }
}

static void same(const struct batch_text *a, const struct batch_text *b)
{
    if (a->count != b->count)
        fuzz_fail("%zu lines become %zu", a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        if (!a->lines[i].wrong != !b->lines[i].wrong)
            fuzz_fail("line %zu is a case in one of them only", i);
        if (a->lines[i].wrong)
            continue;
        if (a->lines[i].count != b->lines[i].count)
            fuzz_fail("line %zu has other words", i);
        for (size_t w = 0; w < a->lines[i].count; w++)
            if (strcmp(a->lines[i].words[w].text, b->lines[i].words[w].text) != 0)
                fuzz_fail("word '%s' is '%s'", a->lines[i].words[w].text, b->lines[i].words[w].text);
    }
}

int fuzz_batch(const uint8_t *data, size_t size)
{
    struct batch_text b, again;
    char *error = NULL, *text;
    size_t length;

    if (!batch_parse((const char *)data, size, &b, &error)) {
        fuzz_message(error);
        return 0;
    }
    check_places(&b, size);
    text = written(&b, &length);
    if (!batch_parse(text, length, &again, &error))
        fuzz_fail("what was written cannot be read: %s", error);
    same(&b, &again);
    batch_text_free(&again);
    free(text);
    batch_text_free(&b);
    return 0;
}
