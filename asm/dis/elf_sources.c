/* The source of compiled code: finds the source files, and makes one source of the lines that instructions come
 * from. */
#include "elf_code.h"

#include "program/origins.h"
#include "program/source.h"
#include "riscv.h"
#include "base/array.h"
#include "base/text_buffer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Finding the files named by an ELF file's line tables ---- */

void source_search_end(struct source_search *search)
{
    free(search->outside);
    search->outside = NULL;
}

static char *join_source_path(const char *directory, const char *name)
{
    char *path;

    return asprintf(&path, "%s/%s", directory, name) < 0 ? NULL : path;
}

/* ---- Files in the user's directories ---- */

/* Returns the file's path as the compiler saw it, for the caller to free. Returns NULL if memory ran out. */
static char *make_whole_path(const struct elf_source_file *file)
{
    const bool relative = *file->name != '/' && file->directory;

    return join_source_path(relative ? file->directory : "", file->name);
}

/* Removes "." and ".." steps from a path, and slashes at its ends. */
static void straighten_path(char *path)
{
    char *end = path;

    for (char *step = path, *next; step; step = next) {
        size_t length;

        next = strchr(step, '/');
        length = next ? (size_t)(next++ - step) : strlen(step);
        if (length == 2 && memcmp(step, "..", 2) == 0) {
            while (end > path && *--end != '/')
                continue;
        } else if (length && !(length == 1 && *step == '.')) {
            if (end > path)
                *end++ = '/';
            memmove(end, step, length);
            end += length;
        }
    }
    *end = '\0';
}

/* Reads a file. *path may be NULL after lack of memory. If the file cannot be read, frees *path and sets it to NULL.
 * Returns false if memory ran out. */
static bool read_source_path(char **path, size_t most, struct sfp_buffer *text)
{
    char *error = NULL;
    bool there;

    if (!*path || file_read_ordinary(*path, most, text, &error))
        return *path;
    there = error; /* the reason, if the file cannot be read */
    free(error);
    free(*path);
    *path = NULL;
    return there;
}

/* Reads the longest tail of a straight path that exists in the directory; *found is its path, or NULL. Returns false
 * if memory ran out. */
static bool read_tail(const char *directory, const char *whole, size_t most, struct sfp_buffer *text, char **found)
{
    for (const char *tail = whole; tail; tail = strchr(tail, '/')) {
        tail += *tail == '/';
        *found = join_source_path(directory, tail);
        if (!read_source_path(found, most, text))
            return false;
        if (*found)
            return true;
    }
    return true;
}

static bool read_given(const struct source_search *search, const struct elf_source_file *file, size_t most,
                       struct sfp_buffer *text, char **path)
{
    char *whole = make_whole_path(file);
    bool done = whole;

    if (whole)
        straighten_path(whole);
    for (size_t i = 0; done && !*path && i < search->directory_count; i++)
        done = read_tail(search->directories[i], whole, most, text, path);
    free(whole);
    return done;
}

/* ---- Files at the paths in the tables ---- */

/* Returns the absolute directory of a file, without links, for the caller to free. Returns NULL with errno on
 * failure. */
static char *find_real_directory(const char *file)
{
    const char *const slash = strrchr(file, '/');
    char *directory = slash ? strndup(file, (size_t)(slash - file) + 1) : strdup(".");
    char *real = directory ? realpath(directory, NULL) : NULL;
    const int why = errno;

    free(directory);
    errno = why;
    return real;
}

static bool is_path_below(const char *path, const char *directory)
{
    const size_t length = strcmp(directory, "/") == 0 ? 0 : strlen(directory);

    return strncmp(path, directory, length) == 0 && path[length] == '/';
}

/* Does the file lie below the ELF file's directory? Returns false with errno set if the answer cannot be found;
 * ENOMEM means lack of memory. */
static bool is_beside(const struct source_search *search, const char *path)
{
    char *const directory = find_real_directory(search->elf), *const real = directory ? realpath(path, NULL) : NULL;
    const int why = errno;
    const bool beside = real && is_path_below(real, directory);

    free(directory);
    free(real);
    errno = real ? 0 : why;
    return beside;
}

/* Remembers a file read from outside the ELF file's directory. Returns false if memory ran out. */
static bool note_outside(struct source_search *search, const char *path)
{
    if (search->outside || is_beside(search, path))
        return true;
    if (errno == ENOMEM)
        return false;
    search->outside = strdup(path);
    return search->outside;
}

