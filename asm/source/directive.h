/* Directives, what those that come in pairs leave open, and the texts that they have scanned. */
#ifndef SFP_DIRECTIVE_H
#define SFP_DIRECTIVE_H

#include "assembly/assembler.h"
#include "assembly/directive_table.h"
#include "assembly/encode.h"
#include "program/source.h"
#include "base/names.h"

struct expansion;
struct text;
struct turns;

/* An .if block that is open. */
struct condition {
    struct place opened;
    struct place otherwise; /* its .else; without a source, none came yet */
    bool taken;             /* a branch was assembled, or none may be */
};

struct conditions {
    struct condition *items; /* open .if blocks, the innermost last */
    size_t count, capacity;
};

/* Which sections of a compiler's output are read. */
struct sections {
    bool skipped, skipped_before; /* the one in force, and the one before it, for .previous */
    bool *pushed;                 /* by .pushsection: two a time, those */
    size_t pushed_count, pushed_capacity;
    struct names told;            /* names of skipped ones */
};

struct regions {
    size_t capacity;
    unsigned depth; /* open regions; more than one is an error */
    struct place directive, name; /* of the outermost */
};

/* Files that were read. */
struct inclusion {
    struct names files;      /* of the program, by name */
    struct source **sources; /* those that .include has read, by name in `names` */
    size_t count, capacity;
    struct names names;
    size_t done;             /* files included so far */
};

/* ---- directives.c ---- */

void directive_arch(struct assembler *as, struct place name);

/* .init: the last one of a source is the program's. */
void directive_init(struct assembler *as, struct place directive, struct place name);

/* .set, and `once` .equiv: gives a symbol a value; or reports why there is none, and then its uses are not worth an error
 * of their own. */
void directive_set(struct assembler *as, struct place name, const struct value *value, bool once);

void directive_word(struct assembler *as, const struct value *value, struct place place);

/* The same for data, of .word or its like, which GNU as puts where instructions stand as they are: a Tensix word, that
 * hardware rotates by two bits there, is another one. */
void directive_data(struct assembler *as, const struct value *value, struct place place);

/* What such data are here: the word that GNU as gives where the source is to be read as it does, else the same, with a
 * warning at `place` if GNU as gives another. */
uint32_t directive_data_word(struct assembler *as, uint32_t word, struct place place);

/* The number of a .rept; -1 after an error. */
int64_t directive_count(struct assembler *as, const struct value *value, struct place place);

/* Scans the block of a .rept `count` times. */
void directive_repeat(struct assembler *as, void *scanner, struct place opened, struct place body, struct place end,
                      int64_t count);

/* Adds what a string says, made fit for one line of a terminal, and a NUL. */
void plain_text(struct place string, struct text *text);

/* .error, .err, .warning and .print; without a text `string` is empty. */
void directive_message(struct assembler *as, struct place directive, struct place string);

/* Says that a directive of GNU as, with these operands, is not supported. */
void directive_unsupported(struct assembler *as, struct place name, struct place operands);

/* .section and its like. What a compiler puts into sections that hold no code is skipped; in other sources there is one
 * section. */
void directive_section(struct assembler *as, struct place directive, struct place operands);

/* At the end of a source: skips no more. */
void sections_end(struct assembler *as);
void sections_free(struct assembler *as);

/* .attribute, whose list of extensions can say the arch. */
void directive_attribute(struct assembler *as, struct place operands);

/* Says that this stands where nothing may follow, if it is not empty. */
void directive_rest(struct assembler *as, struct place directive, struct place rest);

/* ---- alignment.c ---- */

/*
 * Keeps an operand that was given until the next but two, and returns its number; what was kept under a number, or
 * under 0 an operand that was not given. They would make the parser's stack three times as large.
 */
size_t optional_keep(struct assembler *as, const struct value *value, struct place place);
const struct optional *optional_kept(const struct assembler *as, size_t number);

void layout_org(struct assembler *as, struct place directive, const struct optional *to, const struct optional *fill);
void layout_align(struct assembler *as, struct place directive, const struct optional *unit,
                  const struct optional *fill, const struct optional *most);
void layout_fill(struct assembler *as, struct place directive, const struct optional *count,
                 const struct optional *size, const struct optional *fill);

/* ---- conditions.c ---- */

/* .if and its like: the condition is an expression, or text, or was wrong and has been reported. */
void condition_expression(struct assembler *as, struct place directive, const struct value *value);
void condition_text(struct assembler *as, struct place directive, struct place text);
void condition_wrong(struct assembler *as, struct place directive);

