/* Numbers that look random, always the same: S. Vigna's generator splitmix64. */
#ifndef SFP_RANDOM_BITS_H
#define SFP_RANDOM_BITS_H

#include <stdint.h>

#define RANDOM_STEP UINT64_C(0x9E3779B97F4A7C15)

/* Returns the number that follows the state `state`. The state after it is state + RANDOM_STEP. */
static inline uint64_t random_bits(uint64_t state)
{
    uint64_t z = state + RANDOM_STEP;

    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* Returns the next number, and moves *state on. */
static inline uint64_t random_draw(uint64_t *state)
{
    const uint64_t number = random_bits(*state);

    *state += RANDOM_STEP;
    return number;
}

#endif
