/*
 * A tile: a thread's core (T1 for the math thread) with its memory and devices, as a feed of the Tensix thread
 * (time/frontend.h). The core executes compiled code and feeds the words that the code pushes. In time, core and thread
 * delay each other (sfpu-riscv(7)). Of several threads each has a tile; what these share is in mates.h.
 */
#ifndef SFP_TILE_H
#define SFP_TILE_H

#include "clock.h"
#include "devices.h"
#include "time/frontend.h"
#include "core.h"
#include "trail.h"

enum {
    TILE_ARGUMENTS = 8,  /* most arguments of a call: a0..a7 */
    TILE_HELPS = 256,    /* most entries of `help` */
    TILE_SCRATCH = 4,    /* number of CSRs without a model, which keep values written: cfg1, hwa_mask, hwa_cfg, vgsrc */
    TILE_FUSED = 4,      /* most words pushed in one cycle by a core that fuses pushes */
    TILE_WAITING = TILE_FUSED, /* most words between store queue and thread: in time, one cycle's words */
};

/* A function to call, or the program's entry. */
struct tile_call {
    uint32_t address;
    uint32_t arguments[TILE_ARGUMENTS];
    uint32_t stack, global; /* initial values of sp and gp */
};

/* An instruction of the code, decoded when first needed. */
struct tile_slot {
    struct tile_step step;  /* facts about the instruction that are known before execution */
    struct rv_op op;
    uint8_t direction;      /* last direction of a branch, an enum tile_direction */
    uint8_t bytes;          /* number of bytes loaded or stored; 0: no access */
    bool known;             /* the instruction has been decoded */
    bool leads_back;        /* the instruction ended a loop, whose length was checked */
};

/* Bytes that others write to L1 or the local data RAM; bytes NULL: others end the run. */
struct tile_poke {
    uint32_t address, size;
    void *bytes;
};

/* Outcomes of a run. */
enum tile_end {
    TILE_UNDER_WAY,
    TILE_DONE,
    TILE_FAILED,   /* the core made an impossible access; `message` says which */
    TILE_FOUND,    /* the core stopped at a finding, core.fault.finding; `message` describes the finding */
    TILE_EXITED,   /* the code exited with an error; `message` has the status */
    TILE_DEADLOCK, /* the core waits for ever; `message` says for what */
};

/* A pushed word. */
struct tile_pushed {
    uint32_t word, index;
    uint64_t at; /* cycle in which the word left the store queue; 0 without time */
};

/* A store to MOP configuration by the core. */
struct tile_mop_store {
    size_t behind; /* number of words pushed before this store */
    uint32_t value;
    uint8_t cfg;   /* number of the configuration word, 0 to 8 */
};

/* Actions of other threads that end the kernel's waits at once. */
enum tile_deed { TILE_POSTED, TILE_TAKEN, TILE_SET_UP, TILE_MAIL_READ };

/* An action of other threads for one instruction, with the number of repetitions. */
struct tile_help {
    enum tile_deed deed;
    uint8_t number;  /* number of the semaphore, or of the mailbox's owner */
    uint32_t index;  /* index of the instruction that waits, or writes */
    uint64_t cycle;  /* cycle of the action's first occurrence; without time the number of executed instructions */
    uint64_t times;
};

/* A store under way. */
struct tile_pending {
    enum tile_way {
        TILE_TO_DEVICE,
        TILE_TO_THREAD, /* push of a word, or of several fused words */
        TILE_IN_MEMORY, /* store to memory, which already has the bytes */
        TILE_TO_L1,     /* store to L1 that other cores read */
    } way;
    uint32_t address;
    uint32_t value[TILE_FUSED], index[TILE_FUSED]; /* what the store writes, and the indices of the instructions: an
                                                    * entry for each word of a push, one for other stores */
    uint8_t size;  /* size of the store in bytes; 0 for words */
    uint8_t words;
    bool gathered; /* the core gathered .ttinsn when the words issued */
};

