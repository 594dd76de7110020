/* The tile as a feed. Without time, the core runs until it pushes a word; in time, as far as the cycle allows. */
#include <inttypes.h>
#include <string.h>

#include "model/control.h"
#include "tile_parts.h"
#include "base/word_bytes.h"

/* ---- Waiting ---- */

/* Steps through the core's endless loop once more. Returns whether the loop loads, and the address of its last load. */
static bool loads_in_loop(struct sfp_tile *t, uint32_t *address)
{
    const uint32_t pc = t->core.pc;
    struct rv_outcome o;
    bool loads = false;

    do {
        if (rv_step(&t->core, &o) != RV_STOP_NONE)
            return loads;
        if (rv_insns[o.op.id].timing != RV_CLASS_LOAD)
            continue;
        loads = true;
        *address = o.address;
    } while (t->core.pc != pc);
    return loads;
}

/* Applies the next action of others. Returns false if none is left. */
static bool apply_next_action(struct sfp_tile *t)
{
    const struct tile_poke *poke = &t->when_idle[t->idle];

    if (t->idle == t->when_idle_count)
        return false;
    t->idle++;
    if (poke->bytes) {
        tile_poke(t, poke);
        t->core.changes++; /* the value that the core waits for may have come */
    } else {
        t->end = TILE_DONE;
    }
    return true;
}

bool tile_awaits(struct sfp_tile *t, uint32_t *address)
{
    *address = t->kept ? tile_ports_oldest(t)->address : t->last_read;
    return t->kept || t->blocked || t->core.watch.reads != t->core.reads || loads_in_loop(t, address);
}

/* With mates: notes that the core has repeated its state. Two repetitions while no thread does anything else show that
 * the core loops for ever: nothing that it reads has changed between them. */
static void note_repetition(struct sfp_tile *t)
{
    if (!t->looping || t->looping_changes != t->core.changes || t->thread.quiet > t->looping_since) {
        t->looping_since = t->now;
        t->repeats = 0;
    }
    t->looping = true;
    t->looping_changes = t->core.changes;
    t->repeats++;
}

/* Handles an endless loop: waits for the thread's work in flight, then applies the next action of others, and
 * otherwise ends the run as a deadlock. */
static void break_loop(struct sfp_tile *t)
{
    bool reads = t->core.watch.reads != t->core.reads;

    if (t->devices.mates) {
        note_repetition(t);
        return;
    }
    if (t->timed && (t->thread.in_flight || t->waiting_count || t->pending_count)) {
        t->looping = true; /* the core's own thread may still change what the core reads */
        t->looping_changes = t->core.changes;
        return;
    }
    if (apply_next_action(t))
        return;
    if (!reads)
        reads = loads_in_loop(t, &t->last_read);
    t->waits = reads;
    t->waits_at = t->last_read;
    if (reads)
        tile_fail(t, TILE_DEADLOCK, "it loops for ever, and reads 0x%08X, which does not change", t->last_read);
    else
        tile_fail(t, TILE_DEADLOCK, "it loops for ever");
}

/* Returns whether the core loops without progress. */
static bool is_looping(const struct sfp_tile *t)
{
    const bool loops = t->looping && t->looping_changes == t->core.changes;

    return loops && (!t->devices.mates || (t->repeats > 1 && t->thread.quiet <= t->looping_since));
}

/* Returns whether neither the core nor a store of the core will make progress unless the thread, or another thread,
 * does. */
static bool is_stuck(const struct sfp_tile *t)
{
    const bool loops = is_looping(t);

    return !t->thread.moved && (!t->pending_count || t->kept) && (t->end != TILE_UNDER_WAY || t->blocked || loops);
}

/* Returns whether a wait for this semaphore would end if another thread had set the semaphore up. False if the
 * semaphore is set up. */
static bool waits_for_set_up(struct sfp_tile *t, unsigned semaphore, const struct sfp_op *wait)
{
    struct sfp_semaphore *s = &t->devices.m->s.semaphore[semaphore];
    bool over;

    if (s->max > 0 || s->value > 0)
        return false;
    s->max = TILE_SET_UP_MOST;
    over = sfp_semwait_holds(&t->devices.m->s, wait) != (int)semaphore;
    s->max = 0;
    return over;
}

static enum sfp_relief relieve_wait(void *context, const struct sfp_op *wait)
{
    struct sfp_tile *t = context;
    const int semaphore = sfp_semwait_holds(&t->devices.m->s, wait);

