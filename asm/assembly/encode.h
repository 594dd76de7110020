/* Encodes instructions: from a name and operands to a word. */
#ifndef SFP_ENCODE_H
#define SFP_ENCODE_H

#include "expr.h"
#include "isa/isa.h"
#include "isa/small_float.h"
#include "program/source.h"

struct assembler;

/* The form in which an operand was written. */
enum operand_kind {
    OPERAND_VALUE,
    OPERAND_REGISTER,
    OPERAND_TEMPLATE,
    OPERAND_FLOAT,
    OPERAND_ROTATING, /* register in a schedule's cell that depends on the iteration */
    OPERAND_TAG,      /* address of a tag's load, in a schedule's cell */
};

struct operand {
    enum operand_kind kind;
    struct value value; /* value of the operand: register, template: the number; float: bits as a double; rotating
                         * register: index among the rotations */
    struct place place;
    uint8_t suffix; /* float: the format's suffix, an enum float_format */
};

/* A floating-point literal. */
struct written_float {
    double number; /* value of the literal, without a preceding sign */
    enum float_format suffix;
};

/* An operand that may be left out. */
struct optional {
    bool given;
    struct value value;
    struct place place;
};

enum { OPTIONALS = 4 }; /* number 0, and the optional operands of a directive */

struct statement {
    struct operand *operands; /* operands of the statement, and of calls within, the newest last */
    size_t count, capacity;
    struct optional optionals[OPTIONALS]; /* optional operands of the directive; number 0 is never given */
    size_t last_optional;
};

/* ---- statement.c ---- */

/* Add an operand to the statement: operand_new() returns it for the caller to fill in, operand_push() fills it in.
 * operand_new() returns NULL after an error that stopped the assembly, at `place`. */
struct operand *operand_new(struct assembler *as, struct place place);
void operand_push(struct assembler *as, enum operand_kind kind, struct value value, struct place place);

/* Removes the newest `count` operands and returns them; they are valid until the next push. NULL if no operand was
 * ever pushed. */
const struct operand *take_operands(struct assembler *as, size_t count);

/* Returns the instruction of this name, with `count` operands. Returns NULL after an error. */
const struct sfp_insn *statement_insn(struct assembler *as, struct place name, size_t count);

/* Assembles an instruction whose operands are the last `count` pushed, and removes these. */
void statement_gnu(struct assembler *as, struct place name, size_t count);

/* Encodes a macro from its operands. `insn` is NULL for an unknown name, whose first `prefix` bytes are TTI_ or
 * similar. Returns false after an error. */
bool statement_macro(struct assembler *as, const struct sfp_insn *insn, struct place name, size_t prefix,
                     const struct operand *operands, size_t count, uint32_t *word);

/* Ends a statement, well formed or not. */
void statement_end(struct assembler *as);

/* Facts about an instruction that the operand warnings need for each word. */
struct insn_facts {
    bool ready;
    uint8_t mode_lsb;             /* lowest bit of the mode, or a bit number where words have only zeros */
    uint8_t vd_lsb;               /* lowest bit of register VD, or a bit number where words have only zeros */
    bool vd_selects;              /* VD can select a template to load */
    bool wraps;                   /* the hardware may use an immediate or address as another number */
    uint16_t documented;          /* mask of documented modes */
    uint16_t only_vd;             /* mask of modes in which the instruction only writes VD */
    uint32_t zero;                /* mask of bits that must be 0 */
    uint32_t ignored[SFP_MODES];  /* by mode: ignored bits, from sfp_ignored_bits() */
};

enum { OPCODES = 256 };

/* Encode an instruction from its operands, or report the error in them. `name` is the place of the instruction's
 * name. */
bool encode_gnu(struct assembler *as, const struct sfp_insn *insn, struct place name, const struct operand *operands,
                size_t count, uint32_t *word);
bool encode_macro(struct assembler *as, const struct sfp_insn *insn, struct place name, const struct operand *operands,
                  size_t count, uint32_t *word);

#endif
