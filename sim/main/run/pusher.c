/* The lines on who pushed words. */
#include "pusher.h"

#include <inttypes.h>

#include "base/complain.h"
#include "base/said.h"

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

int pusher_summarise(sfpu_machine *m)
{
    struct sfpu_pusher p = {.size = sizeof p};

    if (sfpu_get_pusher(m, &p) != SFPU_OK)
        return complain_for(m, NULL);
    if (p.assumed)
        fputs("  assumed: words come one a cycle, as SFPLOADMACRO needs them (--pushed-by)\n", said_out());
    if (!sfpu_is_compiled(m) && p.instructions)
        fprintf(said_out(), "  words pushed by %" PRIu64 " instruction%s of a core (--pushed-by=%s)\n", p.instructions,
                plural(p.instructions), p.name);
    if (p.fetching)
        fprintf(said_out(), "  fetch-bound: %" PRIu64 " cycle%s (%s)\n", p.fetching, plural(p.fetching), p.provenance);
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
