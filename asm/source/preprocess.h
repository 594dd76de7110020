/* What the C preprocessor makes of sources, and keeps for assemblies that want the same again: of any number of threads. */
#ifndef SFP_PREPROCESS_H
#define SFP_PREPROCESS_H

#include "isa/arch.h"
#include "base/fileio.h"

struct sfp_preprocessed;

/* NULL without memory. */
struct sfp_preprocessed *preprocessed_new(void);
void preprocessed_free(struct sfp_preprocessed *kept);

/* What a run of the preprocessor gives. */
struct preprocessor_run {
    struct sfp_buffer text, messages;
};

/* Does such a run. False with a message; the caller frees that, the messages, and the text that was printed until then. */
typedef bool run_preprocessor(char *const *argv, const char *path, struct preprocessor_run *run, char **error);

/*
 * The same as run(argv, ...), which is done once for these arguments: who comes meanwhile waits for it. One that fails is
 * nobody else's. `kept` may be NULL.
 */
bool preprocessed_get(struct sfp_preprocessed *kept, run_preprocessor *run, char *const *argv, const char *path,
                      struct preprocessor_run *result, char **error);

/* ---- In an assembly ---- */

struct assembler;

/* The arch that a line .arch of a file names, or `otherwise`. */
enum sfp_arch preprocess_arch(const char *path, enum sfp_arch otherwise);

/* The text of `path` after the C preprocessor, which is told of the arch as->preprocessed. False, with a message to free
 * (NULL: no memory), if it failed. */
bool preprocess(struct assembler *as, const char *path, struct sfp_buffer *text, char **error);

#endif
