/*
 * Random programs of up to three threads: the pipeline against the slow interpreter of the same rules
 * (tests/reference/slow_threads.c). The pipeline runs watched, and also unobserved, stopped on its way, or fed. 2,000
 * programs, 20,000 with SFP_LONG; and 500 or 5,000 of one thread, in a run without threads.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dis/dis.h"
#include "model/config.h"
#include "time/pipeline.h"
#include "reference/slow_threads.h"
#include "pipeline_random.h"

enum { ALL_WORDS = SFP_THREADS * MAX_WORDS };

/* What runs: the words of each thread, and how they meet. */
struct threads {
    struct program of[SFP_THREADS];
    enum sfp_arch arch;
    uint64_t seed;
    enum sfp_arbiter arbiter;
    uint64_t arbiter_seed;
    uint32_t start[SFP_THREADS];
    bool split; /* each thread's words lie in two ranges */
    bool kept;  /* an earlier run may have left mutexes to threads */
};

static size_t pairs(void)
{
    return getenv("SFP_LONG") ? 20000 : 2000;
}

/* ---- Words of other units ---- */

static uint32_t random_semaphore_word(struct program *p)
{
    const uint32_t one = 4u << below(p, 3), block = chance(p, 50) ? 0x1FF : below(p, 512);

    switch (below(p, 8)) {
    case 0: return 0xA3000000 | below(p, 4) << 20 | below(p, 3) << 16 | one; /* SEMINIT */
    case 1:
    case 2:
    case 3: return 0xA4000000 | one; /* SEMPOST */
    case 4: return 0xA5000000 | one; /* SEMGET */
    default: return 0xA6000000 | block << 15 | one | (chance(p, 80) ? 1u : 1 + below(p, 3)); /* SEMWAIT, mostly on 0 */
    }
}

static uint32_t random_mutex(struct program *p)
{
    static const uint32_t mutexes[] = {0, 2, 3, 4};

    return mutexes[below(p, 3 + chance(p, 20))];
}

/* A word of Config that matters to the vector unit or to ZEROACC, or is only kept. */
static uint32_t random_config_word(struct program *p)
{
    static const uint32_t common[] = {1, 2, 60, 61, 62, 100};

    return chance(p, 10) ? (p->arch == SFP_WH ? 180 : 200) + below(p, 4) : common[below(p, 6)];
}

static uint32_t random_configuration(struct program *p)
{
    const uint32_t gpr = below(p, 8) << 16;

    switch (below(p, 8)) {
    case 0:
    case 1: return 0xB0000000 | gpr | (uint32_t)chance(p, 20) << 15 | random_config_word(p); /* WRCFG */
    case 2: return 0xB1000000 | gpr | random_config_word(p);                                 /* RDCFG */
    case 3:
    case 4: return (0xB3 + below(p, 4)) << 24 | below(p, 256) << 16 | below(p, 256) << 8 | random_config_word(p);
    case 5: return p->arch == SFP_WH ? 0x48000000 | (uint32_t)chance(p, 70) << 22 | below(p, 16) << 6 | below(p, 8)
                                     : 0xB8000000 | below(p, 1 << 20) << 4 << 4 | random_config_word(p);
    case 6: return 0xB2000000 | below(p, 4) << 16 | below(p, 64); /* SETC16: bank, offset and the like */
    default: return 0x45000000 | below(p, 4) << 22 | below(p, 1 << 14) << 8 | below(p, 16); /* SETDMAREG */
    }
}

static uint32_t random_scalar(struct program *p)
{
    switch (below(p, 4)) {
    case 0: return 0x46000000; /* FLUSHDMA */
    case 1: return DMANOP;
    default: return 0x45000000 | below(p, 4) << 22 | below(p, 1 << 14) << 8 | below(p, 16);
    }
}

static uint32_t random_matrix(struct program *p)
{
    if (chance(p, 30))
        return random_copy(p);
    if (chance(p, 50))
        return random_skipped(p);
    if (chance(p, 30))
        return 0x10000000 | below(p, 2) << 19 | below(p, 16); /* ZEROACC of a row or a block */
    return chance(p, 50) ? 0x38000000 | below(p, 3) << 14 : 0x37000004 | below(p, 8) << 14;
}

/* Words guarded by a mutex, which is released in so many of a hundred cases. */
static void add_section(struct program *p, uint32_t mutex, uint32_t released, bool macros)
{
    add(p, 0xA0000000 | mutex);
    for (uint32_t i = 0; i < 1 + below(p, 5); i++)
        add_instruction(p, macros);
    if (chance(p, released))
        add(p, 0xA1000000 | mutex);
}

/* Kinds of programs: words as in kernels; words of other units so often that threads meet there; one mutex over and
 * over. */
enum mix { OF_KERNELS, OF_OTHERS, OF_SECTIONS };

static void add_of_thread(struct program *p, enum mix mix, bool macros)
{
    const uint32_t kind = below(p, mix == OF_OTHERS ? 35 : 100);

    if (mix == OF_SECTIONS && kind < 80)
        add_section(p, 2, 100, macros);
    else if (kind < 4)
        add_section(p, random_mutex(p), 93, macros);
    else if (kind < 9)
        add(p, random_semaphore_word(p));
    else if (kind < 17)
        add(p, random_configuration(p));
    else if (kind < 20)
        add(p, random_scalar(p));
    else if (kind < 28)
        add(p, random_matrix(p));
    else if (kind < 30)
        add_replay(p, macros);
    else if (kind < 31)
        add_mops(p);
    else
        add_instruction(p, macros);
}

