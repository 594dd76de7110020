/* The threads of a program: the selected thread, how several threads run, and what each did. */
#include "lib.h"

_Static_assert((int)SFPU_ARBITER_RR == (int)SFP_ARBITER_RR && (int)SFPU_ARBITER_LOW == (int)SFP_ARBITER_LOW
                   && (int)SFPU_ARBITER_HIGH == (int)SFP_ARBITER_HIGH
                   && (int)SFPU_ARBITER_RANDOM == (int)SFP_ARBITER_RANDOM,
               "arbiters");

void lib_show_selected(sfpu_machine *m)
{
    lib_show_compiled(m);
    if (m->m)
        sfp_machine_select(m->m, m->selected);
}

int lib_need_no_cores_beside(sfpu_machine *m, const char *what)
{
    if (!lib_has_threads(m) || !lib_has_cores(m))
        return SFPU_OK;
    return lib_fail(m, SFPU_BAD_ARGUMENT, "%s: not for compiled kernels of several threads, or of another thread than "
                    "math, yet", what);
}

int lib_need_one_thread(sfpu_machine *m, const char *what)
{
    if (!lib_has_threads(m))
        return SFPU_OK;
    return lib_fail(m, SFPU_BAD_ARGUMENT, "%s: not for kernels of several threads, or of another thread than math, yet",
                    what);
}

int sfpu_select_thread(sfpu_machine *m, int thread)
{
    if (!m || thread < 0 || thread >= SFPU_THREADS)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "%d is not a thread", thread);
    if (!lib_may_change(m))
        return SFPU_BAD_ARGUMENT;
    m->selected = (enum sfp_thread_id)thread;
    lib_show_selected(m);
    return SFPU_OK;
}

int sfpu_word_thread(const sfpu_machine *m, size_t index)
{
    const struct sfp_program *program = m && m->has_program ? &m->kernel.program : NULL;

    return program && index < program->count ? (int)sfp_thread_of_word(program, index) : -1;
}

const char *sfpu_kernel_name(const sfpu_machine *m)
{
    return m && m->has_program ? m->kernel.path : NULL;
}

const char *sfpu_thread_kernel(const sfpu_machine *m, int thread)
{
    size_t words[SFP_THREADS];

    if (!m || !m->has_program || thread < 0 || thread >= SFPU_THREADS)
        return NULL;
    sfp_streams_count(&m->kernel.program, words);
    return words[thread] > 0 ? sfp_kernel_path(&m->kernel, (enum sfp_thread_id)thread) : NULL;
}

/* ---- Runs ---- */

int sfpu_parse_arbiter(const char *text, struct sfpu_threads *threads)
{
    enum sfp_arbiter arbiter;
    struct sfpu_threads own;
    uint64_t seed;

    if (!text || !threads || !lib_take(&own, sizeof own, threads) || !sfp_arbiter_parse(text, &arbiter, &seed))
        return SFPU_BAD_ARGUMENT;
    own.arbiter = (int)arbiter;
    own.seed = seed;
    return lib_give(threads, &own, sizeof own) ? SFPU_OK : SFPU_BAD_ARGUMENT;
}

int sfpu_configure_threads(sfpu_machine *m, const struct sfpu_threads *threads)
{
    struct sfpu_threads own;

    if (!m || !threads)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no threads to configure");
    if (!lib_may_change(m))
        return SFPU_BAD_ARGUMENT;
    if (!lib_take(&own, sizeof own, threads))
        return lib_given(m, false);
    if (own.arbiter < SFPU_ARBITER_RR || own.arbiter > SFPU_ARBITER_RANDOM)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "%d is not an arbiter", own.arbiter);
    for (unsigned i = 0; i < SFPU_THREADS; i++)
        if (own.start[i] > SFPU_MOST_START)
            return lib_fail(m, SFPU_BAD_ARGUMENT, "a thread starts at most %d cycles late, not %u", SFPU_MOST_START,
                            own.start[i]);
    lib_run_abandon(m);
    lib_snapshots_expire(m);
    m->threading = own;
    return SFPU_OK;
}

int lib_begin_threads(sfpu_machine *m, const struct sfp_threads **threads)
{
    const struct sfp_program *program = &m->kernel.program;
    size_t words[SFP_THREADS];

    sfp_streams_count(program, words);
    for (unsigned i = 0; i < SFP_THREADS; i++)
        if (m->threading.start[i] && words[i] == 0)
            return lib_fail(m, SFPU_BAD_ARGUMENT, "a start of %s is set, which has no words", sfp_thread_name(i));
    *threads = NULL;
    if (!lib_has_threads(m) && !m->threading.start[SFP_THREAD_MATH])
        return SFPU_OK;
    m->whole = (struct sfp_stream){SFP_THREAD_MATH, 0, program->count};
    m->streams = (struct sfp_threads){
        .streams = program->stream_count > 0 ? program->streams : &m->whole,
        .stream_count = program->stream_count > 0 ? program->stream_count : 1,
        .arbiter = (enum sfp_arbiter)m->threading.arbiter, .seed = m->threading.seed};
    for (unsigned i = 0; i < SFP_THREADS; i++)
        m->streams.start[i] = m->threading.start[i];
    *threads = &m->streams;
    return SFPU_OK;
}

/* ---- Results ---- */

int sfpu_get_thread_result(sfpu_machine *m, int thread, struct sfpu_thread_result *result)
{
    struct sfpu_thread_result own;

    if (!m || !result || thread < 0 || thread >= SFPU_THREADS)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "%d is not a thread, or there is no place for its result", thread);
    if (m->as_threads) {
        const struct sfp_thread_result *r = &m->timing.thread[thread];

        own = (struct sfpu_thread_result){
            .ran = r->ran, .instructions = r->executed, .vector = r->vector, .cycles = r->cycles};
    } else if (thread == SFPU_THREAD_MATH) {
        own = (struct sfpu_thread_result){.ran = m->passes > 0, .instructions = m->result.executed,
                                          .vector = m->result.vector, .cycles = m->timing.cycles};
    } else {
        own = (struct sfpu_thread_result){0};
    }
    own.next = m->stepping ? sfp_stepping_next_of(m->stepping, (enum sfp_thread_id)thread) : SFP_NO_INDEX;
    return lib_given(m, lib_give(result, &own, sizeof own));
}

const char *sfpu_thread_stall(sfpu_machine *m, int thread, size_t i, uint64_t *cycles)
{
    const size_t stall = i + 1; /* the first is no stall */
    uint64_t lost;

    if (!m || thread < 0 || thread >= SFPU_THREADS || stall >= SFP_STALLS)
        return NULL;
    if (m->as_threads)
        lost = m->timing.thread[thread].stalls[stall];
    else
        lost = thread == SFPU_THREAD_MATH ? m->timing.stalls[stall] : 0;
    if (cycles)
        *cycles = lost;
    return sfp_stall_info((enum sfp_stall)stall)->name;
}
