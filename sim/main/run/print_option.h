/* --print=WHAT[@WHERE]: values to be printed, and where in the run (sfpsim-files(5), Values). */
#ifndef SFP_PRINT_OPTION_H
#define SFP_PRINT_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum print_kind { PRINT_LREG, PRINT_FLAGS, PRINT_STACK, PRINT_MACRO, PRINT_ROWS, PRINT_TILE };
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
};

/* Takes one apart. False with a message in *error, which the caller frees (NULL: no memory even for that). */
bool print_option_parse(const char *text, struct print_option *option, char **error);
void print_option_free(struct print_option *option);

/* What it is, without its format: "L3" (the first of several registers), "dst:0-3". */
enum { PRINT_NAME = 32 };
void print_item_name(const struct print_item *item, char name[PRINT_NAME]);

#endif
