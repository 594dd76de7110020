/* Writes statistics as JSON (schema in stats.h). */
#include <stdlib.h>

#include "observe/optext.h"
#include "stats_parts.h"
#include "base/json_writer.h"

struct printer {
    struct sfp_json *json;
    const struct sfp_stats *s;
    const struct sfp_proof *proof; /* proof of the schedules, or NULL */
    const char *thread;            /* thread of the blocks, if several run; or NULL */
};

static void put_quotient(struct sfp_json *j, const char *name, uint64_t a, uint64_t b)
{
    if (b)
        json_double(j, name, (double)a / (double)b);
    else
        json_nothing(j, name);
}

/* Writes the members of a PLACE. */
static void put_stats_place(const struct printer *printer, size_t index)
{
    const struct sfp_kernel *kernel = printer->s->kernel;
    struct sfp_where where;

    json_count(printer->json, "index", index);
    if (!kernel->has_source || !sfp_program_where(&kernel->program, index, &where))
        return;
    json_text(printer->json, "file", where.file);
    json_count(printer->json, "line", where.line);
    json_count(printer->json, "column", where.column);
    json_bytes(printer->json, "text", where.text, where.length);
}

static void put_place_object(const struct printer *printer, const char *name, size_t index)
{
    if (index == SFP_NO_INDEX) {
        json_nothing(printer->json, name);
        return;
    }
    json_begin(printer->json, name);
    put_stats_place(printer, index);
    json_end(printer->json);
}

static void put_stall_causes(struct sfp_json *j, const char *name, const uint64_t lost[SFP_STALLS])
{
    json_begin(j, name);
    for (unsigned i = SFP_STALL_NONE + 1; i < SFP_STALLS; i++)
        json_count(j, sfp_stall_info((enum sfp_stall)i)->name, lost[i]);
    json_end(j);
}

static void put_instructions(struct sfp_json *j, const struct sfp_stats_totals *totals)
{
    json_begin(j, "instructions");
    json_count(j, "issued", totals->issued);
    json_count(j, "vector", totals->vector);
    json_count(j, "nops", totals->nops);
    json_count(j, "discarded", totals->discarded);
    json_count(j, "scheduled", totals->scheduled);
    json_count(j, "forgotten", totals->forgotten);
    json_end(j);
}

static void put_slots(struct sfp_json *j, const struct sfp_stats_totals *totals)
{
    json_begin(j, "slots");
    json_count(j, "issued", totals->issued);
    put_stall_causes(j, "lost", totals->lost);
    put_stall_causes(j, "hidden", totals->hidden);
    json_count(j, "drain", totals->drain);
    json_end(j);
}

static void put_unit(struct sfp_json *j, const char *name, uint64_t started, uint64_t busy, uint64_t cycles)
{
    json_begin(j, name);
    json_count(j, "started", started);
    json_count(j, "busy", busy);
    put_quotient(j, "busy_percent", 100 * busy, cycles);
    json_end(j);
}

static void put_unit_counts(struct sfp_json *j, const struct sfp_stats_totals *totals)
{
    json_begin(j, "units");
    for (unsigned i = 0; i < STATS_UNITS; i++)
        put_unit(j, sfp_unit_name(stats_units[i]), totals->started[stats_units[i]], totals->busy[stats_units[i]],
                 totals->cycles);
    if (totals->matrix.started)
        put_unit(j, "matrix", totals->matrix.started, totals->matrix.busy, totals->cycles);
    json_end(j);
}

static void put_stats_rows(const struct printer *printer, const char *name, size_t kind)
{
    size_t count;
    struct row *sorted = rows_sorted(printer->s, kind, &count);
    const bool of_cycles = kind == ROW_LOST || kind == ROW_HIDDEN;

    printer->json->failed |= !sorted;
    json_list(printer->json, name);
    for (size_t i = 0; i < count; i++) {
        json_begin(printer->json, NULL);
        if (of_cycles)
            json_text(printer->json, "cause", sfp_stall_info(sorted[i].cause)->name);
        json_count(printer->json, of_cycles ? "cycles" : "times", sorted[i].count);
        json_count(printer->json, "words", sorted[i].words);
        put_stats_place(printer, sorted[i].index);
        json_end(printer->json);
    }
    json_list_end(printer->json);
    free(sorted);
}

