/* Executes the kernel's own words, which both sides must reach in the same state. */
#include "lockstep.h"

enum { FIRST_LREGS = (1 << SFP_FIRST_CONSTANT_LREG) - 1 };

/* Records the word for the list, if a REPLAY is recording. Returns whether the word is only recorded, not executed. */
static bool record_own_word(struct lockstep *l, uint32_t word)
{
    if (l->own.left == 0)
        return false;
    l->slots[l->own.slot].kind = REPLAYS_WORD;
    l->slots[l->own.slot].own = word;
    l->own.slot = (l->own.slot + 1) % SFP_REPLAY_SLOTS;
    l->own.left--;
    return !l->executes;
}

/* Executes the word on both sides. If the word begins a new epoch of Dst, compares Dst. */
static bool execute_both(struct lockstep *l, size_t i, uint32_t word)
{
    const uint64_t epoch = l->nodes->dst.epoch;
    const bool recorded = record_own_word(l, word);

    l->nodes->by = l->words->by = (int32_t)i;
    if (!lockstep_take_word(l))
        return false;
    if (recorded)
        return true;
    if (!term_machine_execute(l->nodes, word))
        return false;
    return l->nodes->dst.epoch == epoch || lockstep_pass_epoch(l, i);
}

/* Is the word in its original place: directly after a macro's own words, and in the same recorded body? Sets an
 * error otherwise. */
static bool check_own_place(struct lockstep *l, size_t i, size_t before)
{
    const uint32_t word = l->list->nodes[i].imm;

    if (l->next == l->selection->count || l->selection->words[l->next].word != word)
        return lockstep_fail(l, i, "internal error: the kernel's own word %08X is not in its place", word);
    if (l->behind_macro && l->next > before && !replay_has_nodes(l, i))
        return lockstep_fail(l, i, "internal error: a selected word comes between this word and a macro before it");
    if (l->in_body ? l->selected.left == 0 : l->selected.left != l->own.left)
        return lockstep_fail(l, i, "internal error: REPLAY records other words than the kernel's");
    return true;
}

/* Executes an own word that both sides have reached. */
static bool pass_own_word(struct lockstep *l, size_t i, size_t *end)
{
    const uint32_t word = l->list->nodes[i].imm;
    const struct sfp_issued issued = sfp_issued_of(&l->nodes->index, word);
    const struct sfp_insn *insn = sfp_insn_of_word(&l->nodes->index, word);
    bool looked_at;

    if (insn && insn->id == SFP_I_REPLAY && l->own.left == 0 && !l->in_body)
        return lockstep_replay(l, i, end);
    looked_at = (l->own.left == 0 || l->executes) && insn && (issued.insn || insn->id == SFP_I_MOP);
    return (!looked_at || lockstep_compare_operands(l, i, &issued)) && execute_both(l, i, word);
}

/* Instructions that a macro or MOP starts may write any LReg. A word that is only recorded writes nothing and starts
 * nothing. */
bool lockstep_own_word(struct lockstep *l, size_t i, size_t *end)
{
    const uint32_t word = l->list->nodes[i].imm;
    const bool only_recorded = l->own.left > 0 && !l->executes;
    const bool starts_macro = !only_recorded && replay_starts_macro(l, word);
    const size_t before = l->next;

    *end = i;
    if (!lockstep_reach_own(l) || !check_own_place(l, i, before))
        return false;
    l->behind_macro |= starts_macro;
    if (!pass_own_word(l, i, end))
        return false;
    if (!only_recorded)
        l->written |= starts_macro ? FIRST_LREGS : lockstep_written(l, word);
    return true;
}
