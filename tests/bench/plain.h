/*
 * A functional simulator of some instructions as one writes it first: arrays of 32 lanes, a byte a flag, loops over
 * lanes. What the simulator takes for these instructions is measured beside it.
 */
#ifndef SFP_BENCH_PLAIN_H
#define SFP_BENCH_PLAIN_H

#include "model/model.h"

/* Flags are 0 or 1. ROW_MASK is left out. */
struct plain {
    uint32_t lreg[SFP_LREGS][SFP_LANES];
    uint32_t prng[SFP_LANES];
    uint8_t flags[SFP_LANES], use_flags[SFP_LANES];
    struct {
        uint8_t flags[SFP_LANES], use_flags[SFP_LANES];
    } stack[SFP_STACK_DEPTH];
    unsigned stack_size;
    uint32_t latch[SFP_ROWS]; /* what left each row when it was last rotated */
    bool blackhole;
};

typedef void plain_exec(struct plain *p, const struct sfp_op *op);

/*
 * Compiled once per SIMD level. By enum sfp_id: SFPSETCC, SFPENCC, SFPTRANSP and SFPSTOCHRND; of SFPPUSHC and SFPPOPC
 * mode 0, of SFPSHFT2 mode 3; NULL for all others.
 */
struct plain_models {
    const char *level;
    plain_exec *exec[SFP_IDS];
};

#ifdef SFP_HAVE_X86_LEVELS
extern const struct plain_models plain_models_v4, plain_models_v3;
#endif
extern const struct plain_models plain_models_base;

#endif
