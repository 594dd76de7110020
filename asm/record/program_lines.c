/* Finds source lines in a recording's program, with libdw. */
#include "nodes_read.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct program_lines {
    Dwarf *dwarf;
    int descriptor;
    char *own;
};

struct program_lines *program_lines_open(const char *path, const char *own)
{
    struct program_lines *lines = calloc(1, sizeof *lines);

    if (!lines)
        return NULL;
    lines->descriptor = open(path, O_RDONLY | O_CLOEXEC);
    lines->dwarf = lines->descriptor >= 0 ? dwarf_begin(lines->descriptor, DWARF_C_READ) : NULL;
    lines->own = strdup(own);
    if (lines->dwarf && lines->own)
        return lines;
    program_lines_close(lines);
    return NULL;
}

void program_lines_close(struct program_lines *lines)
{
    if (!lines)
        return;
    dwarf_end(lines->dwarf);
    if (lines->descriptor >= 0)
        close(lines->descriptor);
    free(lines->own);
    free(lines);
}

/* Returns a name without the compiler's working directory and without clang's ./ prefix. */
static const char *strip_compile_folder(const char *name, Dwarf_Die *unit)
{
    static const char itself[] = "./";
    Dwarf_Attribute attribute;
    const char *folder = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
    const size_t length = folder ? strlen(folder) : 0;

    if (length > 0 && strncmp(name, folder, length) == 0 && name[length] == '/')
        name += length + 1;
    return strncmp(name, itself, sizeof itself - 1) == 0 ? name + sizeof itself - 1 : name;
}

/* Is the file the user's? Files of the recording, in `own`, and the generated parts of calls.cpp are not. */
static bool is_users(const char *name, const char *own)
{
    const size_t length = strlen(own);

    return !(strncmp(name, own, length) == 0 && name[length] == '/') && strcmp(name, "<command line>") != 0;
}

/* Returns the file and line of an address in the unit, or NULL if the address has no line in a user's file. */
static const char *find_unit_line(const struct program_lines *lines, Dwarf_Die *unit, uint64_t address, uint32_t *line)
{
    Dwarf_Line *found = dwarf_getsrc_die(unit, address);
    const char *source = found ? dwarf_linesrc(found, NULL, NULL) : NULL;
    const char *name = source ? strip_compile_folder(source, unit) : NULL;
    int number = 0;

    if (!name || dwarf_lineno(found, &number) != 0 || number <= 0 ||
        !is_users(name, strip_compile_folder(lines->own, unit)))
        return NULL;
    *line = (uint32_t)number;
    return name;
}

static const char *find_program_line(const struct program_lines *lines, uint64_t address, uint32_t *line)
{
    const char *name = NULL;
    Dwarf_CU *unit = NULL;
    Dwarf_Die die;

    while (!name && dwarf_get_units(lines->dwarf, unit, &unit, NULL, NULL, &die, NULL) == 0)
        name = find_unit_line(lines, &die, address, line);
    return name;
}

static const char *find_users_line(void *context, const uint64_t *addresses, size_t count, uint32_t *line)
{
    const char *name = NULL;

    for (size_t i = 0; !name && i < count; i++)
        name = find_program_line(context, addresses[i], line);
    return name;
}

struct line_finder program_lines_finder(struct program_lines *lines)
{
    return (struct line_finder){.context = lines, .find = lines ? find_users_line : NULL};
}
