/* Selects the words of recordings with sfpi code, and writes them with their table. */
#include "record_parts.h"

#include "nodes_read.h"
#include "program/debug_table.h"
#include "program/origins.h"
#include "program/source.h"
#include "select/select.h"
#include "base/array.h"
#include "validate/validate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A source line that words come from. */
struct used_line {
    struct node_place place;
    size_t begin, offset; /* positions in the program's source: of the line, and of its first nonblank character */
};

/* A program under construction. */
struct making {
    const struct read_nodes *nodes;
    const struct selection *selection;
    struct used_line *lines; /* lines in order of their first words */
    size_t count, room;
    struct sfp_buffer *texts; /* texts of the list's files, filled when first read */
    bool *read;
    struct text text; /* text of the program's source */
    struct sfp_program program;
};

/* ---- Lines ---- */

/* Returns the text of a file, empty if the file cannot be read. */
static const struct sfp_buffer *read_file_text(struct making *m, uint32_t file)
{
    char *error = NULL;

    if (!m->read[file] &&
        !file_read_ordinary(m->nodes->list.files.names[file], SFP_MOST_INPUT, &m->texts[file], &error))
        m->texts[file] = (struct sfp_buffer){0};
    free(error);
    m->read[file] = true;
    return &m->texts[file];
}

/* Returns the call's text for a place in CALLS_FILE, or NULL for other places. */
static const char *find_call_text(const struct making *m, struct node_place place)
{
    if (strcmp(m->nodes->list.files.names[place.file], CALLS_FILE) != 0)
        return NULL;
    for (size_t i = 0; i < m->nodes->call_count; i++)
        if (m->nodes->calls[i].number == place.line)
            return m->nodes->calls[i].name;
    return NULL;
}

/* Adds a line's text to the source; nothing if the line does not exist. */
static void add_line_text(struct making *m, struct node_place place)
{
    const char *call = find_call_text(m, place), *text = call;
    size_t left = call ? strlen(call) : 0;

    if (!call) {
        text = read_file_text(m, place.file)->data;
        left = text ? read_file_text(m, place.file)->size : 0;
    }
    for (uint32_t number = call ? place.line : 1; number < place.line && left > 0; number++) {
        const char *end = memchr(text, '\n', left);
        const size_t passed = end ? (size_t)(end - text) + 1 : left;

        text += passed;
        left -= passed;
    }
    for (; left > 0 && *text != '\n'; left--, text++)
        if (*text != '\r')
            text_add_char(&m->text, *text);
}

static bool is_line(const struct used_line *line, struct node_place place)
{
    return line->place.file == place.file && line->place.line == place.line;
}

/* Returns the used line of a place, adding it if new. Searches backward, since most places are recent. Returns NULL
 * if memory ran out. */
static struct used_line *find_used_line(struct making *m, struct node_place place)
{
    struct used_line *line;

    for (size_t i = m->count; i > 0; i--)
        if (is_line(&m->lines[i - 1], place))
            return &m->lines[i - 1];
    if (!array_room(&m->lines, m->count, &m->room, sizeof *m->lines))
        return NULL;
    line = &m->lines[m->count++];
    *line = (struct used_line){.place = place, .begin = m->text.size};
    add_line_text(m, place);
    for (line->offset = line->begin; line->offset < m->text.size && strchr(" \t", m->text.data[line->offset]);)
        line->offset++;
    text_add_char(&m->text, '\n');
    return m->text.failed ? NULL : line;
}

/* ---- The program ---- */

/* Adds the words and their origins. Words without a known place, as at the start of a call, get the origin of the
 * word before. */
static bool add_selected_words(struct making *m)
{
    const struct selection *s = m->selection;
    struct sfp_program *program = &m->program;
    struct sfp_origin origin = {.source = SFP_NO_SOURCE};

    program->words = calloc(s->count + 1, sizeof *program->words);
    for (size_t i = 0; program->words && i < s->count; i++) {
        const struct selected_word *word = &s->words[i];
        const struct used_line *line = word->place.line ? find_used_line(m, word->place) : NULL;

        if (line)
            origin = (struct sfp_origin){.offset = (uint32_t)line->offset};
        if ((word->place.line && !line) || !sfp_origins_add(&program->origins, origin))
            return false;
        program->words[program->count++] = word->word;
    }
    return program->words;
}

/* Makes the lines into a source; every line keeps its file and number. */
static bool add_line_source(struct making *m)
{
    struct sfp_program *program = &m->program;
    struct source *source;

    text_add_char(&m->text, '\0');
    program->sources = calloc(1, sizeof *program->sources);
    if (m->text.failed || !program->sources)
        return false;
    source = sfp_source_new(CALLS_FILE, (struct sfp_buffer){.data = m->text.data, .size = m->text.size - 1}, true);
    if (!source)
        return false;
    m->text = (struct text){0};
    program->sources[program->source_count++] = source;
    for (size_t i = 0; i < m->count; i++) {
        const char *file = m->nodes->list.files.names[m->lines[i].place.file];

        if (!sfp_source_mark(source, m->lines[i].begin, m->lines[i].place.line, file, strlen(file)))
            return false;
    }
    return true;
}

/* Adds a region for each call with words. */
static bool add_call_regions(struct making *m)
{
    const struct selection *s = m->selection;
    struct sfp_program *program = &m->program;

    program->regions = calloc(s->call_count + 1, sizeof *program->regions);
    for (size_t i = 0; program->regions && i < s->call_count && i < m->nodes->call_count; i++) {
        const size_t end = i + 1 < s->call_count ? s->calls[i + 1].first : s->count;
        char *name;

        if (end == s->calls[i].first)
            continue;
        name = strdup(m->nodes->calls[i].name);
        if (!name)
            return false;
        program->regions[program->region_count++] = (struct sfp_region){name, s->calls[i].first, end};
    }
    return program->regions;
}

