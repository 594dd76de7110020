/* Threads: the wait gates, who gets which unit, and the instructions of other units. sfpu-timing(7) read literally. */
#include "slow_threads.h"

#include <stdlib.h>
#include <string.h>

#include "slow_words.h"
#include "model/config.h"
#include "model/control.h"

enum { CLASS_TDMA = 1 << 0, CLASS_SYNC = 1 << 1, CLASS_SCALAR = 1 << 5, CLASS_MATRIX = 1 << 6, CLASS_CONFIG = 1 << 7,
       CLASS_VECTOR = 1 << 8, ALL_CLASSES = 0x1FF };

/* An instruction of the configuration or scalar unit whose effect comes a cycle late. */
struct late {
    bool live;
    struct sfp_op op;
    uint32_t gpr[SFP_GPRS]; /* as it found them */
    uint32_t read;          /* RDCFG: what it read */
};

struct thread {
    enum sfp_thread_id id;
    bool runs, ended;
    const uint32_t *index; /* what the words are called, or NULL */
    struct slow_front front;
    bool has_head;
    struct sfp_op head;

    bool waiting; /* the wait gate's latch */
    struct sfp_op wait;
    bool semaphore_lasts; /* SEMWAIT: its condition at the start of the cycle */
    uint64_t matrix_until; /* the cycle in which the matrix unit is through with this thread's work */
    uint32_t before;       /* opcode of another unit's instruction that issued in the cycle before, or 0 */
    struct late late;

    /* Of the cycle: */
    bool competes; /* nothing but another thread's instruction can keep the head */
    bool beside;   /* the thread's instruction at the vector unit's input executes */
    bool other;    /* the head issues, and is another unit's */
};

/* An instruction that the matrix unit has taken, and the physical rows of Dst that it reads or writes, if the interlock
 * on blocks knows it: a bit each. */
struct matrix_work {
    uint64_t cycle;
    uint32_t word;
    uint64_t rows[SFP_DST_ROWS / 64];
};

enum { MATRIX_WORK = 16 }; /* remembered words of the matrix unit; the unit works on six words at most */

struct slow {
    struct slow_vector *v;
    struct slow_result *result;
    struct thread thread[SFP_THREADS];
    enum sfp_arbiter arbiter;
    uint64_t seed;
    bool alone;
    unsigned last[SLOW_CONTESTED]; /* which thread got the unit last */
    bool late_lasts;          /* a late effect is under way at the start of the cycle */

    struct matrix_work work[MATRIX_WORK];
    unsigned works;

    bool has_input; /* held at the vector unit's input, behind the wait gate */
    struct sfp_op input; /* or what has just come through there */
    enum sfp_thread_id input_thread;
    enum slow_cause input_cause;
};

static enum sfp_arch arch_of(const struct slow *s)
{
    return s->v->m->s.arch;
}

static void effect(struct slow *s)
{
    s->result->cycles = s->v->cycle + 1;
}

static bool is_vector(const struct sfp_op *op)
{
    return op->insn->unit != SFP_UNIT_NONE;
}

/* ---- Front ends ---- */

static bool is_own_input(const struct slow *s, const struct thread *t)
{
    return s->has_input && s->input_thread == t->id;
}

static uint32_t index_of(const struct thread *t, uint32_t word)
{
    return t->index ? t->index[word] : word;
}

static void lack(struct slow *s, struct thread *t)
{
    slow_log(s->result, (struct slow_entry){.cycle = s->v->cycle, .kind = SLOW_BUBBLE, .unit = SFP_UNIT_NONE,
                                            .index = index_of(t, t->front.lack_at), .lack = t->front.lack,
                                            .thread = t->id});
    s->result->thread[t->id].lacks[t->front.lack]++;
    effect(s);
}

