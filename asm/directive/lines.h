/* Where text comes from, and for which assembler it was written. */
#ifndef SFP_LINES_H
#define SFP_LINES_H

#include "program/source.h"
#include "util/names.h"

struct assembler;

/* The files that .file numbers. */
struct lines {
    struct names numbers; /* an index to names */
    const char **names;
    size_t count, capacity;
};

/* # 12 "file" 1, in a line that `place` ends: the next one is line 12. `file` stands in that line. */
void line_mark(struct assembler *as, struct place place, unsigned long line, const char *file, size_t length);

/* .file, .line and .loc; `end` is the end of the statement. */
void line_directive(struct assembler *as, struct place directive, struct place operands, struct place end);

#endif
