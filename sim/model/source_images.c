/* Files with data for SrcA and SrcB. */
#include "source_images.h"

#include <stdlib.h>
#include <string.h>

#include "setup.h"
#include "base/fail.h"

/* Fields of numbers in files. */
enum {
    FP32_DROPPED_TF32 = 13, /* number of low mantissa bits that TF32 drops */
    FP32_DROPPED_BF16 = 16,
    BF16_MANTISSA_BITS = 7,
    FP16_MANTISSA_BITS = 10,
    SIGN_16 = 15,
};

/* ---- Values to data ---- */

typedef uint32_t datum_of(uint32_t value);

/* Makes a datum of a number of 16 bits with sign first, whose mantissa has `bits` bits. */
static uint32_t datum_of_half(uint32_t v, unsigned bits)
{
    const uint32_t mantissa = v & ((1u << bits) - 1), exponent = (v & 0x7FFF) >> bits;

    return (v >> SIGN_16 & 1) << SFP_SOURCE_SIGN_LSB | exponent << SFP_SOURCE_EXPONENT_LSB
           | mantissa << (SFP_SOURCE_MANTISSA_BITS - bits);
}

static uint32_t datum_of_bf16(uint32_t v)
{
    return datum_of_half(v, BF16_MANTISSA_BITS);
}

static uint32_t datum_of_fp16(uint32_t v)
{
    return datum_of_half(v, FP16_MANTISSA_BITS);
}

/* Drops the low half of an fp32 number; denormals become 0. */
static uint32_t bf16_of_fp32(uint32_t v)
{
    const uint32_t datum = datum_of_bf16(v >> FP32_DROPPED_BF16);

    return datum >> SFP_SOURCE_EXPONENT_LSB & SFP_SOURCE_EXPONENT ? datum : datum & 1u << SFP_SOURCE_SIGN_LSB;
}

static uint32_t tf32_of_fp32(uint32_t v)
{
    return v >> FP32_DROPPED_TF32;
}

/* Makes sign and magnitude of two's complement of 8 bits. */
static uint32_t datum_of_int8(uint32_t v)
{
    const int8_t number = (int8_t)v;
    const uint32_t magnitude = (uint32_t)(number < 0 ? -number : number);

    if (number == 0)
        return 0;
    return (number < 0 ? 1u << SFP_SOURCE_SIGN_LSB : 0) | SFP_SOURCE_INT8_EXPONENT << SFP_SOURCE_EXPONENT_LSB
           | magnitude;
}

static uint32_t datum_of_bits(uint32_t v)
{
    return v;
}

/* ---- Forms ---- */

/* A form of source data: the file's format and the bank's format. */
struct form {
    const char *name;
    enum sfp_format file, also; /* formats of values; `also`: another that .npy files may have, or DEFAULT */
    datum_of *make, *make_also;
    uint8_t format;             /* format of the bank, as a code */
};

static const struct form forms[] = {
    {"bf16", SFP_FORMAT_BF16, SFP_FORMAT_FP32, datum_of_bf16, bf16_of_fp32, SFP_DATA_BF16},
    {"tf32", SFP_FORMAT_FP32, SFP_FORMAT_DEFAULT, tf32_of_fp32, NULL, SFP_DATA_TF32},
    {"fp16", SFP_FORMAT_FP16, SFP_FORMAT_DEFAULT, datum_of_fp16, NULL, SFP_DATA_FP16},
    {"int8", SFP_FORMAT_INT8, SFP_FORMAT_DEFAULT, datum_of_int8, NULL, SFP_DATA_INT8},
    {"bits", SFP_FORMAT_UINT32, SFP_FORMAT_DEFAULT, datum_of_bits, NULL, SFP_DATA_BF16},
};

