/*
 * Finds the loops of a program, from the innermost outwards. A loop becomes one part for the level above, so that most
 * parts of a turn differ. A turn's length is tried as the distance to the same part's last occurrence.
 */
#include "loops.h"

#include <stdlib.h>

#include "origins.h"
#include "base/array.h"
#include "base/names.h"

/* A run of words from one place, or a loop of the level below. Ends where the next part begins. */
struct loop_part {
    uint64_t id; /* a hash; equal ids count as equal parts, since no user gains from a collision */
    size_t first;
};

/* An entry of the hash table: a part's id, and 1 plus the number of the part's last occurrence. 0: the slot is free. */
struct slot {
    uint64_t id;
    size_t number;
};

/* A level under way, from `parts` to `folded`. */
struct folding {
    const struct loop_part *parts; /* `count` parts, and a last one that marks the program's end */
    size_t count;
    struct loop_part *folded;
    size_t folded_count;
    struct slot *slots; /* the last occurrence of each part */
    size_t mask;
    size_t from;        /* parts before this number are in a loop, or before one */
    size_t tried, tried_to; /* turns of `tried` parts are known not to repeat before part `tried_to` */
};

static uint64_t mix_hash(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * HASH_SPREAD;
    return hash ^ hash >> 29;
}

/* ---- Places ---- */

static uint64_t id_of(const struct sfp_where *where)
{
    return mix_hash(mix_hash(hash_of(where->file, strlen(where->file)), where->line), where->column);
}

/* Adds word `index` to the last part if both have the same place; else begins a part. */
static void add_word_to_part(struct loop_part *parts, size_t *count, uint64_t id, size_t index)
{
    if (*count == 0 || parts[*count - 1].id != id)
        parts[(*count)++] = (struct loop_part){.id = id, .first = index};
}

/* Mixes each part's number of words into its id: parts of different length differ. */
static void mix_word_counts(struct loop_part *parts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        parts[i].id = mix_hash(parts[i].id, parts[i + 1].first - parts[i].first);
}

/* Divides the words into parts by their places. `parts` needs room for one part more than words. Returns the number
 * of parts. */
static size_t take_places(const struct sfp_program *program, struct loop_part *parts)
{
    struct origin_walk walk = sfp_origins_from(&program->origins, 0);
    struct sfp_where where;
    size_t count = 0;

    for (size_t i = 0; i < program->count; i++) {
        const struct sfp_origin origin = sfp_origins_next(&walk);

        add_word_to_part(parts, &count, sfp_origins_where(program, origin, &where) ? id_of(&where) : mix_hash(0, i), i);
    }
    parts[count] = (struct loop_part){.first = program->count};
    mix_word_counts(parts, count);
    return count;
}

/* ---- A level ---- */

/* Returns the part's slot, or the free slot where it would go. */
static struct slot *find_part_slot(const struct folding *folding, uint64_t id)
{
    size_t at = id & folding->mask;

    while (folding->slots[at].number && folding->slots[at].id != id)
        at = (at + 1) & folding->mask;
    return &folding->slots[at];
}

/* Counts the parts from `again` on that equal the parts from `before` on. */
static size_t count_equal_parts(const struct folding *folding, size_t before, size_t again)
{
    size_t count = 0;

    while (again + count < folding->count && folding->parts[before + count].id == folding->parts[again + count].id)
        count++;
    return count;
}

static void append_part(struct folding *folding, struct loop_part part)
{
    folding->folded[folding->folded_count++] = part;
}

/* Returns a hash of a turn: equal for loops whose turns are equal. */
static uint64_t hash_turn(const struct folding *folding, size_t first, size_t length)
{
    uint64_t body = length;

    for (size_t i = 0; i < length; i++)
        body = mix_hash(body, folding->parts[first + i].id);
    return body;
}

/* Returns the number of turns of a loop whose second turn begins with part `i`, and sets *length to the parts of a
 * turn. Returns 0 if no loop is found there. */
