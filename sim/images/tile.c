/* Layouts: where the values of a file lie in Dst. */
#include "image.h"

#include <string.h>

enum {
    FACE_SIDE = SFP_TILE_SIDE / 2,
    FACES_ACROSS = 2,
};

static const char *const layout_names[] = {[SFP_LAYOUT_ROWS] = "rows", [SFP_LAYOUT_TILE] = "tile"};

const char *sfp_layout_name(enum sfp_layout layout) { return layout_names[layout]; }

bool sfp_layout_parse(const char *name, enum sfp_layout *layout)
{
    for (unsigned i = 0; i < sizeof layout_names / sizeof layout_names[0]; i++) {
        if (strcmp(name, layout_names[i]) == 0) {
            *layout = (enum sfp_layout)i;
            return true;
        }
    }
    return false;
}

/* Faces follow one another in Dst: left before right, upper before lower. */
static struct sfp_dst_place place_in_tiles(unsigned index)
{
    unsigned tile = index / SFP_TILE_VALUES;
    unsigned row = index % SFP_TILE_VALUES / SFP_TILE_SIDE;
    unsigned column = index % SFP_TILE_SIDE;
    unsigned face = row / FACE_SIDE * FACES_ACROSS + column / FACE_SIDE;

    return (struct sfp_dst_place){
        .row = tile * SFP_TILE_ROWS + face * FACE_SIDE + row % FACE_SIDE,
        .column = column % FACE_SIDE,
    };
}

struct sfp_dst_place sfp_image_place(enum sfp_layout layout, size_t index)
{
    unsigned i = (unsigned)index;

    if (layout == SFP_LAYOUT_TILE)
        return place_in_tiles(i);
    return (struct sfp_dst_place){.row = i / SFP_DST_COLUMNS, .column = i % SFP_DST_COLUMNS};
}
