/*
 * Origins of a program's words: for each word an offset in a source. An origin takes one byte if the word comes shortly
 * after the word before it, as most words do.
 */
#ifndef SFP_ORIGINS_H
#define SFP_ORIGINS_H

#include "sfp_program.h"

/* A walk over the origins, from a given word on. */
struct origin_walk {
    const struct sfp_origins *origins;
    size_t at; /* index of the next origin's first byte */
    struct sfp_origin last;
};

/* Appends the origin of the next word. Returns false without memory; the origins are then unchanged. */
bool sfp_origins_add(struct sfp_origins *origins, struct sfp_origin origin);

void origins_free(struct sfp_origins *origins);

/* Begins a walk at word `index`, which must exist if any origin does. */
struct origin_walk sfp_origins_from(const struct sfp_origins *origins, size_t index);

/* Returns the next word's origin, which must exist. Origins may be appended during the walk. */
struct sfp_origin sfp_origins_next(struct origin_walk *walk);

/* Translates an origin to a place, like sfp_program_where(). */
bool sfp_origins_where(const struct sfp_program *program, struct sfp_origin origin, struct sfp_where *where);

/* Returns the origin of one word. */
struct sfp_origin sfp_origins_at(const struct sfp_origins *origins, size_t index);

#endif
