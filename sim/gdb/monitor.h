/* The commands of gdb's `monitor`, from one table. */
#ifndef SFP_MONITOR_H
#define SFP_MONITOR_H

#include "debuggee.h"
#include "base/text_buffer.h"

/* What a command prints; its arguments have no blanks in front. */
typedef void monitor_do(struct debuggee *d, const char *arguments, struct text *out);

struct monitor_command {
    const char *name, *arguments; /* "" for none */
    const char *help;             /* a sentence, without its period, */
    const char *more;             /* and others, in the manual alone; NULL: none */
    monitor_do *run;
};

/* A row of the table; NULL behind the last. */
const struct monitor_command *monitor_command(size_t row);

void monitor_run(struct debuggee *d, const char *line, struct text *out);

/* ---- Commands, by their files ---- */

monitor_do monitor_pipeline;                                /* monitor_pipeline.c */
monitor_do monitor_lanes;                                   /* monitor_lanes.c */
monitor_do monitor_dst, monitor_lreg, monitor_macro;        /* monitor_values.c */
monitor_do monitor_who;                                     /* monitor_who.c */

/* ---- What they print ---- */

/* "FILE:LINE:COLUMN sfpmov L1, L0, 0": an instruction of the program. */
void monitor_put_word(struct debuggee *d, size_t index, uint32_t word, struct text *out);

/* The same of what the SFPLOADMACRO at `macro_index` scheduled: `op` is the instruction with the registers that it has, or
 * NULL or empty, and then the word is shown. */
void monitor_put_scheduled(struct debuggee *d, size_t macro_index, uint32_t word, const char *op, struct text *out);

/* 4 rows of 8 lanes: # for those of the mask, . for others. */
void monitor_put_lanes(uint32_t lanes, struct text *out);

/* A number of decimal digits, up to `most`, at *at, which is moved behind it. */
bool monitor_number(const char **at, unsigned long most, unsigned long *number);

#endif
