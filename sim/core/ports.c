/* The core's bus. Without time, stores take effect at once; in time, stores wait in the store queue, under the
 * clock's control. */
#include "tile_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"

void tile_fail(struct sfp_tile *t, enum tile_end end, const char *format, ...)
{
    va_list arguments;

    if (t->end != TILE_UNDER_WAY)
        return;
    t->end = end;
    va_start(arguments, format);
    vsnprintf(t->message, sizeof t->message, format, arguments);
    va_end(arguments);
}

/* ---- Other threads ---- */

static void note_help(struct sfp_tile *t, enum tile_deed deed, unsigned number, size_t index)
{
    struct tile_help *h = t->help;

    while (h < t->help + t->help_count && (h->deed != deed || h->number != number || h->index != index))
        h++;
    if (h == t->help + TILE_HELPS)
        return;
    if (h == t->help + t->help_count) {
        t->help_count++;
        *h = (struct tile_help){.deed = deed, .number = (uint8_t)number, .index = (uint32_t)index,
                                .cycle = *t->devices.now};
    }
    h->times++;
}

void tile_ports_set_up(struct sfp_tile *t, unsigned semaphore, size_t index)
{
    t->devices.m->s.semaphore[semaphore] = (struct sfp_semaphore){.max = TILE_SET_UP_MOST};
    note_help(t, TILE_SET_UP, semaphore, index);
    t->relieved++;
}

void tile_ports_change(struct sfp_tile *t, unsigned semaphore, size_t index)
{
    struct sfp_semaphore *s = &t->devices.m->s.semaphore[semaphore];

    note_help(t, s->value == 0 ? TILE_POSTED : TILE_TAKEN, semaphore, index);
    s->value = s->value == 0;
    t->relieved++;
}

/* ---- Words and stores under way ---- */

/* Returns whether the core must wait: without time, the thread executes pushed words before the core sees their
 * effects. */
static bool must_wait(const struct sfp_tile *t)
{
    return !t->timed && t->waiting_count;
}

static void log_word(struct sfp_tile *t, uint32_t word, size_t index, uint64_t at)
{
    if (!array_room(&t->log, t->logged, &t->log_room, sizeof *t->log))
        t->log_lost = true;
    else
        t->log[t->logged++] = (struct tile_pushed){.word = word, .index = (uint32_t)index, .at = at};
}

static void log_mop_store(struct sfp_tile *t, uint32_t offset, uint32_t value)
{
    if (!array_room(&t->mop_stores, t->mop_stored, &t->mop_room, sizeof *t->mop_stores))
        t->log_lost = true;
    else
        t->mop_stores[t->mop_stored++] =
            (struct tile_mop_store){.behind = t->logged, .value = value, .cfg = (uint8_t)(offset / RV_BYTES)};
}

static void put_waiting(struct sfp_tile *t, uint32_t word, size_t index, bool gathered, uint64_t at)
{
    const unsigned place = (t->first_waiting + t->waiting_count++) % TILE_WAITING;

    t->waiting[place] = (struct sfp_fed_word){.word = word, .index = t->devices.offset + index, .gathered = gathered};
    t->words[index] = word;
    t->pushed++;
    if (t->logs && !t->log_lost && t->logged < t->log_most)
        log_word(t, word, index, at);
}

static void put_pending(struct sfp_tile *t, const struct tile_pending *p)
{
    t->pending[(t->first_pending + t->pending_count++) % TILE_STORE_QUEUE] = *p;
}

/* Puts the current instruction's word among the stores under way. */
static void put_pending_word(struct sfp_tile *t, uint32_t word)
{
    const uint32_t index = (uint32_t)tile_index(t, t->core.pc);
    struct tile_pending *p;

    if (!t->joins) {
        put_pending(t, &(struct tile_pending){.way = TILE_TO_THREAD, .value = {word}, .index = {index}, .words = 1,
                                              .gathered = !tile_csr_lacks(t, TILE_NO_FUSION)});
        return;
    }
    p = &t->pending[(t->first_pending + t->pending_count - 1) % TILE_STORE_QUEUE];
    p->value[p->words] = word;
    p->index[p->words++] = index;
}

void tile_ports_note_store(struct sfp_tile *t, size_t index, uint32_t address, unsigned size)
{
    put_pending(t, &(struct tile_pending){.way = TILE_IN_MEMORY, .address = address, .size = (uint8_t)size,
                                          .index = {(uint32_t)index}});
}

