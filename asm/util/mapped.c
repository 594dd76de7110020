/* Files as memory: large ones are mapped, so that what of them is not looked at takes no memory. */
#include "fileio.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    LEAST_MAPPED = 1 << 20, /* bytes; smaller files are read, which nobody can cut short afterwards */
    NULS = 2,               /* behind a file, as sfp_buffer has them */
};

/* Maps `size` bytes of an open file, writable as a copy, and NULs behind them, which the rest of the last page is, or
 * the page after it. */
static bool map(int descriptor, size_t size, struct sfp_buffer *buffer)
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
    memset(data + size, 0, NULS); /* which makes that page this process's, whatever happens to the file */
    *buffer = (struct sfp_buffer){.data = data, .size = size, .mapped = length};
    return true;
}

/* Maps the file if it is one to be mapped. */
static bool map_path(const char *path, struct sfp_buffer *buffer)
{
    struct stat status;
    int descriptor;
    bool mapped;

    /* A FIFO is not to be opened twice: who writes to it would see its reader go. */
    if (strcmp(path, "-") == 0 || stat(path, &status) != 0 || !S_ISREG(status.st_mode) ||
        status.st_size < LEAST_MAPPED)
        return false;
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    mapped = descriptor >= 0 && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
             status.st_size >= LEAST_MAPPED && status.st_size <= SFP_MOST_INPUT &&
             map(descriptor, (size_t)status.st_size, buffer);
    if (descriptor >= 0)
        close(descriptor);
    return mapped;
}

bool sfp_map_file(const char *path, struct sfp_buffer *buffer, char **error)
{
    return map_path(path, buffer) || sfp_read_file(path, buffer, error);
}

bool sfp_map_text(const char *path, struct sfp_buffer *buffer, char **error)
{
    return map_path(path, buffer) || sfp_read_text(path, buffer, error);
}

const char *sfp_buffer_nul(const struct sfp_buffer *buffer)
{
    for (size_t at = 0, part; at < buffer->size; at += part) {
        const char *nul;

        part = buffer->size - at < LEAST_MAPPED ? buffer->size - at : LEAST_MAPPED;
        nul = memchr(buffer->data + at, '\0', part);
        if (nul)
            return nul;
        sfp_buffer_drop(buffer, at, at + part);
    }
    return NULL;
}

void sfp_buffer_drop(const struct sfp_buffer *buffer, size_t begin, size_t end)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t last = buffer->size / page * page; /* keeps its NULs */

    begin = (begin + page - 1) / page * page;
    end = (end < last ? end : last) / page * page;
    if (buffer->mapped && begin < end)
        (void)madvise(buffer->data + begin, end - begin, MADV_DONTNEED);
}
