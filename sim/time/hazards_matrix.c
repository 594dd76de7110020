/* Checks at the seam between the matrix unit and the vector unit, and of the banks of SrcA and SrcB (sfpu-matrix(7),
 * Findings). hazards_product.c has the checks of what the matrix unit computes. */
#include "hazards.h"

#include <stdio.h>
#include <string.h>

#include "model/control.h"
#include "model/matrix_uses.h"

/* ---- Groups of four physical rows of Dst, as sets ---- */

static void add_row(struct sfp_row_groups *set, unsigned row)
{
    enum { WORD_BITS = 64 };
    const unsigned group = row / SFP_ROWS;

    set->bits[group / WORD_BITS] |= UINT64_C(1) << group % WORD_BITS;
}

static bool meet(const struct sfp_row_groups *a, const struct sfp_row_groups *b)
{
    uint64_t common = 0;

    for (unsigned i = 0; i < sizeof a->bits / sizeof a->bits[0]; i++)
        common |= a->bits[i] & b->bits[i];
    return common != 0;
}

/* Returns the groups of which a word of the matrix unit reads or writes rows. */
static struct sfp_row_groups groups_of_word(const struct sfp_state *s, const struct sfp_op *op)
{
    const struct sfp_matrix_rows rows = sfp_matrix_rows(s, op);
    struct sfp_row_groups set = {0};

    for (unsigned row = rows.first; row < rows.first + rows.count; row++) {
        const unsigned physical = rows.wide ? sfp_dst_row32(s, row) : sfp_dst_row16(s, row);

        add_row(&set, physical);
        if (rows.wide)
            add_row(&set, physical + SFP_LOW_HALF_ROWS);
    }
    return set;
}

static struct sfp_row_groups groups_of_cells(const struct sfp_dst_cells *cells)
{
    struct sfp_row_groups set = {0};

    add_row(&set, cells->row);
    if (cells->wide)
        add_row(&set, cells->row + SFP_LOW_HALF_ROWS);
    return set;
}

/* ---- Writes of the matrix unit, and loads ---- */

static bool writes_dst(const struct sfp_op *op)
{
    switch ((enum sfp_block_access)sfp_matrix_time(op->insn)->access) {
    case SFP_BLOCK_SUMS:
    case SFP_BLOCK_ADDS:
    case SFP_BLOCK_WRITES:
        return sfp_has_field(op->insn, SFP_F_DST_ADDR);
    case SFP_BLOCK_NONE:
    case SFP_BLOCK_READS:
        break;
    }
    return false;
}

void sfp_count_since_matrix(struct sfp_engine *e, const struct sfp_cycle *set)
{
    if (set->issued_vector)
        sfp_seam_count(e);
}

void sfp_seam_count(struct sfp_engine *e)
{
    struct sfp_seam *seam = &e->own->seam;

    for (unsigned i = 0; i < SFP_MATRIX_DISTANCE; i++)
        if (seam->written[i].since < SFP_MATRIX_DISTANCE)
            seam->written[i].since++;
    if (seam->since_write < SFP_MATRIX_DISTANCE)
        seam->since_write++;
}

/* Notes the rows that the thread's word writes, in the place of the oldest write that is noted. */
static void note_matrix_write(struct sfp_engine *e, const struct sfp_op *op)
{
    struct sfp_seam *seam = &e->own->seam;
    struct sfp_seam_write *oldest = &seam->written[0];

    for (unsigned i = 1; i < SFP_MATRIX_DISTANCE; i++)
        if (seam->written[i].since > oldest->since)
            oldest = &seam->written[i];
    *oldest = (struct sfp_seam_write){.rows = groups_of_word(&e->m->s, op), .index = op->index};
    seam->since_write = 0;
}

void sfp_seam_load(struct sfp_engine *e, const struct sfp_part *part, const struct sfp_dst_cells *cells)
{
    const struct sfp_seam *seam = &e->own->seam;
    const struct sfp_row_groups loaded = groups_of_cells(cells);

    for (unsigned i = 0; i < SFP_MATRIX_DISTANCE; i++) {
        if (seam->written[i].since >= SFP_MATRIX_DISTANCE || !meet(&seam->written[i].rows, &loaded))
            continue;
        sfp_hazard(e, SFP_FIND_MATRIX_LOAD, part, &(struct sfp_finding_detail){
            .other = seam->written[i].index, .relation = "written by", .lreg = -1});
        return;
    }
}

