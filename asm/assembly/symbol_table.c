/* Symbols, labels and named constants: from a name to a value. */
#include "assembler.h"

#include "base/array.h"
#include "base/names.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#define UNNAMED SIZE_MAX /* the index of a name whose last symbol's scope ended */

/* Returns the innermost symbol of a name, or NULL. */
static struct symbol *find_innermost(const struct assembler *as, const char *name, size_t length)
{
    size_t index;

    return names_find(&as->symbols.names, name, length, &index) && index != UNNAMED ? &as->symbols.items[index] : NULL;
}

static struct symbol *find_symbol(const struct assembler *as, struct place name)
{
    return find_innermost(as, place_text(name), place_length(name));
}

/* Returns the symbol that variables of C hide, or NULL. */
static struct symbol *find_outermost(const struct assembler *as, const char *name, size_t length)
{
    struct symbol *symbol = find_innermost(as, name, length);

    while (symbol && symbol->scope > 0)
        symbol = symbol->hides ? &as->symbols.items[symbol->hides - 1] : NULL;
    return symbol;
}

/* Is this the vendor's macro for the arch that is assembled for, such as ARCH_WORMHOLE? */
static bool is_arch(struct assembler *as, const char *name, size_t length)
{
    for (unsigned i = 0; i < SFP_ARCHES && !as->options->gnu_strict; i++) {
        if (strlen(sfp_arches[i].macro) != length || memcmp(sfp_arches[i].macro, name, length) != 0)
            continue;
        as->symbols.arch_asked = true;
        return sfp_arch_facts(as->program->arch) == &sfp_arches[i];
    }
    return false;
}

/* Returns a place whose text is kept: for a place in an expansion, its outermost call. */
static struct place find_lasting_place(struct place place)
{
    for (const struct expansion *e = sfp_source_expansion(place); e; e = sfp_source_expansion(place))
        place = e->call;
    return place;
}

/* Notes that a name was read as a vendor's constant. Qualified names cannot become symbols, and are not noted. */
static void note_constant_read(struct assembler *as, struct place name)
{
    const size_t length = place_length(name);
    size_t index;
    const char *kept;

    if (memchr(place_text(name), ':', length) || names_find(&as->vendor.read, place_text(name), length, &index))
        return;
    kept = assembly_keep_name(as, place_text(name), length);
    if (kept && array_room(&as->vendor.read_places, as->vendor.read_count, &as->vendor.read_capacity,
                           sizeof *as->vendor.read_places) &&
        names_add(&as->vendor.read, kept, length, as->vendor.read_count))
        as->vendor.read_places[as->vendor.read_count++] = find_lasting_place(name);
    else
        report_no_memory(as);
}

/* Reports a name that is about to be defined if it was read as a vendor's constant before. */
static void check_unread(struct assembler *as, struct place name)
{
    struct constant_hit hit;
    size_t index;

    if (!names_find(&as->vendor.read, place_text(name), place_length(name), &index) ||
        symbol_constant(as, name, &hit) != CONSTANT_FOUND)
        return;
    report_error(as, name, "'%.*s' has been read as the vendor's constant %s%s%s, %" PRId64 ", before this: define it "
                 "before it is used", place_precision(name), place_text(name), hit.hit->type,
                 *hit.hit->type ? "::" : "", hit.hit->name, hit.hit->value);
    report_note(as, as->vendor.read_places[index], "read here");
}

/* Binds the name to symbol `index`, which hides the name's earlier symbol. Returns false without memory. */
static bool bind_symbol_name(struct assembler *as, struct symbol *symbol, size_t length, size_t index)
{
    size_t outer;

    if (!names_find(&as->symbols.names, symbol->name, length, &outer))
        return names_add(&as->symbols.names, symbol->name, length, index);
    symbol->hides = outer == UNNAMED ? 0 : (uint32_t)outer + 1;
    names_set(&as->symbols.names, symbol->name, length, index);
    return true;
}

