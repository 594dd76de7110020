/* Inside sfpsim run: its files, its limits, the harness of a published figure, and its document. */
#ifndef SFP_SESSION_PARTS_H
#define SFP_SESSION_PARTS_H

#include <stdbool.h>

#include "action/file_uses.h"
#include "action/machine_options.h"
#include "expectations.h"
#include "session.h"
#include "sfpu.h"
#include "base/json_writer.h"

/* Do options ask an untimed run for what only a timed one can do? Says so; returns the program's status. */
int session_options_check(const struct sfp_session_options *options);

/* Everything a run holds; all of it goes at the end, whatever happened. */
struct session {
    const struct sfp_session_options *o;
    sfpu_machine *m;
    struct images inputs;
    sfpu_image *reached;          /* the rows that several of them reach, or NULL */
    struct expectations *expectations; /* NULL: none */
    struct sfp_writer dst_writer, state_writer;
    struct compiled_recording recording;
    struct sfp_outputs *outputs;  /* NULL: none wanted */
    const struct harness *harness; /* NULL: not asked for */
    struct stops *stops;          /* values to be printed, and where the run stops; NULL: not asked for */
    char *beside;         /* the run of --against, as JSON, or NULL */
    char *perturbed;      /* what sfpu_perturb said, or NULL */
    size_t perturbed_size;
    char *deadlock;       /* what is said of that, of a compiled kernel, or NULL */
    bool perturbing;      /* words that come late change how the run ends */
    bool check_failed;
};


/* ---- What it writes: statuses of the program, 0 or what a message was said of ---- */

/* Opens all that is to be written, so that what cannot be is known before the run. */
int session_outputs_open(struct session *s);

/* Completes every output; then puts each in its place. */
int session_outputs_write(struct session *s);
int session_outputs_commit(struct session *s);

/* Gives up what was not put there. */
void session_outputs_free(struct session *s);

/* ---- Files ---- */

/* Adds all of them, as options name them and as `m` has loaded the kernel (file_uses_kernel); then also standard output,
 * if reports are printed there. --dst-out may replace each of --dst's. */
void session_paths_list(const struct sfp_session_options *options, const sfpu_machine *m, struct file_uses *uses);

/* Does a file that options name go to standard output, which then has room for nothing else? */
bool session_stdout_taken(const struct sfp_session_options *options);

/* ---- Harness: what a published figure contains besides its kernel ---- */

/* The function of the row of --harness, "llk" or "llk:NAME"; one that no arch has is an error of usage. The member, a
 * const char *, gets what follows "llk:", or "". */
void harness_set_name(struct argp_state *state, char *arg, void *harness);

struct harness;

/* That of the arch `m` is of; NULL: `name` is, and none was asked for. Returns the program's status. */
int harness_choose(sfpu_machine *m, const char *name, const struct harness **harness);

/* The line of the summary: harness and sum, of a run of `passes` that took `cycles`. */
void harness_print(const struct harness *harness, uint64_t cycles, unsigned long passes);

/* The same as the member "harness" of a document; null where `harness` is NULL. */
void harness_json(struct sfp_json *j, const struct harness *harness, uint64_t cycles, unsigned long passes);

/* ---- A compiled kernel that waits for ever ---- */

/* Has a run that ended with `code` left something to tell of its core? */
bool deadlock_is_told(const sfpu_machine *m, int code);

/* Lines: what it waits for, the calls that it is in, and registers. */
void deadlock_print(sfpu_machine *m, FILE *out);

/* The message and the same but for registers, in a line, to be freed. NULL without memory. */
char *deadlock_line(sfpu_machine *m, const char *message);

/* The same as the member "deadlock" of a document, with what was said of it; null where `message` is NULL. */
void deadlock_json(struct sfp_json *j, sfpu_machine *m, const char *message);

/* ---- The document of --json ---- */

/* The member "inlined": what the instruction was inlined with. */
void inlined_json(struct sfp_json *j, sfpu_machine *m, size_t index);

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
    const char *deadlock;            /* what the library says of that */
    int status;                      /* of the program */
};

/* Prints it to voice_out(). False without memory. */
bool document_print(const struct document *d);

/* ---- debugging.c ---- */

/* Has gdb run the kernel that the machine has, as --gdb says, from the state that it has by now; `running` is how it was
 * configured. Returns an exit status, after it has said what is wrong. */
int debug_kernel(const struct sfp_session_options *o, const struct sfpu_running *running, sfpu_machine *m);

#endif
