/*
 * A plain kernel's loop, found in the words that the kernel executes. REPLAY, MOP, unrolled and compiled loops look
 * alike here.
 */
#ifndef SFP_LOOP_BODY_H
#define SFP_LOOP_BODY_H

#include "isa/isa.h"
#include "sfpu.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LOOP_MOST_WORDS = 256,        /* most words of an iteration */
    LOOP_MOST_EXECUTED = 1 << 18, /* most executed words examined */
    LOOP_MOST_CYCLES = 1 << 22,   /* most cycles run */
    LOOP_ADDRMODS = 8,
};

/* An executed word. */
struct loop_word {
    uint32_t word;
    uint32_t lanes; /* set of enabled lanes; UINT32_MAX for words outside the vector unit */
    bool indexed;   /* the word uses index registers, L4 to L7, too (ENABLE_DEST_INDEX) */
    size_t index;   /* index of the word in the program */
};

/* An address modifier's effect, by its number in words. */
struct loop_addrmod {
    bool known;   /* the modifier's only effect on Dst: adding `rows` to the counter */
    int32_t rows;
};

/* All zero: no loop. */
struct loop_body {
    enum sfp_arch arch;
    sfpu_machine *machine;        /* the caller's; the program loaded in it tells the places of words */
    const struct loop_word *before, *words, *after; /* the code before the loop, the first iteration, the code after
                                                     * the loop */
    size_t before_count, count, after_count;
    size_t iterations;            /* number of consecutive iterations in the loop's first run */
    int32_t rows;                 /* growth of the addresses in words from one iteration to the next, in rows of Dst */
    struct loop_addrmod addrmods[LOOP_ADDRMODS];
    bool predicated;              /* flags enable or disable lanes, in each lane (at the end of the pass) */
    bool stacked;                 /* flags are on the stack (at the end of the pass) */
    bool dst_16bit_view;          /* Dst is viewed as 16-bit cells (sfpu-dst(7)) */
    struct loop_word *executed;   /* array of all executed words; owned */
    size_t executed_count;
};

/*
 * Runs the machine's program for one pass from the machine's present state, and finds its loop: the smallest body
 * executed at least twice in succession that makes up most of the pass. Iterations match if the addresses of their
 * loads and stores differ by a constant. `region`: only words of .region NAME count; NULL: every word. Returns false
 * with a message in *error, which the caller frees, if the program has no loop, or two, or the loop stores nothing, is
 * too long or is a table; *error is NULL if memory ran out. The machine stays as the run left it. loop_body_free() is
 * due either way.
 */
bool loop_body_read(sfpu_machine *m, const char *region, struct loop_body *body, char **error);
void loop_body_free(struct loop_body *body);

/* Did the run have no findings of severity error? Otherwise returns false with a message in *error, as above: a
 * value that a kernel gets by reading too early would change in another order. */
bool loop_body_is_sound(const struct loop_body *body, char **error);

enum { LOOP_PLACE_SIZE = 512 };

/* Writes "FILE:LINE:COLUMN" of a word of the program to `text`, or "word INDEX" if unknown. Returns `text`. */
const char *loop_body_place(const struct loop_body *body, size_t index, char text[static LOOP_PLACE_SIZE]);

/* Finds the loop in body->executed. counts[i]: word i may be in the loop. Fails as loop_body_read(). */
bool loop_body_find(struct loop_body *body, const bool *counts, char **error);

#endif
