/* Functions for the playground's page: take sources, return a JSON document and values of Dst. */
#ifndef SFP_PLAYGROUND_H
#define SFP_PLAYGROUND_H

#include <stddef.h>
#include <stdint.h>

struct play;

/* Returns a playground, or NULL if memory runs out. */
struct play *play_new(void);
void play_free(struct play *p); /* accepts NULL */

/*
 * Sets an option for later runs. Names: "arch", "format" and "layout", by their names in sfpsim(1); "output", the
 * format in which Dst is read, or "" for the input's; "settings", as for sfpu_set(): "NAME" or "NAME=VALUE" separated
 * by blanks; "container", "npy" or "plain"; "passes"; "cycles", the limit after which a run stops. Returns 0, or an
 * enum sfpu_code if the name or the value is unknown.
 */
int play_option(struct play *p, const char *name, const char *value);

/* Returns room for the bytes of a file for Dst, to be filled by the caller before a run. Size 0: Dst stays 0.
 * Returns NULL if memory runs out. */
void *play_input(struct play *p, size_t size);

/* Assembles and runs a source of `size` bytes. Returns the document (playground.c), valid until the next call, or
 * NULL if memory runs out. */
const char *play_run(struct play *p, const char *source, size_t size);

/* Returns Dst's values after the last run, as many as the input has, in the output's format. Returns NULL with *size
 * 0 if no values exist. */
const void *play_values(const struct play *p, size_t *size);

/* ---- One source on many values: passes over the first `count` cells of Dst, in the formats set ---- */

/* Opens a batch. Returns a document as for a run, but without the run. */
const char *play_batch_open(struct play *p, const char *source, size_t size, unsigned count);

/* Runs a pass on one word for each cell. Returns 0 or an enum sfpu_code. */
int play_batch_run(struct play *p, const uint32_t *in, uint32_t *out);
void play_batch_close(struct play *p);

/* Returns the number that `bits` mean in the named format. */
double play_value(const char *format, uint32_t bits);

#endif
