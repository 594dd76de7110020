/* Reads recorded vector code, line by line. */
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
    size_t number;      /* of the current line, from 1 */
};

static bool fail_malformed(struct lines *l)
{
    if (asprintf(l->reading.error, "malformed nodes: line %zu", l->number) < 0)
        *l->reading.error = NULL;
    return false;
}

static bool fail_for_memory(struct lines *l)
{
    *l->reading.error = NULL;
    return false;
}

/* ---- Places ---- */

/* Returns a file's number in the list, adding the file if it is new. Returns NODE_NONE if memory ran out. */
static int32_t find_list_file(struct lines *l, const char *name)
{
    struct node_names *files = &l->nodes->list.files;

    for (size_t i = 0; i < files->count; i++)
        if (strcmp(files->names[i], name) == 0)
            return (int32_t)i;
    return node_name(files, name);
}

/* Sets the place of the line's node. */
static bool set_place(struct lines *l, const struct text_line *line)
{
    const struct line_finder *finder = &l->request->finder;
    const char *name = NULL;
    int32_t file;

    l->reading.place = (struct node_place){0};
    if (line->has_file) {
        if (line->file >= l->file_count)
            return fail_malformed(l);
        l->reading.place = (struct node_place){l->files[line->file], line->line};
        return true;
    }
    if (finder->find && line->frame_count > 0)
        name = finder->find(finder->context, line->frames, line->frame_count, &l->reading.place.line);
    if (!name && l->nodes->call_count > 0) {
        name = CALLS_FILE;
        l->reading.place.line = l->nodes->calls[l->nodes->call_count - 1].number;
    }
    if (!name)
        return true;
    file = find_list_file(l, name);
    l->reading.place.file = (uint32_t)file;
    return file != NODE_NONE || fail_for_memory(l);
}

static bool read_file_line(struct lines *l, const struct text_line *line)
{
    char *name = text_take_string(line);
    int32_t file = name ? find_list_file(l, name) : NODE_NONE;
    const bool done = file != NODE_NONE && array_room(&l->files, l->file_count, &l->file_room, sizeof *l->files);

    if (done)
        l->files[l->file_count++] = (uint32_t)file;
    free(name);
    return done || fail_malformed(l);
}

/* ---- Calls ---- */

/* Starts a call. The list's copy of the name has no newlines. */
static bool read_call(struct lines *l, struct text_line *line)
{
    struct read_nodes *nodes = l->nodes;
    struct node node = node_of(NODE_CALL, (struct node_place){0});
    uint32_t number = 0;
    char *name = text_take_number(line, &number) ? text_take_string(line) : NULL, *shown = name ? strdup(name) : NULL;
    int32_t place = NODE_NONE;

    if (!shown || !array_room(&nodes->calls, nodes->call_count, &nodes->call_room, sizeof *nodes->calls)) {
        free(name);
        free(shown);
        return fail_malformed(l);
    }
    nodes->calls[nodes->call_count++] = (struct read_call){name, number};
    for (char *c = shown; *c; c++)
        *c = *c == '\n' ? ' ' : *c;
    place = node_name(&nodes->list.calls, shown);
    free(shown);
    l->reading.call = name;
    l->ends_record = false;
    node.imm = (uint32_t)place;
    return (place != NODE_NONE && node_list_add(&nodes->list, &node)) || fail_for_memory(l);
}

/* ---- Words ---- */

/* Returns the number of following words that the word records into the replay buffer: 0 unless the word is a
 * recording REPLAY. */
static unsigned words_recorded(const struct sfp_index *index, uint32_t word)
{
    const struct sfp_replay replay = sfp_replay_of(sfp_insn_of_word(index, word), word);

    return replay.records ? replay.length : 0;
}

