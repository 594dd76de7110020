/*
 * The parts of reading back.
 *
 *   readback.c         which words are loops, and which SFPLOADMACROs stand alone
 *   readback_stream.c  events to words in order, with phrases for what executed
 *   readback_loop.c    periods in these
 *   readback_table.c   a loop's cells
 *   readback_text.c    a table as text
 *   readback_omit.c    words that are left out: which may be, and what takes the place of their steps
 *   readback_source.c  the source: tables, set-ups, loops and words
 */
#ifndef SFP_READBACK_PARTS_H
#define SFP_READBACK_PARTS_H

#include "readback.h"
#include "base/names.h"
#include "base/text_buffer.h"
#include "optext.h"

/* ---- readback_stream.c ---- */

/*
 * What a run issued, word by word in order, each with what it did and what it scheduled: what schedules are read from.
 *
 * Instructions are kept as phrases: their text with places for registers, so that two that differ by registers only are
 * one phrase. A load or store also has places for its address ("@") and its address modifier ("^").
 */

enum {
    STREAM_MOST = 1 << 18,   /* words; a longer run is not read back */
    PHRASE_REGISTERS = 6,
    NO_PHRASE = 0,
    NO_ITEMS = -1,
    STREAM_UNITS = SFP_UNIT_STORE + 1, /* SIMPLE to STORE can have a scheduled item */
};

/* Places in a phrase's text. */
#define PHRASE_REGISTER '%'
#define PHRASE_ADDRESS '@'
#define PHRASE_ADDRMOD '^'

struct phrase {
    uint32_t text; /* a place in the stream's texts, or NO_PHRASE */
    uint8_t registers[PHRASE_REGISTERS], count;
    uint32_t reads, writes; /* masks of isa/modes.h */
    uint32_t reads_named, writes_named; /* the same without the LReg that L7 names */
    uint8_t latency;
};

struct stream_item {
    struct phrase phrase; /* NO_PHRASE: none executed there */
    uint64_t cycle;
};

enum stream_kind {
    STREAM_NOP,       /* SFPNOP, or what lost its sub-unit to a scheduled item: nothing but its slot */
    STREAM_VECTOR,
    STREAM_MACRO,     /* SFPLOADMACRO */
    STREAM_CONFIGURE, /* it wrote LoadMacroConfig, by SFPCONFIG or as a template that is loaded */
    STREAM_STEP,      /* of another unit, and does no more than step Dst's counter */
    STREAM_OTHER,
};

struct stream_word {
    uint64_t cycle, id;
    uint32_t word, key; /* key: equal for words that one cell of a table can stand for; 0: no cell */
    struct phrase phrase;
    enum stream_kind kind;
    uint8_t unit;      /* enum sfp_unit */
    uint8_t addr_mode;
    uint16_t address;  /* as its field has it */
    int16_t step;      /* what it adds to Dst's counter */
    uint16_t counter;  /* what the words before it have added: as an assembler counts, which knows no start */
    bool all_lanes;    /* no lane was disabled */
    bool immediate;    /* SFPLOADI */
    uint8_t mod;
    uint8_t macro;     /* STREAM_MACRO: its sequence */
    uint16_t misc;     /* STREAM_MACRO: LoadMacroConfig.Misc */
    long items;        /* STREAM_MACRO: the first of STREAM_UNITS in `items`; else NO_ITEMS */
};

struct stream {
    struct sfp_index index;
    struct stream_word *words;
    size_t count, capacity;
    struct stream_item *items;
    size_t item_count, item_capacity;
    size_t macros;      /* words that are SFPLOADMACROs */
    struct names names; /* texts to their places */
    struct pool pool;
    const char **texts; /* [NO_PHRASE] is none */
    size_t text_count, text_capacity;
    bool lost;          /* memory ran out */
    bool too_long;      /* words are missing */
    bool diverges;      /* LoadMacroConfig was not the same in all lanes */
};

