/* Lists and checks the files that an action reads and writes. */
#include "file_uses.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/run_files.h"
#include "voice.h"
#include "base/array.h"

void file_uses_free(struct file_uses *u)
{
    for (size_t i = 0; i < u->owned_count; i++)
        free(u->owned[i]);
    free(u->owned);
    free(u->reads);
    free(u->writes);
    free(u->kernels);
    *u = (struct file_uses){0};
}

void file_uses_read(struct file_uses *u, const char *path, const char *role)
{
    if (array_room(&u->reads, u->read_count, &u->read_room, sizeof *u->reads))
        u->reads[u->read_count++] = (struct sfp_input){path, role};
    else
        u->lost = true;
}

void file_uses_sources(struct file_uses *u, const struct sfp_machine_options *machine)
{
    static const char *const options[] = {[SFPU_SRCA] = "--srca", [SFPU_SRCB] = "--srcb"};

    for (int source = SFPU_SRCA; source <= SFPU_SRCB; source++)
        for (size_t i = 0; i < machine->sources[source].count; i++)
            file_uses_read(u, machine->sources[source].files[i].path, options[source]);
}

void file_uses_write_over(struct file_uses *u, const char *path, const char *role, const char *over)
{
    if (array_room(&u->writes, u->write_count, &u->write_room, sizeof *u->writes))
        u->writes[u->write_count++] = (struct sfp_target){path, role, over};
    else
        u->lost = true;
}

void file_uses_write(struct file_uses *u, const char *path, const char *role)
{
    file_uses_write_over(u, path, role, NULL);
}

/* Adds the table of lines (sfpasm -g) beside a file of words. */
static void add_line_table(struct file_uses *u, const char *kernel)
{
    char *table;

    if (!array_room(&u->owned, u->owned_count, &u->owned_room, sizeof *u->owned)
        || asprintf(&table, "%s%s", kernel, sfpu_output_suffix(SFPU_TABLE)) < 0) {
        u->lost = true;
        return;
    }
    u->owned[u->owned_count++] = table;
    file_uses_read(u, table, "a table of lines");
}

static void add_later_kernel(struct file_uses *u, const char *kernel, const struct sfp_machine_options *machine)
{
    if (array_room(&u->kernels, u->kernel_count, &u->kernel_room, sizeof *u->kernels))
        u->kernels[u->kernel_count++] = (struct file_kernel){kernel, *machine};
    else
        u->lost = true;
}

void file_uses_kernel(struct file_uses *u, const char *kernel, const struct sfp_machine_options *machine,
                      const sfpu_machine *m)
{
    const char *source;

    file_uses_read(u, kernel, "the kernel");
    if (!sfpu_is_assembly(kernel))
        add_line_table(u, kernel);
    if (!m)
        add_later_kernel(u, kernel, machine);
    for (size_t i = 0; m && (source = sfpu_source_file(m, i)); i++)
        file_uses_read(u, source, "a source");
    for (size_t i = 0; m && (source = sfpu_source_path(m, i)); i++)
        file_uses_read(u, source, "a source");
}

bool file_uses_replace(const struct file_uses *u)
{
    struct stat status;

    for (size_t i = 0; i < u->write_count; i++)
        if (u->writes[i].path && stat(u->writes[i].path, &status) == 0 && S_ISREG(status.st_mode))
            return true;
    return false;
}

/* Loads a kernel without output, with the options of the later load. A failed load notes the files read until then. */
static void load_kernel_quietly(const struct file_kernel *kernel, sfpu_preprocessed *preprocessed, FILE *nowhere)
{
    const struct voice_streams before = voice_to((struct voice_streams){nowhere, nowhere});
    struct sfp_machine_options machine = kernel->machine;
    const char *math = kernel->path;
    sfpu_machine *m = NULL;

    machine.hear = NULL;
    machine.preprocessed = preprocessed;
    thread_options_init(&machine.threads); /* the kernel alone */
    for (int thread = 0; thread < SFPU_THREADS; thread++)
        if (kernel->machine.threads.kernels[thread] == kernel->path) {
            machine.threads.kernels[thread] = kernel->path;
            math = NULL;
        }
    (void)machine_load(&machine, math, &m);
    sfpu_close(m);
    voice_to(before);
}

void file_uses_note_sources(const struct file_uses *u, sfpu_preprocessed *preprocessed)
{
    FILE *nowhere = fopen("/dev/null", "we");

    for (size_t i = 0; nowhere && i < u->kernel_count; i++)
        if (strcmp(u->kernels[i].path, "-") != 0)
            load_kernel_quietly(&u->kernels[i], preprocessed, nowhere);
    if (nowhere)
        fclose(nowhere);
}

bool file_uses_apart(const struct file_uses *u, char **error)
{
    *error = NULL;
    for (size_t i = 0; i < u->read_count; i++)
        run_file_read(u->reads[i].path, u->reads[i].role);
    return !u->lost && paths_apart(u->reads, u->read_count, u->writes, u->write_count, error);
}

int file_uses_check(const struct file_uses *u)
{
    char *error;

    return file_uses_apart(u, &error) ? 0 : complain_of(error);
}
