/*
 * Dst images: files of numbers or raw bits, and their place in Dst (sfpsim-files(5), Image formats; sfpu-dst(7), Cell
 * orders); comparisons of images; and the state as JSON. All functions work on buffers. None reads or writes files,
 * prints or exits, except the functions that take a stream. A function that fails returns false and sets *error to one
 * line that says what was found and expected, but not in which file; the caller frees it (NULL: no memory for the
 * message).
 *
 *     bytes --sfp_image_read--> struct sfp_image --sfp_image_to_dst--> Dst
 *     bytes <-sfp_image_write-- struct sfp_image <-sfp_image_from_dst- Dst
 */
#ifndef SFP_IMAGE_H
#define SFP_IMAGE_H

#include <stdio.h>

#include "model.h"

enum {
    SFP_IMAGE_MAX_VALUES = SFP_DST_ROWS * SFP_DST_COLUMNS,
    SFP_IMAGE_MAX_BYTES = 1 << 20, /* most bytes of a file read: far more than values and any header take */
    SFP_TILE_SIDE = 32,      /* rows and columns of a tile: 32x32 values, four faces of 16x16 */
    SFP_TILE_ROWS = 64,      /* Dst rows of a tile */
    SFP_TILE_VALUES = SFP_TILE_SIDE * SFP_TILE_SIDE,
    SFP_NPY_MAX_DIMS = 32,   /* limit of numpy 1 */
};

/* ---- Formats ---- */

/* How the file spells a value, and the Dst cell it stands for. */
enum sfp_format {
    SFP_FORMAT_DEFAULT, /* the format is raw, or named by a .npy file */
#define DST_FORMAT(name, id, ...) SFP_FORMAT_##id,
#include "formats.def"
    SFP_FORMATS,
};

/* The functions below need a format with a row in formats.def, so not DEFAULT. */
const char *sfp_format_name(enum sfp_format format);
bool sfp_format_parse(const char *name, enum sfp_format *format);

unsigned sfp_format_bytes(enum sfp_format format);    /* returns the bytes of a value in a file: 1, 2 or 4 */
bool sfp_format_wide(enum sfp_format format);         /* returns whether a value fills a 32-bit cell of Dst */
enum sfp_row_kind sfp_format_row(enum sfp_format format);
unsigned sfp_format_max_rows(enum sfp_format format); /* returns the number of Dst rows in the format: 512 or 1024 */

/* Returns the number of the format's rows in the Dst of `s`: 512 for any format under the 16-bit view. `s` NULL:
 * without that view. */
unsigned sfp_format_rows_in(enum sfp_format format, const struct sfp_state *s);

/*
 * The configuration that a typed format implies (sfpsim-files(5), Image formats), so that SFPLOAD and SFPSTORE with
 * FMT_SRCB use the view of the image. 32-bit formats set Fp32_enabled: FMT_SRCB is then FP32, which moves integers
 * untouched too, with one exception: the store takes an integer below 2^23 for a denormal and flushes it. Kernels on
 * integers name INT32. 16-bit formats clear Fp32_enabled and name their own code: INT16 makes FMT_SRCB BF16, INT8 makes
 * it FP16, on which Integer 8 is laid.
 */
struct sfp_format_config {
    bool fp32_enabled;
    uint8_t srcb_format; /* data format code of sfpu-dst(7), Format 0 */
};

/* Returns false for raw, which implies nothing. */
bool sfp_format_config(enum sfp_format format, struct sfp_format_config *config);

/* Convert a value to its Dst cell and back. A value that cannot be kept adds 1 to *lost; see sfp_image_loss. */
uint32_t sfp_format_encode(enum sfp_format format, uint32_t value, unsigned *lost);
uint32_t sfp_format_decode(enum sfp_format format, uint32_t cell, unsigned *lost);

/* Return in words what encoding and decoding can lose; NULL: nothing. */
const char *sfp_format_encode_loss(enum sfp_format format);
const char *sfp_format_decode_loss(enum sfp_format format);

/* Returns the number that a file's value means. Raw cells count as unsigned. */
double sfp_format_number(enum sfp_format format, uint32_t value);

