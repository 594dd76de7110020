/* Directives, the state of blocks that they open, and the texts that they make the scanner read. */
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
    struct place otherwise; /* place of the .else; its source is NULL before the .else */
    bool taken;             /* a branch was assembled, or no branch may be */
};

struct conditions {
    struct condition *items; /* array of open .if blocks, the innermost last */
    size_t count, capacity;
};

/* The state of .section and similar directives in a compiler's output. */
struct sections {
    bool skipped, skipped_before; /* are the current section, and the section before it (for .previous), skipped? */
    bool *pushed;                 /* array with both flags for each .pushsection */
    size_t pushed_count, pushed_capacity;
    struct names told;            /* names of skipped sections that were reported */
};

struct regions {
    size_t capacity;
    unsigned depth; /* number of open regions; more than one is an error */
    struct place directive, name; /* place of the outermost open region's directive, and its name */
};

/* Files that were read. */
struct inclusion {
    struct names files;      /* the program's files, by name */
    struct source **sources; /* sources that .include has read, by index in `names` */
    size_t count, capacity;
    struct names names;
    size_t done;             /* number of .include directives done */
};

/* ---- directives.c ---- */

void directive_arch(struct assembler *as, struct place name);

/* Takes the state that .init states. The last .init of a source counts, but one in an included file does not replace
 * one of the file that includes it. */
void directive_init(struct assembler *as, struct place directive, struct place name);

/* Gives the words from here on to the thread that .thread names. */
void directive_thread(struct assembler *as, struct place directive, struct place name);

/* .set and, if `once`, .equiv: gives a symbol a value. If the value is faulty, reports that; uses of the symbol then
 * give no further errors. */
void directive_set(struct assembler *as, struct place name, const struct value *value, bool once);

void directive_word(struct assembler *as, const struct value *value, struct place place);

/* Emits a datum of .word or a similar directive. GNU as stores data unrotated among instructions, where hardware
 * rotates every word by two bits, so that the datum becomes another Tensix word. */
void directive_data(struct assembler *as, const struct value *value, struct place place);

/* Returns the Tensix word for a datum: GNU as's word under GNU as's rules, else `word`. In the latter case warns at
 * `place`, the first time that GNU as's word differs. */
uint32_t directive_data_word(struct assembler *as, uint32_t word, struct place place);

/* Returns the number of turns of a .rept, or -1 after an error. */
int64_t directive_count(struct assembler *as, const struct value *value, struct place place);

/* Makes the scanner read the block of a .rept `count` times. */
void directive_repeat(struct assembler *as, void *scanner, struct place opened, struct place body, struct place end,
                      int64_t count);

/* Appends a string's contents, made printable on one line of a terminal, and a NUL. */
void plain_text(struct place string, struct text *text);

/* Handles .error, .err, .warning and .print. Without a text, `string` is empty. */
void directive_message(struct assembler *as, struct place directive, struct place string);

/* Reports an unsupported directive of GNU as. */
void directive_unsupported(struct assembler *as, struct place name, struct place operands);

/* Handles .section and related directives. In a compiler's output, skips sections without code. Other sources have
 * one section. */
void directive_section(struct assembler *as, struct place directive, struct place operands);

/* Ends the skipping of sections at the end of a source. */
void sections_end(struct assembler *as);
void sections_free(struct assembler *as);

/* Handles .attribute, whose list of extensions can name the arch. */
void directive_attribute(struct assembler *as, struct place operands);

/* Reports text after a directive that takes none, unless `rest` is empty. */
void directive_rest(struct assembler *as, struct place directive, struct place rest);

/* ---- alignment.c ---- */

/*
 * optional_keep() stores an operand that was given, and returns its number; the last OPTIONALS - 1 operands stay
 * stored. optional_kept() returns the operand of a number; number 0 is an absent operand. Operands in the parser's own
 * values would make its stack three times as large.
 */
size_t optional_keep(struct assembler *as, const struct value *value, struct place place);
const struct optional *optional_kept(const struct assembler *as, size_t number);

void layout_org(struct assembler *as, struct place directive, const struct optional *to, const struct optional *fill);
void layout_align(struct assembler *as, struct place directive, const struct optional *unit,
                  const struct optional *fill, const struct optional *most);
void layout_fill(struct assembler *as, struct place directive, const struct optional *count,
                 const struct optional *size, const struct optional *fill);

/* ---- conditions.c ---- */

/* Open an .if block: by an expression, by a text, or after a condition that was wrong and reported. */
void condition_expression(struct assembler *as, struct place directive, const struct value *value);
void condition_text(struct assembler *as, struct place directive, struct place text);
void condition_wrong(struct assembler *as, struct place directive);

void condition_else(struct assembler *as, struct place directive);
void condition_end(struct assembler *as, struct place directive);

/* Handles an .elseif whose condition counts, since no branch before it was taken. NULL: the condition was wrong. */
void condition_elseif(struct assembler *as, struct place directive, const struct value *value);

