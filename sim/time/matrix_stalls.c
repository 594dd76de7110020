/* Stalls before the matrix unit (sfpu-matrix(7), Time). An instruction waits for a block of Dst that the unit has still
 * to write, and after a move that keeps other groups of instructions out for some cycles. */
#include "engine.h"

#include "isa/matrix_time.h"
#include "model/config.h"
#include "model/control.h"
#include "model/matrix_uses.h"

enum {
    BLOCK_ROWS = 8,
    WIDE_BLOCK_ROWS = 2 * BLOCK_ROWS, /* rows of 32 bits: their low halves lie in the block after theirs */
};

/* Returns the block that `op` reads or writes, by the counters and the configuration of `thread` at the start of the
 * cycle. The thread's state may be parked. */
static struct sfp_dst_block block_of(const struct sfp_engine *e, enum sfp_thread_id thread, const struct sfp_op *op)
{
    const enum sfp_thread_id before = e->m->thread;
    const struct sfp_state *s = &e->m->s;
    struct sfp_dst_block block;
    struct sfp_matrix_rows rows;
    unsigned row;

    sfp_bring_in(e, thread);
    rows = sfp_matrix_rows(s, op);
    row = rows.first & ~(BLOCK_ROWS - 1u);
    block.row = (uint16_t)((rows.wide ? sfp_dst_row32(s, row) : sfp_dst_row16(s, row)) & ~(BLOCK_ROWS - 1u));
    block.rows = rows.wide ? WIDE_BLOCK_ROWS : BLOCK_ROWS;
    sfp_bring_in(e, before);
    return block;
}

static bool overlap(struct sfp_dst_block a, struct sfp_dst_block b)
{
    return a.row < b.row + b.rows && b.row < a.row + a.rows;
}

static bool writes_block(const struct sfp_matrix_time *time)
{
    return time->access == SFP_BLOCK_SUMS || time->access == SFP_BLOCK_ADDS;
}

/* Returns whether the unit has still to write a row of the block. */
static bool is_being_written(const struct sfp_engine *e, struct sfp_dst_block block)
{
    for (unsigned i = 0; i < SFP_MATRIX_WRITES; i++)
        if (e->matrix.written[i].ready > e->cycle && overlap(e->matrix.written[i].block, block))
            return true;
    return false;
}

/* Returns whether the interlock keeps the instruction from a block that is being written. */
static bool minds_writes(enum sfp_arch arch, const struct sfp_op *op)
{
    switch ((enum sfp_block_access)sfp_matrix_time(op->insn)->access) {
    case SFP_BLOCK_READS:
    case SFP_BLOCK_SUMS:
        return true;
    case SFP_BLOCK_ADDS:
        return sfp_field(op->insn, op->word, SFP_F_DEST_ACCUM_EN) || sfp_quirk(arch, SFP_QUIRK_MATRIX_WRITE_WAITS);
    case SFP_BLOCK_NONE:
    case SFP_BLOCK_WRITES:
        break;
    }
    return false;
}

enum sfp_stall sfp_matrix_stall(const struct sfp_engine *e, const struct sfp_issuer *issuer)
{
    const struct sfp_op *op = issuer->head;

    if (e->matrix.until <= e->cycle || !sfp_is_matrix(op->insn))
        return SFP_STALL_NONE;
    if (e->matrix.takes_from[sfp_matrix_time(op->insn)->group] > e->cycle)
        return SFP_STALL_MATRIX_MOVE;
    if (minds_writes(e->m->s.arch, op) && is_being_written(e, block_of(e, issuer->thread, op)))
        return SFP_STALL_DST_BLOCK;
    return SFP_STALL_NONE;
}

/* Remembers the block that `op` writes. Readers of the block wait until cycle `until`. */
static void note_written_block(struct sfp_engine *e, const struct sfp_op *op, uint64_t until)
{
    e->matrix.written[e->cycle % SFP_MATRIX_WRITES] =
        (struct sfp_matrix_write){.ready = until, .block = block_of(e, e->own->thread, op)};
}

void sfp_matrix_start(struct sfp_engine *e, const struct sfp_op *op)
{
    const struct sfp_matrix_time *time = sfp_matrix_time(op->insn);
    const uint64_t until = e->cycle + sfp_matrix_cycles(op->insn, e->m->s.arch), opens = e->cycle + 1 + time->shut;

    if (until > e->own->matrix_until)
        e->own->matrix_until = until;
    e->matrix.until = until > e->matrix.until ? until : e->matrix.until;
    e->matrix.until = opens > e->matrix.until ? opens : e->matrix.until;
    e->matrix.uses_blocks |= writes_block(time);
    for (unsigned group = 0; group < SFP_MATRIX_GROUPS; group++)
        if (time->closed >> group & 1 && opens > e->matrix.takes_from[group])
            e->matrix.takes_from[group] = opens;
    if (writes_block(time))
        note_written_block(e, op, until);
}

void sfp_matrix_shift(struct sfp_engine *e, uint64_t cycles)
{
    const struct sfp_matrix_unit before = e->matrix;

    e->matrix.until += cycles;
    for (unsigned group = 0; group < SFP_MATRIX_GROUPS; group++)
        e->matrix.takes_from[group] += cycles;
    for (unsigned i = 0; i < SFP_MATRIX_WRITES; i++) {
        struct sfp_matrix_write *moved = &e->matrix.written[(i + cycles) % SFP_MATRIX_WRITES];

        *moved = before.written[i];
        moved->ready += cycles;
    }
}
