/* The formats of Dst images: their table, and their values in Dst order (sfpu-dst(7), Cell orders). */
#include "image.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIGN16 = 0x8000,
    MAGNITUDE16 = 0x7FFF,
    FP16_MANTISSA = 0x03FF,
    FP16_MANTISSA_BITS = 10,
    FP16_EXPONENT = 0x7C00,   /* all ones: IEEE infinity and NaN */
    FP16_CELL_EXPONENT = 0x1F,
    INT8_CELL_EXPONENT = 16,  /* "Integer 8" is laid over FP16 */
    INT8_CELL_MAGNITUDE_LSB = 5,
};

#define SIGN32 0x80000000u
#define MAGNITUDE32 0x7FFFFFFFu

enum number { UNSIGNED_NUMBER, SIGNED_NUMBER, FLOAT_NUMBER };

typedef uint32_t convert(uint32_t value, unsigned *lost);

/* Conversion between a format's values and their cells. */
struct conversion {
    convert *encode, *decode;
    enum sfp_row_kind row; /* how vector code moves whole rows of them */
    const char *encode_loss, *decode_loss; /* loss of encoding and decoding, in words; NULL: without loss */
};

static uint32_t keep_bits(uint32_t value, unsigned *lost)
{
    (void)lost;
    return value;
}

static uint32_t encode_bf16(uint32_t x, unsigned *lost)
{
    (void)lost;
    return (x & SIGN16) | (x & 0x7F) << 8 | (x >> 7 & 0xFF);
}

static uint32_t decode_bf16(uint32_t cell, unsigned *lost)
{
    (void)lost;
    return (cell & SIGN16) | (cell & 0xFF) << 7 | (cell >> 8 & 0x7F);
}

/* Encodes 32 bits: the high half is shuffled as BF16, the low half stays. */
static uint32_t encode_32(uint32_t x, unsigned *lost)
{
    return encode_bf16(x >> 16, lost) << 16 | (x & 0xFFFF);
}

static uint32_t decode_32(uint32_t cell, unsigned *lost)
{
    return decode_bf16(cell >> 16, lost) << 16 | (cell & 0xFFFF);
}

static uint32_t encode_fp16(uint32_t x, unsigned *lost)
{
    if ((x & FP16_EXPONENT) == FP16_EXPONENT) {
        ++*lost;
        return x | MAGNITUDE16;
    }
    return (x & SIGN16) | (x & FP16_MANTISSA) << 5 | (x >> FP16_MANTISSA_BITS & FP16_CELL_EXPONENT);
}

/* Decodes FP16. The hardware stores an overflow as the largest pattern, so that decoding the pattern to infinity is
 * no loss. */
static uint32_t decode_fp16(uint32_t cell, unsigned *lost)
{
    if ((cell & FP16_CELL_EXPONENT) == FP16_CELL_EXPONENT) {
        *lost += (cell & MAGNITUDE16) != MAGNITUDE16;
        return (cell & SIGN16) | FP16_EXPONENT;
    }
    return (cell & SIGN16) | (cell & FP16_CELL_EXPONENT) << FP16_MANTISSA_BITS | (cell >> 5 & FP16_MANTISSA);
}

static uint32_t encode_sm32(uint32_t x, unsigned *lost)
{
    uint32_t magnitude = x & SIGN32 ? 0 - x : x;

    if (magnitude == SIGN32) {
        ++*lost;
        magnitude = MAGNITUDE32;
    }
    return encode_32((x & SIGN32) | magnitude, lost);
}

static uint32_t decode_sm32(uint32_t cell, unsigned *lost)
{
    uint32_t x = decode_32(cell, lost);

    return x & SIGN32 ? 0 - (x & MAGNITUDE32) : x;
}

static uint32_t encode_int16(uint32_t x, unsigned *lost)
{
    uint32_t magnitude = x & SIGN16 ? 0x10000 - x : x;

    if (magnitude == SIGN16) {
        ++*lost;
        magnitude = MAGNITUDE16;
    }
    return (x & SIGN16) | magnitude;
}

static uint32_t decode_int16(uint32_t cell, unsigned *lost)
{
    (void)lost;
    return cell & SIGN16 ? (0 - (cell & MAGNITUDE16)) & 0xFFFF : cell;
}

static uint32_t encode_int8(uint32_t x, unsigned *lost)
{
    uint32_t magnitude = x & 0x80 ? 0x100 - x : x;

    (void)lost;
    if (magnitude == 0)
        return 0; /* 0 becomes +0, as with the unpackers */
    return (x & 0x80) << 8 | magnitude << INT8_CELL_MAGNITUDE_LSB | INT8_CELL_EXPONENT;
}

static uint32_t decode_int8(uint32_t cell, unsigned *lost)
{
    bool negative = cell & SIGN16;
    uint32_t magnitude = cell >> INT8_CELL_MAGNITUDE_LSB & FP16_MANTISSA;
    uint32_t limit = negative ? 0x80 : 0x7F;

    if (magnitude > limit) {
        ++*lost;
        magnitude = limit;
    }
    return negative ? (0 - magnitude) & 0xFF : magnitude;
}

