/*
 * Samples: the lanes in which two programs are compared. A sample is a vector's lane. Vectors differ in how often a
 * condition holds, so that some lanes stay enabled in deeply nested conditions that hold, and others in deeply nested
 * conditions that fail.
 */
#ifndef SFP_SAMPLES_H
#define SFP_SAMPLES_H

#include "isa/isa.h"

#include <string.h>

enum {
    SAMPLE_VECTORS = 16,
    SAMPLES = SAMPLE_VECTORS * SFP_LANES,
    SAMPLE_WORD_BITS = 64,
    SAMPLE_WORDS = SAMPLES / SAMPLE_WORD_BITS,
};

/* A set of samples: bit i of the words stands for sample i. */
struct sample_set {
    uint64_t words[SAMPLE_WORDS];
};

/* Is sample `i` in the set? */
static inline bool sample_in(const struct sample_set *set, unsigned i)
{
    return set->words[i / SAMPLE_WORD_BITS] >> i % SAMPLE_WORD_BITS & 1;
}

/* Puts sample `i` into the set, or removes it. */
static inline void sample_put(struct sample_set *set, unsigned i, bool in)
{
    const uint64_t bit = UINT64_C(1) << i % SAMPLE_WORD_BITS;

    set->words[i / SAMPLE_WORD_BITS] = (set->words[i / SAMPLE_WORD_BITS] & ~bit) | (in ? bit : 0);
}

static inline bool sample_set_is_empty(const struct sample_set *set)
{
    uint64_t any = 0;

    for (unsigned k = 0; k < SAMPLE_WORDS; k++)
        any |= set->words[k];
    return !any;
}

/* Returns the set of all samples, or the empty set. */
static inline struct sample_set sample_set_of(bool in)
{
    struct sample_set set;

    memset(&set, in ? 0xFF : 0, sizeof set);
    return set;
}

/* Sets *out to an expression over the words of sets; the expression may use the word index `k`. */
#define SAMPLE_SET(out, expression) \
    do { \
        for (unsigned k = 0; k < SAMPLE_WORDS; k++) \
            (out)->words[k] = (expression); \
    } while (0)

/* The number of draws, out of 256, in which a condition holds in sample `i`; its vector decides. */
static inline unsigned sample_odds(unsigned i)
{
    static const uint8_t odds[SAMPLE_VECTORS] = {128, 128, 128, 128, 128, 128, 128, 128,
                                                 224, 224, 224, 192, 64,  32,  32,  32};

    return odds[i / SFP_LANES];
}

#endif
