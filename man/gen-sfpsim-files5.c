/* Copies sfpsim-files(5) from its text, man/sfpsim-files.5.in, and inserts the members of the state JSON from their
 * table. */
#include <stdio.h>

#include "insert.h"

enum {
    TOP,
#define STATE(id, ...) ROW_##id,
#define REGISTER STATE
#include "state.def"
    ROWS,
};

static const struct {
    int object;
    const char *name, *text;
} rows[ROWS] = {
#define ROW_TOP TOP
#define STATE(id, object, name, place, text, ...) [ROW_##id] = {ROW_##object, name, text},
#define REGISTER STATE
#include "state.def"
};

/* Prints the names of an object's members, and the end of the sentence before them. Other values only get the end. */
static void print_members(int object)
{
    const char *before = ":\n.Cm", *end = ".";

    for (int row = TOP + 1; row < ROWS; row++)
        if (rows[row].object == object) {
            printf("%s %s", before, rows[row].name);
            before = " ,";
            end = " .";
        }
    puts(end);
}

static void print_state(void)
{
    for (int row = TOP + 1; row < ROWS; row++)
        if (rows[row].object == TOP && *rows[row].text) {
            printf(".It Cm %s\n%s", rows[row].name, rows[row].text);
            print_members(row);
        }
}

int main(void)
{
    static const struct insertion insertions[] = {{".\\\" @STATE@", print_state}};

    return insert_at_marks(insertions, sizeof insertions / sizeof insertions[0]);
}
