/* Texts whose lines are words with quotes, as a shell has them: batches and budgets. */
#ifndef SFP_WORDS_H
#define SFP_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* A word, unquoted. */
struct text_word {
    char *text;
    unsigned line, column; /* from 1; columns in bytes */
    size_t begin, end;     /* in the text, with its quotes */
};

struct word_reader {
    const char *text, *at, *end; /* where it is in the text, which is the caller's */
    const char *line_start;
    unsigned line;
    /* Every line means what it would mean to a shell: a backslash at its end joins it to the next, and what a shell would
     * expand or take for an operator is an error unless it is quoted. */
    bool is_shell;
    char *unquoted, *to; /* room for a word, and where in it the next character goes */
    char **error;
};

/* Begins at the start of a text. Functions that are false leave in *error "LINE:COLUMN: ...", which the caller frees, or
 * NULL if memory ran out; here, where the text has a NUL. words_end() frees what it holds in any case. */
bool words_begin(struct word_reader *r, const char *text, size_t size, bool is_shell, char **error);
void words_end(struct word_reader *r);

/* Is there another word in the line? The reader is then at it, otherwise at the line's end, behind any comment. */
bool words_more(struct word_reader *r);

/* Takes the word that the reader is at; its text is the caller's. */
bool words_take(struct word_reader *r, struct text_word *word);

/* From a line's end to the next line. */
void words_next_line(struct word_reader *r);

/* From anywhere in a line to its end, whatever is in between. */
void words_skip_line(struct word_reader *r);

bool words_is_blank(char c);

/* Leave an error of that place in the reader's line, and of memory; always false. */
__attribute__((format(printf, 3, 4))) bool words_wrong(struct word_reader *r, const char *where, const char *format, ...);
bool words_no_memory(struct word_reader *r);

#endif
