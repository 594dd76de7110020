/* .irp, .irpc, and .rept blocks that count: a text for each turn. */
#include "front/assembler.h"
#include "macros.h"

#include <stdlib.h>
#include <string.h>

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
    struct text *value = &as->macros.values;
    struct argument argument;
    struct marks marks = {&argument, as->macros.expanded, turns->turn};

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

/* Begins the first turn. Takes `turns` over. */
static void begin(struct assembler *as, void *scanner, struct turns *turns, struct place end)
{
    struct expansion expansion = {.call = turns->call, .body = turns->body.place, .name = turns->name};

    if (turns_next(as, turns))
        input_expand(as, scanner, &expansion, end, turns);
    else
        turns_free(turns);
}

/* Fills in what `header` says: a name and values. False after an error. */
static bool take_header(struct assembler *as, struct turns *turns, struct place header, struct place body)
{
    struct names names = {0};
    struct cursor c;
    const char *name;
    size_t length;
    bool made;

    text_add(&turns->values, place_text(header), place_length(header));
    if (turns->values.failed) {
        report_no_memory(as);
        return false;
    }
    c = cursor_of(turns->values.data, turns->values.size);
    length = turns->values.size > 0 ? cursor_name(&c, &name) : 0;
    if (length == 0) {
        report_error(as, turns->call, "'%s' needs the name that its values replace", turns->name);
        return false;
    }
    cursor_skip_comma(&c);
    turns->left = c;
    turns->no_values = cursor_done(&c);
    turns->quoted = turns->kind == TURNS_CHARACTERS && cursor_take(&turns->left, '"');
    made = names_add(&names, name, length, 0) && body_init(&turns->body, body, &names);
    names_free(&names);
    if (!made)
        report_no_memory(as);
    return made;
}

void macro_repeat(struct assembler *as, void *scanner, struct place directive, struct place header,
                  struct place body, struct place end)
{
    struct turns *turns;

    if (as->stopped)
        return;
    turns = calloc(1, sizeof *turns);
    if (!turns) {
        report_no_memory(as);
        return;
    }
    turns->kind = place_length(directive) == strlen(".irpc") ? TURNS_CHARACTERS : TURNS_VALUES;
    turns->name = turns->kind == TURNS_CHARACTERS ? ".irpc" : ".irp";
    turns->call = directive;
    if (take_header(as, turns, header, body))
        begin(as, scanner, turns, end);
    else
        turns_free(turns);
}

void macro_count(struct assembler *as, void *scanner, struct place directive, int64_t count, struct place body,
                 struct place end)
{
    const struct names none = {0};
    struct turns *turns = calloc(1, sizeof *turns);

    if (!turns || !body_init(&turns->body, body, &none)) {
        report_no_memory(as);
        free(turns);
        return;
    }
    turns->kind = TURNS_COUNTED;
    turns->name = ".rept";
    turns->call = directive;
    turns->most = (uint64_t)count;
    begin(as, scanner, turns, end);
}