/* Returns the format of the cells that a load or store of mode Mod0 uses. Returns RAW if cells are not reordered, or
 * have an order of their own. */
enum sfp_format sfp_format_of_mode(unsigned mode);

/* Room for the text of sfp_format_text(). */
enum { SFP_FORMAT_TEXT = 32 };

/* Writes the shortest text that reads back as the same number. NaNs other than the usual quiet one have their bits
 * in parentheses, raw cells are hexadecimal. */
void sfp_format_text(enum sfp_format format, uint32_t value, char text[SFP_FORMAT_TEXT]);

/* Returns the value's place among all values of the format, in units in the last place from 0; -0 is at 0. Not for
 * NaNs. */
int64_t sfp_format_rank(enum sfp_format format, uint32_t value);

/* ---- Files ---- */

enum sfp_layout {
    SFP_LAYOUT_ROWS, /* row-major values, 16 for each row of Dst */
    SFP_LAYOUT_TILE, /* row-major 32x32 tiles, each split into faces (0,0) (0,16) (16,0) (16,16) of 16 Dst rows */
};

const char *sfp_layout_name(enum sfp_layout layout);
bool sfp_layout_parse(const char *name, enum sfp_layout *layout);

enum sfp_container { SFP_PLAIN, SFP_NPY };

/* Returns SFP_NPY for a file named *.npy. */
enum sfp_container sfp_container_of(const char *path);

/* Shape of a .npy array; dims = 0: no shape to keep. */
struct sfp_shape {
    unsigned dims;
    uint32_t size[SFP_NPY_MAX_DIMS];
};

/* An image: rows * 16 values in the order of the file, each its bits zero-extended. 64 KiB; owns no other memory. */
struct sfp_image {
    enum sfp_format format; /* format of the values; never DEFAULT */
    enum sfp_layout layout;
    unsigned first, rows;   /* Dst rows covered: `rows` rows, from `first` on */
    struct sfp_shape shape;
    uint32_t value[SFP_IMAGE_MAX_VALUES];
};

/* How many values changed on their way because the other side cannot hold them, and in what way (NULL: no change is
 * possible). */
struct sfp_image_loss {
    unsigned count;
    const char *what; /* description of the loss, such as "fp16 infinities and NaNs became the largest pattern" */
};

/*
 * Reads a file's bytes. A plain file must be exactly 32,768 bytes (raw) or a whole number of rows (of tiles, with
 * TILE), at least one and no more than Dst has. A .npy file may have any shape with that number of values. For .npy
 * `format` may be DEFAULT, or a format that the element type can carry: the formats of bits (raw bf16 int32 uint32
 * uint16) take signed and unsigned integers.
 */
bool sfp_image_read(const uint8_t *bytes, size_t size, enum sfp_container container, enum sfp_format format,
                    enum sfp_layout layout, struct sfp_image *image, char **error);

/* Returns the file's bytes, which the caller frees with free(); NULL without memory. Any image fits both containers. */
uint8_t *sfp_image_write(const struct sfp_image *image, enum sfp_container container, size_t *size);

/*
 * Prepares `out`, except its values, for the final Dst of `s`: `format` (DEFAULT: the input's, or raw without an
 * input); the first row and the number of rows of `input`, as far as the format has such rows (all rows without an
 * input, and for raw); and the input's shape if that still fits. `input` may be NULL. `s` may be NULL if the 16-bit
 * view is not on. Fails if the rows are not whole tiles, or the format lacks even the first row.
 */
bool sfp_image_plan(struct sfp_image *out, enum sfp_format format, enum sfp_layout layout,
                    const struct sfp_image *input, const struct sfp_state *s, char **error);

/* Fails unless the Dst of `s` has every row of the image. */
bool sfp_image_fits(const struct sfp_image *image, const struct sfp_state *s, char **error);

/* ---- Dst ---- */

/*
 * Writes the image's rows into Dst, makes them valid and refreshes `s`; other rows stay. The configuration must be in
 * place and refreshed, since Blackhole's remap and swizzle and the 16-bit view decide where rows lie; the image must
 * fit.
 */