static void fetch(struct slow *s, struct thread *t)
{
    const bool goes_on = slow_front_cycle(&t->front);
    const struct slow_word *first = t->front.gate.word;

    if (t->has_head)
        return;
    t->ended = !goes_on;
    if (t->front.gate.count) {
        sfp_decode(s->v->m, first->word, index_of(t, first->index), &t->head);
        t->has_head = true;
    } else if (goes_on && !is_own_input(s, t)) {
        lack(s, t);
    }
}

static void leave_gate(struct thread *t)
{
    t->has_head = false;
    slow_front_issue(&t->front);
}

/* ---- Wait gate: sfpu-timing(7), Waits ---- */

static bool is_rmwcib(uint32_t op)
{
    return op >= OP_RMWCIB0 && op <= OP_RMWCIB3;
}

/* The bits of a block mask that hold the word. */
static uint32_t classes(uint32_t word)
{
    switch (opcode(word)) {
    case OP_SETRWC: case OP_INCRWC: case OP_ZEROACC: case OP_ZEROSRC: case OP_TRNSPSRCB: case OP_CLEARDVALID:
    case OP_GATESRCRST: case OP_SHIFTXA: case OP_SHIFTXB: case OP_MOVA2D: case OP_MOVB2D: case OP_MOVDBGA2D:
    case OP_MOVD2A: case OP_MOVD2B: case OP_MOVB2A: case OP_MVMUL: case OP_DOTPV: case OP_ELWMUL: case OP_ELWADD:
    case OP_ELWSUB: case OP_GMPOOL: case OP_GAPOOL:
        return CLASS_MATRIX;
    case OP_SETC16: case OP_WRCFG: case OP_RDCFG: case OP_CFGSHIFTMASK:
    case OP_RMWCIB0: case OP_RMWCIB1: case OP_RMWCIB2: case OP_RMWCIB3:
        return CLASS_CONFIG;
    case OP_SETDMAREG: case OP_FLUSHDMA: case OP_REG2FLOP: case OP_DMANOP:
        return CLASS_TDMA | CLASS_SCALAR;
    case OP_SEMINIT: case OP_SEMPOST: case OP_SEMGET: case OP_ATGETM: case OP_ATRELM:
        return CLASS_SYNC;
    case OP_NOP: case OP_SEMWAIT: case OP_STALLWAIT:
        return 0;
    default:
        return CLASS_VECTOR;
    }
}

static uint32_t blocked_classes(uint32_t wait)
{
    const uint32_t block = field(wait, 15, 9);

    return block ? block : CLASS_MATRIX;
}

static bool gate_holds(const struct slow *s, const struct thread *t)
{
    const uint32_t block = blocked_classes(t->wait.word), word = t->head.word;

    if (!t->waiting)
        return false;
    if (opcode(word) == OP_STALLWAIT)
        return true;
    if (opcode(word) == OP_SEMWAIT)
        return arch_of(s) != SFP_WH || block & CLASS_SYNC;
    return block == ALL_CLASSES || block & classes(word);
}

/* A semaphore for which the condition of the SEMWAIT holds, or -1. */
static int awaited_semaphore(const struct slow *s, uint32_t wait)
{
    for (unsigned i = 0; i < SFP_SEMAPHORES; i++) {
        const struct sfp_semaphore *semaphore = &s->v->m->s.semaphore[i];
        const bool zero = wait & 1 && semaphore->value == 0, full = wait & 2 && semaphore->value >= semaphore->max;

        if (wait >> (2 + i) & 1 && (zero || full))
            return (int)i;
    }
    return -1;
}

/* Does a selected condition hold in this cycle? */
static bool condition_lasts(const struct slow *s, const struct thread *t)
{
    const bool wh = arch_of(s) == SFP_WH;
    const uint32_t matrix = wh ? 1 << 7 : 1 << 4, vector = wh ? 1 << 14 : 1 << 11, config = wh ? 0 : 1 << 12;
    uint32_t conditions = field(t->wait.word, 0, wh ? 15 : 13);

    if (opcode(t->wait.word) == OP_SEMWAIT)
        return t->semaphore_lasts;
    if (!conditions)
        conditions = wh ? 0x7F : 0x0F;
    return (conditions & matrix && s->v->cycle < t->matrix_until)
        || (conditions & vector && slow_vector_busy(s->v, t->id)) || (conditions & config && s->late_lasts);
}

