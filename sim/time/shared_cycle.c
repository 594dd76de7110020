/*
 * The cycles of several threads (sfpu-threads(7)). Every thread has a front end and a wait gate of its own; the vector
 * unit, its queues and the other units exist once. In a cycle each thread asks for the unit that its next instruction
 * needs, the arbiter gives each unit to one thread, and the threads issue what they got.
 */
#include "issue.h"

#include <string.h>

#include "hazards.h"
#include "model/control.h"

#define EACH_ISSUER(e, t) \
    for (unsigned t = 0; t < SFP_THREADS; t++) \
        if ((e)->issuer[t].runs && ((e)->own = &(e)->issuer[t]))

bool sfp_threads_look(struct sfp_engine *e)
{
    bool ended = true;

    e->sync_taken = false;
    EACH_ISSUER(e, t) {
        if (!sfp_look_at_front(e))
            return false;
        ended &= e->own->ended;
    }
    e->ended = ended;
    return true;
}

/* What the threads ask for and issue in a cycle. */
struct issues {
    struct sfp_issue of[SFP_THREADS];
    uint32_t asking; /* set of the threads that ask for something */
    enum sfp_contested asked[SFP_THREADS]; /* what each of them asks for */
};

static void ask_for_units(struct sfp_engine *e, struct issues *issues)
{
    issues->asking = 0;
    EACH_ISSUER(e, t) {
        bool asks;

        issues->asked[t] = sfp_ask(e, &issues->of[t], &asks);
        issues->asking |= (uint32_t)asks << t;
    }
}

/* Returns the set of the threads that ask for the same as thread `t`, from `t` on; 0 if a thread before `t` does. */
static uint32_t find_rivals(const struct issues *issues, unsigned t)
{
    uint32_t rivals = 0;

    for (unsigned other = 0; other < SFP_THREADS; other++)
        if (issues->asking >> other & 1 && issues->asked[other] == issues->asked[t])
            rivals |= 1u << other;
    return rivals & ((1u << t) - 1) ? 0 : rivals;
}

/* Returns the set of the threads that get what thread `t` and its rivals ask for. An instruction that leaves the vector
 * unit's input has the unit. */
static uint32_t choose_granted(struct sfp_engine *e, const struct issues *issues, unsigned t)
{
    const enum sfp_contested contested = issues->asked[t];
    uint32_t rivals;

    if (contested == SFP_UNCONTESTED)
        return 1u << t;
    if (contested == SFP_CONTESTED_VECTOR && e->input.live)
        return 0;
    if (contested == SFP_CONTESTED_SYNC && e->sync_taken) /* by the write of a core, which goes first (chosen) */
        return 0;
    rivals = find_rivals(issues, t);
    return rivals ? 1u << sfp_arbiter_choose(e->threads, &e->arbiter, contested, e->cycle, rivals) : 0;
}

static void grant_units(struct sfp_engine *e, struct issues *issues)
{
    const uint32_t asking = issues->asking;
    uint32_t granted = 0;

    for (unsigned t = 0; t < SFP_THREADS; t++)
        if (asking >> t & 1)
            granted |= choose_granted(e, issues, t);
    EACH_ISSUER(e, t) {
        if (granted >> t & 1)
            sfp_grant(e, &issues->of[t]);
        else if (asking >> t & 1)
            sfp_deny(e, &issues->of[t]);
        if (issues->of[t].from_input)
            e->input.live = false;
    }
}

/* Returns the thread that issues a vector instruction, or NULL. */
static struct sfp_issuer *find_vector_issuer(struct sfp_engine *e, const struct issues *issues)
{
    for (unsigned t = 0; t < SFP_THREADS; t++)
        if (e->issuer[t].runs && issues->of[t].vector)
            return &e->issuer[t];
    return NULL;
}

/* Counts what the threads issue. */
static void count_issued(struct sfp_engine *e, const struct issues *issues)
{
    EACH_ISSUER(e, t) {
        struct sfp_thread_result *result = &e->result->thread[t];
        const struct sfp_issue *i = &issues->of[t];

        if (i->vector || i->other)
            e->quiet = e->cycle + 1;
        result->executed += (unsigned)(i->vector != NULL) + i->other;
        result->vector += i->vector != NULL;
        if (i->vector || i->other)
            result->cycles = e->cycle + 1;
    }
}

/* Fills the cycle with the due items and with the vector instruction that a thread issues. The thread is then the one
 * that the rules look at. */
static void fill_shared_cycle(struct sfp_engine *e, struct sfp_cycle *set, struct issues *issues)
{
    struct sfp_issuer *issuer;

    sfp_begin_set(e, set);
    ask_for_units(e, issues);
    grant_units(e, issues);
    count_issued(e, issues);
    issuer = find_vector_issuer(e, issues);
    set->issued_vector = issuer != NULL;
    if (e->total_queued)
        sfp_queue_tick(e, set->issued_vector);
    e->own = issuer ? issuer : e->own;
    if (issuer)
        sfp_place_regular(e, set, &issues->of[issuer->thread]);
}

