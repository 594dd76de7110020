/* Files with data for SrcA and SrcB that options name as FILE:FORMAT[:ROWS]. */
#ifndef SFP_SOURCE_FILES_H
#define SFP_SOURCE_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sfpu.h"

struct source_file {
    char *text; /* owned: the option's argument, cut at the colon behind the path */
    char *path; /* owned */
    const char *format; /* the format and the rows, as sfpu_feed_source() takes them; points into `text` */
};

/* One source's files, in command-line order. */
struct source_list {
    struct source_file *files;
    size_t count;
};

/* Splits FILE:FORMAT[:ROWS]. Returns false with a message in *error, which the caller frees (NULL: memory ran out). */
bool source_file_parse(const char *text, struct source_file *file, char **error);

/* Replaces the path by another, which the file then owns. Returns false if that is NULL. */
bool source_file_move(struct source_file *file, char *path);

void source_list_free(struct source_list *list);

/* Returns a checksum of the file's bytes, by which merge tells whether parts of a sweep had the same data; 0 if the file
 * cannot be read. The sweep has read the file before, so that 0 means that the file has gone since: merge then takes its
 * data for other data than those of a part with a sum. */
uint64_t source_file_sum(const struct source_file *file);

/* Feeds the files' data to a source of the machine, an enum sfpu_source. Returns 0, or an exit status after a
 * message. */
int source_list_feed(sfpu_machine *m, int source, const struct source_list *list, int layout);

#endif