/*
 *   bits   the bits unchanged
 *   wide   enc32 of the unchanged bits: denormals and NaNs are kept, as an unpacker keeps them; SFPLOAD mode INT32
 *          gives the file's bits
 *   bf16   encBF of the unchanged bits
 *   fp16   encFP16; the hardware's FP16 has no infinity and no NaN, so these become its largest pattern, S:7FFF. On the
 *          way out every cell of exponent 31 becomes infinity, since IEEE binary16 has no number that large
 *   sm32   two's complement in the file, enc32 of the sign-magnitude word in Dst; -2^31 becomes -(2^31-1)
 *   int16  two's complement in the file, sign and 15-bit magnitude in Dst; -32768 becomes -32767
 *   int8   two's complement in the file; in Dst sign, 10-bit magnitude and exponent 16, or 0 when the value is 0. On
 *          the way out magnitudes beyond int8 saturate
 *
 * Sign-magnitude -0 leaves Dst as 0.
 */
static const struct conversion
    as_bits = {.encode = keep_bits, .decode = keep_bits, .row = SFP_ROW_BITS},
    as_wide = {.encode = encode_32, .decode = decode_32, .row = SFP_ROW_WIDE},
    as_bf16 = {.encode = encode_bf16, .decode = decode_bf16, .row = SFP_ROW_BF16},
    as_fp16 = {.encode = encode_fp16, .decode = decode_fp16, .row = SFP_ROW_OTHER,
               .encode_loss = "fp16 infinities and NaNs became the hardware's largest pattern",
               .decode_loss = "numbers beyond the range of fp16 became infinity"},
    as_sm32 = {.encode = encode_sm32, .decode = decode_sm32, .row = SFP_ROW_OTHER,
               .encode_loss = "values of -2147483648, which sign-magnitude lacks, became -2147483647"},
    as_int16 = {.encode = encode_int16, .decode = decode_int16, .row = SFP_ROW_OTHER,
                .encode_loss = "values of -32768, which sign-magnitude lacks, became -32767"},
    as_int8 = {.encode = encode_int8, .decode = decode_int8, .row = SFP_ROW_OTHER,
               .decode_loss = "magnitudes beyond int8 saturated"};

