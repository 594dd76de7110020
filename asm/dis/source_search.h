/*
 * Where the files are read that the line tables of an ELF file name. What made the file says where they lie, so that an
 * ELF file of somebody else's may name any file that there is.
 */
#ifndef SOURCE_SEARCH_H
#define SOURCE_SEARCH_H

#include "elf_lines.h"

struct source_search {
    const char *elf; /* the path of the ELF file; one without a slash is here */
    /* Files are read from these directories alone, if there are any. */
    const char *const *directories;
    size_t directory_count;
    char *outside; /* set by searches: the first file that was read and is not below the directory of `elf`, or NULL */
};

void source_search_end(struct source_search *search);

/*
 * Reads a file: where it was compiled, or, if its name is relative, else here; with directories, the longest tail of
 * its path that is in one of them, in their order. One that cannot be had, or has more than `most` bytes, leaves the
 * buffer empty, and *path, which is the caller's to free, NULL. False if memory ran out.
 */
bool source_search_read(struct source_search *search, const struct elf_source_file *file, size_t most,
                        struct sfp_buffer *text, char **path);

/* What there is to say, once, of files from outside the directory of the ELF file, for the caller to free; NULL with
 * *ok: nothing, else no memory. */
char *source_search_warning(const struct source_search *search, bool *ok);

#endif
