/*
 * A RISC-V core, which executes instructions one after another and knows nothing of time, nor of Tensix: plain memory is
 * read and written in place, all else is asked of a bus. What a time model needs to know of an instruction, rv_step()
 * tells; rv_run() executes without telling. No function here prints, and none but rv_core_add_code() allocates.
 */
#ifndef RV_CORE_H
#define RV_CORE_H

#include "model/finding.h"
#include "dis/riscv.h"

enum {
    RV_SPANS = 4,
    RV_SINK = RV_REGISTERS, /* what is written to x0 goes there */
    RV_SP = 2,
    RV_GP = 3,
    RV_A0 = 10,
    RV_A7 = 17,
};

/* Plain memory: what is read there is what was last written. `base` and `size` are multiples of 4. */
struct rv_span {
    uint32_t base, size;
    uint8_t *bytes; /* little-endian; the caller's, for as long as the core lives */
    bool fetches;   /* code can be fetched from it */
};

/* ---- The bus ---- */

enum rv_answer {
    RV_BUS_DONE,
    RV_BUS_BLOCKED, /* not yet: the core stays at the instruction, which asks again when it goes on */
    RV_BUS_LATER,   /* of a load: rv_deliver() will bring the value, and the core goes on until it is needed; rv_run(),
                       which has nobody beside it, takes this as RV_BUS_BLOCKED */
    RV_BUS_ERROR,
};

/* What the core says beside what it does: rows of include/riscv_findings.def. */
enum rv_finding {
#define RISCV_FINDING(id, ...) RV_FINDING_##id,
#include "riscv_findings.def"
#undef RISCV_FINDING
    RV_FINDINGS,
};

/*
 * What is not plain memory. Addresses are multiples of `size`, which is 1, 2 or 4; values are zero-extended. A NULL
 * stands for one that answers RV_BUS_ERROR, of `finding` for one that does nothing.
 */
struct rv_bus {
    void *context;
    enum rv_answer (*load)(void *context, uint32_t address, unsigned size, uint32_t *value);
    enum rv_answer (*store)(void *context, uint32_t address, unsigned size, uint32_t value);
    /* An AMO outside plain memory. `id` is RV_AMOADD..RV_AMOMAXU, `old` what was there before. */
    enum rv_answer (*atomic)(void *context, enum rv_id id, uint32_t address, uint32_t operand, uint32_t *old);
    /* A .ttinsn, with the word as Tensix has it. A store into the push window comes to `store`. */
    enum rv_answer (*push)(void *context, uint32_t word);
    /* Of registers that the arch has. A write that follows a read in the same instruction may be blocked; both come
     * again then. */
    enum rv_answer (*csr_read)(void *context, unsigned number, uint32_t *value);
    enum rv_answer (*csr_write)(void *context, unsigned number, uint32_t value);
    /* The instruction at `pc`; `detail` is the address of an access, fetch or target, a CSR's number, or the word. */
    void (*finding)(void *context, enum rv_finding kind, uint32_t pc, uint32_t detail);
};

/* ---- The core ---- */

enum rv_stop {
    RV_STOP_NONE,      /* it goes on */
    RV_STOP_MOST,      /* so many instructions were asked for */
    RV_STOP_BLOCKED,   /* the bus said so */
    RV_STOP_PENDING,   /* rv_step(): a register is needed that rv_deliver() has still to bring */
    RV_STOP_ECALL,
    RV_STOP_EBREAK,
    RV_STOP_RETURN,    /* the pc is the return address */
    RV_STOP_SELF_LOOP, /* the instruction jumps to itself, for ever */
    RV_STOP_REPEATS,   /* the state repeats: core->watch */
    RV_STOP_BUS,       /* the bus answered RV_BUS_ERROR: core->fault */
    RV_STOP_FINDING,   /* a finding that stops: core->fault */
};

/* Why it stopped. */
struct rv_fault {
    enum rv_finding finding; /* of RV_STOP_FINDING */
    uint32_t detail;         /* as of the bus's `finding`; of RV_STOP_BUS the address or the CSR's number */
};

/* Instructions, decoded when they are first executed. */
struct rv_code {
    uint32_t base, size; /* in bytes */
    struct rv_op *slots; /* one for each word; x0 as rd is RV_SINK there */
};

