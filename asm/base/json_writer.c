/* Writes JSON piece by piece. */
#include "json_writer.h"

#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "fail.h"
#include "terminal.h"

enum { INDENT = 2, BUFFER = 4096, EXACT_DIGITS = 17 };

/* ---- Bytes ---- */

static void flush_json(struct sfp_json *j)
{
    if (j->text.size)
        fwrite_unlocked(j->text.data, 1, j->text.size, j->out);
    j->text.size = 0;
}

bool json_reserve(struct sfp_json *j)
{
    j->failed |= !text_reserve(&j->text, BUFFER);
    return !j->failed;
}

/* Makes room for `size` bytes. Returns false without memory. */
static bool make_json_room(struct sfp_json *j, size_t size)
{
    if (j->out)
        flush_json(j);
    j->failed |= !text_reserve(&j->text, size > BUFFER ? size : BUFFER);
    return !j->failed;
}

/* Returns the position for `size` bytes, which the caller adds to the text's size. Returns NULL without memory. */
static inline char *reserve_json_bytes(struct sfp_json *j, size_t size)
{
    if (j->text.capacity - j->text.size < size && !make_json_room(j, size))
        return NULL;
    return j->text.data + j->text.size;
}

static inline void put_json_bytes(struct sfp_json *j, const char *bytes, size_t size)
{
    char *const at = reserve_json_bytes(j, size);

    if (!at || size == 0) /* `bytes` may be NULL then */
        return;
    memcpy(at, bytes, size);
    j->text.size += size;
}

static inline void put_json_char(struct sfp_json *j, char c)
{
    put_json_bytes(j, &c, 1);
}

static void put_json_newline(struct sfp_json *j, unsigned blanks)
{
    char *at = reserve_json_bytes(j, blanks + 1);

    if (!at)
        return;
    *at = '\n';
    memset(at + 1, ' ', blanks);
    j->text.size += blanks + 1;
}

/* ---- Strings ---- */

static void put_unit(struct sfp_json *j, uint32_t unit)
{
    static const char digits[] = "0123456789ABCDEF";
    const char text[] = {
        '\\', 'u', digits[unit >> 12], digits[unit >> 8 & 15], digits[unit >> 4 & 15], digits[unit & 15]};

    put_json_bytes(j, text, sizeof text);
}

/* Writes a character as an escape: \" and similar, or \uXXXX. */
static void put_json_escape(struct sfp_json *j, uint32_t character)
{
    enum { BEYOND = 0x10000, HIGH = 0xD800, LOW = 0xDC00, UNIT_BITS = 10, UNIT = (1 << UNIT_BITS) - 1 };
    static const char named[] = "\"\\\b\f\n\r\t", names[] = "\"\\bfnrt";
    const char *const at = character && character < 0x80 ? strchr(named, (int)character) : NULL;

    if (at) {
        put_json_char(j, '\\');
        put_json_char(j, names[at - named]);
    } else if (character < BEYOND) {
        put_unit(j, character);
    } else {
        put_unit(j, HIGH | (character - BEYOND) >> UNIT_BITS);
        put_unit(j, LOW | (character & UNIT));
    }
}

/* Returns the number of leading bytes that need no escape and no check. */
static size_t plain_size(const char *bytes, size_t size)
{
    static const bool is_special[UCHAR_MAX + 1] = {
        [0x00 ... 0x1F] = true, ['"'] = true, ['\\'] = true, [0x7F ... UCHAR_MAX] = true};
    size_t i = 0;

    while (i < size && !is_special[(unsigned char)bytes[i]])
        i++;
    return i;
}

/* Writes the first character of a text as an escape or its bytes, or '?' for an invalid byte. Returns the number of
 * bytes read. */
static size_t put_special_character(struct sfp_json *j, const char *bytes, size_t size, bool shown)
{
    enum { DELETE = 0x7F };
    uint32_t character;
    const size_t length = utf8_character(bytes, size, &character);

    if (!length || (shown && !shown_size(bytes, size))) {
        put_json_char(j, '?');
        return 1;
    }
    if (character < DELETE || (character > DELETE && j->ascii))
        put_json_escape(j, character);
    else
        put_json_bytes(j, bytes, length);
    return length;
}

/* Writes a string. If `shown`, bytes that a terminal must not show become question marks. */
static void put_json_string(struct sfp_json *j, const char *bytes, size_t size, bool shown)
{
    put_json_char(j, '"');
    for (size_t i = 0; i < size;) {
        const size_t plain = plain_size(bytes + i, size - i);

        put_json_bytes(j, bytes + i, plain);
        i += plain;
        if (i < size)
            i += put_special_character(j, bytes + i, size - i, shown);
    }
    put_json_char(j, '"');
}

