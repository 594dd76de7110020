/*
 * Reports for programs on passed and failed cases: the verdict of a run, JUnit XML, TAP and SARIF 2.1.0, and the files
 * they are written to.
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

/* ---- The verdict of a run, to which every part of the run adds remarks ---- */

/* Exit statuses of a run. */
enum { VERDICT_PASSED, VERDICT_FAILED, VERDICT_NOT_RUN };

enum check {
#define CHECK(id, name, text, source) CHECK_##id,
#include "checks.def"
#undef CHECK
};

/* A finding, a diagnostic of the assembler, or a failed check. The verdict owns the texts. */
struct remark {
    char *rule;         /* name of the finding, of the warning's class, or of the check */
    char *text;
    int severity;       /* severity of the remark, an enum sfpu_severity */
    bool fails;         /* the remark makes the run fail */
    bool possible;      /* the finding needs other data than the run's */
    char *file;         /* source file, or NULL: see `word` */
    size_t word;        /* without a source: index of the word, or SIZE_MAX for the whole program */
    unsigned long line, column; /* line and column in bytes, from 1; line 0: the file as a whole */
    char *source_line;  /* text of the line, or NULL */
    char *made_from;    /* the source that a compiler made the line from, or NULL */
    unsigned long made_from_line;
    uint64_t times;
};

/* Begins the texts of possible findings. */
#define REMARK_POSSIBLE "possible: "

/* A verdict starts as zeros. The functions below ignore a NULL verdict, which means that nobody asked for one. */
struct verdict {
    int status;
    uint64_t cycles;    /* length of the run in cycles; 0: not run, or run without time */
    double per_vector;  /* cycles per 32 lanes of the whole run; 0: not measured */
    double steady_per_vector; /* cycles per 32 lanes in the steady state; 0: not measured, or no steady state */
    char *selected;     /* profile that selected the program's words, or NULL */
    struct remark *remarks;
    size_t count, room;
    bool clash;         /* an output would overwrite an input: no report may be written either */
    bool lost;          /* memory ran out: the verdict is incomplete */
};

const char *check_name(enum check check);

/* Adds a failed check. */
__attribute__((format(printf, 3, 4))) void verdict_check(struct verdict *verdict, enum check check, const char *format,
                                                         ...);

/* Adds a failed check about a line of a file. */
__attribute__((format(printf, 6, 7))) void verdict_check_at(struct verdict *verdict, enum check check, const char *file,
                                                            unsigned long line, unsigned long column,
                                                            const char *format, ...);

/* Adds the machine's cycles and findings of its last run. Findings of severity `failing` or higher, and fatal
 * findings, fail the run. */
void verdict_take(struct verdict *verdict, sfpu_machine *m, int failing);

/* Adds the named failure that ended the machine's last run, if the failure has a name, with the text `said`; NULL:
 * the machine's error. */
void verdict_fail(struct verdict *verdict, sfpu_machine *m, const char *said);

/* Adds an error or a warning of the assembler; skips notes. An sfpu_diagnose. */
void verdict_diagnose(void *verdict, const struct sfpu_diagnostic *d);

/* Moves the remarks of `other` to the end of this verdict. */
void verdict_join(struct verdict *verdict, struct verdict *other);

/* Returns the first remark that fails the run, or NULL. */
const struct remark *verdict_failure(const struct verdict *verdict);

void verdict_free(struct verdict *verdict);

/* ---- Cases ---- */

struct reported_case {
    const char *name, *kernel;
    const char *file;    /* the batch with the case's line, or NULL */
    unsigned line;
    const struct verdict *verdict;
    const char *output;  /* text that the case printed */
    size_t output_size;
    double seconds;
};

struct run_report {
    const char *name;    /* name of the batch or the kernel */
    const struct reported_case *cases;
    size_t count;
    double seconds;      /* duration of the whole report in seconds */
};

/* Sets *reason to why the case failed or could not run, a text that the case owns, and returns its length. */
int report_reason(const struct reported_case *c, const char **reason);

/* TAP: the plan, then the cases in order. */
void report_tap_plan(FILE *out, size_t count);
void report_tap_case(FILE *out, size_t number, const struct reported_case *c);

/* Writes the JUnit report. The caller checks the stream for errors. */
void report_junit(FILE *out, const struct run_report *report);

/* Writes the SARIF report. Returns false if memory ran out. */
bool report_sarif(FILE *out, const struct run_report *report);

/* Writes the cases as the document sfpsim-cases of a page (sfpsim-json(5)). A page_document of a struct run_report. */
bool report_cases_json(FILE *out, const void *report);

/* ---- Report files ---- */

struct report_options {
    const char *junit, *sarif; /* paths of the JUnit and SARIF reports, or NULL */
    const char *html;          /* path of a page, for actions with several cases, or NULL */
    bool tap;                  /* standard output is TAP instead of the usual output */
};

/* Option rows of a struct report_options. */
extern const struct option_table report_options_table;

/* Sets a member, a const char *, to the path of a report; refuses standard output. The function of an option's row. */
void report_set_file(struct argp_state *state, char *path, void *file);

bool reports_wanted(const struct report_options *o);

/* Report files while open. */
struct report_files {
    const struct report_options *o;
    struct sfp_writer junit, sarif, html;
};

/* Opens the files before the run. Returns 0, or an exit status after a message. */
int report_files_open(struct report_files *f, const struct report_options *o);

/* Writes every report and then moves the files into place, after all writes succeeded. Returns 0, or an exit status
 * after a message. */
int report_files_write(struct report_files *f, const struct run_report *report);

/* Removes files that were not moved into place. All zero: does nothing. */
void report_files_end(struct report_files *f);

/* ---- Pages ---- */

/* Writes a document as JSON with a schema that sim/web/show.js knows. Returns false if memory ran out. */
typedef bool page_document(FILE *out, const void *of);

/* Writes a page that contains the document. Returns false if memory ran out; the stream's owner checks for write
 * errors. */
bool page_put(FILE *stream, page_document *document, const void *of);

/* Writes the page to a file, whole or not at all; "-" is standard output. Returns 0, or an exit status after a
 * message. */
int page_write(const char *path, page_document *document, const void *of);

#endif
