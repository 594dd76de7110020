/* Rewrites by loads: of a register's halves, and of values stored for the purpose. */
#include "rewrites.h"

#include "graph_parts.h"

enum { HALF_BITS = 16, HALF = 0xFFFF };

static uint32_t get_format_bit(unsigned n)
{
    return UINT32_C(1) << n;
}

/* Returns a load or store in this format, without values. */
static struct graph_operation make_transfer(const struct rewriting *w, enum sfp_id id, unsigned format, int32_t address,
                                            uint16_t version)
{
    struct graph_operation o = {.region = GRAPH_NONE, .address = address, .version = version};

    rewrite_give_word(w, &o, MADE_WORD(&w->index, id, {SFP_F_MOD, format}));
    o.results[0] = o.results[1] = (struct graph_result){.value = GRAPH_NONE, .in_place = GRAPH_NONE};
    return o;
}

/* Returns a load of the cells of `load` in another format, at its place, making `value`. */
static struct graph_operation make_load_as(const struct rewriting *w, const struct graph_operation *load,
                                           unsigned format, int16_t value)
{
    struct graph_operation o = make_transfer(w, SFP_I_SFPLOAD, format, load->address, load->version);

    o.results[0].value = value;
    o.at = load->at;
    return o;
}

/* Returns a load that brings the source's value whole, in all lanes, in a format of `formats`; or NULL. */
static const struct graph_operation *find_load_of_source(const struct graph *g, const struct graph_source *source,
                                                         uint32_t formats)
{
    for (const struct graph_operation *o = g->operations; o < g->operations + g->count; o++)
        if (source->value != GRAPH_NONE && o->results[0].value == source->value && graph_is_load(o) &&
            rewrite_is_free(o) && formats >> o->mode & 1)
            return o;
    return NULL;
}

/* ---- Joined halves ---- */

enum { LOW_IS_ZERO = 1, HIGH_IS_ZERO = 2 };

static const uint32_t loads_of_low = 1 << SFP_FMT_UINT16 | 1 << SFP_FMT_LO16, loads_of_high = 1 << SFP_FMT_HI16;

static unsigned find_zero_halves_of_bits(uint32_t bits)
{
    return ((bits & HALF) == 0 ? LOW_IS_ZERO : 0) | (bits >> HALF_BITS == 0 ? HIGH_IS_ZERO : 0);
}

/* Returns the bits by which SFPSHFT by an immediate shifts, or 0 for other operations. */
static int32_t find_shift_amount(const struct graph_operation *o)
{
    const int32_t amount = rewrite_is_shift(o) ? rewrite_shift_amount(o) : 0;

    return amount < 2 * HALF_BITS && amount > -2 * HALF_BITS ? amount : 0;
}

static unsigned find_zero_halves_of_maker(const struct graph *g, const struct graph_operation *maker)
{
    uint32_t bits;

    if (graph_constant_bits(g, maker, &bits))
        return find_zero_halves_of_bits(bits);
    if (!rewrite_is_free(maker))
        return 0;
    if (graph_is_load(maker))
        return (loads_of_low >> maker->mode & 1 ? HIGH_IS_ZERO : 0) |
               ((loads_of_high | get_format_bit(SFP_FMT_BF16)) >> maker->mode & 1 ? LOW_IS_ZERO : 0);
    if (maker->insn->id == SFP_I_SFPARECIP && maker->mode == SFP_MODE_SFPARECIP_RECIP)
        return LOW_IS_ZERO;
    return (find_shift_amount(maker) >= HALF_BITS ? LOW_IS_ZERO : 0) |
           (find_shift_amount(maker) <= -HALF_BITS ? HIGH_IS_ZERO : 0);
}

bool rewrite_bits_of(const struct graph *g, const struct graph_source *source, uint32_t *bits)
{
    const struct graph_operation *maker = rewrite_maker_of(g, source);

    if (source->value != GRAPH_NONE)
        return maker && graph_constant_bits(g, maker, bits);
    if (source->lreg == SFP_FIRST_PROGRAMMABLE_LREG && g->has_minus_one) {
        *bits = SFP_BITS_ONE | UINT32_C(1) << 31;
        return true;
    }
    return rewrite_bits_in(g, source->lreg, bits);
}

