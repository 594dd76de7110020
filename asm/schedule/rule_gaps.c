/* Decides whether gaps harm a schedule, and words the report. */
#include "table_rules.h"

#include "assembly/assembler.h"
#include "schedule_cells.h"

#include <stdio.h>

/* A cell of an iteration. Cycles count from row 0 of the iteration being examined, whose turn is look.turn. */
struct event {
    const struct cell *cell;
    struct access access;
    int64_t start, end; /* the cycle in which the cell starts, and the cycle in which its result lands */
    int64_t issued;     /* the cycle in which its starting word issues */
    int64_t later;      /* iterations after the examined one */
};

struct look {
    const struct grid *grid;
    enum sfp_arch arch;
    const struct gap_places *places;
    unsigned turn;
};

static struct event event_of(const struct look *look, const struct cell *cell, int64_t later)
{
    const struct schedule *s = look->grid->schedule;
    const int64_t turns = s->turns, shift = later * (int64_t)s->period;
    struct event e = {.cell = cell, .later = later, .start = (int64_t)cell->row + shift};

    e.access = cell_access(cell, (unsigned)(((look->turn + later) % turns + turns) % turns), look->arch);
    e.end = e.start + e.access.latency - (e.access.latency > 0);
    e.issued = (int64_t)cell_issue_row(s, cell) + shift;
    return e;
}

/* Does the loop contain an iteration of the examined turn, and one `later` iterations after, such that `cycle` lies
 * at the loop's beginning or end? */
static bool is_at_loop_end(const struct look *look, int64_t cycle, int64_t later)
{
    const struct gap_places *places = look->places;
    const int64_t period = look->grid->schedule->period, turns = look->grid->schedule->turns;
    const int64_t first = later < 0 ? -later : 0;
    const int64_t last = (int64_t)places->iterations - 1 - (later > 0 ? later : 0);
    int64_t d = look->turn;

    for (; d <= last && cycle + d * period <= (int64_t)places->lead; d += turns)
        if (d >= first && cycle + d * period > 0)
            return true;
    if (last < look->turn)
        return false;
    d = last - (last - look->turn) % turns;
    return d >= first && cycle + d * period >= (int64_t)places->behind;
}

/* Can a gap come before the word of a cycle from+1 to `to`, given that the loop also contains the iteration `later`
 * iterations away? */
static bool has_gap_between(const struct look *look, int64_t from, int64_t to, int64_t later)
{
    const int64_t length = (int64_t)look->places->length;

    if (length == 0)
        return to > from;
    for (int64_t cycle = from + 1; cycle <= to; cycle++) {
        const int64_t word = (cycle + (int64_t)look->turn * look->grid->schedule->period) % length;

        if (look->places->late[word < 0 ? word + length : word] || is_at_loop_end(look, cycle, later))
            return true;
    }
    return false;
}

/* Do both cells use the same rows of Dst, the first one storing? Cells of a macro have the load's address. */
static bool shares_dst(const struct look *look, const struct event *writer, const struct event *other)
{
    const struct schedule *s = look->grid->schedule;
    int32_t a, b;

    if (!(writer->access.writes & SFP_USES_DST) || !((other->access.reads | other->access.writes) & SFP_USES_DST))
        return false;
    if (!cell_address(s, writer->cell, &a) || !cell_address(s, other->cell, &b))
        return true;
    return ((uint32_t)(a - b) + (uint32_t)(writer->later - other->later) * (uint32_t)s->step) % (SFP_COUNTER_MASK + 1)
           == 0;
}

/* Sets *finding to the resources that the first cell writes and that are also in `used`, the second cell's reads or
 * writes. Returns whether any exist. */
static bool find_shared(const struct look *look, const struct event *writer, const struct event *other, uint32_t used,
                        struct gap_finding *finding)
{
    finding->what = writer->access.writes & used & ~(uint32_t)(SFP_USES_DST | SFP_USES_RWC | SFP_USES_PRNG);
    finding->dst = used & SFP_USES_DST && shares_dst(look, writer, other);
    return finding->what != 0 || finding->dst;
}

/* Does the first cell's write remain if both cells write the same register? */
static bool write_remains(const struct event *writer, const struct event *other)
{
    return writer->end > other->end ||
           (writer->end == other->end && landing_order(writer->cell, writer->access.latency) >
                                             landing_order(other->cell, other->access.latency));
}

/* Delays that count cycles: would a gap, by delaying y's word, change y's order relative to x, which an earlier word
 * has scheduled? */
static bool changes_by_cycles(const struct look *look, const struct event *x, const struct event *y,
                              struct gap_finding *finding)
{
    if (y->issued <= x->issued || !has_gap_between(look, x->issued, y->issued, y->later))
        return false;
    finding->effect = GAP_OLD_VALUE;
    if (y->start <= x->end && find_shared(look, x, y, y->access.reads, finding))
        return true;
    finding->effect = GAP_NEW_VALUE;
    if (y->end < x->start && find_shared(look, y, x, x->access.reads, finding))
        return true;
    finding->effect = GAP_SAME_UNIT;
    if (x->cell->unit == y->cell->unit && y->start < x->start)
        return true;
    finding->effect = GAP_OTHER_ORDER;
    return write_remains(x, y) && find_shared(look, x, y, y->access.writes, finding);
}

