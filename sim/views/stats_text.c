/* Writes statistics as text. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "observe/optext.h"
#include "stats_parts.h"
#include "base/terminal.h"

enum { ROWS_SHOWN = 20 };

static double divide_counts(uint64_t a, uint64_t b)
{
    return b ? (double)a / (double)b : 0;
}

static const char *plural_suffix(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* Ends a line about `vectors` vectors with their cycles in the steady state, if there is one. */
static void end_vectors_line(const struct sfp_stats_totals *totals, unsigned vectors, FILE *stream)
{
    if (totals->repeats)
        fprintf(stream, "; in the steady state %.2f", vectors * sfp_stats_steady_per_vector(totals));
    fputc('\n', stream);
}

static void print_vectors(const struct sfp_stats_totals *totals, FILE *stream)
{
    if (!totals->vectors) {
        fprintf(stream, "cycles per 32 lanes         n/a   nothing stored\n");
        return;
    }
    fprintf(stream, "cycles per 32 lanes  %10.2f   %" PRIu64 " vector%s, %" PRIu64 " SFPSTORE%s",
            sfp_stats_per_vector(totals), totals->vectors, plural_suffix(totals->vectors), totals->stores,
            plural_suffix(totals->stores));
    end_vectors_line(totals, 1, stream);
    fprintf(stream, "cycles per face      %10.2f   %d vectors", STATS_FACE * sfp_stats_per_vector(totals), STATS_FACE);
    end_vectors_line(totals, STATS_FACE, stream);
    fprintf(stream, "cycles per tile      %10.2f   %d vectors", STATS_TILE * sfp_stats_per_vector(totals), STATS_TILE);
    end_vectors_line(totals, STATS_TILE, stream);
}

static void print_stats_totals(const struct sfp_stats_totals *totals, FILE *stream)
{
    uint64_t operations = 0;

    for (unsigned i = 0; i < STATS_UNITS; i++)
        operations += totals->started[stats_units[i]];
    fprintf(stream, "cycles               %10" PRIu64 "\n", totals->cycles);
    fprintf(stream, "instructions         %10" PRIu64 "   %" PRIu64 " to the vector unit, of them %" PRIu64
            " SFPNOP and %" PRIu64 " discarded\n", totals->issued, totals->vector, totals->nops, totals->discarded);
    if (totals->scheduled || totals->forgotten)
        fprintf(stream, "scheduled items      %10" PRIu64 "   executed, and %" PRIu64 " forgotten\n", totals->scheduled,
                totals->forgotten);
    fprintf(stream, "IPC                  %10.2f   sub-unit operations per cycle: %.2f\n",
            divide_counts(totals->issued, totals->cycles), divide_counts(operations, totals->cycles));
    print_vectors(totals, stream);
}

static void print_slot(const char *what, const char *cause, uint64_t cycles, uint64_t all, FILE *stream)
{
    fprintf(stream, "  %s%-*s %10" PRIu64 " %6.1f%%\n", what, 16 - (int)strlen(what), cause, cycles,
            100 * divide_counts(cycles, all));
}

/* Prints the stalls that cost nothing. */
static void print_hidden(const struct sfp_stats_totals *totals, FILE *stream)
{
    const char *before = "\n";

    for (unsigned i = 0; i < SFP_STALLS; i++) {
        if (!totals->hidden[i])
            continue;
        fprintf(stream,
                "%shidden: %-12s %10" PRIu64 "   stall cycles in which another unit's instruction issued\n",
                before, sfp_stall_info((enum sfp_stall)i)->name, totals->hidden[i]);
        before = "";
    }
}

static void print_issue_slots(const struct sfp_stats_totals *totals, FILE *stream)
{
    fputs("\nissue slots            cycles\n", stream);
    print_slot("issued", "", totals->issued, totals->cycles, stream);
    for (unsigned i = 0; i < SFP_STALLS; i++)
        if (totals->lost[i])
            print_slot("lost: ", sfp_stall_info((enum sfp_stall)i)->name, totals->lost[i], totals->cycles, stream);
    if (totals->drain)
        print_slot("after the last", "", totals->drain, totals->cycles, stream);
    print_hidden(totals, stream);
    if (totals->held)
        fprintf(stream, "\nqueue full           %10" PRIu64 "   cycles in which the next word waits to be pushed\n", totals->held);
}

