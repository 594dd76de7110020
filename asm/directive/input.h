/* The stack of texts being scanned: files, blocks in them that repeat, and what macros expand to. */
#ifndef SFP_INPUT_H
#define SFP_INPUT_H

#include "assembly/assembler.h"

struct expansion;
struct turns;

/*
 * Begins to scan a source. `scanner` is the flex scanner here and below. `opened` is what includes it and `end` where
 * that statement ends, or both have no source.
 */
bool input_open(struct assembler *as, void *scanner, struct source *source, struct place opened, struct place end);

/* Begins to scan a block of the frame on top `count` times. `body` is its text, `end` the end of the statement that
 * ends it. */
void input_repeat(struct assembler *as, void *scanner, struct place opened, struct place body, struct place end,
                  int64_t count);

/*
 * Begins to scan as->macros->text, which the statement that ends with `end` is expanded to. If `turns` is not NULL its
 * further texts follow; they are taken over.
 */
void input_expand(struct assembler *as, void *scanner, struct expansion *expansion, struct place end,
                  struct turns *turns);

/* At the end of the frame on top: begins its next iteration, or goes on below it. False if nothing is below. */
bool input_next(struct assembler *as, void *scanner);

/* Ends the innermost macro or repeated block (.exitm). */
void input_exit(struct assembler *as, void *scanner, struct place directive);

/* Drops all frames, after an assembly that stopped. */
void input_close(struct assembler *as);

#endif
