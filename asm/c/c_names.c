/* Names that C definitions gave a meaning, in scopes. */
#include "c_form.h"
#include "util/array.h"
#include "util/hash.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- Scopes ---- */

void c_scope_open(struct assembler *as)
{
    as->c.depth++;
    as->c.spaces.scope = as->c.depth;
}

void c_scope_close(struct assembler *as)
{
    struct c_state *c = &as->c;

    while (c->name_count > 0 && c->names[c->name_count - 1].depth == c->depth) {
        const struct c_name *name = &c->names[--c->name_count];

        c_table_drop(&c->name_table, &name->link);
        if (name->kind == C_ARRAY && !name->alias)
            c->element_count = name->first;
    }
    while (c->function_count > 0 && c->functions[c->function_count - 1].depth == c->depth)
        c_table_drop(&c->function_table, &c->functions[--c->function_count].link);
    c_spaces_close(&c->spaces);
    c->depth--;
    c->spaces.scope = c->depth;
}

/* Is this name what is looked for, and seen? */
static bool is_candidate(const struct c_state *c, size_t index, const struct c_wanted *w)
{
    const struct c_name *name = &c->names[index];

    return name->link.hash == w->hash && place_length(name->place) == w->length &&
           memcmp(place_text(name->place), w->name, w->length) == 0 && !c_is_hidden(c->hidden_names, index);
}

/* Names of a block, or of parameters, hide all others and belong to no namespace. */
static unsigned rank_of(const struct c_state *c, const struct c_wanted *w, const struct c_name *name)
{
    const bool local = name->depth > 0 && !c_space_is_enum(&c->spaces, name->space);
    unsigned rank = C_UNREACHED;

    if (local)
        rank = w->qualified ? C_UNREACHED : UINT_MAX;
    else
        rank = c_space_rank(&c->spaces, w, name->space);
    if (rank == C_UNREACHED && w->qualified && name->kind == C_VALUE && name->enumerators != C_NOWHERE)
        rank = c_space_rank(&c->spaces, w, name->enumerators);
    return rank;
}

struct c_found c_find_all(const struct assembler *as, const char *text, size_t length)
{
    const struct c_state *c = &as->c;
    struct c_found found = {0};
    unsigned best = C_UNREACHED;
    struct c_wanted w;
    uint32_t older;

    if (c->name_count == 0)
        return found;
    w = c_wanted(&c->spaces, text, length);
    for (uint32_t i = c_table_newest(&c->name_table, w.hash); i && best < UINT_MAX; i = older) {
        struct c_name *name = &c->names[i - 1];
        const unsigned rank = is_candidate(c, i - 1, &w) ? rank_of(c, &w, name) : C_UNREACHED;

        older = name->link.older;
        if (rank > best) {
            best = rank;
            found = (struct c_found){name, rank == C_STRAY, false};
        } else if (found.name && rank == best && name->space != found.name->space) {
            found.ambiguous = true;
        }
    }
    return found;
}

struct c_name *c_find(const struct assembler *as, const char *text, size_t length)
{
    const struct c_found found = c_find_all(as, text, length);

    return found.ambiguous ? NULL : found.name;
}

void c_names_offer(const struct assembler *as, const char *qualifier, size_t length, struct nearest *search)
{
    enum { COLONS = 2 };
    const struct c_state *c = &as->c;
    struct c_wanted w = {.qualified = length >= COLONS, .qualifier = qualifier, .space = C_NOWHERE};

    if (w.qualified) {
        w.qualifier_length = length - COLONS;
        w.space = c_space_find(&c->spaces, qualifier, w.qualifier_length);
    }
    for (size_t i = 0; i < c->name_count && nearest_open(search); i++)
        if (!c_is_hidden(c->hidden_names, i) && rank_of(c, &w, &c->names[i]) != C_UNREACHED)
            nearest_offer_part(search, place_text(c->names[i].place), place_length(c->names[i].place));
}

/* ---- Definitions ---- */

bool c_reserve(struct assembler *as, void *items, size_t count, size_t *capacity, size_t size)
{
    if (array_room(items, count, capacity, size))
        return true;
    report_no_memory(as);
    return false;
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

/* The same name in the scope that is open, and the space that is. */
static const struct c_name *rival(const struct c_state *c, const struct c_wanted *w)
{
    uint32_t i = c_table_newest(&c->name_table, w->hash);

    while (i) {
        const struct c_name *name = &c->names[i - 1];

        if (is_candidate(c, i - 1, w) && name->depth == c->depth && name->space == c->spaces.open)
            return name;
        i = name->link.older;
    }
    return NULL;
}

bool c_is_poisoned(const struct c_name *name)
{
    return name->kind == C_VALUE && name->value.fault == FAULT_REPORTED;
}

void c_poison(struct c_parser *c, struct place name, struct c_type type)
{
    if (c->quiet == C_LOUD && !c_find(c->as, place_text(name), place_length(name)))
        c_define(c->as, name, type, value_faulty(FAULT_REPORTED, name), NULL);
}

struct c_name *c_define(struct assembler *as, struct place name, struct c_type type, struct value value,
                        const char *fixed)
{
    struct c_state *c = &as->c;
    const struct c_wanted w = c_wanted(&c->spaces, place_text(name), place_length(name));
    const struct c_name *older = rival(c, &w);
    struct c_name *new;

    as->changes++;
    if (older) {
        report_again(as, name, older);
        return NULL;
    }
    if (!c_reserve(as, &c->names, c->name_count, &c->name_capacity, sizeof *c->names))
        return NULL;
    if (!value.fault || type.bits)
        value = c_cut_value(type, value);
    value.named = false;
    new = &c->names[c->name_count];
    *new = (struct c_name){.place = name, .value = value, .type = value.type, .fixed = fixed, .depth = c->depth};
    new->space = c->spaces.open;
    new->enumerators = C_NOWHERE;
    new->varies = !fixed;
    new->link.hash = w.hash;
    if (!c_table_add(&c->name_table, c->names, sizeof *c->names, c->name_count)) {
        report_no_memory(as);
        return NULL;
    }
    c->name_count++;
    return new;
}
