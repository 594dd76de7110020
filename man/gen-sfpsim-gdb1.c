/* Copies sfpsim-gdb(1) from its text, man/sfpsim-gdb.1.in, and inserts registers, memory regions and commands from
 * the tables of sim/gdb. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "gdb/memory_regions.h"
#include "gdb/monitor.h"
#include "gdb/register_table.h"
#include "insert.h"

static void print_name(const struct register_bank *bank)
{
    printf(".It Cm %s", bank->name);
    if (bank->count > 1)
        printf("0 No to Cm %s%u", bank->name, bank->count - 1);
    putchar('\n');
}

static void print_registers(void)
{
    const struct register_bank *bank;

    for (size_t row = 0; (bank = register_bank(row)); row++) {
        print_name(bank);
        printf("%s%s\n", bank->about, bank->settable ? "" : " (read only)");
    }
}

static void print_regions(void)
{
    const struct memory_region *region;

    for (size_t row = 0; (region = memory_region(row)); row++)
        printf(".It 0x%08lX\n%s\n", (unsigned long)region->start, region->about);
}

/* Prints the arguments of a command, "L3[5] | ON", and the end of the line. */
static void print_arguments(const char *arguments)
{
    if (*arguments)
        printf(" No %s", arguments);
    putchar('\n');
}

static void print_commands(void)
{
    const struct monitor_command *c;

    for (size_t row = 0; (c = monitor_command(row)); row++) {
        printf(".It Ic monitor %s", c->name);
        print_arguments(c->arguments);
        printf("%c%s.\n", toupper((unsigned char)*c->help), c->help + 1);
        if (c->more)
            printf("%s.\n", c->more);
    }
}

int main(void)
{
    static const struct insertion insertions[] = {{".\\\" @REGISTERS@", print_registers},
                                                  {".\\\" @REGIONS@", print_regions},
                                                  {".\\\" @COMMANDS@", print_commands}};

    return insert_at_marks(insertions, sizeof insertions / sizeof insertions[0]);
}
