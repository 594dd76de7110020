/* .include and .incbin, and the list of files that were read. */
#include "directive.h"

#include "assembly/suggest.h"
#include "base/array.h"
#include "base/literal.h"
#include "base/word_bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool source_is_text(struct assembler *as, struct source *source)
{
    const char *nul = buffer_nul(&source->text);
    struct place place = {.source = source};

    if (source->text.size > SFP_MOST_INPUT) {
        report_failure(as, source->name, "more than 2 GiB of source");
        return false;
    }
    if (!nul)
        return true;
    place.begin = (uint32_t)(nul - source->text.data);
    place.end = place.begin + 1;
    report_error(as, place, "a NUL byte: this is not text");
    return false;
}

void include_note(struct assembler *as, const char *name, size_t length, bool system)
{
    struct sfp_program *program = as->program;
    struct sfp_source_file *more;
    char *copy;
    size_t index;

    if (names_find(&as->inclusion->files, name, length, &index)) {
        program->files[index].system &= system;
        return;
    }
    more = realloc(program->files, (program->file_count + 1) * sizeof *more);
    copy = strndup(name, length);
    if (more)
        program->files = more;
    if (!more || !copy || !names_add(&as->inclusion->files, copy, length, program->file_count)) {
        free(copy);
        report_no_memory(as);
        return;
    }
    more[program->file_count++] = (struct sfp_source_file){copy, system};
    if (as->options->read)
        as->options->read(as->options->context, copy);
}

/* ---- Finding files ---- */

/* Opens `directory`/`name`, or `name` if it is absolute or the directory is empty. Leaves the path in `path`.
 * Returns a descriptor, or -1 with errno. */
static int try_open(const char *directory, size_t length, const char *name, struct text *path)
{
    path->size = 0;
    if (length > 0 && name[0] != '/') {
        text_add(path, directory, length);
        text_add_char(path, '/');
    }
    text_add(path, name, strlen(name) + 1);
    if (path->failed) {
        errno = ENOMEM;
        return -1;
    }
    return open(path->data, O_RDONLY | O_CLOEXEC);
}

/* Returns the length of the directory in the name of the file that contains `place`; *file is the name. */
static size_t directory_of(struct place place, const char **file)
{
    struct position position;
    const char *slash;

    if (!sfp_source_locate(place.source, place.begin, &position))
        return 0;
    *file = position.file;
    slash = strrchr(position.file, '/');
    return slash ? (size_t)(slash - position.file) : 0;
}

/*
 * Opens a file in the order of GNU as: the current directory, then each -I. If the file is in neither, tries the
 * directory of the including file, then the files that come with the programs. Returns a descriptor, or -1 with errno.
 */
static int find_included_file(struct assembler *as, struct place place, const char *name, struct text *path)
{
    int descriptor = try_open(NULL, 0, name, path);
    const char *asking;
    size_t length;

    for (size_t i = 0; i < as->options->include_dir_count && descriptor < 0 && errno == ENOENT; i++)
        descriptor = try_open(as->options->include_dirs[i], strlen(as->options->include_dirs[i]), name, path);
    if (descriptor >= 0 || errno != ENOENT || as->options->gnu_strict)
        return descriptor;
    length = directory_of(place, &asking);
    if (length > 0)
        descriptor = try_open(asking, length, name, path);
    if (descriptor < 0 && (length == 0 || errno == ENOENT) && shipped_directory(as))
        return try_open(as->shipped.directory, strlen(as->shipped.directory), name, path);
    return descriptor;
}

/* Opens the file that a directive's string names. Returns -1 after an error. */
static int open_named(struct assembler *as, struct place string, struct text *path, struct stat *status)
{
    struct text name = {0};
    int descriptor = -1;

    if (as->stopped)
        return -1;
    literal_string(place_text(string), place_length(string), &name);
    text_add_char(&name, '\0');
    if (name.failed) {
        report_no_memory(as);
    } else if (strlen(name.data) + 1 != name.size || name.size == 1) {
        report_error(as, string, "no file can have this name");
    } else {
        descriptor = find_included_file(as, string, name.data, path);
        if (descriptor < 0 && errno == ENOMEM)
            report_no_memory(as);
        else if (descriptor < 0)
            report_error(as, string, "cannot read '%s': %s", name.data, strerror(errno));
    }
    text_free(&name);
    if (descriptor < 0 || (fstat(descriptor, status) == 0 && (S_ISREG(status->st_mode) || S_ISFIFO(status->st_mode))))
        return descriptor;
    report_error(as, string, "'%s' is not a readable file", path->data);
    close(descriptor);
    return -1;
}

/* ---- .include ---- */

/* Makes a source of the text read from `descriptor`. Returns NULL after an error. */
static struct source *read_included(struct assembler *as, struct place string, int descriptor, const char *path)
{
    const struct sfp_reading reading = {path, SFP_MOST_INPUT, true};
    struct sfp_buffer buffer;
    struct source *source;
    char *error = NULL;