static void print_unit(const char *name, uint64_t started, uint64_t busy, uint64_t cycles, FILE *stream)
{
    fprintf(stream, "  %-16s %10" PRIu64 " %10" PRIu64 " %6.1f%%\n", name, started, busy,
            100 * divide_counts(busy, cycles));
}

static void print_units(const struct sfp_stats_totals *totals, FILE *stream)
{
    fputs("\nsub-unit              started       busy\n", stream);
    for (unsigned i = 0; i < STATS_UNITS; i++)
        print_unit(sfp_unit_name(stats_units[i]), totals->started[stats_units[i]], totals->busy[stats_units[i]],
                   totals->cycles, stream);
    if (totals->matrix.started)
        print_unit("matrix unit", totals->matrix.started, totals->matrix.busy, totals->cycles, stream);
}

/* Finds the source line, without indentation. Returns false if the source is unknown. */
static bool find_text(const struct sfp_kernel *kernel, size_t index, struct sfp_where *where)
{
    if (!kernel->has_source || !sfp_program_where(&kernel->program, index, where))
        return false;
    while (where->length && strchr(" \t", *where->text)) {
        where->text++;
        where->length--;
    }
    return where->length || !sfp_kernel_code_at(kernel, index); /* files named by compiled code may be missing */
}

/* Prints the place, and the source line, or the instruction if the source is unknown. */
static void print_stats_place(const struct sfp_stats *s, size_t index, FILE *stream)
{
    enum { PLACE = 4096 };
    const struct sfp_kernel *kernel = s->kernel;
    char place[PLACE], text[SFP_DISASSEMBLY_SIZE];
    struct sfp_where where;
    struct sfp_index isa;

    sfp_kernel_place(kernel, index, place, sizeof place);
    if (find_text(kernel, index, &where)) {
        shown_print(stream, "%s  %.*s", place, (int)where.length, where.text);
        return;
    }
    if (sfp_kernel_code_at(kernel, index) && !kernel->program.words[index]) { /* no word was pushed from there */
        fprintf(stream, "%s\n", place);
        return;
    }
    sfp_index_init(&isa, kernel->program.arch);
    disassembly_of_word(&isa, kernel->program.words[index], SFP_SYNTAX_GNU, text);
    fprintf(stream, "%s  %s\n", place, text);
}

/* Prints the rows of one kind. Returns false if memory runs out. */
static bool print_stats_rows(const struct sfp_stats *s, size_t kind, const char *title, FILE *stream)
{
    size_t count;
    struct row *rows = rows_sorted(s, kind, &count);
    const bool sorted = rows;

    if (count)
        fprintf(stream, "\n%s\n", title);
    for (size_t i = 0; i < count && i < ROWS_SHOWN; i++) {
        fprintf(stream, "  %10" PRIu64 "  ", rows[i].count);
        if (kind == ROW_LOST || kind == ROW_HIDDEN)
            fprintf(stream, "%-9s  ", sfp_stall_info(rows[i].cause)->name);
        print_stats_place(s, rows[i].index, stream);
    }
    if (count > ROWS_SHOWN)
        fprintf(stream, "  and %zu more line%s\n", count - ROWS_SHOWN, plural_suffix(count - ROWS_SHOWN));
    free(rows);
    return sorted;
}

