/* Loads and stores, in terms. */
#include "dst_trace.h"

#include "isa/modes.h"
#include "isa/vector_unit.h"
#include "base/array.h"

#include <stdlib.h>

/* The widths of cells. A format that shares cells predictably only with itself has its own width. */
enum cell_width { NARROW, WIDE, CONFIGURED, HALVES, ALL_LANES };

enum { FIRST_SLOTS = 64, PLACE_MASK = 0x1FE };

void dst_trace_init(struct dst_trace *trace)
{
    *trace = (struct dst_trace){0};
    term_set_constant(&trace->stored, 0);
}

void dst_trace_forget(struct dst_trace *trace)
{
    trace->forgotten = trace->stored.unknown;
    for (size_t i = 0; i < trace->cell_count; i++)
        free(trace->cells[i]);
    for (size_t i = 0; i < trace->group_count; i++)
        free(trace->groups[i]);
    trace->cell_count = trace->group_count = 0;
    if (trace->slots)
        memset(trace->slots, 0, trace->slot_count * sizeof *trace->slots);
}

void dst_trace_free(struct dst_trace *trace)
{
    dst_trace_forget(trace);
    free(trace->cells);
    free(trace->groups);
    free(trace->slots);
}

/* ---- Groups ---- */

static enum cell_width cell_width_of(const struct dst_access *access)
{
    const unsigned format = access->format;
    const bool half = (SFP_HALF_LOADS | SFP_RAW_STORES) >> format & 1;

    if (format == SFP_FMT_INT32_ALL)
        return ALL_LANES;
    if (format == SFP_FMT_SRCB)
        return CONFIGURED;
    if (half || (SFP_WIDE_LOADS >> format & 1) != (SFP_WIDE_STORES >> format & 1))
        return HALVES;
    return SFP_WIDE_STORES >> format & 1 ? WIDE : NARROW;
}

/* Does the address leave open which cells an access uses? */
static bool is_anywhere(enum cell_width width)
{
    return width == HALVES || width == ALL_LANES;
}

static struct dst_group *find_group(struct dst_trace *trace, uint64_t key)
{
    struct dst_group *group;

    for (size_t i = trace->group_count; i-- > 0;)
        if (trace->groups[i]->key == key)
            return trace->groups[i];
    if (!array_room(&trace->groups, trace->group_count, &trace->group_room, sizeof(struct dst_group *)))
        return NULL;
    group = malloc(sizeof *group);
    if (!group)
        return NULL;
    group->key = key;
    term_set_constant(&group->stored, 0);
    memset(group->stored.hash, 0, sizeof group->stored.hash);
    return trace->groups[trace->group_count++] = group;
}

/* Returns the sum of other groups' stores, in sample `i`. */
static uint64_t stored_beside(const struct dst_trace *trace, const struct dst_group *group, unsigned i)
{
    return trace->stored.hash[i] - group->stored.hash[i];
}

/* Returns the samples in which other groups' stores are unknown. */
static struct sample_set unknown_beside(const struct dst_trace *trace, const struct dst_group *group)
{
    struct sample_set unknown = trace->stored.unknown;

    if (!sample_set_is_empty(&unknown)) {
        unknown = trace->forgotten;
        for (size_t i = 0; i < trace->group_count; i++)
            if (trace->groups[i] != group)
                SAMPLE_SET(&unknown, unknown.words[k] | trace->groups[i]->stored.unknown.words[k]);
    }
    return unknown;
}

/* ---- Cells ---- */

static size_t hash_cells(const struct dst_trace *trace, uint64_t group, uint32_t place)
{
    return term_mix(group, place) & (trace->slot_count - 1);
}

static void insert_cells(struct dst_trace *trace, size_t number)
{
    const struct dst_cells *cells = trace->cells[number];
    size_t slot = hash_cells(trace, cells->group, cells->place);

    while (trace->slots[slot])
        slot = (slot + 1) & (trace->slot_count - 1);
    trace->slots[slot] = number + 1;
}

/* Makes room for one more entry, with at least half of the slots free. Returns false if memory ran out. */
static bool grow_cell_table(struct dst_trace *trace)
{
    const size_t wanted = trace->slot_count ? 2 * trace->slot_count : FIRST_SLOTS;
    size_t *slots;

    if (2 * (trace->cell_count + 1) <= trace->slot_count)
        return true;
    slots = calloc(wanted, sizeof *slots);
    if (!slots)
        return false;
    free(trace->slots);
    trace->slots = slots;
    trace->slot_count = wanted;
    for (size_t i = 0; i < trace->cell_count; i++)
        insert_cells(trace, i);
    return true;
}

static struct dst_cells *seek_cells(const struct dst_trace *trace, uint64_t group, uint32_t place)
{
    for (size_t slot = trace->slot_count ? hash_cells(trace, group, place) : 0; trace->slot_count && trace->slots[slot];
         slot = (slot + 1) & (trace->slot_count - 1)) {
        struct dst_cells *cells = trace->cells[trace->slots[slot] - 1];

        if (cells->group == group && cells->place == place)
            return cells;
    }
    return NULL;
}

static uint64_t entry_number(uint64_t group, uint32_t place)
{
    return term_mix(group, place);
}

static struct dst_cells *find_cells(struct dst_trace *trace, uint64_t group, uint32_t place, uint32_t address)
{
    struct dst_cells *cells = seek_cells(trace, group, place);

