/*
 * What is said of names that stand for nothing, and of values that are none, with what may have been meant. These know
 * the tables and the names that are defined, and nothing of who asks: who fails calls them, below, and goes on.
 */
#ifndef SFP_SUGGEST_H
#define SFP_SUGGEST_H

#include "assembler.h"
#include "base/names.h"

struct macro;

/* ---- no_value.c ---- */

/* Reports why `value` has none, if it has none. True if it has one. */
bool value_check(struct assembler *as, const struct value *value);

/* Is an unknown name at the start of a statement that of a macro that is defined further down? Then says so. */
bool report_macro_below(struct assembler *as, struct place name);

enum { SHOWN_REGISTER = 4 };

/* Would this name be a register, but for its lower case? `shown` is that then. */
bool register_in_lower_case(struct place name, char shown[static SHOWN_REGISTER]);

/* ---- unknown.c ---- */

/* Says that there is no instruction of this name, in the GNU form with `count` operands; or in the macro form, where
 * `prefix` bytes are TTI_ or the like. */
void report_unknown_gnu(struct assembler *as, struct place name, size_t count);
void report_unknown_macro(struct assembler *as, struct place name, size_t prefix);

/* Says that there is no directive of this name. */
void report_unknown_directive(struct assembler *as, struct place name);

/* Says that the macro has no argument of the name at `place`. */
void report_unknown_argument(struct assembler *as, const struct macro *macro, struct place place);

/* Offers a name that stands in a source. */
void offer_place(struct assembler *as, struct nearest *search, struct place name);

/* Says that no schedule has this name; `nearest` to it is one, or NULL. */
void report_unknown_schedule(struct assembler *as, struct place name, const char *nearest);

#endif
