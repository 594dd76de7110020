/*
 * The .npy format: magic, version, header length, a Python dictionary with the keys descr, fortran_order and shape,
 * then the data. The parser accepts only this form and trusts no byte of the file.
 */
#include "image.h"

#include <stdio.h>
#include <string.h>

#include "base/fail.h"

static const char magic[] = {'\x93', 'N', 'U', 'M', 'P', 'Y'};

enum {
    VERSION_AT = sizeof magic,
    LENGTH_AT = VERSION_AT + 2,
    SHORT_LENGTH = 2,   /* bytes of the header length in version 1 */
    LONG_LENGTH = 4,    /* bytes of the header length in versions 2 and 3 */
    LAST_VERSION = 3,
    DATA_ALIGNMENT = 64,
    QUOTE_MAX = 32,     /* characters of the file repeated in a message, at most */
};

/* The rest of the header: characters without a NUL at the end. */
struct cursor {
    const char *at, *end;
};

struct text {
    const char *start;
    size_t length;
};

static void skip_spaces(struct cursor *cursor)
{
    while (cursor->at < cursor->end && (*cursor->at == ' ' || *cursor->at == '\n'))
        cursor->at++;
}

/* Takes the character `expected`, and the spaces around it. */
static bool take_npy_character(struct cursor *cursor, char expected)
{
    skip_spaces(cursor);
    if (cursor->at == cursor->end || *cursor->at != expected)
        return false;
    cursor->at++;
    skip_spaces(cursor);
    return true;
}

static bool take_literal(struct cursor *cursor, const char *word)
{
    size_t length = strlen(word);

    if ((size_t)(cursor->end - cursor->at) < length || memcmp(cursor->at, word, length) != 0)
        return false;
    cursor->at += length;
    return true;
}

/* Takes a string of printable characters without escapes, in either kind of quotes. */
static bool take_quoted(struct cursor *cursor, struct text *text)
{
    char quote;
    const char *p;

    if (cursor->at == cursor->end || (*cursor->at != '\'' && *cursor->at != '"'))
        return false;
    quote = *cursor->at;
    for (p = cursor->at + 1; p < cursor->end && *p >= ' ' && *p <= '~' && *p != '\\' && *p != quote;)
        p++;
    if (p == cursor->end || *p != quote)
        return false;
    *text = (struct text){cursor->at + 1, (size_t)(p - cursor->at - 1)};
    cursor->at = p + 1;
    return true;
}

static bool text_is(const struct text *text, const char *word)
{
    return text->length == strlen(word) && memcmp(text->start, word, text->length) == 0;
}

/* Returns how many characters of a string to repeat in a message. */
static int quoted_length(const struct text *text)
{
    return text->length < QUOTE_MAX ? (int)text->length : QUOTE_MAX;
}

/* Takes an array dimension. No image is larger than Dst, so that larger dimensions need no exact value. */
static bool take_dimension(struct cursor *cursor, uint32_t *size)
{
    const char *start = cursor->at;

    *size = 0;
    while (cursor->at < cursor->end && *cursor->at >= '0' && *cursor->at <= '9') {
        if (*size <= SFP_IMAGE_MAX_VALUES)
            *size = *size * 10 + (uint32_t)(*cursor->at - '0');
        cursor->at++;
    }
    return cursor->at != start;
}

/* Parses a tuple: (), (n,), (n, m), ... */
static bool parse_shape(struct cursor *cursor, struct sfp_shape *shape, char **error)
{
    bool comma = true;

    if (!take_npy_character(cursor, '('))
        return fail_with(error, ".npy header: shape is not a tuple");
    while (!take_npy_character(cursor, ')')) {
        if (!comma)
            return fail_with(error, ".npy header: ',' or ')' expected in shape");
        if (shape->dims == SFP_NPY_MAX_DIMS)
            return fail_with(error, ".npy header: shape has more than %u dimensions", (unsigned)SFP_NPY_MAX_DIMS);
        if (!take_dimension(cursor, &shape->size[shape->dims]))
            return fail_with(error, ".npy header: shape holds something other than whole numbers");
        shape->dims++;
        comma = take_npy_character(cursor, ',');
    }
    if (shape->dims == 1 && !comma)
        return fail_with(error, ".npy header: shape is a number in parentheses, not a tuple");
    return true;
}