/* Reads a file at the path `made`, which it takes over; NULL means that memory ran out. */
static bool read_made(struct source_search *search, char *made, size_t most, struct sfp_buffer *text, char **path)
{
    *path = made;
    return read_source_path(path, most, text) && (!*path || note_outside(search, made));
}

bool source_search_read(struct source_search *search, const struct elf_source_file *file, size_t most,
                        struct sfp_buffer *text, char **path)
{
    const bool relative = *file->name != '/' && file->directory;

    *text = (struct sfp_buffer){0};
    *path = NULL;
    if (search->directory_count)
        return read_given(search, file, most, text, path);
    if (relative && !read_made(search, join_source_path(file->directory, file->name), most, text, path))
        return false;
    return *path || read_made(search, strdup(file->name), most, text, path);
}

/* ---- The warning ---- */

char *source_search_warning(const struct source_search *search, bool *ok)
{
    char *text;

    *ok = true;
    if (!search->outside)
        return NULL;
    *ok = asprintf(&text, "source lines are read outside the directory of '%s', which names their files, such as '%s' "
                          "(--source-dir=DIR reads them in DIR alone)", search->elf, search->outside) >= 0;
    return *ok ? text : NULL;
}

/* ---- A source made of the lines that instructions come from ---- The lines stand in order of file and line, and
 * every instruction gets a place in this text. */

enum {
    MOST_BYTES = 16 << 20,  /* bytes of a source file, at most */
    MOST_TEXT = 1 << 30,    /* bytes of the made source, at most */
    MOST_COLUMN = 1 << 12,  /* greater columns are taken for unknown */
};

/* A source line that instructions come from. */
struct used {
    uint32_t file, line;
    uint32_t column; /* the rightmost column in use, from 1 */
    uint32_t offset; /* start of the line's text in the made source */
};

struct making {
    const struct elf_lines *lines;
    struct sfp_program *program;
    const struct elf_piece *pieces;
    struct source_search *search;
    struct used *used; /* by file and line */
    size_t count;
    struct text text;
    struct sfp_buffer file; /* the file whose lines are being copied, or empty */
    const char *at;         /* start of line `at_line` in `file` */
    uint32_t at_line;
};

static uint32_t choose_line_column(const struct elf_line *line)
{
    return line->column > 0 && line->column <= MOST_COLUMN ? line->column : 1;
}

/* A walk over the program's words. */
struct walk {
    const struct elf_piece *piece;
    size_t at; /* index of the piece's next word */
};

/* Returns the next word's source line, or NULL if unknown. */
static const struct elf_line *take_next_word_line(const struct making *m, struct walk *walk)
{
    for (; walk->at == walk->piece->count; walk->piece++)
        walk->at = 0;
    return elf_line_at(m->lines, walk->piece->address + (uint32_t)walk->at++ * RV_BYTES);
}

/* ---- The used lines ---- */

