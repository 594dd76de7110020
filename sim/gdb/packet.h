/*
 * Packets of gdb's remote protocol, $CONTENT#SUM, and single bytes between packets. Without input and output.
 */
#ifndef SFP_PACKET_H
#define SFP_PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text_buffer.h"

enum { PACKET_MOST = 0x10000 /* most bytes of content; gdb is told this limit */ };

enum packet_event {
    PACKET_NONE,      /* more bytes are needed */
    PACKET_WHOLE,     /* `content` has a packet */
    PACKET_DAMAGED,   /* wrong checksum: gdb must send the packet again */
    PACKET_TOO_LONG,  /* content longer than PACKET_MOST */
    PACKET_INTERRUPT, /* Ctrl-C, between packets */
    PACKET_TAKEN,     /* gdb acknowledges the last packet */
    PACKET_AGAIN,     /* gdb wants the last packet again */
};

enum { PACKET_BEGINS = '$' };

/* State of reading. All zero at first. */
struct packet_reader {
    char content[PACKET_MOST + 1]; /* content of the packet, without escapes, ended by a NUL that `size` does not
                                    * count */
    size_t size;
    int part;                      /* state of the reader: part of a packet that the next byte belongs to */
    bool escaped, too_long;
    unsigned char sum, told;
};

/* Takes one byte. After an event other than PACKET_NONE, the reader keeps `content` until the next byte. */
enum packet_event packet_take(struct packet_reader *reader, unsigned char byte);

/* Appends a packet with this content, escaped as necessary. */
void packet_put(struct text *out, const char *content, size_t size);

/* ---- Parts of contents ---- */

/* Appends bytes as hexadecimal digits. */
void packet_hex(struct text *out, const void *bytes, size_t size);

/* Converts 2 * size hexadecimal digits to bytes. Returns false if a digit is missing or wrong. */
bool packet_unhex(const char *digits, size_t size, void *bytes);

/* Reads a hexadecimal number and moves *at to after the digits. Returns false without a digit, or beyond 64 bits. */
bool packet_number(const char **at, uint64_t *number);

/* Reads a hexadecimal number and the character `end` after the number. */
bool packet_number_before(const char **at, char end, uint64_t *number);

#endif
