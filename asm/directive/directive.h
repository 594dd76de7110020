/* Directives, and what those that come in pairs leave open. */
#ifndef SFP_DIRECTIVE_H
#define SFP_DIRECTIVE_H

#include "front/expr.h"
#include "front/statement.h"
#include "isa/issued.h"
#include "program/source.h"
#include "util/names.h"

struct assembler;

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

/* Whether waits are put in. */
struct hazards {
    bool automatic;
    bool told; /* that something cannot be there */
    struct sfp_issuing issuing; /* the words so far */
};

/* Files that were read. */
struct inclusion {
    struct names files;      /* of the program, by name */
    struct source **sources; /* those that .include has read, by name in `names` */
    size_t count, capacity;
    struct names names;
    size_t done;             /* files included so far */
    char *shipped;           /* the directory of what comes with the programs, or NULL; */
    bool shipped_sought;     /* not before it was looked for */
};

/* ---- directives.c ---- */

/* Where a directive may stand, as directives.def says. */
enum directive_stands { STANDS_ANYWHERE, STANDS_WORDS, STANDS_STRETCH, STANDS_TABLE, STANDS_BOUNDARY };

/* A directive: its token, and which of those that share the token it is. */
struct directive {
    const char *name;
    int token;
    int kind;
    enum directive_stands stands;
    bool raw; /* what follows is taken as text */
    const char *help; /* NULL if it is ignored or not supported */
};

enum condition_kind {
    IF_NOT_ZERO, IF_ZERO, IF_MORE, IF_MORE_OR_ZERO, IF_LESS, IF_LESS_OR_ZERO, /* the expression, compared with 0 */
    IF_DEFINED, IF_NOT_DEFINED, IF_BLANK, IF_NOT_BLANK, IF_SAME, IF_NOT_SAME, IF_SAME_STRINGS, IF_NOT_SAME_STRINGS,
};

enum align_kind { ALIGN_UNITS, ALIGN_POWER };
enum message_kind { MESSAGE_ERROR, MESSAGE_WARNING, MESSAGE_NOTE, MESSAGE_NONE /* an error that takes no text */ };
enum unsupported_kind {
    NO_LOCAL, NO_BYTES, NO_LATE_VALUE, NO_END, NO_ABORT, NO_LINE_FILE, NO_NOP,
};
enum section_kind {
    SECTION_NAMED, SECTION_TEXT, SECTION_DATA, SECTION_PUSH, SECTION_POP, SECTION_PREVIOUS, SECTION_SUB,
};
enum line_kind { LINE_FILE, LINE_LINE, LINE_LOC };

/* The directive of this name, or NULL. `name` starts with the dot; case does not matter. */
const struct directive *directive_find(const char *name, size_t length);

/* One directive after another, from 0 on; NULL behind the last. */
const struct directive *directive_at(size_t index);

/* What it does, in a line without an end. */
enum { DIRECTIVE_HELP_SIZE = 100 };
void directive_help(const struct directive *directive, char text[static DIRECTIVE_HELP_SIZE]);

int directive_kind(struct place name);

/* The directive that is called so but for its dot; NULL if there is none. */
const char *directive_without_dot(const char *name, size_t length);

void directive_arch(struct assembler *as, struct place name);
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
struct text;
void plain_text(struct place string, struct text *text);

/* .error, .err, .warning and .print; without a text `string` is empty. */
void directive_message(struct assembler *as, struct place directive, struct place string);

/* Says that there is no directive of this name. */
void directive_unknown(struct assembler *as, struct place name);

/* Says that a directive of GNU as, with these operands, is not supported. */
void directive_unsupported(struct assembler *as, struct place name, struct place operands);

/* .section and its like. What a compiler puts into sections that hold no code is skipped; in other sources there is one
 * section. */
void directive_section(struct assembler *as, struct place directive, struct place operands);

/* At the end of a source: skips no more. */
void sections_end(struct assembler *as);
void sections_free(struct assembler *as);

/* Says that a line is an instruction of the RISC-V core. */
void directive_riscv(struct assembler *as, struct place name);

/* ---- hazards.c ---- */

/* .hazards auto, and .hazards manual. */
void directive_hazards(struct assembler *as, struct place directive, struct place name);

/* From here on waits are put in, or are not. */
void hazards_begin(struct assembler *as, bool automatic);

/* Where waits are put in: how many `word`, the next of the program, needs before it. Reports it at `place` if such a word
 * cannot be there. */
unsigned hazards_waits(struct assembler *as, uint32_t word, struct place place);

/* There `word` was appended. */
void hazards_take(struct assembler *as, uint32_t word);

/* The word of a wait. */
uint32_t hazards_wait(const struct assembler *as);

/* Does a directive give words of a schedule where waits are put in? Says so. */
bool hazards_refuse_schedule(struct assembler *as, struct place directive);

/* ---- layout.c ---- */

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

/* The directory of files that come with the programs. NULL with errno: there is none, ENOENT, or no memory, ENOMEM. */
const char *shipped_directory(struct assembler *as);

/* Is this a file of that directory, and not the user's? False before one was looked for there. */
bool include_is_shipped(const struct assembler *as, const char *path);

/* Notes a file that was read; `system`: one that comes with the programs, or that the C preprocessor takes for the
 * system's. */
void include_note(struct assembler *as, const char *name, size_t length, bool system);

void include_source(struct assembler *as, void *scanner, struct place directive, struct place string,
                    struct place end);
void include_words(struct assembler *as, struct place directive, struct place string, const struct optional *skip,
                   const struct optional *count);

/* ---- regions.c ---- */

void region_begin(struct assembler *as, struct place directive, struct place name);

/* One whose name was wrong, and reported: only what ends it is wanted still. */
void region_begin_nameless(struct assembler *as, struct place directive);
void region_end(struct assembler *as, struct place directive);

/* At the end of all sources: reports a region that is still open. */
void region_check_closed(struct assembler *as);

#endif
