/*
 * State files: any text is read or refused with the state as it was; what was read, or a random state, survives being
 * written and read. Input: options, then the text, or a seed for the state.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "model/image.h"

static struct sfp_state *new_state(enum sfp_arch arch)
{
    struct sfp_state *s = fuzz_memory(aligned_alloc(_Alignof(struct sfp_state), sizeof *s));

    sfp_state_reset(s, arch);
    return s;
}

/* Files speak of the current bank, and of what they do not speak is as it was: both states have the same rest. */
static void write_and_read(const struct sfp_state *s)
{
    struct sfp_state *again = new_state(s->arch), *third = new_state(s->arch);
    size_t size, second_size;
    char *text = fuzz_memory(sfp_statefile_write(s, NULL, &size)), *second, *error = NULL;

    if (!sfp_statefile_read(text, size, again, &error))
        fuzz_fail("what was written cannot be read: %s", error);
    second = fuzz_memory(sfp_statefile_write(again, NULL, &second_size));
    if (size != second_size || memcmp(text, second, size) != 0)
        fuzz_fail("a state differs when written again");
    if (!sfp_statefile_read(second, second_size, third, &error))
        fuzz_fail("what was written again cannot be read: %s", error);
    fuzz_same_state(again, third, "two readings of one state");
    free(text);
    free(second);
    free(again);
    free(third);
}

int fuzz_state(const uint8_t *data, size_t size)
{
    enum { BLACKHOLE = 1, RANDOM = 2 };
    struct fuzz_input in = {data, size};
    const unsigned options = fuzz_byte(&in);
    const enum sfp_arch arch = options & BLACKHOLE ? SFP_BH : SFP_WH;
    struct sfp_state *s = new_state(arch), *before = new_state(arch);
    struct sfp_index index;
    char *error = NULL;

    if (options & RANDOM) {
        sfp_index_init(&index, arch);
        fuzz_random_state(s, &index, fuzz_seed(&in));
        write_and_read(s);
    } else if (sfp_statefile_read((const char *)in.data, in.size, s, &error)) {
        write_and_read(s);
    } else {
        fuzz_message(error);
        fuzz_same_state(s, before, "a refused file");
    }
    free(s);
    free(before);
    return 0;
}
