/* monitor lanes: the enabled lanes, and the conditions that enable them. */
#include <stdio.h>
#include <stdlib.h>

#include "action/lanes_tree.h"
#include "monitor.h"
#include "retrace.h"

enum { CYCLES_BEFORE = 20000 };

/* The history of the conditions in the cycles before. */
struct history_of_lanes {
    sfpu_machine *m;
    struct lanes_tree tree;
    uint64_t now;
};

static void begin_lanes_tree(void *context)
{
    struct history_of_lanes *h = context;

    lanes_tree_begin(&h->tree, h->m);
}

static void observe_lanes(void *context, const struct sfpu_event *event)
{
    struct history_of_lanes *h = context;

    if (event->cycle < h->now)
        lanes_tree_hear(&h->tree, h->m, event);
}

static void print_lane_mask(const char *name, uint32_t mask, struct text *out)
{
    text_print(out, "%s 0x%08lx", name, (unsigned long)mask);
}

static void put_masks(struct debuggee *d, struct text *out)
{
    struct sfpu_stack stack = {.size = sizeof stack};
    uint32_t flags, use, enabled;

    if (sfpu_get_flags(d->m, &flags, &use) != SFPU_OK || sfpu_get_enabled(d->m, &enabled) != SFPU_OK
        || sfpu_get_stack(d->m, &stack) != SFPU_OK)
        return;
    print_lane_mask("enabled", enabled, out);
    print_lane_mask("  flags", flags, out);
    print_lane_mask("  used in", use, out);
    text_add_char(out, '\n');
    monitor_put_lanes(enabled, out);
    for (unsigned i = 0; i < stack.depth && i < SFPU_STACK; i++) {
        text_print(out, "stack[%u]", i);
        print_lane_mask("  flags", stack.flags[i], out);
        print_lane_mask("  used in", stack.use_flags[i], out);
        text_add_char(out, '\n');
    }
}

/* Returns false if memory ran out. */
static bool put_tree(const struct history_of_lanes *h, struct text *out)
{
    char *lines = NULL;
    size_t size;
    FILE *stream = open_memstream(&lines, &size);
    bool whole = stream;

    if (stream) {
        lanes_tree_text(&h->tree, h->m, stream);
        whole = !ferror(stream) && fflush(stream) == 0;
        fclose(stream);
    }
    if (whole)
        text_add(out, lines, size);
    free(lines);
    return whole;
}

void monitor_lanes(struct debuggee *d, const char *arguments, struct text *out)
{
    struct history_of_lanes h = {.m = d->m, .now = d->at.cycles};
    const struct retrace retrace = {.before = CYCLES_BEFORE, .begin = begin_lanes_tree, .observe = observe_lanes,
                                    .context = &h};

    (void)arguments;
    put_masks(d, out);
    if (debuggee_retrace(d, &retrace))
        d->lost |= !put_tree(&h, out);
}
