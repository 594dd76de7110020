/* A channel to gdb. */
#include "channel.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "packet.h"

enum { MOST_PORT = 65535 };

static bool port_of(const char *where, unsigned *port)
{
    char *end;
    const unsigned long number = strtoul(where, &end, 10);

    *port = (unsigned)number;
    return *where >= '0' && *where <= '9' && *end == '\0' && number <= MOST_PORT;
}

bool channel_is_place(const char *where)
{
    unsigned port;

    return strcmp(where, "-") == 0 || port_of(where, &port);
}

/* ---- Beginning and ending ---- */

/* Listens on the loopback interface only, because a client gets the rights of the kernel's owner. */
static bool listen_on(struct channel *c, unsigned *port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)*port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    const int yes = 1;

    c->listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (c->listening < 0)
        return false;
    setsockopt(c->listening, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(c->listening, (struct sockaddr *)&address, sizeof address) != 0 || listen(c->listening, 1) != 0
        || getsockname(c->listening, (struct sockaddr *)&address, &size) != 0)
        return false;
    *port = ntohs(address.sin_port);
    return true;
}

bool channel_open(struct channel *c, const char *where, unsigned *port, char **error)
{
    *c = (struct channel){-1, -1, -1};
    *port = 0;
    *error = NULL;
    if (!port_of(where, port)) {
        c->in = STDIN_FILENO;
        c->out = STDOUT_FILENO;
        return true;
    }
    if (listen_on(c, port))
        return true;
    if (asprintf(error, "cannot listen on 127.0.0.1:%u: %s", *port, strerror(errno)) < 0)
        *error = NULL;
    channel_close(c);
    return false;
}

static void close_descriptor(int *descriptor)
{
    if (*descriptor > STDERR_FILENO)
        close(*descriptor);
    *descriptor = -1;
}

void channel_close(struct channel *c)
{
    c->out = -1;
    close_descriptor(&c->in);
    close_descriptor(&c->listening);
}

bool channel_accept(struct channel *c)
{
    const int yes = 1;

    if (c->in >= 0)
        return true;
    do
        c->in = accept4(c->listening, NULL, NULL, SOCK_CLOEXEC);
    while (c->in < 0 && (errno == EINTR || errno == ECONNABORTED));
    if (c->in < 0)
        return false;
    setsockopt(c->in, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes); /* packets are small, and the other side waits for
                                                                    * them */
    c->out = c->in;
    return true;
}

/* ---- Further connections ---- */

/* Refuses a connection: sends a packet, which gdb shows, that the kernel already has a debugger. */
static void refuse_client(struct channel *c)
{
    static const char text[] = "E.this kernel has a debugger already";
    struct text out = {0};
    const int other = accept4(c->listening, NULL, NULL, SOCK_CLOEXEC);

    if (other < 0)
        return;
    text_add_char(&out, '+');
    packet_put(&out, text, sizeof text - 1);
    if (!out.failed)
        (void)!send(other, out.data, out.size, MSG_NOSIGNAL | MSG_DONTWAIT);
    text_free(&out);
    shutdown(other, SHUT_WR);
    close(other);
}

/* ---- Bytes ---- */

int channel_read(struct channel *c, void *bytes, size_t size, bool waits)
{
    for (;;) {
        struct pollfd two[] = {{.fd = c->in, .events = POLLIN}, {.fd = c->listening, .events = POLLIN}};
        const int ready = poll(two, 2, waits ? -1 : 0);
        ssize_t got;

        if (ready < 0 && errno != EINTR)
            return CHANNEL_GONE;
        if (ready > 0 && two[1].revents)
            refuse_client(c);
        if (ready > 0 && two[0].revents) {
            got = read(c->in, bytes, size);
            if (got > 0)
                return (int)got;
            if (got == 0 || (errno != EINTR && errno != EAGAIN))
                return CHANNEL_GONE;
        }
        if (!waits)
            return 0;
    }
}

static ssize_t send_bytes(const struct channel *c, const char *bytes, size_t size)
{
    return c->listening < 0 ? write(c->out, bytes, size) : send(c->out, bytes, size, MSG_NOSIGNAL);
}

bool channel_write(struct channel *c, const char *bytes, size_t size)
{
    while (size) {
        const ssize_t done = send_bytes(c, bytes, size);

        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        bytes += done;
        size -= (size_t)done;
    }
    return true;
}
