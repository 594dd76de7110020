/* A machine: its state, and the words that pushed the entries of its flag stack. */
#include "model.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "base/archive.h"

struct sfp_machine *sfp_machine_new(enum sfp_arch arch, const struct sfp_semantics *semantics)
{
    struct sfp_machine *m = aligned_alloc(_Alignof(struct sfp_machine), sizeof *m);

    if (!m)
        return NULL;
    memset(m, 0, sizeof *m);
    m->semantics = semantics;
    sfp_index_init(&m->index, arch);
    m->decoder = sfp_decoder_new(&m->index);
    if (!m->decoder) {
        free(m);
        return NULL;
    }
    sfp_state_reset(&m->s, arch);
    sfp_stack_begin(m);
    return m;
}

void sfp_machine_free(struct sfp_machine *m)
{
    if (!m)
        return;
    free(m->decoder);
    free(m);
}

/* Includes the plans, since findings about plans come when they are made. */
void sfp_machine_archive(struct sfp_machine *m, struct archiving *a)
{
    archive_bytes(a, &m->s, sizeof m->s);
    archive_bytes(a, m->plans, sizeof m->plans);
    archive_bytes(a, m->pushed_by, sizeof m->pushed_by);
    archive_bytes(a, m->dst_written_as, sizeof m->dst_written_as);
    if (m->s.dst_is_input)
        archive_bytes(a, m->dst_at_start, sizeof m->dst_at_start);
    archive_align(a);
}

void sfp_exec_on_lanes(struct sfp_machine *m, sfp_exec *exec, const struct sfp_op *op,
                       const uint32_t lanes[SFP_LANES])
{
    m->lanes = lanes;
    m->s.derived.enabled &= sfp_mask_pack(lanes);
    exec(m, op);
    m->lanes = NULL;
    sfp_state_refresh_lanes(&m->s);
}

/* ---- The words that pushed the entries of the flag stack ---- */

void sfp_stack_begin(struct sfp_machine *m)
{
    memset(m->pushed_by, 0xFF, sizeof m->pushed_by);
    for (unsigned i = 0; i < SFP_REPLAY_SLOTS; i++)
        if (m->s.replay_origin[i].number > m->s.replay_base)
            m->s.replay_base = m->s.replay_origin[i].number;
}

/* Returns the number of stack entries. Entries beyond the eighth overwrite the first (sfpu-semantics(7), Flag
 * stack). */
static unsigned stack_entry_count(const struct sfp_machine *m)
{
    return m->s.stack_size < SFP_STACK_DEPTH ? m->s.stack_size : SFP_STACK_DEPTH;
}

static unsigned pushed_as_often(const struct sfp_machine *m, uint32_t index)
{
    unsigned count = 0;

    for (unsigned i = 0; i < stack_entry_count(m); i++)
        count += m->pushed_by[i] == index;
    return count;
}

/* Returns the word that pushed most entries, and among equals the lowest entry's word: in a loop, the push that is
 * never popped. */
static uint32_t most_pushed(const struct sfp_machine *m)
{
    uint32_t found = SFP_NOT_PUSHED;
    unsigned most = 0;

    for (unsigned i = 0; i < stack_entry_count(m); i++) {
        const unsigned count = pushed_as_often(m, m->pushed_by[i]);

        if (count > most)
            found = m->pushed_by[i];
        most = count > most ? count : most;
    }
    return found;
}

void sfp_stack_report(const struct sfp_machine *m, enum sfp_finding finding, const struct sfp_op *op)
{
    const uint32_t index = most_pushed(m);
    const struct sfp_finding_detail detail = {.other = index, .relation = "not popped by then:", .timeless = true};

    if (index == SFP_NOT_PUSHED)
        sfp_report(m, finding, op);
    else if (m->reporter.report)
        m->reporter.report(m->reporter.context, finding, op, &detail);
}

void sfp_stack_end(const struct sfp_machine *m, const uint32_t *words, size_t count,
                   const struct sfp_finding_detail *when)
{
    for (unsigned i = 0; i < stack_entry_count(m); i++) {
        const uint32_t index = m->pushed_by[i];
        struct sfp_op op;

        if (index >= count || !m->reporter.report) /* also true for SFP_NOT_PUSHED */
            continue;
        sfp_decode(m, words[index], index, &op);
        m->reporter.report(m->reporter.context, SFP_FIND_STACK_LEFT, &op, when);
    }
}