/* Parses the rows after the colon, if any. */
static bool parse_rows(const char *text, unsigned *rows, char **error)
{
    const char *colon = strchr(text, ':');
    unsigned long number;
    char *end;

    *rows = SFP_SOURCE_ROWS;
    if (!colon)
        return true;
    number = strtoul(colon + 1, &end, 10);
    *rows = (unsigned)number;
    if (end != colon + 1 && !*end && number >= 1 && number <= SFP_SOURCE_ROWS)
        return true;
    return fail_with(error, "'%s' is not a number of rows of a bank: 1 to %u", colon + 1, (unsigned)SFP_SOURCE_ROWS);
}

/* Parses "bits-NAME": bits of a bank in the format NAME. */
static bool parse_bits(const char *text, size_t length, struct form *form)
{
    static const char prefix[] = "bits-";
    char name[16] = "";

    if (length < sizeof prefix || length - sizeof prefix + 1 >= sizeof name || memcmp(text, prefix, sizeof prefix - 1))
        return false;
    memcpy(name, text + sizeof prefix - 1, length - sizeof prefix + 1);
    *form = forms[sizeof forms / sizeof forms[0] - 1];
    return sfp_data_format_parse(name, &form->format);
}

static bool parse_form(const char *text, struct form *form, unsigned *rows, char **error)
{
    const size_t length = strcspn(text, ":");

    if (!parse_rows(text, rows, error))
        return false;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (strlen(forms[i].name) == length && memcmp(forms[i].name, text, length) == 0) {
            *form = forms[i];
            return true;
        }
    }
    return parse_bits(text, length, form)
           || fail_with(error, "'%.*s' is none of bf16, tf32, fp16, int8, bits and bits-FORMAT", (int)length, text);
}

/* ---- Reading ---- */

/* Chooses the form's other file format if a .npy file has such elements. */
static void choose_values(const uint8_t *bytes, size_t size, enum sfp_container container, struct form *form)
{
    struct sfp_npy npy;
    char *error = NULL;

    if (container == SFP_NPY && form->also != SFP_FORMAT_DEFAULT && sfp_npy_parse(bytes, size, &npy, &error)
        && sfp_format_takes_npy(form->also, npy.kind, npy.bytes)) {
        form->file = form->also;
        form->make = form->make_also;
    }
    free(error);
}

/* Puts the values of a file into banks. Returns false if a value has bits that no bank has. */
static bool fill_banks(const struct sfp_image *image, const struct form *form, unsigned rows,
                       struct sfp_source_image *images, char **error)
{
    const size_t values = (size_t)image->rows * SFP_MATRIX_COLUMNS;

    for (size_t i = 0; i < values; i++) {
        const struct sfp_dst_place place = sfp_image_place(image->layout, i);
        const uint32_t datum = form->make(image->value[i]);

        if (datum & ~(uint32_t)SFP_SOURCE_BITS)
            return fail_with(error, "value %zu, 0x%08X, has more than the 19 bits of a bank", i, image->value[i]);
        images[place.row / rows].row[place.row % rows][place.column] = datum;
    }
    return true;
}

static bool make_banks(const struct sfp_image *image, const struct form *form, unsigned rows,
                       struct sfp_source_image **images, size_t *count, char **error)
{
    *count = (image->rows + rows - 1) / rows;
    *images = calloc(*count, sizeof **images);
    if (!*images)
        return false;
    for (size_t i = 0; i < *count; i++)
        (*images)[i].format = form->format;
    if (fill_banks(image, form, rows, *images, error))
        return true;
    free(*images);
    return false;
}

bool sfp_source_images_read(const uint8_t *bytes, size_t size, enum sfp_container container, enum sfp_layout layout,
                            const char *text, struct sfp_source_image **images, size_t *count, char **error)
{
    struct sfp_image *image;
    struct form form;
    unsigned rows;
    bool made;

    *error = NULL;
    if (!parse_form(text, &form, &rows, error))
        return false;
    choose_values(bytes, size, container, &form);
    image = malloc(sizeof *image);
    if (!image)
        return false;
    made = sfp_image_read(bytes, size, container, form.file, layout, image, error)
           && make_banks(image, &form, rows, images, count, error);
    free(image);
    return made;
}
