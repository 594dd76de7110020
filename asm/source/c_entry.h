/* The entry to the C form: functions that the scanner calls. */
#ifndef SFP_C_ENTRY_H
#define SFP_C_ENTRY_H

#include "assembly/expr.h"
#include "program/source.h"

struct assembler;

/* Does the name at the start of a statement begin a statement of the C form? The tokens after the name count too. */
bool c_starts(struct assembler *as, struct place name);

/* Assembles the C statement that starts at `first` in the top frame; the scanner continues after it. */
void c_run(struct assembler *as, void *scanner, struct place first);

/* Returns the value of the TT_OP_ macro at `first`; the scanner continues after it. */
struct value c_run_word(struct assembler *as, void *scanner, struct place first);

#endif
