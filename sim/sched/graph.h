/*
 * One iteration of a plain kernel as values and the operations that make them: what any order of it, or table, must
 * keep. Registers are gone, but for those that hold the same in each iteration.
 */
#ifndef SFP_GRAPH_H
#define SFP_GRAPH_H

#include "isa/isa.h"
#include "isa/vector_unit.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
    GRAPH_SOURCES = 4,  /* of an operation */
    GRAPH_RESULTS = 2,
    GRAPH_NONE = -1,    /* no value, region, source */
    GRAPH_LREGS = 8,    /* that values can be in */
    GRAPH_MADE = 8,     /* constants beside the kernel's own, at most */
};

/* Where an operation has a source. */
enum graph_slot {
    GRAPH_VA, GRAPH_VB, GRAPH_VC,
    GRAPH_B,      /* the second source: the register of the result if it is issued, VB if a macro schedules it */
    GRAPH_VD,     /* the register of the result, some of which stays; of SFPSTORE what it stores */
    GRAPH_NAMED,  /* what L7 holds, which names a register that is not written in the loop */
    GRAPH_FIXED,  /* in the LReg that `lreg` says, and no other: SFPLUT's and SFPLUTFP32's */
};

struct graph_source {
    uint8_t slot;  /* enum graph_slot */
    uint8_t lreg;  /* if there is no value: an LReg that the iteration does not write, 0..15; else of FIXED alone */
    int16_t value; /* or GRAPH_NONE */
};

/* A value that an operation makes. Several operations can make the same one: any of them will do. */
struct graph_result {
    int16_t value;    /* GRAPH_NONE: there is none; that of SFPSWAP's second register can be one that nobody uses */
    int8_t in_place;  /* the source in whose register it comes to be, whatever schedules it; or GRAPH_NONE */
};

struct graph_operation {
    const struct sfp_insn *insn;
    uint32_t word;   /* as the kernel has it, registers and all; or as a rewrite made it */
    uint8_t mode;    /* Mod0 or Mod1 */
    uint8_t unit;    /* enum sfp_unit */
    uint8_t latency; /* cycles to the first in which its results can be read; of stores 1 */
    uint8_t source_count;
    struct graph_source sources[GRAPH_SOURCES];
    struct graph_result results[GRAPH_RESULTS]; /* [0].value is GRAPH_NONE of SFPSTORE and of what only changes flags */
    uint8_t exchange; /* enum sfp_exchange: of these two slots sources may change places */
    bool optional;    /* another one makes its value too, or it is there only if a table wants it */
    bool issued_only; /* no macro can schedule it */
    bool changes_flags;
    int16_t region;   /* of flags, in which it works, or which it closes; GRAPH_NONE: in all lanes */
    int32_t address;  /* of SFPLOAD and SFPSTORE, in rows of Dst from where the iteration begins, counters included */
    uint16_t version; /* and how many stores that reach cells of these come before it */
    uint16_t at;      /* the word of the body that it comes from: whose place messages name */
    uint8_t iteration; /* of those of the kernel's loop that are one */
    const struct rewrite *by; /* NULL: the kernel's own */
    bool beside;     /* a rewrite has added it beside what makes the same, not put it in its place */
};

/* Operations between an instruction that changes flags and the one that enables all lanes again, or that changes them
 * once more. An instruction that changes flags within a region works in the region that it closes, and opens the
 * next. */
struct graph_region {
    uint16_t opens, closes; /* operations */
    int16_t lanes;          /* the first region that has the same lanes: itself, or one that is opened again */
    int16_t outer;          /* the region whose lanes its lanes are some of; GRAPH_NONE: all lanes */
    int16_t other;          /* a region before it that has all other lanes of `outer`; GRAPH_NONE: none has */
};

