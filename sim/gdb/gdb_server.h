/* A kernel under gdb: sfpsim --gdb. */
#ifndef SFP_GDB_SERVER_H
#define SFP_GDB_SERVER_H

#include <stdbool.h>
#include <stdio.h>

#include "sfpu.h"

/* Is this a place where gdb can connect: a port, 0 being any that is free, or "-"? */
bool gdb_is_place(const char *where);

struct gdb_session {
    const char *where;      /* as gdb_is_place() takes it */
    const char *executable; /* the kernel as an ELF file, of which gdb is told; NULL: there is none */
    const struct sfpu_running *running; /* as the machine was configured */
    unsigned long passes;
    FILE *says;             /* where it says that it waits, and for whom */
};

/*
 * Serves one gdb, from the first instruction of the program that `m` has, until that is done with it or gone. False,
 * with a message in *error as file_read() has it, where it cannot.
 */
bool gdb_serve(const struct gdb_session *session, sfpu_machine *m, char **error);

#endif
