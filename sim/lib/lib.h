/* The inside of a machine, shared by the functions of include/sfpu.h. */
#ifndef SFP_LIB_H
#define SFP_LIB_H

#include "time/kernel.h"
#include "model/image.h"
#include "model/model.h"
#include "time/pipeline.h"
#include "core/clock.h"
#include "core/core_kernel.h"
#include "core/pace.h"
#include "program/streams.h"
#include "base/diag.h"
#include "base/text_buffer.h"
#include "observe/findings_log.h"
#include "observe/proof.h"
#include "observe/races.h"
#include "views/stats.h"

#include "sfpu.h"

enum {
    VIEWS = 0
#define VIEW(...) +1
#include "views.def"
};

struct view;

/* A stop's details: members of struct sfpu_result. */
struct lib_stopped {
    size_t watch;
    const char *finding;
    size_t finding_index;
};

/* How later loads assemble sources, except arch, diagnostics and read files. */
struct lib_sources {
    struct sfp_asm_options options;
    char **texts; /* storage of the options' lists: include_dirs, then defines */
};

/* The failure that ended the program's last run; name NULL: no failure. */
struct lib_failure {
    const char *name, *text, *source; /* name, text and source of the failure, as literals */
    size_t index; /* index of the word that failed */
};

/* Operations on words pushed by a core. Loading a compiled kernel sets the pointer, so that a program without
 * compiled kernels links without the code that reads ELF files. */
struct lib_core {
    /* Begins a run. `feeds` receives the words of each thread that has a core as a feed. Returns a code. */
    int (*begin)(sfpu_machine *m, unsigned long passes, const struct sfp_feed *feeds[SFP_THREADS]);
    /* Ends a run whose outcome is in m->result. Returns the code of the cores' ends, OK if all ended normally. */
    int (*end)(sfpu_machine *m);
    /* Writes what the core of the thread waits for, after a run that ended for that. */
    void (*write_wait)(sfpu_machine *m, enum sfp_thread_id thread, FILE *stream);
    /* Returns the other thread whose kernel cannot be in one L1 with `compiled`, or SFP_THREADS. *address: the byte
     * that both fill. */
    enum sfp_thread_id (*find_overlap)(const sfpu_machine *m, const struct sfp_compiled *compiled, uint32_t *address);
    /* Frees what the cores of the last run shared. */
    void (*part)(sfpu_machine *m);
    /* Returns whether the code contains SFPLOADMACROs, which need a timed run even where timing is off. */
    bool (*has_macros)(const sfpu_machine *m);
    void (*free)(struct sfp_compiled *compiled);
};

/* A thread of the program. */
struct lib_thread {
    char *name;                   /* name of the kernel that was loaded for the thread alone, or NULL */
    struct sfp_program_part part; /* the kernel's part of the program, if the name is not NULL */
    bool has_gaps;                /* the caller set gaps of the thread's words */
    struct sfp_compiled *compiled; /* the compiled kernel of the thread's core, or NULL */
    enum tile_pusher pusher;
    struct tile_pace pace; /* of a program of several threads: what the pusher does; without the gaps */
};

/* Identifies the machine of a snapshot. Lives as long as the machine or one of its snapshots. */
struct lib_origin {
    size_t holders;
};