static unsigned find_zero_halves(const struct graph *g, const struct graph_source *source)
{
    const struct graph_operation *maker = rewrite_maker_of(g, source);
    uint32_t bits;

    if (rewrite_bits_of(g, source, &bits))
        return find_zero_halves_of_bits(bits);
    return maker ? find_zero_halves_of_maker(g, maker) : 0;
}

/* Does the operation unite bits: for sources without common bits, is the result their union? */
static bool is_union(const struct graph_operation *o)
{
    return (o->insn->id == SFP_I_SFPOR || o->insn->id == SFP_I_SFPXOR ||
            (o->insn->id == SFP_I_SFPIADD && o->mode == SFP_MODE_SFPIADD_LREG_NONE)) &&
           rewrite_is_free(o) && o->source_count == 2;
}

/* Adds `o`, which fills the other half into the register of source `kept`, as another way. */
static bool add_filled_half(struct rewriting *w, size_t at, unsigned kept, struct graph_operation o)
{
    struct graph_operation *sum = &w->graph->operations[at];
    const struct graph_operation *maker = rewrite_maker_of(w->graph, &sum->sources[1 - kept]);

    o.sources[0] = sum->sources[kept];
    o.sources[0].slot = GRAPH_VD;
    o.source_count = 1;
    o.results[0] = (struct graph_result){.value = sum->results[0].value, .in_place = 0};
    sum->optional = true;
    if (maker)
        rewrite_free_maker(w->graph, maker);
    return graph_is_load(&o) ? rewrite_add_load(w, at, o) : rewrite_add_way(w, at, o);
}

/* Keeps source `kept`, and takes its low or high half from the other source. */
static bool fill_half(struct rewriting *w, size_t at, unsigned kept, bool high)
{
    const struct graph *g = w->graph;
    const struct graph_source other = g->operations[at].sources[1 - kept];
    const struct graph_operation *load = find_load_of_source(g, &other, high ? loads_of_high : loads_of_low);
    struct graph_operation o = {.region = GRAPH_NONE, .issued_only = true};
    uint32_t bits;

    if (load) {
        o = make_load_as(w, load, high ? SFP_FMT_HI16_ONLY : SFP_FMT_LO16_ONLY, GRAPH_NONE);
    } else if (rewrite_bits_of(g, &other, &bits)) {
        rewrite_give_word(w, &o,
                          MADE_WORD(&w->index, SFP_I_SFPLOADI, {SFP_F_IMM, high ? bits >> HALF_BITS : bits & HALF},
                                    {SFP_F_MOD, high ? SFP_MODE_SFPLOADI_UPPER : SFP_MODE_SFPLOADI_LOWER}));
        o.results[1] = (struct graph_result){.value = GRAPH_NONE, .in_place = GRAPH_NONE};
    } else {
        return true;
    }
    return add_filled_half(w, at, kept, o);
}

bool rewrite_or_half(struct rewriting *w, size_t at)
{
    const struct graph *g = w->graph;

    for (unsigned kept = 0; kept < 2 && is_union(&g->operations[at]); kept++) {
        const struct graph_source *sources = g->operations[at].sources;
        const unsigned of_kept = find_zero_halves(g, &sources[kept]),
                       of_other = find_zero_halves(g, &sources[1 - kept]);

        if (sources[kept].value == GRAPH_NONE)
            continue;
        if (of_kept & LOW_IS_ZERO && of_other & HIGH_IS_ZERO && !fill_half(w, at, kept, false))
            return false;
        if (of_kept & HIGH_IS_ZERO && of_other & LOW_IS_ZERO && !fill_half(w, at, kept, true))
            return false;
    }
    return true;
}

/* ---- Shifted halves ---- */

bool rewrite_load_shift(struct rewriting *w, size_t at)
{
    struct graph *g = w->graph;
    struct graph_operation *shift = &g->operations[at];
    const int32_t amount = find_shift_amount(shift);
    const struct graph_operation *load;

    if (amount != HALF_BITS && amount != -HALF_BITS)
        return true;
    load = find_load_of_source(g, &shift->sources[0], amount > 0 ? loads_of_low : loads_of_high);
    if (!load)
        return true;
    shift->optional = true;
    rewrite_free_maker(g, load);
    return rewrite_add_load(w, at,
                            make_load_as(w, load, amount > 0 ? SFP_FMT_HI16 : SFP_FMT_LO16, shift->results[0].value));
}

