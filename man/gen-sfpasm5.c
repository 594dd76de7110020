/* Copies sfpasm(5) from its text, man/sfpasm.5.in, and inserts the list of directives from their table. */
#include <stdio.h>

#include "assembly/directive_table.h"
#include "insert.h"

static void print_directives(void)
{
    const struct directive *directive;
    char help[DIRECTIVE_HELP_SIZE];

    puts(".Bl -tag -width \".addrsig_sym\" -compact");
    for (size_t i = 0; (directive = directive_at(i)); i++) {
        directive_help(directive, help);
        printf(".It Cm %s\n", directive->name);
        print_text(help);
        putchar('\n');
    }
    puts(".It Cm .cfi_*\nis read and does nothing\n.El");
}

int main(void)
{
    static const struct insertion insertions[] = {{".\\\" @DIRECTIVES@", print_directives}};

    return insert_at_marks(insertions, sizeof insertions / sizeof insertions[0]);
}
