/* Append DWARF's numbers and texts to a section. */
#ifndef SFP_DWARF_BYTES_H
#define SFP_DWARF_BYTES_H

#include "base/text_buffer.h"

#include <stdint.h>
#include <string.h>

/* Appends the lowest `size` bytes of a number, lowest byte first. */
static inline void dwarf_fixed(struct text *section, uint64_t number, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        text_add_char(section, (char)(number >> 8 * i));
}

static inline void dwarf_byte(struct text *section, unsigned number) { dwarf_fixed(section, number, 1); }
static inline void dwarf_half(struct text *section, unsigned number) { dwarf_fixed(section, number, 2); }
static inline void dwarf_word(struct text *section, uint32_t number) { dwarf_fixed(section, number, 4); }

/* Append a number in groups of seven bits, lowest group first (ULEB128, SLEB128). */
static inline void dwarf_unsigned(struct text *section, uint64_t number)
{
    for (; number > 0x7F; number >>= 7)
        dwarf_byte(section, 0x80 | (number & 0x7F));
    dwarf_byte(section, (unsigned)number);
}

static inline void dwarf_signed(struct text *section, int64_t number)
{
    for (; number > 0x3F || number < -0x40; number >>= 7)
        dwarf_byte(section, 0x80 | (number & 0x7F));
    dwarf_byte(section, number & 0x7F);
}

/* Appends a text with its NUL. */
static inline void dwarf_text(struct text *section, const char *text)
{
    text_add(section, text, strlen(text) + 1);
}

/* Begin and end a unit that starts with its length, 4 bytes that do not count themselves. dwarf_begin() returns the
 * offset for dwarf_end(). */
static inline size_t dwarf_begin(struct text *section)
{
    dwarf_word(section, 0);
    return section->size;
}

static inline void dwarf_end(struct text *section, size_t begin)
{
    const size_t length = section->size - begin;

    for (unsigned i = 0; !section->failed && i < 4; i++)
        section->data[begin - 4 + i] = (char)(length >> 8 * i);
}

#endif
