/*
 * Dst images: files of numbers or raw bits, and how they lie in Dst (sfpsim(1), Image formats; sfpu-dst(7), Cell
 * orders). Everything here works on buffers; nothing reads or writes files, prints or exits. A function that fails
 * returns false and sets *error to one line that says what was found and expected, but not in which file; the caller
 * frees it (NULL: no memory even for that).
 *
 *     bytes --sfp_image_read--> struct sfp_image --sfp_image_to_dst--> Dst
 *     bytes <-sfp_image_write-- struct sfp_image <-sfp_image_from_dst- Dst
 */
#ifndef SFP_IMAGE_H
#define SFP_IMAGE_H

#include "model/model.h"

enum {
    SFP_IMAGE_MAX_VALUES = SFP_DST_ROWS * SFP_DST_COLUMNS,
    SFP_IMAGE_MAX_BYTES = 1 << 20, /* of a file that is read: far more than values take, and any header of theirs */
    SFP_TILE_SIDE = 32,      /* tile layout: 32x32 values, four faces of 16x16 */
    SFP_TILE_ROWS = 64,      /* Dst rows of a tile */
    SFP_TILE_VALUES = SFP_TILE_SIDE * SFP_TILE_SIDE,
    SFP_NPY_MAX_DIMS = 32,   /* as many as numpy 1 has */
};

/* Formats. */

/* How the file spells a value, and the Dst cell it stands for. */
enum sfp_format {
    SFP_FORMAT_DEFAULT, /* raw, or what a .npy file says of itself */
#define DST_FORMAT(name, id, ...) SFP_FORMAT_##id,
#include "formats.def"
    SFP_FORMATS,
};

/* Functions of a format below want one that has a row. */
const char *sfp_format_name(enum sfp_format format);
bool sfp_format_parse(const char *name, enum sfp_format *format);

unsigned sfp_format_bytes(enum sfp_format format);    /* of one value in a file: 1, 2 or 4 */
bool sfp_format_wide(enum sfp_format format);         /* fills Dst32b rows */
enum sfp_row_kind sfp_format_row(enum sfp_format format);
unsigned sfp_format_max_rows(enum sfp_format format); /* 512 or 1024 */

/* Rows of the format in the Dst of `s`, where the 16-bit view leaves room for 512 of any; NULL: without that view. */
unsigned sfp_format_rows_in(enum sfp_format format, const struct sfp_state *s);

/*
 * The configuration a typed format implies (sfpsim(1), Image formats), so that SFPLOAD and SFPSTORE with FMT_SRCB use
 * the view the image is in. 32-bit formats set Fp32_enabled: FMT_SRCB is then
 * FP32, which moves integers untouched too, but for the store, which takes an
 * integer below 2^23 for a denormal and flushes it; kernels on integers name
 * INT32. 16-bit formats clear it and name their own code: INT16
 * makes FMT_SRCB BF16, INT8 makes it FP16, on which Integer 8 is laid.
 */
struct sfp_format_config {
    bool fp32_enabled;
    uint8_t srcb_format; /* code of sfpu-dst(7), Format 0 */
};

/* False for raw, which implies nothing. */
bool sfp_format_config(enum sfp_format format, struct sfp_format_config *config);

/* A value's Dst cell and back. *lost is raised by 1 when the value could not be kept; see sfp_image_loss. */
uint32_t sfp_format_encode(enum sfp_format format, uint32_t value, unsigned *lost);
uint32_t sfp_format_decode(enum sfp_format format, uint32_t cell, unsigned *lost);

/* In words, what encoding and decoding can lose; NULL: nothing. */
const char *sfp_format_encode_loss(enum sfp_format format);
const char *sfp_format_decode_loss(enum sfp_format format);

/* What a value of the file means as a number. Raw cells count as unsigned. */
double sfp_format_number(enum sfp_format format, uint32_t value);

bool sfp_format_is_float(enum sfp_format format);

/* The quiet NaN that stands for all, as bits of a float format. */
uint32_t sfp_format_usual_nan(enum sfp_format format);

/* What the cells of a load's or store's Mod0 are; RAW: they are not reordered, or lie as nothing else does. */
enum sfp_format sfp_format_of_mode(unsigned mode);

/* Room for what sfp_format_text writes. */
enum { SFP_FORMAT_TEXT = 32 };

/* The shortest text that reads back as the same number; of a NaN but the usual quiet one its bits in parentheses, of raw
 * cells hexadecimal digits. */
void sfp_format_text(enum sfp_format format, uint32_t value, char text[SFP_FORMAT_TEXT]);

/* Its place among all values of the format, counted in units in the last place from 0; -0 is at 0. Not for NaNs. */
int64_t sfp_format_rank(enum sfp_format format, uint32_t value);

/* Files. */

enum sfp_layout {
    SFP_LAYOUT_ROWS, /* 16 values a Dst row */
    SFP_LAYOUT_TILE, /* row-major 32x32 tiles, each split into faces (0,0) (0,16) (16,0) (16,16) of 16 Dst rows */
};

const char *sfp_layout_name(enum sfp_layout layout);
bool sfp_layout_parse(const char *name, enum sfp_layout *layout);

