/*
 * Constants in the registers of a RISC-V core, followed through a section of code: along branches, around loops, and
 * over calls, which leave what the ABI preserves. What is followed is what lui, auipc and addi make, as compilers do of
 * Tensix words and of the address that these are stored to.
 */
#ifndef SFP_FOLLOW_H
#define SFP_FOLLOW_H

#include "elf_input.h"

enum { FOLLOW_MOST = 1 << 16 }; /* words; in a longer section nothing is known */

struct follow {
    struct follow_place *places; /* one for each word of the section; NULL: nothing is known */
    size_t count;
    uint32_t address; /* of the first */
};

/* Follows the section that the walk is in. False, with nothing known, if memory ran out. */
bool follow_begin(struct follow *follow, const struct elf_walk *walk);
void follow_end(struct follow *follow);

/* Does the instruction at `address` store a word that is known into the push window? */
bool follow_pushed(const struct follow *follow, uint32_t address, uint32_t *word);

#endif
