/* What repeats in a loop. */
#include "loop.h"

/* Cycles in which all words of the rotation come once. */
static uint64_t body_length(const struct schedule *s)
{
    return (uint64_t)s->period * s->turns;
}

static uint64_t all_words(const struct layout *layout, uint64_t iterations, bool drain)
{
    return drain ? layout_cycles(layout, iterations) : layout_issued(layout, iterations);
}

/* Words of a body that are cells. */
static uint64_t body_cells(const struct schedule *s)
{
    uint64_t count = 0;

    for (const struct cell *cell = s->cells; cell < s->cells + s->cell_count; cell++)
        count += cell_is_issued(cell);
    return count * s->turns;
}

/* The longest stretch of `words` words in which each is the same as the one `length` further on. Bodies have all of
 * their cells: where iterations begin or end, what is left of them can repeat too. */
static void find_stretch(const struct layout *layout, struct loop_shape *shape, uint64_t words)
{
    const uint64_t all_cells = body_cells(layout->schedule);
    struct layout_walk here = layout_begin(layout, shape->iterations), ahead = here;
    uint64_t first = 0, longest = 0, cells = 0; /* cells: of the first body of the stretch */

    for (uint64_t i = 0; i < shape->length && i < words; i++)
        layout_next(&ahead);
    for (uint64_t i = 0; i + shape->length < words; i++) {
        const struct layout_word word = layout_next(&here);

        if (word.word != layout_next(&ahead).word) {
            first = i + 1;
            cells = 0;
        } else if (i - first < shape->length) {
            cells += word.cell != NULL;
        }
        if (cells == all_cells && i + 1 - first > longest) {
            longest = i + 1 - first;
            shape->before = first;
        }
    }
    shape->times = longest / shape->length + (longest >= shape->length);
}

uint64_t loop_depth(const struct layout *layout)
{
    enum { ENOUGH = 4 }; /* rotations in the steady state */
    const struct schedule *s = layout->schedule;

    return layout->issued_rows / s->period + (uint64_t)ENOUGH * s->turns;
}

struct loop_shape loop_shape(const struct layout *layout, uint64_t iterations, bool drain)
{
    const struct schedule *s = layout->schedule;
    const uint64_t looked_at = loop_depth(layout);
    const uint64_t more = iterations > looked_at ? (iterations - looked_at) / s->turns : 0;
    struct loop_shape shape = {.iterations = iterations - more * s->turns, .length = body_length(s)};

    find_stretch(layout, &shape, all_words(layout, shape.iterations, drain));
    if (shape.times >= 2)
        shape.times += more;
    shape.iterations = iterations;
    shape.words = all_words(layout, iterations, drain);
    return shape;
}

void loop_lengthen(struct loop_shape *shape, unsigned room)
{
    enum { LONG_ENOUGH = 8, BODIES = 4 };

    while (shape->length < LONG_ENOUGH && 2 * shape->length <= room && shape->times >= BODIES) {
        shape->length *= 2;
        shape->times /= 2;
    }
}

void loop_skip(struct layout_walk *walk, const struct loop_shape *shape, uint32_t before)
{
    walk->counter += (walk->counter - before) * (uint32_t)(shape->times - 1);
    walk->cycle += shape->length * (shape->times - 1);
}

struct layout_walk loop_steady(const struct layout *layout)
{
    const struct schedule *s = layout->schedule;
    const uint64_t rotations = layout->issued_rows / body_length(s) + 1;
    struct layout_walk walk = layout_begin(layout, (rotations + 1) * s->turns);

    while (walk.cycle < rotations * body_length(s))
        layout_next(&walk);
    return walk;
}
