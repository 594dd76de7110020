/* The files of one run of sfpsim. */
#ifndef SFP_SESSION_PATHS_H
#define SFP_SESSION_PATHS_H

#include "base/file_uses.h"
#include "session.h"

/* Adds all of them, as options name them and as `m` has loaded the kernel (file_uses_kernel); then also standard output,
 * if reports are printed there. --dst-out may replace each of --dst's. */
void session_paths_list(const struct sfp_session_options *options, const sfpu_machine *m, struct file_uses *uses);

/* Does a file that options name go to standard output, which then has room for nothing else? */
bool session_stdout_taken(const struct sfp_session_options *options);

#endif
