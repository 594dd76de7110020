/* Waits and semaphores, which order the threads of a run. Mutexes are in races.c. */
#include "races_parts.h"

/* ---- Waits ----
 * A wait orders only the instructions that its block mask holds back: other instructions may pass before the wait's
 * end. At the end, the wait's clock becomes pending for the classes in the mask, until the next word of a class takes
 * the clock. Later words of the thread follow that word, whatever their class. */

/* Returns the classes by which a wait can hold the instruction, as a set. */
static uint32_t find_classes(const struct sfp_insn *insn)
{
    switch (insn->id) {
    case SFP_I_STALLWAIT:
        return 1u << RACES_BLOCKED_STALLWAIT;
    case SFP_I_SEMWAIT:
        return 1u << RACES_BLOCKED_SEMWAIT;
    case SFP_I_NOP:
        return 1u << RACES_BLOCKED_NOP;
    default:
        return insn->block;
    }
}

/* Returns an instruction of one class alone. */
static struct sfp_insn make_blocked(unsigned class)
{
    switch (class) {
    case RACES_BLOCKED_STALLWAIT:
        return (struct sfp_insn){.id = SFP_I_STALLWAIT};
    case RACES_BLOCKED_SEMWAIT:
        return (struct sfp_insn){.id = SFP_I_SEMWAIT};
    case RACES_BLOCKED_NOP:
        return (struct sfp_insn){.id = SFP_I_NOP};
    default:
        return (struct sfp_insn){.id = SFP_I_SFPNOP, .block = (uint16_t)(1u << class)};
    }
}

/* Drops what a SEMWAIT can replace: on Wormhole the waits that do not hold it. Where such a wait is still latched, the
 * unit forgets it, so that the wait orders nothing behind the SEMWAIT (sfpu-timing(7), Waits). */
static void drop_replaceable(const struct sfp_races *r, struct races_pending *pending)
{
    if (sfp_arch_facts(r->machine->s.arch)->semwait_replaces)
        pending->classes &= ~pending->replaceable;
    pending->replaceable = 0;
}

void races_begin_semwait(struct sfp_races *r, const struct sfp_event *event)
{
    drop_replaceable(r, &r->threads[event->thread].pending);
    r->threads[event->thread].semwait = event->op->index;
}

/* Returns whether a SEMWAIT that ends has been followed by another one, which on Wormhole could have replaced it. */
static bool is_replaceable(const struct sfp_races *r, const struct sfp_event *event, bool holds_semwait)
{
    return sfp_arch_facts(r->machine->s.arch)->semwait_replaces && !holds_semwait
           && event->op->index != r->threads[event->thread].semwait;
}

static void add_pending(struct races_pending *pending, unsigned class, const struct races_clock *clock)
{
    if (pending->classes >> class & 1)
        races_join(&pending->clock[class], clock);
    else
        pending->clock[class] = *clock;
    pending->classes |= 1u << class;
}

void races_take_pending(struct races_thread *thread, const struct sfp_insn *insn)
{
    struct races_pending *pending = &thread->pending;
    const uint32_t classes = pending->classes & find_classes(insn);

    pending->classes &= ~classes;
    for (uint32_t left = classes; left; left &= left - 1)
        races_join(&thread->clock, &pending->clock[__builtin_ctz(left)]);
}

/* ---- Semaphores ----
 * The end of a SEMWAIT proves only that the value was above 0, or below the maximum. So a SEMWAIT comes after the post
 * of the oldest unit in the value, and not after later posts. Likewise it comes after the oldest SEMGET that made
 * room. */

static void push_clock(struct races_ring *ring, const struct races_clock *clock)
{
    enum { ROOM = SFP_SEMAPHORE_MOST + 1 };

    ring->clock[(ring->first + ring->count++) % ROOM] = *clock;
}

/* Keeps the oldest clock before the queue loses it in `cycle`. A wait that ends in the same cycle saw the semaphore as
 * it was at the cycle's start. */
static void keep_oldest(struct races_ring *ring, uint64_t cycle)
{
    if (!ring->count)
        return;
    ring->lost = true;
    ring->oldest = ring->clock[ring->first];
    ring->lost_at = cycle;
}

static void drop_oldest(struct races_ring *ring, uint64_t cycle)
{
    keep_oldest(ring, cycle);
    ring->first = (ring->first + 1) % (SFP_SEMAPHORE_MOST + 1);
    ring->count--;
}

/* Joins the clock that was the oldest at the start of `cycle`. The sync unit takes one instruction a cycle, so that the
 * queue has lost one clock in the cycle at most, or all to SEMINIT. */
