/* Finds and links the user's own sfpi headers. */
#include "record_parts.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool folder_has(const char *folder, const char *name)
{
    char *path = record_path(folder, name);
    const bool has = path && access(path, R_OK) == 0;

    free(path);
    return has;
}

/* Sets *real to the real path of the folder if it has the user's sfpi.h: the headers of --record-headers have an sfpi.h
 * too. Returns false if memory ran out. */
static bool find_sfpi_folder(const char *folder, size_t length, char **real)
{
    char *path;

    if (asprintf(&path, "%.*s/", (int)length, folder) < 0)
        return false;
    errno = 0;
    if (folder_has(path, RECORD_SFPI) && !folder_has(path, RECORD_HEADER))
        *real = realpath(path, NULL);
    free(path);
    return *real || errno != ENOMEM;
}

bool user_headers_find(const struct sfp_recording *recording, char **folder)
{
    bool done = true;

    *folder = NULL;
    for (size_t i = 0; done && !*folder && i < recording->include_dir_count; i++)
        done = find_sfpi_folder(recording->include_dirs[i], strlen(recording->include_dirs[i]), folder);
    for (size_t i = 0; done && !*folder && i < recording->header_count; i++) {
        const char *header = recording->headers[i], *slash = strrchr(header, '/');

        done = slash ? find_sfpi_folder(header, (size_t)(slash - header), folder) : find_sfpi_folder(".", 1, folder);
    }
    return done;
}

static bool is_header(const char *name)
{
    const char *dot = strrchr(name, '.');

    return dot && (strcmp(dot, ".h") == 0 || strcmp(dot, ".hpp") == 0 || strcmp(dot, ".def") == 0);
}

const char *user_headers_link_name(const char *name)
{
    if (strcmp(name, RECORD_SFPI) == 0)
        return RECORD_USER_SFPI;
    return is_header(name) && !record_has_name(name) ? name : NULL;
}

static bool fail_to_link(const char *folder, char **error)
{
    if (asprintf(error, "cannot link the headers of '%s': %s", folder, strerror(errno)) < 0)
        *error = NULL;
    return false;
}

/* Removes the link `path` of an earlier --record-headers. Any other file stays. */
static void remove_old_link(const char *path)
{
    struct stat status;

    if (lstat(path, &status) == 0 && S_ISLNK(status.st_mode))
        unlink(path);
}

/* Links `from`, which is then freed, into the recording's directory. Returns false with a message about `folder`. */
static bool link_as(const struct sfp_recording *recording, char *from, const char *as, const char *folder, char **error)
{
    char *to = record_path(recording->directory, as);
    bool done;

    *error = NULL;
    if (to)
        remove_old_link(to);
    done = from && to && (symlink(from, to) == 0 || errno == EEXIST || fail_to_link(folder, error));
    free(from);
    free(to);
    return done;
}

/* Links a header. Skips a file that recording->made() refuses: without a record for its removal, the file is not
 * linked, and the compiler finds it in its own folder. */
static bool link_header(const struct sfp_recording *recording, const char *folder, const char *name, char **error)
{
    const char *as = user_headers_link_name(name);

    if (!as || (recording->made && !recording->made(as)))
        return true;
    return link_as(recording, record_path(folder, name), as, folder, error);
}

bool user_headers_link(const struct sfp_recording *recording, const char *folder, char **error)
{
    DIR *directory = opendir(folder);
    bool done = directory;

    if (!directory)
        return fail_to_link(folder, error);
    for (const struct dirent *entry; done && (entry = readdir(directory));)
        done = link_header(recording, folder, entry->d_name, error);
    closedir(directory);
    return done;
}

bool user_math_find(const struct sfp_recording *recording, char **path)
{
    bool done = true;

    *path = NULL;
    for (size_t i = 0; done && !*path && i < recording->include_dir_count; i++) {
        char *header = record_path(recording->include_dirs[i], RECORD_MATH);
        const bool found = header && access(header, R_OK) == 0 &&
                           !folder_has(recording->include_dirs[i], RECORD_HEADER);

        if (found)
            *path = realpath(header, NULL);
        done = header && (!found || *path);
        free(header);
    }
    return done;
}

bool user_math_link(const struct sfp_recording *recording, char **error)
{
    char *path, *old;

    *error = NULL;
    if (!user_math_find(recording, &path))
        return false;
    if (path)
        return link_as(recording, path, RECORD_USER_MATH, RECORD_MATH, error);
    old = record_path(recording->directory, RECORD_USER_MATH);
    if (old)
        remove_old_link(old);
    free(old);
    return old;
}