/* ---- The configuration unit: sfpu-timing(7), Configuration ---- */

static bool configuration_is_busy(const struct slow *s)
{
    for (unsigned i = 0; i < SFP_THREADS; i++) {
        const uint32_t before = s->thread[i].before;

        if (before == OP_WRCFG || before == OP_CFGSHIFTMASK || (before == OP_RDCFG && arch_of(s) == SFP_WH))
            return true;
    }
    return false;
}

static bool configuration_holds(const struct slow *s, const struct thread *t)
{
    const uint32_t op = opcode(t->head.word);

    if (t->before == OP_REG2FLOP)
        return true;
    return (is_rmwcib(op) || op == OP_RDCFG || op == OP_CFGSHIFTMASK) && configuration_is_busy(s);
}

/* ---- The matrix unit: sfpu-matrix(7), Time ---- */

/* How many cycles the matrix unit is at work on it. */
static unsigned matrix_cycles(const struct slow *s, uint32_t word)
{
    switch (opcode(word)) {
    case OP_MVMUL: case OP_DOTPV: case OP_GAPOOL: case OP_GMPOOL: case OP_ELWMUL: case OP_ELWADD: case OP_ELWSUB:
        return arch_of(s) == SFP_WH ? 5 : 6;
    case OP_MOVA2D: case OP_MOVB2D: case OP_MOVDBGA2D: case OP_MOVB2A: case OP_MOVD2B: return 4;
    case OP_MOVD2A: case OP_SHIFTXB: return 2;
    default: return classes(word) & CLASS_MATRIX ? 1 : 0;
    }
}

static bool adds_to_dst(uint32_t word)
{
    return word >> 21 & 1;
}

/* Returns whether the word writes a block of Dst for which later words of the matrix unit may have to wait. */
static bool writes_block(uint32_t word)
{
    switch (opcode(word)) {
    case OP_MVMUL: case OP_DOTPV: case OP_GAPOOL: case OP_GMPOOL: case OP_ELWMUL: case OP_ELWADD: case OP_ELWSUB:
        return true;
    default:
        return false;
    }
}

/* Returns whether the word has to wait because it uses a block of Dst that an earlier word is still writing. */
static bool waits_for_block(const struct slow *s, uint32_t word)
{
    switch (opcode(word)) {
    case OP_MVMUL: case OP_DOTPV: case OP_GAPOOL: case OP_GMPOOL: case OP_ELWMUL: case OP_MOVD2A: case OP_MOVD2B:
        return true;
    case OP_ELWADD: case OP_ELWSUB:
        return adds_to_dst(word) || arch_of(s) == SFP_BH;
    default:
        return false;
    }
}

/* Returns whether the unit can take the word `next` `cycles` cycles after the word `before`. */
static bool takes_after(uint32_t before, uint32_t next, uint64_t cycles)
{
    switch (opcode(before)) {
    case OP_MOVD2A: case OP_MOVB2A:
        return cycles > 1 || opcode(next) == OP_MOVD2A || opcode(next) == OP_MOVB2A;
    case OP_MOVD2B:
        return cycles > 3 || opcode(next) == OP_MOVD2B;
    case OP_SHIFTXB:
        return cycles > 1;
    case OP_MOVA2D: case OP_MOVB2D: case OP_MOVDBGA2D:
        switch (opcode(next)) {
        case OP_MOVD2A: case OP_MOVD2B: case OP_ELWMUL: case OP_MVMUL: case OP_DOTPV: case OP_GMPOOL: case OP_GAPOOL:
            return cycles > 3;
        default:
            return true;
        }
    default:
        return true;
    }
}

