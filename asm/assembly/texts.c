/* The texts of an assembly, and bounds on the text that sources may produce. */
#include "assembler.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool assembly_add_source(struct assembler *as, struct source *source)
{
    struct sfp_program *program = as->program;
    struct source **more = realloc(program->sources, (program->source_count + 1) * sizeof *more);

    if (!more) {
        sfp_source_free(source);
        report_no_memory(as);
        return false;
    }
    program->sources = more;
    source->index = (uint32_t)program->source_count;
    more[program->source_count++] = source;
    as->spent.spelled += source->text.size;
    return true;
}

struct source *assembly_expansions(struct assembler *as)
{
    if (!as->frames.expansions) {
        struct source *source = sfp_source_new("<expansions>", (struct sfp_buffer){0}, true);

        if (!source) {
            report_no_memory(as);
            return NULL;
        }
        source->expanded = true;
        if (assembly_add_source(as, source))
            as->frames.expansions = source;
    }
    return as->frames.expansions;
}

const char *assembly_keep_name(struct assembler *as, const char *name, size_t length)
{
    struct source *source = assembly_expansions(as);

    return source ? sfp_source_keep(source, name, length) : NULL;
}

/* ---- Text that sources produce without spelling it out: by macros, blocks scanned again, files included again ----
 * A source of a few lines could otherwise produce any amount. */

enum {
    MOST_EXPANDED = 3 << 23, /* bytes, plus */
    EXPANDED_PER_BYTE = 16,  /* bytes for each byte of the sources */
};

bool expansion_allowed(struct assembler *as, uint64_t bytes, struct place place)
{
    const uint64_t most = expansion_bound(as, MOST_EXPANDED + EXPANDED_PER_BYTE * as->spent.spelled);

    if (as->stopped)
        return false;
    as->spent.text += bytes;
    if (as->spent.text <= most)
        return true;
    report_error(as, place, "macros, blocks and files included again come to more than %" PRIu64 " bytes of text",
                 most);
    as->stopped = true;
    return false;
}

uint64_t expansion_bound(const struct assembler *as, uint64_t bytes)
{
    const uint64_t most = as->options->max_expansion;

    return most && most < bytes ? most : bytes;
}

/* ---- The files that come with the programs: found from the place that this code was loaded from ---- */

/* A search for the object file that contains an address. */
struct search {
    uintptr_t address;
    char path[PATH_MAX]; /* "" for the program itself */
};

static int search_object(struct dl_phdr_info *object, size_t size, void *argument)
{
    struct search *search = argument;

    (void)size;
    for (size_t i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];

        if (part->p_type != PT_LOAD || search->address - (object->dlpi_addr + part->p_vaddr) >= part->p_memsz)
            continue;
        snprintf(search->path, sizeof search->path, "%s", object->dlpi_name ? object->dlpi_name : "");
        return 1;
    }
    return 0;
}

/* A C library for static programs only may lack this function. */
#pragma weak dl_iterate_phdr

/* Finds the full path of the file that contains this code. Returns false if it cannot be found. */
static bool find_self(char path[static PATH_MAX])
{
    struct search search = {.address = (uintptr_t)find_self};

    if (dl_iterate_phdr)
        dl_iterate_phdr(search_object, &search);
    return realpath(strchr(search.path, '/') ? search.path : "/proc/self/exe", path);
}

static bool holds_file(const char *directory)
{
    char file[PATH_MAX];

    return (size_t)snprintf(file, sizeof file, "%s/sfpu.inc", directory) < sizeof file && access(file, R_OK) == 0;
}

/*
 * Returns the directory of sfpu.inc, from the place of the program or library that contains this code: include/ beside
 * it or one step up, as in a build, or share/sfpu/ one or two steps up, as after installation. The caller frees it.
 * Returns NULL with errno ENOENT if it is not found, or ENOMEM.
 */
static char *find_directory(void)
{
    static const char *const places[] = {"include", "../include", "../share/sfpu", "../../share/sfpu"};
    char self[PATH_MAX];
    char *slash;

    if (!find_self(self) || !(slash = strrchr(self, '/'))) {
        errno = ENOENT;
        return NULL;
    }
    *slash = '\0';
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        char *directory;

        if (asprintf(&directory, "%s/%s", self, places[i]) < 0) {
            errno = ENOMEM;
            return NULL;
        }
        if (holds_file(directory))
            return directory;
        free(directory);
    }
    errno = ENOENT;
    return NULL;
}

const char *shipped_directory(struct assembler *as)
{
    struct shipped *shipped = &as->shipped;

    if (!shipped->sought)
        shipped->directory = find_directory();
    else if (!shipped->directory)
        errno = ENOENT;
    shipped->sought = shipped->directory || errno != ENOMEM;
    return shipped->directory;
}

bool shipped_has(const struct assembler *as, const char *path)
{
    const size_t length = as->shipped.directory ? strlen(as->shipped.directory) : 0;

    return length > 0 && strncmp(path, as->shipped.directory, length) == 0 && path[length] == '/';
}
