/* Execution of instructions: one with a report (rv_step()), or many without (rv_run()). */
#include "core_parts.h"

#include "base/word_bytes.h"

#define ALWAYS static inline __attribute__((always_inline))

/* Reports a finding. Returns how the instruction then stops, or RV_STOP_NONE. */
static enum rv_stop report_core_finding(struct rv_core *core, enum rv_finding kind, uint32_t pc, uint32_t detail)
{
    if (core->bus.finding)
        core->bus.finding(core->bus.context, kind, pc, detail);
    if (!rv_finding_row(kind)->stops)
        return RV_STOP_NONE;
    core->fault = (struct rv_fault){kind, detail};
    return RV_STOP_FINDING;
}

/* Returns the stop for a bus answer other than RV_BUS_DONE. */
static enum rv_stop stop_of_answer(struct rv_core *core, enum rv_answer answer, uint32_t detail)
{
    if (answer != RV_BUS_ERROR)
        return RV_STOP_BLOCKED;
    core->fault = (struct rv_fault){.detail = detail};
    return RV_STOP_BUS;
}

/* ---- Fetching ---- */

/* Decodes a slot at its first execution. Returns the stop if the slot cannot be executed. */
static enum rv_stop prepare_slot(struct rv_core *core, uint32_t pc, struct rv_op *slot)
{
    uint32_t word;
    struct rv_op op;

    if (slot->id == RV_SLOT_OUTSIDE)
        return report_core_finding(core, RV_FINDING_FETCH_OUTSIDE, pc, pc);
    word = sfp_word_at(rv_plain(core, pc));
    op = rv_decode(word);
    *slot = op;
    slot->rd = op.rd ? op.rd : RV_SINK;
    if (op.id == RV_SLOT_ILLEGAL)
        return report_core_finding(core, RV_FINDING_ILLEGAL, pc, word);
    if (rv_has(core->arch, op.id))
        return RV_STOP_NONE;
    slot->id = RV_SLOT_ABSENT;
    return report_core_finding(core, RV_FINDING_ABSENT, pc, word);
}

/* Returns the stop for a pc without a slot. */
static enum rv_stop stop_without_slot(struct rv_core *core, uint32_t pc)
{
    if (pc == core->return_address)
        return RV_STOP_RETURN;
    return report_core_finding(core, pc % RV_BYTES ? RV_FINDING_FETCH_MISALIGNED : RV_FINDING_FETCH_OUTSIDE, pc, pc);
}

ALWAYS enum rv_stop fetch_slot(struct rv_core *core, uint32_t pc, const struct rv_op **op)
{
    struct rv_op *slot = pc % RV_BYTES == 0 ? rv_slot(core, pc) : NULL;

    if (!slot)
        return stop_without_slot(core, pc);
    *op = slot;
    return __builtin_expect(slot->id < RV_IDS, 1) ? RV_STOP_NONE : prepare_slot(core, pc, slot);
}

/* ---- Memory ---- */

/* An instruction under way. `told` is the report, or NULL. */
struct execution {
    struct rv_core *core;
    const struct rv_op *op;
    uint32_t pc, next;
    struct rv_outcome *told;
};

/* Rounds an access's address down to its size, with a finding if the address was misaligned. */
ALWAYS uint32_t align_access(const struct execution *g, uint32_t address, unsigned size)
{
    if (__builtin_expect(address & (size - 1), 0)) {
        report_core_finding(g->core, RV_FINDING_MISALIGNED, g->pc, address);
        address &= -size;
    }
    return address;
}

ALWAYS void report_access(const struct execution *g, uint32_t address, unsigned size, bool plain)
{
    if (g->told) {
        g->told->address = address;
        g->told->size = (uint8_t)size;
        g->told->plain = plain;
    }
}

ALWAYS void report_value(const struct execution *g, uint32_t value)
{
    if (g->told)
        g->told->value = value;
}

ALWAYS uint32_t get_plain(const uint8_t *bytes, unsigned size)
{
    return size == 1 ? bytes[0] : size == 2 ? (uint32_t)(bytes[0] | bytes[1] << 8) : sfp_word_at(bytes);
}

