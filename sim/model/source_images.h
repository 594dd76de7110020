/* Files with data for SrcA and SrcB: reading them as an unpacker would bring them (sfpu-matrix(7), Data). */
#ifndef SFP_SOURCE_IMAGES_H
#define SFP_SOURCE_IMAGES_H

#include "image.h"
#include "source_banks.h"

/*
 * Reads a file's bytes as images, each for one bank. `text` is FORMAT[:ROWS]: bf16, tf32, fp16, int8, bits or
 * bits-NAME; and the rows of the file that go into one bank, 64 by default. The last bank may be filled in part; rows
 * that are not filled are 0. *images receives `*count` images, which the caller frees. Returns false with a message in
 * *error, which the caller frees (NULL: no memory).
 */
bool sfp_source_images_read(const uint8_t *bytes, size_t size, enum sfp_container container, enum sfp_layout layout,
                            const char *text, struct sfp_source_image **images, size_t *count, char **error);

#endif
