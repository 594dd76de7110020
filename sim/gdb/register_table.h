/*
 * The registers that gdb sees, from one table: name, width, and functions to read and write. A register's number is its
 * position in the table.
 */
#ifndef SFP_REGISTER_TABLE_H
#define SFP_REGISTER_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "debuggee.h"

enum { REGISTER_MOST_BYTES = 128, REGISTER_PC = 32 };

/* Registers of one kind: NAME, or NAME0, NAME1, ... */
struct register_bank {
    const char *name;
    unsigned count;
    unsigned bytes;       /* size of one register */
    const char *type;     /* type of the register, one of gdb's types or of the target description's */
    bool core;            /* the register belongs to the RISC-V core, hence to gdb's own feature for RISC-V */
    bool settable;
    bool asked;           /* the register is sent only on request, not with every stop */
    const char *about;    /* text for the manual */
    unsigned row, object; /* rows in include/state.def of the register and of its object; 0: not in state.def */

    /* These access the i-th register, little-endian. They return false if the register has no value now, or may not
     * have this value. */
    bool (*read)(struct debuggee *d, const struct register_bank *bank, unsigned i, uint8_t *bytes);
    bool (*write)(struct debuggee *d, const struct register_bank *bank, unsigned i, const uint8_t *bytes);
};

/* Returns a row of the table; NULL after the last row. */
const struct register_bank *register_bank(size_t row);

/* Returns the bank of the register with this number, and sets *i to the register's index in the bank. Returns NULL
 * for an unknown number. */
const struct register_bank *register_find(uint64_t number, unsigned *i);

#endif
