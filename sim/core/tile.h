/*
 * A math thread's core (T1) with its memory and devices, as a Tensix thread's feed (frontend/frontend.h): it executes
 * compiled code, and what that pushes is run. In time, core and thread hold each other up as sfpu-riscv(7) has it.
 */
#ifndef SFP_TILE_H
#define SFP_TILE_H

#include "clock.h"
#include "devices.h"
#include "time/frontend.h"
#include "core.h"
#include "trail.h"

enum {
    TILE_ARGUMENTS = 8,  /* a0..a7 */
    TILE_HELPS = 256,    /* deeds of others that are told apart */
    TILE_SCRATCH = 4,    /* cfg1, hwa_mask, hwa_cfg, vgsrc */
    TILE_FUSED = 4,      /* words that are pushed at once; no core fuses more */
    TILE_WAITING = TILE_FUSED, /* words that left the store queue and were not taken yet: in time, those of one cycle */
};

/* A function that is called; or, at the program's entry, all of it. */
struct tile_call {
    uint32_t address;
    uint32_t arguments[TILE_ARGUMENTS];
    uint32_t stack, global; /* sp and gp */
};

/* An instruction of the code, decoded when it is first looked at. */
struct tile_slot {
    struct tile_step step;  /* as far as it is known before it executes */
    struct rv_op op;
    uint8_t direction;      /* what a branch did last: enum tile_direction */
    uint8_t bytes;          /* that it loads or stores; 0: none */
    bool known;             /* decoded */
    bool leads_back;        /* it did, in a loop: which was looked at */
};

/* Bytes that others put into L1 or the local data RAM; NULL: they end the run instead. */
struct tile_poke {
    uint32_t address, size;
    void *bytes;
};

/* How all of it ended. */
enum tile_end {
    TILE_UNDER_WAY,
    TILE_DONE,
    TILE_FAILED,   /* an access that cannot be, as `message` says */
    TILE_FOUND,    /* likewise what is told of in core.fault.finding */
    TILE_EXITED,   /* it has ended itself, and not well, likewise */
    TILE_DEADLOCK, /* it waits for ever, likewise */
};

/* A word that was pushed. */
struct tile_pushed {
    uint32_t word, index;
    uint64_t at; /* the cycle in which it left the store queue; 0 without time */
};

/* A word of MOP configuration that the core stored. */
struct tile_mop_store {
    size_t behind; /* so many words were pushed before it */
    uint32_t value;
    uint8_t cfg;   /* which of the nine */
};

/* What others do for the kernel, at once. */
enum tile_deed { TILE_POSTED, TILE_TAKEN, TILE_SET_UP, TILE_MAIL_READ };

/* The same deed for the same instruction, once or again. */
struct tile_help {
    enum tile_deed deed;
    uint8_t number;  /* of the semaphore, or of whose mailbox it is */
    uint32_t index;  /* the instruction that waits, or writes */
    uint64_t cycle;  /* of the first time; without time so many instructions had been executed */
    uint64_t times;
};

/* A store under way. */
struct tile_pending {
    enum tile_way {
        TILE_TO_DEVICE,
        TILE_TO_THREAD, /* words: one, or those that were fused */
        TILE_IN_MEMORY, /* it is there already */
    } way;
    uint32_t address;
    uint32_t value[TILE_FUSED], index[TILE_FUSED]; /* those of words; else the first ones */
    uint8_t size;  /* in bytes; of words 0 */
    uint8_t words;
};

struct sfp_tile {
    struct rv_core core;
    struct tile_devices devices;
    uint8_t *l1, *local;
    const struct tile_call *calls; /* the caller's */
    size_t call_count, call;       /* the one under way */
    const struct tile_poke *when_idle; /* the caller's: what others do, in order, once the core waits for ever */
    size_t when_idle_count, idle;  /* the next one */
    bool partner;                  /* other threads do at once what this one waits for */
    uint64_t relieved;             /* how often they did */
    struct tile_help help[TILE_HELPS]; /* what others did, in order of the first times, as far as there is room */
    unsigned help_count;
    uint32_t last_read;            /* the address of the last load that was not from memory */
    uint32_t polled_at;            /* pc of the last read of a semaphore, */
    uint64_t polled_changes;       /* and what the core had changed then */
    bool waits;                    /* DEADLOCK: for what it loads from here */
    uint32_t waits_at;
    bool looping;                  /* it did the same again and again while its thread was under way, */
    uint64_t looping_changes;      /* and what it had changed then */

    uint32_t *words; /* the caller's: by index, what was pushed from there last */
    struct tile_pushed *log; /* every word, in order, where it is kept; the tile's */
    size_t logged, log_room;
    struct tile_mop_store *mop_stores; /* the same of these */
    size_t mop_stored, mop_room;
    size_t log_most;  /* words are kept up to so many */
    bool logs, log_lost; /* it is to be kept; there was no memory for all of it */
    struct sfp_feed feed;
    struct sfp_fed_word waiting[TILE_WAITING]; /* a ring */
    unsigned first_waiting, waiting_count;
    uint64_t pushed;   /* words in all */

