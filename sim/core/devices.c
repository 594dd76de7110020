/* Devices: targets of a core's loads and stores that are not memory. */
#include "devices.h"

#include <stdio.h>
#include <string.h>

#include "model/config.h"
#include "tile.h"

enum {
    WORD = 4,

    /* SYNC */
    SEMAPHORE_MOST = 15,
    SEMAPHORE_GET = 1 << 0, /* bit of a stored value: the store is a get; without this bit, a post */

    /* MAILBOX */
    MAILBOX_BYTES = 0x1000,
    MAILBOX_POP = 0, MAILBOX_QUERY = 4,

    /* DEBUG */
    FEATURE_DISABLE = 0x068, FEATURE_16BIT_VIEW = 1 << 11,
    INSTRN_BUF_CTRL0 = 0x0A0, INSTRN_BUF_CTRL1 = 0x0A4, INSTRN_BUF_STATUS = 0x0A8,
    ROOM_OF_T0 = 1 << 0, EMPTY_OF_T0 = 1 << 4, /* bits in INSTRN_BUF_STATUS; T1's and T2's follow */
    CLOCK_LOW = 0x1F0, CLOCK_HIGH_NOW = 0x1F4, CLOCK_HIGH = 0x1F8,

    /* CONFIG */
    TILE_THREADS = 3,
};

/* Returns the finding of the same row in riscv_findings.def. Both enums list the rows in the same order. */
static enum sfp_finding finding_of_row(enum rv_finding kind)
{
    return (enum sfp_finding)(SFP_FIND_RISCV_MISALIGNED + (int)kind - RV_FINDING_MISALIGNED);
}

void tile_device_say(const struct tile_devices *d, enum rv_finding kind, uint32_t detail)
{
    const struct sfp_op op = {.index = (uint32_t)(d->offset + d->at)};
    char text[32];
    const struct sfp_finding_detail more = {.other = SFP_NO_INDEX, .lreg = -1, .text = text};

    snprintf(text, sizeof text, "0x%08X", detail);
    if (d->m->reporter.report)
        d->m->reporter.report(d->m->reporter.context, finding_of_row(kind), &op, &more);
}

/* Returns the part of a word that an access at `offset` loads. */
static uint32_t part_of_word(uint32_t word, uint32_t offset)
{
    return word >> offset % WORD * 8;
}

static uint32_t pop_value(struct tile_values *v)
{
    return v->values[v->next++];
}

static bool has_values(const struct tile_values *v)
{
    return v->next < v->count;
}

/* Reports a race if words in the front end use the resource that a store has changed. */
static void say_race(const struct tile_devices *d, enum tile_resource resource, uint32_t address)
{
    if (d->tracked->last_use[resource] > d->thread->passed)
        tile_device_say(d, RV_FINDING_CONFIG_RACE, address);
}

/* Returns the back end's state of a thread, in place or parked. */
static struct sfp_own_state *own_state(const struct tile_devices *d, enum sfp_thread_id thread)
{
    return thread == d->m->thread ? &d->m->s.own : &d->m->parked[thread].own;
}

/* Notes a change that cores of other threads may see. */
static void note_change(const struct tile_devices *d)
{
    if (d->mates)
        d->mates->changes++;
}

/* ---- GPRs ---- */

static uint32_t *gpr_at(const struct tile_devices *d, uint32_t offset)
{
    return &own_state(d, d->owner)->gpr[offset / WORD % SFP_GPRS];
}

static void store_gpr(struct tile_devices *d, uint32_t offset, unsigned size, uint32_t value)
{
    const uint32_t mask = sfp_bits(UINT32_MAX, 0, size * 8) << offset % WORD * 8;
    uint32_t *word = gpr_at(d, offset);
    const uint32_t before = *word;

    *word = (*word & ~mask) | (value << offset % WORD * 8 & mask);
    if (*word != before)
        say_race(d, TILE_TRACKED_GPRS, tile_region_base(TILE_GPRS) + offset);
}

/* ---- Configuration ---- */

enum config_space { BANK_0, BANK_1, BOTH_BANKS, THREAD, NOTHING };

/* Returns whether the core can read the ThreadConfig of the thread: its own, and those of threads that are simulated
 * beside it. */
static bool knows_thread_config(const struct tile_devices *d, unsigned thread)
{
    return thread == d->owner || d->mates;
}

/* The place of a word in the configuration window. */
struct config_word {
    enum config_space space;
    unsigned word;
    unsigned thread; /* valid for THREAD */
};

