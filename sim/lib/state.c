/* Access to the architectural state. */
#include "lib.h"

#include <stdlib.h>
#include <string.h>

#include "model/image.h"
#include "isa/vector_unit.h"
#include "model/setup.h"
#include "model/state_table.h"

static int set_pusher(sfpu_machine *m, const char *value)
{
    enum tile_pusher pusher;
    char *error;

    if (!m)
        return SFPU_BAD_ARGUMENT;
    if (!lib_pusher_named(value, &pusher, &error))
        return lib_fail_with(m, SFPU_BAD_ARGUMENT, error);
    lib_set_pusher(m, pusher);
    return SFPU_OK;
}

int sfpu_set(sfpu_machine *m, const char *name, const char *value)
{
    struct sfp_setup setup = {0};
    char *error;
    int code;

    if (!name || !value)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no name, or no value");
    if (lib_is_pusher_setting(name))
        return set_pusher(m, value);
    if (!sfp_setup_set(&setup, name, value, &error))
        return lib_fail_with(m, SFPU_BAD_ARGUMENT, error);
    code = lib_to_change(m);
    if (code != SFPU_OK)
        return code;
    sfp_setup_init(m->m, setup.init);
    return sfp_setup_apply(m->m, &setup, &error) ? SFPU_OK : lib_fail_with(m, SFPU_BAD_ARGUMENT, error);
}

int sfpu_check_setting(const char *name, const char *value, char *text, size_t size)
{
    struct sfp_setup setup = {0};
    enum tile_pusher pusher;
    char *error = NULL;
    bool ok;

    if (!name || !value || !text || size == 0)
        return SFPU_BAD_ARGUMENT;
    ok = lib_is_pusher_setting(name) ? lib_pusher_named(value, &pusher, &error)
                                     : sfp_setup_set(&setup, name, value, &error);
    snprintf(text, size, "%s", ok ? "" : error ? error : sfpu_code_text(SFPU_NO_MEMORY));
    free(error);
    return ok ? SFPU_OK : SFPU_BAD_ARGUMENT;
}

int sfpu_reset(sfpu_machine *m)
{
    const int code = lib_to_change(m);

    if (code != SFPU_OK)
        return code;
    lib_run_abandon(m);
    if (m->m->banks)
        lib_snapshots_expire(m);
    sfp_machine_reset(m->m, m->arch);
    lib_show_selected(m);
    memset(m->written, 0, sizeof m->written);
    return SFPU_OK;
}

int sfpu_get_lreg(sfpu_machine *m, unsigned reg, uint32_t lanes[SFPU_LANES])
{
    int code;

    if (reg >= SFP_LREGS || !lanes)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "L%u is not a register, or there is no place for its lanes", reg);
    code = lib_to_read(m);
    if (code != SFPU_OK)
        return code;
    memcpy(lanes, m->m->s.lreg[reg], sizeof m->m->s.lreg[reg]);
    return SFPU_OK;
}

int sfpu_set_lreg(sfpu_machine *m, unsigned reg, const uint32_t lanes[SFPU_LANES])
{
    const bool constant = reg >= SFP_FIRST_CONSTANT_LREG && reg < SFP_STAGING_LREG && !sfp_is_programmable(reg);
    int code;

    if (reg >= SFP_LREGS || constant)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "L%u is not a register that can be written", reg);
    if (!lanes)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no lanes");
    code = lib_to_change(m);
    if (code != SFPU_OK)
        return code;
    memcpy(m->m->s.lreg[reg], lanes, sizeof m->m->s.lreg[reg]);
    m->written[reg] = UINT32_MAX;
    return SFPU_OK;
}

int sfpu_get_flags(sfpu_machine *m, uint32_t *flags, uint32_t *use_flags)
{
    const int code = lib_to_copy(m, use_flags ? flags : NULL, "the flags");

    if (code != SFPU_OK)
        return code;
    *flags = m->m->s.flags;
    *use_flags = m->m->s.use_flags;
    return SFPU_OK;
}

int sfpu_set_flags(sfpu_machine *m, uint32_t flags, uint32_t use_flags)
{
    const int code = lib_to_change(m);

    if (code != SFPU_OK)
        return code;
    m->m->s.flags = flags;
    m->m->s.use_flags = use_flags;
    sfp_state_refresh(&m->m->s);
    return SFPU_OK;
}

_Static_assert((int)SFPU_DST_ROWS == (int)SFP_DST_ROWS && (int)SFPU_DST_COLUMNS == (int)SFP_DST_COLUMNS, "Dst");

