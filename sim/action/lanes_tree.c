/* How lanes came to be enabled: followed during a run, then printed. */
#include "lanes_tree.h"

#include <inttypes.h>
#include <string.h>

enum { TEXT = 256, PLACE = 4096 };

/* ---- Following a run ---- */

static unsigned read_stack_depth(sfpu_machine *m)
{
    struct sfpu_stack stack = {.size = sizeof stack};

    sfpu_get_stack(m, &stack);
    return stack.depth;
}

void lanes_tree_begin(struct lanes_tree *tree, sfpu_machine *m)
{
    *tree = (struct lanes_tree){.depth = read_stack_depth(m)};
    sfpu_get_enabled(m, &tree->lanes);
    for (unsigned i = 0; i < LANES_LEVELS; i++)
        tree->levels[i].opened = (struct lanes_step){.index = SIZE_MAX, .lanes = tree->lanes,
                                                        .known = i == tree->depth};
}

static void spell_lanes_step(sfpu_machine *m, const struct lanes_step *step, char text[TEXT])
{
    text[0] = '\0';
    sfpu_disassemble(m, step->word, text, TEXT);
    for (char *tab = text; *tab; tab++)
        *tab = *tab == '\t' ? ' ' : *tab;
}

/* Returns whether the step is an SFPENCC that left every lane enabled: earlier steps of the level then no longer
 * matter. */
static bool enables_every_lane(sfpu_machine *m, const struct lanes_step *step)
{
    static const char name[] = "sfpencc";
    char text[TEXT];

    spell_lanes_step(m, step, text);
    return step->lanes == UINT32_MAX && strncmp(text, name, strlen(name)) == 0;
}

static struct lanes_step *find_last_step(struct lanes_level *level)
{
    return level->count ? &level->steps[(level->count - 1) % LANES_STEPS] : NULL;
}

static void add_level_step(struct lanes_level *level, const struct lanes_step *step)
{
    level->steps[level->count++ % LANES_STEPS] = *step;
}

/* Notes in `level` that the level above it was closed. */
static void close_level(struct lanes_level *level, struct lanes_step step)
{
    struct lanes_step *last = find_last_step(level);
    const bool again = last && last->closings;

    step.closings = again ? last->closings + 1 : 1;
    step.opened = level[1].opened.index;
    if (again)
        *last = step;
    else
        add_level_step(level, &step);
}

/* Returns whether the event can change enabled lanes. Results that land late beside other instructions belong to
 * other sub-units. */
static bool may_change(const struct sfpu_event *event)
{
    return event->flags || event->stack || strcmp(event->unit, "simple") == 0;
}

static void take_lanes_step(struct lanes_tree *tree, sfpu_machine *m, const struct lanes_step *step, unsigned depth)
{
    if (depth < tree->depth)
        close_level(&tree->levels[depth], *step);
    for (unsigned level = tree->depth + 1; level <= depth; level++)
        tree->levels[level] = (struct lanes_level){.opened = *step};
    if (depth == tree->depth) {
        if (enables_every_lane(m, step))
            tree->levels[depth].count = 0;
        add_level_step(&tree->levels[depth], step);
    }
    tree->depth = depth;
    tree->lanes = step->lanes;
}

void lanes_tree_hear(struct lanes_tree *tree, sfpu_machine *m, const struct sfpu_event *event)
{
    struct lanes_step step;

    if (event->kind != SFPU_EVENT_COMPLETE || !may_change(event))
        return;
    step = (struct lanes_step){.index = event->scheduled ? event->macro_index : event->index, .word = event->word,
                               .cycle = event->cycle, .known = true, .scheduled = event->scheduled};
    sfpu_get_enabled(m, &step.lanes);
    if (event->flags || event->stack || step.lanes != tree->lanes)
        take_lanes_step(tree, m, &step, read_stack_depth(m));
}

/* ---- As text ---- */

/* Prints a line: a step of a level, or, if `step` is NULL, the number of older steps that were dropped there. */
typedef void put_line(void *context, unsigned level, const struct lanes_step *step, uint64_t left_out);

static void visit_lines(const struct lanes_tree *tree, put_line *put, void *context)
{
    for (unsigned l = 0; l <= tree->depth; l++) {
        const struct lanes_level *level = &tree->levels[l];
        const uint64_t first = level->count > LANES_STEPS ? level->count - LANES_STEPS : 0;

        put(context, l ? l - 1 : 0, &level->opened, 0);
        if (first)
            put(context, l, NULL, first);
        for (uint64_t i = first; i < level->count; i++)
            put(context, l, &level->steps[i % LANES_STEPS], 0);
    }
}

