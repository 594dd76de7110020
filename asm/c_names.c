/* Names of the C form: scopes, and quick ways to macros and named constants. */
#include "c_form.h"

#include <stdlib.h>
#include <string.h>

static uint32_t hash_of(const char *text, size_t length)
{
    uint64_t hash = length;
    uint64_t part;

    for (; length >= sizeof part; text += sizeof part, length -= sizeof part) {
        memcpy(&part, text, sizeof part);
        hash = (hash ^ part) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 32;
    }
    for (part = 0; length > 0; length--)
        part = part << 8 | (unsigned char)text[length - 1];
    hash = (hash ^ part) * UINT64_C(0x9E3779B97F4A7C15);
    return (uint32_t)(hash >> 32);
}

/* ---- Scopes ---- */

void c_scope_open(struct assembler *as)
{
    as->c.depth++;
}

void c_scope_close(struct assembler *as)
{
    struct c_state *c = &as->c;

    while (c->name_count > 0 && c->names[c->name_count - 1].depth == c->depth) {
        const struct c_name *name = &c->names[--c->name_count];

        c->buckets[name->hash % C_BUCKETS] = name->older;
    }
    c->depth--;
}

static struct c_name *find(const struct c_state *c, const char *text, size_t length, uint32_t hash)
{
    for (uint32_t i = c->buckets[hash % C_BUCKETS]; i; i = c->names[i - 1].older) {
        struct c_name *name = &c->names[i - 1];

        if (name->hash == hash && place_length(name->place) == length &&
            memcmp(place_text(name->place), text, length) == 0)
            return name;
    }
    return NULL;
}

struct c_name *c_find(const struct assembler *as, const char *text, size_t length)
{
    return as->c.name_count > 0 ? find(&as->c, text, length, hash_of(text, length)) : NULL;
}

static bool reserve(struct c_state *c)
{
    const size_t capacity = c->name_capacity ? 2 * c->name_capacity : 32;
    struct c_name *more;

    if (c->name_count < c->name_capacity)
        return true;
    more = realloc(c->names, capacity * sizeof *more);
    if (!more)
        return false;
    c->names = more;
    c->name_capacity = capacity;
    return true;
}

/* Says that a scope has the name already. */
static void report_again(struct assembler *as, struct place name, const struct c_name *older)
{
    struct position position;

    if (source_locate(older->place.source, older->place.begin, &position))
        report_error(as, name, "'%.*s' is already defined, at %s:%lu", place_precision(name), place_text(name),
                     position.file, position.line);
    else
        report_no_memory(as);
}

void c_define(struct assembler *as, struct place name, struct c_type type, struct value value, const char *fixed)
{
    struct c_state *c = &as->c;
    const uint32_t hash = hash_of(place_text(name), place_length(name));
    const struct c_name *older = find(c, place_text(name), place_length(name), hash);

    as->changes++;
    if (older && older->depth == c->depth) {
        report_again(as, name, older);
        return;
    }
    if (!reserve(c)) {
        report_no_memory(as);
        return;
    }
    value = c_cut_value(type, value);
    value.named = false;
    c->names[c->name_count] = (struct c_name){name, value, type, fixed, c->depth, hash, c->buckets[hash % C_BUCKETS]};
    c->buckets[hash % C_BUCKETS] = (uint32_t)++c->name_count;
}

/* ---- Tables ---- */

static void fill_macros(struct assembler *as)
{
    struct c_state *c = &as->c;

    for (size_t i = 0; i < as->index.count; i++) {
        const struct sfp_insn *insn = as->index.rows[i];
        const size_t length = strlen(insn->macro);
        uint32_t slot = hash_of(insn->macro, length) % C_MACRO_SLOTS;

        while (c->macros[slot].insn)
            slot = (slot + 1) % C_MACRO_SLOTS;
        c->macros[slot] = (struct c_macro){insn, length};
    }
}

/* Both tables are for the arch in force. */
static void check_arch(struct assembler *as)
{
    struct c_state *c = &as->c;

    if (c->arch == as->program->arch)
        return;
    memset(c->macros, 0, sizeof c->macros);
    memset(c->constants, 0, sizeof c->constants);
    c->arch = as->program->arch;
    fill_macros(as);
}

const struct sfp_insn *c_macro(struct assembler *as, const char *name, size_t length)
{
    const struct c_state *c = &as->c;

    check_arch(as);
    for (uint32_t slot = hash_of(name, length) % C_MACRO_SLOTS; c->macros[slot].insn;
         slot = (slot + 1) % C_MACRO_SLOTS)
        if (c->macros[slot].length == length && memcmp(c->macros[slot].insn->macro, name, length) == 0)
            return c->macros[slot].insn;
    return NULL;
}

/* ---- Values ---- */

static bool is_truth(const char *text, size_t length, int64_t *number)
{
    *number = length == 4;
    return (length == 4 && memcmp(text, "true", 4) == 0) || (length == 5 && memcmp(text, "false", 5) == 0);
}

/* The slow way, which also remembers what is sure to stay the same. */
static struct value look_up(struct assembler *as, struct place name, struct c_constant *slot)
{
    const char *text = place_text(name);
    const size_t length = place_length(name);
    struct value value = symbol_value(as, name);
    struct constant_hit hit;
    int64_t number;

    if (value.fault == FAULT_UNDEFINED && is_truth(text, length, &number))
        return value_of(number);
    /* The text of an expansion may move, or end. */
    if (!value.fault && value.named && !name.source->expanded &&
        constants_find(&as->constants, as->program->arch, text, length, &hit) == CONSTANT_FOUND && !hit.hit->note)
        *slot = (struct c_constant){name, value.number};
    return value;
}

struct value c_value_of_name(struct assembler *as, struct place name)
{
    const char *text = place_text(name);
    const size_t length = place_length(name);
    const uint32_t hash = hash_of(text, length);
    struct c_constant *slot = &as->c.constants[hash % C_CONSTANT_SLOTS];
    const struct c_name *own = as->c.name_count > 0 ? find(&as->c, text, length, hash) : NULL;

    if (own) {
        struct value value = own->value;

        if ((value.fault == FAULT_PARAMETER || value.fault == FAULT_UNSET) && value.at.begin == own->place.begin)
            value.at = name;
        return value;
    }
    check_arch(as);
    if (slot->place.source && place_length(slot->place) == length &&
        memcmp(place_text(slot->place), text, length) == 0 &&
        (as->symbol_count == 0 || memchr(text, ':', length)))
        return (struct value){.number = slot->value, .at = name, .named = true};
    return look_up(as, name, slot);
}
