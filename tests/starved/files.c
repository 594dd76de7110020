/* The working directory, kept and made again. */
#include "files.h"

#include <err.h>
#include <fcntl.h>
#include <fts.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CANNOT = 125 }; /* exit status, of the test's own trouble */

static void *sure(void *block)
{
    if (!block)
        errx(CANNOT, "no memory for the test");
    return block;
}

char *files_text(const char *text)
{
    return sure(strdup(text));
}

char *files_read(int descriptor, size_t *size)
{
    struct stat status;
    char *bytes;
    ssize_t length;

    if (fstat(descriptor, &status) != 0)
        err(CANNOT, "fstat");
    bytes = sure(malloc((size_t)status.st_size + 1));
    length = pread(descriptor, bytes, (size_t)status.st_size, 0);
    if (length < 0)
        err(CANNOT, "pread");
    bytes[length] = '\0';
    *size = (size_t)length;
    return bytes;
}

static void read_again(struct kept_file *file)
{
    const int descriptor = open(file->path, O_RDONLY | O_CLOEXEC);

    if (descriptor < 0)
        err(CANNOT, "%s", file->path);
    file->bytes = files_read(descriptor, &file->size);
    close(descriptor);
}

static bool is_unchanged(const struct kept_file *file, const struct kept_file *was)
{
    return was && was->bytes && was->size == file->size && was->number == file->number
           && was->changed.tv_sec == file->changed.tv_sec && was->changed.tv_nsec == file->changed.tv_nsec;
}

static void keep(struct files *files, const struct files *before, const FTSENT *entry)
{
    const bool is_file = entry->fts_info == FTS_F;
    struct kept_file file = {.path = files_text(entry->fts_path),
                             .size = is_file ? (size_t)entry->fts_statp->st_size : 0,
                             .changed = entry->fts_statp->st_mtim, .number = entry->fts_statp->st_ino};
    const struct kept_file *was = before ? files_find(before, file.path) : NULL;

    if (is_unchanged(&file, was))
        file.bytes = memcpy(sure(malloc(was->size + 1)), was->bytes, was->size + 1);
    else if (is_file)
        read_again(&file);
    files->list = sure(reallocarray(files->list, files->count + 1, sizeof *files->list));
    files->list[files->count++] = file;
}

void files_keep(struct files *files, const struct files *before)
{
    char here[] = ".";
    FTS *tree = fts_open((char *const[]){here, NULL}, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    const FTSENT *entry;

    *files = (struct files){0};
    if (!tree)
        err(CANNOT, "fts_open");
    while ((entry = fts_read(tree)))
        if (entry->fts_info == FTS_F || (entry->fts_info == FTS_D && entry->fts_level > 0))
            keep(files, before, entry);
    fts_close(tree);
}

void files_free(struct files *files)
{
    for (size_t i = 0; i < files->count; i++) {
        free(files->list[i].path);
        free(files->list[i].bytes);
    }
    free(files->list);
    *files = (struct files){0};
}

const struct kept_file *files_find(const struct files *files, const char *path)
{
    for (size_t i = 0; i < files->count; i++)
        if (strcmp(files->list[i].path, path) == 0)
            return &files->list[i];
    return NULL;
}

bool files_same(const struct kept_file *a, const struct kept_file *b)
{
    if (!a || !b)
        return a == b;
    return !a->bytes == !b->bytes && a->size == b->size && (!a->bytes || memcmp(a->bytes, b->bytes, a->size) == 0);
}

static void write_again(const struct kept_file *file)
{
    const int descriptor = open(file->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

    if (descriptor < 0 || write(descriptor, file->bytes, file->size) != (ssize_t)file->size || close(descriptor) != 0)
        err(CANNOT, "%s", file->path);
}

void files_restore(const struct files *before, const struct files *now)
{
    for (size_t i = now->count; i-- > 0;)
        if (!files_find(before, now->list[i].path) && remove(now->list[i].path) != 0)
            err(CANNOT, "%s", now->list[i].path);
    for (size_t i = 0; i < before->count; i++)
        if (before->list[i].bytes && !files_same(&before->list[i], files_find(now, before->list[i].path)))
            write_again(&before->list[i]);
}
