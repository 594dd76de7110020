/* The texts of an assembly, and bounds on what comes of them. */
#include "assembler.h"

#include <inttypes.h>
#include <stdlib.h>

bool assembly_add_source(struct assembler *as, struct source *source)
{
    struct sfp_program *program = as->program;
    struct source **more = realloc(program->sources, (program->source_count + 1) * sizeof *more);

    if (!more) {
        source_free(source);
        report_no_memory(as);
        return false;
    }
    program->sources = more;
    source->index = (uint32_t)program->source_count;
    more[program->source_count++] = source;
    as->spent.spelled += source->text.size;
    return true;
}

struct source *assembly_expansions(struct assembler *as)
{
    if (!as->frames.expansions) {
        struct source *source = source_new("<expansions>", (struct sfp_buffer){0}, true);

        if (!source) {
            report_no_memory(as);
            return NULL;
        }
        source->expanded = true;
        if (assembly_add_source(as, source))
            as->frames.expansions = source;
    }
    return as->frames.expansions;
}

const char *assembly_keep_name(struct assembler *as, const char *name, size_t length)
{
    struct source *source = assembly_expansions(as);

    return source ? source_keep(source, name, length) : NULL;
}

/* ---- What sources ask for without spelling it out: texts of macros, blocks scanned again, files included again ----
 * A source of a few lines could ask for any amount of it. */

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
