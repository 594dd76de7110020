/* Applies rewrites: other ways to make the values of a graph. */
#include "rewrites.h"

#include <stdlib.h>
#include <string.h>

#include "graph_parts.h"
#include "base/fail.h"

/* ---- Repeated operations ---- */

bool rewrite_load_again(struct rewriting *w, size_t at)
{
    const struct graph_operation o = w->graph->operations[at];

    return !graph_is_load(&o) || !rewrite_is_free(&o) || (rewrite_add_way(w, at, o) && rewrite_add_way(w, at, o));
}

bool rewrite_clone(struct rewriting *w, size_t at)
{
    const struct graph_operation o = w->graph->operations[at];
    const struct graph_operation *maker;

    if (graph_is_load(&o) || !rewrite_is_free(&o) || o.optional || o.latency != 1 || o.source_count != 1)
        return true;
    maker = rewrite_maker_of(w->graph, &o.sources[0]);
    return !maker || !graph_is_load(maker) || o.sources[0].slot != GRAPH_VC || rewrite_add_way(w, at, o);
}

bool rewrite_dummy_load(struct rewriting *w, size_t at)
{
    struct graph *g = w->graph;
    const struct graph_operation store = g->operations[at];
    struct graph_operation o = {.region = GRAPH_NONE};

    if (!graph_is_store(&store))
        return true;
    for (size_t i = 0; i < g->count; i++)
        if (graph_is_load(&g->operations[i]) && g->operations[i].address == store.address)
            return true;
    rewrite_give_word(w, &o, MADE_WORD(&w->index, SFP_I_SFPLOAD, {SFP_F_MOD, store.mode}));
    o.address = store.address;
    o.version = store.version;
    o.results[0] = (struct graph_result){.value = g->values++, .in_place = GRAPH_NONE};
    o.results[1] = (struct graph_result){.value = GRAPH_NONE, .in_place = GRAPH_NONE};
    return rewrite_add_way(w, at, o);
}

/* ---- Minimum and maximum ---- */

/* Is the operation an SFPSWAP for minimum and maximum of two values, in all lanes? */
static bool is_min_max(const struct graph_operation *o)
{
    return o->insn->id == SFP_I_SFPSWAP && o->region == GRAPH_NONE && o->source_count == 2 &&
           (o->mode == SFP_MODE_SFPSWAP_MIN_MAX || o->mode == SFP_MODE_SFPSWAP_MAX_MIN) &&
           o->sources[0].value != GRAPH_NONE && o->sources[1].value != GRAPH_NONE;
}

static struct graph_operation mirror_swap(const struct graph_operation *swap)
{
    struct graph_operation o = *swap;

    for (unsigned s = 0; s < 2; s++)
        o.sources[s].value = swap->sources[1 - s].value;
    for (unsigned result = 0; result < GRAPH_RESULTS; result++)
        o.results[result].value = swap->results[1 - result].value;
    o.mode = o.mode == SFP_MODE_SFPSWAP_MIN_MAX ? SFP_MODE_SFPSWAP_MAX_MIN : SFP_MODE_SFPSWAP_MIN_MAX;
    o.word = sfp_word_with(o.insn, o.word, SFP_F_MOD, o.mode);
    return o;
}

bool rewrite_mirror(struct rewriting *w, size_t at)
{
    struct graph_operation *swap = &w->graph->operations[at];

    if (!is_min_max(swap))
        return true;
    swap->optional = true;
    return rewrite_add_way(w, at, mirror_swap(swap));
}

/* Is the operation SFPSWAP for minimum and maximum of a constant register, named by the kernel's word as VD, and a
 * value? The region does not matter. */
static bool orders_constant(const struct graph_operation *o)
{
    return o->insn->id == SFP_I_SFPSWAP && o->source_count == 2 &&
           (o->mode == SFP_MODE_SFPSWAP_MIN_MAX || o->mode == SFP_MODE_SFPSWAP_MAX_MIN) &&
           o->sources[0].slot == GRAPH_B && o->sources[0].value == GRAPH_NONE &&
           o->sources[0].lreg >= SFP_FIRST_CONSTANT_LREG && o->results[0].value == GRAPH_NONE &&
           o->results[1].value != GRAPH_NONE && o->results[1].in_place == 1;
}

/* Returns the swap with the constant as VC. */
static struct graph_operation move_constant_last(const struct graph_operation *swap)
{
    struct graph_operation o = mirror_swap(swap);

