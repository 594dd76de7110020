/* sfpsim merge: the shards of a sweep, and the report that it would have given in one. */
#include <stdlib.h>

#include "base/complain.h"
#include "cli/options.h"
#include "sweep_part.h"

struct merge_options {
    struct report_outputs outputs;
    char **paths;
    size_t count;
};

struct shard {
    struct sweep_part part;
    const char *path;
};

static int by_number(const void *a, const void *b)
{
    const unsigned m = ((const struct shard *)a)->part.shard, n = ((const struct shard *)b)->part.shard;

    return (m > n) - (m < n);
}

static int read_shards(const struct merge_options *o, struct shard *shards)
{
    for (size_t i = 0; i < o->count; i++) {
        struct sweep_part *part = &shards[i].part;
        const int status = part_read(part, o->paths[i]);

        shards[i].path = o->paths[i];
        if (status)
            return status;
        if (!part_is_of(part, &shards[0].part))
            return complain("%s: a shard of another sweep than %s, or of another kernel", o->paths[i], o->paths[0]);
        if (part->shards != shards[0].part.shards)
            return complain("%s: one of %u shards, and %s is one of %u", o->paths[i], part->shards, o->paths[0],
                            shards[0].part.shards);
        if (part->to != part->until)
            return complain("%s: shard %u/%u is not complete", o->paths[i], part->shard, part->shards);
    }
    return 0;
}

/* Are all of them there, once? They are in order. */
static int check_numbers(const struct shard *shards, size_t count)
{
    const unsigned wanted = shards[0].part.shards;

    for (size_t i = 1; i < count; i++)
        if (shards[i].part.shard == shards[i - 1].part.shard)
            return complain("shard %u/%u is there twice: %s and %s", shards[i].part.shard, wanted, shards[i - 1].path,
                            shards[i].path);
    for (unsigned i = 0; i < wanted; i++)
        if (i == count || shards[i].part.shard != i + 1)
            return complain("shard %u/%u is missing", i + 1, wanted);
    return 0;
}

/* What they say of themselves fits together, unless somebody has changed it. */
static int join(struct shard *shards, size_t count)
{
    struct sweep_part *whole = &shards[0].part;
    int status = check_numbers(shards, count);

    for (size_t i = 0; !status && i < count; i++) {
        if (shards[i].part.from != (i ? whole->to : whole->first))
            return complain("%s: does not begin where the shard before it ends", shards[i].path);
        if (i)
            tally_merge(whole->tally, shards[i].part.tally);
        whole->to = shards[i].part.to;
    }
    if (!status && whole->to != whole->end)
        return complain("%s: does not end where the sweep does", shards[count - 1].path);
    return status;
}

static int merge(const struct merge_options *o)
{
    struct shard *shards = calloc(o->count, sizeof *shards);
    int status = shards ? read_shards(o, shards) : complain("not enough memory");

    if (!status) {
        qsort(shards, o->count, sizeof *shards, by_number);
        status = join(shards, o->count);
    }
    if (!status)
        status = part_report(&shards[0].part, &o->outputs);
    for (size_t i = 0; shards && i < o->count; i++)
        part_end(&shards[i].part);
    free(shards);
    return status;
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
    struct merge_options *o = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->outputs;
        return 0;
    case ARGP_KEY_ARG:
        o->paths[o->count++] = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "no shards given");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int merge_main(int argc, char **argv)
{
    static const struct argp_child children[] = {{&report_argp, 0, 0, 0}, {0}};
    static const struct argp parser = {
        .parser = parse_option,
        .children = children,
        .args_doc = "SHARD...",
        .doc = "Join what sfpsim sweep --shard has written, in any order, and report on the whole sweep.\v"
               "Exit status: 0 done; 2 could not.",
    };
    struct merge_options options = {.outputs.form = report_forms, .paths = calloc((size_t)argc, sizeof *options.paths)};
    int status = SFP_CANNOT_RUN;

    if (!options.paths)
        status = complain("not enough memory");
    else if (sfp_options_parse(&parser, argc, argv, &options) == 0)
        status = merge(&options);
    free(options.paths);
    return status;
}
