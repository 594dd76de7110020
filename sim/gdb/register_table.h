/*
 * The registers that gdb is told of, from one table: what each is called, how wide it is, and how it is read and
 * written. Their numbers are their places in it.
 */
#ifndef SFP_REGISTER_TABLE_H
#define SFP_REGISTER_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "debuggee.h"

enum { REGISTER_MOST_BYTES = 128, REGISTER_PC = 32 };

/* Registers of one kind, NAME or NAME0, NAME1, .... */
struct register_bank {
    const char *name;
    unsigned count;
    unsigned bytes;       /* of each */
    const char *type;     /* of gdb's, or of the target description */
    bool core;            /* of the RISC-V core, in gdb's own feature for it */
    bool settable;
    bool asked;           /* told only where it is asked for, and not with all of them at each stop */
    const char *about;    /* in the manual */
    unsigned row, object; /* of include/state.def; 0: it is of no row */

    /* Of the i-th, little-endian. False: it has no value now, or may not have this one. */
    bool (*read)(struct debuggee *d, const struct register_bank *bank, unsigned i, uint8_t *bytes);
    bool (*write)(struct debuggee *d, const struct register_bank *bank, unsigned i, const uint8_t *bytes);
};

/* A row of the table; NULL behind the last. */
const struct register_bank *register_bank(size_t row);

/* The bank of a register, and which of it that is; NULL: there is none of this number. */
const struct register_bank *register_find(uint64_t number, unsigned *i);

#endif
