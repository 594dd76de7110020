/*
 * Semantics: what an instruction does to the state. No time, no front end.
 *
 * A word is decoded once into a struct sfp_op, whose `exec` is then called as often as wanted. Results normally land in
 * the state at once. A pipeline that must hold results back sets `machine.pending`: LReg and flag results then go
 * there, with their lanes.
 */
#ifndef SFP_MODEL_H
#define SFP_MODEL_H

#include "finding.h"
#include "isa/modes.h"
#include "isa/threads.h"
#include "thread_state.h"

struct sfp_machine;
struct sfp_op;

typedef void sfp_exec(struct sfp_machine *m, const struct sfp_op *op);

/* A decoded instruction with its operands resolved for one way of execution: issued, or scheduled by a macro. */
struct sfp_op {
    sfp_exec *exec;  /* function that executes the instruction; NULL: the simulator refuses the instruction */
    sfp_exec *inner; /* with a template backdoor in `exec`: the executor for lanes without backdoor */
    const struct sfp_insn *insn; /* row of the instruction table; NULL: the arch lacks the opcode */
    uint32_t word;
    int32_t imm;     /* bits of the immediate field, not sign-extended; scheduled SFPSTORE: address of its
                      * SFPLOADMACRO */
    uint32_t index;  /* index of the word in the program, for reports */
    uint16_t addr;   /* scheduled SFPSTORE: Dst address of its SFPLOADMACRO */
    uint16_t addr_mode;
    uint8_t va, vb, vc, vd;
    uint8_t b;       /* second source: VD when issued, VB when scheduled (sfpu-semantics(7), Description) */
    uint8_t mod;
    uint8_t latency; /* number of cycles until the result can be read; 0 outside the vector unit */
    uint8_t rnd;     /* rounding mode of SFPSTOCHRND */
    uint8_t macro;   /* sequence number of SFPLOADMACRO */
    bool scheduled;  /* the op executes as if DISABLE_BACKDOOR_LOAD were set */
    bool gathered;   /* a core pushed the word while it gathered .ttinsn (sfpu-riscv(7), Gathering) */
    uint32_t reads, writes; /* resources used, as masks of isa/modes.h; 0 outside the vector unit */
};

/* LReg and flag results held back: each a vector under a mask. */
enum { SFP_MAX_PENDING = 32 }; /* most pending writes: one for each LReg, and SFPTRANSP's eight */
struct sfp_pending {
    struct sfp_pending_write {
        _Alignas(64) uint32_t value[SFP_LANES];
        uint32_t lanes; /* set of lanes, bit l = lane l */
        unsigned reg;
    } write[SFP_MAX_PENDING];
    struct sfp_pending_flags {
        uint32_t value, mask; /* value and set of written lanes, bit l = lane l */
    } flags, use_flags;
    unsigned count; /* number of entries of write[] */
};

/* Empties the pending results. write[] needs no clearing. */
static inline void sfp_pending_clear(struct sfp_pending *p)
{
    p->count = 0;
    p->flags = p->use_flags = (struct sfp_pending_flags){0, 0};
}

static inline bool sfp_pending_empty(const struct sfp_pending *p)
{
    return p->count == 0 && (p->flags.mask | p->use_flags.mask) == 0;
}

/* Returns `old` with the bits of `lanes` taken from `value`. */
static inline uint32_t sfp_merge_lanes(uint32_t old, uint32_t value, uint32_t lanes)
{
    return (old & ~lanes) | (value & lanes);
}

/* How a row of cells holds values (sfpu-dst(7), Cell orders): unchanged; as BF16; as 32 bits, whose lower halves are
 * 8 rows later; or in a way that vector code does not know. */
enum sfp_row_kind { SFP_ROW_BITS, SFP_ROW_BF16, SFP_ROW_WIDE, SFP_ROW_OTHER };