/* At an .elseif: returns true and begins to skip if an earlier branch was taken, so that the condition does not
 * count. */
bool condition_elseif_skipped(struct assembler *as, struct place directive);

/* Handles a directive in skipped text. Returns true if the directive ends the skipping. */
bool condition_skip(struct assembler *as, struct place directive, int token);

/* At the end of the top frame's text: reports the .if blocks left open in it, and closes them. Skipping that an .if
 * outside the frame began continues. */
void condition_check_closed(struct assembler *as);

/* ---- include.c ---- */

/* Reports a source that is not text or is too long. Returns whether the scanner can read it. */
bool source_is_text(struct assembler *as, struct source *source);

/* Notes a file that was read. `system`: the file comes with the programs, or the C preprocessor took it for a system
 * header. */
void include_note(struct assembler *as, const char *name, size_t length, bool system);

void include_source(struct assembler *as, void *scanner, struct place directive, struct place string,
                    struct place end);
void include_words(struct assembler *as, struct place directive, struct place string, const struct optional *skip,
                   const struct optional *count);

/* ---- directives.c: regions ---- */

void region_begin(struct assembler *as, struct place directive, struct place name);

/* Begins a region whose wrong name was reported, so that its .endregion gives no error. */
void region_begin_nameless(struct assembler *as, struct place directive);
void region_end(struct assembler *as, struct place directive);

/* At the end of all sources: reports a region that is still open. */
void region_check_closed(struct assembler *as);

/* ---- expansion.c ---- */

/* Expands a macro. `end` is the calling statement's end. */
void macro_call(struct assembler *as, void *scanner, struct place name, struct place arguments, struct place end);

/* At a '\' that an expansion left: if the name after it is no argument of the macro, reports that and returns true. */
bool macro_report_mark(struct assembler *as, struct place mark);

/* .irp and .irpc. */
void macro_repeat(struct assembler *as, void *scanner, struct place directive, struct place header,
                  struct place body, struct place end);

/* .rept whose body contains \+. */
void macro_count(struct assembler *as, void *scanner, struct place directive, int64_t count, struct place body,
                 struct place end);

/* ---- input.c: the stack of frames, texts being scanned: files, repeated blocks in them, expansions of macros ---- */

/*
 * Begins to scan a source. `scanner` is the flex scanner here and below. `opened` is the directive that includes the
 * source and `end` the end of its statement; both have no source for a source of the command line.
 */
bool input_open(struct assembler *as, void *scanner, struct source *source, struct place opened, struct place end);

/* Begins to scan a block of the top frame `count` times. `body` is the block's text; `end` is the end of the
 * statement that ends the block. */
void input_repeat(struct assembler *as, void *scanner, struct place opened, struct place body, struct place end,
                  int64_t count);

/*
 * Begins to scan as->macros->text, the expansion of the statement that ends with `end`. If `turns` is not NULL, its
 * further texts follow; the function takes ownership of `turns`.
 */
void input_expand(struct assembler *as, void *scanner, struct expansion *expansion, struct place end,
                  struct turns *turns);

/* At the end of the top frame: begins its next iteration, or continues in the frame below. Returns false if no frame
 * is left. */
bool input_next(struct assembler *as, void *scanner);

/* Ends the innermost macro or repeated block (.exitm). */
void input_exit(struct assembler *as, void *scanner, struct place directive);

/* Removes all frames. */
void input_close(struct assembler *as);

/* ---- lines.c: places of text ---- */

/* The files that .file numbers. */
struct lines {
    struct names numbers; /* indices into `names`, by number */
    const char **names;
    size_t count, capacity;
};

/* Handles a line marker such as # 12 "file" 1, in the line that ends with `place`: the next line is line 12. `file`
 * lies in the marker's line. */
void line_mark(struct assembler *as, struct place place, unsigned long line, const char *file, size_t length);

/* Handles .file, .line and .loc; `end` is the end of the statement. */
void line_directive(struct assembler *as, struct place directive, struct place operands, struct place end);

/* ---- lines.c: lines that start with #, between statements and inside C statements ----
 * Their meaning is the same in both. */

/* A line marker's contents: # 12 "file". */
struct marker {
    unsigned long line;
    const char *file; /* name of the file, inside the marker */
    size_t length;
};

/* Reads a line marker at `hash`, the #. Returns false if the line is no marker. Only blanks may precede the #. The
 * text may continue after the line. */
bool marker_read(const char *hash, struct marker *marker);

/* Reports a preprocessor directive at `hash`, and returns true if the line is one rather than a comment that only
 * starts like one. GNU as takes both as comments; outside C a # with blanks after it is also a comment. */
bool preprocessor_report(struct assembler *as, const char *hash, struct place place, bool in_c);

void line_marker(struct assembler *as, const char *text, struct place place);

/* Reports a preprocessor directive in a line: kernel sources use directives to choose the assembled text. */
void preprocessor_line(struct assembler *as, const char *text, struct place place);

#endif