/*
 * Looks for a state that was there before: registers and pc alike, and nothing changed in between. Every RV_STRIDE-th
 * backward jump is compared with a snapshot, which is taken anew after ever longer times (Brent's algorithm), so that a
 * loop of any length is found, and the others cost little. Stepping on through the loop tells what it reads.
 */
enum { RV_STRIDE = 64 };
struct rv_watch {
    uint64_t most_polls; /* backward jumps in which state repeats though something was read that may change; 0: for ever */
    uint32_t pc;         /* the snapshot: at which jump, */
    uint32_t x[RV_REGISTERS];
    uint64_t changes, reads; /* and the core's counts then */
    uint64_t polls;          /* backward jumps since then in which its state was seen again */
    uint64_t looks, limit;   /* comparisons since then, and after how many it is taken anew */
    unsigned left;           /* backward jumps to the next comparison */
};

struct rv_core {
    uint32_t x[RV_REGISTERS + 1]; /* x[0] stays 0; the last one is RV_SINK */
    uint32_t pc;
    uint32_t return_address; /* rv_call() puts it into ra; no code is there */
    uint32_t pending;        /* mask of registers that rv_deliver() has still to bring */
    enum sfp_arch arch;
    uint64_t retired; /* instructions executed */
    uint64_t changes; /* what may have changed what a load reads: pushes, what the bus was told, and stores to plain
                         memory of another value than there was */
    uint64_t reads;   /* of the bus: they may give something else the next time */
    uint32_t last_read;   /* address of the last of them, or number of a CSR */
    struct rv_span spans[RV_SPANS]; /* those that are not there have size 0 */
    struct rv_code code;
    struct rv_bus bus;
    struct rv_watch watch;
    struct rv_fault fault;
};

/* What an instruction did. */
struct rv_outcome {
    uint32_t pc, next;
    struct rv_op op;     /* as rv_decode() gives it; rv_insns[op.id].timing is its class, rv_used(op.id) which registers
                            it names */
    uint32_t a, b;       /* values of rs1 and rs2 before it */
    bool taken;          /* it went elsewhere than to the next instruction */
    bool plain;          /* the access was to plain memory */
    bool later;          /* the bus answered RV_BUS_LATER: rd is pending */
    uint32_t address;    /* of a load, store, AMO, rounded down; 0 for others */
    uint8_t size;        /* of that access in bytes; 0: there was none */
    uint32_t value;      /* what was loaded, before sign extension, stored or pushed; of an AMO what was there before */
    uint32_t waits;      /* RV_STOP_PENDING: mask of the registers it waits for */
};

/* Registers 0, no memory, no code, the bus copied. */
void rv_core_init(struct rv_core *core, enum sfp_arch arch, const struct rv_bus *bus);
void rv_core_free(struct rv_core *core);

/* Adds plain memory. False if there are RV_SPANS already, or it overlaps another or is not whole words. */
bool rv_core_add_span(struct rv_core *core, const struct rv_span *span);

/* Makes the words of address..address+size-1 code. All code must lie in one span that fetches; false if it does not, or
 * if memory ran out. `address` and `size` are rounded outwards to whole words. */
bool rv_core_add_code(struct rv_core *core, uint32_t address, uint32_t size);

/* After memory was written by others than the core: instructions there are decoded anew. */
void rv_core_forget(struct rv_core *core, uint32_t address, uint32_t size);

/* Prepares to run the function at `address`: pc, and ra, so that its return is RV_STOP_RETURN. */
void rv_call(struct rv_core *core, uint32_t address);

/* Executes at most `most` instructions. Not RV_STOP_NONE; the pc is at the instruction that was not executed. */
enum rv_stop rv_run(struct rv_core *core, uint64_t most);

/*
 * Executes one instruction, and tells about it in *outcome. RV_STOP_NONE if it was executed; else *outcome has what is
 * known of it: with RV_STOP_BLOCKED, _PENDING, _ECALL, _EBREAK, _SELF_LOOP and _BUS everything but what it would give.
 */
enum rv_stop rv_step(struct rv_core *core, struct rv_outcome *outcome);

/* Brings a pending register its value, as the load (its op) extends it. */
void rv_deliver(struct rv_core *core, const struct rv_op *load, uint32_t value);

/* ---- Words about it ---- */

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
