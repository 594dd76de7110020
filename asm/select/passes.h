/* What the passes of selection share: the list as it is by then, and how one of them fails. */
#ifndef SFP_PASSES_H
#define SFP_PASSES_H

#include "select.h"
#include "states.h"

#include "isa/timing.h"
#include "isa/modes.h"

/*
 * A list under way. `nodes` are those that passes have made of the list's. Once conditions are lowered, there are only
 * WORD, INSN, CONSTANT, READ, WRITE, ASSIGN, CONFIG, CALL and BARRIER, and instructions that change flags are INSN.
 * From there on uses[NODE_VD] of what makes [NODE_VD] is the value that the register holds before, and keeps in lanes
 * that are not enabled, whether or not the instruction reads it.
 */
struct selecting {
    const struct node_list *list;
    struct node_list nodes;               /* no names: places are of `list` */
    struct sfp_index index;
    const struct sfp_insn *rows[SFP_IDS]; /* NULL: the arch has no such instruction */
    int32_t *state;                       /* of each node, once liveness has been: which lanes are enabled there */
    struct states states;
    uint64_t *ends; /* if asked for, by node: the cycle in which the next one can be issued */
    size_t ended;   /* so many nodes have their words */
    char **error;
};

/* Sets the error to this, with the place before it; false. */
__attribute__((format(printf, 3, 4))) bool select_fail(const struct selecting *s, struct node_place place,
                                                       const char *format, ...);

/* Appends to s->nodes. */
bool select_add(struct selecting *s, const struct node *node);

/* A number for a further value. */
int32_t select_value(struct selecting *s);

/* An instruction with no operands; `id` is one of the arch's. */
struct node select_insn(const struct selecting *s, enum sfp_id id, unsigned mod, struct node_place place);

/* The LReg that always holds `bits`, or -1. L11 counts unless the list writes it. */
int select_constant_lreg(const struct selecting *s, uint32_t bits);

/* What a node is to the vector unit as a word: of NODE_INSN and NODE_WORD; operands of the former are all 0. */
struct sfp_issued select_issued(const struct selecting *s, const struct node *node);

/* Are all lanes enabled when the kernel starts? The profile says so. */
static inline bool select_all_at_entry(const struct selecting *s)
{
    return s->list->profile->outermost == OUTERMOST_ENCC;
}

/* Follows what the node does to states. False if memory ran out. */
bool select_follow(const struct selecting *s, struct states *states, const struct node *node);

/* Does it change which lanes are enabled, or the stack of these? What REPLAY plays may. */
bool select_changes_flags(const struct selecting *s, const struct node *node);

/* Is the whole of it to make values, so that it can be left out if nobody uses them? */
bool select_is_pure(const struct selecting *s, const struct node *node);

/* Does it read lanes of its values that are not enabled? */
bool select_crosses_lanes(const struct node *node);

/* What NODE_INSN has as its `relation` once assignments are resolved: lanes that are not enabled keep what a value that
 * is read has there. Of a value that is not read they always do. */
enum { INSN_KEEPS = 1 };

/* Does the register of this operand keep lanes of the value in it, that are not enabled, for what is made? */
bool select_keeps_lanes(const struct node *node, unsigned operand);

/* An instruction in mode 0 that is to take the place of `node`, once assignments are resolved. If the register that `node`
 * writes keeps lanes that are not enabled, the new node has the mark for that. A pass that makes a node in the place of
 * another makes it with this function. The caller sets uses[NODE_VD] to the value that is kept. */
struct node select_insn_for(const struct selecting *s, enum sfp_id id, const struct node *node);

/* How many nodes use each value; NULL without memory. To be freed. */
uint32_t *select_count_uses(const struct selecting *s);

/* The node that makes each value, or SIZE_MAX; NULL without memory. To be freed. */
size_t *select_makers(const struct selecting *s);

/* Leaves out nodes that make only what nobody uses, and of others what nobody uses. */
bool select_drop_dead(struct selecting *s);

/* ---- The passes, in order ---- */

bool select_lower_conditions(struct selecting *s);
bool select_trim_flags(struct selecting *s);
bool select_resolve_assigns(struct selecting *s);
bool select_combine(struct selecting *s);
bool select_share_constants(struct selecting *s);
bool select_registers(struct selecting *s, bool read, struct selection *selection);

/* The last, with the nodes in the order that takes the fewest cycles, of those that are found: that of the list, or one
 * of fewer. */
bool select_scheduled(struct selecting *s, bool read, struct selection *selection);

/* ---- Nodes for readers, what --print-nodes shows: print_node.c ---- */

/* Adds a line, "FILE:LINE: v3 (L5) = sfpmad v0 v1 v2", of a node and the registers of its operands, -1 where it has
 * none. False if memory ran out. */
bool print_node(struct text *text, const struct selecting *s, const struct node *node,
                const int8_t lregs[NODE_OPERANDS]);

#endif
