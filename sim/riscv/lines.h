/*
 * Where instructions come from: the line tables that compilers leave in ELF files, of DWARF 2 to 5 (DWARF 5, section
 * 6.2). What is malformed in them costs lines, and nothing else.
 */
#ifndef RV_LINES_H
#define RV_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/fileio.h"
#include "util/pool.h"

#define RV_NO_FILE UINT32_MAX

/* What instructions from `address` on come from, up to where the next line begins. Inlined code has the line that it
 * was written in. */
struct rv_line {
    uint32_t address;
    uint32_t file;         /* place in rv_lines.files; RV_NO_FILE: nothing is known */
    uint32_t line, column; /* from 1; column 0: the table does not say */
    uint32_t main;         /* the file that the compiler was given */
};

struct rv_source_file {
    const char *name;      /* as the compiler was told */
    const char *directory; /* that a relative name is meant in; NULL: the table does not say */
};

struct rv_lines {
    struct rv_line *lines; /* by address, each at another one */
    size_t count, capacity;
    struct rv_source_file *files;
    size_t file_count, file_capacity;
    struct pool strings;
    const char *trouble; /* the first thing that was wrong with the tables, or NULL */
    size_t trouble_at;   /* and where it is, in bytes of the section */
};

/* Reads the tables of an ELF file, which may have none. False if memory ran out; there is nothing to free then. */
bool rv_lines_read(const struct sfp_buffer *file, struct rv_lines *lines);
void rv_lines_free(struct rv_lines *lines);

/* The line of an instruction; NULL: it is not known. */
const struct rv_line *rv_line_at(const struct rv_lines *lines, uint32_t address);

#endif
