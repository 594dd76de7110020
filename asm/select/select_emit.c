/* Words, and waits between them. */
#include "select_emit.h"

#include "util/array.h"

#include <stdlib.h>

static bool append(struct emitting *e, uint32_t word, struct node_place place, bool chosen, bool wait)
{
    struct selection *all = e->selection;

    if (!array_room(&all->words, all->count, &all->room, sizeof *all->words))
        return false;
    all->words[all->count++] = (struct selected_word){.word = word, .place = place, .chosen = chosen, .wait = wait};
    all->waits += wait;
    all->vector |= chosen;
    return true;
}

/* A word is there. What is only recorded counts as executed too: its own words follow each other when they are. */
static void take(struct emitting *e, const struct sfp_issued *issued, bool chosen)
{
    if (emit_records(e)) {
        const unsigned slot = (e->first + e->recorded++) % SFP_REPLAY_SLOTS;

        e->slots[slot] = *issued;
        e->holds[slot] = chosen ? SLOT_CHOSEN : SLOT_OWN;
    }
    sfp_issuing_take(&e->issuing, e->s->list->arch, issued);
}

static bool wait(struct emitting *e, unsigned cycles, struct node_place place)
{
    const uint32_t word = sfp_word_made(&e->s->index, SFP_I_SFPNOP, NULL, 0);
    const struct sfp_issued issued = sfp_issued_of(&e->s->index, word);

    while (cycles-- > 0) {
        if (!append(e, word, place, true, true))
            return false;
        take(e, &issued, true);
    }
    return true;
}

/* Is the result of a word that was selected still to come? */
static bool is_under_way(const struct emitting *e)
{
    return e->chosen && e->issuing.last[(e->issuing.count - 1) % SFP_MAX_LATENCY].word.latency > 1;
}

/* Nothing is under way any more, of what was selected or is not known, before what nobody looks into. */
static bool settle(struct emitting *e, struct node_place place)
{
    const bool needed = e->unsure || is_under_way(e);

    e->chosen = e->unsure = false;
    return !needed || wait(e, SFP_MAX_LATENCY - 1, place);
}

bool emit_chosen(struct emitting *e, uint32_t word, struct node_place place)
{
    const struct sfp_issued issued = sfp_issued_of(&e->s->index, word);

    if (e->unsure && !settle(e, place))
        return false;
    if (!wait(e, sfp_issuing_early(&e->issuing, e->s->list->arch, &issued), place) ||
        !append(e, word, place, true, false))
        return false;
    take(e, &issued, true);
    e->chosen = true;
    return true;
}

/* ---- The kernel's own ---- */

static void begin_recording(struct emitting *e, const struct sfp_insn *insn, uint32_t word)
{
    e->recorded = 0;
    e->recording = e->selection->count;
    e->length = sfp_replay_length(sfp_field(insn, word, SFP_F_LEN));
    e->first = sfp_field(insn, word, SFP_F_START_IDX);
}

static void play(struct emitting *e, const struct sfp_insn *insn, uint32_t word)
{
    const unsigned length = sfp_replay_length(sfp_field(insn, word, SFP_F_LEN));

    for (unsigned i = 0; i < length; i++) {
        const unsigned slot = (sfp_field(insn, word, SFP_F_START_IDX) + i) % SFP_REPLAY_SLOTS;

        e->unsure |= e->holds[slot] == SLOT_UNKNOWN;
        e->chosen = e->holds[slot] == SLOT_CHOSEN;
        sfp_issuing_take(&e->issuing, e->s->list->arch, &e->slots[slot]);
    }
}

/* A word that stands for others. */
static bool emit_opaque(struct emitting *e, const struct sfp_insn *insn, uint32_t word, struct node_place place)
{
    if (!settle(e, place) || !append(e, word, place, false, false))
        return false;
    if (insn->id == SFP_I_MOP || insn->id == SFP_I_SFPLOADMACRO)
        e->unsure = true;
    else if (sfp_field(insn, word, SFP_F_LOAD_MODE))
        begin_recording(e, insn, word);
    else
        play(e, insn, word);
    return true;
}

static bool is_opaque(const struct sfp_insn *insn)
{
    return insn && (insn->id == SFP_I_MOP || insn->id == SFP_I_REPLAY || insn->id == SFP_I_SFPLOADMACRO);
}

bool emit_own(struct emitting *e, uint32_t word, struct node_place place)
{
    const struct sfp_insn *insn = sfp_insn_of_word(&e->s->index, word);
    const struct sfp_issued issued = sfp_issued_of(&e->s->index, word);
    const unsigned early = e->chosen ? sfp_issuing_early(&e->issuing, e->s->list->arch, &issued) : 0;

    if (!emit_records(e) && is_opaque(insn))
        return emit_opaque(e, insn, word, place);
    if (!wait(e, early, place) || !append(e, word, place, false, false))
        return false;
    take(e, &issued, false);
    if (issued.insn)
        e->chosen = e->unsure = false;
    return true;
}

bool emit_call(struct emitting *e, uint32_t name)
{
    struct selection *all = e->selection;

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
