/* --gaps files: what one says is what it says again, written line by line. Input: number of words, then text. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "time/kernel.h"

int fuzz_gaps(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    const size_t words = (size_t)fuzz_byte(&in) + 1;
    uint32_t *gaps = fuzz_memory(malloc(words * sizeof *gaps)), *again = fuzz_memory(malloc(words * sizeof *again));
    char *text = NULL, *error = NULL;
    size_t length = 0;
    FILE *out;

    if (!sfp_gaps_parse((const char *)in.data, in.size, gaps, words, &error)) {
        fuzz_message(error);
    } else {
        out = fuzz_memory(open_memstream(&text, &length));
        for (size_t i = 0; i < words; i++)
            fprintf(out, "%zu %u\n", i, gaps[i]);
        fclose(out);
        if (!sfp_gaps_parse(text, length, again, words, &error))
            fuzz_fail("what was read cannot be read again: %s", error);
        if (memcmp(gaps, again, words * sizeof *gaps) != 0)
            fuzz_fail("gaps differ when read again");
        free(text);
    }
    free(gaps);
    free(again);
    return 0;
}
