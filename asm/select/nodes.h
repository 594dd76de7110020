/*
 * A kernel of vector code as one straight list of nodes, in the order in which it did things: loops and ifs of the host
 * ran. Values have numbers, and each is made by one node; registers are select.h's to find.
 *
 * Of a lane that is not enabled when a value is made nothing is known in that value, but where NODE_ASSIGN says so.
 */
#ifndef SFP_NODES_H
#define SFP_NODES_H

#include "isa/isa.h"
#include "profiles.h"

#include <stdarg.h>

enum {
    NODE_NONE = -1, /* no value, no condition */
};

enum node_kind {
    /* A word that the kernel wrote itself: `imm`. What it does to registers, flags and replay buffer it says itself. */
    NODE_WORD,
    /* One instruction of the vector unit, `insn`, in mode `mod`; `imm` is its immediate, or address, or what SFPMOV
     * reads that is no LReg; `option` its address modifier, or how it rounds. It uses values where it reads registers,
     * and makes those that it writes, of which each may be left out, as may VA of SFPADD and VC of SFPMUL. None that
     * changes flags, nor SFPCONFIG: they are other kinds. Where it makes [NODE_VD] and does not read it, uses[NODE_VD]
     * may be a value all the same, as with NODE_ASSIGN. */
    NODE_INSN,
    /* Makes [NODE_VD], which is `imm`: a float, or a bf16, as it was written, or by `type` another number, that is none
     * for SFPMULI and SFPADDI. */
    NODE_CONSTANT,
    /* Makes [NODE_VD] of what LReg `imm` holds here in all lanes, 0..15: words before it, or NODE_WRITE, or who called
     * the kernel put it there. */
    NODE_READ,
    /* LReg `imm`, 0..7, holds [NODE_VC] from here on for words and NODE_READ, in all lanes. */
    NODE_WRITE,
    /* Makes [NODE_VD]: [NODE_VC] in lanes that are enabled here, and [NODE_VD] in others. Without the latter, nothing
     * is known in others. */
    NODE_ASSIGN,
    /* Makes a condition: [NODE_VC] `relation` [NODE_VB], or, without the latter, `imm`, which has `type` too. */
    NODE_COMPARE,
    /* Make a condition of one or two others. */
    NODE_NOT,
    NODE_AND,
    NODE_OR,
    /* Disables lanes in which `conditions[0]` does not hold. Both this and the next have it decided here: of the values
     * that are compared. Each condition is used once. */
    NODE_WHERE,
    /* Makes [NODE_VD]: the integer 1 in lanes that are enabled and have `conditions[0]`, 0 in other enabled ones. */
    NODE_TRUTH,
    /* Keeps which lanes are enabled; and goes back to those that were kept last. */
    NODE_PUSHC,
    NODE_POPC,
    /* Enables those lanes that were enabled at the last NODE_PUSHC that is open and are not now. */
    NODE_COMPC,
    /* Enables all lanes. No NODE_PUSHC may be open. */
    NODE_ENCC,
    /* SFPCONFIG: target `imm`, 0..15, becomes [NODE_L0], the first eight lanes of it. */
    NODE_CONFIG,
    /* A call of the kernel begins, named calls[imm]. */
    NODE_CALL,
    /* A REPLAY that records has its words between two of these: the first directly behind its NODE_WORD. No value may
     * live across either. A body of NODE_WORD alone needs none. */
    NODE_BARRIER,
};

/* Operands: those that the word names, and registers that the instruction has whatever the word. A value that is read
 * and written under one name, as VD of SFPIADD, is used in one and made in the same. */
enum node_operand {
    NODE_VA, NODE_VB, NODE_VC, NODE_VD,
    NODE_L0, NODE_L1, NODE_L2, NODE_L3, NODE_L4, NODE_L5, NODE_L6, NODE_L7,
    NODE_OPERANDS,
};

enum node_relation { NODE_LT = 1, NODE_EQ, NODE_GE, NODE_NE, NODE_LE, NODE_GT };

/* How numbers are compared: as floats, or as integers by the sign of their difference modulo 2^32. */
enum node_type { NODE_FLOAT, NODE_INTEGER };

/* A line of files[file]; line 0: nothing is known. */
struct node_place {
    uint32_t file, line;
};

struct node {
    uint8_t kind;     /* enum node_kind */
    uint8_t relation; /* of NODE_COMPARE: enum node_relation; else 0, and for passes of selection */
    uint8_t type;     /* enum node_type */
    uint8_t mod, option;
    const struct sfp_insn *insn; /* of NODE_INSN: one of the list's arch */
    uint32_t imm;
    int32_t uses[NODE_OPERANDS], makes[NODE_OPERANDS]; /* values; NODE_NONE: none */
    int32_t conditions[2], condition;                  /* used, and made */
    struct node_place place;
};

/* Does the node stand for no word, wherever it is? */
static inline bool node_gives_no_word(const struct node *node)
{
    return node->kind == NODE_CALL || node->kind == NODE_BARRIER;
}

struct node_names {
    char **names;
    size_t count, room;
};

struct node_list {
    enum sfp_arch arch;
    const struct profile *profile;
    struct node *nodes;
    size_t count, room;
    int32_t values, conditions; /* how many there are: their numbers are below */
    struct node_names files, calls;
};

/* An empty list, to be freed with node_list_free(). */
void node_list_init(struct node_list *list, enum sfp_arch arch, const struct profile *profile);
void node_list_free(struct node_list *list);

/* A node of this kind with no operands. */
struct node node_of(enum node_kind kind, struct node_place place);

/* Appends a copy. False if memory ran out. */
bool node_list_add(struct node_list *list, const struct node *node);

/* A copy of `name`, which has no newline, joins these unless it is the last there. Its number; NODE_NONE if memory ran
 * out. */
int32_t node_name(struct node_names *names, const char *name);

/* Sets *error to "FILE:LINE: " and the message, or the message where no place is known; NULL without memory. Returns
 * false. */
__attribute__((format(printf, 4, 0)))
bool node_vfail(const struct node_list *list, struct node_place place, char **error, const char *format,
                va_list arguments);

/*
 * Does the list hold what is said above: arch, instructions and their operands, each value and condition made before
 * its use and once, PUSHC and POPC in pairs? If not, false with a text as select.h has them, to be freed; NULL without
 * memory.
 */
bool node_list_check(const struct node_list *list, char **error);

#endif
