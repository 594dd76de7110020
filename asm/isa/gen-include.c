/*
 * Prints sfpu.inc, which kernels include: names of formats and modes from modes.def, then the files of the command
 * line.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The name of a format, a mode, or a mode's bit (`part`). */
struct row {
    const char *insn; /* "" for a format of Dst */
    const char *name;
    unsigned value;
    bool part;
};

static const struct row rows[] = {
#define FORMAT(arch, value, name, ...) {"", #name, value, false},
#define FORMAT_VARIANT(...)
#define MODE(id, arch, value, name, ...) {#id, #name, value, false},
#define PART(id, bit, name, ...) {#id, #name, bit, true},
#include "modes.def"
};

static void print_name_rows(const char *heading, bool formats, bool parts)
{
    printf("\n/* %s */\n", heading);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct row *row = &rows[i];

        if (!*row->insn != formats || row->part != parts || strcmp(row->name, "NONE") == 0)
            continue;
        printf(formats ? ".set %s%s, %u\n" : ".set %s_%s, %u\n", row->insn, row->name, row->value);
    }
}

static bool copy_include_file(const char *path)
{
    FILE *file = fopen(path, "r");
    int c;

    if (!file)
        return false;
    while ((c = getc(file)) != EOF)
        putchar(c);
    return fclose(file) == 0;
}

int main(int argc, char **argv)
{
    puts("/*\n * Names for kernels of the vector unit: sfpasm(5), Include file, and sfpu(7), where each mode is explained.\n"
         " * .include \"sfpu.inc\" after .arch.\n */\n.ifndef SFPU_INC\n.set SFPU_INC, 1");
    print_name_rows("Formats of Dst: sfpload, sfpstore, sfploadmacro.", true, false);
    print_name_rows("Modes.", false, false);
    print_name_rows("Bits of modes, to be added.", false, true);
    for (int i = 1; i < argc; i++)
        if (!copy_include_file(argv[i]))
            return EXIT_FAILURE;
    puts("\n.endif");
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
