/* libFuzzer's entry point; FUZZ_ENTRY is the target's function. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__asan_default_options(void);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return FUZZ_ENTRY(data, size);
}

/*
 * Runs are short and many: memory that one has freed need not be kept from use for long, nor each allocation's whole
 * call stack. A quarter of the time goes with that. ASAN_OPTIONS in the environment comes first.
 */
const char *__asan_default_options(void)
{
    return "quarantine_size_mb=8:malloc_context_size=5";
}
