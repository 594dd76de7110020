/* Bodies of macros and repeated blocks: takes them apart into pieces, and puts the pieces together as expansions. */
#include "arguments.h"

#include "assembler.h"
#include "macros.h"
#include "base/array.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_COUNT = 24 };

enum piece_kind { PIECE_TEXT, PIECE_ARGUMENT, PIECE_MACROS, PIECE_TURNS };

struct piece {
    enum piece_kind kind;
    uint32_t begin, end; /* a text's bytes in the body; for an argument `begin` is its index */
};

/* A body being taken apart. */
struct cutter {
    struct body *body;
    const struct names *names;
    struct cursor c;
    const char *begin; /* start of the text that no piece has yet */
    size_t capacity;
    bool failed;
};

static void add_piece(struct cutter *cutter, struct piece piece)
{
    struct body *body = cutter->body;

    if (!array_room(&body->pieces, body->count, &cutter->capacity, sizeof *body->pieces)) {
        cutter->failed = true;
        return;
    }
    body->pieces[body->count++] = piece;
}

static void add_text_piece(struct cutter *cutter, const char *begin, const char *end)
{
    const char *text = cutter->body->text;

    if (begin < end)
        add_piece(cutter, (struct piece){PIECE_TEXT, (uint32_t)(begin - text), (uint32_t)(end - text)});
}

/* Ends the text before a mark. The cursor is after the mark. */
static void end_text(struct cutter *cutter, const char *mark)
{
    add_text_piece(cutter, cutter->begin, mark);
    cutter->begin = cutter->c.at;
}

static void add_mark(struct cutter *cutter, const char *mark, enum piece_kind kind, size_t argument)
{
    cutter->body->marked = true;
    end_text(cutter, mark);
    add_piece(cutter, (struct piece){.kind = kind, .begin = (uint32_t)argument});
}

static void add_count(struct cutter *cutter, const char *mark, enum piece_kind kind)
{
    cutter->body->counted = true;
    add_mark(cutter, mark, kind, 0);
}

/* Handles \(text), which stands for the text unchanged; \() is empty, and ends a name. */
static void cut_literal(struct cutter *cutter, const char *mark)
{
    const char *close = memchr(cutter->c.at, ')', (size_t)(cutter->c.end - cutter->c.at));
    const char *begin = cutter->c.at;

    if (!close)
        return;
    cutter->c.at = close + 1;
    end_text(cutter, mark);
    add_text_piece(cutter, begin, close);
}

/* Handles the mark after the backslash at `mark`. */
static void cut_mark(struct cutter *cutter, const char *mark)
{
    struct cursor *c = &cutter->c;
    const char *name;
    size_t length;
    size_t index;

    if (cursor_take(c, '(')) {
        cut_literal(cutter, mark);
    } else if (cursor_take(c, '@')) {
        add_count(cutter, mark, PIECE_MACROS);
    } else if (cursor_take(c, '+')) {
        add_count(cutter, mark, PIECE_TURNS);
    } else {
        length = cursor_name(c, &name);
        if (length > 0 && names_find(cutter->names, name, length, &index))
            add_mark(cutter, mark, PIECE_ARGUMENT, index);
    }
}

bool body_init(struct body *body, struct place place, const struct names *names)
{
    const size_t size = place.end - place.begin;
    struct cutter cutter = {.body = body, .names = names};
    const char *mark;

    *body = (struct body){.place = place, .text = malloc(size + 1)};
    if (!body->text)
        return false;
    memcpy(body->text, place.source->text.data + place.begin, size);
    cutter.c = cursor_of(body->text, size);
    cutter.begin = body->text;
    while ((mark = memchr(cutter.c.at, '\\', (size_t)(cutter.c.end - cutter.c.at)))) {
        cutter.c.at = mark + 1;
        cut_mark(&cutter, mark);
    }
    add_text_piece(&cutter, cutter.begin, cutter.c.end);
    if (cutter.failed)
        body_free(body);
    return !cutter.failed;
}

void body_free(struct body *body)
{
    free(body->text);
    free(body->pieces);
    *body = (struct body){0};
}

