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

/* Notes whether the assembler ran out of memory: several diagnostics say so, each with the word "memory". An
 * sfpu_diagnose. */
static void note_lack_of_memory(void *lacks, const struct sfpu_diagnostic *diagnostic)
{
    *(bool *)lacks |= strstr(diagnostic->text, "memory") != NULL;
}

/* Assembles the kernel again with the machine's options, silently: loading printed the diagnostics. Returns an sfpu
 * code. */
static int assemble_debugged(const struct sfp_session_options *o, const sfpu_machine *m, bool *lacks,
                             sfpu_program **program)
{
    const struct sfpu_assembly how = {
        .size = sizeof how, .arch = sfpu_machine_arch(m), .include_dirs = o->machine.include_dirs,
        .include_dir_count = o->machine.include_dir_count, .defines = o->machine.defines,
        .define_count = o->machine.define_count, .diagnose = note_lack_of_memory, .context = lacks,
        .forms = SFPU_PRINTED};

    return sfpu_assemble_files(&how, &o->kernel, 1, program);
}

/* Returns whether the program has the machine's words: the file may have changed since the kernel was loaded. */
static bool is_loaded_program(const sfpu_machine *m, const sfpu_program *program)
{
    const size_t count = sfpu_program_word_count(program);

    return count == sfpu_word_count(m)
        && memcmp(sfpu_program_words(program), sfpu_words(m), count * sizeof(uint32_t)) == 0;
}

static int write_debug_elf(const char *path, sfpu_program *program)
{
    FILE *file = fopen(path, "wbe");
    int code = SFPU_BAD_INPUT;

    if (!file)
        return errno == ENOMEM ? SFPU_NO_MEMORY : code;
    code = sfpu_program_write(program, SFPU_ELF_DEBUG, NULL, voice_write, file);
    return fclose(file) == 0 || code != SFPU_OK ? code : SFPU_BAD_INPUT;
}

/* Frees the path, which may be NULL, and removes the file if it was made here. */
static void free_debug_file(char *path)
{
    free(path);
    scratch_close();
}

/* Writes the program as an ELF file in a new scratch directory. *path receives the file's path, which
 * free_debug_file() frees, or NULL. Returns an sfpu code. */
static int make_debug_file(sfpu_program *program, char **path)
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
    code = *path ? write_debug_elf(*path, program) : SFPU_NO_MEMORY;
    if (code != SFPU_OK) {
        free_debug_file(*path);
        *path = NULL;
    }
    return code;
}

/* Makes the ELF file of a source, or of a file of words with its table of lines. *path stays NULL if the file's
 * words are not the machine's. Returns an sfpu code. */
static int make_file_of_kernel(const struct sfp_session_options *o, const sfpu_machine *m, char **path)
{
    sfpu_program *program = NULL;
    bool lacks = false;
    int code = sfpu_is_assembly(o->kernel) ? assemble_debugged(o, m, &lacks, &program)
                                           : sfpu_read_program(o->kernel, note_lack_of_memory, &lacks, &program);

    if (lacks)
        code = SFPU_NO_MEMORY;
    if (code == SFPU_OK && is_loaded_program(m, program))
        code = make_debug_file(program, path);
    sfpu_program_free(program);
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

/* Sets *path to an ELF file for gdb, for free_debug_file(): the kernel itself, or a file made from it as sfpasm
 * would; NULL if neither is possible, such as for words without a table. Returns false if memory ran out. */
static bool find_debug_file(const struct sfp_session_options *o, const sfpu_machine *m, char **path)
{
    bool elf;

    *path = NULL;
    if (strcmp(o->kernel, "-") == 0)
        return true;
    if (is_elf(o->kernel, &elf) != SFPU_OK)
        return false;
    if (elf)
        return (*path = strdup(o->kernel));
    return make_file_of_kernel(o, m, path) != SFPU_NO_MEMORY;
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