/* ---- L1 that cores share: a store takes effect when it leaves the queue ---- */

void tile_ports_defer(struct sfp_tile *t, const uint8_t *old)
{
    struct tile_pending *p = &t->pending[(t->first_pending + t->pending_count - 1) % TILE_STORE_QUEUE];
    uint8_t *at = t->l1 + (p->address - tile_region_base(TILE_L1));

    p->way = TILE_TO_L1;
    memcpy(p->value, at, p->size);
    memcpy(at, old, p->size);
}

/* Returns whether another core has executed code at the address. */
static bool is_code_of_mate(const struct sfp_tile *t, uint32_t address)
{
    for (unsigned i = 0; i < SFP_THREADS; i++) {
        const struct sfp_tile *mate = t->devices.mates->tiles[i];

        if (mate && mate != t && address - mate->core.code.base < mate->core.code.size
            && mate->core.code.slots[tile_index(mate, address)].id < RV_NONE)
            return true;
    }
    return false;
}

static void store_in_l1(struct sfp_tile *t, const struct tile_pending *p)
{
    uint8_t *at = t->l1 + (p->address - tile_region_base(TILE_L1));

    if (is_code_of_mate(t, p->address))
        tile_fail(t, TILE_FAILED, "a store to 0x%08X changes code that another core has executed", p->address);
    if (memcmp(at, p->value, p->size) == 0)
        return;
    memcpy(at, p->value, p->size);
    t->devices.mates->changes++;
}

const struct tile_pending *tile_ports_oldest(const struct sfp_tile *t)
{
    return &t->pending[t->first_pending];
}

static bool store_now(struct sfp_tile *t, uint32_t address, unsigned size, uint32_t value)
{
    uint32_t offset;
    const enum tile_region region = tile_region_of(t->core.arch, address, size, &offset);

    if (tile_device_store(&t->devices, region, offset, size, value)) {
        if (region == TILE_MAILBOX && tile_mailbox_of(offset) != tile_core_of(t->devices.owner)
            && !tile_mail_is_real(&t->devices, offset))
            note_help(t, TILE_MAIL_READ, tile_mailbox_of(offset), t->devices.at);
        if (region == TILE_MOP && t->logs && !t->log_lost && t->logged < t->log_most)
            log_mop_store(t, offset, value);
        return true;
    }
    tile_fail(t, TILE_FAILED, "a store to 0x%08X %s", address, t->devices.refusal);
    return false;
}

void tile_ports_deliver(struct sfp_tile *t, uint64_t cycle)
{
    const struct tile_pending p = *tile_ports_oldest(t);

    t->first_pending = (t->first_pending + 1) % TILE_STORE_QUEUE;
    t->pending_count--;
    t->left++;
    t->devices.at = p.index[0];
    for (unsigned i = 0; i < p.words; i++) {
        put_waiting(t, p.value[i], p.index[i], p.gathered, cycle);
        tile_tracked_note(t, p.value[i]);
    }
    if (p.way == TILE_TO_L1)
        store_in_l1(t, &p);
    if (p.way == TILE_TO_DEVICE)
        store_now(t, p.address, p.size, p.value[0]);
}

unsigned tile_ports_overlapped(const struct sfp_tile *t, uint32_t address, unsigned size)
{
    for (unsigned i = t->pending_count; i-- > 0;) {
        const struct tile_pending *p = &t->pending[(t->first_pending + i) % TILE_STORE_QUEUE];

        if (address - p->address < p->size || p->address - address < size)
            return t->pending_count - i;
    }
    return 0;
}

/* ---- The bus ---- */

static enum rv_answer bus_push(void *context, uint32_t word)
{
    struct sfp_tile *t = context;

    if (must_wait(t))
        return RV_BUS_BLOCKED;
    if (t->timed)
        put_pending_word(t, word);
    else
        put_waiting(t, word, tile_index(t, t->core.pc), !tile_csr_lacks(t, TILE_NO_FUSION), 0);
    return RV_BUS_DONE;
}

static enum rv_answer bus_store(void *context, uint32_t address, unsigned size, uint32_t value)
{
    struct sfp_tile *t = context;
    uint32_t offset;
    const enum tile_region region = tile_region_of(t->core.arch, address, size, &offset);

