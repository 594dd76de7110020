/*
 * Diagnostics: the assembler library's messages about a source, as data. The library prints nothing; it passes each
 * diagnostic to a sink.
 */
#ifndef SFP_DIAG_H
#define SFP_DIAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Warning classes, from the rows of warnings.def. */
enum sfp_warning {
#define WARNING(id, name, on, help) SFP_W_##id,
#include "warnings.def"
#undef WARNING
    SFP_WARNINGS,
};

/*
 * A diagnostic. In a macro's expansion, the file and line are those of the macro's definition, and the source line is
 * the expanded line. The steps lead from the place outwards: each is the place that includes a file or calls a macro.
 */
struct sfp_diagnostic {
    bool error;           /* an error; if false, a warning */
    bool note;            /* a note: neither error nor warning */
    bool no_memory;       /* memory ran out; no source is concerned */
    const char *class;    /* the warning class's name, or NULL for a plain error */
    const char *file;     /* path of the file; NULL for a diagnostic without a place */
    unsigned long line;   /* line number, from 1; 0 for the file as a whole */
    unsigned long column; /* column in bytes, from 1 */
    const char *text;     /* message in one line, without severity or newline; NULL in a step */
    const char *verbatim; /* another program's message, in whole lines, to print as is; or NULL */
    const char *source;   /* the source line: `source_length` bytes without a newline, or NULL */
    size_t source_length;
    const char *from_file; /* the file from which a compiler made the line (.loc), or NULL if unknown */
    unsigned long from_line;
    size_t begin, end;    /* the span to underline, bytes from the start of the source line; begin < end */
    const char *macro;    /* in a step: the macro or directive that is expanded; NULL if the step includes a file */
    const struct sfp_diagnostic *steps;
    size_t step_count;
    size_t omitted;       /* number of steps left out before the last step */
};

/* Receives each diagnostic in source order. The diagnostic and its strings are valid during the call only. */
typedef void sfp_diagnostic_sink(void *context, const struct sfp_diagnostic *diagnostic);

/* A sink that prints to `stream`, a FILE *: file:line:column: error: text, the source line, a caret. Uses colour if
 * color_wanted(stream). */
void diagnostic_print(void *stream, const struct sfp_diagnostic *diagnostic);

/* Prints a diagnostic, in colour or not. */
void diagnostic_write(FILE *stream, const struct sfp_diagnostic *diagnostic, bool color);

/* Buffers a stream, which may be stderr: by lines on a terminal, else by large blocks, to save system calls for
 * millions of diagnostics. To be called before any output. */
void diagnostic_buffer(FILE *stream);

/* Is the stream a terminal that shows colour, with NO_COLOR unset? */
bool color_wanted(FILE *stream);

/* For every warning class: is it on, and is it an error? */
struct sfp_warnings {
    bool on[SFP_WARNINGS];
    bool error[SFP_WARNINGS];
};

/* Sets the defaults of warnings.def; no class is an error. */
void warnings_init(struct sfp_warnings *warnings);

/* Applies the text after -W: NAME, no-NAME, all, no-all, error, error=NAME, no-error or no-error=NAME. Returns false
 * for other texts. */
bool warnings_set(struct sfp_warnings *warnings, const char *argument);

const char *warning_name(enum sfp_warning warning);
const char *warning_help(enum sfp_warning warning);
bool warning_default(enum sfp_warning warning);

#endif
