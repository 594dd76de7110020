/* Last writers, recorded for each lane of an LReg, each lane's flags and each cell of Dst. */
#include "lib.h"

#include <stdlib.h>
#include <string.h>

#include "model/control.h"
#include "base/archive.h"
#include "observe/optext.h"

enum {
    RECORDS = 1 << 15,  /* more than the number of places, so that dropping unused records makes room */
    FLIGHTS = 64,       /* instructions in flight with data from their start */
    LREG_FIELD = 15, L7 = 7,
    LREGS_NAMED = 0xFF, /* an L7 index of 8 or more writes no LReg */
};

/* A write. */
struct record {
    uint64_t cycle, id;
    size_t index, macro_index;
    uint32_t word;
    int32_t imm;                /* scheduled: operands given by the macro, as in struct sfp_op */
    uint8_t vb, vc, vd, b, mod;
    bool scheduled;
};

/* An instruction that has started to execute. */
struct flight {
    uint64_t id;
    uint32_t lanes;            /* lanes to be written */
    bool names;                /* the destination is named by L7, lane by lane: */
    uint8_t named[SFP_LANES];
};

struct lib_writers {
    sfpu_machine *m;
    struct sfp_observer observer;
    /* By place, the number of a record, from 1; 0: no writer. The arrays from here on also count as one array. */
    uint32_t lreg[SFP_LREGS][SFP_LANES];
    uint32_t flags[SFP_LANES];
    uint32_t dst[SFP_DST_ROWS][SFP_DST_COLUMNS];
    size_t count;              /* number of records */
    struct flight flights[FLIGHTS];
    unsigned flight_count;
    struct record control;     /* the record of another unit's executing instruction, for its writes to Dst */
    struct record records[RECORDS];
    char text[SFP_OP_TEXT_SIZE]; /* text of the last returned writer */
    uint32_t numbers[RECORDS + 1]; /* scratch: new numbers of records by their old numbers */
};

enum { PLACES = SFP_LREGS * SFP_LANES + SFP_LANES + SFP_DST_ROWS * SFP_DST_COLUMNS };
_Static_assert(offsetof(struct lib_writers, count) - offsetof(struct lib_writers, lreg) == PLACES * sizeof(uint32_t)
                   && (int)PLACES < (int)RECORDS,
               "places are one array, and have fewer records than there are");

/* ---- Records ---- */

static uint32_t *all_places(struct lib_writers *w)
{
    return &w->lreg[0][0];
}

/* Drops records that no place names; the others keep their order. */
static void drop_old_records(struct lib_writers *w)
{
    uint32_t *numbers = w->numbers;
    size_t kept = 0;

    memset(numbers, 0, (w->count + 1) * sizeof *numbers);
    for (size_t i = 0; i < PLACES; i++)
        numbers[all_places(w)[i]] = 1;
    for (size_t i = 1; i <= w->count; i++) {
        if (!numbers[i])
            continue;
        w->records[kept] = w->records[i - 1];
        numbers[i] = (uint32_t)++kept;
    }
    numbers[0] = 0;
    for (size_t i = 0; i < PLACES; i++)
        all_places(w)[i] = numbers[all_places(w)[i]];
    w->count = kept;
}

/* Returns the number of a new record. */
static uint32_t add_record(struct lib_writers *w, const struct record *record)
{
    if (w->count == RECORDS)
        drop_old_records(w);
    w->records[w->count++] = *record;
    return (uint32_t)w->count;
}

static struct record record_of(const struct sfp_event *event)
{
    const struct sfp_op *op = event->op;

    return (struct record){.cycle = event->cycle, .id = event->id, .index = op->index, .word = op->word, .imm = op->imm,
                           .vb = op->vb, .vc = op->vc, .vd = op->vd, .b = op->b, .mod = op->mod,
                           .scheduled = event->scheduled, .macro_index = event->macro_index};
}

/* ---- Instructions that start ---- */

/* Returns the lanes that SFPCONFIG writes. Row 0's flags govern a whole column (sfpu-semantics(7), SFPCONFIG). */
static uint32_t find_configured_lanes(const struct sfp_state *s, const struct sfp_op *op)
{
    uint32_t lanes = 0;

    for (unsigned lane = 0; lane < SFP_LANES; lane++) {
        const unsigned column = lane % SFP_COLUMNS;
        const bool chosen = !(op->mod & SFP_MODE_SFPCONFIG_IMM16_IS_LANE_MASK) || op->imm >> 2 * column & 1;

        lanes |= (uint32_t)(chosen && !(s->use_flags >> column & ~s->flags >> column & 1)) << lane;
    }
    return lanes;
}

static uint32_t with_lane_config(const struct sfp_state *s, uint32_t bit)
{
    uint32_t lanes = 0;

    for (unsigned lane = 0; lane < SFP_LANES; lane++)
        lanes |= (uint32_t)((s->lane_config[lane] & bit) != 0) << lane;
    return lanes;
}