/* Begins an empty stream of words of `arch`; it is freed by stream_free. */
void stream_init(struct stream *s, enum sfp_arch arch);

/* Takes an event of the run. */
void stream_event(struct stream *s, const struct sfp_event *event);

/* To be called behind the last event: finds the words' keys, and counts. */
void stream_finish(struct stream *s);

/*
 * Takes cycles without a word, up to `longest` one after another, out of the time between words, if what delays count is
 * instructions: the run is the same but for them. False if there is none of these, or memory ran out.
 */
bool stream_close_gaps(struct stream *s, unsigned longest);

/* The item of SFPLOADMACRO `w` on `unit`, or NULL. */
const struct stream_item *stream_item(const struct stream *s, const struct stream_word *w, unsigned unit);

/* The last cycle in which it, or what it scheduled, began to execute. */
uint64_t stream_last_cycle(const struct stream *s, const struct stream_word *w);

void stream_free(struct stream *s);

/* ---- readback_loop.c ---- */

/*
 * Loops of a stream: stretches of words in which the same cells come again and again, a period apart. Of such a loop,
 * prologue and drain are the same cells, less those whose iteration has not begun or is over.
 */

enum {
    LOOP_PERIOD_MOST = 256,
    LOOP_ROWS_MOST = 1024, /* of a table */
    NO_WORD = -1,
};

/* Words one after another, by cycle. */
struct span {
    const struct stream *stream;
    size_t first, end;  /* words */
    uint64_t base;      /* the first one's cycle */
    size_t cycles;
    long *words;        /* what issued in cycle base + i, or NO_WORD; owned */
};

/* A loop, or with a count of 1 what is written once. */
struct loop {
    size_t first, end;  /* words: its first cell's, and the one behind its last cell's, with those that run on */
    size_t start;       /* the cycle of row 0 of iteration 0, in its span */
    unsigned period;
    size_t count;       /* iterations */
    unsigned *rows;     /* of the cells that are issued, in the order of their places in the period; owned */
    unsigned row_count;
};

/* The words `first` to `end`-1 by cycle. False without memory. */
bool span_make(const struct stream *s, size_t first, size_t end, struct span *span);
void span_free(struct span *span);

/* The word that issued in this cycle of the span, or NULL: none did, or it did nothing. */
const struct stream_word *span_word(const struct span *span, size_t cycle);

/* The word that is `loop`'s cell in `row` of iteration `d`. */
const struct stream_word *loop_word(const struct span *span, const struct loop *loop, unsigned row, size_t d);

/* Is what issues `cycle` cycles behind row 0 of iteration 0 one of its cells? It may wrap below 0. */
bool loop_has(const struct loop *loop, uint64_t cycle);

/*
 * The loop of `span` that has the most SFPLOADMACROs, of those that `accept` takes; of equals the one with the shortest
 * period. One of few rows and many iterations is wanted most: a long one that repeats all of it, once for each face of a
 * tile, say, is taken where there is no other. False, with *loop as it was, if there is none, or no memory, which *lost
 * then says. The caller frees it.
 */
typedef bool loop_judge(void *context, const struct span *span, const struct loop *loop);
bool loop_find(const struct span *span, loop_judge *accept, void *context, struct loop *loop, bool *lost);

/* All cells of a span as one iteration. False without memory. */
bool loop_once(const struct span *span, struct loop *loop);

void loop_free(struct loop *loop);

/* ---- readback_table.c, readback_text.c ---- */

/*
 * The table of a loop: its cells in absolute rows, as sfpu-schedules(7) has it, with registers that rotate and addresses
 * of the iteration's own vector.
 */

enum {
    TABLE_TURNS_MOST = 32, /* after which all rotations are where they began */
    TABLE_ADDRMODS = 8,
    NOT_ROTATING = -1,
    NO_TAG = -1,
    NOT_OLD = -1,
};