/* The physical rows of the aligned block of 8, with both halves of rows of 32 bits. */
static void find_rows(const struct slow *s, const struct thread *t, uint64_t rows[SFP_DST_ROWS / 64])
{
    struct sfp_state *state = &s->v->work->s;
    const uint32_t word = t->head.word;
    bool wide;

    *state = s->v->m->s;
    state->own = s->v->own[t->id];
    sfp_state_refresh(state);
    wide = (sfp_config_get(state, SFP_CFG_FP32, 0) || sfp_config_get(state, SFP_CFG_INT8_MATH, 0))
           && !sfp_config_get(state, SFP_CFG_FP16A_FORCE, 0);
    memset(rows, 0, SFP_DST_ROWS / 8);
    for (unsigned i = 0; i < 8; i++) {
        const unsigned row = (((word & 0x3FF) + sfp_matrix_row(state)) & 0x3F8) + i;
        const unsigned high = wide ? (row & 0x1F8) << 1 | (row & 0x207) : row;

        rows[high / 64] |= UINT64_C(1) << high % 64;
        if (wide)
            rows[(high + 8) / 64] |= UINT64_C(1) << (high + 8) % 64;
    }
}

static bool meet(const uint64_t a[SFP_DST_ROWS / 64], const uint64_t b[SFP_DST_ROWS / 64])
{
    for (unsigned i = 0; i < SFP_DST_ROWS / 64; i++)
        if (a[i] & b[i])
            return true;
    return false;
}

static enum slow_cause matrix_holds(const struct slow *s, const struct thread *t)
{
    const uint32_t word = t->head.word;
    enum slow_cause cause = SLOW_NOT_HELD;
    uint64_t rows[SFP_DST_ROWS / 64];

    if (!(classes(word) & CLASS_MATRIX))
        return SLOW_NOT_HELD;
    find_rows(s, t, rows);
    for (unsigned i = 0; i < s->works && i < MATRIX_WORK; i++) {
        const struct matrix_work *w = &s->work[i];
        const uint64_t cycles = s->v->cycle - w->cycle;

        if (!takes_after(w->word, word, cycles))
            return SLOW_MATRIX_MOVE;
        if (writes_block(w->word) && waits_for_block(s, word) && cycles < matrix_cycles(s, w->word)
            && meet(w->rows, rows))
            cause = SLOW_DST_BLOCK;
    }
    return cause;
}

static void give_to_matrix(struct slow *s, const struct thread *t)
{
    struct matrix_work *w = &s->work[s->works % MATRIX_WORK];

    if (!(classes(t->head.word) & CLASS_MATRIX))
        return;
    w->cycle = s->v->cycle;
    w->word = t->head.word;
    find_rows(s, t, w->rows);
    s->works++;
}

/* ---- Mutexes ---- */

static unsigned mutex_of(uint32_t word)
{
    return field(word, 0, 16);
}

/* Another thread than `t` that holds the mutex, or SFP_THREADS. */
static unsigned other_owner(const struct slow *s, const struct thread *t, unsigned mutex)
{
    for (unsigned i = 0; i < SFP_THREADS; i++)
        if (i != t->id && s->v->own[i].mutexes >> mutex & 1)
            return i;
    return SFP_THREADS;
}

static bool mutex_holds(const struct slow *s, const struct thread *t)
{
    return opcode(t->head.word) == OP_ATGETM && other_owner(s, t, mutex_of(t->head.word)) != SFP_THREADS;
}

/* ---- Who gets a unit ---- */

static void lose(struct slow *s, const struct thread *t, const struct sfp_op *op, enum slow_cause cause)
{
    slow_log(s->result, (struct slow_entry){.cycle = s->v->cycle, .kind = SLOW_STALL, .unit = SFP_UNIT_LOAD,
                                            .index = op->index, .cause = cause, .thread = t->id});
    s->result->thread[t->id].stalls[cause]++;
}

