/* Files read whole, and files written whole or not at all. No function here prints or exits. */
#ifndef SFP_FILEIO_H
#define SFP_FILEIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "paths.h"

/* Bytes from malloc, or of a file that is mapped. `size` does not count the two NULs that follow them, which let a
 * scanner run in place. */
struct sfp_buffer {
    char *data;
    size_t size;
    size_t mapped; /* bytes of the mapping; 0 for bytes from malloc */
};

enum { SFP_MOST_INPUT = INT32_MAX }; /* bytes of a file that is read whole: a device or a pipe may have no end */

/*
 * Reads a file of at most SFP_MOST_INPUT bytes, or standard input if `path` is "-". On failure returns false and sets
 * *error to a message that names the file, which the caller frees (NULL if there was no memory even for that).
 */
bool file_read(const char *path, struct sfp_buffer *buffer, char **error);

/*
 * The same, for who looks through a file once: a large one is not copied but mapped, and a copy of what is written to.
 * Its bytes change with the file's, and one that gets shorter gives SIGBUS, which is the program's to expect.
 */
bool file_map(const char *path, struct sfp_buffer *buffer, char **error);
bool file_map_text(const char *path, struct sfp_buffer *buffer, char **error);

/* Lets go of the memory of bytes begin..end, for now, if they are mapped: they are as in the file when they are next
 * looked at, whatever was written over them. */
void buffer_drop(const struct sfp_buffer *buffer, size_t begin, size_t end);

/* The first NUL in it, or NULL; what is looked at on the way does not stay in memory. */
const char *buffer_nul(const struct sfp_buffer *buffer);

/* The same as file_read of text. It has no NULs, so little more is read once one has come; the buffer then holds
 * it. */
bool file_read_text(const char *path, struct sfp_buffer *buffer, char **error);

/* As file_read, of a file that has at most so many bytes if it is any good: little more is read. */
bool file_read_small(const char *path, size_t most, struct sfp_buffer *buffer, char **error);

/* The same, of an ordinary file; a pipe or a device, which may keep its reader waiting, is an error. */
bool file_read_ordinary(const char *path, size_t most, struct sfp_buffer *buffer, char **error);

/* What is read from an open descriptor. */
struct sfp_reading {
    const char *name; /* for messages */
    size_t most;      /* bytes; that there are more is an error */
    bool text;        /* as of file_read_text */
};

bool file_read_descriptor(int descriptor, const struct sfp_reading *reading, struct sfp_buffer *buffer, char **error);

void buffer_free(struct sfp_buffer *buffer);

/* How temporary files come and go, for programs that want to know of them. The name stays where it is in between. */
struct sfp_temporary_files {
    int (*create)(const char *path);                   /* for writing, and new: a descriptor, or -1 with errno */
    int (*place)(const char *path, const char *final); /* as rename(2) */
    void (*discard)(const char *path);
    /* May this be written? Asked before it is opened, and when it is finished. False with a message as of writer_open.
     * NULL: it may. */
    bool (*allow)(const struct sfp_target *target, char **error);
};

/*
 * A file under way. An ordinary file is written beside its final name and renamed by writer_commit, so a run that
 * fails leaves an older file as it was; devices and pipes are written directly; "-" is standard output.
 */
struct sfp_writer {
    FILE *stream; /* write here */
    char *path;
    char *temporary; /* NULL where `stream` is the final file itself */
    const struct sfp_temporary_files *files;
    struct sfp_target target;
    int why; /* errno of the first writer_put that failed, or 0 */
};

/* Opens the target's path for writing, with `files`, or NULL, for what may be temporary. The target's strings must last as
 * long as the writer. Errors as above; on failure there is nothing to close. */
bool writer_open(struct sfp_writer *writer, const struct sfp_target *target, const struct sfp_temporary_files *files,
                 char **error);

/* Writes bytes to the stream. False if that failed; why is said when the file is finished. */
bool writer_put(struct sfp_writer *writer, const char *bytes, size_t size);

/* Closes the stream; the file is not in its place yet. False, with a message, if any write failed. */
bool writer_finish(struct sfp_writer *writer, char **error);

/* Finishes the file, if that is still to be done, and puts it in its place. False, with a message, if that failed; the
 * writer is closed either way. */
bool writer_commit(struct sfp_writer *writer, char **error);

/* Gives the file up; an older one stays. */
void writer_abort(struct sfp_writer *writer);

#endif
