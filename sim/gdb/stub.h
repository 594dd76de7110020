/*
 * Inside the server:
 *   gdb_server.c      packets that come and go, by channel.c and packet.c
 *   stub.c            what is sent
 *   requests.c        what is asked, from a table
 *   resume.c          requests that have the kernel go on, and how it is said where it stops
 *   monitor*.c        commands, from a table
 *   register_table.c, memory_regions.c, description.c    what gdb is shown
 *   debuggee.c, debuggee_state.c, forward.c, backward.c    the run
 */
#ifndef SFP_STUB_H
#define SFP_STUB_H

#include "base/text_buffer.h"
#include "channel.h"
#include "debuggee.h"
#include "gdb_server.h"
#include "packet.h"

/* Bytes from gdb that are still to be taken: bytes[at] to before bytes[count]. While the kernel runs, they are looked
 * through for a Ctrl-C, as far as bytes[seen], and packets wait there until the kernel stands. */
struct arrived {
    unsigned char bytes[2 * PACKET_MOST];
    int at, seen, count;
    struct packet_reader ahead; /* of the bytes before `seen` */
};

struct stub {
    const struct gdb_session *session;
    struct channel channel;
    struct arrived arrived;
    struct packet_reader reader;
    struct debuggee d;
    struct text sent;   /* the last packet */
    char *executable;   /* the kernel as gdb is to open it, or NULL */
    bool quiet;         /* packets are not acknowledged */
    bool over;          /* the session is */
    bool end_told;      /* gdb's user knows that the run is over, */
    bool end_signalled; /* and gdb has stopped for that */
};

/* What a request is answered by: the content of a packet, empty of what is not known here. */
typedef void stub_answer(struct stub *s, const char *arguments, size_t size, struct text *reply);

/* Answers. False: nothing is to be sent. */
bool request_answer(struct stub *s, const char *content, size_t size, struct text *reply);

/* Sends a packet of this content, and keeps it as the last one; false: gdb is gone. */
bool stub_send(struct stub *s, const char *content, size_t size);

/* Shows text on gdb's console; false: gdb is gone. */
bool stub_tell(struct stub *s, const char *text, size_t size);

/* ---- Going on: resume.c ---- */

stub_answer resume_vcont, resume_step, resume_continue, resume_step_back, resume_continue_back, resume_where;

/* ---- What gdb is shown, in XML: description.c ---- */

void description_registers(struct text *out);
void description_memory(struct text *out, const struct debuggee *d);

#endif
