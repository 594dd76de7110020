/* What the executors of the matrix unit share: waiting for sources, formats, rows of Dst, and the end of an
 * instruction (sfpu-matrix(7)). The machine has source banks. */
#ifndef SFP_MATRIX_PARTS_H
#define SFP_MATRIX_PARTS_H

#include "config.h"
#include "control.h"
#include "matrix_uses.h"

/* Returns whether a field of the configuration is not 0. */
static inline bool sfp_matrix_has(const struct sfp_machine *m, enum sfp_config_field field)
{
    return sfp_config_get(&m->s, field, 0);
}

/* Ends the run at `op`, whose effect no source defines. `why` is a literal, printed after "INSTRUCTION is not
 * modelled". Returns false. */
bool sfp_matrix_refuses(struct sfp_machine *m, const struct sfp_op *op, const char *why);

/* Returns the format of the matrix unit's bank of a source, as a code (sfpu-matrix(7), Formats). */
unsigned sfp_source_format(const struct sfp_machine *m, enum sfp_source source);

static inline struct sfp_source_bank *sfp_matrix_bank(struct sfp_machine *m, enum sfp_source source)
{
    return sfp_bank_read(m->banks, source);
}

/* Reads `rows` rows of Dst. Cells of invalid rows read as `invalid`. */
void sfp_matrix_read_dst(const struct sfp_machine *m, unsigned row, unsigned rows, bool wide, uint32_t invalid,
                         sfp_cell_row *cells);

/* Writes one row of Dst, in the columns of the mask, and makes the row valid. */
void sfp_matrix_write_row(struct sfp_machine *m, const struct sfp_op *op, unsigned row, bool wide, uint32_t columns,
                          const sfp_cell_row cells);

/* Moves: matrix_moves.c. */
sfp_exec sfp_matrix_mova2d, sfp_matrix_movb2d, sfp_matrix_movd2a, sfp_matrix_movd2b, sfp_matrix_movb2a;
sfp_exec sfp_matrix_trnspsrcb, sfp_matrix_zerosrc;

#endif
