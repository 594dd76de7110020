/* What the generated headers have of the vendor's named constants, include/constants.def. */
#ifndef SFP_GEN_NAMES_H
#define SFP_GEN_NAMES_H

#include <stdio.h>

#include "isa/arch.h"

/* Those of an arch that are no member of a type: as C++ that overloads can tell from others, or as enumerators, of C too,
 * of which debug information has those that are used. */
void names_print_constants(FILE *out, enum sfp_arch arch);
void names_print_enumerators(FILE *out, enum sfp_arch arch);

/* The types with their members, as C++ behind <stdint.h>. */
void names_print_types(FILE *out, enum sfp_arch arch);

#endif