static void print_title(const struct sfp_stats *s, const struct sfp_stats_block *b, FILE *stream)
{
    enum { PLACE = 4096 };
    char place[PLACE];

    fputc('\n', stream);
    if (b->kind == SFP_STATS_REGION) {
        fputs("region ", stream);
        shown_put(stream, b->name, strlen(b->name));
    } else if (b->kind == SFP_STATS_LOOP) {
        sfp_kernel_place(s->kernel, b->begins, place, sizeof place);
        fprintf(stream, "loop of %zu words at %s", b->words, place);
    } else {
        fprintf(stream, "replay of %u slot%s from %u", b->count, plural_suffix(b->count), b->slot);
        if (b->recorded != SFP_NO_INDEX) {
            sfp_kernel_place(s->kernel, b->recorded, place, sizeof place);
            fprintf(stream, ", recorded at %s", place);
        }
        sfp_kernel_place(s->kernel, b->played, place, sizeof place);
        fprintf(stream, ", played at %s", place);
    }
    fprintf(stream, ": %" PRIu64 " time%s\n", b->instances, plural_suffix(b->instances));
}

static void print_floors(const struct sfp_stats_block *b, FILE *stream)
{
    fputs("     issue", stream);
    for (unsigned i = 0; i < STATS_UNITS; i++)
        fprintf(stream, " %7s", sfp_unit_name(stats_units[i]));
    fputs("   chain carried  achieved\n", stream);
    fprintf(stream, "  %8" PRIu64, b->typical.issued);
    for (unsigned i = 0; i < STATS_UNITS; i++)
        fprintf(stream, " %7" PRIu64, b->typical.units[stats_units[i]]);
    fprintf(stream, " %7" PRIu64, b->typical.chain);
    if (b->repeats)
        fprintf(stream, " %7" PRIu64, b->carried);
    else
        fputs("       -", stream);
    fprintf(stream, "  %8" PRIu64, b->median);
    if (b->least != b->most)
        fprintf(stream, "   first %" PRIu64 ", least %" PRIu64 ", most %" PRIu64, b->first, b->least, b->most);
    fputc('\n', stream);
}

/* Returns the name of a bind: for a floor, its column of print_floors(). */
static const char *bind_name(const struct sfp_stats_block *b, const struct sfp_stats_bind *bind)
{
    switch (bind->by) {
    case SFP_BINDS_ISSUE:
        return "issue";
    case SFP_BINDS_UNIT:
        return sfp_unit_name(bind->unit);
    case SFP_BINDS_DEPENDENCE:
        return b->carries ? "carried" : "chain";
    case SFP_BINDS_STALL:
        break;
    }
    return sfp_stall_info(bind->stall)->name;
}

static void print_binds(const struct sfp_stats_block *b, FILE *stream)
{
    struct sfp_stats_bind binds[SFP_STATS_BINDS];
    size_t count = sfp_stats_binds(b, binds);
    bool stalls = count && binds[0].by == SFP_BINDS_STALL;

    fputs(stalls ? "  binds: stalls:" : "  binds:", stream);
    for (size_t i = 0; i < count; i++) {
        fprintf(stream, "%s %s", i ? "," : "", bind_name(b, &binds[i]));
        if (stalls)
            fprintf(stream, " %" PRIu64, binds[i].cycles);
    }
    if (!stalls && binds[0].cycles > b->median)
        fputs(" (overlaps the next instance)", stream);
    fprintf(stream, "; latency %" PRIu64, b->typical.latency);
    if (b->typical.nops)
        fprintf(stream, "; SFPNOP slots: %" PRIu64, b->typical.nops);
    fputc('\n', stream);
}

/* Prints an instruction and its source line. A scheduled instruction has its SFPLOADMACRO's line. */
static void print_op(const struct sfp_stats *s, const struct sfp_op *op, bool scheduled, FILE *stream)
{
    char text[SFP_OP_TEXT_SIZE];
    struct sfp_index isa;

    sfp_index_init(&isa, s->kernel->program.arch);
    sfp_op_text(&isa, op, text);
    fprintf(stream, "%s%s, ", text, scheduled ? ", scheduled" : "");
    print_stats_place(s, op->index, stream);
}

