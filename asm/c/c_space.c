/* The namespaces of C++, and which of them a name can belong to. */
#include "c_form.h"
#include "util/array.h"
#include "util/hash.h"

#include <stdlib.h>
#include <string.h>

bool c_is_hidden(struct c_hidden hidden, size_t index)
{
    return index >= hidden.from && index < hidden.to;
}

static struct c_space *item(const struct c_spaces *spaces, uint32_t space)
{
    return &spaces->items[space - 1];
}

uint32_t c_space_parent(const struct c_spaces *spaces, uint32_t space)
{
    return space == C_GLOBAL ? C_GLOBAL : item(spaces, space)->parent;
}

static unsigned depth_of(const struct c_spaces *spaces, uint32_t space)
{
    return space == C_GLOBAL ? 0 : item(spaces, space)->depth;
}

static bool is_clear(const struct c_spaces *spaces, uint32_t space)
{
    return space != C_GLOBAL && item(spaces, space)->kind == C_SPACE_CLEAR;
}

bool c_space_is_enum(const struct c_spaces *spaces, uint32_t space)
{
    return space != C_GLOBAL && item(spaces, space)->kind == C_SPACE_ENUM;
}

/* ---- Spaces by their names ---- */

static uint32_t hash_in(uint32_t parent, const char *text, size_t length)
{
    return hash_of(text, length) + parent * UINT32_C(0x9E3779B9);
}

static uint32_t child(const struct c_spaces *spaces, uint32_t parent, const char *text, size_t length)
{
    const uint32_t hash = hash_in(parent, text, length);
    const struct c_space *space;

    for (uint32_t i = c_table_newest(&spaces->table, hash); i; i = space->link.older) {
        space = item(spaces, i);
        if (space->link.hash == hash && space->parent == parent && space->length == length &&
            memcmp(space->name, text, length) == 0 && !c_is_hidden(spaces->hidden, i - 1))
            return i;
    }
    return C_NOWHERE;
}

size_t c_first_part(const char *text, size_t length)
{
    size_t end = 0;

    while (end < length && text[end] != ':')
        end++;
    return end;
}

size_t c_past_colons(const char *text, size_t length, size_t end)
{
    while (end < length && text[end] == ':')
        end++;
    return end;
}

/* a::b in `space`. */
static uint32_t descend(const struct c_spaces *spaces, uint32_t space, const char *text, size_t length)
{
    for (size_t at = 0; at < length && space != C_NOWHERE;) {
        const size_t part = c_first_part(text + at, length - at);

        space = child(spaces, space, text + at, part);
        if (space != C_NOWHERE)
            space = item(spaces, space)->means;
        at = c_past_colons(text, length, at + part);
    }
    return space;
}

/* a::b in the open space, or one around it. */
static uint32_t from_open(const struct c_spaces *spaces, const char *text, size_t length)
{
    uint32_t from = spaces->open;
    uint32_t found;

    while ((found = descend(spaces, from, text, length)) == C_NOWHERE && from != C_GLOBAL)
        from = c_space_parent(spaces, from);
    return found;
}

/* What is pasted may lack the namespaces that were around it: the first parts of a name may be unknown. */
uint32_t c_space_find(const struct c_spaces *spaces, const char *text, size_t length)
{
    const bool anchored = length > 0 && text[0] == ':';
    size_t at = c_past_colons(text, length, 0);
    uint32_t found = anchored ? descend(spaces, C_GLOBAL, text + at, length - at) : C_NOWHERE;

    if (spaces->count == 0)
        return at == length ? C_GLOBAL : C_NOWHERE;
    while (found == C_NOWHERE && at < length) {
        found = from_open(spaces, text + at, length - at);
        at = c_past_colons(text, length, at + c_first_part(text + at, length - at));
    }
    return found;
}

static uint32_t add_space(struct c_spaces *spaces, struct c_space space)
{
    const uint32_t index = (uint32_t)spaces->count + 1;

    if (!array_room(&spaces->items, spaces->count, &spaces->capacity, sizeof *spaces->items))
        return C_NOWHERE;
    space.scope = spaces->scope;
    space.name = pool_copy(&spaces->names, space.name, space.length);
    if (!space.name)
        return C_NOWHERE;
    space.link.hash = hash_in(space.parent, space.name, space.length);
    if (space.means == C_NOWHERE)
        space.means = index;
    spaces->items[spaces->count] = space;
    if (!c_table_add(&spaces->table, spaces->items, sizeof *spaces->items, spaces->count))
        return C_NOWHERE;
    spaces->count++;
    return index;
}

bool c_space_is_deepest(const struct c_spaces *spaces, uint32_t space)
{
    return depth_of(spaces, space) >= C_DEEPEST_SPACE;
}

uint32_t c_space_add(struct c_spaces *spaces, uint32_t parent, const char *text, size_t length,
                     enum c_space_kind kind)
{
    const uint32_t known = child(spaces, parent, text, length);

    if (known != C_NOWHERE && kind != C_SPACE_ENUM)
        return item(spaces, known)->means;
    if (c_space_is_deepest(spaces, parent))
        return C_NOWHERE;
    return add_space(spaces, (struct c_space){.name = text, .length = length, .parent = parent, .means = C_NOWHERE,
                                              .depth = depth_of(spaces, parent) + 1, .kind = (uint8_t)kind});
}

