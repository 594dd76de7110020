/* What is said of a source, and where. */
#ifndef SFP_SOURCE_REPORT_H
#define SFP_SOURCE_REPORT_H

#include "program/source.h"
#include "util/diag.h"

struct assembler;

void report_error(struct assembler *as, struct place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void report_warning(struct assembler *as, enum sfp_warning class, struct place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void report_note(struct assembler *as, struct place place, const char *text);

/* Something GNU as would refuse: an error under --gnu-strict, else a -Wgnu warning. True if it is an error. */
bool report_gnu(struct assembler *as, struct place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* An error at no place in a source; `file` may be NULL. Ends the assembly. */
void report_failure(struct assembler *as, const char *file, const char *text);
void report_no_memory(struct assembler *as);

#endif
