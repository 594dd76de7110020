/* Reads a part of a table, and finds the cell that no table can have. */
#include "pin.h"

#include <stdlib.h>
#include <string.h>

#include "assembly/asm.h"
#include "cli/run_files.h"
#include "sat.h"
#include "program/source.h"
#include "period_search.h"
#include "base/fail.h"

/* ---- Reading ---- */

/* Keeps the first error; no text if memory ran out. */
static void keep_pin_error(void *context, const struct sfp_diagnostic *d)
{
    char **error = context;

    if (!d->error || *error || d->no_memory)
        return;
    if (d->file && d->line > 0)
        fail_with(error, "%s:%lu:%lu: %s", d->file, d->line, d->column, d->text);
    else
        fail_with(error, "%s%s%s", d->file ? d->file : "", d->file ? ": " : "", d->text);
}

bool pin_file_read(const struct sfp_machine_options *o, enum sfp_arch arch, const char *path,
                   struct sfp_program *program, char **error)
{
    struct sfp_asm_options how = {.arch = arch, .partial_schedules = true, .include_dirs = o->include_dirs,
                                  .include_dir_count = o->include_dir_count, .sink = keep_pin_error,
                                  .read = run_file_source, .context = error};

    *error = NULL;
    warnings_init(&how.warnings);
    if (!assembly_make(&how, &(struct sfp_asm_source){.path = path}, 1, program))
        return false;
    if (program->schedule_count == 1)
        return true;
    fail_with(error, "%s: %zu schedules, but --pin takes one", path, program->schedule_count);
    sfp_program_free(program);
    return false;
}

/* ---- Naming the cell ---- */

static const char *const rule_names[MODEL_RULES] = {
#define RULE(id, name, ...) name,
#include "schedule_rules.def"
#undef RULE
};

static bool blame_cell(const struct sfp_program *program, size_t cell, const char *why, char **error)
{
    const struct sfp_origin origin = program->schedules[0].cells[cell].origin;
    struct position at = {0};

    if (!sfp_source_locate(program->sources[origin.source], origin.offset, &at))
        *error = NULL;
    else
        fail_with(error, "%s:%lu:%lu: %s", at.file, at.line, at.column, why);
    return false;
}

/* The assumptions: cells, then rules. */
struct blaming {
    const struct model *model;
    struct sat *sat;
    const struct pins *pins;
    int *assumed; /* `count` of them; owned */
    size_t count;
};

enum { PATIENCE = 100000 }; /* limit in conflicts */

/* Leaves out, one by one, assumptions that the refutation can do without. */
static void leave_out_unneeded(struct blaming *b)
{
    for (size_t i = b->count; i-- > 0;) {
        const int literal = b->assumed[i];

        b->assumed[i] = CNF_TRUE;
        if (sat_solve(b->sat, b->assumed, b->count, PATIENCE) != SAT_NO)
            b->assumed[i] = literal;
    }
}

/* Names the last cell in conflict with other cells, and the rules that forbid it. */
static bool blame_conflict(const struct sfp_program *program, const struct blaming *b, char **error)
{
    const size_t cells = b->pins->table->cell_count;
    size_t cell = cells;
    char why[200] = "no table has this cell together with the other cells";
    bool any = false;

    while (cell > 0 && b->assumed[cell - 1] == CNF_TRUE)
        cell--;
    for (size_t rule = 0; rule < MODEL_RULES; rule++)
        if (b->assumed[cells + rule] != CNF_TRUE) {
            snprintf(why + strlen(why), sizeof why - strlen(why), "%s %s", any ? "," : ":", rule_names[rule]);
            any = true;
        }
    if (cell == 0)
        return fail_with(error, "%s: no table has this period", b->pins->table->name);
    return blame_cell(program, cell - 1, why, error);
}

/* Asks the model that permits most, with the table's number of turns. */
static bool ask_for_pinned(const struct sfp_program *program, const struct model *m, const struct pins *p,
                           struct sat *s, char **error)
{
    struct blaming b = {m, s, p, calloc(p->table->cell_count + MODEL_RULES + 1, sizeof *b.assumed), 0};
    bool good = false;

    if (b.assumed && sat_open(s, &m->cnf, NULL, NULL)) {
        b.count = pins_assume(p, false, b.assumed) + MODEL_RULES;
        memcpy(b.assumed + p->table->cell_count, m->rules, sizeof m->rules);
        good = sat_solve(s, b.assumed, b.count, PATIENCE) != SAT_NO;
        if (!good) {
            leave_out_unneeded(&b);
            blame_conflict(program, &b, error);
        }
    }
    free(b.assumed);
    return good;
}

bool pin_file_check(const struct graph *g, const struct sfp_program *program, char **error)
{
    const struct sfp_schedule *table = &program->schedules[0];
    const unsigned rows = search_rows(g);
    struct model m;
    struct pins p = {0};
    struct sat s = {0};
    bool good = false;

    *error = NULL;
    if (table->turns > MODEL_TURNS || table->rows > MODEL_ROWS || table->turns * table->period > MODEL_ROWS)
        return fail_with(error, "%s: a pinned table may have at most %d rows, %d turns, %d cycles in all turns",
                         table->name,
                         MODEL_ROWS, MODEL_TURNS, MODEL_ROWS);
    if (model_make(&m, g, (struct model_wants){.period = table->period, .turns = table->turns, .by_turn = true,
                                               .shadows = true, .explain = true,
                                               .rows = table->rows > rows ? table->rows : rows})) {
        good = pins_make(&p, &m, table);
        good = good    ? ask_for_pinned(program, &m, &p, &s, error)
               : p.why ? blame_cell(program, p.cell, p.why, error)
                       : false;
    }
    sat_close(&s);
    pins_free(&p);
    model_free(&m);
    return good;
}