static size_t turns_at(struct folding *folding, size_t i, size_t *length)
{
    const struct slot *slot = find_part_slot(folding, folding->parts[i].id);
    size_t same;

    if (slot->number <= folding->from || i - (slot->number - 1) > SFP_LOOP_MOST_PARTS)
        return 0;
    *length = i - (slot->number - 1);
    if (*length == folding->tried && i < folding->tried_to)
        return 0;
    same = count_equal_parts(folding, i - *length, i);
    if (same >= *length)
        return 1 + same / *length;
    folding->tried = *length;
    folding->tried_to = i + same;
    return 0;
}

/* Replaces the parts of the first turn, the last in folding->folded, by one part for the loop. Returns the loop. */
static struct sfp_loop fold_loop(struct folding *folding, size_t first, size_t length, size_t turns)
{
    const struct sfp_loop loop = {.body = hash_turn(folding, first, length), .first = folding->parts[first].first,
                                  .turns = turns,
                                  .words = folding->parts[first + length].first - folding->parts[first].first};

    folding->folded_count -= length;
    append_part(folding, (struct loop_part){.id = mix_hash(loop.body, turns), .first = loop.first});
    folding->from = first + length * turns;
    return loop;
}

/* Finds the loops of a level. Returns false without memory. */
static bool find_level(struct folding *folding, struct sfp_loop **loops, size_t *count)
{
    size_t room = 0, length;

    for (size_t i = 0; i < folding->count;) {
        const size_t turns = turns_at(folding, i, &length);

        if (turns) {
            if (!array_room(loops, *count, &room, sizeof **loops))
                return false;
            (*loops)[(*count)++] = fold_loop(folding, i - length, length, turns);
            i = folding->from;
        } else {
            *find_part_slot(folding, folding->parts[i].id) = (struct slot){.id = folding->parts[i].id, .number = i + 1};
            append_part(folding, folding->parts[i++]);
        }
    }
    folding->folded[folding->folded_count] = folding->parts[folding->count]; /* marks the program's end */
    return true;
}

/* ---- All levels ---- */

/* Finds the loops level by level; `parts` and `others` change roles after each level. Returns false without memory. */
static bool find_levels(struct loop_part *parts, size_t count, struct loop_part *others, struct slot *slots,
                        size_t places, struct sfp_loops *loops)
{
    for (unsigned level = 0; level < SFP_LOOP_LEVELS; level++) {
        struct folding folding = {.parts = parts, .count = count, .folded = others, .slots = slots, .mask = places - 1};

        memset(slots, 0, places * sizeof *slots);
        if (!find_level(&folding, &loops->loops[level], &loops->counts[level]))
            return false;
        if (!loops->counts[level])
            return true;
        others = parts;
        parts = folding.folded;
        count = folding.folded_count;
    }
    return true;
}

/* Returns a size for the hash table: a power of two, at least twice `count`. */
static size_t places_for(size_t count)
{
    size_t places = 16;

    while (places < 2 * count)
        places *= 2;
    return places;
}

bool sfp_loops_find(const struct sfp_program *program, struct sfp_loops *loops)
{
    const size_t count = program->count, places = places_for(count);
    struct loop_part *parts, *others;
    struct slot *slots;
    bool found;

    *loops = (struct sfp_loops){0};
    if (program->origins.count < count || count == 0)
        return true;
    parts = array_resized(NULL, count + 1, sizeof *parts);
    others = array_resized(NULL, count + 1, sizeof *others);
    slots = array_resized(NULL, places, sizeof *slots);
    found = parts && others && slots && find_levels(parts, take_places(program, parts), others, slots, places, loops);
    free(slots);
    free(others);
    free(parts);
    if (!found)
        sfp_loops_free(loops);
    return found;
}

void sfp_loops_free(struct sfp_loops *loops)
{
    for (unsigned level = 0; level < SFP_LOOP_LEVELS; level++)
        free(loops->loops[level]);
    *loops = (struct sfp_loops){0};
}

static bool loop_ends_before(const void *loop, const void *index)
{
    const struct sfp_loop *l = loop;

    return l->first + l->words * l->turns <= *(const size_t *)index;
}

const struct sfp_loop *sfp_loop_at(const struct sfp_loops *loops, unsigned level, size_t index)
{
    const struct sfp_loop *all = loops->loops[level];
    const size_t i = array_before(all, loops->counts[level], sizeof *all, loop_ends_before, &index);

    return i < loops->counts[level] && all[i].first <= index ? &all[i] : NULL;
}
