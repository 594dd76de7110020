/*
 * To be preloaded: makes one call of the C library's file functions fail, the IO_FAIL_AT-th of those that IO_FAIL_KIND
 * names (open, read, write, short, pipe, close, rename), counted from 1. When it did, it makes the file IO_FAIL_MARK.
 * Short: a write takes half of its bytes, and the next one fails. Pipe: a write to standard output, which nobody reads
 * any more. Only names and descriptors of files under the working directory count, and standard output, so what the
 * loader and the libraries do on their own is left alone.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_DESCRIPTORS = 256 };

static bool ours[MOST_DESCRIPTORS];
static long calls;
static bool full; /* after a short write */

static bool due(const char *kind)
{
    const char *wanted = getenv("IO_FAIL_KIND"), *at = getenv("IO_FAIL_AT"), *mark = getenv("IO_FAIL_MARK");
    long fd;

    if (!wanted || !at || strcmp(wanted, kind) != 0 || ++calls != strtol(at, NULL, 10))
        return false;
    fd = mark ? syscall(SYS_openat, AT_FDCWD, mark, O_WRONLY | O_CREAT, 0600) : -1;
    if (fd >= 0)
        syscall(SYS_close, fd);
    return true;
}

static bool known(int fd)
{
    return fd >= 0 && fd < MOST_DESCRIPTORS && ours[fd];
}

static int fail(int why)
{
    errno = why;
    return -1;
}

static int do_open(const char *path, int flags, unsigned mode)
{
    const bool counts = path[0] != '/' && due("open");
    long fd;

    if (counts)
        return fail(EMFILE);
    fd = syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    if (fd >= 0 && fd < MOST_DESCRIPTORS)
        ours[fd] = path[0] != '/' || strncmp(path, "/tmp/", strlen("/tmp/")) == 0;
    return (int)fd;
}

static unsigned mode_of(int flags, va_list arguments)
{
    return flags & O_CREAT ? va_arg(arguments, unsigned) : 0;
}

int open(const char *path, int flags, ...)
{
    va_list arguments;
    unsigned mode;

    va_start(arguments, flags);
    mode = mode_of(flags, arguments);
    va_end(arguments);
    return do_open(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list arguments;
    unsigned mode;

    va_start(arguments, flags);
    mode = mode_of(flags, arguments);
    va_end(arguments);
    return do_open(path, flags, mode);
}

ssize_t read(int fd, void *bytes, size_t size)
{
    if (known(fd) && due("read"))
        return fail(EIO);
    return syscall(SYS_read, fd, bytes, size);
}

/* The C library's streams do not call write() by its public name, but these. */
static ssize_t do_write(int fd, const void *bytes, size_t size)
{
    if (known(fd) && (full || due("write")))
        return fail(ENOSPC);
    if (fd == STDOUT_FILENO && due("pipe"))
        return fail(EPIPE);
    if (known(fd) && due("short")) {
        full = true;
        size = (size + 1) / 2;
    }
    return syscall(SYS_write, fd, bytes, size);
}

ssize_t write(int fd, const void *bytes, size_t size)
{
    return do_write(fd, bytes, size);
}

/* A stream of ours whose bytes go through do_write(): until all are written, as the C library's own streams do it. */
static ssize_t cookie_write(void *cookie, const char *bytes, size_t size)
{
    size_t done = 0;

    while (done < size) {
        const ssize_t written = do_write((int)(long)cookie, bytes + done, size - done);

        if (written < 0)
            return 0; /* fopencookie's way to say that it failed; errno stays */
        done += (size_t)written;
    }
    return (ssize_t)done;
}

static int cookie_close(void *cookie)
{
    return close((int)(long)cookie);
}

/* Standard output too. */
__attribute__((constructor)) static void take_stdout(void)
{
    FILE *stream = fopencookie((void *)(long)STDOUT_FILENO, "w", (cookie_io_functions_t){.write = cookie_write});

    if (stream)
        stdout = stream;
    ours[STDOUT_FILENO] = true;
}

FILE *fdopen(int fd, const char *mode)
{
    FILE *(*next)(int, const char *);

    if (known(fd) && mode[0] == 'w')
        return fopencookie((void *)(long)fd, mode,
                           (cookie_io_functions_t){.write = cookie_write, .close = cookie_close});
    *(void **)&next = dlsym(RTLD_NEXT, "fdopen");
    return next(fd, mode);
}

int close(int fd)
{
    const bool counts = known(fd);

    if (counts)
        ours[fd] = false;
    syscall(SYS_close, fd);
    return counts && due("close") ? fail(EIO) : 0;
}

int rename(const char *from, const char *to)
{
    if (due("rename"))
        return fail(EACCES);
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}
