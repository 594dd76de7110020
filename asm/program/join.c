/* Joins the programs of several threads into one, whose words have one index space, and takes a part out again. */
#include "streams.h"

#include "origins.h"
#include "source.h"
#include "base/array.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NEW_STREAMS = 2 }; /* of a join: for the words before, if they have no stream, and for the new words */

/* Makes room for `more` items of `size` bytes after `count` items. Returns false without memory. */
static bool lengthen_array(void *items, size_t count, size_t more, size_t size)
{
    void *moved;

    if (more == 0)
        return true;
    memcpy(&moved, items, sizeof moved);
    moved = array_resized(moved, count + more, size);
    if (moved)
        memcpy(items, &moved, sizeof moved);
    return moved;
}

/* Makes room in `program` for everything of `more` except origins. */
static bool reserve_parts(struct sfp_program *program, const struct sfp_program *more)
{
    return lengthen_array(&program->words, program->count, more->count, sizeof *program->words)
        && lengthen_array(&program->sources, program->source_count, more->source_count, sizeof *program->sources)
        && lengthen_array(&program->regions, program->region_count, more->region_count, sizeof *program->regions)
        && lengthen_array(&program->files, program->file_count, more->file_count, sizeof *program->files)
        && lengthen_array(&program->read, program->read_count, more->read_count, sizeof *program->read)
        && lengthen_array(&program->symbols, program->symbol_count, more->symbol_count, sizeof *program->symbols)
        && lengthen_array(&program->schedules, program->schedule_count, more->schedule_count,
                          sizeof *program->schedules)
        && lengthen_array(&program->chosen.ranges, program->chosen.count, more->chosen.count,
                          sizeof *program->chosen.ranges)
        && lengthen_array(&program->streams, program->stream_count, MOST_NEW_STREAMS, sizeof *program->streams);
}

/* Appends origins for words that have none, as those of plain words, until `count` words have an origin. */
static bool add_unknown_origins(struct sfp_origins *origins, size_t count)
{
    while (origins->count < count)
        if (!sfp_origins_add(origins, (struct sfp_origin){.source = SFP_NO_SOURCE}))
            return false;
    return true;
}

/* Returns the origin with its source's number in the joined program. */
static struct sfp_origin joined_origin(const struct sfp_program *program, struct sfp_origin origin)
{
    if (origin.source != SFP_NO_SOURCE)
        origin.source += (uint32_t)program->source_count;
    return origin;
}

/* Makes the joined program's origins, in *joined; none if no word has one. Returns false without memory. */
static bool join_origins(const struct sfp_program *program, const struct sfp_program *more, struct sfp_origins *joined)
{
    struct origin_walk walk = sfp_origins_from(&program->origins, 0);
    bool made = true;

    for (size_t i = 0; made && i < program->origins.count; i++)
        made = sfp_origins_add(joined, sfp_origins_next(&walk));
    if (program->origins.count == 0 && more->origins.count == 0)
        return made;
    made = made && add_unknown_origins(joined, program->count);
    walk = sfp_origins_from(&more->origins, 0);
    for (size_t i = 0; made && i < more->origins.count; i++)
        made = sfp_origins_add(joined, joined_origin(program, sfp_origins_next(&walk)));
    return made && add_unknown_origins(joined, program->count + more->count);
}

static void shift_schedule(struct sfp_schedule *schedule, size_t words, size_t sources)
{
    for (size_t i = 0; i < schedule->word_count; i++)
        schedule->words[i].index += words;
    for (size_t i = 0; i < schedule->cell_count; i++)
        if (schedule->cells[i].origin.source != SFP_NO_SOURCE)
            schedule->cells[i].origin.source += (uint32_t)sources;
}

static void shift_range(struct sfp_word_range *range, size_t words)
{
    range->first += words;
    range->end += words;
}

/* Adds to all indices of the part's items: `words` to those of words, `sources` to those of sources. Both may be
 * negative numbers modulo 2^64. */
