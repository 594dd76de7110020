/* The files of one run of sfpsim. */
#ifndef SFP_SESSION_PATHS_H
#define SFP_SESSION_PATHS_H

#include "session.h"

/* Is none of the outputs a file that is read, or that of another? --dst-out may replace each of
 * --dst's. The sources of a machine that is NULL are not looked at. False with a message in *error, which the caller
 * frees; NULL in it if memory ran out. */
bool session_paths_apart(const struct sfp_session_options *options, const sfpu_machine *m, char **error);

/* Visits what a run reads and writes by its options; sources that its kernel includes are not among them. False without
 * memory. */
typedef void session_path(void *context, const char *path, bool writes);
bool session_paths_visit(const struct sfp_session_options *options, session_path *visit, void *context);

/* Does a file that options name go to standard output, which then has room for nothing else? */
bool session_stdout_taken(const struct sfp_session_options *options);

#endif
