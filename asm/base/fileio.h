/* Files read whole, and files written whole or not at all. The functions neither print nor exit. */
#ifndef SFP_FILEIO_H
#define SFP_FILEIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "paths.h"

/* Bytes from malloc() or a mapped file. Two NULs, not counted by `size`, follow the bytes, so that a scanner can run
 * in place. */
struct sfp_buffer {
    char *data;
    size_t size;
    size_t mapped; /* size of the mapping in bytes; 0 for bytes from malloc() */
};

enum { SFP_MOST_INPUT = INT32_MAX }; /* most bytes of a file read whole, since a device or pipe may have no end */

/*
 * Reads a file of at most SFP_MOST_INPUT bytes, or standard input if `path` is "-". On failure returns false and sets
 * *error to a message that names the file, for the caller to free (NULL without memory).
 */
bool file_read(const char *path, struct sfp_buffer *buffer, char **error);

/*
 * Like file_read(), for a file that is read once from start to end: a large file is mapped instead of copied; writing
 * changes a private copy. Unwritten bytes change with the file's. If the file becomes shorter, access raises SIGBUS,
 * which the program has to expect.
 */
bool file_map(const char *path, struct sfp_buffer *buffer, char **error);
bool file_map_text(const char *path, struct sfp_buffer *buffer, char **error);

/* Releases the memory of bytes begin..end-1 if they are mapped. At the next access they are read from the file
 * again; changes to them are lost. */
void buffer_drop(const struct sfp_buffer *buffer, size_t begin, size_t end);

/* Returns the first NUL, or NULL. Releases the memory of the bytes searched before it. */
const char *buffer_nul(const struct sfp_buffer *buffer);

/* Like file_read(), for text, which has no NULs: stops soon after a NUL, which the buffer then contains. */
bool file_read_text(const char *path, struct sfp_buffer *buffer, char **error);

/* Like file_read(), for a file of at most `most` bytes. A larger file is an error, found without reading it all. */
bool file_read_small(const char *path, size_t most, struct sfp_buffer *buffer, char **error);

/* Like file_read_small(), for regular files only. A pipe or device, which could block the reader, is an error. */
bool file_read_ordinary(const char *path, size_t most, struct sfp_buffer *buffer, char **error);

/* How to read an open descriptor. */
struct sfp_reading {
    const char *name; /* name of the file in messages */
    size_t most;      /* most bytes; a larger file is an error */
    bool text;        /* reading stops soon after a NUL, like file_read_text() */
};

bool file_read_descriptor(int descriptor, const struct sfp_reading *reading, struct sfp_buffer *buffer, char **error);

void buffer_free(struct sfp_buffer *buffer);

/* Functions that create, rename and remove temporary files, for programs that track these files. A name stays valid
 * in memory from `create` to `place` or `discard`. */
struct sfp_temporary_files {
    int (*create)(const char *path);                   /* creates a new file; returns a descriptor to write, or -1
                                                        * with errno */
    int (*place)(const char *path, const char *final); /* renames the file like rename(2) */
    void (*discard)(const char *path);
    /* May the target be written? Called before the file is opened, and when it is finished. Returns false with a
     * message like writer_open(). NULL: every target may. */
    bool (*allow)(const struct sfp_target *target, char **error);
};

/*
 * A file being written. A regular file is written under a temporary name beside its final name, and renamed by
 * writer_commit(), so that a failing run leaves an older file unchanged. Devices and pipes are written directly. "-" is
 * standard output.
 */
struct sfp_writer {
    FILE *stream; /* stream to write to */
    char *path;
    char *temporary; /* path of the temporary file; NULL if `stream` is the final file itself */
    const struct sfp_temporary_files *files;
    struct sfp_target target;
    int why; /* errno of the first writer_put() that failed, or 0 */
};

/* Opens the target's path for writing. `files` handles temporary files; NULL for plain ones. The target's strings
 * must live as long as the writer. Errors are those of file_read(); after a failure the writer needs no closing. */
bool writer_open(struct sfp_writer *writer, const struct sfp_target *target, const struct sfp_temporary_files *files,
                 char **error);

/* Writes bytes to the stream. Returns false on failure; writer_finish() gives the reason. */
bool writer_put(struct sfp_writer *writer, const char *bytes, size_t size);

/* Closes the stream; the file does not have its final name yet. Returns false with a message if any write failed. */
bool writer_finish(struct sfp_writer *writer, char **error);

/* Finishes the file unless writer_finish() has, and gives it its final name. Returns false with a message on
 * failure. Closes the writer in either case. */
bool writer_commit(struct sfp_writer *writer, char **error);

/* Discards the new file; an older file remains. */
void writer_abort(struct sfp_writer *writer);

#endif