/* Words that the simulator refuses become NOPs. */
static void drop_refused(struct program *p, const struct sfp_machine *m)
{
    struct sfp_op op;

    for (size_t i = 0; i < p->count; i++) {
        sfp_decode(m, p->words[i], 0, &op);
        if (!op.exec)
            p->words[i] = NOP;
    }
}

static void generate_thread(struct program *p, enum sfp_arch arch, uint64_t seed, enum mix mix, bool macros)
{
    size_t length;

    memset(p, 0, sizeof *p);
    p->arch = arch;
    p->seed = p->random = seed;
    p->repeat = 1;
    length = 5 + below(p, 40);
    while (p->count < length)
        add_of_thread(p, mix, macros);
    for (size_t i = 0; i < p->count; i++)
        p->gaps[i] = chance(p, 10) ? 1 + below(p, chance(p, 20) ? 30 : 4) : 0;
    add_delays(p);
}

/* Two threads, or all three; seldom one. */
static unsigned choose_threads(struct program *chooser)
{
    if (chance(chooser, 4))
        return 1u << below(chooser, SFP_THREADS);
    return chance(chooser, 25) ? 7 : 7 & ~(1u << below(chooser, SFP_THREADS));
}

static void choose_meeting(struct threads *t, struct program *chooser)
{
    t->arbiter = (enum sfp_arbiter)below(chooser, 4);
    t->arbiter_seed = splitmix64(&chooser->random);
    for (unsigned i = 0; i < SFP_THREADS; i++)
        t->start[i] = chance(chooser, 50) ? 0 : below(chooser, 24);
}

static void generate_threads(struct threads *t, enum sfp_arch arch, uint64_t seed, unsigned always)
{
    struct program chooser = {.arch = arch, .random = seed};
    unsigned set = choose_threads(&chooser) | always;
    const bool has_gaps = chance(&chooser, 30), has_delays = chance(&chooser, 15), macros = chance(&chooser, 70);
    const enum mix mix = chance(&chooser, 40) ? OF_OTHERS : chance(&chooser, 15) ? OF_SECTIONS : OF_KERNELS;

    if (mix == OF_SECTIONS)
        set = (1 << SFP_THREADS) - 1;
    memset(t, 0, sizeof *t);
    t->arch = arch;
    t->seed = seed;
    t->split = chance(&chooser, 20);
    t->kept = true;
    for (unsigned i = 0; i < SFP_THREADS; i++) {
        if (!(set >> i & 1))
            continue;
        generate_thread(&t->of[i], arch, splitmix64(&chooser.random), mix, macros);
        t->of[i].has_gaps = has_gaps;
        t->of[i].has_delays = has_delays;
    }
    choose_meeting(t, &chooser);
}

/* ---- States ---- */

/* Steps of Dst by address modifiers, GPRs, counters: what each thread has for itself. */
static void randomize_own(struct sfp_state *s, struct program *p)
{
    set_up_mop(s, p);
    for (unsigned i = 0; i < SFP_ADDR_MODS; i++)
        sfp_config_set(s, SFP_CFG_ADDR_MOD_DST, i, chance(p, 50) ? below(p, 6) : 0);
    for (unsigned i = 0; i < SFP_GPRS; i++)
        s->own.gpr[i] = (uint32_t)splitmix64(&p->random);
    s->own.rwc.dst = (uint16_t)(2 * below(p, 16));
    s->own.rwc.dst_cr = (uint16_t)(2 * below(p, 16));
    sfp_config_set(s, SFP_CFG_STATE_ID, 0, below(p, 2));
    s->own.addr_mods_known = UINT8_MAX;
}

/* Mutexes that an earlier run left to a thread. */
static void keep_mutexes(struct sfp_machine *m, struct program *p)
{
    for (uint32_t i = 0; i < below(p, 3); i++) {
        if (chance(p, 80))
            continue;
        sfp_machine_select(m, (enum sfp_thread_id)below(p, SFP_THREADS));
        m->s.own.mutexes |= 1u << (2 + i);
    }
}

static struct sfp_machine *machine_for(const struct threads *t)
{
    struct sfp_machine *m = sfp_machine_new(t->arch, sfp_semantics_best());
    struct program p = {.arch = t->arch, .random = t->seed + 1};

    assert_non_null(m);
    randomize(&m->s, &p, true);
    for (unsigned i = 0; i < SFP_SEMAPHORES; i++)
        m->s.semaphore[i] = (struct sfp_semaphore){(uint8_t)below(&p, 4), (uint8_t)(2 + below(&p, 4))};
    for (unsigned i = 0; i < SFP_THREADS; i++) {
        sfp_machine_select(m, (enum sfp_thread_id)i);
        randomize_own(&m->s, &p);
        sfp_state_refresh(&m->s);
    }
    if (t->kept)
        keep_mutexes(m, &p);
    sfp_machine_select(m, SFP_THREAD_MATH);
    return m;
}

static struct sfp_machine *copy_of(const struct sfp_machine *m)
{
    struct sfp_machine *copy = sfp_machine_new(m->s.arch, m->semantics);

    assert_non_null(copy);
    copy->s = m->s;
    copy->thread = m->thread;
    copy->expander = m->expander;
    copy->config_version = m->config_version;
    memcpy(copy->parked, m->parked, sizeof copy->parked);
    return copy;
}

/* ---- All words in one array ---- */