    if (region == TILE_NOWHERE) {
        tile_fail(t, TILE_FAILED, "a store to 0x%08X, where nothing is", address);
        return RV_BUS_ERROR;
    }
    if (region == TILE_PUSH && size != RV_BYTES) {
        tile_fail(t, TILE_FAILED, "a store of %u bytes to 0x%08X, where whole words are pushed", size, address);
        return RV_BUS_ERROR;
    }
    if (region == TILE_PUSH)
        return bus_push(t, value);
    if (must_wait(t))
        return RV_BUS_BLOCKED;
    if (t->timed) {
        put_pending(t, &(struct tile_pending){.way = TILE_TO_DEVICE, .address = address, .value = {value},
                                              .size = (uint8_t)size,
                                              .index = {(uint32_t)tile_index(t, t->core.pc)}});
        return RV_BUS_DONE;
    }
    t->devices.at = tile_index(t, t->core.pc);
    return store_now(t, address, size, value) ? RV_BUS_DONE : RV_BUS_ERROR;
}

/* ---- Polls ---- */

/* Returns whether the core has nothing under way that could change what it reads. */
static bool has_nothing_under_way(const struct sfp_tile *t)
{
    return !t->waiting_count && !t->pending_count && !(t->timed && t->thread.in_flight);
}

/*
 * Detects polling: the core reads a semaphore at the pc of its last such read, without a change in between. The core
 * then waits for another thread, which changes the semaphore before this read.
 */
static void look_for_poll(struct sfp_tile *t, enum tile_region region, uint32_t offset)
{
    const bool again = t->polled_at == t->core.pc && t->polled_changes == t->core.changes;

    if (region != TILE_SYNC || offset < TILE_SEMAPHORES)
        return;
    t->polled_at = t->core.pc;
    t->polled_changes = t->core.changes;
    if (again && t->partner && has_nothing_under_way(t))
        tile_ports_change(t, (offset - TILE_SEMAPHORES) / RV_BYTES % SFP_SEMAPHORES, tile_index(t, t->core.pc));
}

static enum rv_answer bus_load(void *context, uint32_t address, unsigned size, uint32_t *value)
{
    struct sfp_tile *t = context;
    uint32_t offset;
    const enum tile_region region = tile_region_of(t->core.arch, address, size, &offset);

    if (region == TILE_NOWHERE) {
        tile_fail(t, TILE_FAILED, "a load from 0x%08X, where nothing is", address);
        return RV_BUS_ERROR;
    }
    if (must_wait(t))
        return RV_BUS_BLOCKED;
    t->devices.at = tile_index(t, t->core.pc);
    t->last_read = address;
    look_for_poll(t, region, offset);
    switch (tile_device_load(&t->devices, region, offset, size, value)) {
    case TILE_ANSWERED:
        return RV_BUS_DONE;
    case TILE_HELD_BY_THREAD:
    case TILE_HELD_BY_MOP: /* the clock delays users of the value, which is undefined */
        return RV_BUS_DONE;
    case TILE_EMPTY:
        t->waits = true;
        t->waits_at = address;
        tile_fail(t, TILE_DEADLOCK, "a load from 0x%08X waits for a value that nobody sends", address);
        break;
    case TILE_AWAITED:
        return RV_BUS_BLOCKED;
    case TILE_REFUSED:
        tile_fail(t, TILE_FAILED, "a load from 0x%08X %s", address, t->devices.refusal);
        break;
    }
    return RV_BUS_ERROR;
}

static enum rv_answer read_csr(void *context, unsigned number, uint32_t *value)
{
    struct sfp_tile *t = context;

    if (must_wait(t))
        return RV_BUS_BLOCKED;
    *value = tile_csr_read(t, number);
    return RV_BUS_DONE;
}

static enum rv_answer write_csr(void *context, unsigned number, uint32_t value)
{
    tile_csr_write(context, number, value);
    return RV_BUS_DONE;
}

static void bus_finding(void *context, enum rv_finding kind, uint32_t pc, uint32_t detail)
{
    struct sfp_tile *t = context;
    const struct rv_finding_row *row = rv_finding_row(kind);

    t->devices.at = tile_index(t, pc);
    if (row->stops)
        tile_fail(t, TILE_FOUND, "%s (0x%08X)", row->text, detail);
    else
        tile_device_say(&t->devices, kind, detail);
}

void tile_ports_connect(struct sfp_tile *t, enum sfp_arch arch)
{
    const struct rv_bus bus = {.context = t, .load = bus_load, .store = bus_store, .push = bus_push,
                               .csr_read = read_csr, .csr_write = write_csr, .finding = bus_finding};

    rv_core_init(&t->core, arch, &bus);
}
