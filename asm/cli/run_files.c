/* Records the files that this process has read. */
#include "run_files.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sfpu.h"
#include "base/array.h"
#include "base/names.h"

/* The files read, once for each role; a key combines file and role. Freed at the process's end. */
static struct {
    pthread_mutex_t lock;
    struct names known;
    struct sfp_found_input *inputs;
    char **keys;
    size_t count, room, key_room;
    bool lost; /* memory ran out */
    bool forgets; /* forget_read_files() runs at exit */
} files = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void forget_read_files(void)
{
    for (size_t i = 0; i < files.count; i++) {
        free((char *)(uintptr_t)files.inputs[i].path);
        free(files.keys[i]);
    }
    free(files.inputs);
    free(files.keys);
    names_free(&files.known);
}

/* Adds a file unless known. Returns false if memory ran out. */
static bool add_read_file(const struct sfp_found_input *found)
{
    char *key = NULL, *path;
    const int length = asprintf(&key, "%" PRIx64 ":%" PRIx64 ":%s", found->device, found->number, found->role);
    size_t index;

    if (length < 0)
        return false;
    if (names_find(&files.known, key, (size_t)length, &index)) {
        free(key);
        return true;
    }
    path = strdup(found->path);
    files.forgets = files.forgets || atexit(forget_read_files) == 0;
    if (!path || !array_room(&files.inputs, files.count, &files.room, sizeof *files.inputs)
        || !array_room(&files.keys, files.count, &files.key_room, sizeof *files.keys)
        || !files.forgets || !names_add(&files.known, key, (size_t)length, files.count)) {
        free(path);
        free(key);
        return false;
    }
    files.keys[files.count] = key;
    files.inputs[files.count] = *found;
    files.inputs[files.count++].path = path;
    return true;
}

void run_file_read(const char *path, const char *role)
{
    struct sfp_found_input found;

    if (!input_find(&(const struct sfp_input){path, role}, &found))
        return;
    pthread_mutex_lock(&files.lock);
    files.lost |= !add_read_file(&found);
    pthread_mutex_unlock(&files.lock);
}

void run_file_kernel(const char *path)
{
    char *table;

    run_file_read(path, "the kernel");
    if (sfpu_is_assembly(path))
        return;
    if (asprintf(&table, "%s%s", path, sfpu_output_suffix(SFPU_TABLE)) < 0) {
        pthread_mutex_lock(&files.lock);
        files.lost = true;
        pthread_mutex_unlock(&files.lock);
        return;
    }
    run_file_read(table, "a table of lines");
    free(table);
}

void run_file_source(void *unused, const char *path)
{
    (void)unused;
    run_file_read(path, "a source");
}

bool run_files_spare(const struct sfp_target *target, char **error)
{
    bool spares;

    *error = NULL;
    pthread_mutex_lock(&files.lock);
    spares = !files.lost && target_spares(target, files.inputs, files.count, error);
    pthread_mutex_unlock(&files.lock);
    return spares;
}
