/* .macro and .purgem: defines and removes macros. */
#include "macros.h"

#include "assembler.h"
#include "directive_table.h"
#include "base/array.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void macro_free(struct macro *macro)
{
    if (!macro)
        return;
    body_free(&macro->body);
    names_free(&macro->names);
    text_free(&macro->defaults);
    free(macro->formals);
    free(macro->header);
    free(macro);
}

void macros_free(struct macros *macros)
{
    for (size_t i = 0; i < macros->count; i++)
        macro_free(macros->items[i]);
    free(macros->items);
    free(macros->arguments);
    names_free(&macros->names);
    text_free(&macros->lower);
    text_free(&macros->values);
    text_free(&macros->text);
}

struct macro **macro_slot(struct assembler *as, const char *name, size_t length)
{
    struct macros *macros = as->macros;
    size_t index;

    if (macros->count == 0)
        return NULL;
    macros->lower.size = 0;
    if (!text_reserve(&macros->lower, length)) {
        report_no_memory(as);
        return NULL;
    }
    for (size_t i = 0; i < length; i++)
        macros->lower.data[i] = (char)tolower((unsigned char)name[i]);
    return names_find(&macros->names, macros->lower.data, length, &index) ? &macros->items[index] : NULL;
}

bool macro_exists(struct assembler *as, const char *name, size_t length)
{
    struct macro **slot = macro_slot(as, name, length);

    return slot && *slot;
}

/* Adds a slot for a name without one. macro_slot() has just failed to find the name; `name` is its lower-case form. */
static struct macro **add_slot(struct assembler *as, const char *name, size_t length)
{
    struct macros *macros = as->macros;

    if (!array_room(&macros->items, macros->count, &macros->capacity, sizeof *macros->items))
        return NULL;
    if (!names_add(&macros->names, name, length, macros->count))
        return NULL;
    macros->items[macros->count] = NULL;
    return &macros->items[macros->count++];
}

/* ---- Definition ---- */

/* Returns the place in the source of a text in the macro's copy of its header. */
static struct place header_place(const struct macro *macro, struct place header, const char *begin, const char *end)
{
    header.end = header.begin + (uint32_t)(end - macro->header);
    header.begin += (uint32_t)(begin - macro->header);
    return header;
}

static struct formal *add_formal(struct assembler *as, struct macro *macro, const char *name, size_t length)
{
    if (!array_room(&macro->formals, macro->count, &macro->capacity, sizeof *macro->formals)) {
        report_no_memory(as);
        return NULL;
    }
    if (!names_add(&macro->names, name, length, macro->count)) {
        report_no_memory(as);
        return NULL;
    }
    macro->formals[macro->count] = (struct formal){.name = macro->header + (name - macro->header), .length = length};
    return &macro->formals[macro->count++];
}

static bool equals_word(const char *text, size_t length, const char *word)
{
    return length == strlen(word) && memcmp(text, word, length) == 0;
}

/* Reads :req or :vararg after an argument's name. Returns false after an error. */
static bool take_kind(struct assembler *as, struct macro *macro, struct formal *formal, struct cursor *c,
                      struct place header)
{
    const char *kind;
    size_t length;

    cursor_skip_blanks(c);
    length = cursor_name(c, &kind);
    if (equals_word(kind, length, "req")) {
        formal->required = true;
    } else if (equals_word(kind, length, "vararg")) {
        formal->rest = true;
    } else {
        report_error(as, header_place(macro, header, kind, c->at),
                     "expected req or vararg after the ':' of an argument");
        return false;
    }
    cursor_skip_blanks(c);
    return true;
}

static bool take_formal(struct assembler *as, struct macro *macro, struct cursor *c, struct place header)
{
    struct formal *formal;
    const char *name;
    const size_t length = cursor_name(c, &name);
    const struct place place = header_place(macro, header, name, c->at);
    size_t index;

    if (length == 0) {
        report_error(as, header_place(macro, header, name, name + (name < c->end)),
                     "a macro's arguments are names, with commas between them");
        return false;
    }
    if (names_find(&macro->names, name, length, &index)) {
        report_error(as, place, "a second argument named '%.*s'", place_precision(place), name);
        return false;
    }
    formal = add_formal(as, macro, name, length);
    if (!formal)
        return false;
    cursor_skip_blanks(c);
    if (cursor_take(c, ':') && !take_kind(as, macro, formal, c, header))
        return false;
    formal->begin = macro->defaults.size;
    if (cursor_take(c, '=')) {
        argument_next(c, &macro->defaults);
        if (formal->required)
            report_warning(as, SFP_W_MACRO, place, "a required argument never uses its default");
    }
    formal->end = macro->defaults.size;
    return true;
}

