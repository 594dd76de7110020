/* The file between golden_states.c and bits.c: records, each with its words and then the first BITS_STATE bytes of its
 * state, which have no pointer and lie alike on all machines that are compared. */
#ifndef BITS_H
#define BITS_H

#include <stddef.h>
#include <stdint.h>

#include "model/thread_state.h"

enum { BITS_WORDS = 4096, BITS_STATE = offsetof(struct sfp_state, arch) };

struct bits_record {
    uint32_t arch, program, count, state;
};

#endif
