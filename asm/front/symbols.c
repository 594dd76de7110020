/* Symbols, labels and named constants: from a name to a value. */
#include "c/c_form.h"
#include "util/array.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static struct symbol *find_symbol(const struct assembler *as, struct place name)
{
    size_t index;

    if (!names_find(&as->symbol_names, place_text(name), place_length(name), &index))
        return NULL;
    return &as->symbols[index];
}

/* The place in a text that stays, of what is at `place`: of an expansion, what asked for it. */
static struct place lasting(struct place place)
{
    for (const struct expansion *e = source_expansion(place); e; e = source_expansion(place))
        place = e->call;
    return place;
}

/* Notes that a name was read as a vendor's constant. One that is qualified can be no symbol's. */
static void note_read(struct assembler *as, struct place name)
{
    const size_t length = place_length(name);
    size_t index;
    const char *kept;

    if (memchr(place_text(name), ':', length) || names_find(&as->read_constants, place_text(name), length, &index))
        return;
    kept = input_keep_name(as, place_text(name), length);
    if (kept && array_room(&as->read_places, as->read_count, &as->read_capacity, sizeof *as->read_places) &&
        names_add(&as->read_constants, kept, length, as->read_count))
        as->read_places[as->read_count++] = lasting(name);
    else
        report_no_memory(as);
}

void symbol_check_unread(struct assembler *as, struct place name)
{
    struct constant_hit hit;
    size_t index;

    if (!names_find(&as->read_constants, place_text(name), place_length(name), &index) ||
        symbol_constant(as, name, &hit) != CONSTANT_FOUND)
        return;
    report_error(as, name, "'%.*s' has been read as the vendor's constant %s%s%s, %" PRId64 ", before this: define it "
                 "before it is used", place_precision(name), place_text(name), hit.hit->type,
                 *hit.hit->type ? "::" : "", hit.hit->name, hit.hit->value);
    report_note(as, as->read_places[index], "read here");
}

static void add_symbol(struct assembler *as, struct place name, int64_t value, bool label)
{
    struct symbol *symbol;

    symbol_check_unread(as, name);
    if (!array_room(&as->symbols, as->symbol_count, &as->symbol_capacity, sizeof *as->symbols)) {
        report_no_memory(as);
        return;
    }
    symbol = &as->symbols[as->symbol_count];
    *symbol = (struct symbol){.value = value, .label = label, .place = name};
    symbol->name = source_keep(name.source, place_text(name), place_length(name));
    if (!symbol->name || !names_add(&as->symbol_names, symbol->name, place_length(name), as->symbol_count)) {
        report_no_memory(as);
        return;
    }
    as->symbol_count++;
}

/* Says that `name` already stands for something else. */
static void report_defined(struct assembler *as, struct place name, const struct symbol *symbol)
{
    struct position position;

    if (source_locate(symbol->place.source, symbol->place.begin, &position))
        report_error(as, name, "'%s' is already defined, at %s:%lu", symbol->name, position.file, position.line);
    else
        report_no_memory(as);
}

/* Does a name of C hide the symbol from whatever could read it? Says so. */
static bool report_hidden(struct assembler *as, struct place name)
{
    if (!c_find(as, place_text(name), place_length(name)))
        return false;
    report_error(as, name, "'%.*s' is an integer of C here, which would hide the symbol: write '%.*s = ...;'",
                 place_precision(name), place_text(name), place_precision(name), place_text(name));
    return true;
}

/* Is this '.', the index of the next word? */
static bool is_here(struct place name)
{
    return place_length(name) == 1 && place_text(name)[0] == '.';
}

/* As .set does. */
static void set(struct assembler *as, struct place name, int64_t value)
{
    struct symbol *symbol = find_symbol(as, name);

    as->changes++;
    if (report_hidden(as, name))
        return;
    if (is_here(name)) {
        report_error(as, name, "'.' is the index of the next word, which '.org' changes");
    } else if (!symbol) {
        add_symbol(as, name, value, false);
    } else if (symbol->label || symbol->fixed) {
        report_defined(as, name, symbol);
    } else {
        symbol->value = value;
        symbol->place = name;
        symbol->faulty = false;
    }
}

/* The same, for a symbol that must not have a value yet and keeps this one: .equiv and ==. */
static void set_once(struct assembler *as, struct place name, int64_t value)
{
    struct symbol *symbol = find_symbol(as, name);

    if (symbol && !symbol->faulty) {
        report_defined(as, name, symbol);
        return;
    }
    set(as, name, value);
    symbol = find_symbol(as, name);
    if (symbol)
        symbol->fixed = true;
}

void symbol_fail(struct assembler *as, struct place name)
{
    struct symbol *symbol = find_symbol(as, name);

    if (as->stopped || is_here(name) || c_find(as, place_text(name), place_length(name)))
        return;
    if (!symbol) {
        add_symbol(as, name, 0, false);
        symbol = find_symbol(as, name);
    }
    if (symbol && !symbol->label && !symbol->fixed) {
        symbol->faulty = true;
        symbol->used = true; /* nothing more need be said of it */
    }
}

