/*
 * Budgets as text (sfpsim-budget(1)): kernels, how each is swept, and how good it has to be. People edit it, so that
 * it is never printed anew: numbers are replaced in it, and all else stays.
 */
#ifndef SFP_BUDGET_FILE_H
#define SFP_BUDGET_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/words.h"

enum budget_measure {
    BUDGET_MAX_ULP,
    BUDGET_MAX_REAL_ULP,
    BUDGET_MAX_ABS,
    BUDGET_MAX_REL,
    BUDGET_DEFECTS,
    BUDGET_UNFLUSHED,
    BUDGET_SPECIALS,
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

#endif