/* ---- Containers ---- */

static bool is_on_line(const struct sfp_json *j)
{
    return j->line || j->form != SFP_JSON_INDENTED;
}

/* Writes the text before an element: a comma, a newline or blank, the element's name. */
static void begin_element(struct sfp_json *j, const char *name)
{
    if (j->open && j->has_elements)
        put_json_char(j, ',');
    if (j->new_line)
        put_json_newline(j, j->new_line - 1);
    else if (j->open && !is_on_line(j))
        put_json_newline(j, INDENT * (j->base + j->open));
    else if (j->open && j->has_elements && j->form != SFP_JSON_COMPACT)
        put_json_char(j, ' ');
    j->new_line = 0;
    j->has_elements = true;
    if (!name)
        return;
    put_json_string(j, name, strlen(name), false);
    put_json_bytes(j, ": ", j->form == SFP_JSON_COMPACT ? 1 : 2);
}

static void begin_container(struct sfp_json *j, const char *name, char bracket, bool on_line)
{
    begin_element(j, name);
    put_json_char(j, bracket);
    j->has_elements = false;
    j->open++;
    if (on_line && !j->line)
        j->line = j->open;
}

static void end_container(struct sfp_json *j, char bracket)
{
    if (j->new_line)
        put_json_newline(j, j->new_line - 1);
    else if (j->has_elements && !is_on_line(j))
        put_json_newline(j, INDENT * (j->base + j->open - 1));
    put_json_char(j, bracket);
    j->new_line = 0;
    if (j->line == j->open)
        j->line = 0;
    j->has_elements = --j->open != 0;
    if (j->open)
        return;
    if (!j->base)
        put_json_char(j, '\n');
    if (j->out)
        flush_json(j);
}

void json_begin(struct sfp_json *j, const char *name)
{
    begin_container(j, name, '{', false);
}

void json_begin_on_line(struct sfp_json *j, const char *name)
{
    begin_container(j, name, '{', true);
}

void json_end(struct sfp_json *j)
{
    end_container(j, '}');
}

void json_list(struct sfp_json *j, const char *name)
{
    begin_container(j, name, '[', false);
}

void json_list_on_line(struct sfp_json *j, const char *name)
{
    begin_container(j, name, '[', true);
}

void json_list_end(struct sfp_json *j)
{
    end_container(j, ']');
}

void json_new_line(struct sfp_json *j, unsigned blanks)
{
    j->new_line = blanks + 1;
}

/* ---- Elements ---- */

void json_bytes(struct sfp_json *j, const char *name, const char *bytes, size_t size)
{
    begin_element(j, name);
    put_json_string(j, bytes, size, false);
}

void json_text(struct sfp_json *j, const char *name, const char *text)
{
    json_bytes(j, name, text, strlen(text));
}

void json_text_or_null(struct sfp_json *j, const char *name, const char *text)
{
    if (text)
        json_text(j, name, text);
    else
        json_nothing(j, name);
}

void json_shown(struct sfp_json *j, const char *name, const char *text)
{
    begin_element(j, name);
    put_json_string(j, text, strlen(text), true);
}

void json_format(struct sfp_json *j, const char *name, const char *format, ...)
{
    char *text;
    va_list arguments;

    va_start(arguments, format);
    text = format_text(format, arguments);
    va_end(arguments);
    j->failed |= !text;
    if (text)
        json_text(j, name, text);
    free(text);
}

/* Writes the digits of `value` before `end`, at least `least` of them. Returns the first digit's position. */
static char *digits_before(char *end, uint64_t value, unsigned base, unsigned least)
{
    char *at = end;

    while (value || at > end - least) {
        *--at = "0123456789abcdef"[value % base];
        value /= base;
    }
    return at;
}

void json_hex(struct sfp_json *j, const char *name, uint64_t value, unsigned digits)
{
    enum { MOST = 16 };
    char text[sizeof "\"0x\"" + MOST], *const end = text + sizeof text - 1;
    char *at = end;

    *--at = '"';
    at = digits_before(at, value, 16, digits);
    *--at = 'x';
    *--at = '0';
    *--at = '"';
    begin_element(j, name);
    put_json_bytes(j, at, (size_t)(end - at));
}

static void put_json_number(struct sfp_json *j, const char *name, uint64_t magnitude, bool negative)
{
    char text[sizeof "-18446744073709551615"], *const end = text + sizeof text;
    char *at = digits_before(end, magnitude, 10, 1);

    if (negative)
        *--at = '-';
    begin_element(j, name);
    put_json_bytes(j, at, (size_t)(end - at));
}

