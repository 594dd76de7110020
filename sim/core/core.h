/*
 * A RISC-V core that executes instructions one after another, without time and without Tensix: the core accesses plain
 * memory in place, and asks a bus about everything else. rv_step() reports what a time model needs about an
 * instruction; rv_run() executes without reports. Functions here do not print; only rv_core_add_code() allocates.
 */
#ifndef RV_CORE_H
#define RV_CORE_H

#include "model/finding.h"
#include "dis/riscv.h"

enum {
    RV_SPANS = 4,
    RV_SINK = RV_REGISTERS, /* number of the register that receives writes to x0 */
    RV_SP = 2,
    RV_GP = 3,
    RV_A0 = 10,
    RV_A7 = 17,
};

/* Plain memory: loads read what was last stored. `base` and `size` are multiples of 4. */
struct rv_span {
    uint32_t base, size;
    uint8_t *bytes; /* memory of the span, little-endian; owned by the caller, who keeps the bytes as long as the
                     * core lives */
    bool fetches;   /* code may be fetched from this span */
};

/* ---- The bus ---- */

enum rv_answer {
    RV_BUS_DONE,
    RV_BUS_BLOCKED, /* no answer yet: the core stays at the instruction, and asks again when it continues */
    RV_BUS_LATER,   /* answer to a load that brings no value yet: the core continues until an instruction needs the
                     * value, which rv_deliver() brings. rv_run(), which has no partner, treats this answer as
                     * RV_BUS_BLOCKED */
    RV_BUS_ERROR,
};

/* The core's findings: rows of include/riscv_findings.def. */
enum rv_finding {
#define RISCV_FINDING(id, ...) RV_FINDING_##id,
#include "riscv_findings.def"
#undef RISCV_FINDING
    RV_FINDINGS,
};

/*
 * Accesses outside plain memory. Addresses are multiples of `size`, which is 1, 2 or 4; values are zero-extended. A
 * NULL member acts like a function that returns RV_BUS_ERROR; a NULL `finding` ignores findings.
 */
struct rv_bus {
    void *context;
    enum rv_answer (*load)(void *context, uint32_t address, unsigned size, uint32_t *value);
    enum rv_answer (*store)(void *context, uint32_t address, unsigned size, uint32_t value);
    /* An AMO outside plain memory. `id` is RV_AMOADD..RV_AMOMAXU. The bus sets *old to the value before. */
    enum rv_answer (*atomic)(void *context, enum rv_id id, uint32_t address, uint32_t operand, uint32_t *old);
    /* A .ttinsn, with the word in Tensix's encoding. Stores into the push window go to `store` instead. */
    enum rv_answer (*push)(void *context, uint32_t word);
    /* CSRs that the arch has. If the bus blocks a write after a read by the same instruction, the core repeats both. */
    enum rv_answer (*csr_read)(void *context, unsigned number, uint32_t *value);
    enum rv_answer (*csr_write)(void *context, unsigned number, uint32_t value);
    /* A finding of the instruction at `pc`. `detail`: the address of an access, fetch or target, a CSR's number, or
     * the word. */
    void (*finding)(void *context, enum rv_finding kind, uint32_t pc, uint32_t detail);
};

/* ---- The core ---- */

enum rv_stop {
    RV_STOP_NONE,      /* the core continues */
    RV_STOP_MOST,      /* the requested number of instructions was executed */
    RV_STOP_BLOCKED,   /* the bus answered RV_BUS_BLOCKED */
    RV_STOP_PENDING,   /* rv_step(): the instruction needs a register that waits for rv_deliver() */
    RV_STOP_ECALL,
    RV_STOP_EBREAK,
    RV_STOP_RETURN,    /* the pc is the return address */
    RV_STOP_SELF_LOOP, /* the instruction jumps to itself, for ever */
    RV_STOP_REPEATS,   /* the state repeats, as core->watch found */
    RV_STOP_BUS,       /* the bus answered RV_BUS_ERROR: see core->fault */
    RV_STOP_FINDING,   /* the core stops at a finding: see core->fault */
};

/* The reason of a stop. */
struct rv_fault {
    enum rv_finding finding; /* finding that stopped the core, for RV_STOP_FINDING */
    uint32_t detail;         /* detail of the finding, as in the bus's `finding`; for RV_STOP_BUS the address, or the
                              * CSR's number */
};

/* Instructions, decoded at their first execution. */
struct rv_code {
    uint32_t base, size; /* address of the code, and its size in bytes */
    struct rv_op *slots; /* decoded instructions, one element for each word; rd = x0 is stored as RV_SINK */
};

/*
 * Detects loops: a state that occurred before, with equal registers and pc, and without a change in between. Every
 * RV_STRIDE-th backward jump is compared with a snapshot. The snapshot is renewed at growing intervals (Brent's
 * algorithm), which finds loops of any length at little cost. Stepping through a loop then shows what the loop reads.
 */
