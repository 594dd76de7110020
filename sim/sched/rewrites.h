/* The table of rewrites. */
#ifndef SFP_REWRITES_H
#define SFP_REWRITES_H

#include "graph.h"

/* A rewrite under way. */
struct rewriting {
    struct graph *graph;
    struct sfp_index index;
    const struct rewrite *rows, *row; /* the table; the current row */
};

/* Applies a row to operation `at`. New operations go right after it. False if memory ran out. */
typedef bool rewrite_apply(struct rewriting *w, size_t at);

struct rewrite {
    const char *name, *match, *makes, *condition, *proof; /* columns of rewrites.def */
    unsigned archs;
    bool always;  /* the rewrite applies without being named */
    bool instead; /* it then does not, in a graph that keeps the kernel's own operations */
    bool changes; /* the rewrite changes some values */
    rewrite_apply *apply;
};

#define REWRITE(id, ...) rewrite_apply rewrite_##id;
#include "rewrites.def"

/* Returns row `i`, or NULL after the last row. */
const struct rewrite *graph_rewrite_row(size_t i);

enum { REWRITE_UNREAD = 2 /* most operations that a replaced comparison makes useless, besides move and SFPENCC */ };

/* A comparison of two sources, followed by a move under the flags of the comparison. The move copies one source over
 * the other, and no other operation works under these flags. */
struct rewrite_clamp {
    struct graph_source old, other; /* the overwritten source, and the copied source */
    bool is_minimum;                /* true: the result is the smaller source; false: the larger source */
    size_t setter, closes;          /* operation indices: the move, the SFPENCC */
    size_t unread[REWRITE_UNREAD];  /* indices of operations that SFPSWAP makes useless: the difference of a comparison,
                                     * and the second SFPSETCC of a test "above 0" */
    unsigned unread_count;
};

/* ---- Functions shared by rows ---- */

/* Returns the kernel's own operation that makes the source's value, or NULL. */
const struct graph_operation *rewrite_maker_of(const struct graph *g, const struct graph_source *source);

/* Does the operation make exactly one value, in all lanes, in a free choice of register, without changing flags? */
bool rewrite_is_free(const struct graph_operation *o);

/* Sets the operation's instruction to `word`, with the mode, sub-unit, latency and exchange that follow. */
void rewrite_give_word(const struct rewriting *w, struct graph_operation *o, uint32_t word);

/* rewrite_is_shift(): is the operation a logical shift by an immediate that another operation can replace?
 * rewrite_shift_amount(): its bits to the left, -2048 to 2047; the hardware uses five of them. */
bool rewrite_is_shift(const struct graph_operation *o);
int32_t rewrite_shift_amount(const struct graph_operation *o);

/* Returns an operation of all lanes that makes the value, for the word at index `at` of the body, by the current row.
 * rewrite_append_source(): adds a source to it, in the slot. */
struct graph_operation rewrite_make_operation(const struct rewriting *w, uint32_t word, int16_t value, uint16_t at);
void rewrite_append_source(struct graph_operation *o, enum graph_slot slot, struct graph_source source);

/* Returns the region that the operation opens, unless the region has the lanes of an earlier one; otherwise
 * GRAPH_NONE. */
int16_t rewrite_opened_by(const struct graph *g, size_t at);

/* Returns the index of the only operation in the region except the one that closes it, or SIZE_MAX. */
size_t rewrite_only_operation(const struct graph *g, int16_t region);

/* Replaces the comparison at `at` by SFPSWAP, and removes the clamp's other operations. False if memory ran out. */
bool rewrite_clamp_to_swap(struct rewriting *w, size_t at, const struct rewrite_clamp *m);

/* Returns whether SFPENCC ends the region, and not SFPPOPC. */
bool rewrite_closes_all(const struct graph *g, int16_t region);

/* Returns the source whose old value the result replaces, or NULL. */
const struct graph_source *rewrite_old_source(const struct graph_operation *o);

/* Returns how many sources of operations have the value. */
unsigned rewrite_count_readers(const struct graph *g, int16_t value);

/* Removes the marked operations, and frees `gone`. Returns true. */
bool rewrite_remove_marked(struct graph *g, bool *gone);

/* Makes the maker optional, if only optional operations read its values. */
void rewrite_free_maker(struct graph *g, const struct graph_operation *maker);

/* Adds `o` after operation `at`, as another way to make its value. False if memory ran out. */
bool rewrite_add_way(struct rewriting *w, size_t at, struct graph_operation o);

/* As rewrite_add_way(), for a load: keeps `o.at`, the place in the kernel that decides the order of accesses to Dst. */
bool rewrite_add_load(struct rewriting *w, size_t at, struct graph_operation o);

/* If `setsgn` is SFPSETSGN that gives the magnitude of an integer the integer's own sign, converting between two's
 * complement and sign-magnitude, returns the SFPABS that makes the magnitude; otherwise NULL. */
const struct graph_operation *rewrite_signed_abs(const struct graph *g, const struct graph_operation *setsgn);

/* Notes that the current row has replaced operations, for rewrites that leave no operation with their name. */
void rewrite_note(struct rewriting *w);

/* Returns a register of L12 to L14 that holds `bits`, or reserves a free one for them. Returns 0 if no register is
 * free. */
uint8_t rewrite_constant(struct graph *g, uint32_t bits);

/* Finds the bits in an LReg that the iteration does not write. False if unknown. */
bool rewrite_bits_in(const struct graph *g, unsigned lreg, uint32_t *bits);

/* Finds the bits of a constant source. False if the source is not constant, or unknown. */
bool rewrite_bits_of(const struct graph *g, const struct graph_source *source, uint32_t *bits);

/* Finds the constant to which the operation sets its result, in the lanes where it works. False if it sets none. */
bool rewrite_set_bits(const struct graph *g, const struct graph_operation *o, uint32_t *bits);

/* rewrite_can_hold(): does this LReg hold `bits` before the loop, or can it be set to them? rewrite_hold(): sets it. */
bool rewrite_can_hold(const struct graph *g, unsigned lreg, uint32_t bits);
void rewrite_hold(struct graph *g, unsigned lreg, uint32_t bits);

#endif
