/* What pushes words: a compiled kernel's core, or a modelled core. */
#include "lib.h"

#include <stdlib.h>
#include <string.h>

#include "logged_words.h"
#include "time/frontend.h"
#include "base/array.h"
#include "base/fail.h"
#include "program/streams.h"

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
    lib_free_pace(m);
    m->threads[m->selected].pusher = pusher;
}

/* Returns why the setting cannot apply to the thread, or NULL. */
static const char *find_pusher_objection(const sfpu_machine *m, const struct lib_thread *thread)
{
    if (thread->compiled)
        return "the words of a compiled kernel are pushed by its core";
    if (thread->has_gaps)
        return "gaps already say when words are pushed";
    return m->running.untimed ? "only a timed run has times at which words are pushed" : NULL;
}

/* Copies the thread's words to `words`. Returns their number. */
static size_t copy_thread_words(const struct sfp_program *program, enum sfp_thread_id thread, uint32_t *words)
{
    size_t count = 0;

    for (size_t i = 0; i < program->count; i++)
        if (sfp_thread_of_word(program, i) == thread)
            words[count++] = program->words[i];
    return count;
}

/* Puts the gaps of the thread's words, in order, to the places of these words in the program. */
static void spread_thread_gaps(const struct sfp_program *program, enum sfp_thread_id thread, const uint32_t *gaps,
                               uint32_t *all)
{
    size_t count = 0;

    for (size_t i = 0; i < program->count; i++)
        if (sfp_thread_of_word(program, i) == thread)
            all[i] = gaps[count++];
}

/* Makes m->pace the pace of a program in which no pusher is late: the caller's gaps. Returns false without memory. */
static bool begin_joint_pace(sfpu_machine *m)
{
    const size_t count = m->kernel.program.count;

    m->pace.first.gaps = calloc(count, sizeof *m->gaps);
    m->pace.later.gaps = calloc(count, sizeof *m->gaps);
    if (!m->pace.first.gaps || !m->pace.later.gaps)
        return false;
    if (m->gaps) {
        memcpy(m->pace.first.gaps, m->gaps, count * sizeof *m->gaps);
        memcpy(m->pace.later.gaps, m->gaps, count * sizeof *m->gaps);
    }
    return true;
}

/* Computes when the pusher of a thread of several pushes its words. Returns false without memory. */
static bool pace_thread(sfpu_machine *m, enum sfp_thread_id id, uint32_t *words)
{
    const struct sfp_program *program = &m->kernel.program;
    struct lib_thread *thread = &m->threads[id];
    const size_t count = copy_thread_words(program, id, words);

    if (count == 0 || thread->pusher == TILE_PUSHED_IDEAL)
        return true;
    if (!tile_pace(m->arch, thread->pusher, m->m->gathers[id], words, count, &thread->pace))
        return false;
    spread_thread_gaps(program, id, thread->pace.first.gaps, m->pace.first.gaps);
    spread_thread_gaps(program, id, thread->pace.later.gaps, m->pace.later.gaps);
    return true;
}

/* Computes the pace of a program of several threads. Returns false without memory. */
static bool pace_threads(sfpu_machine *m)
{
    uint32_t *words = array_resized(NULL, m->kernel.program.count, sizeof *words);
    bool paced = words && begin_joint_pace(m);

    for (unsigned i = 0; paced && i < SFP_THREADS; i++)
        paced = pace_thread(m, i, words);
    free(words);
    if (!paced)
        lib_free_pace(m);
    return paced;
}

/* Computes the pace of a program of the math thread. Returns false without memory. */
static bool pace_math(sfpu_machine *m)
{
    const struct sfp_program *program = &m->kernel.program;

    return tile_pace(m->arch, m->threads[SFP_THREAD_MATH].pusher, m->m->gathers[SFP_THREAD_MATH], program->words,
                     program->count, &m->pace);
}

/* Returns whether the thread's words come from a core that gathers .ttinsn. */
static bool comes_gathered(const sfpu_machine *m, const struct lib_thread *thread)
{
    return thread->pusher != TILE_PUSHED_IDEAL && m->m->s.gathering == SFP_GATHERING_ON;
}

int lib_pace(sfpu_machine *m)
{
    bool wanted = false;

    for (unsigned i = 0; i < SFP_THREADS; i++) {
        const struct lib_thread *thread = &m->threads[i];
        const char *why = thread->pusher == TILE_PUSHED_IDEAL || m->kernel.program.count == 0
                              ? NULL : find_pusher_objection(m, thread);

        if (why)
            return lib_fail(m, SFPU_BAD_ARGUMENT, "%s: %s", setting, why);
        m->m->gathers[i] = comes_gathered(m, thread);
        wanted |= thread->pusher != TILE_PUSHED_IDEAL && (lib_has_threads(m) || i == SFP_THREAD_MATH);
    }
    if (!wanted || m->kernel.program.count == 0 || m->pace.first.gaps)
        return SFPU_OK;
    return (lib_has_threads(m) ? pace_threads(m) : pace_math(m)) ? SFPU_OK : lib_no_memory(m);
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
    const struct lib_thread *thread = &m->threads[m->selected];
    const struct tile_pace *pace = lib_has_threads(m) ? &thread->pace : &m->pace;
    const struct tile_pass *first = &pace->first, *later = &pace->later;
    const uint64_t behind = m->passes - 1;

    p->name = tile_pusher_names[thread->pusher];
    p->instructions = first->instructions + behind * later->instructions;
    p->fetching = first->fetching + behind * later->fetching;
    p->miss = thread->pusher == TILE_PUSHED_IDEAL ? 0 : tile_code_miss(m->arch);
    p->provenance = thread->pusher == TILE_PUSHED_IDEAL ? "" : fitted;
    p->assumed = thread->pusher == TILE_PUSHED_IDEAL && !thread->has_gaps && m->timed
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
