/* "A:B", the numbers from A to B. */
#ifndef SFP_RANGE_H
#define SFP_RANGE_H

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

/* NULL, or what is wrong with it, as in "'...' is not A:B". */
static inline const char *range_parse(const char *text, double *low, double *high)
{
    char *after, *end;

    *low = strtod(text, &after);
    if (after == text || *after != ':')
        return "is not A:B, two numbers";
    *high = strtod(after + 1, &end);
    if (end == after + 1 || *end || isnan(*low) || isnan(*high))
        return "is not A:B, two numbers";
    return *low > *high ? "is empty" : NULL;
}

#endif
