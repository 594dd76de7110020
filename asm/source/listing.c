/*
 * The listing: the words in order, with their source lines. If a word's line lies after the last listed line of its
 * source, the lines between are listed first; if it lies before, the text was read again. If a source states threads,
 * each word has its thread's name.
 */
#include "assembly/asm.h"

#include "directive.h"
#include "program/origins.h"
#include "program/source.h"
#include "program/streams.h"
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

static const char line_start_blanks[] = "                           "; /* as wide as index, word and mark */

enum { THREAD_WIDTH = 7 }; /* the longest thread's name, and a blank */

static void put_source_text(struct listing *listing, const char *text, size_t length)
{
    shown_put(listing->stream, text, length);
    fputc('\n', listing->stream);
}

static void name_file(struct listing *listing, const char *file)
{
    if (!listing->file || strcmp(listing->file, file) != 0)
        shown_print(listing->stream, "%s:", file);
    listing->file = file;
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
static void list_lines(struct listing *listing, uint32_t index, size_t end)
{
    struct source *source = listing->program->sources[index];
    struct progress *progress = &listing->sources[index];

    for (; progress->next < end && progress->next < source->text.size;
         progress->next = line_after(source, progress->next)) {
        struct position position;

        if (is_hidden_line(source, progress->next))
            continue;
        if (!sfp_source_locate(source, progress->next, &position)) {
            listing->failed = true;
            return;
        }
        name_file(listing, position.file);
        fprintf(listing->stream, "%5lu", position.line);
        if (position.length > 0)
            fprintf(listing->stream, "%*s%s", listing->program->stream_count > 0 ? THREAD_WIDTH : 0, "",
                    line_start_blanks);
        put_source_text(listing, position.text, position.length);
    }
}

/* Does the word continue the entry of the word before it: from the same directive, or further on in the same line? */
static bool is_continued(const struct listing *listing, const struct sfp_origin *origin, size_t line)
{
    return listing->mark && listing->word_source == origin->source && listing->word_line == line &&
           (origin->further || listing->word_offset < origin->offset);
}

/* Returns the end of the line that calls an expansion, or of the body of a block that is expanded where it stands. */
static size_t call_end(const struct expansion *expansion)
{
    const struct place *call = &expansion->call;
    const bool block = expansion->body.source == call->source && expansion->body.begin > call->begin;

    return line_after(call->source, block ? expansion->body.end : call->begin);
}

/* Lists the lines that call the macros around a place, outermost first. */
static void list_macro_calls(struct listing *listing, struct place place)
{
    const struct expansion *expansion = sfp_source_expansion(place);

    if (!expansion)
        return;
    list_macro_calls(listing, expansion->call);
    if (!expansion->call.source->expanded)
        list_lines(listing, expansion->call.source->index, call_end(expansion));
}

/* Lists the lines up to the .include that first read a source. */
static void list_includers(struct listing *listing, const struct source *source)
{
    const struct place included = source->included;

    if (!included.source || listing->sources[source->index].next > 0)
        return;
    list_includers(listing, included.source);
    if (included.source->expanded)
        list_macro_calls(listing, included);
    else
        list_lines(listing, included.source->index, line_after(included.source, included.begin));
}

/* Lists a word's line number, thread if a source states threads, index and value. */
static void put_word(struct listing *listing, unsigned long line, size_t index)
{
    const struct sfp_program *program = listing->program;

    fprintf(listing->stream, "%5lu ", line);
    if (program->stream_count > 0)
        fprintf(listing->stream, "%-*s", THREAD_WIDTH, sfp_thread_name(sfp_thread_of_word(program, index)));
    fprintf(listing->stream, "%10zu  %08x", index, program->words[index]);
}

/* Lists a word that .hazards auto inserted before the text at a place, after the lines before that text. */
static void list_wait(struct listing *listing, size_t index, const struct source *source,
                      const struct position *position)
{
    if (!source->expanded)
        list_lines(listing, source->index, (size_t)(position->text - source->text.data));
    name_file(listing, position->file);
    put_word(listing, position->line, index);
    fputs(" *\n", listing->stream);
}

static void list_word(struct listing *listing, size_t index, struct sfp_origin origin)
{
    struct source *source = listing->program->sources[origin.source];
    struct progress *progress = &listing->sources[origin.source];
    struct position position;
    const char chosen = sfp_program_selected(listing->program, index, index + 1) ? CHOSEN : ' ';
    size_t line;
    bool continued;

    list_includers(listing, source);
    list_macro_calls(listing, (struct place){.source = source, .begin = origin.offset});
    if (!sfp_source_locate(source, origin.offset, &position)) {
        listing->failed = true;
        return;
    }
    if (origin.wait) {
        list_wait(listing, index, source, &position);
        return;
    }
    line = (size_t)(position.text - source->text.data);
    continued = is_continued(listing, &origin, line);
    if (!continued)
        listing->mark = source->expanded || line < progress->next ? '+' : ' ';
    if (listing->mark == ' ') {
        list_lines(listing, origin.source, line);
        progress->next = line_after(source, line);
    }
    name_file(listing, position.file);
    put_word(listing, position.line, index);
    if (!continued || listing->mark != ' ' || chosen != ' ')
        fprintf(listing->stream, "%c%c", chosen, listing->mark);
    if (!continued)
        fputs("    ", listing->stream);
    put_source_text(listing, position.text, continued ? 0 : position.length);
    listing->word_source = origin.source;
    listing->word_offset = origin.offset;
    listing->word_line = line;
}

/* Lists the rest of the sources that precede `source`, the next word's source, and have no more words. */
static void finish_sources(struct listing *listing, uint32_t source, size_t word)
{
    for (uint32_t i = 0; i < source; i++)
        if (!listing->program->sources[i]->expanded &&
            (!listing->sources[i].has_words || listing->sources[i].last_word < word))
            list_lines(listing, i, SIZE_MAX);
}

/* Notes the sources from which a word comes: its own source, and the sources that call the macros around it. */
static void note_word(struct listing *listing, size_t index, struct sfp_origin origin)
{
    struct place place = {.source = listing->program->sources[origin.source], .begin = origin.offset};
    const struct expansion *expansion;

    listing->sources[origin.source] = (struct progress){.last_word = index, .has_words = true};
    while ((expansion = sfp_source_expansion(place))) {
        place = expansion->call;
        listing->sources[place.source->index] = (struct progress){.last_word = index, .has_words = true};
    }
}

bool listing_write(const struct sfp_program *program, FILE *stream)
{
    struct listing listing = {.program = program, .stream = stream};
    char selected[SELECTED_TEXT];
    struct origin_walk walk;

    listing.sources = calloc(program->source_count + 1, sizeof *listing.sources);
    if (!listing.sources)
        return false;
    walk = sfp_origins_from(&program->origins, 0);
    for (size_t i = 0; i < program->count; i++)
        note_word(&listing, i, sfp_origins_next(&walk));
    walk = sfp_origins_from(&program->origins, 0);
    for (size_t i = 0; i < program->count && !listing.failed; i++) {
        const uint32_t before = walk.last.source;
        const struct sfp_origin origin = sfp_origins_next(&walk);

        if (i == 0 || origin.source != before)
            finish_sources(&listing, origin.source, i);
        list_word(&listing, i, origin);
    }
    finish_sources(&listing, (uint32_t)program->source_count, program->count);
    if (program->chosen.profile)
        fprintf(stream, "%c %s\n", CHOSEN, selected_text(selected, "", program->chosen.profile));
    free(listing.sources);
    return !listing.failed;
}