struct sfpu_machine {
    enum sfp_arch arch;    /* arch of the machine; 0: not known yet, and `m` is NULL */
    struct sfp_machine *m;
    bool has_program;
    struct sfp_kernel kernel;
    char *name;            /* name of the kernel; of several threads: the names of their kernels */
    struct lib_thread threads[SFP_THREADS];
    enum sfp_thread_id selected;   /* thread for which the caller loads and sets */
    struct sfpu_threads threading; /* how several threads run */
    struct sfp_threads streams;    /* the same for a run, with the program's words */
    struct sfp_stream whole;       /* all words, if all are the math thread's */
    struct sfp_compiled *compiled; /* the compiled kernel of the selected thread, or of a program of the math thread
                                    * alone; NULL: none. The thread owns it */
    struct tile_mates *mates;      /* what the cores of the last run shared, or NULL */
    const struct lib_core *core;   /* operations of compiled kernels */
    struct sfp_state *core_before; /* state at the start of `compiled`'s last run, or NULL */
    uint32_t *gaps;        /* extra cycles before each word of the program, or NULL */
    struct tile_pace pace; /* pace of the program, once a run needed the pace; else all zero */
    struct sfpu_running running;
    uint32_t written[SFP_LREGS]; /* by LReg, the lanes that hold a value */
    struct sfp_findings_log *log;
    struct sfp_findings_policy policy;
    struct sfp_progress progress;
    struct sfp_stepping *stepping; /* a stopped run, or NULL */
    struct lib_stopped stopped;
    bool timed;            /* the last run is timed */
    bool as_threads;       /* the last run was of threads, with a result for each */
    unsigned long passes;
    struct sfp_timing_result timing;
    struct sfp_run_result result;
    struct lib_failure failure;
    struct lib_origin *origin; /* origin of snapshots; NULL: no snapshot was taken */
    struct archive *saved;     /* the last snapshot's archive, shared with the next snapshot; or NULL */
    uint64_t program_number;   /* number that changes with the program, and with gaps, calls and device values */
    uint64_t run_number, runs; /* number of the last begun run, or 0; number of begun runs */
    struct sfpu_running begun; /* configuration with which the last run began */
    bool over;             /* the last run has ended */
    uint64_t widths_told;  /* number of the run for which a read of Dst in another width was reported */
    struct sfp_state *before; /* state before the last run, for the summary, or NULL */
    bool wanted[VIEWS];
    struct view *views;
    bool views_over;       /* the views belong to a finished run */
    struct sfp_observer events;
    struct sfp_proof *proof; /* proof of the last run's schedules, or NULL */
    struct sfp_races *races; /* race detector of the last run of several threads, or NULL */
    struct lib_writers *writers; /* last writers of the last run; NULL: not kept */
    unsigned float_modes;  /* floating-point modes of the caller, restored around callbacks */
    unsigned telling;     /* number of callbacks in progress, during which the machine may only be read */
    bool hushed;          /* events are suppressed, because a run is begun again for a snapshot */
    bool lent;            /* the machine is lent to a batch */
    bool closed;          /* the machine is closed when the batch is closed */
    sfpu_observe *observe;
    void *observe_context;
    sfpu_diagnose *diagnose;
    void *diagnose_context;
    sfpu_hear_read *read;
    void *read_context;
    struct lib_sources sources;
    char **source_dirs; /* directories for the source files of compiled kernels, NULL-terminated; or NULL */
    sfpu_preprocessed *preprocessed; /* cache of preprocessed sources, or NULL */
    char *error;
};

struct sfpu_preprocessed {
    struct sfp_preprocessed *kept;
    _Atomic unsigned holders; /* number of sharing machines, in any threads, plus 1 until sfpu_preprocessed_close() */
};

struct sfpu_program {
    struct sfp_program program;
};

struct sfpu_image {
    struct sfp_image image;
};

/* ---- ground.c ---- */

/* Sets the error message of `m`, which may be NULL, and returns `code`. */
__attribute__((format(printf, 3, 4))) int lib_fail(sfpu_machine *m, int code, const char *format, ...);

/* Sets the error message to `error` and takes ownership of it. Returns `code`, or NO_MEMORY if `error` is NULL. */
int lib_fail_with(sfpu_machine *m, int code, char *error);
int lib_no_memory(sfpu_machine *m);

/* Makes m->m for the arch unless it exists. Returns OK; BAD_INPUT if m->m is for another arch; NO_MEMORY. */
int lib_need(sfpu_machine *m, enum sfp_arch arch);

/* Makes m->m unless it exists; an open arch becomes Wormhole. Returns a code. */
int lib_need_any(sfpu_machine *m);

