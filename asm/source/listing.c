/*
 * The listing: the words in order, with their source lines. If a word's line lies after the last listed line of its
 * source, the lines between are listed first; if it lies before, the text was read again.
 */
#include "assembly/asm.h"

#include "directive.h"
#include "program/origins.h"
#include "program/source.h"
#include "base/terminal.h"

#include <stdlib.h>
#include <string.h>

/* The progress of the listing in one source. */
struct progress {
    size_t next;      /* offset of the first line not listed yet */
    size_t last_word; /* index of the last word from this source */
    bool has_words;
};

struct listing {
    const struct sfp_program *program;
    FILE *stream;
    struct progress *sources;
    const char *file; /* the file name printed last */
    size_t word_line; /* the last word's source, line offset and own offset, and its mark */
    uint32_t word_source, word_offset;
    char mark;
    bool failed;
};

enum { CHOSEN = '~' }; /* marks a word that instruction selection chose */

static const char blanks[] = "                           "; /* as wide as index, word and mark */

static void put_source_text(struct listing *l, const char *text, size_t length)
{
    shown_put(l->stream, text, length);
    fputc('\n', l->stream);
}

static void name_file(struct listing *l, const char *file)
{
    if (!l->file || strcmp(l->file, file) != 0)
        shown_print(l->stream, "%s:", file);
    l->file = file;
}

/* Is the line one that no person wrote: a line marker, or a definition by the command line? */
static bool is_hidden_line(const struct source *source, size_t line)
{
    const char *text = source->text.data + line;
    struct marker marker;

    return strcmp(source->name, "<command line>") == 0 || (text[0] == '#' && marker_read(text, &marker));
}

/* Returns the offset of the line after the line at `line`, or an offset after the end if that is the last line. */
static size_t line_after(const struct source *source, size_t line)
{
    const char *end = memchr(source->text.data + line, '\n', source->text.size - line);

    return end ? (size_t)(end - source->text.data) + 1 : source->text.size + 1;
}

/* Lists the source's unlisted lines up to `end`. */
static void list_lines(struct listing *l, uint32_t index, size_t end)
{
    struct source *source = l->program->sources[index];
    struct progress *progress = &l->sources[index];

    for (; progress->next < end && progress->next < source->text.size;
         progress->next = line_after(source, progress->next)) {
        struct position position;

        if (is_hidden_line(source, progress->next))
            continue;
        if (!sfp_source_locate(source, progress->next, &position)) {
            l->failed = true;
            return;
        }
        name_file(l, position.file);
        fprintf(l->stream, "%5lu%s", position.line, position.length ? blanks : "");
        put_source_text(l, position.text, position.length);
    }
}

/* Does the word continue the entry of the word before it: from the same directive, or further on in the same line? */
static bool is_continued(const struct listing *l, const struct sfp_origin *origin, size_t line)
{
    return l->mark && l->word_source == origin->source && l->word_line == line &&
           (origin->further || l->word_offset < origin->offset);
}

/* Returns the end of the line that calls an expansion, or of the body of a block that is expanded where it stands. */
static size_t call_end(const struct expansion *expansion)
{
    const struct place *call = &expansion->call;
    const bool block = expansion->body.source == call->source && expansion->body.begin > call->begin;

    return line_after(call->source, block ? expansion->body.end : call->begin);
}

/* Lists the lines that call the macros around a place, outermost first. */
static void list_macro_calls(struct listing *l, struct place place)
{
    const struct expansion *expansion = sfp_source_expansion(place);

    if (!expansion)
        return;
    list_macro_calls(l, expansion->call);
    if (!expansion->call.source->expanded)
        list_lines(l, expansion->call.source->index, call_end(expansion));
}

/* Lists the lines up to the .include that first read a source. */
static void list_includers(struct listing *l, const struct source *source)
{
    const struct place included = source->included;

    if (!included.source || l->sources[source->index].next > 0)
        return;
    list_includers(l, included.source);
    if (included.source->expanded)
        list_macro_calls(l, included);
    else
        list_lines(l, included.source->index, line_after(included.source, included.begin));
}

