/* The server's loop over packets, and a session's start and end. */
#include "gdb_server.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "gdb_connection.h"

static const char no_run[] = "the kernel does not run";

/* ---- To gdb ---- */

static void answer_packet(struct gdb_connection *s)
{
    struct text reply = {0};

    if (request_answer(s, s->reader.content, s->reader.size, &reply)) {
        const bool over = s->over;

        s->d.lost |= reply.failed;
        gdb_connection_send(s, reply.size ? reply.data : "", reply.size);
        s->over |= over;
    }
    text_free(&reply);
}

/* ---- From gdb ---- */

static void send_acknowledgement(struct gdb_connection *s, const char *sign)
{
    if (!s->quiet && !channel_write(&s->channel, sign, 1))
        s->over = true;
}

static void take_gdb_byte(struct gdb_connection *s, unsigned char byte)
{
    switch (packet_take(&s->reader, byte)) {
    case PACKET_WHOLE:
        send_acknowledgement(s, "+");
        answer_packet(s);
        break;
    case PACKET_DAMAGED:
        send_acknowledgement(s, "-");
        break;
    case PACKET_TOO_LONG:
        send_acknowledgement(s, "+");
        gdb_connection_send(s, "E01", 3);
        break;
    case PACKET_AGAIN:
        if (!s->quiet && s->sent.size && !channel_write(&s->channel, s->sent.data, s->sent.size))
            s->over = true;
        break;
    case PACKET_NONE:
    case PACKET_INTERRUPT: /* a Ctrl-C while the kernel already stands */
    case PACKET_TAKEN:
        break;
    }
}

/* Reads further bytes into s->arrived. Returns false if no bytes came; *gone is set if gdb is gone. */
static bool read_more(struct gdb_connection *s, bool waits, bool *gone)
{
    struct arrived *in = &s->arrived;
    int got;

    memmove(in->bytes, in->bytes + in->at, (size_t)(in->count - in->at));
    in->count -= in->at;
    in->seen = in->seen > in->at ? in->seen - in->at : 0;
    in->at = 0;
    got = channel_read(&s->channel, in->bytes + in->count, sizeof in->bytes - (size_t)in->count, waits);
    *gone = got == CHANNEL_GONE;
    in->count += got > 0 ? got : 0;
    return got > 0;
}

/* Waits for a byte. Returns false, with *gone set, if gdb is gone. */
static bool has_arrived(struct gdb_connection *s, bool *gone)
{
    *gone = false;
    return s->arrived.at < s->arrived.count || read_more(s, true, gone);
}

/* Searches the new bytes for a Ctrl-C between packets, and removes it. */
static bool find_interrupt(struct arrived *in)
{
    if (in->seen < in->at) { /* the bytes before `at` were handled as packets, and the last of these is complete */
        in->seen = in->at;
        in->ahead = (struct packet_reader){0};
    }
    while (in->seen < in->count) {
        if (packet_take(&in->ahead, in->bytes[in->seen]) == PACKET_INTERRUPT) {
            memmove(in->bytes + in->seen, in->bytes + in->seen + 1, (size_t)(in->count - in->seen - 1));
            in->count--;
            return true;
        }
        in->seen++;
    }
    return false;
}

/* Returns whether the running kernel must stop: after Ctrl-C, if gdb is gone, or if the buffer for waiting packets
 * is full. */
static bool is_interrupted(void *context)
{
    struct gdb_connection *s = context;
    struct arrived *in = &s->arrived;
    bool gone;

    do {
        if (find_interrupt(in) || (in->at == 0 && in->count == (int)sizeof in->bytes))
            return true;
    } while (read_more(s, false, &gone));
    return gone;
}

static void serve_packets(struct gdb_connection *s)
{
    bool gone;

    while (!s->over) {
        if (has_arrived(s, &gone))
            take_gdb_byte(s, s->arrived.bytes[s->arrived.at++]);
        s->over |= gone;
    }
}

/* ---- A session ---- */

bool gdb_is_place(const char *where)
{
    return channel_is_place(where);
}

static void say_where(const struct gdb_session *session, unsigned port)
{
    if (port && session->says) {
        fprintf(session->says, "sfpsim: waiting for gdb: target remote localhost:%u\n", port);
        fflush(session->says);
    }
}

static bool run_gdb_session(struct gdb_connection *s, sfpu_machine *m, char **error)
{
    unsigned port;

    if (!debuggee_begin(&s->d, m, s->session->running, s->session->passes)) {
        *error = s->d.lost ? NULL : strdup(*sfpu_error(m) ? sfpu_error(m) : no_run);
        return false;
    }
    s->chosen = s->d.thread;
    if (!channel_open(&s->channel, s->session->where, &port, error))
        return false;
    say_where(s->session, port);
    if (s->session->executable && !(s->executable = realpath(s->session->executable, NULL)))
        s->d.lost |= errno == ENOMEM;
    if (channel_accept(&s->channel))
        serve_packets(s);
    channel_close(&s->channel);
    return !s->d.lost;
}

bool gdb_serve(const struct gdb_session *session, sfpu_machine *m, char **error)
{
    struct gdb_connection *s = calloc(1, sizeof *s);
    bool done;

    *error = NULL;
    if (!s)
        return false;
    s->session = session;
    s->d.interrupted = is_interrupted;
    s->d.context = s;
    done = run_gdb_session(s, m, error);
    debuggee_end(&s->d);
    text_free(&s->sent);
    breakpoints_free(&s->removed);
    sfpu_free_snapshot(s->missed.before.taken);
    free(s->executable);
    free(s);
    return done;
}
