/*
 * Arithmetic of the matrix unit on data in registers, in integers only: products by fidelity phase, sums, rounding and
 * maxima (sfpu-matrix(7), Arithmetic). No state and no time.
 *
 * A source datum has its sign in bit 18, its exponent in bits 17:10 and its mantissa in bits 9:0. A Dst datum has the
 * bits of its cells: 16 bits, or 32 bits with the high half's cell above the low half's cell.
 */
#ifndef SFP_MATRIX_ARITH_H
#define SFP_MATRIX_ARITH_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SFP_MATRIX_COLUMNS = 16,
    SFP_MATRIX_SUMMED = 16, /* number of SrcA rows that a product or a maximum takes */
    SFP_MATRIX_ROWS = 8,    /* number of Dst rows that an instruction writes at most */
};

/* Codes of data formats that the matrix unit tells apart (sfpu-dst(7), Format 0). */
enum sfp_data_format {
    SFP_DATA_FP32 = 0,
    SFP_DATA_FP16 = 1,
    SFP_DATA_BFP8A = 2,
    SFP_DATA_BFP4A = 3,
    SFP_DATA_TF32 = 4,
    SFP_DATA_BF16 = 5,
    SFP_DATA_FP8 = 10,
    SFP_DATA_BFP2A = 11,
    SFP_DATA_INT8 = 14,
};

/* Fields of a source datum. */
enum {
    SFP_SOURCE_MANTISSA_BITS = 10,
    SFP_SOURCE_MANTISSA = 0x3FF,
    SFP_SOURCE_EXPONENT_LSB = 10,
    SFP_SOURCE_EXPONENT = 0xFF,
    SFP_SOURCE_SIGN_LSB = 18,
    SFP_SOURCE_BITS = 0x7FFFF,
    SFP_SOURCE_INT8_EXPONENT = 16, /* exponent of an integer other than 0 */
    SFP_SOURCE_BF16_MANTISSA = 0x3F8,
    SFP_SOURCE_FP16_EXPONENT = 0x1F,
};

/* How an instruction takes its data. */
struct sfp_matrix_form {
    uint8_t a, b;      /* formats of SrcA and SrcB, as codes */
    uint8_t phase;     /* fidelity phase, 0..3 */
    bool wide;         /* Dst has rows of 32 bits */
    bool narrow_exponents; /* exponents of 5 bits, not 8: FP16 and its kind */
    bool integers;     /* INT8 data, and sums of 32 bits with sign and magnitude */
    bool cancel_error; /* the error of Wormhole's normaliser: a sum of -1 unit becomes a power of two */
    uint32_t *cancelled; /* by Dst row of the operation: gets the set of columns with that error; NULL: not wanted */
};

typedef uint32_t sfp_source_row[SFP_MATRIX_COLUMNS];
typedef uint32_t sfp_cell_row[SFP_MATRIX_COLUMNS];

/* Returns whether a format's exponents have 5 bits: FP16, the formats that become FP16, and INT8. */
bool sfp_narrow_exponents(unsigned format);

/* Returns the bits of a datum that an instruction takes from a bank in this format. */
uint32_t sfp_source_taken(unsigned format, uint32_t datum);

/* Adds SrcB x SrcA to `rows` rows of Dst: element [i][j] gets the sum over k of b[i][k] * a[k][j]. SrcA has
 * SFP_MATRIX_SUMMED rows, SrcB has `rows` rows. */
void sfp_matrix_multiply(const struct sfp_matrix_form *form, const sfp_source_row *a, const sfp_source_row *b,
                         unsigned rows, sfp_cell_row *dst);

/* Elementwise operations on one row. */
enum sfp_elementwise { SFP_ELEMENTWISE_MULTIPLY, SFP_ELEMENTWISE_ADD, SFP_ELEMENTWISE_SUBTRACT };

/* Computes one row of an elementwise operation. `accumulate`: adds the result to Dst, as a multiplication always
 * does. */
void sfp_matrix_elementwise(const struct sfp_matrix_form *form, enum sfp_elementwise operation, bool accumulate,
                            const sfp_source_row a, const sfp_source_row b, sfp_cell_row dst);

/* Sets each column of the Dst row to the maximum of itself and the column of 16 SrcA rows, scaled by the exponents of
 * the SrcB row (GMPOOL). */
void sfp_matrix_maximum(const struct sfp_matrix_form *form, const sfp_source_row *a, const sfp_source_row b,
                        sfp_cell_row dst);

#endif