ALWAYS void put_plain(uint8_t *bytes, unsigned size, uint32_t value)
{
    for (unsigned i = 0; i < size; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
}

/* Loads from the bus. With RV_BUS_LATER, rd becomes pending. */
static enum rv_stop load_from_bus(const struct execution *g, uint32_t address, unsigned size, uint32_t *loaded)
{
    struct rv_core *core = g->core;
    const struct rv_bus *bus = &core->bus;
    enum rv_answer answer;

    *loaded = 0;
    answer = bus->load ? bus->load(bus->context, address, size, loaded) : RV_BUS_ERROR;
    core->reads++;
    core->last_read = address;
    if (answer == RV_BUS_LATER && g->told) {
        core->pending |= UINT32_C(1) << g->op->rd % RV_REGISTERS & ~UINT32_C(1);
        g->told->later = true;
        return RV_STOP_NONE;
    }
    return answer == RV_BUS_DONE ? RV_STOP_NONE : stop_of_answer(core, answer, address);
}

ALWAYS enum rv_stop load_value(const struct execution *g, uint32_t address, unsigned size, uint32_t *loaded)
{
    const uint8_t *plain;

    address = align_access(g, address, size);
    plain = rv_plain(g->core, address);
    report_access(g, address, size, plain);
    if (plain) {
        *loaded = get_plain(plain, size);
    } else {
        const enum rv_stop stop = load_from_bus(g, address, size, loaded);

        if (stop)
            return stop;
    }
    report_value(g, *loaded);
    return RV_STOP_NONE;
}

/* Reports a store to an instruction that was already executed. Other instructions are decoded later, from memory. */
ALWAYS enum rv_stop check_code(const struct execution *g, uint32_t address)
{
    const struct rv_op *slot = rv_slot(g->core, address / RV_BYTES * RV_BYTES);

    if (__builtin_expect(slot && slot->id < RV_IDS, 0))
        return report_core_finding(g->core, RV_FINDING_SELF_MODIFYING, g->pc, address);
    return RV_STOP_NONE;
}

ALWAYS enum rv_stop store_to_plain(const struct execution *g, uint8_t *plain, uint32_t address, unsigned size,
                                   uint32_t value)
{
    const enum rv_stop stop = check_code(g, address);

    if (stop)
        return stop;
    g->core->changes += get_plain(plain, size) != value;
    put_plain(plain, size, value);
    return RV_STOP_NONE;
}

static enum rv_stop store_to_bus(const struct execution *g, uint32_t address, unsigned size, uint32_t value)
{
    const struct rv_bus *bus = &g->core->bus;
    const enum rv_answer answer = bus->store ? bus->store(bus->context, address, size, value) : RV_BUS_ERROR;

    if (answer != RV_BUS_DONE)
        return stop_of_answer(g->core, answer, address);
    g->core->changes++;
    return RV_STOP_NONE;
}

ALWAYS enum rv_stop store_value(const struct execution *g, uint32_t address, unsigned size, uint32_t value)
{
    uint8_t *plain;

    address = align_access(g, address, size);
    value &= UINT32_MAX >> (32 - 8 * size);
    plain = rv_plain(g->core, address);
    report_access(g, address, size, plain);
    report_value(g, value);
    return plain ? store_to_plain(g, plain, address, size, value) : store_to_bus(g, address, size, value);
}

/* Returns an AMO's new value for memory. */
ALWAYS uint32_t combine_atomic(enum rv_id id, uint32_t old, uint32_t b)
{
    switch (id) {
#define SETS(...)
#define BRANCHES(...)
#define LOADS(...)
#define STORES(...)
#define ATOMIC(id, value) \
    case RV_##id: \
        return value;
#include "core_semantics.def"
    default:
        return old;
    }
}

static enum rv_stop atomic_on_bus(const struct execution *g, uint32_t address, uint32_t b, uint32_t *old)
{
    struct rv_core *core = g->core;
    const struct rv_bus *bus = &core->bus;
    const enum rv_answer answer =
        bus->atomic ? bus->atomic(bus->context, g->op->id, address, b, old) : RV_BUS_ERROR;

    if (answer != RV_BUS_DONE)
        return stop_of_answer(core, answer, address);
    core->reads++;
    core->changes++;
    core->last_read = address;
    return RV_STOP_NONE;
}

static enum rv_stop execute_atomic(const struct execution *g, uint32_t a, uint32_t b)
{
    const uint32_t address = align_access(g, a, RV_BYTES);
    uint8_t *plain = rv_plain(g->core, address);
    uint32_t old = 0;
    enum rv_stop stop;

    report_access(g, address, RV_BYTES, plain);
    if (plain) {
        old = sfp_word_at(plain);
        stop = store_to_plain(g, plain, address, RV_BYTES, combine_atomic(g->op->id, old, b));
    } else {
        stop = atomic_on_bus(g, address, b, &old);
    }
    if (stop)
        return stop;
    report_value(g, old);
    g->core->x[g->op->rd] = old;
    return RV_STOP_NONE;
}

static enum rv_stop push_to_bus(const struct execution *g, uint32_t word)
{
    const struct rv_bus *bus = &g->core->bus;
    enum rv_answer answer;

    report_value(g, word);
    answer = bus->push ? bus->push(bus->context, word) : RV_BUS_ERROR;
    if (answer != RV_BUS_DONE)
        return stop_of_answer(g->core, answer, g->pc);
    g->core->changes++;
    return RV_STOP_NONE;
}

/* ---- Jumps ---- */

/* Jumps. Every RV_STRIDE-th backward jump checks for a loop. */
ALWAYS enum rv_stop take_jump(struct execution *g, uint32_t target)
{
    if (g->told)
        g->told->taken = true;
    g->next = target;
    if (target > g->pc)
        return RV_STOP_NONE;
    return --g->core->watch.left == 0 ? rv_look(g->core, g->pc) : RV_STOP_NONE;
}

/* Jumps. A jump to itself repeats for ever, since registers stay. */
ALWAYS enum rv_stop take_direct_jump(struct execution *g, uint32_t target)
{
    const enum rv_stop stop = take_jump(g, target);

    return __builtin_expect(target == g->pc, 0) ? RV_STOP_SELF_LOOP : stop;
}

/* Jumps to a register's address, which is read before rd is written: both may be the same register. */
static enum rv_stop jump_to_register(struct execution *g, uint32_t a)
{
    const enum rv_stop stop = take_jump(g, (a + (uint32_t)g->op->imm) & ~UINT32_C(1));

    if (!stop)
        g->core->x[g->op->rd] = g->pc + RV_BYTES;
    return stop;
}

static enum rv_stop jump_and_link(struct execution *g)
{
    const enum rv_stop stop = take_direct_jump(g, g->pc + (uint32_t)g->op->imm);

    if (stop == RV_STOP_NONE)
        g->core->x[g->op->rd] = g->pc + RV_BYTES;
    return stop;
}

/* ---- Control and status registers ---- */

/* Returns the value that a CSR instruction writes; `old` is the CSR's value. */
static uint32_t csr_value(enum rv_id id, uint32_t old, uint32_t operand)
{
    if (id == RV_CSRRS || id == RV_CSRRSI)
        return old | operand;
    if (id == RV_CSRRC || id == RV_CSRRCI)
        return old & ~operand;
    return operand;
}

static enum rv_stop csr_read(struct rv_core *core, unsigned number, uint32_t *value)
{
    const struct rv_bus *bus = &core->bus;
    const enum rv_answer answer = bus->csr_read ? bus->csr_read(bus->context, number, value) : RV_BUS_ERROR;

    core->reads++;
    core->last_read = number;
    return answer == RV_BUS_DONE ? RV_STOP_NONE : stop_of_answer(core, answer, number);
}

static enum rv_stop csr_write(struct rv_core *core, unsigned number, uint32_t value)
{
    const struct rv_bus *bus = &core->bus;
    const enum rv_answer answer = bus->csr_write ? bus->csr_write(bus->context, number, value) : RV_BUS_ERROR;

    if (answer != RV_BUS_DONE)
        return stop_of_answer(core, answer, number);
    core->changes++;
    return RV_STOP_NONE;
}

/* Executes a CSR instruction. A write with rd = x0 does not read; setting or clearing bits with x0 or 0 does not
 * write. */
static enum rv_stop exchange_csr(const struct execution *g, uint32_t a)
{
    const struct rv_op *op = g->op;
    const bool immediate = rv_insns[op->id].format == RV_FORMAT_CSRI;
    const bool swap = op->id == RV_CSRRW || op->id == RV_CSRRWI;
    const unsigned number = (unsigned)op->imm;
    uint32_t old = 0;
    enum rv_stop stop = RV_STOP_NONE;

    if (!rv_has_csr(g->core->arch, number))
        return report_core_finding(g->core, RV_FINDING_ABSENT_CSR, g->pc, number);
    if (!swap || op->rd != RV_SINK)
        stop = csr_read(g->core, number, &old);
    if (!stop && (swap || op->rs1))
        stop = csr_write(g->core, number, csr_value(op->id, old, immediate ? op->rs1 : a));
    if (stop)
        return stop;
    report_value(g, old);
    g->core->x[op->rd] = old;
    return RV_STOP_NONE;
}

/* ---- One instruction ---- */

static enum rv_stop execute_fence(const struct execution *g)
{
    if (g->op->id == RV_FENCE_I)
        return report_core_finding(g->core, RV_FINDING_FENCE_I_NOP, g->pc, 0);
    return sfp_arch_facts(g->core->arch)->fence_is_nop ? report_core_finding(g->core, RV_FINDING_FENCE_NOP, g->pc, 0)
                                                       : RV_STOP_NONE;
}

/* Executes instructions that core_semantics.def cannot describe. */
static enum rv_stop execute_irregular(struct execution *g, uint32_t a, uint32_t b)
{
    const struct rv_op *op = g->op;

    switch (rv_insns[op->id].timing) {
    case RV_CLASS_AMO:
        return execute_atomic(g, a, b);
    case RV_CLASS_CSR:
        return exchange_csr(g, a);
    case RV_CLASS_JUMP:
        return op->id == RV_JAL ? jump_and_link(g) : jump_to_register(g, a);
    case RV_CLASS_SYSTEM:
        return op->id == RV_ECALL ? RV_STOP_ECALL : RV_STOP_EBREAK;
    default:
        return execute_fence(g);
    }
}

ALWAYS enum rv_stop execute_op(struct execution *g)
{
    struct rv_core *core = g->core;
    const struct rv_op *op = g->op;
    const uint32_t a = core->x[op->rs1], b = core->x[op->rs2], imm = (uint32_t)op->imm, pc = g->pc;
    uint32_t loaded;
    enum rv_stop stop;

    switch (op->id) {
#define SETS(id, value) \
    case RV_##id: \
        core->x[op->rd] = (value); \
        return RV_STOP_NONE;
#define BRANCHES(id, condition) \
    case RV_##id: \
        return (condition) ? take_direct_jump(g, pc + imm) : RV_STOP_NONE;
#define LOADS(id, size, value) \
    case RV_##id: \
        stop = load_value(g, a + imm, size, &loaded); \
        if (!stop) \
            core->x[op->rd] = (value); \
        return stop;
#define STORES(id, size) \
    case RV_##id: \
        return store_value(g, a + imm, size, b);
#define ATOMIC(...)
#include "core_semantics.def"
    case RV_TTINSN:
        return push_to_bus(g, imm);
    default:
        return execute_irregular(g, a, b);
    }
}

/* ---- Many instructions, or one with a report ---- */

enum rv_stop rv_run(struct rv_core *core, uint64_t most)
{
    struct execution g = {.core = core, .pc = core->pc};
    enum rv_stop stop = core->pending ? RV_STOP_PENDING : RV_STOP_NONE;

    for (; most > 0 && !stop; most--) {
        core->pc = g.pc;
        stop = fetch_slot(core, g.pc, &g.op);
        if (stop)
            break;
        g.next = g.pc + RV_BYTES;
        stop = execute_op(&g);
        if (stop)
            break;
        core->retired++;
        g.pc = g.next;
    }
    core->pc = g.pc;
    return stop ? stop : RV_STOP_MOST;
}

/* Returns the registers of `op` as a mask, without x0, which is never pending. */
static uint32_t registers_named(const struct rv_op *op)
{
    const unsigned used = rv_used(op->id);
    uint32_t mask = 0;

    mask |= used & RV_RD ? UINT32_C(1) << op->rd % RV_REGISTERS : 0;
    mask |= used & RV_RS1 ? UINT32_C(1) << op->rs1 : 0;
    mask |= used & RV_RS2 ? UINT32_C(1) << op->rs2 : 0;
    return mask & ~UINT32_C(1);
}

static void begin_outcome(const struct execution *g)
{
    *g->told = (struct rv_outcome){
        .pc = g->pc, .next = g->next, .op = *g->op, .a = g->core->x[g->op->rs1], .b = g->core->x[g->op->rs2],
        .waits = g->core->pending & registers_named(g->op)};
    g->told->op.rd %= RV_REGISTERS;
}

enum rv_stop rv_step(struct rv_core *core, struct rv_outcome *outcome)
{
    struct execution g = {.core = core, .pc = core->pc, .next = core->pc + RV_BYTES, .told = outcome};
    enum rv_stop stop = fetch_slot(core, g.pc, &g.op);

    *outcome = (struct rv_outcome){.pc = g.pc, .next = g.next};
    if (stop)
        return stop;
    begin_outcome(&g);
    if (outcome->waits)
        return RV_STOP_PENDING;
    stop = execute_op(&g);
    outcome->next = g.next;
    if (stop)
        return stop;
    core->retired++;
    core->pc = g.next;
    return RV_STOP_NONE;
}

void rv_deliver(struct rv_core *core, const struct rv_op *load, uint32_t value)
{
    uint32_t *rd = &core->x[load->rd ? load->rd : RV_SINK];

    core->pending &= ~(UINT32_C(1) << load->rd);
    switch (load->id) {
#define SETS(...)
#define BRANCHES(...)
#define STORES(...)
#define ATOMIC(...)
#define LOADS(id, size, extended) \
    case RV_##id: { \
        const uint32_t loaded = value; \
        *rd = (extended); \
        return; \
    }
#include "core_semantics.def"
    default:
        return;
    }
}