/* Adds a symbol under the given name. Returns NULL after an error for lack of memory. */
static struct symbol *add_symbol_named(struct assembler *as, struct symbol given, const char *name, size_t length)
{
    given.name = sfp_source_keep(given.place.source, name, length);
    if (!given.name ||
        !array_room(&as->symbols.items, as->symbols.count, &as->symbols.capacity, sizeof *as->symbols.items) ||
        !bind_symbol_name(as, &given, length, as->symbols.count)) {
        report_no_memory(as);
        return NULL;
    }
    as->symbols.items[as->symbols.count] = given;
    return &as->symbols.items[as->symbols.count++];
}

/* Adds a symbol under the name at its place. Returns NULL after an error for lack of memory. */
static struct symbol *add_symbol_at_place(struct assembler *as, struct symbol given)
{
    return add_symbol_named(as, given, place_text(given.place), place_length(given.place));
}

static void add_unread_symbol(struct assembler *as, struct place name, int64_t value, bool label)
{
    check_unread(as, name);
    add_symbol_at_place(as, (struct symbol){.value = value, .label = label, .place = name});
}

/* Reports that `name` is already defined. */
static void report_defined(struct assembler *as, struct place name, const struct symbol *symbol)
{
    struct position position;

    if (sfp_source_locate(symbol->place.source, symbol->place.begin, &position))
        report_error(as, name, "'%s' is already defined, at %s:%lu", symbol->name, position.file, position.line);
    else
        report_no_memory(as);
}

/* Reports an integer of C that would hide the symbol `name`. Returns whether it reported. */
static bool report_hidden(struct assembler *as, struct place name)
{
    if (!symbol_of_c(as, place_text(name), place_length(name)))
        return false;
    report_error(as, name, "'%.*s' is an integer of C here, which would hide the symbol: write '%.*s = ...;'",
                 place_precision(name), place_text(name), place_precision(name), place_text(name));
    return true;
}

/* Is the name '.', the index of the next word? */
static bool is_here(struct place name)
{
    return place_length(name) == 1 && place_text(name)[0] == '.';
}

/* Sets a symbol's value, like .set. Reports a name that cannot be set. */
static void set_symbol_value(struct assembler *as, struct place name, int64_t value)
{
    struct symbol *symbol = find_symbol(as, name);

    as->changes++;
    if (is_here(name)) {
        report_error(as, name, "'.' is the index of the next word, which '.org' changes");
    } else if (!symbol) {
        add_unread_symbol(as, name, value, false);
    } else if (symbol->label || symbol->fixed) {
        report_defined(as, name, symbol);
    } else {
        symbol->changed |= symbol->value != value;
        symbol->value = value;
        symbol->place = name;
        symbol->fault = FAULT_NONE;
    }
}

/* Sets the value of a symbol that must not have one yet, and fixes it, like .equiv and ==. */
static void set_once(struct assembler *as, struct place name, int64_t value)
{
    struct symbol *symbol = find_symbol(as, name);

    if (symbol && !symbol->fault) {
        report_defined(as, name, symbol);
        return;
    }
    set_symbol_value(as, name, value);
    symbol = find_symbol(as, name);
    if (symbol)
        symbol->fixed = true;
}

void symbol_set(struct assembler *as, const char *name, size_t length, struct place place, int64_t value)
{
    struct symbol *symbol = find_innermost(as, name, length);

    as->changes++;
    if (!symbol)
        add_symbol_named(as, (struct symbol){.value = value, .place = place, .used = true}, name, length);
    else if (symbol->label || symbol->fixed)
        report_defined(as, place, symbol);
    else {
        symbol->changed |= symbol->value != value;
        symbol->value = value;
    }
}

void symbol_fail(struct assembler *as, struct place name)
{
    struct symbol *symbol = find_symbol(as, name);

    if (as->stopped || is_here(name) || (symbol && symbol->scope > 0))
        return;
    if (!symbol)
        symbol = add_symbol_at_place(
            as, (struct symbol){.place = name, .scope = (uint16_t)(as->c.depth > 0 ? as->symbols.scope + 1 : 0)});
    if (symbol && !symbol->label && !symbol->fixed) {
        symbol->fault = FAULT_REPORTED;
        symbol->used = true; /* suppresses the warning that the symbol is unused */
    }
}

