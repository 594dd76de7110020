/* Registers and flags of the vector unit, in terms. */
#include "term_machine.h"

static struct truth truth_of(bool holds)
{
    return (struct truth){sample_set_of(holds), sample_set_of(false)};
}

/* ---- The start ---- */

static void begin_lregs(struct term_machine *m, uint32_t written)
{
    for (unsigned r = 0; r < TERM_LREGS; r++) {
        m->lregs[r] = &m->file[r];
        term_set_fresh(m->lregs[r], TERM_ENTRY, r);
    }
    term_set_constant(m->lregs[SFP_LREG_0_8373], SFP_BITS_0_8373);
    term_set_constant(m->lregs[SFP_LREG_ZERO], 0);
    term_set_constant(m->lregs[SFP_LREG_ONE], SFP_BITS_ONE);
    if (!(written >> SFP_FIRST_PROGRAMMABLE_LREG & 1))
        term_set_constant(m->lregs[SFP_FIRST_PROGRAMMABLE_LREG], sfp_lreg_defaults[0]);
}

void term_machine_init(struct term_machine *m, enum sfp_arch arch, const struct profile *profile, uint32_t written)
{
    struct term drawn;

    memset(m, 0, sizeof *m);
    sfp_index_init(&m->index, arch);
    m->rules = term_rules_of(profile);
    begin_lregs(m, written);
    term_set_fresh(&m->random, TERM_RANDOM, 0);
    term_set_fresh(&m->config, TERM_CONFIG, 0);
    term_set_fresh(&m->latch, TERM_ENTRY, TERM_LREGS);
    m->now = (struct term_flags){truth_of(true), truth_of(true)};
    if (profile->outermost != OUTERMOST_ENCC) {
        term_set_fresh(&drawn, TERM_LANES, 0);
        for (unsigned i = 0; i < SAMPLES; i++)
            sample_put(&m->now.flags.holds, i, drawn.hash[i] & TERM_SIGN);
    }
    dst_trace_init(&m->dst);
}

void term_machine_free(struct term_machine *m)
{
    dst_trace_free(&m->dst);
}

/* ---- Flags ---- */

struct truth term_machine_enabled(const struct term_machine *m)
{
    const struct truth *flags = &m->now.flags, *use = &m->now.use_flags;
    struct truth enabled;

    SAMPLE_SET(&enabled.holds, (flags->holds.words[k] | ~use->holds.words[k]) & ~m->left_out.words[k]);
    SAMPLE_SET(&enabled.unknown, (flags->unknown.words[k] | use->unknown.words[k]) & ~m->left_out.words[k]);
    SAMPLE_SET(&enabled.holds, enabled.holds.words[k] & ~enabled.unknown.words[k]);
    return enabled;
}

void term_machine_set_flags(struct term_machine *m, const struct truth *condition)
{
    const struct truth enabled = term_machine_enabled(m);
    struct truth *flags = &m->now.flags;

    SAMPLE_SET(&flags->unknown, (enabled.holds.words[k] & condition->unknown.words[k]) |
                                    (~enabled.holds.words[k] & flags->unknown.words[k]) | enabled.unknown.words[k]);
    SAMPLE_SET(&flags->holds, (enabled.holds.words[k] & condition->holds.words[k]) |
                                  (~enabled.holds.words[k] & flags->holds.words[k]));
}

void term_machine_narrow(struct term_machine *m, const struct truth *condition)
{
    struct truth used;

    SAMPLE_SET(&used.holds, condition->holds.words[k] & m->now.use_flags.holds.words[k]);
    SAMPLE_SET(&used.unknown, condition->unknown.words[k] | m->now.use_flags.unknown.words[k]);
    term_machine_set_flags(m, &used);
}

struct term_flags term_machine_top(const struct term_machine *m, bool if_empty)
{
    return m->depth > 0 ? m->stack[m->depth - 1] : (struct term_flags){truth_of(if_empty), truth_of(if_empty)};
}

void term_machine_push(struct term_machine *m)
{
    if (m->depth == SFP_STACK_DEPTH)
        m->lost = true;
    else
        m->stack[m->depth++] = m->now;
}

void term_machine_pop(struct term_machine *m)
{
    if (m->depth == 0)
        m->lost = true;
    else
        m->now = m->stack[--m->depth];
}

/* Executes SFPCOMPC. Lanes with unknown flags stay unknown, and lanes disabled in the stack's top entry stay
 * disabled. */
void term_machine_complement(struct term_machine *m)
{
    const struct term_flags top = term_machine_top(m, true);
    const struct term_flags now = m->now;

    SAMPLE_SET(&m->now.flags.holds, top.flags.holds.words[k] & top.use_flags.holds.words[k] &
                                        now.use_flags.holds.words[k] & ~now.flags.holds.words[k]);
    SAMPLE_SET(&m->now.flags.unknown, top.flags.unknown.words[k] | top.use_flags.unknown.words[k] |
                                          now.use_flags.unknown.words[k] | now.flags.unknown.words[k]);
}

void term_machine_enable_all(struct term_machine *m)
{
    m->now = (struct term_flags){truth_of(true), truth_of(true)};
}

/* ---- Registers ---- */

void term_machine_write(struct term_machine *m, unsigned lreg, const struct term *value)
{
    const struct truth enabled = term_machine_enabled(m);

    if (lreg < SFP_FIRST_CONSTANT_LREG)
        term_merge(m->lregs[lreg], value, &enabled);
}

void term_machine_write_all(struct term_machine *m, unsigned lreg, const struct term *value)
{
    struct truth all = truth_of(true);

    SAMPLE_SET(&all.holds, ~m->left_out.words[k]);
    if (lreg < SFP_FIRST_CONSTANT_LREG)
        term_merge(m->lregs[lreg], value, &all);
}

void term_machine_lose_sight(struct term_machine *m, uint64_t number)
{
    m->events++;
    for (unsigned r = 0; r < SFP_FIRST_CONSTANT_LREG; r++)
        term_set_fresh(m->lregs[r], TERM_UNFOLLOWED, term_mix(m->events, r));
    dst_trace_begin_epoch(&m->dst, term_mix(m->events, number));
}
