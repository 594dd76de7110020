/* Appends words and the waits between them. */
#include "select_emit.h"

#include "base/array.h"

#include <stdlib.h>

static bool emit_selected_word(struct emitting *emitting, uint32_t word, struct node_place place, bool chosen,
                               bool is_wait)
{
    struct selection *all = emitting->selection;

    if (!array_room(&all->words, all->count, &all->room, sizeof *all->words))
        return false;
    all->words[all->count++] = (struct selected_word){.word = word, .place = place, .chosen = chosen, .wait = is_wait};
    all->waits += is_wait;
    all->vector |= chosen;
    return true;
}

/*
 * The number of SFPNOPs after a word that starts unknown work: a macro's, a MOP's, or that of recorded words. A macro
 * starts a scheduled instruction at most SFP_SEQUENCE_DELAYS cycles later, and the result follows within the
 * instruction's latency (sfpu-timing(7), Sequences).
 */
enum { PENDING_MOST = SFP_SEQUENCE_DELAYS - 1 + SFP_MAX_LATENCY };

/* Ends a recorded body. Words that were only recorded leave no work in progress. */
static void end_recording(struct emitting *emitting)
{
    if (!emitting->replay.executes)
        emitting->pending = emitting->pending_outside;
}

/* Updates the state for an appended word. A word that is only recorded counts as executed too, because the words
 * after it in the replay buffer follow it during playback. Only the vector unit's words shorten the wait, since
 * delays may count instructions. */
static void follow_appended_word(struct emitting *emitting, const struct sfp_issued *issued, bool chosen)
{
    const bool records = emit_records(emitting);

    if (records) {
        const unsigned slot = sfp_replay_slot(&emitting->replay, emitting->recorded++);

        emitting->slots[slot] = *issued;
        emitting->holds[slot] = chosen ? SLOT_CHOSEN : SLOT_OWN;
    }
    sfp_issuing_take(&emitting->issuing, emitting->s->list->arch, issued);
    if (issued->insn && emitting->pending > 0)
        emitting->pending--;
    if (issued->insn && issued->insn->id == SFP_I_SFPLOADMACRO)
        emitting->pending = PENDING_MOST;
    emitting->after_own = !chosen;
    if (records && !emit_records(emitting))
        end_recording(emitting);
}

static bool emit_waits(struct emitting *emitting, unsigned cycles, struct node_place place)
{
    const uint32_t word = sfp_word_made(&emitting->s->index, SFP_I_SFPNOP, NULL, 0);
    const struct sfp_issued issued = sfp_issued_of(&emitting->s->index, word);

    while (cycles-- > 0) {
        if (!emit_selected_word(emitting, word, place, true, true))
            return false;
        follow_appended_word(emitting, &issued, true);
    }
    return true;
}

