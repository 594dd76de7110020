/* The functions and the state that the passes of selection share: the list of nodes after each pass, and errors. */
#ifndef SFP_PASSES_H
#define SFP_PASSES_H

#include "select.h"
#include "states.h"

#include "isa/timing.h"
#include "isa/modes.h"

/*
 * The state of a selection. Each pass rewrites `nodes`. After select_lower_conditions(), the kinds left are WORD, INSN,
 * CONSTANT, READ, WRITE, ASSIGN, CONFIG, CALL and BARRIER, and instructions that change flags are INSN. From then on,
 * in a node that makes [NODE_VD], uses[NODE_VD] is the value that the register holds before and that disabled lanes
 * keep, whether or not the instruction reads VD.
 */
struct selecting {
    const struct node_list *list;
    struct node_list nodes;               /* nodes without names: places refer to `list` */
    struct sfp_index index;
    const struct sfp_insn *rows[SFP_IDS]; /* rows of the arch's instructions by id; NULL: the arch lacks the
                                           * instruction */
    int32_t *state;                       /* by node, after select_resolve_assigns(): the state of enabled lanes at
                                           * the node */
    struct states states;
    uint64_t *ends; /* by node, or NULL if not requested: the cycle in which the next node can issue */
    size_t *words_before; /* by node, and after the last, or NULL if not requested: the number of words before it */
    size_t ended;   /* the number of nodes that already have their words */
    char **error;
};

/* Sets the error to the formatted message after the place. Always returns false. */
__attribute__((format(printf, 3, 4))) bool select_fail(const struct selecting *s, struct node_place place,
                                                       const char *format, ...);

/* Appends a node to s->nodes. Returns false if memory ran out. */
bool select_add(struct selecting *s, const struct node *node);

/* Returns the number of a new value. */
int32_t select_value(struct selecting *s);

/* Returns an instruction without operands; the arch must have `id`. */
struct node select_insn(const struct selecting *s, enum sfp_id id, unsigned mod, struct node_place place);

/* Returns the LReg that always holds `bits`, or -1. L11 counts only if the list never writes L11. */
int select_constant_lreg(const struct selecting *s, uint32_t bits);

/* Returns a NODE_INSN, NODE_WORD or NODE_CONFIG as a word issued to the vector unit. All register operands of a
 * NODE_INSN are L0. */
struct sfp_issued select_issued(const struct selecting *s, const struct node *node);

/* Are all lanes enabled when the kernel starts? The profile decides. */
static inline bool select_all_at_entry(const struct selecting *s)
{
    return s->list->profile->outermost == OUTERMOST_ENCC;
}

/* Updates `states` for the node's effect on enabled lanes. Returns false if memory ran out. */
bool select_follow(const struct selecting *s, struct states *states, const struct node *node);

/* Does the node change the enabled lanes or their stack? A REPLAY that plays is assumed to. */
bool select_changes_flags(const struct selecting *s, const struct node *node);

/* Is making values the node's only effect? If so, a node without used values can be dropped. */
bool select_is_pure(const struct selecting *s, const struct node *node);

/* Does the node read its values in disabled lanes? */
bool select_crosses_lanes(const struct node *node);

/* `relation` of a NODE_INSN after select_resolve_assigns(): disabled lanes keep the contents of an operand that the
 * instruction reads and writes. An operand that is only written always keeps them. */
enum { INSN_KEEPS = 1 };

/* Must disabled lanes of this operand's register keep the used value after the node? */
bool select_keeps_lanes(const struct node *node, unsigned operand);

/* Returns an instruction in mode 0 that is to replace `node` after select_resolve_assigns(). If the register that
 * `node` writes keeps disabled lanes, the new node has the mark INSN_KEEPS. A pass that replaces a node must use
 * this function. The caller sets uses[NODE_VD] to the value that is kept. */
struct node select_insn_for(const struct selecting *s, enum sfp_id id, const struct node *node);

/* Returns, by value, the number of uses; NULL if memory ran out. The caller frees the array. */
uint32_t *select_count_uses(const struct selecting *s);

/* Returns, by value, the node that makes the value, or SIZE_MAX; NULL if memory ran out. The caller frees the array. */
size_t *select_makers(const struct selecting *s);

/* Removes nodes that only make unused values, and unused results of other nodes. Returns false if memory ran out. */
bool select_drop_dead(struct selecting *s);

/* ---- The passes, in order: each returns false, with an error set, or if memory ran out ---- */

/* Copies the list to s->nodes, and turns conditions into flag instructions and known integers into immediates. */
bool select_lower_conditions(struct selecting *s);

/* Removes flag instructions without effect. */
bool select_trim_flags(struct selecting *s);

/* Removes every NODE_ASSIGN, and fills s->states and s->state. */
bool select_resolve_assigns(struct selecting *s);

/* Replaces two instructions by one, as the profile says. */
bool select_combine(struct selecting *s);

/* Loads equal constants once, and reads constants that LRegs hold. */
bool select_share_constants(struct selecting *s);

/* Returns the nearest node at or above `i` where the lanes are enabled and a load may be inserted. Returns `i` if
 * the same call and recorded body contain no such node. */
size_t select_place_above(const struct selecting *s, size_t i, int32_t lanes);

/* Moves node `from` up to the place of node `to`. */
void select_move_up(struct selecting *s, size_t from, size_t to);

/* Assigns registers, and appends the words to *selection. With `read`, also prints the nodes to selection->reading. */
bool select_registers(struct selecting *s, bool read, struct selection *selection);

/* With scheduling: makes the words in the best node order found. The list's own order stays if no
 * order takes fewer cycles. With `read`, also prints the nodes to selection->reading, as select_registers() does. */
bool select_scheduled(struct selecting *s, bool read, struct selection *selection);

/* The last pass: assigns registers in a way that gives all rows of a loop over Dst the same words, unless that needs
 * more cycles, and appends the words to *selection. `how` is a set of the options of select_nodes(). */
bool select_rows(struct selecting *s, unsigned how, struct selection *selection);

/* ---- Printing nodes for --print-nodes: print_node.c ---- */

/* Appends a line such as "FILE:LINE: v3 (L5) = sfpmad v0 v1 v2" for a node. lregs[] holds the register of each
 * operand, or -1. Returns false if memory ran out. */
bool print_node(struct text *text, const struct selecting *s, const struct node *node,
                const int8_t lregs[NODE_OPERANDS]);

#endif
