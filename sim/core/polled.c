/* Texts about what a core waits for: the device at an address, and its state. */
#include <inttypes.h>
#include <stdio.h>

#include "tile.h"
#include "base/word_bytes.h"

static void say_device(struct tile_polled *p, const char *name)
{
    snprintf(p->device, sizeof p->device, "%s", name);
}

static void say_numbered(struct tile_polled *p, const char *name, unsigned number)
{
    snprintf(p->device, sizeof p->device, "%s %u", name, number);
}

static void say_value(struct tile_polled *p, uint32_t value)
{
    snprintf(p->state, sizeof p->state, "0x%08" PRIX32, value);
}

/* Writes how many values from other threads are still unread, or how many were read. */
static void say_values(struct tile_polled *p, size_t left, size_t count)
{
    if (left)
        snprintf(p->state, sizeof p->state, "%zu value%s to be read", left, left == 1 ? "" : "s");
    else
        snprintf(p->state, sizeof p->state, "empty; %zu value%s read", count, count == 1 ? " was" : "s were");
}

/* Writes how many values are in a mailbox that another core of the run writes. */
static void say_mail(struct tile_polled *p, const struct tile_mail *mail)
{
    if (mail->count)
        snprintf(p->state, sizeof p->state, "%u value%s to be read", mail->count, mail->count == 1 ? "" : "s");
    else
        snprintf(p->state, sizeof p->state, "empty");
}

const char *tile_mailbox_name(unsigned core)
{
    static const char *const names[TILE_CORES] = {
        [TILE_B] = "mailbox-b", [TILE_T0] = "mailbox-t0", [TILE_T1] = "mailbox-t1", [TILE_T2] = "mailbox-t2"};

    return names[core];
}

static void say_memory(const struct sfp_tile *t, uint32_t address, struct tile_polled *p)
{
    const uint32_t word = address - address % RV_BYTES;
    const uint8_t *bytes = tile_memory(t, word, RV_BYTES);

    if (bytes)
        snprintf(p->state, sizeof p->state, "the word at 0x%08" PRIX32 " is 0x%08" PRIX32, word, sfp_word_at(bytes));
}

static void say_sync(const struct sfp_tile *t, uint32_t offset, struct tile_polled *p)
{
    const unsigned number = (offset - TILE_SEMAPHORES) / RV_BYTES % SFP_SEMAPHORES;
    const struct sfp_semaphore *s = &t->devices.m->s.semaphore[number];

    if (offset >= TILE_SEMAPHORES) {
        say_numbered(p, "semaphore", number);
        snprintf(p->state, sizeof p->state, "value %u, maximum %u", s->value, s->max);
    } else if (offset == TILE_PCBUF) {
        say_device(p, "pcbuf");
        say_values(p, t->devices.from_b.count - t->devices.from_b.next, t->devices.from_b.next);
    } else {
        say_device(p, offset == TILE_MOP_DONE ? "completion check of MOPs" : "completion check of the thread");
    }
}

static void say_mailbox(const struct sfp_tile *t, uint32_t offset, struct tile_polled *p)
{
    const unsigned from = tile_mailbox_of(offset), self = tile_core_of(t->devices.owner);
    const struct tile_values *given = &t->devices.mail[from];

    if (from == self)
        snprintf(p->device, sizeof p->device, "mailbox of T%u to itself", self - TILE_T0);
    else
        say_device(p, tile_mailbox_name(from));
    if (from == self)
        snprintf(p->state, sizeof p->state, "%u values to be read", t->devices.own_mail.count);
    else if (tile_mail_is_real(&t->devices, offset))
        say_mail(p, &t->devices.mates->mail[from][self]);
    else
        say_values(p, given->count - given->next, given->next);
}

/* Describes a register by its value. Loads work on a copy of the devices, since loads may change devices. */
static void say_register(const struct sfp_tile *t, enum tile_region region, uint32_t offset, struct tile_polled *p)
{
    struct tile_devices devices = t->devices;
    uint32_t value;

    if (region == TILE_GPRS)
        say_numbered(p, "GPR", offset / RV_BYTES % SFP_GPRS);
    else
        say_device(p, tile_region_text(region));
    if (tile_device_load(&devices, region, offset - offset % RV_BYTES, RV_BYTES, &value) == TILE_ANSWERED)
        say_value(p, value);
}

struct tile_polled tile_polled(const struct sfp_tile *t, uint32_t address)
{
    struct tile_polled p = {"", ""};
    uint32_t offset;
    const enum tile_region region = tile_region_of(t->core.arch, address, 1, &offset);

    switch (region) {
    case TILE_SYNC:
        say_sync(t, offset, &p);
        break;
    case TILE_MAILBOX:
        say_mailbox(t, offset, &p);
        break;
    case TILE_L1:
    case TILE_LOCAL:
    case TILE_SLOW_LOCAL:
        say_device(&p, region == TILE_L1 ? "L1" : "local data RAM");
        say_memory(t, address, &p);
        break;
    case TILE_GPRS:
    case TILE_CONFIG:
    case TILE_DEBUG:
    case TILE_DST:
    case TILE_MOP:
    case TILE_TDMA:
    case TILE_NOC:
    case TILE_PUSH:
    case TILE_PUSH_OTHERS:
    case TILE_REGIONS:
        say_register(t, region, offset, &p);
        break;
    }
    return p;
}

uint32_t tile_semaphore_address(unsigned semaphore)
{
    return tile_region_base(TILE_SYNC) + TILE_SEMAPHORES + semaphore * RV_BYTES;
}
