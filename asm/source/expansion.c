/* Calls of macros, and the .irp, .irpc and counted .rept blocks: reads arguments and values, and begins expansions. */
#include "directive.h"

#include "assembly/macros.h"
#include "assembly/suggest.h"

#include <stdlib.h>
#include <string.h>

/* A call whose arguments are being read. */
struct call {
    struct assembler *as;
    struct macro *macro;
    struct place place; /* place of the arguments */
    struct cursor c;
    size_t next;        /* formal for the next argument without a name */
    bool named;         /* an argument with a name came */
};

static struct place call_place(const struct call *call, const char *begin)
{
    struct place place = call->place;

    place.begin += (uint32_t)(begin - place_text(call->place));
    place.end = place.begin + (uint32_t)(call->c.at - begin);
    return place;
}

/* Reads NAME= at the start of an argument. Returns false if the argument has no name. */
static bool take_argument_name(struct cursor *c, const char **name, size_t *length)
{
    struct cursor ahead = *c;

    *length = cursor_name(&ahead, name);
    cursor_skip_blanks(&ahead);
    if (*length == 0 || !cursor_take(&ahead, '='))
        return false;
    *c = ahead;
    return true;
}

static bool body_holds(const struct body *body, const char *text, size_t length)
{
    return memmem(body->text, place_length(body->place), text, length);
}

bool macro_report_mark(struct assembler *as, struct place mark)
{
    const char *text = place_text(mark);
    struct cursor c = cursor_of(text + 1, mark.source->text.size - mark.begin - 1);
    struct place place = mark;
    const char *name;
    const size_t length = cursor_name(&c, &name);

    place.begin++;
    place.end = place.begin + (uint32_t)length;
    /* The '\' may have come with an argument of the call, and then belongs to an outer macro. */
    for (const struct expansion *e = sfp_source_expansion(mark); e && length > 0; e = sfp_source_expansion(e->call)) {
        struct macro **slot = macro_slot(as, e->name, strlen(e->name));

        if (slot && *slot && body_holds(&(*slot)->body, text, length + 1)) {
            report_unknown_argument(as, *slot, place);
            return true;
        }
    }
    return false;
}

/* Reads the value of `formal`: the rest of the line, or up to the next comma. */
static void take_formal_value(struct call *call, struct formal *formal, bool rest)
{
    struct text *values = &call->as->macros->values;

    formal->given = values->size;
    if (rest)
        argument_rest(&call->c, values);
    else
        argument_next(&call->c, values);
    formal->given_end = values->size;
}

static bool take_named(struct call *call, const char *name, size_t length)
{
    struct macro *macro = call->macro;
    struct place place = call_place(call, name);
    struct formal *formal;
    size_t index;

    call->named = true;
    if (!names_find(&macro->names, name, length, &index)) {
        place.end = place.begin + (uint32_t)length;
        report_unknown_argument(call->as, macro, place);
        return false;
    }
    formal = &macro->formals[index];
    if (formal->given_end > formal->given)
        report_warning(call->as, SFP_W_MACRO, place, "argument '%s' is given twice; the last counts",
                       formal->name);
    take_formal_value(call, formal, false); /* as in GNU as, a :vararg given by name ends at a comma */
    return true;
}

static bool take_next(struct call *call)
{
    const struct macro *macro = call->macro;
    const char *begin = call->c.at;

    if (!call->named && call->next < macro->count) {
        struct formal *formal = &call->macro->formals[call->next++];

        take_formal_value(call, formal, formal->rest);
        return true;
    }
    argument_next(&call->c, &call->as->macros->values);
    if (call->as->macros->values.failed)
        report_no_memory(call->as);
    else if (call->named)
        report_error(call->as, call_place(call, begin), "an argument without a name, after one with a name");
    else if (macro->count == 0)
        report_error(call->as, call_place(call, begin), "macro '%s' takes no arguments", macro->name);
    else
        report_error(call->as, call_place(call, begin), "macro '%s' takes no more than %zu argument%s", macro->name,
                     macro->count, macro->count == 1 ? "" : "s");
    return false;
}

/* Returns the place of one character of the call's arguments. */
static struct place call_character(const struct call *call, const char *at)
{
    struct place place = call->place;

    place.begin += (uint32_t)(at - place_text(call->place));
    place.end = place.begin + 1;
    return place;
}

