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

/* ---- Threads ---- */

void debuggee_select(struct debuggee *d, int thread)
{
    if (!d->threads || thread == d->thread)
        return;
    d->thread = thread;
    debuggee_forget(d);
    debuggee_did(d, sfpu_select_thread(d->m, thread));
}

void debuggee_select_next(struct debuggee *d)
{
    const int thread = sfpu_word_thread(d->m, d->at.next);

    if (thread >= 0)
        debuggee_select(d, thread);
}

bool debuggee_has_thread(const struct debuggee *d, int thread)
{
    return thread >= 0 && thread < SFPU_THREADS && sfpu_thread_kernel(d->m, thread);
}

/* Returns what the thread has done so far. */
static struct sfpu_thread_result get_thread(const struct debuggee *d, int thread)
{
    struct sfpu_thread_result result = {.size = sizeof result, .next = SIZE_MAX};

    sfpu_get_thread_result(d->m, thread, &result);
    return result;
}

size_t debuggee_next_of(const struct debuggee *d, int thread)
{
    return get_thread(d, thread).next;
}

uint64_t debuggee_issued_by(const struct debuggee *d, int thread)
{
    return get_thread(d, thread).instructions;
}

/* ---- The state ---- */

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
