/*
 * The assembler as a library: from sources to Tensix words, each with the line that it came from. The functions do not
 * print or exit, and keep no state between calls.
 */
#ifndef SFP_ASM_H
#define SFP_ASM_H

#include "base/diag.h"
#include "program/sfp_program.h"

/* A source: the file `path` ("-" is standard input; *.S is preprocessed first), or `text` if not NULL. */
struct sfp_asm_source {
    const char *path; /* path of the source; if `text` is not NULL, only the name in messages */
    const char *text; /* text of the source, copied, without need for a final NUL; NULL: the file is read */
    size_t size;
};

struct sfp_preprocessed;

/* Called before a file is read, with the file's path, possibly more than once. */
typedef void sfp_hear_read(void *context, const char *path);

struct sfp_asm_options {
    enum sfp_arch arch; /* arch to assemble for; 0: the arch that the source states, or Wormhole */
    bool gnu_strict;    /* the assembler refuses source that the vendor's GNU assembler refuses */
    bool fix_hazards;   /* each source begins as if after .hazards auto */
    bool partial_schedules; /* tables may lack cells: they are kept, but neither checked nor assembled */
    const char *const *include_dirs;
    size_t include_dir_count;
    const char *const *defines; /* NAME or NAME=EXPRESSION */
    size_t define_count;
    size_t max_errors; /* number of errors after which the assembly stops; 0: no limit */
    size_t max_expansion; /* most bytes that macros, blocks and loops may produce; 0: the limits in sfpasm(5) */
    struct sfp_warnings warnings; /* start from warnings_init */
    sfp_diagnostic_sink *sink;    /* receiver of diagnostics; NULL: diagnostics are dropped */
    sfp_hear_read *read;          /* called with each file's path before the file is read, or NULL */
    void *context;                /* argument of the sink and of `read` */
    struct sfp_preprocessed *preprocessed; /* stores the C preprocessor's results for other assemblies, or NULL */
};

/*
 * Assembles `sources` one after another into one program, which the caller frees with sfp_program_free(). Reports every
 * error and warning to options->sink. Returns false after any error; *program is then empty.
 */
bool assembly_make(const struct sfp_asm_options *options, const struct sfp_asm_source *sources, size_t count,
                   struct sfp_program *program);

/* Like assembly_make(), for texts only: a program that calls only this function needs no C preprocessor. */
bool assembly_make_texts(const struct sfp_asm_options *options, const struct sfp_asm_source *sources, size_t count,
                         struct sfp_program *program);

/*
 * Reports the operand warnings that a program's words deserve, each once for a place, as if the words were macros with
 * these operands. Uses only the options for warnings, max_errors and the sink. Returns false if a warning is an error.
 */
bool operand_warn_words(const struct sfp_asm_options *options, struct sfp_program *program);

/* Does the name `path` mean an assembly source: *.s or *.S? */
bool assembly_is_meant(const char *path);

/*
 * Writes a listing: a line for each source line, with its first word and that word's index if it gave words, and a line
 * for each further word. Words of macros, and of a repetition's second and later turns, are marked "+". Returns false
 * without memory. The caller checks the stream for write errors.
 */
bool listing_write(const struct sfp_program *program, FILE *stream);

#endif
