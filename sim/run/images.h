/* Images of Dst that options name as FILE[@ROW][:FORMAT]: parsing the option, reading the file. */
#ifndef SFP_IMAGES_H
#define SFP_IMAGES_H

#include <stdbool.h>
#include <stddef.h>

#include "sfpu.h"

struct file_option {
    char *path;
    unsigned row;
    int format; /* format of the file, an enum sfpu_format; SFPU_ANY_FORMAT: not stated */
};

/* Returns whether a file of this name exists. */
typedef bool file_exists(const char *path);

/*
 * Parses FILE[@ROW][:FORMAT]. An existing file with the whole text, or with the text before the format, as its name
 * wins over that reading; so does "-", standard input. Returns false with a message in *error, which the caller frees
 * (NULL: memory ran out).
 */
bool file_option_parse(const char *text, file_exists *exists, struct file_option *option, char **error);
void file_option_free(struct file_option *option);

/* The file_exists of the file system. */
bool file_is_there(const char *path);

/* ---- Images ---- */

struct file_list {
    struct file_option *files;
    size_t count;
};

/* Images of several files; zeros: no images. */
struct images {
    sfpu_image **list;
    size_t count;
};

/* The following return 0, or an exit status after a message. */

/* Reads one file, reads a list of files, and writes images into the machine's Dst. `format` applies to files that
 * state no format. */
int image_read(sfpu_machine *m, const struct file_option *file, int format, int layout, sfpu_image **image);
int images_read(sfpu_machine *m, const struct file_list *files, int format, int layout, struct images *images);
int images_to_dst(sfpu_machine *m, const struct file_list *files, const struct images *images);

/* Returns the first image's format, or SFPU_ANY_FORMAT without images. */
int images_format(const struct images *images);

/*
 * Sets *like to the image whose rows and format the output takes: the only input, if it begins at row 0; otherwise an
 * image of the first input's format from row 0 to the inputs' last row; NULL without inputs. *reached is the new image,
 * which the caller frees, or NULL. Returns false, with the machine's error set, if an image could not be made.
 */
bool images_like(sfpu_machine *m, const struct images *images, int layout, sfpu_image **reached,
                 const sfpu_image **like);

void images_free(struct images *images);

/* Prints the warning `lost` about values of the file `path`, and frees it. NULL: nothing. */
void image_warn(const char *path, char *lost);

#endif