void symbol_assign(struct assembler *as, struct place name, const struct value *value, bool once)
{
    if (!value_check(as, value))
        symbol_fail(as, name);
    else if (once)
        set_once(as, name, value->number);
    else
        set(as, name, value->number);
}

bool symbol_exists(struct assembler *as, const char *name, size_t length)
{
    size_t index;

    if (!names_find(&as->symbol_names, name, length, &index))
        return false;
    as->symbols[index].used = true;
    return true;
}

bool symbol_is_own(struct assembler *as, const char *name, size_t length)
{
    return symbol_exists(as, name, length) || c_find(as, name, length);
}

/* A label that is a number: the newest one counts. */
static void local_label(struct assembler *as, struct place name)
{
    struct symbol *symbol = find_symbol(as, name);

    if (!symbol) {
        add_symbol(as, name, 0, false);
        symbol = find_symbol(as, name);
    }
    if (symbol) {
        symbol->local = true;
        symbol->value = (int64_t)as->program->count;
    }
}

void symbol_label(struct assembler *as, struct place name)
{
    const struct symbol *symbol = find_symbol(as, name);

    as->changes++;
    if (isdigit((unsigned char)place_text(name)[0]))
        local_label(as, name);
    else if (symbol)
        report_defined(as, name, symbol);
    else
        add_symbol(as, name, (int64_t)as->program->count, true);
}

/* The constants' index takes a moment to build, so only sources that use a constant pay for it. */
bool constants_needed(struct assembler *as)
{
    if (!as->constants_ready) {
        as->constants_ready = constants_init(&as->constants);
        if (!as->constants_ready)
            report_no_memory(as);
    }
    return as->constants_ready;
}

enum constant_match symbol_constant(struct assembler *as, struct place name, struct constant_hit *hit)
{
    *hit = (struct constant_hit){0};
    if (!constants_needed(as))
        return CONSTANT_UNKNOWN;
    return constants_find(&as->constants, as->program->arch, place_text(name), place_length(name), hit);
}

/* The index of a word, by the name at `name`. */
static struct value label_value(const struct assembler *as, struct place name, int64_t index)
{
    return (struct value){.number = index, .at = name, .label = as->c_depth == 0};
}

void symbol_count_labels(struct assembler *as, struct value *value)
{
    static const char text[] = "GNU as counts labels in bytes, so this can have another value there";

    if (value->fault || !value->label)
        return;
    if (gnu_compiled(as) && !as->options->gnu_strict)
        report_error(as, value->at, "%s, and a compiler wrote this for it", text);
    else if (!report_gnu(as, value->at, text))
        return;
    *value = value_faulty(FAULT_REPORTED, value->at);
}

struct value symbol_local(struct assembler *as, struct place name)
{
    struct place digits = name;
    const struct symbol *symbol;

    digits.end--;
    symbol = find_symbol(as, digits);
    if (symbol)
        return label_value(as, name, symbol->value);
    report_error(as, name, "no label '%.*s:' stands before this", place_precision(digits), place_text(digits));
    return value_faulty(FAULT_REPORTED, name);
}

static struct value constant_value(struct assembler *as, struct place name)
{
    struct constant_hit hit;

    switch (symbol_constant(as, name, &hit)) {
    case CONSTANT_FOUND:
        note_read(as, name);
        if (as->c_depth == 0)
            report_gnu(as, name, "GNU as has no named constants");
        if (hit.hit->note)
            report_warning(as, SFP_W_HEADER, name, "'%s' is %" PRId64 " in the vendor's header: %s", hit.hit->name,
                           hit.hit->value, hit.hit->note);
        return (struct value){.number = hit.hit->value, .at = name, .named = true};
    case CONSTANT_AMBIGUOUS:
        return value_faulty(FAULT_AMBIGUOUS, name);
    default:
        return value_faulty(FAULT_UNDEFINED, name);
    }
}

struct value symbol_value(struct assembler *as, struct place name)
{
    const struct c_found own = c_find_all(as, place_text(name), place_length(name));
    const bool is_own = own.name && !own.stray;
    struct symbol *symbol = is_own ? NULL : find_symbol(as, name);
    struct value value;

    if (is_own)
        return c_own_value(as, name, &own);
    if (is_here(name)) {
        as->changes++; /* the same text has another value the next time */
        return label_value(as, name, (int64_t)as->program->count);
    }
    if (!symbol) {
        value = as->options->gnu_strict ? value_faulty(FAULT_UNDEFINED, name) : constant_value(as, name);
        return value.fault == FAULT_UNDEFINED && own.name ? c_own_value(as, name, &own) : value;
    }
    symbol->used = true;
    if (symbol->faulty)
        return value_faulty(FAULT_REPORTED, name);
    return symbol->label ? label_value(as, name, symbol->value) : value_of(symbol->value);
}
