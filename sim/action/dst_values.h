/* Values of a format on their way into Dst of another. */
#ifndef SFP_DST_VALUES_H
#define SFP_DST_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Can values of the format `in` be swept at all? And can Dst of the format `dst` hold them? */
bool values_known(int in);
bool values_fit(int in, int dst);

/* Has `in` values that `dst` has not: infinities and NaNs in fp16, and the lowest of int16 and sm32? */
bool values_lack(int in, int dst);

/* Makes their bits those of the same numbers in `dst`. The two arrays may be one. */
void values_convert(int in, int dst, const uint32_t *values, size_t count, uint32_t *converted);

/* none[i]: `dst` lacks this one. */
void values_none(int dst, const uint32_t *values, size_t count, bool *none);

#endif
