/* The way into the C form, which lies above: what the scanner hands over to it. */
#ifndef SFP_C_ENTRY_H
#define SFP_C_ENTRY_H

#include "expr.h"
#include "program/source.h"

struct assembler;

/* What the C form remembers between statements. */
struct c_state {
    unsigned depth; /* not 0: what is read is C, not the GNU form */
    uint64_t turns; /* of loops, so far */
    uint64_t text;  /* bytes of their bodies that were read */
    bool lost;      /* a definition of names was C++ that it does not take: unknown names may be those */
};

/* Does the name at the start of a statement start one of the C form? What follows it counts too. */
bool c_starts(struct assembler *as, struct place name);

/* Assembles the C statement that starts at `first`, in the frame on top; the scanner goes on behind it. */
void c_run(struct assembler *as, void *scanner, struct place first);

/* The value of the TT_OP_ macro named at `first`; the scanner goes on behind it. */
struct value c_run_word(struct assembler *as, void *scanner, struct place first);

#endif
