/*
 * Diagnostics: what the assembler library says about a source, as data. The
 * library prints nothing; it hands each diagnostic to a sink.
 */
#ifndef SFP_DIAG_H
#define SFP_DIAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Warning classes, one for each row of warnings.def. */
enum sfp_warning {
#define WARNING(id, name, on, help) SFP_W_##id,
#include "warnings.def"
#undef WARNING
    SFP_WARNINGS,
};

/*
 * In a text that a macro is expanded to, the file and line are those of the macro's definition, and the source line is
 * the expanded one. The steps lead from the place outwards: each says where a file is included or a macro is expanded.
 */
struct sfp_diagnostic {
    bool error;           /* an error, or a warning */
    bool note;            /* neither */
    bool no_memory;       /* an error of no source: memory ran out */
    const char *class;    /* name of the warning class, NULL for a plain error */
    const char *file;     /* NULL where there is no place to point at */
    unsigned long line;   /* from 1; 0: the file as a whole */
    unsigned long column; /* in bytes, from 1 */
    const char *text;     /* one line, without severity or newline; NULL in a step */
    const char *verbatim; /* all of it, in whole lines, as another program said it; NULL: none did */
    const char *source;   /* the source line, `source_length` bytes without its newline; NULL if there is none */
    size_t source_length;
    const char *from_file; /* what a compiler made the line from; NULL if nothing says so */
    unsigned long from_line;
    size_t begin, end;    /* the span to underline, bytes from the start of the source line; begin < end */
    const char *macro;    /* in a step: the macro, or the directive; NULL if a file is included */
    const struct sfp_diagnostic *steps;
    size_t step_count;
    size_t omitted;       /* steps left out before the last one */
};

/* Receives each diagnostic in source order; nothing in it outlives the call. */
typedef void sfp_diagnostic_sink(void *context, const struct sfp_diagnostic *diagnostic);

/* A sink that prints to the FILE * `stream`: file:line:column: error: text, the source line, a caret. In colour if
 * color_wanted(stream). */
void diagnostic_print(void *stream, const struct sfp_diagnostic *diagnostic);

/* The same, in colour or not. */
void diagnostic_write(FILE *stream, const struct sfp_diagnostic *diagnostic, bool color);

/* Has a stream, which may be stderr, keep diagnostics until they are many, or on a terminal a line is whole: millions
 * of them would be millions of calls of the system. To be called before anything is written. */
void diagnostic_buffer(FILE *stream);

/* Is this a terminal that shows colour, and NO_COLOR not set? */
bool color_wanted(FILE *stream);

/* Which warning classes are on, and which of them are errors. */
struct sfp_warnings {
    bool on[SFP_WARNINGS];
    bool error[SFP_WARNINGS];
};

/* The defaults of warnings.def, none of them an error. */
void warnings_init(struct sfp_warnings *warnings);

/* Applies what follows -W: NAME, no-NAME, all, no-all, error, error=NAME, no-error or no-error=NAME. False if it is
 * none. */
bool warnings_set(struct sfp_warnings *warnings, const char *argument);

const char *warning_name(enum sfp_warning warning);
const char *warning_help(enum sfp_warning warning);
bool warning_default(enum sfp_warning warning);

#endif