void json_count(struct sfp_json *j, const char *name, uint64_t value)
{
    put_json_number(j, name, value, false);
}

void json_signed(struct sfp_json *j, const char *name, int64_t value)
{
    put_json_number(j, name, value < 0 ? -(uint64_t)value : (uint64_t)value, value < 0);
}

void json_count_if(struct sfp_json *j, bool there, const char *name, uint64_t value)
{
    if (there)
        json_count(j, name, value);
    else
        json_nothing(j, name);
}

/* Prints a number like C's %g, with these changes: the decimal point is '.' in all locales; a fraction or an
 * exponent marks the number as no integer; the exponent has no '+' and no leading zeros. Returns the length. */
static size_t spell_double(char *text, size_t size, double value, int digits)
{
    size_t length = (size_t)snprintf(text, size, "%.*g", digits ? digits : EXACT_DIGITS, value);
    char *const point = strchr(text, *localeconv()->decimal_point);
    char *exponent = strchr(text, 'e');

    if (point)
        *point = '.';
    if (exponent) {
        const size_t sign = exponent[1] == '-' ? 2 : 1, from = 2 + strspn(exponent + 2, "0");

        memmove(exponent + sign, exponent + from, strlen(exponent + from) + 1);
        return strlen(text);
    }
    if (point)
        return length;
    memcpy(text + length, ".0", sizeof ".0");
    return length + strlen(".0");
}

void json_double(struct sfp_json *j, const char *name, double value)
{
    char text[64];

    if (isnan(value)) {
        json_text(j, name, "nan");
    } else if (isinf(value)) {
        json_text(j, name, value > 0 ? "inf" : "-inf");
    } else {
        begin_element(j, name);
        put_json_bytes(j, text, spell_double(text, sizeof text, value, j->digits));
    }
}

void json_bool(struct sfp_json *j, const char *name, bool value)
{
    begin_element(j, name);
    if (value)
        put_json_bytes(j, "true", strlen("true"));
    else
        put_json_bytes(j, "false", strlen("false"));
}

void json_nothing(struct sfp_json *j, const char *name)
{
    begin_element(j, name);
    put_json_bytes(j, "null", strlen("null"));
}

void json_splice(struct sfp_json *j, const char *name, const struct sfp_json *part)
{
    j->failed |= part->failed;
    begin_element(j, name);
    put_json_bytes(j, part->text.data, part->text.size);
}

/* ---- The end ---- */

bool json_print(struct sfp_json *j, FILE *stream)
{
    const bool whole = !j->failed;

    if (whole)
        fwrite(j->text.data, 1, j->text.size, stream);
    json_free(j);
    return whole;
}

char *json_take(struct sfp_json *j, size_t *size)
{
    char *text;

    if (size)
        *size = j->text.size;
    put_json_char(j, '\0');
    if (j->failed)
        json_free(j);
    text = j->text.data;
    j->text = (struct text){0};
    return text;
}

void json_free(struct sfp_json *j)
{
    text_free(&j->text);
}

/* ---- Writing JSON that was read ---- */

static void put_json_object(struct sfp_json *j, const char *name, const json_t *tree)
{
    const char *key;
    json_t *value;

    json_begin(j, name);
    json_object_foreach ((json_t *)(uintptr_t)tree, key, value)
        json_tree(j, key, value);
    json_end(j);
}

static void put_json_array(struct sfp_json *j, const char *name, const json_t *tree)
{
    json_t *value;
    size_t i;

    json_list(j, name);
    json_array_foreach (tree, i, value)
        json_tree(j, NULL, value);
    json_list_end(j);
}

void json_tree(struct sfp_json *j, const char *name, const json_t *tree)
{
    if (!tree)
        j->failed = true;
    else if (json_is_object(tree))
        put_json_object(j, name, tree);
    else if (json_is_array(tree))
        put_json_array(j, name, tree);
    else if (json_is_string(tree))
        json_bytes(j, name, json_string_value(tree), json_string_length(tree));
    else if (json_is_integer(tree))
        json_signed(j, name, json_integer_value(tree));
    else if (json_is_real(tree))
        json_double(j, name, json_real_value(tree));
    else if (json_is_boolean(tree))
        json_bool(j, name, json_is_true(tree));
    else
        json_nothing(j, name);
}

json_t *json_tree_of(struct sfp_json *j)
{
    json_t *tree = j->failed ? NULL : json_loadb(j->text.data, j->text.size, 0, NULL);

    json_free(j);
    return tree;
}
