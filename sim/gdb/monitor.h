/* Commands of gdb's `monitor`, from one table. */
#ifndef SFP_MONITOR_H
#define SFP_MONITOR_H

#include "debuggee.h"
#include "base/text_buffer.h"

/* A command: appends its output to `out`. The arguments have no leading blanks. */
typedef void monitor_do(struct debuggee *d, const char *arguments, struct text *out);

struct monitor_command {
    const char *name, *arguments; /* name, and arguments as help shows them; "" without arguments */
    const char *help;             /* description: a sentence without its period */
    const char *more;             /* further sentences of the description, for the manual and monitor help COMMAND;
                                   * or NULL */
    monitor_do *run;
};

/* Returns a row of the table; NULL after the last row. */
const struct monitor_command *monitor_command(size_t row);

/* Runs a command with its arguments, and appends its output to `out`. An empty line runs help. */
void monitor_run(struct debuggee *d, const char *line, struct text *out);

/* ---- Commands, by file ---- */

monitor_do monitor_pipeline;                                /* monitor_pipeline.c */
monitor_do monitor_lanes;                                   /* monitor_lanes.c */
monitor_do monitor_dst, monitor_lreg, monitor_macro;        /* monitor_values.c */
monitor_do monitor_banks, monitor_srca, monitor_srcb;       /* monitor_sources.c */
monitor_do monitor_who;                                     /* monitor_who.c */

/* ---- Parts of commands' outputs ---- */

/* Writes an instruction of the program, such as "FILE:LINE:COLUMN sfpmov L1, L0, 0". */
void monitor_put_word(struct debuggee *d, size_t index, uint32_t word, struct text *out);

/* Writes an instruction that the SFPLOADMACRO at `macro_index` scheduled. `op` is its text with the actual
 * registers; if NULL or empty, the text comes from the word. */
void monitor_put_scheduled(struct debuggee *d, size_t macro_index, uint32_t word, const char *op, struct text *out);

/* Writes 4 rows of 8 lanes: # for lanes in the mask, . for others. */
void monitor_put_lanes(uint32_t lanes, struct text *out);

/* Reads a decimal number up to `most` and moves *at to after the digits. Returns false without such a number. */
bool monitor_number(const char **at, unsigned long most, unsigned long *number);

#endif
