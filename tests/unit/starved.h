/* Commands of sfpsim in which memory runs out (scarce_memory.h), and what they print then. */
#ifndef SFP_STARVED_H
#define SFP_STARVED_H

#include "scarce_memory.h"

/* A command line, and what of it can be seen afterwards. */
struct starved {
    int (*command)(int argc, char **argv); /* returns an exit status */
    const char *words[16];                 /* the command's name first */
    const char *output;                    /* a file that it writes, or NULL */
    const char *before;                    /* what that file has before, or NULL: it is not there */
};

struct starved_end {
    int status;
    char text[1 << 16];    /* what it printed, on both streams */
    char written[1 << 20]; /* what is in `output` then; empty if it is not there */
};

/* Does it. Afterwards memory.count has how often it asked for memory. */
void starved_run(const struct starved *s, enum lack lack, size_t number, struct starved_end *end);

/*
 * Each allocation fails in its turn, or some hundred of them unless SFP_LONG is set. That is said, with exit status 2 and
 * a file that is as before or whole; or all is as in `whole`, which ended with status `status`, but that the loss of a
 * convenience may be said somewhere. Fails if no allocation is missed.
 */
void starved_check_each(const struct starved *s, enum lack lack, int status, struct starved_end *whole);

#endif
