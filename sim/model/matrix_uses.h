/* What the matrix unit's words use: rows of Dst, and banks of SrcA and SrcB. Sets of sources have bit 0 for SrcA and
 * bit 1 for SrcB. */
#ifndef SFP_MATRIX_USES_H
#define SFP_MATRIX_USES_H

#include "model.h"
#include "source_banks.h"

/* Rows of Dst, numbered in their width: 1, 4 or 8, of which the first is a multiple of their number. */
struct sfp_matrix_rows {
    unsigned first, count;
    bool wide; /* rows of 32 bits */
};

/* Returns the rows that a word of the matrix unit with a field for a row of Dst reads or writes. */
struct sfp_matrix_rows sfp_matrix_rows(const struct sfp_state *s, const struct sfp_op *op);

/* Returns whether the matrix unit's arithmetic, MOVD2A and MOVD2B work on 32-bit rows of Dst. */
bool sfp_matrix_sums_wide(const struct sfp_state *s);

/* Returns the sources for whose banks the instruction waits. */
unsigned sfp_matrix_awaits(const struct sfp_insn *insn);

/* Returns the sources whose banks the word writes without waiting for them. */
unsigned sfp_matrix_fills(const struct sfp_op *op);

/* Returns the sources of which the word gives back the matrix unit's bank. */
unsigned sfp_matrix_gives_back(const struct sfp_op *op);

#endif
