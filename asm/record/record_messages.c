/* Examines and rewrites the output of the calls and compilers. */
#include "record_parts.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char error[] = ": error: ";

/* Reads the frames at the start of a line. Returns false if the line has none. */
static bool take_frames(const char *text, size_t length, struct text_line *line)
{
    const char *blank = length ? memchr(text, ' ', length) : NULL;

    *line = (struct text_line){.rest = text, .rest_length = blank ? (size_t)(blank - text) : 0};
    return *text == '@' && blank && memmem(blank, length - line->rest_length, error, sizeof error - 1) &&
           text_line_finish(line) && line->frame_count > 0;
}

static void add_placed_line(struct text *placed, const char *text, size_t length, const struct line_finder *finder)
{
    struct text_line line;
    const char *name, *rest;
    char number[32];
    uint32_t at;

    if (length == 0 || !take_frames(text, length, &line)) {
        text_add(placed, text, length);
        return;
    }
    name = finder->find ? finder->find(finder->context, line.frames, line.frame_count, &at) : NULL;
    rest = memchr(text, ' ', length);
    rest++;
    if (name) {
        text_add(placed, name, strlen(name));
        text_add(placed, number, (size_t)snprintf(number, sizeof number, ":%u", at));
        rest = memmem(rest, length - (size_t)(rest - text), error, sizeof error - 1);
    }
    text_add(placed, rest, length - (size_t)(rest - text));
}

void messages_place(struct text *messages, const struct line_finder *finder)
{
    struct text placed = {0};

    for (size_t i = 0, length; i < messages->size; i += length) {
        const char *newline = memchr(messages->data + i, '\n', messages->size - i);

        length = newline ? (size_t)(newline - messages->data) + 1 - i : messages->size - i;
        add_placed_line(&placed, messages->data + i, length, finder);
    }
    placed.failed |= messages->failed;
    text_free(messages);
    *messages = placed;
}

/* Adds the target of the link whose path starts at `name`, in at most `left` bytes. Returns the path's length, or 0
 * if the path is no link. */
static size_t add_link_target(struct text *named, const char *name, size_t left)
{
    static const char ends[] = ":,' \n";
    char path[PATH_MAX], target[PATH_MAX];
    ssize_t linked;
    size_t length = 0;

    while (length < left && !memchr(ends, name[length], sizeof ends - 1))
        length++;
    if (length >= sizeof path)
        return 0;
    memcpy(path, name, length);
    path[length] = '\0';
    linked = readlink(path, target, sizeof target);
    if (linked <= 0)
        return 0;
    text_add(named, target, (size_t)linked);
    return length;
}

void messages_name_linked(struct text *messages, const char *directory)
{
    struct text named = {0};
    const char *next = messages->data, *end = next + messages->size, *found;

    while (next < end && (found = memmem(next, (size_t)(end - next), directory, strlen(directory)))) {
        size_t length;

        text_add(&named, next, (size_t)(found - next));
        length = add_link_target(&named, found, (size_t)(end - found));
        if (length == 0)
            text_add(&named, found, length = strlen(directory));
        next = found + length;
    }
    if (messages->size > 0)
        text_add(&named, next, (size_t)(end - next));
    named.failed |= messages->failed;
    text_free(messages);
    *messages = named;
}

static bool messages_hold(const struct text *messages, const char *text)
{
    return messages->data && memmem(messages->data, messages->size, text, strlen(text));
}

/* Does a compiler error have the text on its own line? Lines with quoted source do not count. */
static bool has_error_about(const struct text *messages, const char *text)
{
    const char *next = messages->data, *end = next + messages->size, *found;
    bool is = false;

    while (!is && next < end && (found = memmem(next, (size_t)(end - next), error, sizeof error - 1))) {
        const char *newline = memchr(found, '\n', (size_t)(end - found));

        next = newline ? newline : end;
        is = memmem(found, (size_t)(next - found), text, strlen(text));
    }
    return is;
}

bool messages_name_sfpi(const struct text *messages)
{
    return has_error_about(messages, "sfpi::") || has_error_about(messages, "'sfpi'") ||
           has_error_about(messages, "‘sfpi’");
}

bool messages_want_memory(const struct text *messages)
{
    static const char *const said[] = {"out of memory allocating", "virtual memory exhausted",
                                       "LLVM ERROR: out of memory", "instance of 'std::bad_alloc'"};

    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++)
        if (messages_hold(messages, said[i]))
            return true;
    return false;
}

const char *messages_reason(const struct text *messages, bool has_sfpi)
{
    if (!has_sfpi && messages_hold(messages, RECORD_NO_SFPI))
        return "a kernel includes sfpi.h: name by -I the folder of version " RECORD_SFPI_VERSIONS;
    if (has_sfpi && (has_error_about(messages, "__builtin_rvtt_") || has_error_about(messages, "SFPXBOOL_MOD1_")))
        return "its sfpi headers are of an unknown version; known are " RECORD_SFPI_VERSIONS;
    if (messages_hold(messages, "Assembler messages") || messages_hold(messages, "<inline asm>"))
        return "they reach inline assembly for the device";
    return NULL;
}
