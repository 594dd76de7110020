/* Names that C definitions gave a meaning, in scopes. */
#include "c_form.h"

#include <stdlib.h>
#include <string.h>

uint32_t c_hash(const char *text, size_t length)
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

size_t c_last_part(const char *text, size_t length)
{
    size_t start = length;

    while (start > 0 && text[start - 1] != ':')
        start--;
    return start;
}

bool c_is_space(struct place space, const char *qualifier, size_t length)
{
    const char *text;
    size_t whole;

    if (!space.source || length == 0)
        return false;
    text = place_text(space);
    whole = place_length(space);
    return whole >= length && memcmp(text + whole - length, qualifier, length) == 0 &&
           (whole == length || text[whole - length - 1] == ':');
}

/* ---- Scopes ---- */

static uint32_t *bucket(const struct c_state *c, uint32_t hash)
{
    return &c->buckets[hash & (c->bucket_count - 1)];
}

void c_scope_open(struct assembler *as)
{
    as->c.depth++;
}

void c_scope_close(struct assembler *as)
{
    struct c_state *c = &as->c;

    while (c->name_count > 0 && c->names[c->name_count - 1].depth == c->depth) {
        const struct c_name *name = &c->names[--c->name_count];

        *bucket(c, name->hash) = name->older;
        if (name->kind == C_ARRAY && !name->alias)
            c->element_count = name->first;
    }
    while (c->function_count > 0 && c->functions[c->function_count - 1].depth == c->depth)
        c->function_count--;
    c->depth--;
}

/* What is looked for: `name`, and what stands before it and its ::, if anything does. */
struct wanted {
    const char *name, *qualifier;
    size_t length, qualifier_length;
    uint32_t hash;
};

static struct wanted wanted(const char *text, size_t length)
{
    const size_t last = c_last_part(text, length);
    struct wanted w = {.name = text + last, .length = length - last, .qualifier = text};

    if (last > 1) {
        const size_t start = c_last_part(text, last - 2);

        w.qualifier = text + start;
        w.qualifier_length = last - 2 - start;
    }
    w.hash = c_hash(w.name, w.length);
    return w;
}

static bool is_named(const struct c_name *name, const struct wanted *w)
{
    return name->hash == w->hash && place_length(name->place) == w->length &&
           memcmp(place_text(name->place), w->name, w->length) == 0;
}

bool c_same_place(struct place a, struct place b)
{
    return a.source == b.source && place_length(a) == place_length(b) &&
           (!a.source || memcmp(place_text(a), place_text(b), place_length(a)) == 0);
}

/* Does what stands before the name fit? */
static bool is_reached(const struct c_name *name, const struct wanted *w)
{
    if (w->qualifier_length == 0)
        return !name->scoped;
    return c_is_space(name->owner, w->qualifier, w->qualifier_length) ||
           (!name->scoped && c_is_space(name->space, w->qualifier, w->qualifier_length));
}

/* The newest name that fits and is visible, from bucket entry `from` on. */
static struct c_name *find(const struct c_state *c, const struct wanted *w, uint32_t from)
{
    for (uint32_t i = from; i; i = c->names[i - 1].older) {
        struct c_name *name = &c->names[i - 1];

        if (is_named(name, w) && (i - 1 < c->hidden_from || i - 1 >= c->hidden_to) && is_reached(name, w))
            return name;
    }
    return NULL;
}

/* Names of one scope that differ in their namespace only: the open namespace has one of them, or nobody knows. */
static struct c_name *choose(const struct c_state *c, const struct wanted *w, struct c_name *newest)
{
    struct c_name *other = newest;

    while (other && !c_same_place(other->space, c->space))
        other = find(c, w, other->older);
    if (other && other->depth == newest->depth)
        return other;
    other = find(c, w, newest->older);
    return other && other->depth == newest->depth && !c_same_place(other->space, newest->space) ? NULL : newest;
}

struct c_name *c_find(const struct assembler *as, const char *text, size_t length)
{
    struct c_name *newest;
    struct wanted w;

    if (as->c.name_count == 0)
        return NULL;
    w = wanted(text, length);
    newest = find(&as->c, &w, *bucket(&as->c, w.hash));
    return newest && newest->older && w.qualifier_length == 0 ? choose(&as->c, &w, newest) : newest;
}

/* ---- Definitions ---- */

bool c_reserve(struct assembler *as, void *items, size_t count, size_t *capacity, size_t size)
{
    enum { FIRST = 32 };
    const size_t more = *capacity ? 2 * *capacity : FIRST;
    void *moved;

    if (count < *capacity)
        return true;
    memcpy(&moved, items, sizeof moved);
    moved = realloc(moved, more * size);
    if (!moved) {
        report_no_memory(as);
        return false;
    }
    memcpy(items, &moved, sizeof moved);
    *capacity = more;
    return true;
}

/* Makes sure that there are as many buckets as names, and one more. False, reported, if memory runs out. */
static bool buckets_ready(struct assembler *as)
{
    enum { FIRST = 256 };
    struct c_state *c = &as->c;
    const size_t count = c->bucket_count ? 2 * c->bucket_count : FIRST;
    uint32_t *more;

    if (c->name_count < c->bucket_count)
        return true;
    more = calloc(count, sizeof *more);
    if (!more) {
        report_no_memory(as);
        return false;
    }
    free(c->buckets);
    c->buckets = more;
    c->bucket_count = count;
    for (size_t i = 0; i < c->name_count; i++) {
        c->names[i].older = *bucket(c, c->names[i].hash);
        *bucket(c, c->names[i].hash) = (uint32_t)i + 1;
    }
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

/* The same name in the scope that is open, and the namespace that is. */
static const struct c_name *rival(const struct c_state *c, const struct wanted *w)
{
    const struct c_name *older = c->name_count ? find(c, w, *bucket(c, w->hash)) : NULL;

    while (older && older->depth == c->depth && !c_same_place(older->space, c->space))
        older = find(c, w, older->older);
    return older && older->depth == c->depth ? older : NULL;
}

struct c_name *c_define(struct assembler *as, struct place name, struct c_type type, struct value value,
                        const char *fixed)
{
    struct c_state *c = &as->c;
    const struct wanted w = wanted(place_text(name), place_length(name));
    const struct c_name *older = rival(c, &w);
    struct c_name *new;

    as->changes++;
    if (older) {
        report_again(as, name, older);
        return NULL;
    }
    if (!c_reserve(as, &c->names, c->name_count, &c->name_capacity, sizeof *c->names) || !buckets_ready(as))
        return NULL;
    if (!value.fault || type.bits)
        value = c_cut_value(type, value);
    value.named = false;
    new = &c->names[c->name_count];
    *new = (struct c_name){.place = name, .value = value, .type = value.type, .fixed = fixed, .space = c->space};
    new->varies = !fixed;
    new->depth = c->depth;
    new->hash = w.hash;
    new->older = *bucket(c, w.hash);
    *bucket(c, w.hash) = (uint32_t)++c->name_count;
    return new;
}
