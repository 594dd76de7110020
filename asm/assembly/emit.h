/* Appends words, and bounds what sources may produce. */
#ifndef SFP_EMIT_H
#define SFP_EMIT_H

#include "isa/timing.h"
#include "isa/threads.h"
#include "program/source.h"

struct assembler;

/* The words and texts that sources produced without spelling them out. */
struct spent {
    uint64_t words;
    uint64_t text;    /* sum of text lengths in bytes, plus EXPANSION_COST for each expansion */
    uint64_t spelled; /* number of bytes in the sources */
};

enum { RECENT_WORDS = 64 }; /* at least SFP_REPLAY_SLOTS */

/* A thread's words so far: their number, and the last ones, as a ring. */
struct recent_words {
    size_t count;
    uint32_t words[RECENT_WORDS];
};

/* The threads of .thread. */
struct threading {
    enum sfp_thread_id thread; /* thread of the next word */
    size_t stream_capacity;
    struct recent_words recent[SFP_THREADS];
};

/* The state of .hazards auto. */
struct hazards {
    bool automatic;
    bool told; /* a construct that cannot stand here was reported */
    struct sfp_issuing issuing[SFP_THREADS]; /* each thread's words issued so far */
};

void emit_word(struct assembler *as, uint32_t word, struct place place);

/* Checks that `place` may give `count` consecutive words, and counts them, unless the source spells them out:
 * `place` gave no words before. Reports too many words as an error. */
bool emit_allowed(struct assembler *as, uint64_t count, struct place place);

/* Appends a word that emit_allowed() allowed. `further`: the directive gave the word before, so that a listing shows
 * its line once. */
void emit_allowed_word(struct assembler *as, uint32_t word, struct place place, bool further);

/* Appends words first..first+count-1 again, `times` times. */
void emit_again(struct assembler *as, size_t first, size_t count, uint64_t times, struct place place);

/* Appends the last word `times` times more, as further words of the directive at `place`. */
void emit_further(struct assembler *as, uint64_t times, struct place place);

/* Passes the labels and the constants to the program, at the assembly's end. */
void emit_symbols(struct assembler *as);

/* Would `count` more words that are not spelled out be too many? If so, reports that at `place` and stops the
 * assembly. */
bool emit_too_many(struct assembler *as, uint64_t count, struct place place);

/* ---- recent_words.c ---- */

/* Notes that the program's last word is of the present thread. Returns false without memory. */
bool recent_take(struct assembler *as, uint32_t word);

/* Returns the number of words so far of the thread of the next word. */
size_t recent_count(const struct assembler *as);

/* Returns the `back`-th last word of a thread, 1 being the last; NULL if the thread has fewer words, or `back` exceeds
 * RECENT_WORDS. */
const uint32_t *recent_word(const struct assembler *as, enum sfp_thread_id thread, size_t back);

/* ---- hazard_waits.c ---- */

/* Handles .hazards auto and .hazards manual. */
void directive_hazards(struct assembler *as, struct place directive, struct place name);

/* Reports what keeps .hazards auto from beginning among the thread's words here. Returns whether it reported. */
bool hazards_refuse_start(struct assembler *as, struct place directive);

/* Starts or ends .hazards auto for the words that follow. */
void hazards_begin(struct assembler *as, bool automatic);

/* Under .hazards auto: returns the number of waits that `word`, the next word, needs before it. Reports a word that
 * cannot stand here at `place`. */
unsigned hazards_waits(struct assembler *as, uint32_t word, struct place place);

/* Under .hazards auto: notes that `word` was appended. */
void hazards_take(struct assembler *as, uint32_t word);

/* Returns the word of a wait. */
uint32_t hazards_wait(const struct assembler *as);

/* Reports a directive that gives words of a schedule under .hazards auto. Returns whether it reported. */
bool hazards_refuse_schedule(struct assembler *as, struct place directive);

#endif
