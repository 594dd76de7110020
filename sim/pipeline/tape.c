/* Steps performed and recorded. */
#include "tape.h"

#include <stdlib.h>
#include <string.h>

/* Longer schedules are not kept: a step takes about a hundred bytes. */
enum { MAX_STEPS = 1 << 22 };

void sfp_recorder_begin(struct sfp_engine *e, struct sfp_recorder *r)
{
    r->count = r->guard_count = r->found_count = 0;
    r->first_address = e->next_address;
    sfp_reaches_begin(&r->reaches);
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

void sfp_recorder_finding(struct sfp_engine *e, enum sfp_finding finding, const struct sfp_op *op, bool possible)
{
    struct sfp_recorder *r = e->recorder;

    if (!r || r->spoilt
        || (r->found_count == r->found_room && !grow(r, (void **)&r->found, &r->found_room, sizeof *r->found)))
        return;
    r->found[r->found_count++] = (struct sfp_found){finding, *op, possible};
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
    const struct sfp_replay once = {.e = e};
    const uint32_t *lanes;

    if (__builtin_expect(e->recorder == NULL, 1)) {
        sfp_perform(&once, &step);
        return;
    }
    step.reach = sfp_reach_of(&e->recorder->reaches, e, &step);
    sfp_perform(&once, &step);
    sfp_reaches_after(&e->recorder->reaches, e, &step);
    step.op.reads |= indexes(e, &step.op);
    step.op.writes |= indexes(e, &step.op);
    record(e->recorder, &step);
    if ((lanes = sfp_step_configured(e, &step)))
        record_guard(e->recorder, &step, lanes);
}

/* ---- What each kind of step does, and schedules performed again ---- */

/* ---- By the kind of step ---- */

/* Executes at once, or lets the results wait in the step's slot. */
static inline void exec(struct sfp_engine *e, const struct sfp_step *step)
{
    e->m->pending = step->slot == SFP_NO_SLOT ? NULL : &e->slots[step->slot];
    step->op.exec(e->m, &step->op);
    e->m->pending = NULL;
}

static bool perform_exec(const struct sfp_replay *r, struct sfp_step *step)
{
    exec(r->e, step);
    return true;
}

static uint16_t *address_of(const struct sfp_replay *r, const struct sfp_step *step)
{
    return &r->e->addresses[(uint8_t)(r->first_address + step->address)];
}

/* Dst does not wait. */
static bool perform_store(const struct sfp_replay *r, struct sfp_step *step)
{
    step->op.addr = *address_of(r, step);
    step->op.exec(r->e->m, &step->op);
    return true;
}

static inline void load_of_macro(const struct sfp_replay *r, const struct sfp_step *step)
{
    *address_of(r, step) = r->e->m->semantics->load_of_macro(r->e->m, &step->op);
}

static bool perform_macro_at_once(const struct sfp_replay *r, struct sfp_step *step)
{
    load_of_macro(r, step);
    return true;
}

static bool perform_macro(const struct sfp_replay *r, struct sfp_step *step)
{
    r->e->m->pending = step->slot == SFP_NO_SLOT ? NULL : &r->e->slots[step->slot];
    load_of_macro(r, step);
    r->e->m->pending = NULL;
    return true;
}

static bool perform_swap_decide(const struct sfp_replay *r, struct sfp_step *step)
{
    r->e->m->semantics->swap_decide(r->e->m, &step->op, r->e->swap_lanes[step->slot]);
    return true;
}

static bool perform_swap_move(const struct sfp_replay *r, struct sfp_step *step)
{
    struct sfp_machine *m = r->e->m;

    m->pending = step->slot == SFP_NO_SLOT ? NULL : &r->e->slots[step->slot];
    m->semantics->swap_move(m, &step->op, r->e->swap_lanes[step->swap]);
    m->pending = NULL;
    return true;
}

static bool perform_commit(const struct sfp_replay *r, struct sfp_step *step)
{
    r->e->m->semantics->commit(r->e->m, &r->e->slots[step->slot]);
    return true;
}

static bool perform_control(const struct sfp_replay *r, struct sfp_step *step)
{
    sfp_control_in_time(r->e, step->op.insn ? &step->op : NULL);
    return true;
}

const uint32_t *sfp_step_configured(const struct sfp_engine *e, const struct sfp_step *step)
{
    if (step->kind != SFP_STEP_GUARD && (step->kind != SFP_STEP_EXEC || !sfp_is(&step->op, SFP_I_SFPCONFIG)))
        return NULL;
    return sfp_config_lanes(&e->m->s, step->op.vd);
}

static bool perform_guard(const struct sfp_replay *r, struct sfp_step *step)
{
    const struct sfp_configured *before = &r->recorder->guards[step->guard];

    return memcmp(sfp_step_configured(r->e, step), before->lanes, sizeof before->lanes) == 0;
}

static sfp_performer *const performers[] = {
    [SFP_STEP_EXEC] = perform_exec,
    [SFP_STEP_STORE] = perform_store,
    [SFP_STEP_MACRO] = perform_macro,
    [SFP_STEP_SWAP_DECIDE] = perform_swap_decide,
    [SFP_STEP_SWAP_MOVE] = perform_swap_move,
    [SFP_STEP_COMMIT] = perform_commit,
    [SFP_STEP_CONTROL] = perform_control,
    [SFP_STEP_GUARD] = perform_guard,
};

bool sfp_perform(const struct sfp_replay *r, struct sfp_step *step)
{
    return performers[step->kind](r, step);
}

/* ---- Equal steps kept once ---- */

/* A step without what no executor reads, and with nothing between its members that would make equal ones differ. */
static void take_bare(const struct sfp_step *step, bool with_index, struct sfp_step *bare)
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
    bare->op.index = with_index ? op->index : 0;
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

/* Most steps wait for nothing. */
static void choose_performer(const struct sfp_step *step, struct sfp_turn *turn)
{
    const bool at_once = step->slot == SFP_NO_SLOT;

    turn->exec = step->kind == SFP_STEP_EXEC && at_once ? step->op.exec : NULL;
    turn->perform = step->kind == SFP_STEP_MACRO && at_once ? perform_macro_at_once : performers[step->kind];
}

bool sfp_steps_of(const struct sfp_recorder *r, bool with_index, struct sfp_steps *steps)
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

        take_bare(&r->steps[i], with_index, &bare);
        steps->order[i].step = keep(steps, table, places, &kept, &bare);
        choose_performer(&bare, &steps->order[i]);
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

bool sfp_steps_replay(struct sfp_engine *e, const struct sfp_recorder *r, const struct sfp_steps *steps, size_t from,
                      size_t to)
{
    const struct sfp_replay replay = {e, r, e->next_address};
    const struct sfp_turn *end = steps->order + to;

    /* Where a call goes is foreseen better at eight places, each with fewer targets, than at one. */
#pragma GCC unroll 8
    for (const struct sfp_turn *turn = steps->order + from; turn != end; turn++) {
        if (__builtin_expect(turn->exec != NULL, 1))
            turn->exec(e->m, &turn->step->op);
        else if (!turn->perform(&replay, turn->step))
            return false;
    }
    return true;
}
