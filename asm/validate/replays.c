/* Records and plays slots of the replay buffer. */
#include "lockstep.h"

static struct sfp_replay replay_of(const struct lockstep *lockstep, uint32_t word)
{
    return sfp_replay_of(sfp_insn_of_word(&lockstep->nodes->index, word), word);
}

static struct replayed *slot_at(struct lockstep *lockstep, const struct sfp_replay *replay, unsigned n)
{
    return &lockstep->slots[sfp_replay_slot(replay, n)];
}

bool replay_has_nodes(struct lockstep *lockstep, size_t i)
{
    const struct sfp_replay replay = replay_of(lockstep, lockstep->list->nodes[i].imm);

    if (replay.records)
        return i + 1 < lockstep->list->count && lockstep->list->nodes[i + 1].kind == NODE_BARRIER;
    for (unsigned n = 0; n < replay.length; n++)
        if (slot_at(lockstep, &replay, n)->kind == REPLAYS_NODES)
            return true;
    return false;
}

static bool is_macro_or_mop(const struct lockstep *lockstep, uint32_t word)
{
    const struct sfp_insn *insn = sfp_insn_of_word(&lockstep->nodes->index, word);

    return insn && (insn->id == SFP_I_SFPLOADMACRO || insn->id == SFP_I_MOP);
}

bool replay_starts_macro(struct lockstep *lockstep, uint32_t word)
{
    const struct sfp_replay replay = replay_of(lockstep, word);

    if (replay.length == 0)
        return is_macro_or_mop(lockstep, word);
    for (unsigned n = 0; !replay.records && n < replay.length; n++) {
        const struct replayed *slot = slot_at(lockstep, &replay, n);

        if (slot->kind == REPLAYS_UNKNOWN || (slot->kind == REPLAYS_WORD && is_macro_or_mop(lockstep, slot->own)))
            return true;
    }
    return false;
}

/* ---- Recording ---- */

static size_t end_of_body(const struct lockstep *lockstep, size_t first)
{
    size_t end = first;

    while (end < lockstep->list->count && lockstep->list->nodes[end].kind != NODE_BARRIER)
        end++;
    return end;
}

/* Counts the own words among these nodes. */
static size_t count_own(const struct lockstep *lockstep, size_t first, size_t end)
{
    size_t count = 0;

    for (size_t i = first; i < end; i++)
        count += lockstep->list->nodes[i].kind == NODE_WORD;
    return count;
}

/* Takes the words of a body that REPLAY records without executing. Sets an error if they contain another number of
 * own words. */
static bool take_body(struct lockstep *lockstep, size_t first, size_t end)
{
    size_t own = count_own(lockstep, first, end);

    while (lockstep->selected.left > 0 && lockstep->next < lockstep->selection->count) {
        own -= lockstep_is_own(lockstep);
        if (!lockstep_take_word(lockstep))
            return false;
    }
    return (lockstep->selected.left == 0 && own == 0) ||
           lockstep_fail(lockstep, first - 1, "internal error: REPLAY records other words than the kernel's");
}

static bool begin_slot_recording(struct lockstep *lockstep, size_t i, const struct sfp_replay *replay, size_t *end)
{
    const unsigned length = replay->length;
    const bool of_nodes = i + 1 < lockstep->list->count && lockstep->list->nodes[i + 1].kind == NODE_BARRIER;
    const size_t first = i + 2, last = of_nodes ? end_of_body(lockstep, first) : 0;

    lockstep->executes = replay->executes;
    lockstep->selected = (struct recording){replay->first, length};
    lockstep->own = (struct recording){lockstep->selected.slot, of_nodes ? 0 : length};
    for (unsigned n = 0; n < length; n++)
        *slot_at(lockstep, replay, n) = (struct replayed){.kind = of_nodes ? REPLAYS_NODES : REPLAYS_UNKNOWN,
                                                          .first = first, .end = last, .place = n, .length = length};
    if (!of_nodes)
        return true;
    lockstep->in_body = lockstep->executes;
    *end = lockstep->executes ? i + 1 : last;
    return lockstep->executes || take_body(lockstep, first, last);
}

