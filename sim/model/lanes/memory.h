/* Shared between transfers and SFPLOADMACRO. */
#ifndef SFP_MEMORY_H
#define SFP_MEMORY_H

#include "lanes.h"

enum {
    ODD_COLUMNS = 2,      /* address bit that selects the odd columns */
    ROW_GROUP = 0x3FC,    /* address bits that select four rows */
    CELL_BITS = 16,
    CELL_MASK = 0xFFFF,
    LOW_HALF_ROWS = 8,    /* from the high half of a Dst32b cell to its low half */
};

/* Executes `op` as SFPLOAD, counter update included, and returns the Dst address it used. */
uint16_t LEVELLED(sfp_load_part)(struct sfp_machine *m, const struct sfp_op *op);

#endif