static enum slow_cause kept_by(const struct slow *s, const struct thread *t)
{
    if (s->has_input && is_vector(&t->head))
        return SLOW_TAKEN;
    if (gate_holds(s, t))
        return SLOW_WAIT;
    if (configuration_holds(s, t))
        return SLOW_CONFIG;
    if (matrix_holds(s, t) != SLOW_NOT_HELD)
        return matrix_holds(s, t);
    return mutex_holds(s, t) ? SLOW_MUTEX : SLOW_NOT_HELD;
}

/*
 * Can the thread's head issue, as far as the thread itself decides? A head behind the thread's own instruction at the
 * vector unit's input is not counted as held: that instruction has the cycle.
 */
static void come_to_gate(struct slow *s, struct thread *t, bool input_executes)
{
    const bool own_input = is_own_input(s, t);
    enum slow_cause cause;

    t->competes = t->other = false;
    t->beside = own_input && input_executes;
    if (!t->has_head || (own_input && !input_executes))
        return;
    cause = kept_by(s, t);
    t->competes = cause == SLOW_NOT_HELD;
    if (t->competes || own_input)
        return;
    lose(s, t, &t->head, cause);
    s->result->behind_inputs += cause == SLOW_TAKEN;
}

static unsigned unit_of(const struct sfp_op *op)
{
    const uint32_t word = op->word;

    if (is_vector(op))
        return SLOW_VECTOR;
    if (classes(word) & CLASS_MATRIX)
        return SLOW_MATRIX;
    if (classes(word) & CLASS_CONFIG)
        return opcode(word) == OP_SETC16 ? SLOW_UNCONTESTED : SLOW_CONFIGURATION;
    if (classes(word) & CLASS_SCALAR)
        return SLOW_SCALAR;
    switch (opcode(word)) {
    case OP_SEMINIT: case OP_SEMPOST: case OP_SEMGET: case OP_SEMWAIT: case OP_STALLWAIT: return SLOW_SYNC;
    case OP_ATGETM: return SLOW_FIRST_MUTEX + mutex_of(word);
    default: return SLOW_UNCONTESTED;
    }
}

/* splitmix64 of one value. */
static uint64_t mixed(uint64_t z)
{
    z += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
}

static void random_order(const struct slow *s, unsigned unit, unsigned order[SFP_THREADS])
{
    const uint64_t x = mixed(s->seed ^ mixed(s->v->cycle * 16 + unit));
    const unsigned first = (unsigned)(x % 3), lower = first == 0 ? 1 : 0, upper = first == 2 ? 1 : 2;
    const bool descending = x >> 32 & 1;

    order[0] = first;
    order[1] = descending ? upper : lower;
    order[2] = descending ? lower : upper;
}

static void order_of(const struct slow *s, unsigned unit, unsigned order[SFP_THREADS])
{
    for (unsigned i = 0; i < SFP_THREADS; i++)
        order[i] = s->arbiter == SFP_ARBITER_RR     ? (s->last[unit] + 1 + i) % SFP_THREADS
                   : s->arbiter == SFP_ARBITER_HIGH ? SFP_THREADS - 1 - i : i;
    if (s->arbiter == SFP_ARBITER_RANDOM)
        random_order(s, unit, order);
}

/* One of those that want the unit keeps competing. A cycle in which the thread's instruction at the vector unit's input
 * executes is not lost. */
static void arbitrate(struct slow *s, unsigned unit)
{
    unsigned order[SFP_THREADS];
    bool taken = false;

    order_of(s, unit, order);
    for (unsigned i = 0; i < SFP_THREADS; i++) {
        struct thread *t = &s->thread[order[i]];

        if (!t->competes || unit_of(&t->head) != unit)
            continue;
        if (taken) {
            t->competes = false;
            s->result->taken[unit]++;
            if (!t->beside)
                lose(s, t, &t->head, SLOW_TAKEN);
            continue;
        }
        taken = true;
        s->last[unit] = t->id;
    }
}

/* ---- The instructions of a cycle ---- */

