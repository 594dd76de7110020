/*
 * sfpsim budget: runs the sweeps that a budget file lists, and compares the measures with the limits of each line.
 * Parsing the file, judging its lines, and reports.
 */
#ifndef SFP_BUDGET_H
#define SFP_BUDGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "action/action.h"
#include "action/words.h"
#include "numerics/measure.h"
#include "sweep_part.h"
#include "base/json_writer.h"

/* ---- Options, and running ---- */

struct budget_options {
    struct action_options action;
    const char *file;
    const char *section; /* heading whose lines run; NULL: the lines above the first heading */
    const char **kernels; /* kernels whose lines run; empty: every line */
    size_t kernel_count;
    const char **arguments; /* array that contains `kernels`, with room for one element per argument */
    bool update, json;
    const char *html;    /* path of a page, or NULL */
};

/* Runs the budget. Returns the exit status. */
int budget_run(const struct budget_options *options);

/* ---- Lines of a file ---- */

enum budget_measure {
    BUDGET_MAX_ULP,
    BUDGET_MAX_REAL_ULP,
    BUDGET_MAX_ABS,
    BUDGET_MAX_REL,
    BUDGET_DEFECTS,
    BUDGET_UNFLUSHED,
    BUDGET_SPECIALS,
    BUDGET_NUMBERS,
    BUDGET_BREAKS,
    BUDGET_CYCLES,
    BUDGET_STEADY_CYCLES,
    BUDGET_MEASURES,
};

/* Return a measure's name in the text, and its limit where a line gives none. */
const char *budget_measure_name(enum budget_measure measure);
double budget_measure_otherwise(enum budget_measure measure);

/* Returns whether the measure belongs to the timed run (cycles) and not to the inputs' results. */
bool budget_measure_is_of_run(enum budget_measure measure);

struct budget_limit {
    bool given;
    bool open; /* "?" in the text: --update will fill in a number */
    double value;
    size_t begin, end; /* byte offsets of the word in the text */
    bool renewed;      /* set after measuring: --update writes `measured` in place of the limit */
    double measured;
};

/* An exclusion: inputs from `low` to `high` that the line's limits do not cover. */
struct budget_exclusion {
    struct text_word name, range;
    double low, high;
};

struct budget_line {
    const char *section; /* heading above the line; NULL: no heading */
    struct text_word kernel;
    struct text_word *options; /* options of sfpsim sweep, one element for each word */
    size_t option_count, option_room;
    struct budget_exclusion *exclusions;
    size_t exclusion_count, exclusion_room;
    struct budget_limit limits[BUDGET_MEASURES];
    size_t limits_end, end; /* byte offsets after the last limit (0: no limit) and after the last word */
};

struct budget {
    const char *text; /* the text, owned by the caller */
    size_t size;
    struct budget_line *lines;
    size_t count, room;
    char **sections;
    size_t section_count, section_room;
};

/*
 * Parses a budget. The caller keeps the text as long as the budget. Returns false on an error: *error is then
 * "LINE:COLUMN: ...", which the caller frees, or NULL if memory ran out, and `b` needs no freeing.
 */
bool budget_parse(const char *text, size_t size, struct budget *b, char **error);
void budget_free(struct budget *b);

/* budget_number() spells a measure as budget texts do; budget_rounded() returns the number that this text stands
 * for. */
enum { BUDGET_NUMBER_SIZE = 32 };
const char *budget_number(double value, char number[BUDGET_NUMBER_SIZE]);
double budget_rounded(double value);

/* Writes the text from `begin` to `end` with renewed limits. A renewed limit that the line lacks is inserted after
 * the line's last limit; a line must have a limit for that. Returns false if memory ran out. */
bool budget_write(const struct budget *b, size_t begin, size_t end, FILE *out);

/* ---- Judging a line: limits against measures ---- */

enum budget_verdict {
    BUDGET_WITHIN,
    BUDGET_BETTER,   /* the measured value is less than allowed */
    BUDGET_OPEN,     /* the limit is "?", still to be filled in */
    BUDGET_EXCEEDED,
};

struct judged_limit {
    double allowed, measured;
    enum budget_verdict verdict;
};

struct judged_exclusion {
    uint64_t inputs; /* number of inputs in the exclusion */
    bool needed;     /* at least one of these inputs exceeds a limit */
};

struct judged_line {
    struct budget_line *line;
    const struct sweep_options *sweep;
    const char *arch;
    struct vector_cycles cycles;
    const char *selected; /* profile that selected the kernel's words, or NULL */
    const json_t *findings; /* findings in the form of parts (part_findings()) */
    struct measures measures; /* measures outside the exclusions; zeros if the line only limits cycles */
    struct judged_limit limits[BUDGET_MEASURES];
    struct judged_exclusion *exclusions; /* array with an element for each exclusion of the line */
    enum budget_verdict verdict;         /* gravest verdict of the limits */
};

const char *budget_verdict_name(enum budget_verdict verdict);

/* Judges each limit against the measures, and marks limits that differ from their measure as renewed. */
void budget_judge(struct judged_line *judged);

/* Returns whether these measures, of inputs in an exclusion, exceed a limit of the judged line. */
bool budget_exceeds(const struct judged_line *judged, const struct measures *excluded);

/* Returns the input with the extreme value, or the first input that the measure counts, or NULL. */
const struct measured_point *budget_point(const struct judged_line *judged, enum budget_measure measure);

/* ---- Reports ---- */

/* Lines by verdict, and lines that were to run: more than those judged if a signal stopped the program. */
struct budget_totals {
    size_t lines[BUDGET_EXCEEDED + 1];
    size_t wanted;
};

/* Prints the line's verdict and measures, and details below. Returns false if memory ran out. */
bool budget_print_line(FILE *out, const struct budget *b, const char *file, const struct judged_line *judged);
void budget_print_totals(FILE *out, const struct budget_totals *totals);

/* Prints the exceeded limits in a few words. */
void budget_put_excess(FILE *out, const struct judged_line *judged);

/* As JSON: appends the line's object to the list `lines`, and prints the document with that list. Printing returns
 * false, without output, if memory ran out. */
void budget_line_json(struct sfp_json *lines, const struct judged_line *judged);
bool budget_print_json(FILE *out, const char *file, const struct sfp_json *lines,
                       const struct budget_totals *totals);

#endif
