/* Collects a run's contract from events: state read before the run writes it, and state written. */
#include "contract_parts.h"

#include <stdlib.h>

#include "model/config.h"
#include "model/control.h"

/* ---- Notes ---- */

static void note_contract_read(struct sfp_contract *contract, unsigned thing, size_t index)
{
    struct contract_thing *noted = &contract->things[thing];

    noted->used |= noted->written;
    if (noted->written || noted->expected)
        return;
    noted->expected = true;
    noted->reader = index;
}

static void note_contract_write(struct sfp_contract *contract, unsigned thing, size_t index)
{
    contract->things[thing].written = true;
    contract->things[thing].writer = index;
}

/* Returns whether an LReg keeps a value between instructions. Constants do not. */
static bool keeps_lreg_value(unsigned reg)
{
    return reg < SFP_FIRST_CONSTANT_LREG || sfp_is_programmable(reg) || reg == SFP_STAGING_LREG;
}

static void note_lregs(struct sfp_contract *contract, uint32_t mask, size_t index,
                       void (*note)(struct sfp_contract *contract, unsigned thing, size_t index))
{
    for (uint32_t left = mask & SFP_USES_LREGS; left; left &= left - 1)
        if (keeps_lreg_value((unsigned)__builtin_ctz(left)))
            note(contract, CONTRACT_LREG + (unsigned)__builtin_ctz(left), index);
}

/* ---- What instructions read and write ---- */

/* Returns the LRegs that `op` reads, as a mask. SFPLOADI counts as reading none: the half that it leaves alone is
 * usually written by the next SFPLOADI. */
static uint32_t lregs_read(const struct sfp_op *op)
{
    return op->insn->id == SFP_I_SFPLOADI ? 0 : op->reads;
}

static void note_configuration(struct sfp_contract *contract, const struct sfp_event *event)
{
    const unsigned target = event->op->vd;
    const size_t index = event->op->index;

    if (target < SFP_TEMPLATES)
        note_contract_write(contract, CONTRACT_TEMPLATE + target, index);
    else if (target < SFP_TEMPLATES + SFP_SEQUENCES)
        note_contract_write(contract, CONTRACT_SEQUENCE + target - SFP_TEMPLATES, index);
    else if (target == SFP_TARGET_MISC)
        note_contract_write(contract, CONTRACT_MISC, index);
    else if (target == SFP_TARGET_LANE_CONFIG)
        note_contract_write(contract, CONTRACT_LANE_CONFIG, index);
    else if (sfp_is_programmable(target))
        note_contract_write(contract, CONTRACT_LREG + target, index);
}

static void note_transfer(struct sfp_contract *contract, const struct sfp_event *event)
{
    const struct sfp_op *op = event->op;

    if (event->transfer.steps)
        note_contract_read(contract, CONTRACT_ADDR_MOD + sfp_addr_mod_entry(&event->machine->s, op), op->index);
    if (event->transfer.reaches)
        note_contract_read(contract, CONTRACT_COUNTER, op->index);
}

/* ---- The flag stack ---- */

/* Notes the use of a flag stack entry left by another kernel, if the run has no entry of its own on the stack. */
static void note_entry(struct sfp_contract *contract, size_t index)
{
    if (contract->pushed)
        return;
    note_contract_read(contract, CONTRACT_STACK, index);
    contract->needs_entry = true;
    note_contract_write(contract, CONTRACT_STACK, index);
}

/* After the run pops its last own entry, the stack is as it was at the start, unless the run needed a foreign entry. */
static void note_pop(struct sfp_contract *contract, size_t index)
{
    note_entry(contract, index);
    if (contract->pushed && --contract->pushed == 0 && !contract->needs_entry)
        contract->things[CONTRACT_STACK].written = false;
}

/* SFPGT and SFPLE can change the top entry, as SFPPUSHC's functions can. */
static bool changes_top(const struct sfp_op *op)
{
    switch (op->insn->id) {
    case SFP_I_SFPGT: return op->mod & SFP_MODE_SFPGT_MUTATE_STACK;
    case SFP_I_SFPLE: return op->mod & SFP_MODE_SFPLE_MUTATE_STACK;
    default: return op->insn->id == SFP_I_SFPPUSHC || op->insn->id == SFP_I_SFPPOPC;
    }
}

static void note_stack(struct sfp_contract *contract, const struct sfp_op *op, size_t index)
{
    if (op->insn->id == SFP_I_SFPCOMPC && !contract->pushed) {
        note_contract_read(contract, CONTRACT_STACK, index); /* an empty stack acts like an entry with all lanes on
                                              * (sfpu-semantics(7), Flag stack) */
    } else if (op->insn->id == SFP_I_SFPPUSHC && op->mod == SFP_MODE_SFPPUSHC_PUSH) {
        note_contract_write(contract, CONTRACT_STACK, index);
        contract->pushed++;
    } else if (op->insn->id == SFP_I_SFPPOPC && op->mod == SFP_MODE_SFPPOPC_POP) {
        note_pop(contract, index);
    } else if (changes_top(op)) {
        note_entry(contract, index);
    }
}

