/* Copies sfpsim(1) from its text, man/sfpsim.1.in, and inserts the list of failures that end runs from their table. */
#include <stdio.h>

#include "insert.h"

static void print_failures(void)
{
    puts(".Bl -tag -width \"core-access\" -compact");
#define FAILURE(id, name, text, source) puts(".It Cm " name "\n" text ".");
#include "failures.def"
#undef FAILURE
    puts(".El");
}

int main(void)
{
    static const struct insertion insertions[] = {{".\\\" @FAILURES@", print_failures}};

    return insert_at_marks(insertions, sizeof insertions / sizeof insertions[0]);
}