static int compare_used_lines(const void *a, const void *b)
{
    const struct used *x = a, *y = b;

    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

static bool collect_used_lines(struct making *m)
{
    struct walk walk = {.piece = m->pieces};
    size_t count = 0;

    m->used = calloc(m->program->count + 1, sizeof *m->used);
    for (size_t i = 0; m->used && i < m->program->count; i++) {
        const struct elf_line *line = take_next_word_line(m, &walk);

        if (line)
            m->used[count++] = (struct used){.file = line->file, .line = line->line,
                                               .column = choose_line_column(line)};
    }
    if (!m->used)
        return false;
    qsort(m->used, count, sizeof *m->used, compare_used_lines);
    for (size_t i = 0; i < count; i++) {
        struct used *last = m->count > 0 ? &m->used[m->count - 1] : NULL;

        if (!last || compare_used_lines(last, &m->used[i]) != 0)
            m->used[m->count++] = m->used[i];
        else if (last->column < m->used[i].column)
            last->column = m->used[i].column;
    }
    return true;
}

/* ---- Their texts ---- */

/* Opens a source file. A missing file leaves m->file empty, and its lines without text. */
static bool open_file(struct making *m, const struct elf_source_file *file)
{
    struct sfp_program *program = m->program;
    char *path;

    buffer_free(&m->file);
    if (!source_search_read(m->search, file, MOST_BYTES, &m->file, &path)
        || (path && !array_room(&program->read, program->read_count, &program->read_room, sizeof *program->read))) {
        free(path);
        return false;
    }
    if (path)
        program->read[program->read_count++] = path;
    return true;
}

static const char *find_text_end(const struct making *m)
{
    const char *end = m->file.data + m->file.size;
    const char *newline = memchr(m->at, '\n', (size_t)(end - m->at));

    return newline ? newline : end;
}

/* Returns the text of a line, and its *length. The line must not precede the last line asked for. A missing line has
 * the text "". */
static const char *find_used_text(struct making *m, uint32_t line, size_t *length)
{
    *length = 0;
    if (!m->file.data)
        return "";
    for (; m->at_line < line; m->at_line++) {
        const char *end = find_text_end(m);

        if (end == m->file.data + m->file.size)
            return "";
        m->at = end + 1;
    }
    *length = (size_t)(find_text_end(m) - m->at);
    return m->at;
}

/* Copies a used line of a source file. Pads the copy with blanks up to the rightmost column that a word refers to. */
static void copy_used_line(struct making *m, struct used *used)
{
    size_t length;
    const char *text = find_used_text(m, used->line, &length);

    used->offset = (uint32_t)m->text.size;
    if (m->text.size + length > MOST_TEXT)
        length = 0;
    text_add(&m->text, text, length);
    for (size_t i = length; i + 1 < used->column; i++)
        text_add_char(&m->text, ' ');
    text_add_char(&m->text, '\n');
}

static bool take_texts(struct making *m)
{
    for (size_t i = 0; i < m->count; i++) {
        if (i == 0 || m->used[i].file != m->used[i - 1].file) {
            if (!open_file(m, &m->lines->files[m->used[i].file]))
                return false;
            m->at = m->file.data;
            m->at_line = 1;
        }
        copy_used_line(m, &m->used[i]);
    }
    text_add(&m->text, "\0", 2);
    return !m->text.failed;
}

/* ---- The program's tables ---- */

/* Adds the made source, which takes over the text. Counts its lines here, where lack of memory can be reported. */
static bool add_made_source(struct making *m, const char *name)
{
    struct sfp_program *program = m->program;
    struct position first;
    struct source *source;

    program->sources = calloc(1, sizeof *program->sources);
    if (!program->sources)
        return false;
    source = sfp_source_new(name, (struct sfp_buffer){.data = m->text.data, .size = m->text.size - 2}, true);
    if (!source)
        return false;
    m->text = (struct text){0};
    program->sources[program->source_count++] = source;
    for (size_t i = 0; i < m->count; i++) {
        const char *file = m->lines->files[m->used[i].file].name;

        if (!sfp_source_mark(source, m->used[i].offset, m->used[i].line, file, strlen(file)))
            return false;
    }
    return sfp_source_locate(source, 0, &first);
}

static bool add_origins(struct making *m)
{
    struct walk walk = {.piece = m->pieces};

    for (size_t i = 0; i < m->program->count; i++) {
        const struct elf_line *line = take_next_word_line(m, &walk);
        struct sfp_origin origin = {.source = SFP_NO_SOURCE};

        if (line) {
            const struct used key = {.file = line->file, .line = line->line};
            const struct used *used = bsearch(&key, m->used, m->count, sizeof *m->used, compare_used_lines);

            origin = (struct sfp_origin){.offset = used->offset + choose_line_column(line) - 1};
        }
        if (!sfp_origins_add(&m->program->origins, origin))
            return false;
    }
    return true;
}

static bool add_program_file(struct sfp_program *program, const char *name)
{
    for (size_t i = 0; i < program->file_count; i++) {
        if (strcmp(program->files[i].name, name) == 0)
            return true;
    }
    program->files[program->file_count].name = strdup(name);
    return program->files[program->file_count++].name != NULL;
}

static bool add_files(struct making *m, uint32_t entry)
{
    const struct elf_line *first = elf_line_at(m->lines, entry);
    struct sfp_program *program = m->program;

    program->files = calloc(m->lines->file_count + 1, sizeof *program->files);
    if (!program->files)
        return false;
    if (first && first->main != ELF_NO_FILE && !add_program_file(program, m->lines->files[first->main].name))
        return false;
    for (size_t i = 0; i < m->count; i++)
        if (!add_program_file(program, m->lines->files[m->used[i].file].name))
            return false;
    return true;
}

bool elf_sources(const struct elf_lines *lines, struct source_search *search, const struct elf_piece *pieces,
                 uint32_t entry, struct sfp_program *program)
{
    struct making m = {.lines = lines, .program = program, .pieces = pieces, .search = search};
    const bool made = collect_used_lines(&m) && take_texts(&m) && add_made_source(&m, search->elf) && add_origins(&m)
                      && add_files(&m, entry);

    buffer_free(&m.file);
    text_free(&m.text);
    free(m.used);
    return made;
}