struct text_lines {
    sfpu_machine *m;
    FILE *out;
    int width; /* width of the widest instruction, indentation included */
};

enum { INDENT = 2 };

static void measure_step_width(void *lines, unsigned level, const struct lanes_step *step, uint64_t left_out)
{
    struct text_lines *t = lines;
    char text[TEXT];
    int width;

    (void)left_out;
    if (!step || step->index == SIZE_MAX)
        return;
    spell_lanes_step(t->m, step, text);
    width = (int)strlen(text) + INDENT * (int)level;
    t->width = width > t->width ? width : t->width;
}

static void put_step_place(const struct text_lines *t, size_t index)
{
    char place[PLACE];

    if (index == SIZE_MAX || sfpu_place(t->m, index, place, sizeof place) != SFPU_OK)
        fputs("before the run", t->out);
    else
        fputs(place, t->out);
}

static void put_lanes_step(void *lines, unsigned level, const struct lanes_step *step, uint64_t left_out)
{
    const struct text_lines *t = lines;
    const int indent = INDENT * (int)level;
    char text[TEXT];

    if (!step) {
        fprintf(t->out, "%6s%*s%" PRIu64 " earlier\n", "", indent + INDENT, "", left_out);
        return;
    }
    if (step->known)
        fprintf(t->out, "%6d%*s", __builtin_popcount(step->lanes), indent + INDENT, "");
    else
        fprintf(t->out, "%6s%*s", "?", indent + INDENT, "");
    if (step->index == SIZE_MAX) {
        fputs("before the run\n", t->out);
        return;
    }
    spell_lanes_step(t->m, step, text);
    fprintf(t->out, "%-*s  ", t->width - indent, text);
    put_step_place(t, step->index);
    fprintf(t->out, "%s, cycle %" PRIu64, step->scheduled ? ", scheduled" : "", step->cycle);
    if (step->closings) {
        fputs(", closes ", t->out);
        put_step_place(t, step->opened);
    }
    if (step->closings > 1)
        fprintf(t->out, ", the last of %" PRIu64, step->closings);
    putc('\n', t->out);
}

void lanes_tree_text(const struct lanes_tree *tree, sfpu_machine *m, FILE *out)
{
    struct text_lines lines = {.m = m, .out = out};

    visit_lines(tree, measure_step_width, &lines);
    visit_lines(tree, put_lanes_step, &lines);
}

/* ---- As JSON ---- */

static void put_json_place(struct sfp_json *j, sfpu_machine *m, const char *name, size_t index)
{
    char place[PLACE];
    const bool known = index != SIZE_MAX && sfpu_place(m, index, place, sizeof place) == SFPU_OK;

    json_text_or_null(j, name, known ? place : NULL);
}

static void put_json_step(struct sfp_json *j, sfpu_machine *m, const char *name, const struct lanes_step *step)
{
    enum { DIGITS = 8 };
    const bool is_word = step->index != SIZE_MAX;
    char text[TEXT];

    spell_lanes_step(m, step, text);
    json_begin(j, name);
    json_count_if(j, is_word, "index", step->index);
    put_json_place(j, m, "place", step->index);
    json_count_if(j, is_word, "cycle", step->cycle);
    json_text_or_null(j, "text", is_word ? text : NULL);
    if (step->known)
        json_hex(j, "lanes", step->lanes, DIGITS);
    else
        json_nothing(j, "lanes");
    json_text_or_null(j, "by", !is_word ? NULL : step->scheduled ? "macro" : "issue");
    json_count(j, "closings", step->closings);
    put_json_place(j, m, "closes", step->closings ? step->opened : SIZE_MAX);
    json_end(j);
}

void lanes_tree_json(const struct lanes_tree *tree, struct sfp_json *j, sfpu_machine *m)
{
    json_list(j, "levels");
    for (unsigned l = 0; l <= tree->depth; l++) {
        const struct lanes_level *level = &tree->levels[l];
        const uint64_t first = level->count > LANES_STEPS ? level->count - LANES_STEPS : 0;

        json_begin(j, NULL);
        put_json_step(j, m, "opened", &level->opened);
        json_count(j, "earlier", first);
        json_list(j, "steps");
        for (uint64_t i = first; i < level->count; i++)
            put_json_step(j, m, NULL, &level->steps[i % LANES_STEPS]);
        json_list_end(j);
        json_end(j);
    }
    json_list_end(j);
}
