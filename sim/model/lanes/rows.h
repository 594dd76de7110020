/* Whole rows of Dst at this level: as the members of struct sfp_semantics have it. */
#ifndef SFP_LANE_ROWS_H
#define SFP_LANE_ROWS_H

#include "lanes.h"

void LEVELLED(sfp_put_rows)(struct sfp_state *s, enum sfp_row_kind kind, const uint16_t *rows, size_t count,
                            const uint32_t *values);
void LEVELLED(sfp_get_rows)(const struct sfp_state *s, enum sfp_row_kind kind, const uint16_t *rows, size_t count,
                            uint32_t *values);

#endif