struct layout {
    uint32_t words[ALL_WORDS], gaps[ALL_WORDS], delays[ALL_WORDS];
    uint32_t index[SFP_THREADS][MAX_WORDS]; /* where each word of a thread is */
    struct sfp_stream streams[2 * SFP_THREADS];
    size_t count, stream_count;
    bool has_gaps, has_delays;
};

static void lay_out(struct layout *l, const struct threads *t, unsigned thread, size_t first, size_t end)
{
    const struct program *p = &t->of[thread];

    if (first == end)
        return;
    l->streams[l->stream_count++] =
        (struct sfp_stream){.thread = (enum sfp_thread_id)thread, .first = l->count, .end = l->count + end - first};
    l->has_gaps |= p->has_gaps;
    l->has_delays |= p->has_delays;
    for (size_t i = first; i < end; i++, l->count++) {
        l->words[l->count] = p->words[i];
        l->gaps[l->count] = p->gaps[i];
        l->delays[l->count] = p->delays[i];
        l->index[thread][i] = (uint32_t)l->count;
    }
}

static void make_layout(struct layout *l, const struct threads *t)
{
    memset(l, 0, sizeof *l);
    for (unsigned i = 0; i < SFP_THREADS; i++)
        lay_out(l, t, i, 0, t->split ? t->of[i].count / 2 : t->of[i].count);
    for (unsigned i = 0; i < SFP_THREADS && t->split; i++)
        lay_out(l, t, i, t->of[i].count / 2, t->of[i].count);
}

/* ---- Both ways ---- */

struct collector {
    struct slow_entry log[1 << 16];
    size_t count;
};

static enum slow_cause cause_of(enum sfp_stall stall)
{
    switch (stall) {
    case SFP_STALL_SWAP: return SLOW_SWAP;
    case SFP_STALL_SHFT2: return SLOW_SHFT2;
    case SFP_STALL_MAD:
    case SFP_STALL_MAD_FALSE: return SLOW_MAD;
    case SFP_STALL_DST_BLOCK: return SLOW_DST_BLOCK;
    case SFP_STALL_MATRIX_MOVE: return SLOW_MATRIX_MOVE;
    case SFP_STALL_CONFIG: return SLOW_CONFIG;
    case SFP_STALL_TAKEN: return SLOW_TAKEN;
    case SFP_STALL_MUTEX: return SLOW_MUTEX;
    default: return SLOW_WAIT;
    }
}

static enum slow_lack lack_of(enum sfp_stall stall)
{
    return stall == SFP_STALL_GAP ? SLOW_GAP : stall == SFP_STALL_MOP ? SLOW_MOP : SLOW_REPLAY;
}

static void collect(void *context, const struct sfp_event *e)
{
    static const int kinds[] = {[SFP_EVENT_EXEC] = SLOW_EXEC + 1, [SFP_EVENT_STALL] = SLOW_STALL + 1,
                                [SFP_EVENT_DISCARD] = SLOW_DISCARD + 1, [SFP_EVENT_BUBBLE] = SLOW_BUBBLE + 1};
    struct collector *c = context;
    struct slow_entry *entry = &c->log[c->count];

    if ((size_t)e->kind >= sizeof kinds / sizeof kinds[0] || !kinds[e->kind])
        return;
    assert_true(c->count < sizeof c->log / sizeof c->log[0]);
    *entry = (struct slow_entry){.cycle = e->cycle, .kind = (enum slow_kind)(kinds[e->kind] - 1), .thread = e->thread};
    c->count++;
    if (e->kind == SFP_EVENT_BUBBLE) {
        entry->index = (uint32_t)e->origin.position;
        entry->lack = lack_of(e->stall);
        return;
    }
    entry->unit = e->kind == SFP_EVENT_STALL ? SFP_UNIT_LOAD : e->unit;
    entry->scheduled = e->scheduled;
    entry->index = e->scheduled ? (uint32_t)e->macro_index : e->op->index;
    entry->cause = e->kind == SFP_EVENT_STALL ? cause_of(e->stall) : SLOW_NOT_HELD;
}

/* ---- Feeds that push the threads' words ---- */

/* Word by word, as gaps and the thread's start have it. */
struct pusher {
    const struct program *p;
    const uint32_t *index;
    bool has_gaps;
    uint32_t words[ALL_WORDS], start;
    size_t next;
    uint64_t free, now; /* when it is through with the word before; the cycle that began last */
};

static enum sfp_fed next_word(void *context, struct sfp_fed_word *word)
{
    struct pusher *u = context;
    const uint32_t late = u->next == 0 ? u->start : 0;

    if (u->next == u->p->count)
        return SFP_FED_END;
    if (u->free + late + (u->has_gaps ? u->p->gaps[u->next] : 0) > u->now)
        return SFP_FED_NONE;
    word->index = u->index[u->next];
    word->word = u->words[word->index] = u->p->words[u->next];
    u->next++;
    return SFP_FED_WORD;
}

static enum sfp_relief relieve_never(void *context, const struct sfp_op *wait)
{
    (void)context;
    (void)wait;
    return SFP_RELIEF_NONE;
}

static void began(void *context, const struct sfp_thread *thread)
{
    struct pusher *u = context;

    u->now = thread->cycle;
}

static void was_pushed(void *context, uint64_t cycle)
{
    struct pusher *u = context;

    u->free = cycle + 1;
}

