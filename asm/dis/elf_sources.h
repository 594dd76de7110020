/*
 * The source of compiled code. What made the ELF file says where its files lie, so that an ELF file of somebody else's
 * may name any file that there is.
 */
#ifndef SFP_ELF_SOURCES_H
#define SFP_ELF_SOURCES_H

#include "elf_lines.h"
#include "program/sfp_program.h"

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

/* Words of code, one behind the other. */
struct elf_piece {
    uint32_t address; /* of the first */
    size_t count;
};

/* Gives the words of a program, which are those of the pieces, the places that the lines say, and the texts of the
 * files that the search finds; the file that the code at `entry` was compiled from comes first among its files.
 * False if memory ran out; what there is then goes with the program. */
bool elf_sources(const struct elf_lines *lines, struct source_search *search, const struct elf_piece *pieces,
                 uint32_t entry, struct sfp_program *program);

#endif
