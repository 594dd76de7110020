/* Number and character literals. */
#include "literal.h"

#include <ctype.h>
#include <locale.h>
#include <stdlib.h>

static unsigned digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
        return (unsigned)((c | 0x20) - 'a') + 10;
    return UINT8_MAX;
}

/* Is the text an integer suffix of C: one u, and l or ll, in either order? */
static bool is_suffix(const char *text, size_t length)
{
    unsigned u = 0;
    unsigned l = 0;

    for (size_t i = 0; i < length; i++) {
        if (tolower((unsigned char)text[i]) == 'u')
            u++;
        else if (tolower((unsigned char)text[i]) == 'l')
            l++;
        else
            return false;
    }
    return u <= 1 && l <= 2;
}

/* Does GNU as take the suffix of C at `suffix` in the number at `text`? GNU as wants the u first, and takes no
 * suffix after a single 0. */
static bool is_gnu_suffix(const char *text, size_t suffix, size_t length)
{
    for (size_t i = suffix + 1; i < length; i++)
        if (tolower((unsigned char)text[i]) == 'u')
            return false;
    return suffix > 1 || text[0] != '0';
}

const char *literal_integer(const char *text, size_t length, int64_t *value, bool *c_only)
{
    unsigned radix = 10;
    size_t i = 0;
    size_t digits = 0;
    int64_t number = 0;

    *c_only = false;
    if (length > 1 && text[0] == '0' && tolower((unsigned char)text[1]) == 'x') {
        radix = 16;
        i = 2;
    } else if (length > 1 && text[0] == '0' && tolower((unsigned char)text[1]) == 'b') {
        radix = 2;
        i = 2;
    } else if (length > 1 && text[0] == '0') {
        radix = 8;
    }
    for (; i < length; i++) {
        if (text[i] == '\'') {
            *c_only = true;
            continue;
        }
        if (digit_value(text[i]) >= radix)
            break;
        if (__builtin_mul_overflow(number, radix, &number) ||
            __builtin_add_overflow(number, digit_value(text[i]), &number))
            return "this number does not fit in 63 bits";
        digits++;
    }
    if (digits == 0 || !is_suffix(text + i, length - i))
        return radix == 8    ? "not an octal number, as its leading 0 says"
               : radix == 16 ? "not a hexadecimal number"
               : radix == 2  ? "not a binary number"
                             : "not a number";
    *c_only |= i < length && !is_gnu_suffix(text, i, length);
    *value = number;
    return NULL;
}

double literal_float(const char *text, char **end)
{
    const locale_t c = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    const double value = c ? strtod_l(text, end, c) : strtod(text, end);

    if (c)
        freelocale(c);
    return value;
}

int64_t literal_character(const char *text, size_t length)
{
    static const char letters[] = "abfnrtv";
    static const char meanings[] = "\a\b\f\n\r\t\v";
    int64_t value = 0;

    if (length < 3 || text[1] != '\\')
        return (unsigned char)text[1];
    if (text[2] == 'x' && length > 3 && isxdigit((unsigned char)text[3])) {
        for (size_t i = 3; i < length && isxdigit((unsigned char)text[i]); i++)
            value = (value * 16 + digit_value(text[i])) & 0xFF;
        return value;
    }
    if (digit_value(text[2]) < 8) {
        for (size_t i = 2; i < length && digit_value(text[i]) < 8; i++)
            value = (value * 8 + digit_value(text[i])) & 0xFF;
        return value;
    }
    for (size_t i = 0; letters[i]; i++)
        if (text[2] == letters[i])
            return meanings[i];
    return (unsigned char)text[2];
}

bool literal_is_c_only(const char *text, size_t length)
{
    if (length < 3 || text[1] != '\\')
        return false;
    if (text[2] == 'x')
        return length > 3 && isxdigit((unsigned char)text[3]);
    return text[2] == 'a' || text[2] == 'v' || digit_value(text[2]) < 8;
}

size_t literal_escape(const char *text, const char *end)
{
    const char *p = text + 2;

    if (p > end)
        return (size_t)(end - text);
    if (text[1] == 'x')
        while (p < end && isxdigit((unsigned char)*p))
            p++;
    else if (digit_value(text[1]) < 8)
        while (p < end && p < text + 4 && digit_value(*p) < 8)
            p++;
    return (size_t)(p - text);
}

void literal_string(const char *text, size_t length, struct text *out)
{
    const char *end = text + length - 1;

    for (const char *p = text + 1; p < end;) {
        const size_t taken = *p == '\\' ? literal_escape(p, end) : 1;

        /* An escape means the same as in a character literal, so p - 1 passes for the literal's quote. */
        text_add_char(out, (char)(taken > 1 ? literal_character(p - 1, taken + 1) : *p));
        p += taken;
    }
}
