/*
 * What the kernel's own words, and reads and writes of registers, ask of LRegs that values live in otherwise. Masks are
 * of LRegs.
 */
#ifndef SFP_OWN_WORDS_H
#define SFP_OWN_WORDS_H

#include "passes.h"

struct own_use {
    uint32_t reads;  /* L0..L7, as far as they are known */
    uint32_t writes; /* what is there may be lost with this node */
    uint32_t kept;   /* L0..L7: what is there behind this node is for another one */
    bool unknown;    /* the node may read any LReg */
};

struct own_words {
    struct own_use *uses; /* by node of s->nodes */
    uint32_t at_entry;    /* L0..L7 whose contents at the start are for a node */
};

/* False if memory ran out. own_words_free is due either way. */
bool own_words_find(struct own_words *own, const struct selecting *s);
void own_words_free(struct own_words *own);

#endif
