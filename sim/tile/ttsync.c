/* Auto TTSync: which words use what, and who waits for them. */
#include "ttsync.h"

#include "model/config.h"
#include "tile.h"

enum use { NO = 0, R = 1, W = 2, RW = R | W };

struct uses {
    uint8_t of[TILE_RESOURCES]; /* enum use */
};

static struct uses uses_of(const struct sfp_insn *insn)
{
    switch (insn ? insn->id : SFP_IDS) {
#define TRACKED(id, gprs, config, tdma)                                                                                \
    case SFP_I_##id:                                                                                                   \
        return (struct uses){{gprs, config, tdma}};
#include "tile.def"
#undef TRACKED
    default:
        return (struct uses){{NO, R, NO}};
    }
}

void tile_ttsync_note(struct sfp_tile *t, uint32_t word)
{
    struct tile_ttsync *y = &t->ttsync;
    const struct uses uses = uses_of(sfp_insn_of_word(&t->devices.m->index, word));

    y->words++;
    for (unsigned i = 0; i < TILE_RESOURCES; i++) {
        if (uses.of[i])
            y->last_use[i] = y->words;
        if (uses.of[i] & W)
            y->last_write[i] = y->words;
    }
}

/* The resource that lies there, if it is tracked; else RESOURCES. */
static enum tile_resource resource_at(const struct sfp_tile *t, enum tile_region region)
{
    const struct sfp_state *s = &t->devices.m->s;

    if (region == TILE_GPRS && sfp_config_get(s, SFP_CFG_TRACK_GPRS, 0))
        return TILE_TRACKED_GPRS;
    if (region == TILE_CONFIG && sfp_config_get(s, SFP_CFG_TRACK_CONFIG, 0))
        return TILE_TRACKED_CONFIG;
    return region == TILE_TDMA && sfp_config_get(s, SFP_CFG_TRACK_TDMA, 0) ? TILE_TRACKED_TDMA : TILE_RESOURCES;
}

static void say(struct sfp_tile *t, uint32_t address, uint32_t index)
{
    if (t->ttsync.said)
        return;
    t->ttsync.said = true;
    t->devices.at = index;
    tile_device_say(&t->devices, RV_FINDING_AUTO_TTSYNC, address);
}

bool tile_ttsync_waits(struct sfp_tile *t, enum tile_region region, bool loads, uint32_t address, uint32_t index)
{
    const enum tile_resource at = sfp_config_get(&t->devices.m->s, SFP_CFG_TRACK_WORDS, 0) ? resource_at(t, region)
                                                                                           : TILE_RESOURCES;

    if (at == TILE_RESOURCES || (loads ? t->ttsync.last_write : t->ttsync.last_use)[at] <= t->thread.passed)
        return false;
    say(t, address, index);
    return true;
}