/* Return whether the caller may read or change the machine now, and set an error if not. An open batch forbids both;
 * a callback forbids changes. Return true for NULL, so that the caller reports the missing machine. */
bool lib_may_read(sfpu_machine *m);
bool lib_may_change(sfpu_machine *m);

/* Enclose each callback for the machine, which may be NULL. */
void lib_tell_begin(sfpu_machine *m);
void lib_tell_end(sfpu_machine *m);

/* Check the permission, then make m->m as lib_need_any(). Return a code. */
int lib_to_read(sfpu_machine *m);
int lib_to_change(sfpu_machine *m);

/* lib_to_read() for a function that copies to the caller's `place`. BAD_ARGUMENT if `place` is NULL. `what` is for
 * the message: "the lanes". */
int lib_to_copy(sfpu_machine *m, const void *place, const char *what);

/* Returns whether the number is an arch or ANY. */
bool lib_is_arch(int arch);

/* Copies a caller's struct, which begins with its size, to a struct of `size` bytes; the members that the caller
 * lacks become 0. Returns false if the caller's size is too small to be valid. */
bool lib_take(void *here, size_t size, const void *callers);

/* Copies a struct of `size` bytes to the caller's struct, as far as the caller's size allows. Returns false as
 * lib_take(). */
bool lib_give(void *callers, const void *here, size_t size);

/* Returns OK, or BAD_ARGUMENT with a message if `ok` (of lib_take() or lib_give()) is false. */
int lib_given(sfpu_machine *m, bool ok);

/* Hands `text` to the caller, who frees it; if `to` is NULL, frees `text`. `text` may be NULL. */
void lib_hand_out(char **to, char *text);

/* Returns the host's current floating-point modes. Runs use modes of their own. */
unsigned lib_float_modes(void);

/* Opens a stream whose bytes go to `write`. During `write`, the machine `m` may only be read; `m` may be NULL.
 * Returns NULL without memory. */
FILE *lib_stream(sfpu_machine *m, sfpu_write *write, void *context);

/* ---- ownership.c ---- */

/* Stops reports of findings and of writes to Dst. */
void lib_hush(sfpu_machine *m);

/* Drops the last run's number, proof and writers. */
void lib_forget_run(sfpu_machine *m);

/* Abandons a stopped run, if one exists. */
void lib_run_abandon(sfpu_machine *m);

/* Makes existing snapshots invalid, because the program or the way it runs has changed. */
void lib_snapshots_expire(sfpu_machine *m);

/* Returns whether a thread other than math has words. Runs then use struct sfp_threads. */
bool lib_has_threads(const sfpu_machine *m);

/* Returns whether a core pushes the words of a thread. */
bool lib_has_cores(const sfpu_machine *m);

/* Brings m->compiled up to date with the selected thread. */
void lib_show_compiled(sfpu_machine *m);

/* Drops what lib_pace() computed. */
void lib_free_pace(sfpu_machine *m);

/* Frees the program and its name, but not its gaps. */
void lib_program_free(sfpu_machine *m);

/* Makes a loaded kernel the machine's program, or the selected thread's part of it. Takes ownership of `kernel`, `name`
 * and, if the code returned is OK, of `compiled`, which is NULL for words without a core. Returns a code. */
int lib_take_kernel(sfpu_machine *m, struct sfp_kernel *kernel, char *name, struct sfp_compiled *compiled);

/* ---- thread_runs.c ---- */

/* Begins a run: *threads receives how the threads run, or NULL for the math thread alone. Returns a code. */
int lib_begin_threads(sfpu_machine *m, const struct sfp_threads **threads);

/* Brings the selected thread's state into place. */
void lib_show_selected(sfpu_machine *m);

/* Fails with BAD_ARGUMENT if the program has several threads, of which a core pushes words: `what` does not support
 * that yet. */
int lib_need_no_cores_beside(sfpu_machine *m, const char *what);

/* Fails with BAD_ARGUMENT if the program has several threads, which `what` does not support yet. */
int lib_need_one_thread(sfpu_machine *m, const char *what);

