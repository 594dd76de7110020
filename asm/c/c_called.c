/* Which functions are called: one that is gives no words where it stands. */
#include "c_form.h"

#include <stdlib.h>
#include <string.h>

static int order(const void *a, const void *b)
{
    const struct c_called *left = a;
    const struct c_called *right = b;
    const size_t shorter = left->length < right->length ? left->length : right->length;
    const int by_text = memcmp(left->name, right->name, shorter);

    return by_text != 0 ? by_text : (left->length > right->length) - (left->length < right->length);
}

static void join(struct c_called *called, const struct c_called *other)
{
    called->first = called->first < other->first ? called->first : other->first;
    called->last = called->last > other->last ? called->last : other->last;
    called->outside = called->outside || other->outside;
    called->declared = called->declared || other->declared;
}

/* Sorted, and each name once. */
static void arrange(struct c_look *look)
{
    size_t count = 0;

    if (look->count > 0)
        qsort(look->called, look->count, sizeof *look->called, order);
    for (size_t i = 0; i < look->count; i++) {
        if (count > 0 && order(&look->called[count - 1], &look->called[i]) == 0)
            join(&look->called[count - 1], &look->called[i]);
        else
            look->called[count++] = look->called[i];
    }
    look->count = count;
}

/* What there is to know of a source, whose text is whole; NULL, reported, if memory runs out. It stays where it is
 * until the next look. */
static struct c_look *look_at(struct assembler *as, const struct source *source)
{
    struct c_state *c = &as->c;
    struct c_look *look;

    if (source->index >= c->look_count) {
        const size_t count = 2 * (size_t)source->index + 1;
        struct c_look *looks = reallocarray(c->looks, count, sizeof *looks);

        if (!looks) {
            report_no_memory(as);
            return NULL;
        }
        memset(looks + c->look_count, 0, (count - c->look_count) * sizeof *looks);
        c->looks = looks;
        c->look_count = count;
    }
    look = &c->looks[source->index];
    if (!look->done) {
        look->done = true;
        c_look_ahead(as, source->text.data, look);
        arrange(look);
    }
    return look;
}

static const struct c_called *find_called(const struct c_look *look, const struct c_called *key)
{
    return look && look->count > 0 ? bsearch(key, look->called, look->count, sizeof *look->called, order) : NULL;
}

/* The source that includes this one; NULL if there is none, or its text is not whole. */
static const struct source *includer(const struct source *source)
{
    const struct source *around = source->included.source;

    return around && !around->expanded ? around : NULL;
}

static bool is_called(const struct c_called *called)
{
    return called && called->first != UINT32_MAX;
}

static bool find_driver(struct assembler *as, const struct source *source)
{
    const struct c_look *own = look_at(as, source);

    for (size_t i = 0; own && i < own->count; i++) {
        const struct c_called called = own->called[i];

        for (const struct source *s = source; s && called.declared; s = includer(s)) {
            if (s == source ? called.outside : is_called(find_called(look_at(as, s), &called)))
                return true;
        }
        own = look_at(as, source);
    }
    return false;
}

bool c_is_driven(struct assembler *as, const struct source *source)
{
    struct c_look *look = source->expanded ? NULL : look_at(as, source);
    bool driven;

    if (!look)
        return false;
    if (look->driven != C_DRIVEN_UNKNOWN)
        return look->driven == C_DRIVEN;
    driven = find_driver(as, source);
    as->c.looks[source->index].driven = driven ? C_DRIVEN : C_UNDRIVEN;
    return driven;
}

bool c_is_called(struct assembler *as, struct place name, uint32_t begin, uint32_t end)
{
    const char *text = place_text(name);
    const size_t last = c_last_part(text, place_length(name));
    const struct c_called key = {.name = text + last, .length = place_length(name) - last};
    const struct c_called *found = find_called(look_at(as, name.source), &key);

    if (found && (found->first < begin || found->last >= end))
        return true;
    for (const struct source *s = includer(name.source); s; s = includer(s))
        if (is_called(find_called(look_at(as, s), &key)))
            return true;
    return false;
}

void c_looks_free(struct c_state *c)
{
    for (size_t i = 0; i < c->look_count; i++)
        free(c->looks[i].called);
    free(c->looks);
}
