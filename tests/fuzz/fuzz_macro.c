/*
 * Source text as kernels have it, in C, and macros of GNU as. Input: options, then text, which can be made a function's
 * or a macro's body.
 */
#include "fuzz.h"

#include "sources.h"

/* What stands around the input. A macro is called with names, numbers, a register and text. */
static const struct fuzz_around arounds[] = {
    {"", ""},
    {"void f(const int n, uint32_t m = 3)\n{\n", "\n}\n"},
    {"template <bool A = true, int N = 2>\ninline void f()\n{\nfor (int d = 0; d < N; d++) {\n", "\n}\nsfpnop\n}\n"},
    {".macro m a, b=2, c:vararg\n", "\n.endm\n m L1\n m b=x, a=\"1 + 1\"\n M L2, L3, 4, (5, 6)\n"},
};

enum { AROUNDS = sizeof arounds / sizeof *arounds };

int fuzz_macro(const uint8_t *data, size_t size)
{
    enum { BLACKHOLE = 1, ALL_WARNINGS = 2, FEW_ERRORS = 4, AROUND_LSB = 4, PROMISE_LSB = 6 };
    struct fuzz_input in = {data, size};
    const unsigned chosen = fuzz_byte(&in);
    struct sfp_asm_options options = {
        .arch = chosen & BLACKHOLE ? SFP_BH : SFP_WH,
        .max_errors = chosen & FEW_ERRORS ? 1 : FUZZ_MOST_ERRORS,
    };
    size_t length;
    char *text = fuzz_surround(in, &arounds[(chosen >> AROUND_LSB) % AROUNDS], &length);

    fuzz_warnings(&options, chosen & ALL_WARNINGS, false);
    fuzz_source(&options, (enum fuzz_promise)(chosen >> PROMISE_LSB), text, length);
    return 0;
}
