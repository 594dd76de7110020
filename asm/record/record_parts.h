/* Functions and names shared by the parts of a recording. */
#ifndef SFP_RECORD_PARTS_H
#define SFP_RECORD_PARTS_H

#include "nodes_read.h"
#include "record.h"
#include "base/fileio.h"

/* ---- record_files.c: the C++ source to compile ---- */

/*
 * Makes the source: sfpi.h, if the user has the header, since kernels rely on other files to include it; the user's
 * headers; a function for each call; and a main that records every call. Messages name the Nth call's place --call:N.
 * Returns false with a message in *error, or NULL if memory ran out.
 */
bool calls_source(const struct sfp_recording *recording, bool has_sfpi, struct text *source, char **error);

/* ---- Names of the files in a recording's directory ---- */

#define RECORD_HEADER "sfpu_record.hpp"
#define RECORD_VECTORS "sfpu_vector.hpp"  /* stand-ins for the vendor's builtins */
#define RECORD_GIVEN "sfpu_given.hpp" /* the text that follows the headers */
#define RECORD_SFPI "sfpi.h"              /* replacement for the user's sfpi.h */
#define RECORD_USER_MATH "sfpu_user_math.h" /* link to the user's RECORD_MATH; left out if the user has no such file */
#define RECORD_MATH "cmath_common.h"
#define RECORD_USER_SFPI "sfpu_user_sfpi.h" /* link to the user's sfpi.h, beside links to its neighbours */
#define RECORD_BUILTINS "tensix_builtins.h" /* replacement for the user's tensix_builtins.h */
#define RECORD_BLOCKS "sfpu_blocks.hpp"   /* version of the sfpi headers; a v_if that finds code leaving its block */
#define RECORD_SOURCE "calls.cpp"         /* source for the compiler */
#define RECORD_PREPROCESSED "calls.ii"    /* the preprocessed source, for compilers that refuse a directive */
#define RECORD_DEPENDENCIES "dependencies"
#define RECORD_PROGRAM "program"          /* the compiled calls */
#define RECORD_WORDS "words"              /* words recorded by the program */
#define RECORD_TABLE "words.dbg"          /* places of these words in the sources */
#define RECORD_NODES "words.nodes"        /* nodes recorded from sfpi code */
#define RECORD_MISFITS "words.misfits"    /* instructions with an operand that does not fit; replaces words, table
                                           * and nodes */

/* The compiler fails to find this file if a kernel includes sfpi.h and the user has no such header. */
#define RECORD_NO_SFPI "the vendor's sfpi.h"

/* The versions of the user's sfpi headers that selection supports. */
#define RECORD_SFPI_OLD "7.38"
#define RECORD_SFPI_NEW "of August 2026"
#define RECORD_SFPI_VERSIONS RECORD_SFPI_OLD " or " RECORD_SFPI_NEW " (github.com/tenstorrent/sfpi, include)"

/* Returns the path of a file in the directory, for the caller to free. Returns NULL if memory ran out. */
char *record_path(const char *directory, const char *name);

/* Writes a file to the directory. Returns false with a message in *error. */
bool record_write(const char *directory, const char *name, const char *text, size_t size, char **error);

/* Writes the recording's own headers to the directory. */
bool record_put_headers(const char *directory, char **error);

/* Writes the wrapper of the user's sfpi.h to the directory. */
bool record_write_sfpi(const char *directory, char **error);

/* Returns whether recordings write a file by the name. */
bool record_has_name(const char *name);

/* ---- record_compiler.c: runs the host's C++ compiler and the compiled program, and keeps their output ---- */

/* A command line under construction; `words` ends in NULL. */
struct command {
    char **words;
    size_t count;
    bool failed; /* memory ran out */
};

/* Appends a copy of a word. */
void command_add(struct command *command, const char *word);
void command_free(struct command *command);

/* Starts a command with the compiler: the words of $CXX, or the first of c++, g++ and clang++ that exists. Returns
 * false with a message in *error if no compiler exists. */
bool host_compiler(struct command *command, char **error);

/* A process to run. */
struct process {
    const struct command *command;
    const char *input;     /* path of standard input; NULL: empty input */
    const char *output;    /* path of standard output; NULL: kept like standard error */
    struct text *messages; /* receives up to RECORD_MOST_MESSAGES bytes of output; `failed` if memory ran out */
    unsigned cpu_seconds;  /* limit of processor time in seconds; 0: no limit */
    void (*child)(int pid);
};

/* The end of a process. */
struct ending {
    int status; /* status from wait */
    enum { ENDED_ITSELF, ENDED_FLOODED /* printed more than allowed */, ENDED_STOPPED /* stopped by a signal */,
           ENDED_LATE /* exceeded the clock */ } why; /* except for ENDED_ITSELF, host_run() ended the process */
    int signal; /* the stopping signal */
};

