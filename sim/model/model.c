/* A machine: its state, and the words that pushed the entries of its flag stack. */
#include "model.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "source_banks.h"
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
    sfp_machine_reset(m, arch);
    sfp_stack_begin(m);
    return m;
}

/* A parked thread of zeros is at power-on: its version 0 makes what follows from the configuration be computed when
 * the thread comes into place. */
void sfp_machine_reset(struct sfp_machine *m, enum sfp_arch arch)
{
    sfp_state_reset(&m->s, arch);
    memset(m->parked, 0, sizeof m->parked);
    m->config_version = 1;
    m->thread = m->expander = SFP_THREAD_MATH;
    sfp_banks_free(m->banks);
    m->banks = NULL;
}

bool sfp_machine_copy(struct sfp_machine *to, const struct sfp_machine *from)
{
    if (!sfp_banks_copy(&to->banks, from->banks))
        return false;
    to->s = from->s;
    to->thread = from->thread;
    to->expander = from->expander;
    to->config_version = from->config_version;
    memcpy(to->parked, from->parked, sizeof to->parked);
    return true;
}

/* Exchanges the back end's state in place with the parked state of `thread`. Refreshes what follows from Config, if
 * another thread has changed Config in between. */
void sfp_machine_swap_in(struct sfp_machine *m, enum sfp_thread_id thread)
{
    struct sfp_parked_thread *from = &m->parked[m->thread], *to = &m->parked[thread];
    struct sfp_derived *d = &m->s.derived;

    if (thread == m->thread)
        return;
    from->own = m->s.own;
    from->derived = d->own;
    from->config_version = m->config_version;
    m->s.own = to->own;
    d->own = to->derived;
    m->thread = thread;
    if (to->config_version != m->config_version)
        sfp_state_refresh_config(&m->s);
}

void sfp_machine_select(struct sfp_machine *m, enum sfp_thread_id thread)
{
    m->config_version++; /* outside of runs, nobody counts changes of Config */
    sfp_machine_swap_in(m, thread);
    if (thread == m->expander)
        return;
    m->parked[m->expander].expanders = m->s.expanders;
    m->s.expanders = m->parked[thread].expanders;
    m->expander = thread;
}

struct sfp_expander_state *sfp_machine_expanders(struct sfp_machine *m, enum sfp_thread_id thread)
{
    return thread == m->expander ? &m->s.expanders : &m->parked[thread].expanders;
}

void sfp_machine_free(struct sfp_machine *m)
{
    if (!m)
        return;
    sfp_banks_free(m->banks);
    free(m->decoder);
    free(m);
}

/* Includes the plans, since findings about plans come when they are made. */
void sfp_machine_archive(struct sfp_machine *m, struct archiving *a)
{
    archive_bytes(a, &m->s, sizeof m->s);
    archive_bytes(a, &m->thread, sizeof m->thread);
    archive_bytes(a, &m->expander, sizeof m->expander);
    archive_bytes(a, &m->config_version, sizeof m->config_version);
    archive_bytes(a, m->parked, sizeof m->parked);
    archive_bytes(a, m->plans, sizeof m->plans);
    archive_bytes(a, m->pushed_by, sizeof m->pushed_by);
    archive_bytes(a, m->dst_written_as, sizeof m->dst_written_as);
    if (m->s.dst_is_input)
        archive_bytes(a, m->dst_at_start, sizeof m->dst_at_start);
    if (m->banks)
        sfp_banks_archive(m->banks, a);
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
        if (m->s.expanders.replay_origin[i].number > m->s.expanders.replay_base)
            m->s.expanders.replay_base = m->s.expanders.replay_origin[i].number;
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
