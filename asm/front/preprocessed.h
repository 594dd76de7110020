/* What the C preprocessor made of sources, for assemblies that want the same again: of any number of threads. */
#ifndef SFP_PREPROCESSED_H
#define SFP_PREPROCESSED_H

#include "util/fileio.h"

struct sfp_preprocessed;

/* NULL without memory. */
struct sfp_preprocessed *sfp_preprocessed_new(void);
void sfp_preprocessed_free(struct sfp_preprocessed *kept);

/* What a run of the preprocessor gives. */
struct preprocessor_run {
    struct sfp_buffer text, messages;
};

/* Does such a run. False with a message, and nothing to free but that and the messages. */
typedef bool run_preprocessor(char *const *argv, const char *path, struct preprocessor_run *run, char **error);

/*
 * The same as run(argv, ...), which is done once for these arguments: who comes meanwhile waits for it. One that fails is
 * nobody else's. `kept` may be NULL.
 */
bool preprocessed_get(struct sfp_preprocessed *kept, run_preprocessor *run, char *const *argv, const char *path,
                      struct preprocessor_run *result, char **error);

#endif
