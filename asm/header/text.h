/* The C++ text of a header. */
#ifndef SFP_HEADER_TEXT_H
#define SFP_HEADER_TEXT_H

#include "header.h"
#include "figures.h"
#include "shape.h"

/* The calls of the header's functions that give the program's words. */
struct header_calls {
    struct text init, calculate; /* a C++ call with a NUL at the end; empty if the header lacks the function */
    const char *list[2];
    size_t count;
};

/* A kernel on its way into a header. */
struct header_kernel {
    const struct header_request *request;
    const uint32_t *words; /* words of the math thread */
    size_t count;          /* number of words, at least 1 */
    const char *selected;  /* profile that selected words of sfpi code, or NULL */
    struct sfp_index index; /* of the program's arch */
    struct kernel_shape shape;
    struct kernel_figures figures;
    struct header_calls calls;
};

/* Returns the number of iterations that the kernel has: rows, or turns if these add no rows; 0 without a loop. */
size_t header_iterations(const struct header_kernel *kernel);

/* Returns whether words follow the set-up, so that the header has _calculate_NAME_(). */
bool header_calculates(const struct header_kernel *kernel);

/* Fills in kernel->calls, from the other members. False if memory ran out. header_calls_free() is due either way. */
bool header_calls_list(struct header_kernel *kernel);
void header_calls_free(struct header_calls *calls);

/* Writes the header's text. A failed text says that memory ran out. */
void header_write(const struct header_kernel *kernel, struct text *text);

#endif