void sfp_image_to_dst(const struct sfp_image *image, struct sfp_state *s, struct sfp_image_loss *loss);

/*
 * Fills the values of a planned image. Rows that ZEROACC made invalid read as 0 (sfpu-dst(7), Valid rows). A raw row
 * reads as 0 if neither a 16-bit nor a 32-bit access could see its bits: the row is invalid, and for a low half, the
 * row of the high half is invalid too.
 */
void sfp_image_from_dst(const struct sfp_state *s, struct sfp_image *image, struct sfp_image_loss *loss);

/* Read and write one 16-bit cell, as in an image of raw cells. A cell whose bits cannot be seen reads as 0. Writing
 * a cell sets the other cells of an unseen row to 0. */
uint16_t sfp_raw_cell(const struct sfp_state *s, unsigned row, unsigned column);
void sfp_raw_cell_set(struct sfp_state *s, unsigned row, unsigned column, uint16_t value);

/* Turns the values into the values that would come back from Dst: for an expected image, since Dst cannot hold fp16
 * NaNs. */
void sfp_image_normalise(struct sfp_image *image, struct sfp_image_loss *loss);

/* The place in Dst of the value at `index` of a file. */
struct sfp_dst_place {
    unsigned row, column;
};
struct sfp_dst_place sfp_image_place(enum sfp_layout layout, size_t index);

/* Returns the place of a value of an image, which may begin at a later row than 0. */
struct sfp_dst_place sfp_image_cell(const struct sfp_image *image, size_t index);

/* ---- The .npy format, versions 1 to 3 ---- */

struct sfp_npy {
    char kind;         /* kind of number: 'f', 'i' or 'u' */
    unsigned bytes;    /* size of an element in bytes */
    struct sfp_shape shape;
    size_t count;      /* number of elements, at most SFP_IMAGE_MAX_VALUES */
    const uint8_t *data; /* elements, inside the buffer parsed: count * bytes, little-endian */
};

/* Parses a whole file; any bytes are safe. C order, little-endian f4 f2 i4 u4 u2 i2 i1 only. */
bool sfp_npy_parse(const uint8_t *bytes, size_t size, struct sfp_npy *npy, char **error);

/* Room for any header of sfp_npy_header(). */
enum { SFP_NPY_HEADER_MAX = 512 };

/* Writes magic, version 1.0 and header, padded to 64 bytes. Returns the length. */
size_t sfp_npy_header(uint8_t header[SFP_NPY_HEADER_MAX], char kind, unsigned bytes, const struct sfp_shape *shape);

/* Return the .npy element kind with which files of a format are written; and whether elements of `kind` can carry
 * the format. */
char sfp_format_npy_kind(enum sfp_format format);
bool sfp_format_takes_npy(enum sfp_format format, char kind, unsigned bytes);

/* Returns the format that a .npy element type names itself, or DEFAULT. */
enum sfp_format sfp_format_of_npy(char kind, unsigned bytes);

/* ---- Chosen cells of Dst, in a format, written and read many times ---- */

/* A cell, or its upper half, by physical row. */
struct sfp_single_cell {
    uint16_t row;
    uint8_t column;
};

struct sfp_cells {
    enum sfp_format format;
    enum sfp_row_kind kind;
    size_t count;             /* number of cells: first the cells of whole rows, then single cells */
    uint16_t *rows;           /* physical rows of the whole rows, or rows of their upper halves */
    size_t row_count;
    struct sfp_single_cell *single; /* the single cells, after the whole rows */
    size_t single_count;
};

/*
 * Plans access to `count` cells, cells[i] being row * 16 + column of the format's rows, at their place in the Dst of
 * `s`. Under another configuration the place may differ. Returns false for a cell that does not exist, with a message
 * in *error (NULL: no memory). Free the plan by sfp_cells_free().
 */
bool sfp_cells_plan(struct sfp_cells *cells, enum sfp_format format, const uint32_t *at, size_t count,
                    const struct sfp_state *s, char **error);
void sfp_cells_free(struct sfp_cells *cells);

/* Write and read values as in struct sfp_image, in the order of the plan. Written cells become valid. Invalid cells
 * read as 0. */
