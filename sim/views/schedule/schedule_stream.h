/*
 * What a run issued, word by word in order, each with what it did and what it scheduled: what schedules are read from.
 *
 * Instructions are kept as phrases: their text with places for registers, so that two that differ by registers only are
 * one phrase. A load or store also has places for its address ("@") and its address modifier ("^").
 */
#ifndef SFP_SCHEDULE_STREAM_H
#define SFP_SCHEDULE_STREAM_H

#include "views/optext.h"
#include "util/names.h"
#include "util/pool.h"

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
    uint32_t reads, writes; /* masks of model/uses.h */
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

/*
 * Could word `i` be left out and nobody would know? It stores nothing and sets no flags, nor does what it schedules,
 * and nothing else reads what they leave in registers.
 */
bool stream_harmless(const struct stream *s, size_t i);

/* The last cycle in which it, or what it scheduled, began to execute. */
uint64_t stream_last_cycle(const struct stream *s, const struct stream_word *w);

void stream_free(struct stream *s);

#endif
