/* The texts being scanned, and what the scanner remembers of them. */
#ifndef SFP_INPUT_H
#define SFP_INPUT_H

#include "asm.h"
#include "program/source.h"
#include "util/fileio.h"

struct assembler;

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

struct expansion;
struct turns;

/* Makes a source part of the program, which frees it with itself; frees it at once if memory runs out. */
bool input_add_source(struct assembler *as, struct source *source);

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
 * Begins to scan as->macros.text, which the statement that ends with `end` is expanded to. If `turns` is not NULL its
 * further texts follow; they are taken over.
 */
void input_expand(struct assembler *as, void *scanner, struct expansion *expansion, struct place end,
                  struct turns *turns);

/* A copy of a name that lives as long as the program; NULL if memory ran out. */
const char *input_keep_name(struct assembler *as, const char *name, size_t length);

/* At the end of the frame on top: begins its next iteration, or goes on below it. False if nothing is below. */
bool input_next(struct assembler *as, void *scanner);

/* Ends the innermost macro or repeated block (.exitm). */
void input_exit(struct assembler *as, void *scanner, struct place directive);

/* Drops all frames, after an assembly that stopped. */
void input_close(struct assembler *as);

/* ---- preprocess.c ---- */

/* The arch that a line .arch of a file names, or `otherwise`. */
enum sfp_arch preprocess_arch(const char *path, enum sfp_arch otherwise);

/* The text of `path` after the C preprocessor, which is told of the arch as->preprocessed. False, with a message to free
 * (NULL: no memory), if it failed. */
bool preprocess(struct assembler *as, const char *path, struct sfp_buffer *text, char **error);

#endif