/* Words that are late at the gate have no feed. */
static void run_fed(struct sfp_machine *m, const struct threads *t, const struct layout *l,
                    struct sfp_timing_result *result)
{
    static struct pusher pushers[SFP_THREADS];
    struct sfp_feed feeds[SFP_THREADS];
    struct sfp_threads threads = {.arbiter = t->arbiter, .seed = t->arbiter_seed};
    const struct sfp_timing_options options = {.run.repeat = 1, .threads = &threads};

    for (unsigned i = 0; i < SFP_THREADS; i++) {
        pushers[i] = (struct pusher){.p = &t->of[i], .index = l->index[i], .has_gaps = l->has_gaps,
                                     .start = t->start[i]};
        feeds[i] = (struct sfp_feed){.context = &pushers[i], .count = l->count, .first = l->index[i][0],
                                     .words = pushers[i].words, .next = next_word, .relieve = relieve_never,
                                     .cycle = began, .pushed = was_pushed};
        if (t->of[i].count)
            threads.feeds[i] = &feeds[i];
    }
    sfp_run_timed(m, NULL, 0, &options, result);
}

/* In stretches of so many cycles. */
static void run_stepwise(struct sfp_machine *m, const struct layout *l, const struct sfp_timing_options *options,
                         uint64_t cycles, struct sfp_timing_result *result)
{
    struct sfp_stepping *stepping = sfp_stepping_new(m, l->words, l->count, options, result);
    const struct sfp_stop stop = {.cycles = cycles};

    assert_non_null(stepping);
    while (sfp_stepping_run(stepping, &stop) == SFP_STEPPING_STOPPED)
        continue;
    sfp_stepping_free(stepping);
}

/* `stretch`: cycles between two stops, or 0 for a run without any. */
static void run_engine(struct sfp_machine *m, const struct threads *t, const struct layout *l, struct collector *c,
                       uint64_t stretch, struct sfp_timing_result *result)
{
    struct sfp_threads threads = {.streams = l->streams, .stream_count = l->stream_count, .arbiter = t->arbiter,
                                  .seed = t->arbiter_seed};
    struct sfp_observer observer = {.event = collect, .context = c};
    const struct sfp_timing_options options = {.run.repeat = 1, .threads = &threads,
                                               .gaps = l->has_gaps ? l->gaps : NULL,
                                               .late = l->has_delays ? l->delays : NULL,
                                               .observers = c ? &observer : NULL};

    memcpy(threads.start, t->start, sizeof threads.start);
    if (stretch)
        run_stepwise(m, l, &options, stretch, result);
    else
        sfp_run_timed(m, l->words, l->count, &options, result);
}

static void run_slow(struct sfp_machine *m, const struct threads *t, const struct layout *l, bool alone,
                     struct slow_result *result)
{
    struct slow_threads threads = {.arbiter = t->arbiter, .seed = t->arbiter_seed, .alone = alone};

    for (unsigned i = 0; i < SFP_THREADS; i++) {
        const struct program *p = &t->of[i];

        threads.thread[i] = (struct slow_program){.words = p->words, .count = p->count, .repeat = 1,
                                                  .gaps = l->has_gaps ? p->gaps : NULL,
                                                  .delays = l->has_delays ? p->delays : NULL, .start = t->start[i]};
        threads.index[i] = l->index[i];
    }
    slow_run_threads(m, &threads, result);
}

/* ---- Comparing ---- */

#define SAME(what, got, want) same_number(what, (uint64_t)(got), (uint64_t)(want))

static bool quiet; /* while a program is made smaller */

static bool same_number(const char *what, uint64_t got, uint64_t want)
{
    if (got != want && !quiet)
        fprintf(stderr, "%s: %llu, not %llu\n", what, (unsigned long long)got, (unsigned long long)want);
    return got == want;
}