bool c_space_alias(struct c_spaces *spaces, const char *text, size_t length, uint32_t target)
{
    return add_space(spaces, (struct c_space){.name = text, .length = length, .parent = spaces->open, .means = target,
                                              .depth = depth_of(spaces, spaces->open) + 1}) != C_NOWHERE;
}

bool c_space_use(struct c_spaces *spaces, uint32_t space)
{
    if (!array_room(&spaces->directives, spaces->directive_count, &spaces->directive_capacity,
                    sizeof *spaces->directives))
        return false;
    spaces->directives[spaces->directive_count++] = (struct c_directive){space, spaces->open, spaces->scope};
    return true;
}

void c_spaces_close(struct c_spaces *spaces)
{
    while (spaces->count > 0 && spaces->items[spaces->count - 1].scope == spaces->scope)
        c_table_drop(&spaces->table, &spaces->items[--spaces->count].link);
    while (spaces->directive_count > 0 &&
           spaces->directives[spaces->directive_count - 1].scope == spaces->scope)
        spaces->directive_count--;
}

void c_spaces_free(struct c_spaces *spaces)
{
    free(spaces->items);
    free(spaces->directives);
    c_table_free(&spaces->table);
    pool_free(&spaces->names);
}

/* ---- Names in spaces ---- */

size_t c_last_part(const char *text, size_t length)
{
    size_t start = length;

    while (start > 0 && text[start - 1] != ':')
        start--;
    return start;
}

struct c_wanted c_wanted(const struct c_spaces *spaces, const char *text, size_t length)
{
    enum { COLONS = 2 };
    const size_t last = c_last_part(text, length);
    struct c_wanted w = {.name = text + last, .length = length - last, .qualifier = text, .space = C_NOWHERE};

    w.hash = hash_of(w.name, w.length);
    if (last < COLONS)
        return w;
    w.qualified = true;
    w.qualifier_length = last - COLONS;
    /* The colons of ::name are those before it. */
    w.space = w.qualifier_length == 0 ? C_GLOBAL : c_space_find(spaces, text, w.qualifier_length);
    return w;
}

static bool is_around(const struct c_spaces *spaces, uint32_t outer, uint32_t inner)
{
    const unsigned depth = depth_of(spaces, outer);

    while (depth_of(spaces, inner) > depth)
        inner = c_space_parent(spaces, inner);
    return inner == outer;
}

/* Is a::b the end of the name of a space that C++ would not look in? */
static bool is_end(const struct c_spaces *spaces, const char *text, size_t length, uint32_t space)
{
    enum { COLONS = 2 };

    while (space != C_GLOBAL) {
        const struct c_space *own = item(spaces, space);
        const size_t last = c_last_part(text, length);

        if (own->length == length - last && memcmp(own->name, text + last, own->length) == 0) {
            if (last < COLONS)
                return true;
            length = last - COLONS;
        } else if (own->kind != C_SPACE_CLEAR) {
            return false;
        }
        space = own->parent;
    }
    return false;
}

static unsigned rank_qualified(const struct c_spaces *spaces, const struct c_wanted *wanted, uint32_t space)
{
    if (wanted->space == C_NOWHERE)
        return is_end(spaces, wanted->qualifier, wanted->qualifier_length, space) ? C_STRAY : C_UNREACHED;
    while (space != wanted->space && is_clear(spaces, space))
        space = c_space_parent(spaces, space);
    return space == wanted->space ? C_REACHED : C_UNREACHED;
}

/* The innermost space around both. */
static uint32_t around_both(const struct c_spaces *spaces, uint32_t a, uint32_t b)
{
    while (!is_around(spaces, a, b))
        a = c_space_parent(spaces, a);
    return a;
}

/* A directive makes names known as if they were those of the innermost space around it and theirs. */
static unsigned rank_used(const struct c_spaces *spaces, uint32_t space)
{
    unsigned best = C_UNREACHED;

    for (size_t i = 0; i < spaces->directive_count; i++) {
        const struct c_directive *d = &spaces->directives[i];

        if (d->space == space && is_around(spaces, d->where, spaces->open) &&
            !c_is_hidden(spaces->hidden_directives, i)) {
            const unsigned rank = C_REACHED + depth_of(spaces, around_both(spaces, d->where, space));

            best = rank > best ? rank : best;
        }
    }
    return best;
}

static unsigned rank_plain(const struct c_spaces *spaces, uint32_t space)
{
    unsigned best = C_STRAY;

    if (c_space_is_enum(spaces, space))
        return is_around(spaces, space, spaces->open) ? C_REACHED + depth_of(spaces, space) : C_UNREACHED;
    for (;;) {
        const unsigned used = rank_used(spaces, space);

        if (is_around(spaces, space, spaces->open))
            return C_REACHED + depth_of(spaces, space);
        best = used > best ? used : best;
        if (!is_clear(spaces, space))
            return best;
        space = c_space_parent(spaces, space);
    }
}

unsigned c_space_rank(const struct c_spaces *spaces, const struct c_wanted *wanted, uint32_t space)
{
    return wanted->qualified ? rank_qualified(spaces, wanted, space) : rank_plain(spaces, space);
}
