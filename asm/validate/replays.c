/* Records and plays slots of the replay buffer. */
#include "lockstep.h"

static struct sfp_replay replay_of(const struct lockstep *l, uint32_t word)
{
    return sfp_replay_of(sfp_insn_of_word(&l->nodes->index, word), word);
}

static struct replayed *slot_at(struct lockstep *l, const struct sfp_replay *replay, unsigned n)
{
    return &l->slots[sfp_replay_slot(replay, n)];
}

bool replay_has_nodes(struct lockstep *l, size_t i)
{
    const struct sfp_replay replay = replay_of(l, l->list->nodes[i].imm);

    if (replay.records)
        return i + 1 < l->list->count && l->list->nodes[i + 1].kind == NODE_BARRIER;
    for (unsigned n = 0; n < replay.length; n++)
        if (slot_at(l, &replay, n)->kind == REPLAYS_NODES)
            return true;
    return false;
}

static bool is_macro_or_mop(const struct lockstep *l, uint32_t word)
{
    const struct sfp_insn *insn = sfp_insn_of_word(&l->nodes->index, word);

    return insn && (insn->id == SFP_I_SFPLOADMACRO || insn->id == SFP_I_MOP);
}

bool replay_starts_macro(struct lockstep *l, uint32_t word)
{
    const struct sfp_replay replay = replay_of(l, word);

    if (replay.length == 0)
        return is_macro_or_mop(l, word);
    for (unsigned n = 0; !replay.records && n < replay.length; n++) {
        const struct replayed *slot = slot_at(l, &replay, n);

        if (slot->kind == REPLAYS_UNKNOWN || (slot->kind == REPLAYS_WORD && is_macro_or_mop(l, slot->own)))
            return true;
    }
    return false;
}

/* ---- Recording ---- */

static size_t end_of_body(const struct lockstep *l, size_t first)
{
    size_t end = first;

    while (end < l->list->count && l->list->nodes[end].kind != NODE_BARRIER)
        end++;
    return end;
}

/* Counts the own words among these nodes. */
static size_t count_own(const struct lockstep *l, size_t first, size_t end)
{
    size_t count = 0;

    for (size_t i = first; i < end; i++)
        count += l->list->nodes[i].kind == NODE_WORD;
    return count;
}

/* Takes the words of a body that REPLAY records without executing. Sets an error if they contain another number of
 * own words. */
static bool take_body(struct lockstep *l, size_t first, size_t end)
{
    size_t own = count_own(l, first, end);

    while (l->selected.left > 0 && l->next < l->selection->count) {
        own -= lockstep_is_own(l);
        if (!lockstep_take_word(l))
            return false;
    }
    return (l->selected.left == 0 && own == 0) ||
           lockstep_fail(l, first - 1, "internal error: REPLAY records other words than the kernel's");
}

static bool begin_slot_recording(struct lockstep *l, size_t i, const struct sfp_replay *replay, size_t *end)
{
    const unsigned length = replay->length;
    const bool of_nodes = i + 1 < l->list->count && l->list->nodes[i + 1].kind == NODE_BARRIER;
    const size_t first = i + 2, last = of_nodes ? end_of_body(l, first) : 0;

    l->executes = replay->executes;
    l->selected = (struct recording){replay->first, length};
    l->own = (struct recording){l->selected.slot, of_nodes ? 0 : length};
    for (unsigned n = 0; n < length; n++)
        *slot_at(l, replay, n) = (struct replayed){.kind = of_nodes ? REPLAYS_NODES : REPLAYS_UNKNOWN,
                                                   .first = first, .end = last, .place = n, .length = length};
    if (!of_nodes)
        return true;
    l->in_body = l->executes;
    *end = l->executes ? i + 1 : last;
    return l->executes || take_body(l, first, last);
}

bool lockstep_barrier(struct lockstep *l, size_t i)
{
    if (!l->in_body)
        return true;
    l->in_body = false;
    while (l->selected.left > 0) {
        if (l->next == l->selection->count || lockstep_is_own(l))
            return lockstep_fail(l, i, "internal error: REPLAY records other words than the kernel's");
        if (!lockstep_take_word(l))
            return false;
    }
    return true;
}

/* ---- Playing ---- */

/* Can the REPLAY be followed? All slots must be known, none may hold a REPLAY, and slots of a nodes' body must be
 * played as a whole. */
static bool can_follow_replay(struct lockstep *l, const struct sfp_replay *replay)
{
    const unsigned length = replay->length;

    for (unsigned n = 0; n < length; n++) {
        const struct replayed *slot = slot_at(l, replay, n);
        const struct sfp_insn *insn = sfp_insn_of_word(&l->nodes->index, slot->selected);

        if (slot->kind == REPLAYS_UNKNOWN || (insn && insn->id == SFP_I_REPLAY))
            return false;
        if (slot->kind == REPLAYS_NODES && (slot->place > n || n - slot->place + slot->length > length ||
                                            slot_at(l, replay, n - slot->place)->first != slot->first))
            return false;
    }
    return true;
}

static bool play_nodes(struct lockstep *l, const struct replayed *slot)
{
    for (size_t i = slot->first; i < slot->end; i++) {
        const struct node *node = &l->list->nodes[i];

        if (node->kind == NODE_WORD ? !term_machine_execute(l->nodes, node->imm) : !node_run_step(&l->run, i))
            return false;
    }
    return true;
}

/* Compares both sides at an own word that the REPLAY at node `i` plays: the selection's word must equal the
 * kernel's, and so must the state that the word reads. */
static bool compare_played(struct lockstep *l, size_t i, const struct replayed *slot)
{
    const struct sfp_issued issued = sfp_issued_of(&l->nodes->index, slot->own);

    if (slot->own != slot->selected)
        return lockstep_fail(l, i, "internal error: this plays other words than the kernel recorded");
    return (!issued.insn && !is_macro_or_mop(l, slot->own)) || lockstep_compare_operands(l, i, &issued);
}

static bool play_slots(struct lockstep *l, size_t i, const struct sfp_replay *replay)
{
    for (unsigned n = 0; n < replay->length; n++) {
        const struct replayed *slot = slot_at(l, replay, n);

        if (slot->kind == REPLAYS_WORD && !compare_played(l, i, slot))
            return false;
        if (slot->kind == REPLAYS_WORD ? !term_machine_execute(l->nodes, slot->own)
                                       : slot->place == 0 && !play_nodes(l, slot))
            return false;
        if (!term_machine_execute(l->words, slot->selected))
            return false;
        l->written |= lockstep_written(l, slot->own);
    }
    return true;
}

bool lockstep_replay(struct lockstep *l, size_t i, size_t *end)
{
    const uint32_t word = l->list->nodes[i].imm;
    const struct sfp_replay replay = replay_of(l, word);
    const uint64_t epoch = l->nodes->dst.epoch;

    l->next++;
    l->left_behind = 0;
    l->nodes->by = l->words->by = (int32_t)i;
    if (replay.records)
        return begin_slot_recording(l, i, &replay, end);
    if (can_follow_replay(l, &replay))
        return play_slots(l, i, &replay) && (l->nodes->dst.epoch == epoch || lockstep_pass_epoch(l, i));
    if (!lockstep_compare_written(l, i))
        return false;
    term_machine_lose_sight(l->nodes, word);
    term_machine_lose_sight(l->words, word);
    return lockstep_pass_epoch(l, i);
}
