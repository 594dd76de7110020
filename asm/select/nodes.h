/*
 * A kernel of vector code as a straight list of nodes, in execution order: the host's loops and ifs have already run.
 * Values have numbers, and one node makes each value. Selection (select.h) assigns registers.
 *
 * A value is undefined in lanes that are disabled where the value is made, except as NODE_ASSIGN says.
 */
#ifndef SFP_NODES_H
#define SFP_NODES_H

#include "isa/isa.h"
#include "profiles.h"

#include <stdarg.h>

enum {
    NODE_NONE = -1, /* number that means no value or no condition */
};

enum node_kind {
    /* A word that the kernel wrote itself: `imm`. Its effects on registers, flags and the replay buffer follow from
     * the word. */
    NODE_WORD,
    /* One instruction of the vector unit, `insn`, in mode `mod`. `imm` is the immediate, the address, or the special
     * register that SFPMOV reads. `option` is the address modifier or the rounding mode. The node uses a value for
     * each register read and makes a value for each register written. Any result may be left out, and so may VA of
     * SFPADD and VC of SFPMUL. Instructions that change flags, and SFPCONFIG, have kinds of their own. If the
     * instruction writes VD without reading VD, uses[NODE_VD] may still name a value: disabled lanes keep that
     * value, as with NODE_ASSIGN. */
    NODE_INSN,
    /* Makes [NODE_VD], the constant `imm`. `type` says how the kernel wrote the constant: as a float or bf16, or as
     * another number, which must not become an immediate of SFPMULI or SFPADDI. */
    NODE_CONSTANT,
    /* Makes [NODE_VD] from the contents of LReg `imm`, 0..15, in all lanes. Earlier words, a NODE_WRITE or the
     * kernel's caller put them there. */
    NODE_READ,
    /* Puts [NODE_VC] into LReg `imm`, 0..7, in all lanes, for later words and NODE_READ. */
    NODE_WRITE,
    /* Makes [NODE_VD]: [NODE_VC] in enabled lanes, the used [NODE_VD] in disabled lanes. Without a used [NODE_VD],
     * disabled lanes are undefined. */
    NODE_ASSIGN,
    /* Makes a condition: [NODE_VC] `relation` [NODE_VB], or, without [NODE_VB], [NODE_VC] `relation` `imm`, a number
     * of type `type`. */
    NODE_COMPARE,
    /* Make a condition from one condition (NOT) or from two. */
    NODE_NOT,
    NODE_AND,
    NODE_OR,
    /* Disables lanes in which `conditions[0]` is false. NODE_WHERE and NODE_TRUTH decide the condition at their own
     * place, from the compared values. A condition is used exactly once. */
    NODE_WHERE,
    /* Makes [NODE_VD]: the integer 1 in enabled lanes in which `conditions[0]` is true, 0 in other enabled lanes. */
    NODE_TRUTH,
    /* PUSHC saves the set of enabled lanes; POPC restores the set that was saved last. */
    NODE_PUSHC,
    NODE_POPC,
    /* Enables the lanes that were enabled at the innermost open NODE_PUSHC and are disabled now, and disables all
     * other lanes. */
    NODE_COMPC,
    /* Enables all lanes. No NODE_PUSHC may be open. */
    NODE_ENCC,
    /* SFPCONFIG: copies the first eight lanes of [NODE_L0] to target `imm`, 0..15. */
    NODE_CONFIG,
    /* Starts a call of the kernel, named calls[imm]. */
    NODE_CALL,
    /* Encloses the words that a REPLAY records. The first barrier directly follows the REPLAY's NODE_WORD, the
     * second ends the body. No value may live across a barrier. A body of NODE_WORDs alone needs no barriers. */
    NODE_BARRIER,
    /* Keeps [NODE_VC] to this place. Selection makes such nodes (row_constants.h); a kernel has none. */
    NODE_KEEP,
};

/* Operands: the registers that the word names, and the registers that the instruction uses in every word. An operand
 * that is read and written, such as VD of SFPIADD, has its old value in uses[] and its new value in makes[], at the
 * same index. */
enum node_operand {
    NODE_VA, NODE_VB, NODE_VC, NODE_VD,
    NODE_L0, NODE_L1, NODE_L2, NODE_L3, NODE_L4, NODE_L5, NODE_L6, NODE_L7,
    NODE_OPERANDS,
};

enum node_relation { NODE_LT = 1, NODE_EQ, NODE_GE, NODE_NE, NODE_LE, NODE_GT };

/* The types of compared numbers: floats, or integers, which are compared by the sign of their difference modulo
 * 2^32. */
enum node_type { NODE_FLOAT, NODE_INTEGER };

/* A source line of files[file]; line 0: unknown. */
struct node_place {
    uint32_t file, line;
};

struct node {
    uint8_t kind;     /* kind of node, an enum node_kind */
    uint8_t relation; /* NODE_COMPARE: relation, an enum node_relation; other nodes: 0, or INSN_KEEPS (passes.h)
                       * during selection */
    uint8_t type;     /* type of the value, an enum node_type */
    uint8_t mod, option;
    const struct sfp_insn *insn; /* NODE_INSN: row of the instruction in the list's arch */
    uint32_t imm;
    int32_t uses[NODE_OPERANDS], makes[NODE_OPERANDS]; /* numbers of the values used and made, by operand, or
                                                        * NODE_NONE */
    int32_t conditions[2], condition;                  /* numbers of conditions used and made, or NODE_NONE */
    struct node_place place;
};

/* Does the node never become a word? */
static inline bool node_gives_no_word(const struct node *node)
{
    return node->kind == NODE_CALL || node->kind == NODE_BARRIER || node->kind == NODE_KEEP;
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
    int32_t values, conditions; /* counts of values and conditions, which are numbered from 0 */
    struct node_names files, calls;
};

/* Makes an empty list. The caller frees the list with node_list_free(). */
void node_list_init(struct node_list *list, enum sfp_arch arch, const struct profile *profile);
void node_list_free(struct node_list *list);

/* Returns a node of this kind without operands. */
struct node node_of(enum node_kind kind, struct node_place place);

/* Appends a copy of `node`. Returns false if memory ran out. */
bool node_list_add(struct node_list *list, const struct node *node);

/* Returns the number of `name` in `names`, appending a copy unless `name` equals the last entry. `name` must not
 * contain a newline. Returns NODE_NONE if memory ran out. */
int32_t node_name(struct node_names *names, const char *name);

/* Sets *error to "FILE:LINE: " and the message, or to the message alone if the place is unknown; to NULL if memory
 * ran out. The caller frees *error. Always returns false. */
__attribute__((format(printf, 4, 0)))
bool node_vfail(const struct node_list *list, struct node_place place, char **error, const char *format,
                va_list arguments);

/*
 * Checks the rules above: the arch, the instructions and their operands, values and conditions made before their use
 * and only once, PUSHC and POPC in pairs. On a violation returns false and sets *error to an error text in select.h's
 * form, which the caller frees; *error is NULL if memory ran out.
 */
bool node_list_check(const struct node_list *list, char **error);

#endif
