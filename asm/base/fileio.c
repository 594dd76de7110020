/* Reads files whole, or maps them. */
#include "fileio.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Whole-file input ---- */

enum {
    FIRST_READ = 1 << 16,
    MOST_AT_ONCE = 1 << 20, /* bytes of a read(), at most, so that a NUL in a text is found soon */
    NULS = 2,               /* NULs after the bytes */
};

/* Sets *error to "VERB 'PATH': reason", or to NULL for lack of memory. Returns false. */
static bool fail_with_errno(char **error, const char *verb, const char *path, int why)
{
    if (why == ENOMEM || asprintf(error, "%s '%s': %s", verb, path, strerror(why)) < 0)
        *error = NULL;
    return false;
}

static bool fail_too_big(char **error, const struct sfp_reading *reading)
{
    if (asprintf(error, "cannot read '%s': it has more than %zu bytes", reading->name, reading->most) < 0)
        *error = NULL;
    return false;
}

/* Returns the first capacity of the buffer. A file of known size gets one byte more, so that the next read finds its
 * end. */
static size_t first_capacity(const struct stat *status)
{
    if (S_ISREG(status->st_mode) && status->st_size > 0)
        return (size_t)status->st_size + 1 + NULS;
    return FIRST_READ;
}

/* Doubles the buffer, up to one byte more than `most`. Returns false without memory. */
static bool grow_buffer(struct sfp_buffer *buffer, size_t *capacity, size_t most)
{
    const size_t twice = 2 * *capacity;
    const size_t wanted = twice < most + 1 + NULS ? twice : most + 1 + NULS;
    char *more = realloc(buffer->data, wanted);

    if (!more)
        return false;
    buffer->data = more;
    *capacity = wanted;
    return true;
}

/* Reads up to the end, or up to the limits of `reading`, into a buffer of `capacity` bytes. Returns 0 or an errno. */
static int read_whole(int descriptor, const struct sfp_reading *reading, struct sfp_buffer *buffer, size_t capacity)
{
    for (;;) {
        const size_t room = capacity - NULS - buffer->size;
        char *at = buffer->data + buffer->size;
        const ssize_t got = read(descriptor, at, room < MOST_AT_ONCE ? room : MOST_AT_ONCE);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return errno;
        buffer->size += (size_t)got;
        if (buffer->size > reading->most)
            return EFBIG;
        if (got == 0 || (reading->text && memchr(at, '\0', (size_t)got)))
            return 0;
        if (buffer->size == capacity - NULS && !grow_buffer(buffer, &capacity, reading->most))
            return ENOMEM;
    }
}

bool file_read_descriptor(int descriptor, const struct sfp_reading *reading, struct sfp_buffer *buffer, char **error)
{
    struct stat status = {0};
    int why = EFBIG;

    *buffer = (struct sfp_buffer){0};
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) || (size_t)status.st_size <= reading->most) {
        const size_t capacity = first_capacity(&status);

        buffer->data = malloc(capacity);
        why = buffer->data ? read_whole(descriptor, reading, buffer, capacity) : ENOMEM;
    }
    if (why == 0) {
        memset(buffer->data + buffer->size, 0, NULS);
        return true;
    }
    buffer_free(buffer);
    if (why == EFBIG)
        return fail_too_big(error, reading);
    return fail_with_errno(error, "cannot read", reading->name, why);
}

static bool read_file_path(const char *path, size_t most, bool text, struct sfp_buffer *buffer, char **error)
{
    struct sfp_reading reading = {path, most, text};
    int descriptor;
    bool done;

    if (strcmp(path, "-") == 0) {
        reading.name = "<stdin>";
        return file_read_descriptor(STDIN_FILENO, &reading, buffer, error);
    }
    descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return fail_with_errno(error, "cannot read", path, errno);
    done = file_read_descriptor(descriptor, &reading, buffer, error);
    close(descriptor);
    return done;
}