static void shift_items(struct sfp_program *p, const struct sfp_program_part *part, size_t words, size_t sources)
{
    for (size_t i = part->sources.first; i < part->sources.end; i++)
        p->sources[i]->index += (uint32_t)sources;
    for (size_t i = part->regions.first; i < part->regions.end; i++) {
        p->regions[i].first += words;
        p->regions[i].end += words;
    }
    for (size_t i = part->symbols.first; i < part->symbols.end; i++)
        p->symbols[i].index += words;
    for (size_t i = part->chosen.first; i < part->chosen.end; i++)
        shift_range(&p->chosen.ranges[i], words);
    for (size_t i = part->schedules.first; i < part->schedules.end; i++)
        shift_schedule(&p->schedules[i], words, sources);
}

/* ---- Joining ---- */

struct sfp_program_part sfp_program_whole(const struct sfp_program *p)
{
    return (struct sfp_program_part){
        .words = {0, p->count}, .sources = {0, p->source_count}, .regions = {0, p->region_count},
        .files = {0, p->file_count}, .read = {0, p->read_count}, .symbols = {0, p->symbol_count},
        .schedules = {0, p->schedule_count}, .chosen = {0, p->chosen.count}, .init = p->init,
    };
}

/* Moves `count` items of `size` bytes after the items at `to`. Returns the range that they have there. */
static struct sfp_word_range move_items(void *to, size_t *to_count, const void *from, size_t *count, size_t size)
{
    const struct sfp_word_range range = {*to_count, *to_count + *count};

    if (*count > 0)
        memcpy((char *)to + *to_count * size, from, *count * size);
    *to_count += *count;
    *count = 0;
    return range;
}

#define MOVE_PART(program, more, items, count) \
    move_items((program)->items, &(program)->count, (more)->items, &(more)->count, sizeof *(program)->items)

/* Moves everything of `more` except its origins. Returns the part that it becomes. */
static struct sfp_program_part move_parts(struct sfp_program *program, struct sfp_program *more)
{
    const struct sfp_program_part part = {
        .words = MOVE_PART(program, more, words, count),
        .sources = MOVE_PART(program, more, sources, source_count),
        .regions = MOVE_PART(program, more, regions, region_count),
        .files = MOVE_PART(program, more, files, file_count),
        .read = MOVE_PART(program, more, read, read_count),
        .symbols = MOVE_PART(program, more, symbols, symbol_count),
        .schedules = MOVE_PART(program, more, schedules, schedule_count),
        .chosen = MOVE_PART(program, more, chosen.ranges, chosen.count),
        .init = more->init,
    };

    if (!program->chosen.profile) {
        program->chosen.profile = more->chosen.profile;
        more->chosen.profile = NULL;
    }
    return part;
}

/* Removes the constants: two threads' sources may give one name two values. */
static void drop_constants(struct sfp_program *program)
{
    free(program->constants);
    program->constants = NULL;
    program->constant_count = 0;
}

bool sfp_program_join(struct sfp_program *program, struct sfp_program *more, enum sfp_thread_id thread,
                      struct sfp_program_part *part)
{
    struct sfp_origins origins = {0};
    size_t room = program->stream_count + MOST_NEW_STREAMS;

    if (!reserve_parts(program, more) || !join_origins(program, more, &origins)) {
        origins_free(&origins);
        return false;
    }
    origins_free(&program->origins);
    program->origins = origins;
    drop_constants(program);
    *part = move_parts(program, more);
    shift_items(program, part, part->words.first, part->sources.first);
    sfp_streams_add(program, &room, thread, part->words.end - part->words.first);
    program->read_room = program->read_count;
    program->arch_stated |= more->arch_stated;
    if (!program->init)
        program->init = more->init;
    sfp_program_free(more);
    return true;
}

/* ---- Taking apart ---- */

/* Makes the origins of the words outside the cut, in *left. Returns false without memory. */
static bool cut_origins(const struct sfp_program *p, const struct sfp_program_part *cut, struct sfp_origins *left)
{
    struct origin_walk walk = sfp_origins_from(&p->origins, 0);
    const uint32_t sources = (uint32_t)(cut->sources.end - cut->sources.first);

    for (size_t i = 0; i < p->origins.count; i++) {
        struct sfp_origin origin = sfp_origins_next(&walk);

        if (i >= cut->words.first && i < cut->words.end)
            continue;
        if (origin.source != SFP_NO_SOURCE && origin.source >= cut->sources.end)
            origin.source -= sources;
        if (!sfp_origins_add(left, origin))
            return false;
    }
    return true;
}