static struct config_word config_word(const struct tile_devices *d, uint32_t offset)
{
    const struct sfp_config_shape *shape = sfp_config_shape(d->m->s.arch);
    const unsigned copies = SFP_CONFIG_BANKS + shape->dual, word = offset / WORD;
    const unsigned entry = (offset - copies * shape->words * WORD) / shape->thread_stride;

    if (word < copies * shape->words)
        return (struct config_word){(enum config_space)(word / shape->words), word % shape->words, 0};
    if (entry < TILE_THREADS * shape->thread_words)
        return (struct config_word){THREAD, entry % shape->thread_words, entry / shape->thread_words};
    return (struct config_word){NOTHING, 0, 0};
}

static uint32_t load_config(const struct tile_devices *d, uint32_t offset)
{
    const struct config_word at = config_word(d, offset);

    switch (at.space) {
    case BANK_0:
    case BANK_1:
        return d->m->s.config[at.space][at.word];
    case THREAD:
        if (knows_thread_config(d, at.thread))
            return own_state(d, (enum sfp_thread_id)at.thread)->thread_config[at.word];
        break;
    case BOTH_BANKS:
    case NOTHING:
        break;
    }
    tile_device_say(d, RV_FINDING_UNDEFINED_READ, tile_region_base(TILE_CONFIG) + offset);
    return 0;
}

/* Writes a word of configuration to one bank or to both. Reports a race if derived state changes. */
static void write_config(struct tile_devices *d, const struct config_word *at, uint32_t value, uint32_t address)
{
    struct sfp_own_derived before;

    sfp_machine_swap_in(d->m, d->owner);
    before = d->m->s.derived.own;
    for (unsigned bank = 0; bank < SFP_CONFIG_BANKS; bank++) {
        if (at->space == BOTH_BANKS || at->space == bank)
            sfp_config_write_bank(&d->m->s, bank, at->word, value);
    }
    d->m->config_version++;
    if (memcmp(&before, &d->m->s.derived.own, sizeof before) != 0)
        say_race(d, TILE_TRACKED_CONFIG, address);
}

static void store_config(struct tile_devices *d, uint32_t offset, unsigned size, uint32_t value)
{
    const struct config_word at = config_word(d, offset);
    const uint32_t address = tile_region_base(TILE_CONFIG) + offset;

    if (size != WORD) {
        tile_device_say(d, RV_FINDING_CONFIG_SIZE, address);
        return;
    }
    switch (at.space) {
    case BANK_0:
    case BANK_1:
    case BOTH_BANKS:
        write_config(d, &at, value, address);
        break;
    case THREAD:
        tile_device_say(d, RV_FINDING_THREAD_CONFIG, address);
        break;
    case NOTHING:
        tile_device_say(d, RV_FINDING_UNMODELLED, address);
        break;
    }
}

/* ---- PCBuf, completion checks, semaphores ---- */

enum tile_answer tile_device_holds(enum tile_region region, uint32_t offset)
{
    if (region == TILE_SYNC && offset == TILE_THREAD_DONE)
        return TILE_HELD_BY_THREAD;
    return region == TILE_SYNC && offset == TILE_MOP_DONE ? TILE_HELD_BY_MOP : TILE_ANSWERED;
}

static enum tile_answer load_sync(struct tile_devices *d, uint32_t offset, uint32_t *value)
{
    switch (offset) {
    case TILE_PCBUF:
        if (!has_values(&d->from_b))
            return TILE_EMPTY;
        *value = pop_value(&d->from_b);
        return TILE_ANSWERED;
    case TILE_THREAD_DONE:
    case TILE_MOP_DONE:
        return tile_device_holds(TILE_SYNC, offset);
    default:
        break;
    }
    if (offset >= TILE_SEMAPHORES)
        *value = d->m->s.semaphore[(offset - TILE_SEMAPHORES) / WORD % SFP_SEMAPHORES].value;
    else
        tile_device_say(d, RV_FINDING_UNDEFINED_READ, tile_region_base(TILE_SYNC) + offset);
    return TILE_ANSWERED;
}

static void store_sync(struct tile_devices *d, uint32_t offset, uint32_t value)
{
    struct sfp_semaphore *s;

    if (offset < TILE_SEMAPHORES)
        return; /* the vendor's code stores here to order later accesses after earlier ones */
    s = &d->m->s.semaphore[(offset - TILE_SEMAPHORES) / WORD % SFP_SEMAPHORES];
    if (value & SEMAPHORE_GET)
        s->value = (uint8_t)(s->value ? s->value - 1 : 0);
    else if (s->value < SEMAPHORE_MOST)
        s->value++;
    if (d->thread->sync_taken)
        *d->thread->sync_taken = true;
    note_change(d);
}

