/* Maps the events of a run to cells of tables. */
#include "proof_parts.h"

#include <stdlib.h>
#include <string.h>

#include "model/finding.h"
#include "model/model.h"
#include "optext.h"

/* ---- Creation ---- */

static bool proof_cell_has_address(const struct sfp_index *index, const struct sfp_schedule_cell *cell)
{
    const struct sfp_insn *insn = sfp_insn_of_word(index, cell->actions[0].word);

    return insn && sfp_operand_of(insn, SFP_F_ADDR);
}

/* Prepares a schedule's table: the cells by load, the first cells, and the counts. Returns false if memory runs out. */
static bool make_proof_table(const struct sfp_index *index, const struct sfp_schedule *s, struct proof_table *table)
{
    table->s = s;
    table->cells = calloc(s->cell_count + 1, sizeof *table->cells);
    table->items = malloc((s->tag_count + 1) * sizeof *table->items);
    if (!table->cells || !table->items)
        return false;
    memset(table->items, 0xFF, (s->tag_count + 1) * sizeof *table->items);
    table->first = PROOF_NO_CELL;
    table->addressed = PROOF_NO_CELL;
    table->foreign = UINT64_MAX;
    for (uint32_t i = 0; i < s->cell_count; i++) {
        const struct sfp_schedule_cell *cell = &s->cells[i];
        const bool issued = cell->kind == SFP_CELL_ISSUED || cell->kind == SFP_CELL_LOAD;

        table->cells[i].last = -1;
        if (cell->kind == SFP_CELL_SCHEDULED && cell->tag >= 0 && cell->unit <= SFP_UNIT_STORE)
            table->items[cell->tag][cell->unit] = i;
        if (issued && (table->first == PROOF_NO_CELL || cell->row < s->cells[table->first].row))
            table->first = i;
        if (issued && proof_cell_has_address(index, cell)
            && (table->addressed == PROOF_NO_CELL || cell->row < s->cells[table->addressed].row))
            table->addressed = i;
        table->front_rows += issued && cell->unit == SFP_UNIT_NONE;
        table->has_idle |= cell->kind == SFP_CELL_IDLE;
    }
    return true;
}

/* Fills the cell of each program word. */
static void make_words(struct sfp_proof *proof)
{
    const struct sfp_program *program = &proof->kernel->program;

    memset(proof->words, 0xFF, program->count * sizeof *proof->words);
    for (size_t i = 0; i < program->schedule_count; i++)
        for (size_t k = 0; k < program->schedules[i].word_count; k++) {
            const struct sfp_schedule_word *w = &program->schedules[i].words[k];

            proof->words[w->index] = (struct proof_word){(uint32_t)i, w->cell, w->turn};
        }
}

static void on_event(void *context, const struct sfp_event *event);

struct sfp_proof *sfp_proof_new(const struct sfp_kernel *kernel, struct sfp_reporter reporter)
{
    const struct sfp_program *program = &kernel->program;
    struct sfp_proof *proof = calloc(1, sizeof *proof);
    bool made;

    if (!proof)
        return NULL;
    proof->kernel = kernel;
    proof->reporter = reporter;
    proof->observer = (struct sfp_observer){.event = on_event, .context = proof, .first_pass = true};
    sfp_index_init(&proof->index, program->arch);
    proof->tables = calloc(program->schedule_count, sizeof *proof->tables);
    proof->words = malloc((program->count + 1) * sizeof *proof->words);
    made = proof->tables && proof->words;
    for (; made && proof->table_count < program->schedule_count; proof->table_count++)
        made = make_proof_table(&proof->index, &program->schedules[proof->table_count],
                                &proof->tables[proof->table_count]);
    for (size_t i = 0; made && i < proof->table_count; i++)
        proof_find_orders(&proof->index, program->arch, &proof->tables[i]);
    if (!made) {
        sfp_proof_free(proof);
        return NULL;
    }
    make_words(proof);
    return proof;
}

void sfp_proof_free(struct sfp_proof *proof)
{
    if (!proof)
        return;
    for (size_t i = 0; i < proof->table_count; i++) {
        free(proof->tables[i].cells);
        free(proof->tables[i].items);
    }
    free(proof->tables);
    free(proof->words);
    free(proof);
}

struct sfp_observer *sfp_proof_observer(struct sfp_proof *proof)
{
    return &proof->observer;
}

/* ---- Loads and instructions under way ---- */

static struct proof_load *find_load(struct sfp_proof *proof, uint64_t id)
{
    for (unsigned i = 1; i <= PROOF_LOADS; i++) { /* a recent load, mostly */
        struct proof_load *load = &proof->loads[(proof->load_count - i) % PROOF_LOADS];

        if (load->place.table && load->id == id)
            return load;
    }
    return NULL;
}

static void start_proof_flight(struct sfp_proof *proof, const struct sfp_event *event, const struct proof_place *place)
{
    if (event->transfer.reaches && event->unit == SFP_UNIT_STORE)
        proof_stores(proof, place, event->transfer.address, event->cycle);
    proof->flights[proof->flight_count++ % PROOF_FLIGHTS] =
        (struct proof_flight){*place, event->id, event->reading == SFP_READS_LAST, sfp_event_named(event)};
}

