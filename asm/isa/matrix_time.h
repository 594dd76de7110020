/* Time of the matrix unit's instructions, from include/matrix_time.def. */
#ifndef SFP_MATRIX_TIME_H
#define SFP_MATRIX_TIME_H

#include "isa.h"

/* Kinds of instructions that the matrix unit takes or does not take after a move. */
enum sfp_matrix_group {
#define MATRIX_GROUP(id, text) SFP_MATRIX_##id,
#include "matrix_time.def"
#undef MATRIX_GROUP
    SFP_MATRIX_GROUPS,
};

/* The set of all groups. */
enum { SFP_MATRIX_EVERY = (1 << SFP_MATRIX_GROUPS) - 1 };

/* Accesses to a block of Dst: 8 rows, from a multiple of 8 on. */
enum sfp_block_access {
    SFP_BLOCK_NONE,
    SFP_BLOCK_READS,
    SFP_BLOCK_SUMS,   /* reads and writes */
    SFP_BLOCK_ADDS,   /* writes, and reads with dest_accum_en */
    SFP_BLOCK_WRITES, /* writes, without the interlock on blocks */
};

/* A row of the table. */
struct sfp_matrix_time {
    uint8_t cycles[SFP_ARCHES]; /* cycles for which the unit works on the instruction, by arch; at least 1 */
    uint8_t group;              /* an enum sfp_matrix_group */
    uint8_t access;             /* an enum sfp_block_access */
    uint8_t shut;   /* number of cycles after the instruction in which the unit takes nothing of the groups `closed` */
    uint8_t closed; /* a set of groups */
    const char *provenance, *source;
};

/* The largest number of cycles in the table. */
enum { SFP_MATRIX_LONGEST = 6 };

/* Returns whether the instruction goes to the matrix unit. */
static inline bool sfp_is_matrix(const struct sfp_insn *insn)
{
    return insn->block & SFP_HELD_MATRIX;
}

/* Returns the row of an instruction of the matrix unit. Each one has a row (tests/unit/test_isa.c). */
const struct sfp_matrix_time *sfp_matrix_time(const struct sfp_insn *insn);

/* Returns whether the instruction is work of the matrix unit: not SETRWC, INCRWC or ZEROACC, which vector kernels use,
 * too. */
bool sfp_is_matrix_work(const struct sfp_insn *insn);

/* Returns the cycles for which the matrix unit works on the instruction; 0: another unit's instruction. */
unsigned sfp_matrix_cycles(const struct sfp_insn *insn, enum sfp_arch arch);

#endif
