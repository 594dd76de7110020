/* The state at the present place, read when first needed. */
#include "debuggee.h"

#include "debuggee_parts.h"

bool debuggee_did(struct debuggee *d, int code)
{
    d->lost |= code == SFPU_NO_MEMORY;
    return code == SFPU_OK;
}

void debuggee_forget(struct debuggee *d)
{
    json_decref(d->state);
    d->state = NULL;
    d->core.size = 0;
}

void debuggee_change(struct debuggee *d)
{
    debuggee_forget(d);
    d->changed = true;
}

const json_t *debuggee_state(struct debuggee *d)
{
    size_t size;
    char *text;

    if (d->state || !debuggee_did(d, sfpu_get_state(d->m, &text, &size)))
        return d->state;
    d->state = json_loadb(text, size, 0, NULL);
    d->lost |= !d->state;
    sfpu_free(text);
    return d->state;
}

const struct sfpu_core_state *debuggee_core(struct debuggee *d)
{
    if (!d->compiled)
        return NULL;
    if (!d->core.size) {
        d->core.size = sizeof d->core;
        if (!debuggee_did(d, sfpu_get_core_state(d->m, &d->core)))
            d->core = (struct sfpu_core_state){.size = sizeof d->core};
    }
    return &d->core;
}

void debuggee_look(struct debuggee *d)
{
    debuggee_forget(d);
    d->now = (struct moment){.cycle = d->at.cycles, .count = d->at.instructions, .next = d->at.next};
    if (d->compiled)
        d->now.count = debuggee_core(d)->instructions;
}

uint32_t debuggee_pc(struct debuggee *d)
{
    const size_t next = d->threads ? debuggee_next_of(d, d->thread) : d->at.next;
    uint32_t address;

    if (d->compiled)
        return debuggee_core(d)->pc;
    if (d->stage == DEBUGGEE_OVER || sfpu_code_address(d->m, next, &address) != SFPU_OK)
        return SFPU_CODE + 4 * (uint32_t)sfpu_word_count(d->m);
    return address;
}