    if (semaphore >= 0 && t->partner) {
        if (waits_for_set_up(t, (unsigned)semaphore, wait))
            tile_ports_set_up(t, (unsigned)semaphore, wait->index - t->devices.offset);
        else
            tile_ports_change(t, (unsigned)semaphore, wait->index - t->devices.offset);
        return SFP_RELIEF_GIVEN;
    }
    return t->timed && !is_stuck(t) ? SFP_RELIEF_LATER : SFP_RELIEF_NONE;
}

/* Sets *index to the place where the core waits: the instruction of a store that is kept, or else the next one. */
static bool waits_for_others(void *context, size_t *index)
{
    const struct sfp_tile *t = context;
    const bool ended = t->end != TILE_UNDER_WAY;

    if (!is_stuck(t) || t->waiting_count || (ended && !t->pending_count))
        return false;
    *index = t->devices.offset + (ended ? tile_ports_oldest(t)->index[0] : tile_index(t, t->core.pc));
    return true;
}

/* With mates: notes whether anything has changed, outside of the core, that it may wait for. */
static void look_at_mates(struct sfp_tile *t)
{
    const struct sfp_machine *m = t->devices.m;

    if (t->seen_changes == t->devices.mates->changes && t->seen_config == m->config_version
        && memcmp(t->seen_semaphore, m->s.semaphore, sizeof t->seen_semaphore) == 0)
        return;
    t->seen_changes = t->devices.mates->changes;
    t->seen_config = m->config_version;
    memcpy(t->seen_semaphore, m->s.semaphore, sizeof t->seen_semaphore);
    t->core.changes++;
}

/* ---- Calls ---- */

void tile_begin_call(struct rv_core *core, const struct tile_call *c)
{
    for (unsigned i = 0; i < TILE_ARGUMENTS; i++)
        core->x[RV_A0 + i] = c->arguments[i];
    core->x[RV_SP] = c->stack;
    core->x[RV_GP] = c->global;
    rv_call(core, c->address);
}

/* Ends the call under way, and begins the next. */
static void end_call(struct sfp_tile *t)
{
    if (++t->call == t->call_count) {
        t->end = TILE_DONE;
        return;
    }
    tile_begin_call(&t->core, &t->calls[t->call]);
    if (t->trail.kept)
        tile_order_call(t);
}

/* Handles ecall. Tools that test kernels elsewhere, such as qemu-riscv32, take ecall 93 for exit(), with a status. */
static void leave_by_ecall(struct sfp_tile *t)
{
    enum { LINUX_EXIT = 93 };

    if (t->core.x[RV_A7] == LINUX_EXIT && t->core.x[RV_A0] != 0)
        tile_fail(t, TILE_EXITED, "exits with status %" PRIu32, t->core.x[RV_A0]);
    else
        t->end = TILE_DONE;
}

/* Handles the core's stop. */
static void handle_stop(struct sfp_tile *t, enum rv_stop stop)
{
    switch (stop) {
    case RV_STOP_ECALL:
        leave_by_ecall(t);
        break;
    case RV_STOP_EBREAK:
    case RV_STOP_SELF_LOOP:
        t->end = TILE_DONE;
        break;
    case RV_STOP_RETURN:
        end_call(t);
        break;
    case RV_STOP_REPEATS:
        break_loop(t);
        break;
    case RV_STOP_BUS:
    case RV_STOP_FINDING:
        tile_fail(t, TILE_FAILED, "an access to 0x%08X fails", t->core.fault.detail);
        break;
    case RV_STOP_NONE:
    case RV_STOP_MOST:
    case RV_STOP_BLOCKED:
    case RV_STOP_PENDING:
        break;
    }
}

/* ---- Without time ---- */

static enum sfp_fed take_waiting(struct sfp_tile *t, struct sfp_fed_word *word)
{
    *word = t->waiting[t->first_waiting];
    t->first_waiting = (t->first_waiting + 1) % TILE_WAITING;
    t->waiting_count--;
    return SFP_FED_WORD;
}

static enum sfp_fed run_to_word(struct sfp_tile *t, struct sfp_fed_word *word)
{
    enum { AT_ONCE = 1 << 20 }; /* instructions between two updates of t->now */

    while (t->end == TILE_UNDER_WAY && !t->waiting_count) {
        handle_stop(t, rv_run(&t->core, AT_ONCE));
        t->now = t->core.retired;
    }
    return t->waiting_count ? take_waiting(t, word) : SFP_FED_END;
}

/* ---- In time ---- */

