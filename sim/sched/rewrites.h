/* The table of rewrites. */
#ifndef SFP_REWRITES_H
#define SFP_REWRITES_H

#include "graph.h"

/* A graph that is rewritten. */
struct rewriting {
    struct graph *graph;
    struct sfp_index index;
    const struct rewrite *rows, *by; /* the table; the row that is done */
};

/* Does a row to one operation, behind which it adds. False: no memory. */
typedef bool rewrite_apply(struct rewriting *w, size_t at);

struct rewrite {
    const char *name, *match, *makes, *condition, *proof; /* as rewrites.def has them */
    unsigned archs;
    bool always;  /* not only if it is named */
    bool changes; /* some values */
    rewrite_apply *apply;
};

#define REWRITE(id, ...) rewrite_apply rewrite_##id;
#include "rewrites.def"

/* The rows; NULL behind the last. */
const struct rewrite *graph_rewrite_row(size_t i);

/* ---- What rows share ---- */

/* The kernel's own operation that makes the value of the source; NULL: there is none. */
const struct graph_operation *rewrite_maker_of(const struct graph *g, const struct graph_source *source);

/* Does it make one value of all lanes, in a register of its own, and nothing else? */
bool rewrite_is_free(const struct graph_operation *o);

/* Gives the operation an instruction, and what follows from that. */
void rewrite_give_word(const struct rewriting *w, struct graph_operation *o, uint32_t word);

/* Is it the logical shift of a value by an immediate, which another one can take the place of? And by how many bits to
 * the left, -2048 to 2047, of which five count. */
bool rewrite_is_shift(const struct graph_operation *o);
int32_t rewrite_shift_amount(const struct graph_operation *o);

/* What makes a value need not be there, if only such read it as need not be there either. */
void rewrite_free_maker(struct graph *g, const struct graph_operation *maker);

/* Adds another way to make what operation `at` makes. False: no memory. */
bool rewrite_add_way(struct rewriting *w, size_t at, struct graph_operation o);

/* The same of a load, which keeps the place in the kernel that it has: that of a load, in the order of cells of Dst. */
bool rewrite_add_load(struct rewriting *w, size_t at, struct graph_operation o);

/* The SFPABS of an integer that SFPSETSGN gives the sign of this integer: both make sign and magnitude of two's
 * complement, or the other way round. NULL: it is none. */
const struct graph_operation *rewrite_signed_abs(const struct graph *g, const struct graph_operation *setsgn);

/* Says that the row has taken operations out, in a way that no operation of its own tells of. */
void rewrite_note(struct rewriting *w);

/* A constant register that holds `bits`, or will, at the price of one of L12 to L14; 0: none is free. */
uint8_t rewrite_constant(struct graph *g, uint32_t bits);

/* The bits that an LReg holds which the iteration does not write, if they are known. */
bool rewrite_bits_in(const struct graph *g, unsigned lreg, uint32_t *bits);

/* The bits of a source that is the same in each iteration. */
bool rewrite_bits_of(const struct graph *g, const struct graph_source *source, uint32_t *bits);

/* Has this LReg `bits`, or can it have them, before the loop? And then it has. */
bool rewrite_can_hold(const struct graph *g, unsigned lreg, uint32_t bits);
void rewrite_hold(struct graph *g, unsigned lreg, uint32_t bits);

#endif