    o.sources[0].lreg = swap->sources[1].lreg;
    o.sources[1].lreg = swap->sources[0].lreg;
    o.results[0].in_place = 0;
    o.results[1].in_place = GRAPH_NONE;
    return o;
}

/* Moves the constant to VC, which can be a read-only register. VD cannot, if a macro schedules the swap. */
bool rewrite_mirror_constant(struct rewriting *w, size_t at)
{
    struct graph *g = w->graph;
    struct graph_operation *swap = &g->operations[at];
    const int8_t own = swap->results[0].in_place;
    const struct graph_operation *maker;
    uint32_t bits;

    if (orders_constant(swap)) {
        *swap = move_constant_last(swap);
        swap->rewrite = w->row;
        return true;
    }
    if (!is_min_max(swap) || graph_is_read(g, swap->results[0].value))
        return true;
    maker = rewrite_maker_of(g, &swap->sources[own]);
    if (!maker || !graph_constant_bits(g, maker, &bits))
        return true;
    *swap = mirror_swap(swap);
    swap->rewrite = w->row;
    return true;
}

/* ---- Shifts ---- */

/* Returns the shift as an SFPSHFT2 word, on Round. */
static struct graph_operation make_round_shift(const struct rewriting *w, const struct graph_operation *shift,
                                               uint32_t word)
{
    struct graph_operation o = *shift;

    rewrite_give_word(w, &o, word);
    o.exchange = SFP_EXCHANGE_NONE;
    o.sources[0].slot = GRAPH_VB;
    return o;
}

bool rewrite_shift_round(struct rewriting *w, size_t at)
{
    struct graph_operation *shift = &w->graph->operations[at];
    const uint32_t imm = sfp_field(shift->insn, shift->word, SFP_F_IMM);

    if (!rewrite_is_shift(shift))
        return true;
    shift->optional = true;
    return rewrite_add_way(w, at, make_round_shift(w, shift, MADE_WORD(&w->index, SFP_I_SFPSHFT2, {SFP_F_IMM, imm},
                                                                       {SFP_F_MOD, SFP_MODE_SFPSHFT2_SHFT_IMM})));
}

bool rewrite_shift_constant(struct rewriting *w, size_t at)
{
    struct graph_operation *shift = &w->graph->operations[at], o;
    uint8_t lreg;

    if (!rewrite_is_shift(shift) || !(lreg = rewrite_constant(w->graph, (uint32_t)rewrite_shift_amount(shift))))
        return true;
    shift->optional = true;
    o = make_round_shift(w, shift, MADE_WORD(&w->index, SFP_I_SFPSHFT2, {SFP_F_MOD, SFP_MODE_SFPSHFT2_SHFT_LREG}));
    o.sources[o.source_count++] = (struct graph_source){.slot = GRAPH_VC, .lreg = lreg, .value = GRAPH_NONE};
    return rewrite_add_way(w, at, o);
}

/* Returns the SFPSHFT2 word of a move. */
static uint32_t make_move_word(const struct rewriting *w)
{
    return MADE_WORD(&w->index, SFP_I_SFPSHFT2, {SFP_F_MOD, SFP_MODE_SFPSHFT2_SHFT_IMM});
}

bool rewrite_move_round(struct rewriting *w, size_t at)
{
    struct graph_operation *move = &w->graph->operations[at], o;

    if (move->insn->id != SFP_I_SFPMOV || move->mode != SFP_MODE_SFPMOV_MOVE)
        return true;
    o = make_round_shift(w, move, make_move_word(w));
    move->optional = true;
    return rewrite_add_way(w, at, o);
}

/* Does the value stay, as an old value, in lanes that another operation leaves off? */
static bool stays_in_some_lanes(const struct graph *g, int16_t value)
{
    for (const struct graph_operation *o = g->operations; o < g->operations + g->count; o++)
        if (o->region != GRAPH_NONE && o->results[0].in_place != GRAPH_NONE &&
            o->sources[o->results[0].in_place].slot == GRAPH_VD && o->sources[o->results[0].in_place].value == value)
            return true;
    return false;
}

/* Copies whole registers made in all lanes. For loads, load-again serves instead. */
bool rewrite_copy(struct rewriting *w, size_t at)
{
    const struct graph_operation *o = &w->graph->operations[at];
    struct graph_operation copy = {.region = GRAPH_NONE, .source_count = 1};

    if (graph_is_load(o) || o->region != GRAPH_NONE || o->changes_flags)
        return true;
    for (unsigned result = 0; result < GRAPH_RESULTS; result++) {
        if (o->results[result].value == GRAPH_NONE || !stays_in_some_lanes(w->graph, o->results[result].value))
            continue;
        copy.sources[0] = (struct graph_source){.slot = GRAPH_VB, .value = o->results[result].value};
        copy.results[0] = (struct graph_result){.value = o->results[result].value, .in_place = GRAPH_NONE};
        copy.results[1] = (struct graph_result){.value = GRAPH_NONE, .in_place = GRAPH_NONE};
        return rewrite_add_way(w, at, make_round_shift(w, &copy, make_move_word(w)));
    }
    return true;
}

