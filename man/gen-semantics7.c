/* Copies sfpu-semantics(7) from its text, man/sfpu-semantics.7.in, and inserts LaneConfig's bits from their table. */
#include <stdio.h>

#include "insert.h"
#include "table_rows.h"

static void print_bits(const struct lane_config_row *bits)
{
    if (bits->width == 1)
        printf(".It %u", bits->lsb);
    else
        printf(".It %u:%u", bits->lsb + bits->width - 1, bits->lsb);
    printf(" Ta %s Ta %s\n", bits->name ? bits->name : "\\(em", bits->effect);
}

static void print_lane_config(void)
{
    puts(".Bl -column \"17:16\" \"CAPTURE_DEFAULT_DEST_INDEX\" \"Effect\"\n.It Sy Bit Ta Sy Name Ta Sy Effect");
    for (size_t i = 0; i < lane_config_row_count; i++)
        print_bits(&lane_config_rows[i]);
    puts(".El");
}

int main(void)
{
    static const struct insertion insertions[] = {{".\\\" @LANE_CONFIG@", print_lane_config}};

    return insert_at_marks(insertions, sizeof insertions / sizeof insertions[0]);
}
