/* What pushes words: a compiled kernel's core, or a modelled core. */
#include "lib.h"

#include <stdlib.h>
#include <string.h>

#include "logged_words.h"
#include "time/frontend.h"
#include "base/array.h"
#include "base/fail.h"

static const char setting[] = "pushed-by";

bool lib_is_pusher_setting(const char *name)
{
    return strcmp(name, setting) == 0;
}

bool lib_pusher_named(const char *value, enum tile_pusher *pusher, char **error)
{
    char *own;

    if (tile_pusher_named(value, pusher, &own))
        return true;
    *error = NULL;
    if (own)
        fail_with(error, "%s: %s", setting, own);
    free(own);
    return false;
}

void lib_set_pusher(sfpu_machine *m, enum tile_pusher pusher)
{
    lib_run_abandon(m);
    lib_snapshots_expire(m);
    tile_pace_free(&m->pace);
    m->pusher = pusher;
}

/* Returns why the setting cannot apply, or NULL. */
static const char *find_pusher_objection(const sfpu_machine *m)
{
    if (m->compiled)
        return "the words of a compiled kernel are pushed by its core";
    if (m->gaps)
        return "gaps already say when words are pushed";
    return m->running.untimed ? "only a timed run has times at which words are pushed" : NULL;
}

int lib_pace(sfpu_machine *m)
{
    const struct sfp_program *program = &m->kernel.program;
    const char *why;

    if (m->pusher == TILE_PUSHED_IDEAL || program->count == 0)
        return SFPU_OK;
    why = find_pusher_objection(m);
    if (why)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "%s: %s", setting, why);
    if (!m->pace.first.gaps && !tile_pace(m->arch, m->pusher, program->words, program->count, &m->pace))
        return lib_no_memory(m);
    return SFPU_OK;
}

const uint32_t *lib_gaps(const sfpu_machine *m)
{
    return m->pace.first.gaps ? m->pace.first.gaps : m->gaps;
}

/* ---- Results ---- */

static const char fitted[] = "fit, " TILE_FETCH_ERROR;

static void tell_core(const sfpu_machine *m, const struct sfp_tile *tile, struct sfpu_pusher *p)
{
    p->name = "core";
    p->instructions = tile->core.retired;
    p->miss = tile->miss;
    p->provenance = tile->miss_given ? "given" : fitted;
    p->fetching = m->timed ? tile->clock.stalls[TILE_STALL_FETCH] : 0;
}

static void tell_caller(const sfpu_machine *m, struct sfpu_pusher *p)
{
    const struct tile_pass *first = &m->pace.first, *later = &m->pace.later;
    const uint64_t behind = m->passes - 1;

    p->name = tile_pusher_names[m->pusher];
    p->instructions = first->instructions + behind * later->instructions;
    p->fetching = first->fetching + behind * later->fetching;
    p->miss = m->pusher == TILE_PUSHED_IDEAL ? 0 : tile_code_miss(m->arch);
    p->provenance = m->pusher == TILE_PUSHED_IDEAL ? "" : fitted;
    p->assumed = m->pusher == TILE_PUSHED_IDEAL && !m->gaps && m->timed
                 && sfp_pushes_macros(m->m, m->kernel.program.words, m->kernel.program.count);
}

int sfpu_get_pusher(sfpu_machine *m, struct sfpu_pusher *pusher)
{
    struct sfpu_pusher own = {0};
    const struct sfp_tile *tile;

    if (!m || !pusher)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no place for the result");
    tile = m->compiled ? compiled_tile(m->compiled) : NULL;
    if (!m->passes || (m->compiled && !tile))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "nothing has run");
    if (tile)
        tell_core(m, tile, &own);
    else
        tell_caller(m, &own);
    return lib_given(m, lib_give(pusher, &own, sizeof own));
}

/* ---- The words of a compiled kernel without its core, as if all words were queued at the start ---- */

static enum sfp_relief leave_waiting(void *context, const struct sfp_op *wait)
{
    (void)context;
    (void)wait;
    return SFP_RELIEF_NONE;
}

bool lib_words_alone(const sfpu_machine *m, const struct sfp_tile *tile, uint64_t *cycles)
{
    struct sfp_machine *own = sfp_machine_new(m->arch, m->m->semantics);
    uint32_t *words = tile->log_lost ? NULL : array_resized(NULL, tile->logged + 1, sizeof *words);
    struct logged_words logged = {.tile = tile, .m = own, .words = words, .by_place = true};
    const struct sfp_feed feed = logged_feed(&logged, tile->logged, leave_waiting);
    const struct sfp_timing_options options = {.run = {.repeat = 1, .ignore_waits = true, .feed = &feed},
                                               .results_only = true};
    struct sfp_timing_result result = {.run.status = SFP_RUN_NO_MEMORY};

    if (own && words) {
        own->s = *m->core_before;
        for (size_t i = 0; i < tile->logged; i++)
            words[i] = tile->log[i].word;
        sfp_run_timed(own, words, tile->logged, &options, &result);
    }
    free(words);
    sfp_machine_free(own);
    *cycles = result.cycles;
    return result.run.status != SFP_RUN_NO_MEMORY;
}