struct graph {
    enum sfp_arch arch;
    struct graph_operation *operations; /* in the body's order, with what rewrites add behind their originals; owned */
    size_t count, room;
    int16_t values;                     /* how many there are */
    struct graph_region *regions;       /* owned */
    size_t region_count, region_room;
    uint32_t kept;                      /* LRegs 0..7 that no value may be in: the loop reads what was in them before */
    uint32_t constants;                 /* and of L11..L14 those that it reads, or that are set before it */
    int32_t rows;                       /* of Dst, by which an iteration lies behind the one before */
    unsigned iterations;                /* of the kernel's loop, that are one here */
    bool dst_16bit_view;                /* sfpu-dst(7) */
    bool splits;                        /* some SFPCOMPC is SFPENCC and the opposite condition */
    bool in_order;                      /* no table is looked for, but another order: rewrites leave it LRegs enough */
    struct {
        bool known;
        int32_t rows;                   /* of Dst */
    } addrmods[8];                      /* what each address modifier adds */
    struct {
        uint8_t lreg;
        uint32_t bits;
    } made[GRAPH_MADE];                 /* constants that rewrites want: in L11..L14, or in one of `kept` */
    uint8_t made_count;
    uint32_t known;                     /* LRegs that hold the same in all lanes before the loop, as it says itself: */
    uint32_t known_bits[16];            /* this; of what the loop writes it is no longer so in it */
    uint32_t replaced;                  /* bit i: row i of rewrites.def has put something in an operation's place */
};

struct loop_body;

/* The graph of a loop's iteration, for graph_free() in any case. False with "FILE:LINE:COLUMN: ..." in *error, which
 * the caller frees (NULL: no memory), where it cannot be scheduled: refusals.def has why. */
bool graph_of_body(const struct loop_body *body, struct graph *g, char **error);

/* The same with SFPENCC and the opposite condition in place of an SFPCOMPC of all lanes, where there is one: other
 * operations can come between them, as no flags are set there. */
bool graph_of_split_body(const struct loop_body *body, struct graph *g, char **error);
void graph_free(struct graph *g);

/* Adds what rewrites.def has to make values in other ways: those rows that change no value, and of the others those
 * that are named. False with a line in *error, which the caller frees (NULL: no memory), for a name that there is
 * not. */
bool graph_rewrite(struct graph *g, const char *const *names, size_t count, char **error);

/* Makes `count` iterations, one behind the other, one: for tables whose period is not a multiple of theirs. False: no
 * memory. */
bool graph_repeat(struct graph *g, unsigned count);

/* The name of the row that has added an operation. */
const char *graph_rewrite_name(const struct rewrite *rewrite);

/* A line for each operation, and what is there besides. */
void graph_print(const struct graph *g, FILE *out);

/* Does a half of the destination stay, which is a source then? */
bool graph_keeps_half(const struct sfp_insn *insn, unsigned mode);

/* Is this the operation's kind? */
static inline bool graph_is_load(const struct graph_operation *o) { return o->insn->id == SFP_I_SFPLOAD; }
static inline bool graph_is_store(const struct graph_operation *o) { return o->insn->id == SFP_I_SFPSTORE; }
static inline bool graph_reaches_dst(const struct graph_operation *o) { return graph_is_load(o) || graph_is_store(o); }

/* Does anything read the value? */
bool graph_is_read(const struct graph *g, int16_t value);

/* Of two loads and stores: can both reach some bits of Dst, where the addresses of `b` are `rows` more? */
bool graph_share_cells(const struct graph *g, const struct graph_operation *a, const struct graph_operation *b,
                       int32_t rows);

/* And does it matter which of them comes first? */
bool graph_keeps_order(const struct graph *g, const struct graph_operation *a, const struct graph_operation *b,
                       int32_t rows);

/* Which does in the plain kernel, in one iteration? */
bool graph_comes_first(const struct graph_operation *a, const struct graph_operation *b);

/* Does the load find what the store has left? */
static inline bool graph_finds(const struct graph_operation *load, const struct graph_operation *store)
{
    return graph_is_load(load) && graph_is_store(store) && load->address == store->address &&
           load->version == store->version + 1;
}

#endif