static const struct proof_flight *find_proof_flight(const struct sfp_proof *proof, uint64_t id)
{
    for (unsigned i = 1; i <= PROOF_FLIGHTS && i <= proof->flight_count; i++) {
        const struct proof_flight *flight = &proof->flights[(proof->flight_count - i) % PROOF_FLIGHTS];

        if (flight->id == id)
            return flight;
    }
    return NULL;
}

/* Reports cells that the load should have scheduled and did not, after all its items were scheduled. */
static void close_load(struct sfp_proof *proof, struct proof_load *load)
{
    const struct proof_place *at = &load->place;
    const int tag = proof_cell(at)->tag;

    load->open = false;
    for (unsigned u = SFP_UNIT_SIMPLE; tag >= 0 && u <= SFP_UNIT_STORE; u++) {
        const uint32_t cell = at->table->items[tag][u];
        const struct proof_place item = {at->table, cell, at->turn, at->iteration};

        if (cell != PROOF_NO_CELL && !(load->scheduled >> u & 1))
            proof_differs(proof, &item, &load->op, "missing: its load in cycle %llu does not schedule it",
                          (unsigned long long)load->cycle);
    }
}

/* Closes the latest load. No other load can be open, because at most one issues in a cycle. */
static void close_loads(struct sfp_proof *proof)
{
    struct proof_load *load = &proof->loads[(proof->load_count - 1) % PROOF_LOADS];

    if (load->place.table && load->open)
        close_load(proof, load);
}

/* Counts a compared cell, and ends the proof after PROOF_MOST cells. */
static void count_proven_cell(struct sfp_proof *proof, struct proof_table *table)
{
    table->proven += !table->differs;
    proof->observer.enough |= ++proof->compared == PROOF_MOST;
}

/* ---- Words ---- */

static void count_proof_issue(struct sfp_proof *proof, const struct sfp_event *event)
{
    proof->slots_now++;
    proof->issued_now += event->op->insn->unit != SFP_UNIT_NONE;
}

/* Checks the last writers of the instruction's sources. */
static void check_flow(struct sfp_proof *proof, const struct sfp_event *event, const struct proof_place *place)
{
    proof_check_sources(proof, place, event->op, event->cycle);
    if (event->transfer.reaches && event->unit == SFP_UNIT_LOAD)
        proof_check_dst(proof, place, event->op, event->transfer.address, event->cycle);
}

static void compare_word(struct sfp_proof *proof, const struct sfp_event *event, const struct proof_place *place)
{
    const char *what;

    if (event->kind == SFP_EVENT_DISCARD)
        proof_differs(proof, place, event->op, "missing: discarded, since a scheduled item has its sub-unit");
    else if (!proof_action_holds(proof, place, event->op, &what))
        proof_differs(proof, place, event->op, "operand: another %s", what);
    else if (event->transfer.reaches
             && !proof_address_holds(place, event->transfer.address, (uint16_t)event->op->imm))
        proof_differs(proof, place, event->op, "operand: another address, %u", event->transfer.address);
    else if (event->reading != SFP_READS_LAST)
        check_flow(proof, event, place);
}

static void open_load(struct sfp_proof *proof, const struct sfp_event *event, const struct proof_place *place)
{
    proof->loads[proof->load_count++ % PROOF_LOADS] = (struct proof_load){
        .place = *place, .id = event->id, .cycle = event->cycle, .issued = proof->issued + proof->issued_now + 1,
        .open = true, .op = *event->op};
    if (event->machine->s.derived.macros_differ)
        proof_differs(proof, place, event->op, "operand: LoadMacroConfig differs between lanes");
}

static void check_issued_word(struct sfp_proof *proof, const struct sfp_event *event)
{
    const size_t index = event->op->index;
    const struct proof_word *w = index < proof->kernel->program.count ? &proof->words[index] : NULL;
    struct proof_place place = {0};

    if (w && w->table != PROOF_NO_CELL) {
        place = (struct proof_place){.table = &proof->tables[w->table], .cell = w->cell, .turn = w->turn};
        proof_begin_word(proof, &place);
        if (!place.table->differs)
            compare_word(proof, event, &place);
        count_proven_cell(proof, place.table);
        if (proof_cell(&place)->kind == SFP_CELL_LOAD && event->kind == SFP_EVENT_EXEC)
            open_load(proof, event, &place);
    } else if (event->op->insn->id != SFP_I_SFPNOP) {
        proof->foreign++;
    }
    count_proof_issue(proof, event);
    if (event->kind == SFP_EVENT_EXEC)
        start_proof_flight(proof, event, &place);
}

/* ---- Items ---- */

/* Returns whether the item executes in its row, or in the later cycle that gaps in the issue allow. */
static bool executes_in_time(const struct sfp_proof *proof, const struct proof_load *load, unsigned rows,
                             uint64_t cycle)
{
    const struct proof_table *table = load->place.table;
    const uint64_t counted = proof->issued - load->issued;

    if (cycle - load->cycle == rows)
        return true;
    return !table->s->counts_cycles && counted < rows
        && counted + table->front_rows * (rows / table->s->period + 1) + 1 >= rows;
}

