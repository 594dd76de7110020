/* Images of a run. */
#include "images.h"

#include <stdlib.h>

#include "base/complain.h"
#include "base/said.h"
#include "util/fileio.h"
#include "util/terminal.h"

enum {
    IMAGE_MOST_BYTES = 1 << 20, /* far more than values take, and any header of theirs */
    TILE_ROWS = 64,
};

void image_warn(const char *path, char *lost)
{
    if (lost)
        sfp_print_shown(said_err(), "sfpsim: warning: %s: %s", path, lost);
    sfpu_free(lost);
}

int image_read(sfpu_machine *m, const struct file_option *f, int format, int layout, sfpu_image **image)
{
    struct sfp_buffer file;
    char *error = NULL;
    int code;

    if (!sfp_read_small_file(f->path, IMAGE_MOST_BYTES, &file, &error))
        return complain_of(error);
    code = sfpu_image_parse(m, file.data, file.size, sfpu_container_of(f->path), f->format ? f->format : format, layout,
                            image);
    sfp_buffer_free(&file);
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
        return complain("not enough memory");
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

/* Where the last input ends, as rows of the first one's format. */
static unsigned rows_reached(const struct images *images)
{
    unsigned reached = 0, first, count;

    for (size_t i = 0; i < images->count; i++) {
        sfpu_image_rows(images->list[i], &first, &count);
        reached = first + count > reached ? first + count : reached;
    }
    return reached;
}

static unsigned most_rows(int format)
{
    enum { NARROW_ROWS = 1024, WIDE = 4 /* bytes */ };

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
    unsigned rows = rows_reached(images);

    *reached = NULL;
    *like = images->count ? images->list[0] : NULL;
    if (!images->count || (images->count == 1 && is_at_start(images->list[0])))
        return true;
    if (layout == SFPU_TILE)
        rows = (rows + TILE_ROWS - 1) / TILE_ROWS * TILE_ROWS;
    if (rows > most_rows(format))
        rows = most_rows(format);
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
