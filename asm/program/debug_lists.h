/*
 * The debug table's two long lists, "text" and "lines". They are read in place, entry by entry: a table of 600 MB is
 * nearly all "lines", and a JSON tree of it would take a minute and many times its memory. The rest of the table, which
 * is short, is a JSON tree (debug_table.c).
 */
#ifndef SFP_DEBUG_LISTS_H
#define SFP_DEBUG_LISTS_H

#include "base/fileio.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* The part of a list that is still to be read: JSON text of the table's file, without the list's brackets. */
struct debug_list {
    const char *at, *end;
    size_t read; /* entries so far */
};

/* A value of an entry. */
struct debug_value {
    json_int_t number; /* -1 if the value is no whole number, or is negative */
    const char *text;  /* NULL if the value is no string */
    size_t length;     /* of the text, in bytes */
    json_t *decoded;   /* owns the text of a string with escapes or non-ASCII bytes */
};

enum { DEBUG_ENTRY_VALUES = 5 };

/* The first values of an entry; all are -1 and NULL behind its last one. */
struct debug_entry {
    struct debug_value values[DEBUG_ENTRY_VALUES];
};

enum debug_next {
    DEBUG_NEXT_END,
    DEBUG_NEXT_ENTRY,
    DEBUG_NEXT_MALFORMED, /* the text there is not a JSON array */
};

/* A table's file: its two lists, and the JSON text without what the brackets of these lists enclose. */
struct debug_split {
    struct debug_list text, lines;
    struct sfp_buffer rest; /* the caller frees it */
};

/* Splits `file`, which must outlive the lists. A list that is absent, or no array, is empty. False without memory. */
bool debug_split_table(const struct sfp_buffer *file, struct debug_split *split);

/* The line of `file` on which byte `position` of split->rest stands, which is on line `line` of the rest. */
int debug_line_in_table(const struct sfp_buffer *file, const struct debug_split *split, int line, size_t position);

/*
 * Reads the list's next entry into *entry, whose texts hold until the next call. *entry is zeroed before the first
 * call; debug_entry_free frees what the last one left.
 */
enum debug_next debug_next_entry(struct debug_list *list, struct debug_entry *entry);

void debug_entry_free(struct debug_entry *entry);

#endif