void symbol_assign(struct assembler *as, struct place name, int64_t value, bool once)
{
    if (report_hidden(as, name))
        return;
    if (once)
        set_once(as, name, value);
    else
        set_symbol_value(as, name, value);
}

bool symbol_exists(struct assembler *as, const char *name, size_t length)
{
    struct symbol *symbol = find_outermost(as, name, length);

    if (!symbol)
        return is_arch(as, name, length);
    symbol->used = true;
    return true;
}

bool symbol_is_own(struct assembler *as, const char *name, size_t length)
{
    struct symbol *symbol = find_innermost(as, name, length);

    if (!symbol)
        return is_arch(as, name, length);
    symbol->used = true;
    return true;
}

/* ---- Integers of C ---- */

struct symbol *symbol_of_c(struct assembler *as, const char *name, size_t length)
{
    struct symbol *symbol = find_innermost(as, name, length);

    return symbol && symbol->scope > 0 ? symbol : NULL;
}

void symbol_scope_open(struct assembler *as)
{
    as->symbols.scope++;
}

/* The scope's symbols are the newest ones. */
void symbol_scope_close(struct assembler *as)
{
    while (as->symbols.count > 0 && as->symbols.items[as->symbols.count - 1].scope == as->symbols.scope + 1) {
        const struct symbol *symbol = &as->symbols.items[--as->symbols.count];

        names_set(&as->symbols.names, symbol->name, place_length(symbol->place),
                  symbol->hides ? symbol->hides - 1 : UNNAMED);
    }
    as->symbols.scope--;
}

void symbol_define(struct assembler *as, struct place name, const struct value *value, bool fixed)
{
    const struct symbol *outer = find_symbol(as, name);
    struct symbol *symbol;

    as->changes++;
    if (outer && outer->scope == as->symbols.scope + 1) {
        report_defined(as, name, outer);
        return;
    }
    if (as->symbols.scope == 0)
        check_unread(as, name);
    symbol = add_symbol_at_place(
        as, (struct symbol){.place = name, .scope = (uint16_t)(as->symbols.scope + 1), .value = value->number,
                            .type = value->type, .fault = value->fault, .fixed = fixed});
    if (symbol && fixed)
        unused_watch(as, symbol);
}

bool symbol_given(struct assembler *as, struct place name, int64_t *value)
{
    struct symbol *symbol = find_outermost(as, place_text(name), place_length(name));

    if (!symbol || symbol->label || symbol->fault)
        return false;
    symbol->used = true;
    *value = symbol->value;
    return true;
}

/* ---- Labels ---- */

