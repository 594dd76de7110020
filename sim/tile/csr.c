/* Control and status registers of Blackhole's cores. */
#include "csr.h"

#include <string.h>

enum {
    CFG0_AT_START = TILE_NO_DATA_CACHE | 16 << 13 | TILE_NO_FUSION, /* as the vendor's firmware leaves it */

    /* tt_cfg_qstatus and tt_cfg_bstatus */
    STATUS_VECTOR = 1 << 9,
    STATUS_LANES = 1 << 11,
    STATUS_QUEUED_COPY = 13, STATUS_BUSY_COPY = 11, /* the first bit */
    STATUS_LANES_COPY = 1 << 24,

    MSTATUS = (int)0x80006600u,
    MISA = 0x40201123,
};

static uint64_t cycles(const struct sfp_tile *t)
{
    return t->timed ? t->now : t->core.retired;
}

/* The kinds of words that are queued, twice, as only this core pushes any; and whether some lane is enabled, twice. */
static uint32_t queue_status(const struct sfp_tile *t)
{
    const uint32_t kinds = tile_tracked_kinds(t);
    const uint32_t lanes = t->devices.m->s.derived.enabled ? STATUS_LANES | STATUS_LANES_COPY : 0;

    return kinds | kinds << STATUS_QUEUED_COPY | lanes;
}

/* And what is under way behind the gate, which is taken for the vector unit's. */
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
        return (uint32_t)cycles(t);
    case RV_CSR_MCYCLEH:
    case RV_CSR_CYCLEH:
        return (uint32_t)(cycles(t) >> 32);
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
        return queue_status(t);
    case RV_CSR_TT_CFG_BSTATUS:
        return busy_status(t);
    default: /* numbers, not enumerators: those of which nothing is known here */
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
