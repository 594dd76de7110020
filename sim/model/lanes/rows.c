/* Whole rows of Dst as values and back, for who moves many of them (sfpu-dst(7), Cell orders). */
#include "lanes.h"

enum { COLUMNS = SFP_DST_COLUMNS, HALF_BITS = 16 };

/* BF16's cell has the mantissa above the exponent. */
static inline uint32_t to_cell(uint32_t bf16)
{
    return (bf16 & 0x8000) | (bf16 & 0x7F) << 8 | (bf16 >> 7 & 0xFF);
}

static inline uint32_t from_cell(uint32_t cell)
{
    return (cell & 0x8000) | (cell & 0xFF) << 7 | (cell >> 8 & 0x7F);
}

static void put_bits(const uint32_t *restrict values, uint16_t *restrict row)
{
    for (unsigned i = 0; i < COLUMNS; i++)
        row[i] = (uint16_t)values[i];
}

static void put_bf16(const uint32_t *restrict values, uint16_t *restrict row)
{
    for (unsigned i = 0; i < COLUMNS; i++)
        row[i] = (uint16_t)to_cell(values[i]);
}

static void put_wide(const uint32_t *restrict values, uint16_t *restrict high, uint16_t *restrict low)
{
    for (unsigned i = 0; i < COLUMNS; i++)
        high[i] = (uint16_t)to_cell(values[i] >> HALF_BITS);
    for (unsigned i = 0; i < COLUMNS; i++)
        low[i] = (uint16_t)values[i];
}

static void get_bits(const uint16_t *restrict row, uint32_t *restrict values)
{
    for (unsigned i = 0; i < COLUMNS; i++)
        values[i] = row[i];
}

static void get_bf16(const uint16_t *restrict row, uint32_t *restrict values)
{
    for (unsigned i = 0; i < COLUMNS; i++)
        values[i] = from_cell(row[i]);
}

static void get_wide(const uint16_t *restrict high, const uint16_t *restrict low, uint32_t *restrict values)
{
    for (unsigned i = 0; i < COLUMNS; i++)
        values[i] = from_cell(high[i]) << HALF_BITS | low[i];
}

static void put_rows(struct sfp_state *s, enum sfp_row_kind kind, const uint16_t *rows, size_t count,
                     const uint32_t *values)
{
    for (size_t i = 0; i < count; i++, values += COLUMNS) {
        if (kind == SFP_ROW_WIDE)
            put_wide(values, s->dst[rows[i]], s->dst[rows[i] + SFP_LOW_HALF_ROWS]);
        else if (kind == SFP_ROW_BF16)
            put_bf16(values, s->dst[rows[i]]);
        else
            put_bits(values, s->dst[rows[i]]);
    }
}

static void get_rows(const struct sfp_state *s, enum sfp_row_kind kind, const uint16_t *rows, size_t count,
                     uint32_t *values)
{
    for (size_t i = 0; i < count; i++, values += COLUMNS) {
        if (kind == SFP_ROW_WIDE)
            get_wide(s->dst[rows[i]], s->dst[rows[i] + SFP_LOW_HALF_ROWS], values);
        else if (kind == SFP_ROW_BF16)
            get_bf16(s->dst[rows[i]], values);
        else
            get_bits(s->dst[rows[i]], values);
    }
}