/* Lists a word that .hazards auto inserted before the text at a place, after the lines before that text. */
static void list_wait(struct listing *l, size_t index, const struct source *source, const struct position *position)
{
    if (!source->expanded)
        list_lines(l, source->index, (size_t)(position->text - source->text.data));
    name_file(l, position->file);
    fprintf(l->stream, "%5lu %10zu  %08x *\n", position->line, index, l->program->words[index]);
}

static void list_word(struct listing *l, size_t index, struct sfp_origin origin)
{
    struct source *source = l->program->sources[origin.source];
    struct progress *progress = &l->sources[origin.source];
    struct position position;
    const char chosen = sfp_program_selected(l->program, index, index + 1) ? CHOSEN : ' ';
    size_t line;
    bool continued;

    list_includers(l, source);
    list_macro_calls(l, (struct place){.source = source, .begin = origin.offset});
    if (!sfp_source_locate(source, origin.offset, &position)) {
        l->failed = true;
        return;
    }
    if (origin.wait) {
        list_wait(l, index, source, &position);
        return;
    }
    line = (size_t)(position.text - source->text.data);
    continued = is_continued(l, &origin, line);
    if (!continued)
        l->mark = source->expanded || line < progress->next ? '+' : ' ';
    if (l->mark == ' ') {
        list_lines(l, origin.source, line);
        progress->next = line_after(source, line);
    }
    name_file(l, position.file);
    fprintf(l->stream, "%5lu %10zu  %08x", position.line, index, l->program->words[index]);
    if (!continued || l->mark != ' ' || chosen != ' ')
        fprintf(l->stream, "%c%c", chosen, l->mark);
    if (!continued)
        fputs("    ", l->stream);
    put_source_text(l, position.text, continued ? 0 : position.length);
    l->word_source = origin.source;
    l->word_offset = origin.offset;
    l->word_line = line;
}

/* Lists the rest of the sources that precede `source`, the next word's source, and have no more words. */
static void finish_sources(struct listing *l, uint32_t source, size_t word)
{
    for (uint32_t i = 0; i < source; i++)
        if (!l->program->sources[i]->expanded && (!l->sources[i].has_words || l->sources[i].last_word < word))
            list_lines(l, i, SIZE_MAX);
}

/* Notes the sources from which a word comes: its own source, and the sources that call the macros around it. */
static void note_word(struct listing *l, size_t index, struct sfp_origin origin)
{
    struct place place = {.source = l->program->sources[origin.source], .begin = origin.offset};
    const struct expansion *expansion;

    l->sources[origin.source] = (struct progress){.last_word = index, .has_words = true};
    while ((expansion = sfp_source_expansion(place))) {
        place = expansion->call;
        l->sources[place.source->index] = (struct progress){.last_word = index, .has_words = true};
    }
}

bool listing_write(const struct sfp_program *program, FILE *stream)
{
    struct listing l = {.program = program, .stream = stream};
    char selected[SELECTED_TEXT];
    struct origin_walk walk;

    l.sources = calloc(program->source_count + 1, sizeof *l.sources);
    if (!l.sources)
        return false;
    walk = sfp_origins_from(&program->origins, 0);
    for (size_t i = 0; i < program->count; i++)
        note_word(&l, i, sfp_origins_next(&walk));
    walk = sfp_origins_from(&program->origins, 0);
    for (size_t i = 0; i < program->count && !l.failed; i++) {
        const uint32_t before = walk.last.source;
        const struct sfp_origin origin = sfp_origins_next(&walk);

        if (i == 0 || origin.source != before)
            finish_sources(&l, origin.source, i);
        list_word(&l, i, origin);
    }
    finish_sources(&l, (uint32_t)program->source_count, program->count);
    if (program->chosen.profile)
        fprintf(stream, "%c %s\n", CHOSEN, selected_text(selected, "", program->chosen.profile));
    free(l.sources);
    return !l.failed;
}
