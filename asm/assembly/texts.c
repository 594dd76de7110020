/* The texts of an assembly, and bounds on what comes of them. */
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

/* ---- What sources ask for without spelling it out: texts of macros, blocks scanned again, files included again ----
 * A source of a few lines could ask for any amount of it. */

enum {
    MOST_EXPANDED = 3 << 23, /* bytes, and */
    EXPANDED_PER_BYTE = 16,  /* for each byte of the sources */
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

/* ---- Where the files are that come with the programs: found from where this code itself was loaded from ---- */

/* The object that holds an address. */
struct search {
    uintptr_t address;
    char path[PATH_MAX]; /* "": the program itself */
};

static int look_at(struct dl_phdr_info *object, size_t size, void *argument)
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

/* Where nothing is ever loaded the C library may have no such function. */
#pragma weak dl_iterate_phdr

/* The file that this code is in, in full. False if that is not to be found out. */
static bool find_self(char path[static PATH_MAX])
{
    struct search search = {.address = (uintptr_t)find_self};

    if (dl_iterate_phdr)
        dl_iterate_phdr(look_at, &search);
    return realpath(strchr(search.path, '/') ? search.path : "/proc/self/exe", path);
}

static bool holds_file(const char *directory)
{
    char file[PATH_MAX];

    return (size_t)snprintf(file, sizeof file, "%s/sfpu.inc", directory) < sizeof file && access(file, R_OK) == 0;
}

/*
 * The directory of sfpu.inc, by where the program or library is that this is part of: include/ there or a step further up,
 * as where it was built, or share/sfpu/ a step or two further up, as where it is installed. To be freed; NULL with
 * errno if there is none, ENOENT, or no memory, ENOMEM.
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
