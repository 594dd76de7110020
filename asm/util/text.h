/* A text that grows. */
#ifndef SFP_TEXT_H
#define SFP_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* All zero is the empty text. It does not end in NUL. */
struct text {
    char *data;
    size_t size, capacity;
    bool failed; /* memory ran out: what was added since is lost */
};

/* Makes room for `more` bytes after those there are. False if memory ran out. */
bool text_reserve(struct text *text, size_t more);

void text_add(struct text *text, const char *bytes, size_t size);
void text_add_char(struct text *text, char c);
void text_free(struct text *text);

#endif