/* The executors of one SIMD level. `exec` is indexed by enum sfp_id; NULL if the level lacks an executor. */
struct sfp_semantics {
    const char *level; /* name of the level: "x86-64-v4", "x86-64-v3", "x86-64" or "generic" */
    sfp_exec *exec[SFP_IDS];
    /* SFPMAD, SFPADD and SFPMUL of mode 0: for any operands, for a factor L10, and for an addend L9. */
    sfp_exec *mad, *mad_sum, *mad_product;
    sfp_exec *encc_all; /* SFPENCC that sets both flags in all lanes: the end of conditional code */
    sfp_exec *backdoor; /* executor that takes the word as an instruction template */
    /* Executes SFPLOADMACRO's load. Returns the Dst address used. */
    uint16_t (*load_of_macro)(struct sfp_machine *m, const struct sfp_op *op);
    /* SFPSWAP's two halves: decide which lanes exchange, as masks; and exchange. */
    void (*swap_decide)(const struct sfp_machine *m, const struct sfp_op *op, uint32_t swap[SFP_LANES]);
    void (*swap_move)(struct sfp_machine *m, const struct sfp_op *op, const uint32_t swap[SFP_LANES]);
    void (*commit)(struct sfp_machine *m, struct sfp_pending *p); /* performs the writes held in `p`, and empties `p` */
    /* Write and read `count` whole physical rows of Dst, 16 values each. For WIDE, `rows` are the rows of the upper
     * halves. */
    void (*put_rows)(struct sfp_state *s, enum sfp_row_kind kind, const uint16_t *rows, size_t count,
                     const uint32_t *values);
    void (*get_rows)(const struct sfp_state *s, enum sfp_row_kind kind, const uint16_t *rows, size_t count,
                     uint32_t *values);
};

/* The item that an SFPLOADMACRO schedules on one sub-unit. */
struct sfp_macro_item {
    struct sfp_op op;    /* the item's instruction; exec NULL: no item */
    uint8_t delay;       /* delay of the item, 0..7 */
    uint8_t selector;    /* enum sfp_selector from the sequence, or above that a template's number */
    bool counts_insns;   /* the delay counts instructions, not cycles */
};

/* The items that an SFPLOADMACRO schedules, by sub-unit, in lanes whose macro configuration is `key`. */
struct sfp_macro_plan {
    uint32_t key[SFP_TEMPLATES + 2]; /* the templates, the sequence and Misc */
    bool made;
    bool present[SFP_UNITS];
    struct sfp_macro_item item[SFP_UNITS];
};

struct sfp_decoder;
struct sfp_banks;

/* A write to Dst cells from outside the vector unit: a set of columns, in physical 16-bit rows from `row` on. */
struct sfp_dst_write {
    const struct sfp_op *op; /* the store; NULL: a core wrote, by its instruction at `index` in `cycle` */
    size_t index;
    uint64_t cycle;
    unsigned row, rows;
    uint32_t columns;
};

enum { SFP_ALL_COLUMNS = (1 << SFP_DST_COLUMNS) - 1 };

/* How Dst cells were last written. HI16 and LO16 stores write words that are meant to be loaded by halves. */
enum sfp_dst_width {
    SFP_WIDTH_UNKNOWN, SFP_WIDTH_16, SFP_WIDTH_32_HIGH, SFP_WIDTH_32_LOW, SFP_WIDTH_RAW_HIGH, SFP_WIDTH_RAW_LOW,
};

#define SFP_FROM_IMAGE UINT32_MAX
struct sfp_dst_written {
    uint32_t writer; /* index of the word that stored; SFP_FROM_IMAGE: written from outside */
    uint8_t width;   /* an enum sfp_dst_width */
};

/* What the machine keeps of a thread that is not in place in its state. */
struct sfp_parked_thread {
    struct sfp_own_state own;
    struct sfp_own_derived derived;
    uint32_t config_version; /* version of Config from which `derived` was made */
    struct sfp_expander_state expanders;
};

struct sfp_machine {
    struct sfp_state s;
    enum sfp_thread_id thread;   /* thread whose state is in place in `s.own` and `s.derived.own` */
    enum sfp_thread_id expander; /* thread whose expanders are in place in `s.expanders` */
    uint32_t config_version;     /* number that grows when a run writes Config, which all threads read */
    struct sfp_parked_thread parked[SFP_THREADS]; /* the other threads; the entry of a thread in place means nothing */
    struct sfp_index index;
    struct sfp_decoder *decoder; /* owned by the machine */
    const struct sfp_semantics *semantics;
    struct sfp_pending *pending;  /* results that have not landed; NULL: results land at once */
    const uint32_t *lanes;        /* masks of the lanes that may execute, or NULL for 32 lanes */
    struct sfp_reporter reporter; /* report may be NULL */
    bool gathers[SFP_THREADS];    /* of threads with words alone: a core that gathers .ttinsn pushes them */
    void (*dst_written)(void *listener, const struct sfp_dst_write *write); /* called after such writes; NULL: no
                                                                             * listener */
    void *dst_listener;
    struct sfp_banks *banks; /* banks of SrcA and SrcB, owned by the machine; NULL: the matrix unit is not modelled */
    uint16_t dst_at_start[SFP_DST_ROWS][SFP_DST_COLUMNS]; /* contents of Dst at the start of the run, if dst_is_input */
    struct sfp_dst_written dst_written_as[SFP_DST_ROWS / SFP_ROWS][2]; /* even and odd columns of four rows */
    uint32_t pushed_by[SFP_STACK_DEPTH]; /* for each of the first eight entries of the flag stack: index of the
                                          * SFPPUSHC that pushed the entry, or SFP_NOT_PUSHED */
    struct sfp_macro_plan plans[SFP_SEQUENCES][8]; /* the last plan of each sequence and loaded register */
};

