/* The executors of this SIMD level, from the table of the vector unit's instructions. */
#include "cross.h"
#include "lanes.h"
#include "memory.h"

sfp_exec LEVELLED(sfp_exec_backdoor);

extern const struct sfp_semantics LEVELLED(sfp_semantics);

static uint32_t *destination(struct sfp_machine *m, unsigned reg)
{
    switch (reg) {
    case SFP_PENDING_FLAGS: return m->s.flags;
    case SFP_PENDING_USE_FLAGS: return m->s.use_flags;
    default: return m->s.lreg[reg];
    }
}

static void commit(struct sfp_machine *m, struct sfp_pending *p)
{
    bool flags = false;

    for (unsigned w = 0; w < p->count; w++) {
        const sfp_v *value = vectors(p->write[w].value), *mask = vectors(p->write[w].mask);
        sfp_v *to = (sfp_v *)destination(m, p->write[w].reg);

        EACH_VECTOR(i) to[i] = sfp_sel(mask[i], value[i], to[i]);
        flags |= p->write[w].reg >= SFP_LREGS;
    }
    p->count = 0;
    if (flags)
        flags_done(m);
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
    .backdoor = LEVELLED(sfp_exec_backdoor),
    .load_part = LEVELLED(sfp_load_part),
    .swap_decide = LEVELLED(sfp_swap_decide),
    .swap_move = LEVELLED(sfp_swap_move),
    .commit = commit,
};