bool file_read(const char *path, struct sfp_buffer *buffer, char **error)
{
    return read_file_path(path, SFP_MOST_INPUT, false, buffer, error);
}

bool file_read_small(const char *path, size_t most, struct sfp_buffer *buffer, char **error)
{
    return read_file_path(path, most, false, buffer, error);
}

bool file_read_text(const char *path, struct sfp_buffer *buffer, char **error)
{
    return read_file_path(path, SFP_MOST_INPUT, true, buffer, error);
}

bool file_read_ordinary(const char *path, size_t most, struct sfp_buffer *buffer, char **error)
{
    const struct sfp_reading reading = {path, most, false};
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat status;
    bool done = false;

    if (descriptor < 0)
        return fail_with_errno(error, "cannot read", path, errno);
    if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode))
        done = file_read_descriptor(descriptor, &reading, buffer, error);
    else if (asprintf(error, "cannot read '%s': it is not a regular file", path) < 0)
        *error = NULL;
    close(descriptor);
    return done;
}

void buffer_free(struct sfp_buffer *buffer)
{
    if (buffer->mapped)
        munmap(buffer->data, buffer->mapped);
    else
        free(buffer->data);
    *buffer = (struct sfp_buffer){0};
}

/* ---- Files as memory: large files are mapped, so that unread parts need no memory ---- */

enum {
    LEAST_MAPPED = 1 << 20, /* bytes; smaller files are read, since a later truncation cannot affect a copy */
};

/* Maps `size` bytes of an open file as a writable copy, followed by NULs: the rest of the last page, or another
 * page. Returns false on failure. */
static bool map_descriptor(int descriptor, size_t size, struct sfp_buffer *buffer)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t length = (size + NULS + page - 1) / page * page;
    char *data = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (data == MAP_FAILED)
        return false;
    if (mmap(data, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, descriptor, 0) == MAP_FAILED) {
        munmap(data, length);
        return false;
    }
    memset(data + size, 0, NULS); /* gives the process its own copy of that page, whatever happens to the file */
    *buffer = (struct sfp_buffer){.data = data, .size = size, .mapped = length};
    return true;
}

/* Maps the file if it is a large regular file. Returns false for other files and on failure. */
static bool map_path(const char *path, struct sfp_buffer *buffer)
{
    struct stat status;
    int descriptor;
    bool mapped;

    /* A FIFO must not be opened twice: its writer would see a reader leave. */
    if (strcmp(path, "-") == 0 || stat(path, &status) != 0 || !S_ISREG(status.st_mode) ||
        status.st_size < LEAST_MAPPED)
        return false;
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    mapped = descriptor >= 0 && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
             status.st_size >= LEAST_MAPPED && status.st_size <= SFP_MOST_INPUT &&
             map_descriptor(descriptor, (size_t)status.st_size, buffer);
    if (descriptor >= 0)
        close(descriptor);
    return mapped;
}

bool file_map(const char *path, struct sfp_buffer *buffer, char **error)
{
    return map_path(path, buffer) || file_read(path, buffer, error);
}

bool file_map_text(const char *path, struct sfp_buffer *buffer, char **error)
{
    return map_path(path, buffer) || file_read_text(path, buffer, error);
}

const char *buffer_nul(const struct sfp_buffer *buffer)
{
    for (size_t at = 0, part; at < buffer->size; at += part) {
        const char *nul;

        part = buffer->size - at < LEAST_MAPPED ? buffer->size - at : LEAST_MAPPED;
        nul = memchr(buffer->data + at, '\0', part);
        if (nul)
            return nul;
        buffer_drop(buffer, at, at + part);
    }
    return NULL;
}

void buffer_drop(const struct sfp_buffer *buffer, size_t begin, size_t end)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t last = buffer->size / page * page; /* excludes the last page, with the NULs */

    begin = (begin + page - 1) / page * page;
    end = (end < last ? end : last) / page * page;
    if (buffer->mapped && begin < end)
        (void)madvise(buffer->data + begin, end - begin, MADV_DONTNEED);
}
