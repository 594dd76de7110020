/* Names and their values: symbols, labels, integers of the C form, the vendor's constants. */
#ifndef SFP_SYMBOL_TABLE_H
#define SFP_SYMBOL_TABLE_H

#include "expr.h"
#include "isa/constants.h"
#include "program/source.h"
#include "base/names.h"
#include "base/text_buffer.h"

struct assembler;

/* A symbol, a label, or an integer of the C form. */
struct symbol {
    const char *name; /* name, valid as long as the program */
    int64_t value;
    struct place place;   /* place of the definition */
    uint32_t hides;       /* index of the symbol of this name in an outer scope, plus 1; or 0 */
    uint32_t watched;     /* index in unused.items, plus 1; or 0 */
    uint16_t scope;       /* number of braces around an integer of C, plus 1; 0 for other symbols */
    uint8_t fault;        /* reason if the symbol has no value, an enum fault */
    struct c_type type;   /* type of an integer of C */
    bool label : 1;
    bool local : 1;       /* the symbol is a label N:, which can be defined again */
    bool fixed : 1;       /* the symbol cannot be set again: defined by .equiv, or a constant of C */
    bool used : 1;        /* the symbol's value or existence was asked for */
    bool changed : 1;     /* the symbol was set again, to another value */
};

/* Constants of C that should be used. */
struct unused {
    struct watched {
        struct place place;
        bool used;
    } *items; /* constants in the order of definition */
    size_t count, capacity;
    struct names places; /* indices into `items`, by struct place */
    struct pool keys;
};

struct symbols {
    struct symbol *items;
    size_t count, capacity;
    size_t given;       /* number of symbols from -D, which come first */
    struct names names; /* the innermost symbol's index by name, or UNNAMED if no symbol is left */
    unsigned scope;     /* number of open braces of C */
    bool arch_asked;    /* a name was read whose value depends on the arch, such as ARCH_WORMHOLE */
    struct unused unused;
};

/* A cached named constant, since sources use the same constants repeatedly. */
struct constant_slot {
    const struct constant *constant; /* constant in the slot; NULL for a free slot */
    struct place place;              /* a place in which the name is written */
};

enum { CONSTANT_SLOTS = 1024 };

/* The vendor's constants, and the constants that the source has read by unqualified names. */
struct vendor_constants {
    struct constants table;
    bool ready;
    struct names read;         /* indices into read_places, by name */
    struct place *read_places; /* place of the first reading */
    size_t read_count, read_capacity;
    struct constant_slot slots[CONSTANT_SLOTS];
    enum sfp_arch slots_arch;  /* arch of the slots; 0 at the start */
};

/* Sets a symbol's value, like .set, or if `once` like .equiv. Reports errors. */
void symbol_assign(struct assembler *as, struct place name, int64_t value, bool once);

/* Sets the value of a symbol like .set, by a name that need not stand at `place`. The symbol counts as used. */
void symbol_set(struct assembler *as, const char *name, size_t length, struct place place, int64_t value);

/* Defines a symbol whose wrong value was reported, so that its uses give no further errors. */
void symbol_fail(struct assembler *as, struct place name);

/* Does a symbol of this name exist? Named constants and integers of C do not count. */
bool symbol_exists(struct assembler *as, const char *name, size_t length);

/* Does the source itself define this name? */
bool symbol_is_own(struct assembler *as, const char *name, size_t length);

/* Returns the integer of C that the name means, or NULL if the name means a symbol or nothing. */
struct symbol *symbol_of_c(struct assembler *as, const char *name, size_t length);

/* Open and close a scope for integers of C. */
void symbol_scope_open(struct assembler *as);
void symbol_scope_close(struct assembler *as);

/* Defines an integer of C in the open scope, or reports why it cannot; `fixed`: the integer is constant. */
void symbol_define(struct assembler *as, struct place name, const struct value *value, bool fixed);

/* Finds the value that -D or .set gave this name, whatever C gave it. Returns false without such a value. */
bool symbol_given(struct assembler *as, struct place name, int64_t *value);

/* Defines a label here; a number is a local label. */
void symbol_label(struct assembler *as, struct place name);

/* Returns the value of a symbol or a named constant. --gnu-strict has no named constants. */
struct value symbol_value(struct assembler *as, struct place name);

/* Returns the value of Nb, the last local label N before. */
struct value symbol_local(struct assembler *as, struct place name);

/* Reports a directive's operand with a label in it, since labels count words, but bytes in GNU as. A reported error
 * makes the value faulty. */
void symbol_count_labels(struct assembler *as, struct value *value);

/* Finds the vendor's constant of this name. */
enum constant_match symbol_constant(struct assembler *as, struct place name, struct constant_hit *hit);

/* Prepares the vendor's constants. Returns false after an error for lack of memory. */
bool constants_needed(struct assembler *as);

/* ---- symbol_use.c ---- */

/* Begins to watch whether a constant of C is used. */
void unused_watch(struct assembler *as, struct symbol *constant);

/* Notes that a symbol was used. */
void unused_mark_used(struct assembler *as, struct symbol *symbol);

/* At the end: warns of unused symbols and constants, except those from -D and included files, which may define more
 * than is needed. */
void unused_check(struct assembler *as);
void unused_free(struct unused *unused);

#endif