static void put_floors(struct sfp_json *j, const struct sfp_stats_block *b)
{
    json_begin(j, "floors");
    json_count(j, "issue", b->typical.issued);
    json_begin(j, "units");
    for (unsigned i = 0; i < STATS_UNITS; i++)
        json_count(j, sfp_unit_name(stats_units[i]), b->typical.units[stats_units[i]]);
    json_end(j);
    json_count(j, "dependence", sfp_stats_dependence(b));
    json_count(j, "chain", b->typical.chain);
    json_count_if(j, b->repeats, "carried", b->carried);
    json_end(j);
}

static void put_block_cycles(struct sfp_json *j, const struct sfp_stats_block *b)
{
    json_begin(j, "cycles");
    json_count(j, "first", b->first);
    json_count(j, "min", b->least);
    json_count(j, "median", b->median);
    json_count(j, "max", b->most);
    json_count(j, "total", b->cycles);
    json_end(j);
}

static void put_bind(struct sfp_json *j, const struct sfp_stats_bind *b)
{
    switch (b->by) {
    case SFP_BINDS_ISSUE:
        json_text(j, NULL, "issue");
        break;
    case SFP_BINDS_UNIT:
        json_text(j, NULL, sfp_unit_name(b->unit));
        break;
    case SFP_BINDS_DEPENDENCE:
        json_text(j, NULL, "dependence");
        break;
    case SFP_BINDS_STALL:
        json_format(j, NULL, "stall:%s", sfp_stall_info(b->stall)->name);
        break;
    }
}

static void put_binds(struct sfp_json *j, const struct sfp_stats_block *b)
{
    struct sfp_stats_bind all[SFP_STATS_BINDS];
    size_t count = sfp_stats_binds(b, all);

    json_list(j, "binds");
    for (size_t i = 0; i < count; i++)
        put_bind(j, &all[i]);
    json_list_end(j);
}

/* Writes a block's kind, with its name or places. */
static void put_block_kind(const struct printer *printer, const struct sfp_stats_block *b)
{
    struct sfp_json *j = printer->json;

    if (b->kind == SFP_STATS_REGION) {
        json_text(j, "kind", "region");
        json_text(j, "name", b->name);
    } else if (b->kind == SFP_STATS_LOOP) {
        json_text(j, "kind", "loop");
        json_count(j, "words", b->words);
        put_place_object(printer, "begins", b->begins);
    } else {
        json_text(j, "kind", "replay");
        json_count(j, "slot", b->slot);
        json_count(j, "count", b->count);
        put_place_object(printer, "recorded", b->recorded);
        put_place_object(printer, "played", b->played);
    }
}

/* Writes whether an instruction was issued or scheduled, its text, and its place. */
static void put_stats_op(const struct printer *printer, const struct sfp_op *op, bool scheduled)
{
    char item[SFP_OP_TEXT_SIZE];
    struct sfp_index isa;

    sfp_index_init(&isa, printer->s->kernel->program.arch);
    sfp_op_text(&isa, op, item);
    json_text(printer->json, "by", scheduled ? "macro" : "issue");
    json_text(printer->json, "item", item);
    put_stats_place(printer, op->index);
}

static void put_critical(const struct printer *printer, const struct sfp_stats_block *b)
{
    struct sfp_json *j = printer->json;

    json_begin(j, "critical");
    json_text(j, "floor", b->carries ? "carried" : "chain");
    json_list(j, "instructions");
    for (size_t i = 0; i < b->link_count; i++) {
        json_begin(j, NULL);
        json_count(j, "cycles", b->links[i].cycles);
        json_count(j, "latency", b->links[i].latency);
        json_count(j, "left_out", b->links[i].left_out);
        put_stats_op(printer, &b->links[i].op, b->links[i].scheduled);
        json_end(j);
    }
    json_list_end(j);
    json_end(j);
}

static void put_block(const struct printer *printer, const struct sfp_stats_block *b)
{
    struct sfp_json *j = printer->json;

    json_begin(j, NULL);
    if (printer->thread)
        json_text(j, "thread", printer->thread);
    put_block_kind(printer, b);
    json_count(j, "instances", b->instances);
    put_block_cycles(j, b);
    json_count(j, "issued", b->typical.issued);
    json_count(j, "nops", b->typical.nops);
    put_stall_causes(j, "lost", b->typical.lost);
    put_stall_causes(j, "hidden", b->typical.hidden);
    put_floors(j, b);
    put_critical(printer, b);
    json_count(j, "latency", b->typical.latency);
    put_stall_causes(j, "lost_total", b->lost);
    put_stall_causes(j, "hidden_total", b->hidden);
    put_binds(j, b);
    json_end(j);
}

