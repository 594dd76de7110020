/* Runs a kernel under gdb, with an ELF file that gives gdb lines and symbols. */
#include "session_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "action/voice.h"
#include "cli/interrupt.h"
#include "gdb/gdb_server.h"
#include "base/fileio.h"

static const char *const names[] = {"kernel.elf", NULL};
static const char magic[] = "\177ELF";

static int write_debug_elf(const char *path, sfpu_machine *m)
{
    FILE *file = fopen(path, "wbe");
    int code = SFPU_BAD_INPUT;

    if (!file)
        return errno == ENOMEM ? SFPU_NO_MEMORY : code;
    code = sfpu_write_loaded(m, SFPU_ELF_DEBUG, NULL, voice_write, file);
    return fclose(file) == 0 || code != SFPU_OK ? code : SFPU_BAD_INPUT;
}

/* Frees the path, which may be NULL, and removes the file if it was made here. */
static void free_debug_file(char *path)
{
    free(path);
    scratch_close();
}

/* Writes the machine's program as an ELF file in a new scratch directory. *path receives the file's path, which
 * free_debug_file() frees, or NULL. Returns an sfpu code. */
static int make_debug_file(sfpu_machine *m, char **path)
{
    char *error;
    const char *directory = scratch_open(names, &error);
    int code;

    if (!directory) {
        code = error ? SFPU_BAD_INPUT : SFPU_NO_MEMORY;
        free(error);
        return code;
    }
    if (asprintf(path, "%s/%s", directory, names[0]) < 0)
        *path = NULL;
    code = *path ? write_debug_elf(*path, m) : SFPU_NO_MEMORY;
    if (code != SFPU_OK) {
        free_debug_file(*path);
        *path = NULL;
    }
    return code;
}

static int is_elf(const char *path, bool *elf)
{
    struct sfp_buffer file;
    char *error;

    *elf = false;
    if (!file_read(path, &file, &error)) {
        const int code = error ? SFPU_OK : SFPU_NO_MEMORY;

        free(error);
        return code;
    }
    *elf = file.size >= sizeof magic - 1 && memcmp(file.data, magic, sizeof magic - 1) == 0;
    buffer_free(&file);
    return SFPU_OK;
}

/* Sets *path to an ELF file for gdb, for free_debug_file(): the kernel itself if that is one and has all words, or a
 * file made of the words as sfpasm would; NULL if neither is possible, such as for words without a table. Returns false
 * if memory ran out. */
static bool find_debug_file(const struct sfp_session_options *o, sfpu_machine *m, char **path)
{
    const bool alone = o->kernel && !sfpu_thread_kernel(m, SFPU_THREAD_UNPACK)
                       && !sfpu_thread_kernel(m, SFPU_THREAD_PACK);
    struct sfpu_where where = {.size = sizeof where};
    bool elf = false;

    *path = NULL;
    if (alone && strcmp(o->kernel, "-") == 0)
        return true;
    if (alone && is_elf(o->kernel, &elf) != SFPU_OK)
        return false;
    if (elf)
        return (*path = strdup(o->kernel));
    return sfpu_get_where(m, 0, &where) != SFPU_OK || make_debug_file(m, path) != SFPU_NO_MEMORY;
}

int debug_kernel(const struct sfp_session_options *o, const struct sfpu_running *running, sfpu_machine *m)
{
    struct gdb_session session = {.where = o->gdb, .running = running, .passes = o->passes, .says = stderr};
    char *error, *file;
    int status;

    if (!find_debug_file(o, m, &file))
        return complain_of(NULL);
    session.executable = file;
    status = gdb_serve(&session, m, &error) ? 0 : complain_of(error);
    free_debug_file(file);
    return status;
}
