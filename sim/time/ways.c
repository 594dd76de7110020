/* Follows which registers and flags depend on data, and the ways in which tests of data may come out. */
#include "engine.h"

enum { TESTS = 5 }; /* tests kept apart; each doubles the number of ways, up to SFP_LANES */

_Static_assert(1 << TESTS == SFP_LANES, "one lane for each way");

/* holds[t]: the ways in which test t holds. */
static const uint32_t holds[TESTS] = {0xAAAAAAAA, 0xCCCCCCCC, 0xF0F0F0F0, 0xFF00FF00, 0xFFFF0000};

void sfp_ways_begin(struct sfp_engine *e)
{
    enum { GIVEN = SFP_LREG_MASK | 1 << SFP_STAGING_LREG }; /* left by earlier programs; the other LRegs are
                                                             * constants */

    e->ways = (struct sfp_ways){.data = GIVEN};
}

uint32_t sfp_ways_enabled(const struct sfp_engine *e)
{
    const struct sfp_derived *d = &e->m->s.derived;

    if (e->ways.decided)
        return d->unmasked ? e->flags_by_way.s.derived.enabled : 0;
    return d->enabled ? UINT32_MAX : 0;
}

/* ---- The flags of all ways ---- */

static uint32_t in_all_ways(const struct sfp_engine *e, uint32_t lanes)
{
    return lanes & e->m->s.derived.unmasked ? UINT32_MAX : 0;
}

static unsigned stack_entries(const struct sfp_state *s)
{
    return s->stack_size < SFP_STACK_DEPTH ? s->stack_size : SFP_STACK_DEPTH;
}

/* Begins to keep ways apart. Up to here all ways have this run's flags, which are the same in all lanes. */
static void part_ways(struct sfp_engine *e)
{
    struct sfp_machine *w = &e->flags_by_way;
    const struct sfp_state *s = &e->m->s;

    w->pending = NULL;
    w->lanes = NULL;
    w->reporter = (struct sfp_reporter){0};
    w->s.arch = s->arch;
    w->s.kernels = s->kernels;
    w->s.flags = in_all_ways(e, s->flags);
    w->s.use_flags = in_all_ways(e, s->use_flags);
    w->s.stack_size = s->stack_size;
    for (unsigned i = 0; i < stack_entries(s); i++) {
        w->s.stack.flags[i] = in_all_ways(e, s->stack.flags[i]);
        w->s.stack.use_flags[i] = in_all_ways(e, s->stack.use_flags[i]);
    }
    w->s.derived.unmasked = UINT32_MAX;
    w->s.derived.enabled = ~w->s.use_flags | w->s.flags;
    e->ways.decided = true;
}

void sfp_ways_archive(struct sfp_engine *e, struct archiving *a)
{
    struct sfp_state *s = &e->flags_by_way.s;

    if (!e->ways.decided)
        return;
    if (a->loads)
        part_ways(e);
    archive_bytes(a, &s->flags, sizeof s->flags);
    archive_bytes(a, &s->use_flags, sizeof s->use_flags);
    archive_bytes(a, &s->stack, sizeof s->stack);
    archive_bytes(a, &s->stack_size, sizeof s->stack_size);
    archive_bytes(a, &s->derived.enabled, sizeof s->derived.enabled);
}

/* Returns whether the flags and the stack are the same in all ways. */
static bool do_ways_agree(const struct sfp_state *s)
{
    bool alike = s->flags + 1 <= 1 && s->use_flags + 1 <= 1;

    for (unsigned i = 0; alike && i < stack_entries(s); i++)
        alike = s->stack.flags[i] + 1 <= 1 && s->stack.use_flags[i] + 1 <= 1;
    return alike;
}

/* ---- Tests ---- */

/* Returns whether the set `ways` depends on the outcome of the test. */
static bool depends_on_test(uint32_t ways, unsigned test)
{
    return ((ways >> (1u << test)) ^ ways) & ~holds[test];
}

static bool any_depends(const struct sfp_state *s, unsigned test)
{
    bool found = depends_on_test(s->flags, test) || depends_on_test(s->use_flags, test);

    for (unsigned i = 0; !found && i < stack_entries(s); i++)
        found = depends_on_test(s->stack.flags[i], test) || depends_on_test(s->stack.use_flags[i], test);
    return found;
}

/* Returns `ways` with the test's outcome fixed. Two ways that differ only in this outcome are then both in the set
 * if the way with outcome `holding` was. */
static uint32_t settle_test(uint32_t ways, unsigned test, bool holding)
{
    const unsigned apart = 1u << test;

    if (holding)
        return (ways & holds[test]) | (ways & holds[test]) >> apart;
    return (ways & ~holds[test]) | (ways & ~holds[test]) << apart;
}