/* ---- Stores, and reads of the matrix unit ---- */

void sfp_seam_store(struct sfp_engine *e, size_t index, const struct sfp_dst_cells *cells)
{
    struct sfp_seam *seam = &e->own->seam;

    add_row(&seam->stored, cells->row);
    if (cells->wide)
        add_row(&seam->stored, cells->row + SFP_LOW_HALF_ROWS);
    seam->stored_by = index;
    seam->any_stored = true;
    sfp_products_forget(e);
}

static bool reads_dst(const struct sfp_op *op)
{
    switch ((enum sfp_block_access)sfp_matrix_time(op->insn)->access) {
    case SFP_BLOCK_READS:
    case SFP_BLOCK_SUMS:
        return true;
    case SFP_BLOCK_ADDS:
        return sfp_field(op->insn, op->word, SFP_F_DEST_ACCUM_EN);
    case SFP_BLOCK_NONE:
    case SFP_BLOCK_WRITES:
        break;
    }
    return false;
}

static void check_stored(struct sfp_engine *e, const struct sfp_part *part)
{
    const struct sfp_seam *seam = &e->own->seam;
    struct sfp_row_groups read;

    if (!seam->any_stored || !reads_dst(&part->op))
        return;
    read = groups_of_word(&e->m->s, &part->op);
    if (meet(&seam->stored, &read))
        sfp_hazard(e, SFP_FIND_STORE_MATRIX, part,
                   &(struct sfp_finding_detail){.other = seam->stored_by, .relation = "after", .lreg = -1});
}

/* ---- Banks ---- */

/* Reports a word that writes a bank which nothing has shown to be valid. */
static void check_filled(struct sfp_engine *e, const struct sfp_part *part)
{
    if (sfp_matrix_fills(&part->op) & ~(unsigned)e->own->seam.assured)
        sfp_hazard(e, SFP_FIND_SOURCE_UNOWNED, part, NULL);
}

/* Reports a word that gives back banks that were given back before, with no use in between. */
static void check_given_back(struct sfp_engine *e, const struct sfp_part *part)
{
    struct sfp_seam *seam = &e->own->seam;
    const unsigned back = sfp_matrix_gives_back(&part->op);
    const uint64_t until = e->cycle + sfp_matrix_cycles(part->op.insn, e->m->s.arch);

    if (!back)
        return;
    if (!(back & ~(unsigned)seam->given_back))
        sfp_hazard(e, SFP_FIND_SOURCE_TWICE, part,
                   &(struct sfp_finding_detail){.other = seam->given_by, .relation = "after", .lreg = -1});
    seam->assured &= (uint8_t)~back;
    seam->given_back |= (uint8_t)back;
    seam->given_by = part->op.index;
    for (unsigned source = 0; source < SFP_SOURCES; source++)
        if (back >> source & 1)
            seam->gives_until[source] = until;
}

/* Notes that `op` has shown the banks of the sources to be valid. */
static void assure(struct sfp_engine *e, unsigned sources, const struct sfp_op *op)
{
    struct sfp_seam *seam = &e->own->seam;

    seam->assured |= (uint8_t)sources;
    seam->given_back &= (uint8_t)~sources;
    for (unsigned source = 0; source < SFP_SOURCES; source++)
        if (sources >> source & 1)
            seam->used_by[source] = *op;
}

/* Checks a STALLWAIT for valid banks: an instruction that the matrix unit still works on may give the bank back after
 * the wait has seen it. */