void sfp_cells_write(const struct sfp_cells *cells, const uint32_t *values, struct sfp_machine *m);
void sfp_cells_read(const struct sfp_cells *cells, const struct sfp_machine *m, uint32_t *values);

/* ---- Comparing two Dst images ---- */

/*
 * Comparing two Dst images (sfpsim-run(1), Checking). The usual way:
 *
 *     sfp_image_read(file, ..., &expected);  sfp_image_normalise(&expected, &loss);
 *     sfp_image_plan(&got, expected.format, expected.layout, &expected, ...);
 *     sfp_image_from_dst(state, &got, &loss);
 *     sfp_compare(&got, &expected, &tolerance, worst, &comparison, ...);
 */

/*
 * Which values count as equal. Without any of the three tolerances, values must have the same bits. Otherwise a value
 * is accepted if it has the same bits, if both are NaN, if it lies within `ulp` units in the last place of the format,
 * or if |got - expected| <= atol + rtol * |expected|, like numpy.isclose: rtol and atol together make one bound (a
 * missing one is 0), and ulp accepts on its own. By ulp -0 and +0 are 0 apart, an infinity follows the largest number,
 * and a unit of an integer is 1. By rtol and atol an infinity is close to itself only.
 */
struct sfp_tolerance {
    bool has_ulp, has_rtol, has_atol;
    uint64_t ulp;
    double rtol, atol;
};

/* Checks a tolerance for values of `format`. Returns false with a message in *error, which the caller frees, if raw
 * cells, which are bits, are given a tolerance, or if a tolerance is negative or a NaN. */
bool sfp_tolerance_check(const struct sfp_tolerance *tolerance, enum sfp_format format, char **error);

enum {
    SFP_WORST_DEFAULT = 10,
    SFP_WORST_MAX = 100,
};

/* Kinds of a pair of values. */
enum sfp_pair {
    SFP_PAIR_FINITE,   /* pair of finite values */
    SFP_PAIR_INFINITE, /* pair with an infinity and without a NaN */
    SFP_PAIR_NAN,      /* pair with a NaN */
    SFP_PAIRS,
};

/* A value that was not accepted. */
struct sfp_mismatch {
    size_t index; /* index of the pair, in file order */
    uint32_t got, expected;
    enum sfp_pair pair;
    uint64_t ulp; /* distance of the values in ulps; valid without NaNs, like `error` */
    double error; /* got - expected; infinite if a value is infinite */
    double badness; /* distance beyond the tolerance, by which the list is ordered */
};

/* Pairs of one kind that were not accepted: their number, and a list of a few. */
struct sfp_mismatches {
    size_t count;
    unsigned listed;
    struct sfp_mismatch worst[SFP_WORST_MAX]; /* finite pairs: the worst first; others: in file order */
};

/* Explanations of differences by the width of Dst cells. */
enum sfp_width_hint {
    SFP_HINT_NONE,
    SFP_HINT_STORED_NARROW, /* 32-bit results of 16-bit stores */
    SFP_HINT_STORED_WIDE,   /* 16-bit results of 32-bit stores */
    SFP_HINT_SPOILED,       /* only the first 8 rows are right: 32-bit stores overwrote 16-bit cells; for 16-bit
                             * inputs */
};

/* Finds an explanation. The images must have the same format, layout, first row and number of rows. */
enum sfp_width_hint sfp_find_width_hint(const struct sfp_image *got, const struct sfp_image *expected);

/*
 * The result of a comparison. Units in the last place count for all pairs, accepted or not, except pairs that differ
 * and have a value that is not finite. A percentile p is the smallest number that p percent of the pairs do not exceed.
 */
struct sfp_comparison {
    enum sfp_format format;
    enum sfp_layout layout;
    unsigned first; /* first row of Dst */
    struct sfp_tolerance tolerance;
    size_t compared, mismatching;
    size_t exact;     /* number of pairs with the same bits */
    size_t measured;  /* number of pairs with an ulp */
    uint64_t max_ulp, p50, p95, p99;
    double mean_ulp;
    double max_abs;   /* largest absolute error over pairs of finite values */
    double max_rel;   /* largest relative error over these pairs, where the expected value is not 0 */
    enum sfp_width_hint hint;
    struct sfp_mismatches kinds[SFP_PAIRS];
};

