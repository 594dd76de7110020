/* Runs the C preprocessor on sources, and stores results for assemblies with the same command line, in any number of
 * threads. */
#ifndef SFP_PREPROCESS_H
#define SFP_PREPROCESS_H

#include "isa/arch.h"
#include "base/fileio.h"

struct sfp_preprocessed;

/* Makes an empty store. Returns NULL without memory. */
struct sfp_preprocessed *preprocessed_new(void);
void preprocessed_free(struct sfp_preprocessed *kept);

/* The result of a preprocessor run. */
struct preprocessor_run {
    struct sfp_buffer text, messages;
};

/* Runs the preprocessor. Returns false with a message on failure; the caller frees the message, run->messages, and
 * run->text, which holds the output up to the failure. */
typedef bool run_preprocessor(char *const *argv, const char *path, struct preprocessor_run *run, char **error);

/*
 * Does the same as run(argv, ...), but only once for the same arguments: other callers wait for the first run and get
 * copies of its result. A failed run is not shared. `kept` may be NULL.
 */
bool preprocessed_get(struct sfp_preprocessed *kept, run_preprocessor *run, char *const *argv, const char *path,
                      struct preprocessor_run *result, char **error);

/* ---- In an assembly ---- */

struct assembler;

/* Returns the arch that the first .arch in a file names, or `otherwise`. */
enum sfp_arch preprocess_arch(const char *path, enum sfp_arch otherwise);

/* Preprocesses `path` for the arch as->preprocessed. Returns false on failure with a message for the caller to free,
 * or NULL without memory. */
bool preprocess(struct assembler *as, const char *path, struct sfp_buffer *text, char **error);

#endif
