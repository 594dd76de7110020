/* Blackhole's SFPARECIP (spec/02 section 2.7). */
#include "../arecip_table.h"
#include "lanes.h"

static const uint32_t sign_bit = 0x80000000;

EXEC(SFPARECIP)
{
    enum { RECIP, COND_RECIP };
    const uint32_t *c = m->s.lreg[op->vc], *b = m->s.lreg[op->vb];
    _Alignas(64) uint32_t result[SFP_LANES];

    for (unsigned l = 0; l < SFP_LANES; l++) {
        uint32_t sign = c[l] & sign_bit, magnitude = c[l] & ~sign_bit;

        if (op->mod == RECIP)
            result[l] = sign | sfp_arecip(magnitude);
        else if (op->mod == COND_RECIP)
            result[l] = b[l] & sign_bit ? sfp_arecip(magnitude) : c[l];
        else
            result[l] = sign | sfp_aexp(magnitude);
    }
    STORE_LREG(m, op->vd, vectors(result)[i]);
}
