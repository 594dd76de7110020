/* A kernel under gdb: sfpsim --gdb. */
#ifndef SFP_GDB_SERVER_H
#define SFP_GDB_SERVER_H

#include <stdbool.h>
#include <stdio.h>

#include "sfpu.h"

/* Returns whether gdb can connect at `where`: a port, where 0 means a free port, or "-". */
bool gdb_is_place(const char *where);

struct gdb_session {
    const char *where;      /* channel for gdb: see gdb_is_place() */
    const char *executable; /* the kernel's ELF file, whose path gdb is told; NULL: the kernel has none */
    const struct sfpu_running *running; /* the machine's configuration of runs */
    unsigned long passes;
    FILE *says;             /* stream for the message that sfpsim waits for gdb; NULL: no message */
};

/*
 * Serves one gdb, from the first instruction of the machine's program until gdb ends the session or is gone. On
 * failure, returns false with a message in *error, which the caller frees (NULL: out of memory).
 */
bool gdb_serve(const struct gdb_session *session, sfpu_machine *m, char **error);

#endif
