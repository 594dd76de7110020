/*
 * Dst images: files of numbers or raw bits, and how they lie in Dst (sfpsim-files(5), Image formats; sfpu-dst(7), Cell
 * orders); their comparison; and the state as JSON. Everything here works on buffers; nothing reads or writes files,
 * prints or exits, but for what takes a stream. A function that fails returns false and sets *error to one line that
 * says what was found and expected, but not in which file; the caller frees it (NULL: no memory even for that).
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
    SFP_IMAGE_MAX_BYTES = 1 << 20, /* of a file that is read: far more than values take, and any header of theirs */
    SFP_TILE_SIDE = 32,      /* tile layout: 32x32 values, four faces of 16x16 */
    SFP_TILE_ROWS = 64,      /* Dst rows of a tile */
    SFP_TILE_VALUES = SFP_TILE_SIDE * SFP_TILE_SIDE,
    SFP_NPY_MAX_DIMS = 32,   /* as many as numpy 1 has */
};

/* ---- Formats ---- */

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
 * The configuration a typed format implies (sfpsim-files(5), Image formats), so that SFPLOAD and SFPSTORE with FMT_SRCB
 * use the view the image is in. 32-bit formats set Fp32_enabled: FMT_SRCB is then
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

/* What the cells of a load's or store's Mod0 are; RAW: they are not reordered, or lie as nothing else does. */
enum sfp_format sfp_format_of_mode(unsigned mode);

/* Room for what sfp_format_text writes. */
enum { SFP_FORMAT_TEXT = 32 };

/* The shortest text that reads back as the same number; of a NaN but the usual quiet one its bits in parentheses, of raw
 * cells hexadecimal digits. */
void sfp_format_text(enum sfp_format format, uint32_t value, char text[SFP_FORMAT_TEXT]);

/* Its place among all values of the format, counted in units in the last place from 0; -0 is at 0. Not for NaNs. */
int64_t sfp_format_rank(enum sfp_format format, uint32_t value);

/* ---- Files ---- */

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

/* ---- Dst ---- */

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

/* One 16-bit cell, as an image of raw cells has it: 0 where its bits cannot be seen. What else there is in such a row is 0
 * once a cell of it is written. */
uint16_t sfp_raw_cell(const struct sfp_state *s, unsigned row, unsigned column);
void sfp_raw_cell_set(struct sfp_state *s, unsigned row, unsigned column, uint16_t value);

/* Turns the values into what would come back from Dst: for an expected image, whose fp16 NaNs Dst cannot hold. */
void sfp_image_normalise(struct sfp_image *image, struct sfp_image_loss *loss);

/* Where the value at `index` of a file lies in Dst. */
struct sfp_dst_place {
    unsigned row, column;
};
struct sfp_dst_place sfp_image_place(enum sfp_layout layout, size_t index);

/* The same of an image that begins at another row than 0. */
struct sfp_dst_place sfp_image_cell(const struct sfp_image *image, size_t index);

/* ---- The .npy format, versions 1 to 3 ---- */

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

/* ---- Chosen cells of Dst, in a format, written and read many times ---- */

/* A cell, or its upper half; and its physical row. */
struct sfp_single_cell {
    uint16_t row;
    uint8_t column;
};

struct sfp_cells {
    enum sfp_format format;
    enum sfp_row_kind kind;
    size_t count;             /* of cells: first those of whole rows ... */
    uint16_t *rows;           /* ... which these physical ones are, or their upper halves ... */
    size_t row_count;
    struct sfp_single_cell *single; /* ... then these */
    size_t single_count;
};

/*
 * Plans access to `count` cells, cells[i] being row * 16 + column of the format's rows, where the Dst of `s` has them;
 * other configurations may have them elsewhere. False with a message in *error, NULL without memory: there is no such
 * cell. sfp_cells_free takes what it made.
 */
bool sfp_cells_plan(struct sfp_cells *cells, enum sfp_format format, const uint32_t *at, size_t count,
                    const struct sfp_state *s, char **error);
void sfp_cells_free(struct sfp_cells *cells);

/* Values as sfp_image has them, in the order of the plan. Written cells become valid; cells that are not read as 0. */
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
 * What counts as equal. With none of the three, values must have the same
 * bits. Otherwise a value is accepted when it has the same bits, when both are
 * NaN, when it lies within `ulp` units in the last place of the format, or when
 * |got - expected| <= atol + rtol * |expected|, as numpy.isclose has it: rtol
 * and atol together make one bound (one that is not given is 0), and ulp
 * accepts on its own. By ulp -0 and +0 are 0 apart, an infinity follows the
 * largest number, and a unit of an integer is 1. By rtol and atol an infinity
 * is close to itself only.
 */
struct sfp_tolerance {
    bool has_ulp, has_rtol, has_atol;
    uint64_t ulp;
    double rtol, atol;
};

/* May values of `format` be compared so? False with a message in *error, which the caller frees, if a tolerance is
 * given for raw cells, which are bits, or if one is negative or not a number. */
bool sfp_tolerance_check(const struct sfp_tolerance *tolerance, enum sfp_format format, char **error);

enum {
    SFP_WORST_DEFAULT = 10,
    SFP_WORST_MAX = 100,
};

/* What the two values of a pair are. */
enum sfp_pair {
    SFP_PAIR_FINITE,   /* both are finite */
    SFP_PAIR_INFINITE, /* one is an infinity, and none a NaN */
    SFP_PAIR_NAN,      /* one is a NaN */
    SFP_PAIRS,
};

