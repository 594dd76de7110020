/* Files with data for SrcA and SrcB: parses options that name such files, and reads the files. */
#include "source_files.h"

#include <stdlib.h>
#include <string.h>

#include "voice.h"
#include "base/checksum.h"
#include "base/fail.h"
#include "base/fileio.h"

enum { SOURCE_MOST_BYTES = 1 << 20 /* far more than the values of a file, with a header */ };

/* Returns the last colon in the first `length` characters, or NULL. */
static char *find_last_colon(char *text, size_t length)
{
    while (length > 0)
        if (text[--length] == ':')
            return text + length;
    return NULL;
}

static bool is_number(const char *text)
{
    return *text && text[strspn(text, "0123456789")] == '\0';
}

static void free_source_file(struct source_file *file)
{
    free(file->text);
    free(file->path);
    *file = (struct source_file){0};
}

/* Finds the format in the text. Returns false without one, or without a path before it. */
static bool cut_at_format(struct source_file *file)
{
    char *colon = find_last_colon(file->text, strlen(file->text));

    if (colon && is_number(colon + 1))
        colon = find_last_colon(file->text, (size_t)(colon - file->text));
    if (!colon || colon == file->text)
        return false;
    *colon = '\0';
    file->format = colon + 1;
    return true;
}

bool source_file_parse(const char *text, struct source_file *file, char **error)
{
    bool cut;

    *error = NULL;
    *file = (struct source_file){.text = strdup(text)};
    cut = file->text && cut_at_format(file);
    if (file->text && !cut)
        fail_with(error, "expected FILE:FORMAT[:ROWS]");
    if (cut && (file->path = strdup(file->text)))
        return true;
    free_source_file(file);
    return false;
}

bool source_file_move(struct source_file *file, char *path)
{
    if (!path)
        return false;
    free(file->path);
    file->path = path;
    return true;
}

void source_list_free(struct source_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free_source_file(&list->files[i]);
    free(list->files);
    *list = (struct source_list){0};
}

uint64_t source_file_sum(const struct source_file *f)
{
    struct sfp_buffer file;
    uint64_t sum = CHECKSUM_START;
    char *error = NULL;

    if (!file_read_small(f->path, SOURCE_MOST_BYTES, &file, &error)) {
        free(error);
        return 0;
    }
    for (size_t i = 0; i < file.size; i++)
        sum = checksum_add(sum, (unsigned char)file.data[i]);
    buffer_free(&file);
    return sum;
}

static int feed_file(sfpu_machine *m, int source, const struct source_file *f, int layout)
{
    struct sfp_buffer file;
    char *error = NULL;
    int code;

    if (!file_read_small(f->path, SOURCE_MOST_BYTES, &file, &error))
        return complain_of(error);
    code = sfpu_feed_source(m, source, file.data, file.size, sfpu_container_of(f->path), f->format, layout);
    buffer_free(&file);
    return code == SFPU_OK ? 0 : complain_for(m, f->path);
}

int source_list_feed(sfpu_machine *m, int source, const struct source_list *list, int layout)
{
    int status = 0;

    for (size_t i = 0; i < list->count && !status; i++)
        status = feed_file(m, source, &list->files[i], layout);
    return status;
}
