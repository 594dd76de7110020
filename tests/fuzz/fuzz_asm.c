/* Source text in GNU form. Input: options, then text. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "sources.h"

int fuzz_asm(const uint8_t *data, size_t size)
{
    /* The two bits left are the promise. */
    enum { ARCH = 3, STRICT = 4, ALL_WARNINGS = 8, ALL_ERRORS = 16, FEW_ERRORS = 32, PROMISE_LSB = 6 };
    struct fuzz_input in = {data, size};
    const unsigned chosen = fuzz_byte(&in);
    struct sfp_asm_options options = {
        .arch = (enum sfp_arch)((chosen & ARCH) % 3),
        .gnu_strict = chosen & STRICT,
        .max_errors = chosen & FEW_ERRORS ? 1 : FUZZ_MOST_ERRORS,
    };
    char *text = fuzz_memory(malloc(in.size + 1));

    memcpy(text, in.data, in.size);
    fuzz_warnings(&options, chosen & ALL_WARNINGS, chosen & ALL_ERRORS);
    fuzz_source(&options, (enum fuzz_promise)(chosen >> PROMISE_LSB), text, in.size);
    return 0;
}
