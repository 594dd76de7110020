/* The commit log: the values that each instruction wrote, when they land. */
#include <inttypes.h>

#include "model/image.h"
#include "model/control.h"
#include "model/model.h"
#include "trace_parts.h"

struct commits {
    struct sfp_trace base;
    uint16_t dst[SFP_THREADS]; /* by thread: Dst's counter, as in its last line */
};

static bool are_values_uniform(const uint32_t values[SFP_LANES])
{
    for (unsigned l = 1; l < SFP_LANES; l++)
        if (values[l] != values[0])
            return false;
    return true;
}

/* Prints a tab and NAME=VALUE, or all values if lanes differ, each with `digits` digits. */
static void put_lane_values(FILE *out, const char *name, const uint32_t values[SFP_LANES], int digits)
{
    unsigned count = are_values_uniform(values) ? 1 : SFP_LANES;

    fprintf(out, "\t%s=", name);
    for (unsigned l = 0; l < count; l++)
        fprintf(out, l ? ",%0*" PRIx32 : "%0*" PRIx32, digits, values[l]);
}

static void put_numbered_lanes(FILE *out, const char *name, unsigned number, const uint32_t lanes[SFP_LANES])
{
    enum { DIGITS = 8 };
    char numbered[32];

    snprintf(numbered, sizeof numbered, "%s%u", name, number);
    put_lane_values(out, numbered, lanes, DIGITS);
}

static void put_lregs(FILE *out, const struct sfp_state *s, uint32_t mask)
{
    for (unsigned reg = 0; reg < SFP_LREGS; reg++)
        if (mask >> reg & 1)
            put_numbered_lanes(out, "L", reg, s->lreg[reg]);
}

static void put_written_flags(FILE *out, const struct sfp_state *s, uint32_t writes)
{
    unsigned top = (s->stack_size - 1u) & (SFP_STACK_DEPTH - 1);

    if (writes & SFP_USES_FLAGS)
        fprintf(out, "\tflags=%08" PRIx32 "/%08" PRIx32, s->flags, s->use_flags);
    if (writes & SFP_USES_STACK)
        fprintf(out, "\tstack=%u:%08" PRIx32 "/%08" PRIx32, s->stack_size, s->stack.flags[top],
                s->stack.use_flags[top]);
}

/* Prints the register that SFPCONFIG wrote, as VD names it. */
static void put_config(FILE *out, const struct sfp_state *s, unsigned vd)
{
    enum { DIGITS = 8 };
    const struct sfp_config_target *target = sfp_config_target_of(vd);
    const uint32_t *configured = sfp_config_lanes(s, vd), *lanes = configured ? configured : s->lreg[vd];

    if (!target || !target->written)
        return;
    if (target->count == 1)
        put_lane_values(out, target->trace, lanes, DIGITS);
    else
        put_numbered_lanes(out, target->trace, sfp_is_programmable(vd) ? vd : vd - target->first, lanes);
}

/* ---- Cells of Dst ---- */

/* Writes a cell as a number. An 8-bit cell has a magnitude of ten bits (sfpu-dst(7), Cell orders). */
static void spell_cell(const struct sfp_state *s, unsigned mode, uint32_t cell, char text[SFP_FORMAT_TEXT])
{
    enum { SIGN = 1 << 15, MAGNITUDE_LSB = 5, MAGNITUDE = 0x3FF };
    const enum sfp_format format = sfp_format_of_mode(sfp_load_format(s->kernels, mode));
    unsigned lost = 0;

    if (mode == SFP_FMT_INT8 || mode == SFP_FMT_INT8_COMP)
        snprintf(text, SFP_FORMAT_TEXT, "%s%u", cell & SIGN ? "-" : "", (unsigned)cell >> MAGNITUDE_LSB & MAGNITUDE);
    else if (format == SFP_FORMAT_RAW)
        snprintf(text, SFP_FORMAT_TEXT, "0x%08" PRIx32, cell);
    else
        sfp_format_text(format, sfp_format_decode(format, cell, &lost), text);
}

/* Returns a lane's column. If the columns are mixed, LaneConfig exchanges them lane by lane. */
static unsigned find_lane_column(const struct sfp_state *s, const struct sfp_transfer *t, unsigned lane)
{
    const bool odd = t->columns == SFP_ODD_COLUMNS
                  || (t->columns != SFP_EVEN_COLUMNS && s->lane_config[lane] & SFP_LC_WR_COL_EXCHANGE);

    return 2 * (lane % SFP_COLUMNS) + odd;
}

