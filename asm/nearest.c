/* Edit distance with transpositions, for suggestions. */
#include "nearest.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum {
    LONGEST = 64, /* longer names get no suggestion, which bounds the cost of one */
};

void nearest_init(struct nearest *search, const char *name, size_t length)
{
    /* More than a third of the letters wrong is another name. */
    *search = (struct nearest){.name = name, .length = length, .distance = (length + 1) / 3 + 1};
    if (length > LONGEST)
        search->length = search->distance = 0;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool same(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`; both at most LONGEST long. */
static size_t edits(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t rows[3][LONGEST + 1];
    size_t *before = rows[0];
    size_t *last = rows[1];
    size_t *row = rows[2];

    for (size_t j = 0; j <= b_length; j++)
        last[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t *spare = before;

        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            row[j] = least(least(last[j], row[j - 1]) + 1, last[j - 1] + !same(a[i - 1], b[j - 1]));
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
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

void nearest_offer(struct nearest *search, const char *candidate)
{
    const size_t length = strlen(candidate);
    const size_t apart = length > search->length ? length - search->length : search->length - length;
    size_t distance;

    if (length > LONGEST || apart > search->distance)
        return;
    distance = edits(search->name, search->length, candidate, length);
    if (distance < search->distance || (search->best && distance == search->distance && preferred(search, candidate))) {
        search->best = candidate;
        search->distance = distance;
    }
}
