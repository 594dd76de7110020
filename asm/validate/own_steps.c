/* Executes the kernel's own words, which both sides must reach in the same state. */
#include "lockstep.h"

/* Records the word for the list, if a REPLAY is recording. Returns whether the word is only recorded, not executed. */
static bool record_own_word(struct lockstep *lockstep, uint32_t word)
{
    if (lockstep->own.left == 0)
        return false;
    lockstep->slots[lockstep->own.slot].kind = REPLAYS_WORD;
    lockstep->slots[lockstep->own.slot].own = word;
    lockstep->own.slot = (lockstep->own.slot + 1) % SFP_REPLAY_SLOTS;
    lockstep->own.left--;
    return !lockstep->executes;
}

/* Executes the word on both sides. If the word begins a new epoch of Dst, compares Dst. */
static bool execute_both(struct lockstep *lockstep, size_t i, uint32_t word)
{
    const uint64_t epoch = lockstep->nodes->dst.epoch;
    const bool recorded = record_own_word(lockstep, word);

    lockstep->nodes->by = lockstep->words->by = (int32_t)i;
    if (!lockstep_take_word(lockstep))
        return false;
    if (recorded)
        return true;
    if (!term_machine_execute(lockstep->nodes, word))
        return false;
    return lockstep->nodes->dst.epoch == epoch || lockstep_pass_epoch(lockstep, i);
}

/* Is the word in its original place: directly after a macro's own words, and in the same recorded body? Sets an
 * error otherwise. */
static bool check_own_place(struct lockstep *lockstep, size_t i, size_t before)
{
    const uint32_t word = lockstep->list->nodes[i].imm;

    if (lockstep->next == lockstep->selection->count || lockstep->selection->words[lockstep->next].word != word)
        return lockstep_fail(lockstep, i, "internal error: the kernel's own word %08X is not in its place", word);
    if (lockstep->behind_macro && lockstep->next > before && !replay_has_nodes(lockstep, i))
        return lockstep_fail(lockstep, i,
                             "internal error: a selected word comes between this word and a macro before it");
    if (lockstep->in_body ? lockstep->selected.left == 0 : lockstep->selected.left != lockstep->own.left)
        return lockstep_fail(lockstep, i, "internal error: REPLAY records other words than the kernel's");
    return true;
}

/* Executes an own word that both sides have reached. */
static bool pass_own_word(struct lockstep *lockstep, size_t i, size_t *end)
{
    const uint32_t word = lockstep->list->nodes[i].imm;
    const struct sfp_issued issued = sfp_issued_of(&lockstep->nodes->index, word);
    const struct sfp_insn *insn = sfp_insn_of_word(&lockstep->nodes->index, word);
    bool looked_at;

    if (insn && insn->id == SFP_I_REPLAY && lockstep->own.left == 0 && !lockstep->in_body)
        return lockstep_replay(lockstep, i, end);
    looked_at = (lockstep->own.left == 0 || lockstep->executes) && insn && (issued.insn || insn->id == SFP_I_MOP);
    return (!looked_at || lockstep_compare_operands(lockstep, i, &issued)) && execute_both(lockstep, i, word);
}

/* Instructions that a macro or MOP starts may write any LReg. A word that is only recorded writes nothing and starts
 * nothing. */
bool lockstep_own_word(struct lockstep *lockstep, size_t i, size_t *end)
{
    const uint32_t word = lockstep->list->nodes[i].imm;
    const bool only_recorded = lockstep->own.left > 0 && !lockstep->executes;
    const bool starts_macro = !only_recorded && replay_starts_macro(lockstep, word);
    const size_t before = lockstep->next;

    *end = i;
    if (!lockstep_reach_own(lockstep) || !check_own_place(lockstep, i, before))
        return false;
    lockstep->behind_macro |= starts_macro;
    if (!pass_own_word(lockstep, i, end))
        return false;
    if (!only_recorded)
        lockstep->written |= starts_macro ? FIRST_LREGS : lockstep_written(lockstep, word);
    return true;
}
