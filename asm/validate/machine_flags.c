/* Executes instructions that change the enabled lanes, in terms (sfpu-semantics(7), Predication). */
#include "machine_parts.h"

static struct truth truth_everywhere(bool holds)
{
    return (struct truth){sample_set_of(holds), sample_set_of(false)};
}

static void test_lreg(struct term_machine *m, const struct term_word *w)
{
    const struct term *c = m->lregs[w->named.vc];
    struct truth holds = {.unknown = c->unknown};

    for (unsigned i = 0; i < SAMPLES; i++) {
        const bool is = w->mode & SFP_MODE_SFPSETCC_NE0 ? !term_is_zero(c->hash[i], i) : (c->hash[i] & TERM_SIGN) != 0;

        sample_put(&holds.holds, i, is != !!(w->mode & SFP_MODE_SFPSETCC_INVERSE));
    }
    term_machine_narrow(m, &holds);
}

static void execute_setcc(struct term_machine *m, const struct term_word *w)
{
    struct truth holds;

    if (!(w->mode & (SFP_MODE_SFPSETCC_ZERO | SFP_MODE_SFPSETCC_IMM_BIT))) {
        test_lreg(m, w);
        return;
    }
    holds = truth_everywhere(!(w->mode & SFP_MODE_SFPSETCC_ZERO) && sfp_field(w->insn, w->word, SFP_F_IMM) & 1);
    term_machine_narrow(m, &holds);
}

static void execute_encc(struct term_machine *m, const struct term_word *w)
{
    const uint32_t imm = sfp_field(w->insn, w->word, SFP_F_IMM);

    m->now.flags = truth_everywhere(!(w->mode & SFP_MODE_SFPENCC_IMM_FLAGS) || imm & 2);
    if (w->mode & SFP_MODE_SFPENCC_IMM_ENABLES)
        m->now.use_flags = truth_everywhere(imm & 1);
    else if (w->mode & SFP_MODE_SFPENCC_TOGGLE)
        SAMPLE_SET(&m->now.use_flags.holds, ~m->now.use_flags.holds.words[k]);
}

static struct term_flags combine_flag_sets(unsigned mode, const struct term_flags *a, const struct term_flags *b)
{
    struct term_flags result = {.use_flags = b->use_flags};

    if (mode > SFP_MODE_SFPPOPC_A_XNOR_B)
        return (struct term_flags){truth_everywhere(mode == SFP_MODE_SFPPOPC_ALL_TRUE), truth_everywhere(true)};
    SAMPLE_SET(&result.flags.holds, sfp_flags_combined(mode, a->flags.holds.words[k], b->flags.holds.words[k]));
    SAMPLE_SET(&result.flags.unknown, a->flags.unknown.words[k] | b->flags.unknown.words[k]);
    return result;
}

static void invert_flags(struct term_machine *m)
{
    SAMPLE_SET(&m->now.flags.holds, ~m->now.flags.holds.words[k]);
}

static void execute_push(struct term_machine *m, const struct term_word *w)
{
    struct term_flags *top = m->depth > 0 ? &m->stack[m->depth - 1] : NULL;

    if (w->mode == SFP_MODE_SFPPUSHC_PUSH) {
        term_machine_push(m);
        return;
    }
    if (!sfp_mode_on(w->insn, m->index.arch, w->mode)->known) /* unknown modes have no effect (sfpu-semantics(7),
                                                               * Predication) */
        return;
    if (w->mode == SFP_MODE_SFPPUSHC_INVERT)
        invert_flags(m);
    if (top)
        *top = w->mode == SFP_MODE_SFPPUSHC_INVERT ? m->now : combine_flag_sets(w->mode, top, &m->now);
}

static void execute_pop(struct term_machine *m, const struct term_word *w)
{
    const struct term_flags top = term_machine_top(m, false);

    if (w->mode == SFP_MODE_SFPPOPC_POP)
        term_machine_pop(m);
    else if (w->mode == SFP_MODE_SFPPOPC_INVERT)
        invert_flags(m);
    else
        m->now = combine_flag_sets(w->mode, &m->now, &top);
}

static void change_top(struct term_machine *m, const struct term_word *w, const struct truth *answer)
{
    struct truth *top = m->depth > 0 ? &m->stack[m->depth - 1].flags : NULL;

    if (!top)
        return;
    SAMPLE_SET(&top->holds, w->mode & SFP_MODE_SFPGT_MUTATE_OR ? top->holds.words[k] | answer->holds.words[k]
                                                                : top->holds.words[k] & answer->holds.words[k]);
    SAMPLE_SET(&top->unknown, top->unknown.words[k] | answer->unknown.words[k]);
}

/* Executes SFPGT and SFPLE. */
static void execute_order(struct term_machine *m, const struct term_word *w)
{
    const struct term *b = m->lregs[w->named.b], *c = m->lregs[w->named.vc];
    struct truth answer;
    struct term value;

    for (unsigned i = 0; i < SAMPLES; i++) {
        const bool greater = term_is_greater(b->hash[i], c->hash[i], i) == (w->insn->id == SFP_I_SFPGT);

        sample_put(&answer.holds, i, greater);
        value.hash[i] = term_constant(greater ? UINT32_MAX : 0);
    }
    SAMPLE_SET(&answer.unknown, b->unknown.words[k] | c->unknown.words[k]);
    value.unknown = answer.unknown;
    if (w->mode & SFP_MODE_SFPGT_SET_VD)
        term_machine_write(m, w->named.vd, &value);
    if (w->mode & SFP_MODE_SFPGT_MUTATE_STACK)
        change_top(m, w, &answer);
    if (w->mode & SFP_MODE_SFPGT_SET_CC)
        term_machine_set_flags(m, &answer);
}

bool machine_execute_flags(struct term_machine *m, const struct term_word *w)
{
    switch (w->insn->id) {
    case SFP_I_SFPSETCC: execute_setcc(m, w); return true;
    case SFP_I_SFPENCC: execute_encc(m, w); return true;
    case SFP_I_SFPPUSHC: execute_push(m, w); return true;
    case SFP_I_SFPPOPC: execute_pop(m, w); return true;
    case SFP_I_SFPCOMPC: term_machine_complement(m); return true;
    case SFP_I_SFPGT:
    case SFP_I_SFPLE: execute_order(m, w); return true;
    default: return false;
    }
}
