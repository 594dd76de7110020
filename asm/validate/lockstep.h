/* A list of nodes and its words side by side: both come to each word of the kernel's own at once. */
#ifndef SFP_LOCKSTEP_H
#define SFP_LOCKSTEP_H

#include "node_run.h"

#include "select/select.h"

/* What a slot of the replay buffer holds, for both. */
struct replayed {
    enum { REPLAYS_UNKNOWN, REPLAYS_WORD, REPLAYS_NODES } kind;
    uint32_t own, selected; /* the list's word, and the selection's */
    size_t first, end;      /* the list's nodes */
    unsigned place, length; /* of the slot among those that they fill */
};

/* Slots that are being recorded. */
struct recording {
    unsigned slot, left;
};

struct lockstep {
    const struct node_list *list;
    const struct selection *selection;
    struct term_machine *nodes, *words; /* what each has done so far */
    struct node_run run;
    size_t next; /* the next of the words */
    struct replayed slots[SFP_REPLAY_SLOTS];
    struct recording own, selected; /* of the list's own words, and of the selection's */
    bool executes;                  /* what is recorded is executed too */
    bool in_body;                   /* of nodes that are recorded and executed */
    bool behind_macro;              /* since a macro came nothing but words of the kernel's own */
    uint32_t written;               /* LRegs that the list's own words so far, or NODE_WRITE, may have written */
    uint32_t left_behind;           /* those that NODE_WRITE has written since the last node of another kind */
    char **error;
};

/* Fails at a node's place. False. */
__attribute__((format(printf, 3, 4)))
bool lockstep_fail(const struct lockstep *l, size_t node, const char *format, ...);

/* Is the selection's next word one that it says is the kernel's own? */
bool lockstep_is_own(const struct lockstep *l);

/* Records the selection's next word, executes it, or both. False if memory ran out. */
bool lockstep_take_word(struct lockstep *l);

/* Takes selected words up to the next of the kernel's own. False if memory ran out. */
bool lockstep_reach_own(struct lockstep *l);

/* The LRegs that the word may write, among those that no constant is in. */
uint32_t lockstep_written(const struct lockstep *l, uint32_t word);

/* Do both come to node `i`, a word of the kernel's own, with the same lanes enabled, and the same in the LRegs that it
 * reads? `issued` has no instruction for a word that may execute any. What a macro schedules may read any LReg that was
 * written before the macro, but not what the macro's own load replaces. */
bool lockstep_compare_operands(struct lockstep *l, size_t i, const struct sfp_issued *issued);

/* Node `i` executes words that are not known: lanes, and LRegs that the list has written, must be the same. */
bool lockstep_compare_written(struct lockstep *l, size_t i);

/* Node `i` begins a further epoch of Dst: it must be the same in both, and is forgotten. */
bool lockstep_pass_epoch(struct lockstep *l, size_t i);

/* What both leave must be the same. */
bool lockstep_compare_end(struct lockstep *l);

/* ---- Words of the kernel's own on both sides, and REPLAY: own_steps.c and replays.c ---- */

/* REPLAY as node `i`, which both have come to. *end: the last node that is through. */
bool lockstep_replay(struct lockstep *l, size_t i, size_t *end);

/* Is node `i` a REPLAY that records nodes, or plays them? */
bool replay_has_nodes(struct lockstep *l, size_t i);

/* May the word start what a macro schedules? SFPLOADMACRO and MOP may, and REPLAY that plays such a word, or one that
 * is not known. */
bool replay_starts_macro(struct lockstep *l, uint32_t word);

/* Node `i`, a barrier that ends what is recorded and executed. */
bool lockstep_barrier(struct lockstep *l, size_t i);

/* Node `i`, one of the kernel's own words, and the word that it is. *end: the last node that is through. */
bool lockstep_own_word(struct lockstep *l, size_t i, size_t *end);

#endif