/* The instruction at the vector unit's input executes, or is held on. */
static void try_input(struct slow *s)
{
    const enum slow_cause cause = slow_vector_interlock(s->v, &s->input);

    if (cause != SLOW_NOT_HELD) {
        s->input_cause = cause;
        lose(s, &s->thread[s->input_thread], &s->input, cause);
    }
    s->has_input = cause != SLOW_NOT_HELD;
}

/* The thread's head comes to the vector unit, and executes or is held there. */
static void take_vector(struct slow *s, struct thread *t)
{
    s->input = t->head;
    s->input_thread = t->id;
    leave_gate(t);
    try_input(s);
}

/* Another unit's instruction. Beside one from the vector unit's input, the cycle that the latter has lost is not. */
static void take_other(struct slow *s, struct thread *t)
{
    t->other = true;
    give_to_matrix(s, t);
    if (!t->beside)
        return;
    s->result->thread[t->id].stalls[s->input_cause]--;
    s->result->hidden[s->input_cause]++;
}

/* Decides what each thread issues. True if that is a vector instruction, in s->input, of one of them. */
static bool issue(struct slow *s)
{
    const bool had_input = s->has_input;
    const bool executes = had_input && slow_vector_interlock(s->v, &s->input) == SLOW_NOT_HELD;
    bool vector = executes;

    for (unsigned i = 0; i < SFP_THREADS; i++)
        come_to_gate(s, &s->thread[i], executes);
    if (had_input)
        try_input(s);
    for (unsigned unit = 0; unit < SLOW_CONTESTED; unit++)
        arbitrate(s, unit);
    for (unsigned i = 0; i < SFP_THREADS; i++) {
        struct thread *t = &s->thread[i];

        if (!t->competes)
            continue;
        if (is_vector(&t->head)) {
            take_vector(s, t);
            vector = !s->has_input;
        } else {
            take_other(s, t);
        }
    }
    return vector;
}

static void count_issued(struct slow *s, enum sfp_thread_id thread, bool vector)
{
    struct slow_thread_result *r = &s->result->thread[thread];

    r->executed++;
    r->vector += vector;
    r->cycles = s->v->cycle + 1;
    effect(s);
}

/* ---- Instructions of other units ---- */

/* Executes on the state as it is now, with the thread's own part of it. */
static void execute_now(struct slow *s, const struct thread *t, const struct sfp_op *op)
{
    struct sfp_machine *work = s->v->work;

    work->s = s->v->m->s;
    work->s.own = s->v->own[t->id];
    sfp_state_refresh(&work->s);
    op->exec(work, op);
}

static void take_over(struct slow *s, const struct thread *t)
{
    s->v->m->s = s->v->work->s;
    s->v->own[t->id] = s->v->work->s.own;
}

static uint32_t *gpr_of(struct slow *s, const struct thread *t, uint32_t rdcfg)
{
    return &s->v->own[t->id].gpr[field(rdcfg, 16, 6)];
}

static bool is_late(uint32_t word)
{
    switch (opcode(word)) {
    case OP_WRCFG: case OP_RDCFG: case OP_CFGSHIFTMASK: case OP_REG2FLOP: return true;
    default: return false;
    }
}

/* Configuration of the cycle before, from the GPRs that the instruction found. */
static void land_configuration(struct slow *s, struct thread *t)
{
    uint32_t gpr[SFP_GPRS];

    if (!t->late.live || opcode(t->late.op.word) == OP_RDCFG)
        return;
    memcpy(gpr, s->v->own[t->id].gpr, sizeof gpr);
    memcpy(s->v->own[t->id].gpr, t->late.gpr, sizeof gpr);
    execute_now(s, t, &t->late.op);
    take_over(s, t);
    memcpy(s->v->own[t->id].gpr, gpr, sizeof gpr);
    t->late.live = false;
}

