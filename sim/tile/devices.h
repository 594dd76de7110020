/*
 * What a core's loads and stores reach that is not memory (sfpu-riscv(7), Memory): the GPRs, configuration and semaphores
 * of its Tensix thread, completion checks, mailboxes, clocks. Words that it pushes go elsewhere.
 */
#ifndef SFP_TILE_DEVICES_H
#define SFP_TILE_DEVICES_H

#include "frontend/feed.h"
#include "map.h"
#include "model/model.h"
#include "riscv/core.h"
#include "tracked.h"

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

/* A store. False: `refusal` says why it cannot go on. */
bool tile_device_store(struct tile_devices *d, enum tile_region region, uint32_t offset, unsigned size,
                       uint32_t value);

#endif