static bool report_open_string(const struct call *call)
{
    const char *quote = cursor_open_string(call->c);

    if (quote)
        report_error(call->as, call_character(call, quote), "this string does not end");
    return quote;
}

/* Reports an '=' in an argument without a name. Returns whether it reported. */
static bool report_equals(const struct call *call)
{
    const char *equals = argument_equals(call->c);

    if (equals)
        report_error(call->as, call_character(call, equals), "the text before this '=' is not an argument's name; "
                     "put an expression with '=' in parentheses");
    return equals;
}

static bool take_call_argument(struct call *call)
{
    const char *name;
    size_t length;

    if (take_argument_name(&call->c, &name, &length))
        return take_named(call, name, length);
    return !report_equals(call) && take_next(call);
}

/* Reads the arguments of a call. Returns false after an error. */
static bool take_call_arguments(struct call *call)
{
    struct macro *macro = call->macro;

    for (size_t i = 0; i < macro->count; i++)
        macro->formals[i].given = macro->formals[i].given_end = 0;
    call->as->macros->values.size = 0;
    if (report_open_string(call))
        return false;
    while (!cursor_done(&call->c)) {
        if (!take_call_argument(call))
            return false;
        cursor_skip_comma(&call->c);
    }
    return true;
}

/* Makes room for the values of `count` arguments. Returns false without memory. */
static bool arguments_ready(struct macros *macros, size_t count)
{
    struct argument *more;

    if (count <= macros->argument_capacity)
        return true;
    more = realloc(macros->arguments, count * sizeof *more);
    if (!more)
        return false;
    macros->arguments = more;
    macros->argument_capacity = count;
    return true;
}

static struct argument default_of(const struct macro *macro, const struct formal *formal)
{
    return formal->end > formal->begin ? (struct argument){macro->defaults.data + formal->begin,
                                                           formal->end - formal->begin}
                                       : (struct argument){"", 0};
}

/* Sets the value of each argument of the macro. Returns false after an error. */
static bool fill_arguments(struct assembler *as, const struct macro *macro, struct place name)
{
    struct macros *macros = as->macros;

    if (macros->values.failed || !arguments_ready(macros, macro->count)) {
        report_no_memory(as);
        return false;
    }
    for (size_t i = 0; i < macro->count; i++) {
        const struct formal *formal = &macro->formals[i];
        const bool given = formal->given_end > formal->given;

        if (formal->required && !given) {
            report_error(as, name, "macro '%s' needs its argument '%s'", macro->name, formal->name);
            return false;
        }
        macros->arguments[i] = given ? (struct argument){macros->values.data + formal->given,
                                                         formal->given_end - formal->given}
                                     : default_of(macro, formal);
    }
    return true;
}

void macro_call(struct assembler *as, void *scanner, struct place name, struct place arguments, struct place end)
{
    struct macro **slot = macro_slot(as, place_text(name), place_length(name));
    struct macro *macro = slot ? *slot : NULL;
    struct call call = {.as = as, .macro = macro, .place = arguments};
    struct expansion expansion = {.call = name};
    struct marks marks;

    if (as->stopped || !macro || macro->faulty)
        return;
    call.c = cursor_of(place_text(arguments), place_length(arguments));
    if (!take_call_arguments(&call) || !fill_arguments(as, macro, name))
        return;
    marks = (struct marks){as->macros->arguments, as->macros->expanded++, macro->calls++};
    if (!macro_make_text(as, &macro->body, &marks, name))
        return;
    expansion.body = macro->body.place;
    expansion.name = macro->name;
    input_expand(as, scanner, &expansion, end, NULL);
}

/* ---- Blocks with a text for each turn ---- */

/* Begins the first turn. Takes ownership of `turns`. */
static void begin_turns(struct assembler *as, void *scanner, struct turns *turns, struct place end)
{
    struct expansion expansion = {.call = turns->call, .body = turns->body.place, .name = turns->name};

    if (turns_next(as, turns))
        input_expand(as, scanner, &expansion, end, turns);
    else
        turns_free(turns);
}

/* Reads a block's header: the name to replace, and its values. Returns false after an error. */
static bool take_block_header(struct assembler *as, struct turns *turns, struct place header, struct place body)
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
    if (take_block_header(as, turns, header, body))
        begin_turns(as, scanner, turns, end);
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
    begin_turns(as, scanner, turns, end);
}
