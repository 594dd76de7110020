/* Reads recorded sfpi code, line by line. */
#include "nodes_read.h"

#include "isa/vector_unit.h"
#include "nodes_reading.h"
#include "base/array.h"

#include <stdio.h>

/* The reader's state, with the part that the meanings of builtins need. */
struct lines {
    struct nodes_reading reading;
    const struct nodes_request *request;
    struct read_nodes *nodes;
    uint32_t *files; /* numbers in the list, by the text's numbers */
    size_t file_count, file_room;
    unsigned recording; /* words still to go into the replay buffer */
    bool in_body;       /* between two barriers */
    bool ends_record;   /* the last line was a REPLAY word that records */
    size_t number;      /* number of the current line, from 1 */
};

static bool fail_malformed(struct lines *lines)
{
    if (asprintf(lines->reading.error, "malformed nodes: line %zu", lines->number) < 0)
        *lines->reading.error = NULL;
    return false;
}

static bool fail_for_memory(struct lines *lines)
{
    *lines->reading.error = NULL;
    return false;
}

/* ---- Places ---- */

/* Returns a file's number in the list, adding the file if it is new. Returns NODE_NONE if memory ran out. */
static int32_t find_list_file(struct lines *lines, const char *name)
{
    struct node_names *files = &lines->nodes->list.files;

    for (size_t i = 0; i < files->count; i++)
        if (strcmp(files->names[i], name) == 0)
            return (int32_t)i;
    return node_name(files, name);
}

/* Sets the place of the line's node. */
static bool set_place(struct lines *lines, const struct text_line *line)
{
    const struct line_finder *finder = &lines->request->finder;
    const char *name = NULL;
    int32_t file;

    lines->reading.place = (struct node_place){0};
    if (line->has_file) {
        if (line->file >= lines->file_count)
            return fail_malformed(lines);
        lines->reading.place = (struct node_place){lines->files[line->file], line->line};
        return true;
    }
    if (finder->find && line->frame_count > 0)
        name = finder->find(finder->context, line->frames, line->frame_count, &lines->reading.place.line);
    if (!name && lines->nodes->call_count > 0) {
        name = CALLS_FILE;
        lines->reading.place.line = lines->nodes->calls[lines->nodes->call_count - 1].number;
    }
    if (!name)
        return true;
    file = find_list_file(lines, name);
    lines->reading.place.file = (uint32_t)file;
    return file != NODE_NONE || fail_for_memory(lines);
}

static bool read_file_line(struct lines *lines, const struct text_line *line)
{
    char *name = text_take_string(line);
    int32_t file = name ? find_list_file(lines, name) : NODE_NONE;
    const bool done = file != NODE_NONE &&
                      array_room(&lines->files, lines->file_count, &lines->file_room, sizeof *lines->files);

    if (done)
        lines->files[lines->file_count++] = (uint32_t)file;
    free(name);
    return done || fail_malformed(lines);
}

/* ---- Calls ---- */

/* Starts a call. The list's copy of the name has no newlines. */
static bool read_call(struct lines *lines, struct text_line *line)
{
    struct read_nodes *nodes = lines->nodes;
    struct node node = node_of(NODE_CALL, (struct node_place){0});
    uint32_t number = 0;
    char *name = text_take_number(line, &number) ? text_take_string(line) : NULL, *shown = name ? strdup(name) : NULL;
    int32_t place = NODE_NONE;

    if (!shown || !array_room(&nodes->calls, nodes->call_count, &nodes->call_room, sizeof *nodes->calls)) {
        free(name);
        free(shown);
        return fail_malformed(lines);
    }
    nodes->calls[nodes->call_count++] = (struct read_call){name, number};
    for (char *c = shown; *c; c++)
        *c = *c == '\n' ? ' ' : *c;
    place = node_name(&nodes->list.calls, shown);
    free(shown);
    lines->reading.call = name;
    lines->ends_record = false;
    node.imm = (uint32_t)place;
    return (place != NODE_NONE && node_list_add(&nodes->list, &node)) || fail_for_memory(lines);
}

/* ---- Words ---- */

/* Returns the number of following words that the word records into the replay buffer: 0 unless the word is a
 * recording REPLAY. */
static unsigned count_recorded_words(const struct sfp_index *index, uint32_t word)
{
    const struct sfp_replay replay = sfp_replay_of(sfp_insn_of_word(index, word), word);

    return replay.records ? replay.length : 0;
}