/* ---- assembly.c ---- */

/* A receiver of diagnostics and read files, with a buffer for printing. */
struct lib_voice {
    sfpu_machine *m;         /* machine whose callbacks are called, or NULL */
    sfpu_diagnose *diagnose; /* receiver of diagnostics, or NULL */
    void *context;
    sfpu_hear_read *read;    /* receiver of the paths of files read, or NULL */
    void *read_context;
    int forms; /* forms of the sources, an enum sfpu_forms */
    FILE *stream;
    struct text printed;
    bool errors, no_memory;  /* errors in a source were reported; memory ran out */
};

/* Returns a voice with the machine's receivers; for NULL, a voice without receivers. */
struct lib_voice lib_voice_of(sfpu_machine *m);

/* A diagnostic sink; `voice` is a struct lib_voice. Passes the diagnostic to the caller in the public form. Without
 * memory, the printed form is only the first line. */
void lib_say(void *voice, const struct sfp_diagnostic *diagnostic);

/* Reports a read file through the voice. */
void lib_hear_read(void *voice, const char *path);

/* Returns the code of a failed assembly: BAD_SOURCE, or NO_MEMORY. */
int lib_voice_code(const struct lib_voice *voice);
void lib_voice_end(struct lib_voice *voice);

/* Sets the options to their defaults. */
void lib_sources_init(struct lib_sources *sources);
void lib_sources_free(struct lib_sources *sources);

/* Returns the options for assembling sources of the machine. Diagnostics and read files go to `voice`. */
struct sfp_asm_options lib_sources_options(const sfpu_machine *m, struct lib_voice *voice);

/* ---- events.c ---- */

/* Returns the observer that passes events to the caller, or NULL without a receiver. */
struct sfp_observer *lib_events(sfpu_machine *m);

/* ---- compiled.c ---- */

/* Frees a NULL-terminated list and its texts; NULL is ignored. */
void lib_free_texts(char **texts);

/* Makes a compiled kernel the machine's program. Takes ownership of `name` and of the file's bytes. `symbol` names a
 * function to call, or is NULL. Returns a code. */
int lib_load_compiled(sfpu_machine *m, char *name, struct sfp_buffer *file, const char *symbol);

/* *is: whether the path names an ordinary file with a compiled kernel. Returns a code. */
int lib_is_compiled(sfpu_machine *m, const char *path, bool *is);

/* Returns the tile of the last run; or NULL, with the reason in *code. */
const struct sfp_tile *lib_tile(sfpu_machine *m, int *code);

/* ---- pusher.c ---- */

/* Returns whether the setting is "pushed-by". */
bool lib_is_pusher_setting(const char *name);

/* Parses a value of "pushed-by". Returns false with a message in *error, which the caller frees, or with *error NULL
 * without memory. */
bool lib_pusher_named(const char *value, enum tile_pusher *pusher, char **error);
void lib_set_pusher(sfpu_machine *m, enum tile_pusher pusher);

/* Computes when words are pushed, for a new run: afterwards lib_gaps() has the gaps of the first pass, and m->pace
 * the gaps of later passes. Returns a code. */
int lib_pace(sfpu_machine *m);
const uint32_t *lib_gaps(const sfpu_machine *m);

/* Computes how many cycles the logged words of the last run take without the core, one after another, with the MOP
 * configuration that the core stored for them. Returns false without memory. */
bool lib_words_alone(const sfpu_machine *m, const struct sfp_tile *tile, uint64_t *cycles);

/* ---- close_words.c ---- */

/* After a timed run whose words were pushed apart, by a core or by a modelled pusher: adds, as possible findings,
 * those that would occur if the words came back to back. Checks at most LIB_CLOSE_WORDS words of a core. Returns
 * false without memory. */
enum { LIB_CLOSE_WORDS = 1 << 20 };
bool lib_check_close(sfpu_machine *m);

/* ---- views.c ---- */

/* Begins the wanted views of a new run and returns their observers, chained before `others`. Returns NULL with *ok
 * false without memory. */
