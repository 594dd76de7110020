/*
 * The parts of reading back:
 *
 *   readback.c         chooses the words that form loops, and the SFPLOADMACROs that stand alone
 *   readback_stream.c  makes words in order from events, with phrases for executed instructions
 *   readback_loop.c    finds periods in a stream
 *   readback_table.c   makes a loop's cells
 *   readback_text.c    writes a table as text
 *   readback_omit.c    decides which words can be left out, and replaces their counter steps
 *   readback_source.c  writes the source: tables, set-ups, loops and words
 */
#ifndef SFP_READBACK_PARTS_H
#define SFP_READBACK_PARTS_H

#include "readback.h"
#include "base/names.h"
#include "base/text_buffer.h"
#include "optext.h"

/* ---- readback_stream.c ---- */

/*
 * The stream: the words that a run issued, in order, each with its effect and its scheduled items. Schedules are read
 * from it.
 *
 * An instruction is kept as a phrase: its text with placeholders for registers, so that instructions differing only by
 * registers share a phrase. A load or store also has placeholders for its address ("@") and its address modifier ("^").
 */

enum {
    STREAM_MOST = 1 << 18,   /* words; a longer run is not read back */
    PHRASE_REGISTERS = 6,
    NO_PHRASE = 0,
    NO_ITEMS = -1,
    STREAM_UNITS = SFP_UNIT_STORE + 1, /* SIMPLE to STORE can have a scheduled item */
};

/* Placeholders in a phrase's text. */
#define PHRASE_REGISTER '%'
#define PHRASE_ADDRESS '@'
#define PHRASE_ADDRMOD '^'

struct phrase {
    uint32_t text; /* an index into the stream's texts, or NO_PHRASE */
    uint8_t registers[PHRASE_REGISTERS], count;
    uint32_t reads, writes; /* masks of isa/modes.h */
    uint32_t reads_named, writes_named; /* the same masks without the LReg that L7 names */
    uint8_t latency;
};

struct stream_item {
    struct phrase phrase; /* NO_PHRASE: no item executed */
    uint64_t cycle;
};

enum stream_kind {
    STREAM_NOP,       /* SFPNOP, or an instruction that lost its sub-unit to a scheduled item: only takes its slot */
    STREAM_VECTOR,
    STREAM_MACRO,     /* SFPLOADMACRO */
    STREAM_CONFIGURE, /* wrote LoadMacroConfig, by SFPCONFIG or as a loaded template */
    STREAM_STEP,      /* an instruction of another unit that only steps Dst's counter */
    STREAM_OTHER,
};

struct stream_word {
    uint64_t cycle, id;
    uint32_t word, key; /* key: equal for words that share a cell of a table; 0: no cell */
    struct phrase phrase;
    enum stream_kind kind;
    uint8_t unit;      /* enum sfp_unit */
    uint8_t addr_mode;
    uint16_t address;  /* address of a load or store, as in the address field */
    int16_t step;      /* amount added to Dst's counter */
    uint16_t counter;  /* sum of the steps of all earlier words, starting from 0 as an assembler does */
    bool all_lanes;    /* the word executed with every lane enabled */
    bool immediate;    /* SFPLOADI */
    uint8_t mod;
    uint8_t macro;     /* STREAM_MACRO: its sequence */
    uint16_t misc;     /* STREAM_MACRO: LoadMacroConfig.Misc */
    long items;        /* STREAM_MACRO: index in `items` of the first of STREAM_UNITS items; else NO_ITEMS */
};

struct stream {
    struct sfp_index index;
    struct stream_word *words;
    size_t count, capacity;
    struct stream_item *items;
    size_t item_count, item_capacity;
    size_t macros;      /* number of SFPLOADMACROs */
    struct names names; /* indices into `texts`, by text */
    struct pool pool;
    const char **texts; /* [NO_PHRASE] is unused */
    size_t text_count, text_capacity;
    bool lost;          /* memory ran out */
    bool too_long;      /* the run is longer than STREAM_MOST words */
    bool diverges;      /* LoadMacroConfig differed between lanes */
};

