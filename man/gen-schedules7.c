/* Copies sfpu-schedules(7) from its text, man/sfpu-schedules.7.in, and inserts the rules from their table. Their
 * examples are files of tests/schedules, below the current folder. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "insert.h"
#include "table_rows.h"

enum { MOST_LINES = 40, LONGEST_LINE = 160 };

/* The lines of an example. */
struct lines {
    char text[MOST_LINES][LONGEST_LINE];
    size_t count;
};

static bool failed;

static void read_lines(const char *name, const char *kind, struct lines *lines)
{
    char path[100];
    FILE *stream;

    lines->count = 0;
    snprintf(path, sizeof path, "tests/schedules/%s-%s.s", name, kind);
    stream = fopen(path, "r");
    failed |= !stream;
    while (stream && lines->count < MOST_LINES && fgets(lines->text[lines->count], LONGEST_LINE, stream))
        lines->count++;
    if (stream)
        fclose(stream);
}

static bool has_line(const struct lines *lines, const char *line)
{
    for (size_t i = 0; i < lines->count; i++)
        if (strcmp(lines->text[i], line) == 0)
            return true;
    return false;
}

/* Prints the mark that tells tests/man-examples what to do with the example. */
static void print_mark(const struct rule_row *rule)
{
    if (rule->severity == RULE_ERROR)
        puts(".\\\" refused");
    else
        printf(".\\\" example %s\n", rule->severity == RULE_WARNING ? "-Wno-schedule" : "-Wno-schedule-note");
}

/* Prints the table that breaks the rule, and the lines that differ in the mended table. */
static void print_example(const struct rule_row *rule)
{
    struct lines bad, good;

    read_lines(rule->name, "bad", &bad);
    read_lines(rule->name, "good", &good);
    print_mark(rule);
    puts(".Bd -literal -compact");
    for (size_t i = 0; i < bad.count; i++)
        fputs(bad.text[i], stdout);
    puts(".Ed\nMended, for example, with");
    for (size_t i = 0; i < good.count; i++)
        if (!has_line(&bad, good.text[i]))
            printf(".Dl \"%s\"\n", strtok(good.text[i] + strspn(good.text[i], " "), "\n"));
}

static void print_rules(void)
{
    static const char *const severities[] = {
        [RULE_ERROR] = "Reported as an error.", [RULE_WARNING] = "Reported as a warning of\n.Fl Wschedule .",
        [RULE_NOTE] = "Reported only with\n.Fl Wschedule-note .",
    };

    puts(".Bl -tag -width Ds");
    for (size_t i = 0; i < schedule_rule_row_count; i++) {
        const struct rule_row *rule = &schedule_rule_rows[i];

        printf(".It Cm %s\n", rule->name);
        print_sentences(rule->text);
        puts(severities[rule->severity]);
        printf("What helps: %s.\n.Pq %s; %s\n", rule->mends, rule->source, rule->provenance);
        print_example(rule);
    }
    puts(".El");
}

int main(void)
{
    static const struct insertion insertions[] = {{".\\\" @RULES@", print_rules}};

    return insert_at_marks(insertions, sizeof insertions / sizeof insertions[0]) || failed;
}