/* Records the ranges of selected words, including SFPNOPs for waits. */
static bool add_chosen(struct making *m)
{
    const struct selection *s = m->selection;
    struct sfp_chosen *chosen = &m->program.chosen;
    size_t room = 0;

    if (!s->vector)
        return true;
    for (size_t i = 0; i < s->count; i++) {
        const bool is_chosen = s->words[i].chosen || s->words[i].wait;
        struct sfp_word_range *last = chosen->count > 0 ? &chosen->ranges[chosen->count - 1] : NULL;

        if (is_chosen && last && last->end == i)
            last->end++;
        else if (is_chosen && !array_room(&chosen->ranges, chosen->count, &room, sizeof *chosen->ranges))
            return false;
        else if (is_chosen)
            chosen->ranges[chosen->count++] = (struct sfp_word_range){i, i + 1};
    }
    chosen->profile = strdup(m->nodes->list.profile->name);
    return chosen->profile;
}

static bool make_chosen_program(struct making *m)
{
    const size_t files = m->nodes->list.files.count;

    m->program.arch = m->nodes->list.arch;
    m->texts = calloc(files + 1, sizeof *m->texts);
    m->read = calloc(files + 1, sizeof *m->read);
    return m->texts && m->read && add_selected_words(m) && add_line_source(m) && add_call_regions(m) && add_chosen(m);
}

static void free_making(struct making *m)
{
    for (size_t i = 0; m->texts && i < m->nodes->list.files.count; i++)
        buffer_free(&m->texts[i]);
    free(m->texts);
    free(m->read);
    free(m->lines);
    text_free(&m->text);
    sfp_program_free(&m->program);
}

/* ---- Files ---- */

static void add_word_bytes(struct text *bytes, const struct sfp_program *program)
{
    for (size_t i = 0; i < program->count; i++)
        for (unsigned lsb = 0; lsb < 32; lsb += 8)
            text_add_char(bytes, (char)(program->words[i] >> lsb & 0xFF));
}

static bool write_chosen_words(const char *directory, const struct sfp_program *program, char **error)
{
    struct text bytes = {0};
    bool done;

    *error = NULL;
    add_word_bytes(&bytes, program);
    done = !bytes.failed && record_write(directory, RECORD_WORDS, bytes.data ? bytes.data : "", bytes.size, error);
    text_free(&bytes);
    return done;
}

static bool write_chosen_table(const char *directory, const struct sfp_program *program, char **error)
{
    char *table = NULL;
    size_t size;
    FILE *stream = open_memstream(&table, &size);
    bool done = stream && sfp_debug_write(program, stream);

    *error = NULL;
    done = stream && fclose(stream) == 0 && done && record_write(directory, RECORD_TABLE, table, size, error);
    free(table);
    return done;
}

static unsigned choose_selection_flags(const struct sfp_recording *recording)
{
    return (recording->show_nodes ? SELECT_READING : 0) | (recording->schedule ? SELECT_SCHEDULE : 0);
}

/* Selects words, and fails if validation shows that the words do not do what the nodes mean. */
static bool select_checked(const struct node_list *list, unsigned how, struct selection *selection, char **error)
{
    if (!select_nodes(list, how, selection, error))
        return false;
    if (validate_selection(list, selection, error))
        return true;
    selection_free(selection);
    return false;
}

static bool select_and_write(const struct sfp_recording *recording, const struct read_nodes *nodes, struct text *shown,
                             char **error)
{
    struct selection selection;
    struct making m = {.nodes = nodes, .selection = &selection};
    bool done;

    if (!select_checked(&nodes->list, choose_selection_flags(recording), &selection, error))
        return false;
    if (recording->show_nodes) {
        text_add(shown, selection.reading.data, selection.reading.size);
        done = !shown->failed;
    } else {
        *error = NULL;
        done = make_chosen_program(&m) && write_chosen_words(recording->directory, &m.program, error) &&
               write_chosen_table(recording->directory, &m.program, error);
        free_making(&m);
    }
    selection_free(&selection);
    return done;
}

static bool read_recorded_nodes(const char *directory, struct sfp_buffer *text, char **error)
{
    char *path = record_path(directory, RECORD_NODES);
    const bool done = path && file_read_ordinary(path, SFP_MOST_INPUT, text, error);

    if (!path)
        *error = NULL;
    free(path);
    return done;
}

bool chosen_write(const struct sfp_recording *recording, struct text *shown, char **error)
{
    struct nodes_request request = {.profile = recording->sfpi};
    struct program_lines *lines;
    struct read_nodes nodes;
    struct sfp_buffer text;
    char *program;
    bool done;

    *shown = (struct text){0};
    if (!read_recorded_nodes(recording->directory, &text, error))
        return false;
    program = record_path(recording->directory, RECORD_PROGRAM);
    lines = program ? program_lines_open(program, recording->directory) : NULL;
    free(program);
    request.text = text.data;
    request.size = text.size;
    request.finder = program_lines_finder(lines);
    done = nodes_read(&request, &nodes, error);
    program_lines_close(lines);
    buffer_free(&text);
    if (!done)
        return false;
    done = select_and_write(recording, &nodes, shown, error);
    read_nodes_free(&nodes);
    return done;
}
