/* What --json has of a compiled kernel. */
#include "compiled.h"

#include <string.h>

#include "json_value.h"

static json_t *integer(uint64_t value)
{
    return json_integer((json_int_t)value);
}

static json_t *stalls(sfpu_machine *m)
{
    json_t *object = json_object();
    const char *name;
    uint64_t cycles;
    bool ok = true;

    for (size_t i = 0; ok && (name = sfpu_core_stall(m, i, &cycles)); i++)
        ok = !json_object_set_new(object, name, integer(cycles));
    return json_made(object, ok);
}

static json_t *help(sfpu_machine *m, const struct sfpu_help *h)
{
    enum { PLACE = 4096 };
    char place[PLACE];
    const bool known = sfpu_place(m, h->index, place, sizeof place) == SFPU_OK;

    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:o}", "device", h->device, "deed", h->deed, "number",
                     strcmp(h->device, "semaphore") == 0 ? integer(h->number) : json_null(), "index", integer(h->index),
                     "place", known ? tree_text(place) : json_null(), "cycle", integer(h->cycle), "times",
                     integer(h->times));
}

static json_t *all_help(sfpu_machine *m)
{
    struct sfpu_help h = {.size = sizeof h};
    json_t *array = json_array();
    bool ok = true;

    for (size_t i = 0; ok && sfpu_get_help(m, i, &h) == SFPU_OK; i++)
        ok = !json_array_append_new(array, help(m, &h));
    return json_made(array, ok);
}

json_t *compiled_json(sfpu_machine *m)
{
    struct sfpu_core core = {.size = sizeof core};

    if (!sfpu_is_compiled(m))
        return json_null();
    if (sfpu_get_core(m, &core) != SFPU_OK)
        return NULL;
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "instructions", integer(core.instructions), "words",
                     integer(core.words), "core_cycles", core.cycles ? integer(core.core_cycles) : json_null(),
                     "words_cycles", core.words_cycles ? integer(core.words_cycles) : json_null(), "both_cycles",
                     core.cycles ? integer(core.cycles) : json_null(), "stalls", stalls(m), "others", all_help(m));
}
