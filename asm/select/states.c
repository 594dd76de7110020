/* Enabled lanes as a tree of states. */
#include "states.h"

#include "isa/modes.h"
#include "isa/vector_unit.h"
#include "base/array.h"

#include <stdlib.h>

enum { UNKNOWN = -1 };

static bool enter_state(struct states *states, int32_t parent)
{
    if (!array_room(&states->parents, states->count, &states->room, sizeof *states->parents))
        return false;
    states->parents[states->count] = parent;
    states->now = (int32_t)states->count++;
    return true;
}

bool states_init(struct states *states, const struct sfp_index *index, bool all)
{
    *states = (struct states){.own.index = index};
    if (!enter_state(states, UNKNOWN) || !enter_state(states, STATE_ALL))
        return false;
    states->now = all ? STATE_ALL : STATE_ENTRY;
    return true;
}

void states_free(struct states *states)
{
    free(states->parents);
    *states = (struct states){0};
}

bool states_covers(const struct states *states, int32_t outer, int32_t inner)
{
    if (outer == STATE_ALL)
        return true;
    while (inner != outer && inner != UNKNOWN)
        inner = states->parents[inner];
    return inner == outer;
}

int32_t states_join(const struct states *states, int32_t a, int32_t b)
{
    while (a != UNKNOWN && !states_covers(states, a, b))
        a = states->parents[a];
    return a == UNKNOWN ? STATE_ALL : a;
}

int32_t states_top(const struct states *states)
{
    return states->depth > 0 ? states->stack[states->depth - 1] : STATE_ALL;
}

bool states_use_indices(const struct states *states, const struct sfp_insn *insn)
{
    return sfp_index_lregs(insn, 0, states->own.lane_config); /* whatever the operands; LReg 0 stands for each */
}

/* Enters an unknown state and forgets the stack's states: the words alone do not determine the lanes. */
static bool lose_states(struct states *states)
{
    for (unsigned i = 0; i < states->depth; i++)
        states->stack[i] = UNKNOWN;
    return enter_state(states, UNKNOWN);
}

static bool push_state(struct states *states)
{
    if (states->depth == STATE_DEPTH)
        return lose_states(states);
    states->stack[states->depth++] = states->now;
    return true;
}

static bool pop_state(struct states *states)
{
    if (states->depth == 0)
        return lose_states(states);
    states->now = states->stack[--states->depth];
    return states->now != UNKNOWN || enter_state(states, UNKNOWN);
}

/* Follows a word that changes flags or the stack. */
static bool follow_flags(struct states *states, const struct sfp_issued *word)
{
    const enum sfp_id id = (enum sfp_id)word->insn->id;

    if (id == SFP_I_SFPPUSHC && word->mode == SFP_MODE_SFPPUSHC_PUSH)
        return push_state(states);
    if (id == SFP_I_SFPPOPC && word->mode == SFP_MODE_SFPPOPC_POP)
        return pop_state(states);
    if (id == SFP_I_SFPENCC && sfp_encc_of(word->insn, word->word).sets_flags && !(states->own.lane_config & SFP_LC_ROW_MASK)) {
        states->now = STATE_ALL;
        return true;
    }
    if (id == SFP_I_SFPCOMPC)
        return enter_state(states, states_top(states));
    if (id == SFP_I_SFPPUSHC || id == SFP_I_SFPPOPC || id == SFP_I_SFPENCC || word->writes & SFP_USES_STACK)
        return lose_states(states);
    return enter_state(states, states->now);
}

/* Is the word an SFPCONFIG of LaneConfig in which lanes may be masked? */
static bool masks_lanes(const struct states *states, const struct sfp_issued *word)
{
    return word->insn->id == SFP_I_SFPCONFIG && states->own.lane_config & SFP_LC_ROW_MASK &&
           sfp_field(word->insn, word->word, SFP_F_VD) == SFP_TARGET_LANE_CONFIG;
}

static bool follow_word(struct states *states, const struct sfp_issued *word)
{
    if (!word->insn)
        return true;
    if (word->writes & (SFP_USES_FLAGS | SFP_USES_STACK))
        return follow_flags(states, word);
    return !masks_lanes(states, word) || lose_states(states);
}

bool states_follow(struct states *states, const struct sfp_issued *word)
{
    own_track_selected(&states->own, word);
    return follow_word(states, word);
}

static bool follow_played(struct states *states, const struct sfp_replay *replay)
{
    for (unsigned n = 0; n < replay->length; n++) {
        struct sfp_issued issued;
        uint32_t word;

        if (!own_track_played(&states->own, replay, n, &word))
            continue;
        issued = sfp_issued_of(states->own.index, word);
        if (!follow_word(states, &issued))
            return false;
    }
    return true;
}

bool states_follow_own(struct states *states, uint32_t word)
{
    const struct sfp_issued issued = sfp_issued_of(states->own.index, word);
    const struct sfp_replay replay = sfp_replay_of(sfp_insn_of_word(states->own.index, word), word);

    if (!own_track_take(&states->own, word))
        return true;
    return replay.length > 0 && !replay.records ? follow_played(states, &replay) : follow_word(states, &issued);
}
