/* Copies sfpasm(1) from its text, man/sfpasm.1.in, with the list of warning classes in it, from their table. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "util/diag.h"

#define MARK ".\\\" @WARNINGS@\n"

static void print_classes(void)
{
    puts(".Bl -tag -width \"unused-constant\" -compact");
    for (unsigned i = 0; i < SFP_WARNINGS; i++) {
        const enum sfp_warning class = (enum sfp_warning)i;

        printf(".It Cm %s\nAbout %s", sfp_warning_name(class), sfp_warning_help(class));
        printf("%s\n", sfp_warning_default(class) ? "." : "\n.Pq off by default .");
    }
    puts(".El");
}

int main(void)
{
    char line[1000];
    bool marked = false;

    while (fgets(line, sizeof line, stdin)) {
        if (strcmp(line, MARK) == 0) {
            print_classes();
            marked = true;
        } else {
            fputs(line, stdout);
        }
    }
    return marked && !ferror(stdin) && fflush(stdout) == 0 ? 0 : 1;
}
