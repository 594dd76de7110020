/* States in which a program expects the machine, as include/init.def lists them. */
#ifndef SFP_INIT_STATE_H
#define SFP_INIT_STATE_H

#include <stdbool.h>
#include <stddef.h>

enum sfp_init {
    SFP_INIT_UNSTATED, /* no statement: the program begins at power-on */
#define INIT(id, name) SFP_INIT_##id,
#include "init.def"
    SFP_INITS,
};

/* "reset or llk", for messages. */
const char *sfp_init_names(void);

/* Finds the state whose name is the `length` bytes at `name`. Returns false if no state has that name. */
bool sfp_init_parse(const char *name, size_t length, enum sfp_init *init);

/* Returns the state's name, or NULL for SFP_INIT_UNSTATED. */
const char *sfp_init_name(enum sfp_init init);

#endif
