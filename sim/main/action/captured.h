/* An action whose words are kept, for reports on it. */
#ifndef SFP_CAPTURED_H
#define SFP_CAPTURED_H

#include "action.h"

/* What came of it and what it said. */
struct captured {
    struct verdict verdict;
    char *said;       /* on both streams, as it came; or, apart, on standard error and then on standard output */
    size_t size;
    size_t errors;    /* apart: bytes of the former */
    double seconds;
};

/* Does it, and has `c`, which captured_free frees, tell of it; its options are changed to have it told. `apart`: the two
 * streams are kept one behind the other. */
void captured_run(struct captured *c, const struct action *action, void *options, bool apart);
void captured_free(struct captured *c);

/* What would be an action cannot be done, and this is why. */
void captured_refuse(struct captured *c, const char *why);

/* Lets go of what it said. */
void captured_forget(struct captured *c);

/* For a report; `c` and the options must outlive it. */
struct reported_case captured_case(const struct captured *c, const struct action *action, const void *options);

#endif
