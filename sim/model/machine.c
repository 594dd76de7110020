/* A machine: state, the executors of one SIMD level, and results held back. */
#include "decode.h"

#include <stdlib.h>
#include <string.h>

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

void sfp_exec_on_lanes(struct sfp_machine *m, sfp_exec *exec, const struct sfp_op *op,
                       const uint32_t lanes[SFP_LANES])
{
    m->lanes = lanes;
    m->s.derived.enabled &= sfp_mask_pack(lanes);
    exec(m, op);
    m->lanes = NULL;
    sfp_state_refresh_lanes(&m->s);
}
