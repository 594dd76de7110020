/* The debug table's two long lists: finds them in the table's file, and reads them entry by entry. */
#include "debug_lists.h"

#include <stdlib.h>
#include <string.h>

/* ---- Finding the lists ---- */

/* A position in JSON text, and the text's end. */
struct cursor {
    const char *at, *end;
};

static void skip_json_blanks(struct cursor *c)
{
    while (c->at < c->end && (*c->at == ' ' || *c->at == '\n' || *c->at == '\t' || *c->at == '\r'))
        c->at++;
}

/* Skips blanks, then `byte`. Returns false if the next byte is not `byte`. */
static bool take_byte(struct cursor *c, char byte)
{
    skip_json_blanks(c);
    if (c->at == c->end || *c->at != byte)
        return false;
    c->at++;
    return true;
}

/* Skips the string that begins at the cursor; skips to the text's end if the closing quote is missing. */
static void skip_json_string(struct cursor *c)
{
    for (c->at++; c->at < c->end; c->at++) {
        if (*c->at == '"') {
            c->at++;
            return;
        }
        if (*c->at == '\\' && c->at + 1 < c->end)
            c->at++;
    }
}

/* Skips the value at the cursor by counting brackets. Other errors in the value are left to its reader. */
static void skip_value(struct cursor *c)
{
    size_t depth = 0;

    while (c->at < c->end) {
        const char byte = *c->at;

        if (depth == 0 && (byte == ',' || byte == '}' || byte == ']'))
            return;
        if (byte == '"')
            skip_json_string(c);
        else
            c->at++;
        if (byte == '[' || byte == '{')
            depth++;
        else if ((byte == ']' || byte == '}') && --depth == 0)
            return;
    }
}

/* Returns the list that a member named `name` holds. Returns NULL for other names, and for a name that the file
 * repeats. */
static struct debug_list *find_list(struct debug_split *split, const char *name, size_t length)
{
    struct debug_list *list = NULL;

    if (length == strlen("text") && memcmp(name, "text", length) == 0)
        list = &split->text;
    if (length == strlen("lines") && memcmp(name, "lines", length) == 0)
        list = &split->lines;
    return list && !list->at ? list : NULL;
}

/* Finds the lists among the table's members. Stops where the text is not JSON: read_rest() in debug_table.c reports
 * that. */
static void find_lists(const struct sfp_buffer *file, struct debug_split *split)
{
    struct cursor c = {file->data, file->data + file->size};

    if (!take_byte(&c, '{'))
        return;
    do {
        struct debug_list *list;
        const char *name;

        if (!take_byte(&c, '"'))
            return;
        name = c.at--;
        skip_json_string(&c);
        list = find_list(split, name, (size_t)(c.at - name) - (c.at > name));
        if (!take_byte(&c, ':'))
            return;
        skip_json_blanks(&c);
        if (list && c.at < c.end && *c.at == '[')
            list->at = c.at + 1;
        skip_value(&c);
        if (list && list->at)
            list->end = c.at[-1] == ']' && c.at > list->at ? c.at - 1 : c.at;
    } while (take_byte(&c, ','));
}

/* Appends the bytes from `from` to `to`. */
static void append_rest_bytes(struct sfp_buffer *rest, const char *from, const char *to)
{
    memcpy(rest->data + rest->size, from, (size_t)(to - from));
    rest->size += (size_t)(to - from);
}

static size_t list_size(const struct debug_list *list)
{
    return (size_t)(list->end - list->at);
}

/* Returns the list that comes first in the file, or the other list if `first` is false. An absent list is empty and
 * comes first. */
static const struct debug_list *list_in_order(const struct debug_split *split, bool first)
{
    return (split->text.at < split->lines.at) == first ? &split->text : &split->lines;
}

bool debug_split_table(const struct sfp_buffer *file, struct debug_split *split)
{
    const char *const end = file->data + file->size;
    const char *from = file->data;

    *split = (struct debug_split){0};
    find_lists(file, split);
    if (!split->text.at)
        split->text.at = split->text.end = file->data;
    if (!split->lines.at)
        split->lines.at = split->lines.end = file->data;
    split->rest.data = malloc(file->size - list_size(&split->text) - list_size(&split->lines) + 1);
    if (!split->rest.data)
        return false;
    for (int i = 0; i < 2; i++) {
        const struct debug_list *list = list_in_order(split, i == 0);

        append_rest_bytes(&split->rest, from, list->at);
        from = list->end;
    }
    append_rest_bytes(&split->rest, from, end);
    return true;
}

