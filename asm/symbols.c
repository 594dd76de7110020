/* Symbols, labels and named constants: from a name to a value. */
#include "c_form.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static struct symbol *find(const struct assembler *as, struct place name)
{
    size_t index;

    if (!names_find(&as->symbol_names, place_text(name), place_length(name), &index))
        return NULL;
    return &as->symbols[index];
}

static void add(struct assembler *as, struct place name, int64_t value, bool label)
{
    struct symbol *symbol;

    if (as->symbol_count == as->symbol_capacity) {
        const size_t capacity = as->symbol_capacity ? 2 * as->symbol_capacity : 32;
        struct symbol *more = realloc(as->symbols, capacity * sizeof *more);

        if (!more) {
            report_no_memory(as);
            return;
        }
        as->symbols = more;
        as->symbol_capacity = capacity;
    }
    symbol = &as->symbols[as->symbol_count];
    *symbol = (struct symbol){.name = strndup(place_text(name), place_length(name)), .value = value, .label = label};
    symbol->place = name;
    if (!symbol->name || !names_add(&as->symbol_names, symbol->name, place_length(name), as->symbol_count)) {
        free(symbol->name);
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

/* Is this '.', the index of the next word? */
static bool is_here(struct place name)
{
    return place_length(name) == 1 && place_text(name)[0] == '.';
}

void symbol_set(struct assembler *as, struct place name, int64_t value)
{
    struct symbol *symbol = find(as, name);

    as->changes++;
    if (is_here(name)) {
        report_error(as, name, "'.' is the index of the next word, which '.org' changes");
    } else if (!symbol) {
        add(as, name, value, false);
    } else if (symbol->label) {
        report_defined(as, name, symbol);
    } else {
        symbol->value = value;
        symbol->place = name;
    }
}

void symbol_set_once(struct assembler *as, struct place name, int64_t value)
{
    const struct symbol *symbol = find(as, name);

    if (symbol)
        report_defined(as, name, symbol);
    else
        symbol_set(as, name, value);
}

bool symbol_exists(const struct assembler *as, const char *name, size_t length)
{
    size_t index;

    return names_find(&as->symbol_names, name, length, &index);
}

void symbol_label(struct assembler *as, struct place name)
{
    const struct symbol *symbol = find(as, name);

    as->changes++;
    if (symbol)
        report_defined(as, name, symbol);
    else
        add(as, name, (int64_t)as->program->count, true);
}

/* The constants' index takes a moment to build, so only sources that use a constant pay for it. */
static bool constants_needed(struct assembler *as)
{
    if (!as->constants_ready) {
        as->constants_ready = constants_init(&as->constants);
        if (!as->constants_ready)
            report_no_memory(as);
    }
    return as->constants_ready;
}

static enum constant_match find_constant(struct assembler *as, struct place name, struct constant_hit *hit)
{
    *hit = (struct constant_hit){0};
    if (as->options->gnu_strict || !constants_needed(as))
        return CONSTANT_UNKNOWN;
    return constants_find(&as->constants, as->program->arch, place_text(name), place_length(name), hit);
}

struct value symbol_value(struct assembler *as, struct place name)
{
    const struct c_name *own = c_find(as, place_text(name), place_length(name));
    const struct symbol *symbol = own ? NULL : find(as, name);
    const bool here = is_here(name);
    struct constant_hit hit;
    struct value value;

    if (own)
        return c_value_of_name(as, name);
    if ((here || (symbol && symbol->label)) && as->c_depth == 0 &&
        report_gnu(as, name, "GNU as takes no label here: it is an address, not a number"))
        return value_faulty(FAULT_REPORTED, name);
    if (here) {
        as->changes++; /* the same text has another value the next time */
        return value_of((int64_t)as->program->count);
    }
    if (symbol)
        return value_of(symbol->value);
    switch (find_constant(as, name, &hit)) {
    case CONSTANT_FOUND:
        if (hit.hit->note)
            report_warning(as, SFP_W_HEADER, name, "'%s' is %" PRId64 " in the vendor's header: %s", hit.hit->name,
                           hit.hit->value, hit.hit->note);
        value = value_of(hit.hit->value);
        value.named = true;
        value.at = name;
        return value;
    case CONSTANT_AMBIGUOUS:
        return value_faulty(FAULT_AMBIGUOUS, name);
    default:
        return value_faulty(FAULT_UNDEFINED, name);
    }
}

static void report_undefined(struct assembler *as, struct place name)
{
    const char *text = place_text(name);
    const int length = place_precision(name);
    struct constant_hit hit;
    struct nearest search;
    const char *last = text + place_length(name);

    if (find_constant(as, name, &hit) == CONSTANT_OTHER_ARCH) {
        report_error(as, name, "'%.*s' exists on %s only, and this is assembled for %s", length, text,
                     sfp_arch_name((enum sfp_arch)hit.hit->archs), sfp_arch_name(as->program->arch));
        return;
    }
    while (last > text && last[-1] != ':')
        last--;
    nearest_init(&search, last, (size_t)(text + place_length(name) - last));
    if (last == text)
        for (size_t i = 0; i < as->symbol_count; i++)
            nearest_offer(&search, as->symbols[i].name);
    if (!as->options->gnu_strict) {
        const char *type_end = last > text ? last - 2 : text;
        const char *type = type_end;

        while (type > text && type[-1] != ':')
            type--;
        constants_offer(as->program->arch, type, (size_t)(type_end - type), &search);
    }
    if (search.best)
        report_error(as, name, "'%.*s' is not defined; did you mean '%.*s%s'?", length, text, (int)(last - text), text,
                     search.best);
    else
        report_error(as, name, "'%.*s' is not defined", length, text);
}

static void report_ambiguous(struct assembler *as, struct place name)
{
    struct constant_hit hit;

    find_constant(as, name, &hit);
    report_error(as, name, "'%.*s' is ambiguous: %s::%s is %" PRId64 ", %s::%s is %" PRId64, place_precision(name),
                 place_text(name), hit.hit->type, hit.hit->name, hit.hit->value, hit.other->type, hit.other->name,
                 hit.other->value);
}

bool value_check(struct assembler *as, const struct value *value)
{
    switch ((enum fault)value->fault) {
    case FAULT_NONE:
        return true;
    case FAULT_REPORTED:
        break;
    case FAULT_UNDEFINED:
        report_undefined(as, value->at);
        break;
    case FAULT_AMBIGUOUS:
        report_ambiguous(as, value->at);
        break;
    case FAULT_DIVIDE:
        report_error(as, value->at, "division by zero");
        break;
    case FAULT_SHIFT:
        report_error(as, value->at, "a shift must be by 0..63");
        break;
    case FAULT_PARAMETER:
        report_error(as, value->at, "'%.*s' is a parameter without a value: give it one with -D %.*s=VALUE, or a "
                     "default where it is declared", place_precision(value->at), place_text(value->at),
                     place_precision(value->at), place_text(value->at));
        break;
    case FAULT_UNSET:
        report_error(as, value->at, "'%.*s' has no value here", place_precision(value->at), place_text(value->at));
        break;
    }
    return false;
}
