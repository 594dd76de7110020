/* Sources that were written for GNU as, and what of them counts here. */
#ifndef SFP_GNU_SOURCE_H
#define SFP_GNU_SOURCE_H

#include "program/source.h"

struct assembler;

/* What has been said already of differences from GNU as. */
struct told {
    bool riscv; /* what to do with RISC-V instructions */
    bool data;  /* in this statement, that GNU as does not rotate data */
};

/* Is the text a compiler's, by what such texts begin with or end in? */
bool gnu_is_compiled(const char *text, size_t size);

/* Do directives of the statement under way mean what they mean to GNU as, because of --gnu-strict or as a compiler wrote
 * the source? */
bool gnu_rules(const struct assembler *as);
bool gnu_compiled(const struct assembler *as);

/* Is this the mnemonic of a RISC-V instruction? */
bool gnu_is_riscv(const char *name, size_t length);

/* Says that a line is an instruction of the RISC-V core. */
void directive_riscv(struct assembler *as, struct place name);

#endif
