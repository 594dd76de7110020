/* The result of an assembly: Tensix words, and the place that each came from. */
#ifndef SFP_PROGRAM_H
#define SFP_PROGRAM_H

#include "isa/init_state.h"
#include "isa/isa.h"
#include "isa/threads.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct source;

#define SFP_NO_SOURCE UINT32_MAX

/* A word's origin: an offset in one of the program's sources. */
struct sfp_origin {
    uint32_t source; /* the source's index, or SFP_NO_SOURCE: unknown, as for a compiler library's words */
    uint32_t offset;
    bool further; /* the same directive gave the word before */
    bool wait;    /* .hazards auto inserted the word before the text at `offset`; the source lacks the word */
};

/* The origins of all words in order, packed; program/origins.h reads them. */
struct sfp_origins {
    uint8_t *bytes;
    size_t size, capacity;
    struct origin_mark *marks;
    size_t mark_capacity;
    size_t count;
    struct sfp_origin last;
};

/* Words first..end-1, between .region and .endregion. Regions that share a name count as one region. */
struct sfp_region {
    char *name;
    size_t first, end;
};

/* Words first..end-1. */
struct sfp_word_range {
    size_t first, end;
};

/* Words first..end-1, which `thread` runs. */
struct sfp_stream {
    enum sfp_thread_id thread;
    size_t first, end;
};

/* Words that the source does not spell out: instruction selection chose them. */
struct sfp_chosen {
    char *profile; /* the selection's profile, or NULL without such words */
    struct sfp_word_range *ranges; /* ranges of selected words, in order */
    size_t count;
};

/* A label, and the number of words before it. */
struct sfp_symbol {
    const char *name; /* name of the symbol; a source owns the text */
    size_t index;
};

/* A symbol that the sources set (.set, .equ, =, -D), each time to the same value. */
struct sfp_constant {
    const char *name; /* name of the symbol; a source owns the text */
    int64_t value;
};

/* A file that was read. */
struct sfp_source_file {
    char *name;
    bool system; /* the C preprocessor marked the file as a system header */
};

struct sfp_program {
    uint32_t *words; /* plain Tensix words, in order */
    size_t count;
    enum sfp_arch arch;
    bool arch_stated; /* an option or the source stated the arch */
    enum sfp_init init; /* the state that .init of the source states; SFP_INIT_UNSTATED if the source states none */
    /* The words by thread, in order of the words: a thread may have several ranges, which follow one another in its
     * program. None: all words are the math thread's. */
    struct sfp_stream *streams;
    size_t stream_count;
    struct sfp_origins origins; /* origin of each word */
    struct source **sources;
    size_t source_count;
    struct sfp_region *regions; /* regions in order, not empty, not overlapping */
    size_t region_count;
    struct sfp_source_file *files; /* files of the sources, each once, by the name that opened the file */
    char **read;                   /* paths that were read, for compiled code, whose `files` have other names */
    size_t read_count, read_room;
    size_t file_count;
    struct sfp_symbol *symbols; /* the labels, in order of their definition */
    size_t symbol_count;
    struct sfp_constant *constants; /* the constants in order of definition; empty for a program of several
                                     * threads */
    size_t constant_count;
    struct sfp_chosen chosen;
    struct sfp_schedule *schedules; /* the schedules from which words come */
    size_t schedule_count;
};

/* A word's place. The program owns the strings. */
struct sfp_where {
    const char *file;
    unsigned long line;
    unsigned long column;
    const char *text; /* the source line: `length` bytes, without a newline */
    size_t length;
    const char *from_file; /* the file from which a compiler made the line (.loc), or NULL if unknown */
    unsigned long from_line;
};

/* Finds the place of word `index`. Returns false if the place is unknown or memory runs out. The first call counts
 * lines, so two threads must not call it at the same time. */
bool sfp_program_where(const struct sfp_program *program, size_t index, struct sfp_where *where);

/* Finds the outermost call of a macro, or the directive of a block, from whose text word `index` comes, for
 * sfp_origins_where(). Returns false if there is none. */
bool sfp_program_call(const struct sfp_program *program, size_t index, struct sfp_origin *call);

/* Counts the lines now. Returns false without memory. Afterwards sfp_program_where() needs no memory, and any number
 * of threads may call it. */
bool sfp_program_count_lines(const struct sfp_program *program);

/* Returns the name of the i-th region, or NULL if `i` is out of range. *first is the region's first word, *end the index
 * after the last word; either pointer may be NULL. */
const char *sfp_program_region_at(const struct sfp_program *program, size_t i, size_t *first, size_t *end);

/* Returns the region that contains word `index`, or NULL. */
const struct sfp_region *sfp_program_region(const struct sfp_program *program, size_t index);

