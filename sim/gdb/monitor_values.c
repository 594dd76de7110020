/* monitor dst, lreg, macro: values. */
#include <stdio.h>
#include <string.h>

#include "monitor.h"

enum { COLUMNS = 16, ROWS_SHOWN = 4, VALUE = 64, LANES_A_ROW = 8 };

/* Parses a format's name; an empty text gives `usual`. Writes a message and returns false if the format is unknown. */
static bool parse_format_name(const char *text, int usual, int *format, struct text *out)
{
    text += strspn(text, " \t");
    *format = *text ? sfpu_format_named(text) : usual;
    if (*format <= SFPU_ANY_FORMAT)
        text_print(out, "there is no format '%s'\n", text);
    return *format > SFPU_ANY_FORMAT;
}

/* ---- Dst ---- */

static uint32_t dst_value_at(const uint8_t *values, size_t bytes, size_t i)
{
    uint32_t value = 0;

    for (size_t byte = 0; byte < bytes; byte++)
        value |= (uint32_t)values[bytes * i + byte] << 8 * byte;
    return value;
}

static void print_dst_rows(const uint8_t *values, int format, unsigned row, unsigned end, struct text *out)
{
    const size_t bytes = sfpu_format_bytes(format);
    char value[VALUE];

    for (; row < end; row++) {
        text_print(out, "%4u", row);
        for (unsigned column = 0; column < COLUMNS; column++) {
            sfpu_value_text(format, dst_value_at(values, bytes, (size_t)row * COLUMNS + column), value, sizeof value);
            text_print(out, " %11s", value);
        }
        text_add_char(out, '\n');
    }
}

/* Returns the number of rows: formats of 16 bits have twice as many rows as formats of 32 bits; int8 also has twice
 * as many. */
static unsigned dst_rows_of(int format)
{
    return sfpu_format_bytes(format) == 4 ? SFPU_DST_ROWS / 2 : SFPU_DST_ROWS;
}

void monitor_dst(struct debuggee *d, const char *arguments, struct text *out)
{
    uint8_t values[SFPU_DST_ROWS * COLUMNS * 2];
    unsigned long row = 0;
    unsigned end;
    int format;

    if (*arguments && !monitor_number(&arguments, SFPU_DST_ROWS - 1, &row)) {
        text_print(out, "dst: expects a row, 0 to %d, and a format\n", SFPU_DST_ROWS - 1);
        return;
    }
    if (!parse_format_name(arguments, sfpu_configured_format(d->m), &format, out))
        return;
    if (row >= dst_rows_of(format)) {
        text_print(out, "dst: %s has %u rows\n", sfpu_format_name(format), dst_rows_of(format));
        return;
    }
    end = (unsigned)row + ROWS_SHOWN < dst_rows_of(format) ? (unsigned)row + ROWS_SHOWN : dst_rows_of(format);
    if (debuggee_did(d, sfpu_read_dst(d->m, format, SFPU_ROWS, values, end * COLUMNS * sfpu_format_bytes(format))))
        print_dst_rows(values, format, (unsigned)row, end, out);
    else
        text_print(out, "%s\n", sfpu_error(d->m));
}

/* ---- Registers ---- */

static void put_lane(int format, uint32_t bits, bool enabled, struct text *out)
{
    char value[VALUE], shown[VALUE + 2];

    sfpu_value_text(format, bits, value, sizeof value);
    snprintf(shown, sizeof shown, enabled ? "%s" : "(%s)", value);
    text_print(out, " %13s", shown);
}

void monitor_lreg(struct debuggee *d, const char *arguments, struct text *out)
{
    uint32_t lanes[SFPU_LANES], enabled;
    unsigned long reg;
    int format;

    arguments += *arguments == 'L' || *arguments == 'l';
    if (!monitor_number(&arguments, SFPU_LREGS - 1, &reg)) {
        text_print(out, "lreg: expects a register, L0 to L%d, and a format\n", SFPU_LREGS - 1);
        return;
    }
    if (!parse_format_name(arguments, SFPU_FP32, &format, out))
        return;
    if (sfpu_get_lreg(d->m, (unsigned)reg, lanes) != SFPU_OK || sfpu_get_enabled(d->m, &enabled) != SFPU_OK)
        return;
    for (unsigned lane = 0; lane < SFPU_LANES; lane++) {
        put_lane(format, lanes[lane], enabled >> lane & 1, out);
        if (lane % LANES_A_ROW == LANES_A_ROW - 1)
            text_add_char(out, '\n');
    }
}

/* ---- SFPLOADMACRO ---- */

static bool are_lanes_equal(const uint32_t lanes[SFPU_LANES])
{
    for (unsigned lane = 1; lane < SFPU_LANES; lane++)
        if (lanes[lane] != lanes[0])
            return false;
    return true;
}

static void put_note(const uint32_t lanes[SFPU_LANES], struct text *out)
{
    text_print(out, "%s\n", are_lanes_equal(lanes) ? "" : " (lane 0; others differ)");
}

void monitor_macro(struct debuggee *d, const char *arguments, struct text *out)
{
    struct sfpu_macros macros = {.size = sizeof macros};
    enum { TEXT = 512 };
    char text[TEXT];

    (void)arguments;
    if (sfpu_get_macros(d->m, &macros) != SFPU_OK)
        return;
    for (unsigned i = 0; i < SFPU_MACROS; i++) {
        text_print(out, "template %u: ", i);
        monitor_put_word(d, SIZE_MAX, macros.templates[i][0], out);
        put_note(macros.templates[i], out);
    }
    for (unsigned i = 0; i < SFPU_MACROS; i++) {
        debuggee_did(d, sfpu_explain_sequence(macros.sequences[i][0], text, sizeof text));
        text_print(out, "sequence %u: 0x%08lx %s", i, (unsigned long)macros.sequences[i][0], text);
        put_note(macros.sequences[i], out);
    }
    debuggee_did(d, sfpu_explain_misc(macros.misc[0], text, sizeof text));
    text_print(out, "misc: 0x%lx %s", (unsigned long)macros.misc[0], text);
    put_note(macros.misc, out);
}
