/* What the executors of the matrix unit share. */
#include "matrix_parts.h"

#include <string.h>

/* ---- Waits and refusals ---- */

static struct sfp_matrix_stop *begin_stop(struct sfp_machine *m, const struct sfp_op *op)
{
    m->banks->stop = (struct sfp_matrix_stop){.stops = true, .word = op->word, .index = op->index};
    return &m->banks->stop;
}

bool sfp_matrix_waits(struct sfp_machine *m, const struct sfp_op *op, unsigned needs)
{
    if (m->banks->stop.stops)
        return false;
    for (unsigned source = 0; source < SFP_SOURCES; source++) {
        if (!(needs >> source & 1) || sfp_banks_need(m->banks, (enum sfp_source)source))
            continue;
        begin_stop(m, op)->waits_for = sfp_source_name((enum sfp_source)source);
        return false;
    }
    return true;
}

bool sfp_matrix_refuses(struct sfp_machine *m, const struct sfp_op *op, const char *why)
{
    begin_stop(m, op)->why = why;
    return false;
}

/* ---- Formats ---- */

unsigned sfp_source_format(const struct sfp_machine *m, enum sfp_source source)
{
    static const struct {
        enum sfp_config_field override, value, disabled, configured;
    } fields[] = {
        [SFP_SRCA] = {SFP_CFG_SRCA_OVERRIDE, SFP_CFG_SRCA_VAL, SFP_CFG_IMPLIED_SRCA_OFF, SFP_CFG_SRCA},
        [SFP_SRCB] = {SFP_CFG_SRCB_OVERRIDE, SFP_CFG_SRCB_VAL, SFP_CFG_IMPLIED_SRCB_OFF, SFP_CFG_SRCB},
    };

    if (sfp_matrix_has(m, fields[source].override))
        return sfp_config_get(&m->s, fields[source].value, 0);
    if (sfp_arch_facts(m->s.arch)->implied_formats && !sfp_matrix_has(m, fields[source].disabled))
        return sfp_bank_read(m->banks, source)->data.format;
    return sfp_config_get(&m->s, fields[source].configured, 0);
}

/* ---- Rows of Dst ---- */

void sfp_matrix_read_dst(const struct sfp_machine *m, unsigned row, unsigned rows, bool wide, uint32_t invalid,
                         sfp_cell_row *cells)
{
    const struct sfp_state *s = &m->s;

    for (unsigned i = 0; i < rows; i++) {
        const unsigned at = wide ? sfp_dst_row32(s, row + i) : sfp_dst_row16(s, row + i);

        for (unsigned j = 0; j < SFP_MATRIX_COLUMNS; j++) {
            const uint32_t cell = s->dst[at][j];

            cells[i][j] = !s->dst_valid[at] ? invalid : wide ? cell << 16 | s->dst[at + SFP_LOW_HALF_ROWS][j] : cell;
        }
    }
}

/* Tells the listener about a physical row. */
static void tell_row(struct sfp_machine *m, const struct sfp_op *op, unsigned row, uint32_t columns)
{
    sfp_tell_dst(m, &(struct sfp_dst_write){.op = op, .row = row, .rows = 1, .columns = columns});
}

void sfp_matrix_write_row(struct sfp_machine *m, const struct sfp_op *op, unsigned row, bool wide, uint32_t columns,
                          const sfp_cell_row cells)
{
    struct sfp_state *s = &m->s;
    const unsigned at = wide ? sfp_dst_row32(s, row) : sfp_dst_row16(s, row);

    for (unsigned j = 0; j < SFP_MATRIX_COLUMNS; j++) {
        if (!(columns >> j & 1))
            continue;
        s->dst[at][j] = (uint16_t)(wide ? cells[j] >> 16 : cells[j]);
        if (wide)
            s->dst[at + SFP_LOW_HALF_ROWS][j] = (uint16_t)cells[j];
    }
    s->dst_valid[at] = 1;
    if (!s->derived.all_rows_valid)
        s->derived.all_rows_valid = memchr(s->dst_valid, 0, sizeof s->dst_valid) == NULL;
    sfp_widths_fill(m, row, 1, wide);
    tell_row(m, op, at, columns);
    if (wide)
        tell_row(m, op, at + SFP_LOW_HALF_ROWS, columns);
}

/* ---- Releases ---- */

void sfp_matrix_releases(struct sfp_machine *m, unsigned which)
{
    static const enum sfp_config_field kept[] = {SFP_CFG_KEEP_SRCA, SFP_CFG_KEEP_SRCB};

    for (unsigned source = 0; source < SFP_SOURCES; source++)
        if (which >> source & 1)
            sfp_bank_release(m->banks, (enum sfp_source)source, sfp_matrix_has(m, kept[source]));
}
