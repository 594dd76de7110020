/* --print: parsed options, the values they ask for, and the values' text and JSON. */
#ifndef SFP_PRINT_H
#define SFP_PRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "action/lanes_tree.h"
#include "sfpu.h"
#include "base/json_writer.h"

/* ---- Options ---- */

enum print_kind {
    PRINT_LREG, PRINT_FLAGS, PRINT_STACK, PRINT_MACRO, PRINT_RWC, PRINT_CONFIG, PRINT_LANES, PRINT_ROWS, PRINT_TILE,
};
enum print_hex { PRINT_NO_HEX, PRINT_HEX_BESIDE, PRINT_HEX_ALONE };

/* An item to print: registers, rows of Dst, or another part of the state. */
struct print_item {
    enum print_kind kind;
    unsigned first, last; /* first and last register or row of Dst; TILE: the tile's number, twice */
    int format;           /* format of the printed values, an enum sfpu_format; ANY: fp32 for registers, the format
                           * in use for Dst */
    enum print_hex hex;
};

enum print_where { PRINT_END, PRINT_LINE, PRINT_CYCLE, PRINT_INDEX, PRINT_REGION, PRINT_FINDING };

/* A parsed --print option. */
struct print_option {
    char *text;            /* the option's argument */
    struct print_item *items;
    size_t count;
    enum print_where where;
    const char *name;      /* LINE: name of the file, or NULL; REGION, FINDING: name, or NULL for any; points into
                            * `own` */
    char *own;
    uint64_t number;       /* number of the LINE, CYCLE or INDEX */
    uint64_t hit;          /* LINE: number of the only hit to print, from 1; 0: every hit */
};

/* Parses the argument of --print. Returns false with a message in *error, which the caller frees (NULL: memory ran
 * out). */
bool print_option_parse(const char *text, struct print_option *option, char **error);
void print_option_free(struct print_option *option);

/* Writes the item's name without its format: "L3" (the first of several registers), "dst:0-3". */
enum { PRINT_NAME = 32 };
void print_item_name(const struct print_item *item, char name[PRINT_NAME]);

/* ---- Values ---- */

enum { PRINT_COUNTERS = SFPU_COUNTER_SP + 1, PRINT_FIRST_CONSTANT = 11, PRINT_CONSTANTS = 4, PRINT_CONFIGS = 48 };

/* LaneConfig, the programmable constants L11 to L14, and configuration registers. */
struct print_config {
    uint32_t lane_config[SFPU_LANES], constants[PRINT_CONSTANTS][SFPU_LANES];
    struct sfpu_config fields[PRINT_CONFIGS];
    size_t count;
};

/* Copied values of an item, or of a single register from a range, at a given moment. */
struct print_values {
    struct print_item item;
    uint32_t enabled;
    union {
        uint32_t lanes[SFPU_LANES];
        struct {
            uint32_t flags, use_flags;
        } flags;
        struct sfpu_stack stack;
        struct sfpu_macros macros;
        uint32_t counters[PRINT_COUNTERS];
        struct print_config config;
    };
    struct lanes_tree *tree; /* LANES: tree of the steps that enabled the lanes, filled in by the caller */
    uint8_t *bytes;    /* Dst's content up to the last printed row or tile; NULL: the item is not of Dst */
    size_t size, skip; /* length of `bytes`; offset of the first printed value */
};

/* Makes room for the item's values; for several registers, only the first. `format` is Dst's format in use. Returns
 * false with a message in *error (NULL: memory ran out) if Dst lacks the rows. print_values_free() frees what this
 * allocates. */
bool print_values_make(sfpu_machine *m, const struct print_item *item, int format, struct print_values *v, char **error);
void print_values_free(struct print_values *v);

/* Copies the machine's present values. Returns an enum sfpu_code. */
int print_values_take(sfpu_machine *m, struct print_values *v);

/* Prints the values in lines that begin with two blanks. Returns false if memory ran out. */
bool print_values_text(sfpu_machine *m, FILE *out, const struct print_values *v);

/* Values of Dst, in a file's order: value `i`, the number of values, and the number of values in a row. */
uint32_t print_cell(const struct print_values *v, size_t i);
size_t print_cell_count(const struct print_values *v);
size_t print_cell_columns(const struct print_values *v);

/* Returns the value's bits as a file of its format has them: sign-magnitude values of registers become two's
 * complement. */
uint32_t print_as_in_files(const struct print_item *item, uint32_t bits);

/* ---- Configuration of the vector unit (print_config.c). The JSON functions write members of an object ---- */

int print_counters_take(sfpu_machine *m, uint32_t counters[PRINT_COUNTERS]);
void print_counters_text(FILE *out, const uint32_t counters[PRINT_COUNTERS]);
void print_counters_json(struct sfp_json *j, const uint32_t counters[PRINT_COUNTERS]);

/* Prints a line for each distinct value of a macro word, with its lanes. Returns false if memory ran out. */
bool print_macros_text(sfpu_machine *m, FILE *out, const struct sfpu_macros *macros);
void print_macros_json(struct sfp_json *j, sfpu_machine *m, const struct sfpu_macros *macros);

/* Copy and write LaneConfig, constants and configuration registers. The text has a line for each distinct value and
 * each nonzero field; it returns false if memory ran out. */
int print_config_take(sfpu_machine *m, struct print_config *config);
bool print_config_text(sfpu_machine *m, FILE *out, const struct print_config *config);
void print_config_json(struct sfp_json *j, sfpu_machine *m, const struct print_config *config);

/* ---- As JSON ---- */

/* Writes the values as members of an object. */
void print_values_json(struct sfp_json *j, sfpu_machine *m, const struct print_values *v);

#endif
