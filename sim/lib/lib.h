/* What the functions of include/sfpu.h share: the inside of a machine. */
#ifndef SFP_LIB_H
#define SFP_LIB_H

#include "time/kernel.h"
#include "model/image.h"
#include "model/model.h"
#include "time/pipeline.h"
#include "core/clock.h"
#include "core/core_kernel.h"
#include "core/pace.h"
#include "base/diag.h"
#include "base/text_buffer.h"
#include "observe/findings_log.h"
#include "observe/proof.h"
#include "views/stats.h"

#include "sfpu.h"

enum {
    VIEWS = 0
#define VIEW(...) +1
#include "views.def"
};

struct view;

/* Why a run is stopped, beside the reasons: members of struct sfpu_result. */
struct lib_stopped {
    size_t watch;
    const char *finding;
    size_t finding_index;
};

/* How sources that are loaded are assembled, but for their arch and who hears of them. */
struct lib_sources {
    struct sfp_asm_options options;
    char **texts; /* what the options' lists point into: include_dirs, then defines */
};

/* What has ended the last run of the program; without a name: nothing. */
struct lib_failure {
    const char *name, *text, *source; /* literals */
    size_t index; /* of the word */
};

/* What is done with words that a core pushes. Who loads such a kernel sets it: a program that loads none needs nothing of
 * what reads ELF files. */
struct lib_core {
    /* A run of it begins: *feed is what it is fed by. */
    int (*begin)(sfpu_machine *m, unsigned long passes, const struct sfp_feed **feed);
    /* It is over, and did what the machine's result says. The code of how its core ended, which is OK if that was well. */
    int (*end)(sfpu_machine *m);
    /* Without time: must it be run in time all the same, as it has macros? */
    bool (*has_macros)(const sfpu_machine *m);
    void (*free)(struct sfp_compiled *compiled);
};

/* Which machine a snapshot is of: there as long as it or one of its snapshots is. */
struct lib_origin {
    size_t holders;
};

struct sfpu_machine {
    enum sfp_arch arch;    /* 0: not known yet, and then there is no machine */
    struct sfp_machine *m;
    bool has_program;
    struct sfp_kernel kernel;
    char *name;            /* the kernel's */
    struct sfp_compiled *compiled; /* where a core pushes its words, and else NULL */
    const struct lib_core *core;   /* what is done with that */
    struct sfp_state *core_before; /* the state that its last run found, or NULL */
    uint32_t *gaps;        /* of it, or NULL */
    enum tile_pusher pusher;
    struct tile_pace pace; /* of the program, where a run needed it; else all zero */
    struct sfpu_running running;
    uint32_t written[SFP_LREGS]; /* by LReg, lanes that got a value */
    struct sfp_findings_log *log;
    struct sfp_findings_policy policy;
    struct sfp_progress progress;
    struct sfp_stepping *stepping; /* a run that is stopped, or NULL */
    struct lib_stopped stopped;
    bool timed;            /* the last run */
    unsigned long passes;
    struct sfp_timing_result timing;
    struct sfp_run_result result;
    struct lib_failure failure;
    struct lib_origin *origin; /* NULL: no snapshot was taken */
    struct archive *saved;     /* the last snapshot's: most of the next one is as there; or NULL */
    uint64_t program_number;   /* counts programs, and what else runs are made of, as gaps */
    uint64_t run_number, runs; /* of the last run that began, 0: there was none; how many there were */
    struct sfpu_running begun; /* how that was begun */
    bool over;             /* it came to its end */
    uint64_t widths_told;  /* of the run that this is the number of, a read of Dst in another width was reported */
    struct sfp_state *before; /* of the last run, for its summary, or NULL */
    bool wanted[VIEWS];
    struct view *views;
    bool views_over;       /* they are of a run that is over */
    struct sfp_observer events;
    struct sfp_proof *proof; /* of the last run, or NULL */
    struct lib_writers *writers; /* who wrote last in it; NULL: nobody was to know */
    unsigned float_modes;  /* the caller's, which its functions are called with */
    unsigned telling;     /* functions of the caller's that it is calling: these may read it, and nothing else */
    bool hushed;          /* it is not to be told, as the run begins once more */
    bool lent;            /* to a batch, ... */
    bool closed;          /* ... with which it goes */
    sfpu_observe *observe;
    void *observe_context;
    sfpu_diagnose *diagnose;
    void *diagnose_context;
    sfpu_hear_read *read;
    void *read_context;
    struct lib_sources sources;
    char **source_dirs; /* where those of compiled kernels are read, up to a NULL; or NULL */
    sfpu_preprocessed *preprocessed; /* or NULL */
    char *error;
};

struct sfpu_preprocessed {
    struct sfp_preprocessed *kept;
    _Atomic unsigned holders; /* machines, in any threads, and who has opened it, until that is closed */
};

struct sfpu_program {
    struct sfp_program program;
};

struct sfpu_image {
    struct sfp_image image;
};

/* ---- ground.c ---- */

/* Says what went wrong on `m`, which may be NULL, and returns `code`. */
__attribute__((format(printf, 3, 4))) int lib_fail(sfpu_machine *m, int code, const char *format, ...);

