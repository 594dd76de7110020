/* Reads definitions in the user's sfpi headers: finds the version, and wraps v_if and v_block to check how control
 * leaves them. */
#include "record_parts.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* The macros around a block of predicated code. */
static const struct block_macros {
    const char *begin, *parameters, *end;
} blocks[] = {
    {"v_if", "(...)", "v_endif"},
    {"v_block", "", "v_endblock"},
};
enum { BLOCKS = sizeof blocks / sizeof blocks[0], OLD = 2 * BLOCKS, MACROS };

/* Returns a macro's name. OLD is a macro that passes the instruction buffer; only headers up to 7.38 define it. */
static const char *find_macro_name(size_t macro)
{
    if (macro == OLD)
        return "__builtin_rvtt_sfpxicmps";
    return macro % 2 ? blocks[macro / 2].end : blocks[macro / 2].begin;
}

/* Prefix that renames the user's own macro. */
#define USER_MACRO "sfpu_user_"

/* Definitions found in the headers: for each macro, the text after its name, or empty. */
struct definitions {
    struct text of[MACROS];
};

static size_t count_blanks(const char *text)
{
    return strspn(text, " \t");
}

/* Returns the end of the logical line at `text`: a newline after a backslash does not end it. */
static const char *find_logical_end(const char *text)
{
    const char *end = text + strcspn(text, "\n");

    while (*end && end > text && end[-1] == '\\')
        end += 1 + strcspn(end + 1, "\n");
    return end;
}

/* Keeps the macro definition in the line at `text`, if any, in place of an earlier definition. */
static void take_macro_line(struct definitions *found, const char *text, const char *end)
{
    static const char names[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", define[] = "define";
    const char *name = text + count_blanks(text);

    if (*name != '#')
        return;
    name += 1 + count_blanks(name + 1);
    if (strncmp(name, define, sizeof define - 1) != 0)
        return;
    name += sizeof define - 1;
    name += count_blanks(name);
    for (size_t i = 0; i < MACROS; i++) {
        const size_t length = strspn(name, names);

        if (length != strlen(find_macro_name(i)) || strncmp(name, find_macro_name(i), length) != 0)
            continue;
        found->of[i].size = 0;
        text_add(&found->of[i], name + length, (size_t)(end - name) - length);
    }
}

/* Reads a header's definitions. Ignores an unreadable file, since the compiler reports it. Returns false if memory
 * ran out. */
static bool read_header_macros(const char *folder, const char *name, struct definitions *found)
{
    char *path = record_path(folder, name), *error = NULL;
    struct sfp_buffer text = {0};

    if (!path)
        return false;
    if (file_read_ordinary(path, SFP_MOST_INPUT, &text, &error))
        for (const char *line = text.data, *end; *line; line = end + (*end == '\n')) {
            end = find_logical_end(line);
            take_macro_line(found, line, end);
        }
    buffer_free(&text);
    free(error);
    free(path);
    return true;
}

static bool read_all_macros(const char *folder, struct definitions *found)
{
    DIR *directory = opendir(folder);
    bool done = true;

    if (!directory)
        return true;
    for (const struct dirent *entry; done && (entry = readdir(directory));)
        done = !user_headers_link_name(entry->d_name) || read_header_macros(folder, entry->d_name, found);
    closedir(directory);
    return done;
}

static void free_definitions(struct definitions *found)
{
    for (size_t i = 0; i < MACROS; i++)
        text_free(&found->of[i]);
}

/* Returns the headers' version, named as in include/profiles.def. */
static const char *choose_headers_version(const struct definitions *found)
{
    return found->of[OLD].size > 0 ? "7.38" : "7.71";
}

char *user_headers_release(const char *folder)
{
    struct definitions found = {0};
    const bool read = read_all_macros(folder, &found);
    char *release = read ? strdup(found.of[OLD].size > 0 ? "of release " RECORD_SFPI_OLD : RECORD_SFPI_NEW) : NULL;

    free_definitions(&found);
    return release;
}

/* Prints the user's macro under a new name, then a wrapper under the old name. */
static void print_block_macro(struct text *text, size_t macro, const struct text *definition)
{
    const struct block_macros *block = &blocks[macro / 2];
    const char *name = find_macro_name(macro);

    text_print(text, "#define " USER_MACRO "%s%.*s\n#undef %s\n", name, (int)definition->size, definition->data, name);
    if (macro % 2)
        text_print(text, "#define %s sfpu_block.end(); " USER_MACRO "%s }\n", name, name);
    else
        text_print(text, "#define %s%s { ::sfpu_record::block sfpu_block(\"%s\", \"%s\"); " USER_MACRO "%s%s\n", name,
                   block->parameters, name, block->end, name, *block->parameters ? "(__VA_ARGS__)" : "");
}

bool user_blocks_write(const struct sfp_recording *recording, const char *folder, char **error)
{
    struct definitions found = {0};
    struct text text = {0};
    bool done = read_all_macros(folder, &found);

    *error = NULL;
    text_print(&text, "#define SFPU_SFPI_VERSION \"%s\"\n", choose_headers_version(&found));
    for (size_t i = 0; i < OLD; i++)
        if (found.of[i & ~(size_t)1].size > 0 && found.of[i | 1].size > 0)
            print_block_macro(&text, i, &found.of[i]);
    free_definitions(&found);
    done = done && !text.failed && record_write(recording->directory, RECORD_BLOCKS, text.data, text.size, error);
    text_free(&text);
    return done;
}
