/* Sending to gdb: packets, and text for gdb's console. */
#include "gdb_connection.h"

bool gdb_connection_send(struct gdb_connection *s, const char *content, size_t size)
{
    s->sent.size = 0;
    packet_put(&s->sent, content, size);
    s->d.lost |= s->sent.failed;
    if (s->d.lost || !channel_write(&s->channel, s->sent.data, s->sent.size))
        s->over = true;
    return !s->over;
}

bool gdb_connection_tell(struct gdb_connection *s, const char *text, size_t size)
{
    enum { AT_ONCE = 4096 };

    for (size_t part; size; text += part, size -= part) {
        struct text packet = {0};

        part = size < AT_ONCE ? size : AT_ONCE;
        text_add_char(&packet, 'O');
        packet_hex(&packet, text, part);
        s->d.lost |= packet.failed;
        if (s->d.lost || !gdb_connection_send(s, packet.data, packet.size))
            s->over = true;
        text_free(&packet);
    }
    return !s->over;
}
