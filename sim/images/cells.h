/* Chosen cells of Dst, in a format, written and read many times. */
#ifndef SFP_CELLS_H
#define SFP_CELLS_H

#include "image.h"
#include "model/model.h"

/* A cell, or its upper half; and its physical row. */
struct sfp_single_cell {
    uint16_t row;
    uint8_t column;
};

struct sfp_cells {
    enum sfp_format format;
    enum sfp_row_kind kind;
    size_t count;             /* of cells: first those of whole rows ... */
    uint16_t *rows;           /* ... which these physical ones are, or their upper halves ... */
    size_t row_count;
    struct sfp_single_cell *single; /* ... then these */
    size_t single_count;
};

/*
 * Plans access to `count` cells, cells[i] being row * 16 + column of the format's rows, where the Dst of `s` has them;
 * other configurations may have them elsewhere. False with a message in *error, NULL without memory: there is no such
 * cell. sfp_cells_free takes what it made.
 */
bool sfp_cells_plan(struct sfp_cells *cells, enum sfp_format format, const uint32_t *at, size_t count,
                    const struct sfp_state *s, char **error);
void sfp_cells_free(struct sfp_cells *cells);

/* Values as sfp_image has them, in the order of the plan. Written cells become valid; cells that are not read as 0. */
void sfp_cells_write(const struct sfp_cells *cells, const uint32_t *values, struct sfp_machine *m);
void sfp_cells_read(const struct sfp_cells *cells, const struct sfp_machine *m, uint32_t *values);

#endif
