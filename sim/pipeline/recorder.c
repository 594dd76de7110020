/* Steps performed, recorded, and performed again. */
#include "recorder.h"

#include <stdlib.h>
#include <string.h>

/* Longer schedules are not kept: a step takes about a hundred bytes. */
enum { MAX_STEPS = 1 << 22 };

void sfp_recorder_begin(struct sfp_engine *e, struct sfp_recorder *r)
{
    r->count = r->guard_count = r->found_count = 0;
    r->first_address = e->next_address;
}

void sfp_recorder_free(struct sfp_recorder *r)
{
    free(r->steps);
    free(r->guards);
    free(r->found);
}

static void spoil(struct sfp_recorder *r, const char *why)
{
    if (!r->spoilt)
        r->spoilt = why;
}

void sfp_recorder_spoil(struct sfp_engine *e, const char *why)
{
    if (e->recorder)
        spoil(e->recorder, why);
}

/* Makes room for one more. False without memory. */
static bool grow(struct sfp_recorder *r, void **array, size_t *room, size_t size)
{
    const size_t more = *room ? 2 * *room : 256;
    void *bigger = realloc(*array, more * size);

    if (!bigger) {
        spoil(r, "not enough memory to keep the schedule");
        return false;
    }
    *array = bigger;
    *room = more;
    return true;
}

static void record(struct sfp_recorder *r, const struct sfp_step *step)
{
    if (r->count == MAX_STEPS)
        spoil(r, "a pass is too long to keep");
    if (r->spoilt || (r->count == r->room && !grow(r, (void **)&r->steps, &r->room, sizeof *r->steps)))
        return;
    r->steps[r->count] = *step;
    r->steps[r->count++].address = (uint8_t)(step->address - r->first_address);
}

/* What SFPCONFIG writes of the unit's own configuration, or NULL: from registers, or in lanes that the flags choose,
 * which is to say from data. */
static const uint32_t *configured(const struct sfp_state *s, const struct sfp_step *step)
{
    if (step->kind != SFP_STEP_GUARD && (step->kind != SFP_STEP_EXEC || !sfp_is(&step->op, SFP_I_SFPCONFIG)))
        return NULL;
    return sfp_config_lanes(s, step->op.vd);
}

static void record_guard(struct sfp_recorder *r, const struct sfp_step *step, const uint32_t *lanes)
{
    const struct sfp_step guard = {.kind = SFP_STEP_GUARD, .guard = r->guard_count, .op = step->op};

    if (r->spoilt
        || (r->guard_count == r->guard_room
            && !grow(r, (void **)&r->guards, &r->guard_room, sizeof *r->guards)))
        return;
    memcpy(r->guards[r->guard_count++].lanes, lanes, sizeof r->guards->lanes);
    record(r, &guard);
}

void sfp_recorder_finding(struct sfp_engine *e, enum sfp_finding finding, const struct sfp_op *op)
{
    struct sfp_recorder *r = e->recorder;

    if (!r || r->spoilt
        || (r->found_count == r->found_room && !grow(r, (void **)&r->found, &r->found_room, sizeof *r->found)))
        return;
    r->found[r->found_count++] = (struct sfp_found){finding, *op};
}

/* Is it an executor's, on registers and Dst as they are? Most are. */
static inline bool is_plain(const struct sfp_step *step)
{
    return __builtin_expect(step->kind == SFP_STEP_EXEC && step->slot == SFP_NO_SLOT, 1);
}

/* Performs a step other than GUARD. */
static inline void perform(struct sfp_engine *e, struct sfp_step *step, uint8_t first_address)
{
    struct sfp_machine *m = e->m;

    if (is_plain(step)) {
        step->op.exec(m, &step->op);
        return;
    }
    m->pending = step->slot == SFP_NO_SLOT ? NULL : &e->slots[step->slot];
    switch (step->kind) {
    case SFP_STEP_EXEC:
        step->op.exec(m, &step->op);
        break;
    case SFP_STEP_STORE:
        step->op.addr = e->addresses[(uint8_t)(first_address + step->address)];
        step->op.exec(m, &step->op);
        break;
    case SFP_STEP_MACRO:
        e->addresses[(uint8_t)(first_address + step->address)] = m->semantics->load_part(m, &step->op);
        break;
    case SFP_STEP_SWAP_DECIDE:
        m->semantics->swap_decide(m, &step->op, e->swap_lanes[step->slot]);
        break;
    case SFP_STEP_SWAP_MOVE:
        m->semantics->swap_move(m, &step->op, e->swap_lanes[step->swap]);
        break;
    case SFP_STEP_CONTROL:
        sfp_control_in_time(e, step->op.insn ? &step->op : NULL);
        break;
    case SFP_STEP_COMMIT:
        m->semantics->commit(m, &e->slots[step->slot]);
        break;
    case SFP_STEP_GUARD:
        break;
    }
    m->pending = NULL;
}

