/* What the engine keeps of the matrix unit: its work under way (matrix_stalls.c), and what findings about its words
 * need to know (hazards_matrix.c, hazards_product.c). */
#ifndef SFP_MATRIX_WORK_H
#define SFP_MATRIX_WORK_H

#include "isa/matrix_time.h"
#include "model/config.h"
#include "model/model.h"
#include "model/source_banks.h"

enum {
    SFP_MATRIX_DISTANCE = 3, /* instructions that must separate a write of the matrix unit to rows of Dst and a load of
                              * them (sfpu-matrix(7), Findings) */
    SFP_PRODUCTS = 512,      /* places for products that were added to Dst */
    SFP_GROUP_WORDS = SFP_DST_ROWS / SFP_ROWS / 64, /* size, in 64-bit words, of a set of groups of four rows */
};

/* Rows of Dst as the interlock on blocks sees them: physical rows from `row` on. */
struct sfp_dst_block {
    uint16_t row;
    uint8_t rows;
};

enum { SFP_MATRIX_WRITES = 8 }; /* places for writes: one starts in a cycle, and lasts at most SFP_MATRIX_LONGEST */
_Static_assert((int)SFP_MATRIX_WRITES >= (int)SFP_MATRIX_LONGEST, "writes under way have a place each");

/* A block that the matrix unit has still to write: readers can issue from cycle `ready` on. */
struct sfp_matrix_write {
    uint64_t ready;
    struct sfp_dst_block block;
};

/* The matrix unit's work under way, of all threads (matrix_stalls.c). */
struct sfp_matrix_unit {
    uint64_t until;                         /* from this cycle on the unit holds back no instruction */
    uint64_t takes_from[SFP_MATRIX_GROUPS]; /* by group: first cycle in which the unit takes its instructions */
    struct sfp_matrix_write written[SFP_MATRIX_WRITES]; /* by cycle of issue: a ring */
    bool uses_blocks;                       /* an instruction that writes blocks has issued in the run */
};

/* A set of physical rows of Dst. Each bit stands for four rows, the first a multiple of four. */
struct sfp_row_groups {
    uint64_t bits[SFP_GROUP_WORDS];
};

/* Rows that a word of the matrix unit has written. */
struct sfp_seam_write {
    struct sfp_row_groups rows;
    size_t index;
    unsigned since; /* instructions that the thread has issued since; saturates at SFP_MATRIX_DISTANCE */
};

/* A thread's words of the matrix unit and vector instructions, where they meet (hazards_matrix.c). Kept up to date if
 * `looks`. */
struct sfp_seam {
    struct sfp_seam_write written[SFP_MATRIX_DISTANCE];
    unsigned since_write; /* instructions issued since the last of these writes; saturates, too */
    struct sfp_row_groups stored; /* rows that vector instructions have stored since the last wait for the unit */
    size_t stored_by;             /* index of the last of them */
    bool any_stored;
    uint8_t assured;    /* set of sources whose bank an instruction or a wait has shown to be valid */
    uint8_t given_back; /* set of sources whose bank was given back, and whose next one was not shown to be valid */
    struct sfp_op used_by[SFP_SOURCES]; /* by source: word that has shown a bank to be valid last; insn NULL: none */
    size_t given_by;    /* index of the word that gave a bank back last */
    uint64_t gives_until[SFP_SOURCES]; /* by source: first cycle in which no word that gives a bank back is at work */
};

/* A product that the matrix unit has added to Dst: numbers of its rows and phase in `key`. */
struct sfp_product {
    uint64_t key;
    uint32_t number; /* the engine's `products` when it was added: valid as long as that stays */
    size_t index;
};

/* Values of the configuration's fields by which the matrix unit works. */
struct sfp_matrix_settings {
    uint32_t value[SFP_CONFIG_FIELDS + 3 * SFP_ADDR_MODS];
    unsigned count;
};

#endif