/* The same of a message that the library below made, which is freed; NULL: there was no memory for it. */
int lib_fail_with(sfpu_machine *m, int code, char *error);
int lib_no_memory(sfpu_machine *m);

/* Makes the machine of an arch if there is none. False: there is one of another arch, or no memory, as the error says. */
int lib_need(sfpu_machine *m, enum sfp_arch arch);

/* Is there a machine? Where its arch was left open and nothing was loaded, it is Wormhole's from here on. */
int lib_need_any(sfpu_machine *m);

/* May the caller ask of the machine, or change it? Neither while a batch has it, and a function that the machine calls may
 * only ask. False with an error. Of NULL: yes, so that others say what is wrong. */
bool lib_may_read(sfpu_machine *m);
bool lib_may_change(sfpu_machine *m);

/* Around each call of a function of the caller's that is for the machine, which may be NULL. */
void lib_tell_begin(sfpu_machine *m);
void lib_tell_end(sfpu_machine *m);

/* Both at once: is there a machine that the caller may ask of, or change? */
int lib_to_read(sfpu_machine *m);
int lib_to_change(sfpu_machine *m);

/* lib_to_read() for a function that copies to `place`, the caller's; an error if that is NULL. `what` it copies is for the
 * message: "the lanes". */
int lib_to_copy(sfpu_machine *m, const void *place, const char *what);

/* Is it an arch, or ANY? */
bool lib_is_arch(int arch);

/* Copies a struct of the caller's, which begins with its size, to one of `size` bytes here; what it lacks is 0. False:
 * it does not say its size. */
bool lib_take(void *here, size_t size, const void *callers);

/* And what is here to a struct of the caller's, as far as that reaches. False: as above. */
bool lib_give(void *callers, const void *here, size_t size);

/* The same with an error where the size is missing. */
int lib_given(sfpu_machine *m, bool ok);

/* Hands a text out that the caller frees; both may be NULL. */
void lib_hand_out(char **to, char *text);

/* Which floating-point modes the host has, outside of runs: these have their own. */
unsigned lib_float_modes(void);

/* A stream whose bytes go to `write`, which may read the machine `m` meanwhile, and nothing else; NULL: it is of none. NULL
 * without memory. */
FILE *lib_stream(sfpu_machine *m, sfpu_write *write, void *context);

/* ---- ownership.c ---- */

/* Nobody hears any more of what the machine does. */
void lib_hush(sfpu_machine *m);

/* Nothing of the last run is known any more. */
void lib_forget_run(sfpu_machine *m);

/* Gives a stopped run up. */
void lib_run_abandon(sfpu_machine *m);

/* Snapshots that were taken can be restored no more: another program is there, or it runs in another way. */
void lib_snapshots_expire(sfpu_machine *m);

/* Drops the program and what came with it, but not its gaps. */
void lib_program_free(sfpu_machine *m);

/* Makes a kernel that was loaded the machine's. Takes over both. */
int lib_take_kernel(sfpu_machine *m, struct sfp_kernel *kernel, char *name);

/* ---- assembly.c ---- */

/* Who hears diagnostics, and the room in which they are printed. */
struct lib_voice {
    sfpu_machine *m;         /* that it is of, or NULL */
    sfpu_diagnose *diagnose; /* or NULL */
    void *context;
    sfpu_hear_read *read;    /* or NULL */
    void *read_context;
    int forms; /* an enum sfpu_forms */
    FILE *stream;
    struct text printed;
    bool errors, no_memory;  /* it was told of some that are in a source; and that memory ran out, which is a code */
};

/* What the machine's diagnostics are told with; nobody hears those of none. */
struct lib_voice lib_voice_of(sfpu_machine *m);

/* A sink, of a voice: hands a diagnostic over as the public header has it; without memory for its printed form, the
 * first line of that. */
void lib_say(void *voice, const struct sfp_diagnostic *diagnostic);

/* Tells of a file that is read, of a voice. */
void lib_hear_read(void *voice, const char *path);

/* What came of an assembly that the voice was told of: BAD_SOURCE, or NO_MEMORY. */
int lib_voice_code(const struct lib_voice *voice);
void lib_voice_end(struct lib_voice *voice);

/* As without options. */
void lib_sources_init(struct lib_sources *sources);
void lib_sources_free(struct lib_sources *sources);

/* What sources of a machine are assembled with, for its arch; diagnostics go to `voice`. */
struct sfp_asm_options lib_sources_options(const sfpu_machine *m, struct lib_voice *voice);

/* ---- events.c ---- */

/* The observer that tells the caller of events, or NULL if none was asked for. */
struct sfp_observer *lib_events(sfpu_machine *m);

/* ---- compiled.c ---- */

/* Frees texts up to a NULL, and the list; NULL: nothing. */
void lib_free_texts(char **texts);

/* Makes a compiled kernel the machine's, as sfpu_load_file() does; takes over name and file. `symbol` may be NULL. */
int lib_load_compiled(sfpu_machine *m, char *name, struct sfp_buffer *file, const char *symbol);