/* Stops keeping a test's two outcomes apart. Keeps an outcome with which some way is enabled, if any. */
static void give_up_test(struct sfp_engine *e, unsigned test)
{
    struct sfp_state *s = &e->flags_by_way.s;
    const bool holding = s->derived.enabled & holds[test];

    s->flags = settle_test(s->flags, test, holding);
    s->use_flags = settle_test(s->use_flags, test, holding);
    for (unsigned i = 0; i < SFP_STACK_DEPTH; i++) {
        s->stack.flags[i] = settle_test(s->stack.flags[i], test, holding);
        s->stack.use_flags[i] = settle_test(s->stack.use_flags[i], test, holding);
    }
    for (uint32_t left = e->flying; left; left &= left - 1) {
        struct sfp_flight *flight = &e->flight[__builtin_ctz(left)];

        flight->ways = settle_test(flight->ways, test, holding);
    }
    e->ways.began = settle_test(e->ways.began, test, holding);
    e->ways.epoch++;
    s->derived.enabled = ~s->use_flags | s->flags;
}

/* Returns the ways in which a new test holds. If all tests are in use, gives one up. */
static uint32_t new_test(struct sfp_engine *e)
{
    unsigned test = 0;

    while (test < TESTS && any_depends(&e->flags_by_way.s, test))
        test++;
    if (test == TESTS) {
        test = e->ways.given_up++ % TESTS;
        give_up_test(e, test);
    }
    return holds[test];
}

/* Returns whether LReg `reg` holds the same value in all lanes that are not masked. */
static bool is_lreg_uniform(const struct sfp_state *s, unsigned reg)
{
    const uint32_t lanes = s->derived.unmasked;
    const uint32_t value = s->lreg[reg][lanes ? __builtin_ctz(lanes) : 0];
    uint32_t others = 0;

    for (unsigned l = 0; l < SFP_LANES; l++)
        others |= (uint32_t)(s->lreg[reg][l] != value) << l;
    return !(others & lanes);
}

/* Returns whether `op` tests values that depend on data, or that differ between lanes. */
static bool tests_data(const struct sfp_engine *e, const struct sfp_op *op)
{
    const uint32_t tested = op->reads & SFP_USES_LREGS;
    bool found = tested & e->ways.data;

    for (uint32_t left = tested; left && !found; left &= left - 1)
        found = !is_lreg_uniform(&e->m->s, (unsigned)__builtin_ctz(left));
    return found;
}

/* Executes `op`, which changes flags or the stack, in all ways. The values that it tests are constants, equal in all
 * lanes. */
static void execute_in_ways(struct sfp_engine *e, const struct sfp_op *op)
{
    sfp_exec *const backdoor = e->m->semantics->backdoor;
    const uint32_t lanes = e->m->s.derived.unmasked;

    for (uint32_t left = op->reads & SFP_USES_LREGS; left; left &= left - 1) {
        const unsigned reg = (unsigned)__builtin_ctz(left);
        const uint32_t value = e->m->s.lreg[reg][lanes ? __builtin_ctz(lanes) : 0];

        for (unsigned way = 0; way < SFP_LANES; way++)
            e->flags_by_way.s.lreg[reg][way] = value;
    }
    (op->exec == backdoor ? op->inner : op->exec)(&e->flags_by_way, op);
}

/* Sets the flags of enabled lanes, and the top of the stack, after a test of data that holds in the ways `outcome`. */
static void take_test_outcome(struct sfp_state *s, const struct sfp_op *op, uint32_t outcome)
{
    uint32_t *top = &s->stack.flags[(s->stack_size - 1u) % SFP_STACK_DEPTH];

    if (op->writes & SFP_USES_STACK && s->stack_size)
        *top = op->mod & SFP_MODE_SFPGT_MUTATE_OR ? *top | outcome : *top & outcome;
    if (op->writes & SFP_USES_FLAGS)
        s->flags = sfp_merge_lanes(s->flags, outcome & s->use_flags, s->derived.enabled);
    s->derived.enabled = ~s->use_flags | s->flags;
}

static __attribute__((noinline)) void follow_flags(struct sfp_engine *e, const struct sfp_op *op)
{
    struct sfp_state *s = &e->flags_by_way.s;

    if (tests_data(e, op)) {
        if (!e->ways.decided)
            part_ways(e);
        take_test_outcome(s, op, new_test(e));
    } else if (e->ways.decided) {
        execute_in_ways(e, op);
        e->ways.decided = !do_ways_agree(s);
        e->ways.epoch += !e->ways.decided;
    }
}

/* ---- Registers ---- */

bool sfp_writes_through_l7(const struct sfp_op *op)
{
    return op->insn->unit == SFP_UNIT_MAD && (op->writes & SFP_LREG_MASK) == SFP_LREG_MASK;
}

uint32_t sfp_naming_lanes(const struct sfp_engine *e, unsigned reg)
{
    enum { LREG_FIELD = 15 };
    uint32_t named = 0;

    for (unsigned l = 0; l < SFP_LANES; l++)
        named |= (uint32_t)((e->m->s.lreg[SFP_NAMING_LREG][l] & LREG_FIELD) == reg) << l;
    return named;
}

/* The ways' state at the start of a cycle, which all instructions of the cycle read. Not a copy of the whole struct:
 * its members were just stored one by one, and processors stall on a load that spans several recent stores. */
struct found {
    uint32_t data, began;
    bool decided;
};

