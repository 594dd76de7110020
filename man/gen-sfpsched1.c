/* Copies sfpsched(1) from its text, man/sfpsched.1.in, and inserts rewrites and refusals from their tables, and an
 * example of each refusal from the tests' examples. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "insert.h"
#include "isa/isa.h"

enum { BY_NAME, LONG, ALWAYS, INSTEAD };

static const struct rewrite {
    const char *name;
    int when;
    unsigned archs;
    const char *match, *makes, *condition, *proof;
} rewrites[] = {
#define REWRITE(id, name, when, archs, match, makes, condition, proof) \
    {name, when, archs, match, makes, condition, proof},
#include "sched/rewrites.def"
};

struct refused {
    const char *name, *subject, *arch, *before, *iteration, *after;
};

static const struct refused examples[] = {
#define REFUSED(name, line, subject, arch, before, iteration, after) \
    {name, subject, #arch, before, iteration, after},
#include "../tests/schedules/refused.def"
};

static bool failed;

static void print_condition(const struct rewrite *r)
{
    if (r->when == BY_NAME || r->when == LONG)
        printf("Only if it is asked for, by\n.Fl -rewrite Ns = Ns Cm %s .\n", r->name);
    if (r->when == BY_NAME)
        fputs("What changes: ", stdout);
    else if (strcmp(r->condition, "none") == 0)
        return;
    else
        fputs("Where: ", stdout);
    printf("%s.\n", r->condition);
}

static void print_rewrites(void)
{
    puts(".Bl -tag -width Ds");
    for (const struct rewrite *r = rewrites; r < rewrites + sizeof rewrites / sizeof rewrites[0]; r++) {
        printf(".It Cm %s\n%c%s: %s.\n", r->name, toupper((unsigned char)*r->match), r->match + 1, r->makes);
        print_condition(r);
        if (r->archs != SFP_BOTH) {
            fputs("On ", stdout);
            print_arches(r->archs);
            puts(".");
        }
        printf("Proof: %s.\n", r->proof);
    }
    puts(".El");
}

static const struct refused *example_of(const char *name)
{
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++)
        if (strcmp(examples[i].name, name) == 0)
            return &examples[i];
    failed = true;
    return NULL;
}

static void print_lines(const char *text, const char *indent)
{
    for (; *text; text += strcspn(text, "\n") + 1)
        printf("%s%.*s\n", indent, (int)strcspn(text, "\n"), text);
}

static void print_example(const struct refused *r)
{
    puts(".Bd -literal -compact");
    if (strcmp(r->arch, "WORMHOLE") != 0)
        puts("    .arch blackhole");
    if (*r->before)
        printf("    %s\n", r->before);
    puts("    .rept 4");
    print_lines(r->iteration, "        ");
    puts("    .endr");
    if (*r->after)
        printf("    %s\n", r->after);
    puts(".Ed");
}

static void print_refusal(const char *name, const char *what, const char *help)
{
    const struct refused *r = example_of(name);

    if (!r)
        return;
    printf(".It Cm %s\n.Ql %s\n%s.\nWhat helps: %s.\n", name, r->subject, what, help);
    print_example(r);
}

static void print_refusals(void)
{
    puts(".Bl -tag -width Ds");
#define REFUSAL(id, name, what, help) print_refusal(name, what, help);
#include "refusals.def"
    puts(".El");
}

int main(void)
{
    static const struct insertion insertions[] = {
        {".\\\" @REWRITES@", print_rewrites}, {".\\\" @REFUSALS@", print_refusals}};

    return insert_at_marks(insertions, sizeof insertions / sizeof insertions[0]) || failed;
}
