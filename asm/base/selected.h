/* What every report says of words that instruction selection chose, beside the cycles that they take. */
#ifndef SFP_SELECTED_H
#define SFP_SELECTED_H

#include <stdio.h>
#include <string.h>

#include "terminal.h"

enum { SELECTED_TEXT = 80 };

/* "selected by sfpasm (sfpi 7.38)" behind `before`, cut to the room there is; nothing without a profile, which may come
 * from a file: what is not shown of it is replaced. Returns the text. */
static inline const char *selected_text(char text[SELECTED_TEXT], const char *before, const char *profile)
{
    text[0] = '\0';
    if (profile)
        snprintf(text, SELECTED_TEXT, "%sselected by sfpasm (sfpi %s)", before, profile);
    shown_make(text, strlen(text));
    return text;
}

#endif
