/*
 * Tasks: scheduled items, from their SFPLOADMACRO until they are finished in any timing. An item of delay d is finished
 * after d + 1 further words of its thread, since every word takes a cycle at least. While an item of the thread counts
 * instructions, only vector instructions count. Another thread's vector instructions may finish the item sooner in this
 * run, but no order promises that (sfpu-threads(7), Scheduled work).
 */
#include "races_parts.h"

#include <string.h>

static unsigned task_unit(enum sfp_unit unit)
{
    return (unsigned)unit - SFP_UNIT_SIMPLE;
}

/* ---- Ends of tasks ---- */

/* Calls `leave` for each item of state among the task's accesses. */
static void leave_items(struct sfp_races *r, enum sfp_thread_id thread, unsigned number,
                        void (*leave)(struct races_accesses *own, const struct races_task *task, uint32_t bit,
                                      bool is_schedule))
{
    const struct races_task *task = &r->threads[thread].tasks[number];
    const uint32_t bit = 1u << number;

    for (uint64_t left = task->reads | task->writes; left; left &= left - 1) {
        const unsigned item = (unsigned)__builtin_ctzll(left);

        leave(&r->items[item].by[thread], task, bit, item == RACES_SCHEDULE);
    }
    for (unsigned i = 0; i < task->cells_count; i++)
        for (unsigned g = 0; g < task->cells[i].count; g++)
            for (unsigned odd = 0; odd < 2; odd++)
                leave(&r->items[races_dst_item(task->cells[i].group[g], odd)].by[thread], task, bit, false);
}

static void fold_last(struct races_last *last, const struct races_task *task, bool is_schedule)
{
    if (task->finished_at >= last->word)
        *last = (struct races_last){task->finished_at, {task->op.index, !is_schedule}};
}

/* Turns the task's accesses into finished ones of the word that ended the task. */
static void fold_access(struct races_accesses *own, const struct races_task *task, uint32_t bit, bool is_schedule)
{
    if (own->read_tasks & bit)
        fold_last(&own->read, task, is_schedule);
    if (own->write_tasks & bit)
        fold_last(&own->write, task, is_schedule);
    own->read_tasks &= ~bit;
    own->write_tasks &= ~bit;
}

static void drop_access(struct races_accesses *own, const struct races_task *task, uint32_t bit, bool is_schedule)
{
    (void)task;
    (void)is_schedule;
    own->read_tasks &= ~bit;
    own->write_tasks &= ~bit;
}

static void end_task(struct sfp_races *r, enum sfp_thread_id thread, unsigned number)
{
    struct races_thread *own = &r->threads[thread];
    struct races_task *task = &own->tasks[number];
    const uint32_t bit = 1u << number;

    task->finished_at = own->clock.words[thread];
    own->unfinished &= ~bit;
    own->counting &= ~bit;
    own->due[task->ends % RACES_TICKS] &= ~bit;
}

void races_tick(struct sfp_races *r, enum sfp_thread_id thread, bool vector)
{
    struct races_thread *own = &r->threads[thread];

    if (!own->unfinished || (own->counting && !vector))
        return;
    own->ticks++;
    for (uint32_t left = own->due[own->ticks % RACES_TICKS]; left; left &= left - 1) {
        end_task(r, thread, (unsigned)__builtin_ctz(left));
        leave_items(r, thread, (unsigned)__builtin_ctz(left), fold_access);
    }
}

unsigned races_lacking(const struct races_thread *thread, size_t *macro)
{
    uint64_t most = 0;

    for (uint32_t left = thread->unfinished; left; left &= left - 1) {
        const struct races_task *task = &thread->tasks[__builtin_ctz(left)];

        if (task->ends - thread->ticks <= most)
            continue;
        most = task->ends - thread->ticks;
        *macro = task->op.index;
    }
    return (unsigned)most;
}

/* ---- Tasks of events ---- */

/* Returns the number of the task of an item, or -1 if the place of a task as old is taken by now. */
static int find_task(const struct races_thread *thread, const struct sfp_event *event)
{
    for (unsigned i = task_unit(event->unit); i < RACES_TASKS; i += RACES_UNITS)
        if (thread->tasks[i].macro_id == event->macro_id)
            return (int)i;
    return -1;
}

static bool is_unfinished(const struct races_thread *thread, unsigned number)
{
    return thread->unfinished >> number & 1;
}