static const struct format {
    const char *name;
    uint8_t bytes;
    bool wide;
    uint8_t number;          /* enum number */
    uint8_t mantissa_bits;   /* number of a float's mantissa bits */
    const char *npy_kinds;   /* element kinds that can be read; the first is written */
    uint8_t code;            /* format code of sfpu-dst(7), Format 0 */
    const struct conversion *as;
    uint16_t modes;          /* set of modes Mod0 whose loads and stores use such cells: bit i for Mod0 i */
} formats[SFP_FORMATS] = {
#define M(mode) 1 << SFP_FMT_##mode
#define DST_FORMAT(name, id, bytes, cells, numbers, mantissa, lowest, largest, npy, code, as, modes) \
    [SFP_FORMAT_##id] = {#name, bytes, SFP_WIDTH_##cells == SFP_WIDTH_WIDE, numbers##_NUMBER, mantissa, npy, code, \
                         &as_##as, modes},
#include "formats.def"
#undef M
};

const char *sfp_format_name(enum sfp_format format) { return formats[format].name; }

bool sfp_format_parse(const char *name, enum sfp_format *format)
{
    for (unsigned i = SFP_FORMAT_RAW; i < SFP_FORMATS; i++) {
        if (strcmp(name, formats[i].name) == 0) {
            *format = (enum sfp_format)i;
            return true;
        }
    }
    return false;
}

unsigned sfp_format_bytes(enum sfp_format format) { return formats[format].bytes; }

bool sfp_format_wide(enum sfp_format format) { return formats[format].wide; }

enum sfp_row_kind sfp_format_row(enum sfp_format format) { return formats[format].as->row; }

unsigned sfp_format_max_rows(enum sfp_format format)
{
    return formats[format].wide ? SFP_DST_ROWS / 2 : SFP_DST_ROWS;
}

unsigned sfp_format_rows_in(enum sfp_format format, const struct sfp_state *s)
{
    const bool in_wide_cells = s && s->dst_16bit_view && format != SFP_FORMAT_RAW;

    return in_wide_cells ? sfp_format_max_rows(SFP_FORMAT_FP32) : sfp_format_max_rows(format);
}

bool sfp_format_config(enum sfp_format format, struct sfp_format_config *config)
{
    if (format == SFP_FORMAT_RAW)
        return false;
    *config = (struct sfp_format_config){formats[format].wide, formats[format].code};
    return true;
}

uint32_t sfp_format_encode(enum sfp_format format, uint32_t value, unsigned *lost)
{
    return formats[format].as->encode(value, lost);
}

uint32_t sfp_format_decode(enum sfp_format format, uint32_t cell, unsigned *lost)
{
    return formats[format].as->decode(cell, lost);
}

const char *sfp_format_encode_loss(enum sfp_format format) { return formats[format].as->encode_loss; }

const char *sfp_format_decode_loss(enum sfp_format format) { return formats[format].as->decode_loss; }

char sfp_format_npy_kind(enum sfp_format format) { return formats[format].npy_kinds[0]; }

bool sfp_format_takes_npy(enum sfp_format format, char kind, unsigned bytes)
{
    const struct format *f = &formats[format];

    return bytes == f->bytes && strchr(f->npy_kinds, kind);
}

enum sfp_format sfp_format_of_npy(char kind, unsigned bytes)
{
    static const char kinds[] = {[FLOAT_NUMBER] = 'f', [SIGNED_NUMBER] = 'i', [UNSIGNED_NUMBER] = 'u'};

    for (unsigned i = SFP_FORMAT_RAW + 1; i < SFP_FORMATS; i++) {
        const struct format *f = &formats[i];

        if (bytes == f->bytes && kind == kinds[f->number] && kind == f->npy_kinds[0])
            return (enum sfp_format)i;
    }
    return SFP_FORMAT_DEFAULT;
}

enum sfp_format sfp_format_of_mode(unsigned mode)
{
    for (unsigned i = SFP_FORMAT_RAW + 1; i < SFP_FORMATS; i++)
        if (formats[i].modes >> mode & 1)
            return (enum sfp_format)i;
    return SFP_FORMAT_RAW;
}

static bool is_float_format(enum sfp_format format)
{
    return formats[format].number == FLOAT_NUMBER;
}

/* Returns the quiet NaN that prints as "nan", as bits of a float format. */
static uint32_t usual_nan(enum sfp_format format)
{
    const struct format *f = &formats[format];
    const unsigned exponent_bits = f->bytes * 8u - 1 - f->mantissa_bits;

    return ((UINT32_C(2) << exponent_bits) - 1) << (f->mantissa_bits - 1);
}

/* Sign-extends a value of the format's size. */
static int64_t signed_value(const struct format *f, uint32_t value)
{
    int64_t sign = INT64_C(1) << (f->bytes * 8 - 1);

    return (value ^ sign) - sign;
}

/* Returns the value of a float in IEEE interchange layout: sign, exponent, mantissa_bits of mantissa. */
static double float_value(const struct format *f, uint32_t value)
{
    unsigned exponent_bits = f->bytes * 8u - 1 - f->mantissa_bits;
    unsigned top = (1u << exponent_bits) - 1;
    uint32_t exponent = value >> f->mantissa_bits & top;
    uint32_t mantissa = value & ((1u << f->mantissa_bits) - 1);
    int scale = 1 - (int)(top >> 1) - f->mantissa_bits; /* exponent of a denormal's last place */
    double magnitude;

    if (exponent == top)
        magnitude = mantissa ? (double)NAN : (double)INFINITY;
    else if (exponent == 0)
        magnitude = ldexp(mantissa, scale);
    else
        magnitude = ldexp(mantissa | 1u << f->mantissa_bits, (int)exponent - 1 + scale);
    return value >> (f->bytes * 8 - 1) ? -magnitude : magnitude;
}

double sfp_format_number(enum sfp_format format, uint32_t value)
{
    const struct format *f = &formats[format];

    switch ((enum number)f->number) {
    case FLOAT_NUMBER:
        return float_value(f, value);
    case SIGNED_NUMBER:
        return (double)signed_value(f, value);
    case UNSIGNED_NUMBER:
        break;
    }
    return value;
}

int64_t sfp_format_rank(enum sfp_format format, uint32_t value)
{
    const struct format *f = &formats[format];
    int64_t sign = INT64_C(1) << (f->bytes * 8 - 1);

    switch ((enum number)f->number) {
    case FLOAT_NUMBER:
        return value & sign ? -(int64_t)(value & (sign - 1)) : value;
    case SIGNED_NUMBER:
        return signed_value(f, value);
    case UNSIGNED_NUMBER:
        break;
    }
    return value;
}

/* ---- Values of images as short text ---- */

enum { FLOAT_DIGITS = 9 /* enough digits for every fp32, and narrower float, to read back unchanged */ };

/* Writes the shortest decimal that reads back unchanged. fp32 contains the numbers of all float formats. */
static void put_float(double number, char *text, size_t size)
{
    for (int digits = 1; digits <= FLOAT_DIGITS; digits++) {
        snprintf(text, size, "%.*g", digits, number);
        if (strtof(text, NULL) == (float)number)
            return;
    }
}

void sfp_format_text(enum sfp_format format, uint32_t value, char text[SFP_FORMAT_TEXT])
{
    const double number = sfp_format_number(format, value);
    const int digits = 2 * (int)sfp_format_bytes(format);

    if (format == SFP_FORMAT_RAW)
        snprintf(text, SFP_FORMAT_TEXT, "0x%0*x", digits, (unsigned)value);
    else if (isnan(number) && value != usual_nan(format))
        snprintf(text, SFP_FORMAT_TEXT, "nan(%0*x)", digits, (unsigned)value);
    else if (isnan(number))
        snprintf(text, SFP_FORMAT_TEXT, "nan");
    else if (!is_float_format(format))
        snprintf(text, SFP_FORMAT_TEXT, "%.0f", number);
    else
        put_float(number, text, SFP_FORMAT_TEXT);
}
