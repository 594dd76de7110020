/* Where reports on runs go: options of a single run and of a batch, and the files. */
#ifndef SFP_REPORT_FILES_H
#define SFP_REPORT_FILES_H

#include <argp.h>

#include "report.h"
#include "util/fileio.h"

struct report_options {
    const char *junit, *sarif; /* files, or NULL */
    bool tap;                  /* on standard output, and nothing else there */
};

/* Its input is a struct report_options. */
extern const struct argp report_run_argp;

bool reports_wanted(const struct report_options *o);

/* Files under way. */
struct report_files {
    const struct report_options *o;
    struct sfp_writer junit, sarif;
};

/* Opens them, before anything runs. Returns 0, or an exit status after it has said what is wrong. */
int report_files_open(struct report_files *f, const struct report_options *o);

/* Writes them and puts them in their places, all or none. Returns as above. */
int report_files_write(struct report_files *f, const struct run_report *report);

/* Gives up what has not been written. All zero: nothing. */
void report_files_end(struct report_files *f);

#endif
