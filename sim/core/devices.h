/*
 * What a core's loads and stores reach that is not memory (sfpu-riscv(7), Memory): the GPRs, configuration and semaphores
 * of its Tensix thread, completion checks, mailboxes, clocks. Words that it pushes go elsewhere.
 */
#ifndef SFP_TILE_DEVICES_H
#define SFP_TILE_DEVICES_H

#include <stdbool.h>
#include <stdint.h>

#include "clock.h"
#include "time/frontend.h"
#include "model/model.h"
#include "model/thread_state.h"
#include "core.h"

/*
 * ---- Words in the front end: csr.c ----
 *
 * The words that the thread got, as far as somebody asks for them while they are in the front end: what they use, for
 * Auto TTSync of Blackhole (sfpu-riscv(7), Auto TTSync), and of which kinds they are. As words pass the wait gate in
 * order, the last one of a kind tells of all.
 */

struct sfp_tile;

/* What Auto TTSync tracks. */
enum tile_resource { TILE_TRACKED_GPRS, TILE_TRACKED_CONFIG, TILE_TRACKED_TDMA, TILE_RESOURCES };

enum { TILE_KINDS = 11 }; /* of words: bits of tt_cfg_qstatus */

/* Words are counted from 1 on. All zero: there were none. */
struct tile_tracked {
    uint64_t words;
    uint64_t last_use[TILE_RESOURCES], last_write[TILE_RESOURCES], last_of[TILE_KINDS];
    bool said; /* that Auto TTSync made something wait */
};

/* The thread gets a word. */
void tile_tracked_note(struct sfp_tile *t, uint32_t word);

/* Does the access of the instruction at `index` wait for a word that the thread got? */
bool tile_tracked_waits(struct sfp_tile *t, enum tile_region region, bool loads, uint32_t address, uint32_t index);

/* Of which kinds words are in the front end, as bits. */
uint32_t tile_tracked_kinds(const struct sfp_tile *t);

/* ---- Devices ---- */

enum {
    TILE_B, TILE_T0, TILE_SELF /* T1, whose tile this is */, TILE_T2,
    TILE_CORES,        /* that have mailboxes */
    TILE_MAIL = 4,     /* values that all mailboxes that a core writes to hold together */
};

/* Offsets in SYNC. */
enum { TILE_PCBUF = 0x00, TILE_THREAD_DONE = 0x04, TILE_MOP_DONE = 0x08, TILE_SEMAPHORES = 0x20 };

/* What becomes of a load. */
enum tile_answer {
    TILE_ANSWERED,
    TILE_HELD_BY_THREAD, /* until nothing of the thread is in flight; the value is undefined, 0 here */
    TILE_HELD_BY_MOP,    /* until no MOP is queued or expanded; likewise */
    TILE_EMPTY,          /* nothing is there to be read, and nobody will write */
    TILE_REFUSED,        /* `refusal` says why it cannot go on */
};

/* Values that wait to be read. */
struct tile_values {
    const uint32_t *values; /* the caller's */
    size_t count, next;
};

struct tile_devices {
    struct sfp_machine *m;
    const uint64_t *now;           /* the cycle, or, without time, how many instructions were executed */
    uint64_t clock_base;           /* added to it in the wall clock */
    uint32_t clock_high;           /* as the last read of its low half left it */
    uint32_t feature_disable;
    struct tile_values from_b;     /* PCBuf */
    struct tile_values mail[TILE_CORES]; /* from others */
    uint32_t own_mail[TILE_MAIL];     /* from T1 to itself */
    unsigned own_mail_count;
    const struct sfp_thread *thread; /* the thread's front end; without time nothing is in it */
    const struct tile_tracked *tracked; /* and what the words there use */
    size_t at;                     /* index of the instruction that does it, for findings */
    const char *refusal;
};

/* Reports what the instruction at `at` does; `detail` is the address that it is about, or as the finding has it. */
void tile_device_say(const struct tile_devices *d, enum rv_finding kind, uint32_t detail);

/* Whose mailbox lies at an offset of the region. */
unsigned tile_mailbox_of(uint32_t offset);

/* Is a load there held, and by what? ANSWERED: it is not. */
enum tile_answer tile_device_holds(enum tile_region region, uint32_t offset);

/* A load of `size` bytes at `offset` of a region that is neither memory nor for words. */
enum tile_answer tile_device_load(struct tile_devices *d, enum tile_region region, uint32_t offset, unsigned size,
                                  uint32_t *value);

/* The byte at this address if it can be read without an effect, and without a finding. */
bool tile_device_peek(const struct tile_devices *d, uint32_t address, uint8_t *byte);

/* A store. False: `refusal` says why it cannot go on. */
bool tile_device_store(struct tile_devices *d, enum tile_region region, uint32_t offset, unsigned size,
                       uint32_t value);

/* ---- The window to Dst: dst_window.c ---- */

/* At `offset` of the window, as the configuration has its elements. NULL, or why that is not possible. */
const char *tile_dst_load(const struct sfp_state *s, uint32_t offset, unsigned size, uint32_t *value);
unsigned tile_dst_element_bytes(const struct sfp_state *s); /* the only size that it takes; 0: none */
/* The cell of Dst, or high half of one of 32 bits, that a store there, which is possible, writes. True: of 32 bits. */
bool tile_dst_cell(const struct sfp_state *s, uint32_t offset, unsigned size, unsigned *row, unsigned *column);
const char *tile_dst_store(struct sfp_state *s, uint32_t offset, unsigned size, uint32_t value);

#endif
