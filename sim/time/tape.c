/* Steps: performed, taped, and run again. */
#include "tape.h"

#include <stdlib.h>
#include <string.h>

#include "base/checksum.h"
#include "base/fail.h"
#include "model/control.h"

/* ---- Configuration writes that land late ---- */

/* Returns whether `op` is a configuration write that the next instruction does not see yet (sfpu-timing(7),
 * Configuration). */
static bool lands_late(const struct sfp_op *op)
{
    switch (op->insn->id) {
    case SFP_I_WRCFG:
    case SFP_I_RDCFG:
    case SFP_I_CFGSHIFTMASK:
    case SFP_I_REG2FLOP:
        return true;
    default:
        return false;
    }
}

/* Starts RDCFG, which reads at once. Its GPR changes only after the next instruction. */
static void start_rdcfg(struct sfp_engine *e, const struct sfp_op *op)
{
    uint32_t *gpr = &e->m->s.own.gpr[sfp_field(op->insn, op->word, SFP_F_GPR) % SFP_GPRS], before = *gpr;

    op->exec(e->m, op);
    e->own->delayed_gpr[0] = *gpr;
    *gpr = before;
}

static void finish_rdcfg(struct sfp_engine *e, const struct sfp_op *op, uint32_t value)
{
    e->m->s.own.gpr[sfp_field(op->insn, op->word, SFP_F_GPR) % SFP_GPRS] = value;
}

/* Lands a late configuration write, which uses the GPRs from the cycle in which it issued. */
static void finish_late_write(struct sfp_engine *e, const struct sfp_op *op)
{
    uint32_t now[SFP_GPRS];

    memcpy(now, e->m->s.own.gpr, sizeof now);
    memcpy(e->m->s.own.gpr, e->own->delayed_gpr, sizeof now);
    op->exec(e->m, op);
    memcpy(e->m->s.own.gpr, now, sizeof now);
}

static void start_late(struct sfp_engine *e, const struct sfp_op *op)
{
    e->own->delayed = *op;
    e->own->has_delayed = true;
    if (sfp_is(op, SFP_I_RDCFG))
        start_rdcfg(e, op);
    else
        memcpy(e->own->delayed_gpr, e->m->s.own.gpr, sizeof e->own->delayed_gpr);
}

/* Runs one cycle of the configuration unit. A late write lands before this cycle's instruction, which could
 * otherwise see it undone. RDCFG's GPR lands after the instruction. */
static void control_in_time(struct sfp_engine *e, const struct sfp_op *op)
{
    struct sfp_op delayed = e->own->delayed;
    bool has_delayed = e->own->has_delayed, rdcfg = has_delayed && sfp_is(&delayed, SFP_I_RDCFG);
    uint32_t read = e->own->delayed_gpr[0];

    e->own->has_delayed = false;
    if (has_delayed && !rdcfg)
        finish_late_write(e, &delayed);
    if (op && lands_late(op))
        start_late(e, op);
    else if (op)
        op->exec(e->m, op);
    if (rdcfg)
        finish_rdcfg(e, &delayed, read);
}

/* ---- The effect of each kind of step ---- */

/* Executes at once, or leaves the results in the step's slot. */
static inline void exec_step(struct sfp_engine *e, const struct sfp_step *step)
{
    e->m->pending = step->slot == SFP_NO_SLOT ? NULL : &e->slots[step->slot];
    step->op.exec(e->m, &step->op);
    e->m->pending = NULL;
}

static bool perform_exec(const struct sfp_tape_place *at, struct sfp_step *step)
{
    exec_step(at->e, step);
    return true;
}

static uint16_t *address_of_step(const struct sfp_tape_place *at, const struct sfp_step *step)
{
    return &at->e->addresses[(uint8_t)(at->first_address + step->address)];
}

/* Stores at once: writes to Dst have no slot. */
static bool perform_store(const struct sfp_tape_place *at, struct sfp_step *step)
{
    step->op.addr = *address_of_step(at, step);
    step->op.exec(at->e->m, &step->op);
    return true;
}

static inline void load_macro_part(const struct sfp_tape_place *at, const struct sfp_step *step)
{
    *address_of_step(at, step) = at->e->m->semantics->load_of_macro(at->e->m, &step->op);
}

static bool perform_macro_at_once(const struct sfp_tape_place *at, struct sfp_step *step)
{
    load_macro_part(at, step);
    return true;
}

static bool perform_macro(const struct sfp_tape_place *at, struct sfp_step *step)
{
    at->e->m->pending = step->slot == SFP_NO_SLOT ? NULL : &at->e->slots[step->slot];
    load_macro_part(at, step);
    at->e->m->pending = NULL;
    return true;
}

