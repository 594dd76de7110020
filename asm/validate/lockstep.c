/* Takes the selection's words, and compares both sides at own words and at the end. */
#include "lockstep.h"

enum { ALL_LREGS = (1 << TERM_LREGS) - 1 };

bool lockstep_fail(const struct lockstep *lockstep, size_t node, const char *format, ...)
{
    const struct node_place none = {0};
    va_list arguments;

    va_start(arguments, format);
    node_vfail(lockstep->list, node < lockstep->list->count ? lockstep->list->nodes[node].place : none, lockstep->error,
               format, arguments);
    va_end(arguments);
    return false;
}

/* ---- The selection's words ---- */

bool lockstep_is_own(const struct lockstep *lockstep)
{
    const struct selected_word *word = &lockstep->selection->words[lockstep->next];

    return !word->chosen && !word->wait;
}

bool lockstep_take_word(struct lockstep *lockstep)
{
    const uint32_t word = lockstep->selection->words[lockstep->next++].word;

    if (lockstep->selected.left > 0) {
        lockstep->slots[lockstep->selected.slot].selected = word;
        lockstep->selected.slot = (lockstep->selected.slot + 1) % SFP_REPLAY_SLOTS;
        lockstep->selected.left--;
        if (!lockstep->executes)
            return true;
    }
    return term_machine_execute(lockstep->words, word);
}

bool lockstep_reach_own(struct lockstep *lockstep)
{
    while (lockstep->next < lockstep->selection->count && !lockstep_is_own(lockstep))
        if (!lockstep_take_word(lockstep))
            return false;
    return true;
}

/* ---- What they read ---- */

/* Does the word read disabled lanes? */
static bool reads_all_lanes(const struct sfp_issued *issued)
{
    switch (issued->insn->id) {
    case SFP_I_SFPCONFIG: return true;
    case SFP_I_SFPMOV: return issued->mode == SFP_MODE_SFPMOV_ALL_LANES_ENABLED;
    default: return sfp_crosses_lanes(issued->insn, issued->mode);
    }
}

static bool writes_half(const struct sfp_issued *issued)
{
    return issued->insn->id == SFP_I_SFPLOADI &&
           (issued->mode == SFP_MODE_SFPLOADI_UPPER || issued->mode == SFP_MODE_SFPLOADI_LOWER);
}

/* Returns the first LReg of the mask that differs, or -1. */
static int different_lreg(const struct lockstep *lockstep, uint32_t lregs, const struct sample_set *lanes)
{
    for (unsigned r = 0; r < TERM_LREGS; r++)
        if (lregs >> r & 1 && term_difference(lockstep->nodes->lregs[r], lockstep->words->lregs[r], lanes) >= 0)
            return (int)r;
    return -1;
}

uint32_t lockstep_written(const struct lockstep *lockstep, uint32_t word)
{
    const struct sfp_issued issued = sfp_issued_of(&lockstep->nodes->index, word);

    return (issued.writes | sfp_index_lregs(issued.insn, word, lockstep->nodes->lane_config)) & FIRST_LREGS;
}

/* Returns the samples in the first eight lanes of each vector, which SFPCONFIG reads. */
static struct sample_set first_lanes(void)
{
    struct sample_set set = sample_set_of(false);

    for (unsigned i = 0; i < SAMPLES; i++)
        sample_put(&set, i, i % SFP_LANES < SFP_COLUMNS);
    return set;
}

static bool is_same_truth(const struct truth *a, const struct truth *b)
{
    for (unsigned k = 0; k < SAMPLE_WORDS; k++)
        if ((a->holds.words[k] ^ b->holds.words[k]) & ~a->unknown.words[k])
            return false;
    return true;
}

