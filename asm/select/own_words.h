/*
 * The LRegs that the kernel's own words, and reads and writes of registers, need. Values must keep clear of these
 * LRegs. Masks are sets of LRegs.
 */
#ifndef SFP_OWN_WORDS_H
#define SFP_OWN_WORDS_H

#include "passes.h"

struct own_use {
    uint32_t reads;  /* set of LRegs that the node reads, within L0..L7, if known */
    uint32_t writes; /* set of LRegs whose contents this node may destroy */
    uint32_t kept;   /* set of LRegs within L0..L7 whose contents after this node a later node reads */
    bool unknown;    /* the node may read any LReg */
};

struct own_words {
    struct own_use *uses; /* by node of s->nodes */
    uint32_t at_entry;    /* set of LRegs within L0..L7 whose contents at the kernel's start a node reads */
};

/* Fills *own for the nodes of `s`. Returns false if memory ran out. The caller calls own_words_free() in either
 * case. */
bool own_words_find(struct own_words *own, const struct selecting *s);
void own_words_free(struct own_words *own);

#endif
