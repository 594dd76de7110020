/* Reports a proof to users: each table's first difference, and the extent proven. */
#include "proof_parts.h"

#include <inttypes.h>
#include <stdarg.h>

#include "program/origins.h"

enum { TEXT = 512, PLACE = 256 };

/* Writes the cell's place in the source, in brackets, or an empty text. */
static void cell_place(const struct sfp_proof *proof, const struct sfp_schedule_cell *cell, char text[PLACE])
{
    struct sfp_where where;

    text[0] = '\0';
    if (sfp_origins_where(&proof->kernel->program, cell->origin, &where) && where.file)
        snprintf(text, PLACE, " (%s:%lu:%lu)", where.file, where.line, where.column);
}

void proof_differs(struct sfp_proof *proof, const struct proof_place *place, const struct sfp_op *op,
                   const char *format, ...)
{
    struct proof_table *table = place->table;
    const struct sfp_schedule_cell *cell = proof_cell(place);
    char what[TEXT], where[PLACE], text[2 * TEXT + PLACE];
    struct sfp_finding_detail detail = {.cycle = proof->cycle, .other = SFP_NO_INDEX, .lreg = -1, .text = text};
    va_list arguments;

    if (table->differs)
        return;
    table->differs = true;
    if (!proof->reporter.report)
        return;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    cell_place(proof, cell, where);
    snprintf(text, sizeof text, "%.*s: row %u, %s%s%s%s, iteration %lld%s: %s", TEXT / 2, table->s->name, cell->row,
             cell->unit == SFP_UNIT_NONE ? "front end" : sfp_unit_name(cell->unit), cell->tag >= 0 ? ", [" : "",
             cell->tag >= 0 ? table->s->tags[cell->tag] : "", cell->tag >= 0 ? "]" : "",
             (long long)(place->iteration - table->begin), where, what);
    proof->reporter.report(proof->reporter.context, SFP_FIND_SCHEDULE_CELL, op, &detail);
}

bool sfp_proof_get(const struct sfp_proof *proof, size_t i, struct sfp_proof_result *result)
{
    for (size_t k = 0; k < proof->table_count; k++) {
        const struct proof_table *table = &proof->tables[k];

        if (table->iterations == 0 || i-- != 0)
            continue;
        *result = (struct sfp_proof_result){table->s->name, table->iterations, table->proven, table->differs};
        return true;
    }
    return false;
}

void sfp_proof_print(const struct sfp_proof *proof, FILE *stream)
{
    struct sfp_proof_result r;

    for (size_t i = 0; sfp_proof_get(proof, i, &r); i++)
        fprintf(stream, "  schedule %s: %" PRIu64 " cell%s of %" PRIu64 " iteration%s as in its table%s\n", r.name,
                r.cells, r.cells == 1 ? "" : "s", r.iterations, r.iterations == 1 ? "" : "s",
                r.differs ? ", and then a difference" : "");
}
