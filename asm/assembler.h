/*
 * One assembly under way: what the scanner, the parser and the actions behind
 * it share. Words flow one way: input.c feeds text to lexer.l, grammar.y finds
 * statements, statement.c and directives.c act on them, operands.c encodes,
 * emit.c appends to the program.
 */
#ifndef SFP_ASSEMBLER_H
#define SFP_ASSEMBLER_H

#include "asm.h"
#include "constants.h"
#include "expr.h"
#include "names.h"
#include "source.h"

/* How an operand was written. */
enum operand_kind { OPERAND_VALUE, OPERAND_REGISTER, OPERAND_TEMPLATE };

struct operand {
    enum operand_kind kind;
    struct value value; /* of a register or template, its number */
    struct place place;
};

struct symbol {
    char *name;
    int64_t value;
    bool label;
    struct place place; /* of its definition */
};

/* Text being scanned: a whole source, or part of one that is scanned again. The top frame is scanned, others wait. */
struct frame {
    struct frame *below;
    struct source *source;
    char *text;      /* `size` bytes and two NULs */
    size_t size;
    uint32_t base;   /* offset of `text` in the source */
    size_t resume;   /* where in `text` to go on when the frame above ends */
    bool repetition; /* a .rept body; the rest is for these */
    int64_t left;    /* iterations still to come after this one */
    struct place opened;
    size_t words_before; /* state of the assembly when this iteration began */
    uint64_t changes_before;
    size_t errors_before;
};

/* What the scanner remembers between tokens. */
struct scan_state {
    unsigned call_depth;    /* open parentheses of a macro call, in which a newline is a blank */
    bool call_next;         /* a macro's name was the last token */
    bool statement_start;
    bool block_next;        /* this statement opens a block, whose text follows it as one token */
    struct place block;     /* the opening directive */
    uint32_t block_begin;   /* offset of the block's text */
    unsigned block_depth;   /* blocks open in that text */
    bool block_line_start;
};

struct assembler {
    const struct sfp_asm_options *options;
    struct sfp_program *program;
    size_t word_capacity;
    struct sfp_index index; /* of program->arch */
    struct constants constants;
    bool constants_ready;
    struct symbol *symbols;
    size_t symbol_count, symbol_capacity;
    struct names symbol_names;
    struct frame *top;
    unsigned depth; /* frames */
    struct scan_state scan;
    void *flex_buffer;
    size_t region_capacity;
    unsigned region_depth; /* open regions; more than one is an error */
    struct place region_directive, region_name; /* of the outermost */
    struct terms terms;
    struct operand *operands; /* of the statement and the calls in it; the newest last */
    size_t operand_count, operand_capacity;
    unsigned c_depth;  /* macro calls around the expression: it follows C's rules, not GNU as's */
    uint64_t changes;  /* counts whatever can make the same text assemble differently the next time */
    size_t errors;
    bool stopped;      /* an error that ends the assembly has been reported */
};

/* ---- report.c ---- */

void report_error(struct assembler *as, struct place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void report_warning(struct assembler *as, enum sfp_warning class, struct place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Something GNU as would refuse: an error under --gnu-strict, else a -Wgnu warning. True if it is an error. */
bool report_gnu(struct assembler *as, struct place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* An error at no place in a source; `file` may be NULL. Ends the assembly. */
void report_failure(struct assembler *as, const char *file, const char *text);
void report_no_memory(struct assembler *as);

/* ---- emit.c ---- */

void emit_word(struct assembler *as, uint32_t word, struct place place);

/* Appends words first..first+count-1 again, `times` times. */
void emit_again(struct assembler *as, size_t first, size_t count, uint64_t times, struct place place);

/* Would `count` more words be too many? If so reports it at `place` and stops the assembly. */
bool emit_too_many(struct assembler *as, uint64_t count, struct place place);

/* ---- input.c ---- */

/* Makes a source part of the program, which frees it with itself; frees it at once if memory runs out. */
bool input_add_source(struct assembler *as, struct source *source);

/* Begins to scan a source. `scanner` is the flex scanner here and below. */
bool input_open(struct assembler *as, void *scanner, struct source *source);

/* Begins to scan a block of the frame on top `count` times. `body` is its text, `whole` also what ends it. */
void input_repeat(struct assembler *as, void *scanner, struct place opened, struct place body, struct place whole,
                  int64_t count);

/* At the end of the frame on top: begins its next iteration, or goes on below it. False if nothing is below. */
bool input_next(struct assembler *as, void *scanner);

/* Drops all frames, after an assembly that stopped. */
void input_close(struct assembler *as);

/* ---- symbols.c ---- */

/* Gives a symbol a value, as .set does. */
void symbol_set(struct assembler *as, struct place name, int64_t value);

/* Defines a label here. */
void symbol_label(struct assembler *as, struct place name);

/* The value of a symbol or a named constant. */
struct value symbol_value(struct assembler *as, struct place name);

/* Reports why `value` has none, if it has none. True if it has one. */
bool value_check(struct assembler *as, const struct value *value);

/* ---- operands.c ---- */

/* Encodes an instruction from its operands, or reports what is wrong with them. `name` is where it is named. */
bool encode_gnu(struct assembler *as, const struct sfp_insn *insn, struct place name, const struct operand *operands,
                size_t count, uint32_t *word);
bool encode_macro(struct assembler *as, const struct sfp_insn *insn, struct place name, const struct operand *operands,
                  size_t count, uint32_t *word);

/* ---- statement.c ---- */

/* Adds an operand to the statement. */
void operand_push(struct assembler *as, enum operand_kind kind, struct value value, struct place place);

/* Assembles an instruction whose `count` operands are the last ones pushed, and takes them away. */
void statement_gnu(struct assembler *as, struct place name, size_t count);
void statement_macro(struct assembler *as, struct place name, size_t count);

/* The value of TT_OP_NAME(operands); takes the operands away. */
struct value word_macro_value(struct assembler *as, struct place name, size_t count);

/* Ends a statement, whether it was well formed or not. */
void statement_end(struct assembler *as);

/* ---- directives.c ---- */

/* The token of a directive's name, or 0. `name` starts with the dot; case does not matter. */
int directive_token(const char *name, size_t length);

void directive_arch(struct assembler *as, struct place name);
void directive_word(struct assembler *as, const struct value *value, struct place place);

/* The number of a .rept; -1 after an error. */
int64_t directive_count(struct assembler *as, const struct value *value, struct place place);

/* Says that there is no directive of this name. */
void directive_unknown(struct assembler *as, struct place name);

/* ---- regions.c ---- */

void region_begin(struct assembler *as, struct place directive, struct place name);

/* One whose name was wrong, and reported: only what ends it is wanted still. */
void region_begin_nameless(struct assembler *as, struct place directive);
void region_end(struct assembler *as, struct place directive);

/* At the end of all sources: reports a region that is still open. */
void region_check_closed(struct assembler *as);

/* ---- preprocess.c ---- */

/* The text of `path` after the C preprocessor. False, with a message to free, if it failed. */
bool preprocess(const struct sfp_asm_options *options, const char *path, struct sfp_buffer *text, char **error);

/* ---- helpers ---- */

static inline const char *place_text(struct place place) { return place.source->text.data + place.begin; }
static inline size_t place_length(struct place place) { return place.end - place.begin; }

/* A place's length as printf's %.*s wants it; names that long are cut. */
static inline int place_precision(struct place place)
{
    return place_length(place) < 200 ? (int)place_length(place) : 200;
}

#endif
