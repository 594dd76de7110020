/* Checks each access to an item of state against the other threads' accesses, and records the access. */
#include "races_parts.h"

static void note_last(struct sfp_races *r, unsigned item, const struct races_actor *me, bool writes,
                      enum sfp_thread_id thread, const struct races_last *last, bool last_writes)
{
    races_note_pair(r, item, me, writes,
                    &(struct races_other){.thread = thread, .place = last->place, .write = last_writes});
}

static void note_tasks(struct sfp_races *r, unsigned item, const struct races_actor *me, bool writes,
                       enum sfp_thread_id thread, uint32_t tasks, bool tasks_write)
{
    for (uint32_t left = tasks; left; left &= left - 1) {
        const struct sfp_op *op = &r->threads[thread].tasks[__builtin_ctz(left)].op;

        races_note_pair(r, item, me, writes,
                        &(struct races_other){.thread = thread, .write = tasks_write,
                                              .place = {op->index, item != RACES_SCHEDULE},
                                              .by = item != RACES_SCHEDULE ? op : NULL});
    }
}

/* Notes the accesses of `thread` that conflict with the access by `me` and have no order with it. */
static void note_unordered(struct sfp_races *r, unsigned item, const struct races_actor *me, bool writes,
                           enum sfp_thread_id thread)
{
    const struct races_accesses *by = &r->items[item].by[thread];
    const uint64_t seen = me->view->words[thread];

    if (by->write.word > seen)
        note_last(r, item, me, writes, thread, &by->write, true);
    note_tasks(r, item, me, writes, thread, by->write_tasks, true);
    if (!writes)
        return;
    if (by->read.word > seen)
        note_last(r, item, me, writes, thread, &by->read, false);
    note_tasks(r, item, me, writes, thread, by->read_tasks, false);
}

/* Records the access. The last finished access is enough: an access ordered after it is ordered after all earlier
 * ones, since the thread runs its words in order. */
static inline void keep_access(struct races_accesses *own, const struct races_actor *me, bool writes)
{
    if (me->task >= 0)
        *(writes ? &own->write_tasks : &own->read_tasks) |= 1u << me->task;
    else
        *(writes ? &own->write : &own->read) = (struct races_last){me->word, me->place};
}

/* Returns whether a new access conflicts with `by`, the accesses of a thread of which `seen` words came before. */
static inline bool is_unordered(const struct races_accesses *by, uint64_t seen, bool writes)
{
    return by->write.word > seen || by->write_tasks || (writes && (by->read.word > seen || by->read_tasks));
}

static inline void access_item(struct sfp_races *r, const struct races_actor *me, unsigned item, bool writes)
{
    struct races_item *it = &r->items[item];
    const uint32_t own = 1u << me->thread;

    for (uint32_t left = (writes ? it->users : it->writers) & ~own; left; left &= left - 1) {
        const unsigned t = (unsigned)__builtin_ctz(left);

        if (__builtin_expect(is_unordered(&it->by[t], me->view->words[t], writes), 0))
            note_unordered(r, item, me, writes, (enum sfp_thread_id)t);
    }
    it->users |= own;
    it->writers |= writes ? own : 0;
    keep_access(&it->by[me->thread], me, writes);
}

/* Accesses the even and odd columns, as far as the set `columns` has them, of four rows of Dst. */
static void access_group(struct sfp_races *r, const struct races_actor *me, unsigned group, unsigned columns,
                         bool writes)
{
    if (columns & SFP_EVEN_COLUMNS)
        access_item(r, me, races_dst_item(group, false), writes);
    if (columns & SFP_ODD_COLUMNS)
        access_item(r, me, races_dst_item(group, true), writes);
}

void races_access(struct sfp_races *r, const struct races_actor *me, const struct races_uses *uses)
{
    for (uint64_t left = uses->reads & ~uses->writes; left; left &= left - 1)
        access_item(r, me, (unsigned)__builtin_ctzll(left), false);
    for (uint64_t left = uses->writes; left; left &= left - 1)
        access_item(r, me, (unsigned)__builtin_ctzll(left), true);
    for (unsigned i = 0; i < uses->cells.count; i++)
        access_group(r, me, uses->cells.group[i], uses->cells.columns, uses->stores);
}

void races_access_row_group(struct sfp_races *r, const struct races_actor *me, unsigned group)
{
    access_group(r, me, group, SFP_EVEN_COLUMNS | SFP_ODD_COLUMNS, true);
}