/* Returns the text that replaces a piece; numbers are written to `digits`. */
static struct argument replace_piece(const struct body *body, const struct piece *piece, const struct marks *marks,
                                     char digits[LONGEST_COUNT])
{
    switch (piece->kind) {
    case PIECE_TEXT:
        return (struct argument){body->text + piece->begin, piece->end - piece->begin};
    case PIECE_ARGUMENT:
        return marks->arguments[piece->begin];
    case PIECE_MACROS:
    case PIECE_TURNS:
        break;
    }
    return (struct argument){digits, (size_t)snprintf(digits, LONGEST_COUNT, "%" PRIu64,
                                                      piece->kind == PIECE_MACROS ? marks->macros : marks->turns)};
}

uint64_t body_length(const struct body *body, const struct marks *marks)
{
    uint64_t length = 0;
    char digits[LONGEST_COUNT];

    for (size_t i = 0; i < body->count; i++)
        length += replace_piece(body, &body->pieces[i], marks, digits).length;
    return length;
}

void body_expand(const struct body *body, const struct marks *marks, struct text *out)
{
    char digits[LONGEST_COUNT];

    for (size_t i = 0; i < body->count; i++) {
        const struct argument part = replace_piece(body, &body->pieces[i], marks, digits);

        text_add(out, part.text, part.length);
    }
}

/* ---- Expansions of bodies: once, or turn by turn for .irp, .irpc and counted .rept blocks ---- */

/* Returns the number for \@. GNU as expands all turns of a block before any of the macros that they call, so that
 * every turn has the first turn's number. */
static uint64_t calls_before(const struct assembler *as, struct body *body, uint64_t now)
{
    const struct turns *turns = as->frames.top->turns;

    if (!turns || &turns->body != body)
        body->calls_before = now;
    return body->calls_before;
}

bool macro_make_text(struct assembler *as, struct body *body, const struct marks *given, struct place call)
{
    struct macros *macros = as->macros;
    const struct marks marks = {given->arguments, calls_before(as, body, given->macros), given->turns};
    const uint64_t length = body_length(body, &marks);

    if (!expansion_allowed(as, length + EXPANSION_COST, call))
        return false;
    macros->text.size = 0;
    text_reserve(&macros->text, (size_t)length);
    body_expand(body, &marks, &macros->text);
    if (macros->text.failed)
        report_no_memory(as);
    if (body->counted) /* the same text expands differently the next time */
        as->changes++;
    return !macros->text.failed;
}

void turns_free(struct turns *turns)
{
    if (!turns)
        return;
    body_free(&turns->body);
    text_free(&turns->values);
    free(turns);
}

/* Appends the next character. Returns false if only the closing quote is left. */
static bool next_character(struct turns *turns, struct text *value)
{
    struct cursor *c = &turns->left;

    if (*c->at == '"') {
        struct cursor ahead = *c;

        turns->quoted = !turns->quoted;
        ahead.at++;
        cursor_skip_blanks(&ahead);
        if (cursor_done(&ahead))
            return false;
    }
    text_add_char(value, *c->at++);
    if (!turns->quoted)
        cursor_skip_blanks(c);
    return true;
}

/* Appends the value of the next turn. Returns false after the last turn. */
static bool next_value(struct turns *turns, struct text *value)
{
    if (turns->kind == TURNS_COUNTED)
        return turns->turn < turns->most;
    if (turns->no_values)
        return turns->turn == 0;
    if (cursor_done(&turns->left))
        return false;
    if (turns->kind == TURNS_CHARACTERS)
        return next_character(turns, value);
    argument_next(&turns->left, value);
    cursor_skip_comma(&turns->left);
    return true;
}

bool turns_next(struct assembler *as, struct turns *turns)
{
    struct text *value = &as->macros->values;
    struct argument argument;
    struct marks marks = {&argument, as->macros->expanded, turns->turn};

    if (as->stopped)
        return false;
    value->size = 0;
    if (!next_value(turns, value))
        return false;
    if (value->failed) {
        report_no_memory(as);
        return false;
    }
    argument = (struct argument){value->data, value->size};
    turns->turn++;
    return macro_make_text(as, &turns->body, &marks, turns->call);
}