static void put_counted_blocks(const struct printer *printer)
{
    for (size_t i = 0; i < printer->s->counted_count; i++)
        put_block(printer, printer->s->counted[i]);
}

static void put_blocks_of_thread(const struct printer *printer, unsigned thread)
{
    const struct printer own = {.json = printer->json, .s = printer->s->thread[thread],
                                .thread = sfp_thread_name((enum sfp_thread_id)thread)};

    if (own.s)
        put_counted_blocks(&own);
}

/* Writes the blocks, of several threads one thread's after the other's. */
static void put_blocks(const struct printer *printer)
{
    json_list(printer->json, "blocks");
    put_counted_blocks(printer);
    for (unsigned t = 0; t < SFP_THREADS; t++)
        put_blocks_of_thread(printer, t);
    json_list_end(printer->json);
}

/* Writes the names of the largest floors: issue, sub-units, ports. */
static void put_period_binds(struct sfp_json *j, const struct sfp_stats_steady *r)
{
    const unsigned floor = sfp_stats_steady_floor(r);

    json_list(j, "binds");
    if (r->issue == floor)
        json_text(j, NULL, "issue");
    for (unsigned i = 0; i < STATS_UNITS; i++)
        if (r->units[stats_units[i]] == floor)
            json_text(j, NULL, sfp_unit_name(stats_units[i]));
    if (r->ports == floor)
        json_text(j, NULL, "ports");
    json_list_end(j);
}

static void put_period_floors(struct sfp_json *j, const struct sfp_stats_steady *r)
{
    json_begin(j, "floors");
    json_count(j, "issue", r->issue);
    json_begin(j, "units");
    for (unsigned i = 0; i < STATS_UNITS; i++)
        json_count(j, sfp_unit_name(stats_units[i]), r->units[stats_units[i]]);
    json_end(j);
    json_count(j, "ports", r->ports);
    json_end(j);
}

static void put_period_items(const struct printer *printer, const struct sfp_stats_steady *r)
{
    struct sfp_json *j = printer->json;

    json_list(j, "items");
    for (size_t i = 0; i < r->count; i++) {
        const struct sfp_stats_cell *c = &r->cells[i];

        if (!sfp_stats_steady_binds(r, c))
            continue;
        json_begin(j, NULL);
        json_count(j, "row", c->row);
        json_text(j, "unit", c->unit == SFP_UNIT_NONE ? "front" : sfp_unit_name(c->unit));
        put_stats_op(printer, &c->op, c->scheduled);
        json_end(j);
    }
    json_list_end(j);
}

/* Writes the numbers below `count` that are not in `used`. */
static void put_unused_numbers(struct sfp_json *j, const char *name, unsigned used, unsigned count)
{
    json_list(j, name);
    for (unsigned i = 0; i < count; i++)
        if (!(used >> i & 1))
            json_count(j, NULL, i);
    json_list_end(j);
}

static void put_steady(const struct printer *printer, const struct sfp_stats_steady *r)
{
    struct sfp_json *j = printer->json;

    if (!r) {
        json_nothing(j, "schedule");
        return;
    }
    json_begin(j, "schedule");
    json_count_if(j, r->period, "period", r->period);
    if (r->period) {
        json_count(j, "from", r->from);
        json_count(j, "cycles", r->cycles);
        json_count(j, "nops", r->nops);
        json_count(j, "stores", r->stores);
        put_period_floors(j, r);
        json_count(j, "floor", sfp_stats_steady_floor(r));
        put_period_binds(j, r);
        put_period_items(printer, r);
    }
    put_unused_numbers(j, "templates_left", r->templates, SFP_TEMPLATES);
    put_unused_numbers(j, "macros_left", r->macros, SFP_SEQUENCES);
    json_end(j);
}

static void put_thread_stats(const struct printer *printer, unsigned thread)
{
    const struct sfp_stats *s = printer->s->thread[thread];
    struct sfp_json *j = printer->json;

    json_begin(j, NULL);
    json_text(j, "thread", sfp_thread_name((enum sfp_thread_id)thread));
    json_count(j, "cycles", s->totals.cycles);
    put_instructions(j, &s->totals);
    json_count(j, "stores", s->totals.stores);
    put_slots(j, &s->totals);
    put_steady(printer, s->steady);
    json_end(j);
}

static void put_threads_stats(const struct printer *printer)
{
    json_list(printer->json, "by_thread");
    for (unsigned t = 0; t < SFP_THREADS; t++)
        if (printer->s->thread[t])
            put_thread_stats(printer, t);
    json_list_end(printer->json);
}