/* Delays that count instructions: a gap never delays the landing of x, which is already scheduled. Would x then land
 * before y reads or writes, although without the gap y comes first? */
static bool changes_by_instructions(const struct look *look, const struct event *x, const struct event *y,
                                    struct gap_finding *finding)
{
    const bool scheduled = y->cell->kind == CELL_SCHEDULED;
    const int64_t first = scheduled ? x->start + 1 : x->start; /* the first cycle that a gap delays while x stays */

    if ((!scheduled && y->issued <= x->issued) || y->start < first || y->start > x->end ||
        !has_gap_between(look, first - 1, y->start, y->later))
        return false;
    finding->effect = GAP_OLD_VALUE;
    if (find_shared(look, x, y, y->access.reads, finding))
        return true;
    finding->effect = GAP_OTHER_ORDER;
    return write_remains(x, y) && find_shared(look, x, y, y->access.writes, finding);
}

/* Examines the cells near a scheduled cell, in its own iteration and in neighbouring ones. */
static bool look_around(const struct look *look, const struct cell *cell, struct gap_finding *finding)
{
    const struct event x = event_of(look, cell, 0);

    for (int64_t cycle = x.issued; cycle <= x.end + 1; cycle++) {
        for (unsigned unit = SFP_UNIT_NONE; unit < SFP_UNITS; unit++) {
            int64_t later;
            const struct cell *other = grid_at(look->grid, cycle, (enum sfp_unit)unit, &later);
            struct event y;

            if (!other || (other == cell && later == 0))
                continue;
            y = event_of(look, other, later);
            finding->cell = cell;
            finding->other = other;
            if (look->grid->schedule->counts_cycles ? changes_by_cycles(look, &x, &y, finding)
                                                 : changes_by_instructions(look, &x, &y, finding))
                return true;
        }
    }
    return false;
}

bool gap_find(const struct grid *grid, enum sfp_arch arch, const struct gap_places *places,
              struct gap_finding *finding)
{
    const struct schedule *s = grid->schedule;
    struct look look = {.grid = grid, .arch = arch, .places = places};

    for (look.turn = 0; look.turn < s->turns; look.turn++)
        for (const struct cell *cell = s->cells; cell < s->cells + s->cell_count; cell++)
            if (cell->kind == CELL_SCHEDULED && look_around(&look, cell, finding))
                return true;
    return false;
}

/* ---- What the verdict says ---- */

/* Writes the name of the resource that two cells share. */
static void name_shared(char *text, size_t size, const struct gap_finding *f)
{
    if (f->dst)
        snprintf(text, size, "a row of Dst");
    else if (f->what & SFP_USES_LREGS)
        snprintf(text, size, "L%d", __builtin_ctz(f->what));
    else if (f->what & (SFP_USES_FLAGS | SFP_USES_STACK))
        snprintf(text, size, "flags");
    else
        snprintf(text, size, "configuration");
}

/* Writes the condition that holds only without gaps. */
static void describe_finding(char *text, size_t size, const struct gap_finding *f)
{
    char cell[CELL_PLACE_SIZE], other[CELL_PLACE_SIZE], shared[16];

    cell_place_text(cell, f->cell);
    cell_place_text(other, f->other);
    name_shared(shared, sizeof shared, f);
    switch (f->effect) {
    case GAP_OLD_VALUE:
        snprintf(text, size, "%s must use %s before %s writes there", other, shared, cell);
        break;
    case GAP_NEW_VALUE:
        snprintf(text, size, "%s must use %s after %s writes there", cell, shared, other);
        break;
    case GAP_SAME_UNIT:
        snprintf(text, size, "%s must come after %s, on one sub-unit", cell, other);
        break;
    case GAP_OTHER_ORDER:
        snprintf(text, size, "%s must write %s after %s", cell, shared, other);
    }
}

/* Writes the remedies: the best one first, 'gapless' last. */
static void describe_mends(char *text, size_t size, struct gap_mends mends)
{
    char form[sizeof "'replay=99'"];

    snprintf(form, sizeof form, "'%s=%u'", mends.called, mends.slot);
    snprintf(text, size, "%s%s%s%ssay 'gapless' in .delays, if the thread is never late",
             mends.instructions ? "say '.delays instructions', " : "", mends.form ? "use " : "",
             mends.form ? form : "", mends.form ? ", or " : mends.instructions ? "or " : "");
    if (mends.both && !mends.instructions && !mends.form)
        snprintf(text, size, "say '.delays instructions' and use %s, or say 'gapless' in .delays, if the thread is "
                 "never late", form);
}

void gaps_report(struct assembler *as, const struct schedule *s, struct place directive,
                 const struct gap_finding *finding, struct gap_mends mends)
{
    char text[4 * CELL_PLACE_SIZE], mended[4 * CELL_PLACE_SIZE];

    describe_finding(text, sizeof text, finding);
    describe_mends(mended, sizeof mended, mends);
    schedule_broken_mended(as, RULE_GAPS, directive, mended, "'%.*s' needs issue without gaps: %s",
                           place_precision(s->name), place_text(s->name), text);
}