static bool read_word_node(struct lines *l, const struct text_line *line)
{
    struct node node = node_of(NODE_WORD, l->reading.place);

    if (line->argument_count != 1 || line->arguments[0].kind != TEXT_NUMBER || line->results)
        return fail_malformed(l);
    node.imm = line->arguments[0].number;
    if (l->recording > 0)
        l->recording--;
    else if (!l->in_body)
        l->recording = words_recorded(&l->reading.index, node.imm);
    l->ends_record = !l->in_body && words_recorded(&l->reading.index, node.imm) > 0;
    return node_list_add(l->reading.list, &node) || fail_for_memory(l);
}

static bool read_barrier(struct lines *l)
{
    const struct node node = node_of(NODE_BARRIER, l->reading.place);

    if (!l->in_body && !l->ends_record)
        return fail_malformed(l);
    l->in_body = !l->in_body;
    l->ends_record = false;
    l->recording = 0;
    return node_list_add(l->reading.list, &node) || fail_for_memory(l);
}

/* ---- Builtins ---- */

static bool take_value_argument(struct lines *l, const struct text_argument *argument, int32_t *value)
{
    if (argument->kind == TEXT_UNSET)
        return reading_fail(&l->reading, "a vector is read before a value is assigned to it");
    if (argument->kind != TEXT_VALUE || argument->number >= l->reading.value_count)
        return fail_malformed(l);
    *value = l->reading.values[argument->number];
    return true;
}

/* Stores an argument of the line into the call; *conditions counts the conditions so far. */
static bool take_builtin_argument(struct lines *l, const struct builtin_argument *as,
                                  const struct text_argument *argument, struct builtin_call *call,
                                  unsigned *conditions)
{
    uint32_t *const numbers[] = {
        [ARGUMENT_IMM] = &call->imm, [ARGUMENT_MOD] = &call->mod, [ARGUMENT_OPTION] = &call->option,
    };

    if (as->kind == ARGUMENT_USE)
        return take_value_argument(l, argument, &call->uses[as->operand]);
    if (as->kind == ARGUMENT_CONDITION) {
        if (argument->kind != TEXT_CONDITION || argument->number >= l->reading.condition_count)
            return fail_malformed(l);
        call->conditions[(*conditions)++] = argument->number;
        return true;
    }
    if (argument->kind != TEXT_NUMBER)
        return fail_malformed(l);
    *numbers[as->kind] = argument->number;
    return true;
}

static bool take_builtin_arguments(struct lines *l, const struct text_line *line, struct builtin_call *call)
{
    unsigned next = 0, conditions = 0;

    for (unsigned o = 0; o < NODE_OPERANDS; o++)
        call->uses[o] = NODE_NONE;
    for (const struct builtin_argument *a = call->builtin->arguments; a->kind != ARGUMENT_END; a++)
        if (builtin_keeps(a) && !take_builtin_argument(l, a, &line->arguments[next++], call, &conditions))
            return false;
    return true;
}

/* Do the line's results have the builtin's number and kind, numbered consecutively? */
static bool names_results(const struct lines *l, const struct text_line *line, const struct builtin *builtin)
{
    const bool truth = builtin->result == RESULT_TRUTH;

    if (line->results != builtin_results(builtin))
        return false;
    return line->results == 0 || (line->result_kind == (truth ? TEXT_CONDITION : TEXT_VALUE) &&
                                  line->first == (truth ? l->reading.condition_count : l->reading.value_count));
}

static bool read_builtin(struct lines *l, const struct text_line *line)
{
    struct builtin_call call = {
        .builtin = builtin_find(line->name, line->name_length, line->argument_count, l->reading.list->arch)};

    if (!call.builtin || !names_results(l, line, call.builtin))
        return fail_malformed(l);
    l->ends_record = false;
    if (l->recording > 0 && !l->in_body)
        return reading_fail(&l->reading, "sfpi code among words that REPLAY records: give it to load_replay_buf()");
    return take_builtin_arguments(l, line, &call) && builtin_mean(&l->reading, &call);
}

/* ---- The head ---- */

