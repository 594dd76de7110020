/*
 * The state of one assembly, shared by all code that works on it. Words flow one way: source/input.c feeds text to
 * source/lexer.l, source/grammar.y finds statements, statement.c makes words of instructions, source/directives.c and
 * its siblings do what directives say, and emit.c appends words to the program.
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

/* A frame: text being scanned, a whole source or a part that is scanned again. The scanner reads the top frame; the
 * frames below wait. */
struct frame {
    struct frame *below;
    enum frame_kind kind;
    struct source *source;
    char *text;      /* `size` bytes and two NULs */
    size_t size;
    size_t capacity; /* bytes allocated for a copied text */
    uint32_t base;   /* offset of `text` in the source */
    size_t resume;   /* offset in `text` at which to continue after the frame above ends */
    struct place opened;      /* the statement that opened the frame; no source for a source of the command line */
    size_t conditions_before; /* number of .if blocks open when the frame began */
    int64_t left;             /* repetition: number of iterations left after this iteration */
    struct turns *turns;      /* turns of a FRAME_TURNS */
    size_t words_before; /* the assembly's state when this iteration or expansion began */
    uint64_t changes_before;
    size_t errors_before;
    uint64_t macros_before;
    size_t expansions_before;
};

struct frames {
    struct frame *top;
    unsigned depths[FRAME_KINDS]; /* number of frames of each kind */
    size_t held;                  /* bytes of text copied for frames */
    struct source *expansions;    /* the texts of all expansions of macros and .irp blocks; NULL before the first */
};

/* The scanner's state between tokens. */
struct scan_state {
    bool statement_start;
    bool label_next;        /* the last token was the statement's first name */
    bool floats;            /* the statement's instruction may take a floating-point number */
    bool names_only;        /* names of registers are ordinary names in this statement */
    bool faulty;            /* the statement had a faulty token */
    bool raw_next;          /* the statement's rest becomes one token */
    uint32_t raw_begin, raw_end; /* the token's bounds so far */
    bool block_next;        /* this statement opens a block, whose text follows as one token */
    struct place block;     /* the opening directive */
    int block_ends;         /* the token of the directive that ends the block */
    uint32_t block_begin;   /* offset of the block's text */
    unsigned block_depth;   /* number of blocks open in that text */
    bool block_line_start;
    bool skipping;          /* the text is skipped: a branch of an .if that is not assembled, or a skipped section */
    unsigned skip_depth;    /* number of open .if blocks within the skipped branch */
    unsigned table;         /* number of open schedules; statements within schedules are rows */
    unsigned brackets;      /* number of brackets open in a row */
    bool section_skipped;   /* the skipped text is a compiler's section without code, not an .if branch */
};

/* The C form's state between statements. */
struct c_state {
    unsigned depth; /* nesting of C; not 0 while C is read, instead of the GNU form */
    uint64_t turns; /* number of loop turns so far */
    uint64_t text;  /* number of bytes of loop bodies read */
    bool lost;      /* a refused C++ definition may have defined names: unknown names are no errors */
};

/* The directory of the files that come with the programs. */
struct shipped {
    char *directory; /* directory found, or NULL */
    bool sought;     /* the search for the directory took place */
};

struct assembler {
    const struct sfp_asm_options *options;
    struct sfp_program *program;
    size_t word_capacity;
    struct spent spent;
    struct sfp_index index; /* index of program->arch's instructions */
    struct vendor_constants vendor;
    struct symbols symbols;
    struct frames frames;
    struct scan_state scan;
    struct terms terms;
    struct threading threads;
    struct hazards hazards;
    struct shipped shipped;
    struct told told;
    struct c_state c;
    uint64_t changes;    /* number of changes that can make the same text assemble differently the next time */
    uint64_t suggesting; /* work spent on suggestions for misspelt names */
    size_t errors;
    enum sfp_arch preprocessed; /* the arch that the C preprocessor was told; 0: the preprocessor did not run */
    unsigned init_depth; /* number of nested sources at the .init that counts */
    bool stopped;        /* a reported error ends the assembly */
    /* State owned by one folder, and not read by lower folders. */
    struct macros *macros;
    struct insn_facts *facts; /* by opcode of the index's rows; computed at first use */
    struct statement *statement;
    struct schedules *schedules;
    struct schedule_request *schedule_request;
    struct conditions *conditions;
    struct sections *sections;
    struct regions *regions;
    struct inclusion *inclusion;
    struct lines *lines;
};

/* ---- source_report.c: diagnostics with their places ---- */

void report_error(struct assembler *as, struct place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void report_warning(struct assembler *as, enum sfp_warning class, struct place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void report_note(struct assembler *as, struct place place, const char *text);

/* Reports text that GNU as would refuse: as an error under --gnu-strict, else as a -Wgnu warning. Returns whether it
 * is an error. */
bool report_gnu(struct assembler *as, struct place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Report an error without a place in a source, and stop the assembly. `file` may be NULL. */
void report_failure(struct assembler *as, const char *file, const char *text);
void report_no_memory(struct assembler *as);

#endif
