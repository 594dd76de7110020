/*
 * A plain kernel's loop, out of what the kernel executes: REPLAY, MOP, unrolled and compiled loops are all the same here.
 */
#ifndef SFP_LOOP_BODY_H
#define SFP_LOOP_BODY_H

#include "isa/isa.h"
#include "sfpu.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    BODY_MOST_WORDS = 256,      /* of an iteration */
    BODY_MOST_EXECUTED = 1 << 18, /* that are looked at */
    BODY_ADDRMODS = 8,
};

/* A word as it was executed. */
struct body_word {
    uint32_t word;
    uint32_t lanes; /* those that were enabled; all of another unit's */
    size_t index;   /* in the program */
};

/* What an address modifier does, by the number that words have. */
struct body_addrmod {
    bool known;   /* it adds to the counter Dst, and does nothing else to it */
    int32_t rows;
};

/* All zero is none. */
struct body {
    enum sfp_arch arch;
    sfpu_machine *machine;        /* the caller's: what it has loaded tells where words come from */
    const struct body_word *before, *words, *after; /* the loop's first iteration, and what is around the loop */
    size_t before_count, count, after_count;
    size_t iterations;            /* one behind the other, at first */
    int32_t rows;                 /* by which addresses in the words grow from one iteration to the next */
    struct body_addrmod addrmods[BODY_ADDRMODS];
    bool predicated;              /* flags count in all lanes (at the end of the pass) */
    struct body_word *executed;   /* all of them; owned */
    size_t executed_count;
};

/*
 * Runs the program that the machine has, which is in the state to run from, for a pass, and finds its loop: the smallest
 * body that is executed twice or more and makes up most of it. Rows that differ by a constant in the addresses of all
 * loads and stores are the same. `region`: only words of .region NAME count; NULL: all. False with a line in *error that
 * the caller frees (NULL: no memory) if there is no loop, or two, or its body is empty, too long or a table. body_free()
 * frees what is there in any case.
 */
bool body_read(sfpu_machine *m, const char *region, struct body *body, char **error);
void body_free(struct body *body);

enum { BODY_PLACE_SIZE = 512 };

/* "FILE:LINE:COLUMN" of a word of the program. */
const char *body_place(const struct body *body, size_t index, char text[static BODY_PLACE_SIZE]);

/* Finds the loop in what is executed already; `counts[i]`: word i may be in it. */
bool body_find_loop(struct body *body, const bool *counts, char **error);

#endif