/* Returns the task for an item of the thread's latest SFPLOADMACRO. Groups of lanes share a task. */
static unsigned open_task(struct races_thread *thread, const struct sfp_event *event)
{
    unsigned number;
    struct races_task *task;

    if (thread->macro_id != event->macro_id)
        thread->macros++;
    thread->macro_id = event->macro_id;
    number = thread->macros % RACES_MACROS * RACES_UNITS + task_unit(event->unit);
    task = &thread->tasks[number];
    if (!is_unfinished(thread, number) || task->macro_id != event->macro_id)
        *task = (struct races_task){.macro_id = event->macro_id, .view = thread->clock, .op = *event->op,
                                    .ends = thread->ticks};
    task->groups++;
    return number;
}

/* Sets the task's last tick. Among groups of lanes the latest tick counts. */
static void await_end(struct races_thread *thread, unsigned number, const struct sfp_event *event)
{
    struct races_task *task = &thread->tasks[number];
    const uint64_t ends = thread->ticks + event->delay + 1;
    const uint32_t bit = 1u << number;

    if (is_unfinished(thread, number))
        thread->due[task->ends % RACES_TICKS] &= ~bit;
    if (ends > task->ends)
        task->ends = ends;
    thread->due[task->ends % RACES_TICKS] |= bit;
    thread->unfinished |= bit;
    thread->counting |= event->counts_insns ? bit : 0;
}

static struct races_actor make_task_actor(const struct sfp_races *r, const struct sfp_event *event, unsigned number)
{
    const struct races_thread *thread = &r->threads[event->thread];
    const struct races_task *task = &thread->tasks[number];
    const bool unfinished = is_unfinished(thread, number);

    return (struct races_actor){.thread = event->thread, .view = &task->view, .op = event->op, .cycle = event->cycle,
                                .word = unfinished ? 0 : task->finished_at, .task = unfinished ? (int)number : -1,
                                .place = {(uint32_t)event->macro_index, true}};
}

/* The SFPLOADMACRO writes the schedule as long as the task lasts, and reads the item's template. */
static void access_by_macro(struct sfp_races *r, const struct sfp_event *event, unsigned number)
{
    const struct races_thread *thread = &r->threads[event->thread];
    struct races_actor macro = make_task_actor(r, event, number);

    macro.op = &thread->macro;
    macro.place.scheduled = false;
    races_access(r, &macro, &(struct races_uses){.writes = races_set(RACES_SCHEDULE)});
    macro.task = -1;
    macro.word = thread->clock.words[event->thread];
    if (event->selector >= SFP_SELECT_TEMPLATE)
        races_access(r, &macro, &(struct races_uses){
            .reads = races_set(RACES_TEMPLATE + event->selector - SFP_SELECT_TEMPLATE)});
}

void races_schedule(struct sfp_races *r, const struct sfp_event *event)
{
    struct races_thread *thread = &r->threads[event->thread];
    const unsigned number = open_task(thread, event);
    struct races_task *task = &thread->tasks[number];
    struct races_actor item;
    struct races_uses uses;

    await_end(thread, number, event);
    races_find_uses(event, &uses);
    item = make_task_actor(r, event, number);
    races_access(r, &item, &uses);
    access_by_macro(r, event, number);
    task->reads |= uses.reads;
    task->writes |= uses.writes | races_set(RACES_SCHEDULE);
}

void races_forget(struct sfp_races *r, const struct sfp_event *event)
{
    struct races_thread *thread = &r->threads[event->thread];
    const int number = find_task(thread, event);

    if (number < 0 || !is_unfinished(thread, (unsigned)number) || --thread->tasks[number].groups)
        return;
    end_task(r, event->thread, (unsigned)number);
    leave_items(r, event->thread, (unsigned)number, drop_access);
}

/* Records the cells until the task ends. Returns false without room. Groups of lanes store to one address, so that two
 * sets of cells are usual at most: the cells of a 16-bit format, and those of a 32-bit format. */
static bool add_task_cells(struct races_task *task, const struct races_cells *cells)
{
    for (unsigned i = 0; i < task->cells_count; i++)
        if (memcmp(&task->cells[i], cells, sizeof *cells) == 0)
            return true;
    if (task->cells_count == RACES_TASK_CELLS)
        return false;
    task->cells[task->cells_count++] = *cells;
    return true;
}

/* Accesses the cells of a scheduled store, which are known only when the store executes. All other state was accessed
 * when the item was scheduled. */
void races_execute_item(struct sfp_races *r, const struct sfp_event *event)
{
    struct races_thread *thread = &r->threads[event->thread];
    struct races_uses uses;
    struct races_actor item;
    int number;

    if (!event->transfer.reaches || (number = find_task(thread, event)) < 0)
        return;
    races_find_uses(event, &uses);
    uses.reads = uses.writes = 0;
    item = make_task_actor(r, event, (unsigned)number);
    if (!add_task_cells(&thread->tasks[number], &uses.cells)) {
        item.task = -1;
        item.word = thread->clock.words[event->thread];
    }
    races_access(r, &item, &uses);
}
