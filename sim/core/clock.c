/* Issue cycles of the core's instructions. */
#include "clock.h"

#include <string.h>

const char *const tile_stall_names[TILE_STALLS] = {
    [TILE_STALL_NONE] = "none",
#define CORE_STALL(id, name, text) [TILE_STALL_##id] = name,
#include "tile.def"
#undef CORE_STALL
};

/* The core's rows of tile.def, with one column for each arch. */
#define CORE_TIME(id, archs, provenance, text, source) static const uint16_t id[SFP_ARCHES] = archs;
#include "tile.def"
#undef CORE_TIME

enum {
    SLOW_LATENCY = 5, /* latency of loads of which only a few can be under way */
    L1_BLOCK = 16,    /* block within which adjacent stores merge */
    L1_NEIGHBOUR = 4, /* largest distance of merging stores, in bytes */
};

static uint64_t later_core_cycle(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Returns `at` + `cycles`, or TILE_NEVER if `at` is not known. */
static uint64_t cycles_after(uint64_t at, uint64_t cycles)
{
    return at == TILE_NEVER ? TILE_NEVER : at + cycles;
}

void tile_clock_start(struct tile_clock *c, enum sfp_arch arch)
{
    const unsigned nth = sfp_nth(arch);

    memset(c, 0, sizeof *c);
    c->arch = arch;
    c->store_queue = (uint8_t)STORE_QUEUE[nth];
    c->retire_queue = (uint8_t)RETIRE_QUEUE[nth];
    c->newest = TILE_RETIRE_QUEUE - 1;
    c->issued = UINT64_MAX;
}

unsigned tile_divide_cycles(enum sfp_arch arch, bool is_signed, uint32_t dividend, uint32_t divisor)
{
    const unsigned nth = sfp_nth(arch);
    const bool negative = is_signed && dividend >> 31;
    const uint32_t magnitude = negative ? -dividend : dividend;
    const unsigned bits = magnitude ? 32 - (unsigned)__builtin_clz(magnitude) : 0;
    const unsigned cycles = (9 * bits + 5) / 8; /* cycles of a division; the line fits two measured figures and both
                                                 * ends of the range (sfpu-riscv(7), Time) */

    if (divisor <= 1 || (is_signed && dividend == 0x80000000u && divisor == UINT32_MAX))
        return DIV_TRIVIAL[nth];
    if (cycles < DIV_LEAST[nth])
        return DIV_LEAST[nth];
    return cycles > DIV_MOST[nth] ? DIV_MOST[nth] : cycles;
}

unsigned tile_cached_instructions(enum sfp_arch arch, enum sfp_thread_id thread)
{
    return (thread == SFP_THREAD_MATH ? CACHED : CACHED_BESIDE)[sfp_nth(arch)];
}

unsigned tile_code_miss(enum sfp_arch arch)
{
    return CODE_MISS[sfp_nth(arch)];
}

unsigned tile_kept_words(enum sfp_arch arch)
{
    return KEPT_WORDS[sfp_nth(arch)];
}

unsigned tile_fused_line(enum sfp_arch arch)
{
    return FUSED_LINE[sfp_nth(arch)];
}

bool tile_code_is_cold(enum sfp_arch arch)
{
    return CODE_COLD[sfp_nth(arch)];
}

struct tile_code_cache tile_code_cache(enum sfp_arch arch, enum sfp_thread_id thread)
{
    return (struct tile_code_cache){.lines = tile_cached_instructions(arch, thread) * RV_BYTES / TILE_LINE_BYTES,
                                    .warm = !tile_code_is_cold(arch)};
}

/* Returns a place in a ring. Rings have sizes that are powers of two, and use as many places as the core's queue
 * has. */
static unsigned store_place(unsigned place)
{
    return place % TILE_STORE_QUEUE;
}

static struct tile_retiring *retiring_at(struct tile_clock *c, uint64_t serial)
{
    return &c->retiring[serial % TILE_RETIRE_QUEUE];
}

/* Returns the instruction with this serial number, or NULL if the instruction has retired for certain. */
static const struct tile_retiring *still_retiring(const struct tile_clock *c, uint64_t serial)
{
    return c->newest - serial < c->retire_queue ? &c->retiring[serial % TILE_RETIRE_QUEUE] : NULL;
}

/* ---- The store queue ---- */

static bool enters_store_queue(const struct tile_step *s)
{
    return s->timing == RV_CLASS_STORE || s->timing == RV_CLASS_PUSH;
}

/* Returns the first cycle in which the queue's oldest place is free. */
static uint64_t store_room(const struct tile_clock *c, enum tile_stall *because)
{
    const struct tile_store *oldest = &c->stores[store_place(c->newest_store + 1 - c->store_queue)];

    *because = oldest->pushes ? TILE_STALL_FULL : TILE_STALL_STORE;
    return cycles_after(oldest->left, oldest->left ? 1 : 0);
}

/* Returns the first cycle in which the store queue is empty. */
static uint64_t stores_done(const struct tile_clock *c)
{
    return c->queued ? TILE_NEVER : c->last_left + 1;
}

static bool merges_with_last(const struct tile_clock *c, const struct tile_store *s)
{
    const uint32_t distance = s->address - c->last_stored + L1_NEIGHBOUR;

    return s->merges && s->address / L1_BLOCK == c->last_stored / L1_BLOCK && distance <= 2 * L1_NEIGHBOUR;
}

uint64_t tile_clock_leaves(const struct tile_clock *c)
{
    const struct tile_store *s = &c->stores[c->oldest_store];
    uint64_t at;

    if (!c->queued)
        return TILE_NEVER;
    at = later_core_cycle(s->issued, c->last_left) + 1;
    return s->in_l1 && !merges_with_last(c, s) ? later_core_cycle(at, c->l1_free) : at;
}

void tile_clock_leave(struct tile_clock *c, uint64_t cycle)
{
    struct tile_store *s = &c->stores[c->oldest_store];

    s->left = c->last_left = cycle;
    c->oldest_store = store_place(c->oldest_store + 1);
    c->queued--;
    if (!s->in_l1)
        return;
    c->l1_free = cycle + L1_STORE[sfp_nth(c->arch)];
    c->last_stored = s->address;
}

static void enter_store_queue(struct tile_clock *c, const struct tile_step *step)
{
    c->newest_store = store_place(c->newest_store + 1);
    if (c->queued++ == 0)
        c->oldest_store = c->newest_store;
    c->stores[c->newest_store] = (struct tile_store){
        .issued = c->issued, .left = TILE_NEVER, .pushes = step->timing == RV_CLASS_PUSH || step->region == TILE_PUSH,
        .in_l1 = step->timing == RV_CLASS_STORE && step->region == TILE_L1,
        .merges = step->merges && MERGES[sfp_nth(c->arch)], .bytes = step->bytes, .address = step->address};
}

/* ---- Retiring ---- */

/* Returns the cycle by which the instruction before this serial number has retired. */
static uint64_t retired_before(const struct tile_clock *c, uint64_t serial)
{
    const struct tile_retiring *before = still_retiring(c, serial - 1);

    return before ? before->retired : 0;
}

/* Returns the retirement cycle, which is at least one after the instruction before. */
static uint64_t retirement_cycle(uint64_t before, uint64_t done)
{
    return later_core_cycle(done, cycles_after(before, 1));
}

static void enter_retire_queue(struct tile_clock *c, const struct tile_step *step, struct tile_retiring entry)
{
    const uint64_t before = retired_before(c, c->newest + 1);

    if (entry.done == TILE_NEVER)
        c->held_before = before;
    c->newest++;
    entry.retired = retirement_cycle(before, entry.done);
    entry.earlier = c->writer[step->rd];
    if (step->rd)
        c->writer[step->rd] = c->newest;
    *retiring_at(c, c->newest) = entry;
}

/* Returns the first cycle in which a result can be used without forwarding. */
static uint64_t kept_until(const struct tile_clock *c, const struct tile_retiring *writer)
{
    const struct tile_retiring *earlier = still_retiring(c, writer->earlier);

    if (KEEPS_RESULTS[sfp_nth(c->arch)])
        return writer->retired;
    return earlier ? later_core_cycle(writer->done, earlier->retired) : writer->done;
}

/* ---- Issue ---- */

static void wait_until(uint64_t cycle, enum tile_stall why, uint64_t *at, enum tile_stall *because)
{
    if (cycle <= *at)
        return;
    *at = cycle;
    *because = why;
}

static void wait_for_operand(const struct tile_clock *c, uint8_t reg, uint64_t *at, enum tile_stall *because)
{
    const struct tile_retiring *writer = still_retiring(c, c->writer[reg]);
    uint64_t until;

    if (!writer || (writer->passes && writer->done == *at))
        return;
    until = kept_until(c, writer);
    wait_until(until, until > writer->done ? TILE_STALL_QUEUE : (enum tile_stall)writer->by, at, because);
}

/* Waits for rs1 again after rs2: the wait for rs2 may have missed the forwarding of rs1. */
static void wait_for_operands(const struct tile_clock *c, const struct tile_step *step, uint64_t *at,
                              enum tile_stall *because)
{
    wait_for_operand(c, step->rs1, at, because);
    wait_for_operand(c, step->rs2, at, because);
    wait_for_operand(c, step->rs1, at, because);
}

static unsigned load_latency(const struct tile_clock *c, const struct tile_step *load)
{
    return load->cached ? DATA_CACHED[sfp_nth(c->arch)] : tile_load_latency(c->arch, load->region);
}

static bool is_slow(const struct tile_clock *c, const struct tile_step *load)
{
    return load_latency(c, load) >= SLOW_LATENCY;
}

/* Reads from these regions wait for a held read. */
static bool waits_for_held_read(const struct tile_clock *c, const struct tile_step *step)
{
    return c->held && (step->region == TILE_SYNC || step->region == TILE_MAILBOX);
}

/* Returns whether the instruction issues alone. */
static bool is_serial(const struct tile_clock *c, const struct tile_step *step)
{
    if (!SERIAL[sfp_nth(c->arch)])
        return false;
    return step->timing == RV_CLASS_CSR || step->timing == RV_CLASS_FENCE || step->timing == RV_CLASS_SYSTEM;
}

static void wait_for_all(const struct tile_clock *c, const struct tile_step *step, uint64_t *at,
                         enum tile_stall *because)
{
    wait_until(retired_before(c, c->newest + 1), TILE_STALL_SERIAL, at, because);
    if (step->timing == RV_CLASS_FENCE || step->timing == RV_CLASS_AMO)
        wait_until(stores_done(c), TILE_STALL_SERIAL, at, because);
}

/* The word before a word that joins is at the address before it, so the two lie in one line unless the later word
 * begins a line. */
bool tile_clock_joins(const struct tile_clock *c, const struct tile_step *step)
{
    const unsigned nth = sfp_nth(c->arch);

    return step->fused && !step->missed && step->pc % FUSED_LINE[nth] && c->fused && c->fused < FUSED[nth];
}

static void wait_for_room(const struct tile_clock *c, uint64_t *at, enum tile_stall *because)
{
    enum tile_stall why;
    const uint64_t room = store_room(c, &why);

    wait_until(room, why, at, because);
}

/* Returns a store by its number, counted back from 1, the last store in the queue. */
static const struct tile_store *store_back(const struct tile_clock *c, unsigned back)
{
    return &c->stores[store_place(c->newest_store + 1 - back)];
}

static void wait_for_loads(const struct tile_clock *c, const struct tile_step *step, uint64_t *at,
                           enum tile_stall *because)
{
    if (step->behind)
        wait_until(store_back(c, step->behind)->left, TILE_STALL_STORE, at, because);
    if (is_slow(c, step))
        wait_until(c->slow[(c->newest_slow + 1) % TILE_SLOW_LOADS], TILE_STALL_LOAD, at, because);
    if (waits_for_held_read(c, step))
        wait_until(TILE_NEVER, TILE_STALL_SYNC, at, because);
}

uint64_t tile_clock_earliest(const struct tile_clock *c, const struct tile_step *step, enum tile_stall *because)
{
    uint64_t at = c->next;

    *because = c->because;
    if (tile_clock_joins(c, step))
        return c->issued;
    wait_until(at + step->missed, TILE_STALL_FETCH, &at, because);
    wait_for_operands(c, step, &at, because);
    wait_until(c->retiring[(c->newest + 1 - c->retire_queue) % TILE_RETIRE_QUEUE].retired, TILE_STALL_QUEUE, &at,
               because);
    if (enters_store_queue(step) || ALL_NEED_ROOM[sfp_nth(c->arch)])
        wait_for_room(c, &at, because);
    if (step->timing == RV_CLASS_LOAD)
        wait_for_loads(c, step, &at, because);
    else if (is_serial(c, step) || step->timing == RV_CLASS_AMO)
        wait_for_all(c, step, &at, because);
    return at;
}

bool tile_clock_may_miss_store(const struct tile_clock *c, const struct tile_step *load)
{
    struct tile_step alone = *load;
    enum tile_stall because;

    alone.behind = 0;
    for (unsigned back = 1; back <= c->store_queue; back++) {
        const struct tile_store *s = store_back(c, back);

        if (load->address - s->address < s->bytes || s->address - load->address < load->bytes)
            return s->bytes && s->address != load->address && tile_clock_earliest(c, &alone, &because) <= s->left;
    }
    return false;
}

void tile_clock_drain(struct tile_clock *c)
{
    while (c->queued)
        tile_clock_leave(c, tile_clock_leaves(c));
}

/* Delays the next instruction. */
static void delay_next(struct tile_clock *c, uint64_t cycles, enum tile_stall why)
{
    c->next = c->issued + cycles;
    c->because = why;
}

/* Describes a result that is computed `cycles` after issue. */
static struct tile_retiring computed_result(const struct tile_clock *c, uint64_t cycles)
{
    return (struct tile_retiring){.done = c->issued + cycles, .by = TILE_STALL_OPERAND, .passes = true};
}

/* Describes a result that comes from memory. */
static struct tile_retiring loaded_result(const struct tile_clock *c, uint64_t cycles)
{
    return (struct tile_retiring){.done = c->issued + cycles, .by = TILE_STALL_LOAD};
}

static struct tile_retiring load_result(struct tile_clock *c, const struct tile_step *step)
{
    const unsigned latency = load_latency(c, step);

    if (is_slow(c, step)) {
        c->newest_slow = (c->newest_slow + 1) % TILE_SLOW_LOADS;
        c->slow[c->newest_slow] = c->issued + latency - 1;
    }
    if (!step->held)
        return loaded_result(c, latency);
    c->held = true;
    c->held_latency = latency;
    c->held_since = c->issued;
    return (struct tile_retiring){.done = TILE_NEVER, .by = TILE_STALL_SYNC};
}

static struct tile_retiring serial_result(struct tile_clock *c)
{
    const unsigned cycles = SERIAL[sfp_nth(c->arch)];

    delay_next(c, cycles, TILE_STALL_SERIAL);
    return (struct tile_retiring){.done = c->issued + cycles, .by = TILE_STALL_SERIAL};
}

/* Applies the instruction's effects on later instructions. Returns its entry for the retire queue. */
static struct tile_retiring occupy_core(struct tile_clock *c, const struct tile_step *step)
{
    const unsigned nth = sfp_nth(c->arch);

    if (is_serial(c, step))
        return serial_result(c);
    switch (step->timing) {
    case RV_CLASS_MUL:
        delay_next(c, MUL_BUSY[nth], TILE_STALL_DIVIDE);
        return computed_result(c, MUL_LATENCY[nth]);
    case RV_CLASS_DIV:
        delay_next(c, step->divide, TILE_STALL_DIVIDE);
        return computed_result(c, step->divide);
    case RV_CLASS_BRANCH:
    case RV_CLASS_JUMP:
        if (!step->foreseen)
            delay_next(c, 1 + MISPREDICTED[nth], TILE_STALL_BRANCH);
        break;
    case RV_CLASS_LOAD:
        return load_result(c, step);
    case RV_CLASS_STORE:
    case RV_CLASS_PUSH:
        enter_store_queue(c, step);
        break;
    case RV_CLASS_AMO:
        return loaded_result(c, ATOMIC[nth]);
    default:
        break;
    }
    return computed_result(c, 1);
}

void tile_clock_issue(struct tile_clock *c, const struct tile_step *step, bool flows)
{
    enum tile_stall because;
    const uint64_t at = tile_clock_earliest(c, step, &because);

    tile_clock_issue_at(c, step, at, because, flows);
}

/* Counts cycles without issue by cause. A late fetch is charged its own cycles only; the rest had the earlier cause. */
static void count_stall(struct tile_clock *c, const struct tile_step *step, uint64_t cycles, enum tile_stall because)
{
    const uint64_t fetching = because == TILE_STALL_FETCH ? step->missed : 0;

    c->stalls[TILE_STALL_FETCH] += fetching;
    c->stalls[because == TILE_STALL_FETCH ? c->because : because] += cycles - fetching;
}

void tile_clock_issue_at(struct tile_clock *c, const struct tile_step *step, uint64_t at, enum tile_stall because,
                         bool flows)
{
    if (tile_clock_joins(c, step)) {
        c->fused++;
        return;
    }
    c->fused = step->timing == RV_CLASS_PUSH;
    if (at > c->issued + 1)
        count_stall(c, step, at - c->issued - 1, because);
    c->issued = at;
    c->reads = step->timing == RV_CLASS_LOAD;
    delay_next(c, 1, TILE_STALL_NONE);
    enter_retire_queue(c, step, occupy_core(c, step));
    if (enters_store_queue(step) && flows)
        tile_clock_leave(c, tile_clock_leaves(c));
}

void tile_clock_answer(struct tile_clock *c, uint64_t cycle)
{
    const uint64_t at = later_core_cycle(c->held_since, cycle) + c->held_latency;

    c->held = false;
    c->held_done = at;
    for (uint64_t serial = c->newest + 1 - c->retire_queue; serial <= c->newest; serial++) {
        struct tile_retiring *r = retiring_at(c, serial);
        const uint64_t before = r->done == TILE_NEVER ? c->held_before : retired_before(c, serial);

        if (r->done == TILE_NEVER)
            r->done = at;
        if (r->retired == TILE_NEVER)
            r->retired = retirement_cycle(before, r->done);
    }
}
