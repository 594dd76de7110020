/* Control and status registers of Blackhole's cores, and records of words for Auto TTSync and the status registers. */
#include "tile_parts.h"

#include <string.h>

#include "devices.h"
#include "model/config.h"
#include "tile.h"

enum {
    CFG0_AT_START = TILE_NO_DATA_CACHE | 16 << 13 | TILE_NO_FUSION, /* as the vendor's firmware leaves cfg0 */

    /* tt_cfg_qstatus and tt_cfg_bstatus */
    STATUS_VECTOR = 1 << 9,
    STATUS_LANES = 1 << 11,
    STATUS_QUEUED_COPY = 13, STATUS_BUSY_COPY = 11, /* lowest bit of the copy */
    STATUS_LANES_COPY = 1 << 24,

    MSTATUS = (int)0x80006600u,
    MISA = 0x40201123,
};

static uint64_t cycle_counter(const struct sfp_tile *t)
{
    return t->timed ? t->now : t->core.retired;
}

/* Returns tt_cfg_qstatus: the kinds of queued words and whether a lane is enabled, with a copy of both, because this
 * core pushes every word. */
static uint32_t csr_queue_status(const struct sfp_tile *t)
{
    const uint32_t kinds = tile_tracked_kinds(t);
    const uint32_t lanes = t->devices.m->s.derived.enabled ? STATUS_LANES | STATUS_LANES_COPY : 0;

    return kinds | kinds << STATUS_QUEUED_COPY | lanes;
}

/* Returns tt_cfg_bstatus: kinds of words in the front end, and work after the gate, reported as the vector unit's,
 * with a copy. */
static uint32_t busy_status(const struct sfp_tile *t)
{
    const uint32_t kinds = tile_tracked_kinds(t) | (t->thread.in_flight ? STATUS_VECTOR : 0);

    return kinds | kinds << STATUS_BUSY_COPY;
}

static bool is_scratch(unsigned number)
{
    return number >= RV_CSR_CFG1 && number < RV_CSR_CFG1 + TILE_SCRATCH;
}

uint32_t tile_csr_read(const struct sfp_tile *t, unsigned number)
{
    switch ((enum rv_csr)number) {
    case RV_CSR_CFG0:
        return t->csr_cfg0;
    case RV_CSR_MCYCLE:
    case RV_CSR_CYCLE:
        return (uint32_t)cycle_counter(t);
    case RV_CSR_MCYCLEH:
    case RV_CSR_CYCLEH:
        return (uint32_t)(cycle_counter(t) >> 32);
    case RV_CSR_MINSTRET:
    case RV_CSR_INSTRET:
        return (uint32_t)t->core.retired;
    case RV_CSR_MINSTRETH:
    case RV_CSR_INSTRETH:
        return (uint32_t)(t->core.retired >> 32);
    case RV_CSR_MSTATUS:
        return (uint32_t)MSTATUS;
    case RV_CSR_MISA:
        return MISA;
    case RV_CSR_TT_CFG_QSTATUS:
        return csr_queue_status(t);
    case RV_CSR_TT_CFG_BSTATUS:
        return busy_status(t);
    default: /* numbers, not enumerators: registers without a model here */
        return is_scratch(number) ? t->csr_scratch[number - RV_CSR_CFG1] : 0;
    }
}

void tile_csr_write(struct sfp_tile *t, unsigned number, uint32_t value)
{
    if (is_scratch(number))
        t->csr_scratch[number - RV_CSR_CFG1] = value;
    if (number != RV_CSR_CFG0)
        return;
    t->csr_cfg0 = value;
    if (tile_csr_lacks(t, TILE_NO_DATA_CACHE))
        tile_cache_flush(&t->cache);
}

void tile_csr_reset(struct sfp_tile *t)
{
    t->csr_cfg0 = CFG0_AT_START;
    memset(t->csr_scratch, 0, sizeof t->csr_scratch);
}

void tile_csr_set_gathering(struct sfp_tile *t)
{
    switch ((enum sfp_gathering)t->devices.m->s.gathering) {
    case SFP_GATHERING_AS_LEFT:
        break;
    case SFP_GATHERING_OFF:
        t->csr_cfg0 |= TILE_NO_FUSION;
        break;
    case SFP_GATHERING_ON:
        t->csr_cfg0 &= ~(uint32_t)TILE_NO_FUSION;
        break;
    }
}

