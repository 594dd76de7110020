/* Values of the machine, taken at one moment, and printed. */
#ifndef SFP_PRINT_VALUES_H
#define SFP_PRINT_VALUES_H

#include <stdio.h>

#include "print_option.h"
#include "sfpu.h"

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
    };
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

#endif
