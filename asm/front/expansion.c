/* Bounds on the work that sources ask for without spelling it out: texts of macros, blocks scanned again, files
 * included again. A source of a few lines could ask for any amount of it. */
#include "assembler.h"

#include <inttypes.h>

enum {
    MOST_EXPANDED = 3 << 23, /* bytes, and */
    EXPANDED_PER_BYTE = 16,  /* for each byte of the sources */
};

bool expansion_allowed(struct assembler *as, uint64_t bytes, struct place place)
{
    const uint64_t most = expansion_bound(as, MOST_EXPANDED + EXPANDED_PER_BYTE * as->spent.spelled);

    if (as->stopped)
        return false;
    as->spent.text += bytes;
    if (as->spent.text <= most)
        return true;
    report_error(as, place, "macros, blocks and files included again come to more than %" PRIu64 " bytes of text",
                 most);
    as->stopped = true;
    return false;
}

uint64_t expansion_bound(const struct assembler *as, uint64_t bytes)
{
    const uint64_t most = as->options->max_expansion;

    return most && most < bytes ? most : bytes;
}