/* Under ENABLE_DEST_INDEX an SFPSWAP exchanges the index registers too (sfpu-semantics(7), SFPSWAP). */
static uint32_t indexes(const struct sfp_engine *e, const struct sfp_op *op)
{
    enum { INDEXED = 4 };

    if (!op->insn || !sfp_is(op, SFP_I_SFPSWAP) || !(e->m->s.derived.any_lane_config & SFP_LC_DEST_INDEX))
        return 0;
    return 1u << (INDEXED + op->vc % INDEXED) | 1u << (INDEXED + op->b % INDEXED);
}

void sfp_step(struct sfp_engine *e, struct sfp_step step)
{
    const uint32_t *lanes;

    perform(e, &step, 0);
    if (__builtin_expect(e->recorder == NULL, 1))
        return;
    step.op.reads |= indexes(e, &step.op);
    step.op.writes |= indexes(e, &step.op);
    record(e->recorder, &step);
    if ((lanes = configured(&e->m->s, &step)))
        record_guard(e->recorder, &step, lanes);
}

/* A guard, or any other step. False: it fails. */
static inline bool repeat(struct sfp_engine *e, const struct sfp_recorder *r, struct sfp_step *step,
                          uint8_t first_address)
{
    if (__builtin_expect(step->kind == SFP_STEP_GUARD, 0))
        return memcmp(configured(&e->m->s, step), r->guards[step->guard].lanes, sizeof r->guards->lanes) == 0;
    perform(e, step, first_address);
    return true;
}

bool sfp_recorder_replay(struct sfp_engine *e, struct sfp_recorder *r)
{
    const uint8_t first_address = e->next_address;
    const struct sfp_step *end = r->steps + r->count;

    for (struct sfp_step *step = r->steps; step != end; step++)
        if (!repeat(e, r, step, first_address))
            return false;
    return true;
}

/* ---- Equal steps kept once ---- */

/* A step without what no executor reads, and with nothing between its members that would make equal ones differ. */
static void take_bare(const struct sfp_step *step, struct sfp_step *bare)
{
    const struct sfp_op *op = &step->op;

    memset(bare, 0, sizeof *bare);
    bare->kind = step->kind;
    bare->slot = step->slot;
    bare->swap = step->swap;
    bare->address = step->address;
    bare->guard = step->guard;
#define TAKE(member) bare->op.member = op->member
    TAKE(exec);
    TAKE(inner);
    TAKE(insn);
    TAKE(word);
    TAKE(imm);
    TAKE(addr);
    TAKE(va);
    TAKE(vb);
    TAKE(vc);
    TAKE(vd);
    TAKE(b);
    TAKE(mod);
    TAKE(latency);
    TAKE(addr_mode);
    TAKE(rnd);
    TAKE(macro);
    TAKE(scheduled);
    TAKE(reads);
    TAKE(writes);
#undef TAKE
}

/* FNV-1a. */
static size_t hash_of(const struct sfp_step *step)
{
    const unsigned char *bytes = (const unsigned char *)step;
    uint64_t hash = UINT64_C(0xCBF29CE484222325);

    for (size_t i = 0; i < sizeof *step; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001B3);
    return (size_t)(hash ^ hash >> 32);
}

/* The kept step that equals `bare`, kept for this where there was none. `table`, open, has twice as many places. */
static struct sfp_step *keep(struct sfp_steps *steps, struct sfp_step **table, size_t places, size_t *kept,
                             const struct sfp_step *bare)
{
    size_t at = hash_of(bare) & (places - 1);

    while (table[at] && memcmp(table[at], bare, sizeof *bare) != 0)
        at = (at + 1) & (places - 1);
    if (!table[at]) {
        table[at] = &steps->kept[(*kept)++];
        memcpy(table[at], bare, sizeof *bare);
    }
    return table[at];
}

bool sfp_steps_of(const struct sfp_recorder *r, struct sfp_steps *steps)
{
    size_t places = 1, kept = 0;
    struct sfp_step **table;

    while (places < 2 * r->count)
        places *= 2;
    table = calloc(places, sizeof *table);
    *steps = (struct sfp_steps){.kept = malloc((r->count + 1) * sizeof *steps->kept),
                                .order = malloc((r->count + 1) * sizeof *steps->order), .count = r->count};
    if (!table || !steps->kept || !steps->order) {
        free(table);
        sfp_steps_free(steps);
        return false;
    }
    for (size_t i = 0; i < r->count; i++) {
        struct sfp_step bare;

        take_bare(&r->steps[i], &bare);
        steps->order[i].step = keep(steps, table, places, &kept, &bare);
        steps->order[i].exec = is_plain(&bare) ? bare.op.exec : NULL;
    }
    free(table);
    return true;
}

void sfp_steps_free(struct sfp_steps *steps)
{
    free(steps->kept);
    free(steps->order);
    *steps = (struct sfp_steps){0};
}

bool sfp_steps_replay(struct sfp_engine *e, const struct sfp_recorder *r, const struct sfp_steps *steps)
{
    const uint8_t first_address = e->next_address;
    const struct sfp_turn *end = steps->order + steps->count;
    struct sfp_machine *m = e->m;

    for (const struct sfp_turn *turn = steps->order; turn != end; turn++) {
        if (__builtin_expect(turn->exec != NULL, 1))
            turn->exec(m, &turn->step->op);
        else if (!repeat(e, r, turn->step, first_address))
            return false;
    }
    return true;
}
