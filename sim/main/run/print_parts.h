/* The inside of what prints values: text and JSON share it. */
#ifndef SFP_PRINT_PARTS_H
#define SFP_PRINT_PARTS_H

#include "print_values.h"

/* Cells of Dst, in the order of a file. */
uint32_t print_cell(const struct print_values *v, size_t i);
size_t print_cell_count(const struct print_values *v);
size_t print_cell_columns(const struct print_values *v);

/* A value's bits as a file of its format has them: sign and magnitude in a register are two's complement there. */
uint32_t print_as_in_files(const struct print_item *item, uint32_t bits);

/* LoadMacroConfig: instructions, sequences and Misc, a line for each value that some lanes have. */
void print_macros_text(sfpu_machine *m, FILE *out, const struct sfpu_macros *macros);
bool print_macros_json(sfpu_machine *m, json_t *object, const struct sfpu_macros *macros);

#endif
