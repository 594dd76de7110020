/* A channel to gdb: a connection on the loopback interface, or standard input and output. */
#ifndef SFP_CHANNEL_H
#define SFP_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>

struct channel {
    int listening;  /* descriptor of the listening socket; -1: standard input and output */
    int in, out;    /* descriptors to read and to write; -1: not connected */
};

/* Returns whether `where` names a channel: "-", or a port, where 0 means a free port. */
bool channel_is_place(const char *where);

/* Opens a channel. *port is the port that listens, or 0 for "-". On failure, returns false with a message in *error,
 * which the caller frees (NULL: out of memory). */
bool channel_open(struct channel *c, const char *where, unsigned *port, char **error);

/* Waits for a connection. Returns false if waiting fails. */
bool channel_accept(struct channel *c);

enum { CHANNEL_GONE = -1 };

/* Reads up to `size` bytes that have arrived; with `waits`, waits for at least one. Returns the number of bytes, or
 * CHANNEL_GONE. Refuses other connections. */
int channel_read(struct channel *c, void *bytes, size_t size, bool waits);

/* Returns false if the connection is gone. */
bool channel_write(struct channel *c, const char *bytes, size_t size);

void channel_close(struct channel *c);

#endif