bool lockstep_barrier(struct lockstep *lockstep, size_t i)
{
    if (!lockstep->in_body)
        return true;
    lockstep->in_body = false;
    while (lockstep->selected.left > 0) {
        if (lockstep->next == lockstep->selection->count || lockstep_is_own(lockstep))
            return lockstep_fail(lockstep, i, "internal error: REPLAY records other words than the kernel's");
        if (!lockstep_take_word(lockstep))
            return false;
    }
    return true;
}

/* ---- Playing ---- */

/* Can the REPLAY be followed? All slots must be known, none may hold a REPLAY, and slots of a nodes' body must be
 * played as a whole. */
static bool can_follow_replay(struct lockstep *lockstep, const struct sfp_replay *replay)
{
    const unsigned length = replay->length;

    for (unsigned n = 0; n < length; n++) {
        const struct replayed *slot = slot_at(lockstep, replay, n);
        const struct sfp_insn *insn = sfp_insn_of_word(&lockstep->nodes->index, slot->selected);

        if (slot->kind == REPLAYS_UNKNOWN || (insn && insn->id == SFP_I_REPLAY))
            return false;
        if (slot->kind == REPLAYS_NODES && (slot->place > n || n - slot->place + slot->length > length ||
                                            slot_at(lockstep, replay, n - slot->place)->first != slot->first))
            return false;
    }
    return true;
}

static bool play_nodes(struct lockstep *lockstep, const struct replayed *slot)
{
    for (size_t i = slot->first; i < slot->end; i++) {
        const struct node *node = &lockstep->list->nodes[i];

        if (node->kind == NODE_WORD ? !term_machine_execute(lockstep->nodes, node->imm)
                                    : !node_run_step(&lockstep->run, i))
            return false;
    }
    return true;
}

/* Compares both sides at an own word that the REPLAY at node `i` plays: the selection's word must equal the
 * kernel's, and so must the state that the word reads. */
static bool compare_played(struct lockstep *lockstep, size_t i, const struct replayed *slot)
{
    const struct sfp_issued issued = sfp_issued_of(&lockstep->nodes->index, slot->own);

    if (slot->own != slot->selected)
        return lockstep_fail(lockstep, i, "internal error: this plays other words than the kernel recorded");
    return (!issued.insn && !is_macro_or_mop(lockstep, slot->own)) || lockstep_compare_operands(lockstep, i, &issued);
}

static bool play_slots(struct lockstep *lockstep, size_t i, const struct sfp_replay *replay)
{
    for (unsigned n = 0; n < replay->length; n++) {
        const struct replayed *slot = slot_at(lockstep, replay, n);

        if (slot->kind == REPLAYS_WORD && !compare_played(lockstep, i, slot))
            return false;
        if (slot->kind == REPLAYS_WORD ? !term_machine_execute(lockstep->nodes, slot->own)
                                       : slot->place == 0 && !play_nodes(lockstep, slot))
            return false;
        if (!term_machine_execute(lockstep->words, slot->selected))
            return false;
        lockstep->written |= lockstep_written(lockstep, slot->own);
    }
    return true;
}

bool lockstep_replay(struct lockstep *lockstep, size_t i, size_t *end)
{
    const uint32_t word = lockstep->list->nodes[i].imm;
    const struct sfp_replay replay = replay_of(lockstep, word);
    const uint64_t epoch = lockstep->nodes->dst.epoch;

    lockstep->next++;
    lockstep->left_behind = 0;
    lockstep->nodes->by = lockstep->words->by = (int32_t)i;
    if (replay.records)
        return begin_slot_recording(lockstep, i, &replay, end);
    if (can_follow_replay(lockstep, &replay))
        return play_slots(lockstep, i, &replay) &&
               (lockstep->nodes->dst.epoch == epoch || lockstep_pass_epoch(lockstep, i));
    if (!lockstep_compare_written(lockstep, i))
        return false;
    term_machine_lose_sight(lockstep->nodes, word);
    term_machine_lose_sight(lockstep->words, word);
    return lockstep_pass_epoch(lockstep, i);
}
