/* The race detector as an observer: words, mutexes and semaphores move the clocks; vector instructions access state. */
#include "races_parts.h"

#include <stddef.h>
#include <stdlib.h>

#include "base/archive.h"

/* ---- Notes: findings about one word ---- */

/* Keeps a finding about `op`, once for each word. Without room it is left out. */
static void keep_note(struct sfp_races *r, const struct races_note *note)
{
    for (size_t i = 0; i < r->note_count; i++) {
        struct races_note *kept = &r->notes[i];

        if (kept->finding != note->finding || kept->op.index != note->op.index)
            continue;
        if (note->lacking > kept->lacking)
            *kept = *note;
        return;
    }
    if (r->note_count < RACES_NOTES)
        r->notes[r->note_count++] = *note;
}

/* Looks for scheduled work that may not be over when the thread releases a mutex or posts a semaphore. */
static void check_drained(struct sfp_races *r, const struct sfp_event *event)
{
    const struct races_thread *thread = &r->threads[event->thread];
    struct races_note note = {.finding = SFP_FIND_THREAD_DRAIN, .op = *event->op, .cycle = event->cycle,
                              .lacks_vector = thread->counting != 0, .thread = event->thread};

    if (!thread->unfinished)
        return;
    note.lacking = races_lacking(thread, &note.other);
    keep_note(r, &note);
}

/* ---- Waits for the vector unit that are meant to hold a release ---- */

static bool is_release(const struct sfp_insn *insn)
{
    return insn->id == SFP_I_ATRELM || insn->id == SFP_I_SEMPOST;
}

static bool waits_for_vector_unit(const struct sfp_races *r, const struct sfp_op *op)
{
    return op->insn->id == SFP_I_STALLWAIT
           && sfp_stallwait_conditions(r->machine, op) & sfp_arch_facts(r->machine->s.arch)->stallwait.sfpu;
}

/* Looks at the first words after a wait for the vector unit. The wait has done its work with the first word that it
 * holds; a vector instruction makes it late for a release. */
static void follow_drain(struct sfp_races *r, const struct sfp_event *event)
{
    struct races_thread *thread = &r->threads[event->thread];
    const struct sfp_insn *insn = event->op->insn;

    if (insn->unit != SFP_UNIT_NONE || sfp_wait_blocks(r->machine->s.arch, &thread->drain, insn)) {
        thread->has_drain = false;
        return;
    }
    if (!is_release(insn))
        return;
    thread->has_drain = false;
    keep_note(r, &(struct races_note){.finding = SFP_FIND_WAIT_CLASS, .op = thread->drain, .cycle = thread->drain_at,
                                      .other = event->op->index, .thread = event->thread});
}

static void begin_drain(struct sfp_races *r, const struct sfp_event *event)
{
    struct races_thread *thread = &r->threads[event->thread];

    if (!waits_for_vector_unit(r, event->op))
        return;
    thread->has_drain = true;
    thread->drain = *event->op;
    thread->drain_at = event->cycle;
}

/* ---- Mutexes ---- */

static void take_mutex(struct sfp_races *r, const struct sfp_event *event)
{
    struct races_thread *thread = &r->threads[event->thread];
    const uint32_t mutex = sfp_selected_mutex(event->op->insn, event->op->word);

    if (mutex >= RACES_MUTEXES)
        return;
    races_join(&thread->clock, &r->mutexes[mutex]);
    thread->mutexes |= 1u << mutex;
    thread->taken_by[mutex] = *event->op;
    thread->taken_at[mutex] = event->cycle;
}

static void release_mutex(struct sfp_races *r, const struct sfp_event *event)
{
    struct races_thread *thread = &r->threads[event->thread];
    const uint32_t mutex = sfp_selected_mutex(event->op->insn, event->op->word);

    if (mutex >= RACES_MUTEXES || !(thread->mutexes >> mutex & 1))
        return;
    check_drained(r, event);
    r->mutexes[mutex] = thread->clock;
    thread->mutexes &= ~(1u << mutex);
}

/* ---- Words ---- */

/* A word left its wait gate. */
static void pass_word(struct sfp_races *r, const struct sfp_event *event)
{
    struct races_thread *thread = &r->threads[event->thread];
    const struct sfp_insn *insn = event->op->insn;

    r->ran |= 1u << event->thread;
    r->cycle = event->cycle;
    if (thread->has_drain)
        follow_drain(r, event);
    if (thread->pending.classes)
        races_take_pending(thread, insn);
    thread->clock.words[event->thread]++;
    races_tick(r, event->thread, insn->unit != SFP_UNIT_NONE);
}