/* Notes that something outside the core delays the core, and starts the separate clock without such delays. */
static void hold_up(struct sfp_tile *t)
{
    if (t->held_up)
        return;
    t->held_up = true;
    t->alone = t->clock;
    tile_clock_drain(&t->alone);
}

/* Returns whether something outside the core holds the oldest store, such as a front end without room for a word. */
static bool is_store_kept(struct sfp_tile *t)
{
    const struct tile_pending *p = tile_ports_oldest(t);
    uint32_t offset;
    enum tile_region region;

    switch (p->way) {
    case TILE_TO_THREAD:
        return !t->thread.room;
    case TILE_TO_DEVICE:
        region = tile_region_of(t->core.arch, p->address, p->size, &offset);
        return tile_device_keeps(&t->devices, region, offset)
               || tile_tracked_waits(t, region, false, p->address, p->index[0]);
    case TILE_IN_MEMORY:
    case TILE_TO_L1:
        break;
    }
    return false;
}

/* Returns whether the store queue gives way to a load that issued in the cycle before; not twice in a row. */
static bool gives_way_to_load(struct sfp_tile *t)
{
    t->gave_way = t->clock.reads && t->clock.issued + 1 == t->now && !t->gave_way;
    return t->gave_way;
}

/* Lets the oldest store leave the queue, if possible. */
static void drain_oldest_store(struct sfp_tile *t)
{
    t->kept = false;
    if (!t->pending_count || tile_clock_leaves(&t->clock) > t->now || gives_way_to_load(t))
        return;
    t->kept = is_store_kept(t);
    if (t->kept) {
        hold_up(t);
        return;
    }
    tile_clock_leave(&t->clock, t->now);
    tile_ports_deliver(t, t->now);
}

/* Answers the held read once its condition is met. */
static void answer_held_read(struct sfp_tile *t)
{
    if (!t->clock.held || t->left < t->hold.behind)
        return;
    if (!(t->hold.by_mop ? t->thread.has_mop : t->thread.in_flight))
        tile_clock_answer(&t->clock, t->now);
}

/* Returns whether the load will be held until the thread or its MOP expander is idle. */
static bool is_held_load(const struct tile_step *step, bool *by_mop)
{
    const enum tile_answer answer = step->timing == RV_CLASS_LOAD && step->region < TILE_REGIONS
        ? tile_device_holds(step->region, step->address - tile_region_base(step->region)) : TILE_ANSWERED;

    *by_mop = answer == TILE_HELD_BY_MOP;
    return answer != TILE_ANSWERED;
}

static bool is_in_memory(const struct tile_step *step)
{
    return step->region == TILE_L1 || step->region == TILE_LOCAL || step->region == TILE_SLOW_LOCAL;
}

/* Reports a load that comes before a held read is done: hardware may give such loads wrong values. */
static void look_at_held(const struct sfp_tile *t, const struct tile_step *step)
{
    const bool early = t->clock.held || t->now < t->clock.held_done;

    if (early && (step->region == TILE_SYNC || step->region == TILE_MAILBOX))
        tile_device_say(&t->devices, RV_FINDING_SYNC_LOAD, step->address);
}

/* Reports a load that may miss an overlapping store, on a core that compares only start addresses. */
static void look_at_overlap(const struct sfp_tile *t, const struct tile_step *step)
{
    if (step->timing == RV_CLASS_LOAD && sfp_arch_facts(t->core.arch)->loads_by_start &&
        tile_clock_may_miss_store(&t->clock, step))
        tile_device_say(&t->devices, RV_FINDING_SUBWORD, step->address);
}

/* Finds the store that the load must wait for. A held load issues at once, and is answered after this store. */
static void look_back(struct sfp_tile *t, struct tile_step *step)
{
    const uint64_t stored = t->left + t->pending_count;
    unsigned back;

    if (!t->looked_back) {
        back = tile_ports_overlapped(t, step->address, step->bytes);
        t->overlapped = back ? stored + 1 - back : 0;
        t->looked_back = true;
        t->devices.at = tile_index(t, t->core.pc);
        look_at_held(t, step);
    }
    step->held = is_held_load(step, &t->hold.by_mop);
    if (step->held)
        t->hold.behind = t->overlapped;
    else if (t->overlapped)
        step->behind = (uint8_t)(stored + 1 - t->overlapped);
}

/* Describes the instruction at `pc` for listeners. */
static struct sfp_core_step core_step_at(const struct sfp_tile *t, uint32_t pc)
{
    return (struct sfp_core_step){
        .index = t->devices.offset + tile_index(t, pc), .address = pc, .word = sfp_word_at(t->l1 + pc),
        .line = tile_csr_lacks(t, TILE_NO_FUSION) ? 0 : tile_fused_line(t->core.arch)};
}