/* Begins an empty stream of words for `arch`, to be freed by stream_free(). */
void stream_init(struct stream *s, enum sfp_arch arch);

/* Takes an event of the run. */
void stream_event(struct stream *s, const struct sfp_event *event);

/* To be called after the last event. Computes each word's key and counter. */
void stream_finish(struct stream *s);

/*
 * Removes gaps of up to `longest` cycles between words, if all delays count instructions: the run then behaves the same
 * except for the gaps. Returns false if no gap was removed, or memory ran out.
 */
bool stream_close_gaps(struct stream *s, unsigned longest);

/* Returns the item of SFPLOADMACRO `w` on `unit`, or NULL. */
const struct stream_item *stream_item(const struct stream *s, const struct stream_word *w, unsigned unit);

/* Returns the last cycle in which the word or one of its items began to execute. */
uint64_t stream_last_cycle(const struct stream *s, const struct stream_word *w);

void stream_free(struct stream *s);

/* ---- readback_loop.c ---- */

/*
 * Loops of a stream: stretches of words in which the same cells recur, a period apart. Prologue and drain of a loop are
 * the same cells, without cells whose iteration has not begun or is over.
 */

enum {
    LOOP_PERIOD_MOST = 256,
    LOOP_ROWS_MOST = 1024, /* rows in a table */
    NO_WORD = -1,
};

/* Consecutive words, by cycle. */
struct span {
    const struct stream *stream;
    size_t first, end;  /* words */
    uint64_t base;      /* cycle of the first word */
    size_t cycles;
    long *words;        /* index of the word that issued in cycle base + i, or NO_WORD; owned */
};

/* A loop, or words that occur once if `count` is 1. */
struct loop {
    size_t first, end;  /* words from the first cell's to the one after the last cell's, with cells that run on
                         * outside the iterations */
    size_t start;       /* cycle of row 0 of iteration 0, relative to the span's base */
    unsigned period;
    size_t count;       /* iterations */
    unsigned *rows;     /* rows of the issued cells, ascending; owned */
    unsigned row_count;
};

/* Makes the span of words `first` to `end` - 1, to be freed by span_free(). Returns false if memory runs out. */
bool span_make(const struct stream *s, size_t first, size_t end, struct span *span);
void span_free(struct span *span);

/* Returns the word that issued in this cycle of the span, or NULL if no word with an effect issued. */
const struct stream_word *span_word(const struct span *span, size_t cycle);

/* Returns the word for the loop's cell in `row` of iteration `d`. */
const struct stream_word *loop_word(const struct span *span, const struct loop *loop, unsigned row, size_t d);

/* Returns whether the loop has an issued cell `cycle` cycles after row 0 of iteration 0. `cycle` may wrap below 0. */
bool loop_has(const struct loop *loop, uint64_t cycle);

/*
 * Finds the loop of `span` with the most SFPLOADMACROs among loops that `accept` takes; among equals, the shortest
 * period. Loops with a period of at most 32 cycles and at least 3 iterations come first. A long loop, for example one
 * that repeats the work on each face of a tile, is found only if no short loop exists.
 *
 * Fills *loop, which the caller frees with loop_free(). Returns false with *loop unchanged if no loop is found, or if
 * memory runs out, which sets *lost.
 */
typedef bool loop_judge(void *context, const struct span *span, const struct loop *loop);
bool loop_find(const struct span *span, loop_judge *accept, void *context, struct loop *loop, bool *lost);

/* Makes a loop of one iteration from all cells of a span. Returns false if memory runs out. */
bool loop_once(const struct span *span, struct loop *loop);

void loop_free(struct loop *loop);

/* ---- readback_table.c, readback_text.c ---- */

/*
 * The table of a loop: its cells in absolute rows (sfpu-schedules(7)), with rotating registers, and with addresses
 * relative to the iteration's vector.
 */

enum {
    TABLE_TURNS_MOST = 32, /* iterations after which all rotations repeat, at most */
    TABLE_ADDRMODS = 8,
    NOT_ROTATING = -1,
    NO_TAG = -1,
    NOT_OLD = -1,
};