struct sfp_observer *lib_views_begin(sfpu_machine *m, struct sfp_observer *others, bool *ok);

/* Returns whether a view other than the summary is wanted of the stopped or next run. */
bool lib_views_gather(const sfpu_machine *m);

/* Completes the views at the run's end. Returns a code. */
int lib_views_end(sfpu_machine *m);
void lib_views_free(sfpu_machine *m);

/* Drops the views of a finished run. */
void lib_views_forget(sfpu_machine *m);

/* Returns the totals of the last run's statistics, or NULL if it gathered none. */
const struct sfp_stats_totals *lib_totals(const sfpu_machine *m);

/* ---- run.c ---- */

/* Begins again a run that began with configuration `how`, so that a snapshot can be loaded into it. The run is then
 * stopped if `stopped`, or else over. Returns a code. */
int lib_run_again(sfpu_machine *m, const struct sfpu_running *how, unsigned long passes, bool stopped);

/* Sets the error and returns the code for the last run, which has failed. */
int lib_run_failed(sfpu_machine *m);

/* Runs the program to its end. Returns a code. */
int lib_run_whole(sfpu_machine *m, unsigned long passes);

/* Begins a run of passes that can stop. Returns a code. */
int lib_begin_stepping(sfpu_machine *m, unsigned long passes);

/* Ends a run whose outcome is in m->result. Returns a code. */
int lib_finish(sfpu_machine *m);

enum lib_failures {
#define FAILURE(id, name, text, source) FAILURE_##id,
#include "failures.def"
#undef FAILURE
};

/* Records the failure of the last run and its word. */
void lib_note_failure(sfpu_machine *m, enum lib_failures failure, size_t index);

/* Records the failure with which the run's core ended. */
void lib_note_core_failure(sfpu_machine *m, const struct sfp_tile *tile);

/* ---- watches.c ---- */

struct lib_watch;

/* The watches of a call of sfpu_run_until(). */
struct lib_watches {
    struct lib_watch *watches;
    size_t count;
    bool in_order; /* at least one watch is on memory in program order */
};

/* Copies the caller's watches and records their current values. Returns a code; on failure nothing needs to be
 * freed. */
int lib_watches_begin(sfpu_machine *m, const struct sfpu_watch *callers, size_t count, struct lib_watches *watches);
void lib_watches_end(struct lib_watches *watches);

/* Return the index of the first changed watch, or SIZE_MAX. lib_watch_changed() checks all watches except those of
 * memory in program order. lib_watch_stored() checks the latter after a step of the core's trail that stored;
 * lib_watch_changed_by_others(), after memory may have changed without the core. */
size_t lib_watch_changed(const sfpu_machine *m, const struct lib_watches *watches);
size_t lib_watch_stored(const sfpu_machine *m, const struct lib_watches *watches, const struct trail_step *step);
size_t lib_watch_changed_by_others(const sfpu_machine *m, const struct lib_watches *watches);

/* ---- writers.c ---- */

struct lib_writers;
struct archiving;

/* Returns an empty record of last writers, or NULL without memory. */
struct lib_writers *lib_writers_new(sfpu_machine *m);
void lib_writers_free(struct lib_writers *w);

/* The observer follows a run's events. lib_writers_listen() adds the writes to Dst that events do not report. */
struct sfp_observer *lib_writers_observer(struct lib_writers *w);
void lib_writers_listen(struct lib_writers *w);
void lib_writers_archive(struct lib_writers *w, struct archiving *a);

/* ---- snapshot.c ---- */

/* Releases what the closing machine shares with its snapshots. */
void lib_snapshots_end(sfpu_machine *m);

/* ---- dst.c ---- */

/* Returns whether formats.def has a row for the format. */
bool lib_is_format(int format);

/* ---- findings.c ---- */

/* Adds the thread of the finding's word, and its source place, if known. */
void lib_locate(const sfpu_machine *m, struct sfpu_finding *finding);

#endif
