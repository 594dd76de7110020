/* What a terminal is shown of text that comes from a file: nothing that it would act on. */
#ifndef SFP_TERMINAL_H
#define SFP_TERMINAL_H

#include <stddef.h>
#include <stdio.h>

static inline char sfp_shown(char c)
{
    return ((unsigned char)c < ' ' && c != '\t') || c == 0x7F ? '?' : c;
}

static inline void sfp_make_shown(char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        text[i] = sfp_shown(text[i]);
}

static inline void sfp_put_shown(FILE *stream, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        fputc(sfp_shown(text[i]), stream);
}

#endif
