/*
 * sfpsim budget: the sweeps that a file lists, and whether they are as good as it has them. A file's lines, what came of
 * them, and how that is told.
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

/* ---- What is asked, and doing it ---- */

struct budget_options {
    struct action_options action;
    const char *file;
    const char *section; /* NULL: the lines above all headings */
    const char **kernels; /* only lines of these; none: all */
    size_t kernel_count;
    const char **arguments; /* that they are among; with room for all */
    bool update, json;
    const char *html;    /* a page's file, or NULL */
};

/* Does it all; returns the exit status. */
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

/* A measure's name in the text, and what is allowed where a line does not say it. */
const char *budget_measure_name(enum budget_measure measure);
double budget_measure_otherwise(enum budget_measure measure);

/* Is it of the run, and not of its inputs? */
bool budget_measure_is_of_run(enum budget_measure measure);

struct budget_limit {
    bool given;
    bool open; /* "?": --update is to put a number there */
    double value;
    size_t begin, end; /* of the word */
    bool renewed;      /* set by who has measured: `measured` is to take its place */
    double measured;
};

/* Inputs from `low` to `high` that are left out. */
struct budget_exclusion {
    struct text_word name, range;
    double low, high;
};

struct budget_line {
    const char *section; /* the heading above it; NULL: none */
    struct text_word kernel;
    struct text_word *options; /* of sfpsim sweep, one a word */
    size_t option_count, option_room;
    struct budget_exclusion *exclusions;
    size_t exclusion_count, exclusion_room;
    struct budget_limit limits[BUDGET_MEASURES];
    size_t limits_end, end; /* behind its last limit, and behind its last word; 0: there is none */
};

struct budget {
    const char *text; /* the caller's */
    size_t size;
    struct budget_line *lines;
    size_t count, room;
    char **sections;
    size_t section_count, section_room;
};

/*
 * Takes a text apart, which must outlive the budget. False, with nothing to free but *error,
 * which says "LINE:COLUMN: ..." or is NULL if memory ran out: a text that is no budget.
 */
bool budget_parse(const char *text, size_t size, struct budget *b, char **error);
void budget_free(struct budget *b);

/* A measure as texts have it, and the number that such a text is. */
enum { BUDGET_NUMBER_SIZE = 32 };
const char *budget_number(double value, char number[BUDGET_NUMBER_SIZE]);
double budget_rounded(double value);

/* Writes the text from `begin` to `end` with renewed limits; those that a line has not come behind its last one, which
 * there must be. False: memory ran out. */
bool budget_write(const struct budget *b, size_t begin, size_t end, FILE *out);

/* ---- What a line allows, and what its sweep has measured ---- */

enum budget_verdict {
    BUDGET_WITHIN,
    BUDGET_BETTER,   /* less than is allowed */
    BUDGET_OPEN,     /* nothing is said of how much is allowed */
    BUDGET_EXCEEDED,
};

struct judged_limit {
    double allowed, measured;
    enum budget_verdict verdict;
};

struct judged_exclusion {
    uint64_t inputs; /* that it leaves out */
    bool needed;     /* some of them exceed a limit */
};

struct judged_line {
    struct budget_line *line;
    const struct sweep_options *sweep;
    const char *arch;
    struct vector_cycles cycles;
    const char *selected; /* the profile that words of the kernel were selected by, or NULL */
    const json_t *findings; /* as parts of sweeps have them */
    struct measures measures; /* without exclusions; none where cycles are all that is asked for */
    struct judged_limit limits[BUDGET_MEASURES];
    struct judged_exclusion *exclusions; /* as many as the line has */
    enum budget_verdict verdict;         /* the last of those of its limits */
};

const char *budget_verdict_name(enum budget_verdict verdict);

/* Judges what is measured, and renews the limits of the line that are not so. */
void budget_judge(struct judged_line *judged);

/* Would these inputs, which are left out of the judged line, do? */
bool budget_exceeds(const struct judged_line *judged, const struct measures *excluded);

/* The input that a measure is of, or the first one that it counts; NULL: there is none. */
const struct measured_point *budget_point(const struct judged_line *judged, enum budget_measure measure);

/* ---- How it is told ---- */

/* How many lines have which verdict, and how many there are: more if the program was told to stop. */
struct budget_totals {
    size_t lines[BUDGET_EXCEEDED + 1];
    size_t wanted;
};

/* Prints a line, in one line and what there is to add below it. False: memory ran out. */
bool budget_print_line(FILE *out, const struct budget *b, const char *file, const struct judged_line *judged);
void budget_print_totals(FILE *out, const struct budget_totals *totals);

/* In a few words, what of a line is more than it allows. */
void budget_put_excess(FILE *out, const struct judged_line *judged);

/* The same as JSON: an object for a line, into a list that is kept as a part; and the document with that list. False:
 * memory ran out, and nothing is printed. */
void budget_line_json(struct sfp_json *lines, const struct judged_line *judged);
bool budget_print_json(FILE *out, const char *file, const struct sfp_json *lines,
                       const struct budget_totals *totals);

#endif