/* Returns the lanes that a load or store transfers. `block` is the LaneConfig bit that blocks a lane. */
static uint32_t find_transferred_lanes(const struct sfp_event *event, uint32_t block)
{
    const struct sfp_state *s = &event->machine->s;
    const uint32_t lanes = sfp_format_of(s, event->op) == SFP_FMT_INT32_ALL ? UINT32_MAX : event->lanes;

    return lanes & ~with_lane_config(s, block);
}

/* Returns the lanes in which the instruction will write flags and LRegs. */
static uint32_t written_lanes(const struct sfp_event *event)
{
    switch (event->op->insn->id) {
    case SFP_I_SFPENCC:
    case SFP_I_SFPPOPC:
    case SFP_I_SFPPUSHC:
    case SFP_I_SFPCOMPC:
        return UINT32_MAX;
    case SFP_I_SFPCONFIG:
        return find_configured_lanes(&event->machine->s, event->op);
    default:
        return event->transfer.reaches ? find_transferred_lanes(event, SFP_LC_BLOCK_DEST_RD) : event->lanes;
    }
}

static void note_start(struct lib_writers *w, const struct sfp_event *event)
{
    struct flight *f = &w->flights[w->flight_count++ % FLIGHTS];

    f->id = event->id;
    f->lanes = written_lanes(event);
    f->names = sfp_event_named(event) != 0;
    for (unsigned lane = 0; lane < SFP_LANES && f->names; lane++)
        f->named[lane] = event->machine->s.lreg[L7][lane] & LREG_FIELD;
}

static const struct flight *find_flight_of_id(const struct lib_writers *w, uint64_t id)
{
    for (unsigned i = 1; i <= FLIGHTS && i <= w->flight_count; i++)
        if (w->flights[(w->flight_count - i) % FLIGHTS].id == id)
            return &w->flights[(w->flight_count - i) % FLIGHTS];
    return NULL;
}

/* ---- Dst ---- */

/* Records a store at its start; stored values are in Dst at the end of that cycle. */
static void note_dst_store(struct lib_writers *w, const struct sfp_event *event)
{
    const struct sfp_state *s = &event->machine->s;
    const struct record record = record_of(event);
    const bool wide = SFP_WIDE_STORES >> sfp_format_of(s, event->op) & 1;
    const unsigned row = wide ? sfp_dst_row32(s, event->transfer.row) : sfp_dst_row16(s, event->transfer.row);
    const uint32_t number = add_record(w, &record), odd = with_lane_config(s, SFP_LC_WR_COL_EXCHANGE);

    for (uint32_t left = find_transferred_lanes(event, SFP_LC_BLOCK_DEST_WR); left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left), column = lane % SFP_COLUMNS;
        const bool is_odd = event->transfer.address & SFP_DST_ODD_COLUMNS || odd >> column & 1;
        uint32_t *cell = &w->dst[row + lane / SFP_COLUMNS][2 * column + is_odd];

        *cell = number;
        if (wide)
            cell[SFP_LOW_HALF_ROWS * SFP_DST_COLUMNS] = number;
    }
}

/* Returns the record of a core's store. The address gives the instruction. */
static struct record record_of_core(const struct lib_writers *w, const struct sfp_dst_write *write)
{
    const enum sfp_thread_id thread = sfp_thread_of_word(&w->m->kernel.program, write->index);
    const struct sfp_tile *tile = compiled_tile(w->m->threads[thread].compiled);
    struct record record = {.cycle = write->cycle, .id = SFP_NO_ID, .index = write->index};
    const uint32_t own = (uint32_t)(write->index - tile->devices.offset); /* index in the core's code */
    const uint8_t *at = tile_memory(tile, tile->core.code.base + own * RV_BYTES, RV_BYTES);

    if (at)
        memcpy(&record.word, at, RV_BYTES);
    return record;
}

static void hear_dst(void *writers, const struct sfp_dst_write *write)
{
    struct lib_writers *w = writers;
    const struct record record = write->op ? w->control : record_of_core(w, write);
    const uint32_t number = add_record(w, &record);

    for (unsigned row = write->row; row < write->row + write->rows; row++)
        for (uint32_t left = write->columns; left; left &= left - 1)
            w->dst[row][__builtin_ctz(left)] = number;
    if (w->m->races)
        sfp_races_hear_dst(w->m->races, write);
}

/* ---- Results that land ---- */

static void note_lreg_writes(struct lib_writers *w, uint32_t lregs, const struct flight *f, uint32_t number)
{
    for (uint32_t left = f->lanes; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);

        for (uint32_t regs = f->names ? UINT32_C(1) << f->named[lane] & LREGS_NAMED : lregs; regs; regs &= regs - 1)
            w->lreg[__builtin_ctz(regs)][lane] = number;
    }
}

static void note_flag_writes(struct lib_writers *w, uint32_t lanes, uint32_t number)
{
    for (uint32_t left = lanes; left; left &= left - 1)
        w->flags[__builtin_ctz(left)] = number;
}