static bool parse_descr(struct cursor *cursor, struct sfp_npy *npy, char **error)
{
    struct text descr;

    if (cursor->at < cursor->end && *cursor->at == '[')
        return fail_with(error, ".npy file holds records; expected plain numbers");
    if (!take_quoted(cursor, &descr))
        return fail_with(error, ".npy header: descr is not a string");
    if (memchr(descr.start, 'O', descr.length))
        return fail_with(error, ".npy file holds Python objects ('%.*s'); expected plain numbers",
                         quoted_length(&descr), descr.start);
    if (descr.length > 0 && descr.start[0] == '>')
        return fail_with(error, ".npy file is big-endian ('%.*s'); expected little-endian", quoted_length(&descr),
                              descr.start);
    if (descr.length == 3 && (descr.start[0] == '<' || descr.start[0] == '|') && descr.start[2] >= '1' &&
        descr.start[2] <= '4') {
        npy->kind = descr.start[1];
        npy->bytes = (unsigned)(descr.start[2] - '0');
        if (sfp_format_of_npy(npy->kind, npy->bytes) != SFP_FORMAT_DEFAULT &&
            (descr.start[0] == '<' || npy->bytes == 1))
            return true;
    }
    return fail_with(error, ".npy element type '%.*s'; expected one of <f4 <f2 <i4 <u4 <u2 <i2 |i1",
                          quoted_length(&descr), descr.start);
}

static bool parse_order(struct cursor *cursor, char **error)
{
    if (take_literal(cursor, "False"))
        return true;
    if (take_literal(cursor, "True"))
        return fail_with(error, ".npy file is in Fortran order; expected C order (numpy.ascontiguousarray)");
    return fail_with(error, ".npy header: fortran_order is neither False nor True");
}

enum { KEY_DESCR = 1, KEY_ORDER = 2, KEY_SHAPE = 4, ALL_KEYS = 7 };

/* Parses one key and its value; adds the key to `seen`. */
static bool parse_member(struct cursor *cursor, struct sfp_npy *npy, unsigned *seen, char **error)
{
    struct text key;
    unsigned bit;

    if (!take_quoted(cursor, &key) || !take_npy_character(cursor, ':'))
        return fail_with(error, ".npy header: a quoted key and ':' expected");
    bit = text_is(&key, "descr")           ? KEY_DESCR
          : text_is(&key, "fortran_order") ? KEY_ORDER
          : text_is(&key, "shape")         ? KEY_SHAPE
                                           : 0;
    if (bit == 0)
        return fail_with(error, ".npy header: unknown key '%.*s'", quoted_length(&key), key.start);
    if (*seen & bit)
        return fail_with(error, ".npy header: key '%.*s' is there twice", quoted_length(&key), key.start);
    *seen |= bit;
    return bit == KEY_DESCR   ? parse_descr(cursor, npy, error)
           : bit == KEY_ORDER ? parse_order(cursor, error)
                              : parse_shape(cursor, &npy->shape, error);
}

static bool parse_header(struct cursor cursor, struct sfp_npy *npy, char **error)
{
    unsigned seen = 0;
    bool comma = true;

    if (!take_npy_character(&cursor, '{'))
        return fail_with(error, ".npy header: '{' expected");
    while (!take_npy_character(&cursor, '}')) {
        if (!comma)
            return fail_with(error, ".npy header: ',' or '}' expected");
        if (!parse_member(&cursor, npy, &seen, error))
            return false;
        comma = take_npy_character(&cursor, ',');
    }
    if (cursor.at != cursor.end)
        return fail_with(error, ".npy header: something follows '}'");
    if (seen != ALL_KEYS)
        return fail_with(error, ".npy header: descr, fortran_order and shape are needed");
    return true;
}

