/* Executes a list of nodes and its selected words side by side. Both sides reach each of the kernel's own words
 * together. */
#ifndef SFP_LOCKSTEP_H
#define SFP_LOCKSTEP_H

#include "node_run.h"

#include "select/select.h"

/* The contents of a replay-buffer slot, for both sides. */
struct replayed {
    enum { REPLAYS_UNKNOWN, REPLAYS_WORD, REPLAYS_NODES } kind;
    uint32_t own, selected; /* the word of the list, and the word of the selection */
    size_t first, end;      /* range of nodes in the list */
    unsigned place, length; /* position of the slot among these nodes' slots; number of slots */
};

enum { FIRST_LREGS = (1 << SFP_FIRST_CONSTANT_LREG) - 1 /* the set of L0 to L7 */ };

/* Slots being recorded: the next slot, and the number of slots left. */
struct recording {
    unsigned slot, left;
};

struct lockstep {
    const struct node_list *list;
    const struct selection *selection;
    struct term_machine *nodes, *words; /* states of the list's nodes and of the selection's words */
    struct node_run run;
    size_t next; /* index of the next word */
    struct replayed slots[SFP_REPLAY_SLOTS];
    struct recording own, selected; /* recordings of the list's own words, and of the selection's words */
    bool executes;                  /* the last recording REPLAY executes the recorded words too */
    bool in_body;                   /* the nodes are inside the body of a REPLAY that executes the recorded words */
    bool behind_macro;              /* only own words have come since the last macro */
    uint32_t written;               /* set of LRegs that own words or NODE_WRITE may have written */
    uint32_t left_behind;           /* set of LRegs written by NODE_WRITE since the last node of another kind */
    char **error;
};

/* Sets the error to the message at a node's place. Always returns false. */
__attribute__((format(printf, 3, 4)))
bool lockstep_fail(const struct lockstep *lockstep, size_t node, const char *format, ...);

/* Does the selection mark its next word as the kernel's own? */
bool lockstep_is_own(const struct lockstep *lockstep);

/* Takes the selection's next word: records it, executes it, or both. Returns false if memory ran out. */
bool lockstep_take_word(struct lockstep *lockstep);

/* Takes selected words up to the next own word. Returns false if memory ran out. */
bool lockstep_reach_own(struct lockstep *lockstep);

/* Returns the LRegs that the word may write, except constant LRegs. */
uint32_t lockstep_written(const struct lockstep *lockstep, uint32_t word);

/* Compares both sides at node `i`, a word of the kernel's own: the enabled lanes, and the LRegs that the word reads,
 * must be equal. `issued` without an instruction stands for a word that may execute anything. A macro's scheduled
 * instructions may read any LReg written before the macro, except the LReg that the macro's own load replaces.
 * Returns false, with an error set, on a difference. */
bool lockstep_compare_operands(struct lockstep *lockstep, size_t i, const struct sfp_issued *issued);

/* Compares both sides at node `i`, which executes unknown words: enabled lanes, and LRegs that the list has written,
 * must be equal. */
bool lockstep_compare_written(struct lockstep *lockstep, size_t i);

/* Compares Dst of both sides at node `i`, which begins a new epoch, and forgets Dst. */
bool lockstep_pass_epoch(struct lockstep *lockstep, size_t i);

/* Compares the final states of both sides. */
bool lockstep_compare_end(struct lockstep *lockstep);

/* ---- Words of the kernel's own on both sides, and REPLAY: own_steps.c and replays.c ---- */

/* Executes the REPLAY at node `i` on both sides. *end becomes the last node handled. */
bool lockstep_replay(struct lockstep *lockstep, size_t i, size_t *end);

/* Does the REPLAY at node `i` record or play nodes? */
bool replay_has_nodes(struct lockstep *lockstep, size_t i);

/* May the word start a macro's instructions? SFPLOADMACRO and MOP may. REPLAY may if it plays such a word, or an
 * unknown slot. */
bool replay_starts_macro(struct lockstep *lockstep, uint32_t word);

/* Handles the barrier at node `i`. At the end of a body that REPLAY records and executes, takes the remaining words. */
bool lockstep_barrier(struct lockstep *lockstep, size_t i);

/* Executes the own word at node `i` on both sides. *end becomes the last node handled. */
bool lockstep_own_word(struct lockstep *lockstep, size_t i, size_t *end);

#endif
