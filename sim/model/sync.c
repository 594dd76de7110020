/* Waits, semaphores and mutexes (sfpu-timing(7), Waits; sfpu-frontend(7), Semaphores and Mutexes). */
#include "control.h"

enum { MUTEX_BITS = 16 };

uint32_t sfp_selected_semaphores(const struct sfp_op *op)
{
    return sfp_bits(sfp_field(op->insn, op->word, SFP_F_SEM_SEL), 0, SFP_SEMAPHORES);
}

#define EACH_SEMAPHORE(i, set) for (unsigned i = 0; i < SFP_SEMAPHORES; i++) if ((set) >> i & 1)

static uint32_t selected_checked(const struct sfp_machine *m, const struct sfp_op *op)
{
    return sfp_narrow_field(m, op, SFP_F_SEM_SEL, SFP_SEMAPHORES);
}

void sfp_control_seminit(struct sfp_machine *m, const struct sfp_op *op)
{
    const uint32_t set = selected_checked(m, op);
    const struct sfp_semaphore init = {
        .value = (uint8_t)sfp_field(op->insn, op->word, SFP_F_INIT_VALUE),
        .max = (uint8_t)sfp_field(op->insn, op->word, SFP_F_MAX_VALUE),
    };

    EACH_SEMAPHORE(i, set)
        m->s.semaphore[i] = init;
}

void sfp_control_sempost(struct sfp_machine *m, const struct sfp_op *op)
{
    const uint32_t set = selected_checked(m, op);

    EACH_SEMAPHORE(i, set) {
        struct sfp_semaphore *sem = &m->s.semaphore[i];

        if (sem->value >= sem->max)
            sfp_report(m, SFP_FIND_SEM_SATURATED, op);
        if (sem->value < SFP_SEMAPHORE_MOST)
            sem->value++;
    }
}

void sfp_control_semget(struct sfp_machine *m, const struct sfp_op *op)
{
    const uint32_t set = selected_checked(m, op);

    EACH_SEMAPHORE(i, set) {
        struct sfp_semaphore *sem = &m->s.semaphore[i];

        if (sem->value == 0)
            sfp_report(m, SFP_FIND_SEM_SATURATED, op);
        else
            sem->value--;
    }
}

/* Checks SEMWAIT. The issuer does the waiting: it keeps the latch and asks sfp_semwait_holds(). */
void sfp_control_semwait(struct sfp_machine *m, const struct sfp_op *op)
{
    (void)selected_checked(m, op);
    if (sfp_field(op->insn, op->word, SFP_F_SEM_COND) == 0)
        sfp_report(m, SFP_FIND_SEM_CONDITION, op);
}

int sfp_semwait_holds(const struct sfp_state *s, const struct sfp_op *op)
{
    const uint32_t cond = sfp_field(op->insn, op->word, SFP_F_SEM_COND);
    const uint32_t set = sfp_selected_semaphores(op);

    EACH_SEMAPHORE(i, set) {
        const struct sfp_semaphore *sem = &s->semaphore[i];

        if ((cond & SFP_WAIT_ON_ZERO && sem->value == 0) || (cond & SFP_WAIT_ON_MAX && sem->value >= sem->max))
            return (int)i;
    }
    return -1;
}

uint32_t sfp_stallwait_conditions(const struct sfp_machine *m, const struct sfp_op *op)
{
    const struct sfp_stallwait *c = &sfp_arch_facts(m->s.arch)->stallwait;
    const uint32_t mask = sfp_bits(sfp_field(op->insn, op->word, SFP_F_WAIT_RES), 0, c->bits);

    return mask ? mask : c->empty;
}

void sfp_control_stallwait(struct sfp_machine *m, const struct sfp_op *op)
{
    const struct sfp_stallwait *c = &sfp_arch_facts(m->s.arch)->stallwait;
    const uint32_t valid = sfp_stallwait_conditions(m, op) & c->source_valid;

    (void)sfp_narrow_field(m, op, SFP_F_WAIT_RES, c->bits);
    if (valid && m->banks)
        sfp_matrix_waits(m, op, valid / (c->source_valid & -c->source_valid));
    else if (valid)
        sfp_report(m, SFP_FIND_WAIT_SRC_VALID, op);
}

/* Returns the block bits of the units that STALLWAIT or SEMWAIT `wait` holds back. An empty mask holds the matrix
 * unit. */
static uint32_t held_blocks(const struct sfp_op *wait)
{
    const uint32_t block = sfp_field(wait->insn, wait->word, SFP_F_STALL_RES);

    return block ? block : SFP_HELD_MATRIX;
}

bool sfp_wait_holds_matrix(const struct sfp_op *wait)
{
    return held_blocks(wait) & SFP_HELD_MATRIX;
}

bool sfp_wait_blocks(enum sfp_arch arch, const struct sfp_op *wait, const struct sfp_insn *insn)
{
    const uint32_t block = held_blocks(wait);

    switch (insn->id) {
    case SFP_I_SEMWAIT:
        return !sfp_arch_facts(arch)->semwait_replaces || block & SFP_HELD_SYNC;
    case SFP_I_STALLWAIT:
        return true;
    case SFP_I_NOP:
        return block == SFP_HELD_ALL;
    default:
        return (block & insn->block) != 0;
    }
}

uint32_t sfp_selected_mutex(const struct sfp_insn *insn, uint32_t word)
{
    return sfp_bits(sfp_field(insn, word, SFP_F_MUTEX), 0, MUTEX_BITS);
}

enum sfp_thread_id sfp_mutex_owner(const struct sfp_machine *m, const struct sfp_op *op, enum sfp_thread_id thread)
{
    const uint32_t mutex = sfp_selected_mutex(op->insn, op->word);

    for (unsigned t = 0; t < SFP_THREADS; t++) {
        const struct sfp_own_state *own = t == m->thread ? &m->s.own : &m->parked[t].own;

        if (t != thread && own->mutexes >> mutex & 1)
            return (enum sfp_thread_id)t;
    }
    return SFP_THREADS;
}

bool sfp_mutex_legal(const struct sfp_machine *m, const struct sfp_insn *insn, uint32_t word)
{
    const uint32_t mutex = sfp_selected_mutex(insn, word);
    const uint32_t valid = sfp_arch_facts(m->s.arch)->mutexes;

    return mutex < 8 * sizeof valid && valid >> mutex & 1;
}

/* Takes a mutex. The issuer does the waiting for a mutex that another thread holds. */
void sfp_control_atgetm(struct sfp_machine *m, const struct sfp_op *op)
{
    const uint32_t bit = 1u << sfp_narrow_field(m, op, SFP_F_MUTEX, MUTEX_BITS);

    if (m->s.own.mutexes & bit)
        sfp_report(m, SFP_FIND_MUTEX_FOREIGN, op);
    m->s.own.mutexes |= bit;
}

void sfp_control_atrelm(struct sfp_machine *m, const struct sfp_op *op)
{
    const uint32_t bit = 1u << sfp_narrow_field(m, op, SFP_F_MUTEX, MUTEX_BITS);

    if (!(m->s.own.mutexes & bit))
        sfp_report(m, SFP_FIND_MUTEX_FOREIGN, op);
    m->s.own.mutexes &= ~bit;
}
