/* .irp, .irpc, and .rept blocks that count: a text for each turn. */
#include "input.h"

#include "macro/macros.h"

#include <stdlib.h>
#include <string.h>

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
