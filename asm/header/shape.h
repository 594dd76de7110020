/*
 * The shape of a kernel: set-up, words before the loop, the loop, and words after it.
 */
#ifndef SFP_HEADER_SHAPE_H
#define SFP_HEADER_SHAPE_H

#include <stddef.h>
#include <stdint.h>

#include "isa/isa.h"

/*
 * The words of a kernel, by index: set-up 0..setup - 1; words before the loop; `turns` turns of `body` words each, from
 * `first` on, all turns alike; and the words after them. `turns` is 0 without a loop, and `first` is then the number of
 * words.
 */
struct kernel_shape {
    size_t setup, first, body, turns;
};

enum { SHAPE_MOST_COMPARED = 1 << 28 }; /* most comparisons of two words, which take about half a second */

/*
 * Finds the shape of `count` words. `setup` is the number of set-up words, or SIZE_MAX: set-up then ends before the
 * first word that is neither SFPNOP, NOP or SETC16 nor an instruction of the vector unit without an address in Dst.
 *
 * The loop is the repetition that covers most executed words, a played word counting as executed; of those, the
 * repetition with the shortest turn. A turn never begins or ends among the words that a REPLAY records. A repetition has
 * at least two turns, or one REPLAY that plays the words that were recorded and executed just before; these count as
 * covered. A repetition that covers less than half of the words after the set-up is no loop. In a program of more than
 * 2^14 words, a turn has at most SHAPE_MOST_COMPARED words divided by those of the program. Returns a shape without a
 * loop if memory runs out, and sets *lost.
 */
struct kernel_shape shape_find(const struct sfp_index *index, const uint32_t *words, size_t count, size_t setup,
                               bool *lost);

#endif
