/* Reports on compiled kernels: the JSON of core and thread, and the text and JSON of words that a core pushes. */
#include <inttypes.h>
#include <string.h>

#include "action/voice.h"
#include "compiled_options.h"

static void put_stalls(struct sfp_json *j, sfpu_machine *m)
{
    const char *name;
    uint64_t cycles;

    json_begin(j, "stalls");
    for (size_t i = 0; (name = sfpu_core_stall(m, i, &cycles)); i++)
        json_count(j, name, cycles);
    json_end(j);
}

static void put_help_json(struct sfp_json *j, sfpu_machine *m, const struct sfpu_help *h)
{
    enum { PLACE = 4096 };
    char place[PLACE];
    const bool known = sfpu_place(m, h->index, place, sizeof place) == SFPU_OK;

    json_begin(j, NULL);
    json_text(j, "device", h->device);
    json_text(j, "deed", h->deed);
    json_count_if(j, strcmp(h->device, "semaphore") == 0, "number", h->number);
    json_count(j, "index", h->index);
    json_text_or_null(j, "place", known ? place : NULL);
    json_count(j, "cycle", h->cycle);
    json_count(j, "times", h->times);
    json_end(j);
}

static void put_others(struct sfp_json *j, sfpu_machine *m)
{
    struct sfpu_help h = {.size = sizeof h};

    json_list(j, "others");
    for (size_t i = 0; sfpu_get_help(m, i, &h) == SFPU_OK; i++)
        put_help_json(j, m, &h);
    json_list_end(j);
}

void compiled_json(struct sfp_json *j, sfpu_machine *m)
{
    struct sfpu_core core = {.size = sizeof core};

    if (!sfpu_is_compiled(m)) {
        json_nothing(j, "compiled");
        return;
    }
    j->failed |= sfpu_get_core(m, &core) != SFPU_OK;
    json_begin(j, "compiled");
    json_count(j, "instructions", core.instructions);
    json_count(j, "words", core.words);
    json_count_if(j, core.cycles, "core_cycles", core.core_cycles);
    json_count_if(j, core.words_cycles, "words_cycles", core.words_cycles);
    json_count_if(j, core.cycles, "both_cycles", core.cycles);
    put_stalls(j, m);
    put_others(j, m);
    json_end(j);
}

/* ---- Words that a core pushes ---- */

int pusher_summarise(sfpu_machine *m)
{
    struct sfpu_pusher p = {.size = sizeof p};

    if (sfpu_get_pusher(m, &p) != SFPU_OK)
        return complain_for(m, NULL);
    if (p.assumed)
        fputs("  assumed: words come one a cycle, as SFPLOADMACRO needs them (--pushed-by)\n", voice_out());
    if (!sfpu_is_compiled(m) && p.instructions)
        fprintf(voice_out(), "  words pushed by %" PRIu64 " instruction%s of a core (--pushed-by=%s)\n", p.instructions,
                compiled_plural(p.instructions), p.name);
    if (p.fetching)
        fprintf(voice_out(), "  fetch-bound: %" PRIu64 " cycle%s (%s)\n", p.fetching,
                compiled_plural(p.fetching), p.provenance);
    return 0;
}

void pusher_json(struct sfp_json *j, sfpu_machine *m)
{
    struct sfpu_pusher p = {.size = sizeof p};

    if (sfpu_get_pusher(m, &p) != SFPU_OK) {
        json_nothing(j, "pusher");
        return;
    }
    json_begin(j, "pusher");
    json_text(j, "name", p.name);
    json_count(j, "instructions", p.instructions);
    json_count(j, "fetch_bound", p.fetching);
    json_count(j, "miss", p.miss);
    json_text(j, "provenance", p.provenance);
    json_bool(j, "assumed", p.assumed);
    json_end(j);
}
