/* Names and what they stand for: symbols, labels, integers of the C form, vendor's constants. */
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
    const char *name; /* lives as long as the program */
    int64_t value;
    struct place place;   /* of its definition */
    uint32_t hides;       /* one more than the index of the symbol of this name further out, or 0 */
    uint32_t watched;     /* 0, or one more than an index of unused.items */
    uint16_t scope;       /* 0; of an integer of C, one more than the braces around it */
    uint8_t fault;        /* enum fault: why it has no value */
    struct c_type type;   /* of an integer of C */
    bool label : 1;
    bool local : 1;       /* a label N:, which can come again */
    bool fixed : 1;       /* by .equiv, or a constant of C: it cannot be set again */
    bool used : 1;        /* its value was asked for, or whether it exists */
};

/* Constants of C that should be used somewhere. */
struct unused {
    struct watched {
        struct place place;
        bool used;
    } *items; /* in the order of their definitions */
    size_t count, capacity;
    struct names places; /* each one's index, by its struct place */
    struct pool keys;
};

struct symbols {
    struct symbol *items;
    size_t count, capacity;
    size_t given;       /* the first of them, from -D */
    struct names names; /* the innermost of each name; UNNAMED: no more */
    unsigned scope;     /* braces of C that are open */
    bool arch_asked;    /* a name was read whose value depends on the arch, such as ARCH_WORMHOLE */
    struct unused unused;
};

/* A named constant that has been looked up: it is asked for again and again. */
struct constant_slot {
    const struct constant *constant; /* NULL: free */
    struct place place;              /* where its name is written */
};

enum { CONSTANT_SLOTS = 1024 };

/* The vendor's constants, and those that were read by short names, as the source defines none. */
struct vendor_constants {
    struct constants table;
    bool ready;
    struct names read;         /* an index to read_places */
    struct place *read_places; /* where first */
    size_t read_count, read_capacity;
    struct constant_slot slots[CONSTANT_SLOTS];
    enum sfp_arch slots_arch;  /* that they are for; 0 at the start */
};

/* Gives a symbol a value, as .set does, or `once` as .equiv does. */
void symbol_assign(struct assembler *as, struct place name, int64_t value, bool once);

/* Gives a symbol of that name, which need not stand at `place`, a value as .set does. Nobody need use it. */
void symbol_set(struct assembler *as, const char *name, size_t length, struct place place, int64_t value);

/* Makes a symbol known whose value is wrong, as has been reported: its uses are not worth an error of their own. */
void symbol_fail(struct assembler *as, struct place name);

/* Is there a symbol of this name? Named constants and integers of C are none. */
bool symbol_exists(struct assembler *as, const char *name, size_t length);

/* Does this name stand for something that the source itself defines? */
bool symbol_is_own(struct assembler *as, const char *name, size_t length);

/* The innermost integer of C of this name; NULL if there is none, or a symbol further in. */
struct symbol *symbol_of_c(struct assembler *as, const char *name, size_t length);

/* Opens and closes a scope of these. */
void symbol_scope_open(struct assembler *as);
void symbol_scope_close(struct assembler *as);

/* Defines one in the scope that is open, or reports why it cannot; `fixed`: it is constant. */
void symbol_define(struct assembler *as, struct place name, const struct value *value, bool fixed);

/* Has -D or .set given this name a value, whatever C gave it? */
bool symbol_given(struct assembler *as, struct place name, int64_t *value);

/* Defines a label here; a number is a local one. */
void symbol_label(struct assembler *as, struct place name);

/* The value of a symbol or a named constant, which --gnu-strict does not know. */
struct value symbol_value(struct assembler *as, struct place name);

/* The value of Nb, the last local label N before. */
struct value symbol_local(struct assembler *as, struct place name);

/* The value of a directive's operand: labels in it count words, and to GNU as bytes. */
void symbol_count_labels(struct assembler *as, struct value *value);

/* The vendor's constant of this name. */
enum constant_match symbol_constant(struct assembler *as, struct place name, struct constant_hit *hit);

/* Are the vendor's constants ready? False, reported, if memory ran out. */
bool constants_needed(struct assembler *as);

/* ---- symbol_use.c ---- */

/* Begins to look whether a constant of C is used. */
void unused_watch(struct assembler *as, struct symbol *constant);

/* A symbol has been used. */
void unused_mark_used(struct assembler *as, struct symbol *symbol);

/* At the end: warns of symbols and constants that nothing used; -D and included files may define more than needed. */
void unused_check(struct assembler *as);
void unused_free(struct unused *unused);

#endif