/* ---- Moves under flags ---- */

bool rewrite_move_load(struct rewriting *w, size_t at)
{
    struct graph *g = w->graph;
    struct graph_operation *move = &g->operations[at], o;
    const struct graph_operation *load;
    const int8_t stays = move->results[0].in_place;

    if (move->insn->id != SFP_I_SFPMOV || move->mode != SFP_MODE_SFPMOV_MOVE || move->region == GRAPH_NONE ||
        move->results[0].value == GRAPH_NONE || !(load = find_load_of_source(g, &move->sources[0], UINT32_MAX)))
        return true;
    o = *load;
    o.region = move->region;
    o.results[0] = (struct graph_result){.value = move->results[0].value, .in_place = stays == GRAPH_NONE ? stays : 0};
    if (stays != GRAPH_NONE)
        o.sources[o.source_count++] = move->sources[stays];
    move->optional = true;
    rewrite_free_maker(g, load);
    return rewrite_add_load(w, at, o);
}

/* ---- Stored and loaded again ---- */

/* Do the iteration's loads and stores reach only cells of 32 bits (`wide`), or only cells of 16? Format 0 can be
 * either, and fails. */
static bool has_cells_of_width(const struct graph *g, bool wide)
{
    for (const struct graph_operation *o = g->operations; o < g->operations + g->count; o++) {
        const uint32_t formats = graph_is_load(o) ? SFP_WIDE_LOADS : SFP_WIDE_STORES;

        if (!graph_is_load(o) && !graph_is_store(o))
            continue;
        if (o->mode == SFP_FMT_SRCB || (formats >> o->mode & 1) != wide || o->address & 1 ||
            (graph_is_store(o) && SFP_RAW_STORES >> o->mode & 1))
            return false;
    }
    return true;
}

/* Returns the kernel's last store, if no other store reaches its cells, no load follows there, and all lanes store;
 * otherwise NULL. */
static const struct graph_operation *find_only_store(const struct graph *g)
{
    const struct graph_operation *last = NULL;

    for (const struct graph_operation *o = g->operations; o < g->operations + g->count; o++)
        if (graph_is_store(o) && !o->rewrite)
            last = o;
    for (const struct graph_operation *o = g->operations; last && o < g->operations + g->count; o++)
        if (!o->rewrite && o != last && o->address == last->address && (graph_is_store(o) || o->version > 0) &&
            (graph_is_store(o) || graph_is_load(o)))
            return NULL;
    return last && last->region == GRAPH_NONE ? last : NULL;
}

/* Makes room for one more store to the cells at `address`: increments the versions of later stores to them, and of
 * loads after those stores, from operation `at` on. */
static void make_version_room(struct graph *g, size_t at, int32_t address)
{
    for (struct graph_operation *o = &g->operations[at]; o < g->operations + g->count; o++)
        if (o->address == address && (graph_is_store(o) || (graph_is_load(o) && o->version > 0)))
            o->version++;
}

/* Counts the stores to the cells at `address` before operation `at`, including stores added by other rows. */
static uint16_t count_stores_before(const struct graph *g, size_t at, int32_t address)
{
    uint16_t stores = 0;

    for (const struct graph_operation *o = g->operations; o < g->operations + at; o++)
        stores = (uint16_t)(stores + (graph_is_store(o) && o->address == address));
    return stores;
}

/* Adds another way to make the operation's value: a store of `source`, and a load of the stored cells, in the given
 * formats. */
static bool add_spill(struct rewriting *w, size_t at, struct graph_source source, unsigned stored, unsigned loaded)
{
    struct graph *g = w->graph;
    const int32_t address = find_only_store(g)->address;
    const uint16_t version = count_stores_before(g, at, address);
    struct graph_operation store = make_transfer(w, SFP_I_SFPSTORE, stored, address, version),
                           load = make_transfer(w, SFP_I_SFPLOAD, loaded, address, (uint16_t)(version + 1));

    make_version_room(g, at, address);
    source.slot = GRAPH_VD;
    store.sources[store.source_count++] = source;
    load.results[0].value = g->operations[at].results[0].value;
    return rewrite_add_way(w, at, load) && rewrite_add_way(w, at, store);
}

