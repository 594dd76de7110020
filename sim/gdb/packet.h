/*
 * Packets of gdb's remote protocol: $CONTENT#SUM, and the bytes that come between them. No input or output.
 */
#ifndef SFP_PACKET_H
#define SFP_PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text_buffer.h"

enum { PACKET_MOST = 0x10000 /* bytes of content, which gdb is told */ };

enum packet_event {
    PACKET_NONE,      /* it takes more bytes */
    PACKET_WHOLE,     /* `content` has one */
    PACKET_DAMAGED,   /* its sum is another: it is to be sent again */
    PACKET_TOO_LONG,  /* its content was more than PACKET_MOST */
    PACKET_INTERRUPT, /* Ctrl-C, between packets */
    PACKET_TAKEN,     /* the other side has taken the last one */
    PACKET_AGAIN,     /* the other side wants the last one again */
};

enum { PACKET_BEGINS = '$' };

/* What has come so far; all zero at first. */
struct packet_reader {
    char content[PACKET_MOST + 1]; /* without its escapes, ended by a NUL that `size` does not count */
    size_t size;
    int part;                      /* of a packet, in which the next byte is */
    bool escaped, too_long;
    unsigned char sum, told;
};

/* Takes a byte. After any event but NONE the content is the reader's until the next byte. */
enum packet_event packet_take(struct packet_reader *reader, unsigned char byte);

/* Adds a packet of this content, with the escapes that it takes. */
void packet_put(struct text *out, const char *content, size_t size);

/* ---- What contents are made of ---- */

void packet_hex(struct text *out, const void *bytes, size_t size);

/* 2 * size digits to bytes. False: they are no such digits. */
bool packet_unhex(const char *digits, size_t size, void *bytes);

/* A number in hexadecimal digits at *at, which is moved behind it. False: there is none, or of more than 64 bits. */
bool packet_number(const char **at, uint64_t *number);

/* The same, and the character behind it, which is passed over. */
bool packet_number_before(const char **at, char end, uint64_t *number);

#endif