/* Prints the instructions of the dependence floor, if any dependence exists. */
static void print_links(const struct sfp_stats *s, const struct sfp_stats_block *b, FILE *stream)
{
    uint64_t more = 0;

    if (sfp_stats_dependence(b) <= 1)
        return;
    fprintf(stream, "  %s, in cycles:\n", b->carries ? "carried" : "chain");
    for (size_t i = 0; i < b->link_count; i++) {
        const struct sfp_stats_link *link = &b->links[i];

        if (i < ROWS_SHOWN) {
            fprintf(stream, "  %10" PRIu64 "  latency %u  ", link->cycles, link->latency);
            print_op(s, &link->op, link->scheduled, stream);
        }
        more += (i >= ROWS_SHOWN) + link->left_out;
    }
    if (more)
        fprintf(stream, "  and %" PRIu64 " more instruction%s\n", more, plural_suffix(more));
}

/* Prints the numbers below `count` missing from `used`, or "none". */
static void print_left(const char *what, unsigned used, unsigned count, FILE *stream)
{
    const char *before = " ";

    fputs(what, stream);
    for (unsigned i = 0; i < count; i++) {
        if (used >> i & 1)
            continue;
        fprintf(stream, "%s%u", before, i);
        before = ", ";
    }
    if (*before == ' ')
        fputs(" none", stream);
}

static void print_period_floors(const struct sfp_stats_steady *r, FILE *stream)
{
    fputs("     issue", stream);
    for (unsigned i = 0; i < STATS_UNITS; i++)
        fprintf(stream, " %7s", sfp_unit_name(stats_units[i]));
    fputs("   ports  achieved\n", stream);
    fprintf(stream, "  %8u", r->issue);
    for (unsigned i = 0; i < STATS_UNITS; i++)
        fprintf(stream, " %7u", r->units[stats_units[i]]);
    fprintf(stream, " %7u  %8u\n", r->ports, r->period);
}

/* Prints the name of a floor if it is the largest. Returns the separator for the next name. */
static const char *print_reached(const char *before, const char *name, unsigned cycles, unsigned floor, FILE *stream)
{
    if (cycles != floor)
        return before;
    fprintf(stream, "%s%s", before, name);
    return ", ";
}

static void print_period_binds(const struct sfp_stats_steady *r, FILE *stream)
{
    const unsigned floor = sfp_stats_steady_floor(r);
    const char *before = " ";

    fputs(floor < r->period ? "  nearest:" : "  binds:", stream);
    before = print_reached(before, "issue", r->issue, floor, stream);
    for (unsigned i = 0; i < STATS_UNITS; i++)
        before = print_reached(before, sfp_unit_name(stats_units[i]), r->units[stats_units[i]], floor, stream);
    print_reached(before, "ports", r->ports, floor, stream);
    if (r->nops)
        fprintf(stream, "; SFPNOP slots: %u", r->nops);
    fputc('\n', stream);
}

/* Prints the cells that cause the largest floor, with their source lines. */
static void print_cells(const struct sfp_stats *s, const struct sfp_stats_steady *r, FILE *stream)
{
    for (size_t i = 0, shown = 0; i < r->count && shown < ROWS_SHOWN; i++) {
        const struct sfp_stats_cell *c = &r->cells[i];

        if (!sfp_stats_steady_binds(r, c))
            continue;
        shown++;
        fprintf(stream, "  %10u  %-6s  ", c->row, c->unit == SFP_UNIT_NONE ? "front" : sfp_unit_name(c->unit));
        print_op(s, &c->op, c->scheduled, stream);
    }
}

static void print_steady(const struct sfp_stats *s, const struct sfp_stats_steady *r, FILE *stream)
{
    if (r->period) {
        fprintf(stream, "\nschedule: repeats every %u cycle%s, for %" PRIu64 " cycles from cycle %" PRIu64 " on, %u "
                "SFPSTORE%s each time\n", r->period, plural_suffix(r->period), r->cycles, r->from, r->stores,
                plural_suffix(r->stores));
        print_period_floors(r, stream);
        print_period_binds(r, stream);
        print_cells(s, r, stream);
    } else {
        fputs("\nschedule: no steady state, as nothing repeats three times\n", stream);
    }
    print_left("  left: templates", r->templates, SFP_TEMPLATES, stream);
    print_left("; macros", r->macros, SFP_SEQUENCES, stream);
    fputc('\n', stream);
}

