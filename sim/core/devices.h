/*
 * Devices: targets of a core's loads and stores that are not memory (sfpu-riscv(7), Memory): the Tensix thread's GPRs,
 * configuration and semaphores, completion checks, mailboxes, clocks. Pushed words do not come here.
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
#include "mates.h"

/*
 * ---- Words in the front end: csr.c ----
 *
 * Records of the words that the thread got, for questions while the words are in the front end: the resources that
 * words use, for Blackhole's Auto TTSync (sfpu-riscv(7), Auto TTSync), and the kinds of words. Since words pass the
 * wait gate in order, the last word of a kind decides.
 */

struct sfp_tile;

/* Resources that Auto TTSync tracks. */
enum tile_resource { TILE_TRACKED_GPRS, TILE_TRACKED_CONFIG, TILE_TRACKED_TDMA, TILE_RESOURCES };

enum { TILE_KINDS = 11 }; /* number of word kinds, bits of tt_cfg_qstatus */

/* Serial numbers of words, from 1. All zero: no words yet. */
struct tile_tracked {
    uint64_t words;
    uint64_t last_use[TILE_RESOURCES], last_write[TILE_RESOURCES], last_of[TILE_KINDS];
    bool said; /* the finding about a wait for Auto TTSync was reported */
};

/* Records a word that the thread gets. */
void tile_tracked_note(struct sfp_tile *t, uint32_t word);

/* Returns whether Auto TTSync holds the access, by the instruction at `index`, for a word in the front end. Reports
 * the first such wait. */
bool tile_tracked_waits(struct sfp_tile *t, enum tile_region region, bool loads, uint32_t address, uint32_t index);

/* Returns the kinds of words in the front end, as bits. */
uint32_t tile_tracked_kinds(const struct sfp_tile *t);

/* ---- Devices ---- */

/* Offsets in SYNC. */
enum { TILE_PCBUF = 0x00, TILE_THREAD_DONE = 0x04, TILE_MOP_DONE = 0x08, TILE_SEMAPHORES = 0x20 };

/* Results of a load. */
enum tile_answer {
    TILE_ANSWERED,
    TILE_HELD_BY_THREAD, /* the core is held while the thread has words in flight; the value is undefined, 0 here */
    TILE_HELD_BY_MOP,    /* the core is held while a MOP is queued or expanded; the value is undefined, 0 here */
    TILE_EMPTY,          /* the device is empty, and no one will write */
    TILE_AWAITED,        /* the device is empty, and another core may write */
    TILE_REFUSED,        /* the core cannot continue; `refusal` says why */
};

/* Values that wait to be read. */
struct tile_values {
    const uint32_t *values; /* values in the order of reads, owned by the caller */
    size_t count, next;
};

struct tile_devices {
    struct sfp_machine *m;
    enum sfp_thread_id owner;      /* thread whose core this is */
    struct tile_mates *mates;      /* what this core shares with those of other threads; NULL: a kernel alone */
    size_t offset;                 /* index of the code's first word in the program */
    const uint64_t *now;           /* present cycle or, without time, number of executed instructions */
    uint64_t clock_base;           /* value of the wall clock in cycle 0 */
    uint32_t clock_high;           /* upper half of the wall clock, latched by the last read of the lower half */
    uint32_t feature_disable;
    struct tile_values from_b;     /* values that the core reads from PCBuf */
    struct tile_values mail[TILE_CORES]; /* values in the mailboxes from other cores */
    struct tile_mail own_mail;     /* the mailbox from the core to itself */
    const struct sfp_thread *thread; /* the thread's front end; empty without time */
    const struct tile_tracked *tracked; /* records of the words in the front end */
    size_t at;                     /* index of the accessing instruction, for findings */
    const char *refusal;
};

/* Reports a finding of the instruction at d->at. `detail` is an address, or what the finding's row describes. */
void tile_device_say(const struct tile_devices *d, enum rv_finding kind, uint32_t detail);

/* Returns the core whose mailbox is at `offset` in the region. */
unsigned tile_mailbox_of(uint32_t offset);

/* Returns whether another core or the sync unit keeps a store from taking effect in this cycle. */
bool tile_device_keeps(const struct tile_devices *d, enum tile_region region, uint32_t offset);

/* Returns whether the mailbox at `offset` leads to a core that takes part in the run, or comes from one. */
bool tile_mail_is_real(const struct tile_devices *d, uint32_t offset);

/* Returns whether the thread or the MOP expander holds a load at this offset; TILE_ANSWERED if neither does. */
enum tile_answer tile_device_holds(enum tile_region region, uint32_t offset);

/* Loads `size` bytes at `offset` in a region that is neither memory nor a push window. */
enum tile_answer tile_device_load(struct tile_devices *d, enum tile_region region, uint32_t offset, unsigned size,
                                  uint32_t *value);

/* Reads the byte at `address` without effects and findings. Returns false if this is not possible. */
bool tile_device_peek(const struct tile_devices *d, uint32_t address, uint8_t *byte);

/* Stores `size` bytes. Returns false if the core cannot continue; d->refusal says why. */
bool tile_device_store(struct tile_devices *d, enum tile_region region, uint32_t offset, unsigned size,
                       uint32_t value);

/* ---- The window to Dst: dst_window.c ---- */

/* These access the element at `offset` in the window, in the format that the configuration selects. They return
 * NULL, or the reason why the access is not possible. */
const char *tile_dst_load(const struct sfp_state *s, uint32_t offset, unsigned size, uint32_t *value);
unsigned tile_dst_element_bytes(const struct sfp_state *s); /* returns the only possible size of an access; 0:
                                                             * reserved format */
/* Sets *row and *column to the cell that a possible store writes. Returns true if the element has 32 bits; the cell
 * is then the element's high half. */
bool tile_dst_cell(const struct sfp_state *s, uint32_t offset, unsigned size, unsigned *row, unsigned *column);
const char *tile_dst_store(struct sfp_state *s, uint32_t offset, unsigned size, uint32_t value);

#endif