/* ---- Mailboxes ---- */

unsigned tile_mailbox_of(uint32_t offset)
{
    return offset / MAILBOX_BYTES;
}

bool tile_mail_is_real(const struct tile_devices *d, uint32_t offset)
{
    return tile_mates_tile(d->mates, tile_mailbox_of(offset));
}

/* Returns the mailbox of which the core reads at `offset`: its own, or one that a core of the run writes; otherwise
 * NULL. */
static struct tile_mail *mail_to_read(struct tile_devices *d, uint32_t offset)
{
    const unsigned from = tile_mailbox_of(offset), self = tile_core_of(d->owner);

    if (from == self)
        return &d->own_mail;
    return tile_mail_is_real(d, offset) ? &d->mates->mail[from][self] : NULL;
}

static enum tile_answer pop_mail(struct tile_devices *d, struct tile_mail *mail, uint32_t *value)
{
    if (!mail->count)
        return mail == &d->own_mail ? TILE_EMPTY : TILE_AWAITED;
    *value = tile_mail_pop(mail);
    note_change(d);
    return TILE_ANSWERED;
}

static enum tile_answer load_mail(struct tile_devices *d, uint32_t offset, uint32_t *value)
{
    struct tile_values *given = &d->mail[tile_mailbox_of(offset)];
    struct tile_mail *mail = mail_to_read(d, offset);

    switch (offset % MAILBOX_BYTES) {
    case MAILBOX_POP:
        if (mail)
            return pop_mail(d, mail, value);
        if (!has_values(given))
            return TILE_EMPTY;
        *value = pop_value(given);
        return TILE_ANSWERED;
    case MAILBOX_QUERY:
        *value = mail ? mail->count != 0 : has_values(given);
        return TILE_ANSWERED;
    default:
        tile_device_say(d, RV_FINDING_UNDEFINED_READ, tile_region_base(TILE_MAILBOX) + offset);
        return TILE_ANSWERED;
    }
}

/* Returns the number of values in the mailboxes that the core writes. */
static unsigned count_own_mails(const struct tile_devices *d)
{
    const unsigned self = tile_core_of(d->owner);
    unsigned count = d->own_mail.count;

    for (unsigned to = 0; d->mates && to < TILE_CORES; to++)
        count += d->mates->mail[self][to].count;
    return count;
}

/* Returns whether the core writes a mailbox that it reads itself, or that a core of the run reads. */
static bool keeps_mail(const struct tile_devices *d, uint32_t offset)
{
    return tile_mailbox_of(offset) == tile_core_of(d->owner) || tile_mail_is_real(d, offset);
}

bool tile_device_keeps(const struct tile_devices *d, enum tile_region region, uint32_t offset)
{
    if (region == TILE_SYNC && offset >= TILE_SEMAPHORES)
        return d->thread->sync_taken && *d->thread->sync_taken;
    return region == TILE_MAILBOX && d->mates && keeps_mail(d, offset) && d->own_mail.count < TILE_MAIL
           && count_own_mails(d) == TILE_MAIL;
}

/* Stores a mail. Mail to cores that take no part in the run counts as read at once. */
static bool store_mail(struct tile_devices *d, uint32_t offset, uint32_t value)
{
    const unsigned to = tile_mailbox_of(offset), self = tile_core_of(d->owner);

    if (!keeps_mail(d, offset))
        return true;
    if (count_own_mails(d) == TILE_MAIL) {
        d->refusal = "finds the core's mailbox to itself full, which only the core can empty";
        return false;
    }
    tile_mail_push(to == self ? &d->own_mail : &d->mates->mail[self][to], value);
    note_change(d);
    return true;
}

/* ---- Debug registers ---- */

static uint64_t wall_clock(const struct tile_devices *d)
{
    return d->clock_base + *d->now;
}

/* Returns the bits of INSTRN_BUF_STATUS that the thread's queue clears. */
static uint32_t cleared_by_queue(enum sfp_thread_id id, const struct sfp_thread *thread)
{
    const uint32_t room = (uint32_t)ROOM_OF_T0 << id, empty = (uint32_t)EMPTY_OF_T0 << id;

    return (thread->full_of_items ? room : 0) | (thread->has_items ? empty : 0);
}

/* Returns INSTRN_BUF_STATUS: the queues before the REPLAY expanders. Queues of threads without a core count as
 * empty. */
