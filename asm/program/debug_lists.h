/*
 * The debug table's two long lists, "text" and "lines". They are read in place, entry by entry: a table of 600 MB is
 * nearly all "lines", and a JSON tree of it would take a minute and many times its memory. The rest of the table is
 * short, and becomes a JSON tree (debug_table.c).
 */
#ifndef SFP_DEBUG_LISTS_H
#define SFP_DEBUG_LISTS_H

#include "base/fileio.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* The unread part of a list: JSON text of the table's file, without the list's brackets. */
struct debug_list {
    const char *at, *end;
    size_t read; /* number of entries read */
};

/* A value in an entry. */
struct debug_value {
    json_int_t number; /* value as a number; -1 if the value is negative or not a whole number */
    const char *text;  /* value as a string; NULL if the value is not a string */
    size_t length;     /* length of `text` in bytes */
    json_t *decoded;   /* owns the text if the string has escapes or bytes that are not ASCII; otherwise NULL */
};

enum { DEBUG_ENTRY_VALUES = 5 };

/* The first values of an entry. Values after the entry's last value are -1 and NULL. */
struct debug_entry {
    struct debug_value values[DEBUG_ENTRY_VALUES];
};

enum debug_next {
    DEBUG_NEXT_END,
    DEBUG_NEXT_ENTRY,
    DEBUG_NEXT_MALFORMED, /* the text at this position is not a JSON array */
};

/* A table's file, split: the two lists, and the JSON text without the lists' contents. */
struct debug_split {
    struct debug_list text, lines;
    struct sfp_buffer rest; /* rest of the table, to be freed by the caller */
};

/* Splits `file`, which must outlive the lists. A list that is absent or not an array becomes empty. Returns false
 * without memory. */
bool debug_split_table(const struct sfp_buffer *file, struct debug_split *split);

/* Converts a line number in split->rest to a line number in `file`. `position` is the byte offset in split->rest,
 * `line` the offset's line there. */
int debug_line_in_table(const struct sfp_buffer *file, const struct debug_split *split, int line, size_t position);

/*
 * Reads the list's next entry into *entry, whose texts hold until the next call. *entry must be zeroed before the first
 * call; debug_entry_free() frees the last entry.
 */
enum debug_next debug_next_entry(struct debug_list *list, struct debug_entry *entry);

void debug_entry_free(struct debug_entry *entry);

#endif
