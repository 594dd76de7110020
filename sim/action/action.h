/*
 * Actions of sfpsim. The first word of the command line names an action; each action is a row of actions.def with its
 * own options and function. Calling an action, from the command line or from a line of a batch, and reporting on it
 * work alike for every action.
 */
#ifndef SFP_ACTION_H
#define SFP_ACTION_H

#include <stdbool.h>
#include <stddef.h>

#include "file_uses.h"
#include "machine_options.h"
#include "report.h"

struct action;

/* Options that every action has; an action's own struct begins with this one. */
struct action_options {
    const char *name; /* name of the case in reports; NULL: the action's subject */
    struct report_options reports;
    bool quiet, verbose;
    struct verdict *verdict;         /* receives the action's remarks and measures; may be NULL */
    sfpu_preprocessed *preprocessed; /* cache of preprocessed sources, shared with other actions, or NULL */
    const struct action *actions;    /* every action of the program */
};

struct action {
    const char *name, *does;  /* word on the command line; description for --help */
    const struct option_table *table; /* options of the command line */
    size_t size;              /* size of the options' struct in bytes */
    bool reports_itself;      /* the action writes the reports itself, since it has several cases */
    bool stops_early;         /* the action may end early when a signal arrives: its result is then incomplete */

    /* Sets defaults in options that are all zero, with room for `arguments` arguments. Returns false if memory ran
     * out; the caller frees the options in either case. */
    bool (*defaults)(void *options, size_t arguments);
    void (*free)(void *options);

    /* Runs the action, prints to the streams of voice.h, and returns the exit status. */
    int (*run)(void *options);

    /* Lists the files that the options make the action read and write, without the streams it prints to. NULL: no
     * files. */
    void (*list_files)(const void *options, struct file_uses *uses);

    /* Returns the file that reports name as the action's subject. */
    const char *(*subject)(const void *options);
};

#define ACTION(name) extern const struct action name##_action;
#include "actions.def"
#undef ACTION

/* Option rows for the struct action_options, which every action's table includes. */
extern const struct option_table action_table;

/*
 * Returns the action that a command line asks for: by the word in argv[1], by an option of an older version without
 * words, or the table's first. A row without a name ends the table. *words receives the number of arguments that name
 * the action, 0 or 1.
 */
const struct action *action_find(const struct action *actions, int argc, char *const *argv, int *words);

/* action_begin() returns the action's options with their defaults, or NULL without memory. action_end() frees them. */
void *action_begin(const struct action *action, const struct action *actions, size_t arguments);
void action_end(const struct action *action, void *options);

/* Runs the action, with the reports that its options ask for. Returns the exit status. */
int action_do(const struct action *action, void *options);

/* Checks that the action's outputs and the report files overwrite no input and not each other. Frees `uses`. Returns
 * 0, or an exit status after a message; the verdict then forbids writing a report. */
int action_check_files(const struct action_options *options, struct file_uses *uses);

/* Passes diagnostics of the machine's sources to the action's verdict, if any, and lends the machine the shared
 * cache. */
void action_share(const struct action_options *options, struct sfp_machine_options *machine);

/* Prints a line for each action, for --help and for the build. */
void action_list(FILE *out, const struct action *actions);

/* ---- An action whose output is captured for reports ---- */

/* The verdict of an action, and the text that the action printed. */
struct captured {
    struct verdict verdict;
    char *said;       /* output of both streams in order; if kept apart, standard error first, then standard output */
    size_t size;
    size_t errors;    /* number of bytes of standard error, if kept apart */
    double seconds;
};

/* Runs the action with its verdict and output captured in `c`, which captured_free() frees. Points the options'
 * verdict into `c`. `apart`: keeps standard error before standard output, instead of both in order. */
void captured_run(struct captured *c, const struct action *action, void *options, bool apart);
void captured_free(struct captured *c);

/* Makes a captured result for a case that cannot run: the verdict NOT_RUN, and the reason as output. */
void captured_refuse(struct captured *c, const char *why);

/* Frees the output, and keeps the verdict. */
void captured_forget(struct captured *c);

/* Returns the case for a report; `c` and the options must outlive it. */
struct reported_case captured_case(const struct captured *c, const struct action *action, const void *options);

#endif
