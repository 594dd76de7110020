/* What an assembly leaves: words, where they came from, and their schedules. */
#include "program.h"

#include "origins.h"
#include "schedules.h"
#include "source.h"
#include "util/array.h"

#include <stdlib.h>

bool origins_where(const struct sfp_program *program, struct sfp_origin origin, struct sfp_where *where)
{
    struct position position;

    if (origin.source == SFP_NO_SOURCE)
        return false;
    if (!source_locate(program->sources[origin.source], origin.offset, &position))
        return false;
    *where = (struct sfp_where){
        .file = position.file,
        .line = position.line,
        .column = position.column,
        .text = position.text,
        .length = position.length,
        .from_file = position.from_file,
        .from_line = position.from_line,
    };
    return true;
}

bool sfp_program_where(const struct sfp_program *program, size_t index, struct sfp_where *where)
{
    return index < program->origins.count && origins_where(program, origins_at(&program->origins, index), where);
}

bool sfp_program_count_lines(const struct sfp_program *program)
{
    for (size_t i = 0; i < program->source_count; i++)
        if (!source_count_lines(program->sources[i]))
            return false;
    return true;
}

static bool ends_before(const void *region, const void *index)
{
    return ((const struct sfp_region *)region)->end <= *(const size_t *)index;
}

const struct sfp_region *sfp_program_region(const struct sfp_program *program, size_t index)
{
    const struct sfp_region *regions = program->regions;
    const size_t i = array_before(regions, program->region_count, sizeof *regions, ends_before, &index);

    return i < program->region_count && regions[i].first <= index ? &regions[i] : NULL;
}

void sfp_program_free(struct sfp_program *program)
{
    for (size_t i = 0; i < program->source_count; i++)
        source_free(program->sources[i]);
    for (size_t i = 0; i < program->region_count; i++)
        free(program->regions[i].name);
    for (size_t i = 0; i < program->file_count; i++)
        free(program->files[i].name);
    for (size_t i = 0; i < program->schedule_count; i++)
        sfp_schedule_free(&program->schedules[i]);
    free(program->schedules);
    free(program->files);
    for (size_t i = 0; i < program->read_count; i++)
        free(program->read[i]);
    free(program->read);
    free(program->symbols);
    free(program->regions);
    free(program->sources);
    origins_free(&program->origins);
    free(program->words);
    *program = (struct sfp_program){0};
}

/* ---- Schedules ---- */

static void free_cell(struct sfp_schedule_cell *cell, unsigned turns)
{
    for (unsigned turn = 0; cell->actions && turn < turns; turn++)
        free(cell->actions[turn].sources);
    free(cell->actions);
}

void sfp_schedule_free(struct sfp_schedule *schedule)
{
    for (size_t i = 0; i < schedule->cell_count; i++)
        free_cell(&schedule->cells[i], schedule->turns);
    for (size_t i = 0; i < schedule->tag_count; i++)
        free(schedule->tags[i]);
    free(schedule->cells);
    free(schedule->tags);
    free(schedule->words);
    free(schedule->name);
    *schedule = (struct sfp_schedule){0};
}

static int by_index(const void *key, const void *word)
{
    const size_t index = *(const size_t *)key, other = ((const struct sfp_schedule_word *)word)->index;

    return (index > other) - (index < other);
}

const struct sfp_schedule *sfp_schedule_of_word(const struct sfp_program *program, size_t index,
                                                const struct sfp_schedule_word **word)
{
    for (size_t i = 0; i < program->schedule_count; i++) {
        const struct sfp_schedule *s = &program->schedules[i];

        *word = s->word_count ? bsearch(&index, s->words, s->word_count, sizeof *s->words, by_index) : NULL;
        if (*word)
            return s;
    }
    return NULL;
}

const struct sfp_schedule_cell *sfp_schedule_executes(const struct sfp_schedule *schedule,
                                                      const struct sfp_schedule_word *word, enum sfp_unit unit)
{
    const struct sfp_schedule_cell *own = &schedule->cells[word->cell];

    if (unit == SFP_UNIT_NONE)
        return own;
    for (const struct sfp_schedule_cell *cell = schedule->cells; cell < schedule->cells + schedule->cell_count; cell++)
        if (cell->kind == SFP_CELL_SCHEDULED && cell->tag == own->tag && cell->unit == unit)
            return cell;
    return NULL;
}
