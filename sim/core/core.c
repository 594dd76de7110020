/* A core's registers, memory and code, detection of endless loops, and texts. */
#include "core_parts.h"

#include <stdlib.h>
#include <string.h>

enum { NOWHERE = 0xFFFFFFF0 }; /* an address without code */

void rv_core_init(struct rv_core *core, enum sfp_arch arch, const struct rv_bus *bus)
{
    *core = (struct rv_core){.arch = arch, .bus = *bus, .return_address = NOWHERE};
    core->watch.most_polls = 100000;
    core->watch.left = RV_STRIDE;
}

void rv_core_free(struct rv_core *core)
{
    free(core->code.slots);
    core->code = (struct rv_code){0};
}

/* ---- Memory ---- */

static bool spans_overlap(const struct rv_span *a, const struct rv_span *b)
{
    return a->base < (uint64_t)b->base + b->size && b->base < (uint64_t)a->base + a->size;
}

bool rv_core_add_span(struct rv_core *core, const struct rv_span *span)
{
    struct rv_span *at = core->spans;

    if (span->size == 0 || span->base % RV_BYTES || span->size % RV_BYTES)
        return false;
    for (; at < core->spans + RV_SPANS && at->size > 0; at++) {
        if (spans_overlap(at, span))
            return false;
    }
    if (at == core->spans + RV_SPANS)
        return false;
    *at = *span;
    return true;
}

/* ---- Code ---- */

/* Addresses from `begin` up to, but without, `end`. */
struct range {
    uint64_t begin, end;
};

/* Returns whether the whole range lies in a span that fetches. */
static bool is_fetched(const struct rv_core *core, struct range range)
{
    for (unsigned i = 0; i < RV_SPANS; i++) {
        const struct rv_span *span = &core->spans[i];

        if (span->fetches && range.begin >= span->base && range.end <= (uint64_t)span->base + span->size)
            return true;
    }
    return false;
}

/* Returns the range of the code after adding this piece. */
static struct range stretched_range(const struct rv_code *code, struct range piece)
{
    const struct range old = {code->base, (uint64_t)code->base + code->size};

    if (code->size > 0 && old.begin < piece.begin)
        piece.begin = old.begin;
    if (code->size > 0 && old.end > piece.end)
        piece.end = old.end;
    return piece;
}

/* Extends the code to `range`. New slots are RV_SLOT_OUTSIDE. Returns false if memory ran out. */
static bool stretch_code(struct rv_code *code, struct range range)
{
    const uint32_t base = (uint32_t)range.begin, size = (uint32_t)(range.end - range.begin);
    struct rv_op *slots = calloc(size / RV_BYTES, sizeof *slots);

    if (!slots)
        return false;
    for (size_t i = 0; i < size / RV_BYTES; i++)
        slots[i].id = RV_SLOT_OUTSIDE;
    if (code->size > 0)
        memcpy(slots + (code->base - base) / RV_BYTES, code->slots, code->size / RV_BYTES * sizeof *slots);
    free(code->slots);
    *code = (struct rv_code){base, size, slots};
    return true;
}

bool rv_core_add_code(struct rv_core *core, uint32_t address, uint32_t size)
{
    const struct range piece = {address / RV_BYTES * RV_BYTES,
                                ((uint64_t)address + size + RV_BYTES - 1) / RV_BYTES * RV_BYTES};
    const struct range all = stretched_range(&core->code, piece);

    if (size == 0 || !is_fetched(core, all) || !stretch_code(&core->code, all))
        return false;
    for (uint64_t at = piece.begin; at < piece.end; at += RV_BYTES)
        rv_slot(core, (uint32_t)at)->id = RV_SLOT_RAW;
    return true;
}

void rv_core_forget(struct rv_core *core, uint32_t address, uint32_t size)
{
    const struct rv_code *code = &core->code;
    const uint64_t end = (uint64_t)address + size, code_end = (uint64_t)code->base + code->size;
    uint64_t at = (address > code->base ? address : code->base) / RV_BYTES * RV_BYTES;

    for (; at < end && at < code_end; at += RV_BYTES) {
        struct rv_op *slot = rv_slot(core, (uint32_t)at);

        if (slot->id != RV_SLOT_OUTSIDE)
            slot->id = RV_SLOT_RAW;
    }
}

void rv_call(struct rv_core *core, uint32_t address)
{
    core->pc = address;
    core->x[RV_RA] = core->return_address;
}

/* ---- Texts ---- */

const char *rv_stop_text(enum rv_stop stop)
{
    static const char *const texts[] = {
        [RV_STOP_NONE] = "continues",
        [RV_STOP_MOST] = "the requested number of instructions",
        [RV_STOP_BLOCKED] = "an access that waits",
        [RV_STOP_PENDING] = "a register whose value has not come yet",
        [RV_STOP_ECALL] = "ecall",
        [RV_STOP_EBREAK] = "ebreak",
        [RV_STOP_RETURN] = "return",
        [RV_STOP_SELF_LOOP] = "a jump to itself",
        [RV_STOP_REPEATS] = "a loop in which nothing changes",
        [RV_STOP_BUS] = "an access that is not possible",
        [RV_STOP_FINDING] = "an instruction that cannot be executed",
    };

    return texts[stop];
}

const struct rv_finding_row *rv_finding_row(enum rv_finding kind)
{
    static const struct rv_finding_row rows[RV_FINDINGS] = {
#define RISCV_FINDING(id, name, severity, stops, provenance, text, source) \
        {name, text, source, RV_##provenance, SFP_##severity, stops},
#include "riscv_findings.def"
#undef RISCV_FINDING
    };

    return &rows[kind];
}

/* ---- Detection of loops that return to an earlier state ---- */

static void take_watch_snapshot(struct rv_core *core, uint32_t pc)
{
    struct rv_watch *w = &core->watch;

    w->pc = pc;
    memcpy(w->x, core->x, sizeof w->x);
    w->changes = core->changes;
    w->reads = core->reads;
    w->polls = w->looks = 0;
}

/* Returns whether the loop is endless: nothing read since the snapshot can change, and so nothing after. */
static bool for_ever(const struct rv_core *core)
{
    const struct rv_watch *w = &core->watch;

    return w->reads == core->reads || (w->most_polls > 0 && w->polls >= w->most_polls);
}

enum rv_stop rv_look(struct rv_core *core, uint32_t pc)
{
    struct rv_watch *w = &core->watch;

    w->left = RV_STRIDE;
    if (w->changes != core->changes || w->limit == 0) {
        w->limit = 1;
        take_watch_snapshot(core, pc);
        return RV_STOP_NONE;
    }
    w->looks++;
    if (w->pc == pc && memcmp(w->x, core->x, sizeof w->x) == 0) {
        w->polls += w->looks * RV_STRIDE;
        w->looks = 0;
        return for_ever(core) ? RV_STOP_REPEATS : RV_STOP_NONE;
    }
    if (w->looks >= w->limit) {
        w->limit *= 2;
        take_watch_snapshot(core, pc);
    }
    return RV_STOP_NONE;
}
