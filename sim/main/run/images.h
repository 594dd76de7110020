/* Images of a run: those that Dst has at the start, and reading them. */
#ifndef SFP_RUN_IMAGES_H
#define SFP_RUN_IMAGES_H

#include <stdbool.h>
#include <stddef.h>

#include "file_option.h"
#include "sfpu.h"

struct file_list {
    struct file_option *files;
    size_t count;
};

/* All zero is none. */
struct images {
    sfpu_image **list;
    size_t count;
};

/* The following return 0, or an exit status after they have said what is wrong. */

/* `format` is for a file that names none. */
int image_read(sfpu_machine *m, const struct file_option *file, int format, int layout, sfpu_image **image);
int images_read(sfpu_machine *m, const struct file_list *files, int format, int layout, struct images *images);
int images_to_dst(sfpu_machine *m, const struct file_list *files, const struct images *images);

/* The format of the first; ANY: there is none. */
int images_format(const struct images *images);

/*
 * What the output is like: the only input, if it begins at row 0, or else as many rows, from row 0 on, as inputs reach, in
 * the format of the first; NULL without inputs. *reached is an image of these rows, to be freed, or NULL. False if there
 * is none, for which the machine has an error.
 */
bool images_like(sfpu_machine *m, const struct images *images, int layout, sfpu_image **reached,
                 const sfpu_image **like);

void images_free(struct images *images);

/* Prints and frees what `lost` says of values of `path`, if anything. */
void image_warn(const char *path, char *lost);

#endif