/* Multiplies the dimensions. Fails if the product exceeds the values that Dst holds. */
static bool count_elements(struct sfp_npy *npy, char **error)
{
    size_t count = 1;

    for (unsigned i = 0; i < npy->shape.dims; i++) {
        if (npy->shape.size[i] == 0)
            return fail_with(error, ".npy array is empty");
    }
    for (unsigned i = 0; i < npy->shape.dims; i++) {
        if (npy->shape.size[i] > SFP_IMAGE_MAX_VALUES / count)
            return fail_with(error, ".npy array has more elements than Dst can hold (%u)",
                                  (unsigned)SFP_IMAGE_MAX_VALUES);
        count *= npy->shape.size[i];
    }
    npy->count = count;
    return true;
}

/* Finds the header after magic and version; the data begins at the header's end. */
static bool find_header(const uint8_t *bytes, size_t size, struct cursor *header, char **error)
{
    unsigned length_bytes;
    size_t start;
    size_t length = 0;

    if (size < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0)
        return fail_with(error, "not a .npy file: it does not begin with \\x93NUMPY");
    if (size < LENGTH_AT)
        return fail_with(error, ".npy file is truncated after %zu bytes, in its version", size);
    if (bytes[VERSION_AT] < 1 || bytes[VERSION_AT] > LAST_VERSION || bytes[VERSION_AT + 1] != 0)
        return fail_with(error, ".npy version %u.%u; expected 1.0, 2.0 or 3.0", (unsigned)bytes[VERSION_AT],
                              (unsigned)bytes[VERSION_AT + 1]);
    length_bytes = bytes[VERSION_AT] == 1 ? SHORT_LENGTH : LONG_LENGTH;
    if (size < LENGTH_AT + length_bytes)
        return fail_with(error, ".npy file is truncated after %zu bytes, in its header length", size);
    for (unsigned i = 0; i < length_bytes; i++)
        length |= (size_t)bytes[LENGTH_AT + i] << 8 * i;
    start = LENGTH_AT + length_bytes;
    if (length > size - start)
        return fail_with(error, ".npy file is truncated: its header has %zu bytes, %zu are there", length,
                              size - start);
    header->at = (const char *)bytes + start;
    header->end = header->at + length;
    return true;
}

bool sfp_npy_parse(const uint8_t *bytes, size_t size, struct sfp_npy *npy, char **error)
{
    struct cursor header = {0};
    size_t data_size;

    *npy = (struct sfp_npy){0};
    if (!find_header(bytes, size, &header, error) || !parse_header(header, npy, error) || !count_elements(npy, error))
        return false;
    npy->data = (const uint8_t *)header.end;
    data_size = size - (size_t)(npy->data - bytes);
    if (data_size != npy->count * npy->bytes)
        return fail_with(error, ".npy file has %zu bytes of data; its shape and type need %zu", data_size,
                              npy->count * npy->bytes);
    return true;
}

size_t sfp_npy_header(uint8_t header[SFP_NPY_HEADER_MAX], char kind, unsigned bytes, const struct sfp_shape *shape)
{
    char *text = (char *)header + LENGTH_AT + SHORT_LENGTH;
    size_t room = SFP_NPY_HEADER_MAX - LENGTH_AT - SHORT_LENGTH;
    size_t total, length;
    size_t used = (size_t)snprintf(text, room, "{'descr': '%c%c%u', 'fortran_order': False, 'shape': (",
                                   bytes == 1 ? '|' : '<', kind, bytes);

    for (unsigned i = 0; i < shape->dims; i++)
        used += (size_t)snprintf(text + used, room - used, "%s%u", i == 0 ? "" : ", ", (unsigned)shape->size[i]);
    used += (size_t)snprintf(text + used, room - used, shape->dims == 1 ? ",), }" : "), }");

    total = LENGTH_AT + SHORT_LENGTH + used + 1;
    total = (total + DATA_ALIGNMENT - 1) / DATA_ALIGNMENT * DATA_ALIGNMENT;
    length = total - LENGTH_AT - SHORT_LENGTH;
    memset(text + used, ' ', length - used);
    text[length - 1] = '\n';
    memcpy(header, magic, sizeof magic);
    header[VERSION_AT] = 1;
    header[VERSION_AT + 1] = 0;
    header[LENGTH_AT] = (uint8_t)length;
    header[LENGTH_AT + 1] = (uint8_t)(length >> 8);
    return total;
}
