/* Packets of gdb's remote protocol: what is read is what is read again when it is put. Input: bytes from gdb. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "gdb/packet.h"

/* Its content, put and taken. */
static void again(const struct packet_reader *reader)
{
    struct packet_reader *second = fuzz_memory(calloc(1, sizeof *second));
    enum packet_event event = PACKET_NONE;
    struct text out = {0};

    packet_put(&out, reader->content, reader->size);
    fuzz_memory(out.failed ? NULL : out.data);
    for (size_t i = 0; i < out.size; i++) {
        if (event != PACKET_NONE)
            fuzz_fail("a packet is over before its last byte");
        event = packet_take(second, (unsigned char)out.data[i]);
    }
    if (event != PACKET_WHOLE || second->size != reader->size
        || memcmp(second->content, reader->content, reader->size) != 0)
        fuzz_fail("a packet that was read is another one when it is put");
    text_free(&out);
    free(second);
}

/* What requests are taken apart by keeps to them. */
static void parse(const struct packet_reader *reader)
{
    const char *at = reader->content, *const end = at + reader->size;
    unsigned char bytes[4];
    uint64_t number;

    while (at < end) {
        if (packet_number_before(&at, ',', &number) || packet_unhex(at, sizeof bytes, bytes))
            at += at < end;
        at++;
    }
    if (at > end + 1)
        fuzz_fail("a number reaches beyond its packet");
}

int fuzz_packet(const uint8_t *data, size_t size)
{
    struct packet_reader *reader = fuzz_memory(calloc(1, sizeof *reader));

    for (size_t i = 0; i < size; i++) {
        const enum packet_event event = packet_take(reader, data[i]);

        if (reader->size > PACKET_MOST)
            fuzz_fail("a packet has %zu bytes", reader->size);
        if (event != PACKET_WHOLE)
            continue;
        again(reader);
        parse(reader);
    }
    free(reader);
    return 0;
}
