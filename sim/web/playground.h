/* What the playground's page calls: sources in, a JSON document and values of Dst out. */
#ifndef SFP_PLAYGROUND_H
#define SFP_PLAYGROUND_H

#include <stddef.h>
#include <stdint.h>

struct play;

/* NULL without memory. */
struct play *play_new(void);
void play_free(struct play *p); /* NULL: nothing */

/*
 * How runs to come are done: "arch", "format", "layout", and "output", the format in which Dst is read, by their names in
 * sfpsim(1), that of the output "" where it is the input's; "settings", as sfpu_set() takes
 * them, "NAME" or "NAME=VALUE" with blanks between; "container", "npy" or "plain"; "passes"; "cycles", after which a run is
 * stopped. 0, or an enum sfpu_code: there is no such thing.
 */
int play_option(struct play *p, const char *name, const char *value);

/* Room for the bytes that Dst is to hold before a run, as a file has them, to be filled; of 0 bytes: Dst stays 0. NULL
 * without memory. */
void *play_input(struct play *p, size_t size);

/* Assembles and runs a source of `size` bytes. The document (playground.c) is valid until the next call; NULL without
 * memory. */
const char *play_run(struct play *p, const char *source, size_t size);

/* The values of Dst behind that run, as many as the input has, in the output's format; NULL with *size 0: there are none. */
const void *play_values(const struct play *p, size_t *size);

/* ---- The same source on many values: passes over the first `count` cells of Dst, in the formats that were set ---- */

/* The document says how that went, as of a run, without one. */
const char *play_batch_open(struct play *p, const char *source, size_t size, unsigned count);

/* A pass, of one word a cell. 0, or an enum sfpu_code. */
int play_batch_run(struct play *p, const uint32_t *in, uint32_t *out);
void play_batch_close(struct play *p);

/* What the bits are as a number of a format, of its name. */
double play_value(const char *format, uint32_t bits);

#endif