/* Defines a local label, a number; its newest definition counts. */
static void local_label(struct assembler *as, struct place name)
{
    struct symbol *symbol = find_symbol(as, name);

    if (!symbol) {
        add_unread_symbol(as, name, 0, false);
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
        add_unread_symbol(as, name, (int64_t)as->program->count, true);
}

/* Building the constants' index takes time, so it is built at the first use of a constant. */
bool constants_needed(struct assembler *as)
{
    if (!as->vendor.ready) {
        as->vendor.ready = sfp_constants_init(&as->vendor.table);
        if (!as->vendor.ready)
            report_no_memory(as);
    }
    return as->vendor.ready;
}

enum constant_match symbol_constant(struct assembler *as, struct place name, struct constant_hit *hit)
{
    *hit = (struct constant_hit){0};
    if (!constants_needed(as))
        return CONSTANT_UNKNOWN;
    return sfp_constants_find(&as->vendor.table, as->program->arch, place_text(name), place_length(name), hit);
}

/* Returns a label's value, the index of a word; `name` is the place of the use. */
static struct value label_value(const struct assembler *as, struct place name, int64_t index)
{
    return (struct value){.number = index, .at = name, .label = as->c.depth == 0};
}

void symbol_count_labels(struct assembler *as, struct value *value)
{
    static const char text[] = "GNU as counts labels in bytes, so this can have another value there";

    if (value->fault || !value->label)
        return;
    if (gnu_compiled(as) && !as->options->gnu_strict)
        report_error(as, value->at, "%s, and a compiler wrote this source for GNU as", text);
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

/* Returns the cache slot for a constant of this name. A slot has only constants whose place's text is kept and that
 * need no further report. */
static struct constant_slot *find_constant_slot(struct assembler *as, struct place name)
{
    if (as->vendor.slots_arch != as->program->arch) {
        memset(as->vendor.slots, 0, sizeof as->vendor.slots);
        as->vendor.slots_arch = as->program->arch;
    }
    return &as->vendor.slots[hash_of(place_text(name), place_length(name)) % CONSTANT_SLOTS];
}

static bool is_cached_constant(const struct constant_slot *slot, struct place name)
{
    return slot->constant && place_length(slot->place) == place_length(name) &&
           memcmp(place_text(slot->place), place_text(name), place_length(name)) == 0;
}

/* Does the place lie in a file that comes with the programs? Its user cannot see which constants it reads. */
static bool is_in_shipped(const struct assembler *as, struct place place)
{
    struct position position;

    return sfp_source_locate(place.source, place.begin, &position) && shipped_has(as, position.file);
}

/* Notes the reading of a constant, and gives its warning. */
static void take_note(struct assembler *as, struct place name, const struct constant *constant)
{
    note_constant_read(as, name);
    if ((constant->archs & SFP_BOTH) != SFP_BOTH && is_in_shipped(as, name))
        as->symbols.arch_asked = true;
    if (constant->note)
        report_warning(as, SFP_W_HEADER, name, "'%s' is %" PRId64 " in the vendor's header: %s", constant->name,
                       constant->value, constant->note);
}

/* Looks a constant up in the vendor's table, and caches it. */
static enum constant_match look_up_constant(struct assembler *as, struct place name, struct constant_slot *slot,
                                            const struct constant **constant)
{
    struct constant_hit hit;
    const enum constant_match match = symbol_constant(as, name, &hit);

    *constant = hit.hit;
    if (match != CONSTANT_FOUND)
        return match;
    take_note(as, name, hit.hit);
    if (!name.source->expanded && !hit.hit->note)
        *slot = (struct constant_slot){hit.hit, name};
    return match;
}

static struct value constant_value(struct assembler *as, struct place name)
{
    struct constant_slot *slot = find_constant_slot(as, name);
    const struct constant *constant = slot->constant;
    const enum constant_match match =
        is_cached_constant(slot, name) ? CONSTANT_FOUND : look_up_constant(as, name, slot, &constant);

    if (match != CONSTANT_FOUND)
        return value_faulty(match == CONSTANT_AMBIGUOUS ? FAULT_AMBIGUOUS : FAULT_UNDEFINED, name);
    if (as->c.depth == 0)
        report_gnu(as, name, "GNU as has no named constants");
    return (struct value){.number = constant->value, .named = true};
}

struct value symbol_value(struct assembler *as, struct place name)
{
    struct symbol *symbol = find_symbol(as, name);
    struct value value;

    if (is_here(name)) {
        as->changes++; /* the current address, ".", differs when the same text is assembled again */
        return label_value(as, name, (int64_t)as->program->count);
    }
    if (!symbol && is_arch(as, place_text(name), place_length(name)))
        return value_of(1);
    if (!symbol)
        return as->options->gnu_strict ? value_faulty(FAULT_UNDEFINED, name) : constant_value(as, name);
    unused_mark_used(as, symbol);
    if (symbol->label && !symbol->fault)
        return label_value(as, name, symbol->value);
    value = symbol->fault ? value_faulty(symbol->fault, name) : value_of(symbol->value);
    value.type = symbol->type;
    return value;
}