/* Limits of processes. */
enum {
    RECORD_MEMORY_MIB = 4096,    /* limit of address space in MiB */
    RECORD_CLOCK_PER_CPU = 20,   /* seconds of clock time for each allowed second of processor time */
    RECORD_COMPILER_CLOCK = 600, /* limit of the compiler's clock time in seconds */
};

/* Runs a process to its end, and then kills the remains of its process group. Returns false with errno if the
 * process could not start. */
bool host_run(const struct process *process, struct ending *ending);

/* ---- record_files.c: reads back the files in a recording's directory ---- */

/* Sets recorded->words to the path of the words. Returns false with a message in *error, or NULL if memory ran out;
 * a recording without words is a failure. */
bool outcome_words(const char *directory, struct sfp_recorded *recorded, char **error);

/* Returns whether the calls left nodes instead of words. */
bool outcome_has_nodes(const char *directory);

/* Adds the prerequisites of a make rule to the recorded files. A file below `directory` is left out, or replaced by
 * its target if it is a link. Returns false as above. */
bool outcome_rule(const char *rule, const char *directory, struct sfp_recorded *recorded, char **error);

/* Adds the files that the compiler read, according to its dependency file, by outcome_rule(). Returns false as
 * above. */
bool outcome_dependencies(const char *directory, struct sfp_recorded *recorded, char **error);

/* Returns whether the calls left instructions with an operand that does not fit. If so, adds a line to the messages
 * for each instruction: its place, and the explanation by the recording's misfit(). */
bool outcome_misfits(const struct sfp_recording *recording, const char *arch, struct text *messages);

/* ---- user_headers.c: the user's own sfpi headers ---- */

/* Sets *folder to the folder of the sfpi.h that the recording's kernels find, by -I or beside a header, for the caller to
 * free, or to NULL if the user has no sfpi.h. Returns false with a message in *error, or NULL if memory ran out. */
bool user_headers_find(const struct sfp_recording *recording, char **folder, char **error);

/*
 * Links the folder's headers in the recording's directory, where sfpi.h finds its parts. Skips headers that the
 * recording replaces. Returns false with a message in *error, or NULL if memory ran out.
 */
bool user_headers_link(const struct sfp_recording *recording, const char *folder, char **error);

/* Sets *path to the real path of the user's cmath_common.h in a folder of -I, for the caller to free, or to NULL if no
 * folder has the header. Returns false as user_headers_find(). */
bool user_math_find(const struct sfp_recording *recording, char **path, char **error);

/* Links that header into the recording's directory, or removes such a link of an earlier --record-headers if there is
 * no such header. Returns false as above. */
bool user_math_link(const struct sfp_recording *recording, char **error);

/* Returns the link's name for a file of the folder, or NULL if the file is not linked. */
const char *user_headers_link_name(const char *name);

/* ---- user_blocks.c: the definitions in the user's sfpi headers ---- */

/* Returns the supported version nearest to the folder's headers: "of release 7.38" or RECORD_SFPI_NEW. The caller
 * frees the text. Returns NULL if memory ran out. */
char *user_headers_release(const char *folder);

/* Writes RECORD_BLOCKS to the recording's directory: the headers' version, and, if the folder's headers define v_if
 * and v_block, wrappers of both. When the calls run, a wrapper refuses to be left by return, break, continue or
 * goto. Returns false as above. */
bool user_blocks_write(const struct sfp_recording *recording, const char *folder, char **error);

/* ---- record_messages.c: the output of the calls and compilers ---- */

/* Places messages on source lines. Of a line "@FRAMES FILE:LINE: error: text", written by sfpu_vector.hpp, replaces
 * "@FRAMES FILE:LINE" by the place that the finder knows for the frames, or else removes "@FRAMES ". */
void messages_place(struct text *messages, const struct line_finder *finder);

/* Replaces the paths of links in the recording's directory by the user's own paths. */
void messages_name_linked(struct text *messages, const char *directory);

/* Returns whether the messages report lack of memory. */
bool messages_want_memory(const struct text *messages);

/* Returns whether a compiler error mentions a name of sfpi. */
bool messages_name_sfpi(const struct text *messages);

/* Returns the reason why the compiler refused the calls, as far as the messages show one; NULL: the messages say
 * enough. */
const char *messages_reason(const struct text *messages, bool has_sfpi);

/* ---- chosen.c: selects the words of recordings with sfpi code ---- */

/*
 * Reads the nodes in the recording's directory, selects words, and writes words and table to the files that a recording
 * without nodes has. With recording->show_nodes, instead sets *shown to the nodes as text. Returns false with a message
 * in *error, in the form described in select/select.h, or NULL if memory ran out.
 */
bool chosen_write(const struct sfp_recording *recording, struct text *shown, char **error);

#endif
