/* The words' places in DWARF's terms: rows of lines, and a frame for each macro expansion that gave words. */
#include "object_parts.h"

#include "origins.h"
#include "source.h"
#include "base/array.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FRAMES = 64 }; /* macros nested in macros, at most; deeper expansions get no frame of their own */

/* A walk over the words. */
struct collecting {
    const struct sfp_program *program;
    struct object_places *places;
    const struct expansion *open[MOST_FRAMES]; /* the expansions around the last word, outermost first */
    size_t frames[MOST_FRAMES];                /* indices of their frames */
    size_t open_count;
};

/* ---- Rows ---- */

/* Finds a file's number, from 1; adds the file if it is new. Returns false without memory. */
static bool intern_dwarf_file(struct object_places *places, const char *name, uint32_t *number)
{
    size_t found;

    if (!names_find(&places->file_names, name, strlen(name), &found)) {
        if (!array_room(&places->files, places->file_count, &places->file_capacity, sizeof *places->files))
            return false;
        places->files[found = places->file_count++] = name;
        if (!names_add(&places->file_names, name, strlen(name), found))
            return false;
    }
    *number = (uint32_t)found + 1;
    return true;
}

/* Returns a line or column number, or 0 (unknown) if it exceeds an int, which readers use. */
static uint32_t limit_number(unsigned long number)
{
    return number <= INT32_MAX ? (uint32_t)number : 0;
}

static bool make_row(struct collecting *collecting, struct place place, size_t index, struct object_row *row)
{
    struct position position;

    if (!sfp_source_locate(place.source, place.begin, &position))
        return false;
    *row = (struct object_row){
        .index = index, .line = limit_number(position.line), .column = limit_number(position.column)};
    return intern_dwarf_file(collecting->places, position.file, &row->file);
}

static bool add_line_row(struct object_places *places, const struct object_row *row)
{
    if (!array_room(&places->rows, places->row_count, &places->row_capacity, sizeof *places->rows))
        return false;
    places->rows[places->row_count++] = *row;
    return true;
}

/* ---- Frames ---- */

/* Is the expansion a macro's? Expansions of repeated blocks are named by their directive, such as .rept. */
static bool is_macro_expansion(const struct expansion *e)
{
    return e->name[0] != '.';
}

/* Finds the macros around a place, outermost first. Returns their number, MOST_FRAMES at most. */
static size_t macros_around(struct place place, const struct expansion *macros[static MOST_FRAMES])
{
    size_t count = 0, at;

    for (const struct expansion *e = sfp_source_expansion(place); e; e = sfp_source_expansion(e->call))
        count += is_macro_expansion(e);
    at = count;
    for (const struct expansion *e = sfp_source_expansion(place); e; e = sfp_source_expansion(e->call))
        if (is_macro_expansion(e) && --at < MOST_FRAMES)
            macros[at] = e;
    return count < MOST_FRAMES ? count : MOST_FRAMES;
}

/* Ends the open frames after the first `kept`, before word `index`. */
static void close_frames(struct collecting *collecting, size_t kept, size_t index)
{
    while (collecting->open_count > kept)
        collecting->places->frames[collecting->frames[--collecting->open_count]].end = index;
}

/* Opens a frame for `macro` at word `index`. Adds a row for the call's line first, so that a debugger can stop there
 * before it enters the macro. Returns false without memory. */
static bool open_frame(struct collecting *collecting, const struct expansion *macro, size_t index)
{
    struct object_places *places = collecting->places;
    struct object_frame frame = {.macro = macro->name, .first = index, .depth = (unsigned)collecting->open_count};

    if (!make_row(collecting, macro->call, index, &frame.call) || !add_line_row(places, &frame.call) ||
        !array_room(&places->frames, places->frame_count, &places->frame_capacity, sizeof *places->frames))
        return false;
    collecting->open[collecting->open_count] = macro;
    collecting->frames[collecting->open_count++] = places->frame_count;
    places->frames[places->frame_count++] = frame;
    return true;
}

static bool change_frames(struct collecting *collecting, struct place place, size_t index)
{
    const struct expansion *macros[MOST_FRAMES];
    const size_t count = macros_around(place, macros);
    size_t same = 0;

    while (same < count && same < collecting->open_count && macros[same] == collecting->open[same])
        same++;
    close_frames(collecting, same, index);
    while (collecting->open_count < count)
        if (!open_frame(collecting, macros[collecting->open_count], index))
            return false;
    return true;
}

/* ---- All words ---- */

static bool add_word_rows(struct collecting *collecting, size_t index, struct sfp_origin origin)
{
    struct place place = {.begin = origin.offset};
    struct object_row row;

    if (origin.source == SFP_NO_SOURCE)
        return false;
    place.source = collecting->program->sources[origin.source];
    return change_frames(collecting, place, index) && make_row(collecting, place, index, &row) &&
           add_line_row(collecting->places, &row);
}

/* Does a region begin or end before word `index`? *next is the first region that has not ended; the function
 * advances it. */
static bool is_border(const struct sfp_program *program, size_t *next, size_t index)
{
    const struct sfp_region *regions = program->regions;
    bool border = false;

    for (; *next < program->region_count && regions[*next].end <= index; ++*next)
        border |= regions[*next].end == index;
    return border || (*next < program->region_count && regions[*next].first == index);
}

bool object_places_collect(const struct sfp_program *program, struct object_places *places)
{
    struct collecting collecting = {.program = program, .places = places};
    struct origin_walk walk = sfp_origins_from(&program->origins, 0);
    size_t region = 0;

    for (size_t i = 0; i < program->count; i++) {
        const struct sfp_origin before = walk.last, origin = sfp_origins_next(&walk);
        const bool border = is_border(program, &region, i);

        if (border)
            close_frames(&collecting, 0, i);
        if (i > 0 && !border && origin.source == before.source && origin.offset == before.offset)
            continue;
        if (!add_word_rows(&collecting, i, origin))
            return false;
    }
    close_frames(&collecting, 0, program->count);
    return true;
}

void object_places_free(struct object_places *places)
{
    free(places->files);
    free(places->rows);
    free(places->frames);
    names_free(&places->file_names);
    *places = (struct object_places){0};
}