static inline struct found found_now(struct sfp_engine *e)
{
    const struct found found = {e->ways.data, sfp_ways_enabled(e), e->ways.decided};

    e->ways.began = found.began;
    return found;
}

/* Returns the LRegs that L7 names in some lane. */
static __attribute__((noinline)) uint32_t ways_named_lregs(const struct sfp_engine *e)
{
    uint32_t named = 0;

    for (unsigned reg = 0; reg < SFP_SCORED_LREGS; reg++)
        named |= (uint32_t)(sfp_naming_lanes(e, reg) != 0) << reg;
    return named;
}

/* Returns the LRegs that `op` may write. */
static inline uint32_t lregs_written(const struct sfp_engine *e, const struct sfp_op *op, struct found found)
{
    if (!sfp_writes_through_l7(op) || found.data >> SFP_NAMING_LREG & 1)
        return op->writes & SFP_USES_LREGS;
    return ways_named_lregs(e);
}

/* Returns whether the results of `op` depend on data: by the registers read, or by the lanes enabled. */
static inline bool is_of_data(const struct sfp_op *op, struct found found)
{
    return op->reads & (found.data | SFP_USES_DST | SFP_USES_PRNG) || (found.decided && found.began != UINT32_MAX);
}

/* Returns the LRegs in which `op` leaves no old value. Writes through L7 do not count, since they reach a register
 * in some lanes only. */
static inline uint32_t lregs_overwritten(const struct sfp_engine *e, const struct sfp_op *op, struct found found)
{
    const bool all_lanes = found.decided || e->m->s.derived.enabled == UINT32_MAX;

    return all_lanes && (op->writes & SFP_LREG_MASK) != SFP_LREG_MASK ? op->writes & SFP_USES_LREGS : 0;
}

static inline void follow_registers(struct sfp_engine *e, const struct sfp_op *op, struct found found)
{
    if (!found.began || !(op->writes & SFP_USES_LREGS))
        return;
    if (is_of_data(op, found))
        e->ways.data |= lregs_written(e, op, found);
    else
        e->ways.data &= ~lregs_overwritten(e, op, found);
}

/* ---- A cycle ---- */

/* Returns whether `op` may make the flags of the ways differ. Without a test, flags that agree in all ways go on to
 * agree. */
static inline bool may_part_flags(const struct sfp_op *op, struct found found)
{
    return op->writes & (SFP_USES_FLAGS | SFP_USES_STACK) && (found.decided || op->reads & SFP_USES_LREGS);
}

void sfp_ways_follow(struct sfp_engine *e, const struct sfp_op *op)
{
    const struct found found = found_now(e);

    if (may_part_flags(op, found))
        follow_flags(e, op);
    follow_registers(e, op, found);
}

static bool part_executes(const struct sfp_part *part)
{
    return part->live && !part->is_template;
}

/* Only the simple sub-unit changes flags. */
void sfp_ways_follow_cycle(struct sfp_engine *e, const struct sfp_cycle *set)
{
    const struct sfp_part *simple = &set->part[SFP_UNIT_SIMPLE];
    const struct found found = found_now(e);

    if (part_executes(simple) && may_part_flags(&simple->op, found))
        follow_flags(e, &simple->op);
    for (unsigned u = SFP_UNIT_SIMPLE; u < SFP_UNITS; u++)
        if (part_executes(&set->part[u]))
            follow_registers(e, &set->part[u].op, found);
}

/* ---- For the rules: which lanes read, and could ---- */

/* Returns whether `op` reads LReg `reg` only where L7 names it. */
static bool reads_through_l7(const struct sfp_op *op, unsigned reg)
{
    const bool through_l7 =
        op->insn->unit == SFP_UNIT_MAD && op->mod & SFP_MODE_SFPMAD_INDIRECT_VA && sfp_operand_of(op->insn, SFP_F_VA);

    return through_l7 && op->vb != reg && op->vc != reg && reg != SFP_NAMING_LREG;
}

uint32_t sfp_reading_lanes(const struct sfp_engine *e, const struct sfp_part *part, unsigned reg)
{
    const uint32_t lanes = e->m->s.derived.enabled;

    return reads_through_l7(&part->op, reg) ? lanes & sfp_naming_lanes(e, reg) : lanes;
}

/* Returns whether `op` is an SFPSWAP that exchanges in lanes which depend on data. */
static bool sorts_data(const struct sfp_engine *e, const struct sfp_op *op)
{
    return sfp_is(op, SFP_I_SFPSWAP) && op->mod != SFP_MODE_SFPSWAP_SWAP && op->writes & e->ways.data;
}

bool sfp_may_meet(const struct sfp_engine *e, const struct sfp_part *part, const struct sfp_op *writer, uint32_t ways,
                  unsigned reg)
{
    const bool through_l7 = reads_through_l7(&part->op, reg) || sfp_writes_through_l7(writer);
    const bool by_data = (through_l7 && e->ways.data >> SFP_NAMING_LREG & 1) || sorts_data(e, writer);
    const uint32_t both = ways & sfp_ways_enabled(e);

    if (through_l7 && !by_data && !sfp_naming_lanes(e, reg))
        return false;
    return both && (by_data || both != UINT32_MAX);
}
