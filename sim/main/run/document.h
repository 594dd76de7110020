/* What --json prints: one document of a run (sfpsim-json(5), Document). */
#ifndef SFP_DOCUMENT_H
#define SFP_DOCUMENT_H

#include <stdbool.h>

#include "expectations.h"
#include "harness.h"
#include "sfpu.h"
#include "util/json_writer.h"

/* What it is made of. What was not asked for is NULL, or false. */
struct document {
    sfpu_machine *m;
    const char *kernel;
    unsigned long passes;
    bool timed, quiet;               /* quiet: no findings were looked for */
    int timeline;                    /* a view, or -1 */
    const struct harness *harness;   /* of --harness */
    const char *perturbed;           /* what sfpu_perturb has written, as JSON */
    const struct sfpu_result *early; /* where --steps has ended the run */
    const struct sfp_json *prints;   /* as stops_json() has it */
    const struct expectations *expectations;
    int status;                      /* of the program */
};

/* Prints it to said_out(). False without memory. */
bool document_print(const struct document *d);

#endif
