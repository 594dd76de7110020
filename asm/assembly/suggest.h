/*
 * Reports unknown names and expressions without a value, with suggestions. These functions know the tables and the
 * defined names, but not their callers: code that finds such an error calls them, and continues.
 */
#ifndef SFP_SUGGEST_H
#define SFP_SUGGEST_H

#include "assembler.h"
#include "base/names.h"

struct macro;

/* ---- no_value.c ---- */

/* Returns true if `value` has a value; otherwise reports why not and returns false. */
bool value_check(struct assembler *as, const struct value *value);

/* Reports an unknown name at a statement's start that is a macro defined further down. Returns whether it reported. */
bool report_macro_below(struct assembler *as, struct place name);

enum { SHOWN_REGISTER = 4 };

/* Is the name a register in lower case? If so, writes the register's name to `shown`. */
bool register_in_lower_case(struct place name, char shown[static SHOWN_REGISTER]);

/* ---- unknown.c ---- */

/* Report an unknown instruction: in the GNU form with `count` operands, or in the macro form, whose first `prefix`
 * bytes are TTI_ or similar. */
void report_unknown_gnu(struct assembler *as, struct place name, size_t count);
void report_unknown_macro(struct assembler *as, struct place name, size_t prefix);

/* Reports an unknown directive. */
void report_unknown_directive(struct assembler *as, struct place name);

/* Reports that the macro has no argument of the name at `place`. */
void report_unknown_argument(struct assembler *as, const struct macro *macro, struct place place);

/* Offers a name from a source to the search. */
void offer_place(struct assembler *as, struct nearest *search, struct place name);

/* Reports an unknown schedule. `nearest` is a similar schedule's name, or NULL. */
void report_unknown_schedule(struct assembler *as, struct place name, const char *nearest);

#endif