#define SAME_MEMBER(member) \
    (memcmp(&got->member, &want->member, sizeof got->member) == 0                     \
     || (!quiet && fprintf(stderr, "%s differs\n", #member) < 0))

static bool same_own(const struct sfp_state *got, const struct sfp_state *want)
{
    return SAME_MEMBER(own.rwc) && SAME_MEMBER(own.thread_config) && SAME_MEMBER(own.gpr) && SAME_MEMBER(own.mutexes);
}

static bool same_recordings(const struct sfp_state *got, const struct sfp_state *want)
{
    return SAME_MEMBER(expanders.replay) && SAME_MEMBER(expanders.replay_recorded);
}

static bool same_shared(const struct sfp_state *got, const struct sfp_state *want)
{
    return SAME_MEMBER(lreg) && SAME_MEMBER(flags) && SAME_MEMBER(use_flags) && SAME_MEMBER(prng)
           && SAME_MEMBER(lane_config) && SAME_MEMBER(macro_template) && SAME_MEMBER(macro_sequence)
           && SAME_MEMBER(macro_misc) && SAME_MEMBER(dst) && SAME_MEMBER(dst_valid) && SAME_MEMBER(stack)
           && SAME_MEMBER(stack_size) && SAME_MEMBER(shft2_latch) && SAME_MEMBER(config) && SAME_MEMBER(semaphore)
           && SAME_MEMBER(derived.enabled) && SAME_MEMBER(derived.own);
}

/* In a deadlock, the queues of the slow front end have let words reach the REPLAY expander for which the pipeline's has
 * not asked. The same holds for cycles in which a full queue holds a word. */
static bool same_states(struct sfp_machine *got, struct sfp_machine *want, bool deadlock)
{
    bool same = SAME("thread in place", got->thread, want->thread) && same_shared(&got->s, &want->s);

    for (unsigned i = 0; i < SFP_THREADS && same; i++) {
        sfp_machine_select(got, (enum sfp_thread_id)i);
        sfp_machine_select(want, (enum sfp_thread_id)i);
        same = same_own(&got->s, &want->s) && (deadlock || same_recordings(&got->s, &want->s));
        if (!same && !quiet)
            fprintf(stderr, "  of thread %u\n", i);
    }
    sfp_machine_select(got, SFP_THREAD_MATH);
    sfp_machine_select(want, SFP_THREAD_MATH);
    return same;
}

static bool same_stalls(const uint64_t got[SFP_STALLS], const struct slow_thread_result *want)
{
    return SAME("wait", got[SFP_STALL_WAIT], want->stalls[SLOW_WAIT])
           && SAME("swap", got[SFP_STALL_SWAP], want->stalls[SLOW_SWAP])
           && SAME("shft2", got[SFP_STALL_SHFT2], want->stalls[SLOW_SHFT2])
           && SAME("mad", got[SFP_STALL_MAD] + got[SFP_STALL_MAD_FALSE], want->stalls[SLOW_MAD])
           && SAME("config", got[SFP_STALL_CONFIG], want->stalls[SLOW_CONFIG])
           && SAME("taken", got[SFP_STALL_TAKEN], want->stalls[SLOW_TAKEN])
           && SAME("mutex", got[SFP_STALL_MUTEX], want->stalls[SLOW_MUTEX])
           && SAME("gap", got[SFP_STALL_GAP], want->lacks[SLOW_GAP])
           && SAME("mop", got[SFP_STALL_MOP], want->lacks[SLOW_MOP])
           && SAME("replay", got[SFP_STALL_REPLAY], want->lacks[SLOW_REPLAY]);
}

static bool same_thread(const struct sfp_thread_result *got, const struct slow_thread_result *want, bool ran)
{
    return SAME("ran", got->ran, ran) && SAME("executed", got->executed, want->executed)
           && SAME("vector", got->vector, want->vector) && SAME("thread's cycles", got->cycles, want->cycles)
           && same_stalls(got->stalls, want);
}

static void add_up(struct slow_thread_result *sum, const struct slow_thread_result *thread)
{
    sum->executed += thread->executed;
    sum->vector += thread->vector;
    for (unsigned i = 0; i < SLOW_CAUSES; i++)
        sum->stalls[i] += thread->stalls[i];
    for (unsigned i = 0; i < SLOW_LACKS; i++)
        sum->lacks[i] += thread->lacks[i];
}

static bool same_ends(const struct sfp_run_result *got, const struct slow_result *want)
{
    bool same = SAME("status", got->status, want->end_count ? SFP_RUN_DEADLOCK : SFP_RUN_DONE)
                && SAME("ends", got->end_count, want->end_count);

    for (unsigned i = 0; i < want->end_count && same; i++) {
        const struct sfp_deadlock_end *g = &got->ends[i];
        const struct slow_deadlock_end *w = &want->end[i];

        same = SAME("end's thread", g->thread, w->thread) && SAME("for mutex", g->for_mutex, w->for_mutex)
               && SAME("number", g->number, w->number) && SAME("index", g->index, w->index)
               && SAME("held", g->held, w->held) && (!w->for_mutex || SAME("owner", g->owner, w->owner));
    }
    return same;
}

static bool same_counts(const struct sfp_timing_result *got, const struct slow_result *want, const struct threads *t)
{
    struct slow_thread_result sum = {0};
    bool same = SAME("cycles", got->cycles, want->cycles) && SAME("discarded", got->discarded, want->discarded)
                && (want->end_count || SAME("held in the queue", got->held, want->held)) && same_ends(&got->run, want);

    for (unsigned i = 0; i < SFP_THREADS && same; i++) {
        add_up(&sum, &want->thread[i]);
        same = same_thread(&got->thread[i], &want->thread[i], t->of[i].count > 0);
        if (!same && !quiet)
            fprintf(stderr, "  of thread %u\n", i);
    }
    same = same && SAME("hidden swap", got->hidden[SFP_STALL_SWAP], want->hidden[SLOW_SWAP])
           && SAME("hidden shft2", got->hidden[SFP_STALL_SHFT2], want->hidden[SLOW_SHFT2])
           && SAME("hidden mad", got->hidden[SFP_STALL_MAD] + got->hidden[SFP_STALL_MAD_FALSE], want->hidden[SLOW_MAD]);
    return same && SAME("all executed", got->run.executed, sum.executed)
           && SAME("all vector", got->run.vector, sum.vector) && same_stalls(got->stalls, &sum);
}

static int by_cycle(const void *a, const void *b)
{
    const struct slow_entry *x = a, *y = b;

    if (x->cycle != y->cycle)
        return x->cycle < y->cycle ? -1 : 1;
    if (x->kind != y->kind)
        return (int)x->kind - (int)y->kind;
    if (x->unit != y->unit)
        return (int)x->unit - (int)y->unit;
    return (int)x->thread - (int)y->thread;
}

static void print_entry(const char *who, const struct slow_entry *entry)
{
    static const char *const kinds[] = {"exec", "stall", "discard", "bubble"};

    if (!entry)
        fprintf(stderr, "%s: nothing more\n", who);
    else
        fprintf(stderr, "%s: cycle %llu T%d %s %s word %u%s cause %d lack %d\n", who, (unsigned long long)entry->cycle,
                (int)entry->thread, kinds[entry->kind], sfp_unit_name(entry->unit), entry->index,
                entry->scheduled ? " (macro)" : "", (int)entry->cause, (int)entry->lack);
}

static bool same_entry(const struct slow_entry *x, const struct slow_entry *y)
{
    return by_cycle(x, y) == 0 && x->index == y->index && x->scheduled == y->scheduled && x->cause == y->cause
           && x->lack == y->lack;
}

static bool same_logs(struct collector *c, struct slow_result *r)
{
    qsort(c->log, c->count, sizeof c->log[0], by_cycle);
    qsort(r->log, r->count, sizeof r->log[0], by_cycle);
    for (size_t i = 0; i < c->count || i < r->count; i++) {
        if (i < c->count && i < r->count && same_entry(&c->log[i], &r->log[i]))
            continue;
        if (!quiet) {
            print_entry("engine", i < c->count ? &c->log[i] : NULL);
            print_entry("slow", i < r->count ? &r->log[i] : NULL);
        }
        return false;
    }
    return true;
}

enum outcome { EQUAL, DIFFERENT, NOT_COMPARED };

/* Does an unobserved run, in stretches or with feeds or neither, differ? */
static bool unobserved_differs(const struct sfp_machine *start, const struct threads *t, const struct layout *l,
                               struct sfp_machine *slow, const struct slow_result *r)
{
    struct sfp_machine *m = copy_of(start);
    struct sfp_timing_result result;
    bool same;

    if (t->seed % 3 == 0 && !l->has_delays)
        run_fed(m, t, l, &result);
    else
        run_engine(m, t, l, NULL, t->seed % 3 == 1 ? 1 + t->seed % 4 : 0, &result);
    same = same_counts(&result, r, t) && same_states(m, slow, r->end_count);
    sfp_machine_free(m);
    return !same;
}

static enum outcome compare_once(const struct threads *t, struct slow_result *r)
{
    static struct collector c;
    static struct layout l;
    struct sfp_machine *start = machine_for(t), *slow = copy_of(start), *watched = copy_of(start);
    struct sfp_timing_result w;
    enum outcome outcome = NOT_COMPARED;

    c.count = 0;
    make_layout(&l, t);
    run_slow(slow, t, &l, false, r);
    if (!r->diverged && l.count) {
        run_engine(watched, t, &l, &c, 0, &w);
        outcome = same_logs(&c, r) && same_counts(&w, r, t) && same_states(watched, slow, r->end_count)
                          && !unobserved_differs(start, t, &l, slow, r)
                      ? EQUAL : DIFFERENT;
    }
    slow_free(r);
    sfp_machine_free(start);
    sfp_machine_free(slow);
    sfp_machine_free(watched);
    return outcome;
}

/* ---- Reporting ---- */

static void print_threads(const struct threads *t)
{
    static const char *const arbiters[] = {"rr", "low", "high", "random"};
    char text[SFP_DISASSEMBLY_SIZE];
    static struct layout l;

    make_layout(&l, t);
    fprintf(stderr, "%s, seed %llu, arbiter %s:%llu\n", sfp_arch_name(t->arch), (unsigned long long)t->seed,
            arbiters[t->arbiter], (unsigned long long)t->arbiter_seed);
    for (unsigned i = 0; i < SFP_THREADS; i++) {
        const struct program *p = &t->of[i];

        if (p->count)
            fprintf(stderr, "thread %s, start +%u\n", sfp_thread_name((enum sfp_thread_id)i), t->start[i]);
        for (size_t w = 0; w < p->count; w++) {
            disassembly_of_word(&index_of[t->arch], p->words[w], SFP_SYNTAX_GNU, text);
            fprintf(stderr, "%3u  %08X  %s", l.index[i][w], p->words[w], text);
            if (l.has_gaps && p->gaps[w])
                fprintf(stderr, "\t(after %u)", p->gaps[w]);
            fprintf(stderr, l.has_delays && p->delays[w] ? "\t(late by %u)\n" : "\n", p->delays[w]);
        }
    }
}

static void print_start(const struct threads *t)
{
    char text[SFP_DISASSEMBLY_SIZE];
    struct sfp_machine *m = machine_for(t);

    for (unsigned i = 0; i < SFP_TEMPLATES; i++) {
        disassembly_of_word(&index_of[t->arch], m->s.macro_template[i][0], SFP_SYNTAX_GNU, text);
        fprintf(stderr, "template %u: %08X  %s\n", i, m->s.macro_template[i][0], text);
    }
    for (unsigned i = 0; i < SFP_SEQUENCES; i++)
        fprintf(stderr, "sequence %u: %08X\n", i, m->s.macro_sequence[i][0]);
    fprintf(stderr, "misc: %03X; semaphores", m->s.macro_misc[0]);
    for (unsigned i = 0; i < SFP_SEMAPHORES; i++)
        fprintf(stderr, " %u/%u", m->s.semaphore[i].value, m->s.semaphore[i].max);
    fprintf(stderr, "\n");
    sfp_machine_free(m);
}

/* Would the thread's words end within a recording? */
static bool ends_recording(const struct program *p)
{
    size_t until = 0;

    for (size_t i = 0; i < p->count; i++)
        if (i >= until && p->words[i] >> 24 == 0x04 && p->words[i] & 1)
            until = i + 1 + (p->words[i] >> 4 & 0x3F);
    return until > p->count;
}

typedef enum outcome comparing(const struct threads *t, struct slow_result *r);

static bool still_differs(const struct threads *t, comparing *compare)
{
    struct slow_result r;

    for (unsigned i = 0; i < SFP_THREADS; i++)
        if (ends_recording(&t->of[i]))
            return false;
    return compare(t, &r) == DIFFERENT;
}

static void remove_word(struct program *p, size_t at)
{
    const size_t behind = --p->count - at;

    memmove(&p->words[at], &p->words[at + 1], behind * sizeof p->words[0]);
    memmove(&p->gaps[at], &p->gaps[at + 1], behind * sizeof p->gaps[0]);
    memmove(&p->delays[at], &p->delays[at + 1], behind * sizeof p->delays[0]);
}

/* Does the difference stay without the thread's word `at`, or with its delays gone? */
static bool can_shrink(struct threads *t, comparing *compare, unsigned thread, size_t at)
{
    const struct threads before = *t;

    remove_word(&t->of[thread], at);
    if (still_differs(t, compare))
        return true;
    *t = before;
    return false;
}

static void drop_lateness(struct threads *t, comparing *compare)
{
    const struct threads before = *t;

    for (unsigned i = 0; i < SFP_THREADS; i++)
        t->of[i].has_gaps = t->of[i].has_delays = false;
    if (!still_differs(t, compare))
        *t = before;
}

/* Removes words as long as the difference stays. */
static void shrink(struct threads *t, comparing *compare)
{
    bool smaller = true;

    quiet = true;
    drop_lateness(t, compare);
    while (smaller) {
        smaller = false;
        for (unsigned i = 0; i < SFP_THREADS; i++)
            for (size_t at = t->of[i].count; at-- > 0;)
                smaller |= can_shrink(t, compare, i, at);
    }
    quiet = false;
}

static void report(struct threads *t)
{
    struct slow_result r;

    print_threads(t);
    shrink(t, compare_once);
    fprintf(stderr, "\nThe shortest that differs:\n");
    print_start(t);
    print_threads(t);
    compare_once(t, &r);
    fail_msg("the pipeline and the slow interpreter differ");
}

/* ---- Shapes that must occur ---- */

struct shapes {
    uint64_t compared, left_out, triples;
    uint64_t taken[SLOW_CONTESTED], behind_inputs, stalls[SLOW_CAUSES], discarded_of_others;
    uint64_t semaphore_ends, mutex_ends, deadlocks, deadlocks_of_several;
};

static void count_shapes(struct shapes *s, const struct slow_result *r, const struct threads *t)
{
    s->triples += t->of[0].count && t->of[1].count && t->of[2].count;
    s->discarded_of_others += r->discarded_of_others;
    s->behind_inputs += r->behind_inputs;
    s->deadlocks += r->end_count > 0;
    s->deadlocks_of_several += r->end_count > 1;
    for (unsigned i = 0; i < r->end_count; i++) {
        s->mutex_ends += r->end[i].for_mutex;
        s->semaphore_ends += !r->end[i].for_mutex;
    }
    for (unsigned unit = 0; unit < SLOW_CONTESTED; unit++)
        s->taken[unit] += r->taken[unit];
    for (unsigned i = 0; i < SFP_THREADS; i++)
        for (unsigned cause = 0; cause < SLOW_CAUSES; cause++)
            s->stalls[cause] += r->thread[i].stalls[cause];
}

/* Prints the count, and fails if fewer than one in `per` programs of several threads have shown the shape. */
static void check_shape(const struct shapes *s, const char *shape, uint64_t count, uint64_t per)
{
    print_message("  %s: %llu\n", shape, (unsigned long long)count);
    assert_true(count * per >= s->compared);
}

static void check_shapes(const struct shapes *s, enum sfp_arch arch)
{
    uint64_t mutexes = 0;

    for (unsigned unit = SLOW_FIRST_MUTEX; unit < SLOW_CONTESTED; unit++)
        mutexes += s->taken[unit];
    print_message("%llu compared, %llu left out\n", (unsigned long long)s->compared, (unsigned long long)s->left_out);
    check_shape(s, "of three threads", s->triples, 10);
    check_shape(s, "discarded by another thread's items", s->discarded_of_others, 5);
    check_shape(s, "behind another thread's input", s->behind_inputs, 20);
    check_shape(s, "vector unit taken", s->taken[SLOW_VECTOR], 1);
    check_shape(s, "matrix unit taken", s->taken[SLOW_MATRIX], 50);
    check_shape(s, "sync unit taken", s->taken[SLOW_SYNC], 50);
    check_shape(s, "configuration unit taken", s->taken[SLOW_CONFIGURATION], 50);
    check_shape(s, "scalar unit taken", s->taken[SLOW_SCALAR], 50);
    check_shape(s, "mutex taken", mutexes, 20);
    check_shape(s, "held by a wait", s->stalls[SLOW_WAIT], 1);
    check_shape(s, "held by SFPSWAP", s->stalls[SLOW_SWAP], 10);
    check_shape(s, "held by configuration", s->stalls[SLOW_CONFIG], 10);
    check_shape(s, "held by a block of Dst", s->stalls[SLOW_DST_BLOCK], 20);
    check_shape(s, "held by a move of the matrix unit", s->stalls[SLOW_MATRIX_MOVE], 20);
    check_shape(s, "held by a mutex", s->stalls[SLOW_MUTEX], 10);
    check_shape(s, "deadlocks", s->deadlocks, 10);
    check_shape(s, "deadlocks of several threads", s->deadlocks_of_several, 50);
    check_shape(s, "ends at a semaphore", s->semaphore_ends, 10);
    check_shape(s, "ends at a mutex", s->mutex_ends, 50);
    if (arch == SFP_BH) {
        check_shape(s, "held by SFPSHFT2", s->stalls[SLOW_SHFT2], 50);
        check_shape(s, "held by a multiply-add", s->stalls[SLOW_MAD], 5);
    }
}

static void compare_threads(enum sfp_arch arch, struct shapes *shapes)
{
    struct sfp_machine *m = sfp_machine_new(arch, sfp_semantics_best());
    uint64_t seed = (uint64_t)arch << 40;

    m->s.dst_is_input = m->s.skips = true;
    while (shapes->compared < pairs() / 2) {
        struct threads t;
        struct slow_result r;
        enum outcome outcome;

        generate_threads(&t, arch, seed++, 0);
        for (unsigned i = 0; i < SFP_THREADS; i++)
            drop_refused(&t.of[i], m);
        outcome = compare_once(&t, &r);
        if (outcome == DIFFERENT)
            report(&t);
        shapes->compared += outcome == EQUAL;
        shapes->left_out += outcome == NOT_COMPARED;
        count_shapes(shapes, &r, &t);
    }
    sfp_machine_free(m);
    check_shapes(shapes, arch);
}

/* ---- One thread with the words of several ---- */

/* The thread of a run that has no others: its end is the run's. */
static bool same_alone(const struct sfp_timing_result *got, const struct slow_result *want)
{
    const struct slow_thread_result *thread = &want->thread[SFP_THREAD_MATH];
    const struct slow_deadlock_end *end = &want->end[0];

    return SAME("status", got->run.status, want->end_count ? SFP_RUN_DEADLOCK : SFP_RUN_DONE)
           && SAME("cycles", got->cycles, want->cycles) && SAME("discarded", got->discarded, want->discarded)
           && SAME("executed", got->run.executed, thread->executed) && SAME("vector", got->run.vector, thread->vector)
           && same_stalls(got->stalls, thread)
           && (!want->end_count
               || (SAME("index", got->run.index, end->index) && SAME("held", got->run.held, end->held)
                   && SAME("semaphore", got->run.semaphore, end->number)));
}

static enum outcome compare_alone(const struct threads *t, struct slow_result *r)
{
    static struct collector c;
    static struct layout l;
    struct sfp_machine *slow = machine_for(t), *engine = copy_of(slow);
    struct sfp_observer observer = {.event = collect, .context = &c};
    struct sfp_timing_options options = {.run.repeat = 1, .observers = &observer};
    struct sfp_timing_result w;
    enum outcome outcome = NOT_COMPARED;

    c.count = 0;
    make_layout(&l, t);
    options.gaps = l.has_gaps ? l.gaps : NULL;
    options.late = l.has_delays ? l.delays : NULL;
    run_slow(slow, t, &l, true, r);
    if (!r->diverged && l.count) {
        sfp_run_timed(engine, l.words, l.count, &options, &w);
        for (size_t i = 0; i < c.count; i++)
            c.log[i].thread = SFP_THREAD_MATH;
        outcome = same_logs(&c, r) && same_alone(&w, r) && same_states(engine, slow, r->end_count) ? EQUAL : DIFFERENT;
    }
    slow_free(r);
    sfp_machine_free(slow);
    sfp_machine_free(engine);
    return outcome;
}

static void test_alone(void **state)
{
    struct sfp_machine *m = sfp_machine_new(SFP_WH, sfp_semantics_best());
    struct shapes shapes = {0};

    (void)state;
    for (uint64_t seed = 0; shapes.compared < pairs() / 4; seed++) {
        const enum sfp_arch arch = seed & 1 ? SFP_BH : SFP_WH;
        struct threads t;
        struct slow_result r;
        enum outcome outcome;

        generate_threads(&t, arch, seed, 1 << SFP_THREAD_MATH);
        sfp_machine_reset(m, arch);
        m->s.dst_is_input = m->s.skips = true;
        drop_refused(&t.of[SFP_THREAD_MATH], m);
        t.of[SFP_THREAD_UNPACK].count = t.of[SFP_THREAD_PACK].count = 0;
        t.start[SFP_THREAD_MATH] = 0;
        t.kept = false; /* which a run of one thread does not look for */
        outcome = compare_alone(&t, &r);
        shapes.compared += outcome == EQUAL;
        shapes.left_out += outcome == NOT_COMPARED;
        count_shapes(&shapes, &r, &t);
        if (outcome == DIFFERENT) {
            shrink(&t, compare_alone);
            print_start(&t);
            print_threads(&t);
            compare_alone(&t, &r);
            fail_msg("one thread differs");
        }
    }
    sfp_machine_free(m);
    print_message("%llu compared, %llu of them deadlocks\n", (unsigned long long)shapes.compared,
                  (unsigned long long)shapes.deadlocks);
}

static void test_wh_threads(void **state)
{
    struct shapes shapes = {0};

    (void)state;
    compare_threads(SFP_WH, &shapes);
}

static void test_bh_threads(void **state)
{
    struct shapes shapes = {0};

    (void)state;
    compare_threads(SFP_BH, &shapes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alone),
        cmocka_unit_test(test_wh_threads),
        cmocka_unit_test(test_bh_threads),
    };

    sfp_index_init(&index_of[SFP_WH], SFP_WH);
    sfp_index_init(&index_of[SFP_BH], SFP_BH);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
