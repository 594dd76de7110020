/*
 * A run as a source that behaves the same: tables for its SFPLOADMACROs, and between them the words that it issued. What
 * configured the SFPLOADMACROs is left out, as a .schedule_setup does that.
 */
#ifndef SFP_SCHEDULE_PARTS_H
#define SFP_SCHEDULE_PARTS_H

#include "schedule_table.h"

/* Words of the stream that a table stands for. */
struct part {
    struct loop loop;
    struct table cells;
    size_t table;       /* a place in `tables`, where parts_write_tables has put it */
    uint64_t start;     /* cycle of row 0 */
    uint64_t until;     /* the last cycle in which something of it begins to execute */
    uint16_t added;     /* what its words add to Dst's counter as the table has them */
};

struct parts {
    const struct stream *stream;
    struct part *parts; /* by their words; owned */
    size_t count, capacity;
    char **tables;      /* the texts of different ones; owned */
    size_t table_count, table_capacity;
    const char *why;    /* NULL, or why there is none */
    bool lost;          /* memory ran out */
};

/* Finds them. False, with why in parts->why, if the run cannot be shown so; parts_free in any case. */
bool parts_find(const struct stream *s, struct parts *parts);
void parts_free(struct parts *parts);

/* Are all of them loops, so that no SFPLOADMACRO stands alone? */
bool parts_are_loops(const struct parts *parts);

/* Writes the texts of their tables, each once, in the order in which they come first. False if memory ran out. */
bool parts_write_tables(struct parts *parts);

/* Writes the source of a run whose parts were found. False if memory ran out. */
bool parts_print(struct parts *parts, FILE *stream);

#endif
