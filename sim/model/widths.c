/* The widths in which cells of Dst were written, and are read (sfpu-dst(7), Stores). */
#include "model.h"

enum { EVEN_AND_ODD = 2 };

static void fill_row_width(struct sfp_machine *m, unsigned row, enum sfp_dst_width width)
{
    for (unsigned i = 0; i < EVEN_AND_ODD; i++)
        m->dst_written_as[row / SFP_ROWS][i] = (struct sfp_dst_written){SFP_FROM_IMAGE, (uint8_t)width};
}

void sfp_widths_fill(struct sfp_machine *m, unsigned first, unsigned count, bool wide)
{
    for (unsigned i = first; i < first + count; i++) {
        if (wide) {
            fill_row_width(m, sfp_dst_row32(&m->s, i), SFP_WIDTH_32_HIGH);
            fill_row_width(m, sfp_dst_row32(&m->s, i) + SFP_LOW_HALF_ROWS, SFP_WIDTH_32_LOW);
        } else {
            fill_row_width(m, sfp_dst_row16(&m->s, i), SFP_WIDTH_16);
        }
    }
}

void sfp_widths_begin(struct sfp_machine *m)
{
    for (unsigned group = 0; group < SFP_DST_ROWS / SFP_ROWS; group++)
        for (unsigned i = 0; i < EVEN_AND_ODD; i++)
            if (m->dst_written_as[group][i].writer != SFP_FROM_IMAGE)
                m->dst_written_as[group][i] = (struct sfp_dst_written){SFP_FROM_IMAGE, SFP_WIDTH_UNKNOWN};
}

/* Returns the index of the word that wrote cells of this row in one of `widths`, a set; or SFP_FROM_IMAGE. */
static uint32_t find_writer(const struct sfp_machine *m, unsigned row, unsigned widths)
{
    for (unsigned i = 0; i < EVEN_AND_ODD; i++) {
        const struct sfp_dst_written *w = &m->dst_written_as[row / SFP_ROWS][i];

        if (widths >> w->width & 1 && w->writer != SFP_FROM_IMAGE)
            return w->writer;
    }
    return SFP_FROM_IMAGE;
}

uint32_t sfp_widths_mixed(const struct sfp_machine *m, unsigned first, unsigned count, bool wide)
{
    uint32_t found = SFP_FROM_IMAGE;

    for (unsigned i = first; found == SFP_FROM_IMAGE && i < first + count; i++) {
        found = wide ? find_writer(m, sfp_dst_row32(&m->s, i), 1 << SFP_WIDTH_16)
                     : find_writer(m, sfp_dst_row16(&m->s, i), 1 << SFP_WIDTH_32_HIGH | 1 << SFP_WIDTH_32_LOW);
        if (wide && found == SFP_FROM_IMAGE)
            found = find_writer(m, sfp_dst_row32(&m->s, i) + SFP_LOW_HALF_ROWS, 1 << SFP_WIDTH_16);
    }
    return found;
}
