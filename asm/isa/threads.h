/* The threads of a Tensix core, and their names: include/threads.def. */
#ifndef SFP_THREADS_H
#define SFP_THREADS_H

#include <stdbool.h>
#include <stddef.h>

enum sfp_thread_id {
#define THREAD(id, name) SFP_THREAD_##id,
#include "threads.def"
    SFP_THREADS,
};

/* Returns the thread's name. */
const char *sfp_thread_name(enum sfp_thread_id thread);

/* "unpack, math or pack", for messages. */
const char *sfp_thread_names(void);

/* Finds the thread whose name is the `length` bytes at `name`. Returns false if no thread has that name. */
bool sfp_thread_parse(const char *name, size_t length, enum sfp_thread_id *thread);

#endif