/* Adds the access of the instruction just executed, if outside memory, to its description. */
static void tell_access(const struct sfp_tile *t, const struct tile_step *step, struct sfp_core_step *told)
{
    const struct rv_op op = rv_decode(told->word);
    const bool loads = step->timing == RV_CLASS_LOAD;

    if (step->timing == RV_CLASS_PUSH) {
        told->access = SFP_CORE_PUSHES;
        told->value = (uint32_t)op.imm;
    } else if ((loads || step->timing == RV_CLASS_STORE) && !is_in_memory(step)) {
        told->access = loads ? SFP_CORE_LOADS : step->region == TILE_PUSH ? SFP_CORE_PUSHES : SFP_CORE_STORES;
        told->accessed = step->address;
        told->value = sfp_bits(t->core.x[loads ? op.rd : op.rs2], 0, step->bytes * 8u);
    }
}

static void tell_issued(const struct sfp_tile *t, const struct tile_step *step, uint32_t pc)
{
    struct sfp_core_step told = core_step_at(t, pc);

    told.next = t->core.pc;
    tell_access(t, step, &told);
    t->thread.tell(t->thread.listener, &told);
}

/* Returns the cause of the delay. A late fetch first shares the delay of the instruction before. */
static enum tile_stall held_by(const struct sfp_tile *t)
{
    return t->held_by == TILE_STALL_FETCH && t->now < t->clock.next ? t->clock.because : t->held_by;
}

static void tell_held(const struct sfp_tile *t)
{
    const enum tile_stall why = held_by(t);
    struct sfp_core_step told = core_step_at(t, t->core.pc);

    told.stall = tile_stall_names[why];
    told.by_thread = why == TILE_STALL_SYNC || why == TILE_STALL_FULL || (why == TILE_STALL_QUEUE && t->clock.held);
    told.fetched = why == TILE_STALL_FETCH;
    t->thread.tell(t->thread.listener, &told);
}

/* Returns whether the instruction stores to L1 that other cores read. Then the store takes effect when it leaves the
 * queue. The core itself sees no difference, since a load of bytes that are in the queue waits. */
static bool is_deferred(const struct sfp_tile *t, const struct tile_step *step)
{
    return t->devices.mates && step->timing == RV_CLASS_STORE && step->region == TILE_L1;
}

/* The load of an empty mailbox waits where it issues, and the core with it (chosen); hardware goes on until an
 * instruction needs the value (Mailboxes.md). */
static void wait_for_mail(struct sfp_tile *t)
{
    t->blocked = true;
    t->held_by = TILE_STALL_SYNC;
    hold_up(t);
}

/* Executes the instruction that issues in cycle `at`. Returns false if the core stops for this cycle. */
static bool execute_step(struct sfp_tile *t, struct tile_step *step, uint64_t at, enum tile_stall because)
{
    const uint32_t pc = t->core.pc;
    const bool defers = is_deferred(t, step);
    uint8_t old[RV_BYTES];
    struct trail_step noted;
    enum rv_stop stop;

    if (t->trail.kept)
        noted = tile_order_before(t, step);
    if (defers)
        memcpy(old, t->l1 + (step->address - tile_region_base(TILE_L1)), step->bytes);
    t->joins = tile_clock_joins(&t->clock, step);
    t->devices.at = tile_index(t, pc);
    look_at_overlap(t, step);
    stop = rv_run(&t->core, 1);
    if (stop == RV_STOP_BLOCKED)
        wait_for_mail(t);
    if (stop != RV_STOP_MOST) {
        handle_stop(t, stop);
        return t->end == TILE_UNDER_WAY && stop == RV_STOP_RETURN;
    }
    if (t->trail.kept)
        tile_order_note(t, step, &noted);
    t->looked_back = false;
    if (step->timing == RV_CLASS_STORE && is_in_memory(step))
        tile_ports_note_store(t, tile_index(t, pc), step->address, step->bytes);
    if (defers)
        tile_ports_defer(t, old);
    if (t->devices.mates && step->timing == RV_CLASS_AMO)
        t->devices.mates->changes++;
    if (step->held)
        hold_up(t);
    tile_flow_done(t, step, pc);
    tile_clock_issue_at(&t->clock, step, at, because, false);
    if (t->thread.tell)
        tell_issued(t, step, pc);
    if (!step->fused && t->core.pc - t->core.code.base < t->core.code.size) {
        t->not_before = t->clock.next; /* a word may still join the word before, and the code's end is seen at once */
        t->held_by = t->clock.because;
    }
    if (!t->held_up)
        return true;
    step->held = false;
    tile_clock_issue(&t->alone, step, true);
    return true;
}