struct table_cell {
    unsigned row;
    uint8_t unit;         /* enum sfp_unit: the cell's column */
    int tag;              /* tag of the load that schedules the cell, or of the load itself; or NO_TAG */
    struct phrase phrase; /* text of the instruction, with the registers of the first iteration */
    int rotation[PHRASE_REGISTERS]; /* an index into `rotations`, or NOT_ROTATING */
    int old;              /* LReg read before a result under way replaces its value, or NOT_OLD */
    uint16_t address;     /* address of an issued load or store in the first iteration */
    uint8_t addr_mode;
};

struct table_rotation {
    uint8_t registers[TABLE_TURNS_MOST];
    unsigned count;
};

struct table {
    unsigned period;
    bool once;       /* the loop has one iteration; the period is its length */
    bool gapless;    /* a word issued in every cycle from the first to the last */
    int step;        /* Dst rows from one vector to the next */
    uint32_t units;  /* bit u: an item is scheduled on enum sfp_unit u */
    uint32_t units_counting; /* subset of `units` whose delays count instructions */
    uint8_t addr_modes;
    int16_t addr_step[TABLE_ADDRMODS];
    uint32_t carried; /* LRegs that an iteration reads with another iteration's value */
    struct table_cell *cells; /* by row, issued cells first; owned */
    size_t cell_count, cell_capacity;
    struct table_rotation *rotations; /* rotating registers; owned */
    size_t rotation_count, rotation_capacity;
    int tags;
};

enum table_result {
    TABLE_MADE,
    TABLE_NO_MEMORY,
    TABLE_NONE, /* loads advance unevenly or differently, a rotation is too long, or a word without a row has an
                 * effect; never for words that occur once */
};

/* Makes the table of `loop`, whose words are in `span`. The caller frees it with table_free() whatever the result. */
enum table_result table_make(const struct span *span, const struct loop *loop, struct table *table);
void table_free(struct table *table);

/* Writes the lines between .schedule NAME and .endschedule. */
void table_print(const struct table *table, const struct stream *s, FILE *stream);

/* ---- readback.c ---- */

/* Words of the stream that a table represents. */
struct part {
    struct loop loop;
    struct table cells;
    size_t table;       /* an index into `tables`, set by parts_print() */
    uint64_t start;     /* cycle of row 0 */
    uint64_t until;     /* the last cycle in which a cell of the part begins to execute */
    uint16_t added;     /* amount that the table's cells add to Dst's counter */
};

struct parts {
    const struct stream *stream;
    struct part *parts; /* parts of the program, in the order of their words; owned */
    size_t count, capacity;
    char **tables;      /* texts of the different tables; owned */
    size_t table_count, table_capacity;
    const char *why;    /* the reason if no source can be made, or NULL */
    bool lost;          /* memory ran out */
};

/* ---- readback_omit.c ---- */

/*
 * Returns whether word `i` can be left out without effect: neither the word nor its items store or set flags, and
 * nothing that matters reads the registers that they write.
 */
bool stream_harmless(const struct stream *s, size_t i);

/*
 * Dst's counter in the source of a run. Words left out may have stepped the counter. Later words then get other
 * addresses, or an INCRWC restores the counter.
 */
enum { INCRWC_MOST = 15 }; /* most rows that an INCRWC adds */

struct counter_change {
    uint16_t steps; /* amount to step the counter by, before the word */
    uint16_t more;  /* amount to add to a printed word's address */
};

/*
 * Plans the counter changes for each printed word and each part, and adjusts the addresses of the parts' cells. An
 * INCRWC takes a cycle that no delay counts, so none is planned while scheduled work has yet to execute, unless the
 * counter cannot be right otherwise.
 */
void counter_plan(struct parts *p, const bool *dropped, struct counter_change *changes);

/* Returns the word with `more` added to its address, if it has an address. */
uint32_t counter_word(const struct stream *s, const struct stream_word *w, uint16_t more);

/* ---- readback_source.c ---- */

/* Writes the source of a run with its parts. Returns false if memory runs out. */
bool parts_print(struct parts *parts, FILE *stream);

#endif
