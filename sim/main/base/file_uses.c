/* What an action reads and writes. */
#include "file_uses.h"

#include <stdio.h>
#include <stdlib.h>

#include "voice.h"
#include "util/array.h"

void file_uses_free(struct file_uses *u)
{
    for (size_t i = 0; i < u->owned_count; i++)
        free(u->owned[i]);
    free(u->owned);
    free(u->reads);
    free(u->writes);
    *u = (struct file_uses){0};
}

void file_uses_read(struct file_uses *u, const char *path)
{
    if (array_room(&u->reads, u->read_count, &u->read_room, sizeof *u->reads))
        u->reads[u->read_count++] = path;
    else
        u->lost = true;
}

static void add_write(struct file_uses *u, const struct file_write *write)
{
    if (array_room(&u->writes, u->write_count, &u->write_room, sizeof *u->writes))
        u->writes[u->write_count++] = *write;
    else
        u->lost = true;
}

void file_uses_write(struct file_uses *u, const char *path)
{
    add_write(u, &(const struct file_write){.path = path});
}

void file_uses_write_over(struct file_uses *u, const char *path, size_t first)
{
    add_write(u, &(const struct file_write){path, first, u->read_count - first});
}

/* The table of sfpasm -g that is read beside words. */
static void read_table(struct file_uses *u, const char *kernel)
{
    char *table;

    if (!array_room(&u->owned, u->owned_count, &u->owned_room, sizeof *u->owned)
        || asprintf(&table, "%s%s", kernel, sfpu_output_suffix(SFPU_TABLE)) < 0) {
        u->lost = true;
        return;
    }
    u->owned[u->owned_count++] = table;
    file_uses_read(u, table);
}

void file_uses_kernel(struct file_uses *u, const char *kernel, const sfpu_machine *m)
{
    const char *source;

    file_uses_read(u, kernel);
    if (!m || !sfpu_source_file(m, 0))
        read_table(u, kernel);
    for (size_t i = 0; m && (source = sfpu_source_file(m, i)); i++)
        file_uses_read(u, source);
    for (size_t i = 0; m && (source = sfpu_source_path(m, i)); i++)
        file_uses_read(u, source);
}

bool file_uses_apart(const struct file_uses *u, char **error)
{
    struct sfp_target *targets = calloc(u->write_count + 1, sizeof *targets);
    bool apart;

    *error = NULL;
    for (size_t i = 0; targets && i < u->write_count; i++)
        targets[i] = (struct sfp_target){u->writes[i].path, u->reads + u->writes[i].first, u->writes[i].count};
    apart = targets && !u->lost && paths_apart(u->reads, u->read_count, targets, u->write_count, error);
    free(targets);
    return apart;
}

int file_uses_check(const struct file_uses *u)
{
    char *error;

    return file_uses_apart(u, &error) ? 0 : complain_of(error);
}