    if (cells)
        return cells;
    if (!grow_cell_table(trace) ||
        !array_room(&trace->cells, trace->cell_count, &trace->cell_room, sizeof(struct dst_cells *)))
        return NULL;
    cells = malloc(sizeof *cells);
    if (!cells)
        return NULL;
    cells->group = group;
    cells->place = place;
    cells->address = address;
    cells->stored = false;
    cells->by = -1;
    term_set_fresh(&cells->content, TERM_CELL, entry_number(group, place));
    trace->cells[trace->cell_count] = cells;
    insert_cells(trace, trace->cell_count++);
    return cells;
}

/* Finds or makes the group and the cells of an access. *address includes the counter's steps. Returns false if
 * memory ran out. */
static bool find_accessed(struct dst_trace *trace, const struct dst_access *access, struct dst_group **group,
                          struct dst_cells **cells, uint32_t *address)
{
    const enum cell_width width = cell_width_of(access);

    *address = (access->address + trace->moved) & SFP_COUNTER_MASK;
    *group = find_group(trace, term_mix(trace->epoch, width));
    *cells = *group ? find_cells(trace, (*group)->key, is_anywhere(width) ? 0 : *address & PLACE_MASK, *address) : NULL;
    return *cells;
}

/* ---- Accesses ---- */

bool dst_trace_load(struct dst_trace *trace, const struct dst_access *access, struct term *value)
{
    struct dst_group *group;
    struct dst_cells *cells;
    struct sample_set beside;
    uint32_t address;

    if (!find_accessed(trace, access, &group, &cells, &address))
        return false;
    for (unsigned i = 0; i < SAMPLES; i++) {
        uint64_t hash = term_mix(term_begin(TERM_LOAD, i), (uint64_t)access->format << 32 | address);

        hash = term_mix(hash, cells->content.hash[i]);
        value->hash[i] = term_opaque(term_mix(hash, stored_beside(trace, group, i)), i);
    }
    beside = unknown_beside(trace, group);
    SAMPLE_SET(&value->unknown, cells->content.unknown.words[k] | beside.words[k]);
    return true;
}

/* Returns the cells' content after a store, in sample `i`. */
static uint64_t stored_content(const struct dst_cells *cells, bool replaces, uint64_t spelled, uint64_t stored,
                               unsigned i)
{
    const uint64_t hash = term_mix(term_begin(replaces ? TERM_STORE : TERM_STORE_BESIDE, i), spelled);

    return term_opaque(term_mix(replaces ? hash : term_mix(hash, cells->content.hash[i]), stored), i);
}

bool dst_trace_store(struct dst_trace *trace, const struct dst_access *access, const struct term *value,
                     const struct truth *lanes)
{
    struct dst_group *group;
    struct dst_cells *cells;
    struct sample_set beside;
    uint32_t address;
    bool replaces;

    if (!find_accessed(trace, access, &group, &cells, &address))
        return false;
    replaces = !is_anywhere(cell_width_of(access)) && (cells->address == address || !cells->stored);
    beside = unknown_beside(trace, group);
    for (unsigned i = 0; i < SAMPLES; i++) {
        uint64_t added;

        if (!sample_in(&lanes->holds, i))
            continue;
        added = term_mix(term_mix(term_begin(TERM_STORED, i), value->hash[i]), stored_beside(trace, group, i));
        cells->content.hash[i] = stored_content(cells, replaces, (uint64_t)access->format << 32 | address, added, i);
        added = term_mix(term_mix(added, cells->content.hash[i]), cells->place);
        group->stored.hash[i] += added;
        trace->stored.hash[i] += added;
    }
    SAMPLE_SET(&beside, (lanes->holds.words[k] & (value->unknown.words[k] | beside.words[k])) |
                            lanes->unknown.words[k]);
    SAMPLE_SET(&cells->content.unknown, beside.words[k] | (cells->content.unknown.words[k] &
                                                           (replaces ? ~lanes->holds.words[k] : UINT64_MAX)));
    SAMPLE_SET(&group->stored.unknown, group->stored.unknown.words[k] | beside.words[k]);
    SAMPLE_SET(&trace->stored.unknown, trace->stored.unknown.words[k] | beside.words[k]);
    cells->address = address;
    cells->stored = true;
    cells->by = access->by;
    return true;
}

void dst_trace_begin_epoch(struct dst_trace *trace, uint64_t number)
{
    trace->epoch = term_mix(term_mix(term_mix(TERM_EPOCH, trace->epoch), trace->moved), number);
    trace->moved = 0;
    for (unsigned i = 0; i < SAMPLES; i++)
        trace->stored.hash[i] = term_mix(trace->stored.hash[i], trace->epoch);
}

/* ---- Two traces ---- */

static bool has_same_content(const struct dst_cells *cells, const struct dst_trace *other, bool cells_first)
{
    const struct sample_set all = sample_set_of(true);
    const struct dst_cells *there = seek_cells(other, cells->group, cells->place);
    struct term entry;

    if (!cells->stored && !(there && there->stored))
        return true;
    if (!there)
        term_set_fresh(&entry, TERM_CELL, entry_number(cells->group, cells->place));
    return (cells_first ? term_difference(&cells->content, there ? &there->content : &entry, &all)
                        : term_difference(there ? &there->content : &entry, &cells->content, &all)) < 0;
}

const struct dst_cells *dst_trace_difference(const struct dst_trace *a, const struct dst_trace *b)
{
    const struct dst_cells *first = NULL;

    for (size_t i = 0; i < a->cell_count; i++)
        if (!has_same_content(a->cells[i], b, true) && (!first || a->cells[i]->by < first->by))
            first = a->cells[i];
    for (size_t i = 0; !first && i < b->cell_count; i++)
        if (!has_same_content(b->cells[i], a, false))
            first = b->cells[i];
    return first;
}
