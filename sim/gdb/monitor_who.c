/* monitor who: last writers. */
#include <stdio.h>
#include <string.h>

#include "monitor.h"
#include "retrace.h"

static void put_writer(struct debuggee *d, const char *what, const struct sfpu_writer *w, struct text *out)
{
    text_print(out, "%s: cycle %llu, ", what, (unsigned long long)w->cycle);
    if (w->scheduled)
        monitor_put_scheduled(d, w->macro_index, w->word, w->text, out);
    else
        monitor_put_word(d, w->index, w->word, out);
    text_print(out, "%s\n", w->scheduled ? " (scheduled by the SFPLOADMACRO there)" : "");
}

/* ---- Writers of lanes ---- */

typedef int get_writer(sfpu_machine *m, unsigned reg, unsigned lane, struct sfpu_writer *writer);

static int flags_writer(sfpu_machine *m, unsigned reg, unsigned lane, struct sfpu_writer *writer)
{
    (void)reg;
    return sfpu_get_flags_writer(m, lane, writer);
}

static bool is_same_writer(const struct sfpu_writer *a, const struct sfpu_writer *b)
{
    return a->cycle == b->cycle && a->index == b->index && a->id == b->id;
}

/* Returns the lanes with the same writer as `lane`; 0 if a lane before `lane` has this writer. */
static uint32_t lanes_with(struct debuggee *d, get_writer *get, unsigned reg, unsigned lane, struct sfpu_writer *writer)
{
    uint32_t lanes = 0;

    for (unsigned other = 0; other < SFPU_LANES; other++) {
        struct sfpu_writer w = {.size = sizeof w};

        if (get(d->m, reg, other, &w) == SFPU_OK && is_same_writer(&w, writer))
            lanes |= UINT32_C(1) << other;
    }
    return lanes & ((UINT32_C(1) << lane) - 1) ? 0 : lanes;
}

/* Writes each writer once, with its lanes. */
static void put_all_writers(struct debuggee *d, const char *name, get_writer *get, unsigned reg, struct text *out)
{
    enum { NAME = 64 };
    char what[NAME];
    bool any = false;

    for (unsigned lane = 0; lane < SFPU_LANES; lane++) {
        struct sfpu_writer w = {.size = sizeof w};
        uint32_t lanes;

        if (get(d->m, reg, lane, &w) != SFPU_OK)
            continue;
        any = true;
        if (!(lanes = lanes_with(d, get, reg, lane, &w)))
            continue;
        snprintf(what, sizeof what, "%s, lanes 0x%08lx", name, (unsigned long)lanes);
        put_writer(d, what, &w, out);
    }
    if (!any)
        text_print(out, "%s: not written by any instruction\n", name);
}

static void put_one_writer(struct debuggee *d, const char *name, get_writer *get, unsigned reg, unsigned lane,
                           struct text *out)
{
    struct sfpu_writer w = {.size = sizeof w};

    if (get(d->m, reg, lane, &w) == SFPU_OK)
        put_writer(d, name, &w, out);
    else
        text_print(out, "%s: not written by any instruction\n", name);
}

/* Reads "[N]" and moves *at to after the bracket. Returns false without such a text. */
static bool parse_bracketed(const char **at, unsigned long most, unsigned long *number)
{
    if (**at != '[')
        return false;
    ++*at;
    if (!monitor_number(at, most, number) || **at != ']')
        return false;
    ++*at;
    return true;
}

/* Answers for a register or the flags. `at` is the text after the name. Returns false if this text is wrong. */
static bool of_lanes(struct debuggee *d, const char *name, const char *at, get_writer *get, unsigned reg,
                     struct text *out)
{
    unsigned long lane;

    if (*at == '\0') {
        put_all_writers(d, name, get, reg, out);
        return true;
    }
    if (!parse_bracketed(&at, SFPU_LANES - 1, &lane) || *at)
        return false;
    put_one_writer(d, name, get, reg, (unsigned)lane, out);
    return true;
}

/* ---- Writers of cells ---- */

static bool of_cell(struct debuggee *d, const char *name, const char *at, struct text *out)
{
    unsigned long row, column;

    if (!parse_bracketed(&at, SFPU_DST_ROWS - 1, &row) || !parse_bracketed(&at, SFPU_DST_COLUMNS - 1, &column) || *at)
        return false;
    put_one_writer(d, name, sfpu_get_dst_writer, (unsigned)row, (unsigned)column, out);
    return true;
}

static bool answer_who(struct debuggee *d, const char *what, struct text *out)
{
    const char *at = what + 1;
    unsigned long reg;

    if ((*what == 'L' || *what == 'l') && monitor_number(&at, SFPU_LREGS - 1, &reg))
        return of_lanes(d, what, at, sfpu_get_lreg_writer, (unsigned)reg, out);
    if (strncmp(what, "flags", 5) == 0)
        return of_lanes(d, what, what + 5, flags_writer, 0, out);
    if (strncmp(what, "dst", 3) == 0)
        return of_cell(d, what, what + 3, out);
    return false;
}

/* A question, with its answer; asked while the run with writers stands at the present place. */
struct question {
    struct debuggee *d;
    const char *what;
    struct text *out;
    bool understood;
};

static void put_question(void *context)
{
    struct question *q = context;

    q->understood = answer_who(q->d, q->what, q->out);
}

void monitor_who(struct debuggee *d, const char *arguments, struct text *out)
{
    struct question q = {.d = d, .what = arguments, .out = out};

    if (!debuggee_with_writers(d, put_question, &q))
        text_print(out, "interrupted\n");
    else if (!q.understood)
        text_print(out, "who: expects L3, L3[5], dst[ROW][COLUMN], flags or flags[LANE], not '%s'\n", arguments);
}