static uint32_t debug_queue_status(const struct tile_devices *d)
{
    const uint32_t all = (ROOM_OF_T0 | EMPTY_OF_T0) * 7;
    uint32_t cleared = cleared_by_queue(d->owner, d->thread);

    for (unsigned t = 0; d->mates && t < SFP_THREADS; t++)
        if (d->mates->tiles[t])
            cleared |= cleared_by_queue((enum sfp_thread_id)t, &d->mates->tiles[t]->thread);
    return all & ~cleared;
}

static uint32_t load_debug(struct tile_devices *d, uint32_t offset)
{
    switch (offset) {
    case FEATURE_DISABLE:
        return d->feature_disable;
    case INSTRN_BUF_STATUS:
        return debug_queue_status(d);
    case CLOCK_LOW:
        d->clock_high = (uint32_t)(wall_clock(d) >> 32);
        return (uint32_t)wall_clock(d);
    case CLOCK_HIGH_NOW:
        return (uint32_t)(wall_clock(d) >> 32);
    case CLOCK_HIGH:
        return d->clock_high;
    default:
        tile_device_say(d, RV_FINDING_UNMODELLED, tile_region_base(TILE_DEBUG) + offset);
        return 0;
    }
}

static bool store_debug(struct tile_devices *d, uint32_t offset, uint32_t value)
{
    switch (offset) {
    case FEATURE_DISABLE:
        d->feature_disable = value;
        for (unsigned t = 0; d->mates && t < SFP_THREADS; t++) /* one register for all cores */
            if (d->mates->tiles[t])
                d->mates->tiles[t]->devices.feature_disable = value;
        d->m->s.dst_16bit_view = value & FEATURE_16BIT_VIEW;
        sfp_state_refresh_config(&d->m->s);
        d->m->config_version++; /* other threads' addresses of Dst follow from the view, too */
        return true;
    case INSTRN_BUF_CTRL0:
    case INSTRN_BUF_CTRL1:
        d->refusal = "takes the thread's instruction queue over, which is not modelled";
        return false;
    default:
        tile_device_say(d, RV_FINDING_UNMODELLED, tile_region_base(TILE_DEBUG) + offset);
        return true;
    }
}

/* ---- MOP configuration ---- */

/* Stores a word of MOP configuration. An expansion under way keeps the old value; later expansions use the new
 * value. */
static void store_mop(struct tile_devices *d, uint32_t offset, uint32_t value)
{
    struct sfp_expander_state *expanders = sfp_machine_expanders(d->m, d->owner);
    const unsigned i = offset / WORD;

    if (d->thread->has_mop)
        tile_device_say(d, RV_FINDING_MOP_RACE, tile_region_base(TILE_MOP) + offset);
    expanders->mop_cfg[i] = value;
    expanders->mop_cfg_set |= UINT32_C(1) << i;
}

/* ---- Every region ---- */

/* Returns why the core cannot reach Dst, or NULL. The format of the window is in a register of configuration for each
 * core; the model has T1's. */
static const char *find_dst_objection(const struct tile_devices *d)
{
    return d->owner == SFP_THREAD_MATH ? NULL
        : "reaches Dst from a core other than T1, by RISC_DEST_ACCESS_CTRL_SEC0 or SEC2, which is not modelled";
}

static enum tile_answer refuse_access(struct tile_devices *d, const char *why)
{
    d->refusal = why;
    return TILE_REFUSED;
}

static const char slow_of_others[] = "reaches the local data RAM through a slow window, which is modelled for T1 alone";
static const char pushes_for_others[] = "pushes a word for another thread, which hangs this core";

enum tile_answer tile_device_load(struct tile_devices *d, enum tile_region region, uint32_t offset, unsigned size,
                                  uint32_t *value)
{
    enum tile_answer answer = TILE_ANSWERED;

    *value = 0;
    switch (region) {
    case TILE_GPRS:
        *value = part_of_word(*gpr_at(d, offset), offset);
        break;
    case TILE_CONFIG:
        *value = part_of_word(load_config(d, offset), offset);
        break;
    case TILE_SYNC:
        answer = load_sync(d, offset, value);
        break;
    case TILE_MAILBOX:
        answer = load_mail(d, offset, value);
        break;
    case TILE_DEBUG:
        *value = part_of_word(load_debug(d, offset - offset % WORD), offset);
        break;
    case TILE_MOP:
    case TILE_PUSH:
    case TILE_PUSH_OTHERS:
        tile_device_say(d, RV_FINDING_UNDEFINED_READ, tile_region_base(region) + offset);
        break;
    case TILE_TDMA:
    case TILE_NOC:
        tile_device_say(d, RV_FINDING_UNMODELLED, tile_region_base(region) + offset);
        break;
    case TILE_DST:
        sfp_machine_swap_in(d->m, d->owner);
        d->refusal = find_dst_objection(d);
        if (!d->refusal)
            d->refusal = tile_dst_load(&d->m->s, offset, size, value);
        return d->refusal ? TILE_REFUSED : TILE_ANSWERED;
    case TILE_SLOW_LOCAL:
        return refuse_access(d, slow_of_others);
    case TILE_L1:
    case TILE_LOCAL:
    case TILE_REGIONS:
        return refuse_access(d, "is memory, or nothing");
    }
    if (size < WORD)
        *value = sfp_bits(*value, 0, size * 8);
    return answer;
}

