/*
 * A pass over the members of structs that either writes them as JSON or reads them back, so that one function lists the
 * members for both. A reading pass checks types and ranges, and stores the first error; a member that it cannot read
 * becomes 0 or its smallest value.
 */
#ifndef SFP_JSON_PASS_H
#define SFP_JSON_PASS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "json_writer.h"

struct json_pass {
    struct sfp_json *j;   /* the writer; NULL in a reading pass */
    const json_t *object; /* when reading: the object that contains the next members */
    char *error;          /* when reading: the first error, which the caller frees; NULL if memory ran out */
    bool failed;
};

/* Stores the error if it is the first. Returns false. */
__attribute__((format(printf, 2, 3))) bool pass_fail(struct json_pass *p, const char *format, ...);

/* When reading: returns the member `name`, or NULL if it is absent. */
const json_t *pass_member(const struct json_pass *p, const char *name);

/* ---- Members ---- */

/* Passes an integer from 0 to `most`. */
void pass_count(struct json_pass *p, const char *name, uint64_t *count, json_int_t most);

/* Passes a number of 0 or more, as hexadecimal text, which is exact. */
void pass_hexadecimal(struct json_pass *p, const char *name, double *number);

/* Passes an array of counts as a list of pairs [index, count], with a pair for each count other than 0. */
void pass_sparse(struct json_pass *p, const char *name, uint64_t *counts, size_t size, json_int_t most);

/* pass_enter_object() makes `name` the object of the next members, and returns the surrounding object for
 * pass_leave_object(). */
const json_t *pass_enter_object(struct json_pass *p, const char *name);
void pass_leave_object(struct json_pass *p, const json_t *around);

/* Begins a list of `size` elements. Returns false in a reading pass if the list is absent or of another size. */
bool pass_enter_list(struct json_pass *p, const char *name, size_t size);
void pass_leave_list(struct json_pass *p);

/* ---- Values of a member or an element; `name` is for errors ---- */

void pass_put_hexadecimal(struct sfp_json *j, const char *name, double number);

/* Return false after an error. */
bool pass_is_list(struct json_pass *p, const json_t *value, const char *name, size_t size);
bool pass_to_integer(struct json_pass *p, const json_t *value, const char *name, json_int_t low, json_int_t high,
                     json_int_t *integer);
bool pass_to_number(struct json_pass *p, const json_t *value, const char *name, double *number);

#endif
