/* What the parts of a recording share. */
#ifndef SFP_RECORD_PARTS_H
#define SFP_RECORD_PARTS_H

#include "record.h"
#include "util/fileio.h"

/* ---- record_files.c: the C++ source that is compiled ---- */

/*
 * The source: the headers, then a function for each call, then a main that records them all. Messages name the place of
 * a call --call:N: it is the Nth. On failure false with a message in *error, or NULL if memory ran out.
 */
bool calls_source(const struct sfp_recording *recording, struct text *source, char **error);

/* ---- The files of a recording under way, by their names in its directory ---- */

#define RECORD_HEADER "sfpu_record.hpp"
#define RECORD_SOURCE "calls.cpp"         /* what is compiled */
#define RECORD_PREPROCESSED "calls.ii"    /* the same after its directives, for compilers that stumble over one */
#define RECORD_DEPENDENCIES "dependencies"
#define RECORD_PROGRAM "program"          /* what the compiler makes */
#define RECORD_WORDS "words"              /* what that makes, */
#define RECORD_TABLE "words.dbg"          /* and their lines */

/* The path of a file in a directory; the caller frees it. NULL if memory ran out. */
char *record_path(const char *directory, const char *name);

/* Writes a file there. On failure false and a message in *error. */
bool record_write(const char *directory, const char *name, const char *text, size_t size, char **error);

/* ---- record_compiler.c: the host's C++ compiler, and what it makes: processes whose output is kept ---- */

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

/* ---- record_files.c: what a recording leaves in its directory, read back ---- */

/* Names the words. On failure, also if there is none, false with a message in *error, or NULL if memory ran out. */
bool outcome_words(const char *directory, struct sfp_recorded *recorded, char **error);

/* Adds the files of a make rule, those that it depends on, but none of the directory. On failure as above. */
bool outcome_rule(const char *rule, const char *directory, struct sfp_recorded *recorded, char **error);

/* Adds the files that the compiler says it read: the sources first, none of the directory. On failure as above. */
bool outcome_dependencies(const char *directory, struct sfp_recorded *recorded, char **error);

#endif