/* Does an operation read the value, apart from stores? */
static bool is_worked_on(const struct graph *g, int16_t value)
{
    for (const struct graph_operation *o = g->operations; o < g->operations + g->count; o++)
        for (unsigned source = 0; source < o->source_count && !graph_is_store(o); source++)
            if (o->sources[source].value == value)
                return true;
    return false;
}

static struct graph_source make_result_source(const struct graph_operation *o)
{
    return (struct graph_source){.value = o->results[0].value};
}

/* Returns a format that stores the operation's value without loss. Multiply-adds make no number that format 3 loses,
 * so they take the last store's format, if that is 3: a macro can then use both stores. Other operations take format
 * 4, without loss for any value. */
static unsigned choose_spill_format(const struct graph *g, const struct graph_operation *o)
{
    const bool adds = o->insn->id == SFP_I_SFPMAD || o->insn->id == SFP_I_SFPADD || o->insn->id == SFP_I_SFPMUL;

    return adds && find_only_store(g)->mode == SFP_FMT_FP32 ? SFP_FMT_FP32 : SFP_FMT_INT32;
}

bool rewrite_spill(struct rewriting *w, size_t at)
{
    const struct graph *g = w->graph;
    const struct graph_operation *o = &g->operations[at];
    const int32_t amount = find_shift_amount(o);
    unsigned format;

    if (graph_is_load(o) || !rewrite_is_free(o) || !find_only_store(g) || !is_worked_on(g, o->results[0].value))
        return true;
    if (has_cells_of_width(g, true)) {
        format = choose_spill_format(g, o);
        return add_spill(w, at, make_result_source(o), format, format);
    }
    if (!has_cells_of_width(g, false))
        return true;
    if (amount == -HALF_BITS)
        return add_spill(w, at, o->sources[0], SFP_FMT_HI16_ONLY, SFP_FMT_LO16);
    return amount != HALF_BITS || add_spill(w, at, o->sources[0], SFP_FMT_UINT16, SFP_FMT_HI16);
}

/* ---- Sign and magnitude ---- */

const struct graph_operation *rewrite_signed_abs(const struct graph *g, const struct graph_operation *setsgn)
{
    const struct graph_operation *abs;

    if (setsgn->insn->id != SFP_I_SFPSETSGN || setsgn->mode != SFP_MODE_SFPSETSGN_ARG_LREG || !rewrite_is_free(setsgn))
        return NULL;
    abs = rewrite_maker_of(g, &setsgn->sources[graph_source_in(setsgn, GRAPH_VC)]);
    return abs && abs->insn->id == SFP_I_SFPABS && abs->mode == SFP_MODE_SFPABS_INT && rewrite_is_free(abs) &&
                   abs->sources[0].value == setsgn->sources[graph_source_in(setsgn, GRAPH_B)].value
               ? abs
               : NULL;
}

bool rewrite_int32_sm(struct rewriting *w, size_t at)
{
    struct graph *g = w->graph;
    struct graph_operation *setsgn = &g->operations[at];
    const struct graph_operation *abs = rewrite_signed_abs(g, setsgn);
    const struct graph_operation *load = abs ? rewrite_maker_of(g, &abs->sources[0]) : NULL;

    if (!load || !graph_is_load(load) || load->mode != SFP_FMT_INT32 || !rewrite_is_free(load))
        return true;
    setsgn->optional = true;
    rewrite_free_maker(g, abs);
    rewrite_free_maker(g, load);
    return rewrite_add_load(w, at, make_load_as(w, load, SFP_FMT_INT32_SM, setsgn->results[0].value));
}

/* Leaves loaded values to rewrite_int32_sm(). */
bool rewrite_spill_sm(struct rewriting *w, size_t at)
{
    struct graph *g = w->graph;
    struct graph_operation *setsgn = &g->operations[at];
    const struct graph_operation *abs = rewrite_signed_abs(g, setsgn);
    const struct graph_operation *maker = abs ? rewrite_maker_of(g, &abs->sources[0]) : NULL;

    if (!abs || abs->sources[0].value == GRAPH_NONE || (maker && graph_is_load(maker)) || !find_only_store(g) ||
        !has_cells_of_width(g, true))
        return true;
    setsgn->optional = true;
    rewrite_free_maker(g, abs);
    return add_spill(w, at, abs->sources[0], SFP_FMT_INT32, SFP_FMT_INT32_SM);
}
