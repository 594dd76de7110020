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

static void drop_oldest(struct races_ring *ring)
{
    ring->first = (ring->first + 1) % (SFP_SEMAPHORE_MOST + 1);
    ring->count--;
}

static void join_oldest(struct races_clock *clock, const struct races_ring *ring)
{
    if (ring->count)
        races_join(clock, &ring->clock[ring->first]);
}

/* Sets a semaphore, whose units all come from `clock`. */
static void start_semaphore(struct races_semaphore *sem, unsigned value, unsigned max, const struct races_clock *clock)
{
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

        start_semaphore(&r->semaphores[i], sem->value, sem->max, &(struct races_clock){0});
    }
}

void races_seminit(struct sfp_races *r, enum sfp_thread_id thread, const struct sfp_op *op)
{
    for (uint32_t left = sfp_selected_semaphores(op); left; left &= left - 1)
        start_semaphore(&r->semaphores[__builtin_ctz(left)], sfp_field(op->insn, op->word, SFP_F_INIT_VALUE),
                        sfp_field(op->insn, op->word, SFP_F_MAX_VALUE), &r->threads[thread].clock);
}

void races_sempost(struct sfp_races *r, enum sfp_thread_id thread, const struct sfp_op *op)
{
    for (uint32_t left = sfp_selected_semaphores(op); left; left &= left - 1) {
        struct races_semaphore *sem = &r->semaphores[__builtin_ctz(left)];

        if (sem->tokens.count == SFP_SEMAPHORE_MOST)
            continue;
        if (sem->slots.count)
            drop_oldest(&sem->slots);
        push_clock(&sem->tokens, &r->threads[thread].clock);
    }
}

void races_semget(struct sfp_races *r, enum sfp_thread_id thread, const struct sfp_op *op)
{
    for (uint32_t left = sfp_selected_semaphores(op); left; left &= left - 1) {
        struct races_semaphore *sem = &r->semaphores[__builtin_ctz(left)];

        if (!sem->tokens.count)
            continue;
        drop_oldest(&sem->tokens);
        if (sem->tokens.count < sem->max)
            push_clock(&sem->slots, &r->threads[thread].clock);
    }
}

/* Returns the clock of a SEMWAIT that ends. */
static struct races_clock join_semwait(const struct sfp_races *r, const struct sfp_op *wait)
{
    const uint32_t condition = sfp_field(wait->insn, wait->word, SFP_F_SEM_COND);
    struct races_clock joined = {0};

    for (uint32_t left = sfp_selected_semaphores(wait); left; left &= left - 1) {
        const struct races_semaphore *sem = &r->semaphores[__builtin_ctz(left)];

        if (condition & SFP_WAIT_ON_ZERO)
            join_oldest(&joined, &sem->tokens);
        if (condition & SFP_WAIT_ON_MAX)
            join_oldest(&joined, &sem->slots);
    }
    return joined;
}

void races_end_wait(struct sfp_races *r, const struct sfp_event *event)
{
    struct races_clock joined;

    if (event->op->insn->id != SFP_I_SEMWAIT) /* STALLWAIT waits for its own thread's instructions only */
        return;
    joined = join_semwait(r, event->op);
    for (unsigned class = 0; class < RACES_CLASSES; class++) {
        const struct sfp_insn blocked = make_blocked(class);

        if (sfp_wait_blocks(r->machine->s.arch, event->op, &blocked))
            add_pending(&r->threads[event->thread].pending, class, &joined);
    }
}
