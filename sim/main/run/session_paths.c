/* Which files a run of sfpsim reads and writes. */
#include "session_paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/paths.h"

enum {
    OPTION_READS = 5, /* the kernel, its debug table, and what options name once */
    DST_WRITE = 0, /* the Dst image, among what is written */
    FILE_WRITES = 12,
    WRITES, /* with what is printed */
};

/* Do options ask for reports on standard output? The summary, which makes room for others, is none of them. */
static bool prints_reports(const struct sfp_session_options *o)
{
    const struct sfp_output_options *output = &o->output;

    return o->reports.tap || output->timeline || output->json || expect_given(&o->expect) || o->stops.count || output->perturb
        || (output->stats && !output->stats_file);
}

static void list_writes(const struct sfp_session_options *o, struct sfp_target writes[WRITES])
{
    const char *const paths[WRITES] = {
        o->dst_out, o->state_out, o->output.trace, o->output.commit_log, o->output.kanata, o->output.perfetto,
        o->output.stats_file, o->reports.junit, o->reports.sarif, o->compiled.record, o->compiled.gaps,
        o->compiled.record_table, prints_reports(o) ? "-" : NULL,
    };

    for (size_t i = 0; i < WRITES; i++)
        writes[i] = (struct sfp_target){.path = paths[i]};
}

/* The sources that the program on `m` was made from, which has no more than `most`, behind what is named. */
static void list_sources(const sfpu_machine *m, const char **reads, size_t most)
{
    for (size_t i = 0; i < most; i++)
        reads[i] = sfpu_source_file(m, i);
}

static void list_images(const struct file_list *files, const char **reads)
{
    for (size_t i = 0; i < files->count; i++)
        reads[i] = files->files[i].path;
}

/* What is behind the colon of --poke: a number is no file that anybody writes. */
static void list_pokes(const struct compiled_options *o, const char **reads)
{
    for (size_t i = 0; i < o->poke_count; i++)
        reads[i] = o->pokes[i].what;
}

/* The table of sfpasm -g that is read beside words; NULL without memory. */
static char *debug_table_of(const char *kernel)
{
    char *path;

    return asprintf(&path, "%s.dbg", kernel) < 0 ? NULL : path;
}

static size_t count_sources(const sfpu_machine *m)
{
    size_t count = 0;

    while (sfpu_source_file(m, count))
        count++;
    return count;
}

bool session_paths_apart(const struct sfp_session_options *o, const sfpu_machine *m, char **error)
{
    const size_t images = o->dst.count + o->expect.files.count, pokes = o->compiled.poke_count;
    const size_t sources = count_sources(m), count = OPTION_READS + images + pokes + sources;
    char *table = debug_table_of(o->kernel);
    const char **reads = calloc(count, sizeof *reads);
    const char *const named[OPTION_READS] = {o->kernel, sources ? NULL : table, o->state_in, o->gaps,
                                             o->expect.state};
    struct sfp_target writes[WRITES];
    bool apart = false;

    *error = NULL;
    if (table && reads) {
        for (size_t i = 0; i < OPTION_READS; i++)
            reads[i] = named[i];
        list_images(&o->dst, reads + OPTION_READS);
        list_images(&o->expect.files, reads + OPTION_READS + o->dst.count);
        list_pokes(&o->compiled, reads + OPTION_READS + images);
        list_sources(m, reads + OPTION_READS + images + pokes, sources);
        list_writes(o, writes);
        writes[DST_WRITE].over = reads + OPTION_READS;
        writes[DST_WRITE].over_count = o->dst.count;
        apart = sfp_paths_apart(reads, count, writes, WRITES, error);
    }
    free(reads);
    free(table);
    return apart;
}

bool session_paths_visit(const struct sfp_session_options *o, session_path *visit, void *context)
{
    char *table = debug_table_of(o->kernel);
    const char *const reads[OPTION_READS] = {o->kernel, table, o->state_in, o->gaps, o->expect.state};
    struct sfp_target writes[WRITES];

    for (size_t i = 0; table && i < OPTION_READS; i++)
        if (reads[i])
            visit(context, reads[i], false);
    for (size_t i = 0; i < o->dst.count; i++)
        visit(context, o->dst.files[i].path, false);
    for (size_t i = 0; i < o->expect.files.count; i++)
        visit(context, o->expect.files.files[i].path, false);
    list_writes(o, writes);
    for (size_t i = 0; table && i < FILE_WRITES; i++)
        if (writes[i].path)
            visit(context, writes[i].path, true);
    free(table);
    return table;
}

bool session_stdout_taken(const struct sfp_session_options *o)
{
    struct sfp_target writes[WRITES];

    list_writes(o, writes);
    for (size_t i = 0; i < FILE_WRITES; i++)
        if (writes[i].path && sfp_path_is_stdout(writes[i].path))
            return true;
    return false;
}