struct sfp_tile {
    struct rv_core core;
    struct tile_devices devices;
    uint8_t *l1, *local;           /* l1: owned by the mates, if there are any */
    const struct tile_call *calls; /* functions to call, owned by the caller */
    size_t call_count, call;       /* number of calls, and index of the call under way */
    const struct tile_poke *when_idle; /* actions of others, applied in order once the core waits for ever; owned by
                                        * the caller */
    size_t when_idle_count, idle;  /* number of these actions, and index of the next action */
    bool partner;                  /* other threads end this thread's waits at once */
    uint64_t relieved;             /* number of waits ended by others */
    struct tile_help help[TILE_HELPS]; /* actions of other threads, ordered by first occurrence */
    unsigned help_count;
    uint32_t last_read;            /* address of the last load outside memory */
    uint32_t polled_at;            /* pc of the last load from a semaphore */
    uint64_t polled_changes;       /* core.changes at this load */
    bool waits;                    /* DEADLOCK: the core waits for the value at waits_at */
    uint32_t waits_at;
    bool looping;                  /* the core repeated its state while the thread had words under way */
    uint64_t looping_changes;      /* core.changes at this time */
    uint64_t looping_since;        /* with mates: cycle in which the core repeated its state first with these changes */
    unsigned repeats;              /* with mates: how often the core has repeated its state since then */
    uint64_t seen_changes;         /* with mates: mates->changes when the core last looked */
    uint32_t seen_config;          /* with mates: version of Config at this time */
    struct sfp_semaphore seen_semaphore[SFP_SEMAPHORES]; /* with mates: semaphores at this time */

    uint32_t *words; /* by index: the word pushed last from there; owned by the caller */
    struct tile_pushed *log; /* log of the pushed words, in order, if `logs` is set; owned by the tile */
    size_t logged, log_room;
    struct tile_mop_store *mop_stores; /* log of stores to MOP configuration; owned by the tile */
    size_t mop_stored, mop_room;
    size_t log_most;  /* most words in the log */
    bool logs, log_lost; /* logs: keep logs; log_lost: memory ran out for a log */
    struct sfp_feed feed;
    struct sfp_fed_word waiting[TILE_WAITING]; /* words between store queue and thread: a ring */
    unsigned first_waiting, waiting_count;
    uint64_t pushed;   /* number of pushed words */

    bool timed;
    uint64_t now;
    struct tile_clock clock; /* clock of the core, with the delays by thread and devices */
    bool held_up;            /* something outside the core has delayed the core */
    struct tile_clock alone; /* clock of the core without such delays; valid if held_up is set, before that equal to
                              * `clock` */
    struct tile_slot *slots; /* by index: facts about each instruction */
    uint64_t not_before;     /* earliest issue cycle of the next instruction */
    enum tile_stall held_by; /* cause of not_before */
    struct tile_pending pending[TILE_STORE_QUEUE]; /* stores under way: a ring, parallel to the clock's */
    unsigned first_pending, pending_count;
    bool blocked;            /* only the thread's progress can let the next instruction issue */
    bool kept;               /* only the thread's progress can let the oldest store leave */
    bool gave_way;           /* the oldest store let a load go first */
    bool joins;              /* the next pushed word is fused with the last word under way */
    uint64_t left;           /* number of stores that left the queue */
    struct tile_tracked tracked;
    struct tile_cache cache;
    struct tile_code_cache code;
    uint16_t miss; /* number of cycles of an instruction cache miss; 0: no misses */
    bool miss_given;
    bool looked_back;        /* `overlapped` is set for the next load */
    uint64_t overlapped;     /* number of stores that must leave before the next load; 0: the load does not wait */
    struct tile_hold {
        bool by_mop;
        uint64_t behind;     /* number of stores that must leave before the read */
    } hold;                  /* reason of the clock's held read */

    uint32_t csr_cfg0;       /* value of Blackhole's CSR cfg0 */
    uint32_t csr_scratch[TILE_SCRATCH]; /* values written to the CSRs without a model, from cfg1 on */
    struct sfp_thread thread; /* state of the thread as last reported */
    enum tile_end end;
    char message[256];
    struct trail trail;       /* the core's trail, kept for debuggers */
};

