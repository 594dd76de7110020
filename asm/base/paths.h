/* The files of a run, under any names: no file may be both read and written, or written twice. */
#ifndef SFP_PATHS_H
#define SFP_PATHS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A file that a run reads. */
struct sfp_input {
    const char *path; /* path of the file; "-" is standard input; NULL: no file */
    const char *role; /* name of the input's role in messages: the option, such as "--dst", or a description, such as
                       * "the kernel" */
};

/* A file that a run writes. */
struct sfp_target {
    const char *path; /* path of the file; "-" is standard output; NULL: no output */
    const char *role; /* name of the output's role in messages */
    const char *over; /* the role of inputs that the output may replace, or NULL */
};

/* A regular file that a run reads, with its identity. The strings belong to the caller. */
struct sfp_found_input {
    const char *path, *role;
    uint64_t device, number; /* device and inode number, from stat(2) */
};

/* Finds an input's file. Returns false if the file does not exist or is not regular, since writing spoils only
 * regular files. */
bool input_find(const struct sfp_input *input, struct sfp_found_input *found);

/* Checks that the output does not lead to an input's file, by any name. Returns false with a message in *error, like
 * paths_apart(). */
bool target_spares(const struct sfp_target *target, const struct sfp_found_input *inputs, size_t count, char **error);

/*
 * Checks that the files of `writes` may be written while `reads` are read. Names, links and descriptors that lead to
 * the same file count as the same file; a file that does not exist yet is identified by its name without links. In
 * `reads`, "-" is standard input, which can be read once; NULL and absent files are ignored, and only regular files can
 * be spoilt by writing. The null device may receive any number of outputs. Returns false with a message in *error that
 * names the file and both roles, for the caller to free; NULL without memory.
 */
bool paths_apart(const struct sfp_input *reads, size_t read_count, const struct sfp_target *writes, size_t write_count,
                 char **error);

/* Returns a text that is equal for all names of a file, existing or not, and differs between files. "-" is standard
 * output. The null device, which outputs may share, gives "". The caller frees the text. NULL without memory. */
char *path_identity(const char *path);

/* Does the output, "-" or another name, go where standard output goes? False for the null device. */
bool path_is_stdout(const char *path);

#endif
