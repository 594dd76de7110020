/* Instructions: from a name and operands to a word. */
#ifndef SFP_ENCODE_H
#define SFP_ENCODE_H

#include "expr.h"
#include "isa/isa.h"
#include "isa/small_float.h"
#include "program/source.h"

struct assembler;

/* How an operand was written. */
enum operand_kind {
    OPERAND_VALUE,
    OPERAND_REGISTER,
    OPERAND_TEMPLATE,
    OPERAND_FLOAT,
    OPERAND_ROTATING, /* in a cell of a schedule: a register by iteration */
    OPERAND_TAG,      /* there: the address of a tag's load */
};

struct operand {
    enum operand_kind kind;
    struct value value; /* of a register or template, its number; of a float, its bits as a double; of a rotating
                         * register, its place among the rotations */
    struct place place;
    uint8_t suffix; /* of a float: an enum float_format */
};

/* A floating-point literal. */
struct written_float {
    double number; /* without the sign before it */
    enum float_format suffix;
};

/* An operand that may be left out. */
struct optional {
    bool given;
    struct value value;
    struct place place;
};

enum { OPTIONALS = 4 }; /* number 0, and as many as a directive takes */

struct statement {
    struct operand *operands; /* of the statement and the calls in it; the newest last */
    size_t count, capacity;
    struct optional optionals[OPTIONALS]; /* of the directive; the first is never given */
    size_t last_optional;
};

/* ---- statement.c ---- */

/* Adds an operand to the statement: to be filled in, or as given. NULL if that ended the assembly, which `place` is the
 * reason for. */
struct operand *operand_new(struct assembler *as, struct place place);
void operand_push(struct assembler *as, enum operand_kind kind, struct value value, struct place place);

/* Takes the newest `count` operands away; they stay valid until the next is pushed. NULL if there never were any. */
const struct operand *take_operands(struct assembler *as, size_t count);

/* The instruction of this name, with `count` operands; NULL, reported, if there is none. */
const struct sfp_insn *statement_insn(struct assembler *as, struct place name, size_t count);

/* Assembles an instruction whose `count` operands are the last ones pushed, and takes them away. */
void statement_gnu(struct assembler *as, struct place name, size_t count);

/* Encodes a macro from its operands. `insn` is NULL if there is none of that name, of which `prefix` bytes are TTI_ or
 * the like. False after an error. */
bool statement_macro(struct assembler *as, const struct sfp_insn *insn, struct place name, size_t prefix,
                     const struct operand *operands, size_t count, uint32_t *word);

/* Ends a statement, whether it was well formed or not. */
void statement_end(struct assembler *as);

/* What the warnings about operands ask of a row for each word. */
struct insn_facts {
    bool ready;
    uint8_t mode_lsb;             /* of the mode, or a place where the word has only 0 */
    uint8_t vd_lsb;               /* of the register VD, the same */
    bool vd_selects;              /* VD may name a template */
    bool wraps;                   /* an immediate or address may count as another number */
    uint16_t documented;          /* modes */
    uint16_t only_vd;             /* modes in which it only writes VD */
    uint32_t zero;                /* bits that must be 0 */
    uint32_t ignored[SFP_MODES];  /* sfp_ignored_bits */
};

enum { OPCODES = 256 };

/* Encodes an instruction from its operands, or reports what is wrong with them. `name` is where it is named. */
bool encode_gnu(struct assembler *as, const struct sfp_insn *insn, struct place name, const struct operand *operands,
                size_t count, uint32_t *word);
bool encode_macro(struct assembler *as, const struct sfp_insn *insn, struct place name, const struct operand *operands,
                  size_t count, uint32_t *word);

#endif