int debug_line_in_table(const struct sfp_buffer *file, const struct debug_split *split, int line, size_t position)
{
    for (int i = 0; i < 2; i++) {
        const struct debug_list *list = list_in_order(split, i == 0);

        if (position < (size_t)(list->at - file->data))
            break;
        position += list_size(list);
        for (const char *at = list->at; at < list->end; at++)
            line += *at == '\n';
    }
    return line;
}

/* ---- Reading the lists ---- */

/* Reads a number of at most 18 digits. Returns false and leaves the cursor unmoved if the value is anything else. */
static bool read_short_number(struct cursor *c, struct debug_value *value)
{
    enum { MOST_DIGITS = 18 }; /* any number of 18 digits fits in a json_int_t */
    const char *at = c->at;
    json_int_t number = 0;

    while (at < c->end && at - c->at < MOST_DIGITS && *at >= '0' && *at <= '9')
        number = number * 10 + (*at++ - '0');
    if (at == c->at || (at < c->end && *at >= '0' && *at <= '9') || (*c->at == '0' && at - c->at > 1))
        return false;
    if (at < c->end && (*at == '.' || *at == 'e' || *at == 'E'))
        return false;
    value->number = number;
    c->at = at;
    return true;
}

/* Reads a string of plain ASCII in place. Returns false and leaves the cursor unmoved if the value is anything else. */
static bool read_plain_string(struct cursor *c, struct debug_value *value)
{
    const char *at = c->at;

    if (at == c->end || *at++ != '"')
        return false;
    while (at < c->end && *at >= ' ' && (unsigned char)*at < 0x80 && *at != '"' && *at != '\\')
        at++;
    if (at == c->end || *at != '"')
        return false;
    value->text = c->at + 1;
    value->length = (size_t)(at - value->text);
    c->at = at + 1;
    return true;
}

/* Reads the value at the cursor by the JSON library. Returns false if the value is malformed. */
static bool decode_value(struct cursor *c, struct debug_value *value)
{
    json_error_t where;

    value->decoded = json_loadb(c->at, (size_t)(c->end - c->at),
                                JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES, &where);
    if (!value->decoded)
        return false;
    c->at += where.position;
    if (json_is_integer(value->decoded) && json_integer_value(value->decoded) >= 0)
        value->number = json_integer_value(value->decoded);
    value->text = json_string_value(value->decoded);
    value->length = json_string_length(value->decoded);
    return true;
}

static bool read_entry_value(struct cursor *c, struct debug_value *value)
{
    *value = (struct debug_value){.number = -1};
    skip_json_blanks(c);
    return read_short_number(c, value) || read_plain_string(c, value) || decode_value(c, value);
}

/* Reads an entry's values up to the closing bracket. Ignores values after the first DEBUG_ENTRY_VALUES, which later
 * versions may add. Returns false if the text is malformed. */
static bool read_entry_values(struct cursor *c, struct debug_entry *entry)
{
    if (take_byte(c, ']'))
        return true;
    for (size_t i = 0;; i++) {
        struct debug_value unknown;
        const bool known = i < DEBUG_ENTRY_VALUES;

        if (!read_entry_value(c, known ? &entry->values[i] : &unknown))
            return false;
        if (!known)
            json_decref(unknown.decoded);
        if (take_byte(c, ']'))
            return true;
        if (!take_byte(c, ','))
            return false;
    }
}

void debug_entry_free(struct debug_entry *entry)
{
    for (size_t i = 0; i < DEBUG_ENTRY_VALUES; i++) {
        json_decref(entry->values[i].decoded);
        entry->values[i] = (struct debug_value){.number = -1};
    }
}

enum debug_next debug_next_entry(struct debug_list *list, struct debug_entry *entry)
{
    struct cursor c = {list->at, list->end};
    bool whole;

    debug_entry_free(entry);
    skip_json_blanks(&c);
    if (c.at == c.end)
        return DEBUG_NEXT_END;
    whole = (list->read == 0 || take_byte(&c, ',')) && take_byte(&c, '[') && read_entry_values(&c, entry);
    list->read++;
    list->at = c.at;
    return whole ? DEBUG_NEXT_ENTRY : DEBUG_NEXT_MALFORMED;
}