/* Reads a word without effects, or the element at `offset` in Dst's window. Returns false if this is not possible. */
static bool peek_element(const struct tile_devices *d, enum tile_region region, uint32_t offset, unsigned size,
                         uint32_t *value)
{
    const struct sfp_state *s = &d->m->s;
    struct config_word at;

    switch (region) {
    case TILE_GPRS:
        *value = *gpr_at(d, offset);
        return true;
    case TILE_CONFIG:
        at = config_word(d, offset);
        if (at.space == THREAD && knows_thread_config(d, at.thread))
            *value = own_state(d, (enum sfp_thread_id)at.thread)->thread_config[at.word];
        else if (at.space == BANK_0 || at.space == BANK_1)
            *value = s->config[at.space][at.word];
        else
            return false;
        return true;
    case TILE_SYNC:
        *value = s->semaphore[(offset - TILE_SEMAPHORES) / WORD % SFP_SEMAPHORES].value;
        return offset >= TILE_SEMAPHORES;
    case TILE_DST:
        return !find_dst_objection(d) && !tile_dst_load(s, offset, size, value);
    default:
        return false;
    }
}

bool tile_device_peek(const struct tile_devices *d, uint32_t address, uint8_t *byte)
{
    uint32_t offset, value;
    const enum tile_region region = tile_region_of(d->m->s.arch, address, 1, &offset);
    const unsigned size = region == TILE_DST ? tile_dst_element_bytes(&d->m->s) : WORD;

    if (!size || !peek_element(d, region, offset - offset % size, size, &value))
        return false;
    *byte = (uint8_t)(value >> offset % size * 8);
    return true;
}

static void tell_dst(const struct tile_devices *d, uint32_t offset, unsigned size)
{
    struct sfp_dst_write write = {.index = d->offset + d->at, .cycle = *d->now, .rows = 1};
    unsigned column;
    const bool wide = tile_dst_cell(&d->m->s, offset, size, &write.row, &column);

    write.columns = UINT32_C(1) << column;
    sfp_tell_dst(d->m, &write);
    write.row += SFP_LOW_HALF_ROWS;
    if (wide)
        sfp_tell_dst(d->m, &write);
}

static bool store_dst(struct tile_devices *d, uint32_t offset, unsigned size, uint32_t value)
{
    sfp_machine_swap_in(d->m, d->owner);
    d->refusal = find_dst_objection(d);
    if (!d->refusal)
        d->refusal = tile_dst_store(&d->m->s, offset, size, value);
    if (d->m->dst_written && !d->refusal)
        tell_dst(d, offset, size);
    return !d->refusal;
}

bool tile_device_store(struct tile_devices *d, enum tile_region region, uint32_t offset, unsigned size,
                       uint32_t value)
{
    switch (region) {
    case TILE_GPRS:
        store_gpr(d, offset, size, value);
        return true;
    case TILE_CONFIG:
        store_config(d, offset, size, value);
        return true;
    case TILE_SYNC:
        store_sync(d, offset, value);
        return true;
    case TILE_MAILBOX:
        return store_mail(d, offset, value);
    case TILE_DEBUG:
        return store_debug(d, offset, value);
    case TILE_MOP:
        store_mop(d, offset, value);
        return true;
    case TILE_TDMA:
    case TILE_NOC:
        tile_device_say(d, RV_FINDING_UNMODELLED, tile_region_base(region) + offset);
        return true;
    case TILE_PUSH_OTHERS:
        refuse_access(d, pushes_for_others);
        return false;
    case TILE_DST:
        return store_dst(d, offset, size, value);
    case TILE_SLOW_LOCAL:
        refuse_access(d, slow_of_others);
        return false;
    case TILE_PUSH:
    case TILE_L1:
    case TILE_LOCAL:
    case TILE_REGIONS:
        break;
    }
    refuse_access(d, "is memory, or nothing");
    return false;
}