/* Lands the late configuration writes of all threads, but not the results of RDCFG, which land after the cycle's
 * instructions. So what an instruction sees does not depend on the threads' numbers. */
static void land_late_writes(struct sfp_engine *e)
{
    static const struct sfp_issue nothing;

    EACH_ISSUER(e, t) {
        if (!e->own->has_delayed || sfp_is(&e->own->delayed, SFP_I_RDCFG))
            continue;
        sfp_bring_in(e, e->own->thread);
        sfp_execute_other(e, &nothing);
    }
}

/* Executes the threads' instructions of other units. */
static void execute_others(struct sfp_engine *e, const struct issues *issues)
{
    land_late_writes(e);
    EACH_ISSUER(e, t) {
        const struct sfp_issue *i = &issues->of[t];

        if (!i->other && !e->own->has_delayed)
            continue;
        sfp_bring_in(e, e->own->thread);
        sfp_execute_other(e, i);
        if (i->other && sfp_is(&i->other_op, SFP_I_ATRELM))
            sfp_arbiter_release(&e->arbiter, sfp_selected_mutex(i->other_op.insn, i->other_op.word), e->own->thread);
    }
}

void sfp_threads_run_cycle(struct sfp_engine *e)
{
    const struct sfp_cycle_start start = sfp_start_cycle(e);
    struct sfp_conditions found[SFP_THREADS];
    struct issues issues;
    struct sfp_cycle set;

    sfp_drop_observers(e);
    EACH_ISSUER(e, t)
        found[t] = sfp_gate_start_of_cycle(e);
    fill_shared_cycle(e, &set, &issues);
    sfp_bring_in(e, e->own->thread);
    sfp_execute_set(e, &set, &start);
    execute_others(e, &issues);
    sfp_keep_cycle(e, &set, &start);
    EACH_ISSUER(e, t)
        sfp_end_issue(e, &issues.of[t], found[t]);
    sfp_next_cycle(e);
}

/* Returns whether the thread waits for a mutex that another thread holds. If so, fills *end. */
static bool is_stuck_at_mutex(const struct sfp_engine *e, struct sfp_deadlock_end *end)
{
    const struct sfp_op *head = e->own->head;

    if (!sfp_waits_for_mutex(e, e->own))
        return false;
    *end = (struct sfp_deadlock_end){.thread = e->own->thread, .for_mutex = true,
                                     .number = sfp_selected_mutex(head->insn, head->word),
                                     .owner = sfp_mutex_owner(e->m, head, e->own->thread),
                                     .index = head->index, .word = head->word, .held = head->index};
    return true;
}

/* Returns whether the thread's front end is empty, and its feed waits for other threads. If so, fills *end. */
static bool is_stuck_in_feed(const struct sfp_engine *e, struct sfp_deadlock_end *end)
{
    const struct sfp_feed *feed = e->own->feed;

    *end = (struct sfp_deadlock_end){.thread = e->own->thread, .in_feed = true};
    if (e->own->has_head || !feed || !feed->waits || !feed->waits(feed->context, &end->index))
        return false;
    end->held = end->index;
    return true;
}

/* Fills `ends` with what the threads wait for. Returns their number, or 0 if a thread may go on. */
static unsigned find_ends(struct sfp_engine *e, struct sfp_deadlock_end ends[SFP_THREADS])
{
    unsigned count = 0;

    EACH_ISSUER(e, t) {
        if (e->own->ended)
            continue;
        if (!sfp_gate_stuck(e, &ends[count]) && !is_stuck_at_mutex(e, &ends[count])
            && !is_stuck_in_feed(e, &ends[count]))
            return 0;
        count++;
    }
    return count;
}

/* Returns whether a core waits, and not only instructions. */
static bool wait_in_feeds(const struct sfp_deadlock_end *ends, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (ends[i].in_feed)
            return true;
    return false;
}

static bool has_feeds(const struct sfp_threads *threads)
{
    for (unsigned t = 0; t < SFP_THREADS; t++)
        if (threads->feeds[t])
            return true;
    return false;
}

bool sfp_threads_deadlock(struct sfp_engine *e, bool had_effect)
{
    enum { LONG_ENOUGH = 3 }; /* cycles after which what a feed's core pushed has moved, and been seen to move */
    struct sfp_run_result *result = &e->result->run;
    struct sfp_deadlock_end ends[SFP_THREADS];
    unsigned count;

    if (had_effect && !has_feeds(e->threads)) /* a feed's thread without an instruction has the effect of a bubble */
        return false;
    if (sfp_engine_under_way(e)) {
        e->quiet = e->cycle;
        e->stuck = 0;
        return false;
    }
    count = find_ends(e, ends);
    e->stuck = count > 0 ? e->stuck + 1 : 0;
    if (count == 0 || (wait_in_feeds(ends, count) ? e->stuck < LONG_ENOUGH : had_effect))
        return false;
    result->status = SFP_RUN_DEADLOCK;
    memcpy(result->ends, ends, count * sizeof ends[0]);
    result->end_count = count;
    result->index = ends[0].index;
    result->word = ends[0].word;
    result->semaphore = ends[0].number;
    result->held = ends[0].held;
    return true;
}
