/* Snapshots: copies of a machine and its run, to continue from. */
#include "lib.h"

#include <stdlib.h>

#include "base/archive.h"

struct sfpu_snapshot {
    struct lib_origin *origin;
    uint64_t program_number, run_number;
    bool stopped;    /* the snapshot was taken within a run */
    bool has_before, has_core_before, has_tile, has_proof, has_writers, has_races;
    unsigned long passes;
    struct sfpu_running begun; /* configuration with which the run began */
    struct sfp_findings_log *log;
    struct archive *archive;
};

/* ---- Machines and their snapshots ---- */

static void release_origin(struct lib_origin *origin)
{
    if (origin && --origin->holders == 0)
        free(origin);
}

void lib_snapshots_end(sfpu_machine *m)
{
    archive_release(m->saved);
    release_origin(m->origin);
}

/* Keeps the archive last saved or loaded; the next snapshot shares its pages. */
static void remember_archive(sfpu_machine *m, struct archive *archive)
{
    archive_hold(archive);
    archive_release(m->saved);
    m->saved = archive;
}

void sfpu_free_snapshot(sfpu_snapshot *snapshot)
{
    if (!snapshot)
        return;
    release_origin(snapshot->origin);
    archive_release(snapshot->archive);
    sfp_findings_log_free(snapshot->log);
    free(snapshot);
}

/* ---- Contents of a snapshot ---- */

static const struct sfp_tile *tile_of(const sfpu_machine *m)
{
    return m->compiled ? compiled_tile(m->compiled) : NULL;
}

/* Archives the progress with atomic accesses, because signal handlers may read it meanwhile. */
static void archive_progress(struct sfp_progress *progress, struct archiving *a)
{
    uint64_t wanted = sfp_progress_read(&progress->wanted), passes = sfp_progress_read(&progress->passes),
             cycles = sfp_progress_read(&progress->cycles);
    bool running = atomic_load(&progress->running);

    archive_bytes(a, &wanted, sizeof wanted);
    archive_bytes(a, &passes, sizeof passes);
    archive_bytes(a, &cycles, sizeof cycles);
    archive_bytes(a, &running, sizeof running);
    sfp_progress_write(&progress->wanted, wanted);
    sfp_progress_write(&progress->passes, passes);
    sfp_progress_write(&progress->cycles, cycles);
    atomic_store(&progress->running, running);
}

static void archive_results(sfpu_machine *m, struct archiving *a)
{
    archive_bytes(a, m->written, sizeof m->written);
    archive_bytes(a, &m->begun, sizeof m->begun);
    archive_bytes(a, &m->over, sizeof m->over);
    archive_bytes(a, &m->timed, sizeof m->timed);
    archive_bytes(a, &m->passes, sizeof m->passes);
    archive_bytes(a, &m->timing, sizeof m->timing);
    archive_bytes(a, &m->result, sizeof m->result);
    archive_bytes(a, &m->failure, sizeof m->failure);
    archive_bytes(a, &m->stopped, sizeof m->stopped);
    archive_progress(&m->progress, a);
}

/* Archives everything. Parts that change little come first, parts of variable length last, so that snapshots share
 * pages. */
static void archive_all(sfpu_machine *m, const struct sfpu_snapshot *of, struct archiving *a)
{
    sfp_machine_archive(m->m, a);
    if (of->has_before)
        archive_bytes(a, m->before, sizeof *m->before);
    if (of->has_core_before)
        archive_bytes(a, m->core_before, sizeof *m->core_before);
    archive_align(a);
    if (of->has_writers)
        lib_writers_archive(m->writers, a);
    if (of->has_tile)
        tile_archive(compiled_tile(m->compiled), a);
    archive_results(m, a);
    if (of->has_proof)
        sfp_proof_archive(m->proof, a);
    if (of->has_races)
        sfp_races_archive(m->races, a);
    if (of->stopped)
        sfp_stepping_archive(m->stepping, a);
}

/* ---- Taking ---- */

/* Returns the snapshot's description. Data of a run can only be loaded into a run that was begun. */
static struct sfpu_snapshot describe_snapshot(const sfpu_machine *m)
{
    const bool ran = m->run_number;

    return (struct sfpu_snapshot){.program_number = m->program_number, .run_number = m->run_number,
                                  .stopped = m->stepping != NULL, .has_before = m->before != NULL,
                                  .has_core_before = m->core_before != NULL, .has_tile = ran && tile_of(m),
                                  .has_proof = ran && m->proof, .has_writers = ran && m->writers,
                                  .has_races = ran && m->races,
                                  .passes = m->passes, .begun = m->begun};
}

static bool hold_origin(sfpu_machine *m)
{
    if (!m->origin) {
        m->origin = malloc(sizeof *m->origin);
        if (!m->origin)
            return false;
        m->origin->holders = 1;
    }
    m->origin->holders++;
    return true;
}

