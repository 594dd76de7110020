/* Copies sfpsim-functions(7) from its text, man/sfpsim-functions.7.in, and inserts the list of functions from their
 * table. */
#include <stdio.h>

#include "insert.h"

#define FUNCTION(name, meaning, domain, course, how) {#name, meaning, domain, "x"},
#define FUNCTION2(name, meaning, domain, course, how) {#name, meaning, domain, "x y"},
#define INTEGERS(name, meaning, domain, call) {#name, meaning, domain, "x"},
#define INTEGERS2(name, meaning, domain, call) {#name, meaning, domain, "x y"},

static const struct {
    const char *name, *meaning, *domain, *operands;
} functions[] = {
#include "functions.def"
};

static void print_functions(void)
{
    puts(".Bl -tag -width \"shift_right_arithmetic x y\" -compact");
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        printf(".It Cm %s Ar %s\n%s; for %s.\n", functions[i].name, functions[i].operands, functions[i].meaning,
               functions[i].domain);
    puts(".El");
}

int main(void)
{
    static const struct insertion insertions[] = {{".\\\" @FUNCTIONS@", print_functions}};

    return insert_at_marks(insertions, sizeof insertions / sizeof insertions[0]);
}
