/* Internals of sfpsim run: the session, its files, the harness of a published figure, reports on deadlocks, and the
 * document. */
#ifndef SFP_SESSION_PARTS_H
#define SFP_SESSION_PARTS_H

#include <stdbool.h>

#include "action/file_uses.h"
#include "action/machine_options.h"
#include "expectations.h"
#include "session.h"
#include "sfpu.h"
#include "base/json_writer.h"

/* Checks for options that exclude each other, such as reports of the cycle model with --timing=off. Returns 0, or an
 * exit status after a message. */
int session_options_check(const struct sfp_session_options *options);

/* A run's resources, freed at the end in every case. */
struct session {
    const struct sfp_session_options *o;
    sfpu_machine *m;
    struct images inputs;
    sfpu_image *reached;          /* image of the rows that several inputs reach, or NULL */
    struct expectations *expectations; /* expectations of --expect and --expect-state, or NULL */
    struct sfp_writer dst_writer, state_writer;
    struct compiled_recording recording;
    struct sfp_outputs *outputs;  /* open outputs of the views; NULL before the run */
    const struct harness *harness; /* harness of --harness, or NULL */
    struct stops *stops;          /* values to print, and where the run stops; NULL: not asked for */
    char *beside;         /* page JSON of the run of --against, or NULL */
    char *perturbed;      /* report of sfpu_perturb(), or NULL */
    size_t perturbed_size;
    char *deadlock;       /* message about a compiled kernel that waits for ever, or NULL */
    bool perturbing;      /* late words change how the run ends */
    bool check_failed;
};


/* ---- Outputs; the functions return 0, or an exit status after a message ---- */

/* Opens the outputs, so that a path that cannot be written ends the program before the run. */
int session_outputs_open(struct session *s);

/* Completes every output; then commit moves every file into place. */
int session_outputs_write(struct session *s);
int session_outputs_commit(struct session *s);

/* Frees the outputs and removes files that were not committed. */
void session_outputs_free(struct session *s);

/* ---- Files ---- */

/* Lists the run's files: the options' and, if `m` is not NULL, the sources that `m` loaded the kernel from
 * (file_uses_kernel()) and standard output if reports go there. --dst-out may replace a file of --dst. */
void session_paths_list(const struct sfp_session_options *options, const sfpu_machine *m, struct file_uses *uses);

/* Returns whether an output file is standard output, which then has room for nothing else. */
bool session_stdout_taken(const struct sfp_session_options *options);

/* ---- Harness: cycles that a published figure contains besides its kernel ---- */

/* Parses --harness, "llk" or "llk:NAME". A name that no arch has is an error of usage. The member, a const char *,
 * receives the part after "llk:", or "". */
void harness_set_name(struct argp_state *state, char *arg, void *harness);

struct harness;

/* Finds the harness `name` for the machine's arch; *harness is NULL if `name` is. `gathering` is the setting under
 * which the harness was measured, or NULL for the first harness with the name. Returns 0, or an exit status after a
 * message. */
int harness_choose(sfpu_machine *m, const char *name, const char *gathering, const struct harness **harness);

/* Sets gathering as it was when the harness was measured. Does nothing if `harness` is NULL. Returns 0, or an exit
 * status after a message. */
int harness_set_gathering(const struct harness *harness, sfpu_machine *m);

/* Prints the summary's line for the machine's last run, of `passes`: kernel, harness and figure. */
void harness_print(const struct harness *harness, sfpu_machine *m, unsigned long passes);

/* Writes the member "harness" of a document on the last run: null if `harness` is NULL. */
void harness_json(struct sfp_json *j, const struct harness *harness, sfpu_machine *m, unsigned long passes);

/* ---- A compiled kernel that waits for ever ---- */

/* Returns whether a run that ended with `code` was a deadlock of a compiled kernel, which the functions below
 * describe. */
bool deadlock_is_told(const sfpu_machine *m, int code);

/* Prints the awaited device, the open calls, and the core's registers. */
void deadlock_print(sfpu_machine *m, FILE *out);

/* Returns the message with the awaited device and the calls on one line; the caller frees it. NULL without memory. */
char *deadlock_line(sfpu_machine *m, const char *message);

/* Writes the member "deadlock" of a document, with the message: null if `message` is NULL. */
void deadlock_json(struct sfp_json *j, sfpu_machine *m, const char *message);

/* ---- The document of --json ---- */

/* Writes the member "inlined": the functions that the instruction at `index` was inlined through. */
void inlined_json(struct sfp_json *j, sfpu_machine *m, size_t index);

/* The parts of a document. A part that was not asked for is NULL or false. */
struct document {
    sfpu_machine *m;
    const char *kernel;
    unsigned long passes;
    bool timed, quiet;               /* the run had time; quiet: the run did not look for findings */
    int timeline;                    /* timeline to include, an enum sfpu_view, or -1 */
    const struct harness *harness;   /* harness of --harness */
    const char *perturbed;           /* JSON of sfpu_perturb() */
    const struct sfpu_result *early; /* result at the place where --steps ended the run */
    const struct sfp_json *prints;   /* list of stops_json() */
    const struct expectations *expectations;
    const char *deadlock;            /* the library's message about a deadlock */
    int status;                      /* exit status */
};

/* Prints the document to voice_out(). Returns false if memory ran out. */
bool document_print(const struct document *d);

/* ---- debugging.c ---- */

/* Runs the machine's kernel under gdb, at the place that --gdb gives, from the machine's present state. `running` is
 * the machine's configuration. Returns 0, or an exit status after a message. */
int debug_kernel(const struct sfp_session_options *o, const struct sfpu_running *running, sfpu_machine *m);

#endif
