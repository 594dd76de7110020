/* A table of races: pairs of places, by kind of state, with counts; and the first pair of each kind. */
#include "races_parts.h"

static struct sfp_race_place make_race_place(enum sfp_thread_id thread, struct races_place place, bool write)
{
    return (struct sfp_race_place){.thread = thread, .index = place.index, .write = write,
                                   .scheduled = place.scheduled};
}

static struct sfp_race make_race(unsigned item, const struct races_actor *me, bool writes,
                                 const struct races_other *other)
{
    return (struct sfp_race){
        .item = races_kind_name(races_kind(item)),
        .row = item < RACES_DST ? -1 : (int)((item - RACES_DST) / 2 * SFP_ROWS),
        .place = {make_race_place(me->thread, me->place, writes),
                  make_race_place(other->thread, other->place, other->write)}};
}

static bool is_place(const struct sfp_race_place *a, const struct sfp_race_place *b)
{
    return a->index == b->index && a->thread == b->thread && a->scheduled == b->scheduled;
}

/* Returns whether two races have the same kind of state and the same places, in any order. */
static bool is_same_race(const struct sfp_race *a, const struct sfp_race *b)
{
    const unsigned first = !is_place(&a->place[0], &b->place[0]);

    return a->item == b->item && is_place(&a->place[0], &b->place[first]) && is_place(&a->place[1], &b->place[!first]);
}

/* Returns where the search for a race begins in the table: the same for both orders of its places. */
static size_t hash_race(unsigned kind, const struct sfp_race *race)
{
    const uint64_t spread = UINT64_C(0x9E3779B97F4A7C15); /* Knuth's multiplicative hash: 2^64 divided by the golden
                                                           * ratio */
    const uint64_t a = race->place[0].index * spread >> 20, b = race->place[1].index * spread >> 20;

    return ((a + b + kind) * spread >> 32) % RACES_PAIR_SLOTS;
}

/* Returns the table's entry for `race`, adding an entry for a new race. Returns NULL if the table is full. */
static struct sfp_race *find_race(struct sfp_races *r, unsigned kind, const struct sfp_race *race)
{
    size_t at = hash_race(kind, race);

    for (; r->slots[at]; at = (at + 1) % RACES_PAIR_SLOTS)
        if (is_same_race(&r->races[r->slots[at] - 1], race))
            return &r->races[r->slots[at] - 1];
    if (r->count >= (r->firsts[kind].pairs ? RACES_PAIRS - RACES_KINDS : RACES_PAIRS)) { /* the last are for kinds
                                                                                          * without a race so far */
        r->full = true;
        return NULL;
    }
    r->races[r->count] = *race;
    r->slots[at] = (uint16_t)++r->count;
    return &r->races[r->count - 1];
}

static void keep_first(struct races_first *first, size_t race, const struct races_actor *me,
                       const struct races_other *other)
{
    first->race = race;
    first->cycle = me->cycle;
    first->op = *me->op;
    if (other->by)
        first->by = *other->by;
}

void races_note_pair(struct sfp_races *r, unsigned item, const struct races_actor *me, bool writes,
                     const struct races_other *other)
{
    const unsigned kind = races_kind(item);
    const struct sfp_race made = make_race(item, me, writes, other);
    struct sfp_race *race = find_race(r, kind, &made);

    if (!race)
        return;
    if (race->count++)
        return;
    if (!r->firsts[kind].pairs++)
        keep_first(&r->firsts[kind], (size_t)(race - r->races), me, other);
}
