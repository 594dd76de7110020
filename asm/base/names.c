/*
 * Names. Tables: open addressing, probed one slot after another; a name costs its slot and nothing else, because sources
 * may have tens of millions of labels. And the nearest to a misspelt one.
 */
#include "names.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* ---- Tables ---- */

enum { FIRST_SLOTS = 16 };

struct name_slot {
    const char *name; /* NULL: free */
    uint32_t length;
    uint32_t hash;
    size_t index;
};

/* The slot that holds the name, or the free one where it belongs. There is a free one. */
static struct name_slot *probe(struct name_slot *slots, size_t capacity, const struct name_slot *wanted)
{
    const size_t mask = capacity - 1;

    for (size_t i = wanted->hash & mask;; i = (i + 1) & mask) {
        struct name_slot *slot = &slots[i];

        if (!slot->name || (slot->hash == wanted->hash && slot->length == wanted->length &&
                            memcmp(slot->name, wanted->name, wanted->length) == 0))
            return slot;
    }
}

static struct name_slot slot_of(const char *name, size_t length, size_t index)
{
    return (struct name_slot){name, (uint32_t)length, hash_of(name, length), index};
}

/* Twice the slots. False if memory ran out. */
static bool grow(struct names *names)
{
    const size_t capacity = names->capacity ? 2 * names->capacity : FIRST_SLOTS;
    struct name_slot *slots = calloc(capacity, sizeof *slots);

    if (!slots)
        return false;
    for (size_t i = 0; i < names->capacity; i++)
        if (names->slots[i].name)
            *probe(slots, capacity, &names->slots[i]) = names->slots[i];
    free(names->slots);
    names->slots = slots;
    names->capacity = capacity;
    return true;
}

bool names_add(struct names *names, const char *name, size_t length, size_t index)
{
    const struct name_slot added = slot_of(name, length, index);

    /* A quarter stays free, so that searches end soon. */
    if (names->count >= names->capacity - names->capacity / 4 && !grow(names))
        return false;
    *probe(names->slots, names->capacity, &added) = added;
    names->count++;
    return true;
}

bool names_find(const struct names *names, const char *name, size_t length, size_t *index)
{
    const struct name_slot wanted = slot_of(name, length, 0);
    const struct name_slot *slot;

    if (names->count == 0)
        return false;
    slot = probe(names->slots, names->capacity, &wanted);
    if (!slot->name)
        return false;
    *index = slot->index;
    return true;
}

void names_set(struct names *names, const char *name, size_t length, size_t index)
{
    const struct name_slot wanted = slot_of(name, length, 0);

    probe(names->slots, names->capacity, &wanted)->index = index;
}

size_t names_last_part(const char *name, size_t length)
{
    while (length > 0 && name[length - 1] != ':')
        length--;
    return length;
}

void names_free(struct names *names)
{
    free(names->slots);
    *names = (struct names){0};
}

/* ---- Edit distance with transpositions, for suggestions ---- */

enum {
    OFFER_COST = 8,     /* of a name that is looked at and not compared, where a step of a comparison is 1 */
    MOST_COST = 1 << 28,
};

/* Its letters and digits in lower case: a bit for each, of which a few share one. */
static uint64_t letters_of(const char *lower, size_t length)
{
    uint64_t letters = 0;

    for (size_t i = 0; i < length; i++)
        letters |= UINT64_C(1) << (lower[i] & 0x3F);
    return letters;
}

static void to_lower(char *lower, const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++)
        lower[i] = (char)tolower((unsigned char)name[i]);
}

/* More than a third of the letters wrong is another name; of a short one, half of them. The dot of a directive is right
 * anyway, and does not count for one that is short. */
static size_t too_many_edits(const char *name, size_t length)
{
    enum { SHORT = 4 };
    const size_t letters = length - (length > 0 && name[0] == '.');

    return letters < SHORT ? (letters + 1) / 2 : (length + 1) / 3 + 1;
}

void nearest_init(struct nearest *search, uint64_t *spent, const char *name, size_t length)
{
    *search = (struct nearest){.name = name, .spent = spent};
    if (length > NEAREST_LONGEST || length < 2) /* any other letter is as near as the next */
        return;
    search->length = length;
    search->distance = too_many_edits(name, length);
    to_lower(search->lower, name, length);
    search->letters = letters_of(search->lower, length);
}

bool nearest_afford(uint64_t *spent, uint64_t cost)
{
    if (*spent >= MOST_COST)
        return false;
    *spent += cost;
    return true;
}

bool nearest_open(const struct nearest *search)
{
    return search->length > 0 && *search->spent < MOST_COST;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool same(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`, both at most NEAREST_LONGEST
 * long and in lower case. */
static size_t edits(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t rows[3][NEAREST_LONGEST + 1];
    size_t *before = rows[0];
    size_t *last = rows[1];
    size_t *row = rows[2];

    for (size_t j = 0; j <= b_length; j++)
        last[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t *spare = before;

        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            row[j] = least(least(last[j], row[j - 1]) + 1, last[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], before[j - 2] + 1);
        }
        before = last;
        last = row;
        row = spare;
    }
    return last[b_length];
}

/* Letters that two names have in common at their start. */
static size_t common(const struct nearest *search, const char *name)
{
    size_t i = 0;

    while (i < search->length && name[i] && same(search->name[i], name[i]))
        i++;
    return i;
}

/* Of a candidate as near as the best one so far. */
static bool preferred(const struct nearest *search, const char *candidate)
{
    const size_t now = common(search, candidate);
    const size_t before = common(search, search->best);

    return now > before || (now == before && strcmp(candidate, search->best) < 0);
}

/* The edits to a candidate; too many if its letters or its length show that at once. */
static size_t distance_to(const struct nearest *search, const char *candidate)
{
    const size_t length = strnlen(candidate, NEAREST_LONGEST + 1);
    const size_t apart = length > search->length ? length - search->length : search->length - length;
    char lower[NEAREST_LONGEST];

    if (length > NEAREST_LONGEST || apart > search->distance)
        return SIZE_MAX;
    to_lower(lower, candidate, length);
    /* An edit takes at most one letter out of the set and puts another one in. */
    if ((size_t)__builtin_popcountll(letters_of(lower, length) ^ search->letters) > 2 * search->distance)
        return SIZE_MAX;
    *search->spent += search->length * length;
    return edits(search->lower, search->length, lower, length);
}

void nearest_offer(struct nearest *search, const char *candidate)
{
    size_t distance;

    if (!nearest_open(search))
        return;
    *search->spent += OFFER_COST;
    distance = distance_to(search, candidate);
    if (distance < search->distance || (search->best && distance == search->distance && preferred(search, candidate))) {
        search->best = candidate;
        search->distance = distance;
    }
    if (!nearest_open(search)) /* half a search would find any name */
        search->best = NULL;
}