    bool timed;
    uint64_t now;
    struct tile_clock clock; /* with all that holds it */
    bool held_up;            /* something else than itself has held it: */
    struct tile_clock alone; /* as if nothing had; until then it is as `clock` */
    struct tile_slot *slots; /* by index: the code */
    uint64_t not_before;     /* the next instruction does not issue before this cycle, */
    enum tile_stall held_by; /* for this reason */
    struct tile_pending pending[TILE_STORE_QUEUE]; /* a ring, beside the clock's */
    unsigned first_pending, pending_count;
    bool blocked;            /* nothing but the thread can let the next instruction issue, */
    bool kept;               /* nor the oldest store leave */
    bool gave_way;           /* the oldest store let a load go first */
    bool joins;              /* the word that is pushed next is fused with the last one under way */
    uint64_t left;           /* stores that left the queue */
    struct tile_tracked tracked;
    struct tile_cache cache;
    struct tile_code_cache code;
    uint16_t miss; /* cycles that a miss of it takes; 0: instructions are always there */
    bool miss_given;
    bool looked_back;        /* for the load that is next: */
    uint64_t overlapped;     /* so many stores must have left before it; 0: none */
    struct tile_hold {
        bool by_mop;
        uint64_t behind;     /* so many stores must have left */
    } hold;                  /* of the clock's held read */

    uint32_t csr_cfg0;       /* Blackhole's cfg0, */
    uint32_t csr_scratch[TILE_SCRATCH]; /* and the registers from cfg1 on that keep what is written */
    struct sfp_thread thread; /* as it was said last */
    enum tile_end end;
    char message[256];
    struct trail trail;       /* of the core, if somebody wants to see it in program order */
};

/* A tile for the thread of `m`, which must outlive it; memory is zero, and nothing is there to be called. NULL without
 * memory. */
struct sfp_tile *tile_new(struct sfp_machine *m);
void tile_free(struct sfp_tile *tile);

/* The core has its code: indices count the words of it. `words`, one for each, must outlive the tile, which notes there
 * what is pushed. False without memory. */
bool tile_code(struct sfp_tile *tile, uint32_t *words);

/* The index of the instruction at `pc`. */
static inline size_t tile_index(const struct sfp_tile *tile, uint32_t pc)
{
    return (pc - tile->core.code.base) / RV_BYTES;
}

/* What is in L1 or the local data RAM; NULL: not all of these bytes are. */
const uint8_t *tile_memory(const struct sfp_tile *tile, uint32_t address, size_t size);

/* What is there: in memory, in program order if the core's trail is kept; or what of the devices can be read without an
 * effect. False, with whatever in `bytes`: not all of these bytes can be had. */
bool tile_peek(const struct sfp_tile *tile, uint32_t address, void *bytes, size_t size);

/* Does program order matter to what tile_peek() finds there? */
bool tile_peeks_in_order(const struct sfp_tile *tile, uint32_t address, size_t size);

/* Puts bytes there in program order, where they are in memory. False: they are not. */
bool tile_set_memory(struct sfp_tile *tile, uint32_t address, const void *bytes, size_t size);

/* The core goes on with these registers from there. False: it is ahead of program order, or has ended. */
bool tile_set_core(struct sfp_tile *tile, const uint32_t x[RV_REGISTERS], uint32_t pc);

/* Prepares a core to be called: its registers, and where it is. */
void tile_begin_call(struct rv_core *core, const struct tile_call *call);

/* What lies at an address, and its state, in words; each cut to its size with its NUL: polled.c. */
enum { TILE_DEVICE_NAME = 48, TILE_DEVICE_STATE = 96 };
struct tile_polled {
    char device[TILE_DEVICE_NAME], state[TILE_DEVICE_STATE];
};
struct tile_polled tile_polled(const struct sfp_tile *tile, uint32_t address);

/* The address of a semaphore. */
uint32_t tile_semaphore_address(unsigned semaphore);

/* Puts bytes where there is memory for them. */
void tile_poke(struct sfp_tile *tile, const struct tile_poke *poke);

/* In time: the clock of its core, as if nothing but itself had held it. */
static inline const struct tile_clock *sfp_tile_alone(const struct sfp_tile *tile)
{
    return tile->held_up ? &tile->alone : &tile->clock;
}

struct archiving;

/* Saves or loads all of it, as util/archive.h has it: to one that was begun as it was, by the same caller. */
void tile_archive(struct sfp_tile *tile, struct archiving *a);

/* Before a run: what is called, one after the other. */
void tile_start(struct sfp_tile *tile, const struct tile_call *calls, size_t count, bool timed);

#endif