/* ---- The table ---- */

enum { BY_NAME, LONG, ALWAYS, INSTEAD };

static const struct rewrite rows[] = {
#define REWRITE(id, name, when, archs, match, makes, condition, proof) \
    {name, match, makes, condition, proof, archs, (when) == ALWAYS || (when) == INSTEAD, (when) == INSTEAD, \
     (when) == BY_NAME, rewrite_##id},
#include "rewrites.def"
};

enum { ROWS = sizeof rows / sizeof rows[0] };

_Static_assert(ROWS <= 32, "struct graph has a bit for each");

const struct rewrite *graph_rewrite_row(size_t i)
{
    return i < ROWS ? &rows[i] : NULL;
}

const char *graph_rewrite_name(const struct rewrite *rewrite)
{
    return rewrite->name;
}

static bool is_row_wanted(const struct rewrite *row, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(row->name, names[i]) == 0)
            return true;
    return row->always;
}

static bool check_rewrite_name(const struct graph *g, const char *name, char **error)
{
    for (size_t i = 0; i < ROWS; i++)
        if (strcmp(rows[i].name, name) == 0)
            return sfp_row_is_of(rows[i].archs, g->arch) ||
                   fail_with(error, "rewrite %s: not on %s", name, sfp_arch_name(g->arch));
    return fail_with(error, "there is no rewrite '%s'", name);
}

/* Returns whether the row has replaced an operation of the kernel. */
static bool has_replaced_operation(const struct graph *g, size_t row)
{
    if (g->replaced >> row & 1)
        return true;
    for (size_t i = 0; i < g->count; i++)
        if (g->operations[i].rewrite == &rows[row] && !g->operations[i].is_added)
            return true;
    return false;
}

size_t graph_list_adding(const struct graph *g, const char *const *names, size_t count, const char **adding)
{
    size_t n = 0;

    for (size_t i = 0; i < count; i++) {
        size_t row = 0;

        while (strcmp(rows[row].name, names[i]) != 0)
            row++;
        if (!rows[row].changes || !has_replaced_operation(g, row))
            adding[n++] = names[i];
    }
    return n;
}

bool graph_has_instead(const struct graph *g)
{
    for (size_t row = 0; row < ROWS; row++)
        if (rows[row].instead && has_replaced_operation(g, row))
            return true;
    return false;
}

bool graph_find_offered(const struct loop_body *body, bool in_order, const char *const *names, size_t count,
                        uint32_t *offered)
{
    const char **all = calloc(count + 1, sizeof *all);
    bool done = all;

    *offered = 0;
    for (size_t i = 0; i < count && all; i++)
        all[i] = names[i];
    for (size_t row = 0; row < ROWS && done; row++) {
        struct graph g = {0};
        char *error = NULL;

        if (!rows[row].changes || is_row_wanted(&rows[row], names, count) ||
            !sfp_row_is_of(rows[row].archs, body->arch))
            continue;
        all[count] = rows[row].name;
        done = (in_order ? graph_of_body : graph_of_split_body)(body, &g, &error);
        g.in_order = in_order;
        done = done && graph_rewrite(&g, all, count + 1, &error);
        *offered |= (uint32_t)(done && has_replaced_operation(&g, row)) << row;
        graph_free(&g);
        free(error);
    }
    free(all);
    return done;
}

bool graph_rewrite(struct graph *g, const char *const *names, size_t count, char **error)
{
    struct rewriting w = {.graph = g, .rows = rows};

    for (size_t i = 0; i < count; i++)
        if (!check_rewrite_name(g, names[i], error))
            return false;
    *error = NULL;
    sfp_index_init(&w.index, g->arch);
    for (w.row = rows; w.row < rows + ROWS; w.row++) {
        if (!is_row_wanted(w.row, names, count) || !sfp_row_is_of(w.row->archs, g->arch) ||
            (g->keeps_own && w.row->instead))
            continue;
        for (size_t at = g->count; at-- > 0;)
            if (!g->operations[at].is_added && !w.row->apply(&w, at))
                return false;
    }
    graph_settle_entries(g);
    return true;
}
