/*
 * The semantics of one SIMD level: all executors and their table. One compilation, since <immintrin.h> takes longer to
 * read than most of these files to compile.
 */
#include "lanes.h"

#include "arith.c"
#include "lanewise.c"
#include "memory.c"
#include "moves.c"
#include "predicate.c"
#include "swap_transp_shft2.c"

extern const struct sfp_semantics LEVELLED(sfp_semantics);

static void commit_pending(struct sfp_machine *m, struct sfp_pending *p)
{
    for (unsigned w = 0; w < p->count; w++) {
        const sfp_v *value = as_vectors(p->write[w].value);
        const uint32_t lanes = p->write[w].lanes;
        sfp_v *to = (sfp_v *)m->s.lreg[p->write[w].reg];

        EACH_VECTOR(i) to[i] = sfp_sel(sfp_mask_from_bits(lanes, i), value[i], to[i]);
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
#define INSN(id, ...) [SFP_I_##id] = exec_##id,
#define VARIANT(id, ...)
#include "sfpu.def"
#undef INSN
#undef VARIANT
    },
    .mad = exec_mad,
    .mad_sum = exec_mad_sum,
    .mad_product = exec_mad_product,
    .encc_all = exec_encc_all,
    .backdoor = exec_backdoor,
    .load_of_macro = load_of_macro,
    .swap_decide = swap_decide,
    .swap_move = swap_move,
    .commit = commit_pending,
    .put_rows = put_dst_rows,
    .get_rows = get_dst_rows,
};
