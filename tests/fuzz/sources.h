/* What the targets for source text share: one run of the assembler on an input, and what it promises about any. */
#ifndef FUZZ_SOURCES_H
#define FUZZ_SOURCES_H

#include "assembly/asm.h"
#include "fuzz.h"

enum { FUZZ_MOST_ERRORS = 8 }; /* each of which can take long, in search of what was meant */

/* What is checked of a run; one thing each, which keeps runs short. */
enum fuzz_promise {
    FUZZ_PLACES, /* each word has a place, each region words, and an ELF file says the same */
    FUZZ_AGAIN,  /* a second run gives the same words and the same diagnostics */
    FUZZ_GNU,    /* the words survive the disassembler, in this form */
    FUZZ_MACRO,
    FUZZ_PROMISES,
};

/*
 * Assembles `text`, which is freed, and checks that promise. Every error must have a file and, if it is about anything
 * in the text, a line. Text that would read other files, or repeat itself very often, is passed over.
 */
void fuzz_source(struct sfp_asm_options *options, enum fuzz_promise promise, char *text, size_t size);

/* Checks that the ELF files of a program say what it does. */
void fuzz_object(const struct sfp_program *program);

/* What stands around an input. */
struct fuzz_around {
    const char *before, *after;
};

/* Checks the input as a source within one of these; its first byte chooses which, the options and the promise. */
int fuzz_within(struct fuzz_input in, const struct fuzz_around *arounds, size_t count);

/* The text that this gives, to be freed; its size in *size. */
char *fuzz_surround(struct fuzz_input in, const struct fuzz_around *around, size_t *size);

/* Turns warnings on that are off, or all of those that are on to errors. */
void fuzz_warnings(struct sfp_asm_options *options, bool all, bool errors);

#endif