static bool read_word_node(struct lines *lines, const struct text_line *line)
{
    struct node node = node_of(NODE_WORD, lines->reading.place);

    if (line->argument_count != 1 || line->arguments[0].kind != TEXT_NUMBER || line->results)
        return fail_malformed(lines);
    node.imm = line->arguments[0].number;
    if (lines->recording > 0)
        lines->recording--;
    else if (!lines->in_body)
        lines->recording = count_recorded_words(&lines->reading.index, node.imm);
    lines->ends_record = !lines->in_body && count_recorded_words(&lines->reading.index, node.imm) > 0;
    return node_list_add(lines->reading.list, &node) || fail_for_memory(lines);
}

static bool read_barrier(struct lines *lines)
{
    const struct node node = node_of(NODE_BARRIER, lines->reading.place);

    if (!lines->in_body && !lines->ends_record)
        return fail_malformed(lines);
    lines->in_body = !lines->in_body;
    lines->ends_record = false;
    lines->recording = 0;
    return node_list_add(lines->reading.list, &node) || fail_for_memory(lines);
}

/* ---- Builtins ---- */

static bool take_value_argument(struct lines *lines, const struct text_argument *argument, int32_t *value)
{
    if (argument->kind == TEXT_UNSET)
        return reading_fail(&lines->reading, "a vector is read before a value is assigned to it");
    if (argument->kind != TEXT_VALUE || argument->number >= lines->reading.value_count)
        return fail_malformed(lines);
    *value = lines->reading.values[argument->number];
    return true;
}

/* Stores an argument of the line into the call; *conditions counts the conditions so far. */
static bool take_builtin_argument(struct lines *lines, const struct builtin_argument *as,
                                  const struct text_argument *argument, struct builtin_call *call,
                                  unsigned *conditions)
{
    uint32_t *const numbers[] = {
        [ARGUMENT_IMM] = &call->imm, [ARGUMENT_MOD] = &call->mod, [ARGUMENT_OPTION] = &call->option,
    };

    if (as->kind == ARGUMENT_USE)
        return take_value_argument(lines, argument, &call->uses[as->operand]);
    if (as->kind == ARGUMENT_CONDITION) {
        if (argument->kind != TEXT_CONDITION || argument->number >= lines->reading.condition_count)
            return fail_malformed(lines);
        call->conditions[(*conditions)++] = argument->number;
        return true;
    }
    if (argument->kind != TEXT_NUMBER)
        return fail_malformed(lines);
    *numbers[as->kind] = argument->number;
    return true;
}

static bool take_builtin_arguments(struct lines *lines, const struct text_line *line, struct builtin_call *call)
{
    unsigned next = 0, conditions = 0;

    for (unsigned o = 0; o < NODE_OPERANDS; o++)
        call->uses[o] = NODE_NONE;
    for (const struct builtin_argument *a = call->builtin->arguments; a->kind != ARGUMENT_END; a++)
        if (builtin_keeps(a) && !take_builtin_argument(lines, a, &line->arguments[next++], call, &conditions))
            return false;
    return true;
}

/* Do the line's results have the builtin's number and kind, numbered consecutively? */
static bool names_results(const struct lines *lines, const struct text_line *line, const struct builtin *builtin)
{
    const bool truth = builtin->result == RESULT_TRUTH;

    if (line->results != builtin_results(builtin))
        return false;
    return line->results == 0 || (line->result_kind == (truth ? TEXT_CONDITION : TEXT_VALUE) &&
                                  line->first == (truth ? lines->reading.condition_count : lines->reading.value_count));
}

static bool read_builtin(struct lines *lines, const struct text_line *line)
{
    struct builtin_call call = {
        .builtin = builtin_find(line->name, line->name_length, line->argument_count, lines->reading.list->arch)};

    if (!call.builtin || !names_results(lines, line, call.builtin))
        return fail_malformed(lines);
    lines->ends_record = false;
    if (lines->recording > 0 && !lines->in_body)
        return reading_fail(&lines->reading, "sfpi code among words that REPLAY records: give it to load_replay_buf()");
    return take_builtin_arguments(lines, line, &call) && builtin_mean(&lines->reading, &call);
}

/* ---- The head ---- */

