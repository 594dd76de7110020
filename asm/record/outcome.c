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
    done = sfp_read_ordinary(path, SFP_MOST_INPUT, buffer, error);
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

/*
 * Takes a character of a name, and the backslashes before it, with the quoting that compilers write taken away: dollars
 * are doubled, a backslash quotes a number sign or a blank, and others before a blank are doubled. Returns how many
 * characters that are of the name.
 */
static size_t take_character(const char **p, char *name)
{
    const size_t slashes = strspn(*p, "\\");
    const char next = (*p)[slashes];
    const bool blank = next == ' ' || next == '\t', quoted = slashes > 0 && (next == '#' || (blank && slashes % 2));
    const size_t kept = blank ? slashes / 2 : slashes - quoted;

    memset(name, '\\', kept);
    *p += slashes;
    if (slashes > 0 && !quoted)
        return kept;
    *p += next == '$' && (*p)[1] == '$';
    name[kept] = *(*p)++;
    return kept + 1;
}

/* Takes a name of a make rule, at `*p`, to `name`, which has room. Returns its length; 0 at the end of the rule. */
static size_t take_name(const char **p, char *name)
{
    const char separators[] = " \t\n";
    size_t length = 0;

    for (*p += strspn(*p, separators); strncmp(*p, "\\\n", 2) == 0; *p += strspn(*p, separators))
        *p += 1;
    while (**p && !strchr(separators, **p))
        length += take_character(p, name + length);
    return length;
}

static bool is_below(const char *directory, const char *name, size_t length)
{
    const size_t prefix = strlen(directory);

    return length > prefix && memcmp(name, directory, prefix) == 0 && name[prefix] == '/';
}

bool outcome_rule(const char *rule, const char *directory, struct sfp_recorded *recorded, char **error)
{
    const char *colon = strchr(rule, ':'), *p = colon ? colon + 1 : "";
    char *name = malloc(strlen(rule) + 1);
    bool done = name && colon;

    *error = colon ? NULL : strdup("what the compiler lists its files in is no make rule");
    for (size_t length; done && (length = take_name(&p, name)) > 0;)
        if (!is_below(directory, name, length))
            done = add_file(recorded, name, length);
    free(name);
    return done;
}

bool outcome_dependencies(const char *directory, struct sfp_recorded *recorded, char **error)
{
    struct sfp_buffer rule;
    bool done;

    if (!read_named(directory, RECORD_DEPENDENCIES, &rule, error))
        return false;
    done = outcome_rule(rule.data, directory, recorded, error);
    sfp_buffer_free(&rule);
    return done;
}
