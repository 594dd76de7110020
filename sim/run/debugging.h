/* A kernel under gdb. */
#ifndef SFP_DEBUGGING_H
#define SFP_DEBUGGING_H

#include "session.h"

/* Has gdb run the kernel that the machine has, as --gdb says, from the state that it has by now; `running` is how it was
 * configured. Returns an exit status, after it has said what is wrong. */
int debug_kernel(const struct sfp_session_options *o, const struct sfpu_running *running, sfpu_machine *m);

#endif