/* Sets *place to the cell that `load` schedules on `unit`. Returns false if the table has no such cell. */
static bool find_item_place(const struct proof_load *load, unsigned unit, struct proof_place *place)
{
    const int tag = proof_cell(&load->place)->tag;

    *place = load->place;
    place->cell = tag >= 0 && unit <= SFP_UNIT_STORE ? load->place.table->items[tag][unit] : PROOF_NO_CELL;
    return place->cell != PROOF_NO_CELL;
}

static void note_scheduled_item(struct sfp_proof *proof, const struct sfp_event *event)
{
    struct proof_load *load = find_load(proof, event->macro_id);
    struct proof_place place;

    if (!load)
        return;
    load->scheduled |= 1u << event->unit;
    if (!find_item_place(load, event->unit, &place))
        proof_differs(proof, &load->place, event->op, "extra: its load schedules an item on %s",
                      sfp_unit_name(event->unit));
}

static void compare_item(struct sfp_proof *proof, const struct sfp_event *event, const struct proof_load *load,
                         const struct proof_place *place)
{
    const unsigned rows = proof_cell(place)->row - proof_cell(&load->place)->row;
    const char *what;

    if (!executes_in_time(proof, load, rows, event->cycle))
        proof_differs(proof, place, event->op, "late: %llu cycles after its load, not %u",
                      (unsigned long long)(event->cycle - load->cycle), rows);
    else if (!proof_action_holds(proof, place, event->op, &what))
        proof_differs(proof, place, event->op, "operand: another %s", what);
    else if (event->reading != SFP_READS_LAST)
        proof_check_sources(proof, place, event->op, event->cycle);
}

static void check_executed_item(struct sfp_proof *proof, const struct sfp_event *event)
{
    const struct proof_load *load = find_load(proof, event->macro_id);
    struct proof_place place = {0};

    if (load && find_item_place(load, event->unit, &place)) {
        if (!place.table->differs)
            compare_item(proof, event, load, &place);
        place.table->cells[place.cell].last = place.iteration;
        count_proven_cell(proof, place.table);
    } else {
        place.table = NULL;
    }
    start_proof_flight(proof, event, &place);
}

static void check_forgotten_item(struct sfp_proof *proof, const struct sfp_event *event)
{
    const struct proof_load *load = find_load(proof, event->macro_id);
    struct proof_place place;

    if (load && find_item_place(load, event->unit, &place))
        proof_differs(proof, &place, event->op, "missing: forgotten before it executed");
}

static void check_completion(struct sfp_proof *proof, const struct sfp_event *event)
{
    const struct proof_flight *flight = find_proof_flight(proof, event->id);

    if (flight && flight->reads_last && flight->place.table)
        proof_check_sources(proof, &flight->place, event->op, event->cycle);
    if (!event->is_template && event->op->writes & (SFP_USES_LREGS | SFP_USES_FLAGS))
        proof_lands(proof, flight ? &flight->place : &(struct proof_place){0}, event->op, flight ? flight->named : 0,
                    event->cycle);
}

/* ---- Idle claims ---- */

/* Reports an instruction that starts on a sub-unit claimed idle. */
static void check_idle(struct sfp_proof *proof, const struct sfp_event *event)
{
    for (size_t i = 0; i < proof->table_count; i++) {
        struct proof_table *table = &proof->tables[i];
        const struct sfp_schedule_cell *claim;
        struct proof_place place = {.table = table};

        if (!table->has_idle || !event->busy)
            continue;
        claim = proof_claim(proof, table, event->unit, &place.iteration);
        if (!claim)
            continue;
        place.cell = (uint32_t)(claim - table->s->cells);
        proof_differs(proof, &place, event->op, "extra: the sub-unit must be idle");
    }
}

static void on_event(void *context, const struct sfp_event *event)
{
    struct sfp_proof *proof = context;

    proof->passes += event->kind == SFP_EVENT_PASS;
    if (proof->passes > 1 || proof->observer.enough)
        return;
    if (event->cycle != proof->cycle) {
        close_loads(proof);
        proof->cycle = event->cycle;
        proof->issued += proof->issued_now;
        proof->issued_now = 0;
        proof->slots += proof->slots_now;
        proof->slots_now = 0;
    }
    switch (event->kind) {
    case SFP_EVENT_EXEC:
        check_idle(proof, event);
        /* fall through */
    case SFP_EVENT_DISCARD:
        if (event->scheduled)
            check_executed_item(proof, event);
        else
            check_issued_word(proof, event);
        break;
    case SFP_EVENT_SCHEDULE:
        note_scheduled_item(proof, event);
        break;
    case SFP_EVENT_FORGET:
        check_forgotten_item(proof, event);
        break;
    case SFP_EVENT_COMPLETE:
        check_completion(proof, event);
        break;
    default:
        break;
    }
}

void sfp_proof_finish(struct sfp_proof *proof)
{
    if (!proof->observer.enough && proof->passes < 2)
        close_loads(proof);
}
