/* A core's loads and stores of Dst's cells: section "RISCV access to Dst" of Blackhole's ISA page Dst. */
#include "devices.h"

#include <string.h>

#include "model/image.h"
#include "model/config.h"

enum { HALF_BITS = 16 };

/* Values of the configuration field fmt. */
enum element { ELEMENT_32, ELEMENT_INT32, ELEMENT_FP16, ELEMENT_BF16, ELEMENT_INT16, ELEMENT_INT8, ELEMENTS };

/* Positions of the fields of fp16 and "Integer 8" in a cell. */
enum { CELL_SIGN = 0x8000, FP16_EXPONENT_BITS = 5, FP16_MANTISSA_BITS = 10, INT8_LSB = 5, INT8_EXPONENT = 16 };

/* An element of the window, with its cell. */
struct window_element {
    enum element element;
    bool is_unsigned;
    bool converts; /* false: bits are copied, except for "Integer 8" */
    unsigned row, column;
};

static unsigned element_bytes(enum element e)
{
    switch (e) {
    case ELEMENT_32: case ELEMENT_INT32:
        return 4;
    case ELEMENT_FP16: case ELEMENT_BF16: case ELEMENT_INT16:
        return 2;
    case ELEMENT_INT8:
        return 1;
    case ELEMENTS:
        break;
    }
    return 0;
}

static bool is_wide_element(const struct window_element *p)
{
    return element_bytes(p->element) == 4;
}

static const char *find_element(const struct sfp_state *s, uint32_t offset, unsigned size, struct window_element *p)
{
    *p = (struct window_element){
        .element = (enum element)sfp_config_get(s, SFP_CFG_CORE_DST_FMT, 0),
        .is_unsigned = sfp_config_get(s, SFP_CFG_CORE_DST_UNSIGNED, 0),
        .converts = !sfp_config_get(s, SFP_CFG_CORE_DST_NO_SWIZZLE, 0),
        .row = offset / size / SFP_DST_COLUMNS, .column = offset / size % SFP_DST_COLUMNS};
    if (p->element >= ELEMENTS)
        return "finds elements of Dst whose format is reserved";
    if (size != element_bytes(p->element))
        return "does not have the size of Dst's elements in the configured format";
    return p->row < SFP_DST_ROWS ? NULL : "lies after the last row of Dst";
}

/* ---- Cells ---- */

static unsigned element_row(const struct sfp_state *s, const struct window_element *p)
{
    return is_wide_element(p) ? sfp_dst_row32(s, p->row) : sfp_dst_row16(s, p->row);
}

static uint32_t read_element_cell(const struct sfp_state *s, const struct window_element *p)
{
    const unsigned row = element_row(s, p);
    const uint32_t cell = s->dst[row][p->column];

    if (!s->dst_valid[row])
        return 0;
    return is_wide_element(p) ? cell << HALF_BITS | s->dst[row + SFP_LOW_HALF_ROWS][p->column] : cell;
}

static void write_element_cell(struct sfp_state *s, const struct window_element *p, uint32_t cell)
{
    const unsigned row = element_row(s, p);

    if (is_wide_element(p))
        s->dst[row + SFP_LOW_HALF_ROWS][p->column] = (uint16_t)cell;
    s->dst[row][p->column] = (uint16_t)(is_wide_element(p) ? cell >> HALF_BITS : cell);
    s->dst_valid[row] = 1;
    s->derived.all_rows_valid = memchr(s->dst_valid, 0, sizeof s->dst_valid) == NULL;
}

/* ---- Values ---- */

/* Returns the image format with the same conversion; RAW if bits are copied or no image format matches. */
static enum sfp_format window_format(const struct window_element *p)
{
    if (!p->converts)
        return SFP_FORMAT_RAW;
    switch (p->element) {
    case ELEMENT_32:
        return SFP_FORMAT_FP32;
    case ELEMENT_INT32:
        return SFP_FORMAT_SM32;
    case ELEMENT_BF16:
        return SFP_FORMAT_BF16;
    case ELEMENT_INT16:
        return p->is_unsigned ? SFP_FORMAT_RAW : SFP_FORMAT_INT16;
    default:
        return SFP_FORMAT_RAW;
    }
}

/* Exchanges exponent and mantissa, for every value: unlike images, the window has no infinities. */
static uint32_t load_window_fp16(uint32_t cell)
{
    return (cell & CELL_SIGN) | sfp_bits(cell, FP16_EXPONENT_BITS, FP16_MANTISSA_BITS)
           | sfp_bits(cell, 0, FP16_EXPONENT_BITS) << FP16_MANTISSA_BITS;
}

static uint32_t store_window_fp16(uint32_t value)
{
    return (value & CELL_SIGN) | sfp_bits(value, FP16_MANTISSA_BITS, FP16_EXPONENT_BITS)
           | sfp_bits(value, 0, FP16_MANTISSA_BITS) << FP16_EXPONENT_BITS;
}

static bool is_signed_int8(const struct window_element *p)
{
    return p->converts && !p->is_unsigned;
}

static uint32_t load_window_int8(const struct window_element *p, uint32_t cell)
{
    const uint32_t magnitude = sfp_bits(cell, INT8_LSB, 7);

    if (!is_signed_int8(p))
        return sfp_bits(cell, INT8_LSB, 8);
    return sfp_bits(cell & CELL_SIGN ? 0 - magnitude : magnitude, 0, 8);
}

/* Encodes "Integer 8". A negative number keeps one bit too many, as the ISA page describes; loads ignore this bit. */
static uint32_t store_window_int8(const struct window_element *p, uint32_t value)
{
    if (!is_signed_int8(p) || value < 0x80)
        return value << INT8_LSB | (value ? INT8_EXPONENT : 0);
    return CELL_SIGN | sfp_bits(0x180 - value - (value == 0x80), 0, 8) << INT8_LSB | INT8_EXPONENT;
}

unsigned tile_dst_element_bytes(const struct sfp_state *s)
{
    return element_bytes((enum element)sfp_config_get(s, SFP_CFG_CORE_DST_FMT, 0));
}

const char *tile_dst_load(const struct sfp_state *s, uint32_t offset, unsigned size, uint32_t *value)
{
    unsigned lost = 0;
    struct window_element p;
    const char *refusal = find_element(s, offset, size, &p);

    if (refusal)
        return refusal;
    *value = read_element_cell(s, &p);
    if (p.element == ELEMENT_INT8)
        *value = load_window_int8(&p, *value);
    else if (p.element == ELEMENT_FP16 && p.converts)
        *value = load_window_fp16(*value);
    else
        *value = sfp_format_decode(window_format(&p), *value, &lost);
    return NULL;
}

const char *tile_dst_store(struct sfp_state *s, uint32_t offset, unsigned size, uint32_t value)
{
    unsigned lost = 0;
    struct window_element p;
    const char *refusal = find_element(s, offset, size, &p);

    if (refusal)
        return refusal;
    if (p.element == ELEMENT_INT8)
        value = store_window_int8(&p, value);
    else if (p.element == ELEMENT_FP16 && p.converts)
        value = store_window_fp16(value);
    else
        value = sfp_format_encode(window_format(&p), value, &lost);
    write_element_cell(s, &p, value);
    return NULL;
}

bool tile_dst_cell(const struct sfp_state *s, uint32_t offset, unsigned size, unsigned *row, unsigned *column)
{
    struct window_element p;

    find_element(s, offset, size, &p);
    *row = element_row(s, &p);
    *column = p.column;
    return is_wide_element(&p);
}
