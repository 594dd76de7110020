/* All-or-nothing output, for programs; the library writes no files. */
#include "fileio.h"

#include "fail.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    NAME_TRIES = 100,
    NAME_ADDED = 32, /* bytes, more than the suffix of a temporary name needs */
};

static bool cannot_write(char **error, const char *path, int why)
{
    return fail_with(error, "cannot write '%s': %s", path, strerror(why));
}

static int create_new(const char *path)
{
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

static void discard_temporary(const char *path)
{
    unlink(path);
}

static const struct sfp_temporary_files plain_files = {create_new, rename, discard_temporary, NULL};

/* Creates a new file beside `path`. Returns its descriptor and sets *name, or returns -1 with errno set. */
static int create_beside(const char *path, const struct sfp_temporary_files *files, char **name)
{
    const char *slash = strrchr(path, '/');
    const size_t directory = slash ? (size_t)(slash - path) + 1 : 0;
    const size_t own = strlen(path + directory);
    /* Cuts a name that would become too long with the suffix. */
    const size_t length = directory + (own < NAME_MAX - NAME_ADDED ? own : NAME_MAX - NAME_ADDED);
    int descriptor = -1;

    for (int i = 0; i < NAME_TRIES && descriptor < 0; i++) {
        if (asprintf(name, "%.*s.%ld.%d.tmp", (int)length, path, (long)getpid(), i) < 0) {
            *name = NULL;
            errno = ENOMEM;
            return -1;
        }
        descriptor = files->create(*name);
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

/* May `path` be replaced by renaming? Devices, pipes and names of open descriptors may not. */
static bool is_replaceable(const char *path, const struct stat *status)
{
    return S_ISREG(status->st_mode) && strncmp(path, "/dev/", strlen("/dev/")) != 0 &&
           strncmp(path, "/proc/", strlen("/proc/")) != 0;
}

/* Opens writer->path: through a temporary file if it may be replaced by renaming. Returns a descriptor, or -1 with
 * errno. */
static int open_target(struct sfp_writer *writer)
{
    struct stat status;
    char *resolved;
    int descriptor;

    if (lstat(writer->path, &status) != 0)
        return errno == ENOENT ? create_beside(writer->path, writer->files, &writer->temporary) : -1;
    if (stat(writer->path, &status) != 0 || !is_replaceable(writer->path, &status))
        return open(writer->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (access(writer->path, W_OK) != 0)
        return -1;
    /* A symbolic link remains a link: its target is replaced. */
    resolved = realpath(writer->path, NULL);
    if (!resolved)
        return -1;
    free(writer->path);
    writer->path = resolved;
    descriptor = create_beside(resolved, writer->files, &writer->temporary);
    if (descriptor >= 0)
        (void)fchmod(descriptor, status.st_mode & 0777);
    return descriptor;
}

static bool is_allowed(const struct sfp_writer *writer, char **error)
{
    return !writer->files->allow || writer->files->allow(&writer->target, error);
}

bool writer_open(struct sfp_writer *writer, const struct sfp_target *target, const struct sfp_temporary_files *files,
                 char **error)
{
    const char *const path = target->path;
    int descriptor;
    bool failed;

    *writer = (struct sfp_writer){.files = files ? files : &plain_files, .target = *target};
    if (strcmp(path, "-") == 0) {
        writer->stream = stdout;
        return is_allowed(writer, error);
    }
    writer->path = strdup(path);
    if (!writer->path)
        return cannot_write(error, path, ENOMEM);
    if (!is_allowed(writer, error)) {
        writer_abort(writer);
        return false;
    }
    descriptor = open_target(writer);
    if (descriptor >= 0)
        writer->stream = fdopen(descriptor, "wb");
    if (writer->stream)
        return true;
    failed = cannot_write(error, path, errno);
    if (descriptor >= 0)
        close(descriptor);
    writer_abort(writer);
    return failed;
}

/* Returns the errno of an earlier failed write, which stdio does not keep, by writing once more, which fails the
 * same way. Never writes to standard output, which other code also uses; EIO stands for its error. */
static int failure_of(FILE *stream)
{
    return stream != stdout && write(fileno(stream), "", 1) < 0 ? errno : EIO;
}

bool writer_put(struct sfp_writer *writer, const char *bytes, size_t size)
{
    const bool written = fwrite(bytes, 1, size, writer->stream) == size;

    if (!written && !writer->why)
        writer->why = errno;
    return written;
}

bool writer_finish(struct sfp_writer *writer, char **error)
{
    const char *name = writer->path ? writer->path : "<stdout>";
    int why = 0;

    errno = 0;
    if (fflush(writer->stream) != 0 || ferror(writer->stream))
        why = writer->why ? writer->why : errno ? errno : failure_of(writer->stream);
    if (writer->stream != stdout && fclose(writer->stream) != 0 && why == 0)
        why = errno;
    writer->stream = NULL;
    return why == 0 ? is_allowed(writer, error) : cannot_write(error, name, why);
}

bool writer_commit(struct sfp_writer *writer, char **error)
{
    bool written = !writer->stream || writer_finish(writer, error);

    if (written && writer->temporary && writer->files->place(writer->temporary, writer->path) != 0)
        written = cannot_write(error, writer->path, errno);
    if (written) {
        free(writer->temporary);
        writer->temporary = NULL;
    }
    writer_abort(writer);
    return written;
}

void writer_abort(struct sfp_writer *writer)
{
    if (writer->stream && writer->stream != stdout)
        fclose(writer->stream);
    if (writer->temporary)
        writer->files->discard(writer->temporary);
    free(writer->temporary);
    free(writer->path);
    *writer = (struct sfp_writer){0};
}
