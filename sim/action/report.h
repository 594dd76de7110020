/*
 * Reports on what passed and what failed, for programs: what came of a run, JUnit XML, TAP and SARIF 2.1.0, and where
 * they go.
 */
#ifndef SFP_REPORT_H
#define SFP_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/option_rows.h"
#include "sfpu.h"
#include "base/fileio.h"

/* ---- What came of a run, gathered while it goes on, by whoever has something to say of it ---- */

/* Exit statuses of a run. */
enum { VERDICT_PASSED, VERDICT_FAILED, VERDICT_NOT_RUN };

enum check {
#define CHECK(id, name, text) CHECK_##id,
#include "checks.def"
#undef CHECK
};

/* A finding, a diagnostic of the assembler, or a check that failed. Texts are the verdict's. */
struct remark {
    char *rule;         /* name of the finding, of the class of the warning, or of the check */
    char *text;
    int severity;       /* an enum sfpu_severity */
    bool fails;         /* the run has failed for it */
    bool possible;      /* a finding of other data than the run's */
    char *file;         /* where in a source; NULL: */
    size_t word;        /* about this word of a program that has none; SIZE_MAX: about the whole program */
    unsigned long line, column; /* from 1, columns in bytes; line 0: the file as a whole */
    char *source_line;  /* or NULL */
    char *made_from;    /* the file that a compiler made that line from, or NULL */
    unsigned long made_from_line;
    uint64_t times;
};

/* All zero at first. The functions below do nothing with an verdict of NULL, for which nobody has asked. */
struct verdict {
    int status;
    uint64_t cycles;    /* 0: run without time, or not at all */
    double per_vector;  /* cycles, of the run; 0: not asked for */
    double steady_per_vector; /* and in the steady state; 0: nor is there one */
    char *selected;     /* the profile that words of the program were selected by, or NULL */
    struct remark *remarks;
    size_t count, room;
    bool clash;         /* what is to be written would be written over what was read: then no report is, either */
    bool lost;          /* memory ran out for some of it */
};

const char *check_name(enum check check);

/* A check has failed. */
__attribute__((format(printf, 3, 4))) void verdict_check(struct verdict *o, enum check check, const char *format, ...);

/* The same of a line of a file. */
__attribute__((format(printf, 6, 7))) void verdict_check_at(struct verdict *o, enum check check, const char *file,
                                                            unsigned long line, unsigned long column,
                                                            const char *format, ...);

/* Takes what the machine has counted and found in the run that it has just done; findings from the severity `failing`
 * on fail it, and those that are fatal. */
void verdict_take(struct verdict *o, sfpu_machine *m, int failing);

/* The run that the machine has just done has failed: takes what has ended it, if there is a name for that, with what is
 * said of it; NULL: with what the machine says. */
void verdict_fail(struct verdict *o, sfpu_machine *m, const char *said);

/* An sfpu_diagnose: takes an error or a warning of the assembler, but no note. */
void verdict_diagnose(void *verdict, const struct sfpu_diagnostic *d);

/* Moves the remarks of another verdict to the end of this one. */
void verdict_join(struct verdict *o, struct verdict *other);

/* The first remark that has the run fail, or NULL. */
const struct remark *verdict_failure(const struct verdict *o);

void verdict_free(struct verdict *o);

/* ---- Cases ---- */

struct reported_case {
    const char *name, *kernel;
    const char *file;    /* the batch that it is a line of, or NULL */
    unsigned line;
    const struct verdict *verdict;
    const char *output;  /* what it said, in lines */
    size_t output_size;
    double seconds;
};

struct run_report {
    const char *name;    /* the batch, or the one kernel */
    const struct reported_case *cases;
    size_t count;
    double seconds;      /* of the whole */
};

/* Why a case failed or could not run: its length, and the text, which is the case's. */
int report_reason(const struct reported_case *c, const char **reason);

/* In order, after a plan for all. */
void report_tap_plan(FILE *out, size_t count);
void report_tap_case(FILE *out, size_t number, const struct reported_case *c);

/* Whether writing went well is the stream's to say. */
void report_junit(FILE *out, const struct run_report *report);

/* False: no memory. */
bool report_sarif(FILE *out, const struct run_report *report);

/* The same as a document for a page, sfpsim-cases (sfpsim-json(5)). A page_document of a struct run_report. */
bool report_cases_json(FILE *out, const void *report);

/* ---- Where reports go ---- */

struct report_options {
    const char *junit, *sarif; /* files, or NULL */
    const char *html;          /* a page, of who has several cases; or NULL */
    bool tap;                  /* on standard output, and nothing else there */
};

/* Of a struct report_options. */
extern const struct option_table report_options_table;

/* The function of an option's row: a file, which is not to be standard output. The member is a const char *. */
void report_set_file(struct argp_state *state, char *path, void *file);

bool reports_wanted(const struct report_options *o);

/* Files under way. */
struct report_files {
    const struct report_options *o;
    struct sfp_writer junit, sarif, html;
};

/* Opens them, before anything runs. Returns 0, or an exit status after it has said what is wrong. */
int report_files_open(struct report_files *f, const struct report_options *o);

/* Writes them and puts them in their places, all or none. Returns as above. */
int report_files_write(struct report_files *f, const struct run_report *report);

/* Gives up what has not been written. All zero: nothing. */
void report_files_end(struct report_files *f);

/* ---- Pages ---- */

/* Writes the JSON of a document, which has a schema that sim/web/show.js knows. False without memory. */
typedef bool page_document(FILE *out, const void *of);

/* Writes a page with it. False without memory; errors of the stream are its owner's to ask. */
bool page_put(FILE *stream, page_document *document, const void *of);

/* Writes it to a file, whole or not at all; "-" is standard output. Returns 0, or an exit status after it has said what
 * is wrong. */
int page_write(const char *path, page_document *document, const void *of);

#endif
