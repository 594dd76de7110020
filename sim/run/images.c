/* Images of Dst: parses options that name image files, and reads the files. */
#include "images.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "action/option_values.h"
#include "action/voice.h"
#include "sfpu.h"
#include "base/fail.h"
#include "base/fileio.h"
#include "cli/echo.h"

/* ---- Parsing FILE[@ROW][:FORMAT] ---- */

enum { MOST_ROWS = 1024 };

bool file_is_there(const char *path)
{
    return strcmp(path, "-") == 0 || access(path, F_OK) == 0;
}

/* Moves a format at the path's end into `format`. Returns false if the word after the colon is not a format although
 * the file before the colon exists. */
static bool cut_format(struct file_option *o, file_exists *exists, char **error)
{
    char *colon = strrchr(o->path, ':');
    int format;

    if (!colon || strchr(colon, '/'))
        return true;
    format = sfpu_format_named(colon + 1);
    *colon = '\0';
    if (format >= 0) {
        o->format = format;
        return true;
    }
    if (exists(o->path))
        return fail_with(error, "'%s' is none of%s", colon + 1, format_names);
    *colon = ':'; /* an unknown file, which its reader will report */
    return true;
}

/* Returns the number that the digits spell, at most MOST_ROWS, or -1 for other text. */
static int parse_row_number(const char *text)
{
    int row = 0;

    if (!*text)
        return -1;
    for (; *text; text++) {
        if (!isdigit((unsigned char)*text))
            return -1;
        row = row < MOST_ROWS ? 10 * row + (*text - '0') : MOST_ROWS;
    }
    return row;
}

/* Moves a row at the path's end into `row`. Returns false if the row is wrong although the file before the @ exists. */
static bool cut_row(struct file_option *o, file_exists *exists, char **error)
{
    char *at = strrchr(o->path, '@');
    int row;

    if (!at || strchr(at, '/') || exists(o->path))
        return true;
    row = parse_row_number(at + 1);
    *at = '\0';
    if (row >= 0 && row < MOST_ROWS) {
        o->row = (unsigned)row;
        return true;
    }
    if (exists(o->path))
        return fail_with(error, "'%s' is not a row of Dst: 0 to %d", at + 1, MOST_ROWS - 1);
    *at = '@';
    return true;
}

bool file_option_parse(const char *text, file_exists *exists, struct file_option *option, char **error)
{
    *option = (struct file_option){.path = strdup(text), .format = SFPU_ANY_FORMAT};
    *error = NULL;
    if (option->path && (exists(text) || (cut_format(option, exists, error) && cut_row(option, exists, error))))
        return true;
    file_option_free(option);
    return false;
}

void file_option_free(struct file_option *option)
{
    free(option->path);
    option->path = NULL;
}

/* ---- Images ---- */

enum {
    IMAGE_MOST_BYTES = 1 << 20, /* far more than Dst's values with a file header */
    TILE_ROWS = 64,
};

void image_warn(const char *path, char *lost)
{
    if (lost)
        echo_print(voice_err(), "sfpsim: warning: %s: %s", path, lost);
    sfpu_free(lost);
}

int image_read(sfpu_machine *m, const struct file_option *f, int format, int layout, sfpu_image **image)
{
    struct sfp_buffer file;
    char *error = NULL;
    int code;

    if (!file_read_small(f->path, IMAGE_MOST_BYTES, &file, &error))
        return complain_of(error);
    code = sfpu_image_parse(m, file.data, file.size, sfpu_container_of(f->path), f->format ? f->format : format, layout,
                            image);
    buffer_free(&file);
    if (code == SFPU_OK && f->row)
        code = sfpu_image_place(m, *image, f->row);
    return code == SFPU_OK ? 0 : complain_for(m, f->path);
}

int images_read(sfpu_machine *m, const struct file_list *files, int format, int layout, struct images *images)
{
    int status = 0;

    if (!files->count)
        return 0;
    images->list = calloc(files->count, sizeof *images->list);
    if (!images->list)
        return complain_no_memory();
    for (size_t i = 0; i < files->count && !status; i++)
        status = image_read(m, &files->files[i], format, layout, &images->list[images->count++]);
    return status;
}

int images_to_dst(sfpu_machine *m, const struct file_list *files, const struct images *images)
{
    char *lost;

    for (size_t i = 0; i < images->count; i++) {
        if (sfpu_image_to_dst(m, images->list[i], &lost) != SFPU_OK)
            return complain_for(m, files->files[i].path);
        image_warn(files->files[i].path, lost);
    }
    return 0;
}

int images_format(const struct images *images)
{
    return images->count ? sfpu_image_format(images->list[0]) : SFPU_ANY_FORMAT;
}

/* Returns the end of the highest image, in rows of the first image's format. */
static unsigned find_rows_reached(const struct images *images)
{
    unsigned reached = 0, first, count;

    for (size_t i = 0; i < images->count; i++) {
        sfpu_image_rows(images->list[i], &first, &count);
        reached = first + count > reached ? first + count : reached;
    }
    return reached;
}

static unsigned count_format_rows(int format)
{
    enum { NARROW_ROWS = 1024, WIDE = 4 /* bytes a value */ };

    return sfpu_format_bytes(format) == WIDE ? NARROW_ROWS / 2 : NARROW_ROWS;
}

static bool is_at_start(const sfpu_image *image)
{
    unsigned first, count;

    sfpu_image_rows(image, &first, &count);
    return first == 0;
}

bool images_like(sfpu_machine *m, const struct images *images, int layout, sfpu_image **reached,
                 const sfpu_image **like)
{
    const int format = images_format(images);
    unsigned rows = find_rows_reached(images);

    *reached = NULL;
    *like = images->count ? images->list[0] : NULL;
    if (!images->count || (images->count == 1 && is_at_start(images->list[0])))
        return true;
    if (layout == SFPU_TILE)
        rows = (rows + TILE_ROWS - 1) / TILE_ROWS * TILE_ROWS;
    if (rows > count_format_rows(format))
        rows = count_format_rows(format);
    if (sfpu_image_zeros(m, format, layout, rows, reached) != SFPU_OK)
        return false;
    *like = *reached;
    return true;
}

void images_free(struct images *images)
{
    for (size_t i = 0; i < images->count; i++)
        sfpu_image_free(images->list[i]);
    free(images->list);
    *images = (struct images){0};
}
