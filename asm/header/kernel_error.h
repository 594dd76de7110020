/* The error of a header's kernel, measured by `sfpsim sweep` on the header itself. */
#ifndef SFP_KERNEL_ERROR_H
#define SFP_KERNEL_ERROR_H

#include <stdbool.h>

#include "text.h"

/*
 * Runs sfpsim, the one beside this program or else of PATH, on the header: `sfpsim sweep` with the kernel's arch, state
 * and calls, and the options of request->sweep. The header's file is in a scratch directory meanwhile
 * (cli/interrupt.h). Fills kernel->figures.error. Returns false with a message in *error for the caller to free if the
 * options cannot be passed on, or sfpsim prints no whole report; or after setting *told if sfpsim fails, and so has
 * said why on standard error. *error is NULL if memory ran out.
 */
bool kernel_error_measure(struct header_kernel *kernel, const struct text *header, bool *told, char **error);

#endif
