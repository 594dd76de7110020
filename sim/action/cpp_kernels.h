/*
 * Kernels in C++: headers whose functions issue words, as sfpasm --call takes them (sfpasm(1), "C++"). The kernel's file
 * name ends in .h, .hh, .hpp, .hxx, .cc, .cpp or .cxx; --call names the calls.
 */
#ifndef SFP_CPP_KERNELS_H
#define SFP_CPP_KERNELS_H

#include <stdbool.h>
#include <stddef.h>

#include "sfpu.h"

/* A call of C++. */
struct cpp_call {
    int thread;       /* thread whose kernel the call belongs to; ALL_THREADS (thread_options.h): every kernel */
    const char *text; /* a C++ expression or statement */
};

struct cpp_options {
    struct cpp_call *calls; /* calls in command-line order; an array with a place for each argument */
    size_t call_count;
    const char *sfpi; /* profile that selects words of sfpi code; NULL: the profile of the headers' version */
    bool schedule;    /* orders selected words for the fewest cycles */
};

/* Returns whether a file with this name is C++. */
bool cpp_kernel_named(const char *path);

/* Returns whether the loaded kernel of the thread, or any loaded kernel for ALL_THREADS, is C++, so that its calls were
 * recorded. */
bool cpp_kernel_loaded(const sfpu_machine *m, int thread);

/* Compiles the header at `path`, runs the calls for `thread`, and gives the recorded words to the selected thread of
 * `m`. `how` has the arch, the include directories, the definitions and the warnings; its `diagnose` receives warnings
 * about the words. Notes the files that were read (cli/run_files.h). Returns 0, or an exit status after a message. */
int cpp_kernel_load(const struct cpp_options *o, const struct sfpu_assembly *how, int thread, const char *path,
                    sfpu_machine *m);

#endif