static bool perform_swap_decide(const struct sfp_tape_place *at, struct sfp_step *step)
{
    at->e->m->semantics->swap_decide(at->e->m, &step->op, at->e->swap_lanes[step->slot]);
    return true;
}

static bool perform_swap_move(const struct sfp_tape_place *at, struct sfp_step *step)
{
    struct sfp_machine *m = at->e->m;

    m->pending = step->slot == SFP_NO_SLOT ? NULL : &at->e->slots[step->slot];
    m->semantics->swap_move(m, &step->op, at->e->swap_lanes[step->swap]);
    m->pending = NULL;
    return true;
}

static bool perform_commit(const struct sfp_tape_place *at, struct sfp_step *step)
{
    at->e->m->semantics->commit(at->e->m, &at->e->slots[step->slot]);
    return true;
}

static bool perform_control(const struct sfp_tape_place *at, struct sfp_step *step)
{
    control_in_time(at->e, step->op.insn ? &step->op : NULL);
    return true;
}

/* Returns the values, by lane, in the target of the unit's own configuration that SFPCONFIG writes, or NULL for
 * other steps. The values depend on data: they come from registers, or go to lanes that flags choose. */
static const uint32_t *configured_values(const struct sfp_engine *e, const struct sfp_step *step)
{
    if (step->kind != SFP_STEP_GUARD && (step->kind != SFP_STEP_EXEC || !sfp_is(&step->op, SFP_I_SFPCONFIG)))
        return NULL;
    return sfp_config_lanes(&e->m->s, step->op.vd);
}

