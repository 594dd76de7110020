/* What an assembly leaves: Tensix words, and where each came from. */
#ifndef SFP_PROGRAM_H
#define SFP_PROGRAM_H

#include "isa/init_state.h"
#include "isa/isa.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct source;

#define SFP_NO_SOURCE UINT32_MAX

/* Where a word came from: an offset in one of the program's sources. */
struct sfp_origin {
    uint32_t source; /* SFP_NO_SOURCE: nothing is known, as of a word that a compiler's library pushes */
    uint32_t offset;
    bool further; /* a word of the directive that gave the one before it */
    bool wait;    /* no word of the source's, but one that .hazards auto put in before what stands there */
};

/* The origins of all words in order, packed; asm/origins.h reads them. */
struct sfp_origins {
    uint8_t *bytes;
    size_t size, capacity;
    struct origin_mark *marks;
    size_t mark_capacity;
    size_t count;
    struct sfp_origin last;
};

/* Words first..end-1, between .region and .endregion. Several may have one name: they are one region. */
struct sfp_region {
    char *name;
    size_t first, end;
};

/* Words first..end-1. */
struct sfp_word_range {
    size_t first, end;
};

/* Words that nobody spelled out: instruction selection chose them. */
struct sfp_chosen {
    char *profile; /* by which; NULL: there are none */
    struct sfp_word_range *ranges; /* in order */
    size_t count;
};

/* A label, and the number of words before it. */
struct sfp_symbol {
    const char *name; /* belongs to one of the sources */
    size_t index;
};

/* A file that was read. */
struct sfp_source_file {
    char *name;
    bool system; /* a header that the C preprocessor took for the system's */
};

struct sfp_program {
    uint32_t *words; /* plain Tensix words, in order */
    size_t count;
    enum sfp_arch arch;
    bool arch_stated; /* by the options or the source, not by default */
    enum sfp_init init; /* what the source states with .init; SFP_INIT_UNSTATED if it states none */
    struct sfp_origins origins; /* one a word */
    struct source **sources;
    size_t source_count;
    struct sfp_region *regions; /* in order, none empty, none overlapping another */
    size_t region_count;
    struct sfp_source_file *files; /* each once, by the name that it was opened by */
    char **read;                   /* of compiled code, whose files have other names: the paths that were read */
    size_t read_count, read_room;
    size_t file_count;
    struct sfp_symbol *symbols; /* the labels, in order of their definition */
    size_t symbol_count;
    struct sfp_chosen chosen;
    struct sfp_schedule *schedules; /* those that it has words of */
    size_t schedule_count;
};

/* The place of a word. Strings belong to the program. */
struct sfp_where {
    const char *file;
    unsigned long line;
    unsigned long column;
    const char *text; /* the source line, `length` bytes, no newline */
    size_t length;
    const char *from_file; /* what a compiler made the line from, as .loc says; NULL if nothing says so */
    unsigned long from_line;
};

/* Where word `index` came from. False if nothing is known of that, or memory ran out. Counts lines at the first call, so
 * not for two threads. */
bool sfp_program_where(const struct sfp_program *program, size_t index, struct sfp_where *where);

/* Counts the lines now. False without memory; true: sfp_program_where needs none, and is for any number of threads. */
bool sfp_program_count_lines(const struct sfp_program *program);

/* The region that word `index` is in, or NULL. */
const struct sfp_region *sfp_program_region(const struct sfp_program *program, size_t index);

/* The profile by which instruction selection chose words of first..end-1, or NULL if it chose none of them. */
const char *sfp_program_selected(const struct sfp_program *program, size_t first, size_t end);

void sfp_program_free(struct sfp_program *program);

/* ---- The forms in which sfpasm writes a program ---- */

enum output_kind { OUTPUT_BIN, OUTPUT_HEX, OUTPUT_C, OUTPUT_GAS, OUTPUT_FORMATS };

