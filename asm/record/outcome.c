/* What a recording leaves in its directory, read back. */
#include "outcome.h"

#include "files.h"
#include "program/debug_table.h"
#include "util/words.h"

#include <stdio.h>
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

static bool read_words(const char *directory, struct sfp_program *program, char **error)
{
    struct sfp_buffer bytes;

    if (!read_named(directory, RECORD_WORDS, &bytes, error))
        return false;
    program->count = bytes.size / SFP_WORD_BYTES;
    program->words = calloc(program->count + 1, sizeof *program->words);
    for (size_t i = 0; program->words && i < program->count; i++)
        program->words[i] = sfp_word_at(bytes.data + i * SFP_WORD_BYTES);
    sfp_buffer_free(&bytes);
    if (program->words && program->count == 0)
        *error = strdup("the calls gave no instructions");
    return program->words && program->count > 0;
}

bool outcome_read(const char *directory, struct sfp_program *program, char **error)
{
    struct sfp_buffer table;
    bool done;

    if (!read_words(directory, program, error) || !read_named(directory, RECORD_TABLE, &table, error))
        return false;
    done = sfp_debug_parse(&table, RECORD_TABLE, program, &program->arch, error);
    sfp_buffer_free(&table);
    return done;
}

/* ---- Dependencies ---- */

static bool add_file(struct sfp_program *program, const char *name, size_t length)
{
    struct sfp_source_file *more = realloc(program->files, (program->file_count + 1) * sizeof *more);
    char *copy = strndup(name, length);

    if (more)
        program->files = more;
    if (!more || !copy) {
        free(copy);
        return false;
    }
    more[program->file_count++] = (struct sfp_source_file){.name = copy};
    return true;
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

bool outcome_dependencies(const struct sfp_recording *recording, struct sfp_program *program, char **error)
{
    struct sfp_buffer rule;
    const char *p;
    char *name;
    bool done = true;

    if (!read_named(recording->directory, RECORD_DEPENDENCIES, &rule, error))
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
        if (!is_below(recording->directory, name, length))
            done = add_file(program, name, length);
    sfp_buffer_free(&rule);
    free(name);
    return done;
}