bool lockstep_compare_operands(struct lockstep *lockstep, size_t i, const struct sfp_issued *issued)
{
    const struct truth enabled = term_machine_enabled(lockstep->nodes), there = term_machine_enabled(lockstep->words);
    const struct sample_set all = sample_set_of(true), first = first_lanes();
    const uint32_t indices = sfp_index_lregs(issued->insn, issued->word, lockstep->nodes->lane_config);
    uint32_t lregs = issued->insn ? (issued->reads & ALL_LREGS) | indices : lockstep->written & FIRST_LREGS;
    int reg;

    if (issued->insn && (issued->insn->id == SFP_I_SFPNOP || writes_half(issued)))
        return true;
    if (issued->insn && issued->insn->id == SFP_I_SFPLOADMACRO)
        lregs = lockstep->written & FIRST_LREGS & ~issued->writes;
    if (!is_same_truth(&enabled, &there))
        return lockstep_fail(lockstep, i, "internal error: this word is executed in other lanes than in the kernel");
    reg = different_lreg(lockstep, lregs, !issued->insn || !reads_all_lanes(issued) ? &enabled.holds
                                   : issued->insn->id == SFP_I_SFPCONFIG ? &first : &all);
    if (reg >= 0)
        return lockstep_fail(lockstep, i, "internal error: this word finds another value in L%d than in the kernel",
                             reg);
    return true;
}

bool lockstep_compare_written(struct lockstep *lockstep, size_t i)
{
    const struct sfp_issued none = {0};

    return lockstep_compare_operands(lockstep, i, &none);
}

static bool compare_dst(struct lockstep *lockstep, size_t i)
{
    const struct dst_cells *cells;

    if (lockstep->nodes->dst.epoch != lockstep->words->dst.epoch ||
        lockstep->nodes->dst.moved != lockstep->words->dst.moved)
        return lockstep_fail(lockstep, i, "internal error: words move the Dst counter differently from the kernel");
    cells = dst_trace_difference(&lockstep->nodes->dst, &lockstep->words->dst);
    if (cells)
        return lockstep_fail(lockstep, cells->by >= 0 ? (size_t)cells->by : i,
                             "internal error: words leave another value in Dst than the kernel stores");
    return true;
}

bool lockstep_pass_epoch(struct lockstep *lockstep, size_t i)
{
    if (!compare_dst(lockstep, i))
        return false;
    dst_trace_forget(&lockstep->nodes->dst);
    dst_trace_forget(&lockstep->words->dst);
    return true;
}

/* ---- The end ---- */

static bool is_same_term(const struct term *a, const struct term *b)
{
    const struct sample_set all = sample_set_of(true);

    return term_difference(a, b, &all) < 0;
}

static bool is_same_flags(const struct term_flags *a, const struct term_flags *b)
{
    return is_same_truth(&a->flags, &b->flags) && is_same_truth(&a->use_flags, &b->use_flags);
}

bool lockstep_compare_end(struct lockstep *lockstep)
{
    const size_t last = lockstep->list->count ? lockstep->list->count - 1 : 0;
    const struct sample_set all = sample_set_of(true);
    const int reg = different_lreg(lockstep, lockstep->left_behind | (ALL_LREGS & ~FIRST_LREGS), &all);
    bool flags = lockstep->nodes->depth == lockstep->words->depth &&
                 is_same_flags(&lockstep->nodes->now, &lockstep->words->now);

    for (unsigned i = 0; flags && i < lockstep->nodes->depth; i++)
        flags = is_same_flags(&lockstep->nodes->stack[i], &lockstep->words->stack[i]);
    if (lockstep->words->lost)
        return lockstep_fail(lockstep, last,
                             "internal error: words pop more from the flag stack than they push, or push too much");
    if (!compare_dst(lockstep, last))
        return false;
    if (reg >= 0)
        return lockstep_fail(lockstep, last, "internal error: words leave another value in L%d than the kernel", reg);
    if (!flags)
        return lockstep_fail(lockstep, last, "internal error: words leave other lanes enabled than the kernel");
    if (!is_same_term(&lockstep->nodes->random, &lockstep->words->random))
        return lockstep_fail(lockstep, last, "internal error: words draw other random numbers than the kernel");
    if (!is_same_term(&lockstep->nodes->config, &lockstep->words->config))
        return lockstep_fail(lockstep, last, "internal error: words write another configuration than the kernel");
    return true;
}