enum { RV_STRIDE = 64 };
struct rv_watch {
    uint64_t most_polls; /* most backward jumps in a repeating state whose reads may change; 0: no limit */
    uint32_t pc;         /* pc of the snapshot's jump */
    uint32_t x[RV_REGISTERS];
    uint64_t changes, reads; /* values of core->changes and core->reads at the snapshot */
    uint64_t polls;          /* number of backward jumps from the snapshot to the last repetition of the state */
    uint64_t looks, limit;   /* number of comparisons since the snapshot, and their limit before a new snapshot */
    unsigned left;           /* number of backward jumps until the next comparison */
};

struct rv_core {
    uint32_t x[RV_REGISTERS + 1]; /* registers; x[0] stays 0, and the last element is RV_SINK */
    uint32_t pc;
    uint32_t return_address; /* value that rv_call() puts into ra; an address without code */
    uint32_t pending;        /* mask of registers that wait for rv_deliver() */
    enum sfp_arch arch;
    uint64_t retired; /* number of executed instructions */
    uint64_t changes; /* number of events that may change a load's value: pushes, bus accesses, stores of new values */
    uint64_t reads;   /* number of reads from the bus whose value may differ the next time */
    uint32_t last_read;   /* address, or CSR number, of the read counted last in `reads` */
    struct rv_span spans[RV_SPANS]; /* memory without the bus; unused spans have size 0 */
    struct rv_code code;
    struct rv_bus bus;
    struct rv_watch watch;
    struct rv_fault fault;
};

/* Report about an executed instruction. */
struct rv_outcome {
    uint32_t pc, next;
    struct rv_op op;     /* the instruction, as from rv_decode(); class: rv_insns[op.id].timing; registers:
                          * rv_used(op.id) */
    uint32_t a, b;       /* values of rs1 and rs2 before execution */
    bool taken;          /* the instruction is a jump, or a taken branch */
    bool plain;          /* the access was to plain memory */
    bool later;          /* the bus answered RV_BUS_LATER: rd is pending */
    uint32_t address;    /* address of a load, store or AMO, rounded down; 0 for other instructions */
    uint8_t size;        /* size of this access in bytes; 0: no access */
    uint32_t value;      /* value loaded (before sign extension), stored or pushed; for an AMO the value before */
    uint32_t waits;      /* RV_STOP_PENDING: mask of the registers that the instruction waits for */
};

/* Sets up a core with registers 0, without memory and code. Copies the bus. */
void rv_core_init(struct rv_core *core, enum sfp_arch arch, const struct rv_bus *bus);
void rv_core_free(struct rv_core *core);

/* Adds plain memory. Returns false if the core already has RV_SPANS spans, or the span overlaps another or is not
 * whole words. */
bool rv_core_add_span(struct rv_core *core, const struct rv_span *span);

/* Makes the words from `address` to `address` + `size` - 1 code; the range is rounded outwards to whole words. Code
 * must lie in one span that fetches. Returns false if this does not hold, or if memory ran out. */
bool rv_core_add_code(struct rv_core *core, uint32_t address, uint32_t size);

/* Marks instructions for decoding, after others than the core wrote this memory. */
void rv_core_forget(struct rv_core *core, uint32_t address, uint32_t size);

/* Prepares to run the function at `address`: sets pc and ra. The function's return stops with RV_STOP_RETURN. */
void rv_call(struct rv_core *core, uint32_t address);

/* Executes at most `most` instructions. Does not return RV_STOP_NONE. The pc is at the first instruction not
 * executed. */
enum rv_stop rv_run(struct rv_core *core, uint64_t most);

/*
 * Executes one instruction and reports about the instruction in *outcome. Returns RV_STOP_NONE after execution.
 * Otherwise *outcome has what is known: with RV_STOP_BLOCKED, _PENDING, _ECALL, _EBREAK, _SELF_LOOP and _BUS everything
 * except results.
 */
enum rv_stop rv_step(struct rv_core *core, struct rv_outcome *outcome);

/* Gives a pending register its value, extended as the load instruction `load` requires. */
void rv_deliver(struct rv_core *core, const struct rv_op *load, uint32_t value);

/* ---- Texts ---- */

/* Returns a text about the reason of a stop, for people. */
const char *rv_stop_text(enum rv_stop stop);

/* A row of riscv_findings.def. */
struct rv_finding_row {
    const char *name, *text, *source;
    enum { RV_DOCUMENTED, RV_DERIVED, RV_CHOSEN } provenance;
    enum sfp_severity severity;
    bool stops;
};
const struct rv_finding_row *rv_finding_row(enum rv_finding kind);

#endif