/* Takes the next line, without its newline. Returns false at the end. */
static bool take_text_line(struct lines *l, const char **text, const char **line, size_t *length)
{
    const char *end = l->request->text + l->request->size;
    const char *newline = *text < end ? memchr(*text, '\n', (size_t)(end - *text)) : NULL;

    if (!newline)
        return false;
    *line = *text;
    *length = (size_t)(newline - *text);
    *text = newline + 1;
    l->number++;
    return true;
}

/* Takes a line of the head: the name, then the rest. */
static bool take_head(struct lines *l, const char **text, const char *name, struct text_line *line)
{
    const char *start;
    size_t length;

    return take_text_line(l, text, &start, &length) && text_line_begin(start, length, line) && !line->results &&
           text_line_is(line, name);
}

static bool choose_profile(struct lines *l, enum sfp_arch arch, const struct text_line *headers)
{
    const char *wanted = l->request->profile;
    char *version = strndup(headers->rest, headers->rest_length);
    const struct profile *profile = version ? profile_named(wanted ? wanted : version, arch) : NULL;

    free(version);
    if (!version)
        return fail_for_memory(l);
    if (!profile && !wanted)
        profile = profile_default(arch);
    node_list_init(&l->nodes->list, arch, profile);
    if (profile)
        return true;
    if (asprintf(l->reading.error, "no profile '%s' of sfpi for %s", wanted, sfp_arch_name(arch)) < 0)
        *l->reading.error = NULL;
    return false;
}

static bool read_head_arch(const struct text_line *line, enum sfp_arch *arch)
{
    char name[16];

    return line->rest_length < sizeof name && memcpy(name, line->rest, line->rest_length) &&
           (name[line->rest_length] = '\0', sfp_arch_parse(name, arch));
}

static bool read_head(struct lines *l, const char **text)
{
    struct nodes_reading *r = &l->reading;
    struct text_line line, headers;
    enum sfp_arch arch;
    uint32_t version;

    if (!take_head(l, text, "sfpu-nodes", &line) || !text_take_number(&line, &version) || version != 1 ||
        !take_head(l, text, "arch", &line) || !read_head_arch(&line, &arch) ||
        !take_head(l, text, "headers", &headers) ||
        !take_head(l, text, "bools", &line) || !text_take_number(&line, &r->or_mod) ||
        !text_take_number(&line, &r->and_mod) || !text_take_number(&line, &r->not_mod))
        return fail_malformed(l);
    sfp_index_init(&r->index, arch);
    return choose_profile(l, arch, &headers);
}

/* ---- Everything ---- */

static bool read_line(struct lines *l, const char *text, size_t length)
{
    struct text_line line;

    if (!text_line_begin(text, length, &line))
        return fail_malformed(l);
    if (!line.results && text_line_is(&line, "file"))
        return read_file_line(l, &line);
    if (!line.results && text_line_is(&line, "call"))
        return read_call(l, &line);
    if (!text_line_finish(&line))
        return fail_malformed(l);
    if (!set_place(l, &line))
        return false;
    if (!line.results && text_line_is(&line, "word"))
        return read_word_node(l, &line);
    if (!line.results && text_line_is(&line, "barrier"))
        return read_barrier(l);
    return read_builtin(l, &line);
}

static bool read_all(struct lines *l)
{
    const char *text = l->request->text, *line;
    size_t length;

    if (!read_head(l, &text))
        return false;
    while (take_text_line(l, &text, &line, &length))
        if (!read_line(l, line, length))
            return false;
    return text == l->request->text + l->request->size || fail_malformed(l);
}

bool nodes_read(const struct nodes_request *request, struct read_nodes *nodes, char **error)
{
    struct lines l = {.reading = {.list = &nodes->list, .error = error}, .request = request, .nodes = nodes};
    bool done;

    *error = NULL;
    *nodes = (struct read_nodes){0};
    done = read_all(&l);
    free(l.reading.values);
    free(l.reading.conditions);
    free(l.files);
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
