/*
 * Random kernels of sfpi code: variables of dst_reg in a loop over its cells, v_if, v_elseif and v_else to depth 4,
 * v_block, v_and, host loops with conditions inside, operations in place by numbers and by others, constants of numbers
 * and LRegs, tables, conversions, and stores and loads under conditions.
 *
 * A kernel is made statement by statement while its meaning is followed: a statement that would make it unclear
 * (sfpi_meaning.h) is not taken. So each kernel has one right result, whichever way it is compiled.
 */
#ifndef SFPI_GENERATE_H
#define SFPI_GENERATE_H

#include "sfpi_meaning.h"

/* The type of a cell of Dst, which kernels keep to. */
enum sfpi_type sfpi_cell_type(unsigned cell);

/* What the cell holds before a kernel: floats of few bits around 0, and integers, mostly small. */
struct sfpi_lanes sfpi_cell_at_start(unsigned cell);

/* The kernel of this seed. *meaning is left as the kernel leaves it; `m` is for sfpi_begin(). */
void sfpi_generate(struct sfpi_kernel *kernel, enum sfp_arch arch, struct sfpi_rules rules, uint64_t seed,
                   struct sfp_machine *m, struct sfpi_meaning *meaning);

#endif
