/* monitor banks, srca, srcb: SrcA and SrcB. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "monitor.h"

enum { ROWS_SHOWN = 4 };

/* Gets a bank. Writes a message and returns false if nothing feeds the sources. */
static bool get_bank(struct debuggee *d, int source, unsigned bank, struct sfpu_source_bank *got, struct text *out)
{
    *got = (struct sfpu_source_bank){.size = sizeof *got};
    if (sfpu_get_source_bank(d->m, source, bank, got) == SFPU_OK)
        return true;
    text_print(out, "%s\n", sfpu_error(d->m));
    return false;
}

/* ---- Owners ---- */

static void put_owner(int source, unsigned bank, const struct sfpu_source_bank *b, struct text *out)
{
    text_print(out, "%s[%u]: %s%s%s\n", source == SFPU_SRCA ? "SrcA" : "SrcB", bank,
               b->valid ? "valid" : "the unpacker's",
               !b->is_read ? "" : b->valid ? ", the matrix unit reads it" : ", the matrix unit reads it next",
               b->is_filled ? ", the unpacker fills it" : "");
}

void monitor_banks(struct debuggee *d, const char *arguments, struct text *out)
{
    struct sfpu_source_bank b;

    if (*arguments) {
        text_print(out, "banks takes no argument\n");
        return;
    }
    for (int source = SFPU_SRCA; source <= SFPU_SRCB; source++) {
        for (unsigned bank = 0; bank < SFPU_SOURCE_BANKS; bank++) {
            if (!get_bank(d, source, bank, &b, out))
                return;
            put_owner(source, bank, &b, out);
        }
        text_print(out, "%s: %zu %s for a bank\n", source == SFPU_SRCA ? "SrcA" : "SrcB", b.waiting,
                   b.waiting == 1 ? "image waits" : "images wait");
    }
}

/* ---- Data ---- */

/* Returns a datum as a number. `narrow`: its exponent has 5 bits. INT8 has its magnitude as mantissa. */
static double datum_value(uint32_t datum, unsigned format)
{
    enum { INT8 = 14, FIVE_BITS = 1 << 1 | 1 << 2 | 1 << 3 | 1 << 10 | 1 << 11, SIGN = 18, EXPONENT = 10,
           MANTISSA = 0x3FF, ONE = MANTISSA + 1, NARROW = 0x1F, WIDE = 0xFF, NARROW_BIAS = 15, WIDE_BIAS = 127 };
    const int narrow = FIVE_BITS >> format & 1, exponent = (int)(datum >> EXPONENT & (narrow ? NARROW : WIDE));
    const double sign = datum >> SIGN & 1 ? -1 : 1;

    if (exponent == 0)
        return 0 * sign;
    if (format == INT8)
        return sign * (datum & MANTISSA);
    return sign * ldexp((datum & MANTISSA) | ONE, exponent - EXPONENT - (narrow ? NARROW_BIAS : WIDE_BIAS));
}

static void put_rows(const struct sfpu_source_bank *b, unsigned row, struct text *out)
{
    for (unsigned end = row + ROWS_SHOWN; row < end && row < SFPU_SOURCE_ROWS; row++) {
        text_print(out, "%4u", row);
        for (unsigned column = 0; column < SFPU_SOURCE_COLUMNS; column++)
            text_print(out, " %11g", datum_value(b->data[row][column], b->format));
        text_add_char(out, '\n');
    }
}

/* Prints four rows of the bank that the matrix unit reads, or of another. */
static void show_rows(struct debuggee *d, int source, const char *arguments, struct text *out)
{
    struct sfpu_source_bank b;
    unsigned long row = 0, bank = 0;
    const bool has_row = *arguments != '\0', known = !has_row || monitor_number(&arguments, SFPU_SOURCE_ROWS - 1, &row);
    bool has_bank;

    arguments += strspn(arguments, " \t");
    has_bank = *arguments != '\0';
    if (!known || (has_bank && (!monitor_number(&arguments, SFPU_SOURCE_BANKS - 1, &bank) || *arguments))) {
        text_print(out, "expects a row, 0 to %d, and a bank, 0 to %d\n", SFPU_SOURCE_ROWS - 1, SFPU_SOURCE_BANKS - 1);
        return;
    }
    for (unsigned i = 0; i < SFPU_SOURCE_BANKS; i++) {
        if (!get_bank(d, source, i, &b, out))
            return;
        if (has_bank ? i != bank : !b.is_read)
            continue;
        put_owner(source, i, &b, out);
        put_rows(&b, (unsigned)row, out);
    }
}

void monitor_srca(struct debuggee *d, const char *arguments, struct text *out)
{
    show_rows(d, SFPU_SRCA, arguments, out);
}

void monitor_srcb(struct debuggee *d, const char *arguments, struct text *out)
{
    show_rows(d, SFPU_SRCB, arguments, out);
}
