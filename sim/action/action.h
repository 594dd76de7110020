/*
 * Actions of sfpsim: what its first word asks for. Each is a row of actions.def, and says what its options are and what
 * it does; how it is called, from the command line or from a line of a batch, and how it is reported on is the same
 * for all.
 */
#ifndef SFP_ACTION_H
#define SFP_ACTION_H

#include <stdbool.h>
#include <stddef.h>

#include "file_uses.h"
#include "machine_options.h"
#include "report.h"

struct action;

/* What the options of every action begin with. */
struct action_options {
    const char *name; /* in reports; NULL: what it is about */
    struct report_options reports;
    bool quiet, verbose;
    struct verdict *verdict;         /* receives the verdict of the action; may be NULL */
    sfpu_preprocessed *preprocessed; /* shared with other actions, or NULL */
    const struct action *actions;    /* all that there are */
};

struct action {
    const char *name, *does;  /* its word, and what --help says of it */
    const struct option_table *table; /* of the command line */
    size_t size;              /* of the options */
    bool reports_itself;      /* on several cases, and is given what reports are wanted */
    bool stops_early;         /* when the program is told to stop: what it has done is then not all */

    /* Sets what goes without saying in options that are all zero, with room for so many arguments. False without
     * memory; they are to be freed in any case. */
    bool (*defaults)(void *options, size_t arguments);
    void (*free)(void *options);

    /* Does it all, says it where base/voice.h has it, and returns the exit status. */
    int (*run)(void *options);

    /* Lists what it reads and writes by its options alone, but for what it says; NULL: nothing. */
    void (*list_files)(const void *options, struct file_uses *uses);

    /* What it is about, for reports: a file. */
    const char *(*subject)(const void *options);
};

#define ACTION(name) extern const struct action name##_action;
#include "actions.def"
#undef ACTION

/* That every action's table includes, of a struct action_options. */
extern const struct option_table action_table;

/*
 * The action that arguments of a program ask for, of a table that a row without a name ends: by the word in argv[1]; by
 * an option that there was before there was a word; or the table's first. *words: how many of them say so.
 */
const struct action *action_find(const struct action *actions, int argc, char *const *argv, int *words);

/* Options of an action, with what goes without saying; NULL without memory. action_end frees them. */
void *action_begin(const struct action *action, const struct action *actions, size_t arguments);
void action_end(const struct action *action, void *options);

/* Does it with the reports that its options ask for; returns the exit status. */
int action_do(const struct action *action, void *options);

/* May what an action reads and writes be as it is, and where reports on it go? The uses are freed. Returns 0, or an
 * exit status after it has said what is wrong; then no report is written either. */
int action_check_files(const struct action_options *options, struct file_uses *uses);

/* Has diagnostics of the sources that a machine loads heard by the action's verdict, if there is one. */
void action_share(const struct action_options *options, struct sfp_machine_options *machine);

/* The list of all actions, for --help and for the build. */
void action_list(FILE *out, const struct action *actions);

/* ---- One whose words are kept, for reports on it ---- */

/* The verdict of an action, and the text that the action printed. */
struct captured {
    struct verdict verdict;
    char *said;       /* on both streams, as it came; or, apart, on standard error and then on standard output */
    size_t size;
    size_t errors;    /* apart: bytes of the former */
    double seconds;
};

/* Does it, and has `c`, which captured_free frees, tell of it; its options are changed to have it told. `apart`: the
 * two streams are kept one behind the other. */
void captured_run(struct captured *c, const struct action *action, void *options, bool apart);
void captured_free(struct captured *c);

/* What would be an action cannot be done, and this is why. */
void captured_refuse(struct captured *c, const char *why);

/* Lets go of what it said. */
void captured_forget(struct captured *c);

/* For a report; `c` and the options must outlive it. */
struct reported_case captured_case(const struct captured *c, const struct action *action, const void *options);

#endif
