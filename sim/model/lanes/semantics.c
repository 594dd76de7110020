/* The executors of this SIMD level, from the table of the vector unit's instructions. */
#include "cross.h"
#include "lanes.h"
#include "memory.h"
#include "rows.h"

sfp_exec LEVELLED(sfp_exec_backdoor);

extern const struct sfp_semantics LEVELLED(sfp_semantics);

static void commit(struct sfp_machine *m, struct sfp_pending *p)
{
    for (unsigned w = 0; w < p->count; w++) {
        const sfp_v *value = vectors(p->write[w].value), *mask = vectors(p->write[w].mask);
        sfp_v *to = (sfp_v *)m->s.lreg[p->write[w].reg];

        EACH_VECTOR(i) to[i] = sfp_sel(mask[i], value[i], to[i]);
    }
    if (p->flags.mask | p->use_flags.mask) {
        m->s.flags = sfp_merge_lanes(m->s.flags, p->flags.value, p->flags.mask);
        m->s.use_flags = sfp_merge_lanes(m->s.use_flags, p->use_flags.value, p->use_flags.mask);
        flags_done(m);
    }
    sfp_pending_clear(p);
}

const struct sfp_semantics LEVELLED(sfp_semantics) = {
    .level = SFP_LEVEL_NAME,
    .exec = {
#define INSN(id, ...) [SFP_I_##id] = LEVELLED(sfp_exec_##id),
#define VARIANT(id, ...)
#include "sfpu.def"
#undef INSN
#undef VARIANT
    },
    .mad = LEVELLED(sfp_exec_mad),
    .mad_sum = LEVELLED(sfp_exec_mad_sum),
    .mad_product = LEVELLED(sfp_exec_mad_product),
    .encc_all = LEVELLED(sfp_exec_encc_all),
    .backdoor = LEVELLED(sfp_exec_backdoor),
    .load_part = LEVELLED(sfp_load_part),
    .swap_decide = LEVELLED(sfp_swap_decide),
    .swap_move = LEVELLED(sfp_swap_move),
    .commit = commit,
    .put_rows = LEVELLED(sfp_put_rows),
    .get_rows = LEVELLED(sfp_get_rows),
};
