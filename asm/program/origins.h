/*
 * Where the words of a program came from: an offset in a source for each, kept in a byte where a word comes a little
 * behind the one before it, as in most programs all do.
 */
#ifndef SFP_ORIGINS_H
#define SFP_ORIGINS_H

#include "sfp_program.h"

/* A walk over the origins, from a word on. */
struct origin_walk {
    const struct sfp_origins *origins;
    size_t at; /* byte of the next one */
    struct sfp_origin last;
};

/* Appends the origin of the next word. False, with those there are as they were, if memory ran out. */
bool sfp_origins_add(struct sfp_origins *origins, struct sfp_origin origin);

void origins_free(struct sfp_origins *origins);

/* Begins a walk at word `index`, of those that there are. */
struct origin_walk sfp_origins_from(const struct sfp_origins *origins, size_t index);

/* The next word's. There must be one. More may be appended while the walk goes on. */
struct sfp_origin sfp_origins_next(struct origin_walk *walk);

/* What an origin of the program's says, as sfp_program_where says it. */
bool sfp_origins_where(const struct sfp_program *program, struct sfp_origin origin, struct sfp_where *where);

/* That of one word. */
struct sfp_origin sfp_origins_at(const struct sfp_origins *origins, size_t index);

#endif
