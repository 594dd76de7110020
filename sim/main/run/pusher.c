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

json_t *pusher_json(sfpu_machine *m)
{
    struct sfpu_pusher p = {.size = sizeof p};

    if (sfpu_get_pusher(m, &p) != SFPU_OK)
        return json_null();
    return json_pack("{s:s, s:I, s:I, s:i, s:s, s:b}", "name", p.name, "instructions", (json_int_t)p.instructions,
                     "fetch_bound", (json_int_t)p.fetching, "miss", (int)p.miss, "provenance", p.provenance, "assumed",
                     p.assumed);
}
