/*
 * A pass over the members of structs that either writes them as JSON or reads them back, so that one function lists the
 * members for both. A pass that reads checks types and ranges, and keeps the first error; what cannot be read is 0.
 */
#ifndef SFP_JSON_PASS_H
#define SFP_JSON_PASS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "json_writer.h"

struct json_pass {
    struct sfp_json *j;   /* writing; NULL: the pass reads */
    const json_t *object; /* reading: the object whose members are passed now */
    char *error;          /* reading: the first error, to be freed; NULL with `failed` set: memory ran out */
    bool failed;
};

/* Keeps the error if it is the first. Returns false. */
__attribute__((format(printf, 2, 3))) bool pass_fail(struct json_pass *p, const char *format, ...);

/* Reading: the member of that name. NULL: there is none. */
const json_t *pass_member(const struct json_pass *p, const char *name);

/* ---- Members ---- */

/* An integer from 0 to `most`. */
void pass_count(struct json_pass *p, const char *name, uint64_t *count, json_int_t most);

/* A number of 0 or more, as hexadecimal text, which is exact. */
void pass_hexadecimal(struct json_pass *p, const char *name, double *number);

/* An array of counts as a list of pairs [index, count], one for each count that is not 0. */
void pass_sparse(struct json_pass *p, const char *name, uint64_t *counts, size_t size, json_int_t most);

/* The members that are passed next are those of object `name`. Returns what pass_leave_object() goes back to. */
const json_t *pass_enter_object(struct json_pass *p, const char *name);
void pass_leave_object(struct json_pass *p, const json_t *around);

/* A list of `size` elements is begun. Returns false if the pass reads and there is no such list. */
bool pass_enter_list(struct json_pass *p, const char *name, size_t size);
void pass_leave_list(struct json_pass *p);

/* ---- Values of a member or of an element. `name` is for errors. ---- */

void pass_put_hexadecimal(struct sfp_json *j, const char *name, double number);

/* Each returns false after an error. */
bool pass_is_list(struct json_pass *p, const json_t *value, const char *name, size_t size);
bool pass_to_integer(struct json_pass *p, const json_t *value, const char *name, json_int_t low, json_int_t high,
                     json_int_t *integer);
bool pass_to_number(struct json_pass *p, const json_t *value, const char *name, double *number);

#endif
