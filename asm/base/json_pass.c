/* Writes members of structs as JSON, or reads them back. */
#include "json_pass.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fail.h"

enum { PAIR_SIZE = 2, HEXADECIMAL_SIZE = 64 };

bool pass_fail(struct json_pass *p, const char *format, ...)
{
    va_list arguments;

    if (p->failed)
        return false;
    p->failed = true;
    va_start(arguments, format);
    p->error = format_text(format, arguments);
    va_end(arguments);
    return false;
}

const json_t *pass_member(const struct json_pass *p, const char *name)
{
    return json_object_get(p->object, name);
}

/* ---- Numbers ---- */

bool pass_to_integer(struct json_pass *p, const json_t *value, const char *name, json_int_t low, json_int_t high,
                     json_int_t *integer)
{
    *integer = low;
    if (!json_is_integer(value) || json_integer_value(value) < low || json_integer_value(value) > high)
        return pass_fail(p, "'%s' is not an integer from %lld to %lld", name, (long long)low, (long long)high);
    *integer = json_integer_value(value);
    return true;
}

static bool to_count(struct json_pass *p, const json_t *value, const char *name, json_int_t most, uint64_t *count)
{
    json_int_t integer;
    const bool is_count = pass_to_integer(p, value, name, 0, most, &integer);

    *count = (uint64_t)integer;
    return is_count;
}

void pass_count(struct json_pass *p, const char *name, uint64_t *count, json_int_t most)
{
    if (p->j)
        json_count(p->j, name, *count);
    else
        to_count(p, pass_member(p, name), name, most, count);
}

bool pass_is_list(struct json_pass *p, const json_t *value, const char *name, size_t size)
{
    return (json_is_array(value) && json_array_size(value) == size)
           || pass_fail(p, "'%s' is not an array of %zu", name, size);
}

void pass_put_hexadecimal(struct sfp_json *j, const char *name, double value)
{
    json_format(j, name, "%a", value);
}

/* Reads a finite number of 0 or more, a text as %a prints it. Returns false after an error. */
bool pass_to_number(struct json_pass *p, const json_t *value, const char *name, double *number)
{
    const char *text = json_string_value(value);
    char again[HEXADECIMAL_SIZE];

    *number = text ? strtod(text, NULL) : 0;
    snprintf(again, sizeof again, "%a", *number);
    return (text && strcmp(text, again) == 0 && isfinite(*number) && !signbit(*number))
           || pass_fail(p, "'%s' is not a hexadecimal number", name);
}

void pass_hexadecimal(struct json_pass *p, const char *name, double *number)
{
    if (p->j)
        pass_put_hexadecimal(p->j, name, *number);
    else
        pass_to_number(p, pass_member(p, name), name, number);
}

static void put_sparse(struct sfp_json *j, const char *name, const uint64_t *counts, size_t size)
{
    json_list(j, name);
    for (size_t i = 0; i < size; i++) {
        if (!counts[i])
            continue;
        json_list(j, NULL);
        json_count(j, NULL, i);
        json_count(j, NULL, counts[i]);
        json_list_end(j);
    }
    json_list_end(j);
}

static void read_sparse(struct json_pass *p, const char *name, uint64_t *counts, size_t size, json_int_t most)
{
    const json_t *array = pass_member(p, name), *pair;
    json_int_t next = 0;
    size_t i;

    if (!json_is_array(array)) {
        pass_fail(p, "'%s' is not an array", name);
        return;
    }
    json_array_foreach (array, i, pair) {
        json_int_t index;
        uint64_t count;

        if (!pass_is_list(p, pair, name, PAIR_SIZE)
            || !pass_to_integer(p, json_array_get(pair, 0), name, next, (json_int_t)size - 1, &index)
            || !to_count(p, json_array_get(pair, 1), name, most, &count))
            return;
        if (!count)
            pass_fail(p, "'%s' has a count of 0", name);
        counts[index] = count;
        next = index + 1;
    }
}

void pass_sparse(struct json_pass *p, const char *name, uint64_t *counts, size_t size, json_int_t most)
{
    if (p->j)
        put_sparse(p->j, name, counts, size);
    else
        read_sparse(p, name, counts, size, most);
}

/* ---- Objects and lists ---- */

const json_t *pass_enter_object(struct json_pass *p, const char *name)
{
    const json_t *around = p->object;

    if (p->j) {
        json_begin(p->j, name);
        return NULL;
    }
    p->object = pass_member(p, name);
    if (!json_is_object(p->object))
        pass_fail(p, "'%s' is not an object", name);
    return around;
}

void pass_leave_object(struct json_pass *p, const json_t *around)
{
    if (p->j)
        json_end(p->j);
    p->object = around;
}

bool pass_enter_list(struct json_pass *p, const char *name, size_t size)
{
    if (!p->j)
        return pass_is_list(p, pass_member(p, name), name, size);
    json_list(p->j, name);
    return true;
}

void pass_leave_list(struct json_pass *p)
{
    if (p->j)
        json_list_end(p->j);
}
