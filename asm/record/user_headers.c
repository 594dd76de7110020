/* Finds and links the user's own sfpi headers. */
#include "record_parts.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"

static bool folder_has(const char *folder, const char *name)
{
    char *path = record_path(folder, name);
    const bool has = path && access(path, R_OK) == 0;

    free(path);
    return has;
}

/* Says by errno why the real path is not known. Always returns false. */
static bool fail_to_resolve(const char *path, char **error)
{
    *error = NULL;
    return errno != ENOMEM && fail_with(error, "cannot find the real path of '%s': %s", path, strerror(errno));
}

/* Sets *real to the real path of the folder if it has the user's sfpi.h: the headers of --record-headers have an sfpi.h
 * too. Returns false as user_headers_find(). */
static bool find_sfpi_folder(const char *folder, size_t length, char **real, char **error)
{
    char *path;
    bool done;

    if (asprintf(&path, "%.*s/", (int)length, folder) < 0)
        return false;
    errno = 0;
    if (folder_has(path, RECORD_SFPI) && !folder_has(path, RECORD_HEADER))
        *real = realpath(path, NULL);
    else if (errno != ENOMEM)
        errno = 0; /* there is no such header */
    done = *real || errno == 0 || fail_to_resolve(path, error);
    free(path);
    return done;
}

bool user_headers_find(const struct sfp_recording *recording, char **folder, char **error)
{
    bool done = true;

    *folder = *error = NULL;
    for (size_t i = 0; done && !*folder && i < recording->include_dir_count; i++)
        done = find_sfpi_folder(recording->include_dirs[i], strlen(recording->include_dirs[i]), folder, error);
    for (size_t i = 0; done && !*folder && i < recording->header_count; i++) {
        const char *header = recording->headers[i], *slash = strrchr(header, '/');

        done = slash ? find_sfpi_folder(header, (size_t)(slash - header), folder, error)
                     : find_sfpi_folder(".", 1, folder, error);
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

static bool is_link(const char *path)
{
    struct stat status;

    return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

/* Removes the link `path` of an earlier --record-headers. Any other file stays. */
static void remove_old_link(const char *path)
{
    if (is_link(path))
        unlink(path);
}

/* Makes the link. A link that another --record-headers has made meanwhile serves too. Returns false with a message about
 * `folder`, or about a file that has the link's name and is no link. */
static bool make_link(const char *from, const char *to, const char *folder, char **error)
{
    if (symlink(from, to) == 0)
        return true;
    if (errno != EEXIST)
        return fail_to_link(folder, error);
    return is_link(to) || fail_with(error, "cannot link '%s' as '%s': a file with this name exists, and is no link: "
                                    "remove it", from, to);
}

/* Links `from`, which is then freed, into the recording's directory. Returns false as make_link(), or
 * with NULL in *error if memory ran out. */
static bool link_as(const struct sfp_recording *recording, char *from, const char *as, const char *folder, char **error)
{
    char *to = record_path(recording->directory, as);
    bool done;

    *error = NULL;
    if (to)
        remove_old_link(to);
    done = from && to && make_link(from, to, folder, error);
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

bool user_math_find(const struct sfp_recording *recording, char **path, char **error)
{
    bool done = true;

    *path = *error = NULL;
    for (size_t i = 0; done && !*path && i < recording->include_dir_count; i++) {
        char *header = record_path(recording->include_dirs[i], RECORD_MATH);
        const bool found = header && access(header, R_OK) == 0 &&
                           !folder_has(recording->include_dirs[i], RECORD_HEADER);

        if (found)
            *path = realpath(header, NULL);
        done = header && (!found || *path || fail_to_resolve(header, error));
        free(header);
    }
    return done;
}

bool user_math_link(const struct sfp_recording *recording, char **error)
{
    char *path, *old;

    if (!user_math_find(recording, &path, error))
        return false;
    if (path)
        return link_as(recording, path, RECORD_USER_MATH, RECORD_MATH, error);
    old = record_path(recording->directory, RECORD_USER_MATH);
    if (old)
        remove_old_link(old);
    free(old);
    return old;
}