static void execute_other_unit(struct sfp_races *r, const struct sfp_event *event)
{
    switch (event->op->insn->id) {
    case SFP_I_STALLWAIT:
        begin_drain(r, event);
        break;
    case SFP_I_SEMWAIT:
        races_begin_semwait(r, event);
        break;
    case SFP_I_ATGETM:
        take_mutex(r, event);
        break;
    case SFP_I_ATRELM:
        release_mutex(r, event);
        break;
    case SFP_I_SEMINIT:
        races_seminit(r, event->thread, event->op);
        break;
    case SFP_I_SEMPOST:
        check_drained(r, event);
        races_sempost(r, event->thread, event->op);
        break;
    case SFP_I_SEMGET:
        races_semget(r, event->thread, event->op);
        break;
    default:
        break;
    }
}

/* Returns the thread's last word, `op`, as the author of accesses. */
static struct races_actor make_word_actor(const struct sfp_races *r, enum sfp_thread_id thread, const struct sfp_op *op)
{
    const struct races_clock *clock = &r->threads[thread].clock;

    return (struct races_actor){.thread = thread, .word = clock->words[thread], .view = clock,
                                .place = {op->index, false}, .task = -1, .op = op, .cycle = r->cycle};
}

static void execute_vector(struct sfp_races *r, const struct sfp_event *event)
{
    const struct races_actor me = make_word_actor(r, event->thread, event->op);
    struct races_uses uses;

    races_look_at_pending(r, event);
    races_find_uses(event, &uses);
    uses.reads |= races_set(RACES_SCHEDULE);
    races_access(r, &me, &uses);
    if (event->op->insn->id == SFP_I_SFPLOADMACRO)
        r->threads[event->thread].macro = *event->op;
}

static void execute(struct sfp_races *r, const struct sfp_event *event)
{
    if (event->scheduled) {
        races_count_pending(r, event, -1);
        races_execute_item(r, event);
        return;
    }
    pass_word(r, event);
    if (event->op->insn->unit == SFP_UNIT_NONE)
        execute_other_unit(r, event);
    else
        execute_vector(r, event);
}

/* An instruction left the gate, but lost its sub-unit to an item: it used only the queues. */
static void discard(struct sfp_races *r, const struct sfp_event *event)
{
    struct races_actor me;

    pass_word(r, event);
    races_look_at_pending(r, event);
    me = make_word_actor(r, event->thread, event->op);
    races_access(r, &me, &(struct races_uses){.reads = races_set(RACES_SCHEDULE)});
}

static void hear_event(void *races, const struct sfp_event *event)
{
    struct sfp_races *r = races;

    switch (event->kind) {
    case SFP_EVENT_EXEC:
        execute(r, event);
        break;
    case SFP_EVENT_DISCARD:
        discard(r, event);
        break;
    case SFP_EVENT_SCHEDULE:
        races_count_pending(r, event, 1);
        races_schedule(r, event);
        break;
    case SFP_EVENT_FORGET:
        races_count_pending(r, event, -1);
        races_forget(r, event);
        break;
    case SFP_EVENT_WAIT_END:
        races_end_wait(r, event);
        break;
    default:
        break;
    }
}

void sfp_races_hear_dst(void *races, const struct sfp_dst_write *write)
{
    struct sfp_races *r = races;
    struct races_actor me;

    if (!write->op) /* a core's store */
        return;
    me = make_word_actor(r, r->machine->thread, write->op);
    for (unsigned group = write->row / SFP_ROWS; group * SFP_ROWS < write->row + write->rows; group++)
        races_access_row_group(r, &me, group);
}

/* ---- Life ---- */

static uint32_t held_at_start(const struct sfp_machine *m, enum sfp_thread_id thread)
{
    return m->thread == thread ? m->s.own.mutexes : m->parked[thread].own.mutexes;
}

struct sfp_races *sfp_races_new(const struct sfp_machine *machine)
{
    struct sfp_races *r = calloc(1, sizeof *r);

    if (!r)
        return NULL;
    r->machine = machine;
    r->observer = (struct sfp_observer){
        .event = hear_event, .context = r,
        .unheard = 1u << SFP_EVENT_FETCH | 1u << SFP_EVENT_STALL | 1u << SFP_EVENT_BUBBLE | 1u << SFP_EVENT_HAZARD
                   | 1u << SFP_EVENT_COMPLETE | 1u << SFP_EVENT_PASS | 1u << SFP_EVENT_CORE};
    races_start_semaphores(r);
    for (unsigned t = 0; t < SFP_THREADS; t++) {
        r->threads[t].mutexes = held_at_start(machine, (enum sfp_thread_id)t);
        r->threads[t].macro_id = SFP_NO_ID;
        for (unsigned i = 0; i < RACES_TASKS; i++)
            r->threads[t].tasks[i].macro_id = SFP_NO_ID;
    }
    return r;
}

void sfp_races_free(struct sfp_races *races)
{
    free(races);
}

struct sfp_observer *sfp_races_observer(struct sfp_races *races)
{
    return &races->observer;
}

void sfp_races_archive(struct sfp_races *races, struct archiving *archiving)
{
    enum { BEGIN = offsetof(struct sfp_races, ran) };

    archive_bytes(archiving, (char *)races + BEGIN, sizeof *races - BEGIN);
}