/* Frees what the part's items own. */
static void free_items(struct sfp_program *p, const struct sfp_program_part *part)
{
    for (size_t i = part->sources.first; i < part->sources.end; i++)
        sfp_source_free(p->sources[i]);
    for (size_t i = part->regions.first; i < part->regions.end; i++)
        free(p->regions[i].name);
    for (size_t i = part->files.first; i < part->files.end; i++)
        free(p->files[i].name);
    for (size_t i = part->read.first; i < part->read.end; i++)
        free(p->read[i]);
    for (size_t i = part->schedules.first; i < part->schedules.end; i++)
        sfp_schedule_free(&p->schedules[i]);
}

static void cut_items(void *items, size_t *count, struct sfp_word_range cut, size_t size)
{
    if (cut.end > cut.first)
        memmove((char *)items + cut.first * size, (char *)items + cut.end * size, (*count - cut.end) * size);
    *count -= cut.end - cut.first;
}

#define CUT_PART(p, items, count, range) cut_items((p)->items, &(p)->count, range, sizeof *(p)->items)

/* Removes the words of the range from the streams. */
static void cut_streams(struct sfp_program *p, struct sfp_word_range cut)
{
    size_t kept = 0, end = 0;
    bool others = false;

    for (size_t i = 0; i < p->stream_count; i++) {
        const struct sfp_stream s = p->streams[i];
        const size_t first_cut = s.first > cut.first ? s.first : cut.first, end_cut = s.end < cut.end ? s.end : cut.end;
        const size_t length = s.end - s.first - (end_cut > first_cut ? end_cut - first_cut : 0);

        if (length == 0)
            continue;
        p->streams[kept++] = (struct sfp_stream){s.thread, end, end + length};
        end += length;
        others |= s.thread != SFP_THREAD_MATH;
    }
    p->stream_count = others ? kept : 0;
}

/* Returns the part with everything after the cut. */
static struct sfp_program_part part_after(const struct sfp_program *p, const struct sfp_program_part *cut)
{
    const struct sfp_program_part all = sfp_program_whole(p);

    return (struct sfp_program_part){
        .words = {cut->words.end, all.words.end}, .sources = {cut->sources.end, all.sources.end},
        .regions = {cut->regions.end, all.regions.end}, .files = {cut->files.end, all.files.end},
        .read = {cut->read.end, all.read.end}, .symbols = {cut->symbols.end, all.symbols.end},
        .schedules = {cut->schedules.end, all.schedules.end}, .chosen = {cut->chosen.end, all.chosen.end},
    };
}

bool sfp_program_cut(struct sfp_program *program, const struct sfp_program_part *cut)
{
    const struct sfp_program_part after = part_after(program, cut);
    struct sfp_origins origins = {0};

    if (!cut_origins(program, cut, &origins)) {
        origins_free(&origins);
        return false;
    }
    origins_free(&program->origins);
    program->origins = origins;
    shift_items(program, &after, cut->words.first - cut->words.end, cut->sources.first - cut->sources.end);
    free_items(program, cut);
    CUT_PART(program, words, count, cut->words);
    CUT_PART(program, sources, source_count, cut->sources);
    CUT_PART(program, regions, region_count, cut->regions);
    CUT_PART(program, files, file_count, cut->files);
    CUT_PART(program, read, read_count, cut->read);
    CUT_PART(program, symbols, symbol_count, cut->symbols);
    CUT_PART(program, schedules, schedule_count, cut->schedules);
    CUT_PART(program, chosen.ranges, chosen.count, cut->chosen);
    cut_streams(program, cut->words);
    return true;
}

static void pass_cut(struct sfp_word_range *range, struct sfp_word_range cut)
{
    if (range->first >= cut.end)
        shift_range(range, cut.first - cut.end);
}

void sfp_part_after_cut(struct sfp_program_part *part, const struct sfp_program_part *cut)
{
    pass_cut(&part->words, cut->words);
    pass_cut(&part->sources, cut->sources);
    pass_cut(&part->regions, cut->regions);
    pass_cut(&part->files, cut->files);
    pass_cut(&part->read, cut->read);
    pass_cut(&part->symbols, cut->symbols);
    pass_cut(&part->schedules, cut->schedules);
    pass_cut(&part->chosen, cut->chosen);
}
