/* Packets of gdb's remote protocol. */
#include "packet.h"

#include <string.h>

enum { BETWEEN, CONTENT, FIRST_DIGIT, SECOND_DIGIT };

enum { CTRL_C = 3, ESCAPE = '}', ESCAPED = 0x20 };

static int packet_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static void begin_packet(struct packet_reader *r)
{
    r->part = CONTENT;
    r->size = 0;
    r->sum = 0;
    r->escaped = r->too_long = false;
}

static enum packet_event take_between(struct packet_reader *r, unsigned char byte)
{
    switch (byte) {
    case PACKET_BEGINS:
        begin_packet(r);
        return PACKET_NONE;
    case CTRL_C:
        return PACKET_INTERRUPT;
    case '+':
        return PACKET_TAKEN;
    case '-':
        return PACKET_AGAIN;
    default:
        return PACKET_NONE;
    }
}

static void take_content(struct packet_reader *r, unsigned char byte)
{
    r->sum = (unsigned char)(r->sum + byte);
    if (byte == ESCAPE && !r->escaped) {
        r->escaped = true;
        return;
    }
    if (r->size < PACKET_MOST)
        r->content[r->size++] = (char)(r->escaped ? byte ^ ESCAPED : byte);
    else
        r->too_long = true;
    r->escaped = false;
}

static enum packet_event end_packet(struct packet_reader *r, int digit)
{
    r->part = BETWEEN;
    r->content[r->size] = '\0';
    if (digit < 0 || (r->told | digit) != r->sum)
        return PACKET_DAMAGED;
    return r->too_long ? PACKET_TOO_LONG : PACKET_WHOLE;
}

enum packet_event packet_take(struct packet_reader *r, unsigned char byte)
{
    const int digit = packet_digit((char)byte);

    switch (r->part) {
    case CONTENT:
        if (byte == '#')
            r->part = FIRST_DIGIT;
        else if (byte == PACKET_BEGINS) /* the rest of the packet before was lost */
            begin_packet(r);
        else
            take_content(r, byte);
        return PACKET_NONE;
    case FIRST_DIGIT:
        if (digit < 0)
            return end_packet(r, digit);
        r->told = (unsigned char)(digit << 4);
        r->part = SECOND_DIGIT;
        return PACKET_NONE;
    case SECOND_DIGIT:
        return end_packet(r, digit);
    default:
        return take_between(r, byte);
    }
}

void packet_put(struct text *out, const char *content, size_t size)
{
    unsigned char sum = 0;

    text_add_char(out, PACKET_BEGINS);
    for (size_t i = 0; i < size; i++) {
        char c = content[i];

        if (c == PACKET_BEGINS || c == '#' || c == '*' || c == ESCAPE) {
            text_add_char(out, ESCAPE);
            sum = (unsigned char)(sum + ESCAPE);
            c = (char)(c ^ ESCAPED);
        }
        text_add_char(out, c);
        sum = (unsigned char)(sum + (unsigned char)c);
    }
    text_print(out, "#%02x", sum);
}

void packet_hex(struct text *out, const void *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    const unsigned char *from = bytes;

    for (size_t i = 0; i < size; i++) {
        text_add_char(out, digits[from[i] >> 4]);
        text_add_char(out, digits[from[i] & 0xF]);
    }
}

bool packet_unhex(const char *digits, size_t size, void *bytes)
{
    unsigned char *to = bytes;

    for (size_t i = 0; i < size; i++) {
        const int high = packet_digit(digits[2 * i]);
        const int low = high < 0 ? -1 : packet_digit(digits[2 * i + 1]);

        if (low < 0)
            return false;
        to[i] = (unsigned char)(high << 4 | low);
    }
    return true;
}

bool packet_number(const char **at, uint64_t *number)
{
    const char *from = *at;

    *number = 0;
    for (int digit; (digit = packet_digit(**at)) >= 0; ++*at) {
        if (*number >> 60)
            return false;
        *number = *number << 4 | (unsigned)digit;
    }
    return *at != from;
}

bool packet_number_before(const char **at, char end_character, uint64_t *number)
{
    if (!packet_number(at, number) || **at != end_character)
        return false;
    ++*at;
    return true;
}