static void note_landed_writes(struct lib_writers *w, const struct sfp_event *event)
{
    const struct flight *f = find_flight_of_id(w, event->id);
    const uint32_t writes = sfp_event_writes(event), lregs = writes & SFP_USES_LREGS;
    const bool flags = writes & SFP_USES_FLAGS;
    struct record record;
    uint32_t number;

    if (!f || !(lregs || flags))
        return;
    record = record_of(event);
    number = add_record(w, &record);
    note_lreg_writes(w, lregs, f, number);
    if (flags)
        note_flag_writes(w, f->lanes, number);
}

static void on_event(void *writers, const struct sfp_event *event)
{
    struct lib_writers *w = writers;

    if (event->kind == SFP_EVENT_COMPLETE && event->unit != SFP_UNIT_NONE)
        note_landed_writes(w, event);
    if (event->kind != SFP_EVENT_EXEC)
        return;
    if (event->unit == SFP_UNIT_NONE)
        w->control = record_of(event);
    else if (event->unit == SFP_UNIT_STORE && event->transfer.reaches)
        note_dst_store(w, event);
    else
        note_start(w, event);
}

/* ---- Lifetime and archive ---- */

struct lib_writers *lib_writers_new(sfpu_machine *m)
{
    struct lib_writers *w = malloc(sizeof *w); /* untouched records take no memory */

    if (!w)
        return NULL;
    memset(w, 0, offsetof(struct lib_writers, records));
    w->m = m;
    w->observer = (struct sfp_observer){.event = on_event, .context = w};
    return w;
}

void lib_writers_free(struct lib_writers *w)
{
    free(w);
}

struct sfp_observer *lib_writers_observer(struct lib_writers *w)
{
    return &w->observer;
}

void lib_writers_listen(struct lib_writers *w)
{
    w->m->m->dst_written = hear_dst;
    w->m->m->dst_listener = w;
}

void lib_writers_archive(struct lib_writers *w, struct archiving *a)
{
    enum { BEGIN = offsetof(struct lib_writers, lreg), END = offsetof(struct lib_writers, records) };

    if (!a->loads)
        drop_old_records(w);
    archive_bytes(a, (char *)w + BEGIN, END - BEGIN);
    archive_bytes(a, w->records, w->count * sizeof w->records[0]);
    archive_align(a);
}

/* ---- Public functions ---- */

/* Returns the instruction of a scheduled record with its actual operands; NULL: the record's word is enough. */
static const char *text_of_record(struct lib_writers *w, const struct record *r)
{
    const struct sfp_index *index = &w->m->m->index;
    const struct sfp_op op = {.insn = sfp_insn_of_word(index, r->word), .word = r->word, .imm = r->imm, .vb = r->vb,
                              .vc = r->vc, .vd = r->vd, .b = r->b, .mod = r->mod, .scheduled = true};

    if (!r->scheduled || !op.insn)
        return NULL;
    sfp_op_text(index, &op, w->text);
    return w->text;
}

static int give_writer_of_record(sfpu_machine *m, uint32_t number, struct sfpu_writer *writer)
{
    const struct record *r;
    struct sfpu_writer own;

    if (!number)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "the run has written nothing there");
    r = &m->writers->records[number - 1];
    own = (struct sfpu_writer){.index = r->index, .cycle = r->cycle, .id = r->id, .word = r->word,
                               .scheduled = r->scheduled, .macro_index = r->macro_index,
                               .text = text_of_record(m->writers, r)};
    return lib_given(m, lib_give(writer, &own, sizeof own));
}

/* Checks a request for a writer; `is`: the place exists. Returns a code. */
static int check_writer_request(sfpu_machine *m, bool is, const struct sfpu_writer *writer)
{
    if (!m || !writer || !is)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "the written place does not exist, or there is no place for its writer");
    if (!lib_may_read(m))
        return SFPU_BAD_ARGUMENT;
    return m->writers ? SFPU_OK : lib_fail(m, SFPU_BAD_ARGUMENT, "the run did not keep its writers");
}

int sfpu_get_lreg_writer(sfpu_machine *m, unsigned reg, unsigned lane, struct sfpu_writer *writer)
{
    const int code = check_writer_request(m, reg < SFP_LREGS && lane < SFP_LANES, writer);

    return code == SFPU_OK ? give_writer_of_record(m, m->writers->lreg[reg][lane], writer) : code;
}

int sfpu_get_flags_writer(sfpu_machine *m, unsigned lane, struct sfpu_writer *writer)
{
    const int code = check_writer_request(m, lane < SFP_LANES, writer);

    return code == SFPU_OK ? give_writer_of_record(m, m->writers->flags[lane], writer) : code;
}

int sfpu_get_dst_writer(sfpu_machine *m, unsigned row, unsigned column, struct sfpu_writer *writer)
{
    const int code = check_writer_request(m, row < SFP_DST_ROWS && column < SFP_DST_COLUMNS, writer);

    return code == SFPU_OK ? give_writer_of_record(m, m->writers->dst[row][column], writer) : code;
}
