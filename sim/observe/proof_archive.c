/* Saves and loads a proof: its progress in the run, without the data that follow from the program. */
#include "proof_parts.h"

#include "base/archive.h"

/* The proof with its tables, and the tables' address when the proof was saved. */
struct moving {
    struct sfp_proof *proof;
    uintptr_t from;
};

static void move_place(const struct moving *m, struct proof_place *place)
{
    const struct sfp_proof *proof = m->proof;

    if (place->table)
        place->table = &proof->tables[((uintptr_t)place->table - m->from) / sizeof *proof->tables];
}

static void move_registers(const struct moving *m, struct proof_register *registers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        move_place(m, &registers[i].last);
        move_place(m, &registers[i].before);
    }
}

static void move_all(const struct moving *m)
{
    struct sfp_proof *proof = m->proof;

    for (unsigned i = 0; i < PROOF_LOADS; i++)
        move_place(m, &proof->loads[i].place);
    for (unsigned i = 0; i < PROOF_FLIGHTS; i++)
        move_place(m, &proof->flights[i].place);
    move_registers(m, proof->registers, PROOF_HOLDERS);
    move_registers(m, proof->dst, PROOF_DST);
}

/* Saves or loads a table's progress. The items and orders follow from the program, and keep their memory. */
static void archive_table(struct proof_table *table, struct archiving *archiving)
{
    struct proof_cell *const cells = table->cells;
    uint32_t (*const items)[PROOF_UNITS] = table->items;

    archive_bytes(archiving, table, sizeof *table);
    table->cells = cells;
    table->items = items;
    archive_bytes(archiving, table->cells, table->s->cell_count * sizeof *table->cells);
}

void sfp_proof_archive(struct sfp_proof *proof, struct archiving *archiving)
{
    enum { BEGIN = offsetof(struct sfp_proof, loads) };
    struct moving moving = {proof, (uintptr_t)proof->tables};

    archive_bytes(archiving, &moving.from, sizeof moving.from);
    archive_bytes(archiving, &proof->observer.enough, sizeof proof->observer.enough);
    archive_bytes(archiving, (char *)proof + BEGIN, sizeof *proof - BEGIN);
    for (size_t i = 0; i < proof->table_count; i++)
        archive_table(&proof->tables[i], archiving);
    if (archiving->loads)
        move_all(&moving);
}
