#include <sfpu.h>
#include <stdio.h>
static int put(void *stream, const char *bytes, size_t size)
{
    return fwrite(bytes, 1, size, stream) != size;
}

static void say(void *stream, const struct sfpu_diagnostic *d)
{
    fputs(d->printed, stream);
}
int main(void)
{
static float values[1024];
(void)values;
const uint32_t words[] = {0x71004000, 0x8f000000};
const struct sfpu_disassembly how = {
    .size = sizeof how, .syntax = SFPU_MACRO, .raw = 1
};

sfpu_disassemble_bytes(&how, "words", words, sizeof words,
                       put, stdout);
return 0;
}
