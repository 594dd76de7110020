/* What an assembly leaves: Tensix words, and where each came from. */
#ifndef SFP_PROGRAM_H
#define SFP_PROGRAM_H

#include "isa/isa.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct source;

#define SFP_NO_SOURCE UINT32_MAX

/* Where a word came from: an offset in one of the program's sources. */
struct sfp_origin {
    uint32_t source; /* SFP_NO_SOURCE: nothing is known, as of a word that a compiler's library pushes */
    uint32_t offset;
    bool further; /* a word of the directive that gave the one before it */
    bool wait;    /* no word of the source's, but one that .hazards auto put in before what stands there */
};

/* The origins of all words in order, packed; asm/origins.h reads them. */
struct sfp_origins {
    uint8_t *bytes;
    size_t size, capacity;
    struct origin_mark *marks;
    size_t mark_capacity;
    size_t count;
    struct sfp_origin last;
};

/* Words first..end-1, between .region and .endregion. Several may have one name: they are one region. */
struct sfp_region {
    char *name;
    size_t first, end;
};

/* A label, and the number of words before it. */
struct sfp_symbol {
    const char *name; /* belongs to one of the sources */
    size_t index;
};

/* A file that was read. */
struct sfp_source_file {
    char *name;
    bool system; /* a header that the C preprocessor took for the system's */
};

struct sfp_program {
    uint32_t *words; /* plain Tensix words, in order */
    size_t count;
    enum sfp_arch arch;
    bool arch_stated; /* by the options or the source, not by default */
    struct sfp_origins origins; /* one a word */
    struct source **sources;
    size_t source_count;
    struct sfp_region *regions; /* in order, none empty, none overlapping another */
    size_t region_count;
    struct sfp_source_file *files; /* each once, by the name that it was opened by */
    char **read;                   /* of compiled code, whose files have other names: the paths that were read */
    size_t read_count, read_room;
    size_t file_count;
    struct sfp_symbol *symbols; /* the labels, in order of their definition */
    size_t symbol_count;
    struct sfp_schedule *schedules; /* those that it has words of: program/schedules.h */
    size_t schedule_count;
};

/* The place of a word. Strings belong to the program. */
struct sfp_where {
    const char *file;
    unsigned long line;
    unsigned long column;
    const char *text; /* the source line, `length` bytes, no newline */
    size_t length;
    const char *from_file; /* what a compiler made the line from, as .loc says; NULL if nothing says so */
    unsigned long from_line;
};

/* Where word `index` came from. False if nothing is known of that, or memory ran out. Counts lines at the first call, so
 * not for two threads. */
bool sfp_program_where(const struct sfp_program *program, size_t index, struct sfp_where *where);

/* Counts the lines now. False without memory; true: sfp_program_where needs none, and is for any number of threads. */
bool sfp_program_count_lines(const struct sfp_program *program);

/* The region that word `index` is in, or NULL. */
const struct sfp_region *sfp_program_region(const struct sfp_program *program, size_t index);

void sfp_program_free(struct sfp_program *program);

/* ---- The forms in which sfpasm writes a program ---- */

enum output_kind { OUTPUT_BIN, OUTPUT_HEX, OUTPUT_C, OUTPUT_GAS, OUTPUT_FORMATS };

struct output_format {
    const char *name;
    const char *suffix; /* of the file it goes to by default */
    /* `name` is what an array of the words is called. False if memory ran out; errors of the stream are its owner's to
     * find. */
    bool (*write)(const struct sfp_program *program, const char *name, FILE *stream);
};

extern const struct output_format output_formats[OUTPUT_FORMATS];

/* The C identifier that stands for the file `path`: "dir/my-kernel.c" is my_kernel. The caller frees it. */
char *output_identifier(const char *path);

#endif
