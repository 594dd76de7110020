/* The files of a run, by whatever names: none may be both read and written, nor written twice. */
#ifndef SFP_PATHS_H
#define SFP_PATHS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A file that a run reads. */
struct sfp_input {
    const char *path; /* "-" is standard input; NULL: no file */
    const char *role; /* for messages: the option that names it, as "--dst", or what it is, as "the kernel" */
};

/* A file that a run writes. */
struct sfp_target {
    const char *path; /* "-" is standard output; NULL: not wanted */
    const char *role; /* as of an input */
    const char *over; /* the role of inputs that it may replace; NULL: none */
};

/* An ordinary file that a run reads, found once. Its strings are its owner's. */
struct sfp_found_input {
    const char *path, *role;
    uint64_t device, number; /* as stat(2) has them */
};

/* Finds the file of an input. False if there is none, or no ordinary one: writing spoils ordinary files only. */
bool input_find(const struct sfp_input *input, struct sfp_found_input *found);

/* May this output be written, where those are read? It may not go to the file of one, by whatever name. False with a
 * message in *error as of paths_apart. */
bool target_spares(const struct sfp_target *target, const struct sfp_found_input *inputs, size_t count, char **error);

/*
 * May these be written, where those are read? A file is what it is, whatever names, links or descriptors lead to it;
 * one that is not there yet is its place. Of `reads`, "-" is standard input, which can be read once, and NULL and what
 * is not there count for nothing; only ordinary files are spoilt by writing what is read. The null device may get any
 * number of outputs. False with a message in *error that names the file and both roles, which the caller frees; NULL in it
 * if memory ran out.
 */
bool paths_apart(const struct sfp_input *reads, size_t read_count, const struct sfp_target *writes, size_t write_count,
                 char **error);

/* A text that is the same for all names of a file, there or not, and another one for another file; "" for the null device,
 * which is nobody's. "-" is standard output. The caller frees it; NULL without memory. */
char *path_identity(const char *path);

/* Would this output, "-" or another name, go where standard output goes? Not if that is the null device. */
bool path_is_stdout(const char *path);

#endif
