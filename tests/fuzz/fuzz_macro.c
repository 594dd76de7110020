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

int fuzz_macro(const uint8_t *data, size_t size)
{
    return fuzz_within((struct fuzz_input){data, size}, arounds, sizeof arounds / sizeof *arounds);
}