static bool save_snapshot(sfpu_machine *m, struct sfpu_snapshot *snapshot)
{
    struct archiving a;

    if (!hold_origin(m))
        return false;
    snapshot->origin = m->origin;
    snapshot->log = sfp_findings_log_copy(m->log);
    if (!snapshot->log)
        return false;
    archive_begin_save(&a, m->saved);
    if (!a.failed)
        archive_all(m, snapshot, &a);
    snapshot->archive = archive_end_save(&a);
    return snapshot->archive != NULL;
}

static int check_snapshots_allowed(sfpu_machine *m)
{
    const int code = lib_to_change(m);

    if (code != SFPU_OK)
        return code;
    if (lib_need_no_cores_beside(m, "snapshots") != SFPU_OK)
        return SFPU_BAD_ARGUMENT;
    if (lib_views_gather(m))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "a wanted view gathers data during the run, and cannot go back");
    return SFPU_OK;
}

int sfpu_take_snapshot(sfpu_machine *m, sfpu_snapshot **snapshot)
{
    sfpu_snapshot *own;
    int code;

    if (!snapshot)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no place for the snapshot");
    *snapshot = NULL;
    code = check_snapshots_allowed(m);
    if (code != SFPU_OK)
        return code;
    own = malloc(sizeof *own);
    if (!own)
        return lib_no_memory(m);
    *own = describe_snapshot(m);
    if (!save_snapshot(m, own)) {
        sfpu_free_snapshot(own);
        return lib_no_memory(m);
    }
    remember_archive(m, own->archive);
    *snapshot = own;
    return SFPU_OK;
}

size_t sfpu_snapshot_bytes(const sfpu_snapshot *snapshot)
{
    if (!snapshot)
        return 0;
    return sizeof *snapshot + archive_own_bytes(snapshot->archive) + sfp_findings_log_bytes(snapshot->log);
}

/* ---- Restoring ---- */

static int check_restored(sfpu_machine *m, const struct sfpu_snapshot *snapshot)
{
    const int code = check_snapshots_allowed(m);

    if (code != SFPU_OK)
        return code;
    if (snapshot->origin != m->origin)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "the snapshot is of another machine");
    if (snapshot->program_number != m->program_number)
        return lib_fail(m, SFPU_BAD_ARGUMENT,
                        "the snapshot is of another program, or of other gaps, calls or device values");
    return SFPU_OK;
}

static bool make_state(struct sfp_state **state, bool wanted)
{
    if (wanted && !*state)
        *state = aligned_alloc(_Alignof(struct sfp_state), sizeof **state);
    return *state || !wanted;
}

/* Drops data of a run that the snapshot lacks. */
static void drop_unsaved(sfpu_machine *m, const struct sfpu_snapshot *snapshot)
{
    if (m->stepping && !snapshot->stopped)
        lib_run_abandon(m);
    lib_views_forget(m);
    if (m->compiled && !snapshot->has_tile)
        compiled_forget_tile(m->compiled);
    if (!snapshot->has_proof) {
        sfp_proof_free(m->proof);
        m->proof = NULL;
    }
    if (!snapshot->has_races) {
        sfp_races_free(m->races);
        m->races = NULL;
    }
    if (!snapshot->has_writers) {
        lib_writers_free(m->writers);
        m->writers = NULL;
    }
}

/* Makes the machine have the snapshot's run, at any position. Returns a code. */
static int get_run(sfpu_machine *m, const struct sfpu_snapshot *snapshot)
{
    const bool same = m->run_number == snapshot->run_number && (m->stepping || !snapshot->stopped);
    int code = SFPU_OK;

    if (!same && snapshot->run_number)
        code = lib_run_again(m, &snapshot->begun, snapshot->passes, snapshot->stopped);
    if (code == SFPU_OK)
        m->run_number = snapshot->run_number;
    return code;
}

int sfpu_restore_snapshot(sfpu_machine *m, const sfpu_snapshot *snapshot)
{
    struct sfp_findings_log *log;
    struct archiving a;
    int code;

    if (!snapshot)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no snapshot");
    code = check_restored(m, snapshot);
    if (code != SFPU_OK)
        return code;
    log = sfp_findings_log_copy(snapshot->log);
    if (!log)
        return lib_no_memory(m);
    code = get_run(m, snapshot);
    if (code == SFPU_OK
        && !(make_state(&m->before, snapshot->has_before) && make_state(&m->core_before, snapshot->has_core_before)))
        code = lib_no_memory(m);
    if (code == SFPU_OK) {
        drop_unsaved(m, snapshot);
        archive_begin_load(&a, snapshot->archive);
        archive_all(m, snapshot, &a);
        lib_show_selected(m);
        sfp_findings_log_swap(m->log, log);
        remember_archive(m, snapshot->archive);
    }
    sfp_findings_log_free(log);
    return code;
}
