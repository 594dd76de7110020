/* Reader of texts whose lines consist of words with shell-like quotes: batches and budgets. */
#ifndef SFP_WORDS_H
#define SFP_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* A word without its quotes. */
struct text_word {
    char *text;
    unsigned line, column; /* line and column of the word in the text, from 1; columns in bytes */
    size_t begin, end;     /* byte offsets in the text, quotes included */
};

struct word_reader {
    const char *text, *at, *end; /* the whole text, which the caller owns, and the next character */
    const char *line_start;
    unsigned line;
    /* Lines follow the shell's syntax: a backslash at a line's end joins the next line, and unquoted characters that
     * a shell would expand or take for an operator are errors. */
    bool is_shell;
    char *unquoted, *to; /* room for a word, and the position of its next character */
    char **error;
};

/* Starts reading a text. The functions that return false leave in *error "LINE:COLUMN: ...", which the caller frees,
 * or NULL if memory ran out. words_begin() fails if the text has a NUL. The caller calls words_end() in either case. */
bool words_begin(struct word_reader *r, const char *text, size_t size, bool is_shell, char **error);
void words_end(struct word_reader *r);

/* Skips blanks and a comment. Returns whether the reader stands at another word of the line; otherwise it stands at
 * the line's end. */
bool words_more(struct word_reader *r);

/* Reads the word at the reader's position. The caller frees the word's text. */
bool words_take(struct word_reader *r, struct text_word *word);

/* Moves from a line's end to the next line. */
void words_next_line(struct word_reader *r);

/* Skips the rest of the line. */
void words_skip_line(struct word_reader *r);

bool words_is_blank(char c);

/* Leave an error: a message for a place in the reader's line, or lack of memory. Both always return false. */
__attribute__((format(printf, 3, 4))) bool words_wrong(struct word_reader *r, const char *where, const char *format, ...);
bool words_no_memory(struct word_reader *r);

#endif