/* Prints a function's counts with its name, or a loop's with its place. */
static void print_core_part(const struct sfp_stats *s, const struct core_part *p, FILE *stream)
{
    enum { PLACE = 4096 };
    char place[PLACE];

    fprintf(stream, "  %10" PRIu64 " %12" PRIu64 " %10" PRIu64 " %12" PRIu64 "  ", p->counts.cycles,
            p->counts.instructions, p->counts.waits, p->counts.awaited);
    if (p->function) {
        shown_print(stream, "%s", *p->function ? p->function : "elsewhere");
        return;
    }
    sfp_kernel_place(s->kernel, p->first, place, sizeof place);
    fprintf(stream, "  loop, %" PRIu64 " iteration%s: %s\n", p->iterations, plural_suffix(p->iterations), place);
    gathering_print(&p->gathering, stream);
}

static bool print_core(const struct sfp_stats *s, FILE *stream)
{
    size_t count;
    struct core_part *parts = core_parts(s, &count);

    if (!parts)
        return false;
    fputs("\ncore         cycles instructions core waits thread waits\n", stream);
    for (size_t i = 0; i < count; i++)
        print_core_part(s, &parts[i], stream);
    free(parts);
    if (core_fetched(s))
        fprintf(stream, "fetch-bound: %" PRIu64 " cycle%s\n", core_fetched(s), plural_suffix(core_fetched(s)));
    return true;
}

/* Prints the lines that lost cycles, the blocks, the schedule, and the core's cycles. Returns false without memory. */
static bool print_stats_parts(const struct sfp_stats *s, FILE *stream)
{
    const bool all = print_stats_rows(s, ROW_LOST, "cycles lost, by line", stream)
                     && print_stats_rows(s, ROW_HIDDEN, "cycles hidden, by line", stream)
                     && print_stats_rows(s, ROW_DISCARD, "instructions discarded, by line", stream)
                     && print_stats_rows(s, ROW_FORGOTTEN, "scheduled items forgotten, by line", stream);

    for (size_t i = 0; i < s->counted_count; i++) {
        print_title(s, s->counted[i], stream);
        print_floors(s->counted[i], stream);
        print_binds(s->counted[i], stream);
        print_links(s, s->counted[i], stream);
    }
    if (s->steady)
        print_steady(s, s->steady, stream);
    return (!s->core || print_core(s, stream)) && all;
}

/* Prints what each of several threads did. Returns false if memory runs out. */
static bool print_thread_stats(const struct sfp_stats *s, FILE *stream)
{
    bool all = true;

    for (unsigned t = 0; t < SFP_THREADS; t++) {
        const struct sfp_stats *own = s->thread[t];

        if (!own)
            continue;
        fprintf(stream, "\n%s thread: ", sfp_thread_name((enum sfp_thread_id)t));
        shown_print(stream, "%s", sfp_kernel_path(s->kernel, (enum sfp_thread_id)t));
        print_stats_totals(&own->totals, stream);
        print_issue_slots(&own->totals, stream);
        all &= print_stats_parts(own, stream);
    }
    return all;
}

bool sfp_stats_print(const struct sfp_stats *s, FILE *stream)
{
    const struct sfp_stats_totals *totals = &s->totals;
    char selected[SELECTED_TEXT];

    shown_print(stream, "%s: statistics of %" PRIu64 " pass%s on %s%s", s->kernel->path, totals->passes,
                totals->passes == 1 ? "" : "es", sfp_arch_name(s->kernel->program.arch),
                selected_text(selected, ", of words ", s->kernel->program.chosen.profile));
    fputc('\n', stream);
    print_stats_totals(totals, stream);
    if (s->of_threads) {
        print_units(totals, stream);
        return print_thread_stats(s, stream);
    }
    print_issue_slots(totals, stream);
    print_units(totals, stream);
    return print_stats_parts(s, stream);
}
