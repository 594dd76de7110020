/* What gdb may ask of a kernel, well put or not: it is answered, and the session goes on. Input: requests,
 * a line each. */
#include "fuzz.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gdb/gdb_connection.h"

static const char kernel[] = "sfpload L0, 0, 3, 3\nsfppushc 0\nsfpsetcc L0, 0, 0\nsfpmul L1, L0, L0, L9, 0\nsfppopc 0\n"
                             "sfpstore L1, 4, 3, 3\n";

static bool never(void *context)
{
    (void)context;
    return false;
}

/* A request and its answer. */
static void ask(struct gdb_connection *s, const uint8_t *request, size_t size)
{
    struct text reply = {0};

    memcpy(s->reader.content, request, size);
    s->reader.content[size] = '\0';
    s->reader.size = size;
    request_answer(s, s->reader.content, s->reader.size, &reply);
    fuzz_memory(reply.failed || s->d.lost ? NULL : s);
    if (reply.size > 2 * PACKET_MOST)
        fuzz_fail("an answer has %zu bytes", reply.size);
    s->over = false; /* whatever ends it */
    text_free(&reply);
}

static void begin(struct gdb_connection *s, sfpu_machine **m, const struct sfpu_running *running)
{
    if (sfpu_open(&(struct sfpu_options){.size = sizeof(struct sfpu_options), .arch = SFPU_WORMHOLE}, m) != SFPU_OK)
        fuzz_memory(NULL);
    if (sfpu_load_text(*m, "k.s", kernel, sizeof kernel - 1) != SFPU_OK || sfpu_set(*m, "init", "llk") != SFPU_OK)
        fuzz_fail("the kernel is refused: %s", sfpu_error(*m));
    s->channel = (struct channel){-1, -1, open("/dev/null", O_WRONLY | O_CLOEXEC)};
    s->d.interrupted = never;
    if (!debuggee_begin(&s->d, *m, running, 2))
        fuzz_fail("the kernel does not begin: %s", sfpu_error(*m));
}

int fuzz_gdb(const uint8_t *data, size_t size)
{
    const struct sfpu_running running = {.size = sizeof running};
    struct gdb_connection *s = fuzz_memory(calloc(1, sizeof *s));
    sfpu_machine *m;

    begin(s, &m, &running);
    for (size_t at = 0, length; at < size; at += length + 1) {
        const uint8_t *end = memchr(data + at, '\n', size - at);

        length = end ? (size_t)(end - data) - at : size - at;
        ask(s, data + at, length < PACKET_MOST ? length : PACKET_MOST);
    }
    debuggee_end(&s->d);
    text_free(&s->sent);
    close(s->channel.out);
    sfpu_close(m);
    free(s);
    return 0;
}
