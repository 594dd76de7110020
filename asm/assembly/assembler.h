/*
 * One assembly under way: what all that works on it shares. Words flow one way: directive/input.c feeds text to
 * front/lexer.l, front/grammar.y finds statements, encode/ makes words of instructions and directive/ does what
 * directives say, and emit.c appends to the program.
 */
#ifndef SFP_ASSEMBLER_H
#define SFP_ASSEMBLER_H

#include "asm.h"
#include "emit.h"
#include "expr.h"
#include "symbol_table.h"
#include "texts.h"
#include "base/diag.h"

struct turns;

enum frame_kind { FRAME_SOURCE, FRAME_REPETITION, FRAME_MACRO, FRAME_TURNS, FRAME_KINDS };

/* Text being scanned: a whole source, or part of one that is scanned again. The top frame is scanned, others wait. */
struct frame {
    struct frame *below;
    enum frame_kind kind;
    struct source *source;
    char *text;      /* `size` bytes and two NULs */
    size_t size;
    size_t capacity; /* bytes there is room for, of a copy */
    uint32_t base;   /* offset of `text` in the source */
    size_t resume;   /* where in `text` to go on when the frame above ends */
    struct place opened;      /* what began it; without a source, nobody */
    size_t conditions_before; /* .if blocks open where it began */
    int64_t left;             /* of a repetition: iterations still to come after this one */
    struct turns *turns;      /* of FRAME_TURNS */
    size_t words_before; /* state of the assembly when this iteration, or expansion, began */
    uint64_t changes_before;
    size_t errors_before;
    uint64_t macros_before;
    size_t expansions_before;
};

struct frames {
    struct frame *top;
    unsigned depths[FRAME_KINDS]; /* frames of each kind */
    size_t held;                  /* bytes of text copied for frames */
    struct source *expansions;    /* all texts that macros and .irp blocks expand to; NULL before the first */
};

/* What the scanner remembers between tokens. */
struct scan_state {
    bool statement_start;
    bool label_next;        /* the statement's first name was the last token */
    bool floats;            /* the statement's instruction may take a floating-point number */
    bool names_only;        /* a register's name is one like others in this statement */
    bool faulty;            /* a token of this statement was wrong in itself */
    bool raw_next;          /* what is left of this statement is one token */
    uint32_t raw_begin, raw_end; /* of that token, as far as it has been scanned */
    bool block_next;        /* this statement opens a block, whose text follows it as one token */
    struct place block;     /* the opening directive */
    int block_ends;         /* token of the directive that ends it */
    uint32_t block_begin;   /* offset of the block's text */
    unsigned block_depth;   /* blocks open in that text */
    bool block_line_start;
    bool skipping;          /* the branch of an .if that is not assembled */
    unsigned skip_depth;    /* .if blocks open in that branch */
    unsigned table;         /* schedules open: statements are rows */
    unsigned brackets;      /* open in a row */
    bool section_skipped;   /* what is skipped is no branch, but what a compiler put into no section of code */
};

/* What the C form remembers between statements. */
struct c_state {
    unsigned depth; /* not 0: what is read is C, not the GNU form */
    uint64_t turns; /* of loops, so far */
    uint64_t text;  /* bytes of their bodies that were read */
    bool lost;      /* a definition of names was C++ that it does not take: unknown names may be those */
};

/* Where the files are that come with the programs. */
struct shipped {
    char *directory; /* NULL: there is none, or */
    bool sought;     /* not before it was looked for */
};

struct assembler {
    const struct sfp_asm_options *options;
    struct sfp_program *program;
    size_t word_capacity;
    struct spent spent;
    struct sfp_index index; /* of program->arch */
    struct vendor_constants vendor;
    struct symbols symbols;
    struct frames frames;
    struct scan_state scan;
    struct terms terms;
    struct hazards hazards;
    struct shipped shipped;
    struct told told;
    struct c_state c;
    uint64_t changes;    /* counts whatever can make the same text assemble differently the next time */
    uint64_t suggesting; /* work done to find names for misspelt ones */
    size_t errors;
    enum sfp_arch preprocessed; /* the arch that the C preprocessor was told of; 0: it did not run */
    bool stopped;        /* an error that ends the assembly has been reported */
    /* What is a folder's own, which those below do not look into. */
    struct macros *macros;
    struct insn_facts *facts; /* of the index's rows, by opcode, as far as they were asked for */
    struct statement *statement;
    struct schedules *schedules;
    struct schedule_request *schedule_request;
    struct conditions *conditions;
    struct sections *sections;
    struct regions *regions;
    struct inclusion *inclusion;
    struct lines *lines;
};

/* ---- source_report.c: what is said of a source, and where ---- */

void report_error(struct assembler *as, struct place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void report_warning(struct assembler *as, enum sfp_warning class, struct place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void report_note(struct assembler *as, struct place place, const char *text);

/* Something GNU as would refuse: an error under --gnu-strict, else a -Wgnu warning. True if it is an error. */
bool report_gnu(struct assembler *as, struct place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* An error at no place in a source; `file` may be NULL. Ends the assembly. */
void report_failure(struct assembler *as, const char *file, const char *text);
void report_no_memory(struct assembler *as);

#endif
