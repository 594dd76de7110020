/*
 * A graph: one iteration of a plain kernel, as operations and the values between them. Every order and every table of
 * the kernel must keep these. Registers are left out, except registers with constant contents.
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
    GRAPH_SOURCES = 4,  /* most sources of an operation */
    GRAPH_RESULTS = 2,
    GRAPH_NONE = -1,    /* index that means no value, no region or no source */
    GRAPH_LREGS = 8,    /* LRegs that can hold values */
    GRAPH_MADE = 8,     /* most constants that rewrites add */
    GRAPH_MADE_LOADS = 2, /* most SFPLOADIs that load a constant, by halves */
};

/* The operand position of a source. */
enum graph_slot {
    GRAPH_VA, GRAPH_VB, GRAPH_VC,
    GRAPH_B,      /* the second source: the result's register if the operation is issued, VB if a macro schedules it */
    GRAPH_VD,     /* the result's register, part of which stays; for SFPSTORE the stored value */
    GRAPH_NAMED,  /* L7, whose value names a register that the loop does not write */
    GRAPH_FIXED,  /* the LReg given by `lreg`, and no other: for SFPLUT and SFPLUTFP32 */
};

struct graph_source {
    uint8_t slot;  /* slot of the source, an enum graph_slot */
    uint8_t lreg;  /* without a value: an LReg that the iteration does not write, 0..15; with a value: used by
                    * GRAPH_FIXED only */
    int16_t value; /* index of the value read, or GRAPH_NONE */
};

/* A result of an operation. Several operations may make one value; a reader can use any of these makers. */
struct graph_result {
    int16_t value;    /* index of the value, or GRAPH_NONE without a result; the second register of SFPSWAP may have
                       * a value that nobody reads */
    int8_t in_place;  /* index of the source whose register the result replaces, issued or scheduled; or GRAPH_NONE */
};

struct graph_operation {
    const struct sfp_insn *insn;
    uint32_t word;   /* the kernel's word with its registers, or a word made by a rewrite */
    uint8_t mode;    /* mode of the instruction: Mod0 or Mod1 */
    uint8_t unit;    /* sub-unit, an enum sfp_unit */
    uint8_t latency; /* number of cycles from the start to the first cycle in which the results can be read; 1 for
                      * stores */
    uint8_t source_count;
    struct graph_source sources[GRAPH_SOURCES];
    struct graph_result results[GRAPH_RESULTS]; /* [0].value is GRAPH_NONE for SFPSTORE and for operations that only
                                                 * change flags */
    uint8_t exchange; /* pair of slots whose sources may change places, an enum sfp_exchange */
    bool optional;    /* the operation may be absent: another operation makes its value, or only certain tables need
                       * it */
    bool issued_only; /* no macro can schedule it */
    bool changes_flags;
    int16_t region;   /* the flag region that the operation works in, or closes; GRAPH_NONE: works in all lanes */
    int32_t address;  /* SFPLOAD and SFPSTORE: row of Dst, from the row where the iteration begins, counters included */
    uint16_t version; /* SFPLOAD and SFPSTORE: number of earlier stores that reach the cells */
    uint16_t at;      /* index of its word in the body, whose place messages name */
    uint8_t iteration; /* number of its kernel iteration, where several kernel iterations form one */
    const struct rewrite *rewrite; /* rewrite that added or changed the operation; NULL: an operation of the kernel */
    bool is_added;   /* a rewrite added the operation as an alternative, and kept the original */
};

/* The operations between an instruction that changes flags and the next instruction that changes them or enables all
 * lanes. An instruction that changes flags within a region belongs to the region that it closes, and opens the next
 * region. */
struct graph_region {
    uint16_t opens, closes; /* indices of the operations that open and close the region */
    int16_t lanes;          /* first region with an equal set of lanes: this region, or the earlier one that SFPPOPC
                             * restores */
    int16_t outer;          /* enclosing region, whose lanes include this region's lanes; GRAPH_NONE: all lanes */
    int16_t complement;     /* earlier region with exactly the lanes of `outer` that this region lacks, or GRAPH_NONE */
};

/* An LReg that hands a value on: to the next iteration, or to the code after the loop. The value stays in this LReg,
 * which the code before the loop has set, and which the code after the loop may read. */
struct graph_carried {
    uint8_t lreg;
    bool read_after;  /* the code after the loop reads the LReg */
    int16_t entry;    /* value that the iteration finds in the LReg, and that no operation makes; GRAPH_NONE: the
                       * iteration does not read the LReg before it writes it */
    int16_t exit;     /* value that the iteration leaves in the LReg */
};

