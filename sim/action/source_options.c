/* Options that feed the matrix unit, of the machine's options. */
#include "machine_options.h"

#include <stdlib.h>

#include "cli/options.h"
#include "base/fail.h"

static void add_source_file(struct argp_state *state, char *arg, void *member)
{
    struct source_list *list = member;
    char *error;

    if (!source_file_parse(arg, &list->files[list->count], &error))
        option_error(state, "--%s: %s: %s", option_row(state)->name, arg, error ? error : NO_MEMORY);
    else
        list->count++;
    free(error);
}

#define OPTIONS struct sfp_machine_options
static const struct option_row source_rows[] = {
    {"srca", 0, "FILE:F[:ROWS]", "banks of SrcA, in order, for the words of the matrix unit: bf16, tf32, fp16, int8 or "
                                 "bits; 64 rows a bank, or ROWS", .group = 1, AS(add_source_file, sources[SFPU_SRCA])},
    {"srcb", 0, "FILE:F[:ROWS]", "the same for SrcB", AS(add_source_file, sources[SFPU_SRCB])},
    {0},
};
#undef OPTIONS

const struct option_table machine_sources_table = {.rows = source_rows};

void machine_check_sources(struct argp_state *state, const struct sfp_machine_options *o)
{
    const bool fed = o->sources[SFPU_SRCA].count || o->sources[SFPU_SRCB].count;

    if (fed && machine_setting(o, "dst-is-input"))
        option_error(state, "--dst-is-input takes moves for copies of Dst: not with --srca and --srcb, whose data they "
                            "move");
}

int machine_feed(const struct sfp_machine_options *o, sfpu_machine *m, int layout)
{
    int status = 0;

    for (int source = SFPU_SRCA; !status && source <= SFPU_SRCB; source++)
        status = source_list_feed(m, source, &o->sources[source], layout);
    return status;
}