/* Returns the best level that this processor has. */
const struct sfp_semantics *sfp_semantics_best(void);

/* Lists the levels that this build and this processor have, best first, NULL-terminated; `list` takes up to 4
 * entries. */
void sfp_semantics_list(const struct sfp_semantics *list[4]);

/* Makes a machine at reset. Returns NULL without memory. The caller frees by sfp_machine_free(). */
struct sfp_machine *sfp_machine_new(enum sfp_arch arch, const struct sfp_semantics *semantics);
void sfp_machine_free(struct sfp_machine *m);

/* Sets the power-on state for all threads, without source banks, and brings the math thread into place. */
void sfp_machine_reset(struct sfp_machine *m, enum sfp_arch arch);

/* Copies the state of all threads, and the source banks. The machines must be for the same arch. Returns false without
 * memory. */
bool sfp_machine_copy(struct sfp_machine *to, const struct sfp_machine *from);

/* Brings the back end's state of `thread` into place. The expanders stay. */
void sfp_machine_swap_in(struct sfp_machine *m, enum sfp_thread_id thread);

/* Brings all state of `thread` into place. */
void sfp_machine_select(struct sfp_machine *m, enum sfp_thread_id thread);

/* Returns the expanders of `thread`, in place or parked. Valid until sfp_machine_select(). */
struct sfp_expander_state *sfp_machine_expanders(struct sfp_machine *m, enum sfp_thread_id thread);

struct archiving;

/* Saves or loads the machine's state, and the records that runs keep in the machine, as base/archive.h describes.
 * The reporter and the Dst listener are not included. */
void sfp_machine_archive(struct sfp_machine *m, struct archiving *a);

/*
 * Set and restore the host's floating-point modes around a run: executors need rounding to nearest, ties to even, and
 * denormals that count as zeros, if the host has such a mode. Enter returns the caller's modes and flags, for leave.
 */
unsigned sfp_host_float_enter(void);
void sfp_host_float_leave(unsigned modes);

/* Begins a run: keeps Dst for datacopies, if dst_is_input; and forgets why an earlier run of the matrix unit ended. */
void sfp_datacopy_begin(struct sfp_machine *m);

/* Notes that `count` rows from `first` on, numbered in their format, were filled from outside; `wide`: with 32-bit
 * cells. */
void sfp_widths_fill(struct sfp_machine *m, unsigned first, unsigned count, bool wide);

/* Begins a run: the width of cells that an earlier run stored becomes unknown. */
void sfp_widths_begin(struct sfp_machine *m);

/* For rows that are read from outside in this width: returns the index of a word of the run that stored one in
 * another width, or SFP_FROM_IMAGE. */
uint32_t sfp_widths_mixed(const struct sfp_machine *m, unsigned first, unsigned count, bool wide);

/* Begins a run: the present entries of the flag stack and the recorded replay slots belong to earlier runs. */
#define SFP_NOT_PUSHED UINT32_MAX
void sfp_stack_begin(struct sfp_machine *m);

/* Ends a run of `count` words: reports the words that pushed entries still on the flag stack. `when`: NULL without
 * time. */
void sfp_stack_end(const struct sfp_machine *m, const uint32_t *words, size_t count,
                   const struct sfp_finding_detail *when);

/* Returns whether L11 holds -1.0 in all lanes, as in every kernel that the vendor's runtime calls (sfpu-frontend(7),
 * Start-up). */
bool sfp_has_minus_one(const struct sfp_state *s);

/* A program's words, and the end of their run; `when` is NULL without time. */
struct sfp_left_words {
    const uint32_t *words;
    size_t count;
    const struct sfp_finding_detail *when;
    bool several_threads; /* several threads ran, and may have replaced each other's sequences */
};

/* Ends a run that began with the state `before`: reports changes of state that the vendor's runtime does not expect. */
void sfp_leftovers_end(const struct sfp_machine *m, const struct sfp_state *before, const struct sfp_left_words *words);

/* Reports a finding about a full flag stack, with the push that owns most entries. */
void sfp_stack_report(const struct sfp_machine *m, enum sfp_finding finding, const struct sfp_op *op);

