/* Values of images as short text. */
#include "image.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLOAT_DIGITS = 9 /* with so many every fp32, and so every narrower one, reads back as itself */ };

/* Every number of the float formats is one of fp32. */
static void put_float(double number, char *text, size_t size)
{
    for (int digits = 1; digits <= FLOAT_DIGITS; digits++) {
        snprintf(text, size, "%.*g", digits, number);
        if (strtof(text, NULL) == (float)number)
            return;
    }
}

void sfp_format_text(enum sfp_format format, uint32_t value, char text[SFP_FORMAT_TEXT])
{
    const double number = sfp_format_number(format, value);
    const int digits = 2 * (int)sfp_format_bytes(format);

    if (format == SFP_FORMAT_RAW)
        snprintf(text, SFP_FORMAT_TEXT, "0x%0*x", digits, (unsigned)value);
    else if (isnan(number) && value != sfp_format_usual_nan(format))
        snprintf(text, SFP_FORMAT_TEXT, "nan(%0*x)", digits, (unsigned)value);
    else if (isnan(number))
        snprintf(text, SFP_FORMAT_TEXT, "nan");
    else if (!sfp_format_is_float(format))
        snprintf(text, SFP_FORMAT_TEXT, "%.0f", number);
    else
        put_float(number, text, SFP_FORMAT_TEXT);
}
