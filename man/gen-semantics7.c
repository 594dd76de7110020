/* Copies sfpu-semantics(7) from its text, man/sfpu-semantics.7.in, with LaneConfig's bits in it, from their table. */
#include <stdio.h>

#include "insert.h"

/* Without a name: NULL. */
static void print_bits(const char *name, unsigned lsb, unsigned width, const char *effect)
{
    if (width == 1)
        printf(".It %u", lsb);
    else
        printf(".It %u:%u", lsb + width - 1, lsb);
    printf(" Ta %s Ta %s\n", name ? name : "\\(em", effect);
}

static void print_lane_config(void)
{
    puts(".Bl -column \"17:16\" \"CAPTURE_DEFAULT_DEST_INDEX\" \"Effect\"\n.It Sy Bit Ta Sy Name Ta Sy Effect");
#define LANE_CONFIG(id, name, lsb, width, effect) print_bits(name, lsb, width, effect);
#define LANE_CONFIG_UNNAMED(id, lsb, width, effect) print_bits(NULL, lsb, width, effect);
#include "lane_config.def"
    puts(".El");
}

int main(void)
{
    static const struct insertion insertions[] = {{".\\\" @LANE_CONFIG@", print_lane_config}};

    return insert_at_marks(insertions, sizeof insertions / sizeof insertions[0]);
}
