/*
 * The server's files:
 *   gdb_server.c      packets in both directions, by channel.c and packet.c
 *   gdb_connection.c  sending
 *   requests.c        gdb's requests, from a table
 *   resume.c          requests that run the kernel, and reports of stops
 *   monitor*.c        commands, from a table
 *   register_table.c, memory_regions.c, description.c    what gdb sees
 *   thread_ids.c      gdb's ids of threads
 *   debuggee.c, debuggee_state.c, settle.c, forward.c, backward.c    the run
 */
#ifndef SFP_GDB_CONNECTION_H
#define SFP_GDB_CONNECTION_H

#include "base/text_buffer.h"
#include "channel.h"
#include "debuggee.h"
#include "gdb_server.h"
#include "packet.h"

/* Bytes from gdb, still to be handled: bytes[at] up to, but without, bytes[count]. While the kernel runs, the server
 * searches them for Ctrl-C, up to bytes[seen]; packets wait until the kernel stops. */
struct arrived {
    unsigned char bytes[2 * PACKET_MOST];
    int at, seen, count;
    struct packet_reader ahead; /* reader of the bytes before `seen` */
};

/* A connection to gdb, with the kernel that gdb looks at. */
struct gdb_connection {
    const struct gdb_session *session;
    struct channel channel;
    struct arrived arrived;
    struct packet_reader reader;
    struct debuggee d;
    int chosen; /* thread that the user has chosen, or that stopped last: gdb asks whether a chosen thread is alive, and
                 * names none in requests that go back */
    struct breakpoints removed; /* of several threads: what gdb has removed since the kernel last ran */
    struct missed {
        bool any;
        size_t index;           /* its word */
        struct snapshot before; /* if its word has issued meanwhile: where the run stood before it */
    } missed; /* breakpoint of another thread that was reached while gdb stepped one thread alone */
    struct text sent;   /* the last packet */
    char *executable;   /* path of the kernel for gdb, or NULL */
    bool quiet;         /* packets are not acknowledged */
    bool over;          /* the session has ended */
    bool end_told;      /* gdb's user was told that the run is over */
    bool end_signalled; /* gdb was sent a signal for the end of the run */
};

/* Handles a request: appends the content of the reply, which stays empty for an unsupported request. */
typedef void gdb_request_answer(struct gdb_connection *s, const char *arguments, size_t size, struct text *reply);

/* Handles a packet. Returns false if gdb expects no reply. */
bool request_answer(struct gdb_connection *s, const char *content, size_t size, struct text *reply);

/* Sends a packet with this content, and keeps the packet for repetition. Returns false if gdb is gone. */
bool gdb_connection_send(struct gdb_connection *s, const char *content, size_t size);

/* Shows text on gdb's console. Returns false if gdb is gone. */
bool gdb_connection_tell(struct gdb_connection *s, const char *text, size_t size);

/* ---- gdb's ids of threads: thread_ids.c ---- */

/* Reads a thread's id, as gdb knows it, and moves *at to after it. *thread is -1 for any thread or all. Returns false
 * for another text, or an unknown thread. */
bool request_thread(struct gdb_connection *s, const char **at, int *thread);

/* Returns the id of a thread: with one thread 1, else 1 for unpack, 2 for math, 3 for pack. */
int request_thread_id(const struct gdb_connection *s, int thread);

/* ---- Requests that run the kernel: resume.c ---- */

gdb_request_answer resume_vcont, resume_step, resume_continue, resume_step_back, resume_continue_back, resume_where;

/* ---- Descriptions for gdb, in XML: description.c ---- */

void description_registers(struct text *out);
void description_memory(struct text *out, const struct debuggee *d);

#endif