struct table_cell {
    unsigned row;
    uint8_t unit;         /* its column: enum sfp_unit */
    int tag;              /* of the load that schedules it, or that it is; or NO_TAG */
    struct phrase phrase; /* registers of the first iteration */
    int rotation[PHRASE_REGISTERS]; /* a place in `rotations`, or NOT_ROTATING */
    int old;              /* LReg of which it reads what a result that is under way will replace, or NOT_OLD */
    uint16_t address;     /* of an issued load or store: of the first iteration's vector */
    uint8_t addr_mode;
};

struct table_rotation {
    uint8_t registers[TABLE_TURNS_MOST];
    unsigned count;
};

struct table {
    unsigned period;
    bool once;       /* the loop has one iteration, and the period is its length */
    bool gapless;    /* a word issued in every cycle from the first to the last */
    int step;        /* Dst rows from one vector to the next */
    uint32_t units;  /* bit u: something is scheduled on enum sfp_unit u */
    uint32_t units_counting; /* of these, those whose delays count instructions */
    uint8_t addr_modes;
    int16_t addr_step[TABLE_ADDRMODS];
    uint32_t carried; /* LRegs that an iteration reads as another one left them */
    struct table_cell *cells; /* by row, issued ones first; owned */
    size_t cell_count, cell_capacity;
    struct table_rotation *rotations; /* owned */
    size_t rotation_count, rotation_capacity;
    int tags;
};

enum table_result {
    TABLE_MADE,
    TABLE_NO_MEMORY,
    TABLE_NONE, /* loads advance by different amounts, or unevenly; registers rotate in too long a round; or a word that no
                 * row has is of use. Not of what is written once. */
};

/* The table of `loop`, whose words are those of `span`. It is freed by table_free whatever the result. */
enum table_result table_make(const struct span *span, const struct loop *loop, struct table *table);
void table_free(struct table *table);

/* Writes the lines between .schedule NAME and .endschedule. */
void table_print(const struct table *table, const struct stream *s, FILE *stream);

/* ---- readback.c ---- */

/* Words of the stream that a table stands for. */
struct part {
    struct loop loop;
    struct table cells;
    size_t table;       /* a place in `tables`, where parts_print has put it */
    uint64_t start;     /* cycle of row 0 */
    uint64_t until;     /* the last cycle in which something of it begins to execute */
    uint16_t added;     /* what its words add to Dst's counter as the table has them */
};

struct parts {
    const struct stream *stream;
    struct part *parts; /* by their words; owned */
    size_t count, capacity;
    char **tables;      /* the texts of different ones; owned */
    size_t table_count, table_capacity;
    const char *why;    /* NULL, or why there is none */
    bool lost;          /* memory ran out */
};

/* ---- readback_omit.c ---- */

/*
 * Could word `i` be left out and nobody would know? It stores nothing and sets no flags, nor does what it schedules,
 * and nothing else reads what they leave in registers.
 */
bool stream_harmless(const struct stream *s, size_t i);

/*
 * Where Dst's counter is in the source of a run. Words that are left out may have stepped it. What comes behind them
 * has other addresses then, or the counter is brought to where it was in the run.
 */
enum { INCRWC_MOST = 15 }; /* rows that one adds */

struct counter_change {
    uint16_t steps; /* what the counter is stepped by in front of the word */
    uint16_t more;  /* what is added to the address of a word that is printed */
};

/*
 * Decides for each word that is printed, and for each part, whose cells get other addresses. INCRWC takes a cycle that
 * no delay counts: there is none while something that was scheduled has yet to execute, unless nothing else will do.
 */
void counter_plan(struct parts *p, const bool *dropped, struct counter_change *changes);

/* The word, which has an address, with `more` added to that. */
uint32_t counter_word(const struct stream *s, const struct stream_word *w, uint16_t more);

/* ---- readback_source.c ---- */

/* Writes the source of a run whose parts were found. False if memory ran out. */
bool parts_print(struct parts *parts, FILE *stream);

#endif
