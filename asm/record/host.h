/* The host's C++ compiler, and what it makes: processes whose output is kept. */
#ifndef SFP_RECORD_HOST_H
#define SFP_RECORD_HOST_H

#include "record.h"

/* The words of a command line, or of the compiler's name; NULL-terminated. */
struct command {
    char **words;
    size_t count;
    bool failed; /* memory ran out */
};

/* Appends a copy of a word. */
void command_add(struct command *command, const char *word);
void command_free(struct command *command);

/* Begins a command with the compiler: $CXX, which may have arguments, or the first of a few names that is there. False,
 * with a message in *error, if there is none. */
bool host_compiler(struct command *command, char **error);

/* What a process is given. */
struct process {
    const struct command *command;
    const char *input;     /* the path of its standard input; NULL: none */
    const char *output;    /* the path of its standard output; NULL: that is kept as standard error is */
    struct text *messages; /* what it prints, up to RECORD_MOST_MESSAGES, is added here, or that memory ran out */
    unsigned cpu_seconds;  /* 0: no limit */
    void (*child)(int pid);
};

/* How it ended. */
struct ending {
    int status;   /* its wait status */
    bool flooded; /* it had printed more than it may, and was ended */
};

/* Runs it; what it has started and left in its process group ends with it. False, with errno, if it could not be
 * started. */
bool host_run(const struct process *process, struct ending *ending);

#endif
