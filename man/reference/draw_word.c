/* The drawing of an instruction's word: draw_word.h. */
#include "draw_word.h"

#include <stdbool.h>
#include <string.h>

enum {
    BITS = 32,
    OPCODE_LSB = 24,
    BIT = 24, /* the width of a bit, */
    HEIGHT = 34,
    TOP = 16,   /* the height above the word, */
    LETTER = 8, /* the largest width of a letter, */
    LABEL = 15, /* the height of a line below the word, for names that do not fit into their field */
};

enum { NOTHING = -1, OPCODE = -2 }; /* used in place of a field's number */

/* The field of each bit, or NOTHING or OPCODE. */
struct layout {
    int of[BITS];
};

/* Adjacent bits of the same field. */
struct part {
    int what, high, low;
    const char *name;
    int line; /* the name's line below the word, or 0 if the name is within the field */
};

struct parts {
    struct part list[BITS];
    int count, lines;
};

static bool is_split(const json_t *field)
{
    return strncmp(fact(field, "kind"), "register, bit 2", strlen("register, bit 2")) == 0;
}

static struct layout layout_of(const json_t *fields)
{
    struct layout layout;
    const json_t *field;
    size_t i;

    for (int bit = 0; bit < BITS; bit++)
        layout.of[bit] = bit >= OPCODE_LSB ? OPCODE : NOTHING;
    json_array_foreach(fields, i, field)
        for (int bit = number(field, "lsb"); bit < number(field, "lsb") + number(field, "width"); bit++)
            layout.of[bit] = strcmp(fact(field, "kind"), "reserved") == 0 ? NOTHING : (int)i;
    json_array_foreach(fields, i, field)
        if (is_split(field))
            layout.of[0] = (int)i;
    return layout;
}

static int x_of(int bit)
{
    return (BITS - 1 - bit) * BIT;
}

static int middle_of(const struct part *part)
{
    return (x_of(part->high) + x_of(part->low - 1)) / 2;
}

/* Does the name below the word begin at the part's middle, rather than end there? */
static bool begins(const struct part *part)
{
    return middle_of(part) <= BITS * BIT / 2;
}

static bool has_room(const struct part *part)
{
    return (int)strlen(part->name) * LETTER <= (part->high - part->low + 1) * BIT;
}

static const char *name_of(const json_t *instruction, int what)
{
    if (what == OPCODE)
        return fact(instruction, "opcode_text");
    return what == NOTHING ? "0" : fact(json_array_get(json_object_get(instruction, "fields"), (size_t)what), "name");
}

/* Returns the parts, from the highest bit down. */
static struct parts parts_of(const json_t *instruction, const struct layout *layout)
{
    struct parts parts = {.count = 0};

    for (int high = BITS - 1, low; high >= 0; high = low - 1) {
        low = high;
        while (low > 0 && layout->of[low - 1] == layout->of[high])
            low--;
        parts.list[parts.count++] =
            (struct part){layout->of[high], high, low, name_of(instruction, layout->of[high]), 0};
    }
    return parts;
}

/* Gives lines to the names below the word, so that the lines that lead to names never cross: outer names are lower. */
static void give_lines(struct parts *parts)
{
    int left = 0, right = 0;

    for (int i = parts->count - 1; i >= 0; i--)
        if (!has_room(&parts->list[i]) && begins(&parts->list[i]))
            parts->list[i].line = ++left;
    for (int i = 0; i < parts->count; i++)
        if (!has_room(&parts->list[i]) && !begins(&parts->list[i]))
            parts->list[i].line = ++right;
    parts->lines = left > right ? left : right;
}

static void draw_name(struct html *page, const struct part *part)
{
    const int middle = middle_of(part), bottom = TOP + HEIGHT + part->line * LABEL;

    if (part->line == 0) {
        html(page, "<text class=\"name\" x=\"%d\" y=\"%d\">%s</text>", middle, TOP + HEIGHT / 2 + 5, part->name);
        return;
    }
    html(page, "<path class=\"lead\" d=\"M%d %dV%d\"/>", middle, TOP + HEIGHT, bottom - 8);
    html(page, "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>", begins(part) ? "label" : "label end", middle,
         bottom + 2, part->name);
}

static void draw_number(struct html *page, int bit)
{
    html(page, "<text class=\"bit\" x=\"%d\" y=\"%d\">%d</text>", x_of(bit) + BIT / 2, TOP - 4, bit);
}

static void draw_part(struct html *page, const struct part *part)
{
    html(page, "<g><rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>",
         part->what == OPCODE ? "opcode" : part->what == NOTHING ? "nothing" : "field", x_of(part->high), TOP,
         (part->high - part->low + 1) * BIT, HEIGHT);
    draw_number(page, part->high);
    if (part->low != part->high)
        draw_number(page, part->low);
    draw_name(page, part);
    html(page, "</g>\n");
}

void draw_word(struct html *page, const json_t *instruction)
{
    const struct layout layout = layout_of(json_object_get(instruction, "fields"));
    struct parts parts = parts_of(instruction, &layout);

    give_lines(&parts);
    html(page,
         "<svg class=\"word\" role=\"img\" aria-label=\"the word of %s: 32 bits, the table below has its fields\" "
         "viewBox=\"-2 0 %d %d\">\n",
         fact(instruction, "name"), BITS * BIT + 4, TOP + HEIGHT + 6 + LABEL * parts.lines);
    for (int i = 0; i < parts.count; i++)
        draw_part(page, &parts.list[i]);
    html(page, "</svg>\n");
}
