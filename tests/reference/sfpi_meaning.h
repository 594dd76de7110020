/*
 * What a kernel of sfpi code means: each variable is 32 lanes, a mask says which lanes are enabled, and an assignment
 * changes those. There are no registers, no stack of flags and no nodes. What one operation makes of its operands the
 * simulator says for the multiply-add, the table, and conversions, by executing that instruction alone in all lanes.
 */
#ifndef SFPI_MEANING_H
#define SFPI_MEANING_H

#include "sfpi_kernel.h"

#include "model/model.h"

/* What a profile decides of values (include/profiles.def), said here a second time. */
struct sfpi_rules {
    bool fuses; /* x * y + z is rounded once; else the product is rounded, and then the sum */
    /* Whether x * y + c is rounded twice all the same, where the number c is a bf16, since it becomes SFPADDI: always,
     * or where the variable that it is assigned to keeps nothing in other lanes. */
    enum { SFPI_ADDI_NEVER, SFPI_ADDI_WHERE_NOTHING_IS_KEPT, SFPI_ADDI_ALWAYS } addi;
    bool greater_is_less; /* a > b of integers is b - a < 0; else a - b >= 0 and a - b != 0: INT_MIN differs */
};

struct sfpi_lanes {
    uint32_t lanes[SFP_LANES];
};

struct sfpi_scope {
    uint32_t enabled; /* lanes */
    uint32_t state;   /* a number that each change of lanes has by itself */
};

struct sfpi_meaning {
    const struct sfpi_kernel *kernel;
    struct sfpi_rules rules;
    struct sfp_machine *m; /* the caller's, for single instructions: its LRegs change */
    struct sfpi_scope now;
    uint32_t states;
    struct sfpi_lanes variables[SFPI_VARIABLES];
    uint32_t assigned[SFPI_VARIABLES]; /* the state in which all enabled lanes were assigned last */
    struct sfpi_lanes cells[SFPI_CELLS];
    uint64_t written[SFPI_CELLS / 64]; /* bit set: the cell was stored to */
    unsigned base;                     /* of dst_reg */
    /* A float that comes of an operation in an enabled lane is -0, NaN, infinite, denormal or far from 1, or a sum or
     * product outside of SFPI_MULTIPLY_ADD is not exact: its value may depend on more than the above says. */
    bool unclear;
};

/* `m` has L11 as the kernel finds it, and cells are the caller's to fill. All lanes are enabled. */
void sfpi_begin(struct sfpi_meaning *meaning, const struct sfpi_kernel *kernel, struct sfpi_rules rules,
                struct sfp_machine *m);

/* The value in all lanes. `kept`: the register that takes it keeps other lanes. */
void sfpi_evaluate(struct sfpi_meaning *meaning, int16_t expression, bool kept, struct sfpi_lanes *value);

/* The lanes in which the condition holds, enabled or not. */
uint32_t sfpi_decide(struct sfpi_meaning *meaning, int16_t condition);

/* Does the variable have lanes to keep when it is assigned now? */
bool sfpi_keeps(const struct sfpi_meaning *meaning, unsigned variable);

/* Enables those of the lanes that are among the enabled ones; goes back; and enables those of `outer` that are not. */
void sfpi_narrow(struct sfpi_meaning *meaning, uint32_t lanes);
void sfpi_turn(struct sfpi_meaning *meaning, struct sfpi_scope outer);

/* Execute one statement with the statements inside it, or a list of statements. */
void sfpi_execute(struct sfpi_meaning *meaning, int16_t statement);
void sfpi_execute_list(struct sfpi_meaning *meaning, int16_t first);

#endif
