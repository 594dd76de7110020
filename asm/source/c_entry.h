/* The way into the C form: what the scanner hands over to it. */
#ifndef SFP_C_ENTRY_H
#define SFP_C_ENTRY_H

#include "assembly/expr.h"
#include "program/source.h"

struct assembler;

/* Does the name at the start of a statement start one of the C form? What follows it counts too. */
bool c_starts(struct assembler *as, struct place name);

/* Assembles the C statement that starts at `first`, in the frame on top; the scanner goes on behind it. */
void c_run(struct assembler *as, void *scanner, struct place first);

/* The value of the TT_OP_ macro named at `first`; the scanner goes on behind it. */
struct value c_run_word(struct assembler *as, void *scanner, struct place first);

#endif
