/* Where the words of a core's loop would go in fewer pushes (sfpu-riscv(7), Gathering). */
#include <inttypes.h>

#include "dis/riscv.h"
#include "base/json_writer.h"
#include "stats_parts.h"

/* Counts the pushes of the code if it began `offset` words after the start of a line of `words` words. A run of
 * .ttinsn that execute equally often takes a push for each line that it touches. */
static uint64_t count_pushes(const struct core_counts *counts, size_t count, unsigned offset, unsigned words)
{
    uint64_t pushes = 0;

    for (size_t i = 0; i < count; i++)
        if ((i + offset) % words == 0 || i == 0 || counts[i - 1].gathered != counts[i].gathered)
            pushes += counts[i].gathered;
    return pushes;
}

struct core_gathering gathering_of(const struct core_counts *counts, size_t count, uint32_t address, unsigned line)
{
    const unsigned words = line / RV_BYTES;
    struct core_gathering g = {.line = line};

    if (!line)
        return g;
    g.offset = address / RV_BYTES % words;
    g.pushes = g.fewest = count_pushes(counts, count, g.offset, words);
    for (unsigned offset = 0; offset < words; offset++) {
        const uint64_t pushes = count_pushes(counts, count, offset, words);

        if (pushes < g.fewest)
            g.offsets = 0;
        if (pushes <= g.fewest)
            g.offsets |= UINT32_C(1) << offset;
        g.fewest = pushes < g.fewest ? pushes : g.fewest;
    }
    if (g.fewest == g.pushes)
        g.line = 0;
    return g;
}

void gathering_print(const struct core_gathering *g, FILE *stream)
{
    const char *before = "";

    if (!g->line)
        return;
    fprintf(stream, "    %" PRIu64 " pushes of its words; %" PRIu64 " if the loop began ", g->pushes, g->fewest);
    for (uint32_t left = g->offsets; left; left &= left - 1) {
        fprintf(stream, "%s%d", before, __builtin_ctz(left));
        before = " or ";
    }
    fprintf(stream, " words after the start of a line of %u bytes, not %u\n", g->line, g->offset);
}

void gathering_json(struct sfp_json *j, const struct core_gathering *g)
{
    if (!g->line) {
        json_nothing(j, "gathering");
        return;
    }
    json_begin(j, "gathering");
    json_count(j, "line", g->line);
    json_count(j, "offset", g->offset);
    json_count(j, "pushes", g->pushes);
    json_count(j, "fewest", g->fewest);
    json_list(j, "offsets");
    for (uint32_t left = g->offsets; left; left &= left - 1)
        json_count(j, NULL, (uint64_t)__builtin_ctz(left));
    json_list_end(j);
    json_end(j);
}