/* Takes the next line, without its newline. Returns false at the end. */
static bool take_text_line(struct lines *lines, const char **text, const char **line, size_t *length)
{
    const char *end = lines->request->text + lines->request->size;
    const char *newline = *text < end ? memchr(*text, '\n', (size_t)(end - *text)) : NULL;

    if (!newline)
        return false;
    *line = *text;
    *length = (size_t)(newline - *text);
    *text = newline + 1;
    lines->number++;
    return true;
}

/* Takes a line of the head: the name, then the rest. */
static bool take_head(struct lines *lines, const char **text, const char *name, struct text_line *line)
{
    const char *start;
    size_t length;

    return take_text_line(lines, text, &start, &length) && text_line_begin(start, length, line) && !line->results &&
           text_line_is(line, name);
}

static bool choose_profile(struct lines *lines, enum sfp_arch arch, const struct text_line *headers)
{
    const char *wanted = lines->request->profile;
    char *version = strndup(headers->rest, headers->rest_length);
    const struct profile *profile = version ? profile_named(wanted ? wanted : version, arch) : NULL;

    free(version);
    if (!version)
        return fail_for_memory(lines);
    if (!profile && !wanted)
        profile = profile_default(arch);
    node_list_init(&lines->nodes->list, arch, profile);
    if (profile)
        return true;
    if (asprintf(lines->reading.error, "no profile '%s' of sfpi for %s", wanted, sfp_arch_name(arch)) < 0)
        *lines->reading.error = NULL;
    return false;
}

static bool read_head_arch(const struct text_line *line, enum sfp_arch *arch)
{
    char name[16];

    return line->rest_length < sizeof name && memcpy(name, line->rest, line->rest_length) &&
           (name[line->rest_length] = '\0', sfp_arch_parse(name, arch));
}

static bool read_head(struct lines *lines, const char **text)
{
    struct nodes_reading *reading = &lines->reading;
    struct text_line line, headers;
    enum sfp_arch arch;
    uint32_t version;

    if (!take_head(lines, text, "sfpu-nodes", &line) || !text_take_number(&line, &version) || version != 1 ||
        !take_head(lines, text, "arch", &line) || !read_head_arch(&line, &arch) ||
        !take_head(lines, text, "headers", &headers) ||
        !take_head(lines, text, "bools", &line) || !text_take_number(&line, &reading->or_mod) ||
        !text_take_number(&line, &reading->and_mod) || !text_take_number(&line, &reading->not_mod))
        return fail_malformed(lines);
    sfp_index_init(&reading->index, arch);
    return choose_profile(lines, arch, &headers);
}

/* ---- Everything ---- */

static bool read_line(struct lines *lines, const char *text, size_t length)
{
    struct text_line line;

    if (!text_line_begin(text, length, &line))
        return fail_malformed(lines);
    if (!line.results && text_line_is(&line, "file"))
        return read_file_line(lines, &line);
    if (!line.results && text_line_is(&line, "call"))
        return read_call(lines, &line);
    if (!text_line_finish(&line))
        return fail_malformed(lines);
    if (!set_place(lines, &line))
        return false;
    if (!line.results && text_line_is(&line, "word"))
        return read_word_node(lines, &line);
    if (!line.results && text_line_is(&line, "barrier"))
        return read_barrier(lines);
    return read_builtin(lines, &line);
}

static bool read_all(struct lines *lines)
{
    const char *text = lines->request->text, *line;
    size_t length;

    if (!read_head(lines, &text))
        return false;
    while (take_text_line(lines, &text, &line, &length))
        if (!read_line(lines, line, length))
            return false;
    return text == lines->request->text + lines->request->size || fail_malformed(lines);
}

bool nodes_read(const struct nodes_request *request, struct read_nodes *nodes, char **error)
{
    struct lines lines = {.reading = {.list = &nodes->list, .error = error}, .request = request, .nodes = nodes};
    bool done;

    *error = NULL;
    *nodes = (struct read_nodes){0};
    done = read_all(&lines);
    free(lines.reading.values);
    free(lines.reading.conditions);
    free(lines.files);
    if (!done)
        read_nodes_free(nodes);
    return done;
}

void read_nodes_free(struct read_nodes *nodes)
{
    for (size_t i = 0; i < nodes->call_count; i++)
        free(nodes->calls[i].name);
    free(nodes->calls);
    node_list_free(&nodes->list);
    *nodes = (struct read_nodes){0};
}