static void put_core_part(const struct printer *printer, const struct core_part *part)
{
    struct sfp_json *j = printer->json;

    json_begin(j, NULL);
    json_text_or_null(j, "function", part->function);
    put_stats_place(printer, part->first);
    json_count(j, "iterations", part->iterations);
    json_count(j, "cycles", part->counts.cycles);
    json_count(j, "instructions", part->counts.instructions);
    json_count(j, "waits", part->counts.waits);
    json_count(j, "awaited", part->counts.awaited);
    json_count(j, "fetched", part->counts.fetched);
    gathering_json(j, &part->gathering);
    json_end(j);
}

static void put_core_parts(const struct printer *printer)
{
    size_t count;
    struct core_part *parts = core_parts(printer->s, &count);

    printer->json->failed |= !parts;
    json_list(printer->json, "core");
    for (size_t i = 0; parts && i < count; i++)
        put_core_part(printer, &parts[i]);
    json_list_end(printer->json);
    free(parts);
}

static void put_proof(const struct printer *printer)
{
    struct sfp_json *j = printer->json;
    struct sfp_proof_result r;

    json_list(j, "proof");
    for (size_t i = 0; sfp_proof_get(printer->proof, i, &r); i++) {
        json_begin(j, NULL);
        json_text(j, "schedule", r.name);
        json_count(j, "iterations", r.iterations);
        json_count(j, "cells", r.cells);
        json_bool(j, "differs", r.differs);
        json_end(j);
    }
    json_list_end(j);
}

static uint64_t count_unit_operations(const struct sfp_stats_totals *totals)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < STATS_UNITS; i++)
        sum += totals->started[stats_units[i]];
    return sum;
}

static void put_per_vector(struct sfp_json *j, const char *name, const struct sfp_stats_totals *totals, double cycles)
{
    if (totals->vectors)
        json_double(j, name, cycles);
    else
        json_nothing(j, name);
}

static void put_totals(const struct printer *printer)
{
    const struct sfp_stats *s = printer->s;
    const struct sfp_stats_totals *totals = &s->totals;
    struct sfp_json *j = printer->json;

    json_text(j, "schema", "sfpsim-stats");
    json_count(j, "version", SFP_STATS_VERSION);
    json_text(j, "kernel", s->kernel->path);
    json_text(j, "arch", sfp_arch_name(s->kernel->program.arch));
    json_text_or_null(j, "selected", s->kernel->program.chosen.profile);
    json_count(j, "passes", totals->passes);
    json_count(j, "cycles", totals->cycles);
    put_instructions(j, totals);
    put_quotient(j, "ipc", totals->issued, totals->cycles);
    put_quotient(j, "operations_per_cycle", count_unit_operations(totals), totals->cycles);
    json_count(j, "stores", totals->stores);
    json_count(j, "vectors", totals->vectors);
    put_per_vector(j, "cycles_per_32_lanes", totals, sfp_stats_per_vector(totals));
    put_per_vector(j, "cycles_per_face", totals, STATS_FACE * sfp_stats_per_vector(totals));
    put_per_vector(j, "cycles_per_tile", totals, STATS_TILE * sfp_stats_per_vector(totals));
    put_per_vector(j, "steady_cycles_per_32_lanes", totals, sfp_stats_steady_per_vector(totals));
    put_per_vector(j, "steady_cycles_per_face", totals, STATS_FACE * sfp_stats_steady_per_vector(totals));
    put_per_vector(j, "steady_cycles_per_tile", totals, STATS_TILE * sfp_stats_steady_per_vector(totals));
    put_slots(j, totals);
    json_count(j, "pusher_held", totals->held);
    put_unit_counts(j, totals);
}

char *sfp_stats_json(const struct sfp_stats *s, const struct sfp_proof *proven, size_t *size)
{
    struct sfp_json json = {.ascii = true, .digits = 6};
    const struct printer printer = {.json = &json, .s = s, .proof = proven};

    json_begin(&json, NULL);
    put_totals(&printer);
    put_stats_rows(&printer, "lost", ROW_LOST);
    put_stats_rows(&printer, "hidden", ROW_HIDDEN);
    put_stats_rows(&printer, "discards", ROW_DISCARD);
    put_stats_rows(&printer, "forgotten", ROW_FORGOTTEN);
    put_blocks(&printer);
    put_steady(&printer, s->steady);
    if (s->of_threads)
        put_threads_stats(&printer);
    if (s->core)
        put_core_parts(&printer);
    if (proven)
        put_proof(&printer);
    json_end(&json);
    return json_take(&json, size);
}