static bool perform_guard(const struct sfp_tape_place *at, struct sfp_step *step)
{
    const struct sfp_configured *before = &at->tape->guards[step->guard];

    return memcmp(configured_values(at->e, step), before->lanes, sizeof before->lanes) == 0;
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

static bool perform_step(const struct sfp_tape_place *at, struct sfp_step *step)
{
    return performers[step->kind](at, step);
}

/* ---- Taping ---- */

/* Longer tapes are not kept: a step takes about a hundred bytes. */
enum { MAX_STEPS = 1 << 22 };

void sfp_tape_begin(struct sfp_engine *e, struct sfp_tape *tape)
{
    tape->count = tape->guard_count = tape->found_count = 0;
    tape->first_address = e->next_address;
    sfp_reaches_begin(&tape->reaches);
}

void sfp_tape_free(struct sfp_tape *tape)
{
    free(tape->steps);
    free(tape->guards);
    free(tape->found);
}

static void spoil_tape(struct sfp_tape *tape, const char *why)
{
    if (!tape->spoilt)
        tape->spoilt = why;
}

void sfp_tape_spoil(struct sfp_engine *e, const char *why)
{
    if (e->tape)
        spoil_tape(e->tape, why);
}

/* Makes room for one more element of `size` bytes. Returns false without memory, and spoils the tape. */
static bool grow_tape(struct sfp_tape *tape, void **array, size_t *room, size_t size)
{
    const size_t more = *room ? 2 * *room : 256;
    void *bigger = realloc(*array, more * size);

    if (!bigger) {
        spoil_tape(tape, NO_MEMORY " to keep a pass");
        return false;
    }
    *array = bigger;
    *room = more;
    return true;
}

static void tape_step(struct sfp_tape *tape, const struct sfp_step *step)
{
    if (tape->count == MAX_STEPS)
        spoil_tape(tape, "a pass is too long to keep");
    if (tape->spoilt
        || (tape->count == tape->room
            && !grow_tape(tape, (void **)&tape->steps, &tape->room, sizeof *tape->steps)))
        return;
    tape->steps[tape->count] = *step;
    tape->steps[tape->count++].address = (uint8_t)(step->address - tape->first_address);
}

static void tape_guard(struct sfp_tape *tape, const struct sfp_step *step, const uint32_t *lanes)
{
    const struct sfp_step guard = {.kind = SFP_STEP_GUARD, .guard = tape->guard_count, .op = step->op};

    if (tape->spoilt
        || (tape->guard_count == tape->guard_room
            && !grow_tape(tape, (void **)&tape->guards, &tape->guard_room, sizeof *tape->guards)))
        return;
    memcpy(tape->guards[tape->guard_count++].lanes, lanes, sizeof tape->guards->lanes);
    tape_step(tape, &guard);
}

void sfp_tape_finding(struct sfp_engine *e, enum sfp_finding finding, const struct sfp_op *op, bool possible)
{
    struct sfp_tape *tape = e->tape;

    if (!tape || tape->spoilt
        || (tape->found_count == tape->found_room
            && !grow_tape(tape, (void **)&tape->found, &tape->found_room, sizeof *tape->found)))
        return;
    tape->found[tape->found_count++] = (struct sfp_found){finding, *op, possible};
}

/* Returns the index registers, as a mask, that an SFPSWAP exchanges too under ENABLE_DEST_INDEX (sfpu-semantics(7),
 * SFPSWAP). */
static uint32_t swapped_indexes(const struct sfp_engine *e, const struct sfp_op *op)
{
    enum { INDEXED = 4 };

    if (!op->insn || !sfp_is(op, SFP_I_SFPSWAP) || !(e->m->s.derived.any_lane_config & SFP_LC_DEST_INDEX))
        return 0;
    return 1u << (INDEXED + op->vc % INDEXED) | 1u << (INDEXED + op->b % INDEXED);
}

void sfp_step(struct sfp_engine *e, struct sfp_step step)
{
    const struct sfp_tape_place once = {.e = e};
    const uint32_t *lanes;

    if (__builtin_expect(e->tape == NULL, 1)) {
        perform_step(&once, &step);
        return;
    }
    step.reach = sfp_reach_of(&e->tape->reaches, e, &step);
    perform_step(&once, &step);
    sfp_reaches_after(&e->tape->reaches, e, &step);
    step.op.reads |= swapped_indexes(e, &step.op);
    step.op.writes |= swapped_indexes(e, &step.op);
    tape_step(e->tape, &step);
    if ((lanes = configured_values(e, &step)))
        tape_guard(e->tape, &step, lanes);
}

void sfp_execute_control(struct sfp_engine *e, const struct sfp_op *op)
{
    struct sfp_step step = {.kind = SFP_STEP_EXEC, .slot = SFP_NO_SLOT};

    if (op)
        step.op = *op;
    if (e->own->has_delayed || lands_late(op))
        step.kind = SFP_STEP_CONTROL;
    sfp_step(e, step);
}

/* ---- Equal steps kept once ---- */

/* Copies a step without the members that no executor reads, and with padding of 0, so that equal steps have equal
 * bytes. */
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

static size_t hash_step(const struct sfp_step *step)
{
    const unsigned char *bytes = (const unsigned char *)step;
    uint64_t hash = CHECKSUM_START;

    for (size_t i = 0; i < sizeof *step; i++)
        hash = checksum_add(hash, bytes[i]);
    return (size_t)(hash ^ hash >> 32);
}

/* Returns the kept step that equals `bare`; keeps `bare` if no such step exists. `table` is an open hash table, with
 * `places` places: at least twice the number of steps. */
static struct sfp_step *keep_step(struct sfp_steps *steps, struct sfp_step **table, size_t places, size_t *kept,
                                  const struct sfp_step *bare)
{
    size_t at = hash_step(bare) & (places - 1);

    while (table[at] && memcmp(table[at], bare, sizeof *bare) != 0)
        at = (at + 1) & (places - 1);
    if (!table[at]) {
        table[at] = &steps->kept[(*kept)++];
        memcpy(table[at], bare, sizeof *bare);
    }
    return table[at];
}

/* Chooses the cheapest way to perform a step. Most steps have no slot. */
static void choose_performer(const struct sfp_step *step, struct sfp_turn *turn)
{
    const bool at_once = step->slot == SFP_NO_SLOT;

    turn->exec = step->kind == SFP_STEP_EXEC && at_once ? step->op.exec : NULL;
    turn->perform = step->kind == SFP_STEP_MACRO && at_once ? perform_macro_at_once : performers[step->kind];
}

bool sfp_steps_of(const struct sfp_tape *tape, bool with_index, struct sfp_steps *steps)
{
    size_t places = 1, kept = 0;
    struct sfp_step **table;

    while (places < 2 * tape->count)
        places *= 2;
    table = calloc(places, sizeof *table);
    *steps = (struct sfp_steps){.kept = malloc((tape->count + 1) * sizeof *steps->kept),
                                .order = malloc((tape->count + 1) * sizeof *steps->order), .count = tape->count};
    if (!table || !steps->kept || !steps->order) {
        free(table);
        sfp_steps_free(steps);
        return false;
    }
    for (size_t i = 0; i < tape->count; i++) {
        struct sfp_step bare;

        take_bare(&tape->steps[i], with_index, &bare);
        steps->order[i].step = keep_step(steps, table, places, &kept, &bare);
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

bool sfp_steps_run(struct sfp_engine *e, const struct sfp_tape *tape, const struct sfp_steps *steps, size_t from,
                   size_t to)
{
    const struct sfp_tape_place at = {e, tape, e->next_address};
    const struct sfp_turn *end = steps->order + to;

    /* Unrolled, since processors predict a call's target better at eight places, each with fewer targets, than at
     * one place. */
#pragma GCC unroll 8
    for (const struct sfp_turn *turn = steps->order + from; turn != end; turn++) {
        if (__builtin_expect(turn->exec != NULL, 1))
            turn->exec(e->m, &turn->step->op);
        else if (!turn->perform(&at, turn->step))
            return false;
    }
    return true;
}