static unsigned larger_of(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

bool emit_chosen(struct emitting *emitting, uint32_t word, struct node_place place)
{
    const struct sfp_issued issued = sfp_issued_of(&emitting->s->index, word);

    if (!emit_waits(emitting, emitting->pending, place) ||
        !emit_waits(emitting, sfp_issuing_early(&emitting->issuing, emitting->s->list->arch, &issued), place) ||
        !emit_selected_word(emitting, word, place, true, false))
        return false;
    follow_appended_word(emitting, &issued, true);
    return true;
}

/* ---- The kernel's own ---- */

/* Does the word start other words, whose operands are not examined? */
static bool is_opaque(const struct sfp_insn *insn, uint32_t word)
{
    const struct sfp_replay replay = sfp_replay_of(insn, word);

    return insn && (insn->id == SFP_I_MOP || insn->id == SFP_I_SFPLOADMACRO || (replay.length > 0 && !replay.records));
}

/* Returns the number of cycles until all results have arrived. */
static unsigned results_due(const struct sfp_issuing *issuing)
{
    uint64_t last = issuing->next;

    for (unsigned back = 1; back < SFP_MAX_LATENCY && back <= issuing->count; back++) {
        const unsigned place = (issuing->count - back) % SFP_MAX_LATENCY;
        const uint64_t due = issuing->last[place].cycle + issuing->last[place].word.latency;

        last = due > last ? due : last;
    }
    return (unsigned)(last - issuing->next);
}

/* Returns by how many cycles an own word from node `at` on would come too early for the work in progress. Own words
 * do not wait for each other: words in between only pass time. A REPLAY that records passes no time. */
static unsigned own_early(const struct emitting *emitting, size_t at)
{
    const struct node_list *nodes = &emitting->s->nodes;
    struct sfp_issuing then = emitting->issuing;
    unsigned early = 0, words = 0;

    for (size_t i = at; i < nodes->count && words < SFP_MAX_LATENCY; i++) {
        const uint32_t word = nodes->nodes[i].imm;
        const struct sfp_insn *insn = sfp_insn_of_word(&emitting->s->index, word);
        const struct sfp_issued issued = sfp_issued_of(&emitting->s->index, word);

        if (node_gives_no_word(&nodes->nodes[i]))
            continue;
        if (nodes->nodes[i].kind != NODE_WORD)
            break;
        if (sfp_replay_of(insn, word).records)
            continue;
        early = larger_of(early, is_opaque(insn, word) ? results_due(&then)
                                                    : sfp_issuing_early(&then, emitting->s->list->arch, &issued));
        sfp_issuing_take(&then, emitting->s->list->arch, &(struct sfp_issued){0});
        words++;
    }
    return early;
}

/* Does the word record or play selected words? */
static bool has_chosen(const struct emitting *emitting, const struct sfp_replay *replay, size_t at)
{
    const struct node_list *nodes = &emitting->s->nodes;

    if (replay->records)
        return at + 1 < nodes->count && nodes->nodes[at + 1].kind == NODE_BARRIER;
    for (unsigned n = 0; n < replay->length; n++)
        if (emitting->holds[sfp_replay_slot(replay, n)] == SLOT_CHOSEN)
            return true;
    return false;
}

static void begin_replay_recording(struct emitting *emitting, const struct sfp_replay *replay)
{
    emitting->after_own = true;
    emitting->recorded = 0;
    emitting->recording = emitting->selection->count;
    emitting->replay = *replay;
    emitting->pending_outside = emitting->pending;
}

static void emit_played(struct emitting *emitting, const struct sfp_replay *replay)
{
    for (unsigned n = 0; n < replay->length; n++) {
        const unsigned slot = sfp_replay_slot(replay, n);

        follow_appended_word(emitting, &emitting->slots[slot], emitting->holds[slot] == SLOT_CHOSEN);
        if (emitting->holds[slot] == SLOT_UNKNOWN)
            emitting->pending = PENDING_MOST;
    }
}

bool emit_own(struct emitting *emitting, size_t at)
{
    const struct node *node = &emitting->s->nodes.nodes[at];
    const struct sfp_insn *insn = sfp_insn_of_word(&emitting->s->index, node->imm);
    const struct sfp_issued issued = sfp_issued_of(&emitting->s->index, node->imm);
    const struct sfp_replay replay = sfp_replay_of(insn, node->imm);
    const bool recorded = emit_records(emitting);
    const unsigned pending = has_chosen(emitting, &replay, at) ? emitting->pending : 0;

    if (!emit_waits(emitting, larger_of(pending, emitting->after_own ? 0 : own_early(emitting, at)), node->place) ||
        !emit_selected_word(emitting, node->imm, node->place, false, false))
        return false;
    if (!recorded && replay.records)
        begin_replay_recording(emitting, &replay);
    else if (!recorded && replay.length > 0)
        emit_played(emitting, &replay);
    else
        follow_appended_word(emitting, &issued, false);
    if (insn && insn->id == SFP_I_MOP)
        emitting->pending = PENDING_MOST;
    return true;
}

bool emit_call(struct emitting *emitting, uint32_t name)
{
    struct selection *all = emitting->selection;

    if (!array_room(&all->calls, all->call_count, &all->call_room, sizeof *all->calls))
        return false;
    all->calls[all->call_count++] = (struct selected_call){name, all->count};
    return true;
}

void selection_free(struct selection *selection)
{
    free(selection->words);
    free(selection->calls);
    text_free(&selection->reading);
    *selection = (struct selection){0};
}
