/* Finds out whether paths lead to the same file. */
#include "paths.h"

#include "fail.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The file or future file that a path leads to. */
struct end {
    bool there;
    struct stat status; /* status of the file, if the file exists */
    char *place;        /* if the file does not exist: its name without links and detours */
};

static bool is_standard(const char *path)
{
    return strcmp(path, "-") == 0;
}

/* Returns the length of a path's directory, with the slash. */
static size_t directory_length(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* Returns a symbolic link's target, which the caller frees. Returns NULL if the path is no link. */
static char *link_target(const char *path)
{
    char target[PATH_MAX];
    const ssize_t length = readlink(path, target, sizeof target);
    char *whole;

    if (length <= 0 || (size_t)length == sizeof target ||
        asprintf(&whole, "%.*s%.*s", target[0] == '/' ? 0 : (int)directory_length(path), path, (int)length, target) < 0)
        return NULL;
    return whole;
}

/* Returns the name, without detours, of a file that does not exist yet. The caller frees it. NULL without memory. */
static char *resolve_new(const char *path)
{
    const size_t length = directory_length(path);
    char *directory = length ? strndup(path, length) : strdup(".");
    char *place = directory ? realpath(directory, NULL) : NULL;
    char *whole;

    if (!directory || asprintf(&whole, "%s/%s", place ? place : "", place ? path + length : path) < 0)
        whole = NULL;
    free(directory);
    free(place);
    return whole;
}

/* Returns the name, without links and detours, of a file that need not exist. The caller frees it. NULL without
 * memory. */
static char *resolve_path(const char *path)
{
    char *whole = realpath(path, NULL);
    /* A link whose target does not exist is not part of a loop of links. */
    char *next = !whole && errno == ENOENT ? link_target(path) : NULL;

    if (whole)
        return whole;
    whole = next ? resolve_path(next) : resolve_new(path);
    free(next);
    return whole;
}

/* Finds the file that an output's path leads to. Returns false without memory. */
static bool find_path_end(const char *path, struct end *end)
{
    *end = (struct end){0};
    end->there = (is_standard(path) ? fstat(STDOUT_FILENO, &end->status) : stat(path, &end->status)) == 0;
    if (!end->there)
        end->place = is_standard(path) ? strdup(path) : resolve_path(path);
    return end->there || end->place;
}

static bool is_one_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static bool is_null_device(const struct stat *status)
{
    struct stat null;

    return S_ISCHR(status->st_mode) && stat("/dev/null", &null) == 0 && status->st_rdev == null.st_rdev;
}

static bool is_one_end(const struct end *a, const struct end *b)
{
    if (a->there && b->there)
        return is_one_file(&a->status, &b->status) && !is_null_device(&a->status);
    return !a->there && !b->there && strcmp(a->place, b->place) == 0;
}

static const char *shown_path(const char *path)
{
    return is_standard(path) ? "<stdout>" : path;
}

static bool refuse_two(const struct sfp_target *a, const struct sfp_target *b, char **error)
{
    return fail_with(error, "'%s' is the output of two: %s and %s", shown_path(b->path), a->role, b->role);
}

static bool refuse_input(const struct sfp_found_input *input, const struct sfp_target *target, char **error)
{
    if (strcmp(input->path, target->path) == 0)
        return fail_with(error, "'%s' is both input and output: %s and %s", shown_path(target->path), input->role,
                         target->role);
    return fail_with(error, "'%s' is both input and output: %s, as '%s', and %s", shown_path(target->path), input->role,
                     is_standard(input->path) ? "<stdin>" : input->path, target->role);
}

/* Checks that each wanted output is a file of its own, and fills in `ends`. Returns false with an error. */
static bool check_writes(const struct sfp_target *writes, size_t count, struct end *ends, char **error)
{
    for (size_t i = 0; i < count; i++) {
        if (!writes[i].path)
            continue;
        if (!find_path_end(writes[i].path, &ends[i]))
            return false;
        for (size_t before = 0; before < i; before++)
            if (writes[before].path && is_one_end(&ends[before], &ends[i]))
                return refuse_two(&writes[before], &writes[i], error);
    }
    return true;
}

bool input_find(const struct sfp_input *input, struct sfp_found_input *found)
{
    struct stat status;

    if (!input->path
        || (is_standard(input->path) ? fstat(STDIN_FILENO, &status) : stat(input->path, &status)) != 0
        || !S_ISREG(status.st_mode))
        return false;
    *found = (struct sfp_found_input){input->path, input->role, (uint64_t)status.st_dev, (uint64_t)status.st_ino};
    return true;
}

/* Would writing to `end` replace the input, although the target may not? */
static bool would_spoil(const struct sfp_target *target, const struct end *end, const struct sfp_found_input *input)
{
    return end->there && (uint64_t)end->status.st_dev == input->device && (uint64_t)end->status.st_ino == input->number
           && !(target->over && strcmp(target->over, input->role) == 0);
}

static bool end_spares(const struct sfp_target *target, const struct end *end, const struct sfp_found_input *inputs,
                       size_t count, char **error)
{
    for (size_t i = 0; i < count; i++)
        if (would_spoil(target, end, &inputs[i]))
            return refuse_input(&inputs[i], target, error);
    return true;
}

bool target_spares(const struct sfp_target *target, const struct sfp_found_input *inputs, size_t count, char **error)
{
    struct end end;
    bool spares;

    *error = NULL;
    if (!find_path_end(target->path, &end))
        return false;
    spares = end_spares(target, &end, inputs, count, error);
    free(end.place);
    return spares;
}

/* Checks that no output replaces the input. Returns false with an error. */
static bool check_input_apart(const struct sfp_input *input, const struct sfp_target *writes, size_t count,
                              const struct end *ends, char **error)
{
    struct sfp_found_input found;

    if (!input_find(input, &found))
        return true;
    for (size_t i = 0; i < count; i++)
        if (!end_spares(&writes[i], &ends[i], &found, 1, error))
            return false;
    return true;
}

static size_t count_standard(const struct sfp_input *inputs, size_t count)
{
    size_t standard = 0;

    for (size_t i = 0; i < count; i++)
        standard += inputs[i].path && is_standard(inputs[i].path);
    return standard;
}

bool paths_apart(const struct sfp_input *reads, size_t read_count, const struct sfp_target *writes, size_t write_count,
                 char **error)
{
    struct end *ends = calloc(write_count + 1, sizeof *ends);
    bool apart;

    *error = NULL;
    if (count_standard(reads, read_count) > 1) {
        free(ends);
        *error = strdup("'<stdin>' is the input of two");
        return false;
    }
    apart = ends && check_writes(writes, write_count, ends, error);
    for (size_t i = 0; apart && i < read_count; i++)
        apart = check_input_apart(&reads[i], writes, write_count, ends, error);
    for (size_t i = 0; ends && i < write_count; i++)
        free(ends[i].place);
    free(ends);
    return apart;
}

bool path_is_stdout(const char *path)
{
    struct stat output;
    struct stat status;

    if (is_standard(path))
        return true;
    return fstat(STDOUT_FILENO, &output) == 0 && stat(path, &status) == 0 && is_one_file(&output, &status) &&
           !is_null_device(&output);
}

char *path_identity(const char *path)
{
    struct end end;
    char *identity;

    if (!find_path_end(path, &end))
        return NULL;
    if (!end.there)
        return end.place;
    if (is_null_device(&end.status))
        return strdup("");
    return asprintf(&identity, "%ju:%ju", (uintmax_t)end.status.st_dev, (uintmax_t)end.status.st_ino) < 0 ? NULL : identity;
}