/* Makes a tile for the thread of `m`, which must outlive the tile. Memory is zero; the tile has no calls. Returns
 * NULL if memory ran out. */
struct sfp_tile *tile_new(struct sfp_machine *m);

/* Makes a tile for `thread`, which joins `mates`; without mates (NULL) the tile has an L1 of its own. The mates must
 * outlive the tile. */
struct sfp_tile *tile_new_thread(struct sfp_machine *m, enum sfp_thread_id thread, struct tile_mates *mates);
void tile_free(struct sfp_tile *tile);

/* Finishes a tile whose core has its code: indices count the code's words. `words` has an element for each, must
 * outlive the tile, and gets the pushed words. Outside of the tile, in the feed, its listeners and findings, indices
 * count from tile->devices.offset, which the caller sets before. Returns false if memory ran out. */
bool tile_code(struct sfp_tile *tile, uint32_t *words);

/* Returns the index of the instruction at `pc`. */
static inline size_t tile_index(const struct sfp_tile *tile, uint32_t pc)
{
    return (pc - tile->core.code.base) / RV_BYTES;
}

/* Returns the bytes at `address` in L1 or the local data RAM, or NULL unless every byte lies there. */
const uint8_t *tile_memory(const struct sfp_tile *tile, uint32_t address, size_t size);

/* Reads bytes: from memory, in program order if the trail is kept, or from devices without effects. Returns false,
 * with undefined `bytes`, if not every byte can be read. */
bool tile_peek(const struct sfp_tile *tile, uint32_t address, void *bytes, size_t size);

/* Returns whether tile_peek() depends on program order for these bytes. */
bool tile_peeks_in_order(const struct sfp_tile *tile, uint32_t address, size_t size);

/* Writes bytes to memory, in program order. Returns false if the bytes are not in memory. */
bool tile_set_memory(struct sfp_tile *tile, uint32_t address, const void *bytes, size_t size);

/* Sets the core's registers and pc. Returns false if the core is ahead of program order, or has ended. */
bool tile_set_core(struct sfp_tile *tile, const uint32_t x[RV_REGISTERS], uint32_t pc);

/* Sets a core's registers and pc for a call. */
void tile_begin_call(struct rv_core *core, const struct tile_call *call);

/* Describes the device at an address and its state, as texts, each truncated to its size: polled.c. */
enum { TILE_DEVICE_NAME = 48, TILE_DEVICE_STATE = 96 };
struct tile_polled {
    char device[TILE_DEVICE_NAME], state[TILE_DEVICE_STATE];
};
struct tile_polled tile_polled(const struct sfp_tile *tile, uint32_t address);

/* After a run that ended because the core waited for other threads: sets *address to the device or memory that the core
 * reads, or that its oldest store cannot reach. Returns false if the core loops without reading. Call before the core's
 * state is shown: this steps a loop once more. */
bool tile_awaits(struct sfp_tile *tile, uint32_t *address);

/* Returns the name of the mailboxes that a core writes, for example "mailbox-t0". */
const char *tile_mailbox_name(unsigned core);

/* Returns the address of a semaphore. */
uint32_t tile_semaphore_address(unsigned semaphore);

/* Writes bytes to memory; the caller has checked that every byte lies there. */
void tile_poke(struct sfp_tile *tile, const struct tile_poke *poke);

/* In time: returns the core's clock without delays from outside the core. */
static inline const struct tile_clock *sfp_tile_alone(const struct sfp_tile *tile)
{
    return tile->held_up ? &tile->alone : &tile->clock;
}

struct archiving;

/* Saves or loads the tile (base/archive.h). Loading needs a tile that the same caller began in the same way. */
void tile_archive(struct sfp_tile *tile, struct archiving *a);

/* Starts a run: the functions to call, one after the other. */
void tile_start(struct sfp_tile *tile, const struct tile_call *calls, size_t count, bool timed);

#endif
