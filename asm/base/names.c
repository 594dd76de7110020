/*
 * Tables of names, with open addressing and linear probing. A name costs only its slot, since sources may have tens of
 * millions of labels. Also the search for the name nearest to a misspelt one.
 */
#include "names.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* ---- Tables ---- */

enum { FIRST_SLOTS = 16 };

struct name_slot {
    const char *name; /* name in the slot; NULL for a free slot */
    uint32_t length;
    uint32_t hash;
    size_t index;
};

/* Returns the name's slot, or the free slot for it. A slot must be free. */
static struct name_slot *probe_name_slot(struct name_slot *slots, size_t capacity, const struct name_slot *wanted)
{
    const size_t mask = capacity - 1;

    for (size_t i = wanted->hash & mask;; i = (i + 1) & mask) {
        struct name_slot *slot = &slots[i];

        if (!slot->name || (slot->hash == wanted->hash && slot->length == wanted->length &&
                            memcmp(slot->name, wanted->name, wanted->length) == 0))
            return slot;
    }
}

static struct name_slot make_name_slot(const char *name, size_t length, size_t index)
{
    return (struct name_slot){name, (uint32_t)length, hash_of(name, length), index};
}

/* Doubles the slots. Returns false without memory. */
static bool grow_name_slots(struct names *names)
{
    const size_t capacity = names->capacity ? 2 * names->capacity : FIRST_SLOTS;
    struct name_slot *slots = calloc(capacity, sizeof *slots);

    if (!slots)
        return false;
    for (size_t i = 0; i < names->capacity; i++)
        if (names->slots[i].name)
            *probe_name_slot(slots, capacity, &names->slots[i]) = names->slots[i];
    free(names->slots);
    names->slots = slots;
    names->capacity = capacity;
    return true;
}

bool names_add(struct names *names, const char *name, size_t length, size_t index)
{
    const struct name_slot added = make_name_slot(name, length, index);

    /* A quarter of the slots stays free, so that searches end soon. */
    if (names->count >= names->capacity - names->capacity / 4 && !grow_name_slots(names))
        return false;
    *probe_name_slot(names->slots, names->capacity, &added) = added;
    names->count++;
    return true;
}

bool names_find(const struct names *names, const char *name, size_t length, size_t *index)
{
    const struct name_slot wanted = make_name_slot(name, length, 0);
    const struct name_slot *slot;

    if (names->count == 0)
        return false;
    slot = probe_name_slot(names->slots, names->capacity, &wanted);
    if (!slot->name)
        return false;
    *index = slot->index;
    return true;
}

void names_set(struct names *names, const char *name, size_t length, size_t index)
{
    const struct name_slot wanted = make_name_slot(name, length, 0);

    probe_name_slot(names->slots, names->capacity, &wanted)->index = index;
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
    OFFER_COST = 8,     /* cost of a name that is looked at without comparing, in steps of a comparison */
    MOST_COST = 1 << 28,
};

/* Returns the set of the characters of a lower-case name, as bits; a few characters share a bit. */
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

/* Returns the number of edits from which a name counts as another name: more than a third of the letters, or half of
 * a short name's. A directive's dot, always right, does not count in a short name. */
static size_t too_many_edits(const char *name, size_t length)
{
    enum { SHORT = 4 };
    const size_t letters = length - (length > 0 && name[0] == '.');

    return letters < SHORT ? (letters + 1) / 2 : (length + 1) / 3 + 1;
}

void nearest_init(struct nearest *search, uint64_t *spent, const char *name, size_t length)
{
    *search = (struct nearest){.name = name, .spent = spent};
    if (length > NEAREST_LONGEST || length < 2) /* every other letter would be equally near */
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

static size_t smaller_size(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool is_same_letter(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Counts the insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`. Both are in lower
 * case, and have at most NEAREST_LONGEST bytes. */
static size_t count_edits(const char *a, size_t a_length, const char *b, size_t b_length)
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
            row[j] = smaller_size(smaller_size(last[j], row[j - 1]) + 1, last[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = smaller_size(row[j], before[j - 2] + 1);
        }
        before = last;
        last = row;
        row = spare;
    }
    return last[b_length];
}

/* Returns the number of letters that both names start with. */
static size_t count_common_letters(const struct nearest *search, const char *name)
{
    size_t i = 0;

    while (i < search->length && name[i] && is_same_letter(search->name[i], name[i]))
        i++;
    return i;
}

/* Is a candidate with the best distance so far to be preferred to the best name? */
static bool is_preferred(const struct nearest *search, const char *candidate)
{
    const size_t now = count_common_letters(search, candidate);
    const size_t before = count_common_letters(search, search->best);

    return now > before || (now == before && strcmp(candidate, search->best) < 0);
}

/* Returns the number of edits to a candidate, or SIZE_MAX if its letters or length already show too many. */
static size_t distance_to(const struct nearest *search, const char *candidate)
{
    const size_t length = strnlen(candidate, NEAREST_LONGEST + 1);
    const size_t apart = length > search->length ? length - search->length : search->length - length;
    char lower[NEAREST_LONGEST];

    if (length > NEAREST_LONGEST || apart > search->distance)
        return SIZE_MAX;
    to_lower(lower, candidate, length);
    /* An edit removes at most one letter from the set and adds at most one. */
    if ((size_t)__builtin_popcountll(letters_of(lower, length) ^ search->letters) > 2 * search->distance)
        return SIZE_MAX;
    *search->spent += search->length * length;
    return count_edits(search->lower, search->length, lower, length);
}

void nearest_offer(struct nearest *search, const char *candidate)
{
    size_t distance;

    if (!nearest_open(search))
        return;
    *search->spent += OFFER_COST;
    distance = distance_to(search, candidate);
    if (distance < search->distance ||
        (search->best && distance == search->distance && is_preferred(search, candidate))) {
        search->best = candidate;
        search->distance = distance;
    }
    if (!nearest_open(search)) /* a name found by half a search would be arbitrary */
        search->best = NULL;
}