    if (!file_read_descriptor(descriptor, &reading, &buffer, &error)) {
        if (error)
            report_error(as, string, "%s", error);
        else
            report_no_memory(as);
        free(error);
        return NULL;
    }
    source = sfp_source_new(path, buffer, true);
    if (!source) {
        buffer_free(&buffer);
        report_no_memory(as);
        return NULL;
    }
    return assembly_add_source(as, source) ? source : NULL;
}

/* Stores an included source for its next inclusion. Returns false without memory. */
static bool keep_included_source(struct assembler *as, struct source *source)
{
    if (!array_room(&as->inclusion->sources, as->inclusion->count, &as->inclusion->capacity,
                    sizeof *as->inclusion->sources))
        return false;
    if (!names_add(&as->inclusion->names, source->name, strlen(source->name), as->inclusion->count))
        return false;
    as->inclusion->sources[as->inclusion->count++] = source;
    return true;
}

/* Returns the source of this path: read now or earlier. Returns NULL after an error. */
static struct source *load_included_source(struct assembler *as, struct place string, int descriptor, const char *path)
{
    struct source *source;
    size_t index;

    if (names_find(&as->inclusion->names, path, strlen(path), &index))
        return as->inclusion->sources[index];
    source = read_included(as, string, descriptor, path);
    if (!source)
        return NULL;
    include_note(as, path, strlen(path), shipped_has(as, path));
    if (!keep_included_source(as, source))
        report_no_memory(as);
    return source;
}

/* Checks that a source may be included. The first inclusion of a file is free, like text that is spelled out. */
static bool may_include(struct assembler *as, struct source *source, struct place directive)
{
    if (source->included.source)
        return expansion_allowed(as, source->text.size + EXPANSION_COST, directive);
    source->included = directive;
    return true;
}

void include_source(struct assembler *as, void *scanner, struct place directive, struct place string,
                    struct place end)
{
    struct text path = {0};
    struct stat status;
    const int descriptor = open_named(as, string, &path, &status);
    struct source *source;

    if (descriptor >= 0) {
        source = load_included_source(as, string, descriptor, path.data);
        close(descriptor);
        if (source && source_is_text(as, source) && may_include(as, source, directive))
            input_open(as, scanner, source, directive, end);
    }
    text_free(&path);
}

/* ---- .incbin ---- */

/* Appends `count` bytes of a file, from `offset` on, as little-endian words. */
static void append_file_words(struct assembler *as, struct place directive, struct place string, int descriptor,
                              uint64_t offset, uint64_t count)
{
    const size_t first = as->program->count;
    unsigned char bytes[1 << 16];

    if (!emit_allowed(as, count / 4, directive))
        return;
    while (count > 0 && !as->stopped) {
        const size_t wanted = count < sizeof bytes ? (size_t)count : sizeof bytes;
        const ssize_t got = pread(descriptor, bytes, wanted, (off_t)offset);

        if (got < 4) {
            report_error(as, string, "cannot read: %s", got < 0 ? strerror(errno) : "the file has become shorter");
            return;
        }
        for (ssize_t i = 0; i + 4 <= got; i += 4)
            emit_allowed_word(as, directive_data_word(as, sfp_word_at(bytes + i), directive), directive,
                              as->program->count > first);
        offset += (uint64_t)got / 4 * 4;
        count -= (uint64_t)got / 4 * 4;
    }
}

/* Reads a number of bytes, at most `size` - `first`, from an operand. Returns false after an error. */
static bool take_bytes(struct assembler *as, const struct optional *operand, uint64_t size, uint64_t first,
                       uint64_t otherwise, uint64_t *bytes)
{
    *bytes = otherwise;
    if (!operand->given)
        return true;
    if (!value_check(as, &operand->value))
        return false;
    *bytes = (uint64_t)operand->value.number;
    if (operand->value.number < 0)
        report_error(as, operand->place, "%" PRId64 " is not a number of bytes", operand->value.number);
    else if (*bytes > size - first)
        report_error(as, operand->place, "the file has only %" PRIu64 " bytes", size);
    return *bytes <= size - first;
}

void include_words(struct assembler *as, struct place directive, struct place string, const struct optional *skip,
                   const struct optional *count)
{
    struct text path = {0};
    struct stat status;
    const int descriptor = open_named(as, string, &path, &status);
    uint64_t size;
    uint64_t first;
    uint64_t bytes;

    if (descriptor >= 0) {
        size = (uint64_t)status.st_size;
        include_note(as, path.data, strlen(path.data), shipped_has(as, path.data));
        if (!S_ISREG(status.st_mode))
            report_error(as, string, "'%s' is not a regular file", path.data);
        else if (take_bytes(as, skip, size, 0, 0, &first) && take_bytes(as, count, size, first, size - first, &bytes)) {
            if (bytes == 0) /* as in GNU as, 0 means the rest of the file */
                bytes = size - first;
            if (bytes % 4 != 0)
                report_error(as, count->given ? count->place : string,
                             "%" PRIu64 " bytes are not a whole number of words of 4 bytes", bytes);
            else
                append_file_words(as, directive, string, descriptor, first, bytes);
        }
        close(descriptor);
    }
    text_free(&path);
}
