/* The files of a run, by whatever names: none may be both read and written, nor written twice. */
#ifndef SFP_PATHS_H
#define SFP_PATHS_H

#include <stdbool.h>
#include <stddef.h>

/* A file that a run writes. */
struct sfp_target {
    const char *path; /* "-" is standard output; NULL: not wanted */
    const char *const *over; /* the entries of `reads` that it may replace */
    size_t over_count;
};

/*
 * May these be written, where those are read? A file is what it is, whatever names, links or descriptors lead to it;
 * one that is not there yet is its place. Of `reads`, "-" is standard input, which can be read once, and NULL and what
 * is not there count for nothing; only ordinary files are spoilt by writing what is read. The null device may get any
 * number of outputs. False with a message in *error that names the file, which the caller frees; NULL in it if memory
 * ran out.
 */
bool paths_apart(const char *const *reads, size_t read_count, const struct sfp_target *writes, size_t write_count,
                 char **error);

/* A text that is the same for all names of a file, there or not, and another one for another file; "" for the null device,
 * which is nobody's. "-" is standard output. The caller frees it; NULL without memory. */
char *path_identity(const char *path);

/* Would this output, "-" or another name, go where standard output goes? Not if that is the null device. */
bool path_is_stdout(const char *path);

#endif