static void start_late(struct slow *s, const struct thread *t, struct late *late)
{
    late->live = true;
    late->op = t->head;
    memcpy(late->gpr, s->v->own[t->id].gpr, sizeof late->gpr);
    if (opcode(t->head.word) != OP_RDCFG)
        return;
    execute_now(s, t, &t->head);
    late->read = s->v->work->s.own.gpr[field(t->head.word, 16, 6)];
}

/* What the thread issued in this cycle, and the GPR that it read in the cycle before. */
static void execute_other(struct slow *s, struct thread *t)
{
    struct late late = {0};

    if (t->other) {
        slow_log(s->result, (struct slow_entry){.cycle = s->v->cycle, .kind = SLOW_EXEC, .unit = SFP_UNIT_NONE,
                                                .index = t->head.index, .thread = t->id});
        if (is_late(t->head.word)) {
            start_late(s, t, &late);
        } else {
            execute_now(s, t, &t->head);
            take_over(s, t);
        }
    }
    if (t->late.live)
        *gpr_of(s, t, t->late.op.word) = t->late.read;
    t->late = late;
}

/* All late writes land, then each thread's instruction executes. So an instruction of another unit sees every late
 * write in the cycle in which the write lands. No source gives an order. */
static void execute_others(struct slow *s)
{
    for (unsigned i = 0; i < SFP_THREADS; i++)
        land_configuration(s, &s->thread[i]);
    for (unsigned i = 0; i < SFP_THREADS; i++)
        execute_other(s, &s->thread[i]);
}

static bool any_late(const struct slow *s)
{
    for (unsigned i = 0; i < SFP_THREADS; i++)
        if (s->thread[i].late.live)
            return true;
    return false;
}

/* ---- One cycle ---- */

static void begin_cycle(struct slow *s)
{
    slow_vector_begin_cycle(s->v);
    s->late_lasts = any_late(s);
    for (unsigned i = 0; i < SFP_THREADS; i++)
        s->thread[i].semaphore_lasts = awaited_semaphore(s, s->thread[i].wait.word) >= 0;
}

static void end_of_thread_cycle(struct slow *s, struct thread *t)
{
    const uint32_t op = t->other ? opcode(t->head.word) : 0;
    const unsigned matrix = t->other ? matrix_cycles(s, t->head.word) : 0;

    if (s->v->cycle + matrix > t->matrix_until)
        t->matrix_until = s->v->cycle + matrix;
    if (t->waiting && !condition_lasts(s, t))
        t->waiting = false;
    if (op == OP_STALLWAIT || op == OP_SEMWAIT) {
        t->waiting = true;
        t->wait = t->head;
    }
    t->before = op;
    if (t->other)
        leave_gate(t);
}

static void end_of_cycle(struct slow *s)
{
    for (unsigned i = 0; i < SFP_THREADS; i++)
        if (s->thread[i].runs)
            end_of_thread_cycle(s, &s->thread[i]);
    slow_vector_end_cycle(s->v);
}

static void run_cycle(struct slow *s)
{
    static struct slow_part parts[SLOW_UNITS];
    bool vector;

    memset(parts, 0, sizeof parts);
    begin_cycle(s);
    slow_vector_due(s->v, parts);
    vector = issue(s);
    slow_vector_tick(s->v, vector);
    if (vector) {
        slow_vector_place(s->v, parts, s->input_thread, &s->input);
        count_issued(s, s->input_thread, true);
    }
    for (unsigned i = 0; i < SFP_THREADS; i++)
        if (s->thread[i].other)
            count_issued(s, (enum sfp_thread_id)i, false);
    if (slow_vector_execute(s->v, parts) || s->late_lasts)
        effect(s);
    execute_others(s);
    end_of_cycle(s);
}

/* ---- A run ---- */

static bool all_ended(const struct slow *s)
{
    for (unsigned i = 0; i < SFP_THREADS; i++)
        if (s->thread[i].runs && !s->thread[i].ended)
            return false;
    return true;
}

static bool is_over(const struct slow *s)
{
    return all_ended(s) && !s->has_input && !any_late(s) && !slow_vector_goes_on(s->v);
}

