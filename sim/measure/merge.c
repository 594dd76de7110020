/* sfpsim merge: joins the shards of a sweep, and prints the report of the whole sweep. */
#include <stdlib.h>

#include "action/voice.h"
#include "sweep_part.h"

struct merge_options {
    struct action_options action;
    struct report_outputs outputs;
    const char **paths;
    size_t count;
};

/* Reads every file twice, to keep few tallies in memory: once to find the shards' order, once to join them in that
 * order. */
struct merging {
    const struct merge_options *o;
    struct sweep_part like;   /* the first file's part: the reference for the other files */
    const char *const *paths; /* paths of the shards, in order; NULL: not given */
    struct sweep_part whole;  /* the shards joined so far */
};

/* Reads a file and checks that it is a complete shard of the first file's sweep. The caller passes the part to
 * part_end(). Returns 0, or an exit status after a message. */
static int read_shard(const struct merging *m, const char *path, struct sweep_part *part)
{
    const struct sweep_part *like = &m->like;
    const int status = part_read(part, path);

    if (status)
        return status;
    if (!part_is_of(part, like))
        return complain("%s: a shard of another sweep than %s, or of another kernel", path, m->o->paths[0]);
    if (part->shards != like->shards)
        return complain("%s: one of %u shards, and %s is one of %u", path, part->shards, m->o->paths[0], like->shards);
    if (part->to != part->until)
        return complain("%s: shard %u/%u is not complete", path, part->shard, part->shards);
    return 0;
}

/* Finds the file's shard number, and notes the path under it. Returns 0, or an exit status after a message. */
static int find_shard(const struct merging *m, const char *path, const char **paths)
{
    struct sweep_part part;
    int status = read_shard(m, path, &part);

    if (!status && paths[part.shard - 1])
        status = complain("shard %u/%u is given twice: %s and %s", part.shard, part.shards, paths[part.shard - 1],
                          path);
    if (!status)
        paths[part.shard - 1] = path;
    part_end(&part);
    return status;
}

static int find_shards(const struct merging *m, const char **paths)
{
    int status = 0;

    for (size_t i = 0; !status && i < m->o->count; i++)
        status = find_shard(m, m->o->paths[i], paths);
    for (unsigned i = 0; !status && i < m->like.shards; i++)
        if (!paths[i])
            status = complain("shard %u/%u is missing", i + 1, m->like.shards);
    return status;
}

/* Joins shard `i`, counted from 0. Shards that sfpsim wrote always fit together; the checks are for edited files.
 * Returns 0, or an exit status after a message. */
static int join_shard(struct merging *m, unsigned i)
{
    struct sweep_part *whole = &m->whole, part;
    int status = read_shard(m, m->paths[i], &part);

    if (!status && part.from != (i ? whole->to : m->like.first))
        status = complain("%s: does not begin where the shard before it ends", m->paths[i]);
    if (!status && !i) {
        *whole = part;
        return 0;
    }
    if (!status) {
        tally_merge(whole->tally, part.tally);
        whole->to = part.to;
    }
    part_end(&part);
    return status;
}

static int join_shards(struct merging *m)
{
    const unsigned count = m->like.shards;
    int status = 0;

    for (unsigned i = 0; !status && i < count; i++)
        status = join_shard(m, i);
    if (!status && m->whole.to != m->whole.end)
        return complain("%s: does not end where the sweep does", m->paths[count - 1]);
    return status;
}

static int merge_shards(struct merging *m)
{
    const char **paths = calloc(m->like.shards, sizeof *paths);
    int status;

    m->paths = paths;
    status = paths ? find_shards(m, paths) : complain_no_memory();
    if (!status && (status = join_shards(m)) == 0)
        status = part_report(&m->whole, &m->o->outputs, m->o->action.verdict);
    free(paths);
    return status;
}

static void list_merge_files(const void *options, struct file_uses *uses)
{
    const struct merge_options *o = options;

    for (size_t i = 0; i < o->count; i++)
        file_uses_read(uses, o->paths[i], "a part");
    file_uses_write(uses, o->outputs.svg, "--svg");
    file_uses_write(uses, o->outputs.html, "--html");
}

static int check_merge_files(const struct merge_options *o)
{
    struct file_uses uses = {0};

    list_merge_files(o, &uses);
    if (!o->action.reports.tap)
        file_uses_write(&uses, "-", "a report");
    return action_check_files(&o->action, &uses);
}

static int run_merge_action(void *options)
{
    struct merge_options *o = options;
    struct merging m = {.o = o};
    int status = check_merge_files(o);

    o->outputs.quiet = o->action.quiet;
    if (!status && (status = part_read(&m.like, o->paths[0])) == 0)
        status = merge_shards(&m);
    part_end(&m.like);
    part_end(&m.whole);
    return status;
}

static bool set_merge_defaults(void *options, size_t arguments)
{
    struct merge_options *o = options;

    o->outputs.form = report_forms;
    o->paths = calloc(arguments + 1, sizeof *o->paths);
    return o->paths;
}

static void free_merge_options(void *options)
{
    struct merge_options *o = options;

    free(o->paths);
}

static const char *get_merge_subject(const void *options)
{
    const struct merge_options *o = options;

    return o->paths[0];
}

#define OPTIONS struct merge_options
static const struct option_row rows[] = {
    {NULL, 0, "SHARD...", NULL, AS_LIST(paths, count), .needed = "no shards given"},
    INCLUDE(1, "Report:", outputs, report_table),
    INCLUDE(0, NULL, action, action_table),
    {0},
};
#undef OPTIONS

static const struct option_table merge_table = {
    .rows = rows,
    .doc = "Join what sfpsim sweep --shard has written, in any order, and report on the whole sweep.\v"
           "Exit status: 0 done; 1 the results are not within --max-ulp; 2 could not run.",
};

const struct action merge_action = {
    .name = "merge", .does = "join the parts of a sweep, and report on it", .table = &merge_table,
    .size = sizeof(struct merge_options), .defaults = set_merge_defaults, .free = free_merge_options,
    .run = run_merge_action,
    .list_files = list_merge_files, .subject = get_merge_subject,
};