void condition_else(struct assembler *as, struct place directive);
void condition_end(struct assembler *as, struct place directive);

/* An .elseif whose condition counts: no branch before it was taken. NULL: the condition was wrong. */
void condition_elseif(struct assembler *as, struct place directive, const struct value *value);

/* At an .elseif: does its condition not count? Then what follows is skipped. */
bool condition_elseif_skipped(struct assembler *as, struct place directive);

/* Takes in a directive in the text that is skipped. True if it ends the skipping. */
bool condition_skip(struct assembler *as, struct place directive, int token);

/* At the end of the text of the frame on top: reports .if blocks that are open in it, and drops them. Skipping goes on
 * where an .if outside it has begun it. */
void condition_check_closed(struct assembler *as);

/* ---- include.c ---- */

/* Text that the scanner can be shown? */
bool source_is_text(struct assembler *as, struct source *source);

/* Notes a file that was read; `system`: one that comes with the programs, or that the C preprocessor takes for the
 * system's. */
void include_note(struct assembler *as, const char *name, size_t length, bool system);

void include_source(struct assembler *as, void *scanner, struct place directive, struct place string,
                    struct place end);
void include_words(struct assembler *as, struct place directive, struct place string, const struct optional *skip,
                   const struct optional *count);

/* ---- directives.c: regions ---- */

void region_begin(struct assembler *as, struct place directive, struct place name);

/* One whose name was wrong, and reported: only what ends it is wanted still. */
void region_begin_nameless(struct assembler *as, struct place directive);
void region_end(struct assembler *as, struct place directive);

/* At the end of all sources: reports a region that is still open. */
void region_check_closed(struct assembler *as);

/* ---- expansion.c ---- */

/* Expands a macro; the statement that calls it ends with `end`. */
void macro_call(struct assembler *as, void *scanner, struct place name, struct place arguments, struct place end);

/* At a '\' that an expansion left: if a name follows that is no argument of the macro, says so and returns true. */
bool macro_report_mark(struct assembler *as, struct place mark);

/* .irp and .irpc. */
void macro_repeat(struct assembler *as, void *scanner, struct place directive, struct place header,
                  struct place body, struct place end);

/* .rept whose body contains \+. */
void macro_count(struct assembler *as, void *scanner, struct place directive, int64_t count, struct place body,
                 struct place end);

/* ---- input.c: the stack of texts being scanned: files, blocks in them that repeat, and what macros expand to ---- */

/*
 * Begins to scan a source. `scanner` is the flex scanner here and below. `opened` is what includes it and `end` where
 * that statement ends, or both have no source.
 */
bool input_open(struct assembler *as, void *scanner, struct source *source, struct place opened, struct place end);

/* Begins to scan a block of the frame on top `count` times. `body` is its text, `end` the end of the statement that
 * ends it. */
void input_repeat(struct assembler *as, void *scanner, struct place opened, struct place body, struct place end,
                  int64_t count);

/*
 * Begins to scan as->macros->text, which the statement that ends with `end` is expanded to. If `turns` is not NULL its
 * further texts follow; they are taken over.
 */
void input_expand(struct assembler *as, void *scanner, struct expansion *expansion, struct place end,
                  struct turns *turns);

/* At the end of the frame on top: begins its next iteration, or goes on below it. False if nothing is below. */
bool input_next(struct assembler *as, void *scanner);

/* Ends the innermost macro or repeated block (.exitm). */
void input_exit(struct assembler *as, void *scanner, struct place directive);

/* Drops all frames, after an assembly that stopped. */
void input_close(struct assembler *as);

/* ---- lines.c: where text comes from ---- */

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

/* ---- lines.c: lines that start with #, between statements and inside those of C ----
 * What they mean is the same in both. */

/* What a marker says: # 12 "file". */
struct marker {
    unsigned long line;
    const char *file; /* in the marker */
    size_t length;
};

/* Is the line a marker? `hash` is the #, of which only blanks stand before. The line may go on past its end. */
bool marker_read(const char *hash, struct marker *marker);

/* Reports the line from its # on, at `place`, if it is a directive and no comment that only starts like one; to GNU as
 * both are comments, and so are they outside of C if blanks stand behind the #. True if it is one. */
bool preprocessor_report(struct assembler *as, const char *hash, struct place place, bool in_c);

void line_marker(struct assembler *as, const char *text, struct place place);

/* Reports the line of this text if it is a directive: a kernel source has them to decide what is assembled. */
void preprocessor_line(struct assembler *as, const char *text, struct place place);

#endif
