/* Images of Dst that options name: FILE[@ROW][:FORMAT], taken apart and read. */
#ifndef SFP_IMAGES_H
#define SFP_IMAGES_H

#include <stdbool.h>
#include <stddef.h>

#include "sfpu.h"

struct file_option {
    char *path;
    unsigned row;
    int format; /* an enum sfpu_format; ANY: not said */
};

/* Is there a file of this name? */
typedef bool file_exists(const char *path);

/*
 * Takes one apart. A file that is there under the whole name, or under what is left without the format, is that one,
 * whatever is in its name; so is standard input, "-". False with a message in *error, which the caller frees (NULL: no
 * memory even for that).
 */
bool file_option_parse(const char *text, file_exists *exists, struct file_option *option, char **error);
void file_option_free(struct file_option *option);

/* The one of the file system. */
bool file_is_there(const char *path);

/* ---- Images ---- */

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
