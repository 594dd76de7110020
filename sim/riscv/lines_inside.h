/* What the files that read line tables share. */
#ifndef RV_LINES_INSIDE_H
#define RV_LINES_INSIDE_H

#include "lines.h"
#include "util/names.h"

/* Bytes that are still to be read. */
struct line_bytes {
    const uint8_t *at, *end;
};

/* A line as it was found; of those at one address the order counts. */
struct line_row {
    struct rv_line line;
    size_t order;
};

struct line_reading {
    struct line_bytes section, strings, line_strings; /* .debug_line, .debug_str, .debug_line_str */
    struct rv_lines *lines;
    struct names order_of_files; /* places in lines->files, by directory and name */
    struct line_row *rows;
    size_t count, capacity;
    bool no_memory;
};

/* Runs the programs of all tables, which give rows; of what is wrong with them it takes a note. */
void rv_lines_run(struct line_reading *r);

#endif
