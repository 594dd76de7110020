/* SFPLOADMACRO without time: its load, then what it schedules, in the order of the delay slots. */
#include "lanes.h"
#include "memory.h"

/* Runs what the configuration of lane `lane` schedules, in the lanes of `group`; NULL: in all lanes. */
static void run_items(struct sfp_machine *m, const struct sfp_op *op, unsigned lane, uint16_t addr,
                      const uint32_t *group)
{
    enum { DELAYS = 8 };
    const struct sfp_macro_plan *plan = sfp_macro_plan(m, op, lane);

    for (unsigned delay = 0; delay < DELAYS; delay++) {
        for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_STORE; u++) {
            struct sfp_op bound;

            if (!plan->present[u] || plan->item[u].delay != delay)
                continue;
            sfp_macro_bind(plan, (enum sfp_unit)u, op, addr, &bound);
            if (group)
                sfp_exec_on_lanes(m, bound.exec, &bound, group);
            else
                bound.exec(m, &bound);
        }
    }
}

EXEC(SFPLOADMACRO)
{
    uint16_t addr = LEVELLED(sfp_load_part)(m, op);
    _Alignas(64) uint32_t group[SFP_LANES];

    if (m->s.derived.macro_uniform) {
        run_items(m, op, 0, addr, NULL);
        return;
    }
    sfp_report(m, SFP_FIND_MACRO_DIVERGES, op);
    for (uint32_t left = UINT32_MAX, rest; left; left = rest) {
        rest = sfp_macro_group(&m->s, op->macro, left, group);
        run_items(m, op, (unsigned)__builtin_ctz(left), addr, group);
    }
}
