/* The template backdoor where it is open in all lanes (sfpu-semantics(7), Template loads). */
#include "control.h"

/* A captured load or store still moves its counters. */
static void capture_side_effects(struct sfp_machine *m, const struct sfp_op *op)
{
    bool loads = op->insn->id == SFP_I_SFPLOAD, stores = op->insn->id == SFP_I_SFPSTORE;

    if (loads)
        sfp_sp_before_load(&m->s, op);
    if (loads || stores)
        sfp_apply_addr_mod(m, op, false);
    if (stores)
        sfp_sp_after_store(&m->s, op);
}

void sfp_capture_template(struct sfp_machine *m, const struct sfp_op *op)
{
    for (unsigned l = 0; l < SFP_LANES; l++)
        m->s.macro_template[op->vd - SFP_FIRST_TEMPLATE_VD][l] = op->word;
    sfp_state_refresh_macros(&m->s);
    capture_side_effects(m, op);
}