struct output_format {
    const char *name;
    const char *suffix; /* of the file it goes to by default */
    /* `name` is what an array of the words is called. False if memory ran out; errors of the stream are its owner's to
     * find. */
    bool (*write)(const struct sfp_program *program, const char *name, FILE *stream);
};

extern const struct output_format sfp_output_formats[OUTPUT_FORMATS];

/* The C identifier that stands for the file `path`: "dir/my-kernel.c" is my_kernel. The caller frees it. */
char *sfp_output_identifier(const char *path);

/* ---- What a program keeps of the schedules whose loops it has (sfpu-schedules(7)) ----
 * The cells of each table, and which words are which rows. Whatever the words do can be compared with it. */

enum sfp_cell_kind {
    SFP_CELL_ISSUED,    /* by the thread */
    SFP_CELL_LOAD,      /* by the thread: the SFPLOADMACRO of a tag */
    SFP_CELL_SCHEDULED, /* by the load of its tag */
    SFP_CELL_IDLE,      /* a claim: nothing runs on the sub-unit in this row of any iteration */
    SFP_CELL_NEXT,      /* a claim: something of another iteration is issued in this row */
    SFP_CELL_KINDS,
};

/* Who wrote a register last that is read: a cell of the same iteration, or of one `back` iterations before; or after,
 * if it is negative. */
struct sfp_schedule_source {
    uint8_t lreg;
    uint32_t cell;
    int32_t back;
};

/* What a cell does in one turn of the rotation. */
struct sfp_schedule_action {
    uint32_t word;          /* with the operands that it has when it executes; L16 as VD is 0 in it */
    uint8_t va, vb, vc, vd; /* as it executes them, 0..16; VB is the second source, whatever the issued form calls it.
                             * Those that it does not use say nothing */
    struct sfp_schedule_source *sources; /* of the registers that it reads and the table writes; owned */
    size_t source_count;
};

struct sfp_schedule_cell {
    enum sfp_cell_kind kind;
    enum sfp_unit unit; /* SFP_UNIT_NONE: the front end */
    unsigned row;
    int tag;            /* its place in `tags`, or -1 */
    int32_t address;    /* Dst row in iteration 0, of loads and stores; of a scheduled store that of its load */
    uint8_t addrmod;    /* of those that are issued */
    bool old;           /* it means to read a value before the one under way replaces it */
    struct sfp_origin origin; /* of its text */
    struct sfp_schedule_action *actions; /* one a turn, owned; NULL of claims */
};

/* A word that is a cell. Words of loops that are none are SFPNOPs and REPLAYs. */
struct sfp_schedule_word {
    size_t index;
    uint32_t cell;
    uint32_t turn;
};

struct sfp_schedule {
    char *name;                      /* owned, like what follows */
    unsigned period, rows, turns;    /* rows: one more than the last; a turn is an iteration modulo `turns` */
    int32_t step;                    /* Dst rows from one iteration to the next */
    bool counts_cycles;              /* delays count cycles, else instructions */
    bool unproven;                   /* a loop of it is right only if the thread is never late, as its author has said */
    char **tags;
    size_t tag_count;
    struct sfp_schedule_cell *cells; /* by row, then by column */
    size_t cell_count;
    struct sfp_schedule_word *words; /* in order */
    size_t word_count, word_capacity;
};

/* The schedule of the word, and which of its words that is; NULL: the word is no cell of any. */
const struct sfp_schedule *sfp_schedule_of_word(const struct sfp_program *program, size_t index,
                                                const struct sfp_schedule_word **word);

/* The cell that a word executes, or, if `unit` is not SFP_UNIT_NONE, that its load has scheduled there; NULL: none. */
const struct sfp_schedule_cell *sfp_schedule_executes(const struct sfp_schedule *schedule,
                                                      const struct sfp_schedule_word *word, enum sfp_unit unit);

void sfp_schedule_free(struct sfp_schedule *schedule);

#endif
