/* Conversion of values of a swept format to the format of Dst. */
#ifndef SFP_DST_VALUES_H
#define SFP_DST_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* values_known(): returns whether the format `in` can be swept. values_fit(): returns whether Dst of the format
 * `dst` holds its values. */
bool values_known(int in);
bool values_fit(int in, int dst);

/* Returns whether `dst` lacks values of `in`: infinities and NaNs in fp16, the lowest integer in int16 and sm32. */
bool values_lack(int in, int dst);

/* Converts values of `in` to the bits of equal numbers in `dst`. The two arrays may be identical. */
void values_convert(int in, int dst, const uint32_t *values, size_t count, uint32_t *converted);

/* Sets none[i] if `dst` lacks values[i]; the values are bits in `dst`. */
void values_none(int dst, const uint32_t *values, size_t count, bool *none);

#endif
