/*
 * Golden records: one JSON object a line that says what an instruction, or a
 * straight-line program, does to the state. tests/vectors/README.md describes
 * the format; ../shared/golden uses the same.
 */
#ifndef GOLDEN_RECORD_H
#define GOLDEN_RECORD_H

#include "model/thread_state.h"

enum { GOLDEN_MAX_WORDS = 4096 };

struct golden_record {
    unsigned line;      /* in its file, from 1 */
    char name[64];      /* the vendor macro's name, or the program's id */
    bool program;       /* several words, to be run; else one, to be executed */
    bool latch;         /* the source holds SFPSHFT2's latch: the vendor's Wormhole simulator does not */
    unsigned mod;
    enum sfp_arch arch;
    size_t count;
    uint32_t words[GOLDEN_MAX_WORDS];
    struct sfp_state before, after; /* both refreshed */
};

struct golden_file;

/* NULL if there is no such file. */
struct golden_file *golden_open(const char *path);
void golden_close(struct golden_file *f);

enum golden_status { GOLDEN_RECORD, GOLDEN_END, GOLDEN_MALFORMED };

/* Reads the next record into `r`. After GOLDEN_MALFORMED, golden_error says why and r->line where. */
enum golden_status golden_next(struct golden_file *f, struct golden_record *r);
const char *golden_error(const struct golden_file *f);

/*
 * Compares `got` with `r->after`: all that is architectural, and that `got->derived` follows from it. True if they
 * differ: `text` then names the first difference.
 */
bool golden_differs(const struct golden_record *r, const struct sfp_state *got, char *text, size_t size);

#endif
