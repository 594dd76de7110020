/* What has ended a run, as reports have it. */
#include "lib.h"

void lib_note_failure(sfpu_machine *m, enum lib_failures failure, size_t index)
{
    static const struct lib_failure failures[] = {
#define FAILURE(id, name, text, source) [FAILURE_##id] = {name, text, source, 0},
#include "failures.def"
#undef FAILURE
    };

    m->failure = failures[failure];
    m->failure.index = index;
}

void lib_note_core_failure(sfpu_machine *m, const struct sfp_tile *tile)
{
    const size_t at = tile_index(tile, tile->core.pc);
    const struct rv_finding_row *found = rv_finding_row(tile->core.fault.finding);

    if (tile->end == TILE_FOUND)
        m->failure = (struct lib_failure){found->name, found->text, found->source, at};
    else if (tile->end == TILE_DEADLOCK)
        lib_note_failure(m, FAILURE_DEADLOCK, at);
    else
        lib_note_failure(m, tile->end == TILE_EXITED ? FAILURE_CORE_EXIT : FAILURE_CORE_ACCESS, at);
}

int sfpu_get_failure(sfpu_machine *m, struct sfpu_finding *failure)
{
    struct sfpu_finding own;

    if (!m || !failure)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no place for the failure");
    if (!m->failure.name)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "the last run of the program has not failed, or there was none");
    own = (struct sfpu_finding){.name = m->failure.name, .text = m->failure.text, .source = m->failure.source,
                                .severity = SFPU_ERROR, .index = m->failure.index, .times = 1, .fatal = 1};
    lib_locate(m, &own);
    return lib_given(m, lib_give(failure, &own, sizeof own));
}
