/*
 * The banks of SrcA and SrcB, from which the matrix unit reads, and the data that wait to be brought there
 * (sfpu-matrix(7), Banks). Plain data, no time. The banks exist once, for all threads.
 */
#ifndef SFP_SOURCE_BANKS_H
#define SFP_SOURCE_BANKS_H

#include <stddef.h>

#include "matrix_arith.h"

struct archiving;

enum sfp_source { SFP_SRCA, SFP_SRCB, SFP_SOURCES };

enum {
    SFP_SOURCE_ROWS = 64,  /* number of rows of a bank */
    SFP_SOURCE_BANKS = 2,  /* number of banks of a source */
};

/* One bank's data as an unpacker brings them, with their format as a code (sfpu-dst(7), Format 0). */
struct sfp_source_image {
    sfp_source_row row[SFP_SOURCE_ROWS];
    uint8_t format;
};

struct sfp_source_bank {
    struct sfp_source_image data; /* on Wormhole, nothing reads the format */
    bool valid; /* the bank belongs to the matrix unit, which may read it; false: to the unpacker */
};

/* Images that wait for a free bank. Owned by the banks. */
struct sfp_source_feed {
    struct sfp_source_image *images;
    size_t count, next; /* number of images; index of the next image to bring */
};

/* Why a run must end: the matrix unit waits for data that nothing brings, or does something that no source defines. */
struct sfp_matrix_stop {
    bool stops;
    const char *waits_for; /* the source, as text; NULL: a refusal */
    const char *why;       /* refusal's reason, to follow the instruction's name in a message */
    uint32_t word, index;
};

struct sfp_banks {
    struct sfp_source_bank bank[SFP_SOURCES][SFP_SOURCE_BANKS];
    uint8_t read[SFP_SOURCES];   /* index of the matrix unit's bank */
    uint8_t filled[SFP_SOURCES]; /* index of the unpacker's bank */
    struct sfp_matrix_stop stop;
    struct sfp_source_feed feed[SFP_SOURCES];
};

/* Returns the name of a source: "SrcA" or "SrcB". */
const char *sfp_source_name(enum sfp_source source);

/* Returns banks at power-on: all belong to the unpackers, and nothing waits. NULL without memory. The caller frees by
 * sfp_banks_free(). */
struct sfp_banks *sfp_banks_new(void);
void sfp_banks_free(struct sfp_banks *banks); /* accepts NULL */

/* Copies banks with the images that wait. *to is freed, or made, as needed; `from` may be NULL. Returns false without
 * memory; *to is then unchanged. */
bool sfp_banks_copy(struct sfp_banks **to, const struct sfp_banks *from);

/* Appends copies of `count` images to the feed. A source's first image also gives its format to both empty banks.
 * Returns false without memory. */
bool sfp_banks_feed(struct sfp_banks *banks, enum sfp_source source, const struct sfp_source_image *images,
                    size_t count);

/* Returns the bank that the matrix unit reads. */
struct sfp_source_bank *sfp_bank_read(struct sfp_banks *banks, enum sfp_source source);

/* Brings images until the bank that the matrix unit reads is valid: an unpacker fills a free bank as late as possible.
 * Returns false if no image is left for that. */
bool sfp_banks_need(struct sfp_banks *banks, enum sfp_source source);

/* Gives the matrix unit's bank back, unless `keep` is set, and moves on to the other bank. */
void sfp_bank_release(struct sfp_banks *banks, enum sfp_source source, bool keep);

/* Gives all banks to the unpackers, and sets all bank numbers to 0. The data stay. */
void sfp_banks_reset(struct sfp_banks *banks);

/* Saves or loads everything except the images, which must be the same when loading. */
void sfp_banks_archive(struct sfp_banks *banks, struct archiving *a);

#endif
