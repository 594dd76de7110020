/* Checks before a run: which files the run reads and writes, and which options exclude others. */
#include "session_parts.h"

#include <string.h>

#include "action/voice.h"

/* ---- Files ---- */

/* Returns whether options ask for reports on standard output. The summary does not count: it makes room for other
 * output. */
static bool prints_reports(const struct sfp_session_options *o)
{
    return view_outputs_print(&o->output) || o->output.json || expect_given(&o->expect) || o->stops.count
        || o->output.perturb;
}

static void list_images(const struct file_list *files, const char *option, struct file_uses *uses)
{
    for (size_t i = 0; i < files->count; i++)
        file_uses_read(uses, files->files[i].path, option);
}

/* Lists the files that options name as outputs. */
static void list_writes(const struct sfp_session_options *o, struct file_uses *uses)
{
    file_uses_write(uses, o->state_out, "--state-out");
    view_outputs_list(&o->output, uses);
    file_uses_write(uses, o->compiled.record, "--record");
    file_uses_write(uses, o->compiled.gaps, "--gaps-out");
    file_uses_write(uses, o->compiled.record_table, "the table of --record");
}

static void list_kernels(const struct sfp_session_options *o, const sfpu_machine *m, struct file_uses *uses)
{
    if (o->kernel)
        file_uses_kernel(uses, o->kernel, &o->machine, m);
    for (unsigned thread = 0; thread < SFPU_THREADS; thread++)
        if (o->machine.threads.kernels[thread])
            file_uses_kernel(uses, o->machine.threads.kernels[thread], &o->machine, m);
}

void session_paths_list(const struct sfp_session_options *o, const sfpu_machine *m, struct file_uses *uses)
{
    list_images(&o->dst, "--dst", uses);
    file_uses_write_over(uses, o->dst_out, "--dst-out", "--dst");
    list_images(&o->expect.files, "--expect", uses);
    file_uses_sources(uses, &o->machine);
    file_uses_read(uses, o->state_in, "--state-in");
    file_uses_read(uses, o->all_gaps, "--gaps");
    for (unsigned thread = 0; thread < SFPU_THREADS; thread++)
        file_uses_read(uses, o->gaps[thread], "--gaps");
    file_uses_read(uses, o->expect.state, "--expect-state");
    /* The part of --poke after the colon may be a number: no output has such a name. */
    for (size_t i = 0; i < o->compiled.poke_count; i++)
        file_uses_read(uses, o->compiled.pokes[i].what, "--poke or --when-idle");
    list_kernels(o, m, uses);
    file_uses_read(uses, o->against, "--against");
    list_writes(o, uses);
    if (m && prints_reports(o) && !o->action.reports.tap)
        file_uses_write(uses, "-", "a report");
}

bool session_stdout_taken(const struct sfp_session_options *o)
{
    struct file_uses uses = {0};
    bool taken = false;

    session_paths_list(o, NULL, &uses);
    for (size_t i = 0; !taken && i < uses.write_count; i++)
        taken = uses.writes[i].path && path_is_stdout(uses.writes[i].path);
    file_uses_free(&uses);
    return taken;
}

/* ---- Options ---- */

/* Returns whether a kernel is standard input. */
static bool reads_input(const struct sfp_session_options *o)
{
    bool reads = o->kernel && strcmp(o->kernel, "-") == 0;

    for (unsigned thread = 0; thread < SFPU_THREADS; thread++)
        reads |= o->machine.threads.kernels[thread] && strcmp(o->machine.threads.kernels[thread], "-") == 0;
    return reads;
}

static bool has_gaps(const struct sfp_session_options *o)
{
    return o->all_gaps || o->gaps[SFPU_THREAD_UNPACK] || o->gaps[SFPU_THREAD_MATH] || o->gaps[SFPU_THREAD_PACK];
}

int session_options_check(const struct sfp_session_options *o)
{
    const struct sfp_output_options *output = &o->output;

    if (o->untimed && stops_tell_lanes(&o->stops))
        return complain("--print=lanes follows the run cycle by cycle: not with --timing=off");
    if (o->untimed && (view_outputs_need_time(output) || output->perturb || has_gaps(o) || o->limits.has_cycles
                       || o->harness || o->gdb || stops_wanted(&o->stops)))
        return complain("--stats, --timeline, --gaps, --gdb, --perturb, --max-cycles, --max-cycles-per-vector, "
                        "--harness, --steps, --print at a place and all traces need the cycle model: not with "
                        "--timing=off");
    if (o->gdb && o->action.preprocessed)
        return complain("--gdb: gdb runs one kernel, not a batch");
    if (o->gdb && strcmp(o->gdb, "-") == 0 && reads_input(o))
        return complain("--gdb=-: gdb uses standard input, so the kernel cannot come from there");
    if (o->hazards == SFP_HAZARDS_OFF && stops_at_findings(&o->stops))
        return complain("--print=...@finding needs findings: not with --hazards=off");
    return 0;
}
