/* Texts that bodies expand to: once, or turn by turn of .irp, .irpc and .rept blocks that count. */
#include "macros.h"

#include "assembly/assembler.h"

#include <stdlib.h>

/* The number that \@ stands for. GNU as expands all turns of a block before what they call runs, so in each it is what
 * it was in the first. */
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
    if (body->counted) /* the same text is another one the next time */
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

/* False if what is left is the closing quote. */
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

/* The value of the next turn. False if there is none. */
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