const char *sfpu_counter_name(unsigned counter)
{
    return sfp_counter_name(counter);
}

int sfpu_get_counter(sfpu_machine *m, unsigned counter, uint32_t *value)
{
    int code;

    if (!sfp_counter_name(counter) || !value)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "there is no counter %u, or no place for it", counter);
    code = lib_to_read(m);
    if (code == SFPU_OK)
        *value = sfp_counter_get(&m->m->s, counter);
    return code;
}

/* Findings to be written into the state's JSON. */
struct hazard_list {
    struct sfp_statefile_hazard *items;
    size_t count;
    const struct sfp_findings_policy *policy;
};

static void list_hazard(void *context, const struct sfp_finding_seen *seen)
{
    struct hazard_list *list = context;

    if (sfp_findings_reported(list->policy, seen->finding, seen->graver))
        list->items[list->count++] = (struct sfp_statefile_hazard){
            .cycle = seen->detail ? seen->detail->cycle : 0, .index = seen->index,
            .kind = sfp_finding_kind(seen->finding), .scheduled = seen->scheduled,
            .text = sfp_finding_info(seen->finding)->text, .possible = seen->detail && seen->detail->possible};
}

int sfpu_get_state(sfpu_machine *m, char **json, size_t *size)
{
    struct hazard_list list = {0};
    struct sfp_statefile_run run;
    size_t length;
    const int code = lib_to_copy(m, json, "the text");

    if (code != SFPU_OK)
        return code;
    list.policy = &m->policy;
    list.items = calloc(sfp_findings_log_entries(m->log) + 1, sizeof *list.items);
    if (!list.items)
        return lib_no_memory(m);
    sfp_findings_log_visit(m->log, list_hazard, &list);
    run = (struct sfp_statefile_run){
        .cycles = m->timing.cycles, .hazards = list.items, .hazard_count = list.count};
    *json = sfp_statefile_write(&m->m->s, m->timed ? &run : NULL, &length);
    free(list.items);
    if (!*json)
        return lib_no_memory(m);
    if (size)
        *size = length;
    return SFPU_OK;
}

int sfpu_set_state(sfpu_machine *m, const char *json, size_t size)
{
    char *error;
    int code;

    if (!json)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no text");
    code = lib_to_change(m);
    if (code != SFPU_OK)
        return code;
    if (!sfp_statefile_read(json, size, &m->m->s, &error))
        return lib_fail_with(m, SFPU_BAD_INPUT, error);
    memset(m->written, 0xFF, sizeof m->written);
    return SFPU_OK;
}

/* Returns a copy of the state with the JSON's parts applied, which the caller frees; or NULL, with the reason in
 * *code. */
static struct sfp_state *overlay_state(sfpu_machine *m, const char *json, size_t size, int *code)
{
    struct sfp_state *s;
    char *error;

    *code = json ? lib_to_read(m) : lib_fail(m, SFPU_BAD_ARGUMENT, "no text");
    if (*code != SFPU_OK)
        return NULL;
    s = aligned_alloc(_Alignof(struct sfp_state), sizeof *s);
    if (!s) {
        *code = lib_no_memory(m);
        return NULL;
    }
    *s = m->m->s;
    if (sfp_statefile_read(json, size, s, &error))
        return s;
    free(s);
    *code = lib_fail_with(m, SFPU_BAD_INPUT, error);
    return NULL;
}

int sfpu_check_state(sfpu_machine *m, const char *json, size_t size)
{
    int code;

    free(overlay_state(m, json, size, &code));
    return code;
}

/* The caller's receiver of differences, if any. */
struct hearer {
    sfpu_machine *m;
    sfpu_differs *differs;
    void *context;
};

static void hear_difference(void *context, const char *path, const char *got, const char *expected)
{
    const struct hearer *h = context;

    if (!h->differs)
        return;
    lib_tell_begin(h->m);
    h->differs(h->context, path, got, expected);
    lib_tell_end(h->m);
}

int sfpu_compare_state(sfpu_machine *m, const char *json, size_t size, sfpu_differs *differs, void *context)
{
    struct hearer hearer = {m, differs, context};
    struct sfp_state *expected;
    int code;

    expected = overlay_state(m, json, size, &code);
    if (!expected)
        return code;
    if (sfp_statefile_compare(&m->m->s, expected, hear_difference, &hearer))
        code = SFPU_DIFFERENT;
    free(expected);
    return code;
}
