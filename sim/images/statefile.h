/* The architectural state as JSON (sfpsim(1), State), in buffers; nothing here reads or writes files. */
#ifndef SFP_STATEFILE_H
#define SFP_STATEFILE_H

#include "model/state.h"

/* What a run adds to the state it leaves: output only. */
struct sfp_statefile_hazard {
    uint64_t cycle;
    size_t index;           /* of the instruction in the program */
    bool scheduled;         /* it is about an item that this one scheduled */
    const char *kind, *text; /* UTF-8 */
    bool possible;          /* it did not happen, but would with other data */
};

struct sfp_statefile_run {
    uint64_t cycles;
    const struct sfp_statefile_hazard *hazards;
    size_t hazard_count;
};

/*
 * The state as JSON text that ends in a newline and a NUL, which *size does not
 * count; to be freed with free(). `run` may be NULL: "cycles" and "hazards" are
 * left out. NULL if there is no memory, or if a hazard's text is not UTF-8.
 *
 * A flag stack whose size counter ran beyond its 8 entries is written with as
 * many as the counter says, entry i being slot i & 7, so that reading it back
 * restores slots and counter.
 */
char *sfp_statefile_write(const struct sfp_state *s, const struct sfp_statefile_run *run, size_t *size);

/*
 * Changes `s`, which must have been reset for its arch, to what the text says,
 * and refreshes it. Members that are not there leave their part of `s` alone.
 * Numbers are JSON integers or "0x..." strings; for an array over lanes one
 * value may stand. "cycles" and "hazards" are ignored, so that what was written
 * can be read. Instructions in "replay" and words of "mop_cfg" count as
 * recorded and as set if they are not 0, and address modifiers as set in any
 * case. Configuration goes to the current bank.
 *
 * False with one line in *error that names the member, what was found and what
 * was expected; `s` is then as it was. The caller frees *error (NULL: no memory
 * even for that).
 */
bool sfp_statefile_read(const char *text, size_t size, struct sfp_state *s, char **error);

/* Hears of a value that two states do not share, by its path in the JSON and as that spells it. */
typedef void sfp_state_differs(void *context, const char *path, const char *a, const char *b);

/* Compares all that the JSON has, but what comes of a run, in its order; returns how many values differ. */
size_t sfp_statefile_compare(const struct sfp_state *a, const struct sfp_state *b, sfp_state_differs *differs,
                             void *context);

#endif
