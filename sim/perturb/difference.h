/* Where two states differ. */
#ifndef SFP_DIFFERENCE_H
#define SFP_DIFFERENCE_H

#include "model/state.h"

/* The first value that differs: a Dst cell, else a register's lane, else anything else of the state. */
struct sfp_difference {
    bool any;
    bool ends;         /* the one run came to its end, the other did not: nothing else is compared */
    const char *name;  /* "dst", "L", "flags", ...: in JSON and, but for "dst", in the text */
    int index;         /* of the register or word, or -1: there is one of the name */
    int lane;          /* or -1: it is none of a lane's */
    int row, column;   /* of Dst's 16-bit cells, or -1 */
    int digits;        /* hexadecimal ones of a value */
    uint32_t was, is;
};

/*
 * Compares all that instructions leave but the random number generators, whose numbers show where they are used, and
 * entries above the top of the flag stack.
 */
struct sfp_difference sfp_state_difference(const struct sfp_state *was, const struct sfp_state *is);

#endif