static void check_wait(struct sfp_engine *e, const struct sfp_part *part)
{
    const struct sfp_stallwait *c = &sfp_arch_facts(e->m->s.arch)->stallwait;
    const uint32_t selected = sfp_stallwait_conditions(e->m, &part->op), valid = selected & c->source_valid;
    const unsigned sources = valid / (c->source_valid & -c->source_valid);

    for (unsigned source = 0; source < SFP_SOURCES; source++) {
        if (!(sources >> source & 1) || selected & c->fpu || e->own->seam.gives_until[source] <= e->cycle)
            continue;
        sfp_hazard(e, SFP_FIND_VALID_UNDRAINED, part,
                   &(struct sfp_finding_detail){.other = e->own->seam.given_by, .relation = "after", .lreg = -1});
        break;
    }
    if (sfp_wait_holds_matrix(&part->op))
        assure(e, sources, &part->op);
}

/* Reports a source of which the run leaves a bank valid, or data that wait for one, at the thread's instruction
 * `op`. */
static void report_left(struct sfp_engine *e, enum sfp_source source, enum sfp_thread_id thread,
                        const struct sfp_op *op)
{
    enum { TEXT = 96 };
    const struct sfp_banks *banks = e->m->banks;
    const size_t waiting = banks->feed[source].count - banks->feed[source].next;
    struct sfp_part part;
    unsigned valid = 0;
    char text[TEXT];

    for (unsigned bank = 0; bank < SFP_SOURCE_BANKS; bank++)
        valid += banks->bank[source][bank].valid;
    if (!valid && !waiting)
        return;
    snprintf(text, sizeof text, "%s: %u of its banks valid, data for %zu more not taken", sfp_source_name(source),
             valid, waiting);
    sfp_reported_part(e, op, &part);
    part.thread = thread;
    sfp_hazard(e, SFP_FIND_SOURCE_LEFT, &part,
               &(struct sfp_finding_detail){.other = SFP_NO_INDEX, .lreg = -1, .text = text,
                                            .matter = (uint16_t)source});
}

/* Reports a source that no word has waited for, at the last instruction of the first thread that has one. */
static void report_unused(struct sfp_engine *e, enum sfp_source source)
{
    for (unsigned t = 0; t < SFP_THREADS; t++) {
        if (!e->issuer[t].head)
            continue;
        report_left(e, source, e->issuer[t].thread, e->issuer[t].head);
        return;
    }
}

void sfp_seam_end(struct sfp_engine *e)
{
    for (unsigned source = 0; source < SFP_SOURCES && e->m->banks; source++) {
        bool used = false;

        for (unsigned t = 0; t < SFP_THREADS; t++) {
            const struct sfp_op *op = &e->issuer[t].seam.used_by[source];

            if (op->insn)
                report_left(e, (enum sfp_source)source, e->issuer[t].thread, op);
            used |= op->insn != NULL;
        }
        if (!used)
            report_unused(e, (enum sfp_source)source);
    }
}

/* ---- Words of other units ---- */

void sfp_seam_drained(struct sfp_engine *e, const struct sfp_op *wait)
{
    const struct sfp_stallwait *c = &sfp_arch_facts(e->m->s.arch)->stallwait;
    const uint32_t selected = sfp_stallwait_conditions(e->m, wait);
    struct sfp_seam *seam = &e->own->seam;

    if (selected & c->fpu)
        sfp_seam_begin(seam);
    if (selected & c->sfpu && seam->any_stored) {
        seam->any_stored = false;
        memset(&seam->stored, 0, sizeof seam->stored);
    }
}

void sfp_seam_begin(struct sfp_seam *seam)
{
    for (unsigned i = 0; i < SFP_MATRIX_DISTANCE; i++)
        seam->written[i].since = SFP_MATRIX_DISTANCE;
    seam->since_write = SFP_MATRIX_DISTANCE;
}

/* In a run without the matrix unit's work, SETRWC may give banks back that no word here has used. */
void sfp_seam_control(struct sfp_engine *e, const struct sfp_part *part)
{
    const struct sfp_op *op = &part->op;

    if (e->own->seam.since_write < SFP_MATRIX_DISTANCE)
        sfp_seam_count(e);
    if (sfp_is(op, SFP_I_STALLWAIT))
        check_wait(e, part);
    if (!sfp_is_matrix(op->insn))
        return;
    check_stored(e, part);
    check_filled(e, part);
    assure(e, sfp_matrix_awaits(op->insn), op);
    sfp_check_product(e, part);
    check_given_back(e, part);
    if (writes_dst(op))
        note_matrix_write(e, op);
}
