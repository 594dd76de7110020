/* Prints the vendor's named constants (include/constants.def) for generated headers. */
#ifndef SFP_GEN_NAMES_H
#define SFP_GEN_NAMES_H

#include <stdio.h>

#include "isa/arch.h"

/* Print the arch's constants outside types: as C++ constants, which overloads can distinguish, or as enumerators for
 * C and C++, so that debug information lists the used constants. */
void names_print_constants(FILE *out, enum sfp_arch arch);
void names_print_enumerators(FILE *out, enum sfp_arch arch);

/* Prints the types with their members, as C++ that needs <stdint.h>. */
void names_print_types(FILE *out, enum sfp_arch arch);

#endif
