/*
 * A plain kernel's loop, out of what the kernel executes: REPLAY, MOP, unrolled and compiled loops are all the same
 * here.
 */
#ifndef SFP_LOOP_BODY_H
#define SFP_LOOP_BODY_H

#include "isa/isa.h"
#include "sfpu.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LOOP_MOST_WORDS = 256,        /* of an iteration */
    LOOP_MOST_EXECUTED = 1 << 18, /* that are looked at, */
    LOOP_MOST_CYCLES = 1 << 22,   /* of so many cycles */
    LOOP_ADDRMODS = 8,
};

/* A word as it was executed. */
struct loop_word {
    uint32_t word;
    uint32_t lanes; /* those that were enabled; all of another unit's */
    size_t index;   /* in the program */
};

/* What an address modifier does, by the number that words have. */
struct loop_addrmod {
    bool known;   /* it adds to the counter Dst, and does nothing else to it */
    int32_t rows;
};

/* All zero is none. */
struct loop_body {
    enum sfp_arch arch;
    sfpu_machine *machine;        /* the caller's: what it has loaded tells where words come from */
    const struct loop_word *before, *words, *after; /* the loop's first iteration, and what is around the loop */
    size_t before_count, count, after_count;
    size_t iterations;            /* one behind the other, at first */
    int32_t rows;                 /* by which addresses in the words grow from one iteration to the next */
    struct loop_addrmod addrmods[LOOP_ADDRMODS];
    bool predicated;              /* flags count in all lanes (at the end of the pass) */
    bool stacked;                 /* there are flags on the stack (likewise) */
    bool dst_16bit_view;          /* sfpu-dst(7) */
    struct loop_word *executed;   /* all of them; owned */
    size_t executed_count;
};

/*
 * Runs the program that the machine has, which is in the state to run from, for a pass, and finds its loop: the
 * smallest body that is executed twice or more and makes up most of it. Rows that differ by a constant in the addresses
 * of all loads and stores are the same. `region`: only words of .region NAME count; NULL: all. False with a line in
 * *error that the caller frees (NULL: no memory) if there is no loop, or two, or it stores nothing, is too long or a
 * table. The machine is left as the run has ended. loop_body_free() frees what is there in any case.
 */
bool loop_body_read(sfpu_machine *m, const char *region, struct loop_body *body, char **error);
void loop_body_free(struct loop_body *body);

/* Has the run no finding that is an error? What a kernel gets that reads too early no order of its operations keeps.
 * False with a line in *error, as above. */
bool loop_body_is_sound(const struct loop_body *body, char **error);

enum { LOOP_PLACE_SIZE = 512 };

/* "FILE:LINE:COLUMN" of a word of the program. */
const char *loop_body_place(const struct loop_body *body, size_t index, char text[static LOOP_PLACE_SIZE]);

/* Finds the loop in what is executed already; `counts[i]`: word i may be in it. */
bool loop_body_find(struct loop_body *body, const bool *counts, char **error);

#endif
