/* Whole-file input and all-or-nothing output. */
#include "fileio.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    FIRST_READ = 1 << 16,
    NAME_TRIES = 100,
};

/* Sets *error to "VERB 'PATH': why"; always false. */
static bool fail(char **error, const char *verb, const char *path, int why)
{
    if (asprintf(error, "%s '%s': %s", verb, path, strerror(why)) < 0)
        *error = NULL;
    return false;
}

bool sfp_read_descriptor(int descriptor, const char *name, struct sfp_buffer *buffer, char **error)
{
    struct stat status;
    size_t capacity = FIRST_READ;
    ssize_t got;

    if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0)
        capacity = (size_t)status.st_size + 3;
    *buffer = (struct sfp_buffer){.data = malloc(capacity)};
    if (!buffer->data)
        return fail(error, "cannot read", name, ENOMEM);
    while ((got = read(descriptor, buffer->data + buffer->size, capacity - buffer->size - 2)) != 0) {
        if (got < 0) {
            const int why = errno;

            if (why == EINTR)
                continue;
            sfp_buffer_free(buffer);
            return fail(error, "cannot read", name, why);
        }
        buffer->size += (size_t)got;
        if (capacity - buffer->size <= 2) {
            char *more = realloc(buffer->data, capacity * 2);

            if (!more) {
                sfp_buffer_free(buffer);
                return fail(error, "cannot read", name, ENOMEM);
            }
            buffer->data = more;
            capacity *= 2;
        }
    }
    memset(buffer->data + buffer->size, 0, 2);
    return true;
}

bool sfp_read_file(const char *path, struct sfp_buffer *buffer, char **error)
{
    int descriptor;
    bool read_whole;

    if (strcmp(path, "-") == 0)
        return sfp_read_descriptor(STDIN_FILENO, "<stdin>", buffer, error);
    descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return fail(error, "cannot read", path, errno);
    read_whole = sfp_read_descriptor(descriptor, path, buffer, error);
    close(descriptor);
    return read_whole;
}

void sfp_buffer_free(struct sfp_buffer *buffer)
{
    free(buffer->data);
    *buffer = (struct sfp_buffer){0};
}

/* Creates a new file beside `path` and returns its descriptor, or -1 with errno set. */
static int create_beside(const char *path, char **name)
{
    int descriptor = -1;

    for (int i = 0; i < NAME_TRIES && descriptor < 0; i++) {
        if (asprintf(name, "%s.%ld.%d.tmp", path, (long)getpid(), i) < 0) {
            *name = NULL;
            errno = ENOMEM;
            return -1;
        }
        descriptor = open(*name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor < 0) {
            const int why = errno;

            free(*name);
            *name = NULL;
            errno = why;
            if (why != EEXIST)
                break;
        }
    }
    return descriptor;
}

/* May `path` be replaced by renaming? Devices, pipes and what stands for an open descriptor may not. */
static bool replaceable(const char *path, const struct stat *status)
{
    return S_ISREG(status->st_mode) && strncmp(path, "/dev/", strlen("/dev/")) != 0 &&
           strncmp(path, "/proc/", strlen("/proc/")) != 0;
}

/* Opens writer->path, through a temporary file if it can be renamed over. Returns a descriptor, or -1 with errno. */
static int open_target(struct sfp_writer *writer)
{
    struct stat status;
    char *resolved;
    int descriptor;

    if (lstat(writer->path, &status) != 0)
        return errno == ENOENT ? create_beside(writer->path, &writer->temporary) : -1;
    if (stat(writer->path, &status) != 0 || !replaceable(writer->path, &status))
        return open(writer->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (access(writer->path, W_OK) != 0)
        return -1;
    /* A symbolic link stays one: the file it names is what gets replaced. */
    resolved = realpath(writer->path, NULL);
    if (!resolved)
        return -1;
    free(writer->path);
    writer->path = resolved;
    descriptor = create_beside(resolved, &writer->temporary);
    if (descriptor >= 0)
        (void)fchmod(descriptor, status.st_mode & 0777);
    return descriptor;
}

bool sfp_writer_open(struct sfp_writer *writer, const char *path, char **error)
{
    int descriptor;
    bool failed;

    *writer = (struct sfp_writer){0};
    if (strcmp(path, "-") == 0) {
        writer->stream = stdout;
        return true;
    }
    writer->path = strdup(path);
    if (!writer->path)
        return fail(error, "cannot write", path, ENOMEM);
    descriptor = open_target(writer);
    if (descriptor >= 0)
        writer->stream = fdopen(descriptor, "wb");
    if (writer->stream)
        return true;
    failed = fail(error, "cannot write", path, errno);
    if (descriptor >= 0)
        close(descriptor);
    sfp_writer_abort(writer);
    return failed;
}

bool sfp_writer_finish(struct sfp_writer *writer, char **error)
{
    const char *name = writer->path ? writer->path : "<stdout>";
    int why = 0;

    errno = 0;
    if (fflush(writer->stream) != 0 || ferror(writer->stream))
        why = errno ? errno : EIO;
    if (writer->stream != stdout && fclose(writer->stream) != 0 && why == 0)
        why = errno;
    writer->stream = NULL;
    return why == 0 || fail(error, "cannot write", name, why);
}

bool sfp_writer_commit(struct sfp_writer *writer, char **error)
{
    bool written = !writer->stream || sfp_writer_finish(writer, error);

    if (written && writer->temporary && rename(writer->temporary, writer->path) != 0)
        written = fail(error, "cannot write", writer->path, errno);
    if (written) {
        free(writer->temporary);
        writer->temporary = NULL;
    }
    sfp_writer_abort(writer);
    return written;
}

void sfp_writer_abort(struct sfp_writer *writer)
{
    if (writer->stream && writer->stream != stdout)
        fclose(writer->stream);
    if (writer->temporary)
        unlink(writer->temporary);
    free(writer->temporary);
    free(writer->path);
    *writer = (struct sfp_writer){0};
}