/* Prints a store's cells: eight columns of four rows. A 32-bit cell has its low half eight rows below. */
static void put_stored_cells(FILE *out, const struct sfp_state *s, const struct sfp_op *op,
                             const struct sfp_transfer *t)
{
    enum { CELL_BITS = 16 };
    static const char *const columns[] = {
        [SFP_EVEN_COLUMNS] = "even", [SFP_ODD_COLUMNS] = "odd", [SFP_EVEN_COLUMNS | SFP_ODD_COLUMNS] = "mixed"};
    const unsigned mode = sfp_format_of(s, op);
    const bool wide = SFP_WIDE_STORES >> mode & 1;
    const unsigned first = wide ? sfp_dst_row32(s, t->row) : sfp_dst_row16(s, t->row);
    uint32_t cells[SFP_LANES];
    char text[SFP_FORMAT_TEXT];

    for (unsigned l = 0; l < SFP_LANES; l++) {
        const unsigned r = first + l / SFP_COLUMNS, column = find_lane_column(s, t, l);

        cells[l] = s->dst[r][column];
        if (wide)
            cells[l] = cells[l] << CELL_BITS | s->dst[r + SFP_LOW_HALF_ROWS][column];
    }
    fprintf(out, "\tdst.%s[%u,%s]=", sfp_format_mode(s->arch, mode)->name, t->row, columns[t->columns]);
    for (unsigned l = 0; l < (are_values_uniform(cells) ? 1 : SFP_LANES); l++) {
        spell_cell(s, mode, cells[l], text);
        fprintf(out, "%s%s", l ? "," : "", text);
    }
}

/* ---- Instructions ---- */

static bool moves_counters(const struct sfp_event *event)
{
    return event->op->insn->unit == SFP_UNIT_NONE || event->op->writes & SFP_USES_RWC;
}

static void put_effects(struct commits *c, const struct sfp_event *event)
{
    const struct sfp_state *s = &event->machine->s;
    const struct sfp_op *op = event->op;
    FILE *out = c->base.out;

    if (event->is_template) {
        const unsigned template = op->vd - SFP_FIRST_TEMPLATE_VD;

        put_numbered_lanes(out, "template", template, s->macro_template[template]);
        return;
    }
    if (op->insn->unit != SFP_UNIT_NONE && op->insn->id != SFP_I_SFPNOP && event->lanes != UINT32_MAX)
        fprintf(out, "\tlanes=%08" PRIx32, event->lanes);
    if (event->transfer.reaches && op->insn->unit == SFP_UNIT_LOAD)
        fprintf(out, "\tfrom=%u", event->transfer.address);
    if (op->insn->id == SFP_I_SFPCONFIG)
        put_config(out, s, op->vd);
    else
        put_lregs(out, s, op->writes);
    put_written_flags(out, s, op->writes);
    if (op->writes & SFP_USES_LATCH)
        fprintf(out, "\tlatch=%08" PRIx32 ",%08" PRIx32 ",%08" PRIx32 ",%08" PRIx32, s->shft2_latch[0],
                s->shft2_latch[1], s->shft2_latch[2], s->shft2_latch[3]);
    if (op->insn->id == SFP_I_SFPSTORE)
        put_stored_cells(out, s, op, &event->transfer);
    if (moves_counters(event) && s->own.rwc.dst != c->dst[event->thread]) {
        c->dst[event->thread] = s->own.rwc.dst;
        fprintf(out, "\trwc.dst=%u", s->own.rwc.dst);
    }
}

static void begin_trace_format(struct sfp_trace *trace)
{
    const char *profile = trace->kernel->program.chosen.profile;
    char selected[SELECTED_TEXT];

    if (profile)
        fprintf(trace->out, "# %s\n", selected_text(selected, "words ", profile));
}

static void on_event(void *trace, const struct sfp_event *event)
{
    struct commits *c = trace;
    char text[SFP_OP_TEXT_SIZE];

    if (event->kind != SFP_EVENT_COMPLETE)
        return;
    sfp_event_text(&c->base.index, event, text);
    fprintf(c->base.out, "%" PRIu64 "\t%" PRIu32 "\t%s", event->cycle, event->op->index, text);
    if (c->base.threads)
        fprintf(c->base.out, "\tthread=%s", sfp_thread_name(event->thread));
    put_effects(c, event);
    putc('\n', c->base.out);
}

const struct sfp_trace_class sfp_trace_commits = {
    .size = sizeof(struct commits), .begin = begin_trace_format, .event = on_event,
};