/* Returns the profile by which instruction selection chose a word of first..end-1, or NULL if it chose no word
 * there. */
const char *sfp_program_selected(const struct sfp_program *program, size_t first, size_t end);

void sfp_program_free(struct sfp_program *program);

/* ---- The formats in which sfpasm writes a program ---- */

enum output_kind { OUTPUT_BIN, OUTPUT_HEX, OUTPUT_C, OUTPUT_GAS, OUTPUT_FORMATS };

struct output_format {
    const char *name;
    const char *suffix; /* suffix of the default output file */
    /* Writes the program; `name` names the array of words. Returns false without memory. The caller checks the
     * stream for write errors. */
    bool (*write)(const struct sfp_program *program, const char *name, FILE *stream);
};

extern const struct output_format sfp_output_formats[OUTPUT_FORMATS];

/* Makes a C identifier from a file's path: "dir/my-kernel.c" gives my_kernel. The caller frees it. NULL without
 * memory. */
char *sfp_output_identifier(const char *path);

/* ---- What a program keeps of the schedules whose loops it contains (sfpu-schedules(7)) ----
 * The cells of each table, and the words that are these cells. A run can be compared with them. */

enum sfp_cell_kind {
    SFP_CELL_ISSUED,    /* cell issued by the thread */
    SFP_CELL_LOAD,      /* cell issued by the thread: the SFPLOADMACRO of a tag */
    SFP_CELL_SCHEDULED, /* cell scheduled by its tag's load */
    SFP_CELL_IDLE,      /* a claim: no instruction runs on the sub-unit in this row of any iteration */
    SFP_CELL_NEXT,      /* a claim: an instruction of another iteration is issued in this row */
    SFP_CELL_KINDS,
};

/* The cell that last wrote a register before an action reads it. The cell belongs to the iteration `back` iterations
 * earlier: 0 is the same iteration, a negative number a later iteration. */
struct sfp_schedule_source {
    uint8_t lreg;
    uint32_t cell;
    int32_t back;
};

/* A cell's action in one turn of the rotation. */
struct sfp_schedule_action {
    uint32_t word;          /* the instruction with its operands at execution; VD is 0 for L16 */
    uint8_t va, vb, vc, vd; /* the registers at execution, 0..16; VB is the second source, whatever the issued form
                             * calls it. Registers that the instruction does not use have no meaning */
    struct sfp_schedule_source *sources; /* last writers of the registers read, if the table writes them; owned */
    size_t source_count;
};

struct sfp_schedule_cell {
    enum sfp_cell_kind kind;
    enum sfp_unit unit; /* sub-unit of the cell; SFP_UNIT_NONE: the front end */
    unsigned row;
    int tag;            /* index into `tags`, or -1 */
    int32_t address;    /* Dst row in iteration 0, of loads and stores; a scheduled store has its load's */
    uint8_t addrmod;    /* address modifier of an issued cell */
    bool old;           /* the cell means to read a value before the value under way replaces it */
    struct sfp_origin origin; /* the place of the cell's text */
    struct sfp_schedule_action *actions; /* the cell's actions, an array with one for each turn, owned; NULL for
                                          * claims */
};

/* A word that is a cell. A loop's other words are SFPNOPs and REPLAYs. */
struct sfp_schedule_word {
    size_t index;
    uint32_t cell;
    uint32_t turn;
};

struct sfp_schedule {
    char *name;                      /* name of the schedule; owned, like the arrays below */
    unsigned period, rows, turns;    /* rows: last row's number + 1; a turn is an iteration modulo `turns` */
    int32_t step;                    /* Dst rows from one iteration to the next */
    bool counts_cycles;              /* delays count cycles; if false, instructions */
    bool unproven;                   /* the author said that the loop is right only if the thread is never late */
    char **tags;
    size_t tag_count;
    struct sfp_schedule_cell *cells; /* cells by row, then by column */
    size_t cell_count;
    struct sfp_schedule_word *words; /* words that are cells, in order */
    size_t word_count, word_capacity;
};

/* Returns the schedule to which word `index` belongs, and sets *word to the schedule's entry for it. Returns NULL if
 * the word is not a cell. */
const struct sfp_schedule *sfp_schedule_of_word(const struct sfp_program *program, size_t index,
                                                const struct sfp_schedule_word **word);

/* Returns the cell that the word issues if `unit` is SFP_UNIT_NONE. Otherwise returns the cell that the word's load
 * schedules on `unit`, or NULL if the load schedules no cell there. */
const struct sfp_schedule_cell *sfp_schedule_executes(const struct sfp_schedule *schedule,
                                                      const struct sfp_schedule_word *word, enum sfp_unit unit);

void sfp_schedule_free(struct sfp_schedule *schedule);

#endif
