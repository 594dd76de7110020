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

/* What has been said already of differences from GNU as. */
struct told {
    bool riscv; /* what to do with RISC-V instructions */
    bool data;  /* in this statement, that GNU as does not rotate data */
};

/* # 12 "file" 1, in a line that `place` ends: the next one is line 12. `file` stands in that line. */
void line_mark(struct assembler *as, struct place place, unsigned long line, const char *file, size_t length);

/* .file, .line and .loc; `end` is the end of the statement. */
void line_directive(struct assembler *as, struct place directive, struct place operands, struct place end);

/* ---- gnu_source.c ---- */

/* Is the text a compiler's, by what such texts begin with or end in? */
bool gnu_is_compiled(const char *text, size_t size);

/* Do directives of the statement under way mean what they mean to GNU as, because of --gnu-strict or as a compiler wrote
 * the source? */
bool gnu_rules(const struct assembler *as);
bool gnu_compiled(const struct assembler *as);

/* Is this the mnemonic of a RISC-V instruction? */
bool gnu_is_riscv(const char *name, size_t length);

/* .attribute, whose list of extensions can say the arch. */
void directive_attribute(struct assembler *as, struct place operands);

/* Says that this stands where nothing may follow, if it is not empty. */
void directive_rest(struct assembler *as, struct place directive, struct place rest);

#endif