enum sfp_container { SFP_PLAIN, SFP_NPY };

/* A file named *.npy is SFP_NPY. */
enum sfp_container sfp_container_of(const char *path);

/* Shape of a .npy array; dims = 0 when there is none to keep. */
struct sfp_shape {
    unsigned dims;
    uint32_t size[SFP_NPY_MAX_DIMS];
};

/* An image: rows * 16 values in the order of the file, each its bits zero-extended. 64 KiB, no memory of its own. */
struct sfp_image {
    enum sfp_format format; /* never DEFAULT */
    enum sfp_layout layout;
    unsigned first, rows;   /* Dst rows covered: so many, from the first on */
    struct sfp_shape shape;
    uint32_t value[SFP_IMAGE_MAX_VALUES];
};

/* How many values changed on their way because the other side cannot hold them, and in what way (NULL: cannot be). */
struct sfp_image_loss {
    unsigned count;
    const char *what; /* such as "fp16 infinities and NaNs became the largest pattern" */
};

/*
 * Reads a file's bytes. A plain file must be exactly 32,768 bytes (raw) or a
 * whole number of rows (of tiles, with TILE), at least one and no more than
 * Dst has. A .npy file may have any shape of that many values; `format` may be
 * DEFAULT there, or a format that its element type can carry: the formats that
 * are bits (raw bf16 int32 uint32 uint16) take signed and unsigned integers.
 */
bool sfp_image_read(const uint8_t *bytes, size_t size, enum sfp_container container, enum sfp_format format,
                    enum sfp_layout layout, struct sfp_image *image, char **error);

/* The file's bytes, to be freed with free(); NULL without memory. Any image fits both containers. */
uint8_t *sfp_image_write(const struct sfp_image *image, enum sfp_container container, size_t *size);

/*
 * Prepares `out`, all but its values, for the final Dst of `s`: `format`
 * (DEFAULT: the input's, or raw without one), `input`'s first row and number of
 * rows as far as the format has them there (all rows without an input, and
 * always for raw), and its shape if that still fits. `input` may be NULL, and
 * `s` where the 16-bit view is not on. Fails if the rows are not whole tiles, or
 * the format has not even the first.
 */
bool sfp_image_plan(struct sfp_image *out, enum sfp_format format, enum sfp_layout layout,
                    const struct sfp_image *input, const struct sfp_state *s, char **error);

/* Has the Dst of `s` all rows of the image? Fails if not. */
bool sfp_image_fits(const struct sfp_image *image, const struct sfp_state *s, char **error);

/* Dst. */

/*
 * Writes the image's rows into Dst, makes them valid and refreshes `s`; other
 * rows stay. The configuration must be in place and refreshed, since Blackhole's
 * remap and swizzle and the 16-bit view decide where rows lie; the image must fit.
 */
void sfp_image_to_dst(const struct sfp_image *image, struct sfp_state *s, struct sfp_image_loss *loss);

/*
 * Fills the values of a planned image. Rows that ZEROACC made invalid read as 0 (sfpu-dst(7), Valid rows). A raw row
 * reads as 0 when neither a 16-bit nor a 32-bit access could see its bits: it is invalid and, if it is a low half, so
 * is the row of its high half.
 */
void sfp_image_from_dst(const struct sfp_state *s, struct sfp_image *image, struct sfp_image_loss *loss);

/* Turns the values into what would come back from Dst: for an expected image, whose fp16 NaNs Dst cannot hold. */
void sfp_image_normalise(struct sfp_image *image, struct sfp_image_loss *loss);

/* Where the value at `index` of a file lies in Dst. */
struct sfp_dst_place {
    unsigned row, column;
};
struct sfp_dst_place sfp_image_place(enum sfp_layout layout, size_t index);

/* The same of an image that begins at another row than 0. */
struct sfp_dst_place sfp_image_cell(const struct sfp_image *image, size_t index);

/* The .npy format, versions 1 to 3. */

struct sfp_npy {
    char kind;         /* 'f', 'i' or 'u' */
    unsigned bytes;    /* of an element */
    struct sfp_shape shape;
    size_t count;      /* elements, at most SFP_IMAGE_MAX_VALUES */
    const uint8_t *data; /* inside the buffer parsed: count * bytes, little-endian */
};

/* Takes a whole file apart; any bytes are safe. C order, little-endian f4 f2 i4 u4 u2 i2 i1 only. */
bool sfp_npy_parse(const uint8_t *bytes, size_t size, struct sfp_npy *npy, char **error);

/* Room for any header sfp_npy_header writes. */
enum { SFP_NPY_HEADER_MAX = 512 };

/* Writes magic, version 1.0 and header, padded to 64 bytes; returns its length. */
size_t sfp_npy_header(uint8_t header[SFP_NPY_HEADER_MAX], char kind, unsigned bytes, const struct sfp_shape *shape);

/* The .npy element kind that files of a format are written with, and whether elements of `kind` can carry it. */
char sfp_format_npy_kind(enum sfp_format format);
bool sfp_format_takes_npy(enum sfp_format format, char kind, unsigned bytes);

/* The format a .npy element type names of itself; DEFAULT if none. */
enum sfp_format sfp_format_of_npy(char kind, unsigned bytes);

#endif
