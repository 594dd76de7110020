/* Converts a schedule to the form in which the program keeps it. */
#include "table.h"

#include "assembly/assembler.h"
#include "program/sfp_program.h"
#include "schedule_cells.h"
#include "base/array.h"

#include <stdlib.h>
#include <string.h>

static enum sfp_cell_kind kept_kind(const struct cell *cell)
{
    switch (cell->kind) {
    case CELL_LOAD: return SFP_CELL_LOAD;
    case CELL_SCHEDULED: return SFP_CELL_SCHEDULED;
    case CELL_IDLE: return SFP_CELL_IDLE;
    case CELL_NEXT: return SFP_CELL_NEXT;
    case CELL_ISSUED: break;
    }
    return SFP_CELL_ISSUED;
}

/* Returns whether the read is of the half of a register that SFPLOADI or SFPLOAD keeps, and the table says by .old that
 * the half is another iteration's. A run need not find a certain iteration's there, and the first iterations cannot. */
static bool is_half_of_others(const struct cell *cell, const struct landings_found *found)
{
    return cell->old && cell->unit == SFP_UNIT_LOAD && found->later != 0;
}

static bool keep_sources(const struct landings *landings, const struct cell *cell, unsigned turn,
                         struct sfp_schedule_action *action)
{
    uint32_t read = cell_known_access(cell, turn, landings->arch).reads & SFP_USES_LREGS;

    action->sources = calloc((size_t)__builtin_popcount(read) + 1, sizeof *action->sources);
    if (!action->sources)
        return false;
    for (; read; read &= read - 1) {
        const uint8_t lreg = (uint8_t)__builtin_ctz(read);
        const struct landings_found found = landings_find(landings, &(struct read){cell, turn, lreg});

        if (found.last && !is_half_of_others(cell, &found))
            action->sources[action->source_count++] = (struct sfp_schedule_source){
                lreg, (uint32_t)(found.last->cell - landings->schedule->cells), (int32_t)-found.later};
    }
    return true;
}

static bool keep_actions(const struct landings *landings, const struct cell *cell, struct sfp_schedule_cell *kept)
{
    const unsigned turns = landings->schedule->turns;

    kept->actions = calloc(turns, sizeof *kept->actions);
    for (unsigned turn = 0; kept->actions && turn < turns; turn++) {
        const struct action *a = &cell->actions[turn];

        kept->actions[turn] =
            (struct sfp_schedule_action){.word = a->word, .va = a->va, .vb = a->vb, .vc = a->vc, .vd = a->vd};
        if (!keep_sources(landings, cell, turn, &kept->actions[turn]))
            return false;
    }
    return kept->actions;
}

static bool keep_cell(const struct landings *landings, const struct cell *cell, struct sfp_schedule_cell *kept)
{
    *kept = (struct sfp_schedule_cell){
        .kind = kept_kind(cell),
        .unit = cell->unit,
        .row = cell->row,
        .tag = cell->tag,
        .addrmod = cell->addrmod,
        .old = cell->old,
        .origin = {.source = cell->place.source->index, .offset = cell->place.begin},
    };
    if (cell->insn)
        cell_address(landings->schedule, cell, &kept->address);
    return !cell->insn || keep_actions(landings, cell, kept);
}

static bool keep_cells(const struct schedule *s, enum sfp_arch arch, struct sfp_schedule *kept)
{
    struct landings landings;
    bool good = landings_make(&landings, s, arch);

    kept->cells = calloc(s->cell_count + 1, sizeof *kept->cells);
    good &= kept->cells != NULL;
    for (size_t i = 0; good && i < s->cell_count; i++)
        good = keep_cell(&landings, &s->cells[i], &kept->cells[kept->cell_count++]);
    landings_free(&landings);
    return good;
}

static bool keep_tags(const struct schedule *s, struct sfp_schedule *kept)
{
    kept->tags = calloc(s->tag_count + 1, sizeof *kept->tags);
    for (size_t i = 0; kept->tags && i < s->tag_count; i++) {
        kept->tags[i] = strndup(place_text(s->tags[i].name), place_length(s->tags[i].name));
        if (!kept->tags[i])
            return false;
        kept->tag_count++;
    }
    return kept->tags;
}

static bool keep_schedule(struct assembler *as, const struct schedule *s, struct sfp_schedule *kept)
{
    *kept = (struct sfp_schedule){
        .name = strndup(place_text(s->name), place_length(s->name)),
        .period = s->period,
        .rows = s->rows,
        .turns = s->turns,
        .step = s->step,
        .counts_cycles = s->counts_cycles,
    };
    return kept->name && keep_tags(s, kept) && keep_cells(s, as->program->arch, kept);
}

bool schedule_keep(struct assembler *as, struct schedule *s)
{
    struct sfp_program *program = as->program;

    if (s->kept)
        return true;
    if (!array_room(&program->schedules, program->schedule_count, &as->schedules->kept_capacity,
                    sizeof *program->schedules)) {
        report_no_memory(as);
        return false;
    }
    s->kept = ++program->schedule_count;
    if (keep_schedule(as, s, &program->schedules[s->kept - 1]))
        return true;
    report_no_memory(as);
    return false;
}

bool schedule_keep_word(struct assembler *as, const struct schedule *s, const struct cell *cell, unsigned turn)
{
    struct sfp_schedule *kept = &as->program->schedules[s->kept - 1];

    if (!array_room(&kept->words, kept->word_count, &kept->word_capacity, sizeof *kept->words)) {
        report_no_memory(as);
        return false;
    }
    kept->words[kept->word_count++] =
        (struct sfp_schedule_word){as->program->count, (uint32_t)(cell - s->cells), turn};
    return true;
}
