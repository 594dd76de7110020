/* Which words have pushed what is on the flag stack. */
#include "model.h"

#include <string.h>

void sfp_stack_begin(struct sfp_machine *m)
{
    memset(m->pushed_by, 0xFF, sizeof m->pushed_by);
}

/* How many entries there are; beyond the last, they lie over the first ones (sfpu-semantics(7), Flag stack). */
static unsigned entries(const struct sfp_machine *m)
{
    return m->s.stack_size < SFP_STACK_DEPTH ? m->s.stack_size : SFP_STACK_DEPTH;
}

static unsigned pushed_as_often(const struct sfp_machine *m, uint32_t index)
{
    unsigned count = 0;

    for (unsigned i = 0; i < entries(m); i++)
        count += m->pushed_by[i] == index;
    return count;
}

/* The word that most entries are from, and of such the lowest one: in a loop, what is never popped. */
static uint32_t most_pushed(const struct sfp_machine *m)
{
    uint32_t found = SFP_NOT_PUSHED;
    unsigned most = 0;

    for (unsigned i = 0; i < entries(m); i++) {
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
    for (unsigned i = 0; i < entries(m); i++) {
        const uint32_t index = m->pushed_by[i];
        struct sfp_op op;

        if (index >= count || !m->reporter.report) /* SFP_NOT_PUSHED too */
            continue;
        sfp_decode(m, words[index], index, &op);
        m->reporter.report(m->reporter.context, SFP_FIND_STACK_LEFT, &op, when);
    }
}