/* Reads the macro's name and arguments. Returns false after an error. */
static bool take_macro_header(struct assembler *as, struct macro *macro, struct place header, struct place *name)
{
    struct cursor c = cursor_of(macro->header, place_length(header));
    const char *text;
    const size_t length = cursor_name(&c, &text);

    *name = header_place(macro, header, text, c.at);
    if (length == 0) {
        report_error(as, *name, "expected the macro's name");
        return false;
    }
    cursor_skip_comma(&c);
    while (!cursor_done(&c)) {
        if (!take_formal(as, macro, &c, header))
            return false;
        cursor_skip_comma(&c);
        if (macro->formals[macro->count - 1].rest && !cursor_done(&c)) {
            report_error(as, header_place(macro, header, c.at, c.end), "no argument may follow a vararg");
            return false;
        }
    }
    if (macro->defaults.failed) {
        report_no_memory(as);
        return false;
    }
    for (size_t i = 0; i < macro->count; i++)
        macro->formals[i].name[macro->formals[i].length] = '\0';
    return true;
}

/* Enters the macro under `name`. Returns false after an error. */
static bool enter_macro(struct assembler *as, struct macro *macro, struct place name)
{
    struct macro **slot = macro_slot(as, place_text(name), place_length(name));
    struct position position;

    if (slot && *slot && (*slot)->faulty) {
        macro_free(*slot);
        *slot = NULL;
    }
    if (slot && *slot) {
        const struct place old = (*slot)->body.place;

        if (macro->faulty)
            return false;
        /* The body begins after the line that contains the name. */
        if (sfp_source_locate(old.source, old.begin ? old.begin - 1 : 0, &position))
            report_error(as, name, "macro '%s' is already defined, at %s:%lu; .purgem removes it", (*slot)->name,
                         position.file, position.line);
        else
            report_no_memory(as);
        return false;
    }
    macro->name = assembly_keep_name(as, place_text(name), place_length(name));
    if (!slot && macro->name) {
        char *lower = (char *)assembly_keep_name(as, place_text(name), place_length(name));

        for (char *p = lower; p && *p; p++)
            *p = (char)tolower((unsigned char)*p);
        slot = lower ? add_slot(as, lower, place_length(name)) : NULL;
    }
    if (!slot || !macro->name) {
        report_no_memory(as);
        return false;
    }
    *slot = macro;
    return true;
}

/* Reports a macro named like a directive, which GNU as ignores too. Returns whether it reported. */
static bool report_directive(struct assembler *as, struct place name)
{
    if (place_text(name)[0] != '.' || !directive_find(place_text(name), place_length(name)))
        return false;
    report_warning(as, SFP_W_MACRO, name, "'%.*s' is a directive, which a macro cannot hide: this macro is ignored",
                   place_precision(name), place_text(name));
    return true;
}

/* Fills in a macro and enters it, even with a faulty header, so that its calls are no unknown instructions. Returns
 * false if the macro was not entered, and the caller frees it. */
static bool make_macro(struct assembler *as, struct macro *macro, struct place header, struct place body)
{
    struct place name;

    macro->faulty = !take_macro_header(as, macro, header, &name);
    if (place_length(name) == 0 || report_directive(as, name))
        return false;
    if (!body_init(&macro->body, body, &macro->names)) {
        report_no_memory(as);
        return false;
    }
    return enter_macro(as, macro, name);
}

void macro_define(struct assembler *as, struct place directive, struct place header, struct place body)
{
    struct macro *macro;

    if (as->stopped)
        return;
    if (place_length(header) == 0) {
        report_error(as, directive, "'.macro' needs a name");
        return;
    }
    as->changes++;
    macro = calloc(1, sizeof *macro);
    if (macro)
        macro->header = strndup(place_text(header), place_length(header));
    if (!macro || !macro->header)
        report_no_memory(as);
    else if (make_macro(as, macro, header, body))
        return;
    macro_free(macro);
}

void macro_purge(struct assembler *as, struct place directive, struct place names)
{
    struct cursor c = cursor_of(place_text(names), place_length(names));

    as->changes++;
    do {
        const char *name;
        const size_t length = cursor_name(&c, &name);
        struct macro **slot = macro_slot(as, name, length);
        struct place place = names;

        place.begin += (uint32_t)(name - place_text(names));
        place.end = place.begin + (uint32_t)length;
        if (length == 0) {
            report_error(as, cursor_done(&c) ? directive : place, "expected the name of a macro");
            return;
        }
        if (as->stopped)
            return;
        if (!slot || !*slot) {
            report_warning(as, SFP_W_MACRO, place, "there is no macro '%.*s'", place_precision(place), name);
        } else {
            macro_free(*slot);
            *slot = NULL;
        }
    } while (cursor_skip_comma(&c));
    if (!cursor_done(&c))
        report_error(as, names, ".purgem takes names of macros, with commas between them");
}