static void join_oldest(struct races_clock *clock, const struct races_ring *ring, uint64_t cycle)
{
    if (ring->lost && ring->lost_at == cycle)
        races_join(clock, &ring->oldest);
    else if (ring->count)
        races_join(clock, &ring->clock[ring->first]);
}

/* Sets a semaphore, whose units all come from `clock`. */
static void start_semaphore(struct races_semaphore *sem, unsigned value, unsigned max, const struct races_clock *clock,
                            uint64_t cycle)
{
    keep_oldest(&sem->tokens, cycle);
    keep_oldest(&sem->slots, cycle);
    sem->tokens.count = sem->slots.count = 0;
    sem->max = max;
    for (unsigned i = 0; i < value; i++)
        push_clock(&sem->tokens, clock);
    for (unsigned i = value; i < max; i++)
        push_clock(&sem->slots, clock);
}

void races_start_semaphores(struct sfp_races *r)
{
    for (unsigned i = 0; i < SFP_SEMAPHORES; i++) {
        const struct sfp_semaphore *sem = &r->machine->s.semaphore[i];

        start_semaphore(&r->semaphores[i], sem->value, sem->max, &(struct races_clock){0}, 0);
    }
}

void races_seminit(struct sfp_races *r, enum sfp_thread_id thread, const struct sfp_op *op)
{
    for (uint32_t left = sfp_selected_semaphores(op); left; left &= left - 1)
        start_semaphore(&r->semaphores[__builtin_ctz(left)], sfp_field(op->insn, op->word, SFP_F_INIT_VALUE),
                        sfp_field(op->insn, op->word, SFP_F_MAX_VALUE), &r->threads[thread].clock, r->cycle);
}

void races_sempost(struct sfp_races *r, enum sfp_thread_id thread, const struct sfp_op *op)
{
    for (uint32_t left = sfp_selected_semaphores(op); left; left &= left - 1) {
        struct races_semaphore *sem = &r->semaphores[__builtin_ctz(left)];

        if (sem->tokens.count == SFP_SEMAPHORE_MOST)
            continue;
        if (sem->slots.count)
            drop_oldest(&sem->slots, r->cycle);
        push_clock(&sem->tokens, &r->threads[thread].clock);
    }
}

void races_semget(struct sfp_races *r, enum sfp_thread_id thread, const struct sfp_op *op)
{
    for (uint32_t left = sfp_selected_semaphores(op); left; left &= left - 1) {
        struct races_semaphore *sem = &r->semaphores[__builtin_ctz(left)];

        if (!sem->tokens.count)
            continue;
        drop_oldest(&sem->tokens, r->cycle);
        if (sem->tokens.count < sem->max)
            push_clock(&sem->slots, &r->threads[thread].clock);
    }
}

/* Returns the clock of a SEMWAIT that ends. */
static struct races_clock join_semwait(const struct sfp_races *r, const struct sfp_op *wait, uint64_t cycle)
{
    const uint32_t condition = sfp_field(wait->insn, wait->word, SFP_F_SEM_COND);
    struct races_clock joined = {0};

    for (uint32_t left = sfp_selected_semaphores(wait); left; left &= left - 1) {
        const struct races_semaphore *sem = &r->semaphores[__builtin_ctz(left)];

        if (condition & SFP_WAIT_ON_ZERO)
            join_oldest(&joined, &sem->tokens, cycle);
        if (condition & SFP_WAIT_ON_MAX)
            join_oldest(&joined, &sem->slots, cycle);
    }
    return joined;
}

void races_end_wait(struct sfp_races *r, const struct sfp_event *event)
{
    const struct sfp_insn semwait = make_blocked(RACES_BLOCKED_SEMWAIT);
    const bool holds_semwait = sfp_wait_blocks(r->machine->s.arch, event->op, &semwait);
    struct races_pending *pending = &r->threads[event->thread].pending;
    struct races_clock joined;

    if (event->op->insn->id != SFP_I_SEMWAIT) /* STALLWAIT waits for its own thread's instructions only */
        return;
    if (is_replaceable(r, event, holds_semwait))
        return;
    joined = join_semwait(r, event->op, event->cycle);
    for (unsigned class = 0; class < RACES_CLASSES; class++) {
        const struct sfp_insn blocked = make_blocked(class);

        if (!sfp_wait_blocks(r->machine->s.arch, event->op, &blocked))
            continue;
        add_pending(pending, class, &joined);
        if (!holds_semwait)
            pending->replaceable |= 1u << class;
    }
}
