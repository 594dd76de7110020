/* Schedules of a program. */
#include "schedules.h"

#include <stdlib.h>

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
