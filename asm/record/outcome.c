/* What a recording leaves in its directory, read back. */
#include "outcome.h"

#include "files.h"

#include <stdlib.h>
#include <string.h>

static bool read_named(const char *directory, const char *name, struct sfp_buffer *buffer, char **error)
{
    char *path = record_path(directory, name);
    bool done;

    *error = NULL;
    if (!path)
        return false;
    done = sfp_read_ordinary(path, buffer, error);
    free(path);
    return done;
}

bool outcome_words(const char *directory, struct sfp_recorded *recorded, char **error)
{
    struct sfp_buffer bytes;

    if (!read_named(directory, RECORD_WORDS, &bytes, error))
        return false;
    if (bytes.size == 0)
        *error = strdup("the calls gave no instructions");
    else
        recorded->words = record_path(directory, RECORD_WORDS);
    sfp_buffer_free(&bytes);
    return recorded->words;
}

/* ---- Dependencies ---- */

static bool add_file(struct sfp_recorded *recorded, const char *name, size_t length)
{
    char **more = realloc(recorded->files, (recorded->file_count + 1) * sizeof *more);

    if (!more)
        return false;
    recorded->files = more;
    more[recorded->file_count] = strndup(name, length);
    return more[recorded->file_count] && ++recorded->file_count;
}

/* Takes a name of a make rule, at `*p`, with its quoting taken away, to `name`, which has room. Returns its length; 0
 * at the end of the rule. */
static size_t take_name(const char **p, char *name)
{
    size_t length = 0;

    while (**p == ' ' || **p == '\\' || **p == '\n') {
        if (**p == '\\' && (*p)[1] != '\n')
            break;
        *p += 1;
    }
    for (; **p && !strchr(" \n", **p); *p += 1) {
        *p += (**p == '\\' && strchr(" #", (*p)[1])) || (**p == '$' && (*p)[1] == '$');
        name[length++] = **p;
    }
    return length;
}

static bool is_below(const char *directory, const char *name, size_t length)
{
    const size_t prefix = strlen(directory);

    return length > prefix && memcmp(name, directory, prefix) == 0 && name[prefix] == '/';
}

bool outcome_dependencies(const char *directory, struct sfp_recorded *recorded, char **error)
{
    struct sfp_buffer rule;
    const char *p;
    char *name;
    bool done = true;

    if (!read_named(directory, RECORD_DEPENDENCIES, &rule, error))
        return false;
    name = malloc(rule.size + 1);
    p = strchr(rule.data, ':');
    if (!name || !p) {
        sfp_buffer_free(&rule);
        free(name);
        return false;
    }
    p++;
    for (size_t length; done && (length = take_name(&p, name)) > 0;)
        if (!is_below(directory, name, length))
            done = add_file(recorded, name, length);
    sfp_buffer_free(&rule);
    free(name);
    return done;
}
