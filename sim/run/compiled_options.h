/* Options for compiled kernels, and what only they give. */
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

/* What is called, and what --arg gives it. */
struct compiled_call {
    const char *text; /* as it was given; NULL: the file's entry */
    uint32_t arguments[COMPILED_ARGUMENTS];
    size_t count;
};

/* What --poke or --when-idle asks for. */
struct compiled_poke {
    const char *text; /* as it was given, */
    const char *what; /* and behind its colon; NULL: the end */
    bool when_idle;
};

struct compiled_options {
    struct compiled_call *calls;
    struct compiled_poke *pokes;
    const char **devices; /* as they were given */
    size_t call_count, call_capacity, poke_count, poke_capacity, device_count, device_capacity;
    const char *record, *gaps; /* files, or NULL */
    char *record_table;        /* what says where the words of `record` came from, or NULL */
    bool no_partners;
    struct sfp_machine_options *machine; /* takes those that are for loading the kernel; while options are parsed */
};

/* Of a struct compiled_options. */
extern const struct option_table compiled_table;

void compiled_options_free(struct compiled_options *o);

/* Files that are written. */
struct compiled_recording {
    struct sfp_writer words, table, gaps;
    bool has_table; /* an ordinary file of words has one beside it */
};

/* Each returns 0, or an exit status after it has said what is wrong. */

/* What is called, and what is in memory. */
int compiled_prepare(const struct compiled_options *o, sfpu_machine *m);

/* After a run: the words that were pushed, where they came from, and when. */
int compiled_write(const struct compiled_options *o, sfpu_machine *m, struct compiled_recording *r);

/* Each returns false with a message as writer_open() does. */
bool compiled_open(const struct compiled_options *o, const struct sfp_temporary_files *files,
                   struct compiled_recording *r, char **error);
bool compiled_commit(const struct compiled_options *o, struct compiled_recording *r, char **error);
void compiled_abort(struct compiled_recording *r);

/* The member "compiled" of a document: all of that; null of another kernel. */
void compiled_json(struct sfp_json *j, sfpu_machine *m);

/* Says what core and thread took, if the machine's program is a compiled kernel. Returns as those above. */
int compiled_summarise(sfpu_machine *m);

/* ---- Words that a core pushes ---- */

/* Adds lines to the summary of the machine's last run. An exit status after it has said what is wrong; else 0. */
int pusher_summarise(sfpu_machine *m);

/* The same as the member "pusher" of a document; null of a run without it. */
void pusher_json(struct sfp_json *j, sfpu_machine *m);

#endif