struct graph {
    enum sfp_arch arch;
    struct graph_operation *operations; /* array in the body's order; operations of a rewrite follow their originals;
                                         * owned */
    size_t count, room;
    int16_t values;                     /* number of values */
    struct graph_region *regions;       /* array of regions; owned */
    size_t region_count, region_room;
    uint32_t kept;                      /* set of LRegs 0..7 that cannot hold values, because the loop reads their
                                         * contents from before the loop */
    struct graph_carried carried[GRAPH_LREGS]; /* LRegs that hand values on, in order */
    uint8_t carried_count;
    uint32_t constants;                 /* set of LRegs L11..L14 that the loop reads, or that the code before the
                                         * loop sets */
    int32_t rows;                       /* number of Dst rows between two iterations */
    unsigned iterations;                /* number of kernel iterations joined into one */
    bool dst_16bit_view;                /* Dst is viewed as 16-bit cells (sfpu-dst(7)) */
    bool splits;                        /* at least one SFPCOMPC was replaced by SFPENCC and the opposite condition */
    bool keeps_own;                     /* no rewrite that needs no name puts other instructions in the place of the
                                         * kernel's own */
    bool in_order;                      /* the graph is for a plain order instead of a table: rewrites must leave it
                                         * enough LRegs */
    struct {
        bool known;
        int32_t rows;                   /* number of Dst rows that the modifier adds */
    } addrmods[8];                      /* address modifiers, by number */
    struct {
        uint8_t lreg;
        uint32_t bits;
        uint8_t load_count;
        uint16_t loads[GRAPH_MADE_LOADS]; /* words of the body, in order, that load these bits; none if a rewrite made
                                           * up the constant */
    } made[GRAPH_MADE];                 /* constants that rewrites want, in L11..L14 or in an LReg of `kept` */
    uint8_t made_count;
    uint32_t known;                     /* set of LRegs with known contents before the loop, equal in all lanes */
    uint32_t known_bits[16];            /* contents of the `known` LRegs before the loop; not valid in the loop for
                                         * LRegs that the loop writes */
    bool has_minus_one;                 /* L11 holds -1.0 in all lanes, from the machine's state before the program on,
                                         * and no word writes L11 */
    uint32_t replaced;                  /* bit i: row i of rewrites.def has replaced an operation */
};

struct loop_body;

/* Makes the graph of a loop's iteration. Returns false with "FILE:LINE:COLUMN: ..." in *error if the loop cannot be
 * scheduled (reasons: include/refusals.def), or with NULL in *error if memory ran out. The caller frees *error.
 * graph_free() is due either way. */
bool graph_of_body(const struct loop_body *body, struct graph *g, char **error);

/* As graph_of_body(), with SFPENCC and the opposite condition in place of each SFPCOMPC of all lanes. Other
 * operations can then stand between the two, where no flags are set. */
bool graph_of_split_body(const struct loop_body *body, struct graph *g, char **error);
void graph_free(struct graph *g);

/* Applies the rewrites of rewrites.def: the rows that change no value, and the named rows. Returns false with a
 * message in *error, which the caller frees, if a name is unknown; *error is NULL if memory ran out. */
bool graph_rewrite(struct graph *g, const char *const *names, size_t count, char **error);

/* Lists in adding[] the names whose rewrites change no value, or have replaced no operation of `g`, to which
 * graph_rewrite() has applied all names. Returns their number. */
size_t graph_list_adding(const struct graph *g, const char *const *names, size_t count, const char **adding);

/* Returns whether a rewrite that needs no name has put other instructions in the place of the kernel's own. */
bool graph_has_instead(const struct graph *g);

/* Sets *offered to the set of rows of rewrites.def, bit i for row i, that change some values, are not named, and would
 * replace operations of this body if they were named. `in_order`: in the graph of an order, which keeps SFPCOMPC.
 * Returns false if memory ran out. */
bool graph_find_offered(const struct loop_body *body, bool in_order, const char *const *names, size_t count,
                        uint32_t *offered);

/* Joins `count` iterations into one, for tables whose period is not a multiple of an iteration's. False if memory
 * ran out. */
bool graph_repeat(struct graph *g, unsigned count);

/* Returns the name of the rewrite's row in rewrites.def. */
const char *graph_rewrite_name(const struct rewrite *rewrite);

/* Prints a line for each operation and region, the constants, the rows and the address modifiers. */
void graph_print(const struct graph *g, FILE *out);

/* Does the instruction write only half of its destination? The destination is then a source too. */
bool graph_keeps_half(const struct sfp_insn *insn, unsigned mode);

/* Kinds of operations. */
static inline bool graph_is_load(const struct graph_operation *o) { return o->insn->id == SFP_I_SFPLOAD; }
static inline bool graph_is_store(const struct graph_operation *o) { return o->insn->id == SFP_I_SFPSTORE; }
static inline bool graph_reaches_dst(const struct graph_operation *o) { return graph_is_load(o) || graph_is_store(o); }

/* Returns the carried LReg whose entry is this value, or NULL. graph_carried_exit(): whose exit it is. */
const struct graph_carried *graph_carried_entry(const struct graph *g, int16_t value);
const struct graph_carried *graph_carried_exit(const struct graph *g, int16_t value);

/* Returns the set of LRegs that hand values on. */
uint32_t graph_carried_lregs(const struct graph *g);

/* Returns whether an operation reads the value, or a carried LReg hands it on. */
bool graph_is_read(const struct graph *g, int16_t value);

/* Can these two loads or stores reach a common bit of Dst, with the addresses of `b` increased by `rows`? */
bool graph_share_cells(const struct graph *g, const struct graph_operation *a, const struct graph_operation *b,
                       int32_t rows);

/* Must `a` and `b` keep their order: do they share cells (as above), store to them, and have an effect? */
bool graph_keeps_order(const struct graph *g, const struct graph_operation *a, const struct graph_operation *b,
                       int32_t rows);

/* Does the load or store `a` come before `b` in the plain kernel? */
bool graph_comes_first(const struct graph_operation *a, const struct graph_operation *b);

/* Does the load read the cells as this store left them? */
static inline bool graph_finds(const struct graph_operation *load, const struct graph_operation *store)
{
    return graph_is_load(load) && graph_is_store(store) && load->address == store->address &&
           load->version == store->version + 1;
}

#endif