/* Notes the reads and writes of a vector instruction, issued or scheduled by a macro. */
static void note_vector(struct sfp_contract *contract, const struct sfp_event *event)
{
    const struct sfp_op *op = event->op;
    const size_t index = event->scheduled ? event->macro_index : op->index;

    note_lregs(contract, lregs_read(op), index, note_contract_read);
    note_stack(contract, op, index);
    if (op->writes & SFP_USES_FLAGS)
        note_contract_write(contract, CONTRACT_LANES, index);
    else if (op->writes)
        note_contract_read(contract, CONTRACT_LANES, index);
    if (op->reads & SFP_USES_PRNG)
        note_contract_read(contract, CONTRACT_RANDOM, index);
    if (op->reads & SFP_USES_LANE_CONFIG)
        note_contract_read(contract, CONTRACT_LANE_CONFIG, index);
    if (op->insn->id == SFP_I_SFPLOADMACRO) {
        note_contract_read(contract, CONTRACT_SEQUENCE + op->macro, index);
        note_contract_read(contract, CONTRACT_MISC, index);
    }
    note_transfer(contract, event);
    if (op->insn->id == SFP_I_SFPCONFIG)
        note_configuration(contract, event);
    else
        note_lregs(contract, op->writes & sfp_writable(op->insn), index, note_contract_write);
}

/* Returns whether SETC16 register `number` holds an entry of `field`, and sets *entry to the entry's number. */
static bool sets_entry(enum sfp_arch arch, enum sfp_config_field field, unsigned number, unsigned *entry)
{
    for (*entry = 0; *entry < SFP_ADDR_MODS; ++*entry)
        if (sfp_config_place(arch, field, *entry).index == number)
            return true;
    return false;
}

static void note_other_unit(struct sfp_contract *contract, const struct sfp_event *event)
{
    const struct sfp_op *op = event->op;
    unsigned entry, number;

    if (op->insn->id == SFP_I_SETRWC)
        note_contract_write(contract, CONTRACT_COUNTER, op->index);
    if (op->insn->id != SFP_I_SETC16)
        return;
    number = sfp_field(op->insn, op->word, SFP_F_SETC16_REG);
    if (sets_entry(event->machine->s.arch, SFP_CFG_ADDR_MOD_DST, number, &entry))
        note_contract_write(contract, CONTRACT_ADDR_MOD + entry, op->index);
}

/* Loading a template reads LaneConfig, because DISABLE_BACKDOOR_LOAD can prevent the load. */
static void note_template(struct sfp_contract *contract, const struct sfp_event *event)
{
    note_contract_read(contract, CONTRACT_LANE_CONFIG, event->op->index);
    note_contract_write(contract, CONTRACT_TEMPLATE + event->op->vd - SFP_FIRST_TEMPLATE_VD, event->op->index);
}

static void note_execution(struct sfp_contract *contract, const struct sfp_event *event)
{
    if (event->is_template)
        note_template(contract, event);
    else if (event->op->insn->unit == SFP_UNIT_NONE)
        note_other_unit(contract, event);
    else
        note_vector(contract, event);
}

static void note_schedule(struct sfp_contract *contract, const struct sfp_event *event)
{
    if (event->selector >= SFP_SELECT_TEMPLATE)
        note_contract_read(contract, CONTRACT_TEMPLATE + event->selector - SFP_SELECT_TEMPLATE, event->macro_index);
}

/* ---- Replay slots ---- */

/* When a playback begins, notes its replay slots: slots recorded before this run are expected, slots recorded by
 * this run are used. */
static void note_playback(struct sfp_contract *contract, const struct sfp_event *event)
{
    const struct sfp_fetch_origin *origin = &event->origin;

    if (origin->playback == contract->playback || !origin->playback || !event->machine)
        return;
    contract->playback = origin->playback;
    for (unsigned i = 0; i < origin->count; i++) {
        const unsigned slot = (origin->first + i) % SFP_REPLAY_SLOTS;

        if (event->machine->s.expanders.replay_origin[slot].number <= event->machine->s.expanders.replay_base)
            note_contract_read(contract, CONTRACT_REPLAY + slot, origin->position);
        else
            contract->things[CONTRACT_REPLAY + slot].used = true;
    }
}

/* ---- Events, and the contract's life ---- */

static void on_event(void *context, const struct sfp_event *event)
{
    struct sfp_contract *contract = context;

    if (event->kind == SFP_EVENT_FETCH)
        note_playback(contract, event);
    else if (event->kind == SFP_EVENT_EXEC)
        note_execution(contract, event);
    else if (event->kind == SFP_EVENT_SCHEDULE)
        note_schedule(contract, event);
}

struct sfp_contract *sfp_contract_new(const struct sfp_kernel *kernel, const struct sfp_machine *machine)
{
    struct sfp_contract *contract = calloc(1, sizeof *contract);

    if (!contract)
        return NULL;
    contract->kernel = kernel;
    contract->machine = machine;
    contract->observer = (struct sfp_observer){.event = on_event, .context = contract};
    return contract;
}

void sfp_contract_free(struct sfp_contract *contract)
{
    free(contract);
}

struct sfp_observer *sfp_contract_observer(struct sfp_contract *contract)
{
    return &contract->observer;
}