/* Does the thread wait for what only another one can give? */
static bool waits_for_ever(const struct slow *s, const struct thread *t, struct slow_deadlock_end *end)
{
    const bool by_semaphore = t->has_head && gate_holds(s, t) && opcode(t->wait.word) == OP_SEMWAIT
                              && awaited_semaphore(s, t->wait.word) >= 0;

    *end = (struct slow_deadlock_end){.thread = t->id};
    if (by_semaphore) {
        end->number = (unsigned)awaited_semaphore(s, t->wait.word);
        end->index = t->wait.index;
        end->held = t->head.index;
        return true;
    }
    if (!t->has_head || gate_holds(s, t) || !mutex_holds(s, t))
        return false;
    end->for_mutex = true;
    end->number = mutex_of(t->head.word);
    end->owner = (enum sfp_thread_id)other_owner(s, t, end->number);
    end->index = end->held = t->head.index;
    return true;
}

static bool is_deadlock(struct slow *s)
{
    struct slow_result *r = s->result;

    r->end_count = 0;
    if (!s->alone && slow_vector_goes_on(s->v))
        return false;
    for (unsigned i = 0; i < SFP_THREADS; i++) {
        const struct thread *t = &s->thread[i];

        if (!t->runs || t->ended)
            continue;
        if (!waits_for_ever(s, t, &r->end[r->end_count])) {
            r->end_count = 0;
            return false;
        }
        r->end_count++;
    }
    return r->end_count > 0;
}

static void run(struct slow *s)
{
    while (!s->result->diverged) {
        const uint64_t before = s->result->cycles;

        for (unsigned i = 0; i < SFP_THREADS; i++)
            if (s->thread[i].runs && !s->thread[i].ended)
                fetch(s, &s->thread[i]);
        if (is_over(s))
            return;
        run_cycle(s);
        if (s->result->cycles == before && is_deadlock(s))
            return;
    }
}

static void start(struct slow *s, const struct slow_threads *threads)
{
    s->arbiter = threads->arbiter;
    s->seed = threads->seed;
    s->alone = threads->alone;
    for (unsigned unit = 0; unit < SLOW_CONTESTED; unit++)
        s->last[unit] = SFP_THREADS - 1;
    for (unsigned i = 0; i < SFP_THREADS; i++) {
        struct thread *t = &s->thread[i];

        t->id = (enum sfp_thread_id)i;
        t->runs = threads->thread[i].count > 0;
        t->index = threads->index[i];
        slow_front_start(&t->front, arch_of(s), &s->v->expanders[i], &threads->thread[i]);
    }
}

static unsigned running(const struct slow_threads *threads)
{
    unsigned set = 0;

    for (unsigned i = 0; i < SFP_THREADS; i++)
        set |= (unsigned)(threads->thread[i].count > 0) << i;
    return set ? set : 1;
}

void slow_run_threads(struct sfp_machine *m, const struct slow_threads *threads, struct slow_result *result)
{
    struct slow *s = calloc(1, sizeof *s);
    const unsigned modes = sfp_host_float_enter();

    if (!s)
        abort();
    memset(result, 0, sizeof *result);
    s->result = result;
    s->v = slow_vector_new(m, running(threads), result);
    start(s, threads);
    run(s);
    for (unsigned i = 0; i < SFP_THREADS; i++)
        result->held += result->thread[i].held = s->thread[i].front.held;
    slow_vector_free(s->v);
    free(s);
    sfp_host_float_leave(modes);
}

/* ---- The log ---- */

void slow_log(struct slow_result *r, struct slow_entry entry)
{
    if (r->count == r->room) {
        r->room = r->room ? 2 * r->room : 256;
        r->log = realloc(r->log, r->room * sizeof *r->log);
        if (!r->log)
            abort();
    }
    r->log[r->count++] = entry;
}

void slow_free(struct slow_result *result)
{
    free(result->log);
}
