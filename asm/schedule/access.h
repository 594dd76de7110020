/* What cells read and write, and which of them are in a cycle. */
#ifndef SFP_SCHEDULE_ACCESS_H
#define SFP_SCHEDULE_ACCESS_H

#include "isa/uses.h"
#include "schedule.h"

/* Of a cell in one turn: masks as isa/uses.h has them, and the cycles until what it writes can be read. */
struct access {
    uint32_t reads, writes;
    unsigned latency;
};

struct access cell_access(const struct cell *cell, unsigned turn, enum sfp_arch arch);

/* The same without the source that L7 selects, of which nobody knows. */
struct access cell_known_access(const struct cell *cell, unsigned turn, enum sfp_arch arch);

/* The row of the cycle in which the cell reads. */
uint32_t cell_read_row(const struct cell *cell, unsigned turn, enum sfp_arch arch);

/* LRegs that Blackhole's scoreboard takes the cell to read. */
uint32_t cell_seen_reads(const struct cell *cell, unsigned turn);

/* The cells of the steady state by cycle of the period and sub-unit; what is issued and runs on none of them is under
 * SFP_UNIT_NONE. Claims are not in it. */
struct grid {
    const struct schedule *schedule;
    const struct cell *(*cells)[SFP_UNITS]; /* `period` of them, owned; NULL: nothing runs */
};

/* False if memory ran out. */
bool grid_make(struct grid *grid, const struct schedule *schedule);
void grid_free(struct grid *grid);

/* What runs on `unit` in the cycle of row `row`, which can be negative, of some iteration; then *later is by how many
 * iterations it is later than that. NULL: nothing. */
const struct cell *grid_at(const struct grid *grid, int64_t row, enum sfp_unit unit, int64_t *later);

/* The row of the thread's word that a cell comes from: its own, or that of the load that schedules it. */
unsigned cell_issue_row(const struct schedule *s, const struct cell *cell);

/* Finds for scheduled cells in how many cycles delays stand still for them. False if memory ran out. */
bool cells_count_still(struct schedule *s);

/* The Dst address of a load or a store in the iteration itself; false if the cell is neither. */
bool cell_address(const struct schedule *s, const struct cell *cell, int32_t *address);

#endif
