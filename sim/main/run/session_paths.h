/* The files of one run of sfpsim. */
#ifndef SFP_SESSION_PATHS_H
#define SFP_SESSION_PATHS_H

#include "session.h"

/* Is none of the outputs a file that is read, or that of another? --dst-out may replace --dst's. False with a message
 * in *error, which the caller frees; NULL in it if memory ran out. */
bool session_paths_apart(const struct sfp_session_options *options, const sfpu_machine *m, char **error);

/* Does a file that options name go to standard output, which then has room for nothing else? */
bool session_stdout_taken(const struct sfp_session_options *options);

#endif