/* A value that was not accepted. */
struct sfp_mismatch {
    size_t index; /* in file order */
    uint32_t got, expected;
    enum sfp_pair pair;
    uint64_t ulp; /* not of a NaN, as `error` */
    double error; /* got - expected; infinite where one of them is */
    double badness; /* orders the list: how far beyond the tolerance */
};

/* Of one kind of pairs: how many were not accepted, and some of them. */
struct sfp_mismatches {
    size_t count;
    unsigned listed;
    struct sfp_mismatch worst[SFP_WORST_MAX]; /* finite ones: the worst first; then in file order */
};

/* What values that differ look like, if the width of cells of Dst explains them. */
enum sfp_width_hint {
    SFP_HINT_NONE,
    SFP_HINT_STORED_NARROW, /* 32-bit results of 16-bit stores */
    SFP_HINT_STORED_WIDE,   /* 16-bit results of 32-bit stores */
    SFP_HINT_SPOILED,       /* only the first 8 rows are right: 32-bit stores went over 16-bit cells; of 16-bit inputs */
};

/* Images of one format, layout, first row and number of rows. */
enum sfp_width_hint sfp_find_width_hint(const struct sfp_image *got, const struct sfp_image *expected);

/*
 * Units in the last place are of all pairs but those that differ and are not
 * both finite, accepted or not; percentiles are the smallest number that is not
 * less than so many of a hundred.
 */
struct sfp_comparison {
    enum sfp_format format;
    enum sfp_layout layout;
    unsigned first; /* row of Dst */
    struct sfp_tolerance tolerance;
    size_t compared, mismatching;
    size_t exact;     /* have the same bits */
    size_t measured;  /* have an ulp */
    uint64_t max_ulp, p50, p95, p99;
    double mean_ulp;
    double max_abs;   /* over all pairs of finite values */
    double max_rel;   /* idem, where the expected value is not 0 */
    enum sfp_width_hint hint;
    struct sfp_mismatches kinds[SFP_PAIRS];
};

/*
 * Compares images of one format, layout and number of rows, and lists `worst`
 * mismatches of each kind (at most SFP_WORST_MAX). False with a message in
 * *error, which the caller frees (NULL: no memory), if the images differ in
 * kind, or if sfp_tolerance_check refuses the tolerance.
 */
bool sfp_compare(const struct sfp_image *got, const struct sfp_image *expected, const struct sfp_tolerance *tolerance,
                 unsigned worst, struct sfp_comparison *result, char **error);

/* Images that Dst had before, for values that were replaced by those that are compared. */
struct sfp_inputs {
    const struct sfp_image *const *images; /* a later one went over an earlier one */
    size_t count;
};

/* The cell of a mismatch, and its lane (sfpu-dst(7), Addresses). */
struct sfp_dst_place sfp_mismatch_cell(const struct sfp_comparison *result, const struct sfp_mismatch *m);
unsigned sfp_cell_lane(struct sfp_dst_place cell);

/* The input of that cell, in rows of the same width; NULL: none has it. *index: in that image. */
const struct sfp_image *sfp_input_at(const struct sfp_inputs *inputs, enum sfp_format format, struct sfp_dst_place cell,
                                     size_t *index);

/* Prints a hint in words; one that is of 16-bit inputs only if there is such an input. */
void sfp_width_hint_print(FILE *out, enum sfp_width_hint hint, const struct sfp_inputs *inputs);

/* Prints a summary, the lists of mismatches, and a hint if there is one, as text. */
void sfp_compare_print(FILE *out, const struct sfp_comparison *result, const struct sfp_inputs *inputs);

/* ---- The architectural state as JSON (sfpsim-files(5), State), in buffers ---- */

/* What a run adds to the state it leaves: output only. */
struct sfp_statefile_hazard {
    uint64_t cycle;
    size_t index;           /* of the instruction in the program */
    bool scheduled;         /* it is about an item that this one scheduled */
    const char *kind, *text; /* UTF-8 */
    bool possible;          /* it did not happen, but would with other data */
};

struct sfp_statefile_run {
    uint64_t cycles;
    const struct sfp_statefile_hazard *hazards;
    size_t hazard_count;
};

/*
 * The state as JSON text that ends in a newline and a NUL, which *size does not
 * count; to be freed with free(). `run` may be NULL: "cycles" and "hazards" are
 * left out. NULL if there is no memory.
 *
 * A flag stack whose size counter ran beyond its 8 entries is written with as
 * many as the counter says, entry i being slot i & 7, so that reading it back
 * restores slots and counter.
 */
char *sfp_statefile_write(const struct sfp_state *s, const struct sfp_statefile_run *run, size_t *size);

/*
 * Changes `s`, which must have been reset for its arch, to what the text says,
 * and refreshes it. Members that are not there leave their part of `s` alone.
 * Numbers are JSON integers or "0x..." strings; for an array over lanes one
 * value may stand. "cycles" and "hazards" are ignored, so that what was written
 * can be read. Instructions in "replay" and words of "mop_cfg" count as
 * recorded and as set if they are not 0, and address modifiers as set in any
 * case. Configuration goes to the current bank.
 *
 * False with one line in *error that names the member, what was found and what
 * was expected; `s` is then as it was. The caller frees *error (NULL: no memory
 * even for that).
 */
bool sfp_statefile_read(const char *text, size_t size, struct sfp_state *s, char **error);

/* Hears of a value that two states do not share, by its path in the JSON and as that spells it. */
typedef void sfp_state_differs(void *context, const char *path, const char *a, const char *b);

/* Compares all that the JSON has, but what comes of a run, in its order; returns how many values differ. */
size_t sfp_statefile_compare(const struct sfp_state *a, const struct sfp_state *b, sfp_state_differs *differs,
                             void *context);

#endif