/* ---- Words in the front end: resources in use, waits, kinds ---- */

enum use { NO = 0, R = 1, W = 2, RW = R | W };

struct uses {
    uint8_t of[TILE_RESOURCES]; /* enum use */
};

static struct uses resource_uses(const struct sfp_insn *insn)
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

/* Returns the word's kinds (CSRs.md of Blackhole), derived from STALLWAIT's block bits, which distinguish the same
 * units. */
static uint32_t kinds_of(const struct sfp_insn *insn, uint32_t word)
{
    static const uint8_t kind_of_block[] = {8, 7, 5, 4, 3, 2, 10, 6, 9};
    enum { REPLAY = 1 << 0, MOP = 1 << 1, SYNC = 1 << 7 };
    uint32_t kinds = 0;

    if (!insn)
        return 0;
    if (insn->id == SFP_I_MOP)
        return MOP;
    if (insn->id == SFP_I_REPLAY)
        return sfp_field(insn, word, SFP_F_EXEC) || !sfp_field(insn, word, SFP_F_LOAD_MODE) ? REPLAY : 0;
    if (insn->id == SFP_I_STALLWAIT || insn->id == SFP_I_SEMWAIT) /* held by rules of their own */
        return SYNC;
    for (unsigned block = 0; block < sizeof kind_of_block; block++)
        kinds |= (uint32_t)(insn->block >> block & 1) << kind_of_block[block];
    return kinds;
}

void tile_tracked_note(struct sfp_tile *t, uint32_t word)
{
    struct tile_tracked *tracked = &t->tracked;
    const struct sfp_insn *insn = sfp_insn_of_word(&t->devices.m->index, word);
    const struct uses uses = resource_uses(insn);

    tracked->words++;
    for (unsigned i = 0; i < TILE_RESOURCES; i++) {
        if (uses.of[i])
            tracked->last_use[i] = tracked->words;
        if (uses.of[i] & W)
            tracked->last_write[i] = tracked->words;
    }
    for (uint32_t left = kinds_of(insn, word); left; left &= left - 1)
        tracked->last_of[__builtin_ctz(left)] = tracked->words;
}

uint32_t tile_tracked_kinds(const struct sfp_tile *t)
{
    uint32_t kinds = 0;

    for (unsigned kind = 0; kind < TILE_KINDS; kind++)
        kinds |= (uint32_t)(t->tracked.last_of[kind] > t->thread.passed) << kind;
    return kinds;
}

/* Returns the tracked resource in the region, or TILE_RESOURCES if the region has none or tracking is off. */
static enum tile_resource resource_at(const struct sfp_tile *t, enum tile_region region)
{
    const struct sfp_state *s = &t->devices.m->s;

    if (region == TILE_GPRS && sfp_config_get(s, SFP_CFG_TRACK_GPRS, 0))
        return TILE_TRACKED_GPRS;
    if (region == TILE_CONFIG && sfp_config_get(s, SFP_CFG_TRACK_CONFIG, 0))
        return TILE_TRACKED_CONFIG;
    return region == TILE_TDMA && sfp_config_get(s, SFP_CFG_TRACK_TDMA, 0) ? TILE_TRACKED_TDMA : TILE_RESOURCES;
}

static void say_first_wait(struct sfp_tile *t, uint32_t address, uint32_t index)
{
    if (t->tracked.said)
        return;
    t->tracked.said = true;
    t->devices.at = index;
    tile_device_say(&t->devices, RV_FINDING_AUTO_TTSYNC, address);
}

bool tile_tracked_waits(struct sfp_tile *t, enum tile_region region, bool loads, uint32_t address, uint32_t index)
{
    enum tile_resource at;

    if (region != TILE_GPRS && region != TILE_CONFIG && region != TILE_TDMA)
        return false;
    sfp_machine_swap_in(t->devices.m, t->devices.owner);
    at = sfp_config_get(&t->devices.m->s, SFP_CFG_TRACK_WORDS, 0) ? resource_at(t, region) : TILE_RESOURCES;
    if (at == TILE_RESOURCES || (loads ? t->tracked.last_write : t->tracked.last_use)[at] <= t->thread.passed)
        return false;
    say_first_wait(t, address, index);
    return true;
}