/* Returns whether Auto TTSync makes the load wait for words that left the store queue before. */
static bool is_synced(struct sfp_tile *t, const struct tile_step *step)
{
    return step->timing == RV_CLASS_LOAD
           && tile_tracked_waits(t, step->region, true, step->address, (uint32_t)tile_index(t, t->core.pc));
}

/* Issues the next instruction if it can issue in this cycle. Returns false if not, or if the code has ended. */
static bool issue_next(struct sfp_tile *t)
{
    struct tile_step step;
    enum tile_stall because;
    uint64_t at;

    t->blocked = false;
    if (t->end != TILE_UNDER_WAY || t->not_before > t->now)
        return false;
    if (!tile_flow_next(t, &step)) {
        handle_stop(t, rv_run(&t->core, 1));
        return t->end == TILE_UNDER_WAY;
    }
    if (step.timing == RV_CLASS_LOAD)
        look_back(t, &step);
    at = tile_clock_earliest(&t->clock, &step, &because);
    if (at != TILE_NEVER)
        t->not_before = at;
    t->held_by = because;
    t->blocked = at == TILE_NEVER;
    if (at > t->now)
        return false;
    t->blocked = is_synced(t, &step);
    if (t->blocked) {
        hold_up(t);
        t->held_by = TILE_STALL_SYNC;
        return false;
    }
    return execute_step(t, &step, t->now, at < t->now ? TILE_STALL_SYNC : because);
}

static void begin_tile_cycle(void *context, const struct sfp_thread *thread)
{
    struct sfp_tile *t = context;
    const uint64_t before = t->core.retired;

    t->thread = *thread;
    t->now = thread->cycle;
    if (t->devices.mates)
        look_at_mates(t);
    answer_held_read(t);
    drain_oldest_store(t);
    while (issue_next(t))
        continue;
    if (t->trail.count && !t->trail.held)
        trail_catch_up(&t->trail, t->thread.issued);
    if (t->thread.tell && t->end == TILE_UNDER_WAY && t->core.retired == before)
        tell_held(t);
}

static enum sfp_fed take_in_time(struct sfp_tile *t, struct sfp_fed_word *word)
{
    if (t->waiting_count)
        return take_waiting(t, word);
    return t->end == TILE_UNDER_WAY || t->pending_count ? SFP_FED_NONE : SFP_FED_END;
}

/* ---- The feed ---- */

static enum sfp_fed next_fed_word(void *context, struct sfp_fed_word *word)
{
    struct sfp_tile *t = context;

    return t->timed ? take_in_time(t, word) : run_to_word(t, word);
}

void tile_feed_init(struct sfp_tile *t, size_t count)
{
    t->feed = (struct sfp_feed){.context = t, .count = t->devices.offset + count, .words = t->words - t->devices.offset,
                                .next = next_fed_word, .relieve = relieve_wait, .waits = waits_for_others,
                                .cycle = begin_tile_cycle};
}

void tile_start(struct sfp_tile *t, const struct tile_call *calls, size_t count, bool timed)
{
    t->calls = calls;
    t->call_count = count;
    t->call = 0;
    t->timed = timed;
    t->now = t->not_before = 0;
    t->devices.now = timed ? &t->now : &t->core.retired;
    t->end = count ? TILE_UNDER_WAY : TILE_DONE;
    t->first_waiting = t->waiting_count = 0;
    t->first_pending = t->pending_count = 0;
    t->held_up = t->looked_back = false;
    t->tracked = (struct tile_tracked){.words = 0};
    tile_cache_flush(&t->cache);
    t->code = tile_code_cache(t->core.arch, t->devices.owner);
    t->miss = (uint16_t)tile_code_miss(t->core.arch);
    t->idle = 0;
    t->waits = false;
    t->help_count = 0;
    t->blocked = t->kept = t->looping = t->gave_way = false;
    t->thread = (struct sfp_thread){.cycle = 0};
    tile_clock_start(&t->clock, t->core.arch);
    tile_csr_reset(t);
    if (!count)
        return;
    tile_begin_call(&t->core, t->calls);
    /* 0 if no code is at the pc */
    t->feed.first = t->devices.offset
                    + (tile_index(t, t->core.pc) < t->core.code.size / RV_BYTES ? tile_index(t, t->core.pc) : 0);
}
