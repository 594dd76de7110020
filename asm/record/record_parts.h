/* What the parts of a recording share. */
#ifndef SFP_RECORD_PARTS_H
#define SFP_RECORD_PARTS_H

#include "nodes_read.h"
#include "record.h"
#include "base/fileio.h"

/* ---- record_files.c: the C++ source that is compiled ---- */

/*
 * The source: sfpi.h, if the user has it, since kernels use what others have included; the headers, then a function for
 * each call, then a main that records them all. Messages name the place of a call --call:N: it is the Nth. On failure
 * false with a message in *error, or NULL if memory ran out.
 */
bool calls_source(const struct sfp_recording *recording, bool has_sfpi, struct text *source, char **error);

/* ---- The files of a recording under way, by their names in its directory ---- */

#define RECORD_HEADER "sfpu_record.hpp"
#define RECORD_VECTORS "sfpu_vector.hpp"  /* the vendor's builtins */
#define RECORD_SFPI "sfpi.h"              /* in the place of the user's, */
#define RECORD_USER_SFPI "sfpu_user_sfpi.h" /* which is linked here, with its neighbours; */
#define RECORD_BUILTINS "tensix_builtins.h" /* but for this one */
#define RECORD_BLOCKS "sfpu_blocks.hpp"   /* their version, and v_if once more, to see how control leaves it */
#define RECORD_SOURCE "calls.cpp"         /* what is compiled */
#define RECORD_PREPROCESSED "calls.ii"    /* the same after its directives, for compilers that stumble over one */
#define RECORD_DEPENDENCIES "dependencies"
#define RECORD_PROGRAM "program"          /* what the compiler makes */
#define RECORD_WORDS "words"              /* what that makes, */
#define RECORD_TABLE "words.dbg"          /* and their lines; or, of vector code, */
#define RECORD_NODES "words.nodes"
#define RECORD_MISFITS "words.misfits"    /* or, instead of all these, instructions with operands that do not fit */

/* What a compiler looks for where kernels include sfpi.h and the user has none. */
#define RECORD_NO_SFPI "the vendor's sfpi.h"

/* Of the user's sfpi headers, those that selection knows. */
#define RECORD_SFPI_OLD "7.38"
#define RECORD_SFPI_NEW "of August 2026"
#define RECORD_SFPI_VERSIONS RECORD_SFPI_OLD " or " RECORD_SFPI_NEW " (github.com/tenstorrent/sfpi, include)"

/* The path of a file in a directory; the caller frees it. NULL if memory ran out. */
char *record_path(const char *directory, const char *name);

/* Writes a file there. On failure false and a message in *error. */
bool record_write(const char *directory, const char *name, const char *text, size_t size, char **error);

/* Writes the headers that recordings are compiled with there. */
bool record_put_headers(const char *directory, char **error);

/* Puts there what sfpi.h is with the user's own beside it. */
bool record_write_sfpi(const char *directory, char **error);

/* Is it one of the names that recordings write a file of? */
bool record_has_name(const char *name);

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
    int status; /* its wait status */
    enum { ENDED_ITSELF, ENDED_FLOODED /* it had printed more than it may */, ENDED_STOPPED /* by a signal */,
           ENDED_LATE /* by the clock */ } why; /* if not itself, host_run() ended it */
    int signal; /* that stopped it */
};

/* What processes get. */
enum {
    RECORD_MEMORY_MIB = 4096,    /* of addresses */
    RECORD_CLOCK_PER_CPU = 20,   /* seconds for each of processor time that the calls may take */
    RECORD_COMPILER_CLOCK = 600, /* seconds */
};

/* Runs it; what it has started and left in its process group ends with it. False, with errno, if it could not be
 * started. */
bool host_run(const struct process *process, struct ending *ending);

/* ---- record_files.c: what a recording leaves in its directory, read back ---- */

/* Names the words. On failure, also if there is none, false with a message in *error, or NULL if memory ran out. */
bool outcome_words(const char *directory, struct sfp_recorded *recorded, char **error);

/* Did the calls leave nodes, in the place of words? */
bool outcome_has_nodes(const char *directory);

/* Adds the files of a make rule, those that it depends on, but of the directory only what links there lead to. On
 * failure as above. */
bool outcome_rule(const char *rule, const char *directory, struct sfp_recorded *recorded, char **error);

/* Adds the files that the compiler says it read: the sources first, none of the directory. On failure as above. */
bool outcome_dependencies(const char *directory, struct sfp_recorded *recorded, char **error);

/* Did the calls leave instructions with operands that do not fit? Then adds what the recording's misfit() says of each
 * to the messages, a line each with its place. */
bool outcome_misfits(const struct sfp_recording *recording, const char *arch, struct text *messages);

/* ---- user_headers.c: the user's own sfpi headers ---- */

/* The folder with sfpi.h that a kernel of this recording finds: of its -I, or of its own; NULL: there is none, or
 * memory ran out. The caller frees it. */
char *user_headers_find(const struct sfp_recording *recording);

/*
 * Links the headers of the folder in the recording's, where sfpi.h finds its parts beside it: all but those that a
 * recording has something of its own for. On failure false and a message in *error, or NULL if memory ran out.
 */
bool user_headers_link(const struct sfp_recording *recording, const char *folder, char **error);

/* The name that a file of the folder is linked as; NULL: it is not linked. */
const char *user_headers_link_name(const char *name);

/* ---- user_blocks.c: what the user's sfpi headers define ---- */

/* Which of the known versions the headers of the folder are most like: "of release 7.38" or RECORD_SFPI_NEW; the caller
 * frees it. NULL if memory ran out. */
char *user_headers_release(const char *folder);

/* Writes RECORD_BLOCKS to the recording's directory: the headers' version, and, if the folder's headers define them, v_if
 * and v_block that do the same and refuse, when the calls run, to be left by return, break, continue or goto. On failure
 * as above. */
bool user_blocks_write(const struct sfp_recording *recording, const char *folder, char **error);

/* ---- record_messages.c: what calls and compilers said ---- */

/* Of lines "@FRAMES FILE:LINE: error: what", as sfpu_vector.hpp begins them, puts the line that the finder knows in the
 * place of the first two, or takes the frames away. */
void messages_place(struct text *messages, const struct line_finder *finder);

/* Names the user's headers as they are where the recording's directory has links to them. */
void messages_name_linked(struct text *messages, const char *directory);

/* Do they say that there was no memory? */
bool messages_want_memory(const struct text *messages);

/* Is there an error of the compiler's about a name of sfpi? */
bool messages_name_sfpi(const struct text *messages);

/* Why the compiler refused the calls, as far as what it said tells; NULL: that says it itself. */
const char *messages_reason(const struct text *messages, bool has_sfpi);

/* ---- chosen.c: words of recordings that hold sfpi code ---- */

/*
 * Reads the nodes in the recording's directory, selects words, and leaves these with their table where a recording
 * without nodes does; or, if the recording wants to have nodes shown, *shown is what the words were made of. On failure
 * false with a message in *error as select/select.h has them, or NULL if memory ran out.
 */
bool chosen_write(const struct sfp_recording *recording, struct text *shown, char **error);

#endif
