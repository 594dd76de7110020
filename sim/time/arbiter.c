/* The arbiter between threads: which unit an instruction takes, and the order in which threads get it. */
#include "arbiter.h"

#include "base/random_bits.h"
#include "model/control.h"

void sfp_arbiter_begin(struct sfp_arbiter_state *state)
{
    for (unsigned i = 0; i < SFP_CONTESTED; i++)
        state->last[i] = SFP_THREADS - 1;
}

/* SETC16 writes its own thread's ThreadConfig, which every thread can do in the same cycle (ISA pages,
 * ConfigurationUnit). The sync unit takes an ATGETM or ATRELM of every thread, and one other instruction (SyncUnit). */
enum sfp_contested sfp_contested_by(const struct sfp_op *op)
{
    if (op->insn->unit != SFP_UNIT_NONE)
        return SFP_CONTESTED_VECTOR;
    switch (op->insn->id) {
    case SFP_I_SETC16:
    case SFP_I_ATRELM:
        return SFP_UNCONTESTED;
    case SFP_I_ATGETM:
        return (enum sfp_contested)(SFP_CONTESTED_MUTEX + sfp_selected_mutex(op->insn, op->word) % SFP_MUTEXES);
    case SFP_I_SEMINIT:
    case SFP_I_SEMPOST:
    case SFP_I_SEMGET:
    case SFP_I_SEMWAIT:
    case SFP_I_STALLWAIT:
        return SFP_CONTESTED_SYNC;
    default:
        break;
    }
    if (op->insn->block & SFP_HELD_MATRIX)
        return SFP_CONTESTED_MATRIX;
    if (op->insn->block & SFP_HELD_CONFIG)
        return SFP_CONTESTED_CONFIG;
    return op->insn->block & SFP_HELD_SCALAR ? SFP_CONTESTED_THCON : SFP_UNCONTESTED;
}

/* The order in which threads are asked: `first`, and then the others, upward or downward by number. */
struct turn {
    unsigned first;
    bool downward;
};

static struct turn choose_turn(const struct sfp_threads *threads, const struct sfp_arbiter_state *state,
                               enum sfp_contested contested, uint64_t cycle)
{
    enum { SLOTS = 16, DIRECTION_LSB = 32 }; /* numbers for each cycle; the bit that gives the direction */
    uint64_t number;

    switch (threads->arbiter) {
    case SFP_ARBITER_LOW:
        return (struct turn){0, false};
    case SFP_ARBITER_HIGH:
        return (struct turn){SFP_THREADS - 1, true};
    case SFP_ARBITER_RANDOM:
        number = random_bits(threads->seed ^ random_bits(cycle * SLOTS + contested));
        return (struct turn){(unsigned)(number % SFP_THREADS), number >> DIRECTION_LSB & 1};
    case SFP_ARBITER_RR:
        break;
    }
    return (struct turn){(state->last[contested] + 1u) % SFP_THREADS, false};
}

/* Returns the thread that is asked as number `i`. Round robin goes round; RANDOM asks the others in order of their
 * numbers. */
static unsigned thread_in_turn(const struct sfp_threads *threads, struct turn turn, unsigned i)
{
    const unsigned a = (turn.first + 1) % SFP_THREADS, b = (turn.first + 2) % SFP_THREADS;
    const unsigned low = a < b ? a : b, high = a < b ? b : a;

    if (i == 0)
        return turn.first;
    if (threads->arbiter == SFP_ARBITER_RR)
        return i == 1 ? a : b;
    return (i == 1) == turn.downward ? high : low;
}

enum sfp_thread_id sfp_arbiter_choose(const struct sfp_threads *threads, struct sfp_arbiter_state *state,
                                      enum sfp_contested contested, uint64_t cycle, uint32_t wanting)
{
    const struct turn turn = choose_turn(threads, state, contested, cycle);
    unsigned i = 0;

    while (!(wanting >> thread_in_turn(threads, turn, i) & 1))
        i++;
    state->last[contested] = (uint8_t)thread_in_turn(threads, turn, i);
    return (enum sfp_thread_id)state->last[contested];
}

/* "If both other threads are waiting, thread (i + 1) % 3 gets the mutex" (ISA pages, SyncUnit). */
void sfp_arbiter_release(struct sfp_arbiter_state *state, unsigned mutex, enum sfp_thread_id thread)
{
    state->last[SFP_CONTESTED_MUTEX + mutex % SFP_MUTEXES] = (uint8_t)thread;
}
