/* Follows the kernel's own words one by one: what a REPLAY records, and LaneConfig after SFPCONFIG. */
#include "own_track.h"

/* ---- LaneConfig ---- */

/* Follows writes of L0. SFPLOADI writes L0 in enabled lanes only, and SFPCONFIG reads L0 in the same lanes, unless
 * flags change in between or LaneConfig masks lanes; then L0 is unknown. */
static void follow_l0(struct own_track *track, const struct sfp_issued *issued)
{
    struct sfp_loaded loaded;

    if (issued->writes & (SFP_USES_FLAGS | SFP_USES_STACK) || track->lane_config & SFP_LC_ROW_MASK)
        track->l0_known = 0;
    if (!(issued->writes & 1))
        return;
    if (issued->insn->id != SFP_I_SFPLOADI || track->lane_config & SFP_LC_ROW_MASK ||
        !sfp_loadi(issued->mode, sfp_field(issued->insn, issued->word, SFP_F_IMM), &loaded)) {
        track->l0_known = 0;
        return;
    }
    track->l0 = (track->l0 & loaded.kept) | loaded.bits;
    track->l0_known = (track->l0_known & loaded.kept) | ~loaded.kept;
}

/* Follows SFPCONFIG of LaneConfig. Columns that SFPCONFIG does not write keep their bits, so a bit that was set once
 * may remain set. */
static void follow_lane_config(struct own_track *track, const struct sfp_issued *issued)
{
    uint32_t written = track->l0 | ~track->l0_known;

    if (issued->mode & SFP_MODE_SFPCONFIG_IMM16_IS_VALUE)
        written = sfp_field(issued->insn, issued->word, SFP_F_IMM);
    if (sfp_config_combine(issued->mode) != SFP_COMBINE_AND)
        track->lane_config |= written & SFP_LC_BITS;
}

static void follow_own_word(struct own_track *track, const struct sfp_issued *issued)
{
    if (!issued->insn)
        return;
    if (issued->insn->id == SFP_I_SFPCONFIG &&
        sfp_field(issued->insn, issued->word, SFP_F_VD) == SFP_TARGET_LANE_CONFIG)
        follow_lane_config(track, issued);
    follow_l0(track, issued);
}

void own_track_selected(struct own_track *track, const struct sfp_issued *word)
{
    track->l0_known = 0;
    follow_own_word(track, word);
}

/* ---- The replay buffer ---- */

static void start_own_recording(struct own_track *track, const struct sfp_replay *replay)
{
    for (unsigned n = 0; n < replay->length; n++)
        track->known &= ~(1u << sfp_replay_slot(replay, n));
    track->slot = replay->first;
    track->left = replay->length;
    track->executes = replay->executes;
}

/* Records the word in the next slot. Returns whether the word is executed too. */
static bool track_own_word(struct own_track *track, uint32_t word)
{
    track->slots[track->slot] = word;
    track->known |= 1u << track->slot;
    track->slot = (track->slot + 1) % SFP_REPLAY_SLOTS;
    track->left--;
    return track->executes;
}

bool own_track_take(struct own_track *track, uint32_t word)
{
    const struct sfp_issued issued = sfp_issued_of(track->index, word);
    const struct sfp_replay replay = sfp_replay_of(sfp_insn_of_word(track->index, word), word);

    if (track->left > 0 && !track_own_word(track, word))
        return false;
    if (replay.records)
        start_own_recording(track, &replay);
    follow_own_word(track, &issued);
    return true;
}

bool own_track_played(struct own_track *track, const struct sfp_replay *replay, unsigned n, uint32_t *word)
{
    const unsigned slot = sfp_replay_slot(replay, n);
    struct sfp_issued issued;

    if (!(track->known >> slot & 1))
        return false;
    *word = track->slots[slot];
    issued = sfp_issued_of(track->index, *word);
    follow_own_word(track, &issued);
    return true;
}

void own_track_barrier(struct own_track *track)
{
    track->left = 0;
    track->l0_known = 0;
}