/* Is an ordinary file of that name one? */
int lib_is_compiled(sfpu_machine *m, const char *path, bool *is);

/* The tile of the last run; NULL with *code saying why there is none. */
const struct sfp_tile *lib_tile(sfpu_machine *m, int *code);

/* ---- pusher.c ---- */

/* Is that the name of the setting that says who pushes words? */
bool lib_is_pusher_setting(const char *name);

/* What it is set to. False with a message in *error, which the caller frees; NULL there without memory. */
bool lib_pusher_named(const char *value, enum tile_pusher *pusher, char **error);
void lib_set_pusher(sfpu_machine *m, enum tile_pusher pusher);

/* Works out when words are pushed, for a run that begins: what lib_gaps() then says, and m->pace of later passes. */
int lib_pace(sfpu_machine *m);
const uint32_t *lib_gaps(const sfpu_machine *m);

/* How many cycles the words that the tile logged in the machine's last run take by themselves, one behind the other, with
 * the configuration of MOP that came with them. False without memory. */
bool lib_words_alone(const sfpu_machine *m, const struct sfp_tile *tile, uint64_t *cycles);

/* ---- close_words.c ---- */

/* Behind a run in time: adds what would be found if words that its core, or the caller's, pushed apart had come back to
 * back, as possible. Of a core's words the first LIB_CLOSE_WORDS are looked at. False without memory. */
enum { LIB_CLOSE_WORDS = 1 << 20 };
bool lib_check_close(sfpu_machine *m);

/* ---- views.c ---- */

/* Attaches what was wanted of the run that begins; NULL with *ok false without memory. */
struct sfp_observer *lib_views_begin(sfpu_machine *m, struct sfp_observer *others, bool *ok);

/* Is one wanted, of the run that is stopped or to come, that is more than the summary? */
bool lib_views_gather(const sfpu_machine *m);

/* Completes them at its end. */
int lib_views_end(sfpu_machine *m);
void lib_views_free(sfpu_machine *m);

/* Drops what a run that is over has gathered. */
void lib_views_forget(sfpu_machine *m);

/* What the statistics of the last run add up to; NULL if it gathered none. */
const struct sfp_stats_totals *lib_totals(const sfpu_machine *m);

/* ---- run.c ---- */

/* Begins a run as one was begun before, to be loaded to where that was: it is stopped if `stopped`, or else over. */
int lib_run_again(sfpu_machine *m, const struct sfpu_running *how, unsigned long passes, bool stopped);

/* Says how the last run, which is not done, ended. */
int lib_run_failed(sfpu_machine *m);

/* Runs the program to its end. */
int lib_run_whole(sfpu_machine *m, unsigned long passes);

/* Begins passes that can stop. */
int lib_begin_stepping(sfpu_machine *m, unsigned long passes);

/* The program is over, or has failed: m->result. */
int lib_finish(sfpu_machine *m);

enum lib_failures {
#define FAILURE(id, name, text, source) FAILURE_##id,
#include "failures.def"
#undef FAILURE
};

/* The last run has ended so, at this word. */
void lib_note_failure(sfpu_machine *m, enum lib_failures failure, size_t index);

/* The same of what its core has ended with. */
void lib_note_core_failure(sfpu_machine *m, const struct sfp_tile *tile);

/* ---- watches.c ---- */

struct lib_watch;

/* What a call of sfpu_run_until() looks at. */
struct lib_watches {
    struct lib_watch *watches;
    size_t count;
    bool in_order; /* some are of memory in program order */
};

/* Takes the caller's watches, with the values that there are now. */
int lib_watches_begin(sfpu_machine *m, const struct sfpu_watch *callers, size_t count, struct lib_watches *watches);
void lib_watches_end(struct lib_watches *watches);

/* The first one that has changed; SIZE_MAX: none has. Of those of memory in program order it is asked where a step of the
 * core's trail has come that stored there, or others than the core may have changed all of it. */
size_t lib_watch_changed(const sfpu_machine *m, const struct lib_watches *watches);
size_t lib_watch_stored(const sfpu_machine *m, const struct lib_watches *watches, const struct trail_step *step);
size_t lib_watch_changed_by_others(const sfpu_machine *m, const struct lib_watches *watches);

/* ---- writers.c ---- */

struct lib_writers;
struct archiving;

/* Nobody has written yet. NULL without memory. */
struct lib_writers *lib_writers_new(sfpu_machine *m);
void lib_writers_free(struct lib_writers *w);

/* Who follows a run, and hears from the machine, as long as that says so, what the run's events do not tell. */
struct sfp_observer *lib_writers_observer(struct lib_writers *w);
void lib_writers_listen(struct lib_writers *w);
void lib_writers_archive(struct lib_writers *w, struct archiving *a);

/* ---- snapshot.c ---- */

/* The machine goes. */
void lib_snapshots_end(sfpu_machine *m);

/* ---- dst.c ---- */

/* Has it a row in formats.def? */
bool lib_is_format(int format);

/* ---- findings.c ---- */

/* Adds where the word of a finding comes from. */
void lib_locate(const sfpu_machine *m, struct sfpu_finding *finding);

#endif
