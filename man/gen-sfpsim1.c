/* Copies sfpsim(1) from its text, man/sfpsim.1.in, with lists in it from their tables: functions, and what ends runs. */
#include <stdio.h>
#include <string.h>

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
    static const struct insertion insertions[] = {{".\\\" @FUNCTIONS@", print_functions},
                                                  {".\\\" @FAILURES@", print_failures}};

    return insert_at_marks(insertions, sizeof insertions / sizeof insertions[0]);
}
