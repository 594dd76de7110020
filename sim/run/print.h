/* --print: what options ask for, and values told as text and as JSON. */
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

/* Registers, or another part of the state. */
struct print_item {
    enum print_kind kind;
    unsigned first, last; /* registers; rows of Dst; TILE: which, twice */
    int format;           /* an enum sfpu_format; ANY: fp32 of registers, of Dst the format in use */
    enum print_hex hex;
};

enum print_where { PRINT_END, PRINT_LINE, PRINT_CYCLE, PRINT_INDEX, PRINT_REGION, PRINT_FINDING };

/* An option, taken apart. */
struct print_option {
    char *text;            /* as it was given */
    struct print_item *items;
    size_t count;
    enum print_where where;
    const char *name;      /* LINE: the file, or NULL; REGION, FINDING: its name, or NULL: any; a part of `own` */
    char *own;
    uint64_t number;       /* LINE, CYCLE, INDEX */
    uint64_t hit;          /* LINE: the only one that is printed, from 1; 0: each */
};

/* Takes one apart. False with a message in *error, which the caller frees (NULL: no memory even for that). */
bool print_option_parse(const char *text, struct print_option *option, char **error);
void print_option_free(struct print_option *option);

/* What it is, without its format: "L3" (the first of several registers), "dst:0-3". */
enum { PRINT_NAME = 32 };
void print_item_name(const struct print_item *item, char name[PRINT_NAME]);

/* ---- Values ---- */

enum { PRINT_COUNTERS = SFPU_COUNTER_SP + 1, PRINT_FIRST_CONSTANT = 11, PRINT_CONSTANTS = 4, PRINT_CONFIGS = 48 };

/* LaneConfig, the constants that programs set, L11 to L14, and configuration registers. */
struct print_config {
    uint32_t lane_config[SFPU_LANES], constants[PRINT_CONSTANTS][SFPU_LANES];
    struct sfpu_config fields[PRINT_CONFIGS];
    size_t count;
};

/* One item as it was: one register, of several. */
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
    struct lanes_tree *tree; /* LANES: how they came to be enabled, for the caller to fill */
    uint8_t *bytes;    /* of Dst, up to the last row, or tile, that is printed; NULL: none are */
    size_t size, skip; /* bytes of them, and of those before the first */
};

/* Makes room for one register, or whatever the item is; `format` is that of Dst in use. False with a message in *error
 * (NULL: no memory even for that) if Dst has no such rows. print_values_free takes what it made. */
bool print_values_make(sfpu_machine *m, const struct print_item *item, int format, struct print_values *v, char **error);
void print_values_free(struct print_values *v);

/* What it is on the machine by now. Returns an enum sfpu_code. */
int print_values_take(sfpu_machine *m, struct print_values *v);

/* Lines, each of which begins with two blanks. False without memory. */
bool print_values_text(sfpu_machine *m, FILE *out, const struct print_values *v);

/* Cells of Dst, in the order of a file. */
uint32_t print_cell(const struct print_values *v, size_t i);
size_t print_cell_count(const struct print_values *v);
size_t print_cell_columns(const struct print_values *v);

/* A value's bits as a file of its format has them: sign and magnitude in a register are two's complement there. */
uint32_t print_as_in_files(const struct print_item *item, uint32_t bits);

/* ---- What configures the vector unit: print_config.c ----
 * What is as JSON writes members of an object. */

int print_counters_take(sfpu_machine *m, uint32_t counters[PRINT_COUNTERS]);
void print_counters_text(FILE *out, const uint32_t counters[PRINT_COUNTERS]);
void print_counters_json(struct sfp_json *j, const uint32_t counters[PRINT_COUNTERS]);

/* A line for each value that some lanes have. False without memory. */
bool print_macros_text(sfpu_machine *m, FILE *out, const struct sfpu_macros *macros);
void print_macros_json(struct sfp_json *j, sfpu_machine *m, const struct sfpu_macros *macros);

/* The same, and a line for each field that is not 0. */
int print_config_take(sfpu_machine *m, struct print_config *config);
bool print_config_text(sfpu_machine *m, FILE *out, const struct print_config *config);
void print_config_json(struct sfp_json *j, sfpu_machine *m, const struct print_config *config);

/* ---- As JSON ---- */

/* Writes members of an object. */
void print_values_json(struct sfp_json *j, sfpu_machine *m, const struct print_values *v);

#endif
