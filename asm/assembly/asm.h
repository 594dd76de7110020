/*
 * The assembler as a library: sources in, Tensix words out, each with the line
 * it came from. Nothing here prints, exits or keeps state between calls.
 */
#ifndef SFP_ASM_H
#define SFP_ASM_H

#include "base/diag.h"
#include "program/sfp_program.h"

/* A source: the file `path` ("-" is standard input; *.S is preprocessed first), or `text` if that is not NULL. */
struct sfp_asm_source {
    const char *path; /* with `text`, only the name for messages */
    const char *text; /* need not end in NUL; copied */
    size_t size;
};

struct sfp_preprocessed;

/* Told of a file that is read, maybe more than once. */
typedef void sfp_hear_read(void *context, const char *path);

struct sfp_asm_options {
    enum sfp_arch arch; /* 0: as the source states, or Wormhole */
    bool gnu_strict;    /* refuse what the vendor's GNU assembler refuses */
    bool fix_hazards;   /* each source begins as if with .hazards auto */
    bool partial_schedules; /* cells may be missing: the tables are kept, but not checked, and nothing is made of them */
    const char *const *include_dirs;
    size_t include_dir_count;
    const char *const *defines; /* NAME or NAME=EXPRESSION */
    size_t define_count;
    size_t max_errors; /* end after so many; 0: never */
    size_t max_expansion; /* bytes of text or of words that macros, blocks and loops may give; 0: as sfpasm(5) says */
    struct sfp_warnings warnings; /* start from warnings_init */
    sfp_diagnostic_sink *sink;    /* NULL: diagnostics are dropped */
    sfp_hear_read *read;          /* told of each file before it is read, by its path; or NULL */
    void *context;                /* for the sink and `read` */
    struct sfp_preprocessed *preprocessed; /* what the preprocessor makes of sources is kept there; NULL: nowhere */
};

/*
 * Assembles `sources` one after another into one program, which the caller frees with sfp_program_free. Reports every
 * error and warning through options->sink. False after any error, and then *program is empty.
 */
bool assembly_make(const struct sfp_asm_options *options, const struct sfp_asm_source *sources, size_t count,
                   struct sfp_program *program);

/* The same of texts alone: who calls nothing else needs no C preprocessor. */
bool assembly_make_texts(const struct sfp_asm_options *options, const struct sfp_asm_source *sources, size_t count,
                         struct sfp_program *program);

/*
 * Reports the warnings that the words of a program deserve by their operands, each once for a place, as for macros with
 * these operands; of the options those about warnings, max_errors and the sink count. False if one of them is an error.
 */
bool operand_warn_words(const struct sfp_asm_options *options, struct sfp_program *program);

/* Is `path` an assembly source by its name: *.s or *.S? */
bool assembly_is_meant(const char *path);

/*
 * Writes a line for each source line, with its first word and that word's index if it gave any, and a line for each
 * further word. Words of macros, and of a repetition after its first, are marked "+". False if memory ran out; errors
 * of the stream are its owner's to find.
 */
bool listing_write(const struct sfp_program *program, FILE *stream);

#endif