/* Decodes a word as issued by the thread. op->exec is NULL for an instruction that the simulator refuses. */
void sfp_decode(const struct sfp_machine *m, uint32_t word, uint32_t index, struct sfp_op *op);

/* Loads the word of `op` as the instruction template that its VD field names, in all lanes (sfpu-semantics(7),
 * Template loads). */
void sfp_load_template(struct sfp_machine *m, const struct sfp_op *op);

/* Executes `op` only in the lanes of `lanes` that are enabled. */
void sfp_exec_on_lanes(struct sfp_machine *m, sfp_exec *exec, const struct sfp_op *op,
                       const uint32_t lanes[SFP_LANES]);

static inline void sfp_tell_dst(const struct sfp_machine *m, const struct sfp_dst_write *write)
{
    if (__builtin_expect(m->dst_written != NULL, 0))
        m->dst_written(m->dst_listener, write);
}

static inline void sfp_report(const struct sfp_machine *m, enum sfp_finding finding, const struct sfp_op *op)
{
    if (m->reporter.report)
        m->reporter.report(m->reporter.context, finding, op, NULL);
}

/*
 * Returns the items that SFPLOADMACRO `op` schedules on SIMPLE, MAD, ROUND and STORE, in lanes whose LoadMacroConfig
 * equals that of `lane` (sfpu-timing(7), Sequences and Field overrides). The machine keeps the plan from call to call;
 * sfp_macro_bind() makes the items of one execution.
 */
const struct sfp_macro_plan *sfp_macro_plan(struct sfp_machine *m, const struct sfp_op *op, unsigned lane);

/* Fills *bound with the plan's item on `unit` for this execution of `op`, whose load part used Dst address `addr`. */
void sfp_macro_bind(const struct sfp_macro_plan *plan, enum sfp_unit unit, const struct sfp_op *op, uint16_t addr,
                    struct sfp_op *bound);

/*
 * Splits the lanes by macro configuration, as far as sequence `macro` uses it. Sets group[] to all ones in the lanes of
 * `left` (bit l = lane l) that agree with the lowest lane of `left`. Returns the lanes that remain.
 */
uint32_t sfp_macro_group(const struct sfp_state *s, unsigned macro, uint32_t left, uint32_t group[SFP_LANES]);

/* Returns the Dst address that SFPLOAD, SFPSTORE or SFPLOADMACRO `op` would use now (sfpu-dst(7), Addresses), before
 * side effects. */
uint16_t sfp_dst_address(const struct sfp_state *s, const struct sfp_op *op);

/* Returns the Dst address that `op` reaches: for a load, after its step of Sp; for a scheduled SFPSTORE, its
 * SFPLOADMACRO's address. */
uint16_t sfp_transfer_address(const struct sfp_state *s, const struct sfp_op *op);

/* Returns what the address modifier of `op` would add to the counter Dst now, from -512 to 511. */
int16_t sfp_transfer_step(const struct sfp_state *s, const struct sfp_op *op);

/* Updates the counters after a transfer (sfpu-dst(7), Address modifiers). `fidelity`: the fidelity phase too. */
void sfp_apply_addr_mod(struct sfp_machine *m, const struct sfp_op *op, bool fidelity);

/* ---- Uses of a decoded instruction: the masks of isa/modes.h, with the LRegs that its operands name ---- */

/* Reads are in the lower half of a 64-bit word, and writes in the upper half, for callers that want both. */
enum { SFP_WRITES_LSB = 32 };

/* Returns the LRegs of the operands in `names`, in both halves. */
static inline uint64_t sfp_named_lregs(uint64_t names, const struct sfp_op *op)
{
    const uint64_t each = 1 | UINT64_C(1) << SFP_WRITES_LSB;

    return (names & each) << op->va | (names >> 1 & each) << op->vb | (names >> 2 & each) << op->vc
           | (names >> 3 & each) << op->vd | (names >> 4 & each) << op->b;
}

/* Returns the uses of `resources`, as sfp_resources_read() and similar functions give them, with the LRegs that the
 * operands of `op` name. */
static inline uint32_t sfp_uses(uint32_t resources, const struct sfp_op *op)
{
    const struct sfp_uses u = sfp_uses_of(resources);

    return u.mask | (uint32_t)sfp_named_lregs(u.names, op);
}

/* ---- Findings that follow from an instruction alone ---- */

/* Reports reserved modes and bits, and destinations that cannot be written. */
void sfp_check_op(const struct sfp_machine *m, const struct sfp_op *op);

/* Calls sfp_check_op() for every word of a program, whether it will run or not. */
void sfp_check_words(const struct sfp_machine *m, const uint32_t *words, size_t count);

#endif
