/* Options for compiled kernels, their output files, and the parts of reports that only compiled kernels have. */
#ifndef SFP_COMPILED_H
#define SFP_COMPILED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "action/machine_options.h"
#include "sfpu.h"
#include "base/fileio.h"
#include "base/json_writer.h"

enum { COMPILED_ARGUMENTS = 8 };

/* A function to call, with the arguments from parentheses or --arg. */
struct compiled_call {
    int thread;       /* thread of the kernel with the function, or ALL_THREADS */
    const char *text; /* --call's argument, "FUNCTION" or "FUNCTION(N,...)"; NULL: the file's entry */
    uint32_t arguments[COMPILED_ARGUMENTS];
    size_t count;
};

/* A write to memory that --poke or --when-idle asks for. */
struct compiled_poke {
    int thread;       /* thread of the kernel whose core has the memory, or ALL_THREADS */
    const char *text; /* the option's argument, "ADDRESS:WORD", "ADDRESS:FILE" or "end" */
    const char *what; /* the part after the colon; NULL: "end", which ends the run */
    bool when_idle;
};

/* Values that --device gives. */
struct compiled_device {
    int thread;       /* thread of the kernel whose core reads the device, or ALL_THREADS */
    const char *text; /* the option's argument, "NAME=N,..." */
};

struct compiled_options {
    struct compiled_call *calls;
    struct compiled_poke *pokes;
    struct compiled_device *devices;
    size_t call_count, call_capacity, poke_count, poke_capacity, device_count, device_capacity;
    const char *record, *gaps; /* paths of --record and --gaps-out, or NULL */
    char *record_table;        /* path of the table of lines written beside `record`, or NULL; owned */
    bool no_partners;
    struct sfp_machine_options *machine; /* receives the options for loading the kernel, and knows the thread that
                                          * options are for; used only while options are parsed */
};

/* Option rows of a struct compiled_options. */
extern const struct option_table compiled_table;

void compiled_options_free(struct compiled_options *o);

/* The output files of --record and --gaps-out while open. */
struct compiled_recording {
    struct sfp_writer words, table, gaps;
    bool has_table; /* `table` is open: `words` is an ordinary file */
};

/* Each of the next two functions returns 0, or an exit status after a message. */

/* Applies --call, --poke, --when-idle and --device to the machine, before the run. */
int compiled_prepare(const struct compiled_options *o, sfpu_machine *m);

/* Writes the pushed words, their table and their gaps to the open files, after the run. */
int compiled_write(const struct compiled_options *o, sfpu_machine *m, struct compiled_recording *r);

/* Open and commit return false with a message in *error, like writer_open(). */
bool compiled_open(const struct compiled_options *o, const struct sfp_temporary_files *files,
                   struct compiled_recording *r, char **error);
bool compiled_commit(const struct compiled_options *o, struct compiled_recording *r, char **error);
void compiled_abort(struct compiled_recording *r);

/* Writes the member "compiled" of a document: core, stalls, help of other threads; null for a kernel that is not
 * compiled. */
void compiled_json(struct sfp_json *j, sfpu_machine *m);

/* Prints instructions, words, cycles and waits of a compiled kernel's core; nothing for other kernels. Returns 0, or
 * an exit status after a message. */
int compiled_summarise(sfpu_machine *m);

/* Returns the ending of a noun after its count: "" after 1, otherwise "s". */
static inline const char *compiled_plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* ---- Words that a core pushes ---- */

/* Prints lines about the pushing core (--pushed-by) for the summary of the machine's last run. Returns 0, or an exit
 * status after a message. */
int pusher_summarise(sfpu_machine *m);

/* Writes the member "pusher" of a document: the pushing core's counts, or null if the run has no pushing core. */
void pusher_json(struct sfp_json *j, sfpu_machine *m);

#endif
