/* Copies sfpasm(1) from its text, man/sfpasm.1.in, and inserts the list of warning classes from their table. */
#include <stdio.h>

#include "insert.h"
#include "base/diag.h"

static void print_classes(void)
{
    puts(".Bl -tag -width \"unused-constant\" -compact");
    for (unsigned i = 0; i < SFP_WARNINGS; i++) {
        const enum sfp_warning class = (enum sfp_warning)i;

        printf(".It Cm %s\nAbout %s", warning_name(class), warning_help(class));
        printf("%s\n", warning_default(class) ? "." : "\n.Pq off by default .");
    }
    puts(".El");
}

int main(void)
{
    static const struct insertion insertions[] = {{".\\\" @WARNINGS@", print_classes}};

    return insert_at_marks(insertions, sizeof insertions / sizeof insertions[0]);
}
