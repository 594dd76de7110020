/* Lines of a budget and what has come of them, told. */
#ifndef SFP_BUDGET_REPORT_H
#define SFP_BUDGET_REPORT_H

#include <stdio.h>

#include "budget_judge.h"
#include "util/json_writer.h"

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