/*
 * Compares images of one format, layout and number of rows, and lists `worst` mismatches of each kind (at most
 * SFP_WORST_MAX). Returns false with a message in *error, which the caller frees (NULL: no memory), if the images
 * differ in format, layout or rows, or if sfp_tolerance_check refuses the tolerance.
 */
bool sfp_compare(const struct sfp_image *got, const struct sfp_image *expected, const struct sfp_tolerance *tolerance,
                 unsigned worst, struct sfp_comparison *result, char **error);

/* Earlier images of Dst: the inputs that the compared values replaced. */
struct sfp_inputs {
    const struct sfp_image *const *images; /* images in the order of loading: later images overwrite earlier ones */
    size_t count;
};

/* Return the cell of a mismatch; and a cell's lane (sfpu-dst(7), Addresses). */
struct sfp_dst_place sfp_mismatch_cell(const struct sfp_comparison *result, const struct sfp_mismatch *m);
unsigned sfp_cell_lane(struct sfp_dst_place cell);

/* Returns the newest input with a value in that cell, in rows of the same width; NULL: no such input. *index: the
 * value's index in the input. */
const struct sfp_image *sfp_input_at(const struct sfp_inputs *inputs, enum sfp_format format, struct sfp_dst_place cell,
                                     size_t *index);

/* Prints a hint in words. A hint about 16-bit inputs is printed only if such an input exists. */
void sfp_width_hint_print(FILE *out, enum sfp_width_hint hint, const struct sfp_inputs *inputs);

/* Prints a summary, the lists of mismatches, and the hint if any, as text. */
void sfp_compare_print(FILE *out, const struct sfp_comparison *result, const struct sfp_inputs *inputs);

/* ---- The architectural state as JSON (sfpsim-files(5), State), in buffers ---- */

/* Results of a run that the state JSON adds: output only. */
struct sfp_statefile_hazard {
    uint64_t cycle;
    size_t index;           /* index of the instruction in the program */
    bool scheduled;         /* the finding is about an item that the instruction scheduled */
    const char *kind, *text; /* UTF-8 */
    bool possible;          /* the finding did not happen, but would with other data */
};

struct sfp_statefile_run {
    uint64_t cycles;
    const struct sfp_statefile_hazard *hazards;
    size_t hazard_count;
};

/*
 * Returns the state as JSON text that ends in a newline and a NUL, which *size does not count; the caller frees with
 * free(). `run` may be NULL: "cycles" and "hazards" are then left out. Returns NULL without memory.
 *
 * A flag stack whose size counter ran beyond its 8 entries is written with as many entries as the counter says, entry i
 * being slot i & 7, so that reading the text restores slots and counter.
 */
char *sfp_statefile_write(const struct sfp_state *s, const struct sfp_statefile_run *run, size_t *size);

/*
 * Changes `s`, which must have been reset for its arch, to the state in the text, and refreshes `s`. Missing members
 * leave their part of `s` alone. Numbers are JSON integers or "0x..." strings; one value may stand for an array over
 * lanes. "cycles" and "hazards" are ignored, so that written texts can be read. Instructions in "replay" and words of
 * "mop_cfg" count as recorded and as set if they are not 0, and address modifiers as set in any case. Configuration
 * goes to the current bank.
 *
 * Returns false with one line in *error that names the member, what was found and what was expected; `s` is then
 * unchanged. The caller frees *error (NULL: no memory for the message).
 */
bool sfp_statefile_read(const char *text, size_t size, struct sfp_state *s, char **error);

/* Called with a value that differs between two states: its path in the JSON, and both values as JSON spells them. */
typedef void sfp_state_differs(void *context, const char *path, const char *a, const char *b);

/* Compares all members of the JSON, except a run's results, in the order of the JSON. Returns the number of values
 * that differ. */
size_t sfp_statefile_compare(const struct sfp_state *a, const struct sfp_state *b, sfp_state_differs *differs,
                             void *context);

#endif
