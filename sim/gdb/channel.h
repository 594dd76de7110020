/* Bytes to gdb and from it: a connection on the loopback interface, or standard input and output. */
#ifndef SFP_CHANNEL_H
#define SFP_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>

struct channel {
    int listening;  /* -1: none, on standard input and output */
    int in, out;    /* -1: nobody is there */
};

/* Where it is: "-", or a port, 0 being any that is free. */
bool channel_is_place(const char *where);

/* Opens it; *port is the one that is listened on, 0 of "-". False, with a message in *error as file_read() has it. */
bool channel_open(struct channel *c, const char *where, unsigned *port, char **error);

/* Waits until somebody is there. False: that cannot be waited for. */
bool channel_accept(struct channel *c);

enum { CHANNEL_GONE = -1 };

/* Takes what has come, up to `size` bytes, waiting for it if that is wanted: how many, or GONE. Others who want to
 * connect are told that they cannot. */
int channel_read(struct channel *c, void *bytes, size_t size, bool waits);

/* False: whom it is for is gone. */
bool channel_write(struct channel *c, const char *bytes, size_t size);

void channel_close(struct channel *c);

#endif
