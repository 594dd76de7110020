/* Reserves registers for constants of rewrites, and moves constants out of the loop. */
#include "rewrites.h"

#include <stdlib.h>

#include "graph_parts.h"

enum { FREE_LREGS = 4 }; /* a constant takes an LReg only while more are free: overlapping rows need these */

/* ---- Registers ---- */

static uint32_t get_lreg_bit(unsigned lreg)
{
    return UINT32_C(1) << lreg;
}

bool rewrite_bits_in(const struct graph *g, unsigned lreg, uint32_t *bits)
{
    for (unsigned m = 0; m < g->made_count; m++)
        if (g->made[m].lreg == lreg) {
            *bits = g->made[m].bits;
            return true;
        }
    *bits = g->known_bits[lreg];
    return g->known >> lreg & 1;
}

/* Does the LReg hold `bits` at the start of the loop, as set by the kernel or reserved for a rewrite? */
static bool lreg_holds(const struct graph *g, unsigned lreg, uint32_t bits)
{
    uint32_t held;

    return rewrite_bits_in(g, lreg, &held) && held == bits;
}

static bool is_lreg_taken(const struct graph *g, unsigned lreg)
{
    for (unsigned m = 0; m < g->made_count; m++)
        if (g->made[m].lreg == lreg)
            return true;
    return (g->kept | g->constants | graph_carried_lregs(g)) >> lreg & 1;
}

static unsigned count_free_lregs(const struct graph *g)
{
    return GRAPH_LREGS - (unsigned)__builtin_popcount(g->kept | graph_carried_lregs(g));
}

/* Are enough LRegs left for values after this choice? Only orders need the check: a table can use L16, and LRegs in
 * the cycle of their last read. */
static bool leaves_enough(const struct graph *g, const struct graph_operation *o, unsigned lreg)
{
    return !g->in_order || lreg >= GRAPH_LREGS || graph_most_live(g, o, (uint8_t)lreg) < count_free_lregs(g);
}

/* Can the LReg be set before the loop? Not L11, on which the vendor's runtime relies; not L0, which sets constants;
 * not L3 and L7, which are some operations' fixed operands. */
static bool can_set_lreg(const struct graph *g, unsigned lreg)
{
    const bool special = lreg == 0 || lreg == 3 || lreg == SFP_LREG_NAMING;

    if (is_lreg_taken(g, lreg) || g->made_count == GRAPH_MADE)
        return false;
    return lreg < GRAPH_LREGS ? !special && count_free_lregs(g) > FREE_LREGS
                              : lreg > SFP_FIRST_PROGRAMMABLE_LREG && lreg <= SFP_LAST_PROGRAMMABLE_LREG;
}

/* Reserves the LReg for the constant. Returns `lreg`. */
static uint8_t reserve_lreg(struct graph *g, unsigned lreg, uint32_t bits)
{
    if (!lreg_holds(g, lreg, bits)) {
        g->made[g->made_count].bits = bits;
        g->made[g->made_count++].lreg = (uint8_t)lreg;
    }
    if (lreg < GRAPH_LREGS)
        g->kept |= get_lreg_bit(lreg);
    else if (sfp_is_programmable(lreg) && g->known >> lreg & 1)
        g->constants |= get_lreg_bit(lreg);
    return (uint8_t)lreg;
}

uint8_t rewrite_constant(struct graph *g, uint32_t bits)
{
    for (unsigned lreg = SFP_LAST_PROGRAMMABLE_LREG; lreg > SFP_FIRST_PROGRAMMABLE_LREG; lreg--)
        if (lreg_holds(g, lreg, bits))
            return reserve_lreg(g, lreg, bits);
    for (unsigned lreg = SFP_LAST_PROGRAMMABLE_LREG; lreg > SFP_FIRST_PROGRAMMABLE_LREG; lreg--)
        if (can_set_lreg(g, lreg))
            return reserve_lreg(g, lreg, bits);
    return 0;
}

bool rewrite_can_hold(const struct graph *g, unsigned lreg, uint32_t bits)
{
    return lreg_holds(g, lreg, bits) || (!is_lreg_taken(g, lreg) && g->made_count + 1 < GRAPH_MADE);
}

void rewrite_hold(struct graph *g, unsigned lreg, uint32_t bits)
{
    reserve_lreg(g, lreg, bits);
}

/* ---- Constants of iterations ---- */

/* Returns a register for the operation's constant that a reader can name, or GRAPH_NONE. LRegs that hold it already
 * come first, then constant registers, which have no other use. */
static int choose_constant_register(const struct graph *g, const struct graph_operation *o, uint32_t bits)
{
    for (int lreg = SFP_LAST_PROGRAMMABLE_LREG; lreg >= 0; lreg--)
        if (lreg_holds(g, (unsigned)lreg, bits) && graph_can_put_constant(g, o, (uint8_t)lreg))
            return lreg;
    for (int lreg = SFP_LAST_PROGRAMMABLE_LREG; lreg >= 0; lreg--)
        if (can_set_lreg(g, (unsigned)lreg) && graph_can_put_constant(g, o, (uint8_t)lreg) &&
            leaves_enough(g, o, (unsigned)lreg))
            return lreg;
    return GRAPH_NONE;
}

/* Removes operation `at` if no operation reads its value any more. False if memory ran out. */
static bool remove_unread(struct graph *g, size_t at)
{
    bool *gone;

    if (graph_is_read(g, g->operations[at].results[0].value))
        return true;
    gone = calloc(g->count, sizeof *gone);
    if (!gone)
        return false;
    gone[at] = true;
    graph_remove(g, gone);
    free(gone);
    return true;
}

/* Notes the words that load a constant that was reserved for operation `o`. */
static void note_loads(struct graph *g, const struct graph_operation *o, unsigned lreg)
{
    for (unsigned m = 0; m < g->made_count; m++)
        if (g->made[m].lreg == lreg && g->made[m].load_count == 0)
            g->made[m].load_count = (uint8_t)graph_constant_loads(g, o, g->made[m].loads);
}

bool rewrite_hoist(struct rewriting *w, size_t at)
{
    struct graph *g = w->graph;
    const struct graph_operation o = g->operations[at];
    uint32_t bits;
    int lreg;

    if (o.optional || !graph_constant_bits(g, &o, &bits))
        return true;
    lreg = choose_constant_register(g, &o, bits);
    if (lreg != GRAPH_NONE) {
        reserve_lreg(g, (unsigned)lreg, bits);
        note_loads(g, &o, (unsigned)lreg);
        graph_put_constant(g, &o, (uint8_t)lreg);
        rewrite_note(w);
    }
    return remove_unread(g, at);
}
